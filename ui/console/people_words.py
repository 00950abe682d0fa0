"""The sentences of `companion people`."""

from collections.abc import Sequence

from companion.people import Person
from ui.words import _, _many

ONE_THING = _("One thing at a time: --import, --export, or a command.")
NOBODY = _("Nobody is known by name yet; `companion people add NAME` takes somebody in.")
FORGOTTEN = _(
    "Forgotten: the name is gone from this store and from every copy made from now on. The matches stay, and "
    "count for somebody. Copies and files from before still hold the name."
)


def line(person: Person, matches: int) -> str:
    """Return a person as they are listed."""
    played = _many("{n} match", "{n} matches", matches).format(n=matches)
    parts = [person.id, person.name, f"{person.colour} {person.shape} {person.letter}", played]
    said = [(person.hidden, _("hidden")), (not person.rated, _("no rank"))]
    return "  ".join([*parts, *(word for so, word in said if so)])


def added(person: Person) -> str:
    """Say who was taken in, and how the plate looks."""
    return _("{name} is known now; the plate: {colour}, {shape}, {letter}.").format(
        name=person.name, colour=person.colour, shape=person.shape, letter=person.letter
    )


def renamed(before: str, after: str) -> str:
    """Say that somebody has another name."""
    return _("{before} is {after} now, in every match.").format(before=before, after=after)


def hidden(name: str) -> str:
    """Say that somebody isn't offered a seat any more."""
    return _("{name} isn't offered a seat any more; the matches count as ever.").format(name=name)


def shown(name: str) -> str:
    """Say that somebody is offered a seat again."""
    return _("{name} is offered a seat again.").format(name=name)


def unranked(name: str) -> str:
    """Say that somebody is listed under no rank."""
    return _("{name} has no rank any more, on no screen and in no file; the matches count as ever.").format(
        name=name
    )


def ranked(name: str) -> str:
    """Say that somebody has a rank again."""
    return _("{name} has a rank again.").format(name=name)


def given_back(name: str, matches: int) -> str:
    """Say that plates are guests again."""
    return _many(
        "In {n} match the plate given to {name} is a guest's again.",
        "In {n} matches the plates given to {name} are guests' again.",
        matches,
    ).format(name=name, n=matches)


def exported(count: int, path: str) -> str:
    """Say how many people were written, and where to."""
    return _many("{n} person is written to {path}.", "{n} people are written to {path}.", count).format(
        n=count, path=path
    )


def imported(new: int, here: int) -> str:
    """Say how many were taken in, and how many not."""
    said = _many("{n} person was taken in.", "{n} people were taken in.", new).format(n=new)
    if not here:
        return said
    return said + " " + _many("{n} was here before.", "{n} were here before.", here).format(n=here)


def too_large(path: str) -> str:
    """Say that a file can't be one of people."""
    return _("{path}: this is larger than any file of people").format(path=path)


def too_many(most: int) -> str:
    """Say that a file names more people than there can be."""
    return _("it names more than {most} people").format(most=f"{most:,}")


def no_people_file(why: str) -> str:
    """Say why a file isn't one of people."""
    return _("not a file of people: {why}").format(why=why)


def not_text(byte: int) -> str:
    """Say that a file isn't text."""
    return _("not valid UTF-8 at byte {byte}").format(byte=byte)


def line_number(number: int) -> str:
    """Return which line it is."""
    return _("line {n}").format(n=number)


def unknown_look(look: str, kinds: Sequence[str]) -> str:
    """Say that a colour or shape is none of ours."""
    return _("there is no {look}; choose one of: {kinds}").format(
        look=ascii(look[:24]), kinds=", ".join(kinds)
    )
