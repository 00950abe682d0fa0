"""What the table says: whose turn it is, what one tap reports, what a begun card needs, who has won."""

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Details, Outcome, Refused, Remedy, Seat, Violation
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.layout import ADD
from companion.games.sequence_states.model import Colour, Longer, Owed, Side, State
from tests.games.sequence_states.board import DEMO, GAME, at, covered, five, position
from tests.ui.sequence_states.table import BEAR, FOX, OWL, WOLF, Table, view_of, words_of
from ui.games.pending import OutOfTurn, SeatTap
from ui.games.sequence_states import words
from ui.games.sequence_states.entries import dead_choices
from ui.games.sequence_states.pending import (
    CARD,
    DEAD,
    Pending,
    PlayAdd,
    PlayRemove,
    PlayState,
    Tap,
    WrongChip,
)
from ui.games.sequence_states.presenter import next_five
from ui.table.presenting import Begin, Enter, Explanation, ResultLine, by_button

ROW = five(1, 1, 0, 1)


@pytest.mark.parametrize(("state", "pending", "seat", "title", "small"), [
    (position(turn=OWL), None, OWL, "Owl plays a card", "put down a blue chip, then tap its space"),
    (position("BBBBB", turn=OWL), None, OWL, "Owl plays a card", "Blue needs one more sequence"),
    (position("b", turn=OWL, hands=(7, 0), owed=(Owed(OWL, 1),)), None,
     OWL, "Owl draws a card first", "Owl draws a card · Blue needs 2 sequences"),
    (position(players=4, turn=WOLF, owed=(Owed(FOX, 1, OWL), Owed(OWL, 2, BEAR), Owed(BEAR, 3))), None,
     WOLF, "Wolf plays a card", "Fox and Owl must draw now or lose a card · Bear draws a card"),
    (position("RRRRR", "b", turn=OWL, last=at(1, 3), owed=(Owed(FOX, 1),)), None,
     None, "Turn over five red chips", "row 1, columns 1 to 5 · then Owl plays"),
    (position("RRRRR", "b", turn=OWL, last=at(1, 3), discards=((None,), ())), None,
     OWL, "Owl plays a card", "turn over row 1, columns 1 to 5 · Blue needs 2 sequences"),
    (position("rb", last=at(1, 2)), None,
     None, "Shuffle the discards", "they are the new draw deck · then Fox plays"),
    (position(), PlayAdd(), FOX, "Fox plays ADD", "put a chip on any open space, then tap that space"),
    (position("b"), PlayRemove(), FOX, "Fox plays REMOVE",
     "take an opponent's chip off, then tap its space"),
    (position("r"), PlayRemove(), FOX, "Fox plays REMOVE",
     "no chip to take: tap Dead card to swap it"),
    (position(), PlayState("OH"), FOX, "Fox plays Ohio",
     "put a chip on one of its spaces, then tap that space"),
    (position(*["rb" * 5] * 10), PlayState("OH"), FOX, "Fox plays Ohio",
     "both its spaces are covered: it is a dead card"),
    (position(), OutOfTurn(OWL), OWL, "Owl plays out of turn",
     "it is Fox's turn · tap Owl's chip, or Owl again to stop"),
    (position(players=4, forfeits=(FOX, BEAR)), None,
     None, "Table talk", "still to put one down: Fox and Bear"),
    (position(ended=Outcome((OWL,), "ss.win")), None, None, "Owl wins", ""),
])  # fmt: skip
def test_the_banner_says_what_is_awaited(
    state: State, pending: Pending, seat: Seat | None, title: str, small: str
) -> None:
    banner = words_of(len(state.sides)).banner(view_of(state), pending)
    assert (banner.seat, banner.title, banner.subtitle) == (seat, title, small)


def test_the_large_pad_asks_for_the_card_and_the_button_tells_a_drawn_one() -> None:
    # With no card to draw, the large pad asks for the card.
    pads = words_of(2).routine(view_of(position("b")))
    assert [(pad.title, pad.report) for pad in pads] == [
        ("Which card?", Enter(CARD)),
        ("ADD", Begin(PlayAdd())),
        ("REMOVE", Begin(PlayRemove())),
        ("Dead card", Enter(DEAD)),
    ]
    assert [pad.primary for pad in pads] == [True, False, False, False]
    assert [pad.subtitle for pad in pads] == [
        "its two spaces", "any open space", "an opponent's chip", "swap it, then play",
    ]  # fmt: skip
    # The turn button reports a drawn card but no played one.
    drawn = words_of(2).routine(view_of(position("b", hands=(6, 7), owed=(Owed(FOX, 1),))))
    assert by_button(drawn) == r.DrawCard(FOX)
    assert by_button(words_of(2).routine(view_of(position("b")))) is None
    # The number of pads is constant while cards are drawn.
    before = words_of(2).routine(view_of(position()))
    after = words_of(2).routine(view_of(position(turn=OWL, owed=(Owed(FOX, 1),))))
    assert len(before) == len(after), "no pad moves from under a finger"


BOTH_OWE = (Owed(FOX, 1, OWL), Owed(OWL, 2))
ADD_PAD, REMOVE_PAD, DEAD_PAD = 1, 2, 3


@pytest.mark.parametrize(("state", "pending", "n", "title", "small", "report"), [
    # A forgotten tap used to cost a card: the pad then reported the later draw first.
    (position(players=4, turn=BEAR, owed=BOTH_OWE), None, 0, "Fox has drawn", "Owl drew first? tap Owl",
     r.DrawCard(FOX)),
    (position(players=4, turn=BEAR, owed=BOTH_OWE[1:]), None, 0, "Owl has drawn", "then Bear plays",
     r.DrawCard(OWL)),
    (position(owed=BOTH_OWE[:1]), None, 0, "Fox has drawn", "", r.DrawCard(FOX)),
    (position("b"), PlayAdd(), ADD_PAD, "ADD", "tap again to stop", Begin(PlayAdd())),
    (position("b"), PlayRemove(), REMOVE_PAD, "REMOVE", "tap again to stop", Begin(PlayRemove())),
    (position(), PlayState("OH"), 0, "Ohio", "or another card", Enter(CARD)),
    # An impossible move is labelled, not blocked.
    (position(swapped=True), None, REMOVE_PAD, "REMOVE", "no chip to take off", Begin(PlayRemove())),
    (position(swapped=True), None, DEAD_PAD, "Dead card", "once a turn: done", r.SwapDead(FOX)),
    # If only one card can be swapped, or one was named, the pad doesn't ask which.
    (position("r"), None, DEAD_PAD, "Dead card", "swap REMOVE", r.SwapDead(FOX)),
    (position(), PlayState("OH"), DEAD_PAD, "Dead card", "swap Ohio", r.SwapDead(FOX, "OH")),
    (position("b"), None, DEAD_PAD, "Dead card", "swap it, then play", Enter(DEAD)),
    # Without a layout nobody can say which card is dead.
    (position("rb", layout=None), None, 0, "Which card?", "if you want to name it", Enter(CARD)),
    (position("rb", layout=None), None, DEAD_PAD, "Dead card", "swap it, then play", r.SwapDead(FOX)),
])  # fmt: skip
def test_what_a_pad_says_and_tells(
    state: State, pending: Pending, n: int, title: str, small: str, report: object
) -> None:
    pad = words_of(len(state.sides), state.layout).routine(view_of(state), pending)[n]
    assert (pad.title, pad.subtitle, pad.report) == (title, small, report)


def test_no_pads_after_the_end_or_before_a_forfeit() -> None:
    for change in ({"ended": Outcome((FOX,), "ss.win")}, {"forfeits": (FOX,)}):
        state = replace(position(players=4), **change)
        assert words_of().routine(view_of(state)) == ()
        assert words_of().referee_menu(view_of(state)) == ()
    # A tap on a covered space is reported all the same, but nothing after the end.
    view = view_of(position("b"))
    assert words_of(2).tapped(view, None, at(1, 1)) == r.PlaceChip(FOX, at(1, 1))
    assert words_of(2).tapped(view, PlayAdd(), at(1, 1)) == r.PlaceChip(FOX, at(1, 1), ADD)
    ended = view_of(position(ended=Outcome((FOX,), "ss.win")))
    for place in (at(1, 1), SeatTap(OWL)):
        assert words_of(2).tapped(ended, None, place) is None


@pytest.mark.parametrize(("pending", "place", "means"), [
    (PlayState("OH"), at(1, 1), r.PlaceChip(FOX, at(1, 1), "OH")),
    (PlayRemove(), at(9, 9), r.RemoveChip(FOX, at(9, 9))),
    (OutOfTurn(OWL), at(1, 1), r.PlaceChip(OWL, at(1, 1))),
    (None, SeatTap(WOLF), r.DrawCard(WOLF)),
    (None, SeatTap(OWL), Begin(OutOfTurn(OWL))),
    (None, SeatTap(FOX), None),
])  # fmt: skip
def test_what_a_tap_means(pending: Pending, place: Tap, means: object) -> None:
    view = view_of(position(players=4, owed=(Owed(WOLF, 1),)))
    assert words_of().tapped(view, pending, place) == means


# The referee's menu, and the dialogs.
def test_the_menu_offers_table_talk_for_teams_only() -> None:
    menu = words_of().referee_menu(view_of(position(players=4, turn=OWL)))
    assert [(choice.title, choice.report) for choice in menu] == [
        ("Owl can't play", r.PassTurn(OWL)),
        ("Table talk: Red", r.CallTalk(Side(0))),
        ("Table talk: Blue", r.CallTalk(Side(1))),
        ("Wrong chip: red", Begin(WrongChip(Colour.RED))),
        ("Wrong chip: green", Begin(WrongChip(Colour.GREEN))),
    ]
    alone = words_of(3).referee_menu(view_of(position(players=3)))
    assert [choice.report for choice in alone] == [
        r.PassTurn(FOX), Begin(WrongChip(Colour.BLUE)), Begin(WrongChip(Colour.GREEN)),
    ]  # fmt: skip
    # After table talk, the dialog asks who has discarded a card.
    table = Table()
    table.enter(r.CallTalk(Side(0)))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    assert sheet.title == "Table talk: everyone in Red puts a card down"
    assert [(choice.title, choice.report, choice.primary) for choice in sheet.choices] == [
        ("Everyone has", r.ForfeitAll(), True),
        ("Fox has", r.Forfeit(FOX), False),
        ("Bear has", r.Forfeit(BEAR), False),
    ]
    table.enter(r.Forfeit(FOX))
    sheet = table.words.dialog(table.view)
    assert sheet is not None
    assert sheet.question == "still to put one down: Bear"
    table.enter(r.ForfeitAll())
    assert table.words.dialog(table.view) is None


def test_where_draws_are_granted_the_banner_asks_for_none() -> None:
    table = Table(2, rulings={"draws": "granted"})
    for column in range(1, 6):
        assert table.words.banner(table.view).title == "Fox plays a card"
        table.enter(r.PlaceChip(FOX, at(1, column)))
        if column < 5:
            table.enter(r.PlaceChip(OWL, at(3, 2 * column)))
    assert table.words.banner(table.view).title == "Turn over five red chips"
    assert table.words.banner(table.view).subtitle == "row 1, columns 1 to 5 · then Owl plays"
    assert next(choice.title for choice in table.words.routine(table.view)) == "Which card?"


def test_the_result_names_a_team_and_everybody_in_it() -> None:
    state = position("RRRRR.....", "RRRRR", players=4)
    outcome = Outcome((FOX, BEAR), "ss.win")
    sheet = words_of().result(outcome, view_of(replace(state, ended=outcome)))
    assert sheet.title == "Red wins"
    assert sheet.winners == (FOX, BEAR)
    red, blue = sheet.figures
    assert red == ResultLine((FOX, BEAR), "Red", "2", "Fox and Bear")
    assert blue == ResultLine((OWL, WOLF), "Blue", "0", "Owl and Wolf")
    assert sheet.subtitle == "", "nobody wants to read a rule at a win"
    # The result of a single winner and of a draw.
    ended = Outcome((OWL,), "ss.win")
    alone = words_of(3).result(ended, view_of(position("BBBBB", players=3, ended=ended)))
    assert (alone.title, alone.figures[0]) == ("Owl wins", ResultLine((OWL,), "Blue", "1", "Owl"))
    ended = Outcome((), "ss.stuck")
    draw = words_of(3).result(ended, view_of(position(players=3, ended=ended)))
    assert (draw.title, draw.winners) == ("A draw", ())
    assert draw.subtitle == GAME.catalogue.text("ss.stuck")


def test_dead_cards_are_offered_and_also_not_to_say_which() -> None:
    state = position(*["rb" * 5] * 10)
    titles = [choice.title for choice in dead_choices(view_of(state))]
    assert titles[:3] == ["Not named", "Alabama", "Alaska"]
    assert "REMOVE" not in titles
    assert dead_choices(view_of(state))[1].report == r.SwapDead(FOX, "AL")
    assert dead_choices(view_of(state))[1].subtitle == "AL · 2 left"
    # If nothing is dead a swap can be reported all the same.
    choices = dead_choices(view_of(position("b")))
    assert [(choice.title, choice.report) for choice in choices] == [("It was swapped", r.SwapDead(FOX))]
    # REMOVE is offered while it has no target.
    choices = dead_choices(view_of(position("r")))
    assert [choice.report for choice in choices] == [r.SwapDead(FOX), r.SwapDead(FOX, "REMOVE")]


def test_what_the_pads_offer_in_a_game_can_be_told() -> None:
    """The first pad of every position is accepted: the likeliest report is never refused."""
    table = Table(2)
    for n in range(30):
        first = table.words.routine(table.view)[0].report
        chip = r.PlaceChip(table.view.turn, at(n % 9 + 1, n // 9 * 2 + 1))
        report = chip if first == Enter(CARD) else first
        assert isinstance(GAME.judge(table.match.state, report), Accepted)
        table.enter(report)


def test_words_of_lines() -> None:
    assert words.line(five(4, 2, 0, 1)) == "row 4, columns 2 to 6"
    assert words.line(five(2, 4, 1, 0)) == "column 4, rows 2 to 6"
    assert words.line(five(2, 3, 1, 1)) == "row 2, column 3 to row 6, column 7"
    assert words.line(five(2, 7, 1, -1)) == "row 2, column 7 to row 6, column 3"
    # In a longer line each five can be chosen one after the other.
    fives = [five(1, n, 0, 1) for n in (1, 2, 3)]
    chosen = [fives[1]]
    for _ in range(3):
        others = tuple(other for other in fives if other != chosen[-1])
        state = position(".RRRRR", turn=OWL, longer=(Longer(chosen[-1], others),))
        pad = words_of(2).routine(view_of(state))[-1]
        assert pad.title == "Another five"
        assert isinstance(pad.report, r.ChooseFive)
        chosen.append(pad.report.five)
    assert chosen == [fives[1], fives[2], fives[0], fives[1]]
    assert next_five(fives[0], (fives[2],)) == fives[2]


OHIO, TEXAS = DEMO.spaces_of("OH"), DEMO.spaces_of("TX")
"""Ohio: row 2, column 9, and row 3, column 5. Texas: row 7, column 1, and row 8, column 9."""
CORNER = "Mississippi (row 1, column 1)"


def refused(state: State, report: r.AnyReport) -> Explanation:
    ruling = GAME.judge(state, report)
    assert isinstance(ruling, Refused), ruling
    return words_of(len(state.sides), state.layout).explain(ruling.violations)


@pytest.mark.parametrize(("act", "seat", "details", "step"), [
    ("take_off", OWL, {"row": 1, "column": 5, "colour": "red"}, "Take the red chip off {place}."),
    ("put_back", OWL, {"row": 1, "column": 5, "colour": "blue"}, "Put the blue chip back on {place}."),
    ("put_back_white", OWL, {"row": 1, "column": 5, "colour": "blue"},
     "Put the blue chip back on {place}, white side up."),
    ("take_off", OWL, {"row": 1, "column": 5}, "Take the chip off {place}."),
    ("card_back", OWL, {"card": "OH"}, "Ohio goes back into Owl's hand."),
    ("card_back", OWL, {"card": "ADD"}, "ADD goes back into Owl's hand."),
    ("card_back", OWL, {}, "The card goes back into Owl's hand."),
    ("return_drawn", OWL, {}, "Put the drawn card back on top of the draw deck, face down."),
    ("look_again", OWL, {}, "Look at the table again, and tap what lies there."),
    ("count_again", None, {"missing": 2}, "Count again: 2 cards are missing."),
    ("count_again", None, {}, "Count the draw deck and the hands again."),
    ("ask_again", None, {}, "Look at the table again, then enter it again."),
    ("take_off", OWL, {"row": 77, "column": 5}, "Put it right on the table, then go on."),
])  # fmt: skip
def test_every_remedy_is_a_thing_for_hands(act: str, seat: Seat | None, details: Details, step: str) -> None:
    explained = words_of().explain((Violation("ss.play", seat, remedy=(Remedy(act, seat, details),)),))
    assert explained.steps == (step.format(place="Montana (row 2, column 6)"),)


def test_where_a_chip_goes_instead() -> None:
    # Playing out of turn.
    explained = refused(position(), r.PlaceChip(OWL, OHIO[0]))
    assert explained.title == "It is Fox's turn, not Owl's"
    assert explained.rule == GAME.catalogue.text("ss.first")
    assert explained.steps == (
        "Take the blue chip off Ohio (row 2, column 9).", "The card goes back into Owl's hand.",
    )  # fmt: skip
    # A chip on another state goes to one of the open spaces.
    explained = refused(position(), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert explained.title == "That space is Texas, not Ohio"
    assert explained.steps == (
        "Take the red chip off Texas (row 7, column 1).",
        "Put it on Ohio: row 2, column 9, or row 3, column 5; then tap that space.",
    )
    one_left = refused(covered(b=OHIO[:1]), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert one_left.steps[1] == "Put it on Ohio: row 3, column 5; then tap that space."
    none_left = refused(covered(b=OHIO), r.PlaceChip(FOX, TEXAS[0], "OH"))
    assert none_left.steps[1] == "Ohio goes back into Fox's hand."
    # A covered space.
    explained = refused(covered(b=OHIO[:1]), r.PlaceChip(FOX, OHIO[0], "OH"))
    assert explained.title == "There is already a blue chip on Ohio (row 2, column 9)"
    # Without a layout the place is named.
    explained = refused(position("b", layout=None), r.PlaceChip(FOX, at(1, 1)))
    assert explained.title == "There is already a blue chip on row 1, column 1"
    # A second swap in one turn.
    state = replace(covered(b=OHIO), swapped=True, owed=(Owed(OWL, 1),))
    assert refused(state, r.SwapDead(FOX, "OH")).title == "Fox has already swapped a card this turn"


@pytest.mark.parametrize(("state", "report", "title", "steps"), [
    (position("rb"), r.RemoveChip(FOX, at(1, 1)), "Red can't take off its own chip",
     (f"Put the red chip back on {CORNER}.", "REMOVE goes back into Fox's hand.")),
    (position("BBBBB"), r.RemoveChip(FOX, at(1, 1)), "The blue chip is part of a sequence and stays",
     (f"Put the blue chip back on {CORNER}, white side up.", "REMOVE goes back into Fox's hand.")),
    (position(), r.RemoveChip(FOX, at(1, 1)), f"There is no chip on {CORNER}", None),
    (position(turn=OWL, remover=FOX, last=at(1, 1)), r.PlaceChip(FOX, at(1, 1)),
     "It is Owl's turn, not Fox's",
     ("Also: REMOVE has just cleared that space: no chip goes there.",
      "Take the red chip off Mississippi (row 1, column 1).")),
    (position(), r.PlaceChip(FOX, at(1, 1), "REMOVE"), "REMOVE takes a chip off; it puts none down",
     ("Take the red chip off Mississippi (row 1, column 1).", "REMOVE goes back into Fox's hand.")),
    (position(hands=(0, 7), owed=(Owed(FOX, 1, OWL),)), r.PlaceChip(FOX, at(1, 1)),
     "Fox has no card in hand, and draws one first", None),
    (position(hands=(0, 7)), r.PlaceChip(FOX, at(1, 1)), "Fox has no card in hand", None),
    (replace(position(), chips=(0, 50)), r.PlaceChip(FOX, at(1, 1)), "No red chip is left in the box",
     None),
    (position(), r.PlaceChip(FOX, OHIO[0], None, Colour.BLUE),
     "A blue chip was placed: Fox plays with red chips",
     ("Take the blue chip off Ohio (row 2, column 9).",
      "Put a red chip there instead, then tap that space.")),
    (position(), r.PlaceChip(FOX, TEXAS[0], "OH", Colour.GREEN), "That space is Texas, not Ohio",
     ("Also: A green chip was placed: Fox plays with red chips.",
      "Take the green chip off Texas (row 7, column 1).",
      "Put a red chip on Ohio: row 2, column 9, or row 3, column 5; then tap that space.")),
    (position(), r.PassTurn(FOX), "Fox must have a card that can be played", None),
    (position(), r.SwapDead(FOX, "OH"), "Ohio isn't dead: row 2, column 9 is open",
     ("Ohio goes back into Fox's hand.", "Put the drawn card back on top of the draw deck, face down.")),
    (covered(b=OHIO), r.SwapDead(FOX, "ADD"), "ADD is never dead", None),
    (covered(b=OHIO), r.SwapDead(FOX, "REMOVE"), "REMOVE isn't dead: there is a chip to take off", None),
    (position("b"), r.SwapDead(FOX), "No card is dead now", None),
    (replace(covered(b=OHIO), discards=(("OH", "OH"), ())), r.SwapDead(FOX),
     "Which dead card? Both cards of each already lie face up", None),
    (position(discards=(("OH", "OH"), ())), r.PlaceChip(FOX, OHIO[0], "OH"),
     "Both Ohio cards already lie face up", None),
    (position(discards=(("ADD",) * 4, ())), r.PlaceChip(FOX, OHIO[0], "ADD"),
     "All four ADD cards already lie face up", None),
    (position(), r.DrawCard(FOX), "Fox has no card to draw now",
     ("Put the drawn card back on top of the draw deck, face down.",)),
    (position(lost=(1, 0), late=(FOX,)), r.DrawCard(FOX), "Fox has lost that card", None),
    (position(), r.CallTalk(Side(0)), "Fox plays alone and has no team mate to coach", None),
    (position(players=4), r.ForfeitAll(), "Nobody has to put a card down", None),
    (position(players=4), r.Forfeit(FOX), "Fox doesn't have to put a card down", None),
    (position(players=4, forfeits=(FOX, BEAR)), r.PlaceChip(FOX, at(1, 1)),
     "First everyone in that team puts a card down", None),
    (position(), r.ChooseFive(five(1, 1, 0, 1)), "It is too late to choose another five", None),
    (position(longer=(Longer(five(1, 1, 0, 1), (five(1, 2, 0, 1),)),)), r.ChooseFive(five(9, 1, 0, 1)),
     "Those five can't be chosen", None),
    (position(longer=(Longer(five(1, 1, 0, 1), (five(1, 2, 0, 1),)),)), r.ChooseFive(five(1, 4, 0, 1)),
     "Two sequences may share only one space", None),
    (position(), r.Recount(95, (-1, 14)), "Nobody can have fewer than 0 cards", None),
    (position("rb", hands=(0, 7), deck=0, discards=(("OH",), ())), r.DrawCard(FOX),
     "Fox has no card to draw now", None),
    (position(deck=0, owed=(Owed(FOX, 1),)), r.DrawCard(FOX), "There is no card left to draw", None),
    (position(), r.Recount(93, (7, 7)), "1 card is missing", ("Count again: 1 card is missing.",)),
])  # fmt: skip
def test_every_fault_has_a_title_of_its_own(
    state: State, report: r.AnyReport, title: str, steps: tuple[str, ...] | None
) -> None:
    explained = refused(state, report)
    assert explained.title == title
    if steps is not None:
        assert (*explained.also, *explained.steps) == steps
