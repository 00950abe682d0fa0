"""What the table of Tracktic says: the pure half of its screen. Rules are elsewhere."""

from msgspec.structs import replace

from companion.game import Outcome
from companion.games.tracktic import reports as r
from companion.games.tracktic.grid import Cell, ways
from companion.games.tracktic.model import FLIP, Card, Facts, Piece
from companion.games.tracktic.view import View
from companion.journal import Plate
from ui.games.match_words import MatchWords
from ui.games.tracktic import words
from ui.games.tracktic.aims import (
    OPENED,
    PATTERN,
    Aim,
    CardTap,
    CellsDragged,
    CellTap,
    Flipping,
    Laying,
    Tap,
)
from ui.games.tracktic.ghosts import ghost
from ui.games.tracktic.hints import connecting
from ui.games.tracktic.names import Names
from ui.games.tracktic.sentences import TrackticSentences
from ui.table.presenting import Banner, Begin, Choice, Enter, Sheet
from ui.table.telling import listed

NOTHING = Begin(None)
"""What a pad does that waits for cells to be tapped."""


class TrackticPresenter(MatchWords[Names]):
    """The words and answers of one match; `plates` are by seat."""

    def __init__(self, facts: Facts, plates: tuple[Plate, ...]) -> None:
        names = Names(facts, plates)
        super().__init__(names, TrackticSentences(names))

    def banner(self, view: View, aim: Aim = None) -> Banner:
        """Return whose turn it is and what is awaited."""
        if view.ended is not None:
            return Banner(None, self._ending(view))
        who = self.names.subject(view.turn)
        match aim:
            case Laying(card, _way, cells) if cells:
                return Banner(
                    view.turn,
                    words.lays(who, len(cells)),
                    words.THEN_LAY if card is None else words.TAP_GHOST,
                )
            case Laying():
                return Banner(view.turn, words.turn(who), words.TAP_GHOST)
            case Flipping(flipped):
                return Banner(
                    view.turn, words.flips(who), words.TAP_FLIPPED if flipped is None else words.TAP_LAID
                )
        how = words.HOW_TO_TELL if not view.untold else words.tell_opened(view.untold)
        return Banner(view.turn, words.turn(who), f"{how} · {words.cards_left(view.left)}")

    def routine(self, view: View, aim: Aim = None) -> tuple[Choice, ...]:
        """Return what is told with one tap."""
        if view.ended is not None:
            return ()
        if isinstance(aim, Flipping):
            return (Choice(words.PLAY_FLIP, words.STOP, Begin(aim), primary=True),)
        if isinstance(aim, Laying):
            return (self._lay(view, aim), *self._shaping(view, aim))
        # None is `primary`: a button that is pressed in passing is not to skip for anybody.
        opened = [Choice(words.OPENED, words.OPENED_HINT, Enter(OPENED))] if view.untold else []
        return (
            *opened,
            Choice(words.CHOOSE, words.CHOOSE_HINT, Enter(PATTERN)),
            Choice(words.PLAY_FLIP, words.FLIP_HINT, Begin(Flipping()), live=view.playable(FLIP)),
            Choice(words.SKIP, words.SKIP_HINT, r.Skip(view.turn)),
        )

    def tapped(self, view: View, aim: Aim, place: Tap) -> r.AnyReport | Begin | Enter | None:
        """Return what a tap on the grid, or on an open card, means; whether it is right, the rules say."""
        if view.ended is not None:
            return None
        match place:
            case CardTap(number) if number >= len(view.open):
                return Enter(OPENED)
            case CardTap(number):
                card = view.open[number]
                return Begin(Flipping() if card == FLIP else Laying(card))
            case CellTap(cell) if isinstance(aim, Flipping):
                if cell in view.pieces:
                    # Another one is turned over instead; or this one isn't, after all.
                    return Begin(Flipping(None if cell == aim.flipped else cell))
                return None if aim.flipped is None else r.FlipPiece(view.turn, aim.flipped, cell)
            case CellTap(cell) if isinstance(aim, Laying) and aim.card is not None:
                return _moved(view, aim, aim.card, cell)
            case CellTap(cell) if isinstance(aim, Laying):
                left = tuple(other for other in aim.cells if other != cell)
                if not left and cell in aim.cells:
                    return NOTHING
                return Begin(Laying(cells=left if cell in aim.cells else (*left, cell)))
            case CellTap(cell):
                return Begin(Laying(cells=(cell,)))
            case CellsDragged(cells) if isinstance(aim, Laying) and aim.card is not None:
                return _moved(view, aim, aim.card, cells[-1])
            case CellsDragged(cells) if not isinstance(aim, Flipping):
                before = aim.cells if isinstance(aim, Laying) else ()
                return Begin(Laying(cells=tuple(dict.fromkeys((*before, *cells)))))
        return None

    def referee_menu(self, view: View) -> tuple[Choice, ...]:
        """Return nothing: all that happens in this game has its pad."""
        return ()

    def sheet(self, view: View) -> Sheet | None:
        """Return the result at the end."""
        return None if view.ended is None else self.result(view.ended, view)

    def result(self, outcome: Outcome, view: View) -> Sheet:
        """Return the sheet of the end: the winners large, and everybody's points."""
        order = sorted(view.seats, key=lambda seat: -len(seat.path))
        points = (
            words.points_of(self.names.subject(seat.seat), len(seat.path), seat.exact) for seat in order
        )
        return Sheet(
            title=self._ending(view),
            subtitle="\n".join((" · ".join(points), self.sentences.rule(outcome.reason))),
            winners=outcome.winners,
            over=True,
        )

    def _ending(self, view: View) -> str:
        assert view.ended is not None
        winners = view.ended.winners
        points = len(view.seats[winners[0]].path)
        names = listed(self.names.subjects(winners))
        return words.wins_with(names, points) if len(winners) == 1 else words.share_with(names, points)

    def _lay(self, view: View, aim: Laying) -> Choice:
        """The large pad: the pattern goes down, with a token where something is in its way."""
        if not aim.cells:
            return Choice(words.LAY, words.TAP_PLACE, NOTHING, primary=True, live=False)
        colour = view.seats[view.turn].colour
        way = any(view.pieces.get(cell) not in (None, colour, Piece.WHITE) for cell in aim.cells)
        title, hint = (
            (words.LAY_TOKEN, words.TURNS_OVER) if way else (words.LAY, words.pieces(len(aim.cells)))
        )
        return Choice(title, hint, r.LayPattern(view.turn, aim.cells, way), primary=True)

    def _shaping(self, view: View, aim: Laying) -> tuple[Choice, ...]:
        """Return the pads that turn a chosen pattern round, and show where it fits."""
        card = aim.card
        pattern = view.profile.pattern(card) if card is not None else None
        if card is None or pattern is None:
            return ()
        count = len(ways(pattern.shape))
        turned = (aim.way + 1) % count
        moved = ghost(view, card, turned, min(aim.cells)) if aim.cells else ()
        # What nobody sees yet can't be turned.
        able = count > 1 and bool(aim.cells)
        turn = Begin(replace(aim, way=turned, cells=moved))
        nowhere = aim.hints and not connecting(view, card)
        where = words.NOWHERE if nowhere else words.WHERE_HINT
        return (
            Choice(words.TURN, words.NEXT_WAY, turn, live=able),
            Choice(words.WHERE, where, Begin(replace(aim, hints=not aim.hints))),
        )


def _moved(view: View, aim: Laying, card: Card, cell: Cell) -> Begin | None:
    """Return the ghost where the finger is; nothing where it lies already: a second tap doesn't end it."""
    there = ghost(view, card, aim.way, cell)
    return None if there == aim.cells else Begin(replace(aim, cells=there))
