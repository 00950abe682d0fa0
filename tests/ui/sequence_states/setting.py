"""What the recorder and set-up tests share: a memory that answers at once, and fingers on it."""

from collections.abc import Callable
from typing import Any, TypeVar

from kivy.core.window import Window

from companion.games.sequence_states.layout import STATES, StateCard, demo, draft_of
from companion.games.sequence_states.lines import Space
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.games.face import Memory
from ui.games.sequence_states.editor import BoardEditor
from ui.main.hands import Finger
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.widgets.layout import Rect, place_widget

BOARD = draft_of(demo())
"""All spaces of a board, row by row."""
T = TypeVar("T", bound=Widget)


class FakeStore:
    """Saved texts by name; with `late` an answer waits until `arrive`."""

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
        while self._waiting:
            self._waiting.pop(0)()


class BeforeTheDeal:
    """The last step before a match, its saved texts, and the facts that it went on with.

    `texts` are already saved, each under its name in `names`, the module that lists the game's texts.
    """

    def __init__(
        self,
        rig: Rig,
        names: Any,
        step: Callable[..., Widget],
        facts: Any,
        store: FakeStore | None,
        texts: dict[str, str],
    ) -> None:
        self.rig = rig
        self.store = store or FakeStore()
        self.store.texts.update({getattr(names, name): text for name, text in texts.items()})
        self.facts: list[Any] = []
        self.left = 0
        plates = theme.plates()[: facts.players]
        screen = step(facts, plates, self.store.memory, self._leave, self.facts.append)
        self.screen: Any = show_screen(rig, screen)

    def _leave(self) -> None:
        self.left += 1

    def press(self, *names: str) -> None:
        for name in names:
            self.rig.tap(self.screen[name])


def show_screen(rig: Rig, screen: T) -> T:
    rig.show(screen)
    place_widget(screen, Rect(0, 0, *Window.size))
    rig.pump(3)
    return screen


def wrong(rig: Rig, screen: Widget) -> list[str]:
    rig.pump(3)
    return faults(screen, Rect(0, 0, *Window.size))


def tap_space(rig: Rig, screen: BoardEditor, space: Space) -> None:
    rig.tap_at(*screen["board"].scene.middle(space))


def enter(screen: BoardEditor, card: StateCard) -> None:
    for name in (f"letter {STATES[card].name[0]}", f"state {card}"):
        if name in (part := screen.part()):
            part[name].on_tap()


def enter_by_hand(rig: Rig, screen: BoardEditor, card: StateCard) -> None:
    """Pick a state with a finger, without waiting for the picture: a hundred picks would take long."""
    for name in (f"letter {STATES[card].name[0]}", f"state {card}"):
        if name in screen:
            finger = Finger()
            finger.down(*screen[name].center)
            finger.up()
            rig.pump()
