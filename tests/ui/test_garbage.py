"""The window's objects are freed on the window's thread: on any other it could end a match."""

import gc
import threading
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import Fbo

from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.main import garbage
from ui.main.kivy_app import CompanionApp
from ui.stage.kivy_types import Widget
from ui.storage.saver import Saver
from ui.table.session import Inbox
from ui.widgets.layout import Panel, Rect, place_widget
from ui.widgets.pad import Pad
from ui.widgets.text import Lettering


@pytest.fixture
def freed() -> Iterator[list[threading.Thread]]:
    """The threads in which garbage was collected."""
    threads: list[threading.Thread] = []

    def collected(phase: str, _: dict[str, Any]) -> None:
        if phase == "stop":
            threads.append(threading.current_thread())

    gc.callbacks.append(collected)
    yield threads
    gc.callbacks.remove(collected)


def beside() -> list[list[int]]:
    """Allocate in another thread, as the sounds, the voice and the saver do: Python would collect there."""
    kept: list[list[int]] = []
    thread = threading.Thread(target=lambda: kept.extend([n] for n in range(20_000)))
    thread.start()
    thread.join()
    return kept


def picture() -> "weakref.ref[Any]":
    """Leave a texture as garbage that only a collection frees."""

    class Screen:
        """Refers to what it draws and to itself."""

    screen: Any = Screen()
    screen.drawn, screen.me = Fbo(size=(8, 8)), screen
    return weakref.ref(screen)


def test_no_other_thread_frees_what_was_drawn(desk: Desk, freed: list[threading.Thread]) -> None:
    app = CompanionApp(desk.frame, desk.services, begin=lambda: None)
    gc.enable()
    app.build()
    freed.clear()
    left = picture()
    kept = beside()
    assert left() is not None
    assert freed == []
    app._begin_frame()
    assert freed == [threading.current_thread()]
    gc.collect(1)
    assert left() is None
    assert kept
    app.on_stop()


def test_all_is_looked_through_only_while_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("gc.collect", lambda generation=2: asked.append(generation))
    for counts, still in (
        ((10, 0, 0), 99),
        ((3000, 3, 9), 3),
        ((3000, 11, 9), 3),
        ((10, 0, 9), 99),
        ((10, 0, 60), 0),
    ):
        monkeypatch.setattr("gc.get_count", lambda counts=counts: counts)
        garbage.collect(still)
    assert asked == [0, 1, 2, 2]


@pytest.mark.parametrize(
    ("make", "most"), [(Widget, 45), (Panel, 83), (Pad, 150), (partial(Lettering, "Owl", role=10.0), 15)]
)
def test_a_widget_leaves_the_collector_few_objects(
    rig: Rig, make: Callable[[], Widget | Lettering], most: int
) -> None:
    """Every Kivy widget refers to itself, and closing a screen leaves dozens of them."""

    def left() -> int:
        place_widget(make(), Rect(0, 0, 40, 20))
        rig.pump(3)
        return gc.collect()

    # Leftovers of another test's window may still be collected with it once.
    assert min(left() for _ in range(4)) <= most


def test_the_savers_thread_never_holds_who_asked(tmp_path: Path) -> None:
    inbox = Inbox()
    saver = Saver(tmp_path / "matches.db", inbox.post)
    told, held = threading.Event(), threading.Event()

    class Screen:
        def answered(self, _: object) -> None:
            """Take an answer."""

    def slow(_: object) -> None:
        told.set()
        held.wait(60)

    screen = Screen()
    gone = weakref.ref(screen)
    saver.ask(slow, screen.answered)
    told.wait(60)
    # Only the window's thread refers to it, so it is freed there, at once.
    del screen
    saver._answers.clear()
    assert gone() is None
    saver._answers[0] = lambda _: None
    held.set()
    saver.close()
    inbox.drain()
