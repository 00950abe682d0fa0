"""Every English sentence of the frame: all text that isn't specific to a game.

`_` and `phrase` mark what a translation replaces (ui/language/phrases.py).
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import reduce

from companion import people
from companion.clock import MILLISECOND, SECOND, WallTime
from companion.errors import CompanionError
from companion.store import StoredMatch, reason
from ui.language.phrases import _, decimal, error_text, many, phrase, plural, translated

# The action bar, and pads that several screens have.
BACK = _("Back")
UNDO = _("Undo")
HISTORY = _("History")
FIRST_STEP = _("Start")
LAST_STEP = _("End")
DUEL_BEFORE = _("Duel before")
DUEL_AFTER = _("Next duel")
REFEREE = _("Referee")
GO_ON = _("Go on")
CLOSE = _("Close")
CANCEL = _("Cancel")
DONE = _("Done")
CLEAR = _("Clear")
START_OVER = _("Start over")
AS_KEPT = _("As it was")

# Home.
TITLE = _("Companion")
WHAT_THIS_IS = _("The referee at your game table")
GAME_NAMES = {
    "ungle-speed": _("Ungle Speed"),
    "sequence-states": _("Sequence States & Capitals"),
    "cryptid": _("Cryptid"),
    "tracktic": _("Tracktic"),
    "speed-mode": _("Speed Mode"),
    "sheet": _("Score sheet"),
}
GAME_HINTS: dict[str, str] = {}
"""The line on a package's card, if it says more than the number of players."""
CARD_NAMES = {"sequence-states": _("Sequence States")}
"""Shorter names for cards, where the whole name is too long."""
TALLY_ONLY = _("Count a board")
FIVE_CARDS = _("Five cards for each game.")
again = phrase("Play again: {names}")
TALLY_WHICH = _("Which game was played?")
MATCHES = _("Matches")
HOW_TO = _("How to play")
HOW_TO_HINT = _("five cards, each with a picture of a real position")
HOW_TO_WHICH = _("Which game?")
PLAY_IT = _("Play")
SET_UP = _("Set up")
SET_UP_HINT = _("what to take from the box, and where it lies")
PLAYERS_COUNT = _("players")
ALL_RULES = _("All rules")
IN_SHORT = _("In short")
in_short = phrase("In short: {players}", str)
RULES_HINT = _("one by one, before they are broken")
steps = plural("{n} step, with a picture", "{n} steps, with pictures")
set_up_of = phrase("Set up {game}", str)
rules_of = phrase("The rules of {game}", str)
each = phrase("{n} each", str)
in_deck = phrase("{n} in the deck", int)
face_up = phrase("{n} face up", int)
stay_in_box = plural("{n} card stays in the box", "{n} cards stay in the box")
RESULT_KEPT = _("over")
UNFINISHED = _("unfinished")
BROKEN_OFF = _("ended early")
DAMAGED = _("damaged")

# Players.
TAP_A_PLACE = _("Tap a chair to sit down.")
LIES_FLAT = _("Screen in the middle")
NEXT = _("Next")
WHO_IS_HERE = _("Who sits here?")
LEAVES = _("Nobody")
NEW_NAME = _("New name")
NEW_NAME_HINT = _("A new name · hold a letter for its accents")
SPACE = _("Space")
FROM_STICK = _("From a stick")
LETTERS = _("Letters")
RUB_OUT = _("Erase")
SIT_DOWN = _("Sit down")
KEEP_NAME = _("Keep")
MAKE_FIRST = _("Goes first")

# The usual settings, next to the chairs.
RULES = _("Rules")
USUAL = _("the usual")
changed_rules = plural("{n} changed", "{n} changed")
BUTTONS = _("Buttons")
ON_SCREEN = _("on this screen")
BUTTONS_AMISS = _("something is wrong")

# Rulings.
RULINGS = _("House rules")
RULINGS_HINT = _("Change any you play differently.")
LEVEL = _("How do you want to play it?")
MORE_RULES = _("More rules")
MORE_RULES_HINT = _("for what the rulebook doesn't say")
DEFAULT = _("usual")

# Sensors.
SENSORS = _("Press every button once")
SENSORS_SHOWN = _("Tap every pad once")
SENSORS_HINT = _("Press each button: its place lights up.")
SIMULATED = _("No buttons connected: use pads on the screen, or the keyboard.")
PRACTICE = _("For practice: screen pads tie within 30 ms.")
WAITS = _("A busy computer may make you grab again: companion doctor says what helps.")
BUTTON_STATES = {
    "open": _("press it"),
    "ready": _("ready"),
    "pressed": _("pressed"),
    "held": _("held: let go"),
    "stuck": _("stuck", context="button"),
    "stormy": _("hammered"),
    "unplugged": _("unplugged"),
    "missing": _("no button"),
}
TO_THE_TABLE = _("To the table")
ALL_TOGETHER = _("all are heard at once")
LEARN = _("Teach the buttons")
LEARN_HINT = _("if they were rewired")
STOP_LEARNING = _("Stop")

# Notes in a photo finish on touches that weren't ranked.
IGNORED = {
    "brush": _("brushed"),
    "spike": _("interference"),
    "held": _("hand lay there"),
    "stormy": _("hammered"),
}
QUALITIES = {
    "kernel": _("kernel time stamps"),
    "board": _("board time stamps"),
    "mixed": _("two clocks, compared"),
    "software": _("less exact: timed by a program"),
    "usb": _("USB pad"),
    "bluetooth": _("Bluetooth pad"),
    "screen": _("keys and pads on the screen"),
    "simulated": _("pads on this screen"),
    "table": _("the table said so"),
}

# Table.
GRAB = _("GRAB")
STALE = _("Too quick: tap again.")
TAKEN_BACK = _("Taken back.")
TAP_DONE = _("tap when it is done")
POST = _("Share")
PHONES = _("Phones")
PHONES_HINT = _("scan to watch on a phone")
PHONES_SCAN = _("Scan it with a phone on this network: it shows what everybody at the table sees.")
PHONES_WAIT = _("Opening the window …")
PHONES_CLOSE = _("Close the window")
PHONES_CLOSE_HINT = _("No phone sees the match any more.")
PHONES_OPEN = _("Open a window")
PHONES_OPEN_HINT = _("Anybody with the code can watch; nobody can tap.")
PHONES_ABOUT = _(
    "Phones see the board, whose turn it is and verdicts: no clue, no hand, nothing that is private."
)
PHONES_OWN = _("Your clues too")
PHONES_OWN_HOW = _("Your clues on your phone: hold your own pad, then tap My phone. Others look away.")
MY_PHONE = _("My phone")
MY_PHONE_SCAN = _("Only you scan this: it shows your clues.")
PHONES_LOST = _("Looking for the table …")
PHONES_OLD = _("This code is old. Scan the new one at the table.")
PHONES_WRONG = {
    "none": _(
        "The program for phones isn't running. Start companion-window as well: docs/phones.md says how."
    ),
    "net": _("This table isn't on a network that phones can join."),
    "port": _("Another program is using the port phones need."),
    "gone": _("The program for phones has stopped; the match goes on as usual."),
    "large": _("This match has grown too large for phones; it goes on as usual."),
}
WATCHED = _("phones can watch")
watchers = plural("{n} phone watches", "{n} phones watch")
SCAN_IT = _("Scan with a phone: saves the result in the app BG Stats")
NO_CODE = _("Too many players for one code. The records on a stick have this match.")
PICTURE = _("Picture")
PICTURE_TITLE = _("A picture of the end")
PICTURE_HINT = _("to a USB stick")
PICTURE_WRITE = _("Write the picture")
PICTURE_ABOUT = _("A PNG file with the final board, everybody's scores, and the names as on the screen.")
SHOW_TABLE = _("See the table")
SHOW_RESULT = _("Back to the result")
SHOW_SHEET = _("Back to the question")
ABANDONED = _("This match was ended early.")
ABANDONED_HINT = _("Undo takes that back.")
FINISH = _("Done")
WATCH_AGAIN = _("Watch it again")
AGAIN = _("Play again")
WHAT_HAPPENED = _("What happened?")
NOBODYS_FAULT = _("Nobody's fault")
PUT_IT_BACK = _("the totem fell")
UNCLEAR = _("That can't be decided yet.")

# A refusal.
IS_PUT_RIGHT = _("Done, it's right now")
HOW_EXACT = _("How exact?")
TAPPED_WRONG = _("I tapped wrong")
TAPPED_WRONG_HINT = _("nothing is wrong here")
LET_STAND = _("Let it stand")
LET_STAND_HELD = _("hold: everybody agrees")
WHY = _("Why?")
BACK_TO_STEPS = _("Back to the steps")
EXAMPLE = _("An example")

# A split.
SHARE_SO = _("Share out")
TURNS_NEXT = _("turns next")

# History.
BACK_BEFORE = _("Rewind to here")
STRIKE = _("Remove just this")
HOLD = _("hold")
AGREES_HINT = _("hold: go back to before this")
CORRECT_RECORD = _("Fix a move")
REPLACE = _("It was something else")
REPLACE_HINT = _("enter it again")
INSERT = _("Something was forgotten")
INSERT_HINT = _("just before this")
STRIKE_TOO_HINT = _("it didn't happen")
REPLACE_TOO = _("It was something else")
MORE_FORGOTTEN = _("More was forgotten")
MORE_FORGOTTEN_HINT = _("just before it")
LET_STAND_HINT = _("it happened, even if wrong")
GIVE_UP = _("Give up")
GIVE_UP_HINT = _("nothing changes")
WHAT_OF_IT = _("What about it?")
PUT_RIGHT_ENTRY = _("Put right.")
FIX_TABLE_ENTRY = _("The screen is right: put the table right.")
step_done = phrase("Step {n} is done.", int)
ABANDONED_ENTRY = _("Ended early.")

# The referee's menu.
REFEREE_MENU = _("Referee")
CAN_DO = _("What can I do now?")
CAN_DO_HINT = _("ringed on the board")
CAN_DO_READ = _("tap after reading")
TURN_TIMER = _("Turn timer")
TURN_BUTTONS = _("Turns on buttons")
TELL_ON_SCREEN = _("Do that on the screen.")
NOT_COUNTED = _("The button didn't count: close this page first.")
HOW_TO_CARDS = _("five picture cards")
RECOUNT = _("Count the cards")
RECOUNT_HINT = _("put right what the screen says")
RECOUNT_TITLE = _("What lies on the table?")
AS_COUNTED = _("Use our count")
AS_COUNTED_HINT = _("whatever went wrong")
CARDS_SHORT_HINT = _("found it later? Count again")
COMPARE = _("Compare the board")
COMPARE_HINT = _("tap what is wrong")
COMPARE_TITLE = _("Tap what is different on your table")
AS_SHOWN = _("Same as shown")
WHAT_WENT_WRONG = _("What went wrong?")
LOOK_IN_RECORD = _("look in the history")
NOTHING = _("nothing")
OTHERWISE = _("is different")
FORGOTTEN_NOW = _("Forgotten just now")
NO_DIFFERENCE = _("That's how the screen has it.")
TWO_CHANGES = _("Two mistakes")
ONE_OF_SEVERAL = _("one of several: show us which")
SOMETHING_ELSE = _("Is something else wrong?")
ONE_AT_A_TIME = _("One at a time")
ALL_STEPS = _("All steps")
NEXT_STEP = _("Done, next one")
TABLE_WRONG = _("The screen is right")
TABLE_WRONG_HINT = _("put the table as the screen shows it")
FACE_UP = _("face up")
DELETE = _("Delete this match")
DELETE_HINT = _("hold: it is gone for good")
ABANDON = _("End it now")
ABANDON_HINT = _("hold: nobody wins")
SOUNDS = _("Sounds")
LOUDER = _("Louder")
SOFTER = _("Softer")
MUTE = _("Mute")
UNMUTE = _("Unmute")
SOUND_OFF = _("off")
PADS = _("Grab pads")
PADS_HINT = _("show or hide them")
TOTEM_FELL = _("The totem has left its place.")

# Trouble.
LOST_TITLE = _("Part of this match can't be read")
LOST_GO_ON = _("Go on from here")
BROKEN_TITLE = _("Something went wrong in the companion")
BROKEN_KEPT = _("The match is safe: everything you entered is saved.")
BROKEN_LEAVE = _("Leave the match")
BROKEN_DETAILS = _("Show details to copy")
BROKEN_HIDE = _("Hide details")
NOT_FOUND = _("That match can't be found.")
NOT_KEPT_TITLE = _("This match can't be opened")

players = plural("{n} player", "{n} players")


def players_word(count: int) -> str:
    """Return the word below the number of players."""
    return many("player", "players", count)


buttons_ready = phrase("{ready} of {of} ready", int, int)
together = phrase("{down} of {of} at once", int, int)
unheard = phrase("All pressing? Not heard: {names}")
and_more = plural("{n} more", "{n} more")


def played(kept: StoredMatch) -> str:
    """Return what was played in a saved match."""
    return translated(kept.called) or game_name(kept.game)


def played_in_short(kept: StoredMatch) -> str:
    """Return what was played in a saved match, a game by the name on its card."""
    return translated(kept.called) or card_name(kept.game)


go_on = phrase("Go on: {game}")


def how_many(counts: Sequence[int]) -> str:
    """Return how many can play a game, as words."""
    if len(counts) == 1:
        return players(counts[0])
    return _("{least}–{most} players").format(least=min(counts), most=max(counts))  # noqa: RUF001 - a range


def game_names() -> dict[str, str]:
    """Return the names of all games by id."""
    return {game: str(name) for game, name in GAME_NAMES.items()}


def game_name(game: str) -> str:
    """Return a game's name; its id if the game isn't installed any more."""
    return GAME_NAMES.get(game, game)


def card_name(game: str) -> str:
    """Return the name on a game's card."""
    return CARD_NAMES.get(game) or game_name(game)


MOST_NAMES = 4
"""Most people named on a card."""


SOMEBODY = _("Somebody")
"""Stands for a seat where nobody sits, and for a person whose name nobody knows any more."""


def shown_name(name: str) -> str:
    """Return a person's name, and SOMEBODY for one without."""
    return str(SOMEBODY) if name == people.SOMEBODY else name


def all_names(title: str) -> str:
    """Return who played."""
    return ", ".join(map(shown_name, title.split(", ")))


def first_names(title: str) -> str:
    """Return who played; of many, the first ones and how many more there were."""
    names = all_names(title).split(", ")
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    more = and_more(len(names) - MOST_NAMES + 1)
    return _("{names} and {more}").format(names=", ".join(names[: MOST_NAMES - 1]), more=more)


def paused(minutes: int) -> str:
    """Return how long ago a match was left, in minutes, hours or days."""
    if minutes < 1:
        return _("paused just now")
    if minutes < 60:
        return many("paused {n} minute ago", "paused {n} minutes ago", minutes).format(n=minutes)
    if minutes < 48 * 60:
        return many("paused {n} hour ago", "paused {n} hours ago", minutes // 60).format(n=minutes // 60)
    days = minutes // (24 * 60)
    return many("paused {n} day ago", "paused {n} days ago", days).format(n=days)


def paused_since(at: WallTime, now: WallTime) -> str:
    """Return how long ago a match was left, if both clocks were set."""
    if not (date_is_set(at) and date_is_set(now)) or now < at:
        return _("paused")
    return paused((now - at) // 60_000)


needs_players = phrase("Seat at least {least} players", int)
sits_and_starts = phrase("{players}. {who} starts.", str, str)


def other_count(counts: Collection[int], seated: int) -> str:
    """Return which numbers of players are possible, and how many to add or remove if `seated` isn't one."""
    *most, last = map(str, sorted(counts))
    can = (
        _("{numbers} or {last} can play").format(numbers=", ".join(most), last=last)
        if most
        else (_("Only {last} can play").format(last=last))
    )
    fewer = [seated - count for count in counts if count < seated]
    more = [count - seated for count in counts if count > seated]
    steps = [_("add {n}").format(n=_number(min(more)))] if more else []
    if fewer:
        steps.append(_("remove {n}").format(n=_number(min(fewer))))
    return _("{can}: {steps}").format(can=can, steps=_(", or ").join(steps))


def seated(counts: Collection[int], count: int) -> str:
    """Return the words below the number of people who sit at the table."""
    if count in counts:
        return players_word(count)
    return needs_players(min(counts)) if count < min(counts) else other_count(counts, count)


def _number(count: int) -> str:
    return _("one") if count == 1 else str(count)


def seat_number(seat: int) -> str:
    """Return the name of a button without a player; `seat` counts from 0."""
    return _("Seat {n}").format(n=seat + 1)


press_button_of = phrase("Press the button of {who}")
learned = phrase("{done} of {of} buttons are known", int, int)
not_saved = phrase("not being saved: {why}")
_unsaved = plural("{n} move isn't saved yet: {why}", "{n} moves aren't saved yet: {why}", int, str)


def unsaved(why: str, waiting: int) -> str:
    """Return the warning that entries can't be saved, and how many are `waiting`."""
    why = why.removeprefix("not saved: ")
    return _unsaved(waiting, why) if waiting else not_saved(why)


EARLIEST, LATEST = WallTime(1_577_836_800_000), WallTime(4_102_444_800_000)
"""2020 and 2100: a clock that was never set starts in 1970, and no match is from outside this."""

DATE_NOT_SET = _("date not set")
TIME_NOT_SET = _("--:--")


def date_is_set(at: WallTime) -> bool:
    """Return whether a wall time is plausible: without a network, the clock may never have been set."""
    return EARLIEST <= at < LATEST


def clock(at: WallTime) -> str:
    """Return the time of day, in the zone of the machine."""
    if not date_is_set(at):
        return TIME_NOT_SET
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%H:%M")


def iso_day(at: WallTime) -> str:
    """Return the date as `2026-11-22`, for a file or a comparison, in the zone of the machine."""
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d")


def in_figures(day: str) -> str:
    """Return a day, `2026-11-22`, as a list shows it."""
    year, month, of_month = day.split("-")
    return _("{year}-{month}-{day}", context="date in figures").format(year=year, month=month, day=of_month)


def day(at: WallTime) -> str:
    """Return the date as a list shows it, in the zone of the machine."""
    return in_figures(iso_day(at)) if date_is_set(at) else DATE_NOT_SET


step_of = phrase("Step {n} of {last}", int, int)


def to_share(left: int) -> str:
    """Return how many cards are still to be given out; `left` is negative if too many were."""
    if left == 0:
        return _("all given out")
    if left < 0:
        return many("{n} too many", "{n} too many", -left).format(n=-left)
    return many("{n} card left", "{n} cards left", left).format(n=left)


begins = phrase("{who} begins")
entry = phrase("Entry {n}", int)
which_entry = phrase("{wrong}. Which move isn't right?")
entry_was = phrase("Entry {n} was {what}", int, str)
entry_number = phrase("no. {n}", int)
what_lies = phrase("{where}: what lies there?")
labelled = phrase("{label}: {what}", str, str)
never_happened = phrase("Entry {n} never happened", int)
entry_instead = phrase("Instead of no. {n}", int)
forgotten_before = phrase("Forgotten before no. {n}", int)
look_at = phrase("Look at no. {n}", int)
looking = phrase("Going through the game … found so far: {n}", int)


miscounted = plural("That makes {n} card; there are {of}.", "That makes {n} cards; there are {of}.", int, int)
cards_short = plural("One card short: play without it", "{n} cards short: play without them")


def looked(found: int) -> str:
    """Return the outcome of a finished search for mistakes."""
    if not found:
        return _("One mistake doesn't explain this.")
    return many("This explains it.", "It is one of these {n}.", found).format(n=found)


def took_back(entry: int) -> str:
    """Return the sentence of a take-back in the history."""
    if entry <= 1:
        return _("Undone: back to the beginning.")
    return _("Undone: back to no. {n}.").format(n=entry - 1)


undone = phrase("Taken back: {first}")


def and_after_it(count: int) -> str:
    """Return how many entries after the first were taken back with it; "" for none."""
    return many("And {n} move after it.", "And {n} moves after it.", count).format(n=count) if count else ""


removed = phrase("Removed: no. {n}.", int)
corrected_to = phrase("No. {n} is now: {says}", int, str)
forgotten = phrase("Forgotten before no. {n}:", int)
fixing = phrase("You're fixing no. {n}", int)
fixing_before = phrase("What came before no. {n}?", int)
what_really_happened = phrase("What really happened? {then}")
misfits = phrase("Then no. {n} doesn't fit", int)
revealed_since = plural(
    "A secret has come out since. {n} player must agree to go back.",
    "A secret has come out since. To go back, all {n} of you hold your pads.",
)
agrees = phrase("{who} agrees")


def lost(line: int, count: int, reason: str) -> str:
    """Return what couldn't be read of a record."""
    lines = many("{n} move is lost", "{n} moves are lost", count).format(n=count)
    return _("From no. {line} on, {lines}: {reason}.").format(line=line, lines=lines, reason=reason)


broken = phrase("Error: {kind}.")
broken_at = phrase("Error: {kind}, in {file}, line {line}.", str, str, int)


def unknown_game(game: str) -> str:
    """Return that a saved match is of a game that isn't installed."""
    return _(
        "This is a match of {game}, which isn't installed here now. It is kept: install the game "
        "again to go on."
    ).format(game=game_name(game))


volume = phrase("{percent} %", int)
buttons_fail = phrase("The grab buttons don't answer ({why}); use the pads on the screen.")

# Time.


def lasted(match: int, turn: int) -> str:
    """Return how many minutes match and turn have lasted."""
    lasted_text = _("match {n} min").format(n=match)
    return lasted_text if not turn else _("{match} · turn {n} min").format(match=lasted_text, n=turn)


def _seconds(seconds: int) -> str:
    if seconds < 60:
        return _("{n} seconds").format(n=seconds)
    return many("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)


def timer(seconds: int) -> str:
    """Return the setting of the turn timer."""
    return _("reminds after {time}").format(time=_seconds(seconds)) if seconds else _("off")


def turn_buttons(on: bool, wired: int) -> str:
    """Return the setting of turns on buttons; `wired` is how many buttons there are."""
    if not wired:
        return _("no buttons wired: see Settings") if on else _("off; no buttons are wired")
    return _("on: your press ends your turn") if on else _("off")


whose_turn = phrase("It's {name}'s turn.")


def reminded(seconds: int) -> str:
    """Return the reminder of a turn that takes long."""
    return _("This turn has taken {time}.").format(time=_seconds(seconds))


# How to play.

how_to_play = phrase("How to play {game}")
card_of = phrase("{n} of {count}", int, int)


comma = phrase("{first}, {next}", str, str)


def can_do(kinds: Sequence[str]) -> str:
    """Return what can be done now; `kinds` in the infinitive, the most likely first."""
    if not kinds:
        return _("Nothing to enter now.")
    if len(kinds) == 1:
        return _("You can {what}.").format(what=kinds[0])
    return _("You can {first}, or {last}.").format(first=reduce(comma, kinds[:-1]), last=kinds[-1])


# The end.


picture_written = phrase("It is on {stick}, as {name}.png. The stick can be pulled out.", str, str)


def match_lasted(minutes: int, turns: int) -> str:
    """Return how long a match was; `turns` is 0 if unknown."""
    time = many("{n} minute", "{n} minutes", minutes).format(n=minutes) if minutes else _("under a minute")
    if not turns:
        return time
    return _("{turns}, {time}").format(turns=many("{n} turn", "{n} turns", turns).format(n=turns), time=time)


def unit_of(nanoseconds: int) -> tuple[int, str]:
    """Return the unit for a length of time in nanoseconds, and its sign: seconds from one on, else ms."""
    return (SECOND, "s") if abs(nanoseconds) >= SECOND else (MILLISECOND, "ms")


def duration(nanoseconds: int) -> str:
    """Return a length of time with at most three decimals: "14.218 ms", "0.4 ms"."""
    size, sign = unit_of(nanoseconds)
    figure = decimal(f"{abs(nanoseconds) / size:.3f}".rstrip("0").rstrip("."))
    return _("{figure} {unit}").format(figure=figure, unit=sign)


def closest_duel(who: str, margin: int) -> str:
    """Return the remark on a match's closest duel, which `who` won by `margin` nanoseconds."""
    thousandths = round(margin / MILLISECOND)
    if not thousandths:
        return _("Closest grab: {who}, by less than a thousandth of a second.").format(who=who)
    return many(
        "Closest grab: {who}, by {n} thousandth of a second.",
        "Closest grab: {who}, by {n} thousandths of a second.",
        thousandths,
    ).format(who=who, n=thousandths)


REMARKS: dict[str, Callable[[str, int], str]] = {
    "closest": closest_duel,
    "duels": phrase("Most duels won: {who}, {n}.", str, int),
    "wrong": phrase("Most wrong grabs: {who}, {n}.", str, int),
    "white": phrase("Most white used: {who}, {n}.", str, int),
    "pieces": phrase("Most pieces on the grid: {who}, {n}.", str, int),
    "lead": phrase("Longest lead: {who}, {n} turns.", str, int),
    "taken": phrase("Most chips taken off: {who}, {n}.", str, int),
    "asked": phrase("Most questions: {who}, {n}.", str, int),
    "searched": phrase("Most searches: {who}, {n}.", str, int),
}
"""Remarks on a match, by their names in `companion.game`."""


def why(error: CompanionError | OSError) -> str:
    """Return why something wasn't read or written, in the reader's language."""
    return error_text(error if isinstance(error, CompanionError) else reason(error))
