"""The history in sentences: what every report says, and every event."""

from collections.abc import Iterator, Sequence

from companion.game import Seat
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.cards import REMOVE, CardFace
from companion.games.sequence_states.lines import Space
from ui.games.sequence_states import words
from ui.games.sequence_states.names import Names
from ui.telling import cards, listed, sentence, wins
from ui.words import _, _many

FIRST = {1: _("first"), 2: _("second"), 3: _("third")}


def report_sentence(names: Names, report: r.AnyReport) -> str:
    """Return what was claimed."""
    match report:
        case r.PlaceChip(seat, space, card):
            return placed(names, seat, space, card)
        case r.RemoveChip(seat, space):
            return _("{who} played REMOVE and took the chip off {where}.").format(
                who=names.subject(seat), where=names.place(space)
            )
        case r.ChooseFive(five):
            return _("The sequence is {line}.").format(line=words.line(five))
        case r.SwapDead(seat, card):
            return swapped(names, seat, card)
        case r.DrawCard(seat):
            return sentence(words.drew_card(names.subject(seat)))
        case r.CallTalk(side):
            return _("Table talk in {side}.").format(side=names.side(side))
        case r.Forfeit(seat, card):
            return put_down(names, seat, card)
        case r.ForfeitAll():
            return _("Everyone has put a card down.")
        case r.PassTurn(seat):
            return _("{who} can't play a card.").format(who=names.subject(seat))
        case r.Recount():
            return _("The cards were counted.")


def event_sentence(names: Names, event: e.AnyEvent) -> str:
    """Return what happened; what happened together is told together by `follow_up`."""
    match event:
        case e.ChipPlaced(seat, space, card):
            return placed(names, seat, space, card)
        case e.ChipRemoved(seat, space, side):
            return _("{who} played REMOVE and took {chip} off {where}.").format(
                who=names.subject(seat), chip=words.A_CHIP[names.colour(side)], where=names.place(space)
            )
        case e.SequenceMade():
            return sequence_made(names, event)
        case e.FiveChosen(side, five, instead_of):
            # One space or more is in both: only the others are turned.
            return _("{side}'s sequence is {line}, not {others}.").format(
                side=names.side(side), line=words.line(five), others=words.line(instead_of)
            )
        case e.DeadSwapped(seat, card):
            return swapped(names, seat, card)
        case e.CardDrawn(seat):
            return sentence(words.drew_card(names.subject(seat)))
        case e.DrawLost(seat, _move, to):
            return _("{who} lost a card: {other} had already played and drawn.").format(
                who=names.subject(seat), other=names.subject(to)
            )
        case e.DeckShuffled(count):
            return _("The draw deck is empty: shuffle the discards, {cards}, into a new one.").format(
                cards=cards(count)
            )
        case e.TalkRuled(side, seats):
            who = listed(names.subjects(seats))
            return _many(
                "Table talk in {side}: {who} must put a card down.",
                "Table talk in {side}: {who} must each put a card down.",
                len(seats),
            ).format(side=names.side(side), who=who)
        case e.CardForfeited(seat, card):
            return put_down(names, seat, card)
        case e.Passed(seat):
            return _("{who} couldn't play a card.").format(who=names.subject(seat))
        case e.TurnPassed(to):
            return words.plays_next(names.subject(to))
        case e.Recounted(deck, hands):
            held = ", ".join(f"{names.subject(Seat(seat))} {count}" for seat, count in enumerate(hands))
            return _("Counted: {deck} in the draw deck; {hands}.").format(deck=deck, hands=held)
        case e.Ended(outcome):
            if not outcome.winners:
                return _("The game is over: a draw.")
            return _("The game is over: {wins}.").format(wins=wins(names.winners(outcome.winners)))


def follow_up(names: Names, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
    """Return one line for what hands have to see to first, and one for all the rest."""
    # What somebody must do now, such as turning chips over, stands before what was told.
    urgent = [
        event_sentence(names, event)
        for kind in (e.SequenceMade, e.DeckShuffled)
        for event in events
        if isinstance(event, kind)
    ]
    lines = [*urgent, *_others(names, events)]
    return (lines[0], " ".join(lines[1:])) if len(lines) > 1 else tuple(lines)


def _others(names: Names, events: Sequence[e.AnyEvent]) -> Iterator[str]:
    forfeited = [event for event in events if isinstance(event, e.CardForfeited)]
    if len(forfeited) > 1 and all(event.card is None for event in forfeited):
        yield _("{who} each put a card down.").format(
            who=listed(names.subjects(event.seat for event in forfeited))
        )
        events = [event for event in events if event not in forfeited]
    for event in events:
        if not isinstance(event, e.SequenceMade | e.DeckShuffled):
            yield event_sentence(names, event)


def placed(names: Names, seat: Seat, space: Space, card: CardFace) -> str:
    """Return that a chip was put on a space."""
    who, chip = names.subject(seat), words.CHIPS[names.colour_of(seat)]
    if card is None:
        return _("{who} played a card: {chip} on {where}.").format(
            who=who, chip=chip, where=names.place(space)
        )
    # What the card says needs not be said of the space too.
    where = words.place(space) if names.shows(space) == card else names.place(space)
    return _("{who} played {what}: {chip} on {where}.").format(
        who=who, what=words.state(card), chip=chip, where=where
    )


def sequence_made(names: Names, event: e.SequenceMade) -> str:
    """Return which sequence a side has, and what hands do with it."""
    return _("{side} has its {nth} sequence: {line}. Turn these five over.").format(
        side=names.side(event.side),
        nth=FIRST.get(event.number, str(event.number)),
        line=words.line(event.five),
    )


def swapped(names: Names, seat: Seat, card: CardFace) -> str:
    """Return that a dead card was exchanged."""
    who = names.subject(seat)
    if card is None:
        return _("{who} swapped a dead card.").format(who=who)
    if card == REMOVE:
        return _("{who} swapped REMOVE: it had no chip to take off.").format(who=who)
    return _("{who} swapped a dead card: {what}.").format(who=who, what=words.state(card))


def put_down(names: Names, seat: Seat, card: CardFace) -> str:
    """Return that a card was put down for table talk."""
    what = words.state(card) if card is not None else words.A_CARD
    return _("{who} put {what} down.").format(who=names.subject(seat), what=what)
