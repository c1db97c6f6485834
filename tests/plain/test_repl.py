"""A game talked through, line by line."""

import sys
from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from freecell_tui import __version__
from freecell_tui.controller.advice.advisor import HELP_RULE
from freecell_tui.controller.advice.queue import VERDICT_STATES
from freecell_tui.controller.play.game import Clock
from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, Dialect, Game, Move, Variant, legal_moves
from freecell_tui.engine.share_code import SharedGame, decode, encode
from freecell_tui.engine.transcripts import write_game
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.plain.frontend import Speech
from freecell_tui.solver import Budget
from freecell_tui.solver.results import SHORT_STATES
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.plain_driver import Speaker
from support.positions import at_the_fork
from support.sessions import ManualTime
from support.solutions import FC_SOLVE, HUMAN
from support.stored_games import keep, record_of
from support.ui_driver import after

Speak = Callable[..., Speaker]


@pytest.fixture
def speak(tmp_path: Path) -> Speak:
    return lambda number=1, variant=FREECELL: Speaker(tmp_path, Game.new(number, variant))


@pytest.fixture
def spoilt() -> Game:
    """A game of deal 1 in which the last move turned won into lost."""
    return after(1, 6).play(Move.parse("32"))


# Moves


def test_a_game_as_people_and_programs_write_it_is_played_in_one_line_or_in_many(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    fc_solve = FC_SOLVE[1].split()
    for number, lines in (
        (1, write_game(after(1, 99), Dialect.STANDARD).splitlines()),
        (5, HUMAN[5].splitlines()),
        (617, HUMAN[617].splitlines()),
        # What autoplay has sent home is not sent again.
        *((1, [" ".join(fc_solve[at : at + some]) for at in range(0, 200, some)]) for some in (1, 7, 200)),
    ):
        with subtests.test(number=number):
            speaker = Speaker(tmp_path, Game.new(number))
            said = [sentence for line in lines for sentence in speaker.say(line)]
            assert speaker.game.is_won, lines
            assert not any("Not played" in sentence for sentence in said)


def test_nothing_is_told_before_it_is_written_down(speak: Speak, tmp_path: Path) -> None:
    speaker = speak()
    kept: list[list[str]] = []

    class Witness(Speech):
        """Notes which moves are in the saves when something is said."""

        def say(self, sentence: str) -> None:
            newest = max((tmp_path / "unfinished").glob("*.json*"), key=lambda path: path.name)
            kept.append([str(turn.move) for turn in saves.read(newest).game.active_turns])
            super().say(sentence)

    speaker.front_end.speech = Witness(StringIO())
    speaker.say("3a 32")
    speaker.say("undo")
    assert kept == [["3a", "32"], ["3a", "32"], ["3a"]]


# Hearing


def test_every_word_has_help(speak: Speak, subtests: pytest.Subtests) -> None:
    speaker = speak()
    everything, overview = speaker.say("help all"), " ".join(speaker.say("help"))
    for command in VOCABULARY.commands:
        with subtests.test(command=command):
            line, *_ = speaker.say(f"help {command.words[0]}")
            assert line.startswith(command.words[0])
            assert line in everything
            assert command.words[0] in overview
    assert len(everything) == len(VOCABULARY.commands) + 1
    assert speaker.say("help nonsense")[0].startswith("“nonsense” is not a command.")


def test_in_a_narrow_terminal_the_list_of_commands_has_a_line_for_each_group(
    speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    said = speak().say("?")
    assert max(map(len, said)) > 200
    assert "learn: guided first game; help: list the commands;" in said[said.index("The program.") + 1]


def test_the_version_and_how_to_report_a_bug_are_told(speak: Speak) -> None:
    speaker = speak()
    (told,) = speaker.say("version")
    assert told == speaker.say("about")[0]
    assert f"version {__version__}" in told
    assert "trouble.log" in told
    assert speaker.say("help bug")[0].startswith("about: ")


def test_a_question_mark_lists_first_what_is_useful_now_and_last_why_others_are_off(speak: Speak) -> None:
    speaker = speak()
    said = speaker.say("?")
    assert said[:2] == ["look: read the table.", "hint: what to play next."]
    assert len(said) <= 48
    assert max(map(len, said[:-2])) <= 79
    now, off = said[: said.index("Reading the table.")], said[said.index("Not now.") :]
    assert "deal NUMBER: play the deal of this number." in now
    assert "undo: Nothing to undo." in off
    speaker.say("3a")
    said = speaker.say("?")
    assert "undo: undo the last move." in said[: said.index("Reading the table.")]
    assert "redo: Nothing to redo." in said[said.index("Not now.") :]


@pytest.mark.parametrize("line", ["?", "help", "help undo", "help all"])
def test_help_leaves_a_question_open_and_lists_its_answers(speak: Speak, line: str) -> None:
    speaker = speak()
    for before in ("3a", "give up"):
        speaker.say(before)
    is_list = line in ("?", "help")
    assert (speaker.say(line)[:2] == ["yes: go ahead with “give up”.", "no: change nothing."]) == is_list
    assert speaker.say("yes")[0].startswith("Given up:")
    assert not speaker.say("?")[0].startswith("yes:")


# Games


def test_a_second_save_of_one_game_is_called_a_copy(speak: Speak, tmp_path: Path) -> None:
    game = Game.new(2).play(Move.parse("3a"))
    for _ in range(2):
        keep(SaveStore(tmp_path), SavedGame(game, started="2024-11-20T18:00:00Z", saved="2024-11-20T18:01:00Z"))
    assert speak().say("games") == [
        "1: FreeCell, deal 2, after 1 move, copy. Played on 2024-11-20.",
        "2: FreeCell, deal 2, after 1 move. Played on 2024-11-20.",
    ]


def test_a_save_that_cannot_be_read_is_told_in_the_list(speak: Speak, tmp_path: Path) -> None:
    speaker = speak()
    speaker.say("3a")
    (tmp_path / "unfinished" / "broken.json").write_text("{}")
    told = speaker.say("games")
    assert any("cannot be read, but is kept" in line for line in told)
    assert "1: FreeCell, deal 1, after 1 move. This one." in told


def test_a_disk_that_refuses_is_told_once(speak: Speak, tmp_path: Path) -> None:
    speaker = speak()
    (tmp_path / "unfinished").write_text("in the way")
    told = speaker.say("3a")
    assert told[0] == "2♥ to cell a."
    assert told[1].startswith("This game cannot be saved: ")
    assert speaker.say("32") == ["8♦ to column 2, on 9♣."]


# The solver


def test_a_hint_has_four_steps_and_the_last_one_plays_the_move(speak: Speak) -> None:
    speaker = speak()
    nudge, move, line = (speaker.say("hint")[0] for _ in range(3))
    assert nudge.startswith("Look at ")
    word = move[move.index("(") + 1 : move.index(")")]
    assert Move.parse(word) in legal_moves(speaker.game.board, FREECELL)
    assert line.startswith(f"{word} ")
    assert " wins in " in line
    assert not speaker.game.turns
    assert speaker.say("hint")[0].endswith(" to cell a.")
    assert [str(turn.move) for turn in speaker.game.turns] == [word]
    assert speaker.say("hint")[0].startswith("Look at ")


def test_a_game_counts_as_helped_once_a_move_was_shown_and_that_is_said_before(speak: Speak) -> None:
    hinted = speak(617)
    assert hinted.say("hint")[0].endswith(" Another hint shows its move and counts as help.")
    hinted.say("verdict")
    assert not hinted.session.helped
    assert "counts as help" not in hinted.say("hint")[0]
    assert hinted.session.helped


def test_a_solution_is_said_ten_moves_a_line_and_played_by_the_move_or_to_its_end(speak: Speak, tmp_path: Path) -> None:
    speaker = speak(617)
    assert speaker.say("solve") == [f"Show the solution? {HELP_RULE} Type yes."]
    assert not speaker.session.helped
    lines = speaker.say("yes")
    assert (speaker.session.helped, speaker.game.turns) == (True, ())
    assert [len(line.split()) for line in lines[:-1]] == [10] * (len(lines) - 1)
    speaker.say("play")
    assert speaker.game.moves_made == 1
    played, won, helped = speaker.say("play all")
    assert played == f"Played: {' '.join(lines).split(' ', 1)[1]}."
    assert won.startswith("You won FreeCell, deal 617, in ")
    assert helped == "You had help: this is a win with help."
    speaker = Speaker(tmp_path, saves.read(Path(__file__).parents[2] / "saves" / "one-move-from-winning.json").game)
    assert speaker.say("play all") == [f"Play the solution? {HELP_RULE} Type yes."]
    move, won, *_ = speaker.say("j")
    assert ("home" in move, won.startswith("You won")) == (True, True)


def test_what_would_have_won_a_lost_game_counts_as_help(spoilt: Game, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, spoilt)
    lost, back, rule = speaker.say("lost")
    assert lost.startswith(f"Move {spoilt.moves_made} lost it: ")
    assert (back, rule) == ("Undo 1 goes back to before it.", f"Show what would have won? {HELP_RULE} Type yes.")
    assert not speaker.session.helped
    assert " would have won: " in speaker.say("yes")[-1]
    assert speaker.session.helped


def test_who_asks_for_the_way_back_first_of_all_is_told_that_none_is_needed(speak: Speak) -> None:
    assert speak().say("back") == ["This game can still be won."]


def test_nothing_is_asked_of_the_solver_while_hints_are_off(tmp_path: Path, subtests: pytest.Subtests) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    speaker.controller.preferences.use(speaker.controller.settings.with_value("hints", value=False))
    for word in ("hint", "play", "play all", "solve", "back"):
        with subtests.test(word=word):
            assert speaker.say(word) == ["Hints are off in the settings."]


def test_positions_limit_a_search_and_no_time_does(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1), verdict=True)
    speaker.say("warn on")
    for word in ("hint", "3a", "lost"):
        speaker.say(word)
    budgets = {(query.short, query.budget) for query in speaker.front_end.asked}
    of_verdicts, of_lines = Budget(states=VERDICT_STATES), Budget(states=SHORT_STATES)
    assert budgets == {(False, of_verdicts), (True, of_lines)}


def test_a_machine_whose_clock_races_gives_the_same_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hints(folder: Path) -> list[list[str]]:
        speaker = Speaker(folder, Game.new(1), verdict=True)
        return [speaker.say(word) for word in ("hint", "hint", "hint", "7a", "hint", "lost")]

    said = hints(tmp_path / "one")
    hours = count(step=3600.0)
    monkeypatch.setattr("freecell_tui.solver.results.perf_counter", lambda: next(hours))
    assert hints(tmp_path / "another") == said


def test_what_there_was_no_time_for_unasked_can_still_be_found_out(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(-1), verdict=True, unasked_states=100)
    assert speaker.opening == ["The solver could not decide."]
    assert speaker.say("verdict") == ["This deal cannot be won."]
    speaker.say("1a")
    assert speaker.say("verdict") == ["This deal cannot be won."]
    assert speaker.say("lost") == ["This deal cannot be won."]
    assert speaker.say("hint") == ["This deal cannot be won."]


def test_a_search_that_is_interrupted_is_forgotten(tmp_path: Path, subtests: pytest.Subtests) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    speaker.front_end.is_impatient = True
    for word in ("hint", "new winnable", "verdict", "play all"):
        with subtests.test(word=word):
            assert speaker.say(word) == ["Stopped."]
    speaker.front_end.is_impatient = False
    assert speaker.say("status")[0].startswith("FreeCell, deal 1: no moves")


# Whatever is said


SAID = (
    st.sampled_from([part for command in VOCABULARY.commands for word in command.words for part in (word, word[:2])])
    | st.sampled_from("1234567890abcdefgkhwxyz")
    | st.builds(lambda a, b: f"{a}{b}", st.sampled_from("1234567890abwz"), st.sampled_from("1234567890abh"))
    | st.sampled_from(["7h", "seven", "of", "hearts", "617", "-1", "2", "none", "on", "all", "deal", "#", "?", "18v2"])
    | st.sampled_from(["\x1b[2J", "\x00", "\x9b", "\u2028", "\r"])
    | st.text(max_size=8)
)  # fmt: skip

GAMES = [*VARIANTS.values(), FREECELL.with_cells(0), FREECELL.with_house_rules(cards_come_back=True)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(lines=["best ah", "home w", "wa"], variant=FREECELL.with_house_rules(cards_come_back=True))
@given(lines=st.lists(st.lists(SAID, max_size=4).map(" ".join), max_size=12), variant=st.sampled_from(GAMES))
def test_whatever_is_said_gets_plain_sentences(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], variant: Variant
) -> None:
    speaker = Speaker(tmp_path_factory.mktemp("said"), Game.new(1, variant), search_seconds=0.02)
    for line in lines:
        for sentence in speaker.say(line):
            assert sentence.isprintable()
            assert sentence


# Bookmarks


def test_a_bookmark_is_in_the_save_when_it_is_told(speak: Speak, tmp_path: Path) -> None:
    speaker = speak()
    speaker.say("bookmark the deal")
    (path,) = (tmp_path / "unfinished").iterdir()
    assert [bookmark.name for bookmark in saves.read(path).bookmarks] == ["the deal"]


def test_the_list_tells_the_names_of_games(speak: Speak) -> None:
    speaker = speak()
    speaker.session.name = "Sunday"
    speaker.say("3a")
    assert speaker.say("games") == ["1: Sunday, FreeCell, deal 1, after 1 move. This one."]


def test_idle_minutes_between_two_lines_are_not_counted_and_that_is_said_once(speak: Speak) -> None:
    speaker, watch = speak(), ManualTime()
    speaker.session.clock = Clock(now=watch)
    speaker.say("3a")
    watch.time += 170
    assert speaker.say("32") == ["8♦ to column 2, on 9♣."]
    watch.time += 3600
    told = speaker.say("time")
    assert told == ["The clock stopped after three minutes without a line.", "Played for 5 minutes 50 seconds."]
    watch.time += 5
    assert speaker.say("time") == ["Played for 5 minutes 55 seconds."]


# Sharing and warnings


def test_a_game_is_shared_in_a_line_and_a_code_and_it_is_said_that_nothing_is_copied(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(617, 20))
    speaker.session.clock = Clock(now=lambda: 0.0)
    line, code, note = speaker.say("share Ann Other")
    assert line == "FreeCell #617, 6 of 52 cards home after 20 moves, signed by Ann Other"
    assert decode(code) == SharedGame(after(617, 20), name="Ann Other")
    assert note.startswith("Not copied: ")


def test_a_line_with_a_code_plays_its_moves_from_here(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(617, 3))
    speaker.say(encode(SharedGame(after(617, 20))))
    assert not speaker.session.helped
    assert speaker.say("yes") == ["Played 17 pasted moves; type undo to undo them one by one."]
    assert speaker.session.game == after(617, 20)
    assert speaker.say(encode(SharedGame(after(1, 5)))) == ["The pasted moves are of FreeCell #1."]


@pytest.fixture
def warned(tmp_path: Path) -> Speaker:
    speaker = Speaker(tmp_path, at_the_fork())
    speaker.say("warn on")
    return speaker


def test_what_the_solver_has_said_of_a_move_it_is_not_asked_again(warned: Speaker, subtests: pytest.Subtests) -> None:
    for move in ("18", "4d"):
        warned.say(move)
    asked = len(warned.front_end.asked)
    for move in ("18", "4d"):
        with subtests.test(move=move):
            assert warned.say(move) == [f"{move} loses the game; type yes to play it anyway."]
    assert len(warned.front_end.asked) == asked


def test_a_player_who_does_not_want_to_wait_is_not_warned(warned: Speaker) -> None:
    warned.front_end.is_impatient = True
    assert warned.say("18") == ["6♠ to column 8, on 7♦."]


def test_of_a_shared_game_the_moves_are_played_up_to_the_one_that_loses(tmp_path: Path) -> None:
    lost = at_the_fork().play(Move.parse("18"))
    legal = next(iter(legal_moves(lost.board, FREECELL)))
    code = encode(SharedGame(lost.play(legal)))
    speaker = Speaker(tmp_path, Game.new(1))
    speaker.say("warn on")
    speaker.say(code)
    assert speaker.say("yes") == [
        "Played 9 pasted moves; type undo to undo them one by one.",
        "18 loses the game; type yes to play it anyway.",
    ]
    assert speaker.game.board == at_the_fork().board
    assert speaker.say("18") == ["6♠ to column 8, on 7♦."]
    assert speaker.say(code) == ["Played 1 pasted move; type undo to undo them one by one."]


def test_removed_bookmarks_are_restored_the_last_one_first_and_only_in_their_game(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, after(1, 3))
    for line in ("bookmark fork", "undo", "bookmark start", "unmark 1", "unmark 2"):
        speaker.say(line)
    assert speaker.say("restore bookmark") == ["Bookmark “start” was restored."]
    speaker.say("bookmark")
    assert speaker.say("deal 2")
    assert speaker.say("restore bookmark") == ["Nothing to restore."]


def test_unfinished_games_are_named_deleted_and_restored_by_their_number_in_the_list(tmp_path: Path) -> None:
    store = SaveStore(tmp_path)
    keep(store, record_of(5, "1a"))
    speaker = Speaker(tmp_path, after(1, 3))
    assert speaker.say("name Sunday") == ["Named “Sunday”."]
    assert speaker.session.name == "Sunday"
    listed = speaker.say("games")
    assert [line[:12] for line in listed] == ["1: Sunday, F", "2: FreeCell,"]
    assert speaker.say("name 2 Old one") == ["Named “Old one”."]
    assert speaker.say("games")[1].startswith("2: Old one, ")
    assert speaker.say("delete 2") == ["Delete “Old one”? It will count as lost. Type yes to delete it."]
    assert len(store.unfinished()) == 2
    assert speaker.say("no") == ["Nothing has changed."]
    speaker.say("delete 2")
    assert speaker.say("yes") == ["“Old one” was deleted; type restore to bring it back."]
    assert len(store.unfinished()) == 1
    assert speaker.say("restore") == ["“Old one” was restored; it counts as lost until you play a move."]
    assert len(store.unfinished()) == 2
    assert speaker.say("restore") == ["Nothing to restore."]
    speaker.say("delete 1")
    assert speaker.say("yes")[0].startswith("“Sunday” was deleted, another deal is on the table; type restore")
    assert not speaker.game.turns
    assert speaker.say("delete 7") == ["There is no game 7: 1 game can be opened."]
    assert speaker.say("delete") == ["Type delete and a number."]
    assert speaker.say("name") == ["Type name and a name, as in name Sunday."]


BY_AUTOPLAY = Game.new(414, FREECELL.with_cells(1))
"""A deal that is won with safe autoplay, and quickly proved to be lost where everything goes home."""


def test_every_word_about_a_loss_names_the_autoplay_that_loses(tmp_path: Path, subtests: pytest.Subtests) -> None:
    named = "With autoplay “all” this deal cannot be won"
    speaker = Speaker(tmp_path, BY_AUTOPLAY)
    assert speaker.say("verdict")[0].startswith("This game can be won.")
    speaker.controller.preferences.change("autoplay", Autoplay.ALL)
    for words in ("verdict", "back", "hint"):
        with subtests.test(words=words):
            assert speaker.say(words) == [f"{named}; with “safe” it can."]
    assert speaker.say("par") == [f"{named}, so it has no par."]
    assert speaker.say("race solver") == [f"{named}, so there is no win to race."]
    assert speaker.say("solution") == ["With autoplay “all” there is no solution from here."]
    assert speaker.controller.advisor.word_for(speaker.game) == ""
    speaker.controller.preferences.change("verdict", value=True)
    assert speaker.controller.advisor.verdict_word() == "not winnable with “all”"
    assert speaker.controller.advisor.word_for(speaker.game) == "not winnable with “all”"
    speaker.say("1a")
    assert speaker.say("lost") == [f"{named}; with “safe” it can."]
    speaker.say("undo")
    speaker.controller.preferences.change("autoplay", Autoplay.NONE)
    assert speaker.say("verdict")[-1].startswith("This game can be won.")
