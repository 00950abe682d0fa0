"""Bytes to reports, cut anywhere; reports to presses: keys, repeats, sticks, hats, and missed events."""

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MICROSECOND, Instant
from hardware.usb import reports
from hardware.usb.reports import EVENT, KEY, SYN, SYN_REPORT, Assembler, DeviceReport, KeyEvent
from tests.hardware.table import START, ms
from tests.hardware.usb.table import STICK, A, B, C, event, overrun, report


def test_an_event_is_as_long_as_the_kernel_writes_it() -> None:
    assert EVENT.size == 24


def test_two_keys_of_one_report_have_one_stamp() -> None:
    (changes_of,) = Assembler().feed(report(START, (A, 1), (B, 1)))
    assert changes_of == DeviceReport(Instant(START), (KeyEvent(KEY, A, 1), KeyEvent(KEY, B, 1)))


def test_what_a_full_buffer_left_is_ignored_up_to_the_end_of_its_report() -> None:
    # The press of B may be the rest of a report that began with other keys.
    remains = overrun(START + ms(1), (B, 1))
    changes_of = Assembler().feed(event(START, KEY, A, 1) + remains + report(START + ms(2), (C, 1)))
    dropped = DeviceReport(Instant(START + ms(1)), (), dropped=True)
    assert changes_of == [dropped, DeviceReport(Instant(START + ms(2)), (KeyEvent(KEY, C, 1),))]


def test_an_empty_report_is_none() -> None:
    assert Assembler().feed(event(START, SYN, SYN_REPORT, 0)) == []


@given(
    keys=st.lists(
        st.lists(st.tuples(st.integers(1, 700), st.integers(0, 2)), min_size=1, max_size=4), max_size=6
    ),
    cuts=st.lists(st.integers(0, 400), max_size=8),
)
def test_however_reading_cuts_reports_are_one(keys: list[list[tuple[int, int]]], cuts: list[int]) -> None:
    data = b"".join(report(START + place * MICROSECOND, *changes_of) for place, changes_of in enumerate(keys))
    assembler, changes_of, last = Assembler(), [], 0
    for cut in [*sorted(cuts), len(data)]:
        changes_of += assembler.feed(data[last:cut])
        last = max(last, min(cut, len(data)))
    assert changes_of == Assembler().feed(data)
    assert [[(one.code, one.value) for one in report.events] for report in changes_of] == keys


LOW, HIGH = reports.axis_code(STICK, up=False), reports.axis_code(STICK, up=True)
REST = reports.DeviceState(axes={STICK: reports.Axis(128, 0, 255)})


def changes_of(switches: reports.Switches, *events: tuple[int, int, int]) -> list[reports.Change]:
    """Return the changes that a report makes."""
    return switches.take(reports.DeviceReport(START, tuple(reports.KeyEvent(*event) for event in events)))


def test_a_key_that_repeats_is_pressed_once_and_others_are_nothing() -> None:
    switches = reports.Switches([A], reports.DeviceState())
    assert changes_of(switches, (reports.KEY, A, 1), (reports.KEY, B, 1)) == [(A, True)]
    assert changes_of(switches, (reports.KEY, A, 2)) == []
    assert changes_of(switches, (reports.KEY, A, 0)) == [(A, False)]


def test_a_key_that_is_down_from_the_beginning_is_not_pressed_anew() -> None:
    switches = reports.Switches([A], reports.DeviceState(frozenset({A})))
    assert switches.down == {A}
    assert changes_of(switches, (reports.KEY, A, 2)) == []


def test_a_stick_is_pushed_half_way_and_let_go_within_a_quarter() -> None:
    switches = reports.Switches([LOW, HIGH], REST)
    assert changes_of(switches, (reports.ABS, STICK, 70)) == []
    assert changes_of(switches, (reports.ABS, STICK, 60)) == [(LOW, True)]
    # A stick trembles at the threshold.
    assert changes_of(switches, (reports.ABS, STICK, 70)) == []
    assert changes_of(switches, (reports.ABS, STICK, 100)) == [(LOW, False)]
    assert changes_of(switches, (reports.ABS, STICK, 0)) == [(LOW, True)]
    assert sorted(changes_of(switches, (reports.ABS, STICK, 255))) == sorted([(LOW, False), (HIGH, True)])


def test_a_hat_is_two_buttons() -> None:
    hat = 0x10
    switches = reports.Switches(
        [reports.axis_code(hat, up=False), reports.axis_code(hat, up=True)],
        reports.DeviceState(axes={hat: reports.Axis(0, -1, 1)}),
    )
    assert changes_of(switches, (reports.ABS, hat, -1)) == [(reports.axis_code(hat, up=False), True)]
    assert changes_of(switches, (reports.ABS, hat, 0)) == [(reports.axis_code(hat, up=False), False)]


def test_a_trigger_that_rests_at_its_end_is_pressed_at_the_other() -> None:
    trigger = reports.axis_code(STICK, up=True)
    switches = reports.Switches([trigger], reports.DeviceState(axes={STICK: reports.Axis(0, 0, 255)}))
    assert changes_of(switches, (reports.ABS, STICK, 255)) == [(trigger, True)]


def test_an_axis_without_travel_is_never_pushed() -> None:
    switches = reports.Switches([LOW, HIGH], reports.DeviceState(axes={STICK: reports.Axis(0, 0, 0)}))
    assert changes_of(switches, (reports.ABS, STICK, 0)) == []


def test_after_a_loss_the_state_says_what_changed() -> None:
    switches = reports.Switches([A, B, LOW], REST)
    changes_of(switches, (reports.KEY, A, 1))
    state = reports.DeviceState(frozenset({B}), {STICK: reports.Axis(0, 0, 255)})
    assert switches.resync(state) == [(A, False), (B, True), (LOW, True)]
    assert switches.held


def test_every_code_has_a_name_that_leads_back_to_it() -> None:
    for code in (*range(1, 0x300), *(reports.axis_code(n, up=up) for n in range(12) for up in (False, True))):
        name = reports.name_of(reports.Code(code))
        back = reports.code_of(name)
        assert back == code or name.startswith("CODE_"), name
    names = [reports.name_of(reports.Code(code)) for code in (30, 48, 0x120, 0x130, 0x2C0)]
    assert names == ["KEY_A", "KEY_B", "BTN_TRIGGER", "BTN_SOUTH", "BTN_TRIGGER_HAPPY1"]
    assert reports.name_of(reports.axis_code(0x11, up=True)) == "ABS_HAT0Y+"


def test_a_code_that_is_none_is_told_what_it_may_have_meant() -> None:
    assert reports.code_of("CODE_0") is reports.code_of("CODE_768") is reports.code_of("trigger") is None
    assert reports.name_meant("trigger") == 'write "BTN_TRIGGER"'
    assert reports.name_meant("a") == 'write "KEY_A"'
    assert reports.name_meant("KEY_ENTRE") == 'did you mean "KEY_ENTER"?'
    assert "ABS_X-" in reports.name_meant("ABS_X")
    assert "BTN_TRIGGER" in reports.name_meant("the red one")
