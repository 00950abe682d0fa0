"""The command line's sentences."""

from collections.abc import Sequence

import click

from companion.errors import printable
from companion.people import Person
from companion.store import StoredMatch
from ui.language.phrases import _, many, phrase, plural
from ui.language.words import all_names, played

NOT_STANDING = "x"
EMPTY_RECORD = _("the record is empty")
NO_DISPLAY = _(
    "There is no display here, so the touchscreen app can't start; what works without one: "
    "`companion referee`, `companion replay`, `companion doctor`, `companion demo --offscreen`."
)

LEGEND = (
    _("# Each report is a line of JSON on standard input; each is answered by a line on standard output."),
    _("# A field with ? may be left out. Seats, rows and columns count from 0."),
)
NO_PATH = _("Nobody has a path.")
NUMBER = _("number")
TEXT = _("text")
A_REPORT = _("a report of the game")

numbers = phrase("{first} to {last}", int, int)


def either(kinds: Sequence[str]) -> str:
    """Say that a field may be one of several things."""
    return _(" or ").join(kinds)


facts_too_large = phrase("this file is larger than {most} bytes; the facts of a match have a few thousand")


too_long = phrase("this line is longer than {most} bytes; a report has a few hundred")


def no_such_game(wanted: str, games: Sequence[str]) -> str:
    """Say that there is no such game, and list the games."""
    listed = ", ".join(games)
    return _("no game is called {wanted}; the games are: {games}").format(wanted=repr(wanted), games=listed)


def other_players(wanted: int, counts: Sequence[int]) -> str:
    """Say that `wanted` players can't play a game, and how many can."""
    *most, last = map(str, counts)
    if not most:
        return _("{wanted} can't play; {last} can").format(wanted=wanted, last=last)
    if len(most) == counts[-1] - counts[0]:
        return _("{wanted} can't play; {first} to {last} can").format(wanted=wanted, first=most[0], last=last)
    listed = ", ".join(most)
    return _("{wanted} can't play; {most} or {last} can").format(wanted=wanted, most=listed, last=last)


demo_stopped = phrase("nothing happens any more after no. {n}: what do the simulated players wait for?", int)
no_day = phrase("{text!r} isn't a day; write it as 2026-05-31")
NO_MATCHES = _("No match is saved here yet.")
WHICH_PICTURE = _("say which picture to write, and before it the seats file if it isn't the app's own")
not_before = phrase(
    "{option} can't stand before {command}: companion {command} --help says what it takes", str, str
)
only_svg = phrase("{path}: the name of the picture must end in .svg")
WHICH_MATCH = _("say which match: `companion replay` lists them")


def kept_match(kept: StoredMatch) -> str:
    """Return a saved match's line: id, game, who plays, and whether it goes on."""
    text = _("{match}  {game}: {title}") if kept.over else _("{match}  {game}: {title} (goes on)")
    if kept.damaged:
        text = _("{match}  {game}: {title} (damaged)")
    return text.format(match=kept.id, game=played(kept), title=all_names(kept.title))


no_such_match = phrase("{name}: no journal file and no match of that name")


def many_matches(name: str, matches: Sequence[tuple[str, str]]) -> list[str]:
    """Say that several ids begin with `name`, and list them with their titles, one line each."""
    text = _("{name}: {count} matches begin with that; type more of it").format(name=name, count=len(matches))
    return [text, *(f"  {match}  {title}" for match, title in matches)]


no_such_entry = phrase("there is no entry {entry}; the last one is {last}", int, int)
other_match = phrase("another match already has the id {match}; nothing was changed")
too_large = phrase("{path}: this is larger than the journal of any match")


def lost(line: int, count: int, reason: str) -> str:
    """Say which part of a record can't be read; `line` counts from 1."""
    return many(
        "Damaged from line {line} on: {count} line is lost ({reason}). Everything before it is good.",
        "Damaged from line {line} on: {count} lines are lost ({reason}). Everything before it is good.",
        count,
    ).format(line=line, count=count, reason=reason)


otherwise = phrase("Entry {entry}: this version of the rules would decide differently.", int)


def imported(match: str, new: bool) -> str:
    """Say that a match was imported, or was there already."""
    text = _("Match {match} is saved now.") if new else _("Match {match} was saved already.")
    return text.format(match=match)


exported = phrase("{path}: {entries} entries written.", str, int)

# The tally of a board.
NO_WINNER = _("Nobody has won yet, or the board doesn't show who was first.")

not_text = phrase("{path}: not valid UTF-8 ({reason} at byte {start})", str, str, int)


sequences_of = plural("{colour}: {count} sequence", "{colour}: {count} sequences", str, int)


def wins(colour: str) -> str:
    """Say which colour has won."""
    return _("{colour} wins.").format(colour=colour.capitalize())


t_on_board = phrase("{path}: line {line}, column {column}: four {colour} pieces form a T", str, int, int, str)


def points_of(colour: str, points: int, exact: bool, path: str) -> str:
    """Say how long a colour's path is, and where it runs."""
    text = _("{colour} {n}: {path}") if exact else _("{colour} at least {n}: {path}")
    return text.format(colour=colour.capitalize(), n=points, path=path)


setup_kept = phrase("{path} is saved: the app offers it for the next match of Cryptid.")
setup_not_kept = phrase("The set-up was not imported; {why}.")
svg_or_png = phrase("{path}: the name of a QR code must end in .svg or .png")
qr_written = phrase("{path} is written; anyone who scans it can read the clues.")


def each_of(path: str, faults: list[str]) -> list[str]:
    """List all that is wrong with a file, one line each."""
    return [f"{path}: {fault}" for fault in faults]


# The owner's own board.
KEPT_BOARD = _("the saved board")
ONE_OPTION = _("One option at a time: --import, --export or --check.")
BOARD_KEPT = _("Your own board is saved.")
NO_BOARD = _(
    "No board of your own is saved: record it on the screen, or import a file (ten lines of ten states)."
)

is_board = phrase("{path}: a board, each state twice.")
board_imported = phrase("{path} is your own board now.")
board_exported = phrase("{path}: your own board is written.")
board_not_kept = phrase("The board was not imported; {why}.")
board_begun = phrase("Another one is being recorded on the screen: {n} of 100 spaces.", int)

# The owner's own box.
KEPT_BOX = _("the saved box")
NO_BOX = _("No box of your own is saved: enter it on the screen, or import a file (TOML).")
BOX_BEGUN = _("One is being entered on the screen.")

is_box = phrase("{path}: a box with {n} cards.", str, int)
box_kept = phrase("Your own box is saved: {name}, {n} cards.", str, int)
box_imported = phrase("{path} is your own box now.")
box_exported = phrase("{path}: your own box is written.")
box_not_kept = phrase("The box was not imported; {why}.")

# What the timing lab prints on a terminal; the sentences of its report are with the report.

TRIALS = _("trials")
STOPPED = _("Stopped; this is what there is so far.")
RIG_OR_SIMULATED = _("give either --rig FILE, the wired rig, or --simulated, which needs no wires")
NO_STRIKES = _("no strike counted, so there is nothing to say: lay the stick on both buttons and strike")

AGAIN = {
    "one_only": _("only one of the two came"),
    "apart": _("they came too far apart for one stick"),
    "sequence_gap": _("an edge was lost"),
    "unplugged": _("a button was unplugged"),
    "mixed_clocks": _("the two are timed by clocks that can't be compared"),
}


def takes(trials: int, seconds: int) -> str:
    """Say how long a run takes."""
    if seconds < 90:
        how_long = many("{n} second", "{n} seconds", seconds).format(n=seconds)
    else:
        minutes = round(seconds / 60)
        how_long = many("{n} minute", "{n} minutes", minutes).format(n=minutes)
    text = _("{trials} trials, about {how_long}; Ctrl-C stops and shows what there is.")
    return text.format(trials=trials, how_long=how_long)


strikes = phrase(
    "{count} strikes. Lay a stiff stick across two buttons and strike it in the middle, flat, as a "
    "hand would; lift it again each time. Ctrl-C stops and shows what there is.",
    int,
)
lay = phrase("Left end on seat {left}, right end on seat {right}: strike {times} times.", int, int, int)


def took(milliseconds: float, right: int, left: int, to_go: int) -> str:
    """Say what a valid strike measured: how much later `right` was than `left`, in `milliseconds`."""
    later, earlier = (right, left) if milliseconds >= 0 else (left, right)
    return _("  seat {later} {ms:.2f} ms after seat {earlier}; {to_go} to go").format(
        later=later, ms=abs(milliseconds), earlier=earlier, to_go=to_go
    )


def again(reason: str) -> str:
    """Say why a strike doesn't count."""
    return _("  once more: {why}").format(why=AGAIN.get(reason, reason))


written = phrase("Report: {report}; all trials: {trials}", str, str)
no_pair = phrase("{text!r} isn't a pair of seats; write them as in 1-2,1-3")
no_folder = phrase("{folder}: there is no such folder for the report; make it first")
is_folder = phrase("{path} is a folder; name a file for the report, as in lab.html")
cannot_write = phrase("{path}: the report can't be written ({why}); name another file", str, str)

# The sentences of `companion people`.

ONE_THING = _("One thing at a time: --import, --export, or a command.")
MERGE_ALL_THE_SAME = _("If they are one person anyway: --sat-together.")
NOBODY = _("Nobody is known by name yet; `companion people add NAME` adds somebody.")
FORGOTTEN = _(
    "Forgotten: the name is gone from this store and from every copy made from now on. The matches stay, and "
    "count for somebody. Copies and files from before still hold the name."
)


def line(person: Person, matches: int) -> str:
    """Return a person's line in the list."""
    played = many("{n} match", "{n} matches", matches).format(n=matches)
    parts = [person.id, person.name, f"{person.colour} {person.shape} {person.letter}", played]
    remarks = [(person.hidden, _("hidden")), (not person.rated, _("no rank"))]
    return "  ".join([*parts, *(word for applies, word in remarks if applies)])


added = phrase("{name} is known now; the plate: {colour}, {shape}, {letter}.", str, str, str, str)
namesakes = phrase(
    "{n} people are called {name} now: `companion people` lists their ids, which tell them apart. If "
    "they are one person: `companion people merge`.",
    int,
    str,
)

renamed = phrase("{before} is {after} now, in every match.", str, str)
hidden = phrase("{name} isn't offered a seat any more; the matches count as ever.")
shown = phrase("{name} is offered a seat again.")
unranked = phrase("{name} has no rank any more, on any screen or in any file; the matches count as ever.")
ranked = phrase("{name} has a rank again.")


given_back = plural(
    "In {n} match the plate given to {name} is a guest's again.",
    "In {n} matches the plates given to {name} are guests' again.",
    int,
    str,
)
people_exported = plural("{n} person is written to {path}.", "{n} people are written to {path}.", int, str)


def people_imported(new: int, here: int) -> str:
    """Say how many people were added, and how many were here already."""
    text = many("{n} person was added.", "{n} people were added.", new).format(n=new)
    if not here:
        return text
    return text + " " + many("{n} was here before.", "{n} were here before.", here).format(n=here)


people_too_large = phrase("{path}: this is larger than any file of people")


too_many = phrase("it names more than {most} people")


no_people_file = phrase("not a file of people: {why}")
not_utf8 = phrase("byte {byte} isn't UTF-8 text; save it as UTF-8", int)
line_number = phrase("line {n}", int)


unknown_look = phrase("there is no {look}; choose one of: {kinds}", str, str)


# What `companion sheet` says.

ONE_OF_THE_TWO = _("--check looks at a file, --try plays with it: one at a time.")
SHIPPED = _("Sheets that come with the program (--try NAME plays one):")
HELP = _("Type figures with spaces between; or: undo, end, quit.")
PASS_HELP = _("pass: the player whose turn it is sits out until the round is over.")
TURN_HELP = _("turn: play goes the other way round.")
OVER = _("undo, or quit.")


STANDS_STILL = _("The clock stands still: start?")


whose_hands = phrase("Whose hand was first, then whose (2 1+3; + for at once; or: nobody, void)? {who}.")


right_or_wrong = phrase("{who} answers: right or wrong?")
no_order = phrase("{said}: hands are numbers of players such as 2 1+3.")
how_long = phrase("{who}, clock at {stands}: how many seconds (or: pause, lost)?", str, str)
no_seconds = phrase("{word}: seconds are a number such as 40.")
is_sheet = phrase("{path}: {name}, a sheet to play with.", str, str)
listed = phrase("  {file:16} {name} ({players} players)", str, str, str)


begun = phrase("{name}: {players}.", str, str)


def asked(number: int, column: str, whose: Sequence[str]) -> str:
    """Ask for a column's figures of a round."""
    if not whose:
        return _("Round {n}, {column}?").format(n=number, column=column)
    return _("Round {n}, {column} ({whose})?").format(n=number, column=column, whose=", ".join(whose))


totals = phrase("Score: {totals}.")


no_figure = phrase("{word}: can't be used here; {able}", str, str)
able = phrase("{least} to {most}.", int, int)
so_many = plural(
    "{n} figure is needed, and these are {got}.",
    "{n} figures are needed, and these are {got}.",
    int,
    int,
)
nobody = phrase("{word}: no such player; type a number such as 1.")
who_tells = phrase("Round {n}, whose turn was it (1, 2, ...)?", int)

# The command line's sentences for Two Player Speed Mode.

# The tally of a final board.
SHARED = _("Both have the same number: they share the win.")


def points_on_pairs(player: str, points: int, pairs: int, extra: int, unpaired: int) -> str:
    """Say how many points a player has, and what for."""
    return _("{player} {n}: pairs {pairs}, between them {extra}, unpaired groups {unpaired}").format(
        player=player.upper(), n=points, pairs=pairs, extra=extra, unpaired=unpaired
    )


# The owner's own board of pairs.
NO_PAIRS = _(
    "You have no board of your own, so the derived one is played on: write it with --export, change "
    "it, and bring it back with --import."
)

is_pairs = phrase("{path}: a board of {n} pairs.", str, int)
odd = phrase("Look again: {what}.")
pairs_kept = phrase("Your own board is saved: {name}, {n} pairs.", str, int)
derived_exported = phrase("{path}: the derived board is written; you have none of your own.")

# Printing: names from files can hold anything, so control characters are escaped.


def say(text: str, *, err: bool = False) -> None:
    """Print lines, with control characters escaped."""
    click.echo("\n".join(map(printable, text.split("\n"))), err=err)
