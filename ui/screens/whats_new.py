"""What has changed with each version, said once after an update and whenever somebody asks."""

from collections.abc import Callable, Sequence

from ui.appliance import care_words as words
from ui.language.phrases import translated
from ui.parts.shown import PartScreen
from ui.parts.values import Column, Header, Pages, Part, Screen, Text
from ui.stage import theme
from ui.storage.whats_new import Version

ROW_MM, MOST_ROW_MM, GAP_MM = 12.4, 15.0, 1.6


class WhatsNewScreen(PartScreen):
    """All versions, the newest first; `title` says why it is shown, and `on_word` leads on."""

    def __init__(
        self, title: str, now: str, versions: Sequence[Version], back: Callable[[], None], on_word: str = ""
    ) -> None:
        super().__init__()
        self._title, self._now, self._versions = title, now, versions
        self._back, self._on_word = back, on_word
        self.compose()

    def part(self) -> Screen:
        """Return a row for each change, below the name of its version where several are told of."""
        rows: list[Part] = []
        for version in self._versions:
            if version.name != self._now or len(self._versions) > 1:
                rows.append(Text(words.version(version.name), theme.heading, bold=True, dim=True))
            rows += [_change(change) for change in version.changes]
        on = self._back if self._on_word else None
        header = Header(self._title, words.version(self._now), self._back, on, self._on_word)
        return Screen(header, Pages(tuple(rows), ROW_MM, highest_mm=MOST_ROW_MM, gap=GAP_MM, name="changes"))


def _change(said: str) -> Column:
    return Column((Text(translated(said), wraps=True, share=1),), gap=0, panel=True)
