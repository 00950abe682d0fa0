"""Bytes to reports: cut anywhere, out of order within, lost in between."""

from hypothesis import given
from hypothesis import strategies as st

from companion.clock import MICROSECOND, Instant
from hardware.usb.reports import EVENT, KEY, SYN, SYN_REPORT, Assembler, DeviceReport, KeyEvent
from tests.hardware.table import START, ms
from tests.hardware.usb.table import A, B, C, event, overrun, report


def test_an_event_is_as_long_as_the_kernel_writes_it() -> None:
    assert EVENT.size == 24


def test_two_keys_of_one_report_have_one_stamp() -> None:
    (told,) = Assembler().feed(report(START, (A, 1), (B, 1)))
    assert told == DeviceReport(Instant(START), (KeyEvent(KEY, A, 1), KeyEvent(KEY, B, 1)))


def test_half_a_report_is_none_yet() -> None:
    assembler = Assembler()
    assert assembler.feed(event(START, KEY, A, 1)) == []
    (told,) = assembler.feed(event(START, SYN, SYN_REPORT, 0))
    assert told.events == (KeyEvent(KEY, A, 1),)


def test_what_a_full_buffer_left_is_ignored_up_to_the_end_of_its_report() -> None:
    # The press of B may be what was left of a report that had others first.
    told = Assembler().feed(
        event(START, KEY, A, 1) + overrun(START + ms(1), (B, 1)) + report(START + ms(2), (C, 1))
    )
    assert told == [
        DeviceReport(Instant(START + ms(1)), (), dropped=True),
        DeviceReport(Instant(START + ms(2)), (KeyEvent(KEY, C, 1),)),
    ]


def test_an_empty_report_is_none() -> None:
    assert Assembler().feed(event(START, SYN, SYN_REPORT, 0)) == []


@given(
    keys=st.lists(
        st.lists(st.tuples(st.integers(1, 700), st.integers(0, 2)), min_size=1, max_size=4), max_size=6
    ),
    cuts=st.lists(st.integers(0, 400), max_size=8),
)
def test_however_reading_cuts_reports_are_one(keys: list[list[tuple[int, int]]], cuts: list[int]) -> None:
    data = b"".join(report(START + place * MICROSECOND, *told) for place, told in enumerate(keys))
    assembler, told, last = Assembler(), [], 0
    for cut in [*sorted(cuts), len(data)]:
        told += assembler.feed(data[last:cut])
        last = max(last, min(cut, len(data)))
    assert told == Assembler().feed(data)
    assert [[(one.code, one.value) for one in report.events] for report in told] == keys
