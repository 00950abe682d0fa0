"""In which language the table speaks: a pad for each that is here, by its own name."""

from collections.abc import Callable
from functools import partial

from companion.places import languages_path
from ui.appliance import care_words as words
from ui.language import languages
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Header, Pages, Screen

PAD_MM, WIDE_MM, MOST_MM = 14.0, 44.0, 20.0
"""Height and least width of a pad, and its most height."""


class LanguagesScreen(PartScreen):
    """`speak` is given the code of the one that is tapped; `now` is empty where none was chosen: English.

    Without `back` it is the first screen of a new table. It is a person's where they are called `who`: then
    the table's own is one of them, and chosen where `now` is empty.
    """

    def __init__(
        self, now: str, speak: Callable[[str], None], back: Callable[[], None] | None, who: str = ""
    ) -> None:
        super().__init__()
        self._now = now or ("" if who else languages.ENGLISH)
        self._speak, self._back, self._who = speak, back, who
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
        if self._who:
            as_table = partial(self._speak, "")
            pads = (
                Button(words.AS_THE_TABLE, on_tap=as_table, chosen=not self._now, name="language table"),
                *pads,
            )
        hint = languages.trouble or words.LANGUAGE_HINT
        title = words.language_of(self._who) if self._who else words.LANGUAGE
        header = Header(title, hint, self._back, warns="hint" if languages.trouble else "")
        return Screen(header, Pages(pads, PAD_MM, WIDE_MM, MOST_MM, name="languages"))
