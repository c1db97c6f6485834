"""The list of everything: it opens on every screen, finds commands by the words of players, and does what they do."""

import re
from pathlib import Path

import pytest

from freecell_tui import __version__
from freecell_tui.controller.commands import BY_NAME, COMMANDS
from freecell_tui.controller.features.about import about_program, how_to_report
from freecell_tui.controller.frontend import ScreenName
from freecell_tui.engine import Game
from freecell_tui.ui.dialogs import commands
from freecell_tui.ui.dialogs.commands import CommandList
from freecell_tui.ui.dialogs.help import HelpDialog, TopicDialog
from freecell_tui.ui.dialogs.settings import KeysScreen, SettingsScreen, ThemesScreen
from freecell_tui.ui.dialogs.statistics import StatisticsScreen
from freecell_tui.ui.drawing.glyphs import ASCII
from support.ui_driver import DIALOGS, NO_VERDICT, Seat, after, by_name, seated

WANTED = {
    "undo": "undo, take back, undo move, oops, go back a move",
    "redo": "redo",
    "hint": "legal moves, hint, help me, i am stuck, what is the next move, tip, cheat, best move",
    "bookmark": "book, bookmark, remember position",
    "bookmarks": "bookmarks, saved positions",
    "where-lost": "wrong move, which move lost, review, mistake, analyse, blunder, what went wrong, "
    "where did I go wrong, why did I lose, find the move that lost, losing move",
    "next-theme": "theme, themes, colours, colors, next theme",
    "four-colours": "four colors, suit colours, colour blind",
    "share": "multiplayer, online, share, send to a friend, copy result, share code, share my result",
    "picture": "picture, screenshot, image, save png",
    "race": "enter code, versus, race, ghost, beat my best, race a friend, race a friend's game, friend's game, "
    "rematch",
    "statistics": "statistics, stats, my wins, best times, streak, see my statistics, past games",
    "games": "unfinished, resume, load game, saved games, continue, unfinished games",
    "winnable-game": "difficulty, winnable, easy, hard game, winnable deal, surely winnable, always winnable, "
    "guaranteed, certain to win, sure win, easy deal, easier, harder games, surely winnable deal",
    "daily": "daily, today, calendar, challenge, puzzle, today's puzzle, puzzle of the day",
    "note": "note, comment, write a note",
    "map": "map, branches, tree, map of what I tried, what did I try",
    "pause": "pause, break, stop the clock",
    "give-up": "give up, resign, surrender, abandon, concede, abort",
    "settings": "settings, options, preferences, customize keys",
    "all-home": "all home, autoplay, finish, send home, autofinish, finish the game for me",
    "find": "find card, search, where is the ace, find a card",
    "needed": "needed, needed cards, next cards",
    "restart": "restart, reset, start over, begin again, try again, same deal, play again, play the same deal again",
    "deal-by-number": "deal number, number, microsoft, choose game, specific deal, play a certain deal",
    "next-deal": "next deal, next game number",
    "new-game": "new deal, new game, new, another game, random",
    "variants": "variants, rules, eight off, seahaven, forecell, baker's game, other solitaire, free cells, "
    "other games, other card games, different game, card games",
    "tournaments": "no undo, multiplayer, online, tournament, compete, standings, friends, results table, "
    "tournament results, compare results, leaderboard, ranking",
    "journeys": "journey, levels, campaign",
    "par": "par, fewest moves, shortest",
    "ask-verdict": "verdict, winnable, winnable dot, can i win, is it still possible, can I still win",
    "watch": "watch, replay, film, replay my last game, last game",
    "show": "solve, solution, play a solution, cheat, watch solution",
    "last-winnable": "back before the mistake, back to winnable, last winnable, fix mistake, before my mistake, "
    "go back to before my mistake, go back to mistake, go back, rewind",
    "learn": "learn, tutorial, lesson, beginner",
    "how-to-play": "how to play, rules, how do i play",
    "help": "help, manual",
    "quit": "quit, exit, leave",
    "title": "title, start screen",
}
"""The words that players type for commands."""

FIRST = {
    "undo the last move": "take back, undo move, reverse, ctrl z, backspace, backwards",
    "restart this deal": "play again, restart, start again, same deal, replay this deal, undo all",
    "redo": "redo all, forward",
    "new winnable deal": "easy mode, harder games",
    "new game": "switch game, new game, shuffle, random",
    "send home all cards that can go": "finish, auto finish, autofinish, collect, foundations up, autocomplete, "
    "auto-complete",
    "play a solution": "show solution, show me the solution, answer, demo",
    "hint": "cheat, hint, help me, tip",
    "the verdict: winnable or lost": "spoiler, winnable, is this winnable, is this solvable, how hard is this deal, "
    "lost",
    "statistics": "stats, win rate, percentage, won games, lost games, my wins, best times",
    "daily deal": "today's game, today’s game, streak, calendar",
    "tournaments": "time limit, leaderboard, standings, friends, contest, ranking",
    "unfinished games": "continue, load, saved games, rename, delete",
    "variant: Eight Off": "eight off, Eight-Off, eightoff",
    "variant: Baker’s Game": "baker's game, bakers game",
    "variant: Seahaven Towers": "seahaven, seahaven towers",
    "variant: ForeCell": "forecell",
    "setting: beep on refusal": "sound, sounds, mute, music",
    "next theme": "next theme",
    "setting: theme": "colour, dark mode, night mode, light mode, dark theme, white background, black, theme, "
    "colorblind, colour blind, colour-blind, color-blind, skin",
    "four colours or two": "four colors, colours",
    "setting: cards": "ascii, unicode, characters, plain, letters",
    "setting: card back": "card back, card design",
    "setting: autoplay": "auto move, automatic",
    "setting: highlights": "show legal moves, show possible moves",
    "setting: card size": "big cards, zoom, font, font size, bigger text, text size",
    "setting: animation": "animation, animation speed, turn off animation",
    "setting: clock": "clock, timer, hide clock",
    "setting: mouse": "touch, drag, mouse, no mouse",
    "setting: free cells": "three cells, 3 cells, fewer cells, one cell, number of cells",
    "setting: screen reader": "screen reader, voice",
    "setting: speech": "speech",
    "setting: step and play": "one hand, one-handed, two keys",
    "magnifier": "magnifier, magnify, large cards, low vision, enlarge",
    "setting: thick cursor": "thick cursor",
    "setting: scanning": "scan, scanning, one switch, switch access, single switch",
    "help: line mode": "plain text",
    "line mode": "line mode, listen",
    "help: files": "backup, folder, where are my saves",
    "help: sharing games": "import",
    "help: what’s new": "what's new, what’s new, whats new, changelog, changes, release notes, new features, news",
    "help: for packagers": "packaging, debian package, desktop entry",
    "pause": "pause, break, lock, boss key",
    "next deal": "next game, skip",
    "par for this deal": "minimum moves",
    "watch this game": "watch my win",
    "quit": "quit without saving, exit, quit",
    "guided first game": "beginner, tutorial",
    "variants and rules": "rules, solitaire",
    "share this game": "sign, copy, export, email",
    "deal by number": "select game, seed, choose game, windows, windows game, windows freecell",
    "settings": "options, configure, defaults, default settings, reset settings",
    "race on this deal": "friend's code",
    "setting: your own keys": "hot keys, keyboard, change keys, key bindings, remap, rebind keys",
    "setting: keymap": "vim",
    "save": "save",
    "reset the statistics": "reset stats, reset statistics, reset, clear statistics, figures from zero, begin anew",
    "paste a code": "paste, enter code, paste code",
    "about freecell-tui": "about, version, what version is this, who made this, author, license",
    "a bug": "where is the log, bug, report a bug, crash, where to report, problem, feedback",
    "update": "update, upgrade",
    "help: moving cards": "how many cards, supermove, sequence, how many cards can I move, move several cards, "
    "how to move cards",
    "help: how to play": "how do I win, how to win",
    "why a move is refused": "why can't I move, why can’t I move this card, can't move, why not, illegal move, "
    "not allowed, refused",
    "several players": "profile, user account, several players",
    "help: themes": "monochrome",
    "mirrored table": "mirror",
    "language": "language, deutsch",
    "print": "print",
    "points": "score, vegas",
    "online": "account, multiplayer, online, versus",
    "full screen": "full screen",
    "other solitaires": "spider, klondike",
}
"""The words of people who come from other games, by the row that is first."""

SETTINGS = {"mouse": "Mouse", "clock": "Clock", "animation": "Animation", "bell": "Beep", "card back": "Card back"}
"""The words that players type for settings, and how their titles begin."""


def found(seat: Seat, words: str) -> list[str]:
    """What the list, which is open, has first for words that are typed."""
    assert isinstance(seat.dialog, CommandList)
    seat.dialog.filter.fill(words)
    return [entry.title for entry in seat.dialog.items[:3]]


def entry(seat: Seat, title: str) -> str:
    """The row of the list with a title."""
    return next(row for row in seat.picture.text if f" {title} " in row)


def test_every_command_has_a_title_of_its_own() -> None:
    titles = [command.title for command in COMMANDS if command.group != "Watching"]
    assert all(command.title for command in COMMANDS)
    assert len(titles) == len(set(titles))


def test_a_command_is_found_by_the_words_of_players_within_the_first_three_rows(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    seat.press("?")
    for command, wanted in WANTED.items():
        with subtests.test(command=command):
            for words in wanted.split(", "):
                assert BY_NAME[command].title in found(seat, words), words


def test_words_that_say_nothing_are_left_out_and_no_word_that_says_something_finds_nothing(seat: Seat) -> None:
    seat.press("?")
    assert found(seat, "find")[0] == BY_NAME["find"].title
    assert BY_NAME["undo"].title in found(seat, "surely xyzzy undo")
    assert found(seat, "finish the xyzzy")[0] == BY_NAME["all-home"].title


def test_the_words_of_other_games_lead_to_the_right_row_first_or_to_what_there_is_instead(
    seat: Seat, subtests: pytest.Subtests
) -> None:
    seat.press("?")
    for title, wanted in FIRST.items():
        with subtests.test(title=title):
            for words in wanted.split(", "):
                assert found(seat, words)[0] == title, words
    seat.press("esc", "?", *"language")
    assert "English only. There are no translations." in seat.text
    seat.press("enter")
    assert isinstance(seat.dialog, CommandList)


def test_a_number_that_is_typed_offers_its_deal_which_enter_plays(at_title: Seat, subtests: pytest.Subtests) -> None:
    at_title.press("?")
    for typed in ("617", "#617", "deal 617", "Game #617", "play deal 617"):
        with subtests.test(typed=typed):
            assert found(at_title, typed)[0] == "play deal 617"
    assert " # o " in at_title.text
    assert "-1 and -2 cannot be won" in at_title.text
    at_title.press("enter")
    assert at_title.dialog is None
    assert at_title.session.game == Game.new(617)


def test_every_further_word_belongs_to_something_that_is_in_the_list_or_says_what_there_is_instead(
    tmp_path: Path,
) -> None:
    lines = Path(commands.__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    assert len(rows) > 30
    told = {"about": about_program(), "report": how_to_report()}
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT) as seat:
        seat.press("?")
        assert isinstance(seat.dialog, CommandList)
        for title, words, *instead in rows:
            for word in words.split():
                seat.dialog.filter.fill(f"{title.partition(': ')[2]} {word.replace('_', ' ')}")
                (row,) = [each for each in seat.dialog.items if each.title == title]
                said, *topic = instead or [""]
                assert topic or row.off == said
                assert not topic or (row.about == said.format_map(told).rstrip(".") and not row.off)


def test_about_says_the_version_and_where_the_log_is_and_where_to_report(
    seat: Seat, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for words in ("version", "bug"):
        seat.press("?", *words)
        assert isinstance(seat.dialog, CommandList)
        note = seat.dialog.note()[0]
        assert "~/state/freecell-tui/trouble.log" in note
        assert note.endswith("as an issue where you got the game.")
        assert (f"version {__version__}" in note) == (words == "version")
        seat.press("esc")


def test_words_for_the_colours_open_the_themes_and_change_nothing_yet(seat: Seat) -> None:
    theme = seat.controller.settings.theme
    seat.press("?", *"dark mode", "enter")
    assert isinstance(seat.dialog, ThemesScreen)
    assert seat.controller.settings.theme == theme
    seat.press("esc", "esc", "?", *"hot keys", "enter")
    assert isinstance(seat.dialog, KeysScreen)


def test_a_phrase_is_found_by_all_of_its_words_and_not_by_one_of_them(seat: Seat) -> None:
    seat.press("?")
    assert "tournaments" not in found(seat, "undo")
    assert found(seat, "no undo")[0] == "tournaments"
    assert found(seat, "mode") != found(seat, "dark mode")


def test_a_setting_is_found_too_and_opens_at_its_row(seat: Seat, subtests: pytest.Subtests) -> None:
    for words, begins in SETTINGS.items():
        with subtests.test(words=words):
            seat.press("?")
            title = next(title for title in found(seat, words) if title.startswith("setting: "))
            seat.press("esc", "?", *title, "enter")
            assert isinstance(seat.dialog, SettingsScreen)
            assert seat.dialog.chosen is not None
            assert seat.dialog.chosen.title.startswith(begins)
            seat.press("esc")


def test_it_and_by_f1_the_help_open_on_every_screen_and_esc_leads_back_to_it(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    requests: list[ScreenName] = [*DIALOGS, "pause", "title", "lesson"]
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT.with_value("animation", "off")) as seat:
        for request in requests:
            with subtests.test(request=request):
                seat.open(request)
                below = seat.app.top
                for key, shown in (
                    ("?", CommandList),
                    (":", CommandList),
                    ("f1", TopicDialog if request == "title" else HelpDialog),
                ):
                    if (key, request) != ("f1", "help"):
                        seat.press(key)
                        assert isinstance(seat.dialog, shown), (request, key)
                        seat.press("esc")
                        assert seat.app.top is below, (request, key)
                seat.app.show_table()


def test_on_the_title_replays_and_shared_games_are_found_among_the_deals_that_were_played(
    at_title: Seat, subtests: pytest.Subtests
) -> None:
    for words in ("replay my last game", "share my result"):
        with subtests.test(words=words):
            at_title.press("?", *words)
            assert "Choose one of the deals that you won." in at_title.text
            at_title.press("enter")
            assert isinstance(at_title.dialog, StatisticsScreen)
            assert "3 Deals" in at_title.chosen_row
            at_title.press("esc")


def test_a_key_that_only_the_menu_has_stands_behind_that_of_the_menu(seat: Seat) -> None:
    seat.press("?")
    assert found(seat, "J")[0] == "journeys"
    assert "m then J" in entry(seat, "journeys")
    seat.press("esc", *by_name("title"), "?", *"journeys")
    assert "m then J" not in entry(seat, "journeys")


def test_where_text_is_typed_its_keys_are_text(seat: Seat) -> None:
    seat.press(*by_name("note"), "?", ":", "q", "enter")
    assert seat.session.note == "?:q"
    seat.press("B", "enter", "M", "e", "q", "enter")
    assert seat.session.bookmarks[0].name == "q"
    seat.press("esc")
    seat.press("f1", "/", "?")
    assert isinstance(seat.dialog, HelpDialog)


def test_what_a_solution_asks_first_is_asked_over_the_table(seat: Seat) -> None:
    seat.press("?", *"next move of a solution", "enter")
    seat.see("Once a move comes from the solver, a paste,")
    seat.press("y")
    assert seat.session.helped
    assert seat.session.game.position > 5


def test_it_fits_every_window_and_while_words_are_typed_is_as_high_as_its_rows_below_them(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT, glyphs=ASCII) as seat:
        for seat.size in ((40, 16), (60, 20), (80, 24), (120, 40), (200, 60)):
            with subtests.test(size=seat.size):
                seat.press("?")
                tops, heights = set(), []
                for key in ("", "b", "o", "o", "k", "q"):
                    seat.press(*key)
                    picture = seat.picture
                    assert picture.widths == {seat.size[0]}
                    assert "".join(picture.text).isascii()
                    top, bottom = [y for y, row in enumerate(picture.text) if "+--" in row]
                    tops.add(top)
                    heights.append(bottom - top + 1)
                assert len(tops) == 1
                assert heights == sorted(heights, reverse=True)
                if seat.size[1] >= 24:
                    assert heights[-1] == 12
                seat.press("esc")


def test_the_key_is_beside_its_name_and_the_help_of_each_row_beside_the_key(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 5), settings=NO_VERDICT, glyphs=ASCII) as seat:
        seat.size = 160, 50
        seat.press("?", *"undo")
        rows = [row for row in seat.picture.text if re.search("undo the|restart this|redo ", row)]
        assert isinstance(seat.dialog, CommandList)
        longest = max(len(item.title) for item in seat.dialog.items)
        start = rows[0].index("undo the last move")
        assert [row[start + longest : start + longest + 5] for row in rows[:3]] == ["   u ", "   U ", "   R "]
        assert re.search(r"   U +back to where you could still win; redo goes forward again ", rows[1])
        assert "Undo the last move." in seat.text, "the line of help"
        seat.press("esc")
        seat.press("?")
        assert isinstance(seat.dialog, CommandList)
        for index in range(len(seat.dialog.items)):
            seat.dialog.choose(index)
            assert re.search(r"\w", seat.dialog.note()[0])
