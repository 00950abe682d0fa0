"""Tracktic's presenter: the words of its table, and the meaning of taps. Pure."""

from msgspec.structs import replace

from companion.game import Outcome, Seat
from companion.games.tracktic import reports as r
from companion.games.tracktic.evolve import opening
from companion.games.tracktic.game import Tracktic
from companion.games.tracktic.grid import Cell, orientations
from companion.games.tracktic.model import FLIP, Card, Facts, Piece
from companion.games.tracktic.rules import card_of, could_play
from companion.games.tracktic.view import View
from companion.journal import NamePlate
from ui.games.match_words import MatchWords
from ui.games.pending import NOTHING, CardTap, OutOfTurn, SeatTap
from ui.games.tracktic import words
from ui.games.tracktic.art import SHAPES
from ui.games.tracktic.pending import (
    OPENED,
    PATTERN,
    SKIPPED,
    CellsDragged,
    CellTap,
    Flipping,
    LayingPattern,
    Pending,
    Tap,
    connecting,
    ghost,
    mover,
)
from ui.games.tracktic.sentences import TrackticSentences
from ui.table import names as table_names
from ui.table.names import listed, plays_out_of_turn, turn_of, wins_with
from ui.table.presenting import Banner, Begin, Choice, Dialog, Enter

LISTED = 8
"""Most cards named as ones that could have been played."""

# The names of players and their colours in sentences.

PLATES = {Piece.YELLOW: "yellow", Piece.BLUE: "sky", Piece.GREEN: "green", Piece.RED: "vermilion"}
"""The seats' colours that match the pieces', so that a player has only one colour."""


class Names(table_names.Names):
    """The names of one match; plates are by seat."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        super().__init__(facts, plates)
        self.colours = opening(facts, Tracktic.catalogue).colours
        self.plates = tuple(
            replace(plate, colour=PLATES[piece], shape=SHAPES[piece])
            for plate, piece in zip(self.plates, self.colours, strict=False)
        )


class TrackticPresenter(MatchWords[Names]):
    """The words and answers of one match; `plates` are by seat."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        names = Names(facts, plates)
        super().__init__(names, TrackticSentences(names))

    def banner(self, view: View, pending: Pending = None) -> Banner:
        """Return whose turn it is and what to do."""
        if view.ended is not None:
            return Banner(None, self._ending(view))
        turn, seat = self.names.subject(view.turn), mover(pending, view.turn)
        who = self.names.subject(seat)
        match pending:
            case OutOfTurn():
                return Banner(seat, plays_out_of_turn(who), words.out_of_turn(turn, who))
            case LayingPattern(card, _way, cells) if cells:
                return Banner(
                    seat,
                    words.lays(who, words.pieces(len(cells))),
                    words.then_tap(self._lay_pad(view, pending).title) if card is None else words.TAP_GHOST,
                )
            case LayingPattern():
                return Banner(seat, turn_of(who), words.TAP_GHOST)
            case Flipping(flipped):
                hint = words.TAP_FLIPPED if flipped is None else words.TAP_LAID
                return Banner(seat, words.flips(who), hint)
        how = words.HOW_TO_ENTER if not view.state.unreported else words.which_opened(view.state.unreported)
        return Banner(view.turn, turn_of(who), how)

    def routine(self, view: View, pending: Pending = None) -> tuple[Choice, ...]:
        """Return the choices at hand; the first is the large pad."""
        if view.ended is not None:
            return ()
        if isinstance(pending, Flipping):
            return (Choice(words.PLAY_FLIP, words.STOP, Begin(pending), primary=True),)
        if isinstance(pending, LayingPattern):
            return (self._lay_pad(view, pending), *self._shaping(view, pending))
        if isinstance(pending, OutOfTurn):
            flip = Begin(Flipping(seat=pending.seat))
            return (Choice(words.PLAY_FLIP, words.FLIP_HINT, flip, live=view.state.playable(FLIP)),)
        # None is `primary`: a button pressed by accident mustn't skip a player.
        opened = [Choice(words.OPENED, words.OPENED_HINT, Enter(OPENED))] if view.state.unreported else []
        return (
            *opened,
            Choice(words.CHOOSE, words.CHOOSE_HINT, Enter(PATTERN)),
            Choice(words.PLAY_FLIP, words.FLIP_HINT, Begin(Flipping()), live=view.state.playable(FLIP)),
            Choice(words.SKIP, words.SKIP_HINT, r.Skip(view.turn)),
        )

    def tapped(self, view: View, pending: Pending, place: Tap) -> r.AnyReport | Begin | Enter | None:
        """Return what a tap on the grid or on an open card means; the rules judge it."""
        if view.ended is not None:
            return None
        seat, other = mover(pending, view.turn), None if pending is None else pending.seat
        laid = pending.cells if isinstance(pending, LayingPattern) else ()
        match place:
            case SeatTap(player):
                return None if player == view.turn else Begin(OutOfTurn(player))
            case CardTap(number) if number >= len(view.state.open):
                return Enter(OPENED)
            case CardTap(number):
                card = view.state.open[number]
                return Begin(Flipping(seat=other) if card == FLIP else LayingPattern(card, seat=other))
            case CellTap(cell) if isinstance(pending, Flipping):
                if cell in view.pieces:
                    # Turn another piece over instead, or leave this one alone after all.
                    return Begin(replace(pending, flipped=None if cell == pending.flipped else cell))
                return None if pending.flipped is None else r.FlipPiece(seat, pending.flipped, cell)
            case CellTap(cell) if isinstance(pending, LayingPattern) and pending.card is not None:
                return _moved(view, pending, pending.card, cell)
            case CellTap(cell) if cell in laid:
                rest = tuple(at for at in laid if at != cell)
                return Begin(LayingPattern(cells=rest, seat=other)) if rest else NOTHING
            case CellTap(cell):
                return Begin(LayingPattern(cells=(*laid, cell), seat=other))
            case CellsDragged(cells) if isinstance(pending, LayingPattern) and pending.card is not None:
                return _moved(view, pending, pending.card, cells[-1])
            case CellsDragged(cells) if not isinstance(pending, Flipping):
                return Begin(LayingPattern(cells=tuple(dict.fromkeys((*laid, *cells))), seat=other))
        return None

    def referee_menu(self, view: View) -> tuple[Choice, ...]:
        """Return what can be asked after a skip; everything that happens in this game has a pad."""
        if view.state.skipper is None:
            return ()
        who = self.names.subject(view.state.skipper)
        return (Choice(words.could_have(who), words.COULD_HAVE_HINT, Enter(SKIPPED)),)

    def could_have(self, view: View, seat: Seat) -> str:
        """Return whether and how a player who has just skipped could have played."""
        able = list(could_play(view.state, seat))
        if not able:
            return words.NONE_FITS if view.state.watched else words.NONE_LEFT_FITS
        lines = []
        for move in able:
            if isinstance(move, r.FlipPiece):
                lines.append(words.could_play(FLIP, move.flipped, token=False))
            else:
                card = card_of(view.state.profile, move.cells) or ""
                lines.append(words.could_play(card, min(move.cells), token=move.token))
        if len(lines) > LISTED:
            lines[LISTED:] = [words.more(len(lines) - LISTED)]
        return "\n".join(map(str, (words.COULD_OPEN if view.state.watched else words.COULD_LEFT, *lines)))

    def result(self, outcome: Outcome, view: View) -> Dialog:
        """Return the dialog of the end: the winners large, and everybody's points."""
        order = sorted(view.seats, key=lambda seat: -len(seat.path))
        return Dialog(
            title=self.won(outcome, lambda: self._ending(view)),
            subtitle="" if outcome.winners else self.sentences.rule(outcome.reason),
            winners=outcome.winners,
            figures=tuple(
                self.line(seat.seat, str(len(seat.path)), "" if seat.exact else words.AT_LEAST)
                for seat in order
            ),
        )

    def _ending(self, view: View) -> str:
        assert view.ended is not None
        winners = view.ended.winners
        points = len(view.seats[winners[0]].path)
        names = listed(self.names.subjects(winners))
        return wins_with(names, points) if len(winners) == 1 else words.share_with(names, points)

    def _lay_pad(self, view: View, pending: LayingPattern) -> Choice:
        """Return the large pad, which lays the pattern, with a token if an opponent's piece is in its way."""
        if not pending.cells:
            return Choice(words.LAY, words.TAP_PLACE, NOTHING, primary=True, live=False)
        seat, cells = mover(pending, view.turn), pending.cells
        colour = view.seats[seat].colour
        way = any(view.pieces.get(cell) not in (None, colour, Piece.WHITE) for cell in cells)
        title, hint = (words.LAY_TOKEN, words.TURNS_OVER) if way else (words.LAY, words.pieces(len(cells)))
        return Choice(title, hint, r.LayPattern(seat, cells, way), primary=True)

    def _shaping(self, view: View, pending: LayingPattern) -> tuple[Choice, ...]:
        """Return the pads that turn a chosen pattern and show where it fits."""
        card = pending.card
        pattern = view.state.profile.pattern(card) if card is not None else None
        if card is None or pattern is None:
            return ()
        count = len(orientations(pattern.shape))
        turned = (pending.way + 1) % count
        moved = ghost(view, card, turned, min(pending.cells)) if pending.cells else ()
        # A pattern that isn't on the grid yet can't be turned.
        able = count > 1 and bool(pending.cells)
        turn = Begin(replace(pending, way=turned, cells=moved))
        nowhere = pending.hints and not connecting(view, card)
        where = words.NOWHERE if nowhere else words.WHERE_HINT
        shape = Choice(words.TURN, words.NEXT_WAY, turn, live=able)
        if pending.seat is not None:
            # Out of turn no placement is legal.
            return (shape,)
        return (shape, Choice(words.WHERE, where, Begin(replace(pending, hints=not pending.hints))))


def _moved(view: View, pending: LayingPattern, card: Card, cell: Cell) -> Begin | None:
    """Return the move with its ghost at a cell; None if it is there: a second tap doesn't end it."""
    moved = ghost(view, card, pending.way, cell)
    return None if moved == pending.cells else Begin(replace(pending, cells=moved))
