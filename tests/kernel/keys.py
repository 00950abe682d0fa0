"""Two emulated keyboards, whose keys we stamp in parallel with the window's reader.

That reader is Kivy's SDL, with the video driver that reads input devices and draws nothing.
"""

import ctypes
import os
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random

from companion.clock import MICROSECOND, MILLISECOND, SECOND, Instant, SystemClock
from hardware.pads.screen_pad import USAGES, KeyStamps
from tests.kernel.gadgets import KEYBOARD, Gadget
from tests.kernel.outcome import Ask, Outcome, chance
from tests.kernel.panel import until
from ui.table.turn_buttons import GRAB_KEYS

VIDEO, KEY_DOWN, KEY_UP = 0x20, 0x300, 0x301
"""Constants from SDL's headers."""
SCANCODES = [USAGES[key] for key in GRAB_KEYS]
PAIRS = 150
TICK = 4 * MILLISECOND
"""Time from one transfer of the emulated controller to the next, whatever a keyboard requests."""
HELD = 0.6
"""In seconds; a key that is held repeats after a quarter of a second."""


class KeyEvent(ctypes.Structure):
    """SDL's event for a key; the rest of its 56 bytes is for other events."""

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("window", ctypes.c_uint32),
        ("state", ctypes.c_uint8),
        ("repeat", ctypes.c_uint8),
        ("padding", ctypes.c_uint8 * 2),
        ("scancode", ctypes.c_int32),
        ("rest", ctypes.c_uint8 * 36),
    )


class Window:
    """Reads keys as SDL gives them to a window."""

    def __init__(self) -> None:
        kivy = find_spec("kivy")
        assert kivy is not None, "Kivy is installed"
        assert kivy.origin is not None
        (library,) = Path(kivy.origin).parents[1].glob("Kivy.libs/libSDL2-2*")
        os.environ["SDL_VIDEODRIVER"] = "evdev"
        self._sdl = ctypes.CDLL(str(library))
        self._sdl.SDL_GetError.restype = ctypes.c_char_p
        if self._sdl.SDL_Init(VIDEO):
            raise OSError(self._sdl.SDL_GetError())

    def keys_down(self) -> list[tuple[int, bool]]:
        """Return the scancodes of keys that went down, and whether SDL calls each a repeat."""
        event, down = KeyEvent(), []
        while self._sdl.SDL_PollEvent(ctypes.byref(event)):
            if event.type == KEY_DOWN:
                down.append((event.scancode, bool(event.repeat)))
        return down

    def wait_for(self, count: int) -> list[int]:
        """Wait for `count` keys to go down, and return their scancodes; repeats don't count."""
        heard: list[int] = []

        def enough() -> bool:
            heard.extend(scancode for scancode, repeated in self.keys_down() if not repeated)
            return len(heard) >= count

        until(enough)
        return heard


class Hands:
    """Writes a keyboard's reports."""

    def __init__(self, gadget: Gadget) -> None:
        self._file = os.open(gadget.path, os.O_RDWR)

    def hold(self, *usages: int) -> Instant:
        """Report that exactly these keys are down; return the instant before the report."""
        began = time.monotonic_ns()
        os.write(self._file, bytes([0, 0, *usages, *[0] * (6 - len(usages))]))
        return Instant(began)

    def close(self) -> None:
        """Close the gadget."""
        os.close(self._file)


def keys(ask: Ask, outcome: Outcome) -> None:
    """Press keys alone and together on two keyboards, hold one, unplug one, and check the stamps."""
    gadgets = [Gadget(number, KEYBOARD) for number in range(2)]
    for gadget in gadgets:
        gadget.plug_in()
    window, clock = Window(), SystemClock()
    stamps = KeyStamps(GRAB_KEYS, clock)
    left, right = hands = [Hands(gadget) for gadget in gadgets]
    time.sleep(0.1)
    outcome.put("seats' keys, each found by SDL's scancode", "", each(left, window, stamps, outcome))
    pairs(chance(ask, "keys"), hands, window, stamps, outcome)

    since = left.hold(SCANCODES[0])
    right.hold(SCANCODES[0])
    time.sleep(0.05)
    heard = window.wait_for(1)
    outcome.expect(stamps.stamp_of(heard[0], since) is None, "one key on two keyboards has a stamp")
    right.hold()
    left.hold()
    rest(window)

    left.hold(SCANCODES[1])
    window.wait_for(1)
    since = clock.now()
    time.sleep(HELD)
    repeats = {(repeated, stamps.stamp_of(scancode, since)) for scancode, repeated in window.keys_down()}
    outcome.expect(repeats == {(True, None)}, f"a held key's repeats: {repeats}")
    left.hold()
    rest(window)

    right.close()
    gadgets[1].pull()
    time.sleep(0.05)
    since = left.hold(SCANCODES[2])
    heard = window.wait_for(1)
    outcome.expect(stamps.stamp_of(heard[0], since) is None, "after a keyboard went, nothing is in doubt")
    left.hold()
    rest(window)
    outcome.expect(each(left, window, stamps, outcome) == len(SCANCODES), "the other one isn't heard again")
    stamps.close()
    left.close()


def each(hand: Hands, window: Window, stamps: KeyStamps, outcome: Outcome) -> int:
    """Press the seats' keys one by one; return how many got the right stamp."""
    well = 0
    for scancode in SCANCODES:
        since = hand.hold(scancode)
        heard = window.wait_for(1)
        stamp = stamps.stamp_of(heard[0], Instant(since - MICROSECOND)) if heard == [scancode] else None
        outcome.expect(stamp is not None, f"key {scancode} was told as {heard}, stamped {stamp}")
        well += stamp is not None and stamp <= time.monotonic_ns()
        hand.hold()
        rest(window)
    return well


def pairs(luck: Random, hands: list[Hands], window: Window, stamps: KeyStamps, outcome: Outcome) -> None:
    """Press keys on two keyboards, and compare stamps with the true times; the window reads late."""
    wrong = untold = 0
    worst = 0
    for _ in range(PAIRS):
        one, other = luck.sample(SCANCODES, 2)
        first, second = luck.sample(hands, 2)
        pressed = {one: first.hold(one)}
        time.sleep(luck.uniform(0, 0.03))
        pressed[other] = second.hold(other)
        time.sleep(luck.choice((0.01, 0.3)))
        heard = window.wait_for(2)
        outcome.expect(sorted(heard) == sorted(pressed), f"the window hears {heard} of {pressed}")
        both = luck.sample(heard, 2)
        began = {key: stamps.stamp_of(key, Instant(pressed[one] - MICROSECOND)) for key in both}
        late = [(began.get(key) or 10 * SECOND) - at for key, at in pressed.items()]
        untold += sum(at is None for at in began.values())
        worst = max(worst, *late)
        outcome.expect(min(late) > -MICROSECOND, f"a stamp is {-min(late)} ns before its key")
        apart = pressed[other] - pressed[one]
        wrong += apart > TICK + MILLISECOND and (began[one] or 0) >= (began[other] or 0)
        for hand in hands:
            hand.hold()
        rest(window)
    outcome.put("pairs of keys on two keyboards", "", PAIRS)
    outcome.put("... without a stamp", "", untold)
    outcome.put("... more than a tick and 1 ms apart, in the wrong order", "", wrong)
    outcome.put("from the report to the stamp, worst", "", f"{worst / MILLISECOND:.3f} ms")
    outcome.expect(not untold and not wrong, f"{untold} keys have no stamp, {wrong} pairs the wrong order")


def rest(window: Window) -> None:
    """Wait until releases are read, and forget them."""
    time.sleep(0.02)
    window.keys_down()
