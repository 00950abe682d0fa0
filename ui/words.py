"""Every English sentence of the frame: what isn't a game's own is said here, and only here.

Ready for gettext: `_` marks what a translation replaces. Sentences with figures in them are functions.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from gettext import NullTranslations, translation
from pathlib import Path

from companion.clock import WallTime
from companion.store import Kept

_translations: NullTranslations = translation(
    "companion", localedir=Path(__file__).parent / "locale", fallback=True
)
_ = _translations.gettext
_many = _translations.ngettext

# The action bar, and pads that stand on several screens.
BACK = _("Back")
UNDO = _("Undo")
HISTORY = _("History")
LOOK_BACK = _("Step by step")
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
GAME_HINTS = {
    "ungle-speed": _("2–15 · grab buttons"),  # noqa: RUF001 - a range has an en dash
    "sequence-states": _("2–12 · alone or in teams"),  # noqa: RUF001 - likewise
    "cryptid": _("2–5 · sealed clues"),  # noqa: RUF001 - likewise
    "tracktic": _("2–4 · longest path"),  # noqa: RUF001 - likewise
    "speed-mode": _("2 · pairs"),
    "sheet": _("2–22 · any game"),  # noqa: RUF001 - likewise
}
TALLY_ONLY = _("Tally only")
TALLY_HINT = _("a finished board")
TALLY_WHICH = _("Which game was played?")
MATCHES = _("Kept matches")
HOW_TO = _("How to play")
HOW_TO_HINT = _("five cards, each with a picture of a real position")
HOW_TO_WHICH = _("Which game?")
PLAY_IT = _("Play")
NO_MATCHES = _("No match has been kept yet.")
RESULT_KEPT = _("over")
UNFINISHED = _("unfinished")
BROKEN_OFF = _("broken off")

# Players.
WHO_SITS = _("Who sits where?")
TAP_A_PLACE = _("Tap a place at the table")
LIES_FLAT = _("The screen lies in the middle")
TURNS_TO_ALL = _("it turns to whoever it speaks to")
NEXT = _("Next")
WHO_IS_HERE = _("Who is sitting here?")
LEAVES = _("Nobody sits here")
NEW_NAME = _("New name")
NEW_NAME_HINT = _("A new name · hold a letter for its accents")
SPACE = _("Space")
FROM_STICK = _("From a stick")
LETTERS = _("Letters")
RUB_OUT = _("Erase")
SIT_DOWN = _("Sit down")
KEEP_NAME = _("Keep")
GOES_FIRST = _("goes first")
MAKE_FIRST = _("Goes first")

# Rulings.
RULINGS = _("How do you play?")
RULINGS_HINT = _("where the rulebook is silent, the table decides; it is recorded with the match")
LEVEL = _("How much is the referee told?")
READS_RULES = _("How this table reads the rules")
READS_RULES_HINT = _("where the rulebook is silent and there is one answer")
DEFAULT = _("usual")

# Sensors.
SENSORS = _("Press every button once")
SENSORS_HINT = _("Press each button: its place lights up.")
SIMULATED = _("No buttons connected: use pads on the screen, or the keyboard.")
BUTTON_STATES = {
    "open": _("press it"),
    "ready": _("ready"),
    "pressed": _("pressed"),
    "held": _("held: let go"),
    "stuck": _("stuck"),
    "stormy": _("hammered"),
    "unplugged": _("unplugged"),
    "missing": _("no button"),
}
TO_THE_TABLE = _("To the table")
ALL_TOGETHER = _("all are heard at once")
LEARN = _("Teach the buttons")
LEARN_HINT = _("when they are wired to other places")
STOP_LEARNING = _("Stop")

# What a photo finish says of a touch that wasn't ranked.
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
    "software": _("degraded: stamped by software"),
    "usb": _("USB pad"),
    "bluetooth": _("Bluetooth pad"),
    "screen": _("keys and pads on the screen"),
    "simulated": _("simulated buttons"),
    "table": _("told by the table"),
}

# Table.
SAVED = _("saved")
SAVING = _("saving")
STALE = _("Too late: the screen had changed.")
TAKEN_BACK = _("Taken back.")
TAP_DONE = _("tap when it is done")
POST = _("To your phone")
POST_HINT = _("BG Stats, by a QR code")
POST_TITLE = _("Scan it with the camera: BG Stats keeps the play")
PICTURE = _("Picture")
PICTURE_TITLE = _("A picture of the end")
PICTURE_HINT = _("to a USB stick")
PICTURE_WRITE = _("Write the picture")
PICTURE_ABOUT = _(
    "A PNG file with the final board, everybody's figures, and the names as they stand on the screen."
)
SHOW_TABLE = _("See the table")
SHOW_RESULT = _("Back to the result")
SHOW_SHEET = _("Back to the question")
ABANDONED = _("This match was broken off.")
ABANDONED_HINT = _("Undo takes that back.")
FINISH = _("Finish")
AGAIN = _("Play again")
WHAT_HAPPENED = _("What happened?")
NOBODYS_FAULT = _("Nobody's fault")
PUT_IT_BACK = _("the totem fell")
UNCLEAR = _("That can't be ruled on yet.")

# A refusal.
PUT_RIGHT = _("Put it right")
IS_PUT_RIGHT = _("Done, it is put right")
LET_STAND = _("Let it stand")
LET_STAND_HELD = _("hold: everybody agrees")
WHY = _("Why?")
EXAMPLE = _("An example")

# A split.
SHARE_SO = _("Share so")
TURNS_NEXT = _("turns next")

# History.
BACK_BEFORE = _("Go back to before this")
STRIKE = _("Strike only this")
HOLD = _("hold")
AGREES_HINT = _("hold: go back to before this")
CORRECT_RECORD = _("Correct the record")
REPLACE = _("It was something else")
REPLACE_HINT = _("tell it anew")
INSERT = _("Something was forgotten")
INSERT_HINT = _("just before this")
NOT_YET = _("not recorded yet")
STRIKE_TOO = _("Strike it")
STRIKE_TOO_HINT = _("it didn't happen")
REPLACE_TOO = _("It was something else")
MORE_FORGOTTEN = _("More was forgotten")
MORE_FORGOTTEN_HINT = _("just before it")
LET_STAND_HINT = _("it happened, though wrong")
GIVE_UP = _("Give up")
GIVE_UP_HINT = _("leave the record as it was")
WHAT_OF_IT = _("What about it?")
PUT_RIGHT_ENTRY = _("Put right.")
ABANDONED_ENTRY = _("Broken off.")

# The referee's menu.
REFEREE_MENU = _("Referee")
CAN_DO = _("What can I do now?")
CAN_DO_HINT = _("it lights up on the board")
CAN_DO_READ = _("tap when it is read")
TURN_TIMER = _("Turn timer")
TURN_BUTTONS = _("Turns on buttons")
TELL_ON_SCREEN = _("That has to be told on the screen.")
HOW_TO_CARDS = _("five cards with pictures")
RECOUNT = _("Count the cards")
RECOUNT_HINT = _("put right what the screen says")
RECOUNT_TITLE = _("What lies on the table?")
AS_COUNTED = _("Take it as counted")
AS_COUNTED_HINT = _("whatever went wrong")
COMPARE = _("Compare the board")
COMPARE_HINT = _("tap what lies otherwise")
COMPARE_TITLE = _("Tap every place where the table differs from this")
AS_SHOWN = _("It is as shown")
WHAT_WENT_WRONG = _("What went wrong?")
LOOK_IN_RECORD = _("look in the record")
NOTHING = _("nothing")
OTHERWISE = _("lies otherwise")
FORGOTTEN_NOW = _("Forgotten just now")
NO_DIFFERENCE = _("That is what the referee has.")
TABLE_WRONG = _("The record is right")
TABLE_WRONG_HINT = _("put the table as the screen shows it")
FACE_UP = _("face up")
DELETE = _("Delete this match")
DELETE_HINT = _("hold: it is gone for good")
ABANDON = _("Break off")
ABANDON_HINT = _("hold: the match ends here")
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
BROKEN_KEPT = _("The match is intact: what you have told it stands.")
BROKEN_DETAILS = _("Show details to copy")
BROKEN_HIDE = _("Hide details")
NOT_FOUND = _("Its record can't be found.")
NOT_KEPT_TITLE = _("This match can't be opened")


def players(count: int) -> str:
    """Return how many play."""
    return _many("{n} player", "{n} players", count).format(n=count)


def players_word(count: int) -> str:
    """Return the word under the number of players."""
    return _many("player", "players", count)


def buttons_ready(ready: int, of: int) -> str:
    """Return how many buttons have been tried."""
    return _("{ready} of {of} ready").format(ready=ready, of=of)


def together(down: int, of: int) -> str:
    """Return how many buttons are down at this moment."""
    return _("{down} of {of} at once").format(down=down, of=of)


def unheard(names: str) -> str:
    """Return whose buttons aren't heard while others are down."""
    return _("All pressing? Not heard: {names}").format(names=names)


def and_more(count: int) -> str:
    """Return how many names have no room."""
    return _many("{n} more", "{n} more", count).format(n=count)


def sensors_line(count: int, quality: str, kept: int) -> str:
    """Return the line under the title: buttons, their quality, and how many matches are kept."""
    buttons = _many("{n} grab button", "{n} grab buttons", count).format(n=count)
    matches = _many("{n} match kept", "{n} matches kept", kept).format(n=kept)
    return " · ".join((buttons, QUALITIES.get(quality, quality), matches))


def simulated_line(kept: int) -> str:
    """Return the line under the title where nothing is wired."""
    matches = _many("{n} match kept", "{n} matches kept", kept).format(n=kept)
    return " · ".join((_("no buttons connected: pads or keyboard"), matches))


def played(kept: Kept) -> str:
    """Return what a kept match is of."""
    return kept.called or GAME_NAMES.get(kept.game, kept.game)


def go_on(what: str) -> str:
    """Return the words of the pad that takes up the last match, by what is played."""
    return _("Go on: {game}").format(game=what)


def paused(minutes: int) -> str:
    """Return how long ago a match was left."""
    if minutes < 1:
        return _("paused just now")
    if minutes < 60:
        return _many("paused {n} minute ago", "paused {n} minutes ago", minutes).format(n=minutes)
    if minutes < 48 * 60:
        return _many("paused {n} hour ago", "paused {n} hours ago", minutes // 60).format(n=minutes // 60)
    days = minutes // (24 * 60)
    return _many("paused {n} day ago", "paused {n} days ago", days).format(n=days)


def paused_since(at: WallTime, now: WallTime) -> str:
    """Return how long ago a match was left, as far as the clocks of then and now were set."""
    if not (date_is_set(at) and date_is_set(now)) or now < at:
        return _("paused")
    return paused((now - at) // 60_000)


def needs_players(least: int) -> str:
    """Return why the match can't start yet."""
    return _("Seat at least {least} players").format(least=least)


def other_count(counts: Collection[int], seated: int) -> str:
    """Return which numbers can play, where those `seated` can't, and how far off the nearest ones are."""
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
    """Return the words under the number of those who sit at the table."""
    if count in counts:
        return players_word(count)
    return needs_players(min(counts)) if count < min(counts) else other_count(counts, count)


def _number(count: int) -> str:
    return _("one") if count == 1 else str(count)


def seat_number(seat: int) -> str:
    """Return how a button without a player is called; `seat` counts from 0."""
    return _("Seat {n}").format(n=seat + 1)


def press_button_of(who: str) -> str:
    """Return the question of the learner."""
    return _("Press the button of {who}").format(who=who)


def learned(done: int, of: int) -> str:
    """Return how far the learner is."""
    return _("{done} of {of} buttons are known").format(done=done, of=of)


def not_saved(why: str) -> str:
    """Return what the banner says while the disk won't take it."""
    return _("not being saved: {why}").format(why=why)


EARLIEST, LATEST = WallTime(1_577_836_800_000), WallTime(4_102_444_800_000)
"""2020 and 2100: a table without a clock of its own starts in 1970, and no match is from outside."""

DATE_NOT_SET = _("date not set")
TIME_NOT_SET = _("--:--")


def date_is_set(at: WallTime) -> bool:
    """Tell whether a wall time can be one: the clock of a table without a network may never have been set."""
    return EARLIEST <= at < LATEST


def clock(at: WallTime) -> str:
    """Return the time of day, in the zone of the machine."""
    if not date_is_set(at):
        return TIME_NOT_SET
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%H:%M")


def day(at: WallTime) -> str:
    """Return the date and time of day, in the zone of the machine."""
    if not date_is_set(at):
        return DATE_NOT_SET
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def step_of(step: int, last: int) -> str:
    """Return which step of a match is looked at; 0 is the opening."""
    return _("Step {n} of {last}").format(n=step, last=last)


def day_alone(at: WallTime) -> str:
    """Return the date without the time of day."""
    said = day(at)
    return said.split()[0] if date_is_set(at) else said


def to_share(left: int) -> str:
    """Return how many cards are still to be given out; negative: too many were."""
    if left == 0:
        return _("all given out")
    if left < 0:
        return _many("{n} too many", "{n} too many", -left).format(n=-left)
    return _many("{n} card left", "{n} cards left", left).format(n=left)


def begins(who: str) -> str:
    """Return who begins another match."""
    return _("{who} begins").format(who=who)


def entry(number: int) -> str:
    """Return how an entry of the record is called."""
    return _("Entry {n}").format(n=number)


def which_entry(wrong: str) -> str:
    """Return what is wrong, and the question which entry of the record it comes from."""
    return _("{wrong}. Which entry isn't right?").format(wrong=wrong)


def entry_was(number: int, what: str) -> str:
    """Return the offer to correct an entry: what it was instead."""
    return _("Entry {n} was {what}").format(n=number, what=what)


def entry_says(number: int, says: str) -> str:
    """Return an entry of the record that says otherwise."""
    return _("Entry {n}: {says}").format(n=number, says=says)


def what_lies(where: str) -> str:
    """Return the question what lies somewhere."""
    return _("{where}: what lies there?").format(where=where)


def never_happened(number: int) -> str:
    """Return the offer to strike an entry."""
    return _("Entry {n} never happened").format(n=number)


def entry_instead(number: int) -> str:
    """Return the offer to put another entry in the place of one."""
    return _("Instead of entry {n}").format(n=number)


def forgotten_before(number: int) -> str:
    """Return the offer to put a forgotten entry into the record."""
    return _("Forgotten before entry {n}").format(n=number)


def look_at(number: int) -> str:
    """Return the offer to look at an entry that has to do with it."""
    return _("Look at entry {n}").format(n=number)


def looking(found: int) -> str:
    """Return how far the search has got that goes on."""
    return _("Going through the record … found so far: {n}").format(n=found)


def looked(found: int) -> str:
    """Return what a search that is over has found."""
    if not found:
        return _("No single change of the record makes it so.")
    return _many("One change makes it so.", "{n} changes make it so.", found).format(n=found)


def took_back(entry: int) -> str:
    """Return the sentence of a take-back in the history."""
    if entry <= 1:
        return _("Undone: back to the beginning.")
    return _("Undone: back to entry {n}.").format(n=entry - 1)


def undone(first: str) -> str:
    """Return the row of a take-back in the history: the first that went."""
    return _("Taken back: {first}").format(first=first)


def and_after_it(count: int) -> str:
    """Return how many entries after the first a take-back took along; nothing for none."""
    return _many("and {n} entry after it", "and {n} entries after it", count).format(n=count) if count else ""


def corrected(entry: int) -> str:
    """Return the sentence of a correction in the history."""
    return _("The record was corrected at number {n}.").format(n=entry)


def forgotten(entry: int) -> str:
    """Return the sentence of what was put into the history later."""
    return _("Forgotten before number {n}:").format(n=entry)


def told_before(entry: int) -> str:
    """Return where in the record something is told that was forgotten."""
    return _("Forgotten before entry {n}: tell it now").format(n=entry)


def told_instead(entry: int) -> str:
    """Return which entry is told anew."""
    return _("Entry {n} again: tell what it was").format(n=entry)


def misfits(entry: int) -> str:
    """Return which entry can't have happened after what was told before it."""
    return _("Then entry {n} doesn't fit").format(n=entry)


def revealed_since(count: int) -> str:
    """Return that something secret has been told since an entry, and how many must agree."""
    return _many(
        "Something secret has been told since. {n} player must agree to go back.",
        "Something secret has been told since. To go back, all {n} of you hold your pads.",
        count,
    ).format(n=count)


def agrees(who: str) -> str:
    """Return the pad with which a player agrees to go back."""
    return _("{who} agrees").format(who=who)


def nothing_revealed() -> str:
    """Return that nobody's secret stands against a correction."""
    return _("No secret has been seen since.")


def lost(line: int, count: int, reason: str) -> str:
    """Return what could not be read of a record."""
    lines = _many("{n} entry is lost", "{n} entries are lost", count).format(n=count)
    return _("From entry {line} on, {lines}: {reason}.").format(line=line, lines=lines, reason=reason)


def broken(kind: str) -> str:
    """Return an unexpected error in a sentence."""
    return _("Error: {kind}.").format(kind=kind)


def broken_at(kind: str, file: str, line: int) -> str:
    """Return an unexpected error and where it happened in a sentence."""
    return _("Error: {kind}, in {file}, line {line}.").format(kind=kind, file=file, line=line)


def unknown_game(game: str) -> str:
    """Return that a kept match is of a game that isn't installed."""
    return _(
        "This is a match of {game}, which isn't installed here now. It stays kept: install the game again,"
        " and it goes on."
    ).format(game=GAME_NAMES.get(game, game))


def volume(percent: int) -> str:
    """Return how loud the sounds are."""
    return _("{percent} %").format(percent=percent)


def buttons_fail(why: str) -> str:
    """Return why real buttons can't be used."""
    return _("The grab buttons don't answer ({why}); pads on the screen stand in.").format(why=why)


# Time.


def lasted(match: int, turn: int) -> str:
    """Return how many minutes match and turn have lasted."""
    whole = _("match {n} min").format(n=match)
    return whole if not turn else _("{match} · turn {n} min").format(match=whole, n=turn)


def _seconds(seconds: int) -> str:
    if seconds < 60:
        return _("{n} seconds").format(n=seconds)
    return _many("{n} minute", "{n} minutes", seconds // 60).format(n=seconds // 60)


def timer(seconds: int) -> str:
    """Return the setting of the turn timer."""
    return _("reminds after {time}").format(time=_seconds(seconds)) if seconds else _("off")


def turn_buttons(on: bool, wired: int) -> str:
    """Return the setting of turns on buttons, and where a button for each seat comes from."""
    if not wired:
        return _("no buttons are wired: This table, Buttons") if on else _("off; no buttons are wired")
    return _("on: your press ends your turn") if on else _("off")


def whose_turn(name: str) -> str:
    """Return whose turn it is, to somebody else who pressed."""
    return _("It's {name}'s turn.").format(name=name)


def reminded(seconds: int) -> str:
    """Return the reminder of a turn that takes long."""
    return _("This turn has taken {time}.").format(time=_seconds(seconds))


# How to play.


def how_to_play(game: str) -> str:
    """Return the title of a game's cards."""
    return _("How to play {game}").format(game=game)


def card_of(number: int, count: int) -> str:
    """Return which card of how many is seen."""
    return _("{n} of {count}").format(n=number, count=count)


def can_do(kinds: Sequence[str]) -> str:
    """Return what can be done now; `kinds` in the infinitive, the likeliest first."""
    if not kinds:
        return _("Nothing can be told now.")
    if len(kinds) == 1:
        return _("You can {what}.").format(what=kinds[0])
    return _("You can {first}, or {last}.").format(first=", ".join(kinds[:-1]), last=kinds[-1])


# The end.


def picture_written(name: str, stick: str) -> str:
    """Return where the picture is."""
    return _("It is on {stick}, as {name}.png. The stick can be pulled out.").format(stick=stick, name=name)


def match_lasted(minutes: int, turns: int) -> str:
    """Return how long a match was; turns are 0 where nobody knows."""
    time = _many("{n} minute", "{n} minutes", minutes).format(n=minutes) if minutes else _("under a minute")
    if not turns:
        return time
    return _("{turns}, {time}").format(turns=_many("{n} turn", "{n} turns", turns).format(n=turns), time=time)


UNITS = ((1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs"))
"""Nanoseconds of a unit, and its sign."""


def unit_of(nanoseconds: int) -> tuple[int, str]:
    """Return the unit that suits a length: the largest that it is not a fraction of."""
    return next((unit for unit in UNITS if abs(nanoseconds) >= unit[0]), UNITS[-1])


def duration(nanoseconds: int) -> str:
    """Return a length of time, to three places at the most: "14.218 ms"."""
    size, sign = unit_of(nanoseconds)
    figure = f"{abs(nanoseconds) / size:.3f}".rstrip("0").rstrip(".")
    return _("{figure} {unit}").format(figure=figure, unit=sign)


def closest_duel(who: str, margin: int) -> str:
    """Return by how many nanoseconds somebody won the closest duel of a match."""
    return _("Closest duel: {who}, by {margin}.").format(who=who, margin=duration(margin))


def remark(what: str, who: str, figure: int) -> str:
    """Return what was remarkable in a match; `what` by its name in `companion.remarks`."""
    match what:
        case "duels":
            return _("Most duels won: {who}, {n}.").format(who=who, n=figure)
        case "wrong":
            return _("Most wrong grabs: {who}, {n}.").format(who=who, n=figure)
        case "white":
            return _("Most white used: {who}, {n}.").format(who=who, n=figure)
        case "pieces":
            return _("Most pieces on the grid: {who}, {n}.").format(who=who, n=figure)
        case "lead":
            return _("Longest lead: {who}, {n} turns.").format(who=who, n=figure)
        case "taken":
            return _("Most chips taken off: {who}, {n}.").format(who=who, n=figure)
        case "in_a_turn":
            return _("Most in one turn: {who}, {n} combinations.").format(who=who, n=figure)
        case "asked":
            return _("Most questions: {who}, {n}.").format(who=who, n=figure)
        case "searched":
            return _("Most searches: {who}, {n}.").format(who=who, n=figure)
    raise LookupError(f"no words for the remark {what!r}")
