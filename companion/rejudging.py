"""What this version of the rules would rule otherwise than a record says."""

from collections.abc import Iterator
from typing import Any

from companion.errors import DamagedRecord
from companion.game import Accepted, Game, Refused
from companion.line import Position
from companion.match import Match


def ruled_otherwise(match: Match[Any, Any, Any, Any]) -> Iterator[int]:
    """Yield the entries of the standing line that today's rules would rule on in another way.

    Rules trust a position that they have made; a record that was edited by hand can hold one that no table
    reaches: DamagedRecord where they stumble over it.
    """
    for before, position in zip(match.line, match.line[1:], strict=False):
        try:
            same = _same(match.game, before.state, position)
        except Exception as error:
            raise DamagedRecord(f"entry {position.entry} can't be judged ({type(error).__name__})") from error
        if not same:
            yield position.entry


# States and reports are of types that only their game knows.
def _same(game: Game[Any, Any, Any, Any], state: Any, position: Position[Any, Any, Any]) -> bool:
    ruling = game.judge(state, position.report)
    if position.stood:
        return isinstance(ruling, Refused) and ruling.stands == position.events
    return isinstance(ruling, Accepted) and ruling.events == position.events
