"""What doesn't go together on a sheet, as a table: docs/sheets.md has the same one."""

from collections.abc import Iterator
from typing import TypeAlias

from companion.games.sheet.sheet import ClockRules, Fault, Path, Sheet, SheetColumn

Rows: TypeAlias = tuple[tuple[Path, bool, str], ...]
"""Where it is said, whether it is so, and what would be right."""

_OWN_EXTRA = ("fischer", "bronstein", "delay", "byoyomi")
"""Clocks with extra seconds."""


def of_sheet(sheet: Sheet) -> Rows:
    """Return what may not go together on a whole sheet."""
    turns, grab = sheet.told == "turns", sheet.grab is not None
    picking = sum(column.picks for column in sheet.columns)
    untold = bool(sheet.columns) and all(column.counted for column in sheet.columns)
    return (
        (("teams",), sheet.teams == 1, "one team has nobody to play against; leave it out, or say 2"),
        (
            (),
            not sheet.columns and sheet.clock is None and not grab,
            "column is missing: say what is told, or what [clock] times the turns, or what [grab] is for",
        ),
        (
            (),
            grab and not sheet.points,
            'points is missing: what a grab brings, such as points = "right - wrong"',
        ),
        ((), not grab and bool(sheet.columns) and not sheet.points, "points is missing"),
        (
            ("clock",),
            grab and sheet.clock is not None,
            "a clock times turns, and a grab is nobody's turn: leave out one of them",
        ),
        (
            ("told",),
            grab and sheet.clock is None and turns,
            'a grab is a round of the whole table: leave out told = "turns"',
        ),
        (
            ("check", 0, "that"),
            grab and bool(sheet.checks) and not sheet.columns,
            "nothing is told that could be wrong: leave out [[check]]",
        ),
        (("column", 0, "is"), untold, "nothing is told on this sheet; one column must be without is"),
        (("target",), sheet.target == sheet.start, "everybody has that many points at the start"),
        (
            ("teams",),
            turns and sheet.teams > 0,
            'teams are told by rounds: leave teams out, or say told = "rounds"',
        ),
        (
            ("order",),
            sheet.order in ("chosen", "named") and not turns,
            'a turn is chosen, not a row: say told = "turns" as well',
        ),
        (
            ("order",),
            sheet.order == "named" and turns and picking != 1,
            "the next player is named in a column: one of them, and only one, has picks = true",
        ),
        (
            ("order",),
            sheet.order == "named" and (bool(sheet.passes) or sheet.reverses or sheet.deals),
            "who is next is named: leave out passes, reverses and deals",
        ),
        (
            ("passes",),
            bool(sheet.passes) and not sheet.goes_round,
            'who passes is left out as turns go round: say told = "turns"',
        ),
        (
            ("deals",),
            sheet.passes == "others" and sheet.deals,
            "who didn't pass begins the next round: leave deals out",
        ),
        (
            ("reverses",),
            sheet.reverses and not sheet.goes_round,
            'only turns that go round can be turned round: say told = "turns"',
        ),
        (
            ("deals",),
            sheet.reverses and sheet.deals and not sheet.passes,
            "where turns may be turned round there are no rounds: leave deals out",
        ),
        (
            ("rounds",),
            sheet.reverses and sheet.rounds != 0 and not sheet.passes,
            "where turns may be turned round there are no rounds: leave rounds out",
        ),
        (
            ("out",),
            bool(sheet.out) and (sheet.players[0] < 2 or sheet.teams > 0),
            "who loses leaves others behind, each for themselves: say players from 2 on, and no teams",
        ),
        (
            ("sits_out",),
            bool(sheet.sits_out) and (turns or sheet.teams > 0 or grab),
            "who sits out has no part in a row of the whole table: leave out turns, teams and [grab]",
        ),
        (("out",), bool(sheet.out) and grab, "who has lost could still grab: leave out one of them"),
    )


def of_clock(sheet: Sheet, clock: ClockRules) -> Rows:
    """Return what may not go together on a sheet with a clock."""
    extra, each_turn = clock.kind in _OWN_EXTRA, clock.each == "turn"
    return (
        (
            ("clock", "kind"),
            not sheet.goes_round or sheet.order == "named",
            'a clock times one turn after the other: say told = "turns" at the top, and no order but '
            '"clockwise" or "counterclockwise"',
        ),
        (("clock", "seconds"), clock.kind != "up" and not clock.seconds, "how many seconds it begins with"),
        (
            ("clock", "kind"),
            clock.kind == "up" and (clock.seconds > 0 or clock.runs_out != "told"),
            "a clock that counts up never runs out: leave out seconds and runs_out",
        ),
        (("clock", "extra"), extra and not clock.extra, "how many seconds extra"),
        (
            ("clock", "extra"),
            not extra and clock.extra > 0,
            'a clock that counts up, down or like an hourglass has none; kind = "fischer" has some',
        ),
        (
            ("clock", "runs_out"),
            clock.kind not in ("up", "fischer", "delay") and clock.runs_out == "passes" and not each_turn,
            "with no time left every turn would pass from then on; a turn of its own time has "
            'each = "turn", and some for every turn "fischer" or "delay"',
        ),
        (
            ("clock", "runs_out"),
            clock.runs_out == "loses" and sheet.players[0] < 2,
            "nobody is left to win where one plays alone: say players from 2 on",
        ),
        (
            ("clock", "each"),
            extra and each_turn,
            'with extra seconds it is each = "game"; every turn its own is kind = "down"',
        ),
        (
            ("clock", "periods"),
            (clock.kind == "byoyomi") != (clock.periods > 0),
            'how many periods of extra seconds there are with kind = "byoyomi"; no other clock has any',
        ),
        (
            ("clock", "kind"),
            clock.kind == "hourglass" and (sheet.players != (2, 2) or each_turn),
            'an hourglass runs between two: say players = [2, 2], and leave out each = "turn"',
        ),
        (
            ("clock", "later"),
            (clock.later > 0) != (clock.after > 0)
            or (clock.later > 0 and (clock.kind in ("up", "hourglass") or each_turn)),
            'later seconds come after a number of turns: say both, with each = "game" and a clock that '
            "counts down",
        ),
        (
            ("clock", "unequal"),
            bool(clock.unequal)
            and (len(clock.unequal) < sheet.players[1] or clock.kind == "up" or each_turn),
            'a number of seconds for each player, as many as can play, with each = "game" and a clock that '
            "counts down",
        ),
    )


def of_column(sheet: Sheet, n: int, column: SheetColumn) -> Rows:
    """Return what may not go together in the column with this number."""
    turns, in_a_turn = sheet.told == "turns", "in a turn one seat tells its own figures, all at once"
    told = bool(column.choices) or column.picks or column.once or column.sum != "" or column.part != 1
    # All of them play in every round, and there are enough choices for each of those.
    enough = isinstance(sheet.rounds, int) and 1 <= sheet.rounds <= len(column.choices)
    ordered = not turns or sheet.order in ("clockwise", "counterclockwise", "chosen")
    all_play = ordered and not (sheet.ties == "play_on" or sheet.some_rest or sheet.reverses)
    return (
        (("column", n, "of"), turns and column.of != "seat", in_a_turn),
        (("column", n, "sum"), turns and column.sum != "", in_a_turn),
        (("column", n, "part"), turns and column.part != 1, in_a_turn),
        (
            ("column", n, "of"),
            column.of == "team" and not sheet.teams,
            'there are no teams; say teams = 2 at the top, or of = "seat"',
        ),
        (
            ("column", n, "picks"),
            column.picks and column.of != "table" and sheet.order != "named",
            'a seat is picked once for the table: say of = "table" as well',
        ),
        (
            ("column", n, "words"),
            bool(column.words) and len(column.words) != len(column.choices),
            "as many words as there are choices, in the same order",
        ),
        (("column", n, "choices"), len({*column.choices}) != len(column.choices), "the same choice twice"),
        (
            ("column", n, "is"),
            bool(column.counted) and told,
            "a column that is counted isn't told: leave out choices, picks, once, sum and part",
        ),
        (
            ("column", n, "sum"),
            column.sum != "" and column.of == "table",
            'one figure has no sum; say of = "seat"',
        ),
        (
            ("column", n, "once"),
            column.once and not (enough and all_play),
            "what is told once a match is one of choices, and there are as many rounds at most, in which all "
            'play: say rounds, and leave out ties = "play_on", out, sits_out and reverses',
        ),
    )


def apart(sheet: Sheet) -> Iterator[Fault]:
    """Yield what doesn't go together on a sheet."""
    rows = of_sheet(sheet)
    # A clock beside a grab is a fault of its own.
    if sheet.clock is not None and sheet.grab is None:
        rows += of_clock(sheet, sheet.clock)
    for n, column in enumerate(sheet.columns):
        rows += of_column(sheet, n, column)
    yield from (Fault(path, text) for path, wrong, text in rows if wrong)
