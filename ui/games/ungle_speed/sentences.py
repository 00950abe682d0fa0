"""Ungle Speed's sentences about its record: reports, events, violations and remedies."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Remedy, Seat
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card
from companion.games.ungle_speed.game import UngleSpeed
from companion.games.ungle_speed.model import Duel, Grab
from companion.games.ungle_speed.view import View
from companion.journal import NamePlate
from companion.putting_back import BACK
from ui.games.ungle_speed import words
from ui.language.phrases import Phrase, _
from ui.table import names as table_names
from ui.table.grabbed import grab_fields, press_time, runner_up
from ui.table.names import all_plates, listed
from ui.table.presenting import Choice
from ui.table.sentences import ENDED, Sentences, Templates, Todo, Wording, counted, in_two, number, value

# Names of the seats, piles and cards of a match.

HANDS = 4
"""Number of seats of two players, who each play with both hands."""


class Names(table_names.Names):
    """The names of one match. Plates are by player; with two players the hands alternate."""

    def __init__(self, players: int, plates: tuple[NamePlate, ...]) -> None:
        self.plates = all_plates(plates, players)
        self._two_handed = players == 2
        self.seats = range(HANDS if self._two_handed else len(self.plates))

    def winner(self, seat: Seat) -> str:
        """Return the name of a seat's player, for either hand."""
        return self.plates[self._player(seat)].name

    def winners(self, seats: Iterable[Seat]) -> list[str]:
        """Return the names of the players who have won, each once."""
        return [self.plates[player].name for player in dict.fromkeys(map(self._player, seats))]

    def label(self, seat: Seat) -> str:
        """Return a seat's name by itself, such as "Fox, right hand"."""
        return self._hand(seat, words.hand, words.RIGHT, words.LEFT)

    def brief(self, seat: Seat) -> str:
        """Return a seat's short name, such as "Fox right"."""
        return self._hand(seat, words.hand_brief, words.RIGHT_SHORT, words.LEFT_SHORT)

    def subject(self, seat: Seat) -> str:
        """Return a seat's name within a sentence, such as "Fox's right hand"."""
        return self._hand(seat, words.hand_subject, words.RIGHT, words.LEFT)

    def pile(self, seat: Seat) -> str:
        """Return the name of a seat's face-up pile."""
        return self._of(seat, words.pile_of, words.pile_of_right, words.pile_of_left)

    def stack(self, seat: Seat) -> str:
        """Return the name of a seat's stack."""
        return self._of(seat, words.stack_of, words.stack_of_right, words.stack_of_left)

    def _hand(self, seat: Seat, called: Phrase[str, str], right: str, left: str) -> str:
        """Return a player's name, or with two players that of a hand."""
        name = self.winner(seat)
        return called(name, right if self._right(seat) else left) if self._two_handed else name

    def _of(self, seat: Seat, player: Phrase[str], right: Phrase[str], left: Phrase[str]) -> str:
        """Return the name of a player's thing, or with two players of a hand's."""
        hand = right if self._right(seat) else left
        return (hand if self._two_handed else player)(self.winner(seat))

    @property
    def seat_plates(self) -> tuple[NamePlate, ...]:
        """The plates by seat."""
        return tuple(self.plate(Seat(seat)) for seat in self.seats)

    def plate(self, seat: Seat) -> NamePlate:
        """Return a seat's plate; both hands have the player's colour and shape, but different letters."""
        plate = self.plates[self._player(seat)]
        if not self._two_handed:
            return plate
        side = words.RIGHT_SHORT if self._right(seat) else words.LEFT_SHORT
        return replace(plate, letter=plate.letter + str(side)[0].upper())

    def _player(self, seat: Seat) -> int:
        return seat % 2 if self._two_handed else seat

    @staticmethod
    def _right(seat: Seat) -> bool:
        return seat < 2


def card_name(card: Card) -> str:
    """Return a card's name."""
    if isinstance(card, ArrowsCard):
        return words.ARROWS[card.arrows]
    return words.symbol_card(words.symbol(card.symbol), words.colour(card.colour))


TURNED = (_("{who} turned a card: {card}."), _("{who} turned a card."))
VOIDED = _("The grab does not count: {why}. Totem back, grab again.")
DROPPED = _("{who} dropped the totem.")
FELL = _("The totem fell; it was nobody's fault.")
NOT_TURNED = _("Nobody had turned again yet.")
LEVEL = "{level}."
HEAT = _("Dead heat between {first}.")
LATE = _("Late, and no right to it: {late}.")
NOT_MATCHING = (_("{other} and {who} don't match: {seen}"), _("These don't match: {seen}"))

UNUSUAL = (e.DuelWon, e.InwardWon, e.WrongGrabRuled, e.TotemDropped)
"""After these the next turn isn't simply the next in order."""


def totem_taken(subject: r.TakeTotem | e.TotemTaken) -> Templates:
    """Return the sentence for who took the totem, and by how much."""
    grab = subject.grab
    if len(grab.first) > 1:
        return _("{first} took the totem at the same time.")
    if runner_up(grab) is None:
        return _("{first} took the totem.")
    if by_lot(grab):
        return _("{first} won the totem by lot.")
    return _("{first} took the totem, {margin} before {nearest}.")


def wrong_grab(event: e.WrongGrabRuled) -> Templates:
    """Return the sentence for a grab without right, with the reason."""
    if event.rule == "us.look-alike":
        return _("{who} had no right to the totem: the cards only look alike.")
    if event.rule == "us.two-inward":
        return _("{who} had no right to the totem: it was the other hand's.")
    return _("{who} had no right to the totem.")


def sharing(event: e.SharingOpened) -> Templates:
    """Return the sentence for cards to be split, and who splits them."""
    if event.wrong == event.losers:
        return _("{cards} for {losers}, who had no right to the totem: say how they split them.")
    return _("{cards} for {losers}: the winner says how to split them.")


TEMPLATES: dict[type[Any], Wording] = {
    r.TurnCard: TURNED,
    r.TurnNext: (_("Next card: {card}."), _("The next card was turned.")),
    r.TurnAll: _("All have turned a card."),
    r.TakeTotem: totem_taken,
    r.VoidGrab: VOIDED,
    r.DrawLots: _("{who} won the draw."),
    r.CallDuel: (_("It was a duel: {seats}."), _("It was a duel.")),
    r.CallInward: (_("It was inward arrows, turned by {one}."), _("It was inward arrows.")),
    r.CallThreeColours: _("It was three of one colour."),
    r.CallWrongGrab: _("It was a wrong grab."),
    r.CallWrongHeat: (
        _("{named} had no right to the totem."),
        _("None of those who tied had a right to the totem."),
    ),
    r.CallNotTurned: NOT_TURNED,
    r.CallDropped: DROPPED,
    r.CallFell: FELL,
    r.ShareCards: _("{shares}."),
    r.CallEnd: _("Nobody grabs any more."),
    r.Recount: _("The cards were counted."),
    r.SetTurn: _("It's {who}'s turn."),
    r.LeaveTable: _("{who} leaves the table."),
    r.SetLevel: LEVEL,
    e.CardTurned: TURNED,
    e.MatchMissed: _("Nobody had grabbed: {matched} matched ({what})."),
    e.FlipCalled: _("All turn a card at once."),
    e.FlipPutOff: NOT_TURNED,
    e.FlipEnded: _("All have turned."),
    e.InwardOpened: _("Everybody may grab."),
    e.ColoursBegan: _("From now on the same colour is a match."),
    e.ColoursEnded: _("From now on the same symbol is a match again."),
    e.TotemTaken: totem_taken,
    e.HeatCalled: HEAT,
    e.LotsCalled: HEAT,
    e.GrabVoided: VOIDED,
    e.ChoiceOffered: _("The duel ({what}) or the inward arrows: the first to grab chooses."),
    e.DuelWon: _("{winner} won the duel against {losers}."),
    e.DuelsLapsed: _("No longer worth a grab: {lapsed}."),
    e.SharingOpened: sharing,
    e.InwardWon: _("{who} was first for the arrows."),
    e.WrongGrabRuled: wrong_grab,
    e.TotemDropped: DROPPED,
    e.TotemFell: FELL,
    e.CardsTaken: (_("{takers}: {taken}."), _("{takers}."), _("No card lies face up.")),
    e.PilesPotted: (_("To the pot: {piles}."), _("No pile goes to the pot.")),
    e.TurnPassed: _("{to} turns next."),
    e.Recounted: (
        _("Counted: {face_up} face up, {face_down} face down, {pot} in the pot. {Lacking}."),
        _("Counted: {face_up} face up, {face_down} face down, {pot} in the pot."),
    ),
    e.SeatLeft: (_("{who} has left. {dealt}."), _("{who} has left; the cards go back into the box.")),
    e.LevelSet: LEVEL,
    e.Ended: ENDED,
}

FAULTS: dict[str, Wording] = {
    "us.turn": (_("{Turn} turns now, not {who}"), _("Somebody else turns now")),
    "us.duel": (*NOT_MATCHING, _("These cards don't match")),
    "us.duel-won": _("That doesn't fit what is going on"),
    "us.after-duel": _("One of the losers must turn next"),
    "us.many-duel": (
        _("{who} shows that card too, or is missing from the split"),
        _("Everybody with that card is in the duel"),
    ),
    "us.look-alike": (*NOT_MATCHING, _("The cards only look alike")),
    "us.wrong-grab": (_("{who} is not in that duel"), _("The player who grabbed isn't in that duel")),
    "us.inward": _("No inward arrows have just been turned"),
    "us.outward": _("That card doesn't belong to the flip"),
    "us.outward-again": _("Nobody was asked to turn again"),
    "us.coloured": (*NOT_MATCHING, _("These colours differ")),
    "us.specials-no-duel": _("Arrow cards never match"),
    "us.inward-and-duel": _("That is another duel"),
    "us.several-duels": _("That match is off"),
    "us.last-card": (_("{who} has no stack left"), _("That stack is empty")),
    "us.called-end": _("Somebody can still turn a card"),
    "us.players": _("At least two must play on; end the match instead"),
    "us.three": _("That is not possible with three players"),
    "us.two-hands": _("That card is not in the deck of two players"),
    "us.two-inward": (_("{who} was the wrong hand"), _("That was the wrong hand")),
    "us.conserve missing": _("That card is missing from this deck"),
    "us.conserve": lambda fault: (
        "{missing}",
        _("That card lies face up already") if fault.seat is not None else _("The cards don't add up"),
    ),
}


def turned_back(step: Any) -> bool:
    """Return whether a step takes back turned cards, which came from the top of a stack."""
    return value(step, "from") == "pile" and number(step, BACK) is not None


ACTS: dict[str, Todo] = {
    "turn_back": _("Put the top card of {pile} back on the stack, face down."),
    "count_again": (_("Count again: {missing}."), _("Count the cards again: stacks, piles and the pot.")),
    "take_out": _("Put that card back in the box; {who} turns another one."),
    "look_again": (
        _("Look again at the top card of {pile}, and enter that one."),
        _("Look again at the cards, and enter what they show."),
    ),
    "ask_again": _("Look at the table again, and enter it once more."),
    "cards_to_stack": lambda step: (
        _("{From}: {cards} face down on top of {taker}.")
        if turned_back(step)
        else _("{From}: {cards} face down under {taker}.")
    ),
    "cards_to_pile": lambda step: (
        _("{From}: {cards} face up under {taker}.")
        if step.details.get("lies")
        else _("{From}: {cards} face up as {taker}.")
    ),
    "cards_to_pot": _("{From}: {cards} face up into the pot."),
    "cards_to_box": _("{From}: {cards} back into the box."),
}


class UngleSentences(Sentences):
    """The sentences of one match of Ungle Speed."""

    catalogue = UngleSpeed.catalogue
    templates, faults, acts = TEMPLATES, FAULTS, ACTS
    duties = (e.CardsTaken, e.PilesPotted, e.SeatLeft)

    def __init__(self, names: Names) -> None:
        super().__init__(names)

        seats = self.names_of

        def takers(shares: Iterable[r.Share]) -> str:
            some = [share for share in shares if share.cards]
            return listed([words.takes(names.subject(share.seat), share.cards) for share in some])

        def giver(step: Remedy) -> str:
            source = step.details.get("from")
            if not names.known(step.seat):
                return words.FROM.get(str(source), "")
            assert step.seat is not None
            if source == "stack":
                return words.from_under(names.stack(step.seat))
            return (words.top_of if turned_back(step) else words.bottom_of)(names.pile(step.seat))

        def taker(step: Remedy) -> str:
            to = number(step, "to")
            if to is None or not names.known(to):
                return ""
            return (names.stack if step.act == "cards_to_stack" else names.pile)(Seat(to))

        def piles(of: Iterable[Seat], *more: str) -> str:
            return listed([*map(names.pile, of), *more])

        def taken(subject: Any, count: int) -> str:
            # If there are only as many cards as piles, the pot was empty.
            pot = subject.pot and count > len(subject.piles)
            return piles(subject.piles, *([words.POT] if pot else []))

        self.fields |= {
            "card": lambda subject: "" if subject.card is None else card_name(subject.card),
            **grab_fields(seats),
            "first": lambda subject: seats(subject.grab.first),
            "seats": lambda subject: seats(subject.seats),
            "late": lambda subject: seats(subject.late),
            "one": lambda subject: seats(subject.whose) if len(subject.whose) == 1 else "",
            "named": self.seat("named"),
            "winner": self.seat("winner"),
            "losers": lambda subject: seats(subject.losers),
            "matched": lambda subject: seats(subject.duel.seats),
            "what": lambda subject: matching_feature(subject.duel),
            "lapsed": lambda subject: "; ".join(seats(duel.seats) for duel in subject.duels),
            "cards": counted("cards"),
            "shares": lambda subject: takers(subject.shares),
            "takers": lambda subject: takers(subject.takers),
            "dealt": lambda subject: takers(subject.dealt),
            "taken": lambda subject: taken(subject, sum(share.cards for share in subject.takers)),
            "piles": lambda subject: piles(subject.seats),
            "from": giver,
            "taker": taker,
            "pile": lambda step: names.pile(step.seat) if names.known(step.seat) else "",
            "face_up": lambda subject: str(sum(subject.piles)),
            "face_down": lambda subject: str(sum(subject.stacks)),
            "level": lambda subject: words.LEVEL_SWITCHES[subject.level],
            "other": self.seat("seat"),
            "seen": unmatched_symbols,
        }

    def sentence_of(self, subject: Any) -> str:
        """Return what was reported or what happened, with details in sentences of their own."""
        if isinstance(subject, e.HeatCalled | e.LotsCalled):
            return " ".join(self._heat(subject))
        sentence = super().sentence_of(subject)
        if isinstance(subject, r.ShareCards):
            return f"{sentence} {words.turns_next(self._naming.known(subject.starts))}"
        late = isinstance(subject, r.CallDuel | r.CallWrongGrab) and subject.late
        return f"{sentence} {self.say(LATE, subject)}" if late else sentence

    def sentences_of(self, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
        """Return one sentence for what came first, and one line for all that followed."""
        return in_two(list(filter(None, self._merged(events))))

    def duty(self, events: Sequence[e.AnyEvent]) -> str:
        """Return what hands must do now, "" for nothing; an event that moves no card is nothing."""
        return super().duty([event for event in events if not _idle(event)])

    def _merged(self, events: Sequence[e.AnyEvent]) -> Iterator[str]:
        """Yield sentences; unknown cards are merged into one, and what is obvious is left out."""
        unnamed = [event.seat for event in events if isinstance(event, e.CardTurned) and event.card is None]
        obvious: tuple[type, ...] = ()
        if len(events) > 1:
            # The turn going clockwise is obvious; the turn after a grab isn't.
            unusual = any(isinstance(event, UNUSUAL) for event in events)
            obvious = (e.FlipEnded,) if unusual else (e.FlipEnded, e.TurnPassed)
        # A grab right after a card changes whose turn it is, and nobody turns after the end.
        no_longer = [event for event in events if isinstance(event, e.TurnPassed)]
        if not any(isinstance(event, e.Ended) for event in events):
            del no_longer[-1:]
        merged = False
        for event in events:
            if isinstance(event, e.CardTurned) and event.card is None:
                if not merged:
                    yield TURNED[1].format(who=listed(list(map(self._naming.known, unnamed))))
                merged = True
            elif isinstance(event, e.HeatCalled | e.LotsCalled):
                yield from self._heat(event)
            elif not isinstance(event, obvious) and not any(event is passed for passed in no_longer):
                yield self.sentence_of(event)

    def _heat(self, event: e.HeatCalled | e.LotsCalled) -> tuple[str, str]:
        then = words.GRAB_AGAIN if isinstance(event, e.HeatCalled) else words.DRAW_LOTS
        return self.say(HEAT, event), f"{then}."


def by_lot(grab: Grab) -> bool:
    """Return whether the sensors couldn't separate the first two, so that lots were drawn."""
    nearest = runner_up(grab)
    return nearest is not None and nearest.after - press_time(grab, grab.first[0]) <= grab.band


def matching_feature(duel: Duel) -> str:
    """Return what matching cards show."""
    return words.colour(duel.what) if duel.by == "colour" else words.symbol(duel.what)


def unmatched_symbols(fault: Any) -> str:
    """Return the two symbols that don't match, or ""."""
    symbols = (value(fault, "other"), value(fault, "symbol"))
    return " / ".join(words.symbol(str(symbol)) for symbol in symbols) if None not in symbols else ""


# Questions with seats as answers: whose arrows, whose turn, who leaves. Each has a dialog of its own.


class Enquiry(Struct, frozen=True):
    """A question and its answers, each with the report that it makes."""

    title: str
    choices: tuple[Choice, ...]


def arrows_in(view: View) -> tuple[Arrows, ...]:
    """Return the kinds of arrows that may still come up, those that change most first."""
    return tuple(kind for kind in (Arrows.OUTWARD, Arrows.COLOURED, Arrows.INWARD) if kind in view.arrows)


def whose_arrows(names: Names, view: View, kinds: tuple[Arrows, ...]) -> Enquiry:
    """Ask whose arrows a flip has turned up, among seats that haven't been entered."""
    title = words.whose_arrows(words.ARROWS[kinds[0]]) if len(kinds) == 1 else words.WHOSE_ARROWS
    return Enquiry(
        title,
        tuple(
            Choice(
                names.label(seat),
                words.ARROWS[kind] if len(kinds) > 1 else "",
                r.TurnCard(seat, ArrowsCard(kind)),
            )
            for seat in view.waiting
            for kind in kinds
        ),
    )


def whose_turn(names: Names, view: View) -> Enquiry:
    """Ask whose turn it is, among those who can turn a card."""
    others = (seat.seat for seat in view.seats if seat.stack and seat.seat != view.turn)
    return _asked(words.WHOSE_TURN, names, others, r.SetTurn)


def who_took(names: Names, view: View) -> Enquiry:
    """Ask who took the totem, if no button saw it."""
    return _asked(words.WHO_TOOK, names, staying(view), lambda seat: r.TakeTotem(Grab((seat,))))


def who_dropped(names: Names, view: View) -> Enquiry:
    """Ask who dropped the totem."""
    answers = (Choice(words.dropped(names.label(seat)), "", r.CallDropped(seat)) for seat in staying(view))
    return Enquiry(words.WHO_DROPPED, tuple(answers))


def _idle(event: e.AnyEvent) -> bool:
    """Return whether an event gives nobody a card, or puts no pile into the pot."""
    if isinstance(event, e.CardsTaken):
        return not any(share.cards for share in event.takers)
    return event == e.PilesPotted(())


def who_takes_all(names: Names, view: View) -> Enquiry:
    """Ask which of those who tied without right takes the cards."""
    return _asked(words.WHO_TAKES_ALL, names, view.tied, r.CallWrongHeat)


def who_leaves(names: Names, view: View) -> Enquiry:
    """Ask who leaves the table."""
    hint = words.LEAVER_HINTS[view.rulings.leaver]
    return _asked(words.WHO_LEAVES, names, staying(view), r.LeaveTable, hint)


def _asked(
    title: str, names: Names, seats: Iterable[Seat], report_of: Callable[[Seat], r.AnyReport], hint: str = ""
) -> Enquiry:
    """Return a question with one answer for each seat."""
    return Enquiry(title, tuple(Choice(names.label(seat), hint, report_of(seat)) for seat in seats))


def staying(view: View) -> tuple[Seat, ...]:
    """Return the seats whose players are still at the table."""
    return tuple(seat.seat for seat in view.seats if seat.seat not in view.left)
