"""Keyboards of the world: the layouts whose letters stand for the keys at the same places of a Latin keyboard.

A terminal reports letters, not keys. With a Russian layout on, the key of `q` arrives as `й`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from freecell_tui.engine.text import plain_text

_LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"
_LOCALES: Final = ("LC_ALL", "LC_CTYPE", "LANG")


class Layout(NamedTuple):
    """The characters of a layout."""

    languages: tuple[str, ...]
    """The languages of the layout, as a locale names them."""
    letters: str
    """The characters at the places of `_LATIN`, in lower case."""
    shifted: Mapping[str, str] = MappingProxyType({})
    """Further characters, most of them with Shift, and the keys at the same places."""

    @property
    def keys(self) -> dict[str, str]:
        """The key at the same place, by character."""
        keys = {letter: key for letter, key in zip(self.letters, _LATIN, strict=True) if letter != key}
        capitals = {letter.upper(): key.upper() for letter, key in keys.items() if letter.upper() != letter}
        return {**capitals, **keys, **self.shifted}


# In Russian and its neighbours, signs above the digits and beside the letters are at other places.
_CYRILLIC: Final = {"№": "#", ",": "?", ".": "/"}

# Some layouts have letters in the row of the digits, which are typed with Shift.
_DIGITS: Final = "1234567890"

LAYOUTS: Final = (
    Layout(("ru", "kk", "ky"), "йцукенгшщзхъфывапролджэячсмитьбю.", _CYRILLIC),
    Layout(("uk",), "йцукенгшщзхїфівапролджєячсмитьбю.", _CYRILLIC),
    Layout(("be",), "йцукенгшўзх'фывапролджэячсмітьбю.", _CYRILLIC),
    Layout(("mn",), "фцужэнгшүзкъйыбөахролдпячёсмитьвю"),
    Layout(("tg",), "йқукенгшҳзхъфҷвапролджэячсмитӣбю.", _CYRILLIC),
    Layout(("uz",), "йцукенгшўзхъфқвапролджэячсмитьбю.", _CYRILLIC),
    Layout(("sr",), "љњертзуиопшђасдфгхјклчћѕџцвбнм,./"),
    Layout(("mk",), "љњертѕуиопшѓасдфгхјклчќзџцвбнм,./"),
    # The phonetic one: the other Bulgarian layout has the letters of Russian at places of its own.
    Layout(("bg",), "явертъуиопшщасдфгхйкл;'зьцжбнм,./"),
    Layout(("el",), ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./"),
    Layout(("he", "iw", "yi"), "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ."),
    Layout(("ka",), "ქწერტყუიოპ[]ასდფგჰჯკლ;'ზხცვბნმ,./", dict(zip("ჭღთშჟძჩ", "WRTSJZC", strict=True))),
    Layout(("ar",), "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوزظ"),
    Layout(("fa", "ps"), "ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو./"),
    Layout(("ur",), "قوعرتےءیہپ][اسدفگحجکل؛'زشچطبنم،۔/"),
    Layout(("hy",), "ճփբսմուկըթծցջվգեանիտհպրժդչյզլքխշռ", dict(zip("ֆձ֊,։՞․՛)օ", _DIGITS, strict=True))),
    Layout(("th",), "ๆไำพะัีรนยบลฟหกดเ้่าสวงผปแอิืทมใฝ", dict(zip("ๅ/-ภถุึคตจ", _DIGITS, strict=True))),
    Layout(("lo",), "ົໄຳພະິີຣນຍບລັຫກດເ້່າສວງຜປແອຶືທມໃຝ", dict(zip("ຢຟໂຖຸູຄຕຈຂ", _DIGITS, strict=True))),
    Layout(("km",), "ឆឹេរតយុិោផៀឪាសដថងហ្កលើ់ឋខចវបនម៼។៊"),
    Layout(("my",), "ဆတနမအပကငသစဟဩေျိ်ါ့ြုူး'ဖထခလဘညာ,./"),
    Layout(("hi", "mr"), "ौैाीूबहगदजड़ोे्िुपरकतचटॆंमनवलस,.य"),
    Layout(("ne",), "टौेरतयुिोपइएासदउगहजकल;'षडचवबनम,।्"),
    Layout(("te",), "ౌైాీూబహగదజడఞోే్ిుపరకతచటెంమనవలస,.య"),
    Layout(("kn",), "ೌೈಾೀೂಬಹಗದಜಡ಼ೋೇ್ಿುಪರಕತಚಟೆಂಮನವಲಸ,.ಯ"),
    Layout(
        ("ja",),
        "たていすかんなにらせ[]ちとしはきくまのりれけつさそひこみもねるめ",
        dict(zip("ぬふあうえおやゆよわ", _DIGITS, strict=True)),
    ),
    Layout(
        ("ko",),
        "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ[]ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;'ㅋㅌㅊㅍㅠㅜㅡ,./",
        dict(zip("ㅃㅉㄸㄲㅆㅒㅖ", "QWERTOP", strict=True)),
    ),
)
"""The layouts. Of two with the same letter, the first one counts until a letter of the other alone is typed."""


class Keyboard:
    """The keyboard of the player, as far as the typed letters tell.

    The player's language decides between layouts with the same letters.
    """

    def __init__(self, environment: Mapping[str, str] = MappingProxyType({})) -> None:
        locale = next((environment[name] for name in _LOCALES if environment.get(name)), "")
        language = locale.partition(".")[0].partition("_")[0]
        layouts = sorted(LAYOUTS, key=lambda layout: language not in layout.languages)
        self._layouts = [layout.keys for layout in layouts]
        self._current: dict[str, str] = {}
        """The keys of the layout that is on; empty for a Latin one or an unknown one."""
        self._is_latin = False

    def key_of(self, typed: str) -> str:
        """Return the key for which a typed character stands, or the character itself.

        That is the plain form of a full-width character or a digit, or the key at the same place of a Latin keyboard.
        ASCII, such as the `;` of a Greek keyboard, stands for another key unless a Latin letter was typed last.
        """
        plain = plain_text(typed)
        if plain != typed:
            return plain
        if typed.isascii() and typed.isalpha():
            self._current, self._is_latin = {}, True
            return typed
        if typed.isascii():
            return self._ascii_key(typed)
        found = next((keys for keys in (self._current, *self._layouts) if typed in keys), None)
        if found is None:
            return typed
        self._current, self._is_latin = found, False
        return found[typed]

    def _ascii_key(self, typed: str) -> str:
        if self._is_latin:
            return typed
        if self._current:
            return self._current.get(typed, typed)
        # Nothing tells the layout: only letters are wanted by players of any.
        keys = (keys.get(typed, "") for keys in self._layouts)
        return next((key for key in keys if key.isalpha()), typed)

    def word_of(self, typed: str) -> str:
        """Return a typed word with each character as `key_of` returns it.

        A word in ASCII is returned as typed.
        """
        return typed if typed.isascii() else "".join(map(self.key_of, typed))
