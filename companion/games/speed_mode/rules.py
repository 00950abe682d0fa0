"""Judge: every rule about reports. One comment per rule, above the code that decides it."""

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from itertools import combinations_with_replacement, product

from companion.game import (
    UNSEATED,
    Accepted,
    Details,
    Faults,
    Refused,
    Remedy,
    Seat,
    Violation,
    followed,
    may_lack,
    ruled,
)
from companion.games.speed_mode import deck
from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import CARDS, DECK, FIRST, SECOND, Kind, Place
from companion.games.speed_mode.evolve import finish_events, fold, with_consequences
from companion.games.speed_mode.model import FACE_UP, MOST_GROUPS, State
from companion.games.speed_mode.score import outcome

# Combinations that are made, and what follows on the board.


def make(state: State, report: r.MakeCombination) -> e.AnyRuling:
    """Rule on a combination that was discarded and covered."""
    seat, place, half = report.seat, report.place, report.half
    details: Details = {"row": place.row, "column": place.column, "half": half}
    if state.board.combination(place, half) is None:
        nowhere: Details = {"why": "no_such", **details}
        return Refused((Violation("sm.available", seat, nowhere, (Remedy("look_again", seat),)),))
    steps = (Remedy("take_off", seat, details), Remedy("cards_back", seat, details))
    faults, impossible = deck.turn_faults(state, seat), _card_faults(state, report)
    tokens = state.on(place)
    owner = tokens.halves[half] if tokens.circle is None else tokens.circle
    why = "covered" if tokens.circle is None else "circle"
    # A combination under a semi-circle or a circle isn't free.
    covered_faults = (
        () if owner is None else (Violation("sm.available", seat, {"why": why, "by": owner, **details}),)
    )
    # A token on top of another can't be let stand.
    stand = not covered_faults and not state.finished
    events = tuple(make_events(state, report))
    return ruled((*faults, *covered_faults), impossible, steps, events, stand=stand)


def make_events(state: State, report: r.MakeCombination) -> Iterator[e.AnyEvent]:
    """Yield the events of covering a free combination."""
    seat, place, half = report.seat, report.place, report.half
    yield e.CombinationMade(seat, place, half, state.cards(place, half))
    other = SECOND if half == FIRST else FIRST
    owner = state.on(place).halves[other]
    if owner is None:
        return
    # If the halves are of both players, the earlier one is undone and the later one stays.
    if owner != seat:
        yield e.CombinationUndone(owner, place, other)
        return
    # If both are of one player, a circle replaces the two semi-circles.
    yield e.PairMade(seat, place)
    # An extra point for each adjacent pair of the same player.
    for link in state.board.links:
        if place in link and state.on(link[0] if link[1] == place else link[1]).circle == seat:
            yield e.ExtraPlaced(seat, link)


def _card_faults(state: State, report: r.MakeCombination) -> Faults:
    seat = report.seat
    # The hand has three cards.
    if state.hands[seat] < CARDS:
        return (Violation("sm.make", seat, {"why": "hand", "hand": state.hands[seat]}),)
    # The cards are neither among the discards nor face up.
    return tuple(
        Violation("sm.make", seat, {"why": "copies", "card": kind, "left": max(0, state.hidden(kind))})
        for kind, count in Counter(state.cards(report.place, report.half)).items()
        if count > state.hidden(kind)
    )


# Draws: exchanged cards, replenished hands, and face-up cards.


def exchange(state: State, report: r.Exchange) -> e.AnyRuling:
    """Rule on an exchange of three cards."""
    seat = report.seat
    count, cards = _face_up_taken(report)
    faults, impossible = deck.turn_faults(state, seat), tuple(_taken_faults(state, report, CARDS))
    # The hand has three cards.
    if state.hands[seat] < CARDS:
        hand: Details = {"why": "hand", "hand": state.hands[seat]}
        impossible = (Violation("sm.exchange", seat, hand), *impossible)
    # Three other cards can be drawn: those just put under the deck don't count.
    if state.drawable < CARDS:
        few: Details = {"why": "few", "left": state.drawable}
        faults = (*faults, Violation("sm.exchange", seat, few))
    drawn: Details = {"cards": CARDS, "face_up": count}
    steps = (Remedy("return_drawn", seat, drawn), Remedy("take_from_bottom", seat, {"cards": CARDS}))
    event = e.CardsExchanged(seat, count, cards)
    return ruled(faults, impossible, steps, (event,), stand=not state.finished)


def replenish(state: State, report: r.Replenish) -> e.AnyRuling:
    """Rule on cards that were drawn into a hand."""
    seat = report.seat
    count, cards = _face_up_taken(report)
    wanted = deck.to_draw(state, seat)
    faults, impossible = deck.turn_faults(state, seat), tuple(_taken_faults(state, report, wanted))
    # There is a card to draw.
    if not state.drawable:
        impossible = (Violation("sm.replenish", seat, {"why": "nothing"}), *impossible)
    # The hand isn't full: it ends with ten cards at most.
    if deck.full(state, seat):
        faults = (*faults, Violation("sm.replenish", seat, {"why": "hand", "hand": state.hands[seat]}))
    steps = (Remedy("return_drawn", seat, {"cards": wanted, "face_up": count}),)
    event = e.HandReplenished(seat, wanted, count, cards)
    return ruled(faults, impossible, steps, (event,), stand=not state.finished)


def turn_up(state: State, report: r.TurnUp) -> e.AnyRuling:
    """Rule on a face-up card that is reported."""
    card = report.card
    faults = deck.over_faults(state)
    # Five are face up while there are cards; they are reported only at the watching level.
    if not state.unreported:
        why = "all_told" if state.watched else "counted"
        faults = (*faults, Violation("sm.face-up", details={"why": why, "card": card}))
    elif state.hidden(card) <= 0:
        faults = (*faults, Violation("sm.face-up", details={"why": "copies", "card": card}))
    return Refused(faults) if faults else Accepted((e.CardTurnedUp(card),))


def pass_turn(state: State, report: r.Pass) -> e.AnyRuling:
    """Rule on a player who can do nothing. Whether the hand makes a combination only the player knows."""
    seat = report.seat
    faults = list(deck.turn_faults(state, seat))
    # Only if the player can neither exchange nor replenish.
    if deck.can_exchange(state, seat):
        faults.append(Violation("sm.turn", seat, {"why": "exchange"}))
    if deck.can_replenish(state, seat):
        faults.append(Violation("sm.turn", seat, {"why": "replenish"}))
    return ruled((), tuple(faults), (), (e.Passed(seat),))


def _face_up_taken(report: r.Exchange | r.Replenish) -> tuple[int, tuple[Kind, ...]]:
    """Return how many face-up cards were taken, and which, if they were named."""
    face_up = report.face_up
    if isinstance(face_up, int):
        return face_up, ()
    return len(face_up), tuple(sorted(face_up, key=list(Kind).index))


def _taken_faults(state: State, report: r.Exchange | r.Replenish, drawn: int) -> Iterator[Violation]:
    seat = report.seat
    count, cards = _face_up_taken(report)
    rule = "sm.exchange" if isinstance(report, r.Exchange) else "sm.replenish"
    # No more face-up cards are taken than are drawn in all, and the deck has the rest.
    if count > drawn:
        yield Violation(rule, seat, {"why": "count", "cards": drawn, "face_up": count})
        return
    if drawn - count > state.deck and state.drawable >= drawn:
        yield Violation(rule, seat, {"why": "deck", "cards": drawn - count, "deck": state.deck})
    if count > state.drawable:
        yield Violation("sm.face-up", seat, {"why": "fewer", "face_up": state.face_up})
    # The cards taken are named at the watching level, and only counted otherwise.
    if bool(cards) != (state.watched and count > 0):
        yield Violation("sm.face-up", seat, {"why": "which" if state.watched else "counted"})
    elif cards:
        yield from _which_faults(state, seat, cards, drawn)


def _which_faults(state: State, seat: Seat, cards: tuple[Kind, ...], drawn: int) -> Faults:
    named = Counter(cards)
    unreported = {kind: count - state.open.count(kind) for kind, count in named.items()}
    unreported = {kind: count for kind, count in unreported.items() if count > 0}
    # A card that is taken is replaced at once, and its unreported replacement may be taken too.
    replaced = min(len(cards) - 1, max(0, state.deck - (drawn - len(cards))))
    if sum(unreported.values()) > state.unreported + replaced:
        return tuple(Violation("sm.face-up", seat, {"why": "not_open", "card": kind}) for kind in unreported)
    return tuple(
        Violation("sm.face-up", seat, {"why": "copies", "card": kind})
        for kind, count in unreported.items()
        if count > state.hidden(kind)
    )


def judge(state: State, report: r.AnyReport) -> e.AnyRuling:
    """Rule on a report. The match ensures that `state` hasn't ended."""
    match report:
        case r.TurnUp():
            return turn_up(state, report)
        case r.AnswerEnd():
            return _answer_end(state, report)
        case r.CountGroups():
            return _count_groups(state, report)
        case r.Recount():
            ruling = _recount(state, report)
        case _ if report.seat not in state.seats:
            return UNSEATED
        case r.MakeCombination():
            ruling = make(state, report)
        case r.Exchange():
            ruling = exchange(state, report)
        case r.Replenish():
            ruling = replenish(state, report)
        case r.Pass():
            ruling = pass_turn(state, report)
        case r.CallStuck():
            ruling = _call_stuck(state, report)
    return followed(ruling, partial(with_consequences, state))


def _call_stuck(state: State, report: r.CallStuck) -> e.AnyRuling:
    seat = report.seat
    faults = list(deck.over_faults(state, seat))
    # The deck is exhausted.
    if state.deck:
        faults.append(Violation("sm.end", seat, {"why": "deck", "deck": state.deck}))
    elif not deck.exhausted(state):
        faults.append(Violation("sm.end", seat, {"why": "open", "face_up": state.face_up}))
    # The player hasn't said so already since the last change.
    if state.stuck[seat]:
        faults.append(Violation("sm.end", seat, {"why": "said"}))
    return Refused(tuple(faults)) if faults else Accepted((e.StuckCalled(seat),))


def _answer_end(state: State, report: r.AnswerEnd) -> e.AnyRuling:
    # The table was asked.
    if not state.asked:
        return Refused((Violation("sm.end", details={"why": "not_asked", "exchanges": state.exchanges}),))
    return Accepted(finish_events(state, e.Why.AGREED) if report.end else (e.PlayedOn(),))


def _count_groups(state: State, report: r.CountGroups) -> e.AnyRuling:
    # Play is over, and the table counts these points by hand.
    if not state.finished:
        return Refused((Violation("sm.unpaired", details={"why": "early"}),))
    if len(report.points) != len(state.hands):
        return UNSEATED
    if not all(0 <= points <= MOST_GROUPS for points in report.points):
        return Refused((Violation("sm.unpaired", details={"why": "points", "most": MOST_GROUPS}),))
    event = e.GroupsCounted(report.points)
    return Accepted((event, e.Ended(outcome(fold(state, (event,))))))


def _recount(state: State, report: r.Recount) -> e.AnyRuling:
    if len(report.hands) != len(state.hands):
        return UNSEATED
    counts = (report.deck, report.face_up, *report.hands)
    # All cards that aren't discarded are counted; one is lost only if the table says so.
    missing = DECK - sum(state.discards.values()) - sum(counts)
    lacks = not may_lack(missing, report.short, state.short)
    if lacks or min(counts) < 0:
        details: Details = {"why": "count" if lacks else "negative", "missing": missing}
        return Refused((Violation("sm.setup", None, details, (Remedy("count_again", details=details),)),))
    # Five are face up while the deck has cards, and never more.
    if report.face_up > FACE_UP or (report.deck and report.face_up < FACE_UP):
        wanted: Details = {"why": "five", "face_up": report.face_up, "deck": report.deck}
        return Refused((Violation("sm.face-up", None, wanted, (Remedy("turn_up", details=wanted),)),))
    return Accepted((e.Recounted(report.deck, report.face_up, report.hands, missing),))


# The reports of play that judge accepts.


def legal(state: State) -> Iterator[r.AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    Recounts are legal at any time and not listed. Cards taken are listed in one order only, though any is
    accepted; taking none is the number 0.
    """
    if state.ended is None:
        yield from (report for report in _candidates(state) if isinstance(judge(state, report), Accepted))


def showing(state: State, halves: Collection[tuple[Place, int]]) -> Iterator[r.AnyReport]:
    """Yield the legal reports that cover one of these halves, or none; draws only without face-up cards."""
    for report in legal(state) if not state.finished else ():
        covers_another = isinstance(report, r.MakeCombination) and (report.place, report.half) not in halves
        names_cards = isinstance(report, r.Exchange | r.Replenish) and report.face_up != 0
        if not covers_another and not names_cards:
            yield report


def _candidates(state: State) -> Iterator[r.AnyReport]:
    if state.finished:
        yield from (r.CountGroups(points) for points in product(range(MOST_GROUPS + 1), repeat=2))
        return
    seat = state.turn
    if state.unreported:
        yield from map(r.TurnUp, Kind)
    if state.asked:
        yield from (r.AnswerEnd(True), r.AnswerEnd(False))
    for pair in state.board.pairs:
        yield from (r.MakeCombination(seat, pair.place, half) for half in (FIRST, SECOND))
    taken = list(_takings(state))
    yield from (r.Replenish(seat, face_up) for face_up in taken)
    yield from (r.Exchange(seat, face_up) for face_up in taken)
    yield r.Pass(seat)
    yield from map(r.CallStuck, state.seats)


def _takings(state: State) -> Iterator[r.Taken]:
    if not state.watched:
        yield from range(CARDS + 1)
        return
    yield 0
    known = [kind for kind in Kind if kind in state.open or state.hidden(kind) > 0]
    for count in range(1, CARDS + 1):
        yield from combinations_with_replacement(known, count)
