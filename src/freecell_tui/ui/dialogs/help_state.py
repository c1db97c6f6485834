"""Where somebody is in the help: the topic, how far it is scrolled, the way back, the chosen link, and the search."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from freecell_tui.engine.text import one_line
from freecell_tui.ui.dialogs.help_pages import Link, Match, Page, Pages, Place

_MAX_QUERY: Final = 40


class View(NamedTuple):
    """What is shown: the number of a topic, and the first row of its text.

    `in_text` is whether keys are for the text, not for the list of topics; `link` is the number of the chosen link.
    """

    topic: int = 0
    in_text: bool = False
    top: int = 0
    link: int | None = None


class Search:
    """A search: the words, what they have found, and the number of the match that is shown.

    `is_typing` while the words are typed; `start` is what was shown before.
    """

    def __init__(self, start: View | None = None) -> None:
        self.query = ""
        self.is_typing = start is not None
        self.start = start or View()
        self.matches: Sequence[Match] = ()
        self.shown = 0

    @property
    def match(self) -> Match | None:
        """The match that is shown."""
        return self.matches[self.shown] if self.matches else None


class HelpState:
    """The state of the help; `size` are the columns and rows that there are for a text."""

    def __init__(self, pages: Pages, view: View) -> None:
        self.view = view
        self.size = (1, 1)
        self.search = Search()
        self._pages = pages
        self._history: list[View] = []

    @property
    def page(self) -> Page:
        """The text of the topic."""
        return self._pages.page(self.view.topic, self.size)

    @property
    def has_history(self) -> bool:
        """Whether there is a way back."""
        return bool(self._history)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the texts out for another size; the match that is shown stays in sight."""
        if size == self.size:
            return
        self.size = size
        self.scroll(0)
        search = self.search
        if search.query:
            search.matches = self._pages.find(search.query, size)
            search.shown = min(search.shown, max(len(search.matches) - 1, 0))
        if search.match is not None and search.match.topic == self.view.topic:
            self._reveal(search.match.places[0])

    # Going about

    def choose(self, topic: int) -> None:
        """Choose a topic in the list, or the nearest that there is."""
        self.view = View(max(min(topic, len(self._pages.topics) - 1), 0))

    def open(self, topic: int) -> None:
        """Show the text of a topic."""
        self._go(View(topic, in_text=True))

    def open_list(self) -> None:
        """Go to the list of topics."""
        self._go(View(self.view.topic, top=self.view.top))

    def _go(self, view: View) -> None:
        self._history.append(self.view)
        self.view = view

    def back(self) -> bool:
        """End the search, or go back a step; return False if there is neither."""
        if self.search.query:
            self.search = Search()
        elif self._history:
            self._return_to(self._history.pop())
        else:
            return False
        return True

    def scroll(self, rows: int) -> None:
        """Scroll the text down, or up for a negative number."""
        self._scroll_to(self.view.top + rows)

    def page_by(self, pages: int) -> None:
        """Scroll by pages; the last row of one is the first of the next."""
        self.scroll(pages * max(self.size[1] - 1, 1))

    def go_to_end(self, *, top: bool) -> None:
        """Scroll to the top or to the bottom."""
        self._scroll_to(0 if top else self.page.height)

    def _scroll_to(self, top: int) -> None:
        last = max(self.page.height - self.size[1], 0)
        self.view = self.view._replace(top=max(min(top, last), 0))

    def _reveal(self, place: Place) -> None:
        """Scroll so that a place shows."""
        rows = self.size[1]
        if place.row not in range(self.view.top, self.view.top + rows):
            self._scroll_to(place.row - rows // 3)

    # Links

    def step_link(self, by: int) -> None:
        """Choose another link of the text; the first time, the first one that shows or comes after."""
        links, chosen = self.page.links, self.view.link
        if not links:
            return
        if chosen is None:
            chosen = next((at for at, link in enumerate(links) if link.places[0].row >= self.view.top), 0)
        else:
            chosen = (chosen + by) % len(links)
        self.view = self.view._replace(link=chosen)
        self._reveal(links[chosen].places[0])

    def follow_link(self) -> None:
        """Open what the chosen link leads to, or choose the first link."""
        if self.view.link is None:
            self.step_link(1)
        else:
            self.open_link(self.page.links[self.view.link])

    def open_link(self, link: Link) -> None:
        """Open what a link leads to."""
        self.open(self._pages.number_of(link.topic))

    # The search

    def begin_search(self) -> None:
        """Let the words to search for be typed."""
        self.search = Search(self.view)

    def type_key(self, key: str) -> None:
        """Take a key while the words are typed: Enter accepts them, Esc goes back."""
        search = self.search
        if key == "esc" or (key == "backspace" and not search.query):
            self._end_search()
        elif key == "enter" and search.matches:
            search.is_typing = False
            if (self.view.topic, self.view.in_text) != (search.start.topic, search.start.in_text):
                self._history.append(search.start)
        elif key == "enter":
            self._end_search()
        elif key == "backspace":
            self._find(search.query[:-1])
        elif len(key) == 1 and key.isprintable() and len(search.query) < _MAX_QUERY:
            self._find(search.query + key)

    def _end_search(self) -> None:
        start, self.search = self.search.start, Search()
        self._return_to(start)

    def _return_to(self, view: View) -> None:
        """Show again what was shown before; the text may have fewer rows since the window was resized."""
        self.view = view
        self.scroll(0)

    def paste(self, text: str) -> None:
        """Take pasted text into the words that are being typed, as much as there is room for."""
        if self.search.is_typing:
            self._find((self.search.query + one_line(text))[:_MAX_QUERY])

    def _find(self, query: str) -> None:
        """Show the first match from where the search was begun."""
        search, start = self.search, self.search.start
        search.query = query
        search.matches = self._pages.find(query, self.size)
        from_here = (at for at, match in enumerate(search.matches) if match.starts_at >= (start.topic, start.top))
        search.shown = next(from_here, 0)
        self._return_to(start)
        self._show_match()

    def next_match(self, by: int) -> None:
        """Show another match."""
        search = self.search
        if not search.matches:
            return
        search.shown = (search.shown + by) % len(search.matches)
        match = search.matches[search.shown]
        if not self.view.in_text or match.topic != self.view.topic:
            self._history.append(self.view)
        self._show_match()

    def _show_match(self) -> None:
        match = self.search.match
        if match is None:
            return
        if not self.view.in_text or match.topic != self.view.topic:
            self.view = View(match.topic, in_text=True)
        self._reveal(match.places[0])
