"""The sentences of `companion people`."""

from collections.abc import Sequence

from companion.people import Person
from ui.phrases import _, many, phrase, plural

ONE_THING = _("One thing at a time: --import, --export, or a command.")
MERGE_ALL_THE_SAME = _("If they are one all the same: --sat-together.")
NOBODY = _("Nobody is known by name yet; `companion people add NAME` takes somebody in.")
FORGOTTEN = _(
    "Forgotten: the name is gone from this store and from every copy made from now on. The matches stay, and "
    "count for somebody. Copies and files from before still hold the name."
)


def line(person: Person, matches: int) -> str:
    """Return a person as they are listed."""
    played = many("{n} match", "{n} matches", matches).format(n=matches)
    parts = [person.id, person.name, f"{person.colour} {person.shape} {person.letter}", played]
    said = [(person.hidden, _("hidden")), (not person.rated, _("no rank"))]
    return "  ".join([*parts, *(word for so, word in said if so)])


def added(person: Person) -> str:
    """Say who was taken in, and how the plate looks."""
    return _("{name} is known now; the plate: {colour}, {shape}, {letter}.").format(
        name=person.name, colour=person.colour, shape=person.shape, letter=person.letter
    )


renamed = phrase("{before} is {after} now, in every match.", str, str)
hidden = phrase("{name} isn't offered a seat any more; the matches count as ever.")
shown = phrase("{name} is offered a seat again.")
unranked = phrase("{name} has no rank any more, on no screen and in no file; the matches count as ever.")
ranked = phrase("{name} has a rank again.")


def given_back(name: str, matches: int) -> str:
    """Say that plates are guests again."""
    return many(
        "In {n} match the plate given to {name} is a guest's again.",
        "In {n} matches the plates given to {name} are guests' again.",
        matches,
    ).format(name=name, n=matches)


exported = plural("{n} person is written to {path}.", "{n} people are written to {path}.", int, str)


def imported(new: int, here: int) -> str:
    """Say how many were taken in, and how many not."""
    said = many("{n} person was taken in.", "{n} people were taken in.", new).format(n=new)
    if not here:
        return said
    return said + " " + many("{n} was here before.", "{n} were here before.", here).format(n=here)


too_large = phrase("{path}: this is larger than any file of people")


def too_many(most: int) -> str:
    """Say that a file names more people than there can be."""
    return _("it names more than {most} people").format(most=f"{most:,}")


no_people_file = phrase("not a file of people: {why}")
not_text = phrase("not valid UTF-8 at byte {byte}", int)
line_number = phrase("line {n}", int)


def unknown_look(look: str, kinds: Sequence[str]) -> str:
    """Say that a colour or shape is none of ours."""
    return _("there is no {look}; choose one of: {kinds}").format(
        look=ascii(look[:24]), kinds=", ".join(kinds)
    )
