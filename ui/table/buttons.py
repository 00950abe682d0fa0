"""Grab buttons as the screen knows them: their news, and what can be asked of them. No hardware here.

`ui/wiring.py` makes these from the hardware's types; a game's face turns them into reports.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from companion.clock import Instant
from companion.game import Seat
from companion.grab import Touch
from ui.table.wires import WirePlan

READY = "ready"
"""State of a button that is open and was seen pressed, so that its wire must be connected."""


class Seized(Struct, frozen=True):
    """The buttons know who was first, several in a dead heat. `band`: the error band in nanoseconds.

    `touches` are all presses in order; `Ignored` ones are only drawn.
    """

    arming: int
    first: tuple[Seat, ...]
    touches: tuple[Touch, ...]
    band: int
    source: str


class Voided(Struct, frozen=True):
    """Somebody pressed, but the buttons don't know who was first."""

    arming: int
    reason: str
    touches: tuple[Touch, ...]
    band: int


class LaterPresses(Struct, frozen=True):
    """All touches of a decided grab, with later ones, for the picture only."""

    arming: int
    touches: tuple[Touch, ...]
    band: int


class ButtonState(Struct, frozen=True):
    """The state of a seat's button, by its name in words.py; `tried`: it was seen pressed.

    `landed`: it has been down for longer than a brush; `since` is the earliest that this began.
    """

    state: str
    tried: bool
    landed: bool = False
    since: Instant | None = None

    @property
    def display_state(self) -> str:
        """The state for the sensors screen: an open button is ready once it was tried."""
        return READY if self.state == "open" and self.tried else self.state


class ButtonChanged(Struct, frozen=True):
    """A seat's button changed its state."""

    seat: Seat
    state: ButtonState


class ButtonTurn(Struct, frozen=True):
    """The shared turn button was pressed; `at` is its time stamp, if there is one."""

    at: Instant | None = None


class TotemLeft(Struct, frozen=True):
    """The totem left its base, but nobody pressed."""


News: TypeAlias = Seized | Voided | LaterPresses | ButtonChanged | ButtonTurn | TotemLeft


@runtime_checkable
class HearsButtons(Protocol):
    """A screen that receives news of the buttons."""

    def hear(self, news: News) -> None:
        """Take news of the buttons."""


class Buttons(Protocol):
    """Grab buttons, real or simulated. They call `hear` with news, in the UI thread."""

    hear: Callable[[News], None] | None

    @property
    def simulated(self) -> bool:
        """Whether keys and pads on the screen stand in for buttons."""

    @property
    def quality(self) -> str:
        """How well presses are stamped: "kernel", "board", "usb", "mixed", "screen" and so on."""

    @property
    def notice(self) -> str:
        """Why there are no real buttons, or what is wrong with them; empty if nothing is."""

    @property
    def hint(self) -> str:
        """What to know about these buttons although nothing is wrong; usually empty."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats with a button."""

    @property
    def lamps(self) -> tuple[Seat, ...]:
        """All seats with a lamp."""

    @property
    def armed(self) -> bool:
        """Whether the next press counts."""

    @property
    def by_frames(self) -> bool:
        """Whether the next press counts, with a time stamp that is only as exact as a frame is short."""

    @property
    def can_learn(self) -> bool:
        """Whether seats can be assigned to pins by pressing buttons."""

    def state(self, seat: Seat) -> ButtonState:
        """Return the state of a seat's button, "missing" if it has none."""

    def seated(self, people: Sequence[str]) -> None:
        """Set who sits at each button, from the first; a button whose player changed counts as untried."""

    def play(self, seats: Collection[Seat]) -> None:
        """Let only these seats take part in grabs; a current arming keeps its seats.

        No seats: the match is left, and its pads may serve others.
        """

    def arm(self, armed: bool) -> None:
        """Wait for the next grab, or ignore grabs; arming armed buttons changes nothing."""

    def light(self, seats: Sequence[Seat]) -> None:
        """Light the lamps of these seats only; arming puts all out."""

    def begin_frame(self) -> None:
        """Note that a frame begins: all touches before the last frame have been delivered."""

    def press(self, seat: Seat, finger: int | None = None, key: int | None = None) -> None:
        """Press a simulated button; `finger`: the touch's number in the kernel; `key`: the key's scancode."""

    def press_at(self, seat: Seat, at: int) -> None:
        """Press a simulated button at an instant, in nanoseconds."""

    def release(self, seat: Seat) -> None:
        """Release a simulated button."""

    def learn(self, seat: Seat, learned: Callable[[int], None]) -> str:
        """Assign the next button that is pressed to a seat, and call `learned` with its pin.

        Returns why no button can be read, or "". In both cases `stop_learning` must follow.
        """

    def stop_learning(self, save: bool) -> str:
        """Go back to play, saving what was learned or not; return why it couldn't be saved, or ""."""

    def wires(self, seats: int) -> WirePlan:
        """Return where the wires go, with proposed pins for those of the first `seats` that have none."""

    def save_wires(self, seats: int) -> str:
        """Save the plan that `wires` proposes as wired; return why that can't be saved, or ""."""

    def close(self) -> None:
        """Release the hardware."""
