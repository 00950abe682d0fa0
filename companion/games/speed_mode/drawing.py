"""Judging what is drawn: exchanged cards, a replenished hand, and the cards that lie face up."""

from collections.abc import Iterator

from companion.game import Accepted, Details, Faults, Refused, Remedy, Seat, Violation
from companion.games.speed_mode.cards import CARDS, Kind, counted
from companion.games.speed_mode.deck import can_exchange, can_replenish, full, to_draw
from companion.games.speed_mode.ending import played
from companion.games.speed_mode.events import CardsExchanged, CardTurnedUp, HandReplenished, Passed, Verdict
from companion.games.speed_mode.faults import over_faults, turn_faults
from companion.games.speed_mode.model import State
from companion.games.speed_mode.reports import Exchange, Pass, Replenish, TurnUp
from companion.rulings import ruled


def exchange(state: State, report: Exchange) -> Verdict:
    """Rule on three cards that were exchanged."""
    seat = report.seat
    count, cards = _taken(report)
    faults, impossible = turn_faults(state, seat), tuple(_taken_faults(state, report, CARDS))
    # Three cards of the hand.
    if state.hands[seat] < CARDS:
        hand: Details = {"why": "hand", "hand": state.hands[seat]}
        impossible = (Violation("sm.exchange", seat, hand), *impossible)
    # Three others to draw: nobody takes back what went under the deck.
    if state.drawable < CARDS:
        few: Details = {"why": "few", "left": state.drawable}
        faults = (*faults, Violation("sm.exchange", seat, few))
    drawn: Details = {"cards": CARDS, "face_up": count}
    steps = (Remedy("return_drawn", seat, drawn), Remedy("take_from_bottom", seat, {"cards": CARDS}))
    stand = not state.finished
    events = played(state, (CardsExchanged(seat, count, cards),), seat) if stand and not impossible else ()
    return ruled(faults, impossible, steps, events, stand=stand)


def replenish(state: State, report: Replenish) -> Verdict:
    """Rule on cards that were drawn into a hand."""
    seat = report.seat
    count, cards = _taken(report)
    wanted = to_draw(state, seat)
    faults, impossible = turn_faults(state, seat), tuple(_taken_faults(state, report, wanted))
    # Something must be there to draw.
    if not state.drawable:
        impossible = (Violation("sm.replenish", seat, {"why": "nothing"}), *impossible)
    # To no more than ten cards.
    if full(state, seat):
        faults = (*faults, Violation("sm.replenish", seat, {"why": "hand", "hand": state.hands[seat]}))
    steps = (Remedy("return_drawn", seat, {"cards": wanted, "face_up": count}),)
    stand = not state.finished
    event = HandReplenished(seat, wanted, count, cards)
    events = played(state, (event,), seat) if stand and not impossible else ()
    return ruled(faults, impossible, steps, events, stand=stand)


def turn_up(state: State, report: TurnUp) -> Verdict:
    """Rule on a face-up card that is told."""
    card = report.card
    faults = over_faults(state)
    # Five lie face up, while there are cards; they are told only at the level of watching.
    if not state.untold:
        why = "all_told" if state.watched else "counted"
        faults = (*faults, Violation("sm.face-up", details={"why": why, "card": card}))
    elif state.hidden(card) <= 0:
        faults = (*faults, Violation("sm.face-up", details={"why": "copies", "card": card}))
    return Refused(faults) if faults else Accepted((CardTurnedUp(card),))


def pass_turn(state: State, report: Pass) -> Verdict:
    """Rule on a player who can do nothing; that no combination can be made only the player knows."""
    seat = report.seat
    faults = list(turn_faults(state, seat))
    # Only if nothing can be made, exchanged or replenished.
    if can_exchange(state, seat):
        faults.append(Violation("sm.turn", seat, {"why": "exchange"}))
    if can_replenish(state, seat):
        faults.append(Violation("sm.turn", seat, {"why": "replenish"}))
    return ruled((), tuple(faults), (), () if faults else played(state, (Passed(seat),), seat))


def _taken(report: Exchange | Replenish) -> tuple[int, tuple[Kind, ...]]:
    """Return how many face-up cards were taken, and which ones, where that was told."""
    told = report.face_up
    return (told, ()) if isinstance(told, int) else (len(told), tuple(sorted(told, key=list(Kind).index)))


def _taken_faults(state: State, report: Exchange | Replenish, drawn: int) -> Iterator[Violation]:
    seat = report.seat
    count, cards = _taken(report)
    rule = "sm.exchange" if isinstance(report, Exchange) else "sm.replenish"
    # As many are drawn as went, and not more of them from the face-up cards.
    if count > drawn:
        yield Violation(rule, seat, {"why": "count", "cards": drawn, "face_up": count})
        return
    if drawn - count > state.deck and state.drawable >= drawn:
        yield Violation(rule, seat, {"why": "deck", "cards": drawn - count, "deck": state.deck})
    if count > state.drawable:
        yield Violation("sm.face-up", seat, {"why": "fewer", "face_up": state.face_up})
    # The referee knows which cards lie there, or how many, as the table has chosen.
    if bool(cards) != (state.watched and count > 0):
        yield Violation("sm.face-up", seat, {"why": "which" if state.watched else "counted"})
    elif cards:
        yield from _which_faults(state, seat, cards, drawn)


def _which_faults(state: State, seat: Seat, cards: tuple[Kind, ...], drawn: int) -> Faults:
    wanted = counted(cards)
    unseen = {kind: count - state.open.count(kind) for kind, count in wanted.items()}
    unseen = {kind: count for kind, count in unseen.items() if count > 0}
    # A card that was taken is replaced at once, and the new one may be taken too, though nobody told it.
    replaced = min(len(cards) - 1, max(0, state.deck - (drawn - len(cards))))
    if sum(unseen.values()) > state.untold + replaced:
        return tuple(Violation("sm.face-up", seat, {"why": "not_open", "card": kind}) for kind in unseen)
    return tuple(
        Violation("sm.face-up", seat, {"why": "copies", "card": kind})
        for kind, count in unseen.items()
        if count > state.hidden(kind)
    )
