"""The referee's menu: everything that isn't play, such as help, recounts, sounds, and breaking off."""

from collections.abc import Callable, Iterable
from functools import partial

from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Pages, Part, Text, column, row
from ui.sound.sounds import Sounds
from ui.stage import theme

STEP = 20
"""Change of the volume at a tap, in percent."""
WIDE_MM, ROW_MM, HIGHEST_MM = 34.0, 14.0, 16.0
"""A pad's least width, and its least and greatest height: nine fit on a page."""
NEAR_MM = 1.5
"""Gap between the sound pads: an upright panel has no room for more."""


class RefereeDialog(PartDialog):
    """The menu of `pads`, most wanted first, and the sounds."""

    pads: Callable[[], Iterable[Button]]
    sounds: Sounds
    sound_changed: Callable[[], None]
    close: Callable[[], None]

    def part(self) -> Part:
        """Return the pads in pages, and a row for the sounds below them."""
        head = row(
            Text(words.REFEREE_MENU, theme.title, bold=True, share=1),
            Button(words.CLOSE, on_tap=self.close, mm=30, name="close"),
            mm=theme.TARGET_MM,
        )
        pads = Pages(tuple(self.pads()), row_mm=ROW_MM, wide_mm=WIDE_MM, highest_mm=HIGHEST_MM, name="pads")
        return column(head, pads, self._sound())

    def _sound(self) -> Part:
        muted = self.sounds.muted
        state = words.SOUND_OFF if muted else words.volume(self.sounds.percent)
        tap = partial(Button, role=theme.body)
        return row(
            Text(words.labelled(words.SOUNDS, state), bold=True, wraps=True, share=1.85, name="sound"),
            tap(words.SOFTER, on_tap=partial(self._louder, -STEP), name="softer"),
            tap(words.LOUDER, on_tap=partial(self._louder, STEP), name="louder"),
            tap(words.UNMUTE if muted else words.MUTE, on_tap=self._toggle_mute, name="mute"),
            gap=NEAR_MM,
            mm=theme.TARGET_MM + 0.5,
        )

    def _louder(self, by: int) -> None:
        self.sounds.louder(by)
        self._sounds_changed()

    def _toggle_mute(self) -> None:
        self.sounds.muted = not self.sounds.muted
        self._sounds_changed()

    def _sounds_changed(self) -> None:
        self.compose()
        self.sounds.play("turn")
        self.sound_changed()
