"""Where a pattern could be connected: asked of the rules, and only when the table asks."""

from companion.games.tracktic.grid import Cell, touching
from companion.games.tracktic.legal import placements
from companion.games.tracktic.model import FLIP, Card, State
from companion.games.tracktic.placing import reach
from companion.games.tracktic.view import View

_thought: list[tuple[State, Card | None, frozenset[Cell]]] = []
"""The last answer: a table that is drawn anew asks the same of the same position."""


def connecting(view: View, card: Card | None) -> frozenset[Cell]:
    """Return the cells beside the path of whoever's turn it is on which a pattern could touch it.

    Without a card: any that can be played. Where it goes without a token, those that need one are left out.
    """
    for state, asked, cells in _thought:
        if state is view.state and asked == card:
            return cells
    _thought[:] = [(view.state, card, _connecting(view, card))]
    return _thought[0][2]


def _connecting(view: View, card: Card | None) -> frozenset[Cell]:
    state = view.state
    kinds = [card] if card is not None else [kind for kind in view.profile.cards if view.playable(kind)]
    able = [report for kind in kinds if kind != FLIP for report in placements(state, kind)]
    free = [report for report in able if not report.token] or able
    near = touching(reach(state, state.colours[state.turn]))
    return frozenset(cell for report in free for cell in report.cells if cell in near)
