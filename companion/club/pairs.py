"""Rounds of two by a program that knows FIDE's rules: its files (TRF) are written and read here.

Which of two has white means nothing at a table of ours; it is shared out evenly, for the rules ask for it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from companion.errors import SetupError

WON, DREW, LOST, NOT_PLAYED, LET_OFF, AWAY = "1", "=", "0", "-", "U", "Z"
_HALVES = {WON: 2, DREW: 1, LET_OFF: 2}
"""Half points for each; all others give none."""
_TURNED = {WON: LOST, LOST: WON, DREW: DREW, NOT_PLAYED: NOT_PLAYED}


class Game(Struct, frozen=True):
    """Two people and how it ended for the first; alone, somebody who had nobody to play with."""

    people: tuple[str, ...]
    ended: str = LET_OFF


def trf(
    people: Mapping[str, str], rounds: Sequence[Sequence[Game]], in_all: int, away: Collection[str] = ()
) -> str:
    """Return a tournament as a file: names by id, what was played so far, and who isn't there next time."""
    numbers = {person: n for n, person in enumerate(people, 1)}
    cells: dict[str, list[str]] = {person: [] for person in people}
    halves, white = dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    for games in rounds:
        for game in games:
            first, *other = game.people
            if not other:
                cells[first].append(f"0000 - {game.ended}")
                halves[first] += _HALVES.get(game.ended, 0)
                continue
            (second,) = other
            # Positive: more often white than black, lately most of all.
            colours = "bw" if white[first] > white[second] else "wb"
            for person, against, colour, ended in (
                (first, second, colours[0], game.ended),
                (second, first, colours[1], _TURNED[game.ended]),
            ):
                cells[person].append(f"{numbers[against]:4} {colour} {ended}")
                halves[person] += _HALVES.get(ended, 0)
                white[person] = 2 * white[person] // 3 + (3 if colour == "w" else -3)
        for person in set(people).difference(*(game.people for game in games)):
            cells[person].append(f"0000 - {AWAY}")
    order = sorted(people, key=lambda person: (-halves[person], numbers[person]))
    rank = {person: n for n, person in enumerate(order, 1)}
    lines = [f"XXR {in_all}", *([f"XXZ {' '.join(str(numbers[one]) for one in away)}"] if away else [])]
    for person, name in people.items():
        said = f"{' '.join(name.split())[:33]:33}"
        head = f"001 {numbers[person]:4}      {said} {'':31} {halves[person] / 2:4.1f} {rank[person]:4}"
        lines.append(head + "".join(f"  {cell}" for cell in cells[person]))
    return "\n".join(lines) + "\n"


def read_pairs(text: str, people: Iterable[str]) -> list[tuple[str, ...]]:
    """Read who plays whom: a line a pair, the first line their number, 0 for nobody; SetupError for else."""
    by_number = dict(enumerate(people, 1))
    try:
        pairs = [tuple(map(int, line.split())) for line in text.splitlines()[1:] if line]
        found = [tuple(by_number[n] for n in pair if n) for pair in pairs]
    except (ValueError, KeyError):
        found = []
    sitting = [person for pair in found for person in pair]
    if not found or len(set(sitting)) != len(sitting) or not all(0 < len(pair) < 3 for pair in found):
        raise SetupError("the program that pairs wrote no pairs")
    return found
