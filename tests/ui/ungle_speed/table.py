"""A table for the tests of the screen: matches that are played by telling, and views of any position."""

from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Level, Refused, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Card, SymbolCard
from companion.games.ungle_speed.model import Facts, Grab, State, Touch
from companion.games.ungle_speed.view import View, view
from companion.journal import Entry, MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.stage import theme

GAME = UngleSpeed()
PLATES = theme.plates()
"""Fox, Owl, Bear, Wolf, ..."""
FOX, OWL, BEAR, WOLF = map(Seat, range(4))
MS = 1_000_000

Play = Match[Facts, State, r.AnyReport, e.AnyEvent]


def star(colour: str = "green") -> SymbolCard:
    return SymbolCard("star_wavy", colour)


def photo(*touches: tuple[Seat, int], band: int = 100_000, source: str = "kernel") -> Grab:
    """Return a grab whose first touch won; times in nanoseconds after it."""
    return Grab((touches[0][0],), tuple(Touch(seat, after) for seat, after in touches), band, source)


def laid(
    players: int = 4,
    tops: tuple[Card | None, ...] = (),
    level: Level = Level.COUNTING,
    turn: Seat = FOX,
    pot: int = 0,
) -> State:
    """Return a position where these cards lie face up, one each from seat 0 on."""
    state = GAME.opening(Facts(players, level=level))
    piles = tuple((tops[n],) if n < len(tops) else () for n in state.seats)
    stacks = tuple(stack - len(pile) for stack, pile in zip(state.stacks, piles, strict=True))
    stacks = (stacks[0] - pot, *stacks[1:])
    return replace(state, stacks=stacks, piles=piles, turn=turn, pot=(None,) * pot)


def seen(state: State) -> View:
    return view(state, None)


class Table:
    """A match and its words."""

    def __init__(self, players: int = 4, level: Level = Level.COUNTING, **rulings: str) -> None:
        facts = Facts(players, level=level, rulings=rulings)
        header = MatchHeader("m", GAME.name, PLATES[:players])
        self.match: Play = Match.begin(GAME, facts, header, WallTime(0))
        self.words = UnglePresenter(facts, PLATES[:players])

    @property
    def view(self) -> View:
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


def words_of(players: int = 4) -> UnglePresenter:
    return UnglePresenter(Facts(players), PLATES[:players])
