"""What the table says: whose turn, what one tap reports, what a grab may have been, who has won."""

from collections.abc import Iterable
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Details, Level, Outcome, Remedy, Seat, Violation
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Card, SymbolCard
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.model import Facts, Flip, Grab, Sharing, State, Touch
from companion.people import SOMEBODY
from tests.games.plays import Play, Script, plays
from tests.games.ungle_speed.board import show
from tests.games.ungle_speed.plays import report, table
from tests.matches import new_match, tell
from tests.ui.desk import the, there
from tests.ui.screens import Screens
from tests.ui.ungle_speed.table import (
    BEAR,
    FOX,
    GAME,
    OWL,
    PLATES,
    WOLF,
    Table,
    photo,
    position,
    view_of,
    words_of,
)
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.games.ungle_speed.sentences import Enquiry
from ui.games.ungle_speed.verdict import share
from ui.language import languages
from ui.table import presenting
from ui.table.photo_finish import margin
from ui.table.presenting import Choice, Enter

SCREENS = """
-: the banner says what is awaited, and the large pad tells it, as the button in the middle does
  deal 4; turn 1 | -> banner Owl turns a card / symbols match, any colour; button next
  deal 4; turn 1; colours | -> banner Owl turns a card / colours match, any symbol
  deal 4 | 0 1 tie -> banner Totem back, grab again / dead heat: nobody can tell who was first
  | void unplugged -> banner Totem back, grab again / a button has come unplugged
  | void a_new_reason -> banner Totem back, grab again / a new reason
  | out, 0:?, 2:?, 3:? -> banner All turn a card at once / not entered yet: Owl; button all
  | out, 0:?, 2:?, 3:? -> large All have turned
  deal 20 | out, 0:? -> banner All turn a card at once / not entered yet: 19 cards
  | 2 grabs -> banner Bear has the totem / What was it?; of 2
  deal 4; dead_heat=lots | 0 1 tie -> banner Dead heat / Who won the draw?
  0 ? / 0 ? / 0 ? / 0 ?; counting
  | -> banner No cards left to turn / grab, or say that nobody will; button end
  1 A1g / 5 / 5 / 5 | out -> banner Fox wins / ; no routine
-: one tap tells the turned card, and which arrows of those in the deck they were
  deal 4; turn 1 | -> pads Card turned, Outward arrows, Coloured arrows, Inward arrows; large Card turned
  | -> tells Card turned = next; tells Outward arrows = next out; tells Inward arrows = next in
  deal 3 | -> pads Card turned, Outward arrows, Inward arrows; no dialog
-: watching, the large pad asks for the card, in the order of a flip; a button tells one that nobody says
  deal 4; watching | -> pads Enter the card, Card turned; large Enter the card; tells Enter the card = enter 0
  | -> tells Card turned = next; button next
  | out, 0:A1g -> tells Enter the card = enter 1; button all
-: a tapped seat tells its card where cards are told
  deal 4; watching | -> tap 2 = enter 2
  | 0 grabs -> tap 2 = enter 2; no routine
  | ?, 1 grabs, A1g -> tap 2 = -
  deal 4 | -> tap 2 = -
  1 A1g / 5 / 5 / 5 | out -> tap 2 = -
-: a duel says what both show where it is known, and who takes how many
  5 B1g / 5 B1p / 5 ? / 5; turn 2; counting | 0 grabs -> first Duel with Owl ~ wavy star · Owl takes 2 cards
  5 B1g / 5 C2g / 5 ? / 5; turn 2; counting; colours
  | 0 grabs -> first Duel with Owl ~ green · Owl takes 2 cards
  5 ? / 5 ? / 5 / 5; pot ? ?; counting; turn 2 | 0 grabs -> pad Duel with Owl ~ Owl takes 4 cards
  5 B1g / 5 B1p / 5 B1o / 5; turn 3; counting
  | 0 grabs -> first Duel with Owl and Bear ~ wavy star · Fox splits 3 cards
  hands 5 ? / 5 ? / 5 / 5; pot ? ?; counting; turn 2
  | 0 grabs -> pad Duel with Owl right ~ Owl right takes 2 cards; pad Wrong grab ~ Fox right takes 4 cards
-: a grab told by hand has no photo finish
  deal 4 | ?, ?, 0 grabs -> small ; exact the table said so; no finish
-: cards turned at once count although they are not entered
  5 ? / 5 ? / 5 / 5; counting | out, 0:?, 3:?, 0 grabs -> pad Wrong grab ~ Fox takes 7 cards
-: the first chooses between duel and arrows
  5 / 5 / 5 / 5 | out, B1g, B1p, in, C1g, 0 grabs -> question Which of the two counts?
  | out, B1g, B1p, in, C1g, 0 grabs -> tells Duel with Owl = duel 0 1; tells Inward arrows = inward
-: watching, a card that was not entered is likeliest
  deal 4; watching | B1g, 0 grabs -> first Owl's card first ~ we forgot to tap it; large Owl's card first
  | B1g, 0 grabs -> tells Owl's card first = 1:?
  | out, B1g, 0 grabs -> first Owl's card first ~ we forgot to tap it
-: a dropped totem says what it costs unless nothing lies face up
  deal 3 | -> menu-pad Totem dropped ~
  | next -> menu-pad Totem dropped ~ takes the 1 face-up card
-: counting, a flip offers each kind of arrows and asks whose, after a grab as well
  deal 4 | out, 0:?, 3:? -> pads All have turned, Outward arrows, Coloured arrows, Inward arrows
  | out, 0:?, 3:? -> pad Outward arrows ~ whose?; whose Outward arrows = Owl ~ , Bear ~
  | out, 0:?, 3:? -> answers Outward arrows = 1:out, 2:out
  | out, 0:?, 3:?, 0 grabs -> large Duel with Wolf; no-pad No more arrows
  | out, 0:?, 3:?, 0 grabs -> answers Arrow cards too = 1:out, 1:col, 1:in, 2:out, 2:col, 2:in
  | out, 0:?, 3:?, 0 grabs -> whose Arrow cards too = Owl ~ Outward arrows, Owl ~ Coloured arrows
-: after second arrows are told of a flip the rest can be told too
  deal 4 | out, 0 grabs, 2:out -> pad Duel with Owl; no-pad Duel with Bear; no-pad Wrong grab
  | out, 0 grabs, 2:out -> tells No more arrows = all
  | out, 0 grabs, 2:out, all -> question Had all turned again before that?
-: a second flip says that the totem comes first, and a grab in it is asked about
  deal 4 | out, ?, ?, out, ? -> banner All turn a card again / the totem comes first
  | out, ?, ?, out, ?, 0 grabs -> question Had all turned again before that?; large Yes, all had turned
  | out, ?, ?, out, ?, 0 grabs -> tells Yes, all had turned = all; tells No, not yet = not-yet
  | out, ?, ?, out, ?, 0 grabs, not-yet -> question What was it?; pad Wrong grab ~ Fox takes 5 cards
  deal 4; watching | out, B1g, D2g, out, C2g, 0 grabs -> question Had all turned again before that?
  | out, B1g, D2g, out, C2g, 0 grabs -> tells Yes, all had turned = enter 0; tells Yes, all had turned = all
  | out, B1g, D2g, out, C2g, 0 grabs -> large Yes, all had turned;
    pad Yes, all had turned ~ without saying which
  | out, B1g, D2g, out, C2g, 0 grabs, not-yet -> no dialog
-: whose inward arrows they were is asked where one may be a last card
  6 / 1 / 5 / 5; counting; pot ? | out, all, 0 grabs -> tells Inward: Owl = inward 1; no-pad Inward arrows
  | out, all, 0 grabs -> pad Inward: Owl ~ Owl takes 6 cards
  | out, all, 0 grabs -> pad Another's inward arrows ~ Fox's pile to the pot
  6 / 1 / 1 / 5; counting | out, all, 1 grabs -> pad Inward: Owl ~ Owl's pile to the pot
  | out, all, 1 grabs -> pad Inward: Bear ~ Bear takes 5 cards
-: late presses without right are in the answer where they cost
  deal 4; late_grab=share | next, next, 0 grabs 0@0 1@1 2@2 -> first Duel with Owl ~ 2 cards to split
  | next, next, 0 grabs 0@0 1@1 2@2 -> tells Duel with Owl = duel 0 1 late 2
  | next, next, 0 grabs 0@0 1@1 2@2 -> tells Wrong grab = wrong late 1 2
  | next, next, 0 grabs 0@0 1@1 2@2 -> pad Wrong grab ~ Fox, Owl and Bear split 2 cards
  | next, next, 0 grabs 0@0 1@1 2@2 -> tells Wrong grab = wrong; pad Wrong grab ~ Fox takes 2 cards
  | next, next, 0 grabs 0@0 1@1 2@2, wrong late 1 2 -> title Wrong grab; small Fox, Owl and Bear split 2 cards
  | next, next, 0 grabs 0@0 1@1 2@2, duel 0 1 late 2 -> title Fox won the duel; small Fox splits 2 cards
-: inward arrows that have just come up are likelier than a duel with the runner-up
  deal 4 | next, next, next in, 0 grabs 0@0 1@1 -> large Inward arrows; pad Duel with Owl
-: nobody forgot to tap a card of an empty stack
  0 ? / 0 ? / 0 ? / 0 ?; counting | 0 grabs -> no-pad Fox's card first; pad Wrong grab
  0 ? / 0 ? / 0 ? / 0 ?; watching | 0 grabs -> no-pad Fox's card first; large Duel with Owl
-: late presses with right are not, where the referee sees every card
  deal 4; watching; late_grab=share
  | A1g, A1p, B1g, 3 grabs 3@0 0@4 1@6 -> tells Wrong grab = wrong; pad Wrong grab ~ Wolf takes 3 cards
  | A1g, A1p, B1g, 3 grabs 3@0 0@4 2@6 -> tells Wrong grab = wrong late 2;
    pads Wolf's card first, Wrong grab, Totem dropped, Totem fell
  | out, A1g, A1p, in, B1g, 0 grabs 0@0 3@4 -> tells Duel with Owl = duel 0 1; tells Inward arrows = inward
-: a dead heat without right is told where it costs
  deal 4 | next, 1 2 tie -> no-pad Owl had no right; no-pad None of them had a right
  deal 4; dead_heat_wrong=named | next, 1 2 tie -> tells Owl had no right = wrong-heat 1
  | next, 1 2 tie -> tells Bear had no right = wrong-heat 2; no-pad None of them had a right
  | next, 0 1 2 tie -> answers None of them had a right = wrong-heat 0, wrong-heat 1, wrong-heat 2
  | next, 0 1 2 tie -> pad None of them had a right ~ takes the 1 face-up card; no-pad Owl had no right
  | 0 1 2 tie -> pad None of them had a right ~
  deal 4; dead_heat_wrong=both | next -> no-pad None of them had a right
  | 1 2 tie -> pad None of them had a right ~
  5 ? / 5 / 5 / 5; pot ?; counting; dead_heat_wrong=both
  | 1 2 tie -> pad None of them had a right ~ 2 cards to split
  deal 4; dead_heat_wrong=both | next, 1 2 tie -> tells None of them had a right = wrong-heat
  deal 4; watching; dead_heat_wrong=named | B1g, B1p, 0 1 tie -> no-pad Fox had no right
  | B1g, B1p, 2 3 tie -> tells Bear had no right = wrong-heat 2
  deal 4; dead_heat=lots | next, 1 2 tie -> no-pad Owl had no right; no-pad None of them had a right
  deal 4; dead_heat=lots; dead_heat_wrong=named | next, 1 2 tie -> tells Owl had no right = wrong-heat 1
  deal 4; dead_heat=lots; dead_heat_wrong=both | next, 1 2 tie -> tells None of them had a right = wrong-heat
"""


WORDS = Screens(GAME, lambda state: words_of(state.players), report, lambda text: Seat(int(text)))
SCRIPT = Script(GAME, table, report, WORDS.holds, show)


@pytest.mark.parametrize("play", list(plays(SCREENS)), ids=lambda play: play.name)
def test_a_screen(play: Play) -> None:
    SCRIPT.check(play)


def test_with_two_players_each_hand_is_named() -> None:
    words = words_of(2)
    assert [words.seat_name(Seat(seat)) for seat in range(4)] == [
        "Fox, right hand", "Owl, right hand", "Fox, left hand", "Owl, left hand",
    ]  # fmt: skip
    plates = [words.seat_plate(Seat(seat)) for seat in range(4)]
    assert plates[0].colour == plates[2].colour


@pytest.mark.parametrize("language", ["", *languages.catalogues()])
def test_each_hand_has_letters_of_its_own_in_every_language(
    language: str, request: pytest.FixtureRequest
) -> None:
    """In Spanish both words for a hand begin with the same letter."""
    request.addfinalizer(partial(languages.use, ""))
    languages.use(language)
    assert len({words_of(2).seat_plate(Seat(seat)).letter for seat in range(4)}) == 4


def test_the_sheet_of_a_grab_tells_the_margin_and_offers_what_it_may_have_been() -> None:
    table = Table()
    table.enter(r.TurnCard(FOX), r.TurnCard(OWL), r.TurnCard(BEAR))
    table.enter(r.TakeTotem(photo((BEAR, 0), (OWL, 14_218_000), (FOX, 41_900_000))))
    sheet = there(table.words.dialog(table.view))
    assert sheet.title == "Bear was first"
    assert sheet.subtitle == "by 14 ms before Owl"
    assert sheet.exact == "measured to 0.1 ms · kernel time stamps"
    assert sheet.winners == (BEAR,)
    assert sheet.finish is not None
    assert [mark.after for mark in sheet.finish.marks] == [0, 14_218_000, 41_900_000]
    assert [mark.note for mark in sheet.finish.marks] == ["", "", ""]
    assert [choice.primary for choice in sheet.choices].count(True) == 1
    offered = {choice.title: choice for choice in sheet.choices}
    assert offered["Duel with Owl"].subtitle == "Owl takes 2 cards"
    assert offered["Wrong grab"].subtitle == "Bear takes 3 cards"
    assert offered["Inward arrows"].subtitle == "Bear's pile to the pot"
    assert offered["Wolf's card first"].report == r.TurnCard(WOLF)
    # The runner-up comes first, and claims other than duels before duels with the others.
    assert [c.title for c in sheet.choices][:5] == [
        "Duel with Owl", "Wrong grab", "Inward arrows", "Wolf's card first", "Duel with Fox",
    ]  # fmt: skip
    # Everything but the late card is what the rules offered.
    reports = [choice.report for choice in sheet.choices if choice.report != r.TurnCard(WOLF)]
    assert sorted(map(repr, reports)) == sorted(map(repr, table.view.answers))


@pytest.mark.parametrize(("reports", "picked"), [
    ("next, next, 0 grabs", None),
    ("next, next, next, 0 grabs", (FOX, OWL, BEAR)),
    ("next, next, next, 3 grabs", None),
])  # fmt: skip
def test_a_larger_duel_is_picked_by_its_winner_among_three_with_cards(
    reports: str, picked: tuple[Seat, ...] | None
) -> None:
    picking = there(words_of().dialog(view_of(played("deal 4", reports)))).picking
    assert (None if picking is None else picking.seats) == picked


def played(begins: str, reports: str) -> State:
    state = table(begins)
    for text in reports.split(", "):
        state = fold(state, the(Accepted, GAME.judge(state, report(state, text))).events)
    return state


def test_whoever_is_outside_the_duel_was_there_for_the_arrows() -> None:
    state = played("5 / 5 / 5 / 5", "out, B1g, B1p, in, C1g, 0 grabs 0@0 1@3 3@4")
    finish = there(there(words_of().dialog(view_of(state))).finish)
    assert [(mark.seat, mark.note) for mark in finish.marks] == [
        (FOX, ""), (OWL, ""), (WOLF, "Inward arrows"),
    ]  # fmt: skip


def test_lots_are_drawn_among_those_who_tied() -> None:
    table = Table(dead_heat="lots")
    touches = photo((OWL, 0), (BEAR, 62_000), (WOLF, 5_000_000)).touches
    table.enter(r.TakeTotem(Grab((OWL, BEAR), touches, 100_000, "kernel")))
    sheet = there(table.words.dialog(table.view))
    assert [choice.report for choice in sheet.choices] == [r.DrawLots(OWL), r.DrawLots(BEAR)]
    assert sheet.finish is not None
    assert [margin(mark, sheet.finish) for mark in sheet.finish.marks][:2] == ["too close to tell"] * 2
    table.enter(r.DrawLots(BEAR))
    after = there(table.words.dialog(table.view))
    assert after.subtitle.startswith("by lot after a dead heat")
    assert after.finish is not None
    assert [mark.note for mark in after.finish.marks] == ["lost the draw", "won the draw", ""]


def test_several_losers_share() -> None:
    chase = Sharing(photo((FOX, 0)), (OWL, BEAR), (FOX, OWL, BEAR), 7)
    state = replace(position(4, (None,) * 4), chase=chase)
    sheet = there(words_of().dialog(view_of(state)))
    assert sheet.split == presenting.SplitAsked(7, (OWL, BEAR), share)
    assert sheet.winners == (FOX,)
    assert share((OWL, BEAR), (3, 4), BEAR) == r.ShareCards((r.Share(OWL, 3), r.Share(BEAR, 4)), BEAR)


def test_the_referee_can_tell_what_happens_to_the_totem_at_any_time() -> None:
    menu = [choice.report for choice in words_of().referee_menu(view_of(position()))]
    assert r.CallFell() in menu
    (asked,) = (each.subject for each in menu if isinstance(each, Enter) and "dropped" in each.subject.title)
    assert {choice.report for choice in asked.choices} == {*map(r.CallDropped, (FOX, OWL, BEAR, WOLF))}
    assert r.SetLevel(Level.WATCHING) in menu


def test_a_grab_before_the_first_card_costs_nobody_a_number_of_cards() -> None:
    match = new_match(UngleSpeed(), Facts(4))
    assert tell(match, r.TakeTotem(photo((FOX, 0))))
    presenter = words_of(4)
    sheet = there(presenter.dialog(view_of(match.state)))
    hints = {choice.title: choice.subtitle for choice in sheet.choices}
    assert (hints["Wrong grab"], hints["Totem dropped"]) == ("", "")
    assert sheet.picking is None, "a duel needs cards"
    assert tell(match, r.CallDropped(FOX))
    events = match.line[-1].events
    # There is nothing to carry, so the table doesn't wait for hands either.
    assert presenter.duty(events) == ""
    assert "0" not in " ".join(presenter.describe(match.entries[-1]))


def test_the_result_names_the_winner_and_what_is_left() -> None:
    state = position(3, (SymbolCard("knot_closed", "green"), None))
    sheet = words_of(3).result(Outcome((OWL,), "us.out"), view_of(state))
    assert sheet.title == "Owl wins"
    assert sheet.winners == (OWL,)
    assert sheet.subtitle == "", "nobody wants to read a rule at a win"
    assert sheet.figures[-1] == presenting.ResultLine((BEAR,), "Bear", "26", "cards left")


def test_a_player_with_two_hands_wins_once() -> None:
    sheet = words_of(2).result(Outcome((Seat(1), Seat(3)), "us.two-end"), view_of(position(2)))
    assert sheet.title == "Owl wins"
    assert sheet.winners == (Seat(1),)
    assert [(each.name, each.figure) for each in sheet.figures] == [("Owl", "38"), ("Fox", "38")]


@pytest.mark.parametrize("name", ["Ann", SOMEBODY])
def test_two_of_one_name_have_a_line_each_with_their_own_cards(name: str) -> None:
    """All forgotten players have the same name."""
    one, other = (replace(plate, name=name) for plate in PLATES[:2])
    state = replace(position(3), stacks=(0, 17, 26), piles=((), (), ()))
    three = UnglePresenter(Facts(3), (one, other, PLATES[2]))
    sheet = three.result(Outcome((FOX,), "us.out"), view_of(state))
    assert [(each.seats, each.name, each.figure) for each in sheet.figures] == [
        ((FOX,), name, "0"),
        ((OWL,), name, "17"),
        ((BEAR,), "Bear", "26"),
    ]
    ended = Outcome((Seat(1), Seat(3)), "us.two-end")
    two = UnglePresenter(Facts(2), (one, other)).result(ended, view_of(position(2)))
    assert (two.title, two.winners) == (f"{name} wins", (Seat(1),))
    assert [(each.name, each.figure) for each in two.figures] == [(name, "38"), (name, "38")]
    both = three.result(Outcome((FOX, OWL), "us.out"), view_of(position(3)))
    assert (both.title, both.winners) == (f"{name} and {name} win", (FOX, OWL))


def test_who_left_the_table_is_behind_everybody_who_stayed_with_no_cards_to_count() -> None:
    """The book says place 4, and no points."""
    piles: tuple[tuple[Card | None, ...], ...] = ((None,) * 23, (), (), (None,) * 37)
    state = replace(position(), stacks=(0, 0, 0, 0), piles=piles, left=(OWL,))
    sheet = words_of().result(Outcome((BEAR,), "us.out"), view_of(state))
    assert [(each.name, each.figure, each.note) for each in sheet.figures] == [
        ("Bear", "0", "cards left"),
        ("Fox", "23", "cards left"),
        ("Wolf", "37", "cards left"),
        ("Owl", "", "left the table"),
    ]


def test_a_draw_has_no_winner() -> None:
    sheet = words_of().result(Outcome((), "us.out"), view_of(position()))
    assert sheet.title == "A draw"
    assert sheet.winners == ()


FLIP = Flip(FOX, (FOX, OWL, BEAR, WOLF), (OWL, BEAR))


def test_the_referee_can_say_whose_turn_it_is_and_who_leaves() -> None:
    menu = {choice.title: choice.report for choice in words_of().referee_menu(view_of(position()))}
    turn = menu["Somebody else's turn"].subject
    assert [choice.report for choice in turn.choices] == [r.SetTurn(OWL), r.SetTurn(BEAR), r.SetTurn(WOLF)]
    assert menu["A player leaves"].subject.choices[0].report == r.LeaveTable(FOX)
    assert "A player leaves" not in {c.title for c in words_of(2).referee_menu(view_of(position(2)))}
    in_a_flip = words_of().referee_menu(view_of(replace(position(), flip=FLIP)))
    assert "Somebody else's turn" not in {choice.title for choice in in_a_flip}


def test_after_an_end_by_call_the_fewest_cards_come_first() -> None:
    """Nobody of those with 30, 20, 19 and 11 cards has won by running out."""
    piles = tuple((None,) * count for count in (30, 20, 19, 11))
    state = replace(position(), stacks=(0, 0, 0, 0), piles=piles)
    state = fold(state, the(Accepted, GAME.judge(state, r.CallEnd())).events)
    assert state.ended == Outcome((WOLF,), "us.called-end")
    sheet = words_of().result(state.ended, view_of(state))
    assert [each.figure for each in sheet.figures] == ["11", "19", "20", "30"]


@pytest.mark.parametrize(("act", "seat", "details", "step"), [
    ("turn_back", OWL, {}, "Put the top card of Owl's pile back on the stack, face down."),
    ("count_again", None, {"missing": 2}, "Count again: 2 cards are missing."),
    ("count_again", None, {"missing": -1}, "Count again: 1 card too many."),
    ("count_again", None, {}, "Count the cards again: stacks, piles and the pot."),
    ("take_out", OWL, {}, "Put that card back in the box; Owl turns another one."),
    ("look_again", OWL, {}, "Look again at the top card of Owl's pile, and enter that one."),
    ("look_again", None, {}, "Look again at the cards, and enter what they show."),
    ("ask_again", None, {}, "Look at the table again, and enter it once more."),
])  # fmt: skip
def test_every_remedy_is_a_thing_for_hands(act: str, seat: Seat | None, details: Details, step: str) -> None:
    remedy = Remedy(act, seat, details)
    assert words_of().explain((Violation("us.turn", seat, remedy=(remedy,)),)).steps == (step,)


@pytest.mark.parametrize(("act", "giver", "players", "details", "step"), [
    ("cards_to_stack", OWL, 4, {"from": "pile", "cards": 2, "to": 1, "back": 1},
     "From the top of Owl's pile: 2 cards face down on top of Owl's stack."),
    ("cards_to_stack", OWL, 4, {"from": "pile", "cards": 2, "to": 0},
     "From the bottom of Owl's pile: 2 cards face down under Fox's stack."),
    ("cards_to_stack", OWL, 4, {"from": "stack", "cards": 1, "to": 0, "back": 1},
     "From under Owl's stack: 1 card face down under Fox's stack."),
    ("cards_to_stack", None, 4, {"from": "pot", "cards": 2, "to": 0},
     "From the pot: 2 cards face down under Fox's stack."),
    ("cards_to_pile", FOX, 4, {"from": "stack", "cards": 3, "to": 1, "lies": 2},
     "From under Fox's stack: 3 cards face up under Owl's pile."),
    ("cards_to_pile", FOX, 4, {"from": "stack", "cards": 3, "to": 1, "lies": 0},
     "From under Fox's stack: 3 cards face up as Owl's pile."),
    ("cards_to_pot", FOX, 4, {"from": "pile", "cards": 1},
     "From the bottom of Fox's pile: 1 card face up into the pot."),
    ("cards_to_stack", FOX, 2, {"from": "stack", "cards": 1, "to": 3},
     "From under Fox's right-hand stack: 1 card face down under Owl's left-hand stack."),
    ("cards_to_stack", FOX, 2, {"from": "stack", "cards": 1, "to": 4},
     "Put it right on the table, then go on."),
])  # fmt: skip
def test_cards_go_back_where_they_lay(
    act: str, giver: Seat | None, players: int, details: Details, step: str
) -> None:
    assert words_of(players).sentences.put_back_steps((Remedy(act, giver, details),)) == (step,)


@pytest.mark.parametrize(("rule", "seat", "details", "title"), [
    ("us.look-alike", OWL, {"seat": FOX, "symbol": "disc_inside", "other": "disc_to_rim"},
     "Fox and Owl don't match: disc, X to the rim / disc, X inside"),
    ("us.duel", OWL, {}, "These cards don't match"),
    ("us.conserve", FOX, {}, "That card lies face up already"),
    ("us.conserve", FOX, {"why": "missing"}, "That card is missing from this deck"),
    ("us.conserve", None, {"missing": 2}, "2 cards are missing"),
    ("us.conserve", None, {"missing": 0}, "The cards don't add up"),
    ("us.many-duel", OWL, {}, "Owl shows that card too, or is missing from the split"),
])  # fmt: skip
def test_a_refusal_says_what_is_wrong(rule: str, seat: Seat | None, details: Details, title: str) -> None:
    assert words_of().explain((Violation(rule, seat, details),)).title == title


def test_several_faults_are_all_told_and_no_step_twice() -> None:
    step = Remedy("ask_again")
    grab = Violation("us.wrong-grab", FOX, remedy=(step,))
    explained = words_of().explain((grab, Violation("us.specials-no-duel", OWL, remedy=(step,))))
    assert explained.title == "Fox is not in that duel"
    assert explained.also == ("Also: Arrow cards never match.",)
    assert explained.steps == ("Look at the table again, and enter it once more.",)
    assert UngleSpeed.catalogue.text("us.specials-no-duel") in explained.rule


def test_with_two_players_the_hand_is_named() -> None:
    table = Table(2)
    table.enter(r.TurnCard(Seat(3)))
    assert table.match.hold is not None
    explained = table.words.explain(table.match.hold.violations)
    assert explained.title == "Fox's right hand turns now, not Owl's left hand"
    assert "Owl's left-hand pile" in explained.steps[0]


STEPS = 150


def grab(chance: Random, seats: int) -> r.AnyReport:
    """Return what buttons may report: a grab, a dead heat, or that they can't tell."""
    if chance.random() < 0.1:
        return r.VoidGrab("sequence_gap")
    first, second = (Seat(seat) for seat in chance.sample(range(seats), 2))
    gap = chance.choice([20_000, 9_000_000])
    both = (Touch(first, 0), Touch(second, gap))
    return r.TakeTotem(Grab((first, second) if gap < 100_000 else (first,), both, 100_000, "kernel"))


def offered(table: Table) -> list[Choice]:
    """Return every choice that can be tapped now.

    Where a pad asks for a card, its report has none yet; the test fills it in.
    """
    view = table.view
    sheet = table.words.dialog(view)
    choices = _entered((*table.words.routine(view), *table.words.referee_menu(view)))
    if sheet is not None and sheet.split is not None:
        counts = [0] * len(sheet.split.seats)
        counts[0] = sheet.split.cards
        report = sheet.split.report(sheet.split.seats, tuple(counts), sheet.split.seats[0])
        return [*choices, Choice("split", "", report)]
    return [*choices, *_entered(sheet.choices if sheet is not None else ())]


def _entered(choices: Iterable[Choice]) -> list[Choice]:
    """Return choices, with the answers in place of those that ask in their own dialog."""
    answers: list[Choice] = []
    for choice in choices:
        if not isinstance(choice.report, Enter):
            answers.append(choice)
        elif isinstance(choice.report.subject, Enquiry):
            answers += choice.report.subject.choices
        else:
            answers.append(replace(choice, report=r.TurnCard(choice.report.subject)))
    return answers


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [2, 3, 4, 7])
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2, 3))])
def test_everything_offered_is_accepted(seed: int, players: int, level: Level) -> None:
    chance = Random(f"{seed} {players} {level}")
    table = Table(
        players,
        level,
        dead_heat=chance.choice(["lots", "regrab"]),
        dead_heat_wrong=chance.choice(["regrab", "named", "both"]),
        late_grab=chance.choice(["nothing", "share"]),
        leaver=chance.choice(["aside", "dealt"]),
    )
    cards: list[Card] = list(table.view.deck.cards())
    for _ in range(STEPS):
        view = table.view
        assert table.words.banner(view).title
        if view.ended is not None:
            assert table.words.result(view.ended, view).figures
            break
        choices = offered(table)
        for choice in choices:
            assert choice.title
            ruling = GAME.judge(table.match.state, choice.report)
            assert isinstance(ruling, Accepted), (choice, ruling)
        questions = [choice for choice in choices if choice.primary]
        if view.chase is not None:
            questions = [choice for choice in choices if not isinstance(choice.report, r.SetLevel)]
        elif chance.random() < 0.3:
            # Now and then a player leaves, the turn is corrected, or arrows turn up in a flip.
            questions = choices
        tapped = chance.choice(questions).report
        if view.chase is None and chance.random() < 0.25:
            tapped = grab(chance, len(view.seats))
        elif isinstance(tapped, r.TurnCard) and view.level is Level.WATCHING and chance.random() < 0.9:
            tapped = r.TurnCard(tapped.seat, chance.choice(cards))
        assert table.describe(tapped)
