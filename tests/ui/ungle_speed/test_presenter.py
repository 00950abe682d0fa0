"""What the table says: whose turn, what one tap tells, what a grab may have been, who has won."""

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Level, Outcome, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.model import Choosing, Duel, Facts, Flip, Grab, Sharing, Tied, Unexplained
from tests.ui.ungle_speed.table import (
    BEAR,
    FOX,
    GAME,
    MS,
    OWL,
    WOLF,
    Table,
    laid,
    photo,
    seen,
    star,
    words_of,
)
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.games.ungle_speed.verdict import share
from ui.table import presenting
from ui.table.presenting import Enter


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
    assert (pad.title, pad.report, pad.primary) == ("Card turned", r.TurnNext(), True)
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
    pad, *_ = words_of().routine(seen(replace(laid(), **change)))
    assert pad.report == report
    assert pad.primary


def test_watching_the_large_pad_asks_for_the_card() -> None:
    view = seen(laid(level=Level.WATCHING))
    entry, unsaid = words_of().routine(view)
    assert (entry.title, entry.report, entry.primary) == ("Enter the card", presenting.Enter(FOX), True)
    assert (unsaid.report, unsaid.primary) == (r.TurnNext(), False)


@pytest.mark.parametrize(
    ("change", "does"),
    [
        ({}, r.TurnNext()),
        ({"flip": Flip(FOX, (FOX, OWL), (OWL,))}, r.TurnAll()),
        ({"stacks": (0, 0, 0, 0)}, r.CallEnd()),
        # A button fills in no sheet: it tells a card that nobody says.
        ({"level": Level.WATCHING}, r.TurnNext()),
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
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    assert sheet.title == "Bear was first"
    assert sheet.subtitle == "by 14 ms before Owl"
    assert sheet.exact == "measured to 100 µs · kernel time stamps"
    assert sheet.winners == (BEAR,)
    assert sheet.finish is not None
    assert [mark.after for mark in sheet.finish.marks] == [0, 14_218_000, 41_900_000]
    assert [choice.primary for choice in sheet.choices].count(True) == 1
    offered = {choice.title: choice for choice in sheet.choices}
    assert offered["Duel with Owl"].subtitle == "Owl takes 2 cards"
    assert offered["Wrong grab"].subtitle == "Bear takes 3 cards"
    assert offered["Inward arrows"].subtitle == "Bear's pile to the pot"
    assert offered["Wolf's card first"].report == r.TurnCard(WOLF)
    # Everything but the late card is what the rules offered, in their order.
    assert [c.report for c in sheet.choices if c.report != r.TurnCard(WOLF)] == list(table.view.answers)


def test_every_offered_answer_is_accepted() -> None:
    table = Table()
    table.tell(r.TurnCard(FOX), r.TurnCard(OWL), r.TakeTotem(photo((FOX, 0))))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    for choice in sheet.choices:
        again = Table()
        entry = again.tell(r.TurnCard(FOX), r.TurnCard(OWL), r.TakeTotem(photo((FOX, 0))), choice.report)
        assert type(entry.body).__name__ == "Entered", choice


def test_a_duel_says_what_both_show_where_it_is_known() -> None:
    state = laid(4, (star("green"), star("purple"), None), turn=BEAR)
    state = replace(state, chase=Unexplained(photo((FOX, 0))))
    sheet = words_of().dialog(seen(state))
    assert sheet is not None
    assert sheet.choices[0].subtitle == "wavy star · Owl takes 2 cards"


def test_a_grab_told_by_hand_has_no_photo_finish() -> None:
    sheet = words_of().dialog(seen(replace(laid(4, (None, None)), chase=Unexplained(Grab((FOX,))))))
    assert sheet is not None
    assert sheet.finish is None
    assert (sheet.subtitle, sheet.exact) == ("", "told by the table")


def test_cards_turned_at_once_count_although_they_are_not_entered() -> None:
    state = laid(4, (None, None), turn=FOX)
    state = replace(
        state, flip=Flip(FOX, (FOX, OWL, BEAR, WOLF), (OWL, BEAR)), chase=Unexplained(photo((FOX, 0)))
    )
    sheet = words_of().dialog(seen(state))
    assert sheet is not None
    assert {c.title: c.subtitle for c in sheet.choices}["Wrong grab"] == "Fox takes 4 cards"


def test_the_pot_stays_in_a_duel_of_hands() -> None:
    state = replace(laid(2, (None, None), pot=2), chase=Unexplained(photo((FOX, 0))))
    sheet = words_of(2).dialog(seen(state))
    assert sheet is not None
    takes = {c.title: c.subtitle for c in sheet.choices}
    assert takes["Duel with Owl right"] == "Owl right takes 2 cards"
    assert takes["Wrong grab"] == "Fox right takes 4 cards"


def test_lots_are_drawn_among_those_who_tied() -> None:
    table = Table(dead_heat="lots")
    table.tell(r.TakeTotem(Grab((OWL, BEAR), photo((OWL, 0), (BEAR, 62_000)).touches, 100_000, "kernel")))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    assert [choice.report for choice in sheet.choices] == [r.DrawLots(OWL), r.DrawLots(BEAR)]
    assert sheet.finish is not None
    assert [mark.note for mark in sheet.finish.marks] == ["dead heat", "dead heat"]
    table.tell(r.DrawLots(BEAR))
    after = table.words.dialog(table.view)
    assert after is not None
    assert after.subtitle.startswith("by lot after a dead heat")
    assert after.finish is not None
    assert [mark.note for mark in after.finish.marks] == ["lost the lot", "won the lot"]


def test_the_first_chooses_between_duel_and_arrows() -> None:
    state = laid(4, (star("green"), star("purple"), ArrowsCard(Arrows.INWARD)), Level.WATCHING)
    duel = Duel((FOX, OWL), "symbol", "star_wavy")
    sheet = words_of().dialog(seen(replace(state, chase=Choosing(photo((FOX, 0), (WOLF, MS)), duel))))
    assert sheet is not None
    assert sheet.question == "Which of the two counts?"
    assert [c.report for c in sheet.choices[:2]] == [r.CallDuel((FOX, OWL)), r.CallInward()]


def test_several_losers_share() -> None:
    state = replace(laid(4, (None,) * 4), chase=Sharing(photo((FOX, 0)), (OWL, BEAR), (FOX, OWL, BEAR), 7))
    words = words_of()
    sheet = words.dialog(seen(state))
    assert sheet is not None
    assert sheet.split == presenting.SplitAsked(7, (OWL, BEAR), share)
    assert share((OWL, BEAR), (3, 4), BEAR) == r.ShareCards((r.Share(OWL, 3), r.Share(BEAR, 4)), BEAR)


def test_watching_a_card_that_was_not_entered_is_likeliest() -> None:
    table = Table(level=Level.WATCHING)
    table.tell(r.TurnCard(FOX, star()), r.TakeTotem(photo((FOX, 0))))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    assert sheet.choices[0].report == r.TurnCard(OWL)
    assert [choice.primary for choice in sheet.choices].index(True) == 0


def test_no_sheet_over_the_bare_table() -> None:
    assert words_of().dialog(seen(laid())) is None


def test_the_referee_can_tell_what_happens_to_the_totem_at_any_time() -> None:
    menu = [choice.report for choice in words_of().referee_menu(seen(laid()))]
    assert r.CallFell() in menu
    (asked,) = (each.subject for each in menu if isinstance(each, Enter) and "dropped" in each.subject.title)
    assert {choice.report for choice in asked.choices} == {
        r.CallDropped(seat) for seat in (FOX, OWL, BEAR, WOLF)
    }
    assert r.SetLevel(Level.WATCHING) in menu


def test_the_result_names_the_winner_and_what_is_left() -> None:
    state = laid(3, (SymbolCard("knot_closed", "green"), None))
    sheet = words_of(3).result(Outcome((OWL,), "us.out"), seen(state))
    assert sheet.title == "Owl wins"
    assert sheet.winners == (OWL,)
    assert sheet.subtitle == "", "a rule is no reason to read at a win"
    assert sheet.figures[-1] == presenting.ResultLine((BEAR,), "Bear", "26", "cards left")


def test_a_player_with_two_hands_wins_once() -> None:
    sheet = words_of(2).result(Outcome((Seat(1), Seat(3)), "us.two-end"), seen(laid(2)))
    assert sheet.title == "Owl wins"
    assert sheet.winners == (Seat(1),)
    assert [(each.name, each.figure) for each in sheet.figures] == [("Fox", "38"), ("Owl", "38")]


def test_a_draw_has_no_winner() -> None:
    sheet = words_of().result(Outcome((), "us.out"), seen(laid()))
    assert sheet.title == "A draw"
    assert sheet.winners == ()


FLIP = Flip(FOX, (FOX, OWL, BEAR, WOLF), (OWL, BEAR))


def test_counting_a_flip_offers_each_kind_of_arrows_and_asks_whose() -> None:
    all_turned, *arrows = words_of().routine(seen(replace(laid(), flip=FLIP)))
    assert (all_turned.title, all_turned.report, all_turned.primary) == ("All have turned", r.TurnAll(), True)
    assert [(pad.title, pad.subtitle) for pad in arrows] == [
        ("Outward arrows", "whose?"), ("Coloured arrows", "whose?"), ("Inward arrows", "whose?"),
    ]  # fmt: skip
    ask = arrows[0].report.subject
    assert ask.title == "Outward arrows: whose?"
    assert [(choice.title, choice.report) for choice in ask.choices] == [
        ("Owl", r.TurnCard(OWL, ArrowsCard(Arrows.OUTWARD))),
        ("Bear", r.TurnCard(BEAR, ArrowsCard(Arrows.OUTWARD))),
    ]


def test_after_a_grab_in_a_flip_one_pad_asks_which_arrows_and_whose() -> None:
    state = replace(laid(4, (None, None)), flip=FLIP, chase=Unexplained(photo((FOX, 0))))
    sheet = words_of().dialog(seen(state))
    assert sheet is not None
    assert [choice.primary for choice in sheet.choices].index(True) == 0, "a duel stays one tap"
    (pad,) = (choice for choice in sheet.choices if choice.title == "Arrow cards too")
    assert [(c.title, c.subtitle) for c in pad.report.subject.choices][:3] == [
        ("Owl", "Outward arrows"), ("Owl", "Coloured arrows"), ("Owl", "Inward arrows"),
    ]  # fmt: skip


def test_after_second_arrows_are_told_of_a_flip_the_rest_can_be_told_too() -> None:
    table = Table()
    table.tell(r.TurnNext(ArrowsCard(Arrows.OUTWARD)), r.TakeTotem(photo((FOX, 0))))
    table.tell(r.TurnCard(BEAR, ArrowsCard(Arrows.OUTWARD)))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    offered = {choice.title: choice.report for choice in sheet.choices}
    assert "Duel with Owl" in offered
    assert "Duel with Bear" not in offered, "Bear shows arrows"
    assert "Wrong grab" not in offered, "it depends on whether all had turned again"
    table.tell(offered["No more arrows"])
    asked = table.words.dialog(table.view)
    assert asked is not None
    assert asked.question == "Had all turned again before that?"


def second_flip(level: Level = Level.COUNTING) -> Table:
    """Return a table where a grab came while a second flip may have been due."""
    table = Table(level=level)
    told = (None, None, ArrowsCard(Arrows.OUTWARD), None)
    if level is Level.WATCHING:
        told = (star(), SymbolCard("cord_open", "green"), told[2], SymbolCard("disc_inside", "green"))  # type: ignore[assignment]
    table.tell(r.TurnNext(ArrowsCard(Arrows.OUTWARD)))
    table.tell(*(r.TurnCard(Seat(seat), card) for seat, card in enumerate(told)))
    return table


def test_a_second_flip_says_that_the_totem_comes_first() -> None:
    table = second_flip()
    banner = table.words.banner(table.view)
    assert (banner.title, banner.subtitle) == ("All turn a card again", "the totem comes first")


@pytest.mark.parametrize("level", Level)
def test_a_grab_while_a_second_flip_may_be_due_is_asked_about(level: Level) -> None:
    table = second_flip(level)
    table.tell(r.TakeTotem(photo((FOX, 0))))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    assert sheet.question == "Had all turned again before that?"
    assert sheet.choices[0].primary
    reports = [choice.report for choice in sheet.choices]
    assert {r.TurnAll(), r.CallNotTurned()} <= set(reports)
    assert (reports[0] == presenting.Enter(FOX)) == (level is Level.WATCHING)
    table.tell(r.CallNotTurned())
    after = table.words.dialog(table.view)
    if level is Level.COUNTING:
        assert after is not None
        assert after.question == "What was it?"
        assert {c.title: c.subtitle for c in after.choices}["Wrong grab"] == "Fox takes 5 cards"
    else:
        assert after is None, "nobody else's card matches: the referee rules by itself"


def test_whose_inward_arrows_they_were_is_asked_where_one_may_be_a_last_card() -> None:
    state = laid(4, (None,) * 4)
    state = replace(state, stacks=(19, 0, 19, 19), fresh=(FOX, OWL), chase=Unexplained(photo((FOX, 0))))
    sheet = words_of().dialog(seen(state))
    assert sheet is not None
    offered = {choice.title: (choice.subtitle, choice.report) for choice in sheet.choices}
    assert offered["Inward: Owl"] == ("Owl takes 4 cards", r.CallInward((OWL,)))
    assert offered["Inward arrows of another"] == ("Fox's pile to the pot", r.CallInward((FOX,)))
    assert "Inward arrows" not in offered


def test_late_presses_without_right_are_in_the_answer_where_they_cost() -> None:
    table = Table(late_grab="share")
    table.tell(r.TurnNext(), r.TurnNext(), r.TakeTotem(photo((FOX, 0), (OWL, MS), (BEAR, 2 * MS))))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    assert (sheet.choices[0].report, sheet.choices[0].subtitle) == (
        r.CallDuel((FOX, OWL), (BEAR,)), "2 cards to split",
    )  # fmt: skip
    wrong = {choice.title: choice for choice in sheet.choices}["Wrong grab"]
    assert wrong.report == r.CallWrongGrab((OWL, BEAR))
    assert wrong.subtitle == "Fox, Owl and Bear split 2 cards"
    table.tell(wrong.report)
    split = table.words.dialog(table.view)
    assert split is not None
    assert (split.title, split.subtitle) == ("Wrong grab", "Fox, Owl and Bear split 2 cards")


@pytest.mark.parametrize("heat", ["regrab", "lots"])
@pytest.mark.parametrize(
    ("ruling", "offered"),
    [
        ("regrab", []),
        ("named", [r.CallWrongHeat(OWL), r.CallWrongHeat(BEAR)]),
        ("both", [r.CallWrongHeat()]),
    ],
)
def test_a_dead_heat_without_right_is_told_where_it_costs(
    ruling: str, heat: str, offered: list[r.AnyReport]
) -> None:
    table = Table(dead_heat_wrong=ruling, dead_heat=heat)
    table.tell(r.TurnNext(), r.TakeTotem(Grab((OWL, BEAR))))
    sheet = table.words.dialog(table.view)
    pads = table.words.routine(table.view) if sheet is None else sheet.choices
    assert [pad.report for pad in pads if isinstance(pad.report, r.CallWrongHeat)] == offered


def test_the_referee_can_say_whose_turn_it_is_and_who_leaves() -> None:
    menu = {choice.title: choice.report for choice in words_of().referee_menu(seen(laid()))}
    turn = menu["Somebody else's turn"].subject
    assert [choice.report for choice in turn.choices] == [r.SetTurn(OWL), r.SetTurn(BEAR), r.SetTurn(WOLF)]
    leaves = menu["A player leaves"].subject
    assert leaves.choices[0].report == r.LeaveTable(FOX)
    assert "A player leaves" not in {c.title for c in words_of(2).referee_menu(seen(laid(2)))}
    in_a_flip = words_of().referee_menu(seen(replace(laid(), flip=FLIP)))
    assert "Somebody else's turn" not in {choice.title for choice in in_a_flip}


def test_after_an_end_by_call_the_fewest_cards_come_first() -> None:
    """Nobody of those with 30, 20, 19 and 11 cards has won by having none."""
    piles = tuple((None,) * count for count in (30, 20, 19, 11))
    state = replace(laid(), stacks=(0, 0, 0, 0), piles=piles)
    ruling = GAME.judge(state, r.CallEnd())
    assert isinstance(ruling, Accepted)
    state = fold(state, ruling.events)
    assert state.ended == Outcome((WOLF,), "us.called-end")
    sheet = words_of().result(state.ended, seen(state))
    assert [each.figure for each in sheet.figures] == ["11", "19", "20", "30"]
