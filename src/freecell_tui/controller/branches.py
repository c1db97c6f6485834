"""The branches of the game being played: to go to one, to cut one off, and the notes on their positions."""

from typing import NamedTuple

from freecell_tui.controller.arguments import read_bookmark, read_count
from freecell_tui.controller.controller import Controller
from freecell_tui.controller.frontend import Args, Message, ScreenRequest, Severity
from freecell_tui.engine import Bookmark, Game, NotationError, Place
from freecell_tui.engine.game import parse_note
from freecell_tui.engine.text import capitalised, counted, counted_or_no


class BranchRow(NamedTuple):
    """A branch in a list: its number, the game at its end, where it begins, and how it ended, or ''."""

    number: int
    game: Game
    begins: str
    outcome: str
    is_here: bool


def branch_rows(controller: Controller) -> list[BranchRow]:
    """Return the branches of the game that nothing leaves at their end, in the order in which they were begun."""
    game = controller.session.game
    tree = game.tree
    rows = []
    for number in tree.ends:
        branch = tree.branches[number]
        there = game.in_tree(tree, Place(number, branch.end), number)
        begins = ""
        if branch.parent:
            begins = f"leaves branch {branch.parent} after {counted_or_no(there.seek(branch.fork).moves_made, 'move')}"
        rows.append(BranchRow(number, there, begins, outcome(controller, there), number == game.branch))
    return rows


def outcome(controller: Controller, game: Game) -> str:
    """Return how a position of the game stands in a word or two; '' if the player is not told."""
    if game.is_won:
        return "won"
    if game.is_lost:
        return "no move left"
    return controller.advisor.word_for(game) if controller.has_advisor else ""


def place_title(game: Game) -> str:
    """Return the present position as a sentence names it: `branch 2 after 12 moves`."""
    branch = f"branch {game.place.branch} " if game.has_branches else "the game "
    return f"{branch}after {counted_or_no(game.moves_made, 'move')}"


# Going to a place


def jump_to(controller: Controller, bookmark: Bookmark) -> None:
    """Go to a bookmark, and say how to come back from it."""
    go_to(controller, bookmark.place, bookmark.title)


def go_to(controller: Controller, place: Place, title: str = "") -> None:
    """Go to a place of the game, and say where that is and how to come back from it; `title` is what it is called."""
    if _is_refused(controller):
        return
    session = controller.session
    left = session.game
    if not session.go_to(place):
        controller.notify(Message("You are already there."))
        return
    here, back = session.game, ""
    is_on_way = here.turns[: left.position] == left.active_turns
    if is_on_way and here.position < left.position:
        back = f"; {how} to play your moves again" if (how := controller.frontend.how_to("redo")) else ""
    elif not is_on_way and (how := controller.frontend.how_to("map")):
        back = f"; {how} to see where you were"
    _tell_place(controller, f"This is {title or place_title(here)}{back}.")


def _is_refused(controller: Controller) -> bool:
    """Return whether a tournament does not allow to play on from elsewhere, and say so."""
    refusal = None if controller.contest is None else controller.contest.refusal("undo")
    if refusal is not None:
        controller.notify(Message(refusal, Severity.REFUSAL))
    return refusal is not None


def _tell_place(controller: Controller, sentence: str) -> None:
    """Say something about the position that was gone to, and the note on it."""
    note = controller.session.note
    controller.notify(Message(f"{sentence} Note: {note}" if note else sentence))


def go_to_branch(controller: Controller, number: int) -> None:
    """Go to the end of a branch; raise NotationError if there is none of this number."""
    go_to(controller, _end(controller.session.game, number))


def _end(game: Game, number: int) -> Place:
    tree = game.tree
    if number not in tree.ends:
        raise NotationError(f"There is no branch {number}.")
    return Place(number, tree.branches[number].end)


def next_branch(controller: Controller) -> None:
    """Go to the end of the next branch, and say which it is."""
    if _is_refused(controller):
        return
    session = controller.session
    session.next_branch()
    game = session.game
    _tell_place(controller, f"This is {place_title(game)}, where it ends.")


# Cutting a branch off


def cut_refusal(game: Game, place: Place) -> str | None:
    """Return why the branch that a place is on cannot be cut off, or None."""
    if not game.has_branches:
        return "There is only one branch."
    stem = game.tree.stem(place)
    if stem is None:
        return "All branches leave this one: choose one of them."
    passed = game.place_at(stem.position) == stem and stem.position <= game.position
    return "You are on this branch: go to another one first." if passed else None


def cut_question(game: Game, place: Place) -> str:
    """Return what is cut off with the branch that a place is on, as a question."""
    stem = game.tree.stem(place)
    assert stem is not None
    count = game.turn_count - game.cut(stem).turn_count
    return f"Cut off branch {place.branch}, {counted(count, 'move')}?"


def cut_off(controller: Controller, place: Place) -> Message:
    """Cut off the branch that a place is on, and return what to say."""
    session = controller.session
    refusal = cut_refusal(session.game, place)
    if refusal is not None:
        return Message(refusal, Severity.REFUSAL)
    stem = session.game.tree.stem(place)
    assert stem is not None
    session.cut(stem)
    return Message(f"Branch {place.branch} was cut off.")


def cut_branch(controller: Controller, number: int) -> None:
    """Cut off the branch of a number, if it was asked for just before; raise NotationError if there is none."""
    session = controller.session
    place = _end(session.game, number)
    refusal = cut_refusal(session.game, place)
    if refusal is not None:
        controller.notify(Message(refusal, Severity.REFUSAL))
    elif session.is_asked_to_cut(place):
        told = cut_off(controller, place)
        how = controller.frontend.how_to("uncut")
        controller.notify(told._replace(text=f"{told.text.removesuffix('.')}; {how} to restore it.") if how else told)
    else:
        how = controller.frontend.how_to_agree("cut")
        again = f" {capitalised(how)} to do that." if how else ""
        controller.notify(Message(f"{cut_question(session.game, place)}{again}", asks=True))


def restore(controller: Controller) -> Message:
    """Restore the branch that was cut off last, and return what to say."""
    if controller.session.restore_cut():
        return Message("The branch is restored.")
    return Message("There is no branch to restore: the game has changed since.", Severity.REFUSAL)


# Notes


def set_note(controller: Controller, text: str) -> None:
    """Put a note on the position, and say so; '' or `none` removes it. Raise BadName if it cannot be one."""
    session, text = controller.session, parse_note(text)
    had = session.note
    if not session.set_note("" if text.lower() == "none" else text):
        return
    if session.note:
        controller.notify(Message("The note is kept; you see it when you come here again."))
    else:
        controller.notify(Message("The note was removed." if had else "There is no note here."))


# The commands


def jump(controller: Controller, args: Args) -> None:
    """Jump to the bookmark of a number."""
    jump_to(controller, read_bookmark(controller.session.bookmarks, args))


def change_branch(controller: Controller, args: Args) -> None:
    """Go to the end of the branch of a number; without one, of the next branch."""
    if args:
        go_to_branch(controller, read_count(args))
    else:
        next_branch(controller)


def cut(controller: Controller, args: Args) -> None:
    """Cut the branch of a number off, once that has been asked for twice."""
    cut_branch(controller, read_count(args))


def uncut(controller: Controller, _: Args) -> None:
    """Restore the branch that was cut off last."""
    controller.notify(restore(controller))


def note(controller: Controller, args: Args) -> None:
    """Put a note on the position; without text, show the one there is, and ask for another."""
    if args:
        set_note(controller, " ".join(args))
    else:
        controller.frontend.open(ScreenRequest.NOTE)
