# ruff: noqa: RUF001 - these are letters that look alike.
"""The letters that a name can be typed with: scripts that the font has, and what holding a letter offers.

Rows are as on the keyboards of most who write so.
"""

from collections.abc import Mapping

from msgspec import Struct


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
