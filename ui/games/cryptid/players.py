"""Simulated players at a table of Cryptid, who go by their own clues and the pieces. Seeded.

They ask about likely spaces and search once they are fairly sure. They answer truly, but sometimes tap a
wrong piece first.
"""

from functools import lru_cache
from math import prod

from companion.game import Seat
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import sets_of_all
from companion.games.cryptid.field import Clues, agreeing_clues, by_hex
from companion.games.cryptid.maps import MAP, Hex, survey
from companion.games.cryptid.model import PAIR, Answering, AskOrSearch, Disc, Hue, State
from companion.games.cryptid.rules import places_elsewhere
from companion.games.cryptid.setups import Setup
from companion.games.cryptid.view import View
from ui.games.cryptid.pending import At, Searching
from ui.games.players import HandStep, TappingPlayers, pad_tap, touch
from ui.table.presenting import Begin, Presenter

# How a report is tapped on the screen.

NEXT = 0.8
"""Seconds from the tap on a space to the tap on a pad."""


def _taps(report: r.AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps in order, None for a pad that isn't there."""
    match report:
        case r.GiveAnswer():
            return (pad_tap(presenter.routine(view), report),)
        case r.Ask(_, at) | r.PlaceCube(_, _, at):
            return touch(at, NEXT), pad_tap(presenter.routine(view, At(at)), report)
        case r.Search(_, at, discs):
            elsewhere = {disc.hue: disc.at for disc in discs if disc.at != at}
            offered = presenter.routine(view, At(at))
            begun = [choice.report for choice in offered if isinstance(choice.report, Begin)]
            # The screen asks for a space for each disc that goes elsewhere; if none does, the pad is enough.
            pending = begun[0].pending if elsewhere and begun else None
            left = pending.left if isinstance(pending, Searching) else ()
            pad = pad_tap(offered, begun[0] if left else report)
            return touch(at, NEXT), pad, *(touch(elsewhere[hue]) for hue in left)
        case _:
            return (None,)


SURE = 0.5
"""They search a space if it is likelier than this."""
WRONG = 0.06
"""Probability of tapping a piece that contradicts the clue."""


class Players(TappingPlayers):
    """Everybody at the table."""

    taps = staticmethod(_taps)

    def act(self, state: State) -> r.AnyReport:
        """Return the next report in a state that hasn't ended; some contradict the player's clue."""
        slips = self.slips(state, WRONG)
        match state.stage:
            case Answering(at):
                return self._answer(state, at, slips)
            case AskOrSearch():
                return self._turn(state)
        return self._cube(state, slips)

    def _answer(self, state: State, at: Hex, slips: bool) -> r.GiveAnswer:
        seat = state.mover
        against = [hue for hue in state.own(seat) if not state.allows(hue, at)]
        if slips:
            agreeing = [hue for hue in state.own(seat) if hue not in against]
            return r.GiveAnswer(seat, self._random.choice(agreeing)) if agreeing else r.GiveAnswer(seat)
        return r.GiveAnswer(seat, self._random.choice(against) if against else None)

    def _cube(self, state: State, slips: bool) -> r.PlaceCube:
        free = [at for at in MAP if state.spot(at).cube is None]
        pairs = [(hue, at) for hue in state.own(state.turn) for at in free if hue not in state.spot(at).discs]
        able = [(hue, at) for hue, at in pairs if state.allows(hue, at) == slips]
        return r.PlaceCube(state.turn, *self._random.choice(able))

    def _turn(self, state: State) -> r.Ask | r.Search:
        seat = state.turn
        own, others = state.own(seat), state.others(seat)
        open_spaces = [at for at in MAP if state.spot(at).cube is None]
        possible = [at for at in open_spaces if all(state.allows(hue, at) for hue in own)]
        likely = _likely(state, possible, [hue for other in others for hue in state.own(other)])
        for at in sorted(possible, key=lambda at: -likely[at]):
            search = self._search(state, seat, at) if likely[at] > SURE else None
            if search is not None:
                return search
        unsaid = {at: who for at in open_spaces if (who := _unsaid(state, others, at))}
        asked = [at for at in unsaid if at in likely] or list(unsaid)
        at = max(asked, key=lambda at: likely.get(at, 0) * self.whim())
        return r.Ask(seat, at, None if state.players == PAIR else self._random.choice(unsaid[at]))

    def _search(self, state: State, seat: Seat, at: Hex) -> r.Search | None:
        discs: list[Disc] = []
        for hue in state.own(seat):
            if hue not in state.spot(at).discs:
                discs.append(Disc(hue, at))
                continue
            able = places_elsewhere(state, hue)
            if not able:
                return None
            discs.append(Disc(hue, self._random.choice(able)))
        return r.Search(seat, at, tuple(discs))


def _unsaid(state: State, others: tuple[Seat, ...], at: Hex) -> list[Seat]:
    """Return the others who haven't put all their discs on a space yet."""
    return [other for other in others if not set(state.own(other)) <= set(state.spot(at).discs)]


def _likely(state: State, spaces: list[Hex], hues: list[Hue]) -> dict[Hex, float]:
    """Return how likely each space is: the product over `hues` of the share of possible clues allowing it."""
    assert state.setup is not None, "simulated players play with sealed clues"
    by = _clues(state.setup)
    able = dict(zip(state.hues, agreeing_clues(by, state.hues, state.spots), strict=True))
    clue_sets = [able[hue] for hue in hues]
    return {
        at: prod((by[at.index] & clues).bit_count() / clues.bit_count() for clues in clue_sets)
        for at in spaces
    }


@lru_cache(maxsize=2)
def _clues(setup: Setup) -> list[Clues]:
    return by_hex(sets_of_all(setup.mode, survey(setup.tiles, setup.structures)))
