"""A table for the tests of the screen: matches that are played by telling, and the words of a match."""

from typing import Any

from companion.clock import WallTime
from companion.game import Refused, Seat
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.layout import Layout, demo
from companion.games.sequence_states.model import Facts, State
from companion.games.sequence_states.view import View, view
from companion.journal import Entry, Header
from companion.match import Match
from companion.match_reports import PutRight
from ui import theme
from ui.games.sequence_states.presenter import SequencePresenter

GAME = SequenceStates()
DEMO = demo()
PLATES = theme.plates()
"""Fox, Owl, Bear, Wolf, ..."""
FOX, OWL, BEAR, WOLF = map(Seat, range(4))

Play = Match[Facts, State, r.AnyReport, e.AnyEvent]


def seen(state: State) -> View:
    """Return the position as the screen shows it."""
    return view(state, None)


class Table:
    """A match and its words."""

    def __init__(self, players: int = 4, layout: Layout | None = DEMO, **facts: Any) -> None:
        self.facts = Facts(players, layout=layout, **facts)
        header = Header("m", GAME.name, PLATES[:players])
        self.match: Play = Match.begin(GAME, self.facts, header, WallTime(0))
        self.words = SequencePresenter(self.facts, PLATES[:players])

    @property
    def view(self) -> View:
        """What the screen shows now."""
        return seen(self.match.state)

    def tell(self, *reports: r.AnyReport) -> Entry[Facts, r.AnyReport, e.AnyEvent]:
        """Tell reports, in order; return the last entry. What lies wrong is put right at once."""
        for report in reports:
            if self.match.hold is not None:
                self.match.submit(PutRight(), seen=self.match.length, at=WallTime(0))
            answer = self.match.submit(report, seen=self.match.length, at=WallTime(0))
            assert answer.entry is not None or isinstance(answer.ruling, Refused)
        return self.match.entries[-1]

    def said(self, *reports: r.AnyReport) -> tuple[str, ...]:
        """Tell reports and return the sentences of the last."""
        return self.words.told(self.tell(*reports))


def words_of(players: int = 4, layout: Layout | None = DEMO, **rulings: str) -> SequencePresenter:
    """Return the words of a table that nothing has happened at."""
    return SequencePresenter(Facts(players, layout=layout, rulings=rulings), PLATES[:players])
