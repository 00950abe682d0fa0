"""The history in sentences: what every report says, and every event."""

from collections.abc import Sequence

from companion.game import Seat
from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.cards import Kind
from ui.games.speed_mode import words
from ui.telling import Names, capital, wins
from ui.words import _, _many


def report_sentence(names: Names, report: r.AnyReport) -> str:
    """Return what was claimed."""
    match report:
        case r.MakeCombination(seat, place, half):
            return _("{who} covered {where}.").format(who=names.known(seat), where=words.half_at(place, half))
        case r.Exchange(seat, taken):
            return exchanged(names.known(seat), *_taken(taken))
        case r.Replenish(seat, taken):
            return replenished(names.known(seat), None, *_taken(taken))
        case r.TurnUp(card):
            return turned_up(card)
        case r.Pass(seat):
            return _("{who} passed.").format(who=names.known(seat))
        case r.CallStuck(seat):
            return stuck(names.known(seat))
        case r.AnswerEnd(end):
            return words.WHY[e.Why.AGREED] if end else _("The table plays on.")
        case r.CountGroups(points):
            return groups(names, points)
        case r.Recount():
            return _("The cards were counted.")


def event_sentence(names: Names, event: e.AnyEvent) -> str:
    """Return what happened."""
    match event:
        case e.CombinationMade(seat, place, half, cards):
            return _("{who} made {cards}: {where}.").format(
                who=names.subject(seat), cards=words.kinds(cards), where=words.half_at(place, half)
            )
        case e.CombinationUndone(seat, place, half):
            return _("{where} is undone: the token goes back to {who}.").format(
                who=names.subject(seat), where=capital(words.half_at(place, half))
            )
        case e.PairMade(seat, place):
            return _("A pair: {who} puts a circle on {place}.").format(
                who=names.subject(seat), place=words.place(place)
            )
        case e.ExtraPlaced(seat, (one, other)):
            return _("{who} puts an extra point between {one} and {other}.").format(
                who=names.subject(seat), one=words.place(one), other=words.place(other)
            )
        case e.CardsExchanged(seat, face_up, cards):
            return exchanged(names.subject(seat), face_up, cards)
        case e.HandReplenished(seat, drawn, face_up, cards):
            return replenished(names.subject(seat), drawn, face_up, cards)
        case e.CardTurnedUp(card):
            return turned_up(card)
        case e.Passed(seat):
            return _("{who} passed.").format(who=names.subject(seat))
        case e.StuckCalled(seat):
            return stuck(names.subject(seat))
        case e.EndAsked(count):
            return words.asked(count)
        case e.PlayedOn():
            return _("The table plays on.")
        case e.Finished(why):
            return words.WHY[why]
        case e.GroupsCounted(points):
            return groups(names, points)
        case e.TurnPassed(to):
            return _("{who} is next.").format(who=names.subject(to))
        case e.Recounted(deck, face_up, hands):
            held = ", ".join(f"{names.subject(Seat(n))} {count}" for n, count in enumerate(hands))
            return _("Counted: {deck} in the deck, {face_up} face up; {hands}.").format(
                deck=deck, face_up=face_up, hands=held
            )
        case e.Ended(outcome):
            if len(outcome.winners) != 1:
                return _("The game is over: both share it.")
            return _("The game is over: {wins}.").format(wins=wins(names.subjects(outcome.winners)))


def follow_up(names: Names, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
    """Return what hands have to do first in one line, and all the rest in another."""
    lines = [event_sentence(names, event) for event in events]
    return (lines[0], " ".join(lines[1:])) if len(lines) > 1 else tuple(lines)


def exchanged(who: str, face_up: int, cards: Sequence[Kind]) -> str:
    """Return that somebody exchanged three cards."""
    taken = (
        words.kinds(cards)
        if cards
        else _many("{n} face-up card", "{n} face-up cards", face_up).format(n=face_up)
    )
    if not face_up:
        return _("{who} exchanged three cards with the deck.").format(who=who)
    return _("{who} exchanged three cards, and took {taken}.").format(who=who, taken=taken)


def replenished(who: str, drawn: int | None, face_up: int, cards: Sequence[Kind]) -> str:
    """Return that somebody drew cards."""
    taken = (
        words.kinds(cards)
        if cards
        else _many("{n} face-up card", "{n} face-up cards", face_up).format(n=face_up)
    )
    if not face_up:
        if drawn is None:
            return _("{who} drew cards from the deck.").format(who=who)
        return _("{who} drew {n} from the deck.").format(who=who, n=drawn)
    if drawn is None:
        return _("{who} drew cards, {taken} among them.").format(who=who, taken=taken)
    if drawn == face_up:
        return _("{who} drew {taken}.").format(who=who, taken=taken)
    return _("{who} drew {n}, {taken} among them.").format(who=who, n=drawn, taken=taken)


def turned_up(card: Kind) -> str:
    """Return that a card lies face up."""
    return _("{card} lies face up.").format(card=capital(words.kind(card)))


def stuck(who: str) -> str:
    """Return that somebody can't make any combination."""
    return _("{who} can't make any combination.").format(who=who)


def groups(names: Names, points: Sequence[int]) -> str:
    """Return the points for groups that were counted by hand."""
    counted = ", ".join(f"{names.subject(Seat(n))} {count}" for n, count in enumerate(points[:2]))
    return _("Groups of unpaired combinations: {points}.").format(points=counted)


def _taken(taken: r.Taken) -> tuple[int, tuple[Kind, ...]]:
    return (taken, ()) if isinstance(taken, int) else (len(taken), taken)
