"""The last step before a match of Ungle Speed: which deck, and which of its cards are missing."""

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.game import Level, Refused, Seat
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, Deck, SymbolCard
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from tests.ui.desk import Desk, the
from tests.ui.ungle_speed.table import GAME, choice, words_of
from ui.games.ungle_speed.editor import DeckEditor, deck_from_text, tapped
from ui.games.ungle_speed.setup import BOX, FILE, SetupScreen
from ui.main.frame import memory
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Viewport

STAR = SymbolCard("star_wavy", "green")
INWARD = ArrowsCard(Arrows.INWARD)
OTHER = Deck("seventy", STANDARD.colours, STANDARD.symbols[:16], 2, 2, 2)


def begin(desk: Desk, deck: Deck = STANDARD, players: int = 4) -> tuple[SetupScreen, list[Facts]]:
    chosen: list[Facts] = []
    facts = Facts(players, deck)
    screen = SetupScreen(facts, theme.plates()[:players], memory(desk.saver), desk.frame.home, chosen.append)
    desk.frame.show(screen)
    desk.until(lambda: screen["next"].live)
    return screen, chosen


def test_each_tap_misses_one_card_more_until_none_of_them_is_left() -> None:
    once = tapped(STANDARD, STAR)
    assert (once.missing, tapped(once, STAR)) == (("star_wavy green",), STANDARD)
    deck = STANDARD
    for missing in (1, 2, 3, 0):
        deck = tapped(deck, INWARD)
        assert deck.copies(INWARD) == 3 - missing
    assert tapped(once, INWARD).missing == ("star_wavy green", "inward")


def test_missing_cards_are_told_by_touching_them(desk: Desk) -> None:
    screen, chosen = begin(desk)
    desk.tap(screen["own"])
    editor = the(DeckEditor, screen.over)
    editor.part()["family 1"].on_tap()
    editor.part()["card 1"].on_tap()
    editor.tap(INWARD)
    assert editor.part().header.hint == "Tap those that got lost: 78 cards, 2 missing."
    assert editor.family == "stars", "the next lost card may be next to it"
    desk.tap(editor["undo"])
    assert editor.draft.missing == ("star_wavy green",)
    desk.tap(editor["next"])
    assert screen.chosen_name == "own"
    desk.tap(screen["next"])
    assert chosen[-1].deck.missing == ("star_wavy green",)


def test_a_deck_that_the_program_was_started_with_is_meant(desk: Desk) -> None:
    screen, chosen = begin(desk)
    desk.tap(screen[BOX])
    desk.tap(screen["next"])
    other, chosen = begin(desk, OTHER)
    assert other.chosen_name == FILE
    assert other.part()[FILE].title == "seventy"
    desk.tap(other["next"])
    assert chosen[-1].deck == OTHER
    again, _ = begin(desk)
    assert again.chosen_name == BOX, "it no longer exists"


@pytest.mark.parametrize(
    "text", ["rubbish", '{"name":"x","colours":[],"symbols":[],"inward":0,"outward":0,"coloured":0}']
)
def test_a_damaged_deck_is_said_to_be(text: str) -> None:
    with pytest.raises(SetupError, match="deck"):
        deck_from_text(text)


def test_a_match_is_dealt_from_the_deck_that_was_chosen(desk: Desk) -> None:
    screen, _ = begin(desk)
    desk.tap(screen["own"])
    assert isinstance(screen.over, DeckEditor)
    for _missing in range(2):
        screen.over.tap(INWARD)
    desk.frame.home()
    table = desk.sit_down(4)
    assert sum(seat.stack for seat in table.session.view.seats) == 78
    assert table.session.match.facts.deck.missing == ("inward", "inward")


def test_a_missing_card_is_crossed_out_at_the_table_and_refused_as_what_it_is() -> None:
    state = GAME.opening(Facts(4, replace(STANDARD, missing=("star_wavy green",)), level=Level.WATCHING))
    ruling = the(Refused, GAME.judge(state, TurnCard(Seat(0), STAR)))
    assert words_of().explain(ruling.violations).title == "That card is missing from this deck"
    room = Viewport(Rect(0, 0, 100, 100), 1.0)
    pads = [choice(deck, "stars")["card 1"] for deck in (STANDARD, state.deck)]
    drawn = [[*pad.picture(room)] for pad in pads]
    assert len(drawn[1]) == len(drawn[0]) + 2, "two strokes"


def test_of_several_cards_alike_how_many_are_missing_is_said_in_the_editor_alone() -> None:
    deck = replace(STANDARD, missing=("inward", "star_wavy green"))
    pads = choice(deck, "arrows", with_missing=True)
    assert pads["card 0"].title == "1 missing"
    assert pads["card 1"].title == ""
    assert choice(deck, "arrows")["card 0"].title == ""
    stars = choice(deck, "stars", with_missing=True)
    assert stars["card 1"].title == "", "the cross shows it"
