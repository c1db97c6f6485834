"""Tournaments in the game: rules at the table and in line mode, what counts, and results handed in."""

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from freecell_tui.controller.ending import close
from freecell_tui.controller.features import tournaments
from freecell_tui.controller.features.tournaments import DealStatus, TournamentStatus
from freecell_tui.controller.table import OWN_GAME
from freecell_tui.engine import FreecellError, Move, NotationError
from freecell_tui.engine.share_code import SharedGame, encode
from freecell_tui.engine.tournaments import Entry, Tournament
from freecell_tui.storage.history import History
from freecell_tui.storage.save_store import SaveStore
from freecell_tui.storage.tournaments import ResultFile, TournamentStore, read_result, write_result
from support.games import number_of
from support.plain_driver import Speaker
from support.solutions import STANDARD
from support.tasks import outcome_of
from support.ui_driver import NO_VERDICT, Seat, after, by_name, seated

FIRST, *_, LAST = STANDARD[617].split()
DEADLY = Tournament("Deadly", (617, 5), attempts=1, undo=False, hints=False, blind=True)
OPEN = Tournament("Open", (617, 5), hints=False)


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NO_MOTION", "1")
    monkeypatch.setenv("XDG_DOCUMENTS_DIR", str(tmp_path / "documents"))
    return tmp_path / "documents"


def player(folder: Path, tournament: Tournament, *lines: str) -> Speaker:
    """A player in line mode who has begun a tournament, plays its next deal, and has said some lines."""
    speaker = Speaker(folder, after(1, 0))
    TournamentStore(speaker.controller.store).begin(tournament)
    for line in (f"tournament {tournament.key}", *lines):
        speaker.say(line)
    return speaker


def give_up(speaker: Speaker) -> None:
    for _ in range(2):
        speaker.say("give up")


def win(speaker: Speaker) -> list[str]:
    return speaker.say(STANDARD[number_of(speaker.game.deal)])


def test_the_rules_of_a_tournament_hold_in_the_next_program(tmp_path: Path) -> None:
    close(player(tmp_path, DEADLY, FIRST).controller)
    again = player(tmp_path, DEADLY)
    assert (again.game.deal, again.game.moves_made) == (617, 1)
    assert "without undo" in " ".join(again.say("undo"))


def test_moves_cannot_be_pasted_in_a_tournament(tmp_path: Path) -> None:
    speaker = player(tmp_path, OPEN)
    assert win(speaker)
    code = encode(SharedGame(speaker.game))
    other = player(tmp_path / "other", OPEN)
    assert other.say(code) == ["Moves cannot be pasted in a tournament."]
    assert not other.game.moves_made


def test_the_best_win_counts_and_the_results_are_handed_in_with_codes(tmp_path: Path, documents: Path) -> None:
    speaker = player(tmp_path, OPEN)
    said = win(speaker)
    assert "Type tournament next for the next deal of the tournament." in said
    assert speaker.say("tournament standings")[:2] == ["Deal 617: 59 moves, 0:00, no undos.", "Deal 5: not played yet."]
    speaker.say("tournament next")
    win(speaker)
    assert speaker.say("tournament next") == [f"The tournament is over: {status(speaker, OPEN).text}."]
    (saved,) = speaker.say("tournament export Ann")
    assert saved.endswith("freecell-open-ann.toml")
    result = read_result(documents / "freecell-open-ann.toml")
    assert (result.player, list(result.entries)) == ("Ann", [617, 5])
    assert all(entry.code for entry in result.entries.values())
    assert speaker.say("tournament export") == ["The results need a name."]
    rmtree(documents)
    documents.write_text("a file where the folder should be")
    assert speaker.say("tournament export Ann")[0].startswith("The results could not be saved: ")


def status(speaker: Speaker, tournament: Tournament) -> TournamentStatus:
    return outcome_of(tournaments.find_status(speaker.controller, tournament))


def test_after_giving_up_next_is_the_next_deal_and_any_deal_can_be_named(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    three = Tournament("Top 3", (617, 5, 1), attempts=2, undo=False)
    speaker = player(tmp_path, three, FIRST)
    played = [617]
    for _ in range(4):
        give_up(speaker)
        speaker.say("tournament next")
        played.append(number_of(speaker.game.deal))
        speaker.say(STANDARD[number_of(speaker.game.deal)].split()[0])
    assert played == [617, 5, 1, 617, 5]
    assert speaker.say("tournament 617") == ["Deal 617 is lost, and the rules allow no other attempt."]
    for line in (
        "tournament 1",
        "tournament top 3 1",
        "tournament Top 3",
        "tournament #1",
        f"tournament {three.key} 1",
    ):
        with subtests.test(line=line):
            speaker.say("deal 9")
            speaker.say(line)
            assert (speaker.game.deal, speaker.game.moves_made) == ((5, 1) if line.endswith("3") else (1, 0))
    assert speaker.say("tournament 2") == ["Deal 2 is not in “Top 3”: it has 617, 5 and 1."]
    assert speaker.say("tournament eight-hardest 2")[0].startswith("Deal 2 is not in “The eight hardest”: it has ")
    assert speaker.say("tournament nothing 2")[0].startswith("There is no tournament “nothing”.")
    assert Speaker(tmp_path, after(1, 0)).say("tournament 2")[0].startswith("There is no tournament “2”.")


def test_at_the_table_a_deal_is_named_on_the_command_line_or_chosen_after_giving_up(tmp_path: Path) -> None:
    two = Tournament("Two", (617, 5), attempts=2)
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        TournamentStore(seat.controller.store).begin(two)
        seat.open("tournaments", f"{two.key} 5")
        assert seat.session.game.deal == 5
        seat.session.play(Move.parse(STANDARD[5].split()[0]))
        seat.draw()
        seat.press(*by_name("give-up"), "y", "E")
        assert seat.session.game.deal == 617


# Limits

TWICE = Tournament("Twice", (617,), attempts=2, undo=False, hints=False)


def sit_down(folder: Path, tournament: Tournament) -> Speaker:
    """Another window of the player, in which nothing was chosen yet."""
    speaker = Speaker(folder, after(1, 0))
    speaker.front_end.tournament = tournament
    return speaker


def choose(speaker: Speaker, tournament: Tournament, deal: int) -> list[str]:
    """Choose a deal, and return why it cannot be played, if so."""
    try:
        outcome_of(tournaments.play(speaker.controller, tournament, deal))
    except FreecellError as error:
        return [str(error)]
    return []


def test_choosing_a_deal_again_after_a_win_goes_on_with_the_attempt_that_was_begun(tmp_path: Path) -> None:
    speaker = player(tmp_path, TWICE)
    win(speaker)
    for _ in range(4):
        assert choose(speaker, TWICE, 617) == []
        speaker.say(FIRST)
    (its,) = status(speaker, TWICE).deals
    assert (its.attempts, its.state, its.can_be_played) == (2, "won", True)
    assert its.text == "59 moves, 0:00, no undos; another attempt is not finished"
    assert len(speaker.controller.store.unfinished()) == 1
    give_up(speaker)
    assert choose(speaker, TWICE, 617) == ["Deal 617 is won, and the rules allow no other attempt."]


def test_an_attempt_counts_from_its_first_move_on_even_if_its_save_is_gone(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY)
    for _ in range(3):
        assert choose(speaker, DEADLY, 617) == []
        speaker.say("deal 1")
    assert status(speaker, DEADLY).deals[0].attempts == 0
    assert choose(speaker, DEADLY, 617) == []
    speaker.say(FIRST)
    assert status(speaker, DEADLY).deals[0].attempts == 1
    speaker.say("deal 1")
    for save in speaker.controller.store.unfinished():
        save.unlink()
    assert choose(speaker, DEADLY, 617) == ["Deal 617 is lost, and the rules allow no other attempt."]


def test_of_two_windows_that_chose_a_deal_the_first_to_move_plays_it_by_the_rules(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for tournament in (DEADLY, TWICE, OPEN):
        with subtests.test(tournament=tournament):
            first, second = (sit_down(tmp_path / tournament.title, tournament) for _ in range(2))
            for window in (first, second):
                assert choose(window, tournament, 617) == []
            first.say(FIRST)
            assert second.say(FIRST)[-1] == (
                "Deal 617 of the tournament is being played in another window. It does not count in the tournament."
            )
            assert second.game.moves_made == 1
            assert second.controller.table.contest is None
            if tournament is DEADLY:
                assert "without undo" in " ".join(first.say("undo"))
                second.say("undo")
                assert not second.game.moves_made
            second.say(" ".join(STANDARD[617].split()[second.game.moves_made :]))
            assert second.game.is_won
            assert status(first, tournament).deals[0].text == "not finished, 1 move"
            assert status(second, tournament).deals[0].attempts == 1


def test_an_attempt_that_went_on_or_ended_in_one_window_does_not_go_on_in_another(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    words = STANDARD[617].split()
    rest = " ".join(words[1:])
    one_by_one = [words[1], " ".join(words[2:])]
    for name, here, there in (
        ("played", words[1], one_by_one),
        ("played, and won there with the very move that parts them", words[1], [rest]),
        ("lost", "give up", one_by_one),
        ("won", rest, one_by_one),
    ):
        with subtests.test(name=name):
            first, second = player(tmp_path / name, DEADLY, FIRST), player(tmp_path / name, DEADLY)
            assert second.game.moves_made == 1
            for _ in range(2 if here == "give up" else 1):
                first.say(here)
            before = status(first, DEADLY).deals[0].text
            told = [second.say(line) for line in there]
            assert len(there) == 1 or "It does not count in the tournament." in told[0][-1]
            assert second.game.is_won
            assert status(first, DEADLY).deals[0].text == before
            assert True in [result.is_won for result in History(tmp_path / name).results()]


ENDED = f"This attempt in the tournament is over, and stays so. {OWN_GAME}"


def counts_as(speaker: Speaker) -> list[tuple[bool, bool]]:
    """The games in the history, losses first: whether each was won, and with help."""
    return sorted((each.is_won, each.is_helped) for each in History(speaker.controller.store.folder).results())


@pytest.mark.parametrize("way", ["undo", "back", "restart", "move"])
def test_an_attempt_that_was_given_up_is_over_and_going_on_is_another_game(tmp_path: Path, way: str) -> None:
    speaker = player(tmp_path, DEADLY, FIRST)
    give_up(speaker)
    assert not speaker.say("undo" if way == "undo" else "review")[0].startswith("This tournament")
    if way == "back":
        speaker.session.seek(0)  # as the review does at the table
    elif way in ("restart", "move"):
        assert ENDED in " ".join(speaker.say("restart" if way == "restart" else STANDARD[617].split()[1]))
    speaker.say(" ".join(STANDARD[617].split()[speaker.game.moves_made :]))
    assert speaker.game.is_won
    assert status(speaker, DEADLY).deals[0].text == "lost"
    assert counts_as(speaker) == [(False, False), (True, True)]


def test_a_win_under_limits_ends_the_attempt_and_what_follows_does_not_better_it(tmp_path: Path) -> None:
    speaker = player(tmp_path, OPEN)
    words = STANDARD[617].split()
    win(speaker)
    before = status(speaker, OPEN).deals[0].text
    assert ENDED in " ".join(speaker.say("undo 3"))
    speaker.say(" ".join(words[-3:]))
    assert speaker.game.is_won
    assert status(speaker, OPEN).deals[0].text == before
    assert counts_as(speaker) == [(True, False), (True, True)]
    free = player(tmp_path / "free", Tournament("Free", (617, 5)))
    win(free)
    assert ENDED not in " ".join(free.say("undo"))
    assert free.controller.table.contest is not None


def copy_of_attempt(speaker: Speaker, folder: Path) -> Path:
    """A copy of the save on the disk, as `freecell export --format save` or a player makes one."""
    speaker.controller.save_now()
    (save,) = speaker.controller.store.unfinished()
    return Path(copyfile(save, folder / "copy.json"))


def test_a_copy_of_an_attempt_is_another_game_whatever_becomes_of_the_attempt(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    rest = " ".join(STANDARD[617].split()[1:])
    for name, spoil in (("open", ["1a"]), ("given up", ["1a", "give up", "give up"]), ("left as it was", [])):
        with subtests.test(name=name):
            folder = tmp_path / name
            speaker = player(folder, DEADLY, FIRST)
            copied = copy_of_attempt(speaker, tmp_path)
            for line in spoil:
                speaker.say(line)
            before = status(speaker, DEADLY).deals[0].text
            other = sit_down(folder, DEADLY)
            kept = Path(copyfile(copied, folder / "unfinished" / "copied by hand.json"))
            for path in (kept, copied):
                if path is copied and not spoil:
                    continue  # what is the same as the save goes on with it
                save_file, saved = other.controller.store.open(path)
                other.controller.play(saved, save_file)
                assert other.controller.table.contest is None, (name, path)
                other.say(rest)
                assert other.game.is_won
                assert status(other, DEADLY).deals[0].text == before
            assert (True, False) not in counts_as(other)


def test_a_game_that_was_rescued_goes_on_as_the_attempt_in_the_save_that_it_has(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY, FIRST)
    speaker.controller.save_now()
    (save,) = speaker.controller.store.unfinished()
    old = save.read_bytes()
    speaker.say(STANDARD[617].split()[1])
    rescued = copy_of_attempt(speaker, tmp_path)
    save.write_bytes(old)
    again = sit_down(tmp_path, DEADLY)
    save_file, saved = again.controller.store.open(rescued)
    again.controller.play(saved, save_file)
    again.say(" ".join(STANDARD[617].split()[2:]))
    assert status(again, DEADLY).deals[0].state == "won"
    assert again.controller.store.unfinished() == []


def test_a_deleted_attempt_is_over_and_comes_back_as_a_game_of_ones_own(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(120, 40)) as seat:
        outcome_of(tournaments.play(seat.controller, DEADLY, 617))
        seat.session.play(Move.parse(FIRST))
        seat.draw()
        seat.press("l", "x")
        assert "It will count as lost, in the tournament for good." in seat.text
        seat.press("y")
        assert "was deleted" in seat.text
        watcher = sit_down(tmp_path, DEADLY)
        assert status(watcher, DEADLY).deals[0].text == "lost"
        seat.press("u")
        assert "was restored as a game of your own" in seat.text
        outcome_of(watcher.controller.recorder.import_missed_wins())
        assert counts_as(watcher) == [(False, False)]
        seat.press("enter")
        assert seat.session.game.moves_made == 1
        assert seat.controller.table.contest is None
        play_on(seat)
        assert status(watcher, DEADLY).deals[0].text == "lost"
        assert counts_as(watcher) == [(False, False), (True, True)]


@pytest.mark.parametrize("keys", [("L", "left", "enter"), ("y",), ("esc", "u"), ("l", "u", "enter")])
def test_at_the_table_too_what_follows_giving_up_is_another_game(tmp_path: Path, keys: tuple[str, ...]) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(120, 40)) as seat:
        outcome_of(tournaments.play(seat.controller, DEADLY, 617))
        for word in STANDARD[617].split()[:3]:
            seat.session.play(Move.parse(word))
        seat.draw()
        seat.press(*by_name("give-up"), "y")
        assert "counts as lost, in the tournament for good" in seat.text
        assert "play on in a game of your own" in seat.text
        seat.press(*(by_name("undo") if keys == ("y",) else keys))
        seat.draw()
        assert keys[0] == "l" or seat.message.startswith("This attempt in the tournament is over")
        assert seat.controller.table.contest is None
        play_on(seat)
        watcher = sit_down(tmp_path, DEADLY)
        assert status(watcher, DEADLY).deals[0].text == "lost"
        assert counts_as(watcher) == [(False, False), (True, True)]


def play_on(seat: Seat) -> None:
    """Win the game on the table, which is some moves into its solution."""
    for word in STANDARD[number_of(seat.session.game.deal)].split()[seat.session.game.moves_made :]:
        seat.session.play(Move.parse(word))
    seat.draw()
    assert seat.session.game.is_won


def test_a_tournament_of_a_newer_program_or_that_cannot_be_noted_is_told_and_left_alone(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY)
    (path,) = (tmp_path / "tournaments").glob("*.json")
    path.write_text(path.read_text().replace('"version": 2', '"version": 3'))
    before = path.read_bytes()
    assert "newer freecell-tui" in choose(speaker, DEADLY, 617)[0]
    assert "newer freecell-tui" in speaker.say("tournament standings")[0]
    assert path.read_bytes() == before
    rmtree(path.parent)
    path.parent.write_text("a file where the folder should be")
    assert choose(speaker, DEADLY, 617)[0].startswith("The file of a tournament that you have begun")
    assert "It does not count in the tournament." in " ".join(speaker.say(FIRST))


def test_a_damaged_file_is_told_wherever_the_tournament_is_looked_at_and_kept(tmp_path: Path) -> None:
    speaker = player(tmp_path, DEADLY, FIRST, "deal 1")
    (path,) = (tmp_path / "tournaments").glob("*.json")
    path.write_bytes(path.read_bytes()[:100])
    damaged = f"The file of a tournament that you have begun, {path.name}, is damaged."
    assert damaged in speaker.say("tournaments")
    speaker.front_end.tournament = DEADLY
    assert damaged in speaker.say("tournament standings")
    kept = f"It is kept as damaged/tournament-{DEADLY.key}.json, and the attempts in it are forgotten."
    assert f"{damaged} {kept}" in " ".join(speaker.say("tournament next"))
    assert (tmp_path / "damaged" / f"tournament-{DEADLY.key}.json").stat().st_size == 100
    assert damaged not in speaker.say("tournament standings")


WINDOWS = st.integers(0, 1)
DEALS = st.sampled_from((617, 5))


class Players(RuleBasedStateMachine):
    """Two windows at one tournament of two deals, in which everything is tried in any order."""

    @initialize(attempts=st.integers(1, 3), undo=st.booleans())
    def begin(self, attempts: int, *, undo: bool) -> None:
        self.folder = TemporaryDirectory()
        self.tournament = Tournament("Random", (617, 5), attempts=attempts, undo=undo)
        self.windows = [sit_down(Path(self.folder.name), self.tournament) for _ in range(2)]
        self.begun = dict[str, int]()
        """The deal of every game in which a move was made as one of the tournament, by the game's id."""

    def teardown(self) -> None:
        self.folder.cleanup()

    def speak(self, window: int, *lines: str) -> None:
        speaker = self.windows[window]
        for line in lines:
            speaker.say(line)
        if speaker.controller.table.contest is not None and speaker.game.turns:
            self.begun[speaker.controller.table.saved_game().game_id] = number_of(speaker.game.deal)

    @rule(window=WINDOWS, deal=DEALS)
    def choose(self, window: int, deal: int) -> None:
        choose(self.windows[window], self.tournament, deal)

    @rule(deal=DEALS)
    def play_in_both(self, deal: int) -> None:
        for window in (0, 1):
            self.choose(window, deal)
        for window in (0, 1):
            self.move(window, 1)

    @rule(window=WINDOWS, count=st.sampled_from((1, 2, 100)))
    def move(self, window: int, count: int) -> None:
        game = self.windows[window].game
        self.speak(window, " ".join(STANDARD[number_of(game.deal)].split()[game.moves_made :][:count]))

    @rule(window=WINDOWS, deal=DEALS, end=st.sampled_from(("win", "give up", "leave", "lose the save")))
    def play(self, window: int, deal: int, end: str) -> None:
        self.choose(window, deal)
        self.move(window, 100 if end == "win" else 1)
        self.speak(window, *(["give up", "give up"] if end == "give up" else []))
        for save in self.windows[window].controller.store.unfinished() if end == "lose the save" else []:
            save.unlink()

    @rule(window=WINDOWS, line=st.sampled_from(("undo", "restart", "bookmark", "deal 1", "resume", "games", "open 1")))
    def ask(self, window: int, line: str) -> None:
        self.speak(window, line)

    @rule(window=WINDOWS)
    def start_again(self, window: int) -> None:
        close(self.windows[window].controller)
        self.windows[window] = sit_down(Path(self.folder.name), self.tournament)

    @invariant()
    def no_limit_is_passed_and_no_game_escapes(self) -> None:
        for its in status(self.windows[0], self.tournament).deals:
            begun = {game_id for game_id, deal in self.begun.items() if deal == its.deal}
            assert begun <= set(its.tried)
            assert its.attempts <= self.tournament.attempts


TestNoLimitIsPassed = pytest.mark.slow(Players.TestCase)
TestNoLimitIsPassed.settings = settings(max_examples=12, stateful_step_count=12)


# At the table


def play(seat: Seat) -> None:
    *words, last = STANDARD[number_of(seat.session.game.deal)].split()
    for word in words:
        seat.session.play(Move.parse(word))
    seat.press(*last)
    seat.later(1)  # before that a win takes no key


@pytest.mark.parametrize("size", [(40, 16), (120, 40)])
def test_a_tournament_is_played_at_the_table_and_done_deals_are_told(tmp_path: Path, size: tuple[int, int]) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=size) as seat:
        TournamentStore(seat.controller.store).begin(OPEN)
        seat.press(*by_name("tournaments"))
        assert "Open" in seat.text
        seat.press("enter")
        assert "#617" in seat.text
        assert "not played yet" in seat.text
        seat.press("enter")
        assert seat.session.game.deal == 617
        play(seat)
        seat.press("E")
        assert seat.session.game.deal == 5
        seat.press(*by_name("tournaments"), "enter")
        assert "1 of 2 won" in seat.text
        assert "59" in seat.text


def test_an_attempt_counts_even_if_the_program_ends_with_its_first_move(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        outcome_of(tournaments.play(seat.controller, DEADLY, 617))
        seat.session.play(Move.parse(FIRST))
        close(seat.controller)
    assert status(sit_down(tmp_path, DEADLY), DEADLY).deals[0].text == "not finished, 1 move"


def test_a_damaged_tournament_is_told_in_its_standings_and_kept_when_it_is_played(tmp_path: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT, size=(120, 40)) as seat:
        outcome_of(tournaments.play(seat.controller, DEADLY, 617))
        (path,) = (tmp_path / "tournaments").glob("*.json")
        intact = path.read_text()
        path.write_text("damaged")
        seat.press(*by_name("tournaments"))
        seat.draw()
        assert seat.message == f"The file of a tournament that you have begun, {path.name}, is damaged."
        seat.press("esc")
        path.write_text(intact)
        seat.press(*by_name("tournaments"))
        path.write_text("damaged")
        seat.press("enter")
        assert f"{path.name}, is damaged." in seat.text
        seat.press("enter")
        assert "It is kept as damaged/" in seat.message
        assert (tmp_path / "damaged" / f"tournament-{DEADLY.key}.json").read_text() == "damaged"


def test_a_tournament_is_found_by_its_key_behind_however_many_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("freecell_tui.storage.tournaments._MAX_FILES", 1)
    store = SaveStore(tmp_path)
    for each in (DEADLY, OPEN):
        TournamentStore(store).begin(each)
        path = tmp_path / "tournaments" / f"{each.key}.json"
        os.utime(path, (1, 1 + (each is OPEN)))
    assert [tournaments.find_tournament(store, each.key) for each in (DEADLY, OPEN)] == [DEADLY, OPEN]
    with pytest.raises(NotationError, match="There is no tournament"):
        tournaments.find_tournament(store, "../../etc")


def test_hints_and_the_clock_are_off_in_a_tournament_without_them_whatever_the_settings_say(tmp_path: Path) -> None:
    untimed = Tournament("Slow", (617,), clock=False)
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        for each in (OPEN, untimed):
            TournamentStore(seat.controller.store).begin(each)
        outcome_of(tournaments.play(seat.controller, OPEN, None))
        seat.controller.preferences.change("hints", value=True)
        assert not seat.controller.settings.hints
        seat.press("i")
        assert seat.message == "This tournament is played without hints."
        assert "0:00" in seat.text
        outcome_of(tournaments.play(seat.controller, untimed, None))
        assert not seat.controller.settings.clock
        assert "0:00" not in seat.text
        seat.press("n")
        assert seat.controller.settings.hints
        assert seat.controller.settings.clock


def test_results_are_handed_in_under_a_name_that_is_typed_or_pasted(tmp_path: Path, documents: Path) -> None:
    with seated(tmp_path, after(1, 3), settings=NO_VERDICT) as seat:
        TournamentStore(seat.controller.store).begin(OPEN)
        seat.press(*by_name("tournaments"), "enter", "Y")
        assert "You have not played this tournament yet." in seat.text
        seat.paste("Ann")
        assert "Ann" not in seat.text
        seat.press("enter")
        play(seat)
        seat.open("tournaments", OPEN.key)
        seat.press("Y", "A", "esc", "Y")
        seat.paste("Ann\nOther, the " + "very " * 20)
        assert "Ann Other, the very " in seat.text
        seat.press("x", "enter")
        assert "A name on a share code has at most" in seat.text
        seat.press("backspace", "enter")
        assert "Saved" in seat.text
        assert read_result(documents / "freecell-open-ann-other-the-very.toml").player == "Ann Other, the very"


# The standings, with the results of others


def hand_in(path: Path, name: str, tournament: Tournament = OPEN, codes: dict[int, str] | None = None) -> Path:
    """The file that a friend has sent: deal 617 won as it is solved here, unless other codes are given."""
    game = after(617, 100)
    entries = codes or {617: encode(SharedGame(game, 300, 0, helped=False, name=name))}
    path.parent.mkdir(exist_ok=True)
    result = ResultFile(name, tournament, {deal: Entry(code, 1) for deal, code in entries.items()})
    path.write_text(write_result(result), encoding="utf-8")
    return path


@contextmanager
def at_the_standings(folder: Path, size: tuple[int, int] = (100, 30)) -> Iterator[Seat]:
    with seated(folder, after(1, 3), settings=NO_VERDICT, size=size) as seat:
        TournamentStore(seat.controller.store).begin(OPEN)
        seat.open("tournaments", OPEN.key)
        seat.press("s")
        seat.see("You")
        yield seat


@pytest.mark.parametrize("size", [(40, 16), (120, 40)])
def test_a_friends_file_is_found_added_to_the_standings_and_removed_again(
    tmp_path: Path, documents: Path, size: tuple[int, int]
) -> None:
    hand_in(documents / "ben.toml", "Ben")
    hand_in(documents / "carl.toml", "Carl", DEADLY)
    (documents / "junk.toml").write_text("nothing = [")
    with at_the_standings(tmp_path, size) as seat:
        assert "Ben" not in seat.text
        seat.press("a")
        seat.see("Ben")
        assert "Carl" not in seat.text
        seat.press("enter")
        seat.see("1. Ben")
        assert "2. You" in seat.text
        seat.press("x")
        seat.see("were removed")
        seat.press("u")
        seat.see("1. Ben")
    with at_the_standings(tmp_path, size) as seat:
        seat.see("1. Ben")
        seat.press("x")
        seat.see("were removed")
    with at_the_standings(tmp_path, size) as seat:
        assert "Ben" not in seat.text


@pytest.mark.parametrize("seconds", [-(10**11), -1, 0, 4 * 10**9, 253402300800, 3 * 10**11, 2**40])
def test_a_file_of_any_date_is_listed_and_added(tmp_path: Path, documents: Path, seconds: int) -> None:
    os.utime(hand_in(documents / "ben.toml", "Ben"), (0, seconds))
    with at_the_standings(tmp_path) as seat:
        seat.press("a")
        seat.see("ben.toml")
        seat.press("enter")
        seat.see("1. Ben")


def test_a_path_is_typed_with_tab_or_dropped_on_the_window_and_what_is_wrong_is_said(tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    (elsewhere / "empty").mkdir(parents=True)
    ben = hand_in(elsewhere / "ben.toml", "Ben")
    other = hand_in(elsewhere / "other.toml", "Zoe", DEADLY)
    wrong = hand_in(elsewhere / "wrong.toml", "You", codes={617: "F0001-WKXCE", 9: ""})
    with at_the_standings(tmp_path / "home") as seat:
        seat.press("a")
        seat.see("type where the file is")
        seat.press("p", *str(elsewhere)[:-3], "tab", "b", "tab", "enter")
        seat.see("1. Ben")
        seat.paste(f"'{ben}' ")
        seat.see("The results of Ben are in the standings.")
        assert seat.text.count("Ben") == 2
        for text, sentence in (
            (str(other), "other.toml holds results of another tournament than “Open”"),
            (str(elsewhere), "cannot be read"),
            ("\0", "no file can have this name"),
            ("~nobody/x", "cannot be read"),
            ("/dev/zero", "it is not a file"),
        ):
            seat.paste(text)
            seat.see(sentence)
        seat.paste(str(wrong))
        seat.see("“You”")
        seat.press("down", "down")
        seat.see("Does not count: deal 617")
        assert "deal 9" in seat.text
        seat.paste(hand_in(elsewhere / "zoe's 50%20 ü.toml", "Zoe").as_uri())
        seat.see("The results of Zoe are in the standings.")


def test_results_that_come_back_replace_none_that_were_added_since(tmp_path: Path) -> None:
    with at_the_standings(tmp_path / "home") as seat:
        seat.paste(str(hand_in(tmp_path / "ben.toml", "Ben")))
        seat.see("1. Ben")
        (kept,) = TournamentStore(seat.controller.store).folder.glob("*.toml")
        text = kept.read_text()
        seat.press("x")
        seat.see("were removed")
        newer = text.replace("attempts = 1", "attempts = 2")
        assert newer != text
        (tmp_path / "ben.toml").write_text(newer)
        seat.paste(str(tmp_path / "ben.toml"))
        seat.see("The results of Ben are in the standings.")
        kept_newer = kept.read_text()
        seat.press("u")
        seat.see("There are other results of Ben since: they stay.")
        assert kept.read_text() == kept_newer != text


def test_results_that_cannot_be_removed_or_brought_back_are_told_and_stay_as_they_are(tmp_path: Path) -> None:
    with at_the_standings(tmp_path / "home") as seat:
        seat.paste(str(hand_in(tmp_path / "ben.toml", "Ben")))
        seat.see("1. Ben")
        (kept,) = TournamentStore(seat.controller.store).folder.glob("*.toml")
        text = kept.read_bytes()
        kept.unlink()
        (kept / "in the way").mkdir(parents=True)
        seat.press("x")
        seat.see("The results could not be removed: ")
        rmtree(kept)
        kept.write_bytes(text)
        seat.press("x")
        seat.see("were removed")
        (kept / "in the way").mkdir(parents=True)
        seat.press("u")
        seat.see("The results could not be added: ")
        rmtree(kept)
        seat.press("u")
        seat.see("1. Ben")


@pytest.mark.parametrize("name", ["it's Ann's.toml", 'b\\en "ben".toml'])
def test_a_file_with_quotation_marks_in_its_name_is_added_and_no_file_is_asked_for(
    tmp_path: Path, documents: Path, name: str
) -> None:
    ben = hand_in(documents / name, "Ben")
    with at_the_standings(tmp_path / "home") as seat:
        seat.press("a")
        seat.see(name)
        seat.press("p", "enter")
        seat.see("First type where the file is")
        seat.press("esc")
        pasted = (str(ben), shlex.quote(str(ben)), f"file://{shlex.quote(str(ben))}")
        for asks, text in ((False, pasted[0]), (False, pasted[1]), (False, pasted[2]), (True, pasted[0]), (True, "")):
            if asks:
                seat.press("a")
                seat.see(name)
            if text:
                seat.paste(text)
            else:
                seat.press("1")
            seat.see("The results of Ben are in the standings.")
            seat.press("x")
            seat.see("were removed")


def test_the_standings_are_told_in_line_mode_with_a_friends_file(tmp_path: Path) -> None:
    speaker = player(tmp_path / "home", OPEN)
    win(speaker)
    ben = hand_in(tmp_path / "ben.toml", "Ben")
    told = speaker.say(f"tournament standings {ben}")
    assert "The results of Ben are in the standings." in told
    assert "2. Ben: 1 of 2 won, 59 moves, 5:00, no undos." in told
    assert "Ben and You won deal 617 with the same moves." in told
    assert speaker.say("tournament remove ben")[0] == "The results of Ben were removed."
    assert "no results of “ben”" in speaker.say("tournament remove ben")[0]
    assert speaker.say("restore results") == ["The results of Ben were restored."]
    assert speaker.say("restore results") == ["Nothing to restore."]
    assert speaker.say("tournament remove ben")[0] == "The results of Ben were removed."
    assert "cannot be read" in speaker.say("tournament standings /none.toml")[0]


def test_the_players_own_results_are_not_in_the_standings_twice(tmp_path: Path, documents: Path) -> None:
    speaker = player(tmp_path, OPEN)
    win(speaker)
    speaker.say("tournament export Ann")
    own = documents / "freecell-open-ann.toml"
    told = speaker.say(f"tournament standings {own}")
    assert told[0] == "These are your own results. You are in the standings as “You”."
    assert not any("Ann" in line for line in told)
    # An earlier version added them.
    TournamentStore(speaker.controller.store).add_result(read_result(own))
    assert not any("Ann" in line for line in speaker.say("tournament standings"))
    # A friend who has played the same moves in another time is somebody else.
    codes = {617: encode(SharedGame(speaker.game, 300, 0, helped=False, name="Ann"))}
    told = speaker.say(f"tournament standings {hand_in(tmp_path / 'ann.toml', 'Ann', codes=codes)}")
    assert "Ann and You won deal 617 with the same moves." in told


def test_without_an_attempt_there_are_no_results_to_hand_in(tmp_path: Path, documents: Path) -> None:
    speaker = player(tmp_path, OPEN)
    assert speaker.say("tournament export Ann") == ["You have not played this tournament yet."]
    assert not documents.exists()


def test_a_file_of_results_has_a_name_that_any_disk_takes(documents: Path, subtests: pytest.Subtests) -> None:
    for title, name in (("../A/B\\C: 1?", "freecell-a-b-c-1-ann.toml"), ("…", "freecell-ann.toml"), ("水" * 100, "")):
        with subtests.test(title=title):
            tried = DealStatus(1, "lost", tried=("id",))
            assert name in tournaments.export(TournamentStatus(Tournament(title, (1,)), (tried,)), "Ann")
    assert len(list(documents.iterdir())) == 3
