"""Speed Mode's sentences: reports, events, faults and what hands must do."""

from typing import Any

from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import FIRST, MOST, SECOND, Kind, Place
from companion.games.speed_mode.comparing import CIRCLE
from companion.games.speed_mode.game import SpeedMode
from companion.games.speed_mode.model import FACE_UP, Extra
from ui.games.speed_mode import words
from ui.language.phrases import _, many
from ui.table.names import Names, cards, row_column
from ui.table.sentences import (
    ENDED,
    FIX_PLACE,
    MOVE_CARDS,
    NEXT,
    PUT_ON,
    TAKE_OFF,
    SentencePlural,
    Sentences,
    Templates,
    Todo,
    Wording,
    counted,
    heaps,
    number,
    one_of,
    place_of,
    value,
)

EXCHANGED = (
    _("{who} exchanged three cards, and took {taken}."),
    _("{who} exchanged three cards with the deck."),
)
TURNED_UP = _("{Card} lies face up.")
PASSED = _("{who} passed.")
STUCK = _("{who} can't make any combination.")
GROUPS = _("Groups of unpaired combinations: {points}.")
PLAYS_ON = _("The table plays on.")
COUNT_AGAIN = _("Count the deck, the face-up cards and both hands again.")


def drew(event: e.HandReplenished) -> Templates:
    """Return the sentence of a draw: all cards face up, some, or none."""
    drawn = _("{who} drew {drawn}, {taken} among them.")
    if event.drawn == event.face_up:
        drawn = _("{who} drew {taken}.")
    return drawn, _("{who} drew {drawn} from the deck.")


def put_drawn_back(remedy: Any) -> Templates | list[Templates]:
    """Return the sentences that put drawn cards back, after the cards that were turned up in their place."""
    face_up = number(remedy, "face_up")
    if not face_up:
        return _("Put the drawn cards back on top of the deck.")
    back = SentencePlural(
        "Put {face_up} drawn card back face up, and the others on top of the deck.",
        "Put {face_up} drawn cards back face up, and the others on top of the deck.",
        "face_up",
    )
    if number(remedy, "cards") == face_up:
        back = SentencePlural(
            "Put the drawn card back face up.", "Put the {face_up} drawn cards back face up.", "face_up"
        )
    first = SentencePlural(
        "The card that was turned up after that goes back on top of the deck, if there is one.",
        "The cards that were turned up after that go back on top of the deck, if there are any.",
        "face_up",
    )
    return [first, back]


def turn_up(remedy: Any) -> str:
    """Return the sentence that brings the face-up cards to five."""
    if (number(remedy, "face_up") or 0) <= FACE_UP:
        return _("Turn cards up from the deck until five lie face up.")
    if number(remedy, "deck"):
        return _("Put face-up cards back on top of the deck until five lie face up.")
    return COUNT_AGAIN


def left_in_deck(violation: Any) -> str:
    """Return how many cards the deck has, of which more were drawn."""
    return _("The deck has only {in_deck} left") if number(violation, "deck") else _("The deck is used up")


def five(violation: Any) -> str:
    """Return why a number of face-up cards is wrong."""
    if (number(violation, "face_up") or 0) > FACE_UP:
        return _("Never more than five cards lie face up")
    return _("Five cards lie face up while the deck has any")


TEMPLATES: dict[type[Any], Wording] = {
    r.MakeCombination: (_("{who} covered {where}."), _("{who} covered a combination.")),
    r.Exchange: EXCHANGED,
    r.Replenish: (_("{who} drew cards, {taken} among them."), _("{who} drew cards from the deck.")),
    r.TurnUp: TURNED_UP,
    r.Pass: PASSED,
    r.CallStuck: STUCK,
    r.AnswerEnd: lambda report: words.WHY[e.Why.AGREED] if report.end else PLAYS_ON,
    r.CountGroups: GROUPS,
    r.Recount: _("The cards were counted."),
    e.CombinationMade: _("{who} made {cards}: {where}."),
    e.CombinationUndone: _("{Where} is undone: the token goes back to {who}."),
    e.PairMade: _("A pair: {who} puts a circle on {place}."),
    e.ExtraPlaced: _("{who} puts an extra point between {one} and {other}."),
    e.CardsExchanged: EXCHANGED,
    e.HandReplenished: drew,
    e.CardTurnedUp: TURNED_UP,
    e.Passed: PASSED,
    e.StuckCalled: STUCK,
    e.EndAsked: words.ASKED_TO_END,
    e.PlayedOn: PLAYS_ON,
    e.Finished: lambda event: words.WHY[event.why],
    e.GroupsCounted: GROUPS,
    e.TurnPassed: NEXT,
    e.Recounted: (
        _("Counted: {deck} in the deck, {face_up} face up; {hands}. {Lacking}."),
        _("Counted: {deck} in the deck, {face_up} face up; {hands}."),
    ),
    e.Ended: lambda event: ENDED[0] if len(event.outcome.winners) == 1 else words.ENDED_SHARED,
}

FAULTS: dict[str, Wording] = {
    "sm.setup": _("That isn't how many cards there are"),
    "sm.setup count": "{missing}",
    "sm.setup negative": _("Nobody can have fewer than 0 cards"),
    "sm.turn": _("That can't be done now"),
    "sm.turn turn": _("It is {turn}'s turn, not {who}'s"),
    "sm.turn exchange": _("{who} can still exchange three cards"),
    "sm.turn replenish": _("{who} can still draw cards"),
    "sm.make": _("That combination can't have been made"),
    "sm.make hand": _("{who} has fewer than three cards in hand"),
    "sm.make copies": _("A hand can't hold that many {card}: the others are discarded or lie face up"),
    "sm.available": _("That combination isn't free"),
    "sm.available no_such": _("There is no combination there"),
    "sm.available circle": _("A circle of {by} lies there already"),
    "sm.available covered": _("{by} has covered it already"),
    "sm.exchange": _("Three cards can't be exchanged now"),
    "sm.exchange hand": _("{who} has fewer than three cards in hand"),
    "sm.exchange few": _("Fewer than three cards are left"),
    "sm.exchange count": _("Only {cards} are drawn"),
    "sm.exchange deck": left_in_deck,
    "sm.replenish": _("The hand can't be filled up now"),
    "sm.replenish nothing": _("There is no card left to draw"),
    "sm.replenish hand": _("{who} has {in_hand} in hand already"),
    "sm.replenish count": _("Only {cards} are drawn"),
    "sm.replenish deck": left_in_deck,
    "sm.face-up": _("Those cards don't lie face up"),
    "sm.face-up all_told": _("All face-up cards are entered already"),
    "sm.face-up counted": _("The face-up cards are only counted in this match"),
    "sm.face-up which": _("Which face-up cards were taken? Tap them"),
    "sm.face-up copies": _("No more {card} can lie face up"),
    "sm.face-up not_open": _("No {card} lies face up"),
    "sm.face-up fewer": _("Only {lie_open} lie face up"),
    "sm.face-up five": five,
    "sm.end": _("The game isn't over yet"),
    "sm.end deck": _("The deck still has {in_deck}"),
    "sm.end open": _("There are face-up cards left to draw"),
    "sm.end said": _("{who} has said so already"),
    "sm.end finished": _("Play is over; only points are counted"),
    "sm.end not_asked": _("Nobody has asked whether to end"),
    "sm.unpaired": _("Those points aren't counted now"),
    "sm.unpaired points": _("Groups score 0 to {most} points"),
    "sm.score": _("Those aren't the points"),
}

ACTS: dict[str, Todo] = {
    "token": FIX_PLACE,
    "extra": (PUT_ON, TAKE_OFF),
    "cards_to_deck": MOVE_CARDS,
    "cards_to_hand": MOVE_CARDS,
    "cards_to_face_up": MOVE_CARDS,
    "cards_to_discards": MOVE_CARDS,
    "take_off": _("Take the new token off {where}."),
    "cards_back": _("The three cards go back into {who}'s hand."),
    "return_drawn": put_drawn_back,
    "take_from_bottom": _("{who} takes the {cards} at the bottom of the deck back."),
    "count_again": COUNT_AGAIN,
    "turn_up": turn_up,
}


class SpeedSentences(Sentences):
    """The sentences of one match of Speed Mode."""

    catalogue = SpeedMode.catalogue
    templates, faults, acts = TEMPLATES, FAULTS, ACTS
    duties = (e.PairMade, e.ExtraPlaced, e.CombinationUndone)

    def __init__(self, naming: Names) -> None:
        super().__init__(naming)
        self.fields |= {
            "where": self._where,
            "old": lambda step: self._token(step, "lies"),
            "new": lambda step: self._token(step, "should"),
            **heaps(words.HEAPS, self._naming),
            "place": lambda event: row_column(event.place),
            "one": lambda event: row_column(event.between[0]),
            "other": lambda event: row_column(event.between[1]),
            "by": self.seat("by"),
            "card": card,
            "cards": cards_in_words,
            "taken": taken_cards,
            "drawn": counted("drawn"),
            "points": self.by_seat("points"),
            "hands": self.by_seat("hands"),
            "in_deck": counted("deck"),
            "in_hand": counted("hand"),
            "lie_open": counted("face_up"),
        }

    def _where(self, subject: Any) -> str:
        """Return a token's place: on a half, on a pair, or between two."""
        act = getattr(subject, "act", "")
        if act not in ("token", "extra"):
            return combination(subject)
        put = SpeedMode().put(subject)
        if put is None:
            return ""
        if isinstance(put.place, Extra):
            one, other = map(row_column, put.place.between)
            return _("the line between {one} and {other}").format(one=one, other=other)
        place, half = put.place
        if half == CIRCLE:
            return row_column(place)
        return words.half_at(place, half) if half in (FIRST, SECOND) else ""

    def _token(self, step: Any, name: str) -> str:
        """Return the token that is there, or should be, in words; empty for none."""
        seat = number(step, name)
        player = self._naming.known(seat)
        if not player:
            return ""
        kind = words.EXTRA_TOKEN if step.act == "extra" else words.TOKENS[number(step, "half") == CIRCLE]
        return kind.format(who=player)


def combination(subject: Any) -> str:
    """Return the combination of a report, event or remedy in words."""
    half = half_of(subject)
    return words.half_at(*half) if half is not None else ""


def half_of(subject: Any) -> tuple[Place, int] | None:
    """Return the combination of a report, event or remedy; None if it names none."""
    half = one_of((FIRST, SECOND), value(subject, "half"))
    at = place_of(subject, Place, MOST, MOST) if hasattr(subject, "details") else subject.place
    return (at, half) if at is not None and half is not None else None


def card(subject: Any) -> str:
    """Return the kind of card that a report, event or violation names."""
    kind = one_of(Kind, value(subject, "card"))
    return words.kind(kind) if kind is not None else ""


def cards_in_words(subject: Any) -> str:
    """Return cards in words, or their number."""
    found = value(subject, "cards")
    return words.kinds(found) if isinstance(found, tuple) else cards(found) if isinstance(found, int) else ""


def taken_cards(subject: Any) -> str:
    """Return the face-up cards taken, or their number; empty for none."""
    found = getattr(subject, "cards", ()) or subject.face_up
    if isinstance(found, tuple):
        return words.kinds(found)
    return many("{n} face-up card", "{n} face-up cards", found).format(n=found) if found else ""
