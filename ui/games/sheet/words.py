"""The words of a game on a sheet: banner, pads, set-up, and the pad for figures."""

from companion.games.sheet.sheet import Sheet
from companion.games.sheet.view import View
from ui.language.phrases import _, phrase, translated
from ui.language.words import labelled

LINE = _("Sheet")
NONE_YET = _("tap to pick one")
WHICH = _("Which game?")
WHICH_HINT = _("Tap one: it begins at once.")
NEW = _("New sheet")
NEW_HINT = _("Points for a game of your own")
NAME_IT = _("What is the game called?")
NO_NAME = _("tap to give it a name")
NAME_HINT = _("tap to change")
NAME_COLUMN = _("What is the column called?")
POINTS = _("Points")
COLUMNS = _("columns")
SAME = _("Two columns are called {name}: rename one.")
UNNAMED = _("It has no name yet: give it one.")
HIGH, LOW = _("High wins"), _("Low wins")
UNTIL_ENDED, AT_POINTS, AFTER_ROUNDS = (_("Until we say so"), _("Up to a score"), _("A number of rounds"))
POINTS_ARE, ROUNDS_ARE = _("points"), _("rounds")
PLAY = _("Play")
CHANGE = _("Change")
CHANGE_HINT = _("It replaces the sheet from before")
DELETE = _("Delete")
DELETE_HINT = _("hold")
FROM_STICK = _("on the stick: tap to keep it here")
NO_SHEET = _("no sheet yet: tap to read why")
UNREADABLE = _("it can't be read")

DONE = _("Enter")
NEXT = _("Next")
MINUS = _("+/-")  # what changes the sign of a figure
BACK = _("Delete")
ENTER = _("Enter {what}")
ENTER_HINT = _("round {n}")
TAP_SEAT = _("Tap whose turn it was")
END = _("End the game")
END_HINT = _("the player in front wins")
TOTAL = _("Total")
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
PAUSED_HINT = _("nobody's time runs")
TURN_OVER = _("Turn is over")
TIME_UP = _("time is up")
GIVES_UP = _("{who} has lost")
GIVES_UP_HINT = _("beaten, or gave up")
DEALS = _("deals")
RIGHT, WRONG = _("Right"), _("Wrong")
RIGHT_HINT, WRONG_HINT = _("the round is over"), _("next buzzer answers")
WAS_RIGHT = _("Was that right?")
WAS_WRONG = _("wrong")
NOBODY_KNOWS = _("Nobody knows it")
NOBODY_KNOWS_HINT = _("on with the next question")
RING, BUZZ = _("See it? Ring!"), _("Know it? Buzz!")
PRESS_AGAIN = _("Press again")
AGAIN = _("again")


ANSWERS = _("answers")

was_first = phrase("{who} was first")
answers = phrase("{who} answers")
only = phrase("Only {who} may press")
all_but = phrase("All but {who} may press")


def round_of(number: int, last: int | None) -> str:
    """Return the round's number, with the last one's if it is known."""
    if last is None:
        return _("Round {n}").format(n=number)
    return _("Round {n} of {last}").format(n=number, last=last)


def filled(view: View) -> str:
    """Return what is being entered: the round, and its column if it is a single one."""
    number = round_of(view.round, view.last)
    if len(view.asked) > 1:
        return number
    return labelled(number, translated(view.sheet.columns[view.asked[0].column].heading))


dealt = phrase("{dealer} deals, {begins} begins", str, str)


def clock(milliseconds: int, *, up: bool, tenths: bool) -> str:
    """Return a time as clocks show it: 4:05, 1:02:03, or 9.8 in the last seconds."""
    if tenths:
        return f"{milliseconds // 1000}.{milliseconds % 1000 // 100}"
    minutes, seconds = divmod(milliseconds // 1000 if up else -(-milliseconds // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def standing_of(view: View, side: int) -> str:
    """Return a side's points; on a sheet with nothing but a clock, the time on it."""
    if view.sheet.columns or view.sheet.clock is None:
        return str(view.totals[side])
    return clock(view.had[side], up=view.sheet.clock.kind == "up", tenths=False)


wins_with = phrase("{who} wins with {points}", str, int)
win_with = phrase("{who} win with {points}", str, int)

LOST_ON_TIME = _("{who}'s time was up.")
LOST = _("{who} has lost.")


def wins(who: str, winners: int) -> str:
    """Return who has won, without points; several share it."""
    if not winners:
        return _("Nobody wins")
    return (_("{who} wins") if winners == 1 else _("{who} share it")).format(who=who)


saved_here = phrase("{name} is saved here now. Tap it to play.")
changed = phrase("{name} has changed. Matches played on it stay as they are.")
deleted = phrase("{name} is deleted. Matches played on it stay as they are.")
taken = phrase("There is a sheet called {name} already: pick another name.")
not_saved = phrase("The sheet wasn't saved: {why}.")
not_deleted = phrase("The sheet wasn't deleted: {why}.")


def players(sheet: Sheet) -> str:
    """Return for how many players a sheet is."""
    least, most = sheet.players
    if least == most:
        return _("{n} players").format(n=least)
    return _("{least} to {most} players").format(least=least, most=most)


reach = phrase("{least} to {most}", int, int)
