"""How Sequence States & Capitals puts reports, events, faults and remedies into sentences."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.game import Remedy, Seat
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.comparing import Chip
from companion.games.sequence_states.evolve import opening
from companion.games.sequence_states.game import SequenceStates
from companion.games.sequence_states.layout import ADD, REMOVE, StateCard
from companion.games.sequence_states.lines import SIDE, Space
from companion.games.sequence_states.model import Colour, Facts, Side
from companion.journal import NamePlate
from ui.games.sequence_states import words
from ui.language.phrases import _
from ui.table import names as table_names
from ui.table.names import listed, row_column
from ui.table.sentences import (
    ENDED,
    FIX_PLACE,
    MOVE_CARDS,
    Sentences,
    Template,
    Templates,
    Todo,
    Wording,
    counted,
    heaps,
    in_two,
    named,
    place_of,
    value,
)

# Names of seats, sides, chips and spaces.


class Names(table_names.Names):
    """The names in one match; plates are by seat."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        super().__init__(facts, plates)
        dealt = opening(facts, SequenceStates.catalogue)
        self.sides, self.colours, self._layout = dealt.sides, dealt.colours, dealt.layout
        self.granted = dealt.granted

    def team(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of a side, clockwise."""
        return tuple(Seat(seat) for seat, other in enumerate(self.sides) if other == side)

    def colour_of(self, seat: Seat) -> Colour:
        """Return the colour of the chips that a seat plays with."""
        return self.colours[self.sides[seat]]

    def side(self, side: Side) -> str:
        """Return a side's name, such as "Red"."""
        return words.COLOURS[self.colours[side]]

    def winners(self, seats: Iterable[Seat]) -> list[str]:
        """Return the winners' names: a player alone by name, a team by its colour."""
        sides = dict.fromkeys(self.sides[seat] for seat in seats)
        teams = {side: self.team(side) for side in sides}
        return [self.subject(team[0]) if len(team) == 1 else self.side(side) for side, team in teams.items()]

    def shows(self, space: Space) -> StateCard | None:
        """Return the state that a space shows, None without a layout."""
        return self._layout.at(space) if self._layout is not None else None

    def place(self, space: Space) -> str:
        """Return a space's row and column, after the state it shows if the layout is known."""
        return words.place_of(self.shows(space), space)


NTH = {1: _("first"), 2: _("second"), 3: _("third")}

# If the card names the state, its space doesn't repeat it.
PLACED = (
    _("{who} played {card}: {chip} on {its_space}."),
    _("{who} played {card}: {chip} on {space}."),
    _("{who} played a card: {chip} on {space}."),
    _("{who} put a chip on {space}."),
)
DREW = _("{who} drew a card.")
PUT_DOWN = (_("{who} put {card} down."), _("{who} put a card down."))


def swapped(subject: Any) -> Templates:
    """Return the sentences for a swapped dead card."""
    if subject.card == REMOVE:
        return _("{who} swapped REMOVE: it had no chip to take off.")
    return _("{who} swapped a dead card: {card}."), _("{who} swapped a dead card.")


def ruled(event: e.TalkRuled) -> Template:
    """Return the sentence about who must put a card down for table talk."""
    if len(event.seats) == 1:
        return _("Table talk in {side}: {all} must put a card down.")
    return _("Table talk in {side}: {all} must each put a card down.")


TEMPLATES: dict[type[Any], Wording] = {
    r.PlaceChip: PLACED,
    r.RemoveChip: _("{who} played REMOVE and took the chip off {space}."),
    r.ChooseFive: _("The sequence is {five}."),
    r.SwapDead: swapped,
    r.DrawCard: DREW,
    r.CallTalk: (_("Table talk in {side}."), _("Table talk.")),
    r.Forfeit: PUT_DOWN,
    r.ForfeitAll: _("Everyone has put a card down."),
    r.PassTurn: _("{who} can't play a card."),
    r.Recount: _("The cards were counted."),
    e.ChipPlaced: PLACED,
    e.ChipRemoved: _("{who} played REMOVE and took {its_chip} off {space}."),
    e.SequenceMade: _("{side} has its {nth} sequence: {five}. Turn these five over."),
    # The two fives overlap, so it doesn't say "turn these five over".
    e.FiveChosen: _("{side}'s sequence is {five}, not {instead}."),
    e.DeadSwapped: swapped,
    e.CardDrawn: DREW,
    e.DrawLost: _("{who} lost a card: {to} had already played and drawn."),
    e.DeckShuffled: _("The draw deck is empty: shuffle the discards, {cards}, into a new one."),
    e.TalkRuled: ruled,
    e.CardForfeited: PUT_DOWN,
    e.Passed: _("{who} couldn't play a card."),
    e.TurnPassed: _("{to} plays next."),
    e.Recounted: (
        _("Counted: {deck} in the draw deck; {hands}. {Lacking}."),
        _("Counted: {deck} in the draw deck; {hands}."),
    ),
    e.Ended: ENDED,
}

FAULTS: dict[str, Wording] = {
    "ss.hand": _("There is no card in that hand"),
    "ss.hand empty": lambda fault: (
        _("{who} has no card in hand, and draws one first")
        if value(fault, "owed")
        else _("{who} has no card in hand")
    ),
    "ss.first": (_("It is {turn}'s turn, not {who}'s"), _("It is somebody else's turn")),
    "ss.play": _("That card doesn't go on that space"),
    "ss.play covered": (_("There is already {a_chip} on {where}"), _("There is already a chip on {where}")),
    "ss.play other_state": _("That space is {shows}, not {card}"),
    "ss.play colour": _("{A_chip} was placed: {who} plays with {own}"),
    "ss.play playable": _("{who} must have a card that can be played"),
    "ss.remove": _("That chip can't be taken off"),
    "ss.remove own": _("{colour} can't take off its own chip"),
    "ss.remove locked": (
        _("{The_chip} is part of a sequence and stays"),
        _("The chip is part of a sequence and stays"),
    ),
    "ss.remove open": _("There is no chip on {where}"),
    "ss.remove same_space": _("REMOVE has just cleared that space: no chip goes there"),
    "ss.remove is_remove": _("REMOVE takes a chip off; it puts none down"),
    "ss.sequence": _("That isn't a sequence"),
    "ss.sequence late": _("It is too late to choose another five"),
    "ss.sequence five": _("Those five can't be chosen"),
    "ss.share": _("Two sequences may share only one space"),
    "ss.dead": _("That card isn't dead"),
    "ss.dead open": _("{card} isn't dead: {place} is open"),
    "ss.dead twice": _("{who} has already swapped a card this turn"),
    "ss.dead never": lambda fault: (
        _("REMOVE isn't dead: there is a chip to take off")
        if value(fault, "card") == REMOVE
        else _("{card} is never dead")
    ),
    "ss.dead turn": _("A dead card is swapped on your own turn"),
    "ss.dead none": _("No card is dead now"),
    "ss.dead counted": _("Which dead card? Both cards of each already lie face up"),
    "ss.dead empty": _("There is no card left to draw"),
    "ss.draw": _("No card can be drawn now"),
    "ss.draw lost": _("{who} has lost that card"),
    "ss.draw taken": _("{who} has no card to draw now"),
    "ss.draw empty": _("There is no card left to draw"),
    "ss.table-talk": _("Table talk"),
    "ss.table-talk alone": _("{who} plays alone and has no team mate to coach"),
    "ss.table-talk nothing": _("Nobody has to put a card down"),
    "ss.table-talk pending": _("First everyone in that team puts a card down"),
    "ss.table-talk not_you": _("{who} doesn't have to put a card down"),
    "ss.box": _("The box doesn't hold that many"),
    "ss.box chips": _("No {chip_kind} is left in the box"),
    "ss.box copies": lambda fault: (
        _("All four {card} cards already lie face up")
        if value(fault, "card") in (ADD, REMOVE)
        else _("Both {card} cards already lie face up")
    ),
    "ss.box negative": _("Nobody can have fewer than 0 cards"),
    "ss.box count": "{missing}",
}


def chips(step: Remedy) -> tuple[Chip | None, Chip | None]:
    """Return the chip that is on a step's space, and the one that should be."""
    put = SequenceStates().put(step)
    return (None, None) if put is None else (put.actual, put.wanted)


def turned(step: Any) -> Templates:
    """Return the sentence for a step that corrects a space: turn the chip over, or change it."""
    actual, wanted = chips(step)
    if actual is None or wanted is None or actual.side != wanted.side:
        return FIX_PLACE
    if wanted.white:
        return _("Turn {old} on {where} over, white side up.")
    return _("Turn {old} on {where} over, colour up.")


ACTS: dict[str, Todo] = {
    "chip": turned,
    "cards_to_deck": MOVE_CARDS,
    "cards_to_hand": MOVE_CARDS,
    "cards_to_discards": MOVE_CARDS,
    "take_off": (_("Take {the_chip} off {where}."), _("Take the chip off {where}.")),
    "put_own": _("Put {a_chip} there instead, then tap that space."),
    "put_back": (_("Put {the_chip} back on {where}."), _("Put the chip back on {where}.")),
    "put_back_white": _("Put {the_chip} back on {where}, white side up."),
    "card_back": (_("{card} goes back into {who}'s hand."), _("The card goes back into {who}'s hand.")),
    "return_drawn": _("Put the drawn card back on top of the draw deck, face down."),
    "count_again": (_("Count again: {missing}."), _("Count the draw deck and the hands again.")),
}


class SequenceSentences(Sentences):
    """The sentences of one match."""

    catalogue = SequenceStates.catalogue
    templates, faults, acts = TEMPLATES, FAULTS, ACTS
    duties = (e.SequenceMade, e.DeckShuffled)

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self._names = names
        self.fields |= {
            "card": lambda subject: card(subject, "card"),
            "shows": lambda fault: card(fault, "shows"),
            "space": lambda subject: names.place(subject.space),
            "its_space": self._place_unless_shown,
            "chip": lambda placed: words.CHIPS[colour] if (colour := self._colour(placed)) else "",
            "its_chip": lambda removed: words.A_CHIP[names.colours[removed.side]],
            "side": lambda subject: (
                names.side(subject.side) if subject.side in range(len(names.colours)) else ""
            ),
            "nth": lambda made: NTH.get(made.number, str(made.number)),
            "five": lambda subject: words.line(subject.five),
            "instead": lambda chosen: words.line(chosen.instead_of),
            "all": lambda ruled: listed(names.subjects(ruled.seats)),
            "cards": counted("cards"),
            "hands": self.by_seat("hands"),
            "where": lambda subject: names.place(space) if (space := space_of(subject)) is not None else "",
            "place": lambda subject: row_column(space) if (space := space_of(subject)) is not None else "",
            "colour": named(words.COLOURS, "colour"),
            "chip_kind": named(words.CHIPS, "colour"),
            "the_chip": named(words.THE_CHIP, "colour"),
            "own": named(words.OWN_CHIPS, "own"),
            "a_chip": named(words.A_CHIP, "colour"),
            "old": lambda step: self._chip(words.THE_CHIP, chips(step)[0]),
            "new": lambda step: self._chip(words.A_CHIP, chips(step)[1]),
            **heaps(words.HEAPS, self._names),
        }

    def sentences_of(self, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
        """Return one line for what players must do first, and one for everything else."""
        # What players must do now, such as turning chips over, comes before what happened.
        duties = [event for kind in self.duties for event in events if isinstance(event, kind)]
        lines = list(map(self.sentence_of, duties))
        others = [event for event in events if not isinstance(event, self.duties)]
        forfeited = [event for event in others if isinstance(event, e.CardForfeited)]
        if len(forfeited) > 1:
            players = listed(self._names.subjects(event.seat for event in forfeited))
            lines.append(_("{who} each put a card down.").format(who=players))
            others = [event for event in others if event not in forfeited]
        return in_two([*lines, *map(self.sentence_of, others)])

    def steps(self, remedies: tuple[Remedy, ...]) -> Iterator[str]:
        """Yield what players must do; a card's open spaces have one sentence."""
        spaces = [remedy for remedy in remedies if remedy.act == "put_on"]
        for remedy in remedies:
            if remedy.act != "put_on":
                yield from super().steps((remedy,))
            else:
                places = _(", or ").join(filter(None, (self.say("{place}", other) for other in spaces)))
                sentence = _("Put {chip} on {state}: {places}; then tap that space.")
                chip = self.say("{a_chip}", remedy) or words.THE_SAME
                yield sentence.format(chip=chip, state=card(remedy, "card"), places=places)

    def _chip(self, words_for: Mapping[Colour, str], chip: Chip | None) -> str:
        """Return a chip in words, mentioning the white side if that is up; empty for no chip."""
        if chip is None or chip.side not in range(len(self._names.colours)):
            return ""
        text = words_for[self._names.colours[chip.side]]
        up = chip.white and words_for is words.A_CHIP
        return _("{chip}, white side up,").format(chip=text) if up else text

    def _colour(self, placed: r.PlaceChip | e.ChipPlaced) -> Colour | None:
        """Return the colour of a placed chip: the reported one, else the seat's; None for an unknown seat."""
        if isinstance(placed, e.ChipPlaced) and placed.side is not None:
            return self._names.colours[placed.side]
        if isinstance(placed, r.PlaceChip) and placed.colour is not None:
            return placed.colour
        return self._names.colour_of(placed.seat) if self._names.known(placed.seat) else None

    def _place_unless_shown(self, placed: r.PlaceChip | e.ChipPlaced) -> str:
        """Return a chip's row and column if the card played names the state there, else an empty text."""
        return row_column(placed.space) if self._names.shows(placed.space) == placed.card else ""


def card(subject: Any, name: str) -> str:
    """Return the name of the card in a thing's field `name`, empty if it has none."""
    found = value(subject, name)
    return words.state(found) if isinstance(found, str) else ""


def space_of(subject: Any) -> Space | None:
    """Return the space that a fault or step is about, None if there is none."""
    return place_of(subject, Space, SIDE, SIDE)
