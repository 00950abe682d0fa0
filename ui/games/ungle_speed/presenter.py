"""The words of Ungle Speed's table: the pure half of its screen. Rules are judged elsewhere."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import ArrowsCard
from companion.games.ungle_speed.model import Facts, Sharing, Unexplained
from companion.games.ungle_speed.view import View
from companion.journal import Entered, Entry, NamePlate
from ui.games.match_words import MatchWords
from ui.games.ungle_speed import art, words
from ui.games.ungle_speed.sentences import (
    Names,
    UngleSentences,
    arrows_in,
    staying,
    who_dropped,
    who_leaves,
    who_took,
    whose_arrows,
    whose_turn,
)
from ui.games.ungle_speed.verdict import verdict, wrong_heat
from ui.stage.art import Art
from ui.table.grabbed import why_again
from ui.table.names import cards, listed, wins
from ui.table.presenting import Announcement, Banner, Choice, Dialog, Enter, ResultLine

MOST_NAMED = 6
"""How many players the banner has room to name."""

ANNOUNCEMENTS = {
    e.InwardOpened: Announcement(words.GRAB, words.INWARD_LIE_OPEN, sound="grab"),
    e.ColoursBegan: Announcement(words.COLOURS_NOW, words.COLOURS_MATCH, sound="colours"),
    e.FlipCalled: Announcement(words.ALL_TURN, sound="all_turn"),
}


class UnglePresenter(MatchWords[Names]):
    """The words and answers of one match; `plates` are by player."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        names = Names(facts.players, plates)
        super().__init__(names, UngleSentences(names))

    def seat_name(self, seat: Seat) -> str:
        """Return a seat's name by itself, as on a label."""
        return self.names.label(seat)

    def banner(self, view: View, pending: object = None) -> Banner:
        """Return whose turn it is and what is awaited."""
        if view.ended is not None:
            return Banner(None, self._ending(view.ended))
        if view.chase is not None:
            holders = view.chase.grab.first
            question = verdict(self.names, view).question
            if isinstance(view.chase, Sharing) and len(holders) > 1:
                return Banner(None, words.WRONG_GRAB, words.HOW_SPLIT)
            if len(holders) > 1:
                return Banner(None, words.DEAD_HEAT, question)
            return Banner(holders[0], words.took(self.names.subject(holders[0])), question)
        if view.regrab_reason:
            return Banner(None, words.GRAB_AGAIN, why_again(view.regrab_reason))
        small = words.COLOURS_MATCH if view.by_colour else words.SYMBOLS_MATCH
        if view.waiting:
            everybody = len(view.waiting) == sum(1 for seat in view.seats if seat.stack)
            if view.second:
                return Banner(None, words.ALL_TURN_AGAIN, words.UNLESS_GRABBED)
            few = len(view.waiting) <= MOST_NAMED
            who = ", ".join(map(self.seat_name, view.waiting)) if few else cards(len(view.waiting))
            return Banner(None, words.ALL_TURN, small if everybody else words.missing_entry(who))
        if view.stuck:
            return Banner(None, words.NOBODY_TURNS, words.GRAB_OR_END)
        who = self.names.subject(view.turn)
        # The name of a hand takes the room of the verb.
        return Banner(view.turn, who if view.two_handed else words.turns(who), small)

    def announcement(self, entry: Entry[Any, Any, Any], view: View) -> Announcement | None:
        """Return what everybody must see at once: arrows that came up and act now."""
        if not isinstance(entry.body, Entered) or view.chase is not None or view.ended is not None:
            return None
        kinds = [type(event) for event in entry.body.events]
        return next((announcement for kind, announcement in ANNOUNCEMENTS.items() if kind in kinds), None)

    def routine(self, view: View, pending: object = None) -> tuple[Choice, ...]:
        """Return what takes one tap while nothing is asked; the first is the large pad."""
        if view.chase is not None or view.ended is not None:
            return ()
        wanted = _wants_card(view)
        if wanted is None:
            return (*self._turning(view), *wrong_heat(self.names, view))
        return (
            Choice(words.CARD_ENTRY, words.CARD_ENTRY_HINT, Enter(wanted), primary=True),
            *(replace(choice, primary=False) for choice in self._turning(view)),
            *wrong_heat(self.names, view),
        )

    def tapped(self, view: View, pending: object, place: Seat) -> Enter | None:
        """Enter a card for the tapped seat, if cards are to be entered."""
        return None if _wants_card(view) is None else Enter(place)

    def referee_menu(self, view: View) -> tuple[Choice, ...]:
        """Return what may happen to the totem at any time, changes at the table, and the other level."""
        if view.ended is not None:
            return ()
        up = sum(seat.pile for seat in view.seats) + view.pot
        other = Level.COUNTING if view.level is Level.WATCHING else Level.WATCHING
        return (
            Choice(words.TOTEM_FELL, words.ALL_TO_POT, r.CallFell()),
            Choice(
                words.SOMEBODY_DROPPED,
                words.takes_all(up) if up else "",
                Enter(who_dropped(self.names, view)),
            ),
            *self._took(view),
            *self._table(view),
            Choice(words.LEVEL_PADS[other], "", r.SetLevel(other)),
        )

    def _took(self, view: View) -> tuple[Choice, ...]:
        """Return the entry of a grab that no button saw."""
        if view.chase is not None:
            return ()
        return (Choice(words.TOOK_TOTEM, words.TOOK_TOTEM_HINT, Enter(who_took(self.names, view))),)

    def _table(self, view: View) -> tuple[Choice, ...]:
        """Return changes of the turn and of players, while nothing is going on."""
        if view.chase is not None or view.waiting:
            return ()
        turn = whose_turn(self.names, view)
        offered = (Choice(words.SET_TURN, words.SET_TURN_HINT, Enter(turn)),) if turn.choices else ()
        if view.two_handed or len(staying(view)) < 3:
            return offered
        leaves = Choice(words.LEAVES, words.LEAVES_HINT, Enter(who_leaves(self.names, view)))
        return (*offered, leaves)

    def pictured(self, events: Sequence[e.AnyEvent]) -> Art | None:
        """Return a card if cards are taken, or the totem if they go into the pot."""
        for event in events:
            match event:
                case e.CardsTaken() | e.SeatLeft():
                    return art.card(None, ())
                case e.PilesPotted(seats) if seats:
                    return art.TOTEM
        return None

    def dialog(self, view: View) -> Dialog | None:
        """Return the verdict and its question while a grab is being ruled on."""
        return verdict(self.names, view) if view.chase is not None else None

    def result(self, outcome: Outcome, view: View) -> Dialog:
        """Return the dialog of the end: the winners large, and the cards of everybody who stayed."""
        # A player's first seat has the player's number.
        cards: Counter[Seat] = Counter()
        for seat in view.seats:
            cards[Seat(seat.player)] += seat.stack + seat.pile
        order = sorted(cards, key=lambda seat: (seat not in outcome.winners, seat in view.left, cards[seat]))
        return Dialog(
            title=self._ending(outcome),
            subtitle="" if outcome.winners else words.DRAW_HINT,
            winners=tuple(seat for seat in cards if seat in outcome.winners),
            figures=tuple(
                ResultLine((seat,), self.names.winner(seat), "", words.LEFT_TABLE)
                if seat in view.left
                else ResultLine((seat,), self.names.winner(seat), str(cards[seat]), words.CARDS_LEFT)
                for seat in order
            ),
        )

    def _turning(self, view: View) -> tuple[Choice, ...]:
        """Return the reports of turned cards, or of the end if none can be turned; the likeliest first."""
        if view.waiting:
            waiting = [self.seat_name(seat) for seat in view.waiting]
            hint = listed(waiting) if len(waiting) < 4 else ""
            all_turned = Choice(words.ALL_HAVE_TURNED, hint, r.TurnAll(), primary=True)
            if view.level is Level.WATCHING:
                return (all_turned,)
            # Cards turned at once may be arrows too: ask whose.
            whose = ((kind, Enter(whose_arrows(self.names, view, (kind,)))) for kind in arrows_in(view))
            return (all_turned, *(Choice(words.ARROWS[kind], words.WHOSE, enter) for kind, enter in whose))
        if view.stuck:
            return (Choice(words.NOBODY_GRABS, words.FEWEST_WINS, r.CallEnd(), primary=True),)
        if view.level is Level.WATCHING:
            return (Choice(words.CARD_TURNED, words.WITHOUT_NAMING, r.TurnNext(), primary=True),)
        cards_left = words.card_of(self.names.subject(view.turn), view.seats[view.turn].stack)
        return (
            Choice(words.CARD_TURNED, cards_left, r.TurnNext(), primary=True),
            *(
                Choice(words.ARROWS[kind], words.ARROW_EFFECTS[kind], r.TurnNext(ArrowsCard(kind)))
                for kind in arrows_in(view)
            ),
        )

    def _ending(self, outcome: Outcome) -> str:
        names = self.names.winners(outcome.winners)
        return wins(names) if names else words.DRAW


def _wants_card(view: View) -> Seat | None:
    """Return the seat whose card is entered next; None when counting, or while a grab rules it out."""
    if view.level is not Level.WATCHING or view.ended is not None:
        return None
    if view.chase is not None and not (isinstance(view.chase, Unexplained) and view.chase.late):
        return None
    return next(iter(view.waiting), view.turn)
