"""Every button is tried once: its place lights up while it is pressed, and says so if it can't be used."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.game import Seat
from companion.journal import Plate
from ui import theme, words
from ui.kivy_types import Touch, number_of
from ui.screens.wiring_guide import WiringGuide
from ui.table import wiring_words
from ui.table.buttons import ButtonChanged, Buttons, News
from ui.table.telling import listed
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_row
from ui.widgets.pad import Pad
from ui.widgets.place import Felt, PlacePad, around
from ui.widgets.text import Text

DOWN = ("pressed", "held")
BAD = ("stuck", "stormy", "unplugged", "missing")

PAD_MM = 37.0
HINTS_FROM_MM = 28.0
"""Width of the pads in the middle, where there is room; and from which on they have a second line."""

TOGETHER, MOST_NAMED = 2, 3
"""From how many buttons down at once on it is said who isn't heard, and how many of those by name."""

LOOK_SECONDS = 1.0
"""How often the screen asks what is wrong with the buttons: not every trouble changes a seat's state."""


class ButtonPlace(PlacePad):
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
            self._buttons.press(self.number, number_of(touch))
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
        self._seats = seats
        self._names = [name for _, name in seats]
        buttons.seated(self._names)
        self.header = TitleLine(words.SENSORS, "", back, on, words.TO_THE_TABLE)
        self._felt = Felt()
        self.places = [ButtonPlace(Seat(n), plate, name, buttons) for n, (plate, name) in enumerate(seats)]
        self._middle = Text("", role=theme.heading(), bold=True, align="center", wraps=True)
        self._under = Text("", role=theme.small() * 1.1, tone=theme.DIM, align="center", wraps=True)
        self.learn = Pad(words.LEARN, on_tap=self._toggle_learning, role=theme.body())
        self.wiring = Pad(wiring_words.GUIDE, on_tap=self.open_guide, role=theme.body())
        self._wide = True
        self._learning: int | None = None
        self._trouble = ""
        self._parts = [self.header, self._felt, self._middle, self._under, *self.places, self.wiring]
        if buttons.can_learn:
            self._parts.append(self.learn)
        self.guide: WiringGuide | None = None
        self.add_parts(*self._parts)
        self._looking = Clock.create_trigger(self._hint, LOOK_SECONDS, interval=True)
        self.bind(parent=self._watch)
        self.refresh()

    def open_guide(self) -> None:
        """Show where the wires go, in place of the seats."""
        self.guide = WiringGuide(self._seats, self._buttons, self.close_guide, self._kept)
        self.set_parts(self.guide)

    def _kept(self, trouble: str) -> None:
        """Go back and have the buttons tried as they are wired now."""
        self._trouble = trouble
        self.close_guide()

    def close_guide(self) -> None:
        """Show the seats again."""
        self.guide = None
        self.set_parts(*self._parts)
        self.refresh()

    def hear(self, news: News) -> None:
        """Take news of a button."""
        if self.guide is not None:
            self.guide.hear(news)
        if isinstance(news, ButtonChanged) and news.seat < len(self.places):
            self.places[news.seat].show(news.state.shown)
            self._count()
            self._hint()

    def refresh(self) -> None:
        """Read every button anew."""
        for place in self.places:
            place.show(self._buttons.state(place.number).shown)
        self._count()
        self._hint()

    def leave(self) -> None:
        """Stop learning where it stands."""
        if self._learning is not None:
            self._stop(keep=self._learning > 0)

    def _hint(self, *_: object) -> None:
        """Say what is wrong with the buttons, or else what to do."""
        notice = self._trouble or self._buttons.notice
        warning = bool(notice) and not self._buttons.simulated
        self.header.hint.say(notice or words.SENSORS_HINT, warning=warning)

    def _watch(self, *_: object) -> None:
        if self.parent is None:
            self._looking.cancel()
        else:
            self._looking()

    def _count(self) -> None:
        if self._learning is not None:
            return
        down = [place.number for place in self.places if self._buttons.state(place.number).state in DOWN]
        if len(down) >= TOGETHER:
            # A keyboard may leave keys out that are pressed with others: all hands on, and it shows.
            missing = [name for seat, name in enumerate(self._names) if seat not in down]
            more = [words.and_more(len(missing) - MOST_NAMED)] if len(missing) > MOST_NAMED else []
            self._middle.text = words.together(len(down), len(self.places))
            names = listed([*missing[:MOST_NAMED], *more])
            self._under.text = words.unheard(names) if missing else words.ALL_TOGETHER
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
        self._word_pads()
        self.wiring.live = False
        for place in self.places:
            place.light(place.number == seat)
        trouble = self._buttons.learn(Seat(seat), lambda pin: self._next(seat + 1))
        if trouble:
            self._stop(keep=seat > 0)
            self._trouble = self._trouble or trouble
            self.refresh()

    def _stop(self, *, keep: bool) -> None:
        self._learning = None
        self._trouble = self._buttons.stop_learning(keep)
        self._word_pads()
        self.wiring.live = True
        self.refresh()

    def _word_pads(self) -> None:
        """Say what the pads in the middle are for; their second lines only where they can be read."""
        self.wiring.say(wiring_words.GUIDE, wiring_words.GUIDE_HINT if self._wide else "")
        if self._learning is None:
            self.learn.say(words.LEARN, words.LEARN_HINT if self._wide else "")
        else:
            self.learn.say(words.STOP_LEARNING)

    def arrange(self, rect: Rect) -> None:
        """Places around the felt, the state of all in its middle."""
        if self.guide is not None:
            put(self.guide, rect)
            return
        head, room = body_of(rect)
        put(self.header, head)
        count = len(self.places)
        up = 0 if count < 5 else 1 if count < 9 else 2 if count < 14 else 3
        across = max(1, -(-(count - 2 * up) // 2))
        height = min(theme.mm(17), (room.height - theme.mm(4)) / (up + 2))
        width = min(theme.mm(26), room.width / across - theme.mm(3))
        put(self._felt, room.inset(room.width * 0.19, height * 0.9))
        cells = around(room, across, up, width, height)
        for place, cell in zip(self.places, cells, strict=False):
            put(place, cell)
        x, y = room.center
        wide = room.width * 0.42
        # From below: pads, and both texts; all of it as high as there is room between two rows of places.
        low = y - theme.mm(14)
        put(self._middle, Rect(x - wide / 2, low + theme.mm(18), wide, theme.mm(10)))
        put(self._under, Rect(x - wide / 2, low + theme.mm(12.5), wide, theme.mm(5.5)))
        # Where people sit at the sides, the pads lie between them.
        between = 2 * (x - cells[0].right) if up else room.width
        pads = [self.wiring, self.learn] if self.learn.parent is not None else [self.wiring]
        gap = theme.mm(theme.GAP_MM)
        each = min(theme.mm(PAD_MM), (between - gap * (len(pads) + 1)) / len(pads))
        self._wide = each >= theme.mm(HINTS_FROM_MM)
        self._word_pads()
        breadth = each * len(pads) + gap * (len(pads) - 1)
        row = Rect(x - breadth / 2, low, breadth, theme.mm(12))
        put_row(pads, row, gap)
