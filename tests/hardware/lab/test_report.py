"""The report: what its first line, its sentences and its curve say."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.grab.contacts import Seat
from hardware.lab.curve_picture import Axes, picture
from hardware.lab.figures import Figures, figures
from hardware.lab.kinds import OTHERS, TrialKind
from hardware.lab.laboratory import Laboratory, simulated_laboratory
from hardware.lab.press_laboratory import simulated_press
from hardware.lab.report import main, page
from hardware.lab.rig import RigError
from hardware.lab.telling import share, tables, time, verdict
from hardware.lab.text_plot import plot
from hardware.lab.trials import Ruling, TrialResult
from tests.hardware.lab.runs import result, setting, us


@pytest.fixture(name="lab", scope="module")
def run_lab() -> Laboratory:
    """A run on the twin, small but whole."""
    with simulated_laboratory(repeat=3) as lab:
        for _ in lab.run():
            pass
        return lab


def said(*results: TrialResult, planned: int | None = None, seats: int = 3) -> str:
    made = setting(seats, planned=len(results) if planned is None else planned)
    return "\n".join(verdict(made, figures(made, results)))


def found_in(*results: TrialResult) -> Figures:
    return figures(setting(), results)


def test_the_first_line_says_what_was_simulated(lab: Laboratory) -> None:
    first = lab.page().splitlines()[0]
    assert "<title>SIMULATED: no Pi, no wire and no switch was involved" in first
    assert "seat 3 later by 6 µs" in first


def test_the_page_needs_nothing_else_and_is_well_formed(lab: Laboratory) -> None:
    text = lab.page("lab.html.jsonl")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    drawing = text[text.index("<svg") : text.index("</svg>") + len("</svg>")]
    ElementTree.fromstring(drawing)
    for fact in ("lab.html.jsonl", "seed 1", "tie band"):
        assert fact in text


def test_anybody_can_make_the_report_again_from_the_trials(lab: Laboratory, tmp_path: Path) -> None:
    trials = tmp_path / "lab.html.jsonl"
    trials.write_bytes(lab.trials())
    main([str(trials), str(tmp_path / "again.html")])
    assert (tmp_path / "again.html").read_text() == lab.page("lab.html.jsonl")
    main([str(trials), str(tmp_path / "curve.svg")])
    ElementTree.parse(tmp_path / "curve.svg")


@pytest.mark.parametrize("text", ["", "no JSON", '{"a": 1}'])
def test_what_are_no_trials_is_said_to_be_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(text)
    with pytest.raises(SystemExit, match="these are no trials of the laboratory"):
        main([str(tmp_path / "x.jsonl"), str(tmp_path / "x.html")])
    with pytest.raises(SystemExit, match="No such file"):
        main([str(tmp_path / "none.jsonl"), str(tmp_path / "x.html")])
    with pytest.raises(SystemExit, match="usage"):
        main([])


@pytest.mark.long
def test_the_picture_in_the_documentation_is_what_the_program_draws() -> None:
    with simulated_laboratory(repeat=40) as run:
        for _ in run.run():
            pass
        drawn = picture(run.figures(), float(run.setting.band), run.setting.stands_for)
    kept = Path(__file__).parents[3] / "docs" / "pictures" / "lab.svg"
    assert kept.read_text() == drawn + "\n", "make it again: the two commands stand in docs/lab.md"


def test_what_a_file_says_of_itself_is_escaped() -> None:
    made = setting(stands_for="SIMULATED: <script>")
    assert "<script>" not in page(made, figures(made, []))


def test_no_wrong_order_is_said_with_its_distance_and_what_it_excludes() -> None:
    text = said(*[result(n % 2, 1 - n % 2, 100, 100) for n in range(299)])
    # 1 - 0.05 ** (1 / 299) is just below 1 %.
    assert "No wrong order in 299 pairs at least 100 µs apart: from there on fewer than 1% of orders" in text


def test_wrong_orders_to_the_very_end_are_said_plainly() -> None:
    assert "don't trust this pad" in said(result(0, 1, 10, 10), result(0, 1, 100, -1))


def test_a_run_that_was_stopped_says_so() -> None:
    assert "Stopped after 1 of 50 trials. These figures are hints: few trials." in said(
        result(0, 1, 10, 10), planned=50
    )


def test_a_band_narrower_than_the_source_needs_is_named() -> None:
    wild = [result(n % 2, 1 - n % 2, 1_000, 1_000 + (200 if n % 4 < 2 else -200)) for n in range(40)]
    assert "The tie band of 100 µs is too narrow for this source: 4 sigmas are 839 µs." in said(*wild)


def test_with_two_seats_nobody_is_blamed_alone() -> None:
    text = said(*[result(n % 2, 1 - n % 2, 100, 100 + (5 if n % 2 == 0 else -5)) for n in range(40)], seats=2)
    assert "Seat 2 is later than seat 1 by" in text
    assert "which of the two is to blame needs a third" in text


def test_lost_presses_and_no_verdicts_are_said() -> None:
    text = said(result(0, 1, 10, None, Ruling.NONE, latency=None, lost=(0, 1)))
    assert "2 of 2 presses never showed up" in text
    assert "There was no verdict at all." in text
    assert "No order could be compared" in text


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
    shares = [share(value) for value in (0, 1, 0.256, 0.00123, 2e-6, 1e-9)]
    assert shares == ["0%", "100%", "25.6%", "0.12%", "0.0002%", "under 0.0001%"]


def test_the_axes_are_logarithmic() -> None:
    found = found_in(*[result(0, 1, 10, 10 if n else -1) for n in range(100)], result(0, 1, 1_000, 1_000))
    frame = Axes([point for point in found.curve if point.compared], float(us(100)))
    assert frame.x(us(100)) - frame.x(us(10)) == pytest.approx(frame.x(us(1_000)) - frame.x(us(100)))
    assert frame.y(0.01) - frame.y(0.1) == pytest.approx(frame.y(0.1) - frame.y(1))
    # What is below the axis' foot stands on it.
    assert frame.y(0) == frame.y(frame.floor)


def test_the_curve_marks_points_intervals_line_and_band() -> None:
    found = found_in(result(0, 1, 10, -1), result(1, 0, 10, 12), result(0, 1, 10, 9), result(1, 0, 500, 503))
    drawn = picture(found, float(us(100)), "SIMULATED: a test")
    assert drawn.count('r="5"') == 2 + 2
    assert "tie band 100 µs" in drawn
    assert "predicted from sigma" in drawn
    assert "SIMULATED: a test" in drawn


def test_what_switches_do_besides_is_said_and_a_wrong_winner_first() -> None:
    good = [result(0, 1, 1_000, 1_000, kind=kind) for kind in OTHERS]
    assert "short taps and stalls: 6 of 6 right, 0 wrong (95 %: 0% to 39%)." in said(*good)
    bad = result(0, 1, 1_000, None, Ruling.WRONG, kind=TrialKind.SPIKES)
    text = said(*good, bad)
    assert "With spikes on another seat the pad named the wrong seat in 1 of 2 trials." in text
    assert "6 of 7 right, 1 wrong" in text


def test_the_table_of_kinds_names_voids_by_their_reason() -> None:
    void = result(0, 1, 1_000, None, Ruling.VOID, reason="two_readings", kind=TrialKind.BRUSH)
    made = setting(planned=1)
    table = tables(made, figures(made, [void, result(0, 1, 1_000, 1_000, kind=TrialKind.BRUSH)]))[1]
    (row,) = table.rows
    assert row[:7] == ("a brush before the press", "2", "1", "0", "1 (two_readings 1)", "0", "0")


def test_an_empty_run_draws_an_empty_curve() -> None:
    assert "no order could be compared" in picture(found_in(), 0.0, "SIMULATED")
    assert plot(found_in(), 0.0) == ()


def test_the_plot_in_letters_marks_what_was_wrong_and_what_at_most_is() -> None:
    found = found_in(
        *[result(0, 1, 10, -1), result(0, 1, 10, 11)], *[result(1, 0, 1_000, 1_000) for _ in range(50)]
    )
    lines = plot(found, float(us(100)))
    # Half of two were wrong; of fifty none, so at most 7 %.
    assert any("o" in line for line in lines[1:3]), lines
    assert "v" in "".join(lines[4:6]), lines
    assert "10 µs" in lines[-2]
    assert "1 ms" in lines[-2]


def test_pairs_that_cannot_be_pressed_are_refused() -> None:
    with pytest.raises(RigError, match="seat 9 can't be pressed here: use 1, 2, 3, 4"):
        simulated_laboratory([(Seat(0), Seat(8))])
    with pytest.raises(RigError, match="1-1 is no pair: name two seats"):
        simulated_laboratory([(Seat(0), Seat(0))])


def test_how_long_it_takes_is_known_before() -> None:
    with simulated_laboratory([(Seat(0), Seat(1))], repeat=100) as lab:
        # Thirteen separations, five other kinds, and a tenth as many stalls; simulated, a millisecond each.
        assert lab.total == 2 * (13 * 100 + 5 * 100 + 10)
        assert lab.seconds == 4


def test_a_press_calibration_says_who_and_that_nothing_is_corrected() -> None:
    with simulated_press(times=10) as lab:
        for _ in lab.run():
            pass
        text = "\n".join(lab.verdict())
        drawing = lab.page()
    assert "Seat 3 is held back: it closes" in text
    assert "so it can turn a grab around" in text
    assert "Nothing is corrected" in text
    assert drawing.splitlines()[0].count("SIMULATED: no button was struck") == 1
    ElementTree.fromstring(drawing[drawing.index("<svg") : drawing.index("</svg>") + 6])
