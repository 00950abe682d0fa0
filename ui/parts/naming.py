"""A name is typed: a pad of letters for fingers. Capitals come by themselves, accents by holding a letter.

A pad leads on to the letters of another script.
"""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from companion.people import LONGEST, letters
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Column, Part, Row, Text, column, row
from ui.stage import theme

# The letters that a name can be typed with: scripts that the font has, and what holding a letter offers.

# ruff: noqa: RUF001 - these are letters that look alike.


class Script(Struct, frozen=True):
    """A pad of letters: how it is called, its rows, and by letter what holding it offers."""

    name: str
    rows: tuple[str, ...]
    held: Mapping[str, str]

    @property
    def letters(self) -> str:
        """Every letter of it, with and without holding."""
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
"""What Latin alphabets of Europe and Vietnam make of it; the tones there are held in a second step."""

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
"""What is written from Belarus to North Macedonia, in Kazakhstan and in Mongolia."""

SCRIPTS = (LATIN, GREEK, CYRILLIC)

ROWS = {
    "de": ("qwertzuiopü", "asdfghjklöä", "yxcvbnmß'-."),
    "es": ("qwertyuiop", "asdfghjklñ", "zxcvbnm'-."),
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn'-."),
}
"""By language, where its keyboards have Latin letters in other places."""
OWN_LETTERS = {
    "de": "äöüß",
    "es": "áéíñóúü",
    "fr": "éèêëàâæçîïôœùûüÿ",
    "nl": "éèëïöü",
    "pl": "ąćęłńóśźż",
}
"""What of all that holding a letter offers comes first, by language."""
WRITTEN_IN = {"el": GREEK, **dict.fromkeys(("be", "bg", "kk", "mk", "mn", "ru", "sr", "uk"), CYRILLIC)}
"""Languages that begin with another script than Latin."""


def called(name: str, language: str = "") -> Script:
    """Return the script of a name, as it was kept; that of a language where there is none such."""
    kept = next((script for script in SCRIPTS if script.name == name), None)
    return kept or WRITTEN_IN.get(language, LATIN)


def written(script: Script, language: str) -> Script:
    """Return a script as those write it who speak a language."""
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
    """Return the script that a text begins with; None where no letter of it is one of ours."""
    for letter in text.lower():
        for script in SCRIPTS:
            if letter.isalpha() and letter in script.letters:
                return script
    return None


def after(script: Script) -> Script:
    """Return the one that comes next."""
    return SCRIPTS[(SCRIPTS.index(script) + 1) % len(SCRIPTS)]


HELD_SECONDS = 0.45
ACROSS, UPRIGHT = 13, 7
"""So many keys of 9 mm and more fit beside each other, and on an upright screen; a longer row becomes two."""
FOOT_MM, NAME_MM, LOW_NAME_MM, ASKED_MM, KEYS_GAP_MM = 15.0, 14.0, 11.8, 4.5, 2.0
"""Height of the pads below the keys, the last of which is hit without looking, and of the name above them,
over a fourth row of keys too."""
BEGINS_A_WORD = " -'."
FIGURES = "1234567890"


class NamingDialog(PartDialog):
    """Types a name, or changes the `name` that is given; `done` gets it, `close` ends it without one.

    It begins with the letters of that name, or else of `script`; `switched` is told of others. While nothing
    is typed, `from_stick` offers names in a file. `title` asks for it, `ready` is the word of the pad that
    ends it, and it has at most `most` letters. `figures` have a row of keys where a name may have some. Of
    one letter the `accents` are offered.
    """

    done: Callable[[str], None]
    close: Callable[[], None]
    name: str = ""
    script: Script = LATIN
    switched: Callable[[Script], None] | None = None
    from_stick: Callable[[], None] | None = None
    title: str = words.NEW_NAME_HINT
    ready: str = words.SIT_DOWN
    most: int = LONGEST
    figures: bool = False
    accents: str = ""

    def start(self) -> None:
        """Begin with the name."""
        self.typed = self.name
        self.script = script_of(self.name) or self.script

    def type(self, sign: str) -> None:
        """Add a sign where the name isn't too long; no space begins a name, and no two follow on another."""
        doubled = sign == " " and (not self.typed or self.typed.endswith(" "))
        if not doubled and letters(self.typed + sign) <= self.most:
            self.typed += sign
        self.offer("")

    def rub(self) -> None:
        """Take the last sign away, or the accents that are offered."""
        if not self.accents:
            self.typed = self.typed[:-1]
        self.offer("")

    def offer(self, letter: str, held: bool = True) -> None:
        """Offer the accents of a letter that is `held`; of none: its letters again."""
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

    def part(self) -> Part:
        """The name above, rows of keys, and what else there is to do below."""
        offered, most = bool(self.accents), UPRIGHT if self.stands else ACROSS
        figures = (FIGURES,) if self.figures else ()
        rows = [part for keys in (*figures, *self._letters.rows) for part in _in_rows(keys, most)]
        across = max(map(len, rows))
        shown = _in_rows(self.accents, across) if offered else rows
        # Accents leave the rows that they don't need, and are as high as letters.
        shown += [""] * (len(rows) - len(shown))
        end = "_" if letters(self.typed) < self.most else ""
        ready = bool(self.typed.strip(BEGINS_A_WORD))
        stick: list[Part] = []
        if self.from_stick is not None and not self.typed:
            pad = Button(words.FROM_STICK, on_tap=self.from_stick, role=theme.body, mm=36, name="from stick")
            stick.append(pad)
        asked = Text(self.title, bold=True, dim=True)
        typed = Text(self.typed + end, theme.figure, bold=True, share=1, name="typed")
        if self.stands and self.from_stick is not None:
            # Upright what is asked for has no room beside that pad.
            high = ASKED_MM + theme.TARGET_MM
            head: Part = column(replace(asked, mm=ASKED_MM), row(typed, *stick), gap=0, mm=high)
        else:
            head = row(column(asked, typed, gap=0), *stick, mm=LOW_NAME_MM if self.figures else NAME_MM)
        return column(
            head,
            column(*(self._row(keys, across) for keys in shown), gap=KEYS_GAP_MM),
            row(
                Button(words.CLOSE, on_tap=self.close, share=2, name="close"),
                Button(after(self.script).name, on_tap=self.switch, live=not offered, share=2, name="other"),
                Button(
                    words.SPACE,
                    on_tap=partial(self.type, " "),
                    live=bool(self.typed) and not offered,
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
        """Return a row of keys in the middle, each as wide as the longest row allows."""
        keys = map(self._key, keys_)
        beside = (across - len(keys_)) / 2
        edge = [Column(share=beside)] if beside else []
        return Row((*edge, *keys, *edge), KEYS_GAP_MM)

    def _key(self, letter: str) -> Button:
        begins = not self.typed or self.typed[-1] in BEGINS_A_WORD
        shown = letter.upper() if begins and len(letter.upper()) == 1 else letter
        return Button(
            shown,
            on_tap=partial(self.type, shown),
            on_rest=partial(self.offer, letter) if letter in self._letters.held else None,
            rest_seconds=HELD_SECONDS,
            name=f"key {letter}",
        )

    def _end(self) -> None:
        self.done(self.typed.strip())


def _in_rows(keys: str, most: int) -> list[str]:
    """Return keys in as few rows as have room for them, one about as long as the other."""
    rows = -(-len(keys) // most)
    long = -(-len(keys) // rows)
    return [keys[at : at + long] for at in range(0, len(keys), long)]
