"""Simulated players of Tracktic: what they do next, from what is on the grid.

Seeded. They lengthen their path, avoid Ts, save tokens and flip cards for when they are needed, and sometimes
lay something wrong.
"""

from collections import Counter

from companion.games.tracktic.grid import touching
from companion.games.tracktic.model import FLIP, Card, State
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.rules import card_of, legal
from companion.games.tracktic.view import View
from ui.games.players import HandStep, Tapped, TappingPlayers, pad_tap, touch
from ui.games.tracktic import words
from ui.games.tracktic.pending import OPENED, CellTap, Flipping, LayingPattern
from ui.table.presenting import Begin, Enter, Presenter

# How a report of Tracktic is tapped on the screen: the cells of the grid, and the pads.

NEXT, LAST_CELL = 0.35, 0.9
"""Seconds until a finger taps the next cell, and until it taps the pad after the last one."""


def _taps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps in order, None for a pad that isn't there."""
    match report:
        case LayPattern(_, cells) if cells:
            pads = presenter.routine(view, LayingPattern(cells=cells))
            *before, last = (touch(CellTap(cell), NEXT) for cell in cells)
            return *before, HandStep(last.deed, LAST_CELL), pad_tap(pads, report)
        case FlipPiece(_, flipped, at):
            begin = pad_tap(presenter.routine(view), Begin(Flipping()))
            return begin, touch(CellTap(flipped), LAST_CELL), touch(CellTap(at))
        case Skip():
            return (pad_tap(presenter.routine(view), report),)
        case OpenCard(card):
            title = words.FLIP_CARD if card == FLIP else card
            return pad_tap(presenter.routine(view), Enter(OPENED)), HandStep(Tapped(title))
        case _:
            return (None,)


WRONG = 0.05
"""How often something is laid against the rules."""
LOOKED_AT = 40
"""Most legal moves that a player considers."""
SPARED = 2.5
"""Worth of a flip card, and cost of a token: both are saved while other moves are worth more."""


class Players(TappingPlayers):
    """All players; `act` returns what happens next in a state that hasn't ended."""

    taps = staticmethod(_taps)

    def act(self, state: State) -> AnyReport:
        """Return what happens next; sometimes a pattern laid against the rules."""
        if state.unreported:
            return OpenCard(self._turned_up(state))
        slip = self._slip(state) if self.slips(state, WRONG) else None
        return slip or self._move(state)

    def _turned_up(self, state: State) -> Card:
        """Return a random top card of the draw deck: one that is neither played nor open."""
        hidden = {card: state.hidden(card) for card in state.profile.cards}
        return self._random.choice(list(Counter(hidden).elements()))

    def _move(self, state: State) -> AnyReport:
        able = [report for report in legal(state) if isinstance(report, LayPattern | FlipPiece)]
        if not able:
            return Skip(state.turn)
        some = self._random.sample(able, min(LOOKED_AT, len(able)))
        return max(some, key=lambda report: self._worth(state, report) * self.whim())

    def _worth(self, state: State, report: LayPattern | FlipPiece) -> float:
        """Return a move's worth: long patterns that leave room to go on."""
        if isinstance(report, FlipPiece):
            return SPARED
        free = len((touching(report.cells) & state.area) - state.pieces.keys())
        return len(report.cells) + free / 2 - SPARED * report.token

    def _slip(self, state: State) -> LayPattern | None:
        """Return a legal pattern with one piece moved, or None if its shape is still a card's."""
        lays = [report for report in legal(state) if isinstance(report, LayPattern) and not report.token]
        if not lays:
            return None
        meant = self._random.choice(lays)
        free = sorted((touching(meant.cells) & state.area) - state.pieces.keys())
        if not free:
            return None
        cells = (*meant.cells[1:], self._random.choice(free))
        return None if card_of(state.profile, cells) else LayPattern(state.turn, tuple(sorted(set(cells))))
