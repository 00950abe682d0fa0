"""What a begun aim lights up on the board. Pure; what is lit is a help for the eye, and judges nothing."""

from enum import Enum, auto

from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.view import View
from ui.games.sequence_states.aims import Aim, PlayAdd, PlayRemove, PlayState, WrongChip


class Light(Enum):
    """How a space is shown."""

    PLAIN = auto()
    FOUND = auto()
    OPEN = auto()
    TARGET = auto()
    CROSSED = auto()
    DIM = auto()


def lights(view: View, aim: Aim) -> tuple[Light, ...]:
    """Return how every space is shown, row by row."""
    return tuple(_light(view, aim, space.space, space.side is not None) for space in view.spaces)


def _light(view: View, aim: Aim, space: Space, covered: bool) -> Light:
    match aim:
        case PlayState(card) if view.laid_out:
            if view.spaces[space.index].card != card:
                return Light.DIM
            return Light.CROSSED if covered else Light.FOUND
        case PlayState() | PlayAdd() | WrongChip():
            return Light.DIM if covered else Light.OPEN
        case PlayRemove():
            return Light.TARGET if space in view.removable else Light.DIM
    return Light.PLAIN
