"""Places entered by the organiser: one for each player, even if two share a name."""

import pytest
from msgspec.structs import replace

from companion.book.played import Played, played
from companion.errors import SetupError
from tests.companion.ended import ended
from ui.desk.cli import placed

TOLD = played(ended("ungle-speed").rows())


def called(*names: str) -> Played:
    """Return a match of three that Bear, Fox and Owl played, with these names instead."""
    plates = zip(TOLD.plates, names, strict=True)
    return replace(TOLD, plates=tuple(replace(plate, name=name) for plate, name in plates))


def places(about: Played) -> list[tuple[int, bool]]:
    assert about.result is not None
    return [(standing.place, standing.won) for standing in about.result.standings]


def test_each_gets_the_place_that_is_said() -> None:
    after = placed(called("Ann", "Bob", "Cem"), ("Bob=1", "Ann=2", "Cem=3"))
    assert places(after) == [(2, False), (1, True), (3, False)]


def test_two_of_one_name_are_told_apart_as_the_wall_names_them() -> None:
    """Both once came second and nobody won, without a warning."""
    alike = called("Ann", "Ann", "Bear")
    first = min((0, 1), key=lambda player: places(alike)[player])
    with pytest.raises(SetupError, match=r"a place for each of: .*Ann#1.*") as refused:
        placed(alike, ("Ann=1", "Ann=2", "Bear=3"))
    assert "Ann#2" in str(refused.value)
    after = placed(alike, ("Ann#1=2", "Ann#2=1", "Bear=3"))
    assert places(after)[first] == (2, False)
    assert places(after)[1 - first] == (1, True)


@pytest.mark.parametrize(
    "options",
    [
        ("Ann=1", "Bob=2"),
        ("Ann=1", "Bob=2", "Cem=4"),
        ("Ann=1", "Bob=2", "X=3"),
        ("Ann=1", "Ann=2", "Bob=2", "Cem=3"),
        ("Ann=1", "Bob=2", "Cem"),
    ],
)
def test_a_place_that_is_missing_or_said_twice_is_refused(options: tuple[str, ...]) -> None:
    with pytest.raises(SetupError, match="a place for each of: Ann, Bob, Cem"):
        placed(called("Ann", "Bob", "Cem"), options)
