"""Speed Mode's presenter: the words of its table, and the meaning of taps. Pure."""

from collections.abc import Sequence
from typing import Any

from companion.game import Outcome
from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import CARDS
from companion.games.speed_mode.model import Facts
from companion.games.speed_mode.view import SeatView, View
from companion.journal import NamePlate
from ui.games.match_words import MatchWords
from ui.games.pending import CardTap
from ui.games.speed_mode import art, words
from ui.games.speed_mode.pending import GROUPS, OPENED, DrawingCards, HalfTap, Pending, Tap
from ui.games.speed_mode.sentences import SpeedSentences
from ui.stage.art import Art
from ui.table.names import Names, cards, turn_of, wins_with
from ui.table.presenting import Banner, Begin, Choice, Dialog, Enter


class SpeedPresenter(MatchWords[Names]):
    """The words and answers of one match; `plates` are by seat."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        names = Names(facts, plates)
        super().__init__(names, SpeedSentences(names))

    def banner(self, view: View, pending: Pending = None) -> Banner:
        """Return whose turn it is and what to do."""
        if view.ended is not None:
            return Banner(None, self._ending(view))
        if view.state.finished:
            return Banner(None, words.GROUPS_TITLE)
        who = self.names.subject(view.turn)
        if pending is not None:
            title = words.replenishes(who, cards(_drawn(view, pending)))
            if pending.action == "exchange":
                title = words.exchanges(who)
            return Banner(view.turn, title, words.TAP_CARDS if view.state.watched else words.HOW_MANY)
        if view.state.unreported:
            return Banner(view.turn, turn_of(who), words.enter_first(view.state.unreported))
        return Banner(view.turn, turn_of(who), words.WHO_CANT if view.exhausted else words.HOW_TO_ENTER)

    def routine(self, view: View, pending: Pending = None) -> tuple[Choice, ...]:
        """Return the choices at hand; the first is the large pad."""
        if view.ended is not None or view.state.finished:
            return ()
        if pending is not None:
            return (*self._taking(view, pending), _stop(pending))
        seat = view.seats[view.turn]
        opened = [_opened()] if view.state.unreported else []
        stuck = [
            Choice(
                words.cannot_make(self.names.subject(other.seat)), words.STUCK_HINT, r.CallStuck(other.seat)
            )
            for other in view.seats
            if view.exhausted and not other.stuck
        ]
        draws = _draws(view, seat)
        if seat.exchanges or seat.replenishes:
            return (*opened, *draws, *stuck)
        # The first choice is the large pad, so it must be live.
        return (*opened, Choice(words.PASS, words.PASS_HINT, r.Pass(seat.seat)), *stuck, *draws)

    def tapped(self, view: View, pending: Pending, place: Tap) -> r.AnyReport | Begin | Enter | None:
        """Return what a tap on the board or on a face-up card means; the rules judge it."""
        if view.ended is not None or view.state.finished:
            return None
        match place:
            case HalfTap(at, half):
                # A draw that was begun is finished or stopped first.
                return r.MakeCombination(view.turn, at, half) if pending is None else None
            case CardTap(number) if number >= len(view.state.open):
                return Enter(OPENED) if view.state.unreported else None
            case CardTap(number):
                drawing = pending or _drawing(view.seats[view.turn])
                return None if drawing is None else _toggled(view, drawing, number)
        return None

    def pictured(self, events: Sequence[e.AnyEvent]) -> Art | None:
        """Return the token that is laid, or else taken back; None if there is neither."""
        for event in events:
            match event:
                case e.PairMade(seat):
                    return art.token(self.names.plate(seat), art.WHOLE)
                case e.CombinationUndone(seat, half=half):
                    return art.token(self.names.plate(seat), half)
        return None

    def dialog(self, view: View) -> Dialog | None:
        """Return the question after many exchanges, or that for points counted by hand."""
        if view.state.finished:
            count = Choice(words.COUNT_GROUPS, words.GROUPS_HINT, Enter(GROUPS), primary=True)
            return Dialog(words.GROUPS_TITLE, self.sentences.rule("sm.unpaired"), choices=(count,))
        if not view.state.asked:
            return None
        return Dialog(
            words.ASKED,
            question=words.ASKED_TO_END.format(exchanges=view.state.exchanges),
            choices=(
                Choice(words.PLAY_ON, "", r.AnswerEnd(end=False), primary=True),
                Choice(words.END_IT, "", r.AnswerEnd(end=True)),
            ),
        )

    def result(self, outcome: Outcome, view: View) -> Dialog:
        """Return the dialog of the end: the winner large, and both players' points in parts."""
        worth = view.state.board.scores
        figures = []
        for seat in sorted(view.seats, key=lambda seat: -seat.points):
            pairs = worth.circle * seat.circles
            # Tokens for groups of unpaired combinations count as the rest.
            links = sum(extra.seat == seat.seat and not extra.group for extra in view.state.extras)
            between = worth.quadrilateral * links
            rest = seat.points - pairs - between
            note = words.made_of(pairs, between, rest)
            figures.append(self.line(seat.seat, str(seat.points), note))
        title = self.won(outcome, lambda: self._ending(view))
        return Dialog(title, winners=outcome.winners, figures=tuple(figures))

    def _ending(self, view: View) -> str:
        assert view.ended is not None
        winners = view.ended.winners
        points = max(seat.points for seat in view.seats)
        if len(winners) != 1:
            return words.shared_with(points)
        return wins_with(self.names.subject(winners[0]), points)

    def _taking(self, view: View, pending: DrawingCards) -> tuple[Choice, ...]:
        """Return the pads that report how many face-up cards were taken."""
        drawn = _drawn(view, pending)
        # Cards that the deck lacks were taken from the face-up ones.
        least = max(0, drawn - view.state.deck)

        def report(taken: Any) -> r.Exchange | r.Replenish:
            kind = r.Exchange if pending.action == "exchange" else r.Replenish
            return kind(view.turn, taken)

        if view.state.watched:
            count = len(pending.cards)
            title, hint, enough = words.from_face_up(count), words.rest_from_deck(drawn - count), True
            if count < least:
                title, hint, enough = words.FACE_UP, words.tap_more(least - count), False
            done = Choice(title, hint, report(pending.cards or 0), primary=True, live=enough)
            # Cards that aren't reported can't be tapped as taken.
            return (done,) if enough or not view.state.unreported else (_opened(), done)
        most = min(drawn, view.state.face_up)
        return tuple(
            Choice(words.from_face_up(n), words.rest_from_deck(drawn - n), report(n), primary=n == least)
            for n in range(least, most + 1)
        )


def _stop(pending: DrawingCards) -> Choice:
    title = words.EXCHANGE if pending.action == "exchange" else words.REPLENISH
    return Choice(title, words.STOP, Begin(pending))


def _opened() -> Choice:
    return Choice(words.OPENED, words.OPENED_HINT, Enter(OPENED), primary=True)


def _draws(view: View, seat: SeatView) -> tuple[Choice, ...]:
    none = words.HAND_FULL if view.state.deck + view.state.face_up else words.NO_CARDS
    exchange = words.EXCHANGE_HINT if seat.exchanges else words.NO_CARDS
    replenish = words.draws(seat.draws) if seat.replenishes else none
    exchanging = Choice(words.EXCHANGE, exchange, Begin(DrawingCards("exchange")), live=seat.exchanges)
    filling = Choice(words.REPLENISH, replenish, Begin(DrawingCards("replenish")), live=seat.replenishes)
    # The first choice is the large pad, so it must be live.
    return (filling, exchanging) if seat.replenishes or not seat.exchanges else (exchanging, filling)


def _drawn(view: View, pending: DrawingCards) -> int:
    return CARDS if pending.action == "exchange" else view.seats[view.turn].draws


def _drawing(seat: SeatView) -> DrawingCards | None:
    """Return the draw that a tap on a face-up card begins; None if the player can't draw."""
    if seat.replenishes:
        return DrawingCards("replenish")
    return DrawingCards("exchange") if seat.exchanges else None


def _toggled(view: View, drawing: DrawingCards, number: int) -> Begin | None:
    """Return the draw with one more card, or without it if it is marked; None if it has enough cards.

    Of cards of one kind, the first ones are marked on the board.
    """
    card, cards = view.state.open[number], list(drawing.cards)
    if view.state.open[:number].count(card) < cards.count(card):
        cards.remove(card)
    elif len(cards) < _drawn(view, drawing):
        cards.append(card)
    else:
        return None
    return Begin(DrawingCards(drawing.action, tuple(cards)))
