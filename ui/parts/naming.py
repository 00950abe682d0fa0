"""Typing a name: a keyboard for fingers. Capitals come by themselves, accents by holding a letter.

One of its pads switches to the letters of another script.
"""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.people import LONGEST_NAME, letters
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Column, Part, Row, Text, column, row
from ui.stage import theme

# The letters that a name can have: scripts that the font covers, and what holding a letter offers.

# ruff: noqa: RUF001 - these are letters that look alike.


class Script(Struct, frozen=True):
    """A keyboard: its name, its rows, and by letter what holding it offers."""

    name: str
    rows: tuple[str, ...]
    held: Mapping[str, str]

    @property
    def letters(self) -> str:
        """Every letter it has, including those offered by holding."""
        return "".join((*self.rows, *self.held.values()))


LATIN = Script(
    "ABC",
    ("qwertyuiop", "asdfghjkl", "zxcvbnm'-."),
    {
        "a": "àáâäãåāăąæảạ", "c": "çćčĉċ", "d": "ďđð", "e": "èéêëēěęėẻẽẹ", "g": "ğģĝġ", "h": "ĥħ",
        "i": "ìíîïīįıİỉĩị", "j": "ĵ", "k": "ķ", "l": "łľļĺ", "n": "ñńňņ", "o": "òóôöõøōőœơỏọ", "r": "řŕ",
        "s": "śšşșŝß", "t": "ťțţþ", "u": "ùúûüūůűųŭưủũụ", "w": "ŵẁẃẅ", "y": "ýÿŷỳỷỹỵ", "z": "źžż",
        "â": "ấầẩẫậ", "ă": "ắằẳẵặ", "ê": "ếềểễệ", "ô": "ốồổỗộ", "ơ": "ớờởỡợ", "ư": "ứừửữự",
    },
)  # fmt: skip
"""Offers what Europe's Latin alphabets and Vietnamese need; Vietnamese tones take a second hold."""

GREEK = Script(
    "ΑΒΓ",
    ("ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ'-."),
    {"α": "ά", "ε": "έ", "η": "ή", "ι": "ίϊΐ", "ο": "ό", "υ": "ύϋΰ", "ω": "ώ"},
)

CYRILLIC = Script(
    "АБВ",
    ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю'-."),
    {
        "а": "ә", "г": "ґѓғ", "д": "ђ", "е": "ёєѐ", "з": "ѕ", "и": "іїѝ", "й": "ј", "к": "ќқ", "л": "љ",
        "н": "њң", "о": "ө", "т": "ћ", "у": "ўұү", "х": "һ", "ч": "џ",
    },
)  # fmt: skip
"""Covers the alphabets from Belarus to North Macedonia, of Kazakhstan and of Mongolia."""

SCRIPTS = (LATIN, GREEK, CYRILLIC)

ROWS = {
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß'-."),
    "es": ("qwertyuiop", "asdfghjklñ", "zxcvbnm'-."),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn'-."),
}
"""Rows by language, if its keyboards have Latin letters in other places."""
OWN_LETTERS = {"de": "äöüß", "es": "áéíñóúü", "fr": "éèêëàâæçîïôœùûüÿ", "nl": "éèëïöü", "pl": "ąćęłńóśźż"}
"""By language, the accented letters that are offered first."""
WRITTEN_IN = {"el": GREEK, **dict.fromkeys(("be", "bg", "kk", "mk", "mn", "ru", "sr", "uk"), CYRILLIC)}
"""Languages whose keyboard starts with a script other than Latin."""


def script_named(name: str, language: str = "") -> Script:
    """Return the script with this saved name; if there is none, the one that a language starts with."""
    named = next((script for script in SCRIPTS if script.name == name), None)
    return named or WRITTEN_IN.get(language, LATIN)


def written(script: Script, language: str) -> Script:
    """Return a script's keyboard as it is in a language."""
    if script is not LATIN:
        return script
    own, rows = OWN_LETTERS.get(language, ""), ROWS.get(language, script.rows)

    def order(accent: str) -> int:
        return own.index(accent) if accent in own else len(own)

    held = {
        letter: "".join(sorted((sign for sign in offered if sign not in "".join(rows)), key=order))
        for letter, offered in script.held.items()
    }
    return Script(script.name, rows, held)


def script_of(text: str) -> Script | None:
    """Return the script of a text's first letter that one of ours has, or None."""
    for letter in text.lower():
        for script in SCRIPTS:
            if letter.isalpha() and letter in script.letters:
                return script
    return None


def after(script: Script) -> Script:
    """Return the next of `SCRIPTS`; after the last, the first."""
    return SCRIPTS[(SCRIPTS.index(script) + 1) % len(SCRIPTS)]


HELD_SECONDS = 0.45
ACROSS, UPRIGHT = 13, 7
"""Most keys of at least 9 mm in a row, on a wide and an upright screen; a longer row is split."""
FOOT_MM, NAME_MM, LOW_NAME_MM, ASKED_MM, KEYS_GAP_MM = 15.0, 14.0, 11.8, 4.5, 2.0
"""Heights: pads below the keys, name above, name above a fourth row, question; and the gap between keys.

The pads below the keys are high because the last of them is hit without looking.
"""
BEGINS_A_WORD = " -'."
FIGURES = "1234567890"


class NamingDialog(PartDialog):
    """Types a name, or edits the `name` that is given; `on_done` gets it, `close` cancels.

    It starts with the letters of that name, or else of `script`; `switched` gets another script that is
    chosen. While nothing is typed, `from_stick` offers names in a file. `title` is the question, `ready` the
    label of the pad that ends it, and `most` how many letters are allowed. `figures` adds a row of digits.
    `accents` are those on offer for a held letter.
    """

    on_done: Callable[[str], None]
    close: Callable[[], None]
    name: str = ""
    script: Script = LATIN
    switched: Callable[[Script], None] | None = None
    from_stick: Callable[[], None] | None = None
    title: str = words.NEW_NAME_HINT
    ready: str = words.SIT_DOWN
    most: int = LONGEST_NAME
    figures: bool = False
    accents: str = ""

    def start(self) -> None:
        """Start with the given name, and its script if it has one."""
        self.typed = self.name
        self.script = script_of(self.name) or self.script

    def type(self, sign: str) -> None:
        """Add a character unless the name is full; a space can't come first or follow another."""
        doubled = sign == " " and (not self.typed or self.typed.endswith(" "))
        if not doubled and letters(self.typed + sign) <= self.most:
            self.typed += sign
        self.offer("")

    def rub(self) -> None:
        """Delete the last character, or withdraw the accents on offer."""
        if not self.accents:
            self.typed = self.typed[:-1]
        self.offer("")

    def offer(self, letter: str, held: bool = True) -> None:
        """Offer the accents of a letter that is `held`; with an empty one, show the letters again."""
        if held:
            self.accents = self._letters.held.get(letter, "")
            self.compose()

    def switch(self) -> None:
        """Show the letters of the next script."""
        self.script = after(self.script)
        if self.switched is not None:
            self.switched(self.script)
        self.compose()

    @property
    def _letters(self) -> Script:
        return written(self.script, theme.now.language)

    @property
    def _full(self) -> bool:
        return letters(self.typed) >= self.most

    def part(self) -> Part:
        """Return the name above, the rows of keys, and the other pads below."""
        offered, longest = bool(self.accents), UPRIGHT if self.upright else ACROSS
        figures = (FIGURES,) if self.figures else ()
        rows = [part for keys in (*figures, *self._letters.rows) for part in _in_rows(keys, longest)]
        across = max(map(len, rows))
        visible = _in_rows(self.accents, across) if offered else rows
        # Accents leave the rows that they don't need empty, so that keys keep their height.
        visible += [""] * (len(rows) - len(visible))
        end = "" if self._full else "_"
        ready = bool(self.typed.strip(BEGINS_A_WORD))
        stick: list[Part] = []
        if self.from_stick is not None and not self.typed:
            pad = Button(words.FROM_STICK, on_tap=self.from_stick, role=theme.body, mm=36, name="from stick")
            stick.append(pad)
        asked = Text(self.title, bold=True, dim=True)
        typed = Text(self.typed + end, theme.figure, bold=True, share=1, name="typed")
        if self.upright and self.from_stick is not None:
            # Upright, the question has no room next to that pad.
            high = ASKED_MM + theme.TARGET_MM
            head: Part = column(replace(asked, mm=ASKED_MM), row(typed, *stick), gap=0, mm=high)
        else:
            head = row(column(asked, typed, gap=0), *stick, mm=LOW_NAME_MM if self.figures else NAME_MM)
        return column(
            head,
            column(*(self._row(keys, across) for keys in visible), gap=KEYS_GAP_MM),
            row(
                Button(words.CLOSE, on_tap=self.close, share=2, name="close"),
                Button(after(self.script).name, on_tap=self.switch, live=not offered, share=2, name="other"),
                Button(
                    words.SPACE,
                    on_tap=partial(self.type, " "),
                    live=bool(self.typed) and not self._full and not offered,
                    share=3,
                    name="space",
                ),
                Button(
                    words.LETTERS if offered else words.RUB_OUT,
                    on_tap=self.rub,
                    live=bool(self.typed) or offered,
                    share=2,
                    name="rub",
                ),
                Button(
                    words.KEEP_NAME if self.name else self.ready,
                    on_tap=self._end,
                    primary=True,
                    live=ready,
                    share=3,
                    name="ready",
                ),
                gap=KEYS_GAP_MM,
                mm=FOOT_MM,
            ),
            gap=1,
        )

    def _row(self, keys_: str, across: int) -> Part:
        """Return a centred row of keys, each as wide as the longest row allows."""
        keys = map(self._key, keys_)
        margin = (across - len(keys_)) / 2
        edge = [Column(share=margin)] if margin else []
        return Row((*edge, *keys, *edge), KEYS_GAP_MM)

    def _key(self, letter: str) -> Button:
        begins = not self.typed or self.typed[-1] in BEGINS_A_WORD
        sign = letter.upper() if begins and len(letter.upper()) == 1 else letter
        return Button(
            sign,
            on_tap=partial(self.type, sign),
            on_rest=partial(self.offer, letter) if letter in self._letters.held else None,
            rest_seconds=HELD_SECONDS,
            live=not self._full,
            name=f"key {letter}",
        )

    def _end(self) -> None:
        self.on_done(self.typed.strip())


def _in_rows(keys: str, longest: int) -> list[str]:
    """Return keys in as few rows as they fit into, all about equally long."""
    rows = -(-len(keys) // longest)
    long = -(-len(keys) // rows)
    return [keys[at : at + long] for at in range(0, len(keys), long)]
