"""A hand and an eye in the app that is being tried: there is no screen to look at and nothing to press.

The lane lays this file into the fresh system as `sitecustomize`, which Python imports before the app. It asks
through a socket in the cache folder: `look`, `press` and the number of a key, or `tap` and the name of a pad.
The answer tells what the app shows, from its own widgets, after that.
"""

import json
import socket
import sys
import threading
from pathlib import Path

SOCKET = Path("/var/cache/companion/hand")


def serve() -> None:
    """Answer one question after the other, each in the thread that draws."""
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
    """Return the name of the screen in front, and the match on it with its length."""
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
