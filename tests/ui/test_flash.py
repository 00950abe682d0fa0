"""Announcements cover the table for a second; what hands have to do stays until it is done."""

import pytest

from companion.clock import HandClock, Instant, WallTime
from companion.game import Level, Seat
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.reports import DrawCard, PlaceChip
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.reports import MakeCombination
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD, Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.events import PilesPotted
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.reports import (
    CallDuel,
    CallWrongGrab,
    LeaveTable,
    TakeTotem,
    TurnCard,
    TurnNext,
)
from companion.match_reports import Abandon, LetStand, PutRight, Replace, TakeBack
from tests.ui.desk import Desk, the
from tests.ui.rig import FRAME
from tests.ui.test_session import Shelf
from ui.dialogs.questions import VerdictDialog
from ui.games.sequence_states import art as sequence
from ui.games.speed_mode import art as speed
from ui.games.ungle_speed import art as ungle
from ui.games.ungle_speed import words
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.kivy_types import Widget
from ui.table.buttons import Seized
from ui.table.overlay import BrokenOff, Held, Lost, Overlay, RulingShown, overlay_for
from ui.table.presenting import Announcement, Choice, Dialog, Picturing
from ui.table.session import Session
from ui.widgets import flash
from ui.widgets.flash import Flash
from ui.widgets.layout import rect_of

S = Seat


def grabbed(desk: Desk, *presses: tuple[int, float]) -> TableScreen:
    table = desk.seat(4)
    desk.press(*presses)
    assert table.flash.shown
    return table


def test_whoever_was_first_is_seen_from_every_chair_for_a_second(desk: Desk) -> None:
    table = grabbed(desk, (2, 0), (0, 14))
    assert table.flash.title == table.presenter.seat_name(S(2))
    assert isinstance(table.dialog, VerdictDialog), "the verdict is open below it"
    assert table.flash.below == "", "over the whole table only a name is shown"
    board, above = rect_of(table.board), rect_of(table.flash)
    assert above.width >= board.width
    assert above.height >= board.height
    (title,) = [text for text in table.flash.lettering if text.text]
    assert abs(title.rect.center[1] - table.flash.center_y) < 1, "a lone name is centred"
    desk.pump(round(flash.SECONDS / FRAME) + 2)
    assert not table.flash.shown
    assert isinstance(table.dialog, VerdictDialog)


def test_what_to_do_after_a_dead_heat_is_said_once(desk: Desk) -> None:
    table = grabbed(desk, (2, 0), (0, 0.2))
    desk.tap(desk.verdict["answer 0"])
    desk.settle()
    assert table.banner.title.text == "Totem back, grab again"
    assert table.banner.subtitle.text == "Dead heat between Fox and Bear."


def test_a_tap_on_it_ends_it_and_answers_nothing_below_and_an_ordinary_card_is_not_cried(desk: Desk) -> None:
    table = grabbed(desk, (2, 0), (0, 14))
    length = table.session.length
    assert isinstance(table.dialog, VerdictDialog)
    desk.tap(table.dialog["answer 0"])
    assert not table.flash.shown
    assert table.session.length == length
    desk.tap(table.dialog["answer 0"])
    assert table.session.length == length + 1
    table = desk.seat(4)
    table.tell_now(TurnNext())
    assert not table.flash.shown


def test_the_pad_of_who_left_is_dim_and_keeps_its_place(desk: Desk) -> None:
    table = desk.seat(4)
    assert table.presses.strip is not None
    places = [pad.pos for pad in table.presses.strip.pads]
    table.tell_now(LeaveTable(Seat(3)))
    desk.settle()
    assert [pad.live for pad in table.presses.strip.pads] == [True, True, True, False]
    assert [pad.pos for pad in table.presses.strip.pads] == places
    length = table.session.length
    desk.press((3, 0))
    assert table.session.length == length, "a player who has left can't grab"


def drawn(table: TableScreen) -> list[Widget]:
    """Return what is drawn of a table, lowest first."""
    return [part for canvas in table.canvas.children for part in table.children if part.canvas is canvas]


def test_under_a_name_nothing_is_drawn_that_it_hides_and_all_is_there_again_when_it_goes(desk: Desk) -> None:
    """Everybody waits for the name, and drawing what it hides takes most of a frame."""
    table = grabbed(desk, (2, 0), (0, 14))
    desk.pump(2)
    assert table.front.turned is not None
    hidden = {table.board, table.turned_side, table.front.turned}
    assert hidden.isdisjoint(drawn(table))
    assert {table.flash, table.bar} <= {*drawn(table)}
    table.dialogs.open_history()
    desk.pump(2)
    assert drawn(table)[-1] is table.opened, "what a tap opens is drawn over the name, and seen"
    table.dialogs.close()
    table.flash.end()
    desk.pump(2)
    assert drawn(table) == table.children[::-1]
    assert hidden <= {*drawn(table)}


@pytest.mark.usefixtures("each_panel")
def test_a_dead_heat_is_read_whole(desk: Desk) -> None:
    table = grabbed(desk, (2, 0), (0, 0.2))
    assert table.flash.title.startswith(words.DEAD_HEAT)
    fit(table.flash)


@pytest.mark.usefixtures("each_panel")
@pytest.mark.parametrize(
    "name", ["Jo", "Bartholomew", "W" * 24, "Dead heat between Bartholomew and Wilhelmina"]
)
def test_every_name_stands_in_one_line_whole(desk: Desk, name: str) -> None:
    table = grabbed(desk, (2, 0), (0, 14))
    table.flash.announce(Announcement(name), theme.PRIMARY)
    desk.pump(3)
    fit(table.flash)


def fit(shown: Flash) -> None:
    cut = [text.text for text in shown.lettering if text.is_shortened]
    assert not cut
    (title,) = [text for text in shown.lettering if text.text == shown.title]
    assert title.texture_size[0] <= title.rect.width + 1


@pytest.mark.parametrize(("arrows", "cried", "sound"), [
    (Arrows.INWARD, words.GRAB, "grab"),
    (Arrows.COLOURED, words.COLOURS_NOW, "colours"),
    (Arrows.OUTWARD, words.ALL_TURN, "all_turn"),
])  # fmt: skip
def test_each_kind_of_arrows_has_its_sound(desk: Desk, arrows: Arrows, cried: str, sound: str) -> None:
    table = desk.seat(4)
    table.tell_now(TurnNext(ArrowsCard(arrows)))
    assert table.flash.shown
    assert table.flash.title == cried
    assert desk.sounds.played[-1] == sound
    assert desk.hands.buttons.armed, "buttons work while it is read"
    desk.pump(2)
    assert table.flash.shown
    assert table.presses.strip is not None
    for pad in table.presses.strip.pads:
        assert rect_of(pad).top <= rect_of(table.flash).y, "nor is a pad that stands in for a button covered"


def test_its_letters_can_be_read_on_the_colour_of_every_seat() -> None:
    """WCAG 2.2, 1.4.3 asks for 4.5 to 1 for small letters, and for less for large ones."""
    for plate in theme.plates():
        assert theme.contrast(theme.seat_tone(plate), theme.ON_PRIMARY) >= 4.5, plate


def test_a_press_while_a_verdict_lies_open_is_not_cried(desk: Desk) -> None:
    """It was already on its way when the pad was disarmed; the verdict names the winner."""
    table = grabbed(desk, (2, 0))
    desk.pump(round(flash.SECONDS / FRAME) + 2)
    table.hear(Seized(arming=99, first=(S(1),), touches=(), band=0, source="pin"))
    assert the(VerdictDialog, table.dialog).content.winners == (S(2),)
    assert not table.flash.shown


@pytest.mark.parametrize("way", ["back", "strike"])
def test_a_ruling_goes_with_the_grab_that_is_taken_out_of_the_record(desk: Desk, way: str) -> None:
    table = desk.seat(4, level="watching")
    shown = [("star_wavy", "green"), ("ribbon_two", "purple"), ("star_wavy", "purple")]
    for seat, (symbol, colour) in enumerate(shown):
        table.tell_now(TurnCard(S(seat), SymbolCard(symbol, colour)))
    desk.settle()
    desk.press((2, 0))
    desk.pump(round(flash.SECONDS / FRAME) + 2)
    desk.settle()
    assert table.front.reading
    history = desk.history()
    history.open_newest()
    desk.settle()
    desk.rig.hold(history[way], 0.9)
    desk.settle()
    assert not table.front.reading
    assert desk.hands.buttons.armed


def test_hands_that_put_cards_back_grab_nothing(desk: Desk) -> None:
    """A brush against a button must not wipe what is still to be put back."""
    table = desk.seat(4, level="watching")
    shown = (SymbolCard("star_wavy", "green"), SymbolCard("ribbon_two", "purple"))
    for report in (*(TurnCard(S(n), card) for n, card in enumerate(shown)), TakeTotem(Grab((S(0),)))):
        table.tell_now(report)
    table.tell_now(CallWrongGrab())
    desk.settle()
    table.submit(Replace(2, TurnCard(S(1), SymbolCard("star_wavy", "purple"))), table.session.length)
    desk.settle()
    due = table.session.match.put_back
    assert due
    desk.press((3, 0))
    desk.settle()
    assert table.session.match.put_back == due
    assert not desk.hands.buttons.armed
    table.tell(PutRight())
    desk.settle()
    assert desk.hands.buttons.armed


CARDS = "Owl takes 2 cards: Fox's pile and Owl's pile."


def dueled(desk: Desk) -> TableScreen:
    """Return the table after a duel that Fox won against Owl."""
    table = desk.deal("ungle-speed", 4)
    for report in (TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1)))):
        table.tell_now(report)
    desk.settle()
    return table


@pytest.mark.usefixtures("each_panel")
def test_who_takes_what_stands_whole_until_it_is_tapped_away(desk: Desk) -> None:
    table = dueled(desk)
    assert table.duty.title.text == CARDS
    board, strip = rect_of(table.board), rect_of(table.duty)
    assert strip.y >= board.top, "nothing of the board is hidden"
    assert table.duty.title.natural_width <= 2 * table.duty.title.rect.width, "it fits on two lines"
    length = table.session.length
    desk.tap(table.duty)
    assert table.duty.parent is None
    assert table.session.length == length, "it enters nothing"


def test_it_goes_when_play_goes_on_or_a_sheet_lies_open(desk: Desk) -> None:
    table = dueled(desk)
    desk.turn()
    assert table.duty.parent is None
    table.tell_now(TakeBack())
    desk.settle()
    assert table.duty.title.text == CARDS, "the duel is the latest again"
    assert table.duty.parent is table.banner
    table.tell_now(TakeBack())
    assert table.duty.parent is None
    table = dueled(desk)
    table.tell_now(TakeTotem(Grab((S(2),))))
    desk.settle()
    assert table.dialog is not None
    assert table.duty.parent is None


def test_nothing_for_the_pot_is_nothing_to_do(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    assert table.presenter.duty(()) == ""
    table.tell_now(TurnNext())
    assert table.duty.parent is None


# The strip's small picture: a card, a chip or the totem.
def pictured(desk: Desk) -> Art | None:
    """Return what the strip shows of the newest entry."""
    table = desk.table
    assert isinstance(table.presenter, Picturing)
    return table.presenter.pictured(table.session.match.line[-1].events)


def test_cards_that_are_taken_are_a_card_and_those_for_the_pot_the_totem(desk: Desk) -> None:
    table = dueled(desk)
    assert pictured(desk) == ungle.card(None, ())
    assert isinstance(table.presenter, Picturing)
    assert table.presenter.pictured((PilesPotted((S(0),)),)) == ungle.TOTEM
    assert table.presenter.pictured((PilesPotted(()),)) is None
    before = table.duty.title.rect.x
    table.presenter.pictured(())
    table.duty.draw_beside(None)
    desk.pump()
    assert table.duty.title.rect.x < before, "the picture comes before the words"


def test_five_chips_that_are_turned_over_are_a_chip_of_that_colour(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    for n in range(5):
        table.tell_now(PlaceChip(S(0), Space(4, n)))
        table.tell_now(DrawCard(S(0)))
        if n < 4:
            table.tell_now(PlaceChip(S(1), Space(n * 2, 9)))
            table.tell_now(DrawCard(S(1)))
    made = next(line for line in table.session.match.line[::-1] if "SequenceMade" in str(line.events))
    assert isinstance(table.presenter, Picturing)
    assert table.presenter.pictured(made.events) == sequence.chip(Colour.RED, locked=True)
    assert table.presenter.pictured(()) is None


def test_a_pair_is_the_circle_that_goes_down(desk: Desk) -> None:
    table = desk.deal("speed-mode", 2)
    at, elsewhere = Place(1, 1), Place(0, 0)
    for seat, place, half in ((0, at, 0), (1, elsewhere, 0), (0, at, 1)):
        table.tell_now(MakeCombination(S(seat), place, half))
    assert pictured(desk) == speed.token(table.presenter.seat_plate(S(0)), speed.WHOLE)
    table.tell_now(MakeCombination(S(1), Place(2, 2), 0))
    assert pictured(desk) is None


PLATES = theme.plates()[:4]
WORDS = UnglePresenter(Facts(4), PLATES)
READ = Dialog("Fox was first")
ASKED = Dialog("It fell", choices=(Choice("Nobody's fault", "", None),))


@pytest.fixture
def session() -> Session:
    return Session.begin(UngleSpeed(), Facts(4), PLATES, "m1", HandClock(wall=WallTime(1)), Shelf().keep)


def over(session: Session, ruled: Dialog | None = None, *, peeking: bool = False) -> Overlay | None:
    return overlay_for(session, WORDS, session.view, ruled, loss_read=False, peeking=peeking)


def test_nothing_lies_over_a_table_that_is_played_on_but_what_was_ruled(session: Session) -> None:
    assert over(session) is None
    assert over(session, READ) == RulingShown(READ, read=True)
    assert over(session, ASKED) == RulingShown(ASKED, read=False)


def test_a_grab_is_asked_about_until_it_is_answered(session: Session) -> None:
    session.submit(TurnCard(Seat(0)))
    session.submit(TakeTotem(Grab((Seat(2),))))
    assert not the(RulingShown, over(session)).read
    assert over(session, peeking=True) is None, "the player is looking at the table"
    session.submit(CallWrongGrab())
    assert over(session) is None


def test_what_lies_wrong_comes_before_a_ruling_until_it_is_put_right_or_left(session: Session) -> None:
    session.submit(TurnCard(Seat(2)))
    lies = the(Held, over(session, READ, peeking=True))
    assert lies.explanation.title == "Fox turns now, not Bear"
    assert lies.may_stand
    assert over(session) == lies, "the same fault keeps the same sheet, with what was opened on it"
    session.submit(PutRight())
    assert over(session) is None
    session.submit(TurnCard(Seat(2)))
    session.submit(LetStand())
    assert over(session) is None
    session.submit(Abandon())
    assert over(session, peeking=True) == BrokenOff()


def test_a_part_of_the_record_that_was_lost_comes_first_until_it_was_read() -> None:
    shelf, clock = Shelf(), HandClock(Instant(0), WallTime(1))
    facts = Facts(4, STANDARD, {}, Level.COUNTING, Seat(0))
    session = Session.begin(UngleSpeed(), facts, PLATES, "m1", clock, shelf.keep)
    for seat in range(3):
        session.submit(TurnCard(Seat(seat)))
    rows = shelf.rows["m1"]
    again = Session.resume(UngleSpeed(), [*rows[:2], rows[3]], "m2", clock, shelf.keep)
    assert isinstance(over(again), Lost)
    assert overlay_for(again, WORDS, again.view, None, loss_read=True, peeking=False) is None
