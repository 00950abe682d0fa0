"""What the table says: whose turn, what one tap tells, what a grab may have been, who has won."""

import pytest
from msgspec.structs import replace

from companion.game import Level, Outcome, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.model import Choosing, Duel, Facts, Flip, Grab, Sharing, Tied, Unexplained
from tests.ui.ungle_speed.table import BEAR, FOX, MS, OWL, WOLF, Table, laid, photo, seen, star, words_of
from ui import presenting
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.games.ungle_speed.verdict import share


def test_with_two_players_each_hand_is_named() -> None:
    words = words_of(2)
    assert [words.seat_name(Seat(seat)) for seat in range(4)] == [
        "Fox, right hand", "Owl, right hand", "Fox, left hand", "Owl, left hand",
    ]  # fmt: skip
    plates = [words.seat_plate(Seat(seat)) for seat in range(4)]
    assert plates[0].colour == plates[2].colour
    assert len({plate.letter for plate in plates}) == 4


def test_seats_without_plates_have_numbers() -> None:
    words = UnglePresenter(Facts(3), ())
    assert [words.seat_name(Seat(seat)) for seat in range(3)] == ["Seat 1", "Seat 2", "Seat 3"]
    assert words.seat_plate(OWL).letter == "2"


@pytest.mark.parametrize(
    ("change", "seat", "title", "small"),
    [
        ({}, OWL, "Owl turns a card", "counting · symbols match, any colour"),
        ({"by_colour": True}, OWL, "Owl turns a card", "counting · colours match, any symbol"),
        ({"again": "dead_heat"}, None, "Totem back, grab again", "dead heat: nobody can tell who was first"),
        ({"again": "unplugged"}, None, "Totem back, grab again", "a button has come unplugged"),
        ({"again": "a_new_reason"}, None, "Totem back, grab again", "a new reason"),
        ({"stacks": (0, 0, 0, 0)}, None, "No cards left to turn", "grab, or say that nobody will"),
        ({"flip": Flip(FOX, (FOX, OWL), (OWL,))}, None, "All turn a card at once", "not entered yet: Owl"),
        ({"chase": Unexplained(photo((BEAR, 0)))}, BEAR, "Bear has the totem", "What was it?"),
        ({"chase": Tied(Grab((FOX, OWL)))}, None, "Dead heat", "Whom did the lot fall to?"),
        ({"ended": Outcome((WOLF,), "us.out")}, None, "Wolf wins", ""),
    ],
)
def test_the_banner_says_what_is_awaited(
    change: dict[str, object], seat: Seat | None, title: str, small: str
) -> None:
    banner = words_of().banner(seen(replace(laid(turn=OWL), **change)))
    assert (banner.seat, banner.title, banner.subtitle) == (seat, title, small)


def test_one_tap_tells_the_turned_card() -> None:
    pad, *arrows = words_of().routine(seen(laid(turn=OWL)))
    assert (pad.title, pad.report, pad.primary) == ("Card turned", r.TurnCard(OWL), True)
    assert {choice.report.card for choice in arrows} == {ArrowsCard(kind) for kind in Arrows}


def test_arrows_that_are_not_in_the_deck_are_not_offered() -> None:
    _, *arrows = words_of(3).routine(seen(laid(3)))
    assert ArrowsCard(Arrows.COLOURED) not in {choice.report.card for choice in arrows}


@pytest.mark.parametrize(
    ("change", "report"),
    [
        ({"flip": Flip(FOX, (FOX, OWL), (OWL,))}, r.TurnAll()),
        ({"stacks": (0, 0, 0, 0)}, r.CallEnd()),
    ],
)
def test_the_routine_pad_follows_the_position(change: dict[str, object], report: r.AnyReport) -> None:
    (pad,) = words_of().routine(seen(replace(laid(), **change)))
    assert pad.report == report
    assert pad.primary


def test_watching_the_large_pad_asks_for_the_card() -> None:
    view = seen(laid(level=Level.WATCHING))
    entry, unsaid = words_of().routine(view)
    assert (entry.title, entry.report, entry.primary) == ("Enter the card", presenting.Enter(FOX), True)
    assert (unsaid.report, unsaid.primary) == (r.TurnCard(FOX), False)


@pytest.mark.parametrize(
    ("change", "does"),
    [
        ({}, r.TurnCard(FOX)),
        ({"flip": Flip(FOX, (FOX, OWL), (OWL,))}, r.TurnAll()),
        ({"stacks": (0, 0, 0, 0)}, r.CallEnd()),
        # A button fills in no sheet: it tells a card that nobody says.
        ({"level": Level.WATCHING}, r.TurnCard(FOX)),
        ({"level": Level.WATCHING, "flip": Flip(FOX, (FOX, OWL), (OWL,))}, r.TurnAll()),
    ],
)
def test_the_turn_button_turns(change: dict[str, object], does: r.AnyReport) -> None:
    assert presenting.by_button(words_of().routine(seen(replace(laid(), **change)))) == does


def test_a_flip_is_entered_in_its_order() -> None:
    state = replace(laid(level=Level.WATCHING), flip=Flip(FOX, (FOX, OWL), (OWL,)))
    entry, _ = words_of().routine(seen(state))
    assert entry.report == presenting.Enter(OWL)


def test_a_tapped_seat_tells_its_card_where_cards_are_told() -> None:
    late = Unexplained(photo((FOX, 0)), late=True)
    for change, meant in (
        ({"level": Level.WATCHING}, presenting.Enter(BEAR)),
        ({"level": Level.WATCHING, "chase": late}, presenting.Enter(BEAR)),
        ({"level": Level.WATCHING, "chase": replace(late, late=False)}, None),
        ({"level": Level.WATCHING, "ended": Outcome((FOX,), "us.out")}, None),
        ({}, None),
    ):
        assert words_of().tapped(seen(replace(laid(), **change)), None, BEAR) == meant


def test_no_routine_while_a_grab_is_being_ruled_on_or_after_the_end() -> None:
    for change in ({"chase": Unexplained(photo((FOX, 0)))}, {"ended": Outcome((FOX,), "us.out")}):
        assert words_of().routine(seen(replace(laid(), **change))) == ()


def test_the_sheet_of_a_grab_tells_the_margin_and_offers_what_it_may_have_been() -> None:
    table = Table()
    table.tell(r.TurnCard(FOX), r.TurnCard(OWL), r.TurnCard(BEAR))
    table.tell(r.TakeTotem(photo((BEAR, 0), (OWL, 14_218_000), (FOX, 41_900_000))))
    sheet = table.words.sheet(table.view)
    assert sheet is not None
    assert sheet.title == "Bear was first"
    assert sheet.subtitle == "by 14.218 ms before Owl · error band ±100 µs · kernel time stamps"
    assert sheet.winners == (BEAR,)
    assert sheet.finish is not None
    assert [mark.after for mark in sheet.finish.marks] == [0, 14_218_000, 41_900_000]
    assert [choice.primary for choice in sheet.choices].count(True) == 1
    offered = {choice.title: choice for choice in sheet.choices}
    assert offered["Duel with Owl"].subtitle == "Owl takes 2 cards"
    assert offered["Wrong grab"].subtitle == "Bear takes 3 cards"
    assert offered["Inward arrows"].subtitle == "Bear's pile to the pot"
    assert offered["Wolf had turned"].report == r.TurnCard(WOLF)
    # Everything but the late card is what the rules offered, in their order.
    assert [c.report for c in sheet.choices if c.report != r.TurnCard(WOLF)] == list(table.view.answers)


def test_every_offered_answer_is_accepted() -> None:
    table = Table()
    table.tell(r.TurnCard(FOX), r.TurnCard(OWL), r.TakeTotem(photo((FOX, 0))))
    sheet = table.words.sheet(table.view)
    assert sheet is not None
    for choice in sheet.choices:
        again = Table()
        entry = again.tell(r.TurnCard(FOX), r.TurnCard(OWL), r.TakeTotem(photo((FOX, 0))), choice.report)
        assert type(entry.body).__name__ == "Told", choice


def test_a_duel_says_what_both_show_where_it_is_known() -> None:
    state = laid(4, (star("green"), star("purple"), None), turn=BEAR)
    state = replace(state, chase=Unexplained(photo((FOX, 0))))
    sheet = words_of().sheet(seen(state))
    assert sheet is not None
    assert sheet.choices[0].subtitle == "both show: wavy star · Owl takes 2 cards"


def test_a_grab_told_by_hand_has_no_photo_finish() -> None:
    sheet = words_of().sheet(seen(replace(laid(4, (None, None)), chase=Unexplained(Grab((FOX,))))))
    assert sheet is not None
    assert sheet.finish is None
    assert sheet.subtitle == "told by the table"


def test_cards_turned_at_once_count_although_they_are_not_entered() -> None:
    state = laid(4, (None, None), turn=FOX)
    state = replace(
        state, flip=Flip(FOX, (FOX, OWL, BEAR, WOLF), (OWL, BEAR)), chase=Unexplained(photo((FOX, 0)))
    )
    sheet = words_of().sheet(seen(state))
    assert sheet is not None
    assert {c.title: c.subtitle for c in sheet.choices}["Wrong grab"] == "Fox takes 4 cards"


def test_the_pot_stays_in_a_duel_of_hands() -> None:
    state = replace(laid(2, (None, None), pot=2), chase=Unexplained(photo((FOX, 0))))
    sheet = words_of(2).sheet(seen(state))
    assert sheet is not None
    takes = {c.title: c.subtitle for c in sheet.choices}
    assert takes["Duel with Owl right"] == "Owl right takes 2 cards"
    assert takes["Wrong grab"] == "Fox right takes 4 cards"


def test_lots_are_drawn_among_those_who_tied() -> None:
    table = Table(dead_heat="lots")
    table.tell(r.TakeTotem(Grab((OWL, BEAR), photo((OWL, 0), (BEAR, 62_000)).touches, 100_000, "kernel")))
    sheet = table.words.sheet(table.view)
    assert sheet is not None
    assert [choice.report for choice in sheet.choices] == [r.DrawLots(OWL), r.DrawLots(BEAR)]
    assert sheet.finish is not None
    assert [mark.note for mark in sheet.finish.marks] == ["dead heat", "dead heat"]
    table.tell(r.DrawLots(BEAR))
    after = table.words.sheet(table.view)
    assert after is not None
    assert after.subtitle.startswith("by lot after a dead heat")
    assert after.finish is not None
    assert [mark.note for mark in after.finish.marks] == ["lost the lot", "won the lot"]


def test_the_first_chooses_between_duel_and_arrows() -> None:
    state = laid(4, (star("green"), star("purple"), ArrowsCard(Arrows.INWARD)), Level.WATCHING)
    duel = Duel((FOX, OWL), "symbol", "star_wavy")
    sheet = words_of().sheet(seen(replace(state, chase=Choosing(photo((FOX, 0), (WOLF, MS)), duel))))
    assert sheet is not None
    assert sheet.question == "Which of the two counts?"
    assert [c.report for c in sheet.choices[:2]] == [r.CallDuel((FOX, OWL)), r.CallInward()]


def test_several_losers_share() -> None:
    state = replace(laid(4, (None,) * 4), chase=Sharing(photo((FOX, 0)), (OWL, BEAR), (FOX, OWL, BEAR), 7))
    words = words_of()
    sheet = words.sheet(seen(state))
    assert sheet is not None
    assert sheet.split == presenting.Sharing(7, (OWL, BEAR), share)
    assert share((OWL, BEAR), (3, 4), BEAR) == r.ShareCards((r.Share(OWL, 3), r.Share(BEAR, 4)), BEAR)


def test_watching_a_card_that_was_not_entered_is_likeliest() -> None:
    table = Table(level=Level.WATCHING)
    table.tell(r.TurnCard(FOX, star()), r.TakeTotem(photo((FOX, 0))))
    sheet = table.words.sheet(table.view)
    assert sheet is not None
    assert sheet.choices[0].report == r.TurnCard(OWL)
    assert [choice.primary for choice in sheet.choices].index(True) == 0


def test_no_sheet_over_the_bare_table() -> None:
    assert words_of().sheet(seen(laid())) is None


def test_the_referee_can_tell_what_happens_to_the_totem_at_any_time() -> None:
    menu = [choice.report for choice in words_of().referee_menu(seen(laid()))]
    assert r.CallFell() in menu
    assert {r.CallDropped(seat) for seat in (FOX, OWL, BEAR, WOLF)} <= set(menu)
    assert r.SetLevel(Level.WATCHING) in menu


def test_the_result_names_the_winner_the_reason_and_what_is_left() -> None:
    state = laid(3, (SymbolCard("knot_closed", "green"), None))
    sheet = words_of(3).result(Outcome((OWL,), "us.out"), seen(state))
    assert sheet.over
    assert sheet.title == "Owl wins"
    assert sheet.winners == (OWL,)
    assert "no stack and no face-up pile" in sheet.subtitle
    assert "Bear 26" in sheet.subtitle


def test_a_player_with_two_hands_wins_once() -> None:
    sheet = words_of(2).result(Outcome((Seat(1), Seat(3)), "us.two-end"), seen(laid(2)))
    assert sheet.title == "Owl wins"
    assert sheet.winners == (Seat(1),)
    assert "Fox 38 · Owl 38" in sheet.subtitle


def test_a_draw_has_no_winner() -> None:
    sheet = words_of().result(Outcome((), "us.out"), seen(laid()))
    assert sheet.title == "A draw"
    assert sheet.winners == ()
