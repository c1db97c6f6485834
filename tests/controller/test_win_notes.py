"""What is said of a win: only what is true, and what was there before."""

from datetime import date

from freecell_tui.controller.records.statistics import win_notes
from freecell_tui.storage.results import Result, deal_of
from support.histories import result

BEFORE = result(1, seconds=192.0, moves=70)
SHOWN = result(3, seconds=1.0, moves=1, is_helped=True)
LOST = result(4, seconds=1.0, moves=1, is_won=False)


def test_a_win_is_praised_for_what_it_is() -> None:
    rows: list[tuple[Result, list[Result], int, list[str]]] = [
        (result(2), [], 1, ["Your first win on this deal."]),
        (result(2), [result(1, is_won=False)], 1, ["Your first win on this deal, after 1 loss."]),
        (result(2, seconds=160.0, moves=70), [BEFORE], 1, ["Your best time on this deal: 2:40, before 3:12."]),
        (result(2, seconds=192.0, moves=63), [BEFORE], 1, ["Your fewest moves on this deal: 63, before 70."]),
        (result(2, seconds=200.0, moves=71), [BEFORE], 3, ["3 wins in a row."]),
        (result(2, seconds=200.0, moves=71), [BEFORE], 1, []),
        (result(2, seconds=1.0, moves=1, is_helped=True), [BEFORE], 9, ["You were shown a move: this win counts"]),
        (result(1, seconds=1.0), [BEFORE], 1, ["You won this game before; its best time and fewest moves count."]),
        (result(2, deal=deal_of(date(2026, 11, 20))), [], 1, ["This is today’s daily deal.", "Your first win"]),
        (result(2, deal=deal_of(date(2026, 11, 19))), [], 1, ["Your first win on this deal."]),
        (result(2, deal=deal_of(date(2026, 11, 21))), [], 1, ["Your first win on this deal."]),
        (result(2, seconds=0.0, moves=70), [BEFORE], 1, ["Your best time on this deal: 0:00, before 3:12."]),
        (result(2, seconds=5.0, moves=70), [result(1, seconds=0.0, moves=70)], 1, []),
        (
            result(2, seconds=160.0, moves=70),
            [BEFORE, SHOWN, LOST],
            1,
            ["Your best time on this deal: 2:40, before 3:12."],
        ),
        (result(2, seconds=160.0, moves=63), [SHOWN, LOST], 1, ["Your first win on this deal, after 1 loss."]),
    ]
    for win, of_deal, streak, sentences in rows:
        said = list(win_notes(win, of_deal, streak))
        assert len(said) == len(sentences), said
        assert all(sentence.startswith(start) for sentence, start in zip(said, sentences, strict=True)), said


def test_a_player_who_wants_no_clock_is_told_no_time() -> None:
    assert list(win_notes(result(2, seconds=1.0, moves=70), [BEFORE], 1, tells_time=False)) == []
