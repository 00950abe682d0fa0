"""The empty sheet: from the facts of a match to its first position."""

from msgspec import Struct
from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.games.sheet.model import Facts, State
from companion.games.sheet.worked import worked


class _NoRulings(Struct, frozen=True):
    pass


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Lay an empty sheet; SetupError where the facts don't make a game."""
    catalogue.settle(facts.rulings, _NoRulings)
    # The one that was read: two that are alike would be compared whenever a formula is counted.
    sheet = worked(facts.sheet).sheet
    # As many play as the sheet says, and teams are of the same size.
    if not sheet.able(facts.players):
        able = [str(count) for count in range(sheet.players[0], sheet.players[1] + 1) if sheet.able(count)]
        raise SetupError(f"players: {facts.players} can't play {sheet.name}; {', '.join(able)} can")
    if not 0 <= facts.first < facts.players:
        raise SetupError(f"first: there is no seat {facts.first}; the seats are 0 to {facts.players - 1}")
    had = () if sheet.clock is None else tuple(map(sheet.clock.begins, range(facts.players)))
    laid = State(
        sheet,
        facts.players,
        facts.first,
        (sheet.start,) * sheet.sides(facts.players),
        had=had,
        turn=facts.first if sheet.goes_round else None,
        way=-1 if sheet.order == "counterclockwise" else 1,
    )
    # Nothing is remembered before the first row.
    return replace(laid, memory=tuple((0,) * laid.many(slot.of) for slot in laid.worked.memory))
