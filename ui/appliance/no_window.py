"""Why no window can be had, and what to do: said where it can be read, in the journal and on a console."""

import getpass
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ui.appliance import machine_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.launch import FOLDERS, Folders, Launch

EXIT = 69
"""EX_UNAVAILABLE of sysexits.h: something that the app needs isn't there."""

RETRY_SECONDS = 10.0
"""systemd starts us again at once: without a screen we wait before we end, and find one plugged in then."""

CONSOLE = Path("/dev/tty1")

REFUSED = re.compile(r"^sdl2 - \w+: b?['\"]?(.+?)['\"]?$", re.MULTILINE)
"""Where Kivy's log says what SDL said."""


def problems(
    launch: Launch, libraries: CheckResult, log: Iterable[str], folders: Folders = FOLDERS
) -> list[str]:
    """Return what is wrong, a problem and its remedy each; `log` is Kivy's, `libraries` the doctor's."""
    found = []
    if not launch.found:
        found.append(words.problem(words.sentence(f"{words.PANEL}: {words.NO_PANEL}"), words.MEND_PANEL))
    card = launch.environment.get("SDL_KMSDRM_DEVICE_INDEX")
    if card is not None:
        device = folders.dri / f"card{card}"
        if not os.access(device, os.R_OK | os.W_OK):
            closed = words.card_closed(str(device))
            found.append(words.problem(closed, words.mend_card(getpass.getuser())))
    if not libraries.ok:
        found.append(words.problem(words.sentence(libraries.what), words.sentence(libraries.remedy)))
    if not found:
        found += [words.window_refused(said) for text in log for said in REFUSED.findall(text)]
    return found or [words.MEND_WINDOW]


def tell(lines: Iterable[str], console: Path = CONSOLE) -> None:
    """Say something in the journal and, where one may be written to, on the text console."""
    text = "".join(f"{line}\n" for line in lines)
    sys.stderr.write(text)
    with suppress(OSError):
        # Not made where there is none, and not made our own.
        terminal = os.open(console, os.O_WRONLY | os.O_NOCTTY)
        with os.fdopen(terminal, "w") as opened:
            # A terminal wants to be told to go to the beginning of the line.
            opened.write(text.replace("\n", "\r\n"))


def give_up(
    found: list[str],
    environment: Mapping[str, str] = os.environ,
    wait: Callable[[float], None] = time.sleep,
    console: Path = CONSOLE,
) -> None:
    """Say why there is no window, and end; SystemExit. Where systemd watches, only after a while."""
    tell([words.NO_WINDOW, *found], console)
    if environment.get("NOTIFY_SOCKET"):
        wait(RETRY_SECONDS)
    sys.exit(EXIT)
