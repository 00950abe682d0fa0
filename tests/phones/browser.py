"""A real browser without a screen: headless Chromium, driven over its pipe. Nothing here sleeps."""

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from select import select
from typing import Any

PATIENCE = 60.0
FLAGS = "--headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --remote-debugging-pipe"

UNTIL = """new Promise(done => {
  const look = () => { if (%s) { watch.disconnect(); done(document.body.innerText); } };
  const watch = new MutationObserver(look);
  watch.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
  look();
})"""


class Browser:
    """One page of the browser."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back, self._numbers, self._held = to, back, count(1), b""
        self._session = ""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def ask(self, method: str, **what: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; AssertionError if it fails."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": what}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._held:
            assert select([self._back], [], [], PATIENCE)[0], "the browser says nothing"
            self._held += os.read(self._back, 1 << 20)
        first, _, self._held = self._held.partition(b"\0")
        found: dict[str, Any] = json.loads(first)
        return found

    def look(self, url: str, size: tuple[int, int], *, light: bool = False) -> None:
        """Open a page on a screen of this size, in CSS pixels."""
        wide, high = size
        metrics = "Emulation.setDeviceMetricsOverride"
        self.ask(metrics, width=wide, height=high, deviceScaleFactor=1, mobile=wide < high)
        scheme = {"name": "prefers-color-scheme", "value": "light" if light else "dark"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask("Page.navigate", url=url)

    def until(self, holds: str) -> str:
        """Wait until an expression holds on the page; return all its text."""
        found = self.ask("Runtime.evaluate", expression=UNTIL % holds, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return str(found["result"]["value"])

    def value(self, expression: str) -> Any:
        """Return an expression's value on the page."""
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))


@contextmanager
def browser(program: str, folder: Path) -> Iterator[Browser]:
    """Run the browser for one test."""
    (theirs, to), (back, said) = os.pipe(), os.pipe()
    line = f"exec {program} {FLAGS} --user-data-dir={folder}/profile 3<&{theirs} 4>&{said}"
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(["bash", "-c", line], pass_fds=(theirs, said), stdout=quiet, stderr=quiet)
    os.close(theirs)
    os.close(said)
    try:
        yield Browser(to, back)
    finally:
        process.terminate()
        process.wait()
        os.close(to)
        os.close(back)
