"""A press calibration in plain words, a table, and a report."""

from collections.abc import Iterable

from hardware.lab.curve_picture import DIM, GROUND, LINE, MEASURED, TEXT, caption, text
from hardware.lab.press import Calibration
from hardware.lab.report import document, drawn, sentences
from hardware.lab.telling import TextTable, named, time, within
from hardware.lab.trials import Setting

NOT_CORRECTED = (
    "Nothing is corrected: verdicts go by the moment a contact closes. Change the switch, or let the table "
    "agree to live with it."
)

FEW = 8
"""Strikes of a seat below which the intervals are rough."""

WIDTH, ROW, TOP = 920, 34, 116
LEFT, RIGHT = 120, 880


def verdict(setting: Setting, found: Calibration) -> tuple[str, ...]:
    """Return the calibration's verdict, a plain sentence or two each."""
    return tuple(_verdict(setting, found))


def table(found: Calibration) -> TextTable:
    """Return a row a seat."""
    return TextTable(
        "Seats: how much later they close than the average of all",
        ("seat", "strikes", "late by", "95 % (all seats at once)"),
        tuple(
            (f"seat {one.seat + 1}", str(one.strikes), time(one.late.value), within(one.late))
            for one in found.delays
        ),
    )


def page(setting: Setting, found: Calibration, strikes_file: str = "") -> str:
    """Return the report, HTML; `strikes_file` names the JSON lines that lie beside it."""
    return document(
        setting,
        "Press calibration",
        [
            "<h2>Verdict</h2>",
            *sentences(verdict(setting, found)),
            picture(found, setting.stands_for),
            *drawn(table(found)),
            *([f"<p>All strikes, one a line: {strikes_file}</p>"] if strikes_file else []),
        ],
    )


def picture(found: Calibration, stands_for: str) -> str:
    """Return a line a seat as SVG: how late it is, with its interval; zero is the average of all."""
    height = TOP + ROW * len(found.delays) + 56
    ends = [end for one in found.delays for end in (one.late.low, one.late.high) if abs(end) != float("inf")]
    reach = max([abs(end) for end in ends] or [1.0]) * 1.1 or 1.0

    def x(late: float) -> float:
        part = (late + reach) / (2 * reach)
        return LEFT + max(0.0, min(1.0, part)) * (RIGHT - LEFT)

    bottom = height - 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="{GROUND}"/>',
        text(WIDTH / 2, 28, "How much later each button closes", TEXT, 18),
        *caption(stands_for),
    ]
    for place in (-reach / 1.1, 0.0, reach / 1.1):
        width = 2 if place == 0 else 1
        parts.append(
            f'<path d="M{x(place):.1f} {TOP - 14} V{bottom}" stroke="{LINE}" stroke-width="{width}"/>'
        )
        parts.append(text(x(place), bottom + 20, time(place) if place else "average of all", DIM, 13))
    for row, one in enumerate(found.delays):
        y = TOP + ROW * row + 8
        parts.append(text(LEFT - 16, y + 5, f"seat {one.seat + 1}", TEXT, 15, "end"))
        low, high = x(one.late.low), x(one.late.high)
        parts.append(f'<path d="M{low:.1f} {y} H{high:.1f}" stroke="{MEASURED}" stroke-width="3"/>')
        parts.append(f'<circle cx="{x(one.late.value):.1f}" cy="{y}" r="6" fill="{MEASURED}"/>')
    return "\n".join([*parts, "</svg>"])


def _verdict(setting: Setting, found: Calibration) -> Iterable[str]:
    late = [one for one in found.delays if one.late.low > 0]
    early = [one for one in found.delays if one.late.high < 0]
    if len(found.delays) > 2:
        for one in sorted(late, key=lambda one: -one.late.value):
            yield (
                f"Seat {one.seat + 1} is held back: it closes {time(one.late.value)} later than the average "
                f"of all ({within(one.late)})."
            )
        if early:
            yield f"Quicker than the average of all: seat {named(one.seat for one in early)}."
    latest, earliest, between = found.extremes
    if between.low > 0:
        wider = (
            f"more than the tie band of {time(setting.band)}, so it can turn a grab around"
            if between.low > setting.band
            else f"about as much as the tie band of {time(setting.band)}"
            if between.high > setting.band
            else f"less than the tie band of {time(setting.band)}"
        )
        yield (
            f"Between seat {latest + 1} and seat {earliest + 1} lie {time(between.value)} "
            f"({within(between)}): {wider}."
        )
        yield NOT_CORRECTED
    else:
        yield "No seat is shown to be held back by its switch."
    yield f"One strike lies {time(found.scatter)} off what this explains: the hand is no finer than that."
    if found.side is None:
        yield "Sides weren't swapped: how evenly the stick came down can't be told from the switches."
    elif found.side.low > 0 or found.side.high < 0:
        side = "right" if found.side.value > 0 else "left"
        yield f"The stick's {side} end came down {time(abs(found.side.value))} later; that is taken off."
    if len(found.groups) > 1:
        groups = "; ".join(named(group) for group in found.groups)
        yield f"Struck in groups only ({groups}): nothing is known of one group against another."
    if min(one.strikes for one in found.delays) < FEW:
        yield "Some seats were struck a few times only: strike more to believe the intervals."
