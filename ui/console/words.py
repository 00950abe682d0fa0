"""The command line's sentences."""

from collections.abc import Sequence

from ui.phrases import _, many, phrase

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
    """Return that a field may be one of several things."""
    return _(" or ").join(kinds)


def facts_too_large(most: int) -> str:
    """Return that a file is none of facts."""
    return _("this file is larger than {most} bytes; the facts of a match have some thousand").format(
        most=f"{most:,}"
    )


def too_long(most: int) -> str:
    """Return that a line is none of a report."""
    return _("this line is longer than {most} bytes; a report has some hundred").format(most=f"{most:,}")


def no_such_game(wanted: str, games: Sequence[str]) -> str:
    """Say which games there are, where somebody named another."""
    return _("no game is called {wanted}; the games are: {games}").format(
        wanted=repr(wanted), games=", ".join(games)
    )


def other_players(wanted: int, counts: Sequence[int]) -> str:
    """Say how many can play a game, where the number `wanted` can't."""
    *most, last = map(str, counts)
    if not most:
        return _("{wanted} can't play; {last} can").format(wanted=wanted, last=last)
    if len(most) == counts[-1] - counts[0]:
        return _("{wanted} can't play; {first} to {last} can").format(
            wanted=wanted, first=counts[0], last=last
        )
    return _("{wanted} can't play; {most} or {last} can").format(
        wanted=wanted, most=", ".join(most), last=last
    )


no_such_match = phrase("{name}: no journal file and no match of that name")


def many_matches(name: str, found: Sequence[tuple[str, str]]) -> list[str]:
    """Say that a shortened name fits several matches, and which: their ids and titles, a line each."""
    said = _("{name}: {count} matches begin with that; give more of it").format(name=name, count=len(found))
    return [said, *(f"  {match}  {title}" for match, title in found)]


no_such_entry = phrase("there is no entry {entry}; the last one is {last}", int, int)
other_match = phrase("another match is kept under the id {match}; nothing was changed")
too_large = phrase("{path}: this is larger than the journal of any match")


def lost(line: int, count: int, reason: str) -> str:
    """Say what of a record can't be read."""
    return many(
        "Damaged from line {line} on: {count} line is lost ({reason}). What stands before it is good.",
        "Damaged from line {line} on: {count} lines are lost ({reason}). What stands before it is good.",
        count,
    ).format(line=line, count=count, reason=reason)


otherwise = phrase("Entry {entry}: this version of the rules would decide differently.", int)


def imported(match: str, new: bool) -> str:
    """Say that a match was taken in, or was there already."""
    text = _("Match {match} is kept now.") if new else _("Match {match} was kept already.")
    return text.format(match=match)


exported = phrase("{path}: {entries} entries written.", str, int)

# The tally of a board.
NO_WINNER = _("Nobody has won yet, or the board doesn't tell who was first.")

not_text = phrase("{path}: not valid UTF-8 ({reason} at byte {start})", str, str, int)


def sequences_of(colour: str, count: int) -> str:
    """Say how many sequences a colour has."""
    text = many("{colour}: {count} sequence", "{colour}: {count} sequences", count)
    return text.format(colour=colour, count=count)


def wins(colour: str) -> str:
    """Say which colour has won."""
    return _("{colour} wins.").format(colour=colour.capitalize())


def t_on_board(path: str, colour: str, line: int, column: int) -> str:
    """Say that four pieces of a colour form a T."""
    return _("{path}: line {line}, column {column}: four {colour} pieces form a T").format(
        path=path, line=line, column=column, colour=colour
    )


def points_of(colour: str, points: int, exact: bool, path: str) -> str:
    """Say how long a colour's path is, and where it runs."""
    told = _("{colour} {n}: {path}") if exact else _("{colour} at least {n}: {path}")
    return told.format(colour=colour.capitalize(), n=points, path=path)


setup_kept = phrase("{path} is kept: the app offers it for the next match of Cryptid.")
setup_not_kept = phrase("The set-up was not taken in; {why}.")
svg_or_png = phrase("{path}: a QR code is written to a file that ends in .svg or .png")
qr_written = phrase("{path} is written; anyone who scans it can read the clues.")


def each_of(path: str, faults: list[str]) -> list[str]:
    """Say all that is wrong with a file, one fault a line."""
    return [f"{path}: {fault}" for fault in faults]


# The doctor's findings: what is looked at, how it is, and what to do.
OK = _("ok   ")
NOT_OK = _("LOOK ")
FOUND = _("there is one")
NONE = _("none")
DISPLAY = _("display")
MEND_DISPLAY = _("connect a screen, or start this from a desktop; the command line works without one")
MEND_CARD = _(
    "add your user to the groups video and render (sudo usermod -aG video,render $USER), then log in again"
)
LIBRARIES = _("drawing libraries")
MEND_LIBRARIES = _("run `make play` in the project's folder: it installs them")
MEND_PACKAGE = _("run `sudo apt-get --fix-broken install`: it brings what the package needs")
TOUCH = _("touch")
NO_TOUCH = _("no panel found; a mouse does as well")
MEND_TOUCH = _("add your user to the group input (sudo usermod -aG input $USER), then log in again")
SOUND = _("sound")
NO_SOUND = _("no sound card; the app plays on in silence")
DISK = _("disk")
MEND_DISK = _("free some space")
MEND_STORE = _("play goes on without it, but nothing is kept; mend that and start again")
MEND_READ_ONLY = _(
    "nothing can be saved there; make it writable for the user of the companion, and start again"
)
WHOSE = _("looked at")
looked_at = phrase("as {user}: matches in {store}, seats in {seats}", str, str, str)
other_table = phrase(
    "the table that starts with this machine keeps its own in {folder}: how to look at it, docs/pi.md says"
)
CLOCK = _("clock")
CLOCK_SET = _("set from the network")
CLOCK_UNSET = _("not known to be set; dates in the history may be wrong, grabs are timed all the same")


def missing(names: list[str]) -> str:
    """Say what is missing."""
    return _("missing: {names}").format(names=", ".join(names))


def closed(names: list[str]) -> str:
    """Say what may not be read."""
    return _("no permission to read {names}").format(names=", ".join(names))


unwritable = phrase("{path} is read-only, or not this user's")


def little_space(free: int) -> str:
    """Say how little room there is, from bytes."""
    return _("only {free} MB free").format(free=free // 1_000_000)


def kept(count: int, place: str, free: int) -> str:
    """Say how many matches are kept where, and how much room there is, from bytes."""
    text = many(
        "{count} match in {place}, {free} MB free", "{count} matches in {place}, {free} MB free", count
    )
    return text.format(count=count, place=place, free=free // 1_000_000)


to_do = phrase("what to do: {remedy}")

# A board of one's own.
KEPT_BOARD = _("the kept board")
ONE_OPTION = _("One option at a time: --import, --export or --check.")
BOARD_KEPT = _("Your own board is kept.")
NO_BOARD = _(
    "No board of your own is kept: record it on the screen, or import a file (ten lines of ten states)."
)

is_board = phrase("{path}: a board, each state twice.")
board_imported = phrase("{path} is your own board now.")
board_exported = phrase("{path}: your own board, written.")
board_not_kept = phrase("The board was not taken in; {why}.")
board_begun = phrase("Another one is being recorded on the screen: {n} of 100 spaces.", int)

# A box of one's own.
KEPT_BOX = _("the kept box")
NO_BOX = _("No box of your own is kept: enter it on the screen, or import a file (TOML).")
BOX_BEGUN = _("One is being entered on the screen.")

is_box = phrase("{path}: a box with {n} cards.", str, int)
box_kept = phrase("Your own box is kept: {name}, {n} cards.", str, int)
box_imported = phrase("{path} is your own box now.")
box_exported = phrase("{path}: your own box, written.")
box_not_kept = phrase("The box was not taken in; {why}.")
