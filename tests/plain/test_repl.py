"""A game talked through, line by line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from freecell_tui.engine import CELLS, COLUMNS, FREECELL, VARIANTS, Autoplay, Game, Move, Variant, legal_moves
from freecell_tui.plain.blocking_advisor import SearchTimes
from freecell_tui.plain.parser import WORDS
from freecell_tui.solver import Solved, Unsolvable, solve
from freecell_tui.storage import saves
from freecell_tui.storage.settings import VerdictDisplay
from support.plain_driver import Speaker
from support.solutions import HUMAN, STANDARD
from support.strategies import small_table

Speak = Callable[..., Speaker]


@pytest.fixture
def speak(tmp_path: Path) -> Speak:
    return lambda number=1, variant=FREECELL, mode=VerdictDisplay.MASKED: Speaker(
        tmp_path, Game.new(number, variant), mode
    )


@pytest.fixture(scope="module")
def spoilt() -> Game:
    """A game of deal 1 in which the last move turned won into lost."""
    game = Game.new(1)
    answer = solve(game.board, FREECELL, short=True)
    assert isinstance(answer, Solved)
    for move in answer.moves:
        for blunder in legal_moves(game.board, FREECELL):
            after = game.play(blunder)
            if isinstance(solve(after.board, FREECELL), Unsolvable) and any(legal_moves(after.board, FREECELL)):
                return after
        game = game.play(move)
    raise AssertionError("nobody can lose deal 1")


# Moves


def test_a_line_of_moves_is_told_move_by_move(speak: Speak) -> None:
    assert speak().say("3a 3 2 # two moves") == ["2♥ to cell a.", "8♦ to column 2, on 9♣."]


def test_a_line_stops_at_the_first_move_that_is_refused(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("3a 32 7h 4b") == [
        "2♥ to cell a.",
        "8♦ to column 2, on 9♣.",
        "8♣ cannot go home before A♣.",
        "Played: 3a 32. Not played: 7h 4b.",
    ]
    assert speaker.say("7h 4b")[-1] == "Nothing of the line was played. Not played: 7h 4b."
    assert speaker.say("7h") == ["8♣ cannot go home before A♣."]
    assert speaker.game.moves_made == 2


def test_a_line_that_cannot_be_read_plays_nothing(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("3a 3x") == ["“3x” is not a move: write source and target, like 26, 3a, bh or 18v2."]
    assert not speaker.game.turns


def test_a_won_game_says_so_once_and_takes_no_more_moves(speak: Speak) -> None:
    speaker = speak()
    *_, last, praise = speaker.say(STANDARD[1])
    moves = speaker.game.moves_made
    assert last == f"You won FreeCell, deal 1, in {moves} moves, without undo."
    assert praise == "Your first win on this deal."
    assert speaker.say("1a 2b") == ["The game is won.", "Nothing of the line was played. Not played: 1a 2b."]
    for word in ("hint", "show", "solve", "lost", "verdict"):
        assert speaker.say(word) == ["The game is won."]
    assert speaker.say("look")[1] == "Every card is home."
    speaker.say("undo")
    *_, again, before = speaker.say("redo")
    assert again == f"You won FreeCell, deal 1, in {moves} moves, with 1 undo."
    assert before == "This game was won before; its best time and fewest moves count."


def test_when_no_move_is_left_it_is_told(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, saves.read(Path(__file__).parents[2] / "saves" / "lost-position.json").game)
    speaker.say("undo")
    assert speaker.say("redo")[-1] == "No useful move is left: undo, or start again."


def test_undo_and_redo_tell_what_they_did(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("undo") == ["There is nothing to take back."]
    assert speaker.say("redo") == ["There is nothing to play again."]
    assert speaker.say("restart") == ["The game is at its beginning."]
    speaker.say("3a 32 7b")
    assert speaker.say("u") == ["Taken back: 8♣ from column 7 to cell b."]
    assert speaker.say("r") == ["Again: 8♣ to cell b."]
    assert speaker.say("undo 2") == ["Taken back: 2 moves."]
    assert speaker.say("redo 9") == ["Again: 2 moves."]
    assert speaker.say("restart") == ["Started again; undo takes this back."]
    assert speaker.say("undo") == ["Taken back: the restart."]
    assert speaker.say("redo") == ["Again: the restart."]
    assert speaker.say("undo nothing") == ["“nothing” is not a number from 1 up."]


def test_a_card_or_a_pile_is_sent_to_its_best_place(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("best column 7") == ["8♣ to cell a."]
    speaker.say("3b 32")
    assert speaker.say("best 3 of diamonds") == ["3♦ to column 3, on 4♠."]
    assert speaker.say("best ks") == ["K♠ is not in sequence with the cards below it."]
    assert speaker.say("best d") == ["Cell d is empty."]
    assert speaker.say("best 9") == ["There is no column 9: FreeCell has 8."]
    assert speaker.say("best whatever") == ["“whatever” is not a card: say 7h, or seven of hearts."]


def test_all_that_may_go_home_is_sent_there(tmp_path: Path) -> None:
    board = small_table("3C KS, AC QH, 2C JD, KH", FREECELL)
    speaker = Speaker(tmp_path, Game(FREECELL, 1, (board,)))
    assert speaker.say("home") == ["No card can go home now."]
    speaker.say("autoplay none")
    assert speaker.say("2a 3b 1c") == ["Q♥ to cell a.", "J♦ to cell b.", "K♠ to cell c."]
    assert speaker.say("home 3") == ["2♣ cannot go home before A♣."]
    assert speaker.say("home 2") == ["A♣ home."]
    assert speaker.say("home") == ["Home: 2♣ and 3♣."]
    assert speaker.say("home z") == ["A card that is home stays home."]


def test_autoplay_is_chosen_by_name(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("autoplay") == ["What is safe goes home by itself."]
    assert speaker.say("autoplay all") == ["All that may goes home by itself."]
    assert speaker.say("autoplay end") == ["Cards go home by themselves once every column runs down in order."]
    assert speaker.say("autoplay asked") == ["Nothing goes home by itself."]
    assert speaker.say("autoplay some") == ["“some” is no way to autoplay: say none, safe, all, always, end or asked."]
    assert speaker.say("autoplay always") == ["All that may goes home by itself."]
    speaker.say("deal 2")
    assert speaker.seat.session.autoplay is Autoplay.ALL


# Hearing


def test_a_pile_alone_is_read(speak: Speak) -> None:
    speaker = speak()
    told = ["Column 1, 7 cards: J♦, K♦, 2♠, 4♣, 3♠, 6♦, 6♠."]
    assert speaker.say("1") == speaker.say("1?") == speaker.say("column 1") == speaker.say("COL 1") == told
    assert speaker.say("a") == ["Cell a is free."]
    assert speaker.say("h") == ["The foundations are empty."]
    assert speaker.say("e") == ["There is no cell e: this game has 4 free cells."]
    assert speaker.say("column x9") == ["“x9” is not a pile: columns are 1 to 0, free cells a to g and k, home h."]


def test_the_last_answer_is_said_again_and_again(speak: Speak) -> None:
    speaker = speak()
    told = speaker.say("3a 32")
    assert speaker.say("last") == told
    assert speaker.say("repeat") == told
    told = speaker.say("nonsense")
    assert speaker.say("last") == told


def test_history_and_status_tell_of_the_game(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("history") == ["No move was made."]
    speaker.say("3a 32 7b")
    speaker.say("undo")
    assert speaker.say("history") == ["2 moves: 3a 32.", "Taken back, and can be redone: 1 move."]
    assert speaker.say("status")[0].startswith("FreeCell, deal 1: 2 moves, 1 undo, no cards home, ")
    assert speaker.say("time")[0].startswith("Played for ")


def test_cards_are_words_or_marks_as_the_player_likes(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("full") == ["Cards are words, as in seven of hearts."]
    assert speaker.say("where 6♠") == ["Six of spades is the last card of column 1."]
    assert speaker.say("brief") == ["Cards are marks, as in 7♥."]
    assert speaker.say("where 6♠") == ["6♠ is the last card of column 1."]


def test_every_word_has_an_action_and_help(speak: Speak) -> None:
    speaker = speak()
    assert speaker.talk.actions.keys() == {word.name for word in WORDS}
    everything = speaker.say("help all")
    for word in WORDS:
        (line,) = speaker.say(f"help {word.name}")
        assert line.startswith(word.name)
        assert line in everything
        assert word.name in " ".join(speaker.say("help"))
    assert speaker.say("help nonsense")[0].startswith("“nonsense” is not a word here.")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("where", "Say what after where: CARD."),
        ("where 99", "“99” is not a card: say 7h, or seven of hearts."),
        ("look here", "Say look with nothing after it."),
        ("deal", "Say what after deal: NUMBER."),
        ("deal 0", "There is no deal 0: deals are 1 to 8,589,934,591, and -1, -2 and -3."),
        ("deal one", "“one” is not a deal number: write digits, like 617."),
        ("open 1", "There is no game 1: no games can be opened."),
        ("next", "Say what after next: cards or deal."),
        ("next week", "Next what? Say next cards or next deal, not “week”."),
        ("find nothing", "“nothing” is not a rank: say 7, seven, or king."),
        ("targets a", "Cell a is empty."),
        ("verdict loudly", "“loudly” is no way to hear the verdict: say on, masked or off."),
        ("save", "There is nothing to save before the first move."),
        ("games", "No game is unfinished."),
        ("3 look", "“3look” is not a move: write source and target, like 26, 3a, bh or 18v2."),
    ],
)
def test_what_cannot_be_done_is_answered_with_a_sentence(speak: Speak, line: str, told: str) -> None:
    speaker = speak()
    assert speaker.say(line) == [told]
    assert not speaker.game.turns


# Games


def test_another_game_is_begun_and_the_one_before_is_kept_and_opened_again(speak: Speak) -> None:
    speaker = speak()
    speaker.say("3a")
    assert speaker.say("deal #617") == ["FreeCell, deal 617.", "Deal 1 is kept: games lists it."]
    assert speaker.say("next deal") == ["FreeCell, deal 618."]
    assert speaker.say("previous") == ["FreeCell, deal 617."]
    speaker.say("2a")
    assert speaker.say("games") == [
        "1: FreeCell, deal 617, after 1 move. This one.",
        "2: FreeCell, deal 1, after 1 move. Played just now.",
    ]
    assert speaker.say("open 1") == ["The game goes on: FreeCell, deal 617, after 1 move."]
    assert speaker.say("open 2") == ["FreeCell, deal 1, after 1 move.", "Deal 617 is kept: games lists it."]
    assert speaker.say("undo") == ["Taken back: 2♥ from column 3 to cell a."]
    speaker.say("deal -3")
    assert speaker.say("previous")[0] == "There is no deal before this one."
    speaker.say("new")
    assert 1 <= speaker.game.deal <= 1_000_000


def test_a_save_that_cannot_be_read_is_told_in_the_list(speak: Speak, tmp_path: Path) -> None:
    speaker = speak()
    speaker.say("3a")
    (tmp_path / "unfinished" / "broken.json").write_text("{}")
    told = speaker.say("games")
    assert any("cannot be read, and is kept" in line for line in told)
    assert "1: FreeCell, deal 1, after 1 move. This one." in told


def test_a_disk_that_refuses_is_told_once(speak: Speak, tmp_path: Path) -> None:
    speaker = speak()
    (tmp_path / "unfinished").write_text("in the way")
    told = speaker.say("3a")
    assert told[0] == "2♥ to cell a."
    assert told[1].startswith("This game cannot be saved: ")
    assert speaker.say("32") == ["8♦ to column 2, on 9♣."]


# The solver


def test_hints_come_in_three_steps(speak: Speak) -> None:
    speaker = speak()
    nudge, move, line = (speaker.say("hint")[0] for _ in range(3))
    assert nudge.startswith("Look at ")
    word = move.split(":")[0]
    assert Move.parse(word) in legal_moves(speaker.game.board, FREECELL)
    assert line.startswith(f"{word} ")
    assert " wins in " in line


def test_a_lost_game_is_told_with_the_move_that_lost_it_and_the_way_back(spoilt: Game, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, spoilt)
    assert speaker.say("verdict") == ["This is lost."]
    lost, instead, back = speaker.say("lost")
    assert lost.startswith(f"Move {spoilt.moves_made} lost it: ")
    assert " would have won: " in instead
    assert back == "Undo 1 goes back to before it."
    assert speaker.say("show") == speaker.say("solve") == ["There is no solution from here."]
    assert speaker.say("hint") == ["This is lost. Once more goes back 1 move, to where it could be won."]
    assert speaker.say("hint") == ["From here it can still be won."]
    assert speaker.game.position == spoilt.position - 1
    assert speaker.say("verdict")[0].startswith("This can be won.")
    assert speaker.say("lost") == ["It is not lost."]


def test_a_solution_is_played_by_the_move_or_to_its_end(speak: Speak) -> None:
    speaker = speak(617)
    (shown,) = speaker.say("show")
    assert speaker.game.moves_made == 1
    assert shown.endswith(".")
    assert speaker.seat.session.helped
    played, won, helped = speaker.say("solve")
    assert helped == "A solution was shown: this win is counted apart, as helped."
    assert played.startswith("Played: ")
    assert won.startswith("You won FreeCell, deal 617, in ")
    assert speaker.game.is_won


def test_the_verdict_is_said_when_it_changes_if_that_is_wished(spoilt: Game, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, spoilt.undo(), VerdictDisplay.ON)
    assert speaker.say("a")[-1].startswith("This can be won.")
    assert len(speaker.say("look")) == 10
    assert speaker.say("redo")[-1] == "This is lost."
    assert speaker.say("verdict masked") == ["The verdict is masked."]
    assert len(speaker.say("undo")) == 1
    assert speaker.say("verdict on")[-1].startswith("This can be won.")


def test_a_winnable_deal_is_begun(speak: Speak) -> None:
    speaker = speak()
    speaker.say("winnable")
    assert isinstance(solve(speaker.game.board, FREECELL), Solved)


def test_a_solver_without_time_says_that_it_does_not_know(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1), patience=SearchTimes(0.0, 0.0, 0.0))
    assert speaker.say("hint") == ["The time for a hint was too short to know. The word verdict thinks longer."]
    assert speaker.say("verdict") == speaker.say("lost") == ["The solver could not decide it."]
    assert speaker.say("show") == ["No solution was found."]
    assert speaker.say("winnable") == ["No deal was found in the time there is; say winnable again to look on."]


def test_what_a_hint_had_no_time_for_can_still_be_found_out(tmp_path: Path) -> None:
    # To prove that this deal cannot be won takes a hundred thousand positions.
    speaker = Speaker(tmp_path, Game.new(11982), patience=SearchTimes(0.02, 600.0, 600.0))
    assert speaker.say("hint") == ["The time for a hint was too short to know. The word verdict thinks longer."]
    assert speaker.say("verdict") == ["This is lost."]
    assert speaker.say("lost") == ["This deal cannot be won."]
    assert speaker.say("hint") == ["No position of this game can be won."]


# Whatever is said


SAID = (
    st.sampled_from([name for word in WORDS for name in (word.name, *word.also, word.name[:2])])
    | st.sampled_from("1234567890abcdefgkhwxyz")
    | st.builds(lambda a, b: f"{a}{b}", st.sampled_from("1234567890abwz"), st.sampled_from("1234567890abh"))
    | st.sampled_from(["7h", "seven", "of", "hearts", "617", "-1", "2", "none", "on", "#", "?", "18v2"])
    | st.sampled_from(["\x1b[2J", "\x00", "\x9b", "\u2028", "\r"])
    | st.text(max_size=8)
)  # fmt: skip

GAMES = [*VARIANTS.values(), FREECELL.with_cells(0), FREECELL.with_house_rules(cards_come_back=True)]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(lines=["best ah", "home w", "wa"], variant=FREECELL.with_house_rules(cards_come_back=True))
@given(
    lines=st.lists(st.lists(SAID, max_size=4).map(" ".join), max_size=12),
    variant=st.sampled_from(GAMES),
)
def test_whatever_is_said_gets_plain_sentences(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], variant: Variant
) -> None:
    speaker = Speaker(tmp_path_factory.mktemp("said"), Game.new(1, variant), patience=SearchTimes(0.02, 0.02, 9.0))
    for line in lines:
        for sentence in speaker.say(line):
            assert sentence.isprintable()
            assert sentence


def test_every_pile_and_every_published_game_is_understood(tmp_path: Path) -> None:
    for number, moves in HUMAN.items():
        speaker = Speaker(tmp_path, Game.new(number))
        for line in moves.splitlines():
            speaker.say(line)
        assert speaker.game.is_won
    for pile in (*COLUMNS[:8], *CELLS[:4]):
        assert len(speaker.say(pile.letter)) == 1


# Bookmarks


def test_bookmarks_are_set_listed_jumped_to_and_removed(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("bookmarks") == ["No bookmark is set."]
    assert speaker.say("bookmark") == ["Bookmark 1 is set. To come back here, say jump 1."]
    speaker.say("3a 32")
    assert speaker.say("bookmark the black  eight") == [
        "Bookmark 2, the black eight, is set. To come back here, say jump 2."
    ]
    assert speaker.say("bookmark") == ["Bookmark 2, the black eight, is here already."]
    assert speaker.say("jump 1") == ["Bookmark 1, after no moves. To go back to where you were, say jump 0."]
    assert speaker.game.board == Game.new(1).board
    assert speaker.say("bookmarks") == [
        "0: before the jump, after 2 moves.",
        "1: after no moves. You are here.",
        "2: the black eight, after 2 moves.",
    ]
    assert speaker.say("jump 1") == ["You are there."]
    assert speaker.say("jump 0")[0].startswith("Where you were before the jump, after 2 moves.")
    assert speaker.seat.session.undos == 1
    assert speaker.say("unmark 1") == ["Bookmark 1 is removed; the game stays as it is."]
    assert speaker.say("jump 1") == ["There is no bookmark 1."]
    assert speaker.say("jump x") == ["“x” is not the number of a bookmark."]
    assert speaker.say(f"bookmark {'x' * 41}") == ["A name has at most 40 signs, and this has 41."]


def test_a_bookmark_is_in_the_save_when_it_is_told(speak: Speak, tmp_path: Path) -> None:
    speaker = speak()
    speaker.say("bookmark the deal")
    (path,) = (tmp_path / "unfinished").iterdir()
    assert [bookmark.name for bookmark in saves.read(path).bookmarks] == ["the deal"]


def test_the_list_tells_the_names_of_games(speak: Speak) -> None:
    speaker = speak()
    speaker.seat.session.name = "Sunday"
    speaker.say("3a")
    assert speaker.say("games") == ["1: Sunday, FreeCell, deal 1, after 1 move. This one."]


def test_a_jump_to_a_win_is_a_win(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, saves.read(Path(__file__).parents[2] / "saves" / "one-move-from-winning.json").game)
    speaker.say("bookmark")
    *_, told, _ = speaker.say("solve")
    assert told.startswith("You won")
    speaker.say("bookmark won")
    assert "You won" not in " ".join(speaker.say("jump 1"))
    assert "You won FreeCell, deal 1, in " in " ".join(speaker.say("jump 2"))
