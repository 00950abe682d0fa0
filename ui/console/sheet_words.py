"""What `companion sheet` says."""

from collections.abc import Sequence

from ui.words import _

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


def right_or_wrong(who: str) -> str:
    """Ask whether who has the say was right."""
    return _("{who} has the say: right or wrong?").format(who=who)


def no_order(said: str) -> str:
    """Say that what was written is no order of hands."""
    return _("{said}: hands are numbers of players such as 2 1+3.").format(said=said)


def how_long(who: str, stands: str) -> str:
    """Ask for the seconds of a turn; `stands` is what the clock shows at its start."""
    return _("{who}, clock at {stands}: how many seconds (or: pause, lost)?").format(who=who, stands=stands)


def no_seconds(word: str) -> str:
    """Say that something that was written is no number of seconds."""
    return _("{word}: seconds are a number such as 40.").format(word=word)


def is_sheet(path: str, name: str) -> str:
    """Say that a file can be played with."""
    return _("{path}: {name}, a sheet to play with.").format(path=path, name=name)


def listed(file: str, name: str, players: str) -> str:
    """Return the line of a shipped sheet."""
    return _("  {file:16} {name} ({players} players)").format(file=file, name=name, players=players)


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


def no_figure(word: str, able: str) -> str:
    """Say that something that was written is no figure of that column."""
    return _("{word}: not a figure here; {able}").format(word=word, able=able)


def able(least: int, most: int) -> str:
    """Return which figures can be written."""
    return _("{least} to {most}.").format(least=least, most=most)


def so_many(wanted: int, got: int) -> str:
    """Say that a line hasn't as many figures as are asked for."""
    return _("{wanted} figures are asked for, and these are {got}.").format(wanted=wanted, got=got)


def nobody(word: str) -> str:
    """Say that no player is called that."""
    return _("{word}: no player; a number such as 1 is asked for.").format(word=word)


def who_tells(number: int) -> str:
    """Ask whose turn it was."""
    return _("Round {n}, whose turn was it (1, 2, ...)?").format(n=number)
