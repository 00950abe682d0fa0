"""The command line's sentences."""

from collections.abc import Sequence
from gettext import gettext as _
from gettext import ngettext

NOT_STANDING = "x"
EMPTY_RECORD = _("the record is empty")
NO_DISPLAY = _(
    "There is no display here, so the touchscreen app can't start; what works without one: "
    "`companion referee`, `companion replay`, `companion doctor`, `companion demo --offscreen`, `make test`."
)


LEGEND = (
    _("# Each report is a line of JSON on standard input; each is answered by a line on standard output."),
    _("# A field with ? may be left out. Seats, rows and columns count from 0."),
)
NUMBER = _("number")
TEXT = _("text")
A_REPORT = _("a report of the game")


def numbers(first: int, last: int) -> str:
    """Return the numbers that a field may be."""
    return _("{first} to {last}").format(first=first, last=last)


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


def no_such_match(name: str) -> str:
    """Say that nothing of this name is kept."""
    return _("{name}: no journal file and no match of that name").format(name=name)


def many_matches(name: str, found: Sequence[tuple[str, str]]) -> list[str]:
    """Say that a shortened name fits several matches, and which: their ids and titles, a line each."""
    said = _("{name}: {count} matches begin with that; give more of it").format(name=name, count=len(found))
    return [said, *(f"  {match}  {title}" for match, title in found)]


def no_such_entry(entry: int, last: int) -> str:
    """Say that a record is shorter than asked for."""
    return _("there is no entry {entry}; the last one is {last}").format(entry=entry, last=last)


def other_match(match: str) -> str:
    """Say that a match of the same id is kept already."""
    return _("another match is kept under the id {match}; nothing was changed").format(match=match)


def too_large(path: str) -> str:
    """Say that a file is no journal of a match."""
    return _("{path}: this is larger than the journal of any match").format(path=path)


def lost(line: int, count: int, reason: str) -> str:
    """Say what of a record can't be read."""
    return ngettext(
        "Damaged from line {line} on: {count} line is lost ({reason}). What stands before it is good.",
        "Damaged from line {line} on: {count} lines are lost ({reason}). What stands before it is good.",
        count,
    ).format(line=line, count=count, reason=reason)


def otherwise(entry: int) -> str:
    """Say that the rules of this version rule otherwise than the record."""
    return _("Entry {entry}: this version of the rules would decide differently.").format(entry=entry)


def imported(match: str, new: bool) -> str:
    """Say that a match was taken in, or was there already."""
    text = _("Match {match} is kept now.") if new else _("Match {match} was kept already.")
    return text.format(match=match)


def exported(path: str, entries: int) -> str:
    """Say that a match was written to a file."""
    return _("{path}: {entries} entries written.").format(path=path, entries=entries)


# The tally of a board.
NO_WINNER = _("Nobody has won yet, or the board doesn't tell who was first.")


def not_text(path: str, reason: str, start: int) -> str:
    """Say that a file is not a text."""
    return _("{path}: not valid UTF-8 ({reason} at byte {start})").format(
        path=path, reason=reason, start=start
    )


def sequences_of(colour: str, count: int) -> str:
    """Say how many sequences a colour has."""
    text = ngettext("{colour}: {count} sequence", "{colour}: {count} sequences", count)
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


def setup_kept(path: str) -> str:
    """Say that a set-up was taken in."""
    return _("{path} is kept: the app offers it for the next match of Cryptid.").format(path=path)


def setup_not_kept(why: str) -> str:
    """Say why a set-up was not taken in."""
    return _("The set-up was not taken in; {why}.").format(why=why)


def svg_or_png(path: str) -> str:
    """Say which files a QR code can be written to."""
    return _("{path}: a QR code is written to a file that ends in .svg or .png").format(path=path)


def qr_written(path: str) -> str:
    """Say that a QR code was written, and what it tells."""
    return _("{path} is written; it tells the clues to whoever scans it.").format(path=path)


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
CLOCK = _("clock")
CLOCK_SET = _("set from the network")
CLOCK_UNSET = _("not known to be set; dates in the history may be wrong, grabs are timed all the same")


def missing(names: list[str]) -> str:
    """Say what is missing."""
    return _("missing: {names}").format(names=", ".join(names))


def closed(names: list[str]) -> str:
    """Say what may not be read."""
    return _("no permission to read {names}").format(names=", ".join(names))


def unwritable(path: str) -> str:
    """Say that nothing can be written there."""
    return _("{path} is read-only, or not this user's").format(path=path)


def little_space(free: int) -> str:
    """Say how little room there is, from bytes."""
    return _("only {free} MB free").format(free=free // 1_000_000)


def kept(count: int, place: str, free: int) -> str:
    """Say how many matches are kept where, and how much room there is, from bytes."""
    text = ngettext(
        "{count} match in {place}, {free} MB free", "{count} matches in {place}, {free} MB free", count
    )
    return text.format(count=count, place=place, free=free // 1_000_000)


def to_do(remedy: str) -> str:
    """Introduce what to do."""
    return _("what to do: {remedy}").format(remedy=remedy)


# A board of one's own.
KEPT_BOARD = _("the kept board")
ONE_OPTION = _("One option at a time: --import, --export or --check.")
BOARD_KEPT = _("Your own board is kept.")
NO_BOARD = _(
    "No board of your own is kept: record it on the screen, or import a file (ten lines of ten states)."
)


def is_board(path: str) -> str:
    """Say that a file can be played on."""
    return _("{path}: a board, each state twice.").format(path=path)


def board_imported(path: str) -> str:
    """Say that a board was taken in."""
    return _("{path} is your own board now.").format(path=path)


def board_exported(path: str) -> str:
    """Say that the board was written to a file."""
    return _("{path}: your own board, written.").format(path=path)


def board_not_kept(why: str) -> str:
    """Say why a board was not taken in."""
    return _("The board was not taken in; {why}.").format(why=why)


def board_begun(count: int) -> str:
    """Say how far the recording of a board is."""
    return _("Another one is being recorded on the screen: {n} of 100 spaces.").format(n=count)


# A box of one's own.
KEPT_BOX = _("the kept box")
NO_BOX = _("No box of your own is kept: enter it on the screen, or import a file (TOML).")
BOX_BEGUN = _("One is being entered on the screen.")


def is_box(path: str, cards: int) -> str:
    """Say that a file is a box that can be played with."""
    return _("{path}: a box with {n} cards.").format(path=path, n=cards)


def box_kept(name: str, cards: int) -> str:
    """Say which box is kept."""
    return _("Your own box is kept: {name}, {n} cards.").format(name=name, n=cards)


def box_imported(path: str) -> str:
    """Say that a box was taken in."""
    return _("{path} is your own box now.").format(path=path)


def box_exported(path: str) -> str:
    """Say that the box was written to a file."""
    return _("{path}: your own box, written.").format(path=path)


def box_not_kept(why: str) -> str:
    """Say why a box was not taken in."""
    return _("The box was not taken in; {why}.").format(why=why)
