"""A pad with a picture beside its words, or above them."""

from collections.abc import Callable, Iterable

from kivy.clock import Clock, ClockEvent

from ui import theme
from ui.stage.fonts import wrapped
from ui.stage.painter import Painter, room_in
from ui.stage.scene import Item, Room
from ui.widgets.layout import Rect
from ui.widgets.pad import Pad

BESIDE = 0.4
"""So much of a pad's width its picture takes at most beside the words."""


class PicturePad(Pad):
    """The words have what the picture leaves; one that is done with is darker, and its title dim.

    `when_rested` is told when a finger rests on it, and when none does any more.
    """

    def __init__(self, *, primary: bool = False) -> None:
        self.done = False
        super().__init__(primary=primary)
        self._painter = Painter(self.canvas)
        self._picture: Callable[[Room], Iterable[Item | None]] | None = None
        self._above, self._wide = False, 1.0
        self.when_rested: Callable[[bool], None] | None = None
        self.rest_seconds = 0.0
        self._resting: ClockEvent | None = None
        self.bind(pressed=self._rest)

    def see(
        self,
        picture: Callable[[Room], Iterable[Item | None]] | None,
        *,
        above: bool,
        wide: float,
        done: bool,
    ) -> None:
        """Show another picture, or none."""
        self._picture, self._above, self._wide = picture, above, wide
        if done != self.done:
            self.done = done
            self.title.color = theme.DIM if done else theme.TEXT
            self._look()
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Share the room out between the picture and the words."""
        words, drawn = rect, Rect(rect.x, rect.y, 0, 0)
        if self._picture is not None:
            inner = rect.inset(theme.mm(1.2), theme.mm(0.8))
            if not self.title.text:
                words, drawn = drawn, inner
            elif self._above:
                role = self.title.role
                lines = len(wrapped(self.title.text, inner.width, role, bold=True)) * role * 1.2
                lines += theme.small() * 2.6 if self.subtitle.text else 0
                low, drawn = inner.cut_bottom(min(lines + theme.mm(0.8), inner.height * 0.6), theme.mm(0.6))
                words = Rect(rect.x, rect.y, rect.width, low.top - rect.y)
            else:
                drawn, rest = inner.cut_left(
                    min(inner.height * self._wide, inner.width * BESIDE), theme.mm(1)
                )
                # The pad leaves a margin before its words once more.
                left = rest.x - theme.mm(1.2)
                words = Rect(left, rect.y, rect.right - left, rect.height)
        super().arrange(words)
        self._painter.draw(() if self._picture is None else self._picture(room_in(drawn)))

    def _look(self, *_: object) -> None:
        super()._look()
        if self.done and not self.pressed:
            self.paint(theme.GROUND, theme.PRIMARY if self.chosen else theme.LINE)

    def stop_waiting(self) -> None:
        """A finger that doesn't rest yet never will."""
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def _rest(self, *_: object) -> None:
        self.stop_waiting()
        if self.pressed and self.when_rested is not None:
            self._resting = Clock.schedule_once(lambda _seconds: self._rested(True), self.rest_seconds)
        else:
            self._rested(False)

    def _rested(self, rests: bool) -> None:
        if self.when_rested is not None:
            self.when_rested(rests)
