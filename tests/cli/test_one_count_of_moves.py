"""Every number of moves that a player reads is what the counter at the top of the table counts."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freecell_tui.cli.game_source import LoadedGame, read_game
from freecell_tui.cli.options import Options
from freecell_tui.controller.features.games import play_on
from freecell_tui.controller.features.pictures import picture_of
from freecell_tui.controller.features.share import play_pasted, read_pasted, shared_game
from freecell_tui.controller.play.replay import Replay
from freecell_tui.controller.play.session import Session
from freecell_tui.engine import FREECELL, Autoplay, Dialect, Game, Move, legal_moves, share_code, write_position
from freecell_tui.engine.transcripts import write_game
from freecell_tui.pictures.cards import Colours
from freecell_tui.solver import Solved
from freecell_tui.solver.solve import solve
from freecell_tui.storage import saves
from freecell_tui.storage.history import History
from freecell_tui.storage.results import result_of
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.saves import SavedGame
from support.commands import Batch, Written
from support.plain_driver import Speaker
from support.solutions import FC_SOLVE, STANDARD


def figure(pattern: str, said: list[str]) -> int:
    """Return the number that a sentence names; `N` in the pattern."""
    found = re.search(pattern.replace("N", r"(\d+)"), " ".join(said))
    assert found is not None, said
    return int(found[1])


def hinted(speaker: Speaker) -> int:
    return figure("wins in N moves", [speaker.say("hint")[0] for _ in range(3)])


@pytest.mark.parametrize("deal", [617, pytest.param(178, marks=pytest.mark.slow)])
def test_hint_par_solution_analysis_win_and_statistics_count_the_same_moves(
    deal: int, tmp_path: Path, run: Batch
) -> None:
    speaker = Speaker(tmp_path, Game.new(deal))
    moves = hinted(speaker)
    assert figure("Par for this deal is N moves", speaker.say("par")) == moves
    code, solution, _ = run("solve", "--short", str(deal))
    words = solution.split("\n", 1)[1].split()
    assert (code, len(words)) == (0, moves)
    file = tmp_path / "solution.txt"
    file.write_text(solution)
    assert run("verify", str(deal), str(file))[1] == f"won in {moves} moves\n"
    analysed = run("analyse", str(file))[1]
    assert figure(r"0  -     winnable +N", [analysed]) == moves
    assert f"won in {moves} moves, and the shortest solution found takes {moves}." in analysed
    player = Speaker(tmp_path, Game.new(deal))
    said = player.say(" ".join(words))
    assert figure("in N moves", said) == player.game.moves_made == moves
    assert f"Par {moves}: you matched it." in said
    assert player.say("par") == [f"Par for this deal is {moves} moves, the fewest the solver knows: you matched it."]
    assert player.controller.advisor.analysis.course(player.game).needed[0] == moves
    assert figure("won in N moves", player.say("share")) == moves
    told = player.say("statistics")
    assert figure("fewest N,", told) == moves
    assert any("level with par in 1 deal" in line for line in told)


def test_without_autoplay_every_card_sent_home_is_a_move_in_every_count(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    with_autoplay = hinted(speaker)
    speaker.say("autoplay none")
    moves = hinted(speaker)
    assert moves > with_autoplay
    assert figure("Par for this deal is N moves", speaker.say("par")) == moves
    assert History(tmp_path).par(1, FREECELL) is None, "what is kept is for the default autoplay"
    speaker.say("solve")
    for line in speaker.say("solve"):
        speaker.say(line)
    assert speaker.game.is_won
    assert speaker.game.moves_made == moves


def test_single_cards_are_not_called_moves(tmp_path: Path, run_lab: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, said, _ = run_lab("prove", "1")
    cards = figure("can be won: N single-card steps", [said])
    assert f"{cards} single-card steps (checked)" in run_lab("check", "1-4.certificate")[1]


def read_back(text: str, folder: Path) -> LoadedGame:
    """What `verify`, `export`, `share`, `analyse`, `replay` and `import` read of a game that was written down."""
    file = folder / "written.txt"
    file.write_text(text, encoding="utf-8")
    return read_game(str(file), Options(deal=None, variant=None, cells=None, dialect=None, autoplay=None)).complete()


def written(loaded: LoadedGame, dialect: Dialect) -> str:
    """What `export` writes."""
    return write_game(loaded.game, dialect, loaded.saved.notes, loaded.counting_rule)


def counts_of(speaker: Speaker, folder: Path) -> dict[str, int]:
    """The number of moves of the game at the table, in each way in which a player reads it."""
    saved, game = speaker.controller.table.saved_game(), speaker.game
    code = share_code.encode(shared_game(saved))
    kept = saves.decode(saves.encode(saved))
    counts = {
        "counter": game.moves_made,
        "status": figure(": N move", speaker.say("status")) if game.moves_made else 0,
        "statistics": result_of(saved).moves,
        "save": kept.game.moves_made,
        "code": share_code.decode(code).game.moves_made,
        "replay": Replay(kept).count,
        "review": len(speaker.controller.advisor.analysis.course_so_far(game).moves),
        "picture": figure(r"\. N move", [picture_of(saved, Colours(), None, "", None)]),
    }
    own = LoadedGame(saved)
    for dialect in Dialect if game.moves_made else ():
        text = written(own, dialect)
        loaded = read_back(text, folder)
        on_table = loaded.as_on_table()
        again = read_back(written(loaded, Dialect.STANDARD), folder)
        counts |= {
            f"{dialect.value} export | verify": on_table.game.moves_made,
            f"{dialect.value} export | export | verify": again.as_on_table().game.moves_made,
        }
        assert (on_table.game.board, again.game.board) == (game.board, game.board)
        if dialect is Dialect.FC_SOLVE:
            code = share_code.encode(shared_game(on_table.saved))
            counts["export | share | verify"] = share_code.decode(code).game.moves_made
    return counts


SETTINGS = ("none", "safe", "all", "asked", "end")
COMMANDS = ("move", "move", "home", "undo", "redo", "undo 2", "redo 3", "restart", "best", "paste", "hint", "replay")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_every_command_that_plays_leaves_one_count_in_every_place_with_every_autoplay(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("games")
    deal = data.draw(st.sampled_from([1, 5, 617]))
    speaker = Speaker(folder, Game.new(deal))
    speaker.say(f"autoplay {data.draw(st.sampled_from(SETTINGS))}")
    words = STANDARD[deal].split()
    begun = data.draw(st.integers(0, len(words)))
    play_pasted(speaker.controller, read_pasted(" ".join(words[:begun]), speaker.session).moves)
    for command in data.draw(st.lists(st.sampled_from(COMMANDS), max_size=6)):
        game = speaker.game
        if command == "replay":
            replay = Replay(speaker.controller.table.saved_game())
            replay.seek(data.draw(st.integers(0, replay.count)))
            play_on(speaker.controller, replay)
        elif game.is_won:
            continue
        elif command == "move":
            moves = list(legal_moves(game.board, game.variant))
            speaker.say(str(data.draw(st.sampled_from(moves)))) if moves else None
        elif command == "best":
            speaker.say(f"best {data.draw(st.sampled_from('12345678abcd'))}")
        elif command == "paste":
            play_pasted(speaker.controller, read_pasted(" ".join(words[begun:][:3]), speaker.session).moves)
        elif command == "hint":
            for _ in range(4 if begun > len(words) - 9 else 0):
                speaker.say("hint")
        else:
            speaker.say(command)
            if command == "home" and speaker.game is not game:
                after = speaker.game
                speaker.say("undo")
                assert speaker.game.board == game.board, "one undo undoes all that one command sent home"
                speaker.say("redo")
                assert speaker.game.place == after.place
    found = counts_of(speaker, folder)
    assert len(set(found.values())) == 1, found


@pytest.mark.parametrize("autoplay", SETTINGS)
def test_lines_as_fc_solve_writes_them_count_as_they_are_verified(autoplay: str, tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(5))
    speaker.say(f"autoplay {autoplay}")
    for line in FC_SOLVE[5].strip().splitlines():
        speaker.say(line)
    assert speaker.game.is_won
    if autoplay == "safe":
        assert speaker.game.moves_made == len(STANDARD[5].split())
    assert len(set(counts_of(speaker, tmp_path).values())) == 1


# The same game of deal 5, as earlier versions kept it: where the player sent all cards home, they are one turn.

OLD_CODE = "F0000-KYJGF-Q44DX-0M708-3RCVV-QK79C-NYH6M-RF93J-EHYA3-12VK7"
OLD_TURNS = (
    "53,2h 8a,8h 68 65 67 68,6h 27 a5 64 56 35 36 16 34 56 75 84 1a 16 76 17 16 a6 1a,1h,6h 45 43 31 23 28 48 41 73 "
    "27,2h 42 72 4h,7h,7h,6h,6h,5h 54 37 37,3h 87 8h,6h,6h,8h 53,5h,5h,2h,2h,ah,4h,2h,7h,4h,6h,4h,7h,2h,6h,4h,7h,1h,"
    "6h,1h,7h,4h,6h,4h,7h,1h,6h,7h,4h,6h,7h,7h 3h,4h,4h,6h"
)
OLD_MOVES = 49
WON = "Foundations: H-K C-K D-K S-K\n" + ":\n" * 8


def old_save(**fields: object) -> SavedGame:
    branches = [
        {"number": 1, "turns": OLD_TURNS, "played": 2},
        {"number": 2, "parent": 1, "fork": 37, "turns": "3b restart", "played": 1},
        {"number": 3, "parent": 2, "fork": 39, "turns": "5a"},
    ]
    save = saves.encode(SavedGame(Game.new(5)))
    return saves.decode(json.dumps(json.loads(save) | {"version": 1, "branches": branches} | fields))


def test_a_game_of_an_earlier_version_has_a_turn_for_each_card_that_was_sent_home(tmp_path: Path, run: Batch) -> None:
    won = old_save(branch=1, position=43, board=WON, helped_attempts=[0, 39])
    assert share_code.decode(OLD_CODE).game == won.game.without_undone()
    assert won.game.moves_made == OLD_MOVES
    assert run("verify", OLD_CODE)[1].splitlines()[0] == f"FreeCell #5, won in {OLD_MOVES} moves — verified"
    file = tmp_path / "game.json"
    file.write_text(saves.encode(won))
    assert saves.read(file) == won, "from now on it is kept like this"
    exported = run("export", str(file))[1]
    (tmp_path / "game.txt").write_text(exported)
    assert run("verify", "5", str(tmp_path / "game.txt"))[1] == f"won in {OLD_MOVES} moves\n"
    again = share_code.encode(share_code.SharedGame(won.game))
    assert share_code.decode(again).game == won.game.without_undone()
    assert counts_of(Speaker(tmp_path, won), tmp_path)["counter"] == OLD_MOVES


def test_a_win_that_was_counted_by_an_earlier_version_is_counted_anew_if_its_save_is_still_there(
    run: Batch,
    home: Path,
    subtests: pytest.Subtests,
) -> None:
    fields = json.loads(saves.encode(old_save(branch=1, position=43, board=WON)))
    fields |= {"version": 1, "branches": [{"number": 1, "turns": OLD_TURNS}], "position": 43, "id": "5" * 32}
    old = json.dumps(fields, indent=2)
    saved = saves.decode(old)
    database = home / "history.sqlite3"
    for is_there in (False, True):
        with subtests.test(is_there=is_there):
            History(home).record_win(saved)
            with closing(sqlite3.connect(database)) as connection:  # as the earlier version left it
                connection.execute("UPDATE games SET moves = 43, record = ?", (old,))
                connection.execute("DELETE FROM seen")
                connection.commit()
            if is_there:
                (home / "won").mkdir()
                (home / "won" / "20261120T180000Z-freecell-5.json").write_text(old)
            for _ in range(2):
                run("stats")
                (result,) = History(home).results()
                assert (result.moves, result.is_own_win) == (OLD_MOVES if is_there else 43, True)
            assert saves.decode(old) == History(home).saved_game("5" * 32)


def test_branches_bookmarks_notes_and_help_stay_at_their_positions_in_a_game_of_an_earlier_version() -> None:
    places = [{"branch": 1, "position": 35}, {"branch": 1, "position": 36}, {"branch": 2, "position": 38}]
    saved = old_save(
        branch=3, position=40, helped_attempts=[-1, 0, 39], notes=[{**each, "text": "here"} for each in places],
        board=write_position(Game.new(5).play(Move.parse("5a"), Autoplay.NONE).board),
        bookmarks=[{"number": number, **each} for number, each in enumerate(places, 1)],
    )  # fmt: skip
    positions = [bookmark.place.position for bookmark in saved.bookmarks]
    more = positions[1] - 36
    assert positions == [35, 36 + more, 38 + more]
    assert more > 0
    assert list(saved.notes) == [bookmark.place for bookmark in saved.bookmarks]
    assert saved.helped_attempts == (-1, 0, 39 + more)
    assert saved.game.attempt_start == 39 + more
    assert (saved.game.moves_made, saved.game.position) == (1, 40 + more)
    assert saves.decode(saves.encode(saved)) == saved


def test_where_autoplay_sent_all_cards_home_an_earlier_save_and_a_code_keep_one_turn() -> None:
    game, line = Game.new(1), solve(Game.new(1).board, FREECELL, autoplay=Autoplay.ALL)
    assert isinstance(line, Solved)
    for move in line.moves:
        game = game.play(move, Autoplay.ALL)
    text = saves.encode(SavedGame(game)).replace('"version": 2', '"version": 1')
    assert saves.decode(text).game == game
    assert share_code.decode(share_code.encode(share_code.SharedGame(game))).game == game


# Moves that fc-solve writes: each home move, also those that autoplay makes.


@pytest.mark.parametrize("deal", FC_SOLVE)
def test_home_moves_that_autoplay_makes_are_no_moves_in_a_text_of_fc_solves(
    deal: int, written: Written, run: Batch
) -> None:
    moves = len(STANDARD[deal].split())
    for text in (STANDARD[deal], FC_SOLVE[deal]):
        assert run("verify", str(deal), written(text))[1] == f"won in {moves} moves\n"
        code = run("share", written(text), "--deal", str(deal))[1].splitlines()[0]
        assert run("verify", code)[1].startswith(f"FreeCell #{deal}, won in {moves} moves")
    exported = run("export", str(deal), written(text), "--format", "fc-solve")[1]
    assert run("verify", str(deal), written(exported))[1] == f"won in {moves} moves\n"


AMBIGUOUS = "51 5d 54 5c 5a 56 45"
"""Moves of deal 100 that are two games: the last one takes several cards to an empty column, or one."""


def test_moves_that_are_two_games_are_read_as_their_heading_or_the_option_says(written: Written, run: Batch) -> None:
    told = "freecell export: These moves are one game in standard notation and another one as fc-solve writes them."
    code, _, error = run("export", "100", written(AMBIGUOUS))
    assert (code, error) == (2, f"{told} Add --dialect standard or --dialect fc-solve.\n")
    texts = set()
    for dialect in ("standard", "fc-solve"):
        chosen = run("export", "100", written(AMBIGUOUS), "--dialect", dialect)[1]
        assert run("export", "100", written(f"# Notation: {dialect}\n{AMBIGUOUS}"))[1] == chosen
        again = run("export", written(chosen), "--format", "fc-solve")[1]
        assert "# Notation: fc-solve" in again
        assert run("export", written(again))[1] == chosen, "what we write is read as it was written"
        texts.add(chosen)
    assert len(texts) == 2
    session = Session(Game.new(100))
    assert read_pasted(AMBIGUOUS, session).problem.endswith("“# Notation: fc-solve” in a line above them.")
    first, second = (read_pasted(f"# Notation: {each}\n{AMBIGUOUS}", session) for each in ("standard", "fc-solve"))
    assert first != second
    assert first.problem == second.problem == ""


def test_a_restart_is_no_move_in_line_mode(tmp_path: Path) -> None:
    speaker = Speaker(tmp_path, Game.new(1))
    speaker.say("3a 32")
    speaker.say("restart")
    speaker.say("3a")
    assert speaker.say("history") == ["3 moves and a restart: 3a 32 restart 3a."]
    assert speaker.say("undo 3") == ["Undone: 2 moves and a restart."]
    assert speaker.say("history")[1] == "You can redo 2 moves and a restart."
    assert speaker.say("redo 2") == ["Redone: 1 move and a restart."]
    speaker.say("restart")
    speaker.say("undo 2")
    assert speaker.say("redo 2") == ["Redone: 1 move and a restart."]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("deal", "autoplay"), [(1, "none"), (2, "safe")])
def test_the_line_of_a_game_has_the_same_par_in_the_game_and_in_the_command(
    run: Batch, deal: int, autoplay: str
) -> None:
    speaker = Speaker(SaveStore.of_player().folder, Game.new(deal))
    speaker.say(f"autoplay {autoplay}")
    speaker.say("par")
    speaker.session.mark_helped()
    speaker.say("play all")
    assert speaker.game.is_won
    in_game = speaker.say("share")
    line = run("share", str(deal))[1].splitlines()[1]
    assert line in in_game
    assert (", par " in line) == (autoplay == "safe"), "par is that of the default autoplay"
