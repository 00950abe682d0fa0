"""The sentences of the desk: its pages, its command line, and why a result doesn't count."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from companion.club.rounds import Pod
from companion.people import PersonId

# Why a result doesn't count, or who is named in the list of troubles.
SITS_ELSEWHERE = "a result of people who sit at another table in this round"
ANOTHER_UNDER_ITS_NUMBER = "another result under a number that had one already"
STRANGERS = "people who aren't on the club's list"
TOO_MANY = "more results than a table can have"
MORE_TROUBLES = "more that can't be"
CANT_BE_KEPT = "a line that can't be kept"
STRUCK = "struck by the organiser"

# The command line.
NEWER = "the database was written by a newer version of the desk; update this one"
RELOAD = "Have the broker read its files again: kill -HUP and its number, or systemctl reload mosquitto."
FORMS = "the file is to end in .csv or .bgsplay"
ONE_OF = "one of --place, --strike and --count"
NEEDS_A_LIST = "there is no list of people yet: companion-desk people FILE"
RESTORED = (
    "Restored. Tables say what came after the backup if they still have it; what they can't say is named."
)
NOT_OF_TWO = "rounds of more than two were drawn here: pairs need a desk of their own (--folder)"
ALONE = "nobody to play with"
NOT_ALL_LOCAL = "0.0.0.0 is no address that a table could be sent to; say this machine's own"

# The pages.
WALL, STANDINGS, TABLES, ROUND = "The wall", "Standings", "Tables", "This round"
NOTHING_YET = "No table has said anything yet."
NO_ROUND = "No round has been drawn yet."
PLAYS_NOTHING = "nothing going on"
NEVER_HEARD = "hasn't been heard of yet"
MISSING = "missing"
LATE = "no result yet in this round"
HERE = "here"
TROUBLES = "Said what can't be"
NO_TROUBLES = "Nothing that can't be."
COLUMNS = ("", "Name", "Matches", "Won", "Points")
POINTS = "Points: the share of the others that somebody left behind, added up over all matches."


def no_desk(folder: Path) -> str:
    """Say that there is no desk yet, and how one is made."""
    return f"there is no desk in {folder}; make one with: companion-desk make --host ADDRESS-OF-THIS-MACHINE"


def no_name(table: str) -> str:
    """Say what a table may be called."""
    return (
        f"a table can't be called {table[:40]!r}: small letters, digits and hyphens, 24 at the most, not desk"
    )


def no_table(table: str) -> str:
    """Say that no table is called so."""
    return f"no table is called {table[:40]!r}"


def gone(count: int) -> str:
    """Say that a table once said something that isn't here any more."""
    return f"{count} that it said are gone from here: a backup from before them was put back"


def made(folder: Path) -> str:
    """Say what was made, and what comes next."""
    return (
        f"The desk is in {folder}. Start its broker, as the same user: mosquitto -c {folder}/mosquitto.conf\n"
        "Then: companion-desk table add NAME, for each table; companion-desk people FILE; companion-desk run."
    )


def joins(path: Path) -> str:
    """Say what a table joins with."""
    return f"{path}: carry it to the table on a stick, as club-join.json. It holds the table's password."


def home_joins(path: Path) -> str:
    """Say what Home Assistant logs in with, and which tables it sees."""
    return f"{path}: its broker, user and password. It sees tables added with --home-assistant."


def no_pairer(program: str) -> str:
    """Say that there is nothing here that pairs."""
    return (
        f"there is no {program} here, which draws the pairs: pip install {program}. It comes ready-made for "
        "PCs and Macs with Python 3.11 to 3.14, and for no Raspberry Pi"
    )


def not_ended(people: list[str]) -> str:
    """Say which pairs have no result."""
    return f"no result yet: {'; '.join(people)}. With --anyway they count as not played"


def too_few(tables: int, pairs: int) -> str:
    """Say that there are more pairs than tables."""
    return f"{pairs} pairs need as many tables, and there are {tables}"


def taken(count: int, reached: int) -> str:
    """Say what came of a file from a stick."""
    return f"{count} lines read; the desk has everything up to number {reached}"


def listed(count: int) -> str:
    """Say how many people are on the club's list now."""
    return f"{count} people on the list"


def which(match: str, found: int) -> str:
    """Say that a match can't be told by what was given of its id."""
    return f"{found} matches of that table begin with {match[:40]!r}; the page of results tells their ids"


def places(names: list[str]) -> str:
    """Say whose places are wanted."""
    return f"say a place for each of: {', '.join(names)}"


def age(seconds: float) -> str:
    """Return how old something is."""
    if seconds < 60:
        return f"{max(0, round(seconds))} s ago"
    if seconds < 5400:
        return f"{round(seconds / 60)} min ago"
    return f"{round(seconds / 3600)} h ago"


def why(pod: Pod, rounds: int, people: Mapping[PersonId, str]) -> str:
    """Say why a table is what it is."""
    if not rounds:
        return "The first round: nobody has met yet."
    if not pod.again:
        return "Nobody here has sat with any of the others before."
    pairs = ", ".join(
        f"{people.get(PersonId(one), one)} and {people.get(PersonId(other), other)}"
        + (f" ({times + 1} times now)" if times > 1 else "")
        for one, other, times in pod.again
    )
    return f"Meeting again: {pairs}. No seating was found in which fewer meet again."


def corrected(reason: str) -> str:
    """Say that the organiser changed a result."""
    return f"corrected: {reason}"


def stands(at: datetime) -> str:
    """Say when a page was written."""
    return f"written {at:%H:%M:%S} UTC"
