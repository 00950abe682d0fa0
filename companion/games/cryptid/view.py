"""What a viewer may see: the one place where clues are cut.

The table sees the map and the pieces; a player sees the own clues with them. Nothing else of a view depends
on a clue, until the game is over.
"""

from msgspec import Struct

from companion.game import Outcome, Prompt, Viewer
from companion.games.cryptid.clues import Clue, Mode
from companion.games.cryptid.maps import Hex, Structure, Tiles, spread
from companion.games.cryptid.model import (
    Answering,
    AskOrSearch,
    HexContents,
    Hue,
    OpeningCubes,
    Paying,
    Seated,
    State,
)
from companion.games.cryptid.setups import OWNERS, Setup, meet


class OwnClue(Struct, frozen=True):
    """A clue, the colour of its pieces, and the hexes that it allows."""

    hue: Hue
    clue: Clue
    allows: tuple[Hex, ...]


class View(Seated, frozen=True):
    """The table as `viewer` may see it.

    `mode`, `tiles` and `structures` are the map, as far as it is known. `clues` are the viewer's own, and all
    of them once the game is over; `habitat` is told then too.
    """

    mode: Mode | None
    tiles: Tiles
    structures: tuple[Structure, ...]
    sealed: bool
    spots: tuple[HexContents, ...]
    clues: tuple[OwnClue, ...]
    habitat: Hex | None
    ended: Outcome | None

    @property
    def setup(self) -> Setup:
        """The set-up of a game that is over: before, nobody sees all clues."""
        assert self.mode is not None, "a game whose clues are known has a map"
        clues = tuple(own.clue for own in self.clues)
        return Setup(self.mode, self.tiles, self.structures, clues, OWNERS[self.players])


def view(state: State, viewer: Viewer) -> View:
    """Return the table as `viewer` may see it."""
    setup = state.setup
    return View(
        mode=setup.mode if setup else None,
        tiles=setup.tiles if setup else (),
        structures=setup.structures if setup else (),
        sealed=state.sealed,
        players=state.players,
        hues=state.hues,
        spots=state.spots,
        turn=state.turn,
        stage=state.stage,
        clues=_clues(state, viewer),
        habitat=next(spread(meet(state.sets))) if state.sealed and state.ended else None,
        ended=state.ended,
    )


def _clues(state: State, viewer: Viewer) -> tuple[OwnClue, ...]:
    if state.setup is None or not state.sealed:
        return ()
    seen = state.hues if state.ended else () if viewer is None else state.own(viewer)
    told = zip(state.hues, state.setup.clues, state.sets, strict=True)
    return tuple(OwnClue(hue, clue, tuple(spread(hexes))) for hue, clue, hexes in told if hue in seen)


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must tell us what.

    With sealed clues every piece is told in private, before it goes down: a wrong one is told to its owner.
    """
    if state.ended is not None:
        return ()
    secret = state.sealed
    match state.stage:
        case OpeningCubes(left):
            return (Prompt("share_cube", (state.turn,), secret, {"left": left}),)
        case AskOrSearch():
            return (Prompt("ask_or_search", (state.turn,), secret),)
        case Answering(at, _, asked):
            return (Prompt("answer", (asked,), secret, {"row": at.row, "column": at.column}),)
        case Paying():
            return (Prompt("place_cube", (state.turn,), secret),)
