"""The seats file: what it may and may not contain, and what is learned into it."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import MILLISECOND, Nanoseconds
from hardware.doctor import LineUse, examine
from hardware.errors import Finding, HardwareError, SeatsFileError
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab import trials
from hardware.pins.chip import FoundChip, our_name
from hardware.wiring.seats_file import checked, dumps, load, loads
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, SeatWires, UsbPlug, UsbSeat, Wiring, with_button

SAMPLE = """
turn = 4
totem = 27
[timing]
window_ms = 5
lock_out_ms = 12.5
[[seat]]
seat = 1
grab = 17
lamp = 18
[[seat]]
seat = 3
grab = 22
"""


def test_a_seats_file_says_which_wire_goes_where() -> None:
    assert loads(SAMPLE) == Wiring(
        seats=(SeatWires(Seat(0), 17, 18), SeatWires(Seat(2), 22)),
        turn=4,
        totem=27,
        timing=ContactTimes(lock_out=Nanoseconds(12_500_000)),
    )


ON_BOARDS = """
turn = 9
turn_board = "left"
totem = 28
totem_board = "right"
[[board]]
name = "left"
port = "/dev/ttyAMA0"
[[board]]
name = "right"
port = "E66138528361BB32"
[[seat]]
seat = 1
grab = 17
lamp = 18
[[seat]]
seat = 2
grab = 17
lamp = 18
board = "left"
[[seat]]
seat = 3
grab = 17
board = "right"
"""


def test_the_same_number_is_another_pin_on_every_board() -> None:
    wiring = loads(ON_BOARDS)
    assert wiring == Wiring(
        seats=(
            SeatWires(Seat(0), 17, 18),
            SeatWires(Seat(1), 17, 18, "left"),
            SeatWires(Seat(2), 17, None, "right"),
        ),
        turn=9,
        turn_board="left",
        totem=28,
        totem_board="right",
        boards=(BoardPlug("left", "/dev/ttyAMA0"), BoardPlug("right", "E66138528361BB32")),
    )
    assert [wire.place for wire in wiring.wires_on("left")] == ["GP17 of left", "GP18 of left", "GP9 of left"]


SEAT = "[[seat]]\nseat = 1\ngrab = 17\n"
ON_LEFT = SEAT + 'board = "left"\n'
LEFT = '[[board]]\nname = "left"\n'
NOT_THERE = "board = \"left\": seat 1's button is on a board that isn't there"

REFUSED = [
    ("seat = ?", r"seats.toml: line 1, column \d+: not TOML: .*sample in docs/wiring.md"),
    ("", r"\[\[seat\]\]: no seat has a button; add \[\[seat\]\]"),
    ("[[seat]]\ngrab = 17", r"\[\[seat\]\] 1: has no seat number; add seat = 1"),
    ("[[seat]]\nseat = 1", r"\[\[seat\]\] 1: has no grab pin; add grab ="),
    ("[[seat]]\nseat = 0\ngrab = 17", r"\[\[seat\]\] 1, seat: is 0; give a whole number from 1 to 99"),
    ("[[seat]]\nseat = 1\ngrab = true", r"\[\[seat\]\] 1, grab: is True; give a whole number from 0"),
    ("[[seat]]\nseat = 1\ngrap = 17", r"\[\[seat\]\] 1: has an unknown key 'grap'; did you mean grab\?"),
    ("zebra = 1\n" + SEAT, r"unknown key 'zebra'; known here: chip, pull"),
    (SEAT + "lamp = 17", r"GPIO17: wanted by seat 1's button and by seat 1's lamp; move"),
    ("turn = 9\n[[seat]]\nseat = 1\ngrab = 9", r"GPIO9: wanted by seat 1's button and by the turn button"),
    ("[[seat]]\nseat = 1\ngrab = 4\n[[seat]]\nseat = 1\ngrab = 2", r"seat = 1: there are two of them"),
    ("seat = 3", r"seat: isn't a section; write \[\[seat\]\]"),
    ("[seat]\nseat = 1\ngrab = 4", r"seat: isn't a section; write \[\[seat\]\], then seat = 1"),
    (
        SEAT.replace("[[seat]]", "[seat]") * 2,
        r"line 4, .*: is a second \[seat\]; write \[\[seat\]\] above each, with two brackets",
    ),
    ("seat = [3]", r"\[\[seat\]\] 1: isn't a section"),
    ("timing = 3\n" + SEAT, r"timing: isn't a section"),
    ("pull = 'left'\n" + SEAT, r"pull: is 'left'; write \"up\""),
    ("pull = 'down'\n[[seat]]\nseat = 1\ngrab = 2", r"GPIO2: seat 1's button can't be pulled down there"),
    ("normally_closed = 1\n" + SEAT, r"normally_closed: is 1; write true or false"),
    ("chip = 4\n" + SEAT, r"chip: is 4; write it in quotes"),
    ("[timing]\nwindow_ms = 500\n" + SEAT, r"\[timing\] window_ms: is 500; .* 1 to 50"),
    ("[timing]\nwindows = 5\n" + SEAT, r"\[timing\]: has an unknown key 'windows'; did you"),
    (ON_LEFT, rf"{NOT_THERE}; add \[\[board\]\] with that name"),
    (ON_LEFT + '[[board]]\nname = "right"', f"{NOT_THERE}; use one of right"),
    ('turn = 2\nturn_board = "left"\n' + SEAT, r'board = "left": the turn button is on a board that'),
    (SEAT + "board = 3", r'\[\[seat\]\] 1, board: is 3; write it in quotes, as in "left"'),
    ("board = 3\n" + SEAT, r"board: isn't a section; write \[\[board\]\]"),
    ("board = [3]\n" + SEAT, r"\[\[board\]\] 1: isn't a section; write \[\[board\]\]"),
    (SEAT + "[[board]]\nport = 'x'", r'\[\[board\]\] 1: has no name; add name = "left"'),
    (SEAT + "[[board]]\nname = ''", r'\[\[board\]\] 1: has no name; add name = "left"'),
    (SEAT + f"[[board]]\nname = '{'x' * 81}'", r"\[\[board\]\] 1: has a name of 81 letters; .* 80 at most"),
    (SEAT + LEFT + "port = 4", r'\[\[board\]\] 1, port: is 4; write it in quotes, as in "/dev/ttyAMA0"'),
    (SEAT + LEFT + "prot = 'x'", r"\[\[board\]\] 1: has an unknown key 'prot'; did you mean port\?"),
    (SEAT + f"{LEFT}port='a'\n{LEFT}port='b'", r"line 7, \[\[board\]\] 2: is another 'left'; give every"),
    (
        SEAT + LEFT + "port = 'a'\n[[board]]\nname = 'right'",
        r"line 7, \[\[board\]\] 2: could be any of the boards; add port = .* `companion doctor`",
    ),
    *(
        (
            SEAT + f"{LEFT}port = '{port}'\n[[board]]\nname = 'right'\nport = '{same}'",
            rf'\[\[board\]\] 2: is at {same}, where "left" is already; give each its own port',
        )
        for port, same in (("/dev/ttyACM0", "/dev/ttyACM0"), ("e66a", "E66A"))
    ),
    (
        ON_LEFT + "[[seat]]\nseat = 2\ngrab = 17\nboard = 'left'\n" + LEFT,
        r"GP17 of left: wanted by seat 1's button and by seat 2's button",
    ),
]
REFUSED += [
    (
        LEFT + f"[[seat]]\nseat = 1\ngrab = {pin}\nboard = 'left'",
        rf"GP{pin} of left: seat 1's button can't be there",
    )
    for pin in (0, 1, 23, 25, 29, 40)
]


@pytest.mark.parametrize(("text", "words"), REFUSED)
def test_what_cannot_be_is_refused_with_place_and_remedy(text: str, words: str) -> None:
    with pytest.raises(SeatsFileError, match=words):
        loads(text)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "seats.toml"
    os.mkfifo(pipe)
    for loading in (load, lambda path: trials.load_rig(path, loads(SAMPLE))):
        with pytest.raises(HardwareError, match="it isn't a file"):
            loading(pipe)


def test_a_file_from_windows_is_read_as_it_is(tmp_path: Path) -> None:
    """Editors there may put an invisible mark (a BOM) before the first letter."""
    path = tmp_path / "seats.toml"
    path.write_bytes(b"\xef\xbb\xbf[[seat]]\r\nseat = 1\r\ngrab = 17\r\n")
    assert load(path).seats == (SeatWires(Seat(0), 17),)


def test_a_file_that_is_not_there_or_not_text_says_so(tmp_path: Path) -> None:
    with pytest.raises(SeatsFileError, match=r"No such file or directory.*make one on the sensors screen"):
        load(tmp_path / "seats.toml")
    # As Windows saves a board's name of its own: in its own letters, or two bytes each.
    for text, line in ((b'[[board]]\nname = "K\xfcche"', 2), ("[[seat]]".encode("utf-16"), 1)):
        (tmp_path / "seats.toml").write_bytes(text)
        with pytest.raises(SeatsFileError, match=f"line {line}: isn't UTF-8 text; save the file as UTF-8"):
            load(tmp_path / "seats.toml")


board_names = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), min_size=1, max_size=80)


@given(names=st.lists(board_names, max_size=3, unique=True), data=st.data())
def test_what_is_written_is_read_back(names: list[str], data: st.DataObject) -> None:
    homes = [None, *names]
    at = data.draw(st.lists(st.sampled_from(homes), min_size=1, max_size=11))
    turn, totem = (data.draw(st.none() | st.just(pin)) for pin in (26, 27))
    lit = data.draw(st.lists(st.booleans(), min_size=11, max_size=11))
    wiring = Wiring(
        seats=tuple(
            SeatWires(Seat(seat), BOARD_PINS[seat], BOARD_PINS[seat + 12] if lit[seat] else None, board)
            for seat, board in enumerate(at)
        ),
        turn=turn,
        turn_board=None if turn is None else data.draw(st.sampled_from(homes)),
        totem=totem,
        totem_board=None if totem is None else data.draw(st.sampled_from(homes)),
        normally_closed=data.draw(st.booleans()),
        chip=data.draw(st.sampled_from(["gpio-sim", 'odd "label\\'])),
        boards=tuple(BoardPlug(name, f"/dev/{place}") for place, name in enumerate(names)),
        timing=ContactTimes(window=Nanoseconds(data.draw(st.integers(10, 500)) * MILLISECOND // 10)),
    )
    assume(wiring.used_twice() is None)
    assert loads(dumps(wiring)) == wiring


def test_what_would_not_be_read_again_is_never_written() -> None:
    """A second pad next to one that was the only one, and so has no port: which one are its seats on?"""
    wiring = loads(ONE_PAD)
    for seat in (0, 1):
        wiring = with_button(wiring, Seat(seat), 30 + seat, UsbPlug("pad 2", "usb-2/input0"))
        if seat == 0:
            with pytest.raises(SeatsFileError, match="could be any of the pads"):
                checked(wiring, Path("seats.toml"))
    # No seat uses it now; when it is plugged in again, its buttons are learned again.
    assert [pad.name for pad in loads(checked(wiring, Path("seats.toml"))).usb] == ["pad 2"]


def test_a_learned_button_takes_its_pin_from_the_seat_that_had_it_and_leaves_boards_as_they_are() -> None:
    assert with_button(loads(SAMPLE), Seat(2), 17).seats == (SeatWires(Seat(2), 17),)
    before = loads(ON_BOARDS)
    after = with_button(before, Seat(2), 22)
    assert after == replace(before, seats=(*before.seats[:2], SeatWires(Seat(2), 22)))
    # GPIO17 was seat 1's, and GP17 of the board is still seat 2's.
    assert with_button(before, Seat(2), 17).seats == (before.seats[1], SeatWires(Seat(2), 17))
    # A seat that moves to the header loses its lamp on the board.
    assert with_button(before, Seat(1), 4).seats[1] == SeatWires(Seat(1), 4)
    taught = with_button(before, Seat(0), 17, BoardPlug("left"))
    assert taught.seats == (SeatWires(Seat(0), 17, None, "left"), SeatWires(Seat(2), 17, None, "right"))


ONE_PAD = """
[[usb]]
name = "pad"
[[seat]]
seat = 1
usb = "pad"
code = "BTN_TRIGGER"
[[seat]]
seat = 2
usb = "pad"
code = "BTN_THUMB"
"""

HEADER = FoundChip("/dev/gpiochip0", "gpiochip0", "pinctrl-bcm2711", 28)


def lines(chip: FoundChip) -> list[LineUse]:
    """Return lines 0 to 27; sound holds GPIO18, and we hold GPIO17."""
    held = {17: our_name(), 18: "snd-card"}
    return [LineUse(line, f"GPIO{line}", held.get(line)) for line in range(chip.lines or 0)]


def test_the_doctor_looks_at_file_chip_and_every_wire(tmp_path: Path) -> None:
    path = tmp_path / "seats.toml"
    path.write_text(SAMPLE)
    findings = examine(path, lambda: [HEADER], lambda chip: lines(chip)[:27])
    assert [(finding.name, finding.ok) for finding in findings] == [
        ("GPIO chips", True),
        ("seats file", True),
        ("header", True),
        ("seat 1's button", True),
        ("seat 1's lamp", False),
        ("seat 3's button", True),
        ("the turn button", True),
        ("the totem switch", False),
    ]
    assert all(finding.remedy for finding in findings if not finding.ok)
    assert findings[3].what == "GPIO17 (pin 11) is in use by this program"
    assert findings[4].what == "GPIO18 (pin 12) is held by snd-card"
    assert findings[5].what == "GPIO22 (pin 15) is free"


@pytest.mark.parametrize(
    ("wiring", "held", "ok", "what"),
    [
        ({}, "gpiozero-17", True, "GPIO4 (pin 7) is in use by a running table (gpiozero-17)"),
        # The header's chip under another name.
        ({"chip": "gpiochip0"}, None, True, "GPIO4 (pin 7) is free"),
        ({"totem": 3, "chip": "gpiochip0"}, None, False, "GPIO3 (pin 5): the totem switch would start"),
    ],
)
def test_the_doctor_knows_a_running_table_and_the_header_under_any_name(
    wiring: dict[str, Any], held: str | None, ok: bool, what: str, tmp_path: Path
) -> None:
    path = tmp_path / "seats.toml"
    path.write_text(dumps(Wiring(seats=(SeatWires(Seat(0), 4),), **wiring)))
    found = [LineUse(line, f"GPIO{line}", held) for line in range(28)]
    last = examine(path, lambda: [HEADER], lambda _: found)[-1]
    assert (last.ok, last.what[: len(what)]) == (ok, what)


def test_the_doctor_tries_a_pin_factory_that_another_project_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seats.toml").write_text(SEAT)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    named = [finding.name for finding in examine(tmp_path / "seats.toml", lambda: [HEADER], lines)]
    assert "pin factory" not in named
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "totem")
    found = examine(tmp_path / "seats.toml", lambda: [HEADER], lines)
    what = "GPIOZERO_PIN_FACTORY=totem doesn't work here (Unable to find pin factory 'totem')"
    assert Finding("pin factory", False, what, "unset it to use gpiod") in found


def test_the_doctor_says_what_to_do_without_chip_or_file(tmp_path: Path) -> None:
    findings = examine(tmp_path / "seats.toml", list, lines)
    assert [finding.ok for finding in findings] == [False, False, False]
    assert isinstance(findings[0], Finding)
    assert findings[2].remedy.startswith("run this on a Pi")


def test_a_file_far_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "seats.toml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(SeatsFileError, match="too large"):
        load(path)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "turn = " + "9" * 10_000])
def test_what_no_reader_can_take_apart_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(SeatsFileError, match="the file"):
        loads(text)


ON_PADS = """
[[usb]]
name = "left"
port = "usb-0000:01:00.0-1.3/input0"
scan_ms = 5
[[usb]]
name = "right"
port = "usb-0000:01:00.0-1.4/input0"
[[seat]]
seat = 1
grab = 17
[[seat]]
seat = 2
usb = "left"
code = "BTN_TRIGGER"
[[seat]]
seat = 3
usb = "right"
code = "ABS_HAT0Y-"
lamp = "buzz1"
[[seat]]
seat = 4
usb = "right"
code = "CODE_300"
lamp = "buzz2"
"""


def test_seats_on_usb_pads_are_told_by_port_and_code() -> None:
    wiring = loads(ON_PADS)
    assert wiring == Wiring(
        seats=(SeatWires(Seat(0), 17),),
        usb=(
            UsbPlug("left", "usb-0000:01:00.0-1.3/input0", Nanoseconds(5 * MILLISECOND)),
            UsbPlug("right", "usb-0000:01:00.0-1.4/input0"),
        ),
        usb_seats=(
            UsbSeat(Seat(1), "left", 0x120),
            UsbSeat(Seat(2), "right", 0x1022, "buzz1"),
            UsbSeat(Seat(3), "right", 300, "buzz2"),
        ),
    )
    assert loads(dumps(wiring)) == wiring
    assert wiring.button_seats == (0, 1, 2, 3)


PAD_TROUBLE = [
    (
        'code = "BTN_TRIGGER"',
        'code = "TRIGGER"',
        "line 15, [[seat]] 2, code: is 'TRIGGER', which isn't a button; write \"BTN_TRIGGER\"",
    ),
    ('code = "BTN_TRIGGER"', "code = 288", "line 15, [[seat]] 2, code: is 288; write it in quotes"),
    ('code = "BTN_TRIGGER"\n', "", 'line 12, [[seat]] 2: has no code; add code = "BTN_TRIGGER"'),
    ('code = "BTN_TRIGGER"', "grab = 17", "line 15, [[seat]] 2, grab: is for wires"),
    (
        'code = "BTN_TRIGGER"',
        'code = "BTN_TRIGGER"\nlamp = 18',
        "line 16, [[seat]] 2, lamp: is no light of a USB pad; write the name of one of its lights in quotes",
    ),
    ('usb = "left"', 'usb = "mid"', "seat 2's button is on a pad that isn't there; use one of left, right"),
    ("scan_ms = 5", 'scan_ms = "x"', "line 5, [[usb]] 1, scan_ms: is 'x'; give milliseconds from 0 to 100"),
    ("scan_ms = 5", "scan_ms = -1", "line 5, [[usb]] 1, scan_ms: is -1; give"),
    ('name = "right"', 'name = "left"', "line 6, [[usb]] 2: is another 'left'; give every pad its own name"),
    ('port = "usb-0000:01:00.0-1.4/input0"', "", "line 6, [[usb]] 2: could be any of the pads; add port ="),
    (
        "usb-0000:01:00.0-1.4/input0",
        "USB-0000:01:00.0-1.3/input0",
        'line 6, [[usb]] 2: is at USB-0000:01:00.0-1.3/input0, where "left" is already; give each its',
    ),
    ('"CODE_300"', '"ABS_HAT0Y-"', "ABS_HAT0Y- of right: wanted by seat 3 and by seat 4; move one of them"),
    ("seat = 4", "seat = 1", "seat = 1: there are two of them"),
    ('"buzz2"', '"buzz1"', "buzz1 of right: wanted by seat 3 and by seat 4; give each its own light"),
    ('port = "usb-0000:01:00.0-1.3/input0"', 'prot = "x"', "line 2, [[usb]] 1: has an unknown key 'prot'"),
]


@pytest.mark.parametrize(("written", "instead", "message"), PAD_TROUBLE)
def test_trouble_with_a_pad_is_told_with_line_and_remedy(written: str, instead: str, message: str) -> None:
    with pytest.raises(SeatsFileError) as error:
        loads(ON_PADS.replace(written, instead, 1))
    assert message in str(error.value)


def test_a_learned_button_of_a_pad_takes_the_place_of_what_the_seat_had() -> None:
    wiring = loads(ON_PADS)
    left = wiring.usb[0]
    moved = with_button(wiring, Seat(0), 0x120, left)
    assert moved.seats == ()
    # The seat that had that button has none now.
    assert moved.usb_seats[0] == UsbSeat(Seat(0), "left", 0x120)
    assert Seat(1) not in moved.button_seats
    right = wiring.usb[1]
    taught_anew = with_button(wiring, Seat(2), 30, right)
    assert taught_anew.usb_seats[1] == UsbSeat(Seat(2), "right", 30, "buzz1"), "the light stays the seat's"
    back = with_button(moved, Seat(0), 17)
    assert (back.seats, Seat(0) in {button.seat for button in back.usb_seats}) == (wiring.seats, False)
    new = with_button(Wiring(seats=()), Seat(0), 30, UsbPlug("pad", "usb-1/input0"))
    assert new.usb == (UsbPlug("pad", "usb-1/input0"),)
    assert loads(dumps(new)) == new


def test_a_seats_file_that_cannot_be_read_is_named_by_its_path(tmp_path: Path) -> None:
    """The doctor said "seats file: the file: can't be read"."""
    found = examine(tmp_path, list, lambda _: [])
    file = next(finding for finding in found if finding.name == "seats file")
    assert file.what == f"{tmp_path}: can't be read (Is a directory)"
