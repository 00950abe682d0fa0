"""Settings that don't go together on a sheet, with what would be right; docs/sheets.md has the same list."""

from collections.abc import Iterator

from companion.games.sheet.sheet import ClockRules, Fault, Path, Sheet, SheetColumn

_WITH_EXTRA = ("fischer", "bronstein", "delay", "byoyomi")
"""Clocks with extra seconds."""
IN_A_TURN = "in a turn one seat enters its own numbers, all at once: leave this out"


def of_sheet(sheet: Sheet) -> Iterator[tuple[Path, str]]:
    """Yield settings of a whole sheet that don't go together: their place, and what would be right."""
    turns, grab = sheet.told == "turns", sheet.grab is not None
    picking = sum(column.picks for column in sheet.columns)
    if sheet.teams == 1:
        yield ("teams",), "one team has nobody to play against; leave it out, or write 2"
    if not sheet.columns and sheet.clock is None and not grab:
        yield (
            (),
            "column is missing: say what is entered, or which [clock] times the turns, or what [grab] is for",
        )
    if grab and not sheet.points:
        yield (), 'points is missing: what a grab brings, such as points = "right - wrong"'
    if not grab and sheet.columns and not sheet.points:
        yield (), "points is missing"
    if grab and sheet.clock is not None:
        yield ("clock",), "a clock times turns, and a grab is nobody's turn: leave out one of them"
    if grab and sheet.clock is None and turns:
        yield ("told",), 'a grab is a round of the whole table: leave out told = "turns"'
    if grab and sheet.checks and not sheet.columns:
        yield ("check", 0, "that"), "nothing is entered that could be wrong: leave out [[check]]"
    if sheet.columns and all(column.formula for column in sheet.columns):
        yield ("column", 0, "is"), "nothing is entered on this sheet; one column must be without is"
    if sheet.target == sheet.start:
        yield ("target",), "everybody has that many points at the start"
    if turns and sheet.teams > 0:
        yield ("teams",), 'teams are told by rounds: leave teams out, or say told = "rounds"'
    if sheet.order in ("chosen", "named") and not turns:
        yield ("order",), 'a turn is chosen, not a row: say told = "turns" as well'
    if sheet.order == "named" and turns and picking != 1:
        yield ("order",), "the next player is named in a column: one of them, and only one, has picks = true"
    if sheet.order == "named" and (sheet.passes or sheet.reverses or sheet.deals):
        yield ("order",), "the next player is named: leave out passes, reverses and deals"
    if sheet.passes and not sheet.goes_round:
        yield ("passes",), 'players can only pass if turns go round: say told = "turns"'
    if sheet.passes == "others" and sheet.deals:
        yield ("deals",), "the player who didn't pass begins the next round: leave deals out"
    if sheet.reverses and not sheet.goes_round:
        yield ("reverses",), 'only turns that go round can be turned round: say told = "turns"'
    if sheet.reverses and sheet.deals and not sheet.passes:
        yield ("deals",), "where turns may be turned round there are no rounds: leave deals out"
    if sheet.reverses and sheet.rounds != 0 and not sheet.passes:
        yield ("rounds",), "where turns may be turned round there are no rounds: leave rounds out"
    if sheet.out and (sheet.players[0] < 2 or sheet.teams > 0):
        yield (
            ("out",),
            "when one player loses, the others play on, each alone: say players from 2 on, and no teams",
        )
    if sheet.sits_out and (turns or sheet.teams > 0 or grab):
        yield (
            ("sits_out",),
            "players can only sit out a row of the whole table: leave out turns, teams and [grab]",
        )
    if sheet.out and grab:
        yield ("out",), "a player who has lost could still grab: leave out one of them"


def of_clock(sheet: Sheet, clock: ClockRules) -> Iterator[tuple[str, str]]:
    """Yield a clock's settings that don't go together: their name, and what would be right."""
    extra, each_turn, later = clock.kind in _WITH_EXTRA, clock.each == "turn", clock.later > 0
    if not sheet.goes_round or sheet.order == "named":
        yield (
            "kind",
            'a clock times one turn after the other: say told = "turns" at the top, and no order but '
            '"clockwise" or "counterclockwise"',
        )
    if clock.kind != "up" and not clock.seconds:
        yield "seconds", "how many seconds it begins with"
    if clock.kind == "up" and (clock.seconds > 0 or clock.runs_out != "told"):
        yield "kind", "a clock that counts up never runs out: leave out seconds and runs_out"
    if extra and not clock.extra:
        yield "extra", "how many seconds extra"
    if not extra and clock.extra > 0:
        yield "extra", 'a clock that counts up, down or like an hourglass has none; kind = "fischer" has some'
    if clock.kind not in ("up", "fischer", "delay") and clock.runs_out == "passes" and not each_turn:
        yield (
            "runs_out",
            "with no time left every turn would pass from then on; a turn of its own time has "
            'each = "turn", and some for every turn "fischer" or "delay"',
        )
    if clock.runs_out == "loses" and sheet.players[0] < 2:
        yield "runs_out", "nobody is left to win when one plays alone: say players from 2 on"
    if extra and each_turn:
        yield "each", 'with extra seconds it is each = "game"; every turn its own is kind = "down"'
    if (clock.kind == "byoyomi") != (clock.periods > 0):
        yield (
            "periods",
            'how many periods of extra seconds there are with kind = "byoyomi"; no other clock has any',
        )
    if clock.kind == "hourglass" and (sheet.players != (2, 2) or each_turn):
        yield "kind", 'an hourglass runs between two: say players = [2, 2], and leave out each = "turn"'
    if later != (clock.after > 0) or (later and (clock.kind in ("up", "hourglass") or each_turn)):
        yield (
            "later",
            'later seconds come after a number of turns: say both, with each = "game" and a clock that '
            "counts down",
        )
    if clock.unequal and (len(clock.unequal) < sheet.players[1] or clock.kind == "up" or each_turn):
        yield (
            "unequal",
            'a number of seconds for each player, as many as can play, with each = "game" and a clock that '
            "counts down",
        )


def of_column(sheet: Sheet, column: SheetColumn) -> Iterator[tuple[str, str]]:
    """Yield a column's settings that don't go together: their name, and what would be right."""
    turns = sheet.told == "turns"
    for_entry = column.choices or column.picks or column.once or column.sum != "" or column.part != 1
    # All seats play in every round, and there are enough choices for all rounds.
    enough = isinstance(sheet.rounds, int) and 1 <= sheet.rounds <= len(column.choices)
    ordered = not turns or sheet.order in ("clockwise", "counterclockwise", "chosen")
    all_play = ordered and not (sheet.ties == "play_on" or sheet.some_rest or sheet.reverses)
    if turns and column.of != "seat":
        yield "of", IN_A_TURN
    if turns and column.sum != "":
        yield "sum", IN_A_TURN
    if turns and column.part != 1:
        yield "part", IN_A_TURN
    if column.of == "team" and not sheet.teams:
        yield "of", 'there are no teams; say teams = 2 at the top, or of = "seat"'
    if column.picks and column.of != "table" and sheet.order != "named":
        yield "picks", 'a seat is picked once for the table: say of = "table" as well'
    if column.words and len(column.words) != len(column.choices):
        yield "words", "as many words as there are choices, in the same order"
    if len({*column.choices}) != len(column.choices):
        yield "choices", "the same choice twice"
    if column.formula and for_entry:
        yield "is", "nobody enters a column that is worked out: leave out choices, picks, once, sum and part"
    if column.sum != "" and column.of == "table":
        yield "sum", 'one number has no sum; say of = "seat"'
    if column.once and not (enough and all_play):
        yield (
            "once",
            "once a match is for choices, with at most as many rounds as choices, and all play in each: say "
            'rounds, and leave out ties = "play_on", out, sits_out and reverses',
        )


def conflicts(sheet: Sheet) -> Iterator[Fault]:
    """Yield every fault of settings that don't go together."""
    yield from (Fault(path, text) for path, text in of_sheet(sheet))
    # A clock on a sheet with grabs is a fault by itself.
    if sheet.clock is not None and sheet.grab is None:
        yield from (Fault(("clock", name), text) for name, text in of_clock(sheet, sheet.clock))
    for n, column in enumerate(sheet.columns):
        yield from (Fault(("column", n, name), text) for name, text in of_column(sheet, column))
