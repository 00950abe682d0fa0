"""The history: every report and event has a sentence, and an entry is one line or two."""

import pytest

from companion.game import Level, Outcome
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from companion.games.ungle_speed.model import Duel, Grab
from companion.match_reports import Abandon, LetStand, PutRight, Strike, TakeBack
from tests.ui.ungle_speed.table import BEAR, FOX, OWL, Table, photo, star, words_of
from ui.games.ungle_speed import words

DUEL = Duel((FOX, OWL), "symbol", "star_wavy")
OUTWARD = r.TurnCard(FOX, ArrowsCard(Arrows.OUTWARD))
TIE = Grab((FOX, OWL), photo((FOX, 0), (OWL, 50_000)).touches, 100_000, "kernel")

REPORTS: dict[r.AnyReport, str] = {
    r.TurnCard(FOX): "Fox turned a card.",
    r.TurnCard(FOX, star()): "Fox turned a card: wavy star, green.",
    r.TurnNext(): "The next card was turned.",
    r.TurnNext(star()): "Next card: wavy star, green.",
    r.TurnAll(): "All have turned a card.",
    r.TakeTotem(photo((FOX, 0), (OWL, 14_218_000))): "Fox took the totem, 14 ms before Owl.",
    r.TakeTotem(Grab((FOX,))): "Fox took the totem.",
    r.TakeTotem(TIE): "Fox and Owl took the totem at the same time.",
    r.VoidGrab("held"): "The grab does not count: a hand already lay on the button. Totem back, grab again.",
    r.DrawLots(FOX): "Fox won the draw.",
    r.CallDuel((FOX, OWL)): "It was a duel: Fox and Owl.",
    r.CallDuel((FOX, OWL), (BEAR,)): "It was a duel: Fox and Owl. Late, and no right to it: Bear.",
    r.CallInward(): "It was inward arrows.",
    r.CallInward((OWL,)): "It was inward arrows, turned by Owl.",
    r.CallInward((OWL, BEAR)): "It was inward arrows.",
    r.CallNotTurned(): "Nobody had turned again yet.",
    r.CallWrongHeat(): "None of those who tied had a right to the totem.",
    r.CallWrongHeat(OWL): "Owl had no right to the totem.",
    r.CallThreeColours(): "It was three of one colour.",
    r.CallWrongGrab(): "It was a wrong grab.",
    r.CallDropped(FOX): "Fox dropped the totem.",
    r.CallFell(): "The totem fell; it was nobody's fault.",
    r.ShareCards((r.Share(OWL, 1), r.Share(BEAR, 2)), OWL): (
        "Owl takes 1 card and Bear takes 2 cards. Owl turns next."
    ),
    r.CallEnd(): "Nobody grabs any more.",
    r.Recount((1,), (2,), 3): "The cards were counted.",
    r.SetTurn(OWL): "It's Owl's turn.",
    r.LeaveTable(OWL): "Owl leaves the table.",
    r.SetLevel(Level.WATCHING): "Enter every card from now on.",
}

EVENTS: dict[e.AnyEvent, str] = {
    e.CardTurned(FOX, ArrowsCard(Arrows.INWARD)): "Fox turned a card: Inward arrows.",
    e.MatchMissed(DUEL): "Nobody had grabbed: Fox and Owl matched (wavy star).",
    e.MatchMissed(Duel((FOX, OWL), "colour", "green")): "Nobody had grabbed: Fox and Owl matched (green).",
    e.FlipCalled(FOX, (FOX, OWL)): "All turn a card at once.",
    e.FlipPutOff(): "Nobody had turned again yet.",
    e.SeatLeft(OWL): "Owl has left; the cards go back into the box.",
    e.SeatLeft(OWL, (r.Share(FOX, 2), r.Share(BEAR, 1))):
        "Owl has left. Fox takes 2 cards and Bear takes 1 card.",
    e.FlipEnded(): "All have turned.",
    e.InwardOpened((FOX,)): "Everybody may grab.",
    e.ColoursBegan(): "From now on the same colour is a match.",
    e.ColoursEnded(): "From now on the same symbol is a match again.",
    e.TotemTaken(Grab((FOX,), TIE.touches, 100_000)): "Fox won the totem by lot.",
    e.HeatCalled(TIE): "Dead heat between Fox and Owl. Totem back, grab again.",
    e.LotsCalled(TIE): "Dead heat between Fox and Owl. Draw lots.",
    e.GrabVoided("unplugged"):
        "The grab does not count: a button has come unplugged. Totem back, grab again.",
    e.ChoiceOffered(DUEL): "The duel (wavy star) or the inward arrows: the first to grab chooses.",
    e.DuelWon(FOX, (OWL, BEAR)): "Fox won the duel against Owl and Bear.",
    e.DuelsLapsed((DUEL,)): "No longer worth a grab: Fox and Owl.",
    e.SharingOpened((OWL, BEAR), (FOX, OWL, BEAR), 7):
        "7 cards for Owl and Bear: the winner says how to split them.",
    e.SharingOpened((OWL, BEAR), (FOX, OWL), 7, (OWL, BEAR)):
        "7 cards for Owl and Bear, who had no right to the totem: say how they split them.",
    e.InwardWon(FOX): "Fox was first for the arrows.",
    e.WrongGrabRuled(FOX, "us.wrong-grab"): "Fox had no right to the totem.",
    e.WrongGrabRuled(FOX, "us.look-alike"): "Fox had no right to the totem: the cards only look alike.",
    e.WrongGrabRuled(FOX, "us.two-inward"): "Fox had no right to the totem: it was the other hand's.",
    e.TotemDropped(FOX): "Fox dropped the totem.",
    e.TotemFell(): "The totem fell; it was nobody's fault.",
    e.CardsTaken((r.Share(OWL, 7),), (BEAR, OWL), pot=True):
        "Owl takes 7 cards: Bear's pile, Owl's pile and the pot.",
    e.CardsTaken((r.Share(OWL, 7),), (BEAR, OWL), pot=False):
        "Owl takes 7 cards: Bear's pile and Owl's pile.",
    e.CardsTaken((r.Share(OWL, 0),), (), pot=True): "No card lies face up.",
    e.CardsTaken((r.Share(OWL, 1),), (FOX,), pot=True): "Owl takes 1 card: Fox's pile.",
    e.PilesPotted((FOX,)): "To the pot: Fox's pile.",
    e.PilesPotted(()): "No pile goes to the pot.",
    e.TurnPassed(FOX): "Fox turns next.",
    e.Recounted((40, 30), (5, 3), 2): "Counted: 8 face up, 70 face down, 2 in the pot.",
    e.LevelSet(Level.COUNTING): "Only count from now on.",
    e.Ended(Outcome((FOX,), "us.out")): "The game is over: Fox wins.",
    e.Ended(Outcome((), "us.out")): "The game is over: a draw.",
}  # fmt: skip


SENTENCES = words_of().sentences


def test_everything_with_a_name_in_the_shipped_deck_has_words() -> None:
    deck = Table().match.state.deck
    assert {symbol.id for symbol in deck.symbols} <= set(words.SYMBOLS)
    assert {symbol.family for symbol in deck.symbols} <= set(words.FAMILIES)
    assert set(deck.colours) <= set(words.COLOURS)


# Entries: details are merged, the obvious is left out.
DUEL_REPORTS = (r.TurnCard(FOX), r.TurnCard(OWL), r.TakeTotem(photo((FOX, 0))), r.CallDuel((FOX, OWL)))


@pytest.mark.parametrize(("reports", "lines"), [
    ([r.TurnCard(FOX)], ("Fox turned a card.",)),
    ([OUTWARD, r.TurnAll()], ("Fox, Owl, Bear and Wolf turned a card.",)),
    ([OUTWARD], ("Fox turned a card: Outward arrows.", "All turn a card at once.")),
    (DUEL_REPORTS, (
        "Fox won the duel against Owl.",
        "Owl takes 2 cards: Fox's pile and Owl's pile. Owl turns next.",
    )),
    ([r.SetTurn(OWL)], ("Owl turns next.",)),
    ([r.TakeTotem(TIE)], ("Dead heat between Fox and Owl.", "Totem back, grab again.")),
    ([r.TurnCard(OWL)], (
        "Owl turned a card.",
        "Refused: Fox turns now, not Owl. Play stops until it is put right.",
    )),
])  # fmt: skip
def test_an_entry_is_one_line_or_two(reports: list[r.AnyReport], lines: tuple[str, ...]) -> None:
    assert Table().describe(*reports) == lines


WRONG = (e.WrongGrabRuled(BEAR, "us.wrong-grab"), e.CardsTaken((r.Share(BEAR, 2),), (FOX, BEAR), pot=True))
WRONG_IN_WORDS = "Bear had no right to the totem. Bear takes 2 cards: Fox's pile and Bear's pile."


@pytest.mark.parametrize(("after", "said"), [
    ((), "Bear turns next."),
    ((e.Ended(Outcome((OWL,), "us.out")),), "The game is over: Owl wins."),
])  # fmt: skip
def test_only_who_really_turns_next_is_named(after: tuple[e.AnyEvent, ...], said: str) -> None:
    # A forgotten card comes before the grab that was for nothing: for a moment it was Owl's turn.
    events = (e.CardTurned(FOX, None), e.TurnPassed(OWL), *WRONG, e.TurnPassed(BEAR), *after)
    assert SENTENCES.sentences_of(events) == ("Fox turned a card.", f"{WRONG_IN_WORDS} {said}")


def test_what_the_match_writes_down_has_sentences_too() -> None:
    table = Table()
    table.enter(r.TurnCard(OWL))
    assert table.describe(PutRight()) == ("Put right.",)
    table.enter(r.TurnCard(OWL))
    assert table.describe(LetStand()) == ("The table let it stand.", "Owl turned a card.")
    assert table.describe(TakeBack()) == ("Undone: back to no. 3.",)
    table.enter(r.TurnCard(FOX), r.TurnCard(OWL))
    last = table.match.length - 1
    assert table.describe(Strike(last)) == (f"Removed: no. {last}.",)
    assert table.describe(Abandon()) == ("Ended early.",)
