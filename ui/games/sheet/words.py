"""What stands on the screen of a game on a sheet: banner, pads, the set-up and the pad for figures."""

from companion.games.sheet.sheet import Sheet
from companion.games.sheet.view import View
from ui.words import _

WHICH = _("Which game?")
WHICH_HINT = _("Tap one: it begins at once.")
NEW = _("New sheet")
NEW_HINT = _("Points for a game of your own")
NAME_IT = _("What is the game called?")
NO_NAME = _("tap to give it a name")
NAME_HINT = _("tap to change")
NAME_COLUMN = _("What stands over the column?")
POINTS = _("Points")
COLUMNS = _("columns")
SAME = _("Two columns are called {name}: tap one to give it another name.")
UNNAMED = _("It has no name yet: tap the pad on the left.")
HIGH, LOW = _("High wins"), _("Low wins")
UNTIL_SAID, AT_POINTS, AFTER_ROUNDS = (
    _("Until we say so"),
    _("Up to a score"),
    _("A number of rounds"),
)
POINTS_ARE, ROUNDS_ARE = _("points"), _("rounds")
PLAY = _("Play")
DELETE = _("Delete")
DELETE_HINT = _("hold")
FROM_STICK = _("on the stick: tap to keep it here")
NO_SHEET = _("no sheet yet: tap to read why")

DONE = _("Enter")
NEXT = _("Next")
MINUS = _("+/-")  # what changes the sign of a figure
BACK = _("Delete")
ENTER = _("Enter {what}")
ENTER_HINT = _("round {n}")
WHOSE_TURN = _("Whose turn?")
TAP_SEAT = _("Tap whose turn it was")
END = _("End the game")
END_HINT = _("whoever is in front wins")
ROUND, TOTAL = _("Round"), _("Total")
PASS = _("{who} passes")
PASS_HINT = _("out of this round")
OTHER_WAY = _("Other way round")
OTHER_WAY_HINT = _("from this turn on")
PASSED = _("passed")
OUT = _("has lost")
START = _("Start the clock")
START_HINT = _("for {who}")
GO_ON = _("Go on")
PAUSE = _("Pause")
PAUSED = _("Pause")
PAUSED_HINT = _("time runs for nobody")
TURN_OVER = _("Turn is over")
TIME_UP = _("time is up")
GIVES_UP = _("{who} has lost")
GIVES_UP_HINT = _("beaten, or gave up")
DEALS = _("deals")
RIGHT, WRONG = _("Right"), _("Wrong")
RIGHT_HINT, WRONG_HINT = _("the round is over"), _("the next hand has the say")
WAS_RIGHT = _("Was that right?")
WAS_WRONG = _("wrong")
NOBODY_KNOWS = _("Nobody knows it")
NOBODY_KNOWS_HINT = _("on with the next question")
RING, BUZZ = _("Whoever sees it rings"), _("Whoever knows it presses")
PRESS_AGAIN = _("Press again")
AGAIN = _("presses again")


SAYS = _("has the say")


def was_first(who: str) -> str:
    """Return whose hand was first."""
    return _("{who} was first").format(who=who)


def says(who: str) -> str:
    """Return who has the say."""
    return _("{who} has the say").format(who=who)


def only(who: str) -> str:
    """Return whose presses count alone."""
    return _("Only {who} may press").format(who=who)


def all_but(who: str) -> str:
    """Return whose presses don't count."""
    return _("All but {who} may press").format(who=who)


def round_of(number: int, last: int | None) -> str:
    """Return which round it is."""
    if last is None:
        return _("Round {n}").format(n=number)
    return _("Round {n} of {last}").format(n=number, last=last)


def filled(view: View) -> str:
    """Return which row is filled in: the round, and its column where it is one."""
    number = round_of(view.round, view.last)
    if len(view.asked) > 1:
        return number
    return f"{number}: {view.sheet.columns[view.asked[0].column].heading}"


def dealt(dealer: str, begins: str) -> str:
    """Return who deals, and who begins."""
    return _("{dealer} deals, {begins} begins").format(dealer=dealer, begins=begins)


def clock(milliseconds: int, *, up: bool, tenths: bool) -> str:
    """Return a time as it stands on a clock: 4:05, 1:02:03, or in the last seconds 9.8."""
    if tenths:
        return f"{milliseconds // 1000}.{milliseconds % 1000 // 100}"
    minutes, seconds = divmod(milliseconds // 1000 if up else -(-milliseconds // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def wins_with(who: str, points: int) -> str:
    """Return who has won, and with how many points."""
    return _("{who} wins with {points}").format(who=who, points=points)


def win_with(who: str, points: int) -> str:
    """Return who has won together."""
    return _("{who} win with {points}").format(who=who, points=points)


LOST_ON_TIME = _("{who}'s time was up.")
LOST = _("{who} has lost.")


def wins(who: str, winners: int) -> str:
    """Return who has won where there are no points; several share it."""
    return (_("{who} wins") if winners == 1 else _("{who} share it")).format(who=who)


def kept_here(name: str) -> str:
    """Say that a sheet was taken over from a stick."""
    return _("{name} is kept here now. Tap it to play.").format(name=name)


def deleted(name: str) -> str:
    """Say that a sheet was deleted."""
    return _("{name} is deleted. Matches that were played on it stay as they are.").format(name=name)


def taken(name: str) -> str:
    """Say that a sheet of that name is there."""
    return _("There is a sheet called {name} already: take another name.").format(name=name)


def not_kept(why: str) -> str:
    """Say why a sheet isn't kept."""
    return _("The sheet isn't kept: {why}.").format(why=why)


def not_deleted(why: str) -> str:
    """Say why a sheet is still there."""
    return _("The sheet isn't deleted: {why}.").format(why=why)


def players(sheet: Sheet) -> str:
    """Return how many can play a sheet."""
    least, most = sheet.players
    if least == most:
        return _("{n} players").format(n=least)
    return _("{least} to {most} players").format(least=least, most=most)


def reach(least: int, most: int) -> str:
    """Return which figures may stand somewhere."""
    return _("{least} to {most}").format(least=least, most=most)
