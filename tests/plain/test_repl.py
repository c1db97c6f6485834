"""A game talked through, line by line."""

from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from freecell_tui.controller.advice.advisor import HELP_RULE
from freecell_tui.controller.advice.queue import VERDICT_STATES
from freecell_tui.controller.play.game import Clock
from freecell_tui.engine import CELLS, COLUMNS, FREECELL, VARIANTS, Autoplay, Dialect, Game, Move, Variant, legal_moves
from freecell_tui.engine.notation import write_game
from freecell_tui.plain.commands import VOCABULARY
from freecell_tui.plain.frontend import Speech
from freecell_tui.solver import Budget, Solved
from freecell_tui.solver.results import SHORT_STATES
from freecell_tui.solver.solve import solve
from freecell_tui.storage import saves
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.plain_driver import Speaker
from support.sessions import ManualTime
from support.solutions import HUMAN, STANDARD
from support.stored_games import keep
from support.strategies import small_table
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
    assert speaker.say("7h 4b")[-1] == "Nothing on this line was played. Not played: 7h 4b."
    assert speaker.say("7h") == ["8♣ cannot go home before A♣."]
    assert speaker.game.moves_made == 2


def test_a_written_game_can_be_pasted_line_by_line(speak: Speak) -> None:
    speaker = speak()
    game = Game.new(1)
    for word in STANDARD[1].split():
        game = game.play(Move.parse(word))
    for line in write_game(game, Dialect.STANDARD).splitlines():
        said = speaker.say(line)
    assert speaker.game.is_won
    assert said[-1] == "Your first win on this deal."


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
    assert speaker.say("1a 2b") == ["The game is won.", "Nothing on this line was played. Not played: 1a 2b."]
    for word in ("hint", "show", "show all", "solve", "lost", "back", "verdict", "give up"):
        assert speaker.say(word) == ["The game is won."]
    assert speaker.say("look")[1] == "Every card is home."
    speaker.say("undo")
    *_, again, before = speaker.say("redo")
    assert again == f"You won FreeCell, deal 1, in {moves} moves, without undo.", "the same moves were played again"
    assert before == "You won this game before; its best time and fewest moves count."


def test_when_no_move_is_left_it_is_told(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, saves.read(Path(__file__).parents[2] / "saves" / "lost-position.json").game)
    speaker.say("undo")
    assert speaker.say("redo")[-1] == "No useful move is left: undo, or restart."


def test_undo_and_redo_tell_what_they_did(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("undo") == ["Nothing to undo."]
    assert speaker.say("redo") == ["Nothing to redo."]
    assert speaker.say("restart") == ["The game is at its start."]
    speaker.say("3a 32 7b")
    assert speaker.say("u") == ["Undone: 8♣ from column 7 to cell b."]
    assert speaker.say("r") == ["Redone: 8♣ to cell b."]
    assert speaker.say("undo 2") == ["Undone: 2 moves."]
    assert speaker.say("redo 9") == ["Redone: 2 moves."]
    assert speaker.say("restart") == ["Restarted; this can be undone."]
    assert speaker.say("undo") == ["Undone: the restart."]
    assert speaker.say("redo") == ["Redone: the restart."]
    assert speaker.say("undo nothing") == ["“nothing” is not a number: try 1 or more."]


def test_a_card_or_a_pile_is_sent_to_its_best_place(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("best column 7") == ["8♣ to cell a."]
    speaker.say("3b 32")
    assert speaker.say("best 3 of diamonds") == ["3♦ to column 3, on 4♠."]
    assert speaker.say("best ks") == ["K♠ is not in sequence with the cards below it."]
    assert speaker.say("best d") == ["Cell d is empty."]
    assert speaker.say("best 9") == ["There is no column 9: FreeCell has 8."]
    assert speaker.say("best whatever") == ["“whatever” is not a card: try 7h or seven of hearts."]


def test_all_that_may_go_home_is_sent_there(tmp_path: Path) -> None:
    board = small_table("3C KS, AC QH, 2C JD, KH", FREECELL)
    speaker = Speaker(tmp_path, Game(FREECELL, 1, (board,)))
    assert speaker.say("home") == ["No card can go home now."]
    speaker.say("autoplay none")
    assert speaker.say("2a 3b 1c") == ["Q♥ to cell a.", "J♦ to cell b.", "K♠ to cell c."]
    assert speaker.say("home 3") == ["2♣ cannot go home before A♣."]
    assert speaker.say("home 2") == ["A♣ home."]
    assert speaker.say("home") == ["Home: 2♣ and 3♣."]
    assert speaker.say("home z") == ["Cards on the foundations stay there."]


def test_autoplay_is_chosen_by_name(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("autoplay") == ["Cards go home automatically when that is safe."]
    assert speaker.say("autoplay all") == ["Every card that can go home goes there automatically."]
    assert speaker.say("autoplay end") == ["Cards go home automatically once every column is in descending order."]
    assert speaker.say("autoplay asked") == ["No card goes home automatically."]
    assert speaker.say("autoplay some") == [
        "“some” is not an autoplay setting: try none, safe, all, always, end or asked."
    ]
    assert speaker.say("autoplay always") == ["Every card that can go home goes there automatically."]
    speaker.say("deal 2")
    assert speaker.session.autoplay is Autoplay.ALL


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


def test_playing_a_move_again_that_was_undone_is_told_as_a_move(speak: Speak) -> None:
    speaker = speak()
    speaker.say("3a")
    speaker.say("undo")
    assert speaker.say("3a") == ["2♥ to cell a."]


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
    assert speaker.say("history") == ["No moves played yet."]
    speaker.say("3a 32 7b")
    speaker.say("undo")
    assert speaker.say("history") == ["2 moves: 3a 32.", "You can redo 1 move."]
    assert speaker.say("status")[0].startswith("FreeCell, deal 1: 2 moves, 1 undo, no cards home, ")
    assert speaker.say("time")[0].startswith("Played for ")


def test_cards_are_words_or_marks_as_the_player_likes(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("full") == ["Cards are written as words, as in seven of hearts."]
    assert speaker.say("where 6♠") == ["Six of spades is the last card of column 1."]
    assert speaker.say("brief") == ["Cards are written as symbols, as in 7♥."]
    assert speaker.say("where 6♠") == ["6♠ is the last card of column 1."]


def test_every_word_has_help(speak: Speak) -> None:
    speaker = speak()
    everything, overview = speaker.say("help all"), " ".join(speaker.say("help"))
    for command in VOCABULARY.commands:
        line, *_ = speaker.say(f"help {command.words[0]}")
        assert line.startswith(command.words[0])
        assert line in everything
        assert command.words[0] in overview
    assert len(everything) == len(VOCABULARY.commands) + 1
    assert speaker.say("help nonsense")[0].startswith("“nonsense” is not a command.")


def test_the_help_of_a_word_is_that_of_its_command(speak: Speak) -> None:
    for line, told in (
        ("help undo", ["undo [N]: undo the last move, or the last N. Also: u. Not now: Nothing to undo."]),
        (
            "help next",
            [
                "next deal: play the next deal.",
                "next cards: find the next cards for the foundations, and which can safely go.",
            ],
        ),
        ("help games", ["games: list the unfinished games; open resumes one. Also: list."]),
        ("help give", ["give up: give this game up; it counts as lost. Not now: No moves played yet."]),
        (
            "help wrong move",
            [
                (
                    "review: show which move lost the game, and what would have won. Also: lost. "
                    "Not now: No moves played yet."
                )
            ],
        ),
        ("help xyzzy", ["“xyzzy” is not a command. Type help for a list of commands."]),
    ):
        assert speak().say(line) == told


def test_a_question_mark_lists_first_what_is_useful_now_and_last_why_others_are_off(speak: Speak) -> None:
    speaker = speak()
    said = speaker.say("?")
    assert said[:2] == ["look: read the table.", "hint: a hint."]
    assert len(said) <= 48
    assert max(map(len, said[:-2])) <= 79
    now, off = said[: said.index("Reading the table.")], said[said.index("Not now.") :]
    assert "deal NUMBER: play the deal of this number." in now
    assert "undo: Nothing to undo." in off
    speaker.say("3a")
    said = speaker.say("?")
    assert "undo: undo the last move." in said[: said.index("Reading the table.")]
    assert "redo: Nothing to redo." in said[said.index("Not now.") :]


def test_help_leaves_a_question_open_and_lists_its_answers(speak: Speak) -> None:
    for line in (
        "?",
        "help",
        "help undo",
        "help all",
    ):
        speaker = speak()
        speaker.say("3a")
        speaker.say("give up")
        said = speaker.say(line)
        is_list = line in ("?", "help")
        assert (said[:2] == ["yes: go ahead with “give up”.", "no: change nothing."]) == is_list
        assert speaker.say("yes")[0].startswith("Given up:")
        assert not speaker.say("?")[0].startswith("yes:")
        assert speaker.say("yes") == ["There is no question to answer."]


def test_help_that_asks_goes_on_in_a_sentence_of_its_own(speak: Speak) -> None:
    (line,) = speak().say("help verdict")
    assert line.endswith(": can this position still be won? On announces every change. Also: winnable, v.")


def test_what_cannot_be_done_is_answered_with_a_sentence(speak: Speak) -> None:
    for line, told in (
        ("where", "Type where and a card."),
        ("where 99", "“99” is not a card: try 7h or seven of hearts."),
        ("deal", "Type deal and a number."),
        ("deal 0", "There is no deal 0: deals are 1 to 8,589,934,591, and -1, -2 and -3."),
        ("deal one", "“one” is not a deal number: write digits, like 617."),
        ("open 1", "There is no game 1: no games can be opened."),
        ("find nothing", "“nothing” is not a rank: try 7, seven or king."),
        ("targets a", "Cell a is empty."),
        ("verdict loudly", "Type verdict, verdict on or verdict off, not verdict “loudly”."),
        ("save", "Nothing to save yet."),
        ("games", "No unfinished games."),
        ("3 look", "“3look” is not a move: write source and target, like 26, 3a, bh or 18v2."),
    ):
        speaker = speak()
        assert speaker.say(line) == [told]
        assert not speaker.game.turns


# Games


def test_a_second_save_of_one_game_is_called_a_copy(speak: Speak, tmp_path: Path) -> None:
    game = Game.new(2).play(Move.parse("3a"))
    for _ in range(2):
        keep(SaveStore(tmp_path), SavedGame(game, started="2024-11-20T18:00:00Z", saved="2024-11-20T18:01:00Z"))
    assert speak().say("games") == [
        "1: FreeCell, deal 2, after 1 move, copy. Played on 2024-11-20.",
        "2: FreeCell, deal 2, after 1 move. Played on 2024-11-20.",
    ]


def test_another_game_is_begun_and_the_one_before_is_kept_and_opened_again(speak: Speak) -> None:
    speaker = speak()
    speaker.say("3a")
    assert speaker.say("deal #617") == [
        "FreeCell, deal 617.",
        "Deal 1 is saved: type games to see your unfinished games.",
    ]
    assert speaker.say("next deal") == ["FreeCell, deal 618."]
    assert speaker.say("previous") == ["FreeCell, deal 617."]
    speaker.say("2a")
    assert speaker.say("games") == [
        "1: FreeCell, deal 617, after 1 move. This one.",
        "2: FreeCell, deal 1, after 1 move. Played just now.",
    ]
    assert speaker.say("open 1") == ["FreeCell, deal 617, after 1 move."]
    assert speaker.say("resume") == ["The game continues: FreeCell, deal 617, after 1 move."]
    assert speaker.say("open 2") == [
        "FreeCell, deal 1, after 1 move.",
        "Deal 617 is saved: type games to see your unfinished games.",
    ]
    assert speaker.say("undo") == ["Undone: 2♥ from column 3 to cell a."]
    speaker.say("deal -3")
    assert speaker.say("previous")[0] == "There is no deal before this one."
    speaker.say("new")
    assert 1 <= speaker.game.deal <= 1_000_000


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
    word = move.split(":")[0]
    assert Move.parse(word) in legal_moves(speaker.game.board, FREECELL)
    assert line.startswith(f"{word} ")
    assert " wins in " in line
    assert not speaker.game.turns
    assert speaker.say("hint")[0].endswith(" to cell a.")
    assert [str(turn.move) for turn in speaker.game.turns] == [word]
    assert speaker.say("hint")[0].startswith("Look at ")


def test_a_game_counts_as_helped_once_a_move_was_shown_and_that_is_said_before(speak: Speak) -> None:
    hinted = speak(617)
    assert hinted.say("hint")[0].endswith(f" {HELP_RULE}")
    assert not hinted.session.helped
    hinted.say("verdict")
    assert not hinted.session.helped
    assert HELP_RULE not in hinted.say("hint")[0]
    assert hinted.session.helped
    for asked in ("show", "show all", "solve"):
        shown = speak(617)
        assert shown.say(asked) == [f"{HELP_RULE} Type yes."]
        assert not shown.session.helped
        shown.say("yes")
        assert shown.session.helped, asked


def test_what_would_have_won_a_lost_game_counts_as_help(spoilt: Game, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, spoilt)
    lost, back, rule = speaker.say("lost")
    assert lost.startswith(f"Move {spoilt.moves_made} lost it: ")
    assert (back, rule) == ("Undo 1 goes back to before it.", f"{HELP_RULE} Type yes.")
    assert not speaker.session.helped
    assert " would have won: " in speaker.say("yes")[-1]
    assert speaker.session.helped


def test_a_lost_game_is_told_with_the_move_that_lost_it_and_the_way_back(spoilt: Game, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, spoilt)
    assert speaker.say("verdict") == ["This is lost."]
    assert speaker.say("lost")[0].startswith(f"Move {spoilt.moves_made} lost it: ")
    assert speaker.say("show") == speaker.say("show all") == speaker.say("solve") == ["There is no solution from here."]
    hint = ["This is lost. It could still be won 1 move ago. Type back to go back."]
    assert speaker.say("hint") == speaker.say("hint") == hint
    assert speaker.game.position == spoilt.position
    assert speaker.say("back") == ["1 move undone; it can be won from here. Type redo to play on from there."]
    assert speaker.game.position == spoilt.position - 1
    assert speaker.say("back") == ["This can still be won."]
    assert speaker.say("verdict")[0].startswith("This can be won.")
    assert speaker.say("lost") == ["The game is not lost."]


def test_who_asks_for_the_way_back_first_of_all_is_told_that_none_is_needed(speak: Speak) -> None:
    assert speak().say("back") == ["This can still be won."]


def test_a_solution_is_played_by_the_move_or_to_its_end(speak: Speak) -> None:
    speaker = speak(617)
    assert speaker.say("show") == [f"{HELP_RULE} Type yes."]
    assert not speaker.game.turns
    assert not speaker.session.helped
    (shown,) = speaker.say("yes")
    assert speaker.game.moves_made == 1
    assert shown.endswith(".")
    assert speaker.session.helped
    played, won, helped = speaker.say("show all")
    assert helped == "You were shown a move: this win counts as helped."
    assert played.startswith("Played: ")
    assert won.startswith("You won FreeCell, deal 617, in ")
    assert speaker.game.is_won


def test_the_last_move_of_a_solution_is_told_before_the_win(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, saves.read(Path(__file__).parents[2] / "saves" / "one-move-from-winning.json").game)
    assert speaker.say("show all") == [f"{HELP_RULE} Type yes."]
    move, won, *_ = speaker.say("j")
    assert "home" in move
    assert won.startswith("You won")


def test_a_solution_is_said_ten_moves_a_line_and_wins(speak: Speak) -> None:
    speaker = speak(617)
    speaker.say("solve")
    lines = speaker.say("yes")
    assert not speaker.game.turns
    assert [len(line.split()) for line in lines[:-1]] == [10] * (len(lines) - 1)
    for line in lines:
        speaker.say(line)
    assert speaker.game.is_won


def test_nothing_is_asked_of_the_solver_while_hints_are_off(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    speaker.controller.preferences.use(speaker.controller.settings.with_value("hints", value=False))
    for word in ("hint", "show", "show all", "solve", "back"):
        assert speaker.say(word) == ["Hints are off in the settings."]


def test_the_verdict_is_said_when_it_changes_if_that_is_wished(spoilt: Game, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, spoilt.undo(), verdict=True)
    assert speaker.opening[-1].startswith("This can be won.")
    assert len(speaker.say("look")) == 10
    assert speaker.say("redo")[-1] == "This is lost."
    assert speaker.say("verdict off") == ["Changes of the verdict are not announced."]
    assert len(speaker.say("undo")) == 1
    assert speaker.say("verdict on")[-1].startswith("This can be won.")
    assert speaker.say("warn off") == ["You are not warned before a move that loses a winnable game."], (
        "the verdict is the same"
    )


def test_a_winnable_deal_is_begun(speak: Speak) -> None:
    speaker = speak()
    speaker.say("new winnable")
    assert isinstance(solve(speaker.game.board, FREECELL), Solved)


def test_a_solver_without_time_says_that_it_does_not_know(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1), search_seconds=0.0)
    speaker.say("3a")
    assert speaker.say("hint") == speaker.say("verdict") == speaker.say("lost") == ["The solver could not decide."]
    assert speaker.say("show") == speaker.say("solve") == ["No solution was found."]


def test_positions_limit_a_search_and_no_time_does(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1), verdict=True)
    speaker.say("warn on")
    for word in ("hint", "3a", "lost"):
        speaker.say(word)
    budgets = {(query.short, query.budget) for query in speaker.front_end.asked}
    of_verdicts, of_lines = Budget(states=VERDICT_STATES), Budget(states=SHORT_STATES)
    assert budgets == {(False, of_verdicts), (True, of_lines), (False, of_lines)}


def test_a_machine_whose_clock_races_gives_the_same_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hints(folder: Path) -> list[list[str]]:
        speakers = [Speaker(folder / str(number), Game.new(number), verdict=True) for number in (1,)]
        return [speaker.say(word) for speaker in speakers for word in ("hint", "hint", "hint", "7a", "hint", "lost")]

    said = hints(tmp_path / "one")
    hours = count(step=3600.0)
    monkeypatch.setattr("freecell_tui.solver.results.perf_counter", lambda: next(hours))
    assert hints(tmp_path / "another") == said


def test_what_there_was_no_time_for_unasked_can_still_be_found_out(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(-1), verdict=True, unasked_states=100)
    assert speaker.opening == ["The solver could not decide."]
    assert speaker.say("verdict") == ["This deal is unwinnable."]
    speaker.say("1a")
    assert speaker.say("verdict") == ["This deal is unwinnable."]
    assert speaker.say("lost") == ["This deal is unwinnable."]
    assert speaker.say("hint") == ["This deal is unwinnable."]


def test_a_search_that_is_interrupted_is_forgotten(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    speaker.front_end.is_impatient = True
    for word in ("hint", "new winnable", "verdict", "show all"):
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
@given(
    lines=st.lists(st.lists(SAID, max_size=4).map(" ".join), max_size=12),
    variant=st.sampled_from(GAMES),
)
def test_whatever_is_said_gets_plain_sentences(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], variant: Variant
) -> None:
    speaker = Speaker(tmp_path_factory.mktemp("said"), Game.new(1, variant), search_seconds=0.02)
    for line in lines:
        for sentence in speaker.say(line):
            assert sentence.isprintable()
            assert sentence


def test_every_pile_and_every_published_game_is_understood(tmp_path: Path) -> None:
    for number in (5, 617):
        speaker = Speaker(tmp_path, Game.new(number))
        for line in HUMAN[number].splitlines():
            speaker.say(line)
        assert speaker.game.is_won
    for pile in (*COLUMNS[:8], *CELLS[:4]):
        assert len(speaker.say(pile.letter)) == 1


# Bookmarks


def test_bookmarks_are_set_listed_jumped_to_and_removed(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("bookmarks") == ["No bookmarks yet."]
    assert speaker.say("bookmark") == ["Bookmark 1 is set; type bookmarks to see all."]
    speaker.say("3a 32")
    assert speaker.say("bookmark the black  eight") == ["Bookmark “the black eight” is set; type bookmarks to see all."]
    assert speaker.say("bookmark") == ["Bookmark “the black eight” is here already; type bookmarks to see all."]
    assert speaker.say("jump 1") == ["This is bookmark 1; type redo to play your moves again."]
    assert speaker.game.board == Game.new(1).board
    assert speaker.say("bookmarks") == [
        "1: after no moves. You are here.",
        "2: the black eight, after 2 moves.",
    ]
    assert speaker.say("jump 1") == ["You are already there."]
    assert speaker.say("jump 2") == ["This is bookmark “the black eight”."]
    assert speaker.session.undos == 0
    assert speaker.say("unmark 1") == ["Bookmark 1 was removed; the game is unchanged."]
    assert speaker.say("jump 1") == ["There is no bookmark “1”."]
    assert speaker.say("unmark x") == ["There is no bookmark “x”."]
    assert speaker.say(f"bookmark {'x' * 41}") == ["A name has at most 40 characters; this one has 41."]


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


def test_a_jump_to_a_win_is_a_win(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, saves.read(Path(__file__).parents[2] / "saves" / "one-move-from-winning.json").game)
    speaker.say("bookmark")
    speaker.say("show all")
    *_, told, _ = speaker.say("show all")
    assert told.startswith("You won")
    speaker.say("bookmark won")
    assert "You won" not in " ".join(speaker.say("jump 1"))
    assert "You won FreeCell, deal 1, in " in " ".join(speaker.say("jump 2"))


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


def test_who_asks_where_the_cards_at_home_can_go_is_told_how_each_foundation_is_named(speak: Speak) -> None:
    speaker = speak(1, FREECELL.with_house_rules(cards_come_back=True))
    assert speaker.say("targets home") == ["Name the foundation the card comes from: w, x, y or z."]


def test_a_bare_number_offers_the_deal_and_yes_plays_it(speak: Speak) -> None:
    speaker = speak()
    assert speaker.say("617") == ["617 is not a move. Type yes to play deal 617."]
    assert speaker.say("no") == ["Nothing has changed."]
    assert speaker.game.deal == 1
    speaker.say("0617")
    speaker.say("yes")
    assert speaker.game.deal == 617
    assert "There is no deal" in speaker.say("000")[0]
    assert "There is no deal" in speaker.say("9" * 30)[0]
