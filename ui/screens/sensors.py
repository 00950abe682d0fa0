"""Every button is tried once: its place lights up while it is pressed, and says so if it can't be used."""

from collections.abc import Callable

from companion.game import Seat
from companion.journal import Plate
from ui import theme, words
from ui.buttons import ButtonChanged, Buttons, News
from ui.kivy_types import Touch
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.place import Felt, Place, around
from ui.widgets.text import Text

DOWN = ("pressed", "held")
BAD = ("stuck", "stormy", "unplugged", "missing")


class ButtonPlace(Place):
    """A seat with its button; simulated ones are pressed by touching them."""

    def __init__(self, seat: Seat, plate: Plate, name: str, buttons: Buttons) -> None:
        super().__init__(lambda: None)
        self.number = seat
        self._plate, self._name, self._buttons = plate, name, buttons

    def show(self, shown: str) -> None:
        """Show what the button does."""
        self.seat(self._plate, self._name, words.BUTTON_STATES.get(shown, shown))
        self.subtitle.color = (
            theme.WARNING if shown in BAD else theme.READY if shown == "ready" else theme.DIM
        )
        self.light(shown in DOWN)

    def on_touch_down(self, touch: Touch) -> bool:
        """Press a simulated button."""
        taken = super().on_touch_down(touch)
        if taken:
            self._buttons.press(self.number)
        return taken

    def on_touch_up(self, touch: Touch) -> bool:
        """Let it go."""
        if touch.grab_current is self:
            self._buttons.release(self.number)
        return super().on_touch_up(touch)


class SensorsScreen(Face):
    """The seats around the table, each with the state of its button."""

    def __init__(
        self,
        seats: list[tuple[Plate, str]],
        buttons: Buttons,
        back: Callable[[], None],
        on: Callable[[], None] | None,
    ) -> None:
        super().__init__()
        self._buttons = buttons
        self._names = [name for _, name in seats]
        hint = buttons.notice or words.SENSORS_HINT
        self.header = Header(words.SENSORS, hint, back, on, words.TO_THE_TABLE)
        self._felt = Felt()
        self.places = [ButtonPlace(Seat(n), plate, name, buttons) for n, (plate, name) in enumerate(seats)]
        self._middle = Text("", role=theme.heading(), bold=True, align="center", wraps=True)
        self._under = Text("", role=theme.small() * 1.1, tone=theme.DIM, align="center", wraps=True)
        self.learn = Pad(words.LEARN, words.LEARN_HINT, on_tap=self._toggle_learning, role=theme.body())
        self._learning: int | None = None
        for part in (self.header, self._felt, self._middle, self._under, *self.places):
            self.add_widget(part)
        if buttons.can_learn:
            self.add_widget(self.learn)
        self.refresh()

    def hear(self, news: News) -> None:
        """Take news of a button."""
        if isinstance(news, ButtonChanged) and news.seat < len(self.places):
            self.places[news.seat].show(news.state.shown)
            self._count()

    def refresh(self) -> None:
        """Read every button anew."""
        for place in self.places:
            place.show(self._buttons.state(place.number).shown)
        self._count()

    def leave(self) -> None:
        """Stop learning where it stands."""
        if self._learning is not None:
            self._stop(keep=self._learning > 0)

    def _count(self) -> None:
        if self._learning is not None:
            return
        ready = sum(self._buttons.state(place.number).tried for place in self.places)
        self._middle.text = words.buttons_ready(ready, len(self.places))
        self._under.text = words.QUALITIES.get(self._buttons.quality, self._buttons.quality)

    def _toggle_learning(self) -> None:
        if self._learning is None:
            self._next(0)
        else:
            self._stop(keep=self._learning > 0)

    def _next(self, seat: int) -> None:
        if seat >= len(self.places):
            self._stop(keep=True)
            return
        self._learning = seat
        self._middle.text = words.press_button_of(self._names[seat])
        self._under.text = words.learned(seat, len(self.places))
        self.learn.say(words.STOP_LEARNING)
        for place in self.places:
            place.light(place.number == seat)
        self._buttons.learn(Seat(seat), lambda pin: self._next(seat + 1))

    def _stop(self, *, keep: bool) -> None:
        self._learning = None
        trouble = self._buttons.stop_learning(keep)
        self.learn.say(words.LEARN, words.LEARN_HINT)
        self.header.hint.text = trouble or self._buttons.notice or words.SENSORS_HINT
        self.refresh()

    def arrange(self, rect: Rect) -> None:
        """Places around the felt, the state of all in its middle."""
        head, room = body_of(rect)
        put(self.header, head)
        count = len(self.places)
        up = 0 if count < 5 else 1 if count < 9 else 2 if count < 14 else 3
        across = max(1, -(-(count - 2 * up) // 2))
        height = min(theme.mm(17), (room.height - theme.mm(4)) / (up + 2))
        width = min(theme.mm(26), room.width / across - theme.mm(3))
        put(self._felt, room.inset(room.width * 0.19, height * 0.9))
        for place, cell in zip(self.places, around(room, across, up, width, height), strict=False):
            put(place, cell)
        x, y = room.center
        wide = room.width * 0.42
        put(self._middle, Rect(x - wide / 2, y - theme.mm(1), wide, theme.mm(12)))
        put(self._under, Rect(x - wide / 2, y - theme.mm(7), wide, theme.mm(5.5)))
        put(self.learn, Rect(x - theme.mm(22), y - theme.mm(21), theme.mm(44), theme.mm(12.5)))
