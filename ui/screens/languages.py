"""In which language the table speaks: a pad for each that is here, by its own name."""

from collections.abc import Callable
from functools import partial

from ui import languages
from ui.appliance import care_words as words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Header, Pages, Screen
from ui.storage.places import languages_path

PAD_MM, WIDE_MM, MOST_MM = 14.0, 44.0, 20.0
"""Height and least width of a pad, and its most height."""


class LanguagesScreen(PartScreen):
    """`speak` is given the code of the one that is tapped; `now` is empty where none was chosen: English.

    Without `back` it is the first screen of a new table.
    """

    def __init__(self, now: str, speak: Callable[[str], None], back: Callable[[], None] | None) -> None:
        super().__init__()
        self._now, self._speak, self._back = now or languages.ENGLISH, speak, back
        self._found = languages.catalogues(languages_path())
        self._unread = {code for code, path in self._found.items() if languages.unread(path)}
        self.compose()

    def part(self) -> Screen:
        """Return the pads; where the chosen language can't be spoken the hint says why."""
        pads = tuple(
            Button(
                languages.name(code),
                words.UNREAD if code in self._unread else "",
                partial(self._speak, code),
                chosen=code == self._now,
                name=f"language {code}",
            )
            for code in (languages.ENGLISH, *self._found)
        )
        hint = languages.trouble or words.LANGUAGE_HINT
        header = Header(words.LANGUAGE, hint, self._back, warns="hint" if languages.trouble else "")
        return Screen(header, Pages(pads, PAD_MM, WIDE_MM, MOST_MM, name="languages"))
