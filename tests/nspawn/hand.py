"""A hand and an eye in the app under test, as there is no screen to look at or to touch.

The lane installs this file in the fresh system as `sitecustomize`, which Python imports before the app.
Requests come through a socket in the cache folder: `look`, `press` and a key's number, or `tap` and a pad's
name. The answer describes what the app then shows, read from its widgets.
"""

import json
import socket
import sys
import threading
from pathlib import Path

SOCKET = Path("/var/cache/companion/hand")


def serve() -> None:
    """Answer requests one by one, acting in the drawing thread."""
    SOCKET.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(SOCKET))
        door.listen()
        while True:
            asker, _ = door.accept()
            with asker:
                asker.sendall(json.dumps(_answer(asker.recv(100).decode().split())).encode())


def _answer(question: list[str]) -> dict[str, object]:
    from kivy.app import App
    from kivy.clock import Clock

    answers: list[dict[str, object]] = []
    answered = threading.Event()

    def answer(_seconds: float) -> None:
        answers.append(_look())
        answered.set()

    def act(_seconds: float) -> None:
        from kivy.core.window import Window

        if question[0] == "press":
            key = int(question[1])
            Window.dispatch("on_key_down", key, 0, chr(key), [])
            Window.dispatch("on_key_up", key, 0)
        elif question[0] == "tap":
            App.get_running_app().frame.screen[" ".join(question[1:])].when_tapped()
        Clock.schedule_once(answer, 0)

    Clock.schedule_once(act, 0)
    answered.wait()
    return answers[0]


def _look() -> dict[str, object]:
    """Return the class name of the screen in front, and its match with the number of entries, if any."""
    from kivy.app import App

    app = App.get_running_app()
    screen = app.frame.screen if app is not None else None
    session = getattr(screen, "session", None)
    seen: dict[str, object] = {"screen": type(screen).__name__}
    if session is not None:
        seen |= {"match": session.name, "length": session.match.length}
    return seen


if "--kiosk" in sys.orig_argv:
    threading.Thread(target=serve, name="hand", daemon=True).start()
