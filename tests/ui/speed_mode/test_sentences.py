"""The history: every report and every event has a sentence, with names and places in it."""

from companion.game import Outcome, Seat
from companion.games.speed_mode import events as e
from companion.games.speed_mode import reports as r
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.events import Why
from companion.games.speed_mode.model import Facts
from ui.games.speed_mode.presenter import SpeedPresenter
from ui.stage import theme

FOX, OWL = Seat(0), Seat(1)
AT, NEXT = Place(0, 1), Place(0, 2)
RED, BLUE = Kind.RED_SQUARE, Kind.BLUE_CIRCLE

REPORTS: dict[r.AnyReport, str] = {
    r.MakeCombination(FOX, AT, 0): "Fox covered the left half of row 1, column 2.",
    r.MakeCombination(FOX, AT, 2): "Fox covered a combination.",
    r.Exchange(FOX): "Fox exchanged three cards with the deck.",
    r.Exchange(FOX, 1): "Fox exchanged three cards, and took 1 face-up card.",
    r.Exchange(FOX, (RED, RED, BLUE)): (
        "Fox exchanged three cards, and took 2\u00d7 red square 1 and blue circle 5."
    ),
    r.Replenish(FOX): "Fox drew cards from the deck.",
    r.Replenish(FOX, 2): "Fox drew cards, 2 face-up cards among them.",
    r.TurnUp(RED): "Red square 1 lies face up.",
    r.Pass(FOX): "Fox passed.",
    r.CallStuck(FOX): "Fox can't make any combination.",
    r.AnswerEnd(True): "The table has ended the game.",
    r.AnswerEnd(False): "The table plays on.",
    r.CountGroups((2, 0)): "Groups of unpaired combinations: Fox 2, Owl 0.",
    r.Recount(48, 5, (10, 9)): "The cards were counted.",
}

EVENTS: dict[e.AnyEvent, str] = {
    e.CombinationMade(OWL, AT, 1, (RED, BLUE, BLUE)): (
        "Owl made 2\u00d7 blue circle 5 and red square 1: the right half of row 1, column 2."
    ),
    e.CombinationUndone(FOX, AT, 0): (
        "The left half of row 1, column 2 is undone: the token goes back to Fox."
    ),
    e.PairMade(FOX, AT): "A pair: Fox puts a circle on row 1, column 2.",
    e.ExtraPlaced(FOX, (AT, NEXT)): ("Fox puts an extra point between row 1, column 2 and row 1, column 3."),
    e.CardsExchanged(FOX, 1): "Fox exchanged three cards, and took 1 face-up card.",
    e.HandReplenished(FOX, 3, 0): "Fox drew 3 cards from the deck.",
    # Cards have numbers on them too: "drew 3" might be one of those.
    e.HandReplenished(FOX, 3, 1): "Fox drew 3 cards, 1 face-up card among them.",
    e.HandReplenished(FOX, 3, 1, (RED,)): "Fox drew 3 cards, red square 1 among them.",
    e.HandReplenished(FOX, 1, 1): "Fox drew 1 face-up card.",
    e.CardTurnedUp(RED): "Red square 1 lies face up.",
    e.Passed(FOX): "Fox passed.",
    e.StuckCalled(FOX): "Fox can't make any combination.",
    e.EndAsked(10): "10 exchanges in a row. Do you end the game here?",
    e.PlayedOn(): "The table plays on.",
    e.Finished(Why.STUCK): "Nobody can make a combination any more.",
    e.GroupsCounted((2, 0)): "Groups of unpaired combinations: Fox 2, Owl 0.",
    e.TurnPassed(OWL): "Owl is next.",
    e.Recounted(48, 5, (10, 9)): "Counted: 48 in the deck, 5 face up; Fox 10, Owl 9.",
    e.Recounted(47, 5, (10, 9), 1): ("Counted: 47 in the deck, 5 face up; Fox 10, Owl 9. 1 card is missing."),
    e.Ended(Outcome((FOX,), "sm.score")): "The game is over: Fox wins.",
    e.Ended(Outcome((FOX, OWL), "sm.score")): "The game is over: both share it.",
}

SENTENCES = SpeedPresenter(Facts(), theme.plates()[:2]).sentences
