"""The score keeper on the screen: a row for each player, and pads for the player who is tapped."""

from collections.abc import Iterator

from companion.game import Level, Outcome, Seat
from companion.journal import NamePlate
from tests.ui.sixth.rules import Facts, Keeper, Score, Scored, State, Won
from ui.games.face import GameFace
from ui.games.match_words import MatchWords
from ui.games.players import SimulatedPlayers
from ui.stage import theme
from ui.stage.parts import mark, panel
from ui.stage.rect import Rect
from ui.stage.scene import Pads, Scene, Slot, Spot, TableDrawing, TableProps, Viewport
from ui.stage.shapes import Letters
from ui.table.names import Names
from ui.table.presenting import Banner, Begin, Choice, Dialog
from ui.table.sentences import ENDED, SentencePlural, Sentences

SCORED = SentencePlural("{who} scored {points} point.", "{who} scored {points} points.", "points")
FAULTS = {"sk.score nobody": "Nobody sits there", "sk.end": "The game is over"}


class KeeperSentences(Sentences):
    """The score keeper's sentences for its record."""

    catalogue = Keeper.catalogue
    templates, faults, acts = {Score: SCORED, Scored: SCORED, Won: ENDED}, FAULTS, {}
    began = "{who} began."


class KeeperPresenter(MatchWords[Names]):
    """Turns taps into points: a player is tapped, then a number."""

    def banner(self, view: State, pending: Seat | None = None) -> Banner:
        """Say what to do."""
        if view.ended is not None:
            return Banner(None, self.names.subject(view.ended.winners[0]))
        return Banner(pending, "Who scored?" if pending is None else "How many points?")

    def routine(self, view: State, pending: Seat | None = None) -> tuple[Choice, ...]:
        """Offer points for the player who was tapped."""
        return () if pending is None else tuple(Choice(f"+{n}", "", Score(pending, n)) for n in (1, 5, 10))

    def tapped(self, view: State, pending: Seat | None, place: Seat) -> Begin:
        """Begin to score."""
        return Begin(place)

    def result(self, outcome: Outcome, view: State) -> Dialog:
        """Show who won."""
        return Dialog(self.names.subject(outcome.winners[0]), winners=outcome.winners)


Seen = TableProps[State, Seat | None, None]


def table(props: Seen, room: Viewport, finger: Spot | None) -> Scene:
    """Draw a row for each player: mark, name, points."""
    seats = [Seat(seat) for seat in range(len(props.view.points))]
    rows = list(zip(seats, room.rect.rows(len(seats), room.mm(2)), strict=True))
    items = (item for seat, row in rows for item in _row(props, room, seat, row.on_pixels(), finger))
    return Scene(tuple(items), (Pads(tuple((seat, row.on_pixels()) for seat, row in rows)),))


def _row(props: Seen, room: Viewport, seat: Seat, row: Rect, finger: Spot | None) -> Iterator[Slot]:
    plate = props.plates[seat]
    chosen = theme.seat_tone(plate) if props.pending == seat else None
    yield from panel(room, row, theme.PRESSED if finger == seat else theme.PANEL, chosen)
    inner = row.inset(room.mm(2))
    left, rest = inner.cut_left(min(inner.height, room.mm(9)), room.mm(3))
    yield from mark(plate, left.x, left.center[1] - left.width / 2, left.width)
    yield Letters(plate.name, rest, theme.TEXT, room.mm(theme.HEADING_MM), bold=True, along=0)
    points = str(props.view.points[seat])
    yield Letters(points, rest, theme.TEXT, room.mm(theme.GLANCE_MM), bold=True, along=1)


class KeeperFace(GameFace):
    """The score keeper on the screen."""

    game, counts = Keeper(), (2, 3, 4, 5, 6)

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the number of players."""
        return Facts(players, rulings)

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> KeeperPresenter:
        """Return the words of one match."""
        names = Names(facts, plates)
        return KeeperPresenter(names, KeeperSentences(names))

    def look(self, presenter: KeeperPresenter) -> TableDrawing:
        """Return the rows."""
        return TableDrawing(table, presenter.names.plates)

    def players(self, seed: int) -> SimulatedPlayers:
        """Raise NotImplementedError: the game has no demonstration."""
        raise NotImplementedError
