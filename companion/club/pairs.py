"""Writes and reads the files (TRF) of an external program that pairs Swiss tournaments by FIDE's rules.

Our games have no colours, but the rules need them, so white is assigned evenly.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from companion.errors import SetupError
from companion.people import checked_name

WON, DREW, LOST, NOT_PLAYED, LET_OFF, AWAY, NOT_YET = "1", "=", "0", "-", "U", "Z", " "
_HALVES = {WON: 2, DREW: 1, LET_OFF: 2, "+": 2, "W": 2, "D": 1, "F": 2, "H": 1}
"""Half points for each result code; others give none. Codes without a name come from other programs."""
_TURNED = {WON: LOST, LOST: WON, DREW: DREW, NOT_PLAYED: NOT_PLAYED, NOT_YET: NOT_YET}
_TURNED |= {"+": NOT_PLAYED, "W": "L", "L": "W", "D": "D"}


class PairGame(Struct, frozen=True):
    """Two people, and the result code for the first; with one person, a bye."""

    people: tuple[str, ...]
    ended: str = LET_OFF


def trf(
    people: Mapping[str, str], rounds: Sequence[Sequence[PairGame]], in_all: int, away: Collection[str] = ()
) -> str:
    """Return a tournament as TRF: names by id, its rounds so far, of `in_all`, and who is away next."""
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
            # `white` is positive for people who had white more often; recent rounds weigh more.
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
        padded = f"{' '.join(name.split())[:33]:33}"
        head = f"001 {numbers[person]:4}      {padded} {'':31} {halves[person] / 2:4.1f} {rank[person]:4}"
        lines.append(head + "".join(f"  {cell}" for cell in cells[person]))
    return "\n".join(lines) + "\n"


def read_pairs(text: str, people: Iterable[str]) -> list[tuple[str, ...]]:
    """Read pairings: first their count, then a pair of numbers per line, 0 for nobody. Raises SetupError."""
    by_number = dict(enumerate(people, 1))
    try:
        numbers = [tuple(map(int, line.split())) for line in text.splitlines()[1:] if line]
        pairs = [tuple(by_number[n] for n in pair if n) for pair in numbers]
    except (ValueError, KeyError):
        pairs = []
    seated = [person for pair in pairs for person in pair]
    if not pairs or len(set(seated)) != len(seated) or not all(0 < len(pair) < 3 for pair in pairs):
        raise SetupError("the program that pairs wrote no pairs")
    return pairs


def read_trf(text: str, id_of: Callable[[str], str]) -> tuple[dict[str, str], list[list[PairGame]]]:
    """Read a tournament from any program: names by id, in its order, and the games of each round.

    The last round may be NOT_YET played, as a whole. Raises SetupError with the place of the problem.
    """
    names, ids, rows = dict[str, str](), dict[int, str](), dict[int, str]()
    for n, line in enumerate(text.splitlines(), 1):
        if line.startswith("001"):
            number, name = line[4:8].strip(), checked_name(" ".join(line[14:47].split()))
            if not number.isdecimal() or int(number) in ids or id_of(name) in names:
                raise SetupError(f"line {n}: its number or its name stands nowhere or twice")
            ids[int(number)], rows[int(number)], names[id_of(name)] = id_of(name), line[91:], name
    if not names:
        raise SetupError("it is no tournament: no line begins with 001")
    count = (max(len(row.rstrip()) for row in rows.values()) + 9) // 10
    cells = [{number: row[10 * n :][:8].ljust(8) for number, row in rows.items()} for n in range(count)]
    rounds = [_games(n, row, ids) for n, row in enumerate(cells, 1)]
    for n, games in enumerate(rounds, 1):
        ended = [game.ended for game in games if game.ended != NOT_YET]
        if len(ended) < len(games) and (n < count or ended not in ([], [LET_OFF])):
            raise SetupError(f"round {n}: some of its games have no result")
    return names, rounds


def _games(nth: int, row: Mapping[int, str], ids: Mapping[int, str]) -> list[PairGame]:
    """Return a round's games; raise SetupError if the two sides of one disagree."""
    games = []
    for number, cell in row.items():
        against, ended = int(cell[:4]) if cell[:4].strip().isdecimal() else 0, cell[7]
        theirs = row.get(against, "") if against != number else ""
        if not against and ended in (LET_OFF, "F", "H"):
            games.append(PairGame((ids[number],), ended))
        elif not against and ended in (AWAY, NOT_YET, NOT_PLAYED):
            continue
        elif theirs[:4].strip().lstrip("0") != str(number):
            raise SetupError(f"round {nth}, number {number}: the other says something else")
        elif _TURNED.get(ended) == theirs[7] and (number < against or _TURNED.get(theirs[7]) != ended):
            games.append(PairGame((ids[number], ids[against]), ended))
        elif _TURNED.get(theirs[7]) != ended:
            raise SetupError(f"round {nth}, number {number}: {ended!r} and {theirs[7]!r} don't go together")
    return games
