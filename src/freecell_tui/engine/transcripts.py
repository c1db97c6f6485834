"""Transcripts: games written as a header and moves, one or several in a text.

In standard notation or in fc-solve's dialect, and as other programs write them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple

from freecell_tui.engine.board import Board, read_position
from freecell_tui.engine.deals import parse_deal
from freecell_tui.engine.game import AutoplayRule, Game, Notes, Turn, next_turn
from freecell_tui.engine.notation import (
    CARD_MOVE,
    Dialect,
    plain_moves,
    read_move,
    translated_move,
    wrap_moves,
    write_move,
)
from freecell_tui.engine.other_programs import log_words, read_link
from freecell_tui.engine.positions import Deal, StartPosition, deal_name, read_start_comment, start_comment
from freecell_tui.engine.rules import Autoplay, apply_move
from freecell_tui.engine.text import FreecellError, IllegalMove, NotationError, joined, printable, quoted
from freecell_tui.engine.variants import FREECELL, HOUSE_RULES, VARIANTS, Variant, find_variant

# Not compiled here: moves are seldom read before the first frame.
_SUIT_LETTERS: Final = str.maketrans("♣♦♥♠.,;", "CDHS   ", "\ufe0e\ufe0f")
_REMARK: Final = r"\s*(?:#|//|;|[^\W\d][^\n]*[^\W\d]\s?:\s*$)"
_NO_MOVES: Final = (
    rf"{_REMARK}|\s*(?:-=-=|====|This game is |I could not solve this game|Total number of states "
    r"|This scan generated "
    r"|Reading the board from |Please refer to the documentation |https?://|Type \"fc-solve |To cancel this message )"
)


def move_words(text: str) -> Iterator[str]:
    """Yield the words of a written game, one for each move.

    The sentences and boards of fc-solve's log are read, too, as words of its dialect.
    Comments from `#` on, and the lines that fc-solve prints before and after its moves, are skipped.
    A move of KPat's solver, as `2S to temp`, is one word.
    Raise NotationError for boards of fc-solve from which no moves can be read.
    """
    if (words := log_words(text)) is not None:
        yield from words
        return
    remarks = f"{_NO_MOVES}|{_NUMBER}"
    lines = [line for line in text.splitlines() if line.strip() and not re.match(remarks, line)]
    for line in _without_line_numbers(lines):
        numbered = re.sub(r"^\s*[(\[]?[0-9]{1,4}[.):\]]{1,2}\s+", "", line)
        if (move := re.fullmatch(CARD_MOVE, numbered.translate(_SUIT_LETTERS))) is not None:
            yield " ".join(move[0].split())
        else:
            yield from plain_moves(line)


def _without_line_numbers(lines: list[str]) -> list[str]:
    """Return lines without the numbers before them, if each begins with its own."""
    numbered = [re.match(r"\W*([0-9]{1,4})[\s,;|]+(?=[0-9a-z]{2})", line, re.IGNORECASE) for line in lines]
    starts = [match.end() for number, match in enumerate(numbered, 1) if match is not None and int(match[1]) == number]
    if len(lines) == 1 or len(starts) < len(lines):
        return lines
    return [line[start:] for line, start in zip(lines, starts, strict=True)]


# Transcripts: a game written as a header, which names the deal and the variant, and its moves.
#
# The header is FreeCell Pro's: `#617 Attempt: 1 NumFcs=4 (FCPro - Solved)`. Variants other than FreeCell have their
# own name in place of `FCPro`, and house rules follow it: `#1 Attempt: 1 NumFcs=8 (eight-off+aces_only_home)`.
# So does the autoplay if the moves are those of a game with another than SAFE: `(FCPro+autoplay_all - Solved)`, and
# `autoplay_finish` if all cards went home at the end. Where every home move is written, the line that names the dialect
# says so instead: `# Notation: fc-solve, autoplay_all`.
# `Solved` is written only if the game is won.
# A game that begins at a position has `position K7QF` or the name of a file in place of the deal, and the position in
# comments below: `# Position K7QF:`, and a line for each line of `write_position`, up to a line that is no comment.

_FREECELL_PRO: Final = "FCPro"
_BY_FREECELL_PRO: Final = "^(FCPro|FCS)"  # FCS: found by fc-solve within FreeCell Pro
# Patterns are compiled when a text is read, so that a command that reads none does not wait for them.
_HEADER: Final = (
    r"\s*#(?:(?P<deal>[-−]?[0-9][0-9,]*) Att(?:empt|\.)|(?P<file>\S[^\n]{0,999}?) Attempt(?=: [0-9]{1,9} NumFcs=))"
    r"(?:: ?[0-9]{1,9} +NumFcs=(?P<cells>[0-9]{1,2}) "
    r"\((?P<game>[a-z+_\-]{1,99}|FC(?:Pro|S)[a-z+_]{0,99})(?: - Solved| Solution)?\))?"
)
# The line above a printed deal.
_NUMBER: Final = (
    r"\s*(?:#|(?i:(?:microsoft |windows |freecell,? ){0,2}(?:deal|game)(?: no\.?| number)?) ?#?)"
    r"(?P<deal>[-−]?[0-9][0-9,]*):?[ \t\r]*(?:\n|$)"
)
_SOLVED: Final = " - Solved"
_AUTOPLAY: Final = "autoplay_"
# The line that names the dialect, a comment to other programs.
_NOTATION: Final = r"(?m)^# Notation: (?P<dialect>standard|fc-solve)(?P<rules>(?:, autoplay_[a-z]{3,9}){0,2})\s*$"
_ONLY_FC_SOLVE: Final = (
    rf"(?m)^({CARD_MOVE}$|-=-=|This game is solve|Move: |Move (a card|[0-9]{{1,2}} cards) from |Freecells:)"
)


class Header(NamedTuple):
    """The header of a transcript."""

    deal: Deal | None
    """The deal, or None if the header names the file of a position without the position."""

    variant: Variant | None
    """The variant, or None if the header does not name it."""

    rule: AutoplayRule | None = None
    """The autoplay with which the moves are counted, or None if the header does not name it."""


class TranscriptError(NamedTuple):
    """The first move of a transcript that cannot be played."""

    number: int
    """The number of the move, from 1."""

    word: str
    """The move as it is written."""

    error: FreecellError
    """The reason."""

    @property
    def is_illegal(self) -> bool:
        return isinstance(self.error, IllegalMove)

    def __str__(self) -> str:
        return f"Move {self.number}, {quoted(self.word)}, fails: {self.error}"


def write_header(name: int | str, variant: Variant, *, is_won: bool, rule: AutoplayRule | None = None) -> str:
    """Return the header of a game.

    `name` is the deal, or the name of the file with the first position.
    The autoplay is named if a `rule` is given.
    """
    game = _FREECELL_PRO if variant.name == FREECELL.name else variant.name
    rules = "+".join([game, *variant.house_rules, *_rule_words(rule)])
    solved = _SOLVED if is_won else ""
    return f"#{printable(str(name))} Attempt: 1 NumFcs={variant.cells} ({rules}{solved})"


def _rule_words(rule: AutoplayRule | None) -> list[str]:
    if rule is None:
        return []
    is_told = rule.finish and rule.policy is Autoplay.NONE  # with any other all cards go home at the end
    return [f"{_AUTOPLAY}{rule.policy}", *([f"{_AUTOPLAY}finish"] if is_told else [])]


def write_heading(
    deal: Deal, variant: Variant, dialect: Dialect, *, is_won: bool, rule: AutoplayRule | None = None, file: str = ""
) -> str:
    """Return the header of a game, with a line for fc-solve's dialect and the lines of a position.

    Standard notation needs no line, and a numbered deal none for its cards.
    A position is named by its `file`, if there is one.
    """
    name, start = str(deal), ""
    if isinstance(deal, StartPosition):
        name = file or deal_name(deal)
        start = "" if deal.board.is_won else f"\n{start_comment(deal)}"
    if dialect is Dialect.STANDARD:
        return f"{write_header(name, variant, is_won=is_won, rule=rule)}{start}"
    notation = ", ".join([dialect.value, *_rule_words(rule)])
    return f"{write_header(name, variant, is_won=is_won)}\n# Notation: {notation}{start}"


def read_header(text: str) -> Header | None:
    """Return the header of a transcript, or None if it has none.

    Raise NotationError or NoSuchDeal if the header is wrong.
    """
    if (match := _find_heading(text.splitlines())) is None:
        return None
    fields = match.groupdict()  # the line above a printed deal has only its number
    name, *rules = re.sub(_BY_FREECELL_PRO, FREECELL.name, fields.get("game") or "").split("+")
    line = re.search(_NOTATION, text)
    words = [*rules, *(line["rules"].split(", ") if line is not None else [])]
    policy = next((policy for policy in Autoplay if f"{_AUTOPLAY}{policy}" in words), None)
    rule = None if policy is None else AutoplayRule(policy, f"{_AUTOPLAY}finish" in words)
    variant = None  # an unknown name says nothing about the rules
    if name in VARIANTS:
        variant = find_variant(name, int(fields["cells"]), [name for name in HOUSE_RULES if name in rules])
    deal = read_start_comment(text, variant or FREECELL) if match["deal"] is None else parse_deal(match["deal"])
    return Header(deal, variant, rule)


# Several games in one text: transcripts one after the other, the answers of `freecell solve` about several deals, as
# text or as JSON, or several logs of fc-solve.

_ANSWER: Final = (
    r"(?P<name>\S[^\n]{0,999}?) (?:\(autoplay (?P<autoplay>safe|all|none)\) )?"
    r"(?:solved:(?P<moves>.*)|(?P<result>unsolvable(?:[ ,].*)?|undecided: .*))$"
)
_JSON_ANSWER: Final = r'\s*\{\s*"deal"\s*:(?=.*"result"\s*:)'
_LOG_END: Final = r"\s*(This game is solveable|I could not solve this game)"


_MOST_NAMED: Final = 5
"""The most deals that a sentence names."""


class WrittenGame(NamedTuple):
    """One of the games of a text."""

    name: str
    """The deal's number, or the file of the position; '' if the text names neither."""

    lines: str
    """The lines of this game alone."""

    result: str = ""
    """The answer of a solver that found no moves, as `unsolvable`; '' for moves."""

    @property
    def text(self) -> str:
        """The transcript of this game alone."""
        if (link := read_link(self.lines)) is None:
            return self.lines
        rule = AutoplayRule(link.autoplay, finish=False)
        return f"{write_header(link.deal, FREECELL, is_won=True, rule=rule)}\n{wrap_moves(link.words)}"

    @property
    def deal(self) -> int | None:
        """The deal, or None if the text does not name it."""
        try:
            return parse_deal(self.name)
        except FreecellError:
            return None


@lru_cache(1)
def written_games(text: str) -> Sequence[WrittenGame]:
    """Return the games of a text, in order.

    A game begins at a header, at an answer of `freecell solve`, or after the end of fc-solve's log.
    Comments before a header belong to its game.
    Raise NotationError for an unreadable answer in JSON.
    """
    games = list[WrittenGame]()
    for lines in _parts(text):
        if (game := _read_answer(lines[0])) is not None:
            games.append(game)
            continue
        heading = _find_heading(lines)
        if heading is not None or not all(map(_is_comment, lines)):
            name = "" if heading is None else heading["deal"] or heading["file"]
            games.append(WrittenGame(name, "\n".join(lines)))
    return tuple(games)


class SeveralGames(NotationError):
    """A text with several games, of which no single one is asked for."""

    def __init__(self, games: Sequence[WrittenGame], deal: Deal | None) -> None:
        self.deals = list(dict.fromkeys(game.deal for game in games if game.deal is not None))
        which = ""
        if len(self.deals) > _MOST_NAMED:
            which = f", of {len(self.deals):,} deals from {self.deals[0]} to {self.deals[-1]}"
        elif self.deals:
            which = f", of {'deals' if len(self.deals) > 1 else 'deal'} {joined(list(map(str, self.deals)))}"
        none = f", none of {deal_name(deal)}" if deal is not None and self.deals and deal not in self.deals else ""
        super().__init__(f"There are {len(games):,} games{which}{none}.")


def find_game(text: str, deal: Deal | None) -> str:
    """Return the text of the only game, or of the only game of a deal.

    Raise SeveralGames without a single one, or NotationError for a game without moves.
    """
    games = written_games(text)
    found = games if len(games) == 1 else [game for game in games if deal is not None and game.deal == deal]
    if not games:
        return text
    if len(found) != 1:
        raise SeveralGames(games, deal)
    if found[0].result:
        raise NotationError(f"There are no moves of deal {found[0].name}: it is {found[0].result}.")
    return found[0].text


def _parts(text: str) -> Iterator[list[str]]:
    """Yield the lines of each game of a text, perhaps with lines of comment alone."""
    lines, is_ended = list[str](), False
    for line in text.replace("\ufeff", "").splitlines():
        if not line.strip():
            lines.append(line)
            continue
        answers = is_answer(line)
        is_new = answers or (_heading(line) is not None and not all(map(_is_comment_alone, lines)))
        is_new = is_new or (is_ended and re.match(_NO_MOVES, line) is None)
        if is_new and lines:
            yield lines
            lines, is_ended = [], False
        lines.append(line)
        is_ended = answers or is_ended or re.match(_LOG_END, line) is not None
    if lines:
        yield lines


def _heading(line: str) -> re.Match[str] | None:
    return re.match(_HEADER, line) or re.match(_NUMBER, line)


def _find_heading(lines: Iterable[str]) -> re.Match[str] | None:
    """Return the heading of a game, which only comments precede, or None."""
    for line in filter(str.strip, lines):
        if (match := _heading(line)) is not None or not _is_comment(line):
            return match
    return None


def _is_comment(line: str) -> bool:
    return not line.strip() or re.match(_REMARK, line) is not None


def _is_comment_alone(line: str) -> bool:
    return _is_comment(line) and _heading(line) is None


def is_answer(line: str) -> bool:
    """Return whether a line is a whole game: an answer of `freecell solve` about one of several deals, or a link."""
    return (
        any(re.match(pattern, line) is not None for pattern in (_JSON_ANSWER, _ANSWER)) or read_link(line) is not None
    )


def _read_answer(line: str) -> WrittenGame | None:
    """Return the game of an answer of `freecell solve` or of a link, or None for another line."""
    if re.match(_JSON_ANSWER, line) is not None:
        return _read_json_answer(line)
    if (link := read_link(line)) is not None:
        return WrittenGame(str(link.deal), line)
    if (match := re.match(_ANSWER, line)) is None:
        return None
    name, rule = match["name"], f"\n# Notation: standard, {_AUTOPLAY}{match['autoplay']}" if match["autoplay"] else ""
    heading = f"#{name}" if re.match(_NUMBER, f"#{name}") else write_header(name, FREECELL, is_won=True)
    return WrittenGame(name, f"{heading}{rule}\n{match['moves'] or ''}", match["result"] or "")


def _read_json_answer(line: str) -> WrittenGame:
    """Return the game of an answer in JSON; raise NotationError."""
    import json  # noqa: PLC0415 - few games are written as JSON

    try:
        fields = json.loads(line)
        name, result, moves = str(fields["deal"]), str(fields["result"]), fields["moves"] or []
        rules = [rule for rule in HOUSE_RULES if rule in fields.get("house_rules", ())]
        variant = find_variant(fields["variant"], fields.get("cells"), rules)
        rule = AutoplayRule(Autoplay(fields["autoplay"]), finish=False) if "autoplay" in fields else None
        # Earlier answers do not carry the position of a file.
        heading = write_header(name, variant, is_won=True, rule=rule)
        if "start" in fields:
            start = StartPosition(read_position(fields["start"], variant))
            heading = write_heading(start, variant, Dialect.STANDARD, is_won=True, rule=rule, file=name)
        return WrittenGame(name, f"{heading}\n{' '.join(map(str, moves))}", "" if moves else result)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NotationError(f"{quoted(line)} is not an answer of “freecell solve --json”.") from None


def replay_moves(
    game: Game, text: str, dialect: Dialect, autoplay: Autoplay, *, finish: bool = False
) -> tuple[Game, TranscriptError | None]:
    """Return the game after a text's moves, and the first error.

    The game stops at the first move that fails.
    The error is None if every move can be played.
    """
    board, played = game.board, list[tuple[Turn, Board]]()
    for number, word in enumerate(move_words(text), 1):
        try:
            move = read_move(word, board, dialect)
            turn, board = next_turn(board, game.variant, move, autoplay, finish=finish)
        except FreecellError as error:
            won = IllegalMove("The game is won already. Perhaps another game begins here.")
            return game.extended(played), TranscriptError(number, word, won if board.is_won else error)
        played.append((turn, board))
    return game.extended(played), None


class AmbiguousMoves(FreecellError):
    """A text that is a different game in each dialect."""


class Reading(NamedTuple):
    """A text as replayed in one dialect."""

    dialect: Dialect
    game: Game
    error: TranscriptError | None
    """The first move that fails, or None if every move can be played."""


def replay_in_likeliest(
    game: Game, text: str, dialect: Dialect | None = None, rule: AutoplayRule | None = None
) -> Reading:
    """Replay moves in the likeliest dialect.

    It is the given `dialect`, or the one named in the text, or the one in which the moves lead furthest or to a win.
    Without a `rule`, the autoplay is that of each dialect.
    Raise AmbiguousMoves if two different games remain.
    """
    dialect = dialect or named_dialect(text)
    dialects = Dialect if dialect is None else (dialect,)
    readings = list[Reading]()
    for each in dialects:
        policy, finish = rule or AutoplayRule(dialect_autoplay(each), finish=False)
        readings.append(Reading(each, *replay_moves(game, text, each, policy, finish=finish)))
    readings.sort(key=lambda reading: (len(reading.game.turns), reading.game.is_won), reverse=True)
    best, *others = readings
    for other in others:
        are_playable = best.error is None and other.error is None
        are_alike = are_playable and best.game.is_won == other.game.is_won
        if are_alike and not _names_rules(text) and not _is_same_game(best.game, other.game):
            raise AmbiguousMoves(
                "These moves are one game in standard notation and another one as fc-solve writes them."
            )
    return best


def _names_rules(text: str) -> bool:
    """Return whether a text has a whole header, as standard notation has it."""
    heading = _find_heading(text.splitlines())
    return heading is not None and heading.re.pattern == _HEADER


def _is_same_game(standard: Game, fc_solve: Game) -> bool:
    """Return whether two readings differ only in written home moves.

    A home move that autoplay makes is written only in fc-solve's dialect.
    """
    try:
        return standard.boards in (fc_solve.boards, as_on_table(fc_solve).boards)
    except IllegalMove:
        return False


SAFE: Final = AutoplayRule(Autoplay.SAFE, finish=False)
"""The default autoplay, with which all cards go home at the end anyway."""

_COUNTING: Final = (
    SAFE,
    AutoplayRule(Autoplay.ALL, finish=False),
    AutoplayRule(Autoplay.NONE, finish=False),
    AutoplayRule(Autoplay.NONE, finish=True),
)


def as_on_table(game: Game, rule: AutoplayRule = SAFE) -> Game:
    """Return a game with written home moves, as played on the table.

    On the table, a home move that autoplay makes is no move.
    Raise IllegalMove if that game cannot be played, as may happen if cards came back from a foundation.
    """
    return normalised(game, rule.policy, finish=rule.finish)[0]


def counting_rule(game: Game) -> AutoplayRule:
    """Return the autoplay with which a game keeps its number of moves.

    SAFE if no autoplay leads to that number.
    """
    candidates = list[AutoplayRule]()
    for rule in _COUNTING:
        with suppress(IllegalMove):
            replayed = as_on_table(game, rule)
            if len(replayed.turns) == game.moves_made:
                if replayed.board == game.board:
                    return rule
                candidates.append(rule)
    return candidates[0] if candidates else SAFE


def named_dialect(text: str) -> Dialect | None:
    """Return the dialect named in a text, or None without any.

    A text names its dialect in a line, or has a line that only fc-solve writes.
    """
    if (match := re.search(_NOTATION, text)) is not None:
        return Dialect(match["dialect"])
    return Dialect.FC_SOLVE if re.search(_ONLY_FC_SOLVE, text) else None


def dialect_autoplay(dialect: Dialect) -> Autoplay:
    """Return the autoplay implied by a dialect.

    There is none if the dialect writes every home move.
    """
    return Autoplay.SAFE if dialect is Dialect.STANDARD else Autoplay.NONE


def write_game(game: Game, dialect: Dialect, notes: Notes | None = None, rule: AutoplayRule = SAFE) -> str:
    """Return the transcript of a game up to its present position.

    In standard notation every safe card goes home at once, even if it stayed on the table in the game.
    Notes follow the moves that led to them, as comments: lines that begin with `#`.
    Raise IllegalMove if the game cannot be written, as may happen if cards came back from a foundation.
    """
    policy, finish = rule if dialect is Dialect.STANDARD else (dialect_autoplay(dialect), False)
    written, counts = normalised(game, policy, finish=finish)
    moves = zip(written.turns, written.boards, strict=False)
    words = [write_move(turn.move, board, game.variant, dialect) for turn, board in moves if turn.move is not None]
    named = None if rule == SAFE else rule
    lines, done = [write_heading(game.deal, game.variant, dialect, is_won=game.is_won, rule=named)], 0
    for count, position in zip(counts, range(game.attempt_start, game.position + 1), strict=True):
        note = notes.get(game.place_at(position)) if notes else None
        if note is not None:
            lines += [wrap_moves(words[done:count]), f"# {note}"]
            done = count
    lines.append(wrap_moves(words[done:]))
    return "".join(f"{line}\n" for line in lines if line)


def normalised(game: Game, autoplay: Autoplay, *, finish: bool = False) -> tuple[Game, list[int]]:
    """Return the game replayed with another autoplay, and its turn counts.

    The new game begins at the deal or the last restart and has no undone turns.
    Cards that are home already are not moved again.
    Item n of the counts is the number of new turns after n turns of the original.
    With `finish`, all cards go home as soon as the board is sorted.
    Raise IllegalMove if a move becomes illegal.
    """
    original = game.without_undone()
    new_board, played, counts = original.boards[0], list[tuple[Turn, Board]](), [0]
    for turn, before in zip(original.turns, original.boards, strict=False):
        board = before
        for move in (turn.move, *turn.autoplay):
            assert move is not None
            translated = translated_move(move, board, new_board, game.variant)
            if translated is not None:
                replayed, new_board = next_turn(new_board, game.variant, translated, autoplay, finish=finish)
                played.append((replayed, new_board))
            board = apply_move(board, move, game.variant)
        counts.append(len(played))
    return Game(game.variant, game.deal, original.boards[:1]).extended(played), counts
