"""What is said of a shared game and the daily deal, how it comes to the clipboard, and how it is read when pasted."""

from base64 import b64decode
from datetime import date, timedelta
from pathlib import Path

import pytest

from freecell_tui.cli.game_source import read_game
from freecell_tui.cli.options import Options
from freecell_tui.controller.features.share import (
    HOW_TO_SELECT,
    best_win,
    clipboard_sequence,
    copy_note,
    daily_line,
    daily_of,
    make_share,
    progress_strip,
    read_pasted,
    result_line,
    shared_game,
)
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FREECELL, VARIANTS, Autoplay, AutoplayRule, Dialect, Game, Move
from freecell_tui.engine.deals import daily_deal
from freecell_tui.engine.share_code import SharedGame, decode, encode
from freecell_tui.engine.text import NotationError, clock_text
from freecell_tui.engine.transcripts import write_game
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.results import result_of
from freecell_tui.storage.saves import MAX_SECONDS, SavedGame
from freecell_tui.storage.settings import ClipboardUse
from support.factories import lost_game, record_of, won_game
from support.games import solved_game
from support.solutions import STANDARD
from support.ui_driver import after, seated

WON = after(617, len(STANDARD[617].split()))
DAY = date(2026, 11, 22)


def test_a_game_is_told_in_a_line(subtests: pytest.Subtests) -> None:
    eight_off = Game.new(1, VARIANTS["eight-off"].with_cells(7).with_house_rules(aces_only_home=True))
    for shared, line in (
        (SharedGame(WON, 412), "FreeCell #617, won in 59 moves, 6:52, no undos"),
        (SharedGame(WON, 412, 1, helped=True), "FreeCell #617, won in 59 moves, 6:52, 1 undo, with help"),
        (SharedGame(WON, 3754, 3, name="Ann"), "FreeCell #617, won in 59 moves, 1:02:34, 3 undos, signed by Ann"),
        (SharedGame(WON), "FreeCell #617, won in 59 moves"),
        (SharedGame(WON, 0, 1), "FreeCell #617, won in 59 moves, 0:00, 1 undo"),
        (SharedGame(after(617, 40), 60), "FreeCell #617, 23 of 52 cards home after 40 moves, 1:00, no undos"),
        (
            SharedGame(eight_off, 5),
            "Eight Off, 7 cells, aces only home #1, 0 of 52 cards home after 0 moves, 0:05, no undos",
        ),
    ):
        with subtests.test(shared=shared):
            assert result_line(shared) == line


@pytest.mark.parametrize(
    ("elapsed", "told"), [(0.3, ", 0:00, no undos"), (1.9, ", 0:01, no undos"), (59.97, ", 0:59, no undos"), (0.0, "")]
)
def test_a_shared_win_has_the_time_of_every_clock_and_moves_that_nobody_played_have_none(
    elapsed: float, told: str
) -> None:
    won = SavedGame(WON, elapsed, saved="2026-11-22T12:00:00Z")
    share = make_share(won)
    assert share.line == f"FreeCell #617, won in 59 moves{told}"
    assert not told or f", {clock_text(elapsed)}, " in told
    assert clock_text(result_of(won).seconds) == clock_text(elapsed)
    assert clock_text(saves.decode(saves.encode(won)).elapsed) == clock_text(elapsed)
    assert elapsed == 0.3 or result_line(decode(share.code)) == share.line
    assert (
        daily_line(shared_game(won), DAY) == f"FreeCell daily 2026-11-22: won in 59 moves{told} {progress_strip(WON)}"
    )


def test_a_saved_game_comes_back_from_its_code_without_what_was_undone_and_can_be_signed() -> None:
    undone = after(617, 20).restart()
    game = Game.new(617).play(Move.parse("2a"))
    undone = undone.play(Move.parse("2a")).play(Move.parse("27")).undo()
    share = make_share(SavedGame(undone, 99.9, undos=2, helped=True), "  Ann  Other ")
    assert decode(share.code) == SharedGame(game, 99, 2, helped=True, name="Ann Other")
    assert read_game(share.code, Options()).saved == SavedGame(game, 99.0, 2, helped=True)
    assert decode(share.sign("Bob").code).name == "Bob"
    with pytest.raises(NotationError, match="at most 20"):
        share.sign("x" * 21)
    # A time and undos beyond all saves are cut.
    saved = read_game(encode(SharedGame(WON, 2**32 - 1, 2**32 - 1)), Options()).saved
    assert saved.elapsed == MAX_SECONDS
    assert saves.decode(saves.encode(saved)).game == WON


# The daily deal


def test_a_win_of_a_daily_deal_is_one_on_its_day_and_on_the_day_after(subtests: pytest.Subtests) -> None:
    # How it was won does not matter, so the cards are put home by hand.
    game = Game.new(daily_deal("2026-11-22"))
    won = Game(FREECELL, game.deal, (game.board, WON.board), WON.turns[-1:], 1)
    for days, day in {-1: None, 0: DAY, 1: DAY, 2: None}.items():
        with subtests.test(days=days):
            assert daily_of(SavedGame(won, 412), (DAY + timedelta(days)).isoformat()) == day
    assert daily_of(SavedGame(won, 412), "") is None
    assert daily_of(SavedGame(won.undo()), DAY.isoformat()) is None
    other = Game(FREECELL.with_cells(3), won.deal, won.boards, won.turns, 1)
    assert daily_of(SavedGame(other), DAY.isoformat()) is None


def test_the_line_of_a_daily_deal_names_no_card_and_no_move() -> None:
    shared = SharedGame(WON, 412, 2)
    line = daily_line(shared, DAY)
    assert line == f"FreeCell daily 2026-11-22: won in 59 moves, 6:52, 2 undos {progress_strip(WON)}"
    assert "#617" not in line
    assert "2 undos, signed by Ann ▁" in daily_line(shared._replace(name="Ann"), DAY)
    assert not set("♣♦♥♠") & set(line)


def test_the_strip_rises_to_full_height_with_the_cards_at_home() -> None:
    strip = progress_strip(WON)
    assert len(strip) == 20
    assert list(strip) == sorted(strip)
    assert (strip[0], strip[-1]) == ("▁", "█")
    assert progress_strip(after(617, 3)) == "▁▁▁"
    assert progress_strip(Game.new(1)) == ""
    assert progress_strip(Game.new(-3).play(Move.parse("5h"), Autoplay.ALL, finish=True)) == "█"


def test_detours_are_marked_where_they_were_if_they_are_known() -> None:
    assert daily_line(SharedGame(WON, 412), DAY, ()).split(" ▁")[0].endswith("no undos, no detours")
    line = daily_line(SharedGame(WON, 412), DAY, (0, 1, 30))
    assert ", 3 detours ~" in line
    assert [at for at, mark in enumerate(line.split()[-1]) if mark == "~"] == [0, 10]


def test_the_best_win_is_the_one_of_fewest_moves_and_where_there_is_none_that_is_told(tmp_path: Path) -> None:
    none = "You have not won this deal yet."
    with seated(tmp_path, lost_game()) as seat:
        controller = seat.controller
        assert best_win(controller, -3, FREECELL) == none
        for number, moves in ((1, 4), (2, 2), (3, 3)):
            History(tmp_path).record_win(record_of(won_game(moves), number))
        assert best_win(controller, -3, VARIANTS["eight-off"]) == none
        best = best_win(controller, -3, FREECELL)
        assert isinstance(best, SavedGame)
        assert best.game == won_game(2)


XTERM = {"TERM": "xterm-256color"}
AUTO, ON, OFF = ClipboardUse.AUTO, ClipboardUse.ON, ClipboardUse.OFF


def test_a_terminal_is_sent_the_text_in_base64_unless_the_player_does_not_want_it() -> None:
    sequence = clipboard_sequence("7♥ F0001", AUTO, XTERM)
    assert sequence.startswith("\x1b]52;c;")
    assert sequence.endswith("\x07")
    assert b64decode(sequence[7:-1]).decode() == "7♥ F0001"
    assert clipboard_sequence("a", OFF, XTERM) == ""


def test_a_terminal_without_a_clipboard_is_sent_nothing_unless_the_player_knows_better(
    subtests: pytest.Subtests,
) -> None:
    terminals: list[dict[str, str]] = [{}, {**XTERM, "VTE_VERSION": "7600"}]
    for environment in (*terminals, *({"TERM": name} for name in ("dumb", "linux", "vt220"))):
        with subtests.test(environment=environment):
            assert clipboard_sequence("a", AUTO, environment) == ""
            assert clipboard_sequence("a", ON, environment).startswith("\x1b]52;c;")


def test_tmux_gets_it_for_itself_and_to_hand_on() -> None:
    sequence = clipboard_sequence("a", AUTO, {"TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0"})
    assert sequence == "\x1b]52;c;YQ==\x07\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\"


def test_screen_gets_it_to_hand_on_in_pieces_that_it_takes() -> None:
    sequence = clipboard_sequence("a" * 600, AUTO, {"TERM": "screen", "STY": "1.pts"})
    pieces = sequence.removesuffix("\x1b\\").split("\x1b\\")
    assert all(piece.startswith("\x1bP") and len(piece) <= 768 for piece in pieces)
    whole = "".join(piece.removeprefix("\x1bP") for piece in pieces)
    assert b64decode(whole[7:-1]) == b"a" * 600


def test_it_is_said_whether_a_text_was_copied(subtests: pytest.Subtests) -> None:
    for use, is_sent, said in (
        (AUTO, True, "The code is copied, if your terminal lets"),
        (ON, True, "The code is copied to the clipboard."),
        (AUTO, False, "Not copied: this terminal"),
        (AUTO, False, f"Not copied: this terminal does not let programs use the clipboard. {HOW_TO_SELECT}"),
        (ON, False, "Not copied: this terminal"),
        (OFF, False, "Not copied: the clipboard is off"),
    ):
        with subtests.test(use=use, is_sent=is_sent, said=said):
            assert copy_note(use, "code", is_sent=is_sent).startswith(said)


def test_a_pasted_solution_wins_in_either_notation_and_as_a_share_code(subtests: pytest.Subtests) -> None:
    for number in (617, max(STANDARD)):
        with subtests.test(number=number):
            game = solved_game(number)
            code = f"Look at this!\n{encode(SharedGame(game))}\n"
            for text in (*(write_game(game, dialect) for dialect in Dialect), code):
                # A share code is played with the autoplay of the game that it is pasted into.
                for autoplay in (Autoplay.SAFE, *([Autoplay.NONE] if text is code else [])):
                    session = Session(Game.new(number))
                    session.autoplay = AutoplayRule(autoplay, autoplay is not Autoplay.NONE)
                    pasted = read_pasted(text, session)
                    assert pasted.problem == "", text
                    for move in pasted.moves:
                        session.play(move)
                    assert session.game.is_won, text


def session_of_617(*words: str) -> Session:
    session = Session(Game.new(617))
    for word in words:
        session.play(Move.parse(word))
    return session


def test_moves_and_share_codes_go_on_from_where_the_game_is(subtests: pytest.Subtests) -> None:
    words = STANDARD[617].split()
    session = session_of_617(*words[:10])
    for text, end in ((" ".join(words[10:15]), 15), (encode(SharedGame(solved_game(617))), len(words))):
        with subtests.test(text=text):
            assert [str(move) for move in read_pasted(text, session).moves] == words[10:end]
    assert read_pasted(encode(SharedGame(session.game)), session) == ((), "The game in this share code ends here.")


def test_a_link_and_a_mail_are_pasted_like_their_moves() -> None:
    link = "https://macroxue.github.io/freecell/game/freecell.html?deal=346:1r1r5r8r76746751344536328r2341"
    session = Session(Game.new(346))
    for move in read_pasted(link, session).moves:
        session.play(move)
    assert session.game.is_won
    assert [str(move) for move in read_pasted("> 83 53\n> 2a\n", session_of_617()).moves] == ["83", "53", "2a"]


def test_of_several_share_codes_none_is_chosen() -> None:
    codes = [encode(SharedGame(solved_game(deal))) for deal in (617, 1)]
    assert read_pasted("\n".join(codes), session_of_617()) == (
        (),
        "The pasted text holds 2 share codes: paste one of them.",
    )
    assert read_pasted(f"{codes[0]}\n{codes[0]}", session_of_617()).moves


def test_a_text_that_breaks_off_says_where() -> None:
    pasted = read_pasted("3a 3b 3c 3d 3a", Session(Game.new(1)))
    assert len(pasted.moves) == 4
    assert pasted.problem.startswith("Move 5, “3a”, fails: ")


def test_a_text_without_moves_says_so(subtests: pytest.Subtests) -> None:
    for text in ("", "   \n", "hello there", "# a comment"):
        with subtests.test(text=text):
            assert read_pasted(text, Session(Game.new(1))) == ((), "There are no moves in the pasted text.")
    pasted = read_pasted("                    H-0 C-0 D-0 S-0\n--- --- --- ---\n 7D  AD  5C\n", Session(Game.new(1)))
    assert pasted == ((), "These are boards without moves: run fc-solve with -m -snx, or with -p.")


def test_moves_of_another_deal_are_not_played(subtests: pytest.Subtests) -> None:
    for text in (write_game(solved_game(617), Dialect.STANDARD), encode(SharedGame(solved_game(617)))):
        with subtests.test(text=text):
            assert read_pasted(text, Session(Game.new(1))) == ((), "The pasted moves are of FreeCell #617.")


def test_a_share_code_that_is_damaged_or_does_not_come_by_here_says_so() -> None:
    code = encode(SharedGame(solved_game(617)))
    pasted = read_pasted(code, session_of_617("3a"))
    assert pasted.moves == ()
    assert pasted.problem.startswith("The game in this share code does not reach this position.")
    pasted = read_pasted(code[:-1] + ("0" if code[-1] != "0" else "1"), session_of_617())
    assert pasted.moves == ()
    assert "is wrong: " in pasted.problem
