"""What follows from the solver's answers for the positions of a game."""

from itertools import product

import pytest

from freecell_tui.controller.advice.analysis import GameAnalysis, HintStep, PositionQuery
from freecell_tui.engine import FREECELL, Autoplay, AutoplayRule, Game, Move, find_variant, legal_moves
from freecell_tui.engine.notation import describe_move
from freecell_tui.solver import Reason, Solved, Undecided, Unsolvable
from freecell_tui.solver.analysis import Verdict
from freecell_tui.solver.solve import solve
from support.solutions import STANDARD

LOST = Unsolvable(1, 0.0)
LOST_BY_AUTOPLAY = Unsolvable(1, 0.0, is_won_with_safe=True)
RULES = [AutoplayRule(policy, finish) for policy in Autoplay for finish in (False, True)]
OPEN = Undecided(Reason.SECONDS, 1, 0.0)


def new_analysis() -> GameAnalysis:
    return GameAnalysis(FREECELL, AutoplayRule(Autoplay.SAFE, finish=True))


@pytest.fixture
def analysis() -> GameAnalysis:
    return new_analysis()


def played(game: Game, turns: int) -> Game:
    """A game some moves on: as in the known solution of deal 1, and anyhow in others."""
    for word in STANDARD[1].split()[:turns]:
        moves = list(legal_moves(game.board, game.variant))
        game = game.play(Move.parse(word) if game.deal == 1 else moves[0])
    return game


def test_one_solution_tells_of_every_position_on_it(analysis: GameAnalysis) -> None:
    game = Game.new(1)
    assert (analysis.verdict(game), analysis.line(game), analysis.difficulty(game)) == (None, (), None)
    answer = solve(game.board, game.variant, short=True)
    assert isinstance(answer, Solved)
    analysis.record_answer(game.board, answer, short=True)
    length = len(analysis.line(game))
    while not game.is_won:
        assert analysis.verdict(game) is Verdict.WON
        assert analysis.advice_query(game) is None
        assert len(analysis.line(game)) == length
        game = game.play(analysis.follow_advice(game)[0], finish=True)
        length -= 1
    assert length == 0


def test_what_is_known_of_a_board_that_need_not_be_in_the_game(analysis: GameAnalysis) -> None:
    game = Game.new(1)
    answer = solve(game.board, game.variant)
    assert isinstance(answer, Solved)
    ahead = game.play(answer.moves[0])
    assert analysis.outcome(ahead.board) is None
    analysis.record_answer(game.board, answer)
    assert analysis.outcome(ahead.board) is Verdict.WON
    elsewhere = Game.new(2).board
    analysis.record_answer(elsewhere, LOST)
    assert analysis.outcome(elsewhere) is Verdict.LOST


def test_how_hard_a_deal_is_follows_from_the_search_for_any_line_and_not_for_a_short_one(
    analysis: GameAnalysis,
) -> None:
    game = Game.new(1)
    line = solve(game.board, game.variant)
    assert isinstance(line, Solved)
    analysis.record_answer(game.board, Solved(line.moves, 10**9, 0.0), short=True)
    assert analysis.difficulty(game) is None
    analysis.record_answer(game.board, Solved(line.moves, 1, 0.0))
    assert analysis.difficulty(game) == "very easy"
    assert analysis.difficulty(game.play(line.moves[0])) is None


def test_a_deal_is_hard_or_easy_only_with_the_autoplay_and_the_rules_that_this_was_measured_with(
    subtests: pytest.Subtests,
) -> None:
    for variant, policy, told in (
        (FREECELL, Autoplay.SAFE, "very easy"),
        (FREECELL, Autoplay.ALL, None),
        (FREECELL, Autoplay.NONE, None),
        (FREECELL.with_house_rules(aces_only_home=True), Autoplay.SAFE, None),
        (FREECELL.with_house_rules(cards_come_back=True), Autoplay.SAFE, None),
        (FREECELL.with_cells(3), Autoplay.SAFE, None),
    ):
        with subtests.test(variant=variant, policy=policy):
            game, known = Game.new(1, variant), GameAnalysis(variant, AutoplayRule(policy, finish=True))
            known.record_answer(game.board, Solved((), 1, 0.0))
            assert known.difficulty(game) == told


def test_a_position_from_which_a_won_one_was_reached_is_won(analysis: GameAnalysis) -> None:
    beginning = Game.new(1)
    later = played(beginning, 2)
    analysis.record_answer(later.board, solve(later.board, later.variant))
    assert analysis.verdict(later.seek(0)) is Verdict.WON
    assert analysis.line(later.seek(0))[:2] == tuple(turn.move for turn in later.turns)
    # The same board in a game that knows no way on is another matter.
    assert analysis.verdict(beginning) is None


def test_what_is_lost_stays_lost_until_a_move_is_taken_back(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 5)
    analysis.record_answer(game.boards[2], LOST)
    assert analysis.verdict(game) is Verdict.LOST
    assert analysis.verdict(game.seek(2)) is Verdict.LOST
    assert analysis.verdict(game.seek(1)) is None
    assert analysis.verdict(game.restart()) is None


def next_asked(analysis: GameAnalysis, game: Game) -> int | None:
    """The position that is searched next to find the move that lost: the deal, then the middle of the gap."""
    query = analysis.verdict_query(game)
    return None if query is None else game.boards.index(query.board)


def test_halving_the_game_finds_the_move_that_lost_unless_the_deal_is_lost() -> None:
    game = played(Game.new(1), 12)
    for culprit in range(12):
        analysis = new_analysis()
        analysis.record_answer(game.board, LOST)
        questions = 0
        while (position := next_asked(analysis, game)) is not None:
            questions += 1
            analysis.record_answer(game.boards[position], LOST if position >= culprit else won_by_any(game, position))
        course, before = analysis.course(game), culprit - 1 if culprit else None
        assert (course.last_won, course.first_lost, course.losing_position) == (before, culprit, before)
        assert questions <= 5


def won_by_any(game: Game, position: int) -> Solved:
    """An answer that a position is won, by whichever move."""
    return Solved(tuple(legal_moves(game.boards[position], FREECELL))[:1], 1, 0.0)


def test_what_could_not_be_decided_is_not_asked_again(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 8)
    analysis.record_answer(game.board, LOST)
    asked = []
    while (position := next_asked(analysis, game)) is not None:
        asked.append(position)
        analysis.record_answer(game.boards[position], OPEN)
    assert len(asked) == len(set(asked)) == 2
    assert analysis.verdict(game) is Verdict.LOST
    assert all(analysis.verdict(game.seek(position)) is Verdict.UNKNOWN for position in asked)


def test_a_game_that_was_won_is_its_own_line_until_a_shorter_one_is_found(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 10_000)
    assert game.is_won
    course = analysis.course(game)
    assert set(course.verdicts) == {Verdict.WON}
    assert course.needed[0] == len(course.moves)
    assert course.detours == ()
    assert analysis.line(game.seek(0)) == course.moves
    answer = solve(game.boards[0], FREECELL, short=True)
    assert isinstance(answer, Solved)
    analysis.record_answer(game.boards[0], answer, short=True)
    course = analysis.course(game)
    assert course.needed[0] == answer.length
    assert sum(map(course.cost, course.detours)) == len(course.moves) - answer.length > 0


def test_what_was_taken_back_belongs_to_the_course_and_what_was_before_a_restart_does_not(
    analysis: GameAnalysis,
) -> None:
    game = played(Game.new(1), 4).restart().play(Move.parse("3a")).play(Move.parse("5b")).restart().seek(6)
    assert analysis.course(game).moves == (Move.parse("3a"), Move.parse("5b"))
    assert analysis.course(game).start == 5
    assert analysis.course(game.seek(2)).moves == tuple(turn.move for turn in game.turns[:4])


def test_to_know_a_course_every_position_that_is_won_is_asked_about_once_and_first_those_far_apart(
    analysis: GameAnalysis,
) -> None:
    game = played(Game.new(1), 16)
    assert analysis.pending_queries(game) == [PositionQuery(game.boards[16])]
    analysis.record_answer(game.board, won_by_any(game, 16))
    asked = []
    while pending_queries := analysis.pending_queries(game):
        assert pending_queries[0].short
        asked.append(game.boards.index(pending_queries[0].board))
        analysis.record_answer(pending_queries[0].board, OPEN, short=True)
    assert asked[:5] == [0, 16, 8, 4, 12]
    assert sorted(asked) == list(range(17))


def test_of_a_lost_game_only_what_was_won_is_looked_at_further(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 12)
    analysis.record_answer(game.board, LOST)
    while (pending_queries := analysis.pending_queries(game)) and not pending_queries[0].short:
        position = game.boards.index(pending_queries[0].board)
        analysis.record_answer(game.boards[position], LOST if position >= 5 else won_by_any(game, position))
    assert set(pending_queries) == {PositionQuery(board, short=True) for board in game.boards[:5]}
    course = analysis.course(game)
    assert course.losing_position == 4
    assert course.verdicts[5:] == (Verdict.LOST,) * 8


def test_a_game_whose_end_nobody_can_decide_is_looked_at_before_it(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 8)
    analysis.record_answer(game.board, OPEN)
    assert analysis.pending_queries(game) == [PositionQuery(game.boards[4])]
    analysis.record_answer(game.boards[4], OPEN)
    assert analysis.pending_queries(game) == []
    assert analysis.course(game).losing_position is None


def test_it_is_asked_for_the_verdict_then_for_a_short_line_which_no_longer_one_replaces(
    analysis: GameAnalysis, subtests: pytest.Subtests
) -> None:
    game = Game.new(1)
    quick, short = solve(game.board, FREECELL), solve(game.board, FREECELL, short=True)
    assert isinstance(quick, Solved)
    assert isinstance(short, Solved)
    assert short.length < quick.length
    assert analysis.next_query(game) == PositionQuery(game.board)
    analysis.record_answer(game.board, quick)
    assert analysis.next_query(game) == PositionQuery(game.board, short=True)
    analysis.record_answer(game.board, short, short=True)
    assert analysis.next_query(game) is None
    for answer in (short, quick):
        with subtests.test(answer=answer):
            analysis.record_answer(game.board, answer)
            assert analysis.course(game).needed == (short.length,)


def test_a_hint_is_a_card_then_its_move_then_the_line_and_begins_anew_after_a_move(analysis: GameAnalysis) -> None:
    game = Game.new(1)
    analysis.record_answer(game.board, solve(game.board, game.variant, short=True), short=True)
    steps = [analysis.next_hint(game) for _ in range(5)]
    assert steps == [HintStep.CARD, HintStep.MOVE, HintStep.LINE, HintStep.PLAY, HintStep.CARD]
    card, move, line = (analysis.hint(game, step).text for step in steps[:3])
    advised = analysis.line(game)
    assert card.startswith("Look at ")
    assert move.endswith(f" ({advised[0]}).")
    told = " ".join(map(str, advised[:10]))
    assert line == f"{told} and {len(advised) - 10} more: this wins in {len(advised)} moves."
    followed = game
    for step, played in zip(analysis.hint(game, HintStep.LINE).steps, advised, strict=False):
        assert step.cards == followed.board.cards(played.source)[-len(step.cards) :]
        assert str(played).startswith(step.keys)
        followed = followed.play(played, finish=True)
    analysis.next_hint(game)
    game = game.play(advised[0], finish=True)
    assert analysis.next_hint(game) is HintStep.CARD


def test_a_hint_does_not_depend_on_what_else_there_was_time_to_search(subtests: pytest.Subtests) -> None:
    slow, fast = (
        new_analysis(),
        new_analysis(),
    )
    game = played(Game.new(1), 30)
    for board in game.boards[28:30]:
        for short in (False, True):
            fast.record_answer(board, solve(board, FREECELL, short=short), short=short)
    for analysis in (slow, fast):
        with subtests.test(analysis=analysis):
            asked = set()
            while (query := analysis.next_query(game)) is not None:
                asked.add(query)
                analysis.record_answer(query.board, solve(query.board, FREECELL, short=query.short), short=query.short)
            assert PositionQuery(game.board, short=True) in asked, "this very position is searched"
    assert slow.advice(game) == fast.advice(game)


def test_where_no_short_line_is_found_the_line_of_the_verdict_is_advised(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 2)
    answer = solve(game.board, FREECELL)
    assert isinstance(answer, Solved)
    analysis.record_answer(game.boards[0], solve(game.boards[0], FREECELL))
    analysis.record_answer(game.board, OPEN, short=True)
    assert analysis.next_query(game) == PositionQuery(game.board)
    analysis.record_answer(game.board, answer)
    assert analysis.next_query(game) is None
    assert analysis.advice(game)[0] == answer.moves[0]


def test_one_piece_of_advice_leads_to_the_next_whatever_becomes_known_meanwhile(analysis: GameAnalysis) -> None:
    game = Game.new(178)
    analysis.record_answer(game.board, solve(game.board, FREECELL), short=True)
    line = analysis.follow_advice(game)
    for at, move in enumerate(line[:-1], 1):
        game = game.play(move, finish=True)
        if at % 20 == 1:
            analysis.record_answer(game.board, solve(game.board, FREECELL, short=True), short=True)
        assert analysis.follow_advice(game) == line[at:]


def test_how_far_back_a_lost_game_could_be_won_is_told_with_the_losing_move(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 2)
    analysis.record_answer(game.board, LOST)
    way_out = Move.parse(STANDARD[1].split()[1])
    analysis.record_answer(game.boards[1], Solved((way_out,), 1, 0.0))
    assert analysis.last_winnable(game) == 1
    assert analysis.losing_position(game) == 1
    lost_it = describe_move(way_out, game.boards[1], FREECELL)
    assert analysis.describe_losing_move(game, 1) == f"Move 2 lost it: {lost_it}."
    assert analysis.describe_winning_line(game.seek(1)) == f"Instead, 1 move would have won: {way_out}."


def test_where_it_was_lost_is_told_only_if_it_is_known(analysis: GameAnalysis) -> None:
    game = played(Game.new(1), 3)
    assert analysis.losing_position(game) == "The solver could not decide."
    analysis.record_answer(game.board, LOST)
    assert analysis.losing_position(game) == "The solver could not decide."
    assert analysis.last_winnable(game) == "The solver could not decide."
    analysis.record_answer(game.boards[0], LOST)
    assert analysis.last_winnable(game) == "This deal cannot be won."
    assert analysis.losing_position(game) == "This deal cannot be won."
    fresh = Game.new(1)
    other = new_analysis()
    other.record_answer(fresh.board, solve(fresh.board, FREECELL))
    assert other.losing_position(fresh) == "The game is not lost."


def test_a_loss_names_the_autoplay_that_alone_is_known_to_lose(subtests: pytest.Subtests) -> None:
    named, plain = "With autoplay “all” this deal cannot be won", "This deal cannot be won."
    results = {LOST: plain, LOST_BY_AUTOPLAY: f"{named}; with “safe” it can.", Unsolvable(1, 0.0, None): f"{named}."}
    game = played(Game.new(1), 3)
    for (result, sentence), rule in product(results.items(), RULES):
        with subtests.test(result=result, rule=rule):
            analysis = GameAnalysis(FREECELL, rule)
            for board in (game.boards[0], game.board):
                analysis.record_answer(board, result)
            is_all = rule.policy is Autoplay.ALL
            for said in (analysis.unwinnable(game), analysis.last_winnable(game), analysis.losing_position(game)):
                assert said == (sentence if is_all else plain)


def test_each_loss_is_told_of_as_far_as_it_is_known_itself() -> None:
    game, prefix = played(Game.new(1), 4), "With autoplay “all” "
    analysis = GameAnalysis(FREECELL, AutoplayRule(Autoplay.ALL, finish=True))
    analysis.record_answer(game.boards[1], Solved((Move.parse(STANDARD[1].split()[1]),), 1, 0.0))
    analysis.record_answer(game.boards[2], LOST_BY_AUTOPLAY)
    analysis.record_answer(game.boards[3], LOST)
    # The second move lost it by autoplay; after the third it is lost with any, and stays so.
    assert analysis.losing_position(game) == 1
    assert analysis.describe_losing_move(game, 1).startswith(f"{prefix}move 2 lost it: ")
    said = [analysis.of_autoplay("This game is lost.", game.seek(at)) for at in (2, 3, 4)]
    assert said == [f"{prefix}this game is lost.", "This game is lost.", "This game is lost."]
    # A restart begins anew.
    assert analysis.of_autoplay("It is lost.", game.restart()) == f"{prefix}it is lost."


def test_where_columns_build_by_suit_autoplay_loses_nothing() -> None:
    variant = find_variant("bakers-game")
    analysis = GameAnalysis(variant, AutoplayRule(Autoplay.ALL, finish=True))
    game = Game.new(10, variant)
    result = solve(game.board, variant, autoplay=Autoplay.ALL)
    analysis.record_answer(game.board, result)
    assert analysis.unwinnable(game) == "This deal cannot be won."
