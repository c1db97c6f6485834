"""The help over the table: topics, the text of the chosen one, a search through all, and the way back."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

from freecell_tui.engine import Card, Suit, Variant
from freecell_tui.engine.text import one_line
from freecell_tui.help import Topic, load_topics
from freecell_tui.help.markdown import Line, Role
from freecell_tui.ui.dialogs.help_pages import (
    TALL,
    TWO_COLUMNS,
    WIDEST_TEXT,
    Link,
    Match,
    Page,
    Pages,
    PictureRow,
    Place,
)
from freecell_tui.ui.drawing.cards.style import FOUR_INKS, TWO_INKS
from freecell_tui.ui.drawing.layout import Box
from freecell_tui.ui.drawing.surface import narrow
from freecell_tui.ui.keymap import help_tables, key_namer
from freecell_tui.ui.mouse import WHEEL
from freecell_tui.ui.stack import Ui
from freecell_tui.ui.widgets.canvas_dialog import CanvasDialog, DrawContext
from freecell_tui.ui.widgets.parts import FRAME, Action, KeyHint, centred_window, draw_scroll_bar

# Where somebody is in the help: the topic, how far it is scrolled, the way back, the chosen link, and the search.


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


_SIZE: Final = (104, 55)
_LIST_WIDTH: Final = 26
_TEXT_WIDTHS: Final = range(56, WIDEST_TEXT + 1)
"""With less room for the text, the list and the text take turns; wider lines are hard to read."""

_GAP: Final = 2
_WHEEL_ROWS: Final = 3

_ROLES: Final = {Role.TEXT: "bar text", Role.CODE: "bar warning", Role.LINK: "bar winnable"}
_ROLES_WITHOUT_COLOUR: Final = {Role.TEXT: "bar text", Role.LINK: "tint text"}
"""The roles that text is drawn in; what is not here is bold."""

_FOUND: Final = ("found black", "lifted black")
_FOUND_WITHOUT_COLOUR: Final = ("cursor black", "lifted black")
"""The roles of what a search has found, and of the match that is shown."""


class HelpDialog(CanvasDialog):
    """All topics for a variant; `topic` is the name of the one that is open at first, or '' for the list."""

    def __init__(self, ui: Ui, variant: Variant, topic: str = "") -> None:
        self._ui = ui
        tables, key_of = help_tables(ui.keymap, variant), key_namer(ui.keymap)
        self._pages = Pages(load_topics(), tables, variant.name, self._displayable, key_of)
        self._state = HelpState(self._pages, View(self._pages.number_of(topic), in_text=True) if topic else View())
        self._text_x = 0
        closers = dict.fromkeys(ui.keymap.in_dialog("help"), ui.close_screen)
        super().__init__("Help", _SIZE, ui.glyphs, ui.close_screen, closers)

    def _displayable(self, text: str) -> str:
        """Return a text in characters that the terminal has, with the dots of the verdicts as they are shown."""
        glyphs = self._ui.glyphs
        return narrow(glyphs.key_names(text.replace("●", glyphs.verdicts[0]).replace("○", glyphs.verdicts[1])))

    @property
    def _topic(self) -> Topic:
        return self._pages.topics[self._state.view.topic]

    @property
    def _shows_one_screen(self) -> bool:
        """Whether the topic that is read is one to be seen at once."""
        return self._state.view.in_text and self._topic.is_one_screen

    @property
    def title(self) -> str:
        """The title: what is read, if that is to be seen at once."""
        return self._topic.title if self._shows_one_screen else "Help"

    @property
    def _is_wide(self) -> bool:
        """Whether the list and the text are side by side."""
        return self._text_x > 0

    def height(self, width: int) -> int:
        """Return the rows that it would like to have: no more than it needs for what is to be seen at once."""
        if not self._shows_one_screen:
            return super().height(width)
        inner = self.inner_width(width)
        # In two columns rather than in one that only a higher window has room for.
        rows = TALL - 1 if inner >= TWO_COLUMNS else _SIZE[1]
        page = self._pages.page(self._state.view.topic, (inner, rows))
        return page.height + 2 * FRAME

    # Keys and mouse

    def keypress(self, size: Any, key: str) -> str | None:
        """Do what a key stands for, even before the first frame."""
        if size:
            self._arrange(self.inner_width(size[0]), size[1] - 2 * FRAME)
        if self._state.search.is_typing:
            self._state.type_key(key)
        elif (action := self._key_actions().get(key)) is not None:
            action()
        else:
            return super().keypress(size, key)
        self.refresh()
        return None

    def _key_actions(self) -> dict[str, Action]:
        state = self._state
        actions: dict[str, Action] = {
            "esc": self._back,
            "/": state.begin_search,
            "n": lambda: state.next_match(1),
            "N": lambda: state.next_match(-1),
        }
        if state.view.in_text:
            return actions | self._scroll_actions() | self._text_actions()
        scrolling = self._scroll_actions() if self._is_wide else {" ": self._open_chosen}
        return actions | scrolling | self._list_actions()

    def _scroll_actions(self) -> dict[str, Action]:
        state = self._state
        return {
            " ": lambda: state.page_by(1),
            "page down": lambda: state.page_by(1),
            "page up": lambda: state.page_by(-1),
            "backspace": lambda: state.page_by(-1),
        }

    def _text_actions(self) -> dict[str, Action]:
        state = self._state
        return {
            "up": lambda: state.scroll(-1),
            "down": lambda: state.scroll(1),
            "home": lambda: state.go_to_end(top=True),
            "end": lambda: state.go_to_end(top=False),
            "tab": lambda: state.step_link(1),
            "shift tab": lambda: state.step_link(-1),
            "enter": state.follow_link,
            "left": state.open_list,
        }

    def _list_actions(self) -> dict[str, Action]:
        state, topic = self._state, self._state.view.topic
        return {
            "up": lambda: state.choose(topic - 1),
            "down": lambda: state.choose(topic + 1),
            "home": lambda: state.choose(0),
            "end": lambda: state.choose(len(self._pages.topics)),
            **dict.fromkeys(("enter", "right", "tab"), self._open_chosen),
        }

    def _open_chosen(self) -> None:
        self._state.open(self._state.view.topic)

    def _back(self) -> None:
        """Go back a step, or close the help."""
        if not self._state.back():
            self._ui.close_screen()

    def mouse_event(self, size: Any, event: str, button: int, col: int, row: int, focus: bool) -> bool | None:
        """Scroll the text with the wheel, or choose in the list; a click opens a topic or follows a link."""
        if event != "mouse press" or button not in WHEEL:
            return super().mouse_event(size, event, button, col, row, focus)
        state = self._state
        if state.view.in_text or (self._is_wide and col >= self._text_x):
            state.scroll(_WHEEL_ROWS * WHEEL[button])
        else:
            state.choose(state.view.topic + WHEEL[button])
        self.refresh()
        return True

    def paste(self, text: str) -> None:
        """Search for pasted text, while words to search for are typed."""
        self._state.paste(text)
        self.refresh()

    # Drawing

    def draw(self, drawing: DrawContext) -> None:
        """Draw the list of topics beside the text, or one of the two."""
        self._arrange(drawing.width, drawing.height)
        in_text = self._state.view.in_text
        if self._is_wide or not in_text:
            self._draw_list(drawing)
        if self._is_wide or in_text:
            self._draw_text(drawing)
        if self._state.search.is_typing:
            self._draw_prompt(drawing)

    def _arrange(self, width: int, height: int) -> None:
        """Find room for the list and the text inside the frame; a topic to be seen at once has all of it."""
        beside = width - _LIST_WIDTH - 2 * _GAP
        is_alone = self._shows_one_screen
        self._text_x = _LIST_WIDTH + _GAP if beside >= _TEXT_WIDTHS.start and not is_alone else 0
        rows = height - self._state.search.is_typing
        self._state.resize((width if is_alone else min(width - self._text_x - _GAP, _TEXT_WIDTHS.stop - 1), rows))

    def _draw_list(self, drawing: DrawContext) -> None:
        """Draw the topics, with what they are about where that has room, else with that of the chosen one below."""
        width = _LIST_WIDTH if self._is_wide else drawing.width
        topics, view, rows = self._pages.topics, self._state.view, self._state.size[1]
        abouts = [self._displayable(topic.summary) for topic in topics]
        about_x = max(len(topic.title) for topic in topics) + 3
        has_abouts = not self._is_wide and about_x + max(map(len, abouts)) <= width
        if not self._is_wide and not has_abouts:
            rows -= self._draw_about(drawing, abouts, rows)
        window = centred_window(view.topic, len(topics), rows)
        if len(window) < len(topics):
            width -= _GAP
            draw_scroll_bar(drawing.surface, Box(width + 1, 0, 1, rows), window, len(topics), self.glyphs)
        for y, at in enumerate(window):
            is_chosen = at == view.topic
            background = "chosen" if is_chosen else "bar"
            drawing.surface.fill(0, y, width, 1, f"{background} text")
            ink = "title" if is_chosen and not view.in_text else "text"
            drawing.write(1, y, self._displayable(topics[at].title), ink, background=background)
            if has_abouts:
                drawing.write(about_x, y, abouts[at], "quiet", background=background)
            drawing.on_click(Box(0, y, width, 1), self._opener(at))
            if is_chosen and not view.in_text:
                drawing.cursor = (1, y)

    def _draw_about(self, drawing: DrawContext, abouts: Sequence[str], bottom: int) -> int:
        """Draw what the chosen topic is about under a rule above row `bottom`; return the rows of the longest."""
        rows = 1 + max(len(wrap(about, drawing.width)) for about in abouts)
        drawing.write(0, bottom - rows, self.glyphs.rule * drawing.width, "quiet")
        for y, line in enumerate(wrap(abouts[self._state.view.topic], drawing.width), bottom - rows + 1):
            drawing.write(0, y, line)
        return rows

    def _opener(self, topic: int) -> Action:
        return lambda: self._state.open(topic)

    def _draw_text(self, drawing: DrawContext) -> None:
        page, top, (width, height) = self._state.page, self._state.view.top, self._state.size
        for placed in page.rows:
            x, y = self._text_x + placed.x, placed.y - top
            if y not in range(height):
                continue
            if isinstance(placed.row, PictureRow):
                self._draw_picture_row(drawing, placed.row, x, y)
            else:
                self._draw_line(drawing, placed.row, x, y)
        self._draw_links(drawing)
        self._light_matches(drawing)
        if page.height > height:
            bar = Box(self._text_x + width + 1, 0, 1, height)
            draw_scroll_bar(drawing.surface, bar, range(top, top + height), page.height, self.glyphs)

    def _draw_line(self, drawing: DrawContext, line: Line, x: int, y: int) -> None:
        roles = _ROLES if self._ui.has_colour else _ROLES_WITHOUT_COLOUR
        for span in line:
            if span.role is Role.CARD:
                self._draw_small_card(drawing, span.text, x, y)
            else:
                drawing.surface.text(x, y, span.text, roles.get(span.role, "bar title"))
            x += len(span.text)

    def _draw_small_card(self, drawing: DrawContext, text: str, x: int, y: int) -> None:
        ui, card = self._ui, Card.parse(text.strip())
        if ui.has_colour:
            inks = FOUR_INKS if ui.appearance.four_colours else TWO_INKS
            drawing.surface.text(x, y, f" {ui.glyphs.card(card)} ", f"card {inks[Suit(card.suit)]}")
        else:
            drawing.surface.text(x + 1, y, ui.glyphs.card(card), "bar title")

    def _draw_picture_row(self, drawing: DrawContext, row: PictureRow, x: int, y: int) -> None:
        ui = self._ui
        picture = row.picture.draw(ui.glyphs, colour=ui.has_colour, four_colours=ui.appearance.four_colours)
        drawing.surface.paste(picture, x, y, range(row.y, row.y + 1))

    def _draw_links(self, drawing: DrawContext) -> None:
        """Let links be clicked, and light the chosen one."""
        view = self._state.view
        for number, link in enumerate(self._state.page.links):
            for box in self._visible(link.places):
                drawing.on_click(box, self._follower(link))
                if number == view.link:
                    drawing.surface.recolour(box.x, box.y, box.width, "chosen title")
                    drawing.cursor = drawing.cursor or (box.x, box.y)

    def _follower(self, link: Link) -> Action:
        return lambda: self._state.open_link(link)

    def _light_matches(self, drawing: DrawContext) -> None:
        found, shown = _FOUND if self._ui.has_colour else _FOUND_WITHOUT_COLOUR
        search = self._state.search
        for match in search.matches:
            if match.topic == self._state.view.topic:
                for box in self._visible(match.places):
                    drawing.surface.recolour(box.x, box.y, box.width, shown if match is search.match else found)

    def _visible(self, places: tuple[Place, ...]) -> list[Box]:
        """Return where those places are drawn that show."""
        top, rows = self._state.view.top, self._state.size[1]
        return [
            Box(self._text_x + place.start, place.row - top, place.end - place.start, 1)
            for place in places
            if place.row in range(top, top + rows)
        ]

    # The last row

    def _draw_prompt(self, drawing: DrawContext) -> None:
        """Draw the words of the search as they are typed, and how often they are found."""
        search, y = self._state.search, drawing.height - 1
        x = drawing.write(0, y, f"/{search.query}", "title")
        drawing.cursor = (x, y)
        found = f"{len(search.matches)} found" if search.matches else "not found" * bool(search.query)
        drawing.write(max(drawing.width - len(found), x + 2), y, found, "quiet" if search.matches else "warning")

    def key_hints(self) -> Sequence[KeyHint]:
        """Return the keys of the list, of the text, or of what is searched for."""
        state, search = self._state, self._state.search
        if search.query:
            found = f"next ({search.shown + 1} of {len(search.matches)})"
            keys = [("n", found), ("N", "previous"), ("/", "search"), ("esc", "end search")]
        else:
            is_read = state.view.in_text or self._is_wide
            page = [(" ", "page")] if is_read and state.page.height > state.size[1] else []
            links = [("tab", "link")] if state.view.in_text and state.page.links else []
            move = [*page, *links] if state.view.in_text else [("enter", "read"), *page]
            topics = [("left", "topics")] if state.view.in_text else []
            keys = [*move, ("/", "search"), *topics, ("esc", "back" if state.has_history else "close")]
        return [self.hint(key, text) for key, text in keys]


def open_help(ui: Ui, topic: str = "") -> None:
    """Show the help at a topic, or at the list of topics for ''."""
    controller = ui.controller
    playing = controller.session.game.variant if controller.is_in_sight else controller.settings.new_game_variant
    ui.push(HelpDialog(ui, playing, topic))
