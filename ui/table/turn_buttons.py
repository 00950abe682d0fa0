"""Turns on buttons: whose press tells what the large pad tells, and which lamps are lit. Pure."""

from collections.abc import Sequence
from typing import Any

from companion.clock import Instant
from companion.game import Seat
from ui.table.buttons import ButtonChanged, Buttons
from ui.table.presenting import Begin, Choice, Enter, PrivateView

DOWN = frozenset({"pressed", "held", "stuck"})
"""States of a button that a hand is on, as far as anybody knows."""

ON, OFF = "on", "off"


class TurnButtons:
    """Whether a press ends a turn: in games without grabs at first; in others once somebody wants it."""

    def __init__(self) -> None:
        self._on = {False: True, True: False}

    def on(self, grabbing: bool) -> bool:
        """Tell whether presses count, in games with grabs or in all others."""
        return self._on[grabbing]

    def toggle(self, grabbing: bool) -> None:
        """Change that."""
        self._on[grabbing] = not self._on[grabbing]

    @property
    def setting(self) -> str:
        """What is kept of it: for games without grabs, then for those with."""
        return " ".join(ON if self._on[grabbing] else OFF for grabbing in (False, True))

    def read(self, setting: str) -> None:
        """Take the kept setting; what isn't one changes nothing."""
        words = setting.split()
        if len(words) == len(self._on) and set(words) <= {ON, OFF}:
            self._on = {grabbing: word == ON for grabbing, word in zip((False, True), words, strict=True)}


class Turns:
    """The turns of one table on its buttons: about whose turn a press was, and whose lamp is lit."""

    def __init__(self, buttons: Buttons, seats: int) -> None:
        self.whose: Seat | None = None
        """Whose turn it is, as the table shows it."""
        self._buttons, self._seats = buttons, seats
        # Not open, or not seen open since they were back on their wire.
        self._down = {seat for seat in buttons.seats if buttons.state(seat).state != "open"}
        self._had: Seat | None = None  # when what is on the table had been seen
        self._since = Instant(0)  # when it came about
        self._lit: tuple[Seat, ...] | None = None  # None: the pad lights by itself, or did
        self._dark = False

    def changed(self, at: Instant) -> None:
        """Take it that the table has been changed, by what was told at this time."""
        self._since = at

    def seen(self) -> None:
        """Take it that what lies on the table has been seen."""
        self._had = self.whose

    def begun(self, news: ButtonChanged) -> bool:
        """Tell whether this is a press: a button that was seen open is down for longer than a brush.

        What only looks like one isn't: a bounce, a brush, a hand that has lain there.
        """
        seat, state = news.seat, news.state
        if state.state == "open":
            self._down.discard(seat)
        elif state.state not in DOWN:
            # Back on its wire, or at rest after a storm, it has to be seen open first.
            self._down.add(seat)
        elif state.landed and seat not in self._down:
            self._down.add(seat)
            return state.state == "pressed"
        return False

    def early(self, at: Instant | None) -> bool:
        """Tell whether a press came before what is on the table now."""
        return at is not None and at < self._since

    def now(self, seat: Seat, at: Instant | None, *, seen: bool) -> bool:
        """Tell whether a press at a seat was about the turn that it is now.

        Before a change it was meant for what stood there then, and just after it too (until that is `seen`),
        where that was the same seat's turn: a nervous finger ends one turn only.
        """
        nervous = seat == self._had and not seen
        return self.whose is not None and not self.early(at) and not nervous

    def light(self, *, playing: bool, over: bool) -> None:
        """Light the lamp of whose turn it is, at the end all."""
        lit = lamps(self._seats, self.whose if playing else None, over=over, dark=self._dark)
        if lit != self._lit:
            self._buttons.light(lit)
            self._lit = lit

    def let_go(self, *, put_out: bool) -> None:
        """Leave the lamps to the pad, which lights who was first; what is lit is `put_out` before."""
        if self._lit and put_out:
            self._buttons.light(())
        self._lit = None

    def blink(self, hurried: bool) -> bool:
        """Have the lamp go out or on while the turn is `hurried`; tell whether it is another one now."""
        changes = hurried or self._dark
        self._dark = hurried and not self._dark
        return changes

    def shine(self) -> None:
        """Have the lamp lit, whatever it was while it blinked."""
        self._dark = False


def by_seat(choices: Sequence[Choice]) -> Any:  # a report of the game
    """Return what the large pad tells by one tap; None where it opens something, or asks.

    Stricter than the turn button, which lies before all: nobody decides for others from their seat.
    """
    if not choices or not choices[0].primary or not choices[0].live:
        return None
    wanted = choices[0].report
    return None if isinstance(wanted, Begin | Enter | PrivateView | tuple) else wanted


def lamps(seats: int, turn: Seat | None, *, over: bool, dark: bool) -> tuple[Seat, ...]:
    """Return the seats whose lamps are lit: whose turn it is, `dark` while it blinks; at the end all."""
    if over:
        return tuple(Seat(seat) for seat in range(seats))
    return () if turn is None or dark else (turn,)


# Keys that stand in for grab buttons on a desktop.

GRAB_KEYS = "1234567890qwert"
"""The keys of seats 1 to 15, in order."""

ROUTINE = " "
"""The key of the large pad."""

ESCAPE = 27
"""What Kivy calls the escape key."""


def seat_of(key: int) -> Seat | None:
    """Return whose button a key stands for, by its character's number."""
    at = GRAB_KEYS.find(chr(key)) if 0 < key < 128 else -1
    return Seat(at) if at >= 0 else None
