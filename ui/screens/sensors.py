"""The screen for trying every button: its seat lights up while pressed, and says if it doesn't work."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock
from msgspec.structs import replace

from companion.game import Seat
from companion.journal import NamePlate
from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Header, Part, Screen, Text, column, row
from ui.screens.wiring_guide import WiringGuide
from ui.stage import theme
from ui.stage.parts import marked
from ui.table import wires
from ui.table.buttons import ButtonChanged, Buttons, News
from ui.table.names import listed

DOWN = ("pressed", "held")
BAD = ("stuck", "stormy", "unplugged", "missing")

HIGH_MM, WIDE_MM, PAD_MM, GAP_MM = 17.0, 26.0, 40.0, 1.5
"""Greatest height and width of a seat, width of a pad in the middle, and the gap between rows."""
SPREAD, CROWD, CROWDED, MORE = 12.0, 3, 40.0, 1.06
"""Length of a seat, times the gap to the next; the number of stacked seats from which they stand closer, and
their length then; and the middle row's share of the height for each stacked seat."""
MIDDLE = (2, 2.4)
"""Least share of the height for the middle row, a row of seats having 1: in usual and in large text."""
MARK, LIT = 0.55, 0.35
"""Size of a mark, in heights of its seat, and opacity of the light of a pressed button."""
TOGETHER, MOST_NAMED = 2, 3
"""Number of buttons down at once from which missing ones are named, and how many of these by name."""
LOOK_SECONDS = 1.0
"""Interval at which the screen checks for trouble: not all trouble changes a seat's state."""


class SensorsScreen(PartScreen):
    """The seats around the table, each with the state of its button; a finger presses a simulated one."""

    seats: list[tuple[NamePlate, str]]
    buttons: Buttons
    back: Callable[[], None]

    def start(self) -> None:
        """Tell the buttons who sits where, and check them while the screen is shown."""
        self._names = [name for _, name in self.seats]
        self.buttons.seated(self._names)
        self._learning: int | None = None
        self._trouble = ""
        self._looking = Clock.create_trigger(self._look, LOOK_SECONDS, interval=True)
        self.bind(parent=self._watch)

    @property
    def guide(self) -> WiringGuide | None:
        """The wiring guide, while it covers the seats."""
        return self.over if isinstance(self.over, WiringGuide) else None

    def open_guide(self) -> None:
        """Open the wiring guide over the seats."""
        self.lay_over(WiringGuide(self.seats, self.buttons, partial(self.lay_over, None), self._wired))

    def _wired(self, trouble: str) -> None:
        """Go back to the seats after the wiring was saved; `trouble` says why it wasn't."""
        self._trouble = trouble
        self.lay_over(None)

    def hear(self, news: News) -> None:
        """Show news of a button."""
        if self.guide is not None:
            self.guide.hear(news)
        if isinstance(news, ButtonChanged):
            self.compose()

    def leave(self) -> None:
        """Stop learning, saving what was learned so far."""
        if self._learning is not None:
            self._stop(keep=self._learning > 0)

    def _watch(self, *_: object) -> None:
        if self.parent is None:
            self._looking.cancel()
        else:
            self._looking()

    def _look(self, *_: object) -> None:
        # Draw again only if the header changes.
        if self.over is None and self._part and self._header() != self._part["header"]:
            self.compose()

    # Learning.

    def _toggle_learning(self) -> None:
        if self._learning is None:
            self._next(0)
        else:
            self._stop(keep=self._learning > 0)

    def _next(self, seat: int) -> None:
        if seat >= len(self.seats):
            self._stop(keep=True)
            return
        self._learning = seat
        self.compose()
        trouble = self.buttons.learn(Seat(seat), lambda pin: self._next(seat + 1))
        if trouble:
            self._stop(keep=seat > 0)
            self._trouble = self._trouble or trouble
            self.compose()

    def _stop(self, *, keep: bool) -> None:
        self._learning = None
        self._trouble = self.buttons.stop_learning(keep)
        self.compose()

    # Layout.

    def part(self) -> Screen:
        """Return the seats around the middle, which is about all of them."""
        places = [self._place(Seat(n), *seat) for n, seat in enumerate(self.seats)]
        count = len(places)
        up = 0 if count < 5 else 1 if count < 9 else 2 if count < 14 else 3
        across = max(1, -(-(count - 2 * up) // 2))
        # Clockwise from the bottom left, as on the boards of the games.
        left, above = places[1 : 1 + up], places[1 + up : 1 + up + across]
        right, below = places[1 + up + across : 1 + 2 * up + across], places[1 + 2 * up + across :]
        middle: list[Part] = [self._middle()]
        if up:
            middle = [_spread(left[::-1], down=True), *middle, _spread(right, down=True)]
        centre = row(*middle, gap=GAP_MM, share=max(up * MORE, MIDDLE[theme.now.large]))
        front = _spread([places[0], *below[::-1]])
        return Screen(self._header(), column(_spread(above), centre, front, gap=GAP_MM))

    def _header(self) -> Header:
        """Return the header: what is wrong with the buttons, or else what to do and know."""
        notice = self._trouble or self.buttons.notice
        warning = bool(notice) and not self.buttons.simulated
        hint = f"{notice or words.SENSORS_HINT} {'' if warning else self.buttons.hint}".rstrip()
        title = words.SENSORS_SHOWN if self.buttons.simulated else words.SENSORS
        return Header(title, hint, self.back, warns="hint" if warning else "", name="header")

    def _place(self, seat: Seat, plate: NamePlate, name: str) -> Button:
        """Return a player's seat; a finger on it presses a simulated button."""
        state = self.buttons.state(seat).display_state
        lit = state in DOWN if self._learning is None else seat == self._learning
        tone = theme.WARNING if state in BAD else theme.READY if state == "ready" else theme.DIM
        if lit:
            tone = theme.TEXT

        def hold(down: bool, finger: int | None) -> None:
            if down:
                self.buttons.press(seat, finger)
            else:
                self.buttons.release(seat)

        return Button(
            name,
            words.BUTTON_STATES.get(state, state),
            on_hold=hold,
            picture=lambda room: marked(plate, room.rect),
            wide=MARK,
            cut=True,
            lit=theme.seat_tone(plate, LIT) if lit else None,
            hint_tone=tone,
            role=theme.body,
            name=f"seat {seat}",
        )

    def _middle(self) -> Part:
        title, under = self._summary()
        live = self._learning is None
        guide, hint = wires.GUIDE, wires.GUIDE_HINT
        pads = [Button(guide, hint, self.open_guide, live=live, role=theme.body, name="wiring")]
        if self.buttons.can_learn:
            texts = (words.LEARN, words.LEARN_HINT) if live else (words.STOP_LEARNING, "")
            pads.append(Button(*texts, self._toggle_learning, role=theme.body, name="learn"))
        # On an upright panel the seats at the sides need the width for their names.
        low: tuple[Part, ...] = tuple(replace(pad, mm=theme.TARGET_MM) for pad in pads)
        if not self.upright:
            wide = (replace(pad, share=SPREAD, most_mm=PAD_MM) for pad in pads)
            low = (row(Column(), *wide, Column(), mm=theme.TARGET_MM),)
        return column(
            Column(),
            Text(title, theme.heading, bold=True, align="center", wraps=True, name="count"),
            Text(under, theme.small, dim=True, align="center", wraps=True, name="quality"),
            *low,
            Column(),
            gap=GAP_MM,
            share=UPRIGHT_SHARE if self.upright else SHARE,
        )

    def _summary(self) -> tuple[str, str]:
        """Return how many buttons were tried, or whose aren't heard while several are down."""
        if self._learning is not None:
            name = self._names[self._learning]
            return words.press_button_of(name), words.learned(self._learning, len(self.seats))
        states = [self.buttons.state(Seat(n)) for n in range(len(self.seats))]
        down = [n for n, state in enumerate(states) if state.state in DOWN]
        if len(down) >= TOGETHER:
            # A keyboard may miss keys that are pressed with others; pressing all buttons shows that.
            missing = [name for n, name in enumerate(self._names) if n not in down]
            more = [words.and_more(len(missing) - MOST_NAMED)] if len(missing) > MOST_NAMED else []
            unheard = words.unheard(listed([*missing[:MOST_NAMED], *more]))
            return words.together(len(down), len(states)), unheard if missing else words.ALL_TOGETHER
        ready = sum(state.tried for state in states)
        quality = self.buttons.quality
        return words.buttons_ready(ready, len(states)), words.QUALITIES.get(quality, quality)


SHARE, UPRIGHT_SHARE = 3, 1.3
"""The middle's share of the width, each side having 1; and on an upright panel."""


def _spread(places: Sequence[Button], *, down: bool = False) -> Part:
    """Return the seats along a side of the table, spread evenly."""
    most = HIGH_MM if down else WIDE_MM
    spread = CROWDED if down and len(places) >= CROWD else SPREAD
    parts: list[Part] = [Column()]
    for place in places:
        parts += [replace(place, share=spread, most_mm=most), Column()]
    if down:
        return Column(tuple(parts), 0, share=1, most_mm=WIDE_MM)
    return row(*parts, gap=0, share=1, most_mm=HIGH_MM)
