"""What the tests of the recorder and the set-up share: a memory that answers at once, and fingers on it."""

from collections.abc import Callable
from typing import TypeVar

from kivy.core.window import Window

from companion.games.sequence_states.cards import STATES, StateCard
from companion.games.sequence_states.layout import demo, draft_of
from companion.games.sequence_states.lines import Space
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.finger import Finger
from ui.games.face import Memory
from ui.games.sequence_states.aims import SpaceTap
from ui.games.sequence_states.recorder import RecorderScreen
from ui.games.sequence_states.state_picker import BY_LETTER
from ui.kivy_types import Widget
from ui.widgets.layout import Rect, put

BOARD = draft_of(demo())
"""All spaces of a board, row by row."""

T = TypeVar("T", bound=Widget)


class Kept:
    """Texts by name; with `late` an answer waits until `arrive`."""

    def __init__(self, *, late: bool = False) -> None:
        self.texts: dict[str, str] = {}
        self.written: list[tuple[str, str]] = []
        self._late = late
        self._waiting: list[Callable[[], None]] = []
        self.memory = Memory(self._get, self._set)

    def _get(self, name: str, answer: Callable[[str], None]) -> None:
        if self._late:
            self._waiting.append(lambda: answer(self.texts.get(name, "")))
        else:
            answer(self.texts.get(name, ""))

    def _set(self, name: str, text: str) -> None:
        self.texts[name] = text
        self.written.append((name, text))

    def arrive(self) -> None:
        """Give the answers that wait."""
        while self._waiting:
            self._waiting.pop(0)()


def laid(rig: Rig, screen: T) -> T:
    """Fill the window with a screen."""
    rig.show(screen)
    put(screen, Rect(0, 0, *Window.size))
    rig.pump(3)
    return screen


def wrong(rig: Rig, screen: Widget) -> list[str]:
    """Return what is wrong with how a screen looks."""
    rig.pump(3)
    return faults(screen, Rect(0, 0, *Window.size))


def tap_space(rig: Rig, screen: RecorderScreen, space: Space) -> None:
    """Tap a space of the board that is recorded."""
    rig.tap_at(*screen.grid.scene.middle(SpaceTap(space)))


def tell(rig: Rig, screen: RecorderScreen, card: StateCard) -> None:
    """Pick a state with one tap or two."""
    letter = STATES[card].name[0]
    _tap(rig, next(pad for pad in screen.picker.letters if pad.letter == letter))
    if len(BY_LETTER[letter]) > 1:
        _tap(rig, screen.picker.states[card])


def _tap(rig: Rig, pad: Widget) -> None:
    """Tap without waiting for the picture: a hundred picks take their time."""
    finger = Finger()
    finger.down(*pad.center)
    finger.up()
    rig.pump()
