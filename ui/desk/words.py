"""The sentences of the desk: its pages, its command line, and why a result doesn't count."""

from collections.abc import Mapping

from companion.club.rounds import Pod
from companion.people import PersonId

# Why a result doesn't count, or why its table is in the list of troubles.
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
FORMS = "the file must end in .csv or .bgsplay"
ONE_OF = "one of --place, --strike and --count"
NEEDS_A_LIST = "there is no list of people yet: companion-desk people FILE"
RESTORED = "Restored. Tables send again what came after the backup; what they no longer have is named."
NOT_OF_TWO = "rounds of more than two were drawn here: pairs need a desk of their own (--folder)"
ALONE = "nobody to play with"
NO_HOST = "the host is the name or the address of this machine, without a space"
NO_CERTIFICATE = "{}: not a PEM certificate, which begins with BEGIN CERTIFICATE"
NO_QR = "the join file is too long for a QR code; give it to the table on a stick"
NOT_ALL_LOCAL = "0.0.0.0 isn't an address that a table can reach; give this machine's own"

# The pages.
TITLES = "The wall", "Standings", "Tables", "This round"
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


# Templates for `format`.
NO_DESK = "there is no desk in {}; make one with: companion-desk make --host ADDRESS-OF-THIS-MACHINE"
NO_NAME = "a table can't be called {!r}: small letters, digits and hyphens, 24 at the most, not desk, not {}"
NO_LIST = "{}: not a list of people: a name a line, and an id after it if there is one (CSV, UTF-8)"
TWICE = "{}: {!r} stands there twice; two people of one name need an id each (companion people --export)"
NO_TABLE = "no table is called {!r}"
ANOTHERS = "that is what the table {!r} said"
GONE = "{} that it said are gone from here: a backup from before them was put back"
MADE = (
    "The desk is in {0}. Start its broker, as the same user: /usr/sbin/mosquitto -c {0}/mosquitto.conf\n"
    "Then: companion-desk table add NAME, for each table; companion-desk people FILE; companion-desk run."
)
NO_DATABASE = "the database can't be used ({}); start it, or name another: companion-desk make --database"
NO_PROGRAM = "there is no {} here: install the programs of PostgreSQL (postgresql-client)"
NO_BACKUP = "{}: not a backup of a desk"
NEWER_BACKUP = "{}: this backup was written by a newer version of the desk; update this one"
NO_ITEMS = "{}: not a file that a table has written for the desk (club-outbox)"
NO_BROKER = "no broker can be reached at {}, port {} ({}); trying again"
SHUT_OUT = "the broker doesn't let {} in ({}); its password may be an old one. Trying again"
BAD_CERTIFICATE = "the join file's certificate is damaged: add the table at the desk again, and join anew"
NO_CLUB = "waiting until the table of {} joins a club"
JOINS_AGAIN = (
    "{}: this table was let in before. Its old password is void: have it join again, with this file as"
    " club-join.json or by its code."
)
JOINS = "{}: carry it to the table on a stick, as club-join.json. It holds the table's password."
HOME_JOINS = "{}: its broker, user and password. It sees tables added with --home-assistant."
NO_PAIRER = "there is no {0} here, which draws the pairs: pip install {0} (on a PC or Mac, not on a Pi)"
NOT_ENDED = "no result yet: {}. With --anyway they count as not played"
BEGUN = "{} people; rounds played so far: {}"
TOO_LATE = "bring a tournament in before the first round is drawn here"
TOO_FEW = "{} pairs need as many tables, and there are {}"
TAKEN = "{} lines read; the desk has everything up to number {}"
LISTED = "{} people on the list"
WHICH = "{} matches of that table begin with {!r}; the wall and results.csv have their ids"
PLACES = "give a place for each of: {}"
CORRECTED = "corrected: {}"
STANDS = "written {:%H:%M:%S} UTC"


def age(seconds: float) -> str:
    """Return an age in words."""
    if seconds < 60:
        return f"{max(0, round(seconds))} s ago"
    if seconds < 5400:
        return f"{round(seconds / 60)} min ago"
    return f"{round(seconds / 3600)} h ago" if seconds < 86_400 else "more than a day ago"


def why(pod: Pod, rounds: int, people: Mapping[PersonId, str]) -> str:
    """Say why these people sit at one table."""
    if not rounds:
        return "The first round: nobody has met yet."
    if not pod.again:
        return "Nobody here has sat with any of the others before."
    pairs = ", ".join(
        f"{people.get(PersonId(first), first)} and {people.get(PersonId(second), second)}"
        + (f" ({times + 1} times now)" if times > 1 else "")
        for first, second, times in pod.again
    )
    return f"Meeting again: {pairs}. No seating was found in which fewer meet again."
