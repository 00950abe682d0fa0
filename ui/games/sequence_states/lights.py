"""What a begun aim lights up on the board. Pure; what is lit is a help for the eye, and judges nothing."""

from enum import Enum, auto

from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.view import View
from ui.games.sequence_states.aims import Aim, PlayAdd, PlayRemove, PlayState, WrongChip


class SpaceLight(Enum):
    """How a space is shown."""

    PLAIN = auto()
    FOUND = auto()
    OPEN = auto()
    TARGET = auto()
    CROSSED = auto()
    DIM = auto()


def lights(view: View, aim: Aim) -> tuple[SpaceLight, ...]:
    """Return how every space is shown, row by row."""
    return tuple(_light(view, aim, space.space, space.side is not None) for space in view.spaces)


def _light(view: View, aim: Aim, space: Space, covered: bool) -> SpaceLight:
    match aim:
        case PlayState(card) if view.laid_out:
            if view.spaces[space.index].card != card:
                return SpaceLight.DIM
            return SpaceLight.CROSSED if covered else SpaceLight.FOUND
        case PlayState() | PlayAdd() | WrongChip():
            return SpaceLight.DIM if covered else SpaceLight.OPEN
        case PlayRemove():
            return SpaceLight.TARGET if space in view.removable else SpaceLight.DIM
    return SpaceLight.PLAIN
