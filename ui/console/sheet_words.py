"""What `companion sheet` says."""

from collections.abc import Sequence

from ui.phrases import _, phrase, plural

ONE_OF_THE_TWO = _("--check looks at a file, --try plays with it: one at a time.")
SHIPPED = _("Sheets that come with the program (--try NAME plays one):")
HELP = _("Figures with spaces between; or: undo, end, quit.")
PASS_HELP = _("pass: who has the turn is left out until the round is over.")
TURN_HELP = _("turn: play goes the other way round.")
OVER = _("undo, or quit.")


STANDS_STILL = _("The clock stands still: start?")


def whose_hands(able: Sequence[str]) -> str:
    """Ask whose hands came, and in which order."""
    return _("Whose hand was first, then whose (2 1+3; + for at once; or: nobody, void)? {who}.").format(
        who=", ".join(able)
    )


right_or_wrong = phrase("{who} answers: right or wrong?")
no_order = phrase("{said}: hands are numbers of players such as 2 1+3.")
how_long = phrase("{who}, clock at {stands}: how many seconds (or: pause, lost)?", str, str)
no_seconds = phrase("{word}: seconds are a number such as 40.")
is_sheet = phrase("{path}: {name}, a sheet to play with.", str, str)
listed = phrase("  {file:16} {name} ({players} players)", str, str, str)


def begun(name: str, players: Sequence[str]) -> str:
    """Say what is played, by whom."""
    return _("{name}: {players}.").format(name=name, players=", ".join(players))


def asked(number: int, column: str, whose: Sequence[str]) -> str:
    """Ask for a column's figures of a round."""
    if not whose:
        return _("Round {n}, {column}?").format(n=number, column=column)
    return _("Round {n}, {column} ({whose})?").format(n=number, column=column, whose=", ".join(whose))


def totals(each: Sequence[tuple[str, int]]) -> str:
    """Return how it stands."""
    return _("It stands: {totals}.").format(totals=", ".join(f"{name} {points}" for name, points in each))


no_figure = phrase("{word}: not a figure here; {able}", str, str)
able = phrase("{least} to {most}.", int, int)
so_many = plural(
    "{n} figure is asked for, and these are {got}.",
    "{n} figures are asked for, and these are {got}.",
    int,
    int,
)
nobody = phrase("{word}: no player; a number such as 1 is asked for.")
who_tells = phrase("Round {n}, whose turn was it (1, 2, ...)?", int)
