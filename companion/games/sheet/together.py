"""What doesn't go together on a sheet, as a table: docs/sheets.md has the same one."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from companion.games.sheet.sheet import ClockRules, Fault, Path, Sheet, SheetColumn

Wrong: TypeAlias = tuple[Path, Callable[[Sheet], bool], str]
WrongClock: TypeAlias = tuple[str, Callable[[Sheet, ClockRules], bool], str]
WrongColumn: TypeAlias = tuple[str, Callable[[Sheet, SheetColumn], bool], str]


def _turns(sheet: Sheet) -> bool:
    return sheet.told == "turns"


def _nothing(sheet: Sheet) -> bool:
    return not sheet.columns and sheet.clock is None and sheet.grab is None


_OWN_EXTRA = ("fischer", "bronstein", "delay", "byoyomi")
"""Clocks with extra seconds."""


APART: tuple[Wrong, ...] = (
    (
        ("teams",),
        lambda sheet: sheet.teams == 1,
        "one team has nobody to play against; leave it out, or say 2",
    ),
    (
        (),
        _nothing,
        "column is missing: say what is told, or what [clock] times the turns, or what [grab] is for",
    ),
    (
        (),
        lambda sheet: sheet.grab is not None and not sheet.points,
        'points is missing: what a grab brings, such as points = "right - wrong"',
    ),
    ((), lambda sheet: sheet.grab is None and bool(sheet.columns) and not sheet.points, "points is missing"),
    (
        ("clock",),
        lambda sheet: sheet.grab is not None and sheet.clock is not None,
        "a clock times turns, and a grab is nobody's turn: leave out one of them",
    ),
    (
        ("told",),
        lambda sheet: sheet.grab is not None and sheet.clock is None and _turns(sheet),
        'a grab is a round of the whole table: leave out told = "turns"',
    ),
    (
        ("check", 0, "that"),
        lambda sheet: sheet.grab is not None and bool(sheet.checks) and not sheet.columns,
        "nothing is told that could be wrong: leave out [[check]]",
    ),
    (
        ("column", 0, "is"),
        lambda sheet: bool(sheet.columns) and all(column.counted for column in sheet.columns),
        "nothing is told on this sheet; one column must be without is",
    ),
    (("target",), lambda sheet: sheet.target == sheet.start, "everybody has that many points at the start"),
    (
        ("teams",),
        lambda sheet: _turns(sheet) and sheet.teams > 0,
        'teams are told by rounds: leave teams out, or say told = "rounds"',
    ),
    (
        ("order",),
        lambda sheet: sheet.order in ("chosen", "named") and not _turns(sheet),
        'a turn is chosen, not a row: say told = "turns" as well',
    ),
    (
        ("order",),
        lambda sheet: (
            sheet.order == "named"
            and _turns(sheet)
            and len([column for column in sheet.columns if column.picks]) != 1
        ),
        "the next player is named in a column: one of them, and only one, has picks = true",
    ),
    (
        ("order",),
        lambda sheet: sheet.order == "named" and (bool(sheet.passes) or sheet.reverses or sheet.deals),
        "who is next is named: leave out passes, reverses and deals",
    ),
    (
        ("passes",),
        lambda sheet: bool(sheet.passes) and not sheet.goes_round,
        'who passes is left out as turns go round: say told = "turns"',
    ),
    (
        ("deals",),
        lambda sheet: sheet.passes == "others" and sheet.deals,
        "who didn't pass begins the next round: leave deals out",
    ),
    (
        ("reverses",),
        lambda sheet: sheet.reverses and not sheet.goes_round,
        'only turns that go round can be turned round: say told = "turns"',
    ),
    (
        ("deals",),
        lambda sheet: sheet.reverses and sheet.deals and not sheet.passes,
        "where turns may be turned round there are no rounds: leave deals out",
    ),
    (
        ("rounds",),
        lambda sheet: sheet.reverses and sheet.rounds != 0 and not sheet.passes,
        "where turns may be turned round there are no rounds: leave rounds out",
    ),
    (
        ("out",),
        lambda sheet: bool(sheet.out) and (sheet.players[0] < 2 or sheet.teams > 0),
        "who loses leaves others behind, each for themselves: say players from 2 on, and no teams",
    ),
    (
        ("sits_out",),
        lambda sheet: bool(sheet.sits_out) and (_turns(sheet) or sheet.teams > 0 or sheet.grab is not None),
        "who sits out has no part in a row of the whole table: leave out turns, teams and [grab]",
    ),
    (
        ("out",),
        lambda sheet: bool(sheet.out) and sheet.grab is not None,
        "who has lost could still grab: leave out one of them",
    ),
)
"""Where it is said, when it is so, and what would be right."""

APART_IN_CLOCKS: tuple[WrongClock, ...] = (
    (
        "kind",
        lambda sheet, clock: not sheet.goes_round or sheet.order == "named",
        'a clock times one turn after the other: say told = "turns" at the top, and no order but '
        '"clockwise" or "counterclockwise"',
    ),
    (
        "seconds",
        lambda sheet, clock: clock.kind != "up" and not clock.seconds,
        "how many seconds it begins with",
    ),
    (
        "kind",
        lambda sheet, clock: clock.kind == "up" and (clock.seconds > 0 or clock.runs_out != "told"),
        "a clock that counts up never runs out: leave out seconds and runs_out",
    ),
    (
        "extra",
        lambda sheet, clock: clock.kind in _OWN_EXTRA and not clock.extra,
        "how many seconds extra",
    ),
    (
        "extra",
        lambda sheet, clock: clock.kind not in _OWN_EXTRA and clock.extra > 0,
        'a clock that counts up, down or like an hourglass has none; kind = "fischer" has some',
    ),
    (
        "runs_out",
        lambda sheet, clock: (
            clock.kind not in ("up", "fischer", "delay")
            and clock.runs_out == "passes"
            and clock.each == "game"
        ),
        "with no time left every turn would pass from then on; a turn of its own time has "
        'each = "turn", and some for every turn "fischer" or "delay"',
    ),
    (
        "runs_out",
        lambda sheet, clock: clock.runs_out == "loses" and sheet.players[0] < 2,
        "nobody is left to win where one plays alone: say players from 2 on",
    ),
    (
        "each",
        lambda sheet, clock: clock.kind in _OWN_EXTRA and clock.each == "turn",
        'with extra seconds it is each = "game"; every turn its own is kind = "down"',
    ),
    (
        "periods",
        lambda sheet, clock: (clock.kind == "byoyomi") != (clock.periods > 0),
        'how many periods of extra seconds there are with kind = "byoyomi"; no other clock has any',
    ),
    (
        "kind",
        lambda sheet, clock: clock.kind == "hourglass" and (sheet.players != (2, 2) or clock.each == "turn"),
        'an hourglass runs between two: say players = [2, 2], and leave out each = "turn"',
    ),
    (
        "later",
        lambda sheet, clock: (
            (clock.later > 0) != (clock.after > 0)
            or (clock.later > 0 and (clock.kind in ("up", "hourglass") or clock.each == "turn"))
        ),
        'later seconds come after a number of turns: say both, with each = "game" and a clock that '
        "counts down",
    ),
    (
        "unequal",
        lambda sheet, clock: (
            bool(clock.unequal)
            and (len(clock.unequal) < sheet.players[1] or clock.kind == "up" or clock.each == "turn")
        ),
        'a number of seconds for each player, as many as can play, with each = "game" and a clock that '
        "counts down",
    ),
)

APART_IN_COLUMNS: tuple[WrongColumn, ...] = (
    *(
        (name, wrong, "in a turn one seat tells its own figures, all at once")
        for name, wrong in (
            ("of", lambda sheet, column: _turns(sheet) and column.of != "seat"),
            ("sum", lambda sheet, column: _turns(sheet) and column.sum != ""),
            ("part", lambda sheet, column: _turns(sheet) and column.part != 1),
        )
    ),
    (
        "of",
        lambda sheet, column: column.of == "team" and not sheet.teams,
        'there are no teams; say teams = 2 at the top, or of = "seat"',
    ),
    (
        "picks",
        lambda sheet, column: column.picks and column.of != "table" and sheet.order != "named",
        'a seat is picked once for the table: say of = "table" as well',
    ),
    (
        "words",
        lambda sheet, column: bool(column.words) and len(column.words) != len(column.choices),
        "as many words as there are choices, in the same order",
    ),
    (
        "choices",
        lambda sheet, column: len({*column.choices}) != len(column.choices),
        "the same choice twice",
    ),
    (
        "is",
        lambda sheet, column: (
            bool(column.counted)
            and (bool(column.choices) or column.picks or column.once or column.sum != "" or column.part != 1)
        ),
        "a column that is counted isn't told: leave out choices, picks, once, sum and part",
    ),
    (
        "sum",
        lambda sheet, column: column.sum != "" and column.of == "table",
        'one figure has no sum; say of = "seat"',
    ),
    (
        "once",
        lambda sheet, column: (
            column.once
            and (
                not isinstance(sheet.rounds, int)
                or not 1 <= sheet.rounds <= len(column.choices)
                or sheet.ties == "play_on"
                or sheet.some_rest
                or (_turns(sheet) and sheet.order not in ("clockwise", "counterclockwise", "chosen"))
                or sheet.reverses
            )
        ),
        "what is told once a match is one of choices, and there are as many rounds at most, in which all "
        'play: say rounds, and leave out ties = "play_on", out, sits_out and reverses',
    ),
)


def apart(sheet: Sheet) -> Iterator[Fault]:
    """Yield what doesn't go together on a sheet."""
    yield from (Fault(path, text) for path, wrong, text in APART if wrong(sheet))
    # A clock beside a grab is a fault of its own.
    if sheet.clock is not None and sheet.grab is None:
        for name, clock_wrong, text in APART_IN_CLOCKS:
            if clock_wrong(sheet, sheet.clock):
                yield Fault(("clock", name), text)
    for n, column in enumerate(sheet.columns):
        for name, its_wrong, text in APART_IN_COLUMNS:
            if its_wrong(sheet, column):
                yield Fault(("column", n, name), text)
