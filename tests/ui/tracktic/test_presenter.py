"""What the table says and what a tap means: at every stage, for every player."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game import NO_SUCH_SEAT, Outcome, Remedy, Seat
from companion.games.tracktic import reports as r
from companion.games.tracktic import rules
from companion.games.tracktic.grid import Cell, orientations
from companion.games.tracktic.model import FLIP, Facts, Piece, State
from companion.games.tracktic.profile import Pattern
from companion.games.tracktic.view import View
from tests.games.tracktic.board import BOX, GAME, cells, position, refusal, shown
from tests.games.tracktic.plays import report as report_of
from tests.games.tracktic.plays import table
from tests.ui.tracktic.table import FOX, OWL, PLATES, view_of, words_of
from ui.games.pending import CardTap, OutOfTurn, SeatTap
from ui.games.tracktic import words
from ui.games.tracktic.entries import played
from ui.games.tracktic.pending import (
    OPENED,
    PATTERN,
    SKIPPED,
    CellsDragged,
    CellTap,
    Flipping,
    LayingPattern,
    Pending,
    Tap,
    connecting,
    ghost,
)
from ui.games.tracktic.presenter import Names
from ui.parts.values import Button, walk
from ui.table.presenting import Banner, Begin, Choice, Enter, Explanation, by_button

PLAIN = "Y... .... .... ...B"
BAR = cells("0,1 0,2 0,3")


def at(board: str = PLAIN, turn: int = 0, **changes: object) -> View:
    return view_of(replace(position(board, 2, turn), **changes))


def watched(*opened: str, used: dict[str, int] | None = None) -> View:
    return at(watched=True, open=opened, used=used or {})


def titles(view: View, pending: Pending = None) -> list[str]:
    return [choice.title for choice in words_of().routine(view, pending)]


def pad(view: View, pending: Pending, title: str) -> Choice:
    (found,) = [choice for choice in words_of().routine(view, pending) if choice.title == title]
    return found


def tapped(view: View, pending: Pending, *places: Tap) -> object:
    """Return what the last of some taps means; each tap before it must begin something."""
    presenter, meant = words_of(), None
    for place in places:
        if isinstance(meant, Begin):
            pending = meant.pending
        meant = presenter.tapped(view, pending, place)
    return meant


@pytest.mark.parametrize(("view", "pending", "title", "subtitle"), [
    (at(), None, "Fox's turn", "Drag over the cells of the pattern, or choose a card."),
    (at(turn=1, used={"bar": 3, "corner": 3, "hook": 2, "flip": 1}), None, "Owl's turn",
     "Drag over the cells of the pattern, or choose a card."),
    (watched(), None, "Fox's turn", "4 new cards lie open: which ones?"),
    (watched("bar", "bar", "hook"), None, "Fox's turn",
     "A new card lies open: which one?"),
    (at(), LayingPattern("bar"), "Fox's turn", "Tap where it goes; turn it until it fits."),
    (at(), LayingPattern("bar", 0, BAR), "Fox lays 3 pieces",
     "Tap where it goes; turn it until it fits."),
    (at(), LayingPattern(cells=BAR), "Fox lays 3 pieces", 'Then tap "Lay it".'),
    (at(), LayingPattern(cells=BAR[:1]), "Fox lays 1 piece", 'Then tap "Lay it".'),
    (at(), Flipping(), "Fox plays a flip card", "Tap the opponent's piece that is turned over."),
    (at(), Flipping(Cell(3, 3)), "Fox plays a flip card", "Tap where your piece goes, beside it."),
])  # fmt: skip
def test_whose_turn_it_is_and_what_awaited(view: View, pending: Pending, title: str, subtitle: str) -> None:
    assert words_of().banner(view, pending) == Banner(view.turn, title, subtitle)


def test_at_the_end_it_says_who_wins_whatever_was_begun() -> None:
    over = view_of(replace(position("YYY. .... .... ..BB", 2), ended=Outcome((FOX,), "tt.winner")))
    for pending in (None, LayingPattern("bar"), Flipping()):
        assert words_of().banner(over, pending) == Banner(None, "Fox wins with 3 points")
        assert words_of().routine(over, pending) == ()
        for place in (CellTap(Cell(0, 3)), CellsDragged(BAR), CardTap(0)):
            assert words_of().tapped(over, pending, place) is None


def test_whoever_plays_out_of_turn_is_named_and_so_is_whose_turn_it_is() -> None:
    for pending, title in (
        (OutOfTurn(OWL), "Owl plays out of turn"),
        (LayingPattern(cells=BAR, seat=OWL), "Owl lays 3 pieces"),
        (Flipping(seat=OWL), "Owl plays a flip card"),
    ):
        banner = words_of().banner(at(), pending)
        assert (banner.seat, banner.title) == (OWL, title)
    out_of_turn = words_of().banner(at(), OutOfTurn(OWL))
    assert out_of_turn.subtitle == "It is Fox's turn. Tap Owl's cells, or Owl again to stop."


def test_the_pads_of_a_move_out_of_turn_are_of_that_seat() -> None:
    chosen = tapped(watched("bar", "flip", "hook", "hook"), OutOfTurn(OWL), CardTap(0), CellTap(Cell(1, 0)))
    assert isinstance(chosen, Begin)
    assert (chosen.pending.card, chosen.pending.seat) == ("bar", OWL)
    assert titles(at(), chosen.pending) == [words.LAY, words.TURN]
    assert pad(at(), LayingPattern(cells=BAR, seat=OWL), words.LAY).report == r.LayPattern(OWL, BAR)
    assert pad(at(), OutOfTurn(OWL), words.PLAY_FLIP).report == Begin(Flipping(seat=OWL))


def test_after_a_skip_the_menu_offers_to_ask_what_could_have_been_played() -> None:
    assert words_of().referee_menu(at()) == ()
    (asked,) = words_of().referee_menu(at(skipper=OWL))
    assert (asked.title, asked.report) == ("Could Owl have played?", Enter(SKIPPED))
    opened = replace(position("YB.. .... .... ....", 2), watched=True, open=("bar", "flip", "flip", "flip"))
    told = words_of().could_have(view_of(opened), FOX)
    assert told == (
        "Yes, with an open card:\nPattern bar, from row 2, column 1 on\nFlip card: turn over row 1, column 2"
    )
    shut = replace(opened, area=frozenset(cells("0,0 0,1")))
    assert words_of().could_have(view_of(shut), FOX) == "No: none of the open cards fits."
    unseen = replace(shut, watched=False)
    assert words_of().could_have(view_of(unseen), FOX) == "No: none of the cards that are left fits."
    # All ten patterns of the made-up box fit at the start.
    assert words_of().could_have(view_of(GAME.opening(Facts(2))), FOX).endswith("\nand 2 more")
    way = replace(position("YB.# #.## .... ....", 2), watched=True, open=("bar",) * 4)
    assert words_of().could_have(view_of(way), FOX).endswith("with a token")


def test_the_pads_of_an_idle_table() -> None:
    pads = words_of().routine(at())
    assert [(choice.title, choice.report, choice.live) for choice in pads] == [
        (words.CHOOSE, Enter(PATTERN), True),
        (words.PLAY_FLIP, Begin(Flipping()), True),
        (words.SKIP, r.Skip(FOX), True),
    ]
    assert [choice.report for choice in words_of().routine(at(turn=1))][-1] == r.Skip(OWL)


def test_where_the_open_cards_are_told_a_new_one_is_asked_for_first() -> None:
    assert titles(watched("bar", "bar", "hook")) == [words.OPENED, words.CHOOSE, words.PLAY_FLIP, words.SKIP]
    assert pad(watched(), None, words.OPENED).report == Enter(OPENED)
    assert titles(watched("bar", "bar", "hook", "hook")) == [words.CHOOSE, words.PLAY_FLIP, words.SKIP]


@pytest.mark.parametrize(("view", "live"), [
    (at(), True),
    (at(used={FLIP: 2}), False),
    (watched("bar", "bar", "hook", "hook"), False),
    (watched("bar", "bar", "hook", FLIP), True),
    (watched("bar", "bar", "hook"), True),
    (watched("bar", "bar", "hook", used={FLIP: 2}), False),
])  # fmt: skip
def test_a_flip_card_can_be_played_while_one_may_lie_open(view: View, live: bool) -> None:
    assert pad(view, None, words.PLAY_FLIP).live is live


def test_no_button_skips_for_anybody() -> None:
    """With no flip card left it used to: anyone who leant on the button was out until the end."""
    for view in (at(), at(used={FLIP: 2}), watched(), watched("bar", "bar", "hook", "hook")):
        assert by_button(words_of().routine(view)) is None
    assert by_button(words_of().routine(at(), LayingPattern(cells=BAR))) == r.LayPattern(FOX, BAR)


def test_the_large_pad_lays_what_was_tapped() -> None:
    view = at("Y.B. .W.. .... ...B")
    (lay,) = words_of().routine(view, LayingPattern(cells=cells("1,0 2,0 3,0")))
    assert (lay.title, lay.subtitle, lay.primary) == (words.LAY, "3 pieces", True)
    assert lay.report == r.LayPattern(FOX, cells("1,0 2,0 3,0"))
    # Over an opponent's piece it takes a token, and the pad says so; over a white one it doesn't.
    assert pad(view, LayingPattern(cells=BAR), words.LAY_TOKEN).report == r.LayPattern(FOX, BAR, token=True)
    assert pad(view, LayingPattern(cells=BAR), words.LAY_TOKEN).subtitle == words.TURNS_OVER
    assert titles(view, LayingPattern(cells=cells("1,0 1,1"))) == [words.LAY]
    assert titles(view, LayingPattern(cells=cells("0,0 1,0"))) == [words.LAY]


def test_a_chosen_card_is_laid_turned_and_looked_for() -> None:
    view = at()
    assert titles(view, LayingPattern("bar")) == [words.LAY, words.TURN, words.WHERE]
    # Nothing can be placed or turned before it is on the grid.
    assert not pad(view, LayingPattern("bar"), words.LAY).live
    assert not pad(view, LayingPattern("bar"), words.TURN).live
    lying = LayingPattern("bar", 0, BAR)
    assert pad(view, lying, words.LAY).report == r.LayPattern(FOX, BAR)
    assert pad(view, lying, words.TURN).report == Begin(LayingPattern("bar", 1, cells("0,1 1,1 2,1")))
    back = pad(view, LayingPattern("bar", 1, cells("0,1 1,1 2,1")), words.TURN)
    assert back.report == Begin(lying), "round and round"
    asked = pad(view, lying, words.WHERE).report
    assert asked == Begin(replace(lying, hints=True))
    assert pad(view, asked.pending, words.WHERE).report == Begin(lying)


def test_every_way_to_turn_it_comes_up_once() -> None:
    view, pending = at(), LayingPattern("hook", 0, cells("1,1 2,1 2,2 2,3"))
    found = []
    for _ in range(8):
        found.append(pending.cells)
        pending = pad(view, pending, words.TURN).report.pending
        assert set(pending.cells) <= view.state.area
    assert len(set(found)) == 8
    assert pending.way == 0


def test_a_pattern_that_looks_the_same_all_around_is_not_turned() -> None:
    box = replace(BOX, patterns=(Pattern("dot", ("X",), 4), *BOX.patterns))
    view = view_of(position(PLAIN, 2, profile=box))
    assert len(orientations(box.patterns[0].shape)) == 1
    assert not pad(view, LayingPattern("dot", 0, cells("0,1")), words.TURN).live


def test_where_nothing_fits_it_is_said() -> None:
    """The pad promised to show where it fits, and showed nothing."""
    presenter, tight = words_of(), at("YB .B")
    for view, hint in ((at(), words.WHERE_HINT), (tight, words.NOWHERE), (at(), words.WHERE_HINT)):
        where = presenter.routine(view, LayingPattern("bar", hints=True))[-1]
        assert (where.title, where.subtitle) == (words.WHERE, hint)
        # The hint changes only after asking.
        assert presenter.routine(view, LayingPattern("bar"))[-1].subtitle == words.WHERE_HINT


def test_a_played_card_begins_its_own_kind_of_move() -> None:
    begun: list[Begin] = []
    for each in walk(played(at(), begun.append)):
        if isinstance(each, Button) and each.on_tap is not None:
            each.on_tap()
    assert begun == [*(Begin(LayingPattern(card)) for card in ("bar", "corner", "hook")), Begin(Flipping())]


def test_a_flip_card_is_left_with_its_pad() -> None:
    for pending in (Flipping(), Flipping(Cell(3, 3))):
        (stop,) = words_of().routine(at(), pending)
        assert (stop.title, stop.report) == (words.PLAY_FLIP, Begin(pending)), "the same pad again ends it"


ONE, TWO, THREE = (CellTap(cell) for cell in BAR)
FLIPPED = at("YB.. .... .... ...B")
LAYING_BAR = LayingPattern("bar", 0, BAR)


def laying(where: str, **more: object) -> Begin:
    """Return the beginning of a pattern on these cells."""
    return Begin(replace(LayingPattern(cells=cells(where)), **more))


@pytest.mark.parametrize(("view", "pending", "places", "means"), [
    # Cells are tapped one by one, and tapped again to remove them; without the last one nothing is pending.
    (at(), None, [ONE], laying("0,1")),
    (at(), None, [ONE, TWO, THREE], laying("0,1 0,2 0,3")),
    (at(), None, [ONE, TWO, THREE, TWO], laying("0,1 0,3")),
    (at(), None, [ONE, ONE], Begin(None)),
    # A drag chooses them, and another one adds more.
    (at(), None, [CellsDragged(BAR)], laying("0,1 0,2 0,3")),
    (at(), None, [CellsDragged(BAR), CellsDragged(cells("0,3 1,3"))], laying("0,1 0,2 0,3 1,3")),
    # A card is chosen, and its ghost placed where the finger lifts; another card begins again.
    (watched("hook", "bar"), None, [CardTap(1)], Begin(LayingPattern("bar"))),
    (watched("bar"), None, [CardTap(0), ONE], Begin(LAYING_BAR)),
    (at(), LAYING_BAR, [CellTap(Cell(2, 0))], laying("2,0 2,1 2,2", card="bar", way=0)),
    (at(), LAYING_BAR, [CellsDragged(cells("0,0 1,0 2,0"))], laying("2,0 2,1 2,2", card="bar", way=0)),
    (watched("hook"), LayingPattern("bar", 1, BAR), [CardTap(0)], Begin(LayingPattern("hook"))),
    # A second tap used to be the same as the first, and ended it: the card had to be chosen again.
    (at(), LAYING_BAR, [ONE], None),
    (at(), LAYING_BAR, [CellsDragged(cells("1,1 0,1"))], None),
    # A flip is two taps.
    (watched("bar", FLIP), None, [CardTap(1)], Begin(Flipping())),
    (FLIPPED, Flipping(), [ONE], Begin(Flipping(Cell(0, 1)))),
    (FLIPPED, Flipping(), [ONE, TWO], r.FlipPiece(FOX, Cell(0, 1), Cell(0, 2))),
    # A mis-tapped piece could only be left with the pad: the next tap reported the flip.
    (FLIPPED, Flipping(Cell(3, 3)), [ONE], Begin(Flipping(Cell(0, 1)))),
    (FLIPPED, Flipping(Cell(3, 3)), [CellTap(Cell(3, 3))], Begin(Flipping())),
    # There is no piece to flip there, and a sliding finger means nothing.
    (FLIPPED, Flipping(), [CellTap(Cell(2, 2))], None),
    (FLIPPED, Flipping(Cell(3, 3)), [CellsDragged(BAR)], None),
    # A card that isn't entered yet asks which it is.
    *((watched("bar"), begun, [CardTap(1)], Enter(OPENED)) for begun in (None, LAYING_BAR, Flipping())),
    # All parts of a move out of turn are of that seat.
    (at(), None, [SeatTap(OWL)], Begin(OutOfTurn(OWL))),
    (at(), None, [SeatTap(FOX)], None),
    (at(), OutOfTurn(OWL), [CellTap(Cell(1, 1))], laying("1,1", seat=OWL)),
    (at(), OutOfTurn(OWL), [CellsDragged(BAR)], laying("0,1 0,2 0,3", seat=OWL)),
    (at(), OutOfTurn(OWL), [CellsDragged(BAR[:2]), THREE], laying("0,1 0,2 0,3", seat=OWL)),
    (at(), Flipping(seat=OWL), [CellTap(Cell(0, 0)), CellTap(Cell(1, 0))],
     r.FlipPiece(OWL, Cell(0, 0), Cell(1, 0))),
])  # fmt: skip
def test_what_a_tap_means(view: View, pending: Pending, places: list[Tap], means: object) -> None:
    assert tapped(view, pending, *places) == means


@pytest.mark.parametrize(("card", "cell", "where"), [
    ("bar", "0,3", "0,1 0,2 0,3"),
    ("bar", "3,2", "3,1 3,2 3,3"),
    ("hook", "3,0", "2,0 3,0 3,1 3,2"),
    ("hook", "3,3", "2,1 3,1 3,2 3,3"),
    ("corner", "3,3", "2,2 3,2 3,3"),
])  # fmt: skip
def test_a_ghost_stays_on_the_grid_at_its_edge(card: str, cell: str, where: str) -> None:
    """It used to stick out, and at the twentieth row or column there was none at all."""
    assert ghost(at(), card, 0, *cells(cell)) == cells(where)


def test_a_ghost_lies_on_the_grid_in_every_way() -> None:
    view = at()
    for pattern in BOX.patterns:
        for way in range(len(orientations(pattern.shape))):
            for cell in sorted(view.state.area):
                lying = ghost(view, pattern.id, way, cell)
                assert len(lying) == len(pattern.shape)
                assert set(lying) <= view.state.area
    assert ghost(view, "hook", 4, Cell(1, 2)) == cells("1,2 2,0 2,1 2,2"), "the first is under the finger"


def test_a_hint_needs_a_token_only_where_nothing_fits_without() -> None:
    assert connecting(at("YB.. .... .... ...B"), "bar") == {Cell(1, 0)}
    assert connecting(at("YB.."), "bar") == {Cell(0, 1)}


def test_there_is_no_ghost_of_what_is_no_pattern_or_larger_than_the_grid() -> None:
    assert ghost(at(), FLIP, 0, Cell(0, 0)) == ()
    assert ghost(at(), "none of them", 0, Cell(0, 0)) == ()
    # It is shown, crossed out, if there is no room.
    assert len(ghost(at("Y. .B"), "bar", 0, Cell(0, 0))) == 3


def result(board: str, *winners: Seat, players: int = 2) -> tuple[str, str]:
    outcome = Outcome(winners, "tt.winner")
    sheet = words_of(players).result(outcome, view_of(replace(position(board, players), ended=outcome)))
    assert sheet.winners == winners
    assert sheet.subtitle == ("" if winners else "Most points win; if there's a tie, share the win.")
    return sheet.title, " · ".join(f"{each.name} {each.figure}" for each in sheet.figures)


def test_the_result_has_the_winners_and_everybodys_points() -> None:
    assert result("YYY. .... .... ..BB", FOX) == ("Fox wins", "Fox 3 · Owl 2")
    assert result("YY.. .... .... .BBB", OWL) == ("Owl wins", "Owl 3 · Fox 2")
    assert result("Y... .... .... ....", FOX) == ("Fox wins", "Fox 1 · Owl 0")
    assert result("YY.. .... .... ..BB", FOX, OWL) == ("Fox and Owl share it with 2 points", "Fox 2 · Owl 2")
    title, points = result("Y... B.GG R... ....", Seat(2), players=4)
    assert title == "Bear wins"
    assert points == "Bear 2 · Fox 1 · Owl 1 · Wolf 1"


def test_points_that_are_not_proved_are_at_least() -> None:
    ended = Outcome((FOX,), "tt.winner")
    table = view_of(replace(position("YYY. .... .... ..BB", 2), ended=ended))
    fox, owl = table.seats
    found = words_of(2).result(ended, replace(table, seats=(replace(fox, exact=False), owl)))
    assert [each.note for each in found.figures] == [words.AT_LEAST, ""]


def test_everybody_has_the_colour_of_their_pieces() -> None:
    names = Names(Facts(2, BOX, (Piece.RED, Piece.BLUE)), PLATES[:2])
    assert [names.colours[seat] for seat in (FOX, OWL)] == [Piece.RED, Piece.BLUE]
    assert [names.plate(seat).name for seat in (FOX, OWL)] == ["Fox", "Owl"]
    marks = [(names.plate(seat).colour, names.plate(seat).shape) for seat in (FOX, OWL)]
    assert marks == [("vermilion", "hexagon"), ("sky", "triangle")]
    assert words_of().seat_plate(FOX) == words_of().names.plate(FOX)
    assert (names.known(None), names.known(Seat(2)), names.known(Seat(-1))) == ("", "", "")


GENERAL = "Put it right on the table, then go on."
LOOK = "Look at the grid again, and tap what lies there."


def explained(state: State, report: r.AnyReport) -> Explanation:
    return words_of(len(state.colours)).explain(refusal(state, report).violations)


WRONG = """
tt.turn None | Y... .... .... ...B; turn 1 | Y 0,1 0,2 0,3
  It is Owl's turn, not Fox's
  {off}
  {bar}
tt.turn used_up | Y... .... .... ...B; used bar=3 | Y 0,1 0,2 0,3
  No pattern bar is left
  {off}
  {bar}
tt.turn not_open | Y... .... .... ...B; open hook hook corner flip | Y 0,1 0,2 0,3
  That is pattern bar, and it isn't open
  {off}
  {bar}
tt.turn all_open | Y... .... .... ...B; open hook hook corner flip | opens bar
  All open cards are entered already
tt.turn no_copy | Y... .... .... ...B; open hook hook | opens hook
  No more of pattern hook can be turned up
tt.turn untold | Y... .... .... ...B | opens hook
  You don't enter open cards in this match
tt.skip None | Y... .... .... ...B; turn 1; skipped Y | Y skips
  Fox has skipped, and is out
tt.pattern shape | Y... .... .... ...B | Y 0,1 0,2
  No card has that pattern
  Take the 2 new pieces off: row 1, columns 2 and 3.
  The card goes back among the open cards.
tt.pattern shape | Y... .... .... ...B | Y 0,1 0,2 0,3 as hook
  That isn't pattern hook
  {off}
  Pattern hook goes back among the open cards.
tt.players area | smaller 2 | Y 1,2 1,3 1,4
  Row 2, column 5 is outside the area for two
  Take the 3 new pieces off: row 2, columns 3 to 5.
  {bar}
tt.pattern outside | Y.#. .... .... ...B | Y 0,1 0,2 0,3
  Row 1, column 3 isn't part of the grid
  {look}
tt.pattern own | YY.. .... .... ...B | Y 0,1 0,2 0,3
  A yellow piece lies on row 1, column 2 already
  Take the 2 new pieces off: row 1, columns 3 and 4.
  {bar}
tt.pattern white | YW.. .... .... ...B | Y 0,1 0,2 0,3
  A white piece lies on row 1, column 2 already
  Take the 2 new pieces off: row 1, columns 3 and 4.
  {bar}
tt.pattern supply | Y... .... .... ...B; laid 10 1 0 0 | Y 0,1 0,2 0,3
  Fox has only 2 pieces left
  {look}
tt.pattern supply | Y... .... .... ...B; laid 11 1 0 0 | Y 0,1 0,2 0,3
  Fox has only 1 piece left
  {look}
tt.pattern supply | Y... .... .... ...B; laid 12 1 0 0 | Y 0,1 0,2 0,3
  Fox has no piece left
  {look}
tt.pattern none_laid | YBBB .... .... ...B | Y 0,1 0,2 0,3 token
  At least one of Fox's own pieces must be laid
  Turn the 3 blue pieces back: row 1, columns 2 to 4.
  {token}
  {bar}
tt.connect None | Y... .... .... ...B | Y 2,0 2,1 3,1
  The pattern doesn't touch Fox's path
  Take the 3 new pieces off: row 3, columns 1 and 2; row 4, column 2.
  Pattern corner goes back among the open cards.
tt.no-t t | YYY. .... .... ...B | Y 1,1 2,1 3,1
  Four of Fox's pieces form a T around row 1, column 2
  Take the 3 new pieces off: column 2, rows 2 to 4.
  {bar}
tt.white back | YW.. .... .... ...B | Y flips 0,1 0,2
  The white piece on row 1, column 2 is never turned back
  {look}
tt.flip not_opponents | YB.. .... .... ...B | Y flips 0,0 1,0
  No opponent's piece lies on row 1, column 1
  {look}
tt.flip touch | Y.B. .... .... ...B | Y flips 0,2 0,3
  The piece on row 1, column 3 touches none of Fox's
  Take the new piece off row 1, column 4.
  Turn the blue piece on row 1, column 3 back.
  {flip}
tt.flip apart | YB.. .... .... ...B | Y flips 0,1 2,1
  The new piece isn't beside the one that was turned over
  Take the new piece off row 3, column 2.
  Turn the blue piece on row 1, column 2 back.
  {flip}
tt.flip covered | YBB. .... .... ...B | Y flips 0,1 0,2
  There is already a piece on row 1, column 3
  {look}
tt.flip start | YB.. .... .... ...B; start_piece_flippable=no; start 0,1 | Y flips 0,1 0,2
  The start piece on row 1, column 2 stays as it is
  Take the new piece off row 1, column 3.
  Turn the blue piece on row 1, column 2 back.
  {flip}
tt.token in_way | Y.B. .... .... ...B | Y 0,1 0,2 0,3
  A blue piece is in the way on row 1, column 3: that takes a token
  Take the 2 new pieces off: row 1, column 2; row 1, column 4.
  {bar}
tt.token none | Y.B. .... .... ...B; tokens 0 1 | Y 0,1 0,2 0,3 token
  Fox has no token left
  Take the 2 new pieces off: row 1, column 2; row 1, column 4.
  Turn the blue piece on row 1, column 3 back.
  {token}
  {bar}
tt.token nothing | Y... .... .... ...B | Y 0,1 0,2 0,3 token
  No opponent's piece is in the way: that takes no token
  {off}
  {token}
  {bar}
tt.token closed | Y.B. .... .... ...B; token_cell=closed | Y 0,1 0,2 0,3 token
  Tokens aren't played at this table
  Take the 2 new pieces off: row 1, column 2; row 1, column 4.
  Turn the blue piece on row 1, column 3 back.
  {token}
  {bar}
match.no-such-seat None | Y... .... .... ...B | - skips
  Nobody sits there
"""
"""Every way to be wrong: rule and reason, a table and a report at it; the title, and what to move."""
SAID = WRONG.format(
    off="Take the 3 new pieces off: row 1, columns 2 to 4.", look=LOOK, token="The token goes back to Fox.",
    bar="Pattern bar goes back among the open cards.", flip="Flip card goes back among the open cards.",
)  # fmt: skip
CASES_OF = [re.split(r"\n  ", case) for case in re.split(r"\n(?! )", SAID.strip())]


@pytest.mark.parametrize("case", CASES_OF, ids=[case[0] for case in CASES_OF])
def test_what_is_wrong_and_what_hands_do(case: list[str]) -> None:
    said_of, title, *todo = case
    what, laid, told_at_it = said_of.split(" | ")
    state = table(laid)
    report = report_of(state, told_at_it)
    ruling = refusal(state, report)
    found = {f"{fault.rule} {fault.details.get('why')}" for fault in ruling.violations}
    assert what in found, shown(state)
    told = explained(state, report)
    said = [told.title, *(fault.removeprefix("Also: ").removesuffix(".") for fault in told.also)]
    assert title in said, shown(state)
    assert list(told.steps) == todo
    assert words_of().sentences.rule(what.split()[0]) in told.rule


def test_every_rule_and_every_reason_that_judge_names_is_among_these() -> None:
    source = Path(rules.__file__).read_text()
    named = {NO_SUCH_SEAT.rule, *re.findall(r'"(tt\.[a-z-]+)"', source)}
    assert {case[0].split()[0] for case in CASES_OF} == named
    reasons = set(re.findall(r'"why": "([a-z_]+)"', source))
    reasons |= set(re.findall(r'_pattern\(seat, "([a-z_]+)"', source))
    reasons |= set(re.findall(r'_violation\(state, "[a-z.-]+", seat, \w+, "([a-z_]+)"', source))
    assert {case[0].split()[1] for case in CASES_OF} == reasons | {"None"}


def test_of_many_faults_alike_two_are_told() -> None:
    """A heap of thirty pieces used to have a line for every T in it, and nobody could see what to do."""
    heap = r.LayPattern(FOX, tuple(Cell(row, column) for row in range(4) for column in range(1, 4)))
    state = replace(position("Y... .... .... ....", 2), laid=(0, 0, 0, 0))
    faults = refusal(state, heap).violations
    assert sum(fault.rule == "tt.no-t" for fault in faults) > 5
    told = explained(state, heap)
    assert sum("form a T" in fault for fault in (told.title, *told.also)) == 2
    off, back = told.steps
    assert off == "Take the 12 new pieces off, from row 1, column 2 on."
    assert back == "The card goes back among the open cards."


def test_what_lies_in_a_line_is_told_at_once() -> None:
    for where, told in (
        ("0,0", "row 1, column 1"),
        ("0,0 0,1", "row 1, columns 1 and 2"),
        ("0,0 0,1 0,2", "row 1, columns 1 to 3"),
        ("0,0 1,0", "column 1, rows 1 and 2"),
        ("0,0 1,0 2,0", "column 1, rows 1 to 3"),
        ("0,0 1,0 2,0 2,1 2,2", "row 3, columns 1 to 3; column 1, rows 1 and 2"),
        ("0,0 0,2 2,2", "row 1, column 1; row 1, column 3; row 3, column 3"),
    ):
        assert words.places(cells(where)) == told
        assert words.places(cells(where)[::-1]) == told
    assert words.places(()) == ""


@pytest.mark.parametrize(("lies", "should", "step"), [
    ("yellow", "white", "Turn the yellow piece on row 1, column 2 over."),
    ("yellow", "blue", "On row 1, column 2: a blue piece in place of the yellow piece."),
    ("", "white", "Put a white piece on row 1, column 2."),
    ("white", "", "Take the white piece off row 1, column 2."),
])  # fmt: skip
def test_what_lies_on_a_cell_is_put_right(lies: str, should: str, step: str) -> None:
    """A piece's back is white: only to make it white is turning it over enough."""
    put = Remedy("piece", None, {"row": 0, "column": 1, "lies": lies, "should": should})
    assert words_of().sentences.put_back_steps((put,)) == (step,)


def test_remedies_that_nobody_knows_how_to_tell() -> None:
    broken = (
        Remedy("take_off"),
        Remedy("turn_back", None, {"row": 1, "column": 1}),
        Remedy("turn_back", None, {"row": 99, "column": 1, "colour": "blue"}),
    )
    assert list(words_of().sentences.steps(broken)) == [GENERAL] * 3
    for piece in Piece:
        at = {"row": 0, "column": 0, "colour": piece.value}
        beside = {"row": 0, "column": 1, "colour": piece.value}
        (one,) = words_of().sentences.steps((Remedy("turn_back", None, {**at}),))
        assert one == f"Turn the {piece} piece on row 1, column 1 back."
        both = tuple(Remedy("turn_back", None, {**place}) for place in (at, beside))
        (two,) = words_of().sentences.steps(both)
        assert two == f"Turn the 2 {piece} pieces back: row 1, columns 1 and 2."
