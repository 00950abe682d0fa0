"""What Halves says: sentences of the record, banner, pads."""

from typing import ClassVar

from companion.game import Outcome, Seat
from halves.model import (
    CallEnd,
    CallWrong,
    CardTurned,
    Ended,
    PileReturned,
    PileStayed,
    PileTaken,
    State,
    TakePile,
    TurnCard,
)
from halves.rules import Halves
from ui.games.match_words import MatchWords
from ui.table.names import Names
from ui.table.presenting import Banner, Choice, Dialog, ResultLine
from ui.table.sentences import ENDED, SentencePlural, Sentences

TURNED = "{who} turned a card."


class HalvesSentences(Sentences):
    """What is said of a record of Halves."""

    catalogue = Halves.catalogue
    templates: ClassVar = {
        TurnCard: TURNED,
        CardTurned: TURNED,
        TakePile: "Somebody grabbed.",
        PileTaken: SentencePlural("{who} took {count} card.", "{who} took {count} cards.", "count"),
        PileStayed: "Nobody was first alone: the pile stays.",
        CallWrong: "It was no whole.",
        PileReturned: (
            lambda event: "{who} gave the pile back" + (" and paid a card." if event.paid else ".")
        ),
        CallEnd: "Nobody takes the rest.",
        Ended: ENDED,
    }
    faults: ClassVar = {
        "hv.turn none": "There is no card to turn",
        "hv.turn": "It's {turn}'s turn, not {who}'s",
        "hv.take": "No pile lies there",
        "hv.wrong": "Nobody has just taken the pile",
        "hv.end cards": "There are still cards to turn",
        "hv.end": "The game is over",
    }
    acts: ClassVar = {"turn_back": "Turn {who}'s card face down again, and put it back."}
    duties = (PileReturned,)


class HalvesPresenter(MatchWords[Names]):
    """The words of one match."""

    def banner(self, view: State, pending: None = None) -> Banner:
        """Say who turns, and how many cards there are to take."""
        if view.ended is not None:
            return Banner(None, "The game is over")
        lying = f"{view.pile} in the pile"
        if not any(view.stacks):
            return Banner(None, "All cards are turned", lying)
        return Banner(view.turn, f"{self.seat_name(view.turn)}, turn a card", lying)

    def routine(self, view: State, pending: None = None) -> tuple[Choice, ...]:
        """Offer the next card, or the end; and that a grab was wrong."""
        if view.ended is not None:
            return ()
        if any(view.stacks):
            first = Choice("Card turned", self.seat_name(view.turn), TurnCard(view.turn), primary=True)
        else:
            first = Choice("Nobody takes the rest", "the game is over", CallEnd(), primary=True)
        wrong = () if view.took is None else (Choice("It was no whole", "the pile goes back", CallWrong()),)
        return (first, *wrong)

    def tapped(self, view: State, pending: None, place: Seat) -> TakePile:
        """A player who is tapped took the pile: for tables without buttons."""
        return TakePile((place,))

    def result(self, outcome: Outcome, view: State) -> Dialog:
        """Show who won, and what everybody has."""
        order = sorted(view.seats, key=lambda seat: -view.won[seat])
        figures = tuple(
            ResultLine((seat,), self.seat_name(seat), str(view.won[seat]), "cards") for seat in order
        )
        title = " and ".join(self.seat_name(seat) for seat in outcome.winners)
        return Dialog(title, winners=outcome.winners, figures=figures)
