"""What the screen knows of grab buttons: news from them, and what may be asked of them. No wire here.

`ui/wiring.py` makes these out of the hardware's own; a game's face turns them into reports.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.clock import Instant
from companion.game import Seat
from ui.table.wires import WirePlan

READY = "ready"
"""A button that is open and was seen pressed: its wire arrives here."""


class Press(Struct, frozen=True):
    """One press: whose, how many nanoseconds after the first, and how it counts ("counts", "late", ...).

    `lasted` nanoseconds, of one that isn't ranked; None while it goes on.
    """

    seat: Seat
    after: int
    standing: str = "counts"
    lasted: int | None = None


class Seized(Struct, frozen=True):
    """The buttons say who was first; several in a dead heat. `band` is the error band in nanoseconds."""

    arming: int
    first: tuple[Seat, ...]
    presses: tuple[Press, ...]
    band: int
    source: str


class Voided(Struct, frozen=True):
    """Somebody pressed, but the buttons can't tell who was first."""

    arming: int
    reason: str
    presses: tuple[Press, ...]
    band: int


class LaterPresses(Struct, frozen=True):
    """Later presses of a grab that is decided: for the picture only."""

    arming: int
    presses: tuple[Press, ...]
    band: int


class ButtonState(Struct, frozen=True):
    """What a seat's button does, by the names in words.py; `tried`: it was seen pressed.

    `landed`: it has been down for longer than a brush, `since` then at the earliest.
    """

    state: str
    tried: bool
    landed: bool = False
    since: Instant | None = None

    @property
    def shown(self) -> str:
        """The state as the sensors screen words it: an open button is ready once it was tried."""
        return READY if self.state == "open" and self.tried else self.state


class ButtonChanged(Struct, frozen=True):
    """A seat's button does something else."""

    seat: Seat
    state: ButtonState


class ButtonTurn(Struct, frozen=True):
    """The shared turn button was pressed, as its wire was stamped."""

    at: Instant | None = None


class TotemLeft(Struct, frozen=True):
    """The totem left its base, and nobody pressed."""


News: TypeAlias = Seized | Voided | LaterPresses | ButtonChanged | ButtonTurn | TotemLeft


@runtime_checkable
class HearsButtons(Protocol):
    """A screen that wants to know what buttons do."""

    def hear(self, news: News) -> None:
        """Take news of the buttons."""


class Buttons(Protocol):
    """Grab buttons, real or simulated. News come to `hear`, in the UI thread."""

    hear: Callable[[News], None] | None

    @property
    def simulated(self) -> bool:
        """Whether keys and pads on the screen stand in."""

    @property
    def quality(self) -> str:
        """How well presses are stamped: "kernel", "board", "usb", "mixed", "screen" and so on."""

    @property
    def notice(self) -> str:
        """Why there are no real buttons, or what is wrong with them; empty while all is well."""

    @property
    def hint(self) -> str:
        """What to know of these buttons though nothing is wrong with them; mostly nothing."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats that have a button."""

    @property
    def lamps(self) -> tuple[Seat, ...]:
        """All seats that have a lamp."""

    @property
    def armed(self) -> bool:
        """Whether the next press counts."""

    @property
    def by_frames(self) -> bool:
        """Whether the next press counts, and is stamped the better the shorter a frame is."""

    @property
    def can_learn(self) -> bool:
        """Whether there are pins to learn buttons from."""

    def state(self, seat: Seat) -> ButtonState:
        """Return what a seat's button does; "missing" where it has none."""

    def seated(self, people: Sequence[str]) -> None:
        """Take note of who sits before each button, from the first: each is to try their own."""

    def play(self, seats: Collection[Seat]) -> None:
        """Let only these seats take part in grabs; an arming that goes on keeps those that it has.

        Nobody: the table has ended, and others may have pads that were its own.
        """

    def arm(self, armed: bool) -> None:
        """Wait for the next grab, or let grabs pass; arming an armed pad changes nothing."""

    def light(self, seats: Sequence[Seat]) -> None:
        """Light the lamps of these seats and no others; arming puts all of them out."""

    def looked(self) -> None:
        """The screen begins another frame: what was there at the last one has been handed on."""

    def press(self, seat: Seat, finger: int | None = None, key: int | None = None) -> None:
        """Press a simulated button; `finger`: a panel's kernel driver numbers it so; `key`: its scancode."""

    def press_at(self, seat: Seat, at: int) -> None:
        """Press a simulated button at an instant, in nanoseconds."""

    def release(self, seat: Seat) -> None:
        """Let a simulated button go."""

    def learn(self, seat: Seat, learned: Callable[[int], None]) -> str:
        """Wait for a press of any button: it is this seat's from now on; `learned` gets its pin.

        Return why no button can be listened to, or "". In either case `stop_learning` ends it.
        """

    def stop_learning(self, keep: bool) -> str:
        """Go back to play, with what was learned kept or not; return why it couldn't be kept, or ""."""

    def wires(self, seats: int) -> WirePlan:
        """Return where the wires go, with a proposal for those of the first `seats` that have none."""

    def keep_wires(self, seats: int) -> str:
        """Take what `wires` proposes for as many seats as wired; return why that can't be kept, or ""."""

    def close(self) -> None:
        """Let go of everything."""
