"""The referee's menu: what can be done now, what may happen at any time, the count, the sounds, the end."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ui.appliance import care_words
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Pages, Part, Tap, Text, column, row
from ui.sound.sounds import Sounds
from ui.stage import theme
from ui.table.presenting import Choice

STEP = 20
"""How much louder or softer a tap makes the sounds, in percent."""
WIDE_MM, ROW_MM, HIGHEST_MM = 34.0, 14.0, 16.0
"""A pad is at least so wide and so high, and at the most so high: nine stand on a page."""
NEAR_MM = 1.5
"""Between the pads of the sounds: an upright picture has no room for more."""


class Actions(Struct):
    """What the menu can set going beside the game's own reports; None where it can't.

    `timer` takes the next setting of the turn timer and says what it is; `timed` says what it is now. `turns`
    and `turned` are the same of turns on buttons.
    """

    close: Callable[[], None]
    tell: Callable[[Any], None]
    recount: Callable[[], None] | None
    compare: Callable[[], None] | None
    abandon: Callable[[], None] | None
    pads: Callable[[], None] | None
    sound_changed: Callable[[], None]
    lock: Callable[[], None] | None = None
    how_to: Callable[[], None] | None = None
    can_do: Callable[[], None] | None = None
    timer: Callable[[], str] | None = None
    timed: str = ""
    turns: Callable[[], str] | None = None
    turned: str = ""
    delete: Callable[[], None] | None = None
    phones: Callable[[], None] | None = None


class RefereeDialog(PartDialog):
    """All that isn't play: what a game needs most first."""

    def __init__(self, choices: Sequence[Choice], sounds: Sounds, actions: Actions) -> None:
        super().__init__()
        self._choices, self._sounds, self._actions = choices, sounds, actions
        self.compose()

    def part(self) -> Part:
        """The pads in pages, and the sounds in a row below them."""
        head = row(
            Text(words.REFEREE_MENU, theme.title, bold=True, share=1),
            Button(words.CLOSE, on_tap=self._actions.close, mm=30, name="close"),
            mm=theme.TARGET_MM,
        )
        pads = Pages(tuple(self.pads()), row_mm=ROW_MM, wide_mm=WIDE_MM, highest_mm=HIGHEST_MM, name="pads")
        return column(head, pads, self._sound())

    def pads(self) -> Iterator[Button]:
        """Yield what can be tapped, most wanted first."""
        can = self._actions
        plain: list[tuple[str, str, Tap]] = [
            (words.CAN_DO, words.CAN_DO_HINT, can.can_do),
            # In reach however much a game has to say: a child's hand is quick.
            (care_words.LOCK, care_words.LOCK_SHORT_HINT, can.lock),
            *((each.title, each.subtitle, partial(can.tell, each.report)) for each in self._choices),
            (words.RECOUNT, words.RECOUNT_HINT, can.recount),
            (words.COMPARE, words.COMPARE_HINT, can.compare),
            (words.HOW_TO, words.HOW_TO_CARDS, can.how_to),
            (words.TURN_TIMER, can.timed, self._step_timer if can.timer is not None else None),
            (words.TURN_BUTTONS, can.turned, self._toggle_turns if can.turns is not None else None),
            (words.PADS, words.PADS_HINT, can.pads),
            (words.PHONES, words.PHONES_HINT, can.phones),
        ]
        yield from (
            Button(title, hint, tap, role=theme.body) for title, hint, tap in plain if tap is not None
        )
        if can.abandon is not None:
            yield Button(words.ABANDON, words.ABANDON_HINT, can.abandon, held=True, role=theme.body)
        if can.delete is not None:
            yield Button(words.DELETE, words.DELETE_HINT, can.delete, held=True, role=theme.body)

    def _sound(self) -> Part:
        muted = self._sounds.muted
        state = words.SOUND_OFF if muted else words.volume(self._sounds.percent)
        tap = partial(Button, role=theme.body)
        return row(
            Text(f"{words.SOUNDS}: {state}", bold=True, share=1.85, name="sound"),
            tap(words.SOFTER, on_tap=partial(self._louder, -STEP), name="softer"),
            tap(words.LOUDER, on_tap=partial(self._louder, STEP), name="louder"),
            tap(words.UNMUTE if muted else words.MUTE, on_tap=self._toggle_mute, name="mute"),
            gap=NEAR_MM,
            mm=theme.TARGET_MM + 0.5,
        )

    def _louder(self, by: int) -> None:
        self._sounds.louder(by)
        self._sounds_changed()

    def _toggle_mute(self) -> None:
        self._sounds.muted = not self._sounds.muted
        self._sounds_changed()

    def _sounds_changed(self) -> None:
        self.compose()
        self._sounds.play("turn")
        self._actions.sound_changed()

    def _step_timer(self) -> None:
        if self._actions.timer is not None:
            self._actions.timed = self._actions.timer()
            self.compose()

    def _toggle_turns(self) -> None:
        if self._actions.turns is not None:
            self._actions.turned = self._actions.turns()
            self.compose()
