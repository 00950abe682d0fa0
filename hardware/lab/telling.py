"""A run in plain words and tables: what the report and the terminal say alike."""

from collections.abc import Iterable
from math import ceil, sqrt

from msgspec import Struct

from companion.chance import wilson
from companion.clock import MICROSECOND, MILLISECOND
from hardware.grab.adjudicate import BAND_SIGMAS
from hardware.grab.contacts import Seat
from hardware.lab.bias import DOUBT, SeatBias
from hardware.lab.figures import Figures, KindFigures, Sigma
from hardware.lab.kinds import TrialKind
from hardware.lab.offsets import Estimate
from hardware.lab.trials import Ruling, Setting

TAILED = 1.5
"""A plain sigma this many times the robust one has a tail that the normal curve doesn't know of."""

LEAST_PERCENT = 0.0001
"""Smaller shares are told from none and from nothing else."""

FEW = 100
"""With fewer trials the figures are hints."""

WORDS = {
    TrialKind.BRUSH: "a brush before the press",
    TrialKind.SPIKES: "spikes on another seat",
    TrialKind.CHATTER: "a resting hand's chatter",
    TrialKind.BOUNCE: "bounce at press and release",
    TrialKind.TAP: "a tap of 15 ms",
    TrialKind.STALL: "a stall of 60 to 2,000 ms",
}


class TextTable(Struct, frozen=True):
    """A table of texts: the head's names, then rows; the first column is left, the others right."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def verdict(setting: Setting, found: Figures) -> tuple[str, ...]:
    """Return the run's verdict, a plain sentence or two each."""
    return tuple(
        sentence
        for sentence in (
            _complete(found),
            _orders(found),
            _rulings(setting, found),
            *_others(found),
            *_biases(found),
            _pins(found),
            *(_spread(sigma) for sigma in found.sigmas),
            *_scans(setting, found),
            _band(setting, found),
            _losses(found),
            _latency(setting, found),
        )
        if sentence
    )


def tables(setting: Setting, found: Figures) -> tuple[TextTable, ...]:
    """Return all figures as tables."""
    return (_curve(found), _kinds(found), _seats(found), _sigmas(found), _counts(setting, found))


def time(nanoseconds: float) -> str:
    """Return a length of time for people, in µs or ms."""
    if abs(nanoseconds) >= MILLISECOND:
        return f"{_short(nanoseconds / MILLISECOND)} ms"
    return f"{_short(nanoseconds / MICROSECOND)} µs"


def within(estimate: Estimate) -> str:
    """Return an interval for people."""
    return f"{time(estimate.low)} to {time(estimate.high)}"


def share(probability: float) -> str:
    """Return a probability for people."""
    percent = 100 * probability
    if 0 < percent < LEAST_PERCENT:
        return f"under {LEAST_PERCENT:f}%".replace("00%", "%")
    return f"{percent:.3g}%" if percent >= 1 else f"{percent:.2g}%"


def p(chance: float) -> str:
    """Return a p-value for people."""
    return "p < 0.000001" if chance < 1e-6 else f"p = {chance:.2g}"


def named(seats: Iterable[Seat]) -> str:
    """Return seats as people count them."""
    return ", ".join(str(seat + 1) for seat in seats)


def _short(value: float) -> str:
    # Three digits of 999.7 would read 1e+03.
    return f"{value:.3g}" if abs(value) < 999.5 else f"{value:.0f}"


def _complete(found: Figures) -> str:
    cut = f"Stopped after {found.trials} of {found.planned} trials." if found.trials < found.planned else ""
    hint = "These figures are hints: few trials." if found.trials < FEW else ""
    return " ".join(part for part in (cut, hint) if part)


def _orders(found: Figures) -> str:
    if found.clear is None:
        if not any(point.wrong for point in found.curve):
            return "No order could be compared: see what was lost."
        return "There are wrong orders up to the widest separation that was tried: don't trust this pad."
    return (
        f"No wrong order in {found.clear.pairs} pairs at least {time(found.clear.separation)} apart: from "
        f"there on fewer than {share(found.clear.at_most)} of orders are wrong (95 % sure)."
    )


def _rulings(setting: Setting, found: Figures) -> str:
    grabs = found.rulings[Ruling.RIGHT] + found.rulings[Ruling.WRONG]
    heats, voids = found.rulings[Ruling.DEAD_HEAT], found.rulings[Ruling.VOID]
    reasons = ", ".join(f"{reason} {count}" for reason, count in found.reasons.items())
    sentence = f"The pad named the wrong seat in {found.rulings[Ruling.WRONG]} of {grabs} grabs"
    sentence += f"; {heats} dead heats" + (
        f", {found.wide_heats} of them of presses further apart than its tie band of {time(setting.band)}."
        if found.wide_heats
        else f", none of presses surely further apart than its tie band of {time(setting.band)}."
        if heats
        else "."
    )
    return sentence + (f" Void: {voids} ({reasons})." if voids else "")


def _others(found: Figures) -> Iterable[str]:
    """Say what came of the other kinds: the wrong winners first, then all at once."""
    for one in found.kinds:
        if one.rulings[Ruling.WRONG]:
            wrong = one.rulings[Ruling.WRONG]
            yield f"With {WORDS[one.kind]} the pad named the wrong seat in {wrong} of {one.judged} trials."
    judged = sum(one.judged for one in found.kinds)
    if not judged:
        return
    right = sum(one.rulings[Ruling.RIGHT] for one in found.kinds)
    wrong = sum(one.rulings[Ruling.WRONG] for one in found.kinds)
    low, high = wilson(wrong, judged)
    yield (
        f"With brushes, spikes, chatter, bounce, short taps and stalls: {right} of {judged} right, {wrong} "
        f"wrong (95 %: {share(low)} to {share(high)})."
    )


def _biases(found: Figures) -> Iterable[str]:
    for bias in found.outstanding:
        late = bias.late.value > 0
        shown = bias.late if late else Estimate(-bias.late.value, -bias.late.high, -bias.late.low)
        which = "later" if late else "earlier"
        if shown.low > 0:
            yield (
                f"Seat {bias.seat + 1} is {which} than the others by {time(shown.value)} "
                f"({within(shown)}; {p(bias.corrected)})."
            )
        else:
            yield (
                f"Seat {bias.seat + 1} comes late in {bias.later} of {bias.of} trials ({p(bias.corrected)}), "
                "though by nothing that shows on average: look at the near ties."
            )
    if len(found.seats) == 2:
        yield from _two(found.seats)
    elif found.seats:
        others = "No other seat" if found.outstanding else "No seat"
        yield f"{others} is shown to be late or early."
    if len(found.groups) > 1:
        names = "; ".join(named(group) for group in found.groups)
        yield f"Seats were compared in groups only ({names}): nothing is known of one group against another."


def _two(seats: tuple[SeatBias, ...]) -> Iterable[str]:
    one, other = seats
    sure = min(one.corrected, other.corrected)
    if sure > DOUBT:
        yield f"Neither seat {one.seat + 1} nor seat {other.seat + 1} is shown to be late."
        return
    late, early = (one, other) if one.late.value > 0 else (other, one)
    yield (
        f"Seat {late.seat + 1} is later than seat {early.seat + 1} by {time(late.late.value)} "
        f"({within(late.late)}; {p(sure)}); which of the two is to blame needs a third."
    )


def _pins(found: Figures) -> str:
    order = found.by_pin
    if order.of == 0 or order.chance > DOUBT:
        return ""
    towards = "lower" if order.lower_first * 2 > order.of else "higher"
    return (
        f"Of {order.of} wrong orders {order.lower_first} put the lower pin first ({p(order.chance)}): a near "
        f"tie goes to the {towards} pin."
    )


def _spread(sigma: Sigma) -> str:
    against = " against" in sigma.source
    what = f"{sigma.source}: one stamp against the other" if against else f"{sigma.source}: one stamp"
    sentence = (
        f"{what} scatters by {time(sigma.robust)} (most of them; all of them: {time(sigma.plain)}, "
        f"{time(sigma.low)} to {time(sigma.high)})."
    )
    if sigma.robust and sigma.plain > TAILED * sigma.robust:
        sentence += " Some stamps come much later than the rest: expect points above the predicted line."
    return sentence


def _scans(setting: Setting, found: Figures) -> Iterable[str]:
    """Say of each USB pad whether its band holds, and what to write into the seats file."""
    sigmas = {sigma.source: sigma for sigma in found.sigmas}
    for pad in setting.pads:
        sigma = sigmas.get(pad.source)
        if sigma is None:
            continue
        # Of these pairs the widest comes so near to the widest there is, 95 % sure: two presses are off by
        # what is left of two even chances, and 0.05 = exp(-3).
        near = 1 - min(0.5, sqrt(3 / sigma.trials))
        enough = max(1, ceil((sigma.widest / near - (pad.band - pad.scan)) / MILLISECOND))
        sentence = (
            f"{pad.source}: its stamps were off by {time(sigma.widest)} at most in {sigma.trials} pairs, "
            f"of the {time(pad.band)} that are allowed for."
        )
        if sigma.widest > pad.band:
            yield f"{sentence} That is too little: write scan_ms = {enough} for it into the seats file."
        elif sigma.trials >= FEW and (enough + 1) * MILLISECOND < pad.scan:
            yield f"{sentence} scan_ms = {enough} in the seats file would be enough for it."
        else:
            yield sentence


def _band(setting: Setting, found: Figures) -> str:
    needed = BAND_SIGMAS * found.fitted
    # What a pad is late by has an end, and isn't normal.
    if found.trials == 0 or found.fitted == 0 or setting.pads:
        return ""
    if needed > setting.band:
        return (
            f"The tie band of {time(setting.band)} is too narrow for this source: "
            f"{BAND_SIGMAS} sigmas are {time(needed)}."
        )
    return f"The tie band of {time(setting.band)} is {_short(setting.band / found.fitted)} sigmas wide."


def _losses(found: Figures) -> str:
    if found.lost == 0:
        return f"No press was lost in {found.presses}."
    return f"{found.lost} of {found.presses} presses never showed up in the picture."


def _latency(setting: Setting, found: Figures) -> str:
    if found.latency is None:
        return "There was no verdict at all."
    return (
        f"From the first contact to the verdict, the window of {time(setting.window)} included: "
        f"{time(found.latency.median)} as a rule, {time(found.latency.p99)} at p99, "
        f"{time(found.latency.longest)} at worst."
    )


def _curve(found: Figures) -> TextTable:
    head = ("apart", "compared", "wrong order", "95 %", "predicted", *(r.value for r in Ruling))
    return TextTable(
        "Wrong orders against separation; what the pad ruled",
        tuple(name.replace("_", " ") for name in head),
        tuple(
            (
                time(point.separation),
                str(point.compared),
                str(point.wrong),
                f"{share(point.low)} to {share(point.high)}",
                share(point.predicted),
                *(str(point.rulings[ruling]) for ruling in Ruling),
            )
            for point in found.curve
        ),
    )


def _kinds(found: Figures) -> TextTable:
    return TextTable(
        "What switches, hands and busy machines do besides",
        ("kind", "trials", "right", "dead heat", "void", "none", "wrong", "95 %", "rig astray"),
        tuple(
            (
                WORDS[one.kind],
                str(one.judged),
                str(one.rulings[Ruling.RIGHT]),
                str(one.rulings[Ruling.DEAD_HEAT]),
                _void(one),
                str(one.rulings[Ruling.NONE]),
                str(one.rulings[Ruling.WRONG]),
                f"{share(one.low)} to {share(one.high)}",
                str(one.astray),
            )
            for one in found.kinds
        ),
    )


def _void(one: KindFigures) -> str:
    reasons = ", ".join(f"{reason} {count}" for reason, count in one.reasons.items())
    return f"{one.rulings[Ruling.VOID]} ({reasons})" if reasons else "0"


def _seats(found: Figures) -> TextTable:
    return TextTable(
        "Seats: how often and how much later than the others",
        ("seat", "late", "of", "p", "p (Holm)", "late by", "95 %"),
        tuple(
            (
                f"seat {bias.seat + 1}",
                str(bias.later),
                str(bias.of),
                f"{bias.chance:.2g}",
                f"{bias.corrected:.2g}",
                time(bias.late.value),
                within(bias.late),
            )
            for bias in found.seats
        ),
    )


def _sigmas(found: Figures) -> TextTable:
    return TextTable(
        "Sigma of one stamp",
        ("source", "trials", "robust", "plain", "95 %"),
        tuple(
            (
                sigma.source,
                str(sigma.trials),
                time(sigma.robust),
                time(sigma.plain),
                f"{time(sigma.low)} to {time(sigma.high)}",
            )
            for sigma in found.sigmas
        ),
    )


def _counts(setting: Setting, found: Figures) -> TextTable:
    rows = [
        ("trials", f"{found.trials} of {found.planned}"),
        *((f"ruled {ruling.value.replace('_', ' ')}", str(n)) for ruling, n in found.rulings.items()),
        *((f"... void: {reason}", str(count)) for reason, count in found.reasons.items()),
        ("presses lost", str(found.lost)),
        ("order unknown to the rig itself", str(found.unsure)),
        ("true separation known to, give or take", time(found.known_to)),
        ("dead heats of presses surely outside the tie band", str(found.wide_heats)),
        ("wrong orders, of them lower pin first", f"{found.by_pin.lower_first} of {found.by_pin.of}"),
    ]
    if found.side is not None:
        rows.append(("added to every second press by the rig", f"{time(found.side.value)}"))
    if found.latency is not None:
        for name, value in (
            ("p50", found.latency.median),
            ("p95", found.latency.p95),
            ("p99", found.latency.p99),
            ("longest", found.latency.longest),
        ):
            rows.append((f"first contact to verdict, {name}", time(value)))
    rows.append(("tie band", time(setting.band)))
    return TextTable("Counts and times", ("", ""), tuple(rows))
