"""A run, or strikes, in plain words and a table: what the report and the terminal say alike."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND
from hardware.grab.adjudicate import BAND_SIGMAS
from hardware.lab.figures import Figures, Spread
from hardware.lab.fit import Difference, Estimate, Lateness, lateness
from hardware.lab.trials import PadScan, Ruling, Setting, StickStrike

FEW = 100
"""With fewer trials the figures are hints."""

MATTERS = 1 / 20
"""A seat is named as late from this part of the error band on: less turns no grab around."""


class TextTable(Struct, frozen=True):
    """A table of texts: the head's names, then rows; the first column is left, the others right."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def run_sentences(setting: Setting, found: Figures) -> Iterator[str]:
    """Yield what came of a run, a plain sentence or two each."""
    if found.trials < setting.planned:
        yield f"Stopped after {found.trials} of {setting.planned} trials."
    if found.trials < FEW:
        yield "These figures are hints: few trials."
    yield _orders(found)
    yield _rulings(found)
    yield from _late(setting, found)
    for one in found.spreads:
        yield (
            f"{one.source}: one stamp scatters by {time(one.sigma)}. In {one.pairs} pairs stamps were off by "
            f"less than {time(one.p99)} 99 times of 100, by {time(one.most)} at most; the rig knows its own "
            f"presses to {time(found.known_to)}."
        )
    spreads = {one.source: one for one in found.spreads}
    yield from (_scan(pad, spreads[pad.source]) for pad in setting.pads if pad.source in spreads)
    # What a pad is late by has an end, and isn't normal.
    if found.spreads and not setting.pads:
        needed = BAND_SIGMAS * max(one.sigma for one in found.spreads)
        holds = "is wide enough" if needed <= setting.band else "is too narrow for this source"
        yield (
            f"The error band of {time(setting.band)} {holds}: "
            f"{BAND_SIGMAS} times that scatter is {time(needed)}."
        )
    yield _lost(found)


def run_table(found: Figures) -> TextTable:
    """Return how often the order was wrong, and what the pad ruled, a row a separation."""
    return TextTable(
        "Wrong orders by separation; what the pad ruled",
        ("apart", "pairs", "wrong order", "95 %", *(ruling.value.replace("_", " ") for ruling in Ruling)),
        tuple(
            (
                time(point.separation),
                str(point.compared),
                str(point.wrong),
                f"{share(point.low)} to {share(point.high)}",
                *(str(point.rulings[ruling]) for ruling in Ruling),
            )
            for point in found.curve
        ),
    )


def stiffness(strikes: Sequence[StickStrike]) -> Lateness:
    """Return how much later each button closes than the others; ValueError without strikes."""
    return lateness([Difference(one.left, one.right, float(one.later)) for one in strikes])


def press_sentences(setting: Setting, found: Lateness) -> Iterator[str]:
    """Yield what came of it, a plain sentence or two each."""
    if not found.apart.known:
        yield "Too few strikes, or pairs that don't link all seats: nothing can be said of who is late."
        return
    for seat, one in found.seats.items():
        if one.low > 0 and len(found.seats) > 2:
            yield (
                f"Seat {seat + 1} is held back: it closes {time(one.value)} later than the others "
                f"({within(one)})."
            )
    if found.apart.low > 0:
        wide = found.apart.low > setting.band
        yield (
            f"Between seat {found.latest + 1} and seat {found.earliest + 1} lie {time(found.apart.value)} "
            f"({within(found.apart)}): {'more' if wide else 'not clearly more'} than the error band of "
            f"{time(setting.band)}{', so it can turn a grab around' if wide else ''}."
        )
        yield (
            "Nothing is corrected: verdicts go by the moment a contact closes. Change the switch, or let the "
            "table agree to live with it."
        )
    else:
        yield "No seat is shown to be held back by its switch."
    yield f"One strike lies {time(found.scatter)} off what this explains: the hand is no finer than that."


def press_table(strikes: Sequence[StickStrike]) -> TextTable:
    """Return a row a seat; ValueError without strikes."""
    return TextTable(
        "Seats: how much later they close than the others on average",
        ("seat", "strikes", "late by", "95 % (all seats at once)"),
        tuple(
            (
                f"seat {seat + 1}",
                str(sum(seat in (one.left, one.right) for one in strikes)),
                time(late.value),
                within(late),
            )
            for seat, late in stiffness(strikes).seats.items()
        ),
    )


def time(nanoseconds: float) -> str:
    """Return a length of time for people, in µs or ms."""
    value, unit = nanoseconds / MICROSECOND, "µs"
    if abs(nanoseconds) >= MILLISECOND:
        value, unit = nanoseconds / MILLISECOND, "ms"
    # Three digits of 999.7 would read 1e+03.
    return f"{value:.3g} {unit}" if abs(value) < 999.5 else f"{value:.0f} {unit}"


def within(estimate: Estimate) -> str:
    """Return an interval for people."""
    return f"{time(estimate.low)} to {time(estimate.high)}" if estimate.known else "not known"


def share(probability: float) -> str:
    """Return a probability for people."""
    return f"{100 * probability:.2g}%" if probability < 0.01 else f"{100 * probability:.3g}%"


def _orders(found: Figures) -> str:
    if found.clear is not None:
        return (
            f"No wrong order in {found.clear.pairs} pairs at least {time(found.clear.separation)} apart: "
            f"from there on fewer than {share(found.clear.at_most)} of orders are wrong (95 % sure)."
        )
    if any(point.wrong for point in found.curve):
        return "There are wrong orders up to the widest separation that was tried: don't trust this pad."
    return "No order could be compared: see what was lost."


def _rulings(found: Figures) -> str:
    wrong, heats = found.rulings[Ruling.WRONG], found.rulings[Ruling.DEAD_HEAT]
    said = f"The pad named the wrong seat in {wrong} of {found.rulings[Ruling.RIGHT] + wrong} grabs"
    said += f"; {heats} dead heats."
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(found.reasons.items()))
    return said + (f" Void: {found.rulings[Ruling.VOID]} ({reasons})." if reasons else "")


def _late(setting: Setting, found: Figures) -> Iterator[str]:
    seats = found.lateness.seats if found.lateness else {}
    for seat, late in seats.items():
        if late.low > MATTERS * setting.band:
            yield (
                f"Seat {seat + 1} is stamped {time(late.value)} later than the others "
                f"({within(late)}): look at its wire. Swap two outputs: if another seat is late then, it was "
                "the rig."
            )


def _scan(pad: PadScan, spread: Spread) -> str:
    """Say whether a USB pad's band holds, and what to write into the seats file."""
    # Of these pairs the widest comes so near to the widest there is, 95 % sure: two presses are off by what
    # is left of two even chances, and 0.05 = exp(-3).
    near = 1 - min(0.5, sqrt(3 / spread.pairs))
    enough = max(1, ceil((spread.most / near - (pad.band - pad.scan)) / MILLISECOND))
    said = f"{pad.source}: of the {time(pad.band)} that are allowed for"
    if spread.most > pad.band:
        return f"{said} it needs more: write scan_ms = {enough} for it into the seats file."
    if spread.pairs >= FEW and (enough + 1) * MILLISECOND < pad.scan:
        return f"{said} it needs less: scan_ms = {enough} in the seats file would be enough."
    return f"{said} it needs no more and hardly less."


def _lost(found: Figures) -> str:
    presses = 2 * found.trials
    if not found.lost:
        return f"No press was lost in {presses}."
    seats = ", ".join(f"seat {seat + 1}: {count}" for seat, count in sorted(found.lost.items()))
    return f"{found.lost.total()} of {presses} presses never showed up ({seats})."
