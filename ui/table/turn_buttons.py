"""Turns on buttons: which presses stand for the large pad, and which lamps are lit. Pure."""

from collections.abc import Sequence
from typing import Any

from companion.clock import Instant
from companion.game import Seat
from ui.table.buttons import ButtonChanged, Buttons
from ui.table.presenting import Begin, Choice, Enter, PrivateView

DOWN = frozenset({"pressed", "held", "stuck"})
"""States of a button that may have a hand on it."""

ON, OFF = "on", "off"


class TurnButtons:
    """Whether presses end turns: at first only in games without grabs."""

    def __init__(self) -> None:
        self._on = {False: True, True: False}

    def on(self, grabbing: bool) -> bool:
        """Return whether presses count, in games with grabs or in the others."""
        return self._on[grabbing]

    def toggle(self, grabbing: bool) -> None:
        """Switch that for games with grabs or for the others."""
        self._on[grabbing] = not self._on[grabbing]

    @property
    def setting(self) -> str:
        """The text to save: "on" or "off" for games without grabs, then for those with."""
        return " ".join(ON if self._on[grabbing] else OFF for grabbing in (False, True))

    def read(self, setting: str) -> None:
        """Apply a saved setting; an invalid one changes nothing."""
        words = setting.split()
        if len(words) == len(self._on) and set(words) <= {ON, OFF}:
            self._on = {grabbing: word == ON for grabbing, word in zip((False, True), words, strict=True)}


class Turns:
    """One table's turns on its buttons: which turn a press was for, and whose lamp is lit."""

    def __init__(self, buttons: Buttons, seats: int) -> None:
        self.whose: Seat | None = None
        """Whose turn it is, as the table shows it."""
        self._buttons, self._seats = buttons, seats
        # Buttons that are down, or that haven't been seen open since they were reconnected.
        self._down = {seat for seat in buttons.seats if buttons.state(seat).state != "open"}
        self._settled: Seat | None = None  # whose turn it was when the table last stood still
        self._since = Instant(0)  # when the table last changed
        self._lit: tuple[Seat, ...] | None = None  # None: the pad controls the lamps, or did
        self._dark = False

    def changed(self, at: Instant) -> None:
        """Note that a report at this time changed the table."""
        self._since = at

    def settle(self) -> None:
        """Note that players have seen the current table."""
        self._settled = self.whose

    def is_press(self, news: ButtonChanged) -> bool:
        """Return whether this is a press: a button that was seen open is down for longer than a brush.

        Bounces, brushes and hands that have rested there aren't presses.
        """
        seat, state = news.seat, news.state
        if state.state == "open":
            self._down.discard(seat)
        elif state.state not in DOWN:
            # A reconnected button, or one that chattered, must be seen open first.
            self._down.add(seat)
        elif state.landed and seat not in self._down:
            self._down.add(seat)
            return state.state == "pressed"
        return False

    def early(self, at: Instant | None) -> bool:
        """Return whether a press came before the last change of the table."""
        return at is not None and at < self._since

    def counts(self, seat: Seat, at: Instant | None, *, settled: bool) -> bool:
        """Return whether a seat's press was meant for the current turn.

        One from before the last change wasn't. Nor was one just after it (until it has `settled`), if it was
        this seat's turn before: a nervous finger ends one turn only.
        """
        nervous = seat == self._settled and not settled
        return self.whose is not None and not self.early(at) and not nervous

    def light(self, *, playing: bool, over: bool) -> None:
        """Light the lamp of the player whose turn it is, or all at the end."""
        lit = lamps(self._seats, self.whose if playing else None, over=over, dark=self._dark)
        if lit != self._lit:
            self._buttons.light(lit)
            self._lit = lit

    def release_lamps(self, *, put_out: bool) -> None:
        """Leave the lamps to the pad, which lights who was first; with `put_out`, put them out before."""
        if self._lit and put_out:
            self._buttons.light(())
        self._lit = None

    def blink(self, hurried: bool) -> bool:
        """Toggle the lamp while the turn is `hurried`; return whether it must be lit or put out now."""
        toggles = hurried or self._dark
        self._dark = hurried and not self._dark
        return toggles

    def shine(self) -> None:
        """End the dark phase of a blinking lamp."""
        self._dark = False


def by_seat(choices: Sequence[Choice]) -> Any:  # a report of the game
    """Return the large pad's report if it takes just one tap; None if it opens something or asks.

    This is stricter than the turn button, which everybody shares: at their seats, nobody decides for others.
    """
    if not choices or not choices[0].primary or not choices[0].live:
        return None
    wanted = choices[0].report
    return None if isinstance(wanted, Begin | Enter | PrivateView | tuple) else wanted


def lamps(seats: int, turn: Seat | None, *, over: bool, dark: bool) -> tuple[Seat, ...]:
    """Return the seats whose lamps are lit: the one whose turn it is, unless `dark`; all at the end."""
    if over:
        return tuple(Seat(seat) for seat in range(seats))
    return () if turn is None or dark else (turn,)


# Keys that stand in for grab buttons on a desktop.

GRAB_KEYS = "1234567890qwert"
"""The keys of seats 1 to 15, in order."""

ROUTINE = " "
"""The key of the large pad."""

ESCAPE = 27
"""Kivy's number for the escape key."""


def seat_of(key: int) -> Seat | None:
    """Return the seat of a key, by its character's code; None if it stands for no button."""
    index = GRAB_KEYS.find(chr(key)) if 0 < key < 128 else -1
    return Seat(index) if index >= 0 else None
