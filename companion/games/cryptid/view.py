"""What a viewer may see. Only this module removes clues from what is shown.

The table sees the map and the pieces; players also see their own clues. Nothing else in a view depends on
a clue until the game is over.
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
    """A clue, its colour, and the hexes it allows."""

    hue: Hue
    clue: Clue
    allows: tuple[Hex, ...]


class View(Seated, frozen=True):
    """The table as `viewer` may see it.

    `mode`, `tiles` and `structures` are the map; None and empty if it isn't known. `clues` are the viewer's
    own, and everybody's once the game is over; only then `habitat` is set, with sealed clues.
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
        """The set-up of a finished game with sealed clues; before, nobody sees all of them."""
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
    visible = state.hues if state.ended else () if viewer is None else state.own(viewer)
    entries = zip(state.hues, state.setup.clues, state.sets, strict=True)
    return tuple(OwnClue(hue, clue, tuple(spread(hexes))) for hue, clue, hexes in entries if hue in visible)


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must report what next; empty once the game is over.

    With sealed clues every prompt is secret: a piece is reported in private before it is placed, so that a
    refusal reaches its owner alone.
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
