"""The deal: from the facts of a match to its first position."""

from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Seat
from companion.games.sequence_states import layout
from companion.games.sequence_states.cards import BOX
from companion.games.sequence_states.lines import SPACES
from companion.games.sequence_states.model import CHIPS, HANDS, Colour, Facts, Rulings, Side, State

ALONE = 3
"""The most players who play each for themselves; more play in teams."""

MOST_SIDES = 3


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Deal; SetupError where the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    players = facts.players
    # 2, 3, 4, 6, 8, 9, 10 or 12 players.
    if players not in HANDS:
        known = ", ".join(map(str, HANDS))
        raise SetupError(f"players: {players} can't play Sequence States & Capitals; {known} can")
    sides = seating(facts, rulings)
    count = len(set(sides))
    colours = facts.colours or tuple(Colour)[:count]
    if len(colours) != count or len(set(colours)) != count:
        raise SetupError(f"colours: {count} sides need a colour each, and no two the same")
    if not 0 <= facts.first < players:
        raise SetupError(f"first: there is no seat {facts.first}; the seats are 0 to {players - 1}")
    if facts.layout is not None:
        layout.check(facts.layout)
    return State(
        sides=sides,
        colours=colours,
        layout=facts.layout,
        board=(None,) * len(SPACES),
        chips=(CHIPS,) * count,
        hands=(HANDS[players],) * players,
        discards=((),) * players,
        lost=(0,) * players,
        deck=BOX - players * HANDS[players],
        turn=facts.first,
        granted=rulings.draws == "granted",
    )


def side_counts(players: int) -> tuple[int, ...]:
    """Return in how many sides they can play: each alone up to three, then two or three equal teams."""
    if players <= ALONE:
        return (players,)
    return tuple(count for count in range(2, MOST_SIDES + 1) if players % count == 0)


def seating(facts: Facts, rulings: Rulings) -> tuple[Side, ...]:
    """Return who plays for which side, by seat; SetupError where that breaks the rules of seating."""
    able = side_counts(facts.players)
    if not facts.sides:
        wanted = 3 if rulings.teams == "three" else 2
        if "teams" in facts.rulings and wanted == MOST_SIDES and wanted not in able:
            raise SetupError(f"rulings: {facts.players} players can't make three teams")
        count = wanted if wanted in able else able[0]
        return tuple(Side(seat % count) for seat in range(facts.players))
    sides = facts.sides
    if len(sides) != facts.players:
        raise SetupError(f"sides: {facts.players} play, and {len(sides)} are told a side")
    count = len(set(sides))
    # Up to three play alone, more in two or three equal teams, and never in more than three.
    if set(sides) != set(range(count)) or count not in able:
        possible = " or ".join(map(str, able))
        raise SetupError(f"sides: {facts.players} players make {possible} equal sides, counted from 0")
    # Members of a team alternate with their opponents: every so manieth player, around the table.
    for seat, side in enumerate(sides):
        if side != sides[seat % count]:
            raise SetupError(
                f"sides: seat {seat} is of side {side}, where side {sides[seat % count]} should sit; "
                f"the members of a team sit at every {'second' if count == 2 else 'third'} place"
            )
    return sides


def alternating(facts: Facts, catalogue: Catalogue) -> tuple[Side, ...]:
    """Return who plays for which side, by seat, before anything is dealt; SetupError as for the deal."""
    return opening(replace(facts, layout=None, colours=(), first=Seat(0)), catalogue).sides
