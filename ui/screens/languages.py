"""In which language the table speaks: a pad for each that is here, by its own name."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.places import languages_path
from ui.appliance import care_words as words
from ui.language import languages
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Header, Pages, Screen, Tap

PAD_MM, WIDE_MM, MOST_MM = 14.0, 44.0, 20.0
"""Height and least width of a pad, and its most height."""


@dataclass(eq=False, repr=False)
class LanguagesScreen(PartScreen):
    """`speak` is given the code of the one that is tapped; `now` is empty where none was chosen: English.

    Without `back` it is the first screen of a new table. It is a person's where they are called `who`: then
    the table's own is one of them, and chosen where `now` is empty.
    """

    now: str
    speak: Callable[[str], None]
    back: Tap
    who: str = ""

    def __post_init__(self) -> None:
        """Look once which languages are here."""
        super().__post_init__()
        self._found = languages.catalogues(languages_path())
        self._unread = {code for code, path in self._found.items() if languages.unread(path)}

    def part(self) -> Screen:
        """Return the pads; where the chosen language can't be spoken the hint says why."""
        now = self.now or ("" if self.who else languages.ENGLISH)
        named = {"": words.AS_THE_TABLE} if self.who else {}
        named |= {code: languages.name(code) for code in (languages.ENGLISH, *self._found)}
        pads = tuple(
            Button(
                name,
                words.UNREAD if code in self._unread else "",
                partial(self.speak, code),
                chosen=code == now,
                name=f"language {code or 'table'}",
            )
            for code, name in named.items()
        )
        hint = languages.trouble or words.LANGUAGE_HINT
        title = words.language_of(self.who) if self.who else words.LANGUAGE
        header = Header(title, hint, self.back, warns="hint" if languages.trouble else "")
        return Screen(header, Pages(pads, PAD_MM, WIDE_MM, MOST_MM, name="languages"))
