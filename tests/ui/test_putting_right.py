"""Comparing the board or counts with the referee's; the steps for hands are ticked one by one."""

from itertools import count, repeat
from typing import Any

import pytest

from companion.game import Seat
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.reports import DrawCard, PlaceChip
from companion.games.sequence_states.reports import Recount as SequenceRecount
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.reports import LayPattern, Skip
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import (
    CallDuel,
    CallWrongGrab,
    Recount,
    TakeTotem,
    TurnCard,
    TurnNext,
)
from companion.match_reports import FixTable, TakeBack
from companion.putting_back import steps
from tests.ui.desk import Desk, pads_in, the, there
from tests.ui.test_layout import faults
from ui.dialogs import compare
from ui.dialogs.compare import CompareDialog, RecountDialog, WaysDialog
from ui.dialogs.history import HistoryDialog
from ui.dialogs.referee import RefereeDialog
from ui.dialogs.refusal import RefusalDialog, WaysOn
from ui.games.face import Comparing
from ui.games.sequence_states.words import A_CHIP
from ui.language import words
from ui.parts.values import names_of
from ui.screens.table import TableScreen
from ui.stage import fonts, theme
from ui.stage.parts import tick_box
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.table.session import Session

S = Seat
RED, BLUE = [*A_CHIP.values()][:2]
PAD = Viewport(Rect(0, 0, 50, 60))
"""Room of a tick box."""


def lying_wrong(desk: Desk) -> tuple[TableScreen, RefusalDialog]:
    """Put three chips on the board that the screen doesn't show, and have the table put them right."""
    table = desk.deal("sequence-states", 2)
    tell(table, PlaceChip(S(0), Space(0, 1)))
    game, state = the(SequenceStates, table.session.match.game), table.session.match.state
    lies = game.with_reported(state, {Space(4, 4): 0, Space(0, 1): None, Space(7, 2): 1})
    tell(table, FixTable(steps(game, lies, game.pieces(state))))
    desk.settle()
    return table, the(RefusalDialog, table.dialog)


def found_wrong(desk: Desk) -> tuple[TableScreen, RefusalDialog]:
    """Compare the same table by touch, and choose that the screen is right."""
    table = desk.deal("sequence-states", 2)
    tell(table, PlaceChip(S(0), Space(0, 1)))
    comparing(desk)
    differs(desk, Space(4, 4), RED)
    differs(desk, Space(0, 1), words.NOTHING)
    differs(desk, Space(7, 2), BLUE)
    desk.tap_on(words.WHAT_WENT_WRONG, table.opened)
    desk.tap(gone_through(desk)["close"])
    return table, the(RefusalDialog, table.dialog)


def number(name: str) -> int:
    return int(name.split()[-1])


def tick(desk: Desk, sheet: RefusalDialog, step: int) -> None:
    desk.settle()
    desk.tap(sheet[f"tick {step}"])


def said(sheet: RefusalDialog) -> list[str]:
    part = sheet.part()
    names = sorted((name for name in names_of(part) if name.startswith("step ")), key=number)
    return [part[name].text for name in names]


def ticked(sheet: RefusalDialog) -> list[bool]:
    part = sheet.part()
    return [part[name].done for name in sorted(names_of(part)) if name.startswith("tick ")]


def test_a_rewind_says_what_hands_must_put_back(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    tell(table, PlaceChip(S(0), Space(0, 1)), DrawCard(S(0)), PlaceChip(S(1), Space(4, 4)))
    desk.tap_entry(2)
    desk.hold_on(words.BACK_BEFORE, table.opened)
    table.dialogs.close()
    steps = said(the(RefusalDialog, table.dialog))
    assert [text.split()[0] for text in steps] == ["Take", "Take", "Move", "Move", "Move"]
    assert "discard pile to" in steps[2], "the card that was played comes back, and the drawn one goes"
    assert steps[3].endswith("to the draw deck."), steps


def test_a_rewind_turns_cards_back_onto_the_stack_from_the_top_of_the_pile(desk: Desk) -> None:
    table = desk.seat(4)
    for _ in range(6):
        tell(table, TurnNext())
    tell(table, TakeBack(1))
    first, *_ = said(the(RefusalDialog, table.dialog))
    assert first.startswith("From the top of"), first
    assert "2 cards face down on top of" in " ".join(said(the(RefusalDialog, table.dialog)))


def test_a_table_that_lies_otherwise_is_fixed_step_by_step(desk: Desk) -> None:
    table, sheet = found_wrong(desk)
    assert len(said(sheet)) == 3
    assert sorted(text.split()[0] for text in said(sheet)) == ["Put", "Take", "Take"]
    assert ticked(sheet) == [False, False, False]
    before = table.session.match.state
    tick(desk, sheet, 2)
    assert table.dialog is sheet, "nothing moves under a finger"
    assert ticked(sheet) == [False, True, False]
    tick(desk, sheet, 2)
    assert ticked(sheet) == [False, False, False], "it wasn't done after all"
    tick(desk, sheet, 1)
    desk.tap(sheet["tick 2"])
    assert ticked(sheet) == [True, False, False], "a double tap is one"
    assert faults(sheet) == []
    desk.settle()
    desk.tap(sheet["done"])
    assert table.dialog is None
    assert table.session.match.state is before
    assert table.session.playing


@pytest.mark.parametrize("look", [theme.Theme(), theme.Theme(light=True), theme.Theme(large=True)])
def test_what_ticks_a_step_is_an_empty_box_and_then_a_check_mark(desk: Desk, look: theme.Theme) -> None:
    desk.frame.use(look)
    _, sheet = lying_wrong(desk)
    tick(desk, sheet, 1)
    done, open_ = (tuple(sheet.part()[f"tick {n}"].picture(PAD)) for n in (1, 2))
    ground, edge, number = open_
    assert isinstance(edge, Rim)
    assert isinstance(number, Letters)
    assert number.text == "2"
    for other in (ground.tone, theme.RAISED):
        assert theme.contrast(edge.tone, other) >= 3
    filled, mark = done
    assert isinstance(mark, Stroke)
    for other in (mark.tone, theme.GROUND):
        assert theme.contrast(filled.tone, other) >= 3


@pytest.mark.usefixtures("each_way")
def test_however_much_is_wrong_as_well_what_to_do_is_seen(desk: Desk) -> None:
    table = desk.deal("tracktic", 2)
    far_apart = tuple(Cell(*at) for at in ((4, 7), (6, 0), (7, 13), (11, 1), (13, 10)))
    tell(table, LayPattern(S(1), far_apart))
    desk.settle()
    sheet = the(RefusalDialog, table.dialog)
    assert len(sheet.explanation.also) > 2
    assert faults(sheet) == []


def test_while_cards_and_chips_are_put_back_the_referee_is_told_nothing_that_happens_then(desk: Desk) -> None:
    table, _ = lying_wrong(desk)
    own = [choice.title for choice in table.presenter.referee_menu(table.session.view)]
    assert own
    table.dialogs.open_referee()
    desk.settle()
    said = [pad.title.text for pad in pads_in(the(RefereeDialog, table.opened))]
    assert not {*own} & {*said}


def test_of_a_count_that_empties_the_deck_only_what_was_counted_is_put_back(desk: Desk) -> None:
    """Only the screen has shuffled the deck: on the table nobody has done that yet."""
    session = desk.deal("sequence-states", 2).session
    free = [[space for space in SPACES if (space.row // 2 + space.column) % 2 == seat] for seat in range(2)]
    while session.view.state.deck > 1 or not session.match.state.owed:
        seat = session.match.state.turn
        session.submit(PlaceChip(seat, free[seat].pop()))
        if session.view.state.deck > 1:
            session.submit(DrawCard(seat))
    state = session.match.state
    (owed,) = state.owed
    hands = tuple(cards + (seat == owed.seat) for seat, cards in enumerate(state.hands))
    pieces = the(SequenceStates, session.match.game).pieces
    told = compare.Difference(pieces, {}, recount=SequenceRecount(0, hands))
    (step,) = compare.to_fix(session, told)
    assert (step.act, step.seat, step.details["cards"]) == ("cards_to_deck", owed.seat, 1)


def test_the_number_of_a_twelfth_step_lies_within_its_box() -> None:
    for large in (False, True):
        theme.use(theme.Theme(large=large))
        for density in (1.0, 1.6):
            room = Viewport(Rect(0, 0, 9 * 5.2 * density, 60 * density), density)
            box, _, number = tick_box(room, "12", done=False)
            assert isinstance(box, Box)
            assert isinstance(number, Letters)
            assert fonts.width("12", number.size) < box.rect.width * 0.7
            assert number.room.x > box.rect.x
            assert number.room.top < box.rect.top


def test_a_step_that_nobody_can_tick_has_only_its_number(desk: Desk) -> None:
    _, sheet = lying_wrong(desk)
    shown = RefusalDialog(sheet.explanation, WaysOn(lambda: None)).part()
    assert not any(name.startswith("tick ") for name in names_of(shown))
    assert shown.texts.count("1") == 1


def test_steps_are_read_as_easily_upright_as_lying(desk: Desk) -> None:
    _, sheet = lying_wrong(desk)
    lying = sheet["step 1"].font_size
    desk.rig.size(480, 800)
    desk.resize()
    assert sheet["step 1"].font_size >= lying
    assert len(said(sheet)) == 3
    assert faults(sheet) == []


@pytest.mark.parametrize("game", ["sequence-states", "tracktic", "speed-mode"])
def test_the_small_board_of_an_upright_refusal_is_the_board_alone(desk: Desk, game: str) -> None:
    table = desk.deal(game, 2)
    assert isinstance(table.game, Comparing)
    still = there(table.game.still(table.presenter, table.session.view))
    square, low = (still(Viewport(Rect(0, 0, width, 120)), None) for width in (120, 360))
    assert len(low.items) == len(square.items), "players beside it would make both unreadable"


def test_ticks_are_still_there_after_a_restart(desk: Desk) -> None:
    table, sheet = lying_wrong(desk)
    tick(desk, sheet, 2)
    session, match = table.session, table.session.match
    again = Session.resume(match.game, match.rows(), session.name, session._clock, session._keep)
    assert again.match.ticked == (1,)
    assert again.match.put_back == match.put_back


def test_ticks_move_the_ring_to_the_next_step_and_are_no_moves_in_the_history(desk: Desk) -> None:
    table, sheet = lying_wrong(desk)
    first = sheet.part()["board"]
    tick(desk, sheet, 1)
    assert first.scene is not sheet.part()["board"].scene
    tick(desk, sheet, 2)
    assert [line.entry.n for line in table.session.history()] == [2, 1, 0]


def test_steps_are_shown_one_at_a_time_to_those_who_want_it(desk: Desk) -> None:
    table, sheet = lying_wrong(desk)
    todo = said(sheet)
    desk.tap(sheet["one"])
    for n, step in enumerate(todo, 1):
        assert said(sheet) == [step]
        assert faults(sheet) == []
        tick(desk, sheet, n)
    assert table.session.match.ticked == (0, 1, 2)
    assert said(sheet) == todo, "all are done, so all are shown"


def test_what_is_seen_of_a_refusal_is_ticked_too(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    tell(table, TurnCard(S(2)))
    desk.settle()
    sheet = the(RefusalDialog, table.dialog)
    tick(desk, sheet, 1)
    assert ticked(sheet)[0]
    assert table.dialog is sheet
    assert table.session.match.hold is not None


def test_cards_that_were_counted_otherwise_are_moved_if_the_screen_is_right(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    tell(table, TurnNext(), TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallWrongGrab())
    table.front.read_on()
    view = piles(table)
    table.dialogs.open_recount()
    desk.pump()
    count: Any = table.opened
    # One card went to the wrong stack.
    count.count(0, 0, view[0][0] - 1)
    count.count(3, 0, view[3][0] + 1)
    desk.tap(count["done"])
    desk.tap(gone_through(desk)["close"])
    sheet = the(RefusalDialog, table.dialog)
    assert said(sheet) == ["From under Wolf's stack: 1 card face down under Fox's stack."]
    assert piles(table) == view


def test_many_steps_have_room_on_pages(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    game: Any = table.session.match.game
    state = table.session.match.state
    lies = game.with_reported(state, dict.fromkeys(SPACES[10:22], 0))
    table.tell_now(FixTable(steps(game, lies, game.pieces(state))))
    desk.settle()
    sheet = the(RefusalDialog, table.dialog)
    assert len(said(sheet)) == 12
    assert faults(sheet) == []


def test_the_board_is_compared_again_where_a_place_was_fixed(desk: Desk) -> None:
    table, sheet = found_wrong(desk)
    desk.settle()
    desk.tap(sheet["done"])
    comparing(desk)
    overlay = the(CompareDialog, table.opened)
    assert overlay["board"].scene.middle(Space(4, 4)) is not None
    assert not overlay.contents


# Compare wherever it is needed.
def compared_from_refusal(desk: Desk) -> None:
    """Open the comparison from the page that explains a refusal."""
    table = desk.table
    assert table.session.match.hold is not None
    desk.settle()
    sheet = the(RefusalDialog, table.dialog)
    desk.tap(sheet["why"])
    assert faults(sheet) == []
    desk.tap(sheet["compare"])


def test_an_earlier_mistake_is_found_from_the_refusal_that_it_led_to(desk: Desk) -> None:
    """Owl's chip was never entered; now Fox plays, and on the screen it is Owl's turn."""
    table = desk.deal("sequence-states", 2)
    tell(table, PlaceChip(S(0), Space(0, 1)), PlaceChip(S(0), Space(7, 7)))
    compared_from_refusal(desk)
    differs(desk, Space(7, 7), RED)
    differs(desk, Space(4, 5), BLUE)
    desk.tap_on(words.WHAT_WENT_WRONG, table.opened)
    found = gone_through(desk)
    assert found.choices[0].title == words.FORGOTTEN_NOW
    desk.settle()
    desk.tap_on(words.FORGOTTEN_NOW, found)
    assert table.session.match.hold is None
    there = {space: side for space, side in lying(table).items() if side is not None}
    assert there == {Space(0, 1): 0, Space(4, 5): 1, Space(7, 7): 0}


def test_a_result_is_looked_at_again_where_the_board_lies_otherwise(desk: Desk) -> None:
    table = desk.deal("tracktic", 2)
    while table.session.match.outcome is None:
        tell(table, Skip(S(table.session.match.state.turn)))
    desk.settle()
    desk.pump(60)
    result = table.presenter.result(table.session.match.outcome, table.session.view)
    assert words.COMPARE in [choice.title for choice in table.front._after(result)]
    table.dialogs.open_compare()
    assert isinstance(table.opened, CompareDialog)


def lying(table: TableScreen) -> Any:
    game: Any = table.session.match.game
    return game.contents(table.session.match.state)


@pytest.mark.parametrize("game", ["cryptid", "sequence-states", "tracktic", "speed-mode"])
def test_what_lies_on_a_place_is_asked_in_a_sentence_with_a_capital(desk: Desk, game: str) -> None:
    table = desk.deal(game, 2)
    table.dialogs.open_compare()
    sheet = the(CompareDialog, table.opened)
    sheet.tap(next(iter(sheet._places)))
    title = sheet.part().texts[0]
    assert title.endswith(": what lies there?")
    assert title[0].isupper()


def test_two_mistakes_are_looked_for_where_one_does_not_explain_it(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    tell(table, PlaceChip(S(0), Space(0, 1)), PlaceChip(S(1), Space(4, 4)), PlaceChip(S(0), Space(7, 7)))
    comparing(desk)
    differs(desk, Space(4, 4), words.NOTHING)
    differs(desk, Space(4, 5), BLUE)
    differs(desk, Space(7, 7), words.NOTHING)
    differs(desk, Space(7, 8), RED)
    desk.tap_on(words.WHAT_WENT_WRONG, table.opened)
    found = gone_through(desk)
    assert [choice.title for choice in found.choices] == [words.TWO_CHANGES]
    desk.settle()
    desk.tap_on(words.TWO_CHANGES, found)
    there = [space for space, side in lying(table).items() if side is not None]
    assert there == [Space(0, 1), Space(4, 5), Space(7, 8)]


def counted_from_refusal(desk: Desk) -> TableScreen:
    """Leave out Wolf's card; Owl's is refused, and from there the cards are counted."""
    table = desk.deal("ungle-speed", 4)
    tell(table, TurnCard(S(1)))
    compared_from_refusal(desk)
    count = the(RecountDialog, table.opened)
    for seat in range(2):
        count.count(seat, 0, 19)
        count.count(seat, 1, 1)
    desk.tap(count["done"])
    return table


def piles(table: TableScreen) -> list[tuple[int, int]]:
    return [(seat.stack, seat.pile) for seat in table.session.view.seats]


def test_cards_are_counted_from_a_refusal_and_the_earlier_mistake_is_found(desk: Desk) -> None:
    """A count can't tell which card it was: the refused one is taken back, and both are entered in order."""
    table, found = counted_from_refusal(desk), gone_through(desk)
    assert found.choices[0].title == words.FORGOTTEN_NOW
    desk.settle()
    assert found.choices[0].subtitle == words.ONE_OF_SEVERAL
    desk.tap_on(words.FORGOTTEN_NOW, found)
    assert table.session.match.hold is None
    tell(table, TurnNext(), TurnNext())
    assert piles(table) == [(19, 1), (19, 1), (20, 0), (20, 0)]


def test_a_count_from_a_refusal_can_be_used_as_it_is(desk: Desk) -> None:
    table, found = counted_from_refusal(desk), gone_through(desk)
    desk.settle()
    desk.tap_on(words.AS_COUNTED, found)
    assert table.session.match.hold is None
    assert piles(table) == [(19, 1), (19, 1), (20, 0), (20, 0)]


def test_a_result_is_counted_again_but_not_overruled_by_the_count(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    tell(table, Recount((0, 27, 27, 26), (0, 0, 0, 0), 0))
    assert table.session.match.outcome is not None
    desk.settle()
    desk.pump(60)
    choices = table.front._after(table.presenter.result(table.session.match.outcome, table.session.view))
    next(choice for choice in choices if choice.title == words.RECOUNT).report()
    desk.pump()
    count = the(RecountDialog, table.opened)
    count.count(3, 0, 19)
    desk.tap(count["done"])
    sheet = gone_through(desk)
    assert words.AS_COUNTED not in [choice.title for choice in sheet.otherwise]


@pytest.mark.parametrize(("game", "line"), [("ungle-speed", 3), ("sequence-states", 0)])
def test_more_cards_than_there_are_can_not_be_counted(desk: Desk, game: str, line: int) -> None:
    table = desk.deal(game, 4)
    table.dialogs.open_recount()
    desk.settle()
    count = the(RecountDialog, table.opened)
    right = sum(map(sum, count.figures))
    count.count(line, 0, count.figures[line][0] + 1)
    assert count.part()["title"].text == f"That makes {right + 1} cards; there are {right}."
    assert not count.part()["done"].live
    assert faults(count) == []
    count.count(line, 0, count.figures[line][0] - 2)
    assert count.part()["title"].text == f"That makes {right - 1} cards; there are {right}."
    assert count.part()["done"].live, "the game can be played without a lost card"
    count.count(line, 0, count.figures[line][0] + 1)
    assert count.part()["title"].text == words.RECOUNT_TITLE


def test_a_card_that_is_lost_is_played_without(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4)
    tell(table, TurnNext())
    desk.settle()
    table.dialogs.open_recount()
    desk.pump()
    count: Any = table.opened
    count.count(3, 0, table.session.view.seats[3].stack - 1)
    desk.tap(count["done"])
    sheet = gone_through(desk)
    assert sheet.part()["otherwise 0"].title == words.cards_short(1)
    desk.settle()
    desk.tap_on(words.cards_short(1), sheet)
    assert table.session.view.seats[3].stack == 19
    assert table.session.playing
    assert table.presenter.describe(table.session.match.entries[-1])[0].endswith("1 card is missing.")


def tell(table: TableScreen, *reports: Any) -> None:
    for report in reports:
        table.tell_now(report)


def comparing(desk: Desk) -> CompareDialog:
    desk.tap(desk.table.bar.referee)
    desk.tap_on(words.COMPARE)
    return the(CompareDialog, desk.table.opened)


def differs(desk: Desk, place: Space, thing: str) -> None:
    """Tap a space of the board, and what is on it."""
    sheet = the(CompareDialog, desk.table.opened)
    desk.rig.tap_at(*sheet["board"].scene.middle(place))
    desk.pump(3)
    desk.tap_on(thing, sheet)


def gone_through(desk: Desk) -> WaysDialog:
    sheet = the(WaysDialog, desk.table.opened)
    while not sheet.ended:
        sheet.look_on(500)
    desk.pump(3)
    return sheet


def test_a_board_that_was_played_on_meanwhile_is_not_compared(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    comparing(desk)
    differs(desk, Space(4, 5), next(iter(A_CHIP.values())))
    desk.settle()
    table.session.submit(PlaceChip(S(0), Space(0, 1)))
    desk.tap_on(words.WHAT_WENT_WRONG, table.opened)
    assert table.opened is None
    assert table.toast.text == words.STALE


def test_a_place_that_is_as_shown_after_all_is_no_difference(desk: Desk) -> None:
    desk.deal("sequence-states", 2)
    sheet, red = comparing(desk), next(iter(A_CHIP.values()))
    assert not sheet.part()["first"].live
    differs(desk, Space(3, 3), red)
    assert sheet.part()["first"].live
    desk.tap_on(red, sheet)
    desk.tap_on(words.AS_SHOWN, sheet)
    assert not sheet.part()["first"].live
    assert not sheet.contents


def test_counts_that_differ_name_the_duel_and_can_be_taken_as_counted(desk: Desk) -> None:
    """The third player lost the duel: the second still has a card face up."""
    table = desk.deal("ungle-speed", 4)
    tell(table, TurnNext(), TurnNext(), TurnNext(), TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1))))
    table.front.read_on()
    before = piles(table)
    desk.settle()
    table.dialogs.open_recount()
    desk.pump()
    count = the(RecountDialog, table.opened)
    desk.tap(count["done"])
    assert table.opened is None, "nothing differs"
    assert piles(table) == before
    table.dialogs.open_recount()
    desk.pump()
    count = the(RecountDialog, table.opened)
    for row, figures in enumerate(((19, 0), (19, 1), (21, 0), (20, 0))):
        for n, figure in enumerate(figures):
            count.count(row, n, figure)
    desk.tap(count["done"])
    sheet = gone_through(desk)
    assert sheet.choices[0].title == words.entry_instead(5)
    assert sheet.part()["otherwise 0"].title == "Use our count"
    desk.tap_on(words.entry_instead(5), sheet)
    assert piles(table)[:3] == [(19, 0), (19, 1), (21, 0)]
    assert table.dialog is None or table.front.reading, "the table already has the cards so"


def test_a_card_that_was_told_wrongly_leads_to_its_entry(desk: Desk) -> None:
    table = desk.deal("ungle-speed", 4, "watching")
    tell(table, TurnNext(next(iter(table.session.match.facts.deck.cards()))))
    table.dialogs.open_compare()
    sheet = the(CompareDialog, table.opened)
    desk.pump()
    desk.rig.tap_at(*sheet["board"].scene.middle(S(0)))
    desk.pump(3)
    assert "is different" in sheet.part().texts
    desk.tap_on(words.WHAT_WENT_WRONG, sheet)
    desk.tap_on(words.look_at(1), gone_through(desk))
    assert "replace" in the(HistoryDialog, table.opened).part()


def test_an_endless_search_is_over_after_its_share(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0.0, compare.SECONDS * 0.6)
    monkeypatch.setattr(compare, "perf_counter", lambda: next(ticks))
    table = desk.deal("sequence-states", 2)
    sheet = WaysDialog(repeat(None), (), table.dialogs.close, lambda _: None)
    table.dialogs._open(sheet)
    for _ in range(compare.MOST_SHARES - 1):
        sheet._look()
    assert not sheet.ended
    sheet._look()
    assert sheet.ended
