"""The referee's menu: what may happen at any time, the count, the sounds, and the end."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ui import theme, words
from ui.appliance import care_words
from ui.sounds import Sounds
from ui.table.presenting import Choice
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.pages import Pages
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

STEP = 20
"""How much louder or softer a tap makes the sounds, in percent."""


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


class RefereeSheet(SheetPanel):
    """All that isn't play."""

    def __init__(self, choices: Sequence[Choice], sounds: Sounds, actions: Actions) -> None:
        super().__init__(theme.PANEL)
        self._sounds, self._actions = sounds, actions
        self._title = Text(words.REFEREE_MENU, role=theme.title(), bold=True)
        self.close = Pad(words.CLOSE, on_tap=actions.close)
        self.choices = [
            Pad(c.title, c.subtitle, on_tap=lambda report=c.report: actions.tell(report), role=theme.body())  # type: ignore[misc]
            for c in choices
        ]
        self.recount = Pad(words.RECOUNT, words.RECOUNT_HINT, on_tap=actions.recount, role=theme.body())
        self.pages = Pages(theme.mm(13), 3, most=theme.mm(17))
        self.lock = Pad(care_words.LOCK, care_words.LOCK_SHORT_HINT, on_tap=actions.lock, role=theme.body())
        # First, so that it is in reach however much a game has to say: a child's hand is quick.
        items = [*([self.lock] if actions.lock is not None else []), *self.choices]
        self.compare = Pad(words.COMPARE, words.COMPARE_HINT, on_tap=actions.compare, role=theme.body())
        if actions.recount is not None:
            items.append(self.recount)
        if actions.compare is not None:
            items.append(self.compare)
        if actions.can_do is not None:
            items.append(Pad(words.CAN_DO, words.CAN_DO_HINT, on_tap=actions.can_do, role=theme.body()))
        if actions.how_to is not None:
            items.append(Pad(words.HOW_TO, words.HOW_TO_CARDS, on_tap=actions.how_to, role=theme.body()))
        if (change := actions.timer) is not None:
            timer = Pad(words.TURN_TIMER, actions.timed, role=theme.body())
            timer.when_tapped = lambda: timer.say(words.TURN_TIMER, change())
            items.append(timer)
        if (toggle := actions.turns) is not None:
            turns = Pad(words.TURN_BUTTONS, actions.turned, role=theme.body())
            turns.when_tapped = lambda: turns.say(words.TURN_BUTTONS, toggle())
            items.append(turns)
        if actions.pads is not None:
            items.append(Pad(words.PADS, words.PADS_HINT, on_tap=actions.pads, role=theme.body()))
        self.abandon = HoldPad(words.ABANDON, words.ABANDON_HINT, on_held=actions.abandon, role=theme.body())
        if actions.abandon is not None:
            items.append(self.abandon)
        if actions.delete is not None:
            items.append(HoldPad(words.DELETE, words.DELETE_HINT, on_held=actions.delete, role=theme.body()))
        self.pages.show(items)
        self._sound = Text("", role=theme.body(), bold=True)
        self.softer = Pad(words.SOFTER, on_tap=lambda: self._change(-STEP), role=theme.body())
        self.louder = Pad(words.LOUDER, on_tap=lambda: self._change(STEP), role=theme.body())
        self.mute = Pad(words.MUTE, on_tap=self._toggle, role=theme.body())
        self.add_parts(self._title, self.close, self.pages, self._sound, self.softer, self.louder, self.mute)
        self._show()

    def _change(self, by: int) -> None:
        self._sounds.louder(by)
        self._changed()

    def _toggle(self) -> None:
        self._sounds.muted = not self._sounds.muted
        self._changed()

    def _changed(self) -> None:
        self._show()
        self._sounds.play("turn")
        self._actions.sound_changed()

    def _show(self) -> None:
        muted = self._sounds.muted
        state = words.SOUND_OFF if muted else words.volume(self._sounds.percent)
        self._sound.text = f"{words.SOUNDS}: {state}"
        self.mute.say(words.UNMUTE if muted else words.MUTE)

    def arrange(self, rect: Rect) -> None:
        """The sounds in a row at the bottom, all else in pages."""
        inner = self.inner(rect)
        head, rest = inner.cut_top(theme.mm(12), theme.mm(2))
        pad, title = head.cut_right(theme.mm(30), theme.mm(3))
        put(self._title, title)
        put(self.close, pad)
        foot, rest = rest.cut_bottom(theme.mm(12.5), theme.mm(3))
        put(self.pages, rest)
        cells = foot.columns([1.4, 1, 1, 1], theme.mm(3))
        put_each((self._sound, self.softer, self.louder, self.mute), cells)
