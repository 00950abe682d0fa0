"""The report: a self-contained HTML file with sentences, a table and one picture.

`companion lab report lab.html.jsonl again.html` computes it again from the trials; a target that ends in
.svg gets the picture alone.
"""

import errno
import stat
from collections.abc import Sequence
from html import escape
from math import floor, log10
from pathlib import Path
from textwrap import wrap

import msgspec
from msgspec import Struct

from hardware.lab.answer import (
    Figures,
    Lateness,
    Point,
    TextTable,
    figures,
    press_sentences,
    press_table,
    run_sentences,
    run_table,
    stiffness,
    time,
)
from hardware.lab.trials import NotTrialsError, Setting, StickStrike, TrialResult, read_run, run_lines

PAPER, INK, DIM, LINE, BODY = "#ffffff", "#101418", "#4a525a", "#9aa6b0", "#e9ece8"
"""Dark on white, for printing."""


class SvgPage:
    """Collects drawn shapes; lengths in mm, y downwards."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def document(self, width: float, height: float) -> str:
        """Return the page as an SVG document."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height:g}mm"'
            f' viewBox="0 0 {width} {height:g}" font-family="sans-serif">'
        )
        ground = f'<rect width="{width}" height="{height:g}" fill="{PAPER}"/>'
        return "\n".join([head, ground, *self.parts, "</svg>\n"])

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        anchor: str = "start",
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        """Write a line of text; `y` is its middle."""
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{x:.2f}" y="{y + size * 0.35:.2f}" font-size="{size:.2f}" text-anchor="{anchor}"'
        self.parts.append(f'<text {place} fill="{fill}"{weight}>{escape(words)}</text>')

    def box(
        self, x: float, y: float, wide: float, high: float, fill: str, stroke: str = LINE, radius: float = 1.2
    ) -> None:
        """Draw a rectangle, x and y its upper left corner."""
        self.parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{high:.2f}" rx="{radius}"'
            f' fill="{fill}" stroke="{stroke}" stroke-width="0.3"/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str) -> None:
        """Draw a round dot with its middle at x and y."""
        place = f'cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"'
        self.parts.append(f'<circle {place} fill="{fill}" stroke="{INK}" stroke-width="0.3"/>')


STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "svg{max-width:100%;height:auto}"
    f"td,th{{padding:.15rem .7rem;text-align:right;border-bottom:1px solid {LINE};font-weight:normal}}"
    f"td:first-child,th:first-child{{text-align:left}}th,small{{color:{DIM}}}table{{border-collapse:collapse}}"
)
MEASURED, BAND = "#0072B2", "#009E73"

WIDTH, LEFT, RIGHT, TOP = 210.0, 26.0, 202.0, 26.0
"""Of both pictures, in mm."""
HEIGHT, BOTTOM = 124.0, 100.0
"""Of the curve."""
ROW = 9.0
"""Of a seat."""
STRUCK = b'"later":'
"""Found in every file of strikes, and in none of trials."""
THIN = 0.05
"""Width of a line drawn as a box, in mm: a box of no width isn't drawn."""


class LabAnswer(Struct, frozen=True):
    """The results of a run, or of strikes: for the terminal, the report (HTML), and a file of all data."""

    sentences: tuple[str, ...]
    table: TextTable
    page: str
    lines: bytes


def run_answer(setting: Setting, results: Sequence[TrialResult], lines_file: str = "") -> LabAnswer:
    """Return the results of a run; `lines_file` names the file of all trials, for the report."""
    run = figures(setting, results)
    sentences, table = tuple(run_sentences(setting, run)), run_table(run)
    page = _document(setting, "Timing laboratory", sentences, curve(setting, run), table, lines_file)
    return LabAnswer(sentences, table, page, run_lines(setting, results))


def press_answer(setting: Setting, strikes: Sequence[StickStrike], lines_file: str = "") -> LabAnswer:
    """Return the results of strikes; `lines_file` names their file. Raises ValueError without strikes."""
    fit = stiffness(strikes)
    sentences, table = tuple(press_sentences(setting, fit)), press_table(strikes, fit)
    page = _document(setting, "Which button is stiff", sentences, delays(setting, fit), table, lines_file)
    return LabAnswer(sentences, table, page, run_lines(setting, strikes))


class Axes:
    """The axes of the curve: place separations in ns and probabilities on the page, both logarithmic."""

    def __init__(self, points: list[Point], band: float) -> None:
        self.least = 10.0 ** floor(log10(min([point.separation for point in points] + [band])) + 1e-9)
        self.most = max([point.separation for point in points] + [band]) * 1.5
        shares = [point.wrong / point.compared for point in points if point.wrong]
        self.floor = 10.0 ** floor(log10(min(shares + [point.high for point in points])) - 1e-9)

    def x(self, separation: float) -> float:
        """Return the x of a separation, in mm."""
        return LEFT + log10(separation / self.least) / log10(self.most / self.least) * (RIGHT - LEFT)

    def y(self, probability: float) -> float:
        """Return the y of a probability, in mm; too small ones are at the foot of the axis."""
        return TOP + log10(max(probability, self.floor)) / log10(self.floor) * (BOTTOM - TOP)


def curve(setting: Setting, run: Figures) -> str:
    """Return wrong orders against separation as SVG: points with intervals, and the error band."""
    page = _titled("Wrong orders against separation", setting)
    points = [point for point in run.curve if point.compared]
    if not points:
        page.text(WIDTH / 2, HEIGHT / 2, "no order could be compared", 4, "middle")
        return page.document(WIDTH, HEIGHT)
    axes = Axes(points, setting.band)
    edge = axes.x(setting.band)
    page.box(LEFT, TOP, edge - LEFT, BOTTOM - TOP, "#dff2ea", BAND, 0)
    page.text(edge - 2, TOP + 4, f"error band {time(setting.band)}: a dead heat", 3, "end", BAND)
    for power in range(round(log10(axes.floor)), 1):
        page.box(LEFT, axes.y(10.0**power), RIGHT - LEFT, THIN, LINE)
        page.text(LEFT - 2, axes.y(10.0**power), f"{100 * 10.0**power:g} %", 3, "end", DIM)
    for power in range(round(log10(axes.least)), floor(log10(axes.most)) + 1):
        page.box(axes.x(10.0**power), TOP, THIN, BOTTOM - TOP, LINE)
        page.text(axes.x(10.0**power), BOTTOM + 5, time(10.0**power), 3, "middle", DIM)
    page.text((LEFT + RIGHT) / 2, BOTTOM + 11, "the second press came so much later", 3.2, "middle", DIM)
    for point in points:
        x, high = axes.x(point.separation), axes.y(point.high)
        page.box(x - 0.3, high, 0.6, axes.y(point.low) - high, MEASURED, MEASURED, 0)
        fill = MEASURED if point.wrong else PAPER
        page.dot(x, axes.y(point.wrong / point.compared), 1.4, fill)
    page.dot(LEFT, HEIGHT - 6, 1.4, MEASURED)
    page.text(LEFT + 4, HEIGHT - 6, "stamped in the wrong order, with its 95 % interval", 3)
    page.dot(LEFT + 90, HEIGHT - 6, 1.4, PAPER)
    page.text(LEFT + 94, HEIGHT - 6, "none was wrong: the bar says how much it can be", 3)
    return page.document(WIDTH, HEIGHT)


def delays(setting: Setting, fit: Lateness) -> str:
    """Return one line per seat as SVG: how late its button is, with its interval; 0 is like the others."""
    page = _titled("How much later each button closes", setting)
    bottom = TOP + ROW * len(fit.seats)
    known = (estimate for estimate in fit.seats.values() if estimate.known)
    ends = [abs(end) for estimate in known for end in (estimate.low, estimate.high)]
    reach = max(ends, default=0) or 1.0

    def x(late: float) -> float:
        return (LEFT + RIGHT) / 2 + max(-1.0, min(1.0, late / reach)) * (RIGHT - LEFT) * 0.46

    for place, words in ((-reach, time(-reach)), (0.0, "as the others"), (reach, time(reach))):
        page.box(x(place), TOP - 4, THIN, bottom - TOP + 4, LINE)
        page.text(x(place), bottom + 5, words, 3, "middle", DIM)
    for row, (seat, late) in enumerate(fit.seats.items()):
        y = TOP + ROW * row + 2
        page.text(LEFT - 4, y, f"seat {seat + 1}", 3.6, "end")
        page.box(x(late.low), y - 0.4, x(late.high) - x(late.low), 0.8, MEASURED, MEASURED, 0)
        page.dot(x(late.value), y, 1.6, MEASURED)
    return page.document(WIDTH, bottom + 12)


def _titled(title: str, setting: Setting) -> SvgPage:
    page = SvgPage()
    page.text(WIDTH / 2, 6, title, 4.6, "middle", INK, bold=True)
    for row, line in enumerate(wrap(setting.stands_for, 130)):
        page.text(WIDTH / 2, 12 + 4 * row, line, 2.8, "middle", DIM)
    return page


def _document(
    setting: Setting, title: str, sentences: Sequence[str], drawing: str, table: TextTable, lines_file: str
) -> str:
    stands_for = escape(setting.stands_for)
    about = (
        f"{setting.machine}, kernel {setting.kernel}, stamped by {setting.factory} ({setting.quality.value})"
    )
    rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in table.rows)
    return "\n".join(
        (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{stands_for}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>',
            f"<h1>{escape(title)}</h1><p><b>{stands_for}</b></p>",
            f"<p><small>{escape(f'{about}, seed {setting.seed}, {setting.date}')}</small></p><ul>",
            *(f"<li>{escape(sentence)}</li>" for sentence in sentences),
            f"</ul>{drawing}<h2>{escape(table.title)}</h2>",
            "<table><tr>" + "".join(f"<th>{escape(name)}</th>" for name in table.head) + "</tr>",
            *(f"<tr>{row}</tr>" for row in rows),
            f"</table><p>All of it, one a line: {escape(lines_file)}</p></html>\n",
        )
    )


def again(lines: Path, *, picture: bool = False) -> str:
    """Return the report (HTML) of a file of trials or strikes again, or its picture alone (SVG).

    Raises NotTrialsError if the file has none, OSError if it can't be read or is no regular file.
    """
    if not stat.S_ISREG(lines.stat().st_mode):
        raise OSError(errno.EINVAL, "it isn't a file", str(lines))
    text = lines.read_bytes()
    try:
        if STRUCK in text:
            setting, strikes = read_run(text, StickStrike)
            if picture:
                return delays(setting, stiffness(strikes))
            return press_answer(setting, strikes, lines.name).page
        setting, results = read_run(text, TrialResult)
    except (msgspec.DecodeError, ValueError) as error:
        raise NotTrialsError(f"{lines}: these are no trials of the laboratory ({error})") from error
    if picture:
        return curve(setting, figures(setting, results))
    return run_answer(setting, results, lines.name).page
