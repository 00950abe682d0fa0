"""What a run answers: its sentences, table and picture, and the file from which they can be made again."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.grab.contacts import Seat
from hardware.lab.answer import figures, run_sentences, run_table, share, time
from hardware.lab.laboratory import Laboratory, PressLaboratory, simulated_laboratory, simulated_press
from hardware.lab.report import Axes, LabAnswer, again, curve, press_answer, run_answer
from hardware.lab.trials import NotTrialsError, PadScan, Ruling, StickStrike, TrialResult
from tests.hardware.lab.results import result, setting, us
from tests.hardware.table import ms


def whole(lab: Laboratory | PressLaboratory, name: str) -> LabAnswer:
    for _ in lab.run():
        pass
    return lab.answer(name)


@pytest.fixture(name="answer", scope="module")
def run_lab() -> LabAnswer:
    """Return the answer of a run on the simulated table, small but complete."""
    with simulated_laboratory(repeat=3) as lab:
        return whole(lab, "lab.html.jsonl")


@pytest.fixture(name="pressed", scope="module")
def strike_lab() -> LabAnswer:
    """Return the answer of a few strikes by simulated hands."""
    with simulated_press(times=3) as lab:
        return whole(lab, "press.html.jsonl")


def run_text(*results: TrialResult, planned: int | None = None) -> str:
    made = setting(planned=len(results) if planned is None else planned)
    return "\n".join(run_sentences(made, figures(made, results)))


def drawings(page: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring("<svg" + p.split("</svg>")[0] + "</svg>") for p in page.split("<svg")[1:]]


def words(page: str) -> list[str]:
    """Return the texts in a page's pictures."""
    return ["".join(one.itertext()) for each in drawings(page) for one in each.iter() if "text" in one.tag]


def test_the_page_needs_nothing_else_and_has_one_picture_and_one_table(answer: LabAnswer) -> None:
    assert "http" not in answer.page.replace("http://www.w3.org/2000/svg", "")
    assert len(drawings(answer.page)) == answer.page.count("<table>") == 1
    for fact in ("lab.html.jsonl", "seed 1", "error band", *answer.sentences[:2]):
        assert fact in answer.page


def test_the_twins_late_seat_and_its_scatter_are_found_again() -> None:
    with simulated_laboratory(repeat=10) as lab:
        for _ in lab.run():
            pass
        found = figures(lab.setting, lab.results)
        text = "\n".join(lab.answer().sentences)
    assert found.spreads[0].sigma == pytest.approx(us(4), rel=0.1)
    assert found.lateness is not None
    assert found.lateness.seats[Seat(2)].low < us(30) < found.lateness.seats[Seat(2)].high
    assert text.count("look at its wire") == 1
    assert "Seat 3 is stamped " in text


def test_a_report_can_be_made_again(answer: LabAnswer, pressed: LabAnswer, tmp_path: Path) -> None:
    for name, made in (("lab.html.jsonl", answer), ("press.html.jsonl", pressed)):
        saved = tmp_path / name
        saved.write_bytes(made.lines)
        assert again(saved) == made.page
        assert again(saved, picture=True) in made.page


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "Input data was truncated"), ("no JSON", "JSON is malformed"), ('{"a": 1}', "Object missing")],
)
def test_what_are_no_trials_is_said_to_be_none(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    with pytest.raises(NotTrialsError, match=rf"these are no trials of the laboratory \({why}"):
        again(tmp_path / "x.jsonl")


def test_a_device_that_never_ends_is_not_read() -> None:
    with pytest.raises(OSError, match="it isn't a file"):
        again(Path("/dev/zero"))


@pytest.mark.long
def test_the_picture_in_the_documentation_is_what_the_program_draws() -> None:
    with simulated_laboratory(repeat=40) as run:
        for _ in run.run():
            pass
        drawn = curve(run.setting, figures(run.setting, run.results))
    saved = Path(__file__).parents[3] / "docs" / "pictures" / "lab.svg"
    assert saved.read_text() == drawn, "make it again with the two commands in docs/lab.md"


def test_what_a_file_says_of_itself_is_escaped() -> None:
    assert "<script>" not in run_answer(setting(stands_for="SIMULATED: <script>"), []).page


def test_no_wrong_order_is_said_with_its_distance_and_what_it_excludes() -> None:
    text = run_text(*[result(n % 2, 1 - n % 2, 100, 100) for n in range(299)])
    # 1 - 0.05 ** (1 / 299) is just below 1 %.
    assert "No wrong order in 299 pairs at least 100 µs apart: from there on fewer than 1% of orders" in text
    assert "hints" not in text
    assert "Stopped" not in text


def test_wrong_orders_to_the_very_end_are_said_plainly() -> None:
    wrong = result(0, 1, 100, -1, Ruling.WRONG)
    text = run_text(result(0, 1, 10, 10), wrong, result(0, 1, 10, 9, Ruling.DEAD_HEAT))
    assert "don't trust this pad" in text
    assert "The pad named the wrong seat in 1 of 2 grabs; 1 dead heats." in text


def test_a_run_that_was_stopped_says_so() -> None:
    text = run_text(result(0, 1, 10, 10), planned=50)
    assert text.startswith("Stopped after 1 of 50 trials.\nThese figures are hints: few trials.")


def scattered(by: float, late: float = 0) -> list[TrialResult]:
    """Return pairs of seats 1, 2 and 3 that scatter by `by` µs, with seat 2 late by `late` µs."""
    lates = (0.0, late, 0.0)
    pairs = [(one, other) for one in range(3) for other in range(3) if one != other]
    return [
        result(one, other, 1_000, 1_000 + lates[other] - lates[one] + error)
        for one, other in pairs
        for error in (by, -by) * 20
    ]


def test_the_error_band_is_held_against_the_scatter() -> None:
    narrow = "The error band of 100 µs is too narrow for this source: 4 times that scatter is 839 µs."
    assert narrow in run_text(*scattered(200))
    wide = "The error band of 100 µs is wide enough: 4 times that scatter is 83.9 µs."
    assert wide in run_text(*scattered(20))


def test_a_late_seat_is_named_where_it_matters_and_no_other() -> None:
    text = run_text(*scattered(4, late=50))
    assert "Seat 2 is stamped 50 µs later than the others" in text
    assert text.count("is stamped") == 1
    assert "is stamped" not in run_text(*scattered(1, late=4))


def test_lost_presses_and_voids_are_said() -> None:
    lost = result(0, 1, 10, None, Ruling.NONE, lost=(0, 1))
    text = run_text(lost, result(0, 1, 10, None, Ruling.VOID, reason="sequence_gap", lost=(1,)))
    assert "3 of 4 presses never showed up (seat 1: 1, seat 2: 2)." in text
    assert "Void: 1 (sequence_gap 1)." in text
    assert "No order could be compared" in text
    assert "No press was lost in 2." in run_text(result(0, 1, 10, 10))


@pytest.mark.parametrize(
    ("off", "words"),
    [
        (7_000, "its error band of 9 ms is right."),
        (1_000, "is wider than it needs: scan_ms = 1 in the seats file would be enough."),
        (12_000, "is too narrow: write scan_ms = 12 for it into the seats file."),
    ],
)
def test_a_usb_pads_own_figure_is_said(off: float, words: str) -> None:
    made = setting(sources=("USB pad left",) * 2, pads=(PadScan("USB pad left", ms(7), ms(9)),), band=9_000)
    results = [result(n % 2, 1 - n % 2, 30_000, 30_000 + (off if n % 4 < 2 else -off)) for n in range(200)]
    (sentence,) = [line for line in run_sentences(made, figures(made, results)) if "error band of" in line]
    assert sentence.startswith("USB pad left: its error band of 9 ms")
    assert sentence.endswith(words)


def test_the_table_has_a_row_a_separation() -> None:
    heats = [result(0, 1, 10, -1, Ruling.DEAD_HEAT), result(1, 0, 10, 12, Ruling.DEAD_HEAT)]
    table = run_table(figures(setting(), [*heats, result(0, 1, 500, 503)]))
    assert table.head == (
        "apart",
        "pairs",
        "wrong order",
        "95 %",
        "right",
        "wrong",
        "dead heat",
        "void",
        "none",
    )
    assert [row[:3] + row[4:] for row in table.rows] == [
        ("10 µs", "2", "1", "0", "0", "2", "0", "0"),
        ("500 µs", "1", "0", "1", "0", "0", "0", "0"),
    ]


@pytest.mark.parametrize(
    ("nanoseconds", "words"),
    [
        (0, "0 µs"),
        (999, "0.999 µs"),
        (-2_500, "-2.5 µs"),
        (999_700, "1000 µs"),
        (1_000_000, "1 ms"),
        (5_412_000, "5.41 ms"),
    ],
)
def test_times_for_people(nanoseconds: float, words: str) -> None:
    assert time(nanoseconds) == words


def test_shares_for_people() -> None:
    assert [share(v) for v in (0, 1, 0.256, 0.00123, 2e-6)] == ["0%", "100%", "25.6%", "0.12%", "0.0002%"]


def test_the_axes_are_logarithmic() -> None:
    made = [*[result(0, 1, 10, 10 if n else -1) for n in range(100)], result(0, 1, 1_000, 1_000)]
    axes = Axes(list(figures(setting(), made).curve), float(us(100)))
    assert axes.x(us(100)) - axes.x(us(10)) == pytest.approx(axes.x(us(1_000)) - axes.x(us(100)))
    assert axes.y(0.01) - axes.y(0.1) == pytest.approx(axes.y(0.1) - axes.y(1))
    # A value below the axis is drawn on its foot.
    assert axes.y(0) == axes.y(axes.floor)


def test_the_picture_shows_every_separation_and_the_error_band() -> None:
    made = [result(0, 1, 10, -1), result(1, 0, 10, 12), result(1, 0, 500, 503), result(0, 1, 2, None)]
    page = run_answer(setting(), made).page
    (drawing,) = drawings(page)
    # Two of the points belong to the legend.
    assert len([one for one in drawing.iter() if "circle" in one.tag]) == 2 + 2
    assert "error band 100 µs: a dead heat" in words(page)
    assert "SIMULATED: made up for a test" in words(page)
    assert "no order could be compared" in words(run_answer(setting(), []).page)


def test_a_band_beyond_all_that_was_driven_is_drawn_whole() -> None:
    (drawing,) = drawings(run_answer(setting(band=9_000), [result(0, 1, 10, 10)]).page)
    wide = float(drawing.attrib["viewBox"].split()[2])
    boxes = [one for one in drawing.iter() if "rect" in one.tag]
    assert all(float(one.get("x", 0)) + float(one.attrib["width"]) <= wide for one in boxes)


def test_the_picture_of_strikes_has_a_line_a_seat_even_where_nothing_is_known(pressed: LabAnswer) -> None:
    assert {"seat 1", "seat 2", "seat 3", "seat 4", "as the others"} < set(words(pressed.page))
    assert "SIMULATED: no button was struck" in pressed.page.splitlines()[0]
    one = press_answer(setting(), [StickStrike(Seat(0), Seat(1), ms(1))])
    assert [row[3] for row in one.table.rows] == ["not known", "not known"]
    assert {"seat 1", "seat 2"} < set(words(one.page))
