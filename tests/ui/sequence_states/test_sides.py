"""The sides beside the board: from two players to twelve, every seat has a row of its own."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.sequence_states.model import HANDS, Facts, Owed
from companion.games.sequence_states.view import View
from tests.games.sequence_states.board import position
from tests.ui.rig import SIZES, Rig
from tests.ui.sequence_states.table import GAME, MIDDLE, PLATES, room, rows_of, said, scene, seen, stage_of
from ui.games.sequence_states import words
from ui.games.sequence_states.pending import Pending
from ui.games.sequence_states.sides import notes
from ui.games.sequence_states.table import table
from ui.stage import fonts, theme
from ui.stage.parts import LETTER, LETTER_SIZE
from ui.stage.rect import Rect
from ui.stage.scene import TableProps, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke

EVERY = [*((n, "two") for n in HANDS), (6, "three"), (12, "three")]
"""All numbers of players, with the teams they can play in."""
ROOMS = {
    "800x480": ((103.8, 67.3), 1.0), "480x800": ((74.4, 81.9), 1.0),
    "1280x720": ((103.8, 61.5), 1.6), "720x1280": ((68.5, 81.9), 1.6),
}  # fmt: skip
"""What each panel leaves for the table in large text, in millimetres, and its density."""
NAME = "Bartholomeus"
COUNT_MM, MARK_MM = 7.0, 3.0
PIXEL = 1.0


def apart(one: Rect, other: Rect) -> bool:
    return one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("players", "teams"), EVERY)
def test_every_seat_has_a_row_apart_from_the_others(players: int, teams: str, size: tuple[int, int]) -> None:
    view = seen(GAME.opening(Facts(players, rulings={"teams": teams})))
    shown, mm = scene(view, size=size), room(size).mm
    *sides, stock = [item.rect for item in shown.items if isinstance(item, Box) and item.tone == theme.PANEL]
    rows = rows_of(shown)
    assert all(apart(one, other) for one, other in combinations([*rows.values(), stock], 2))
    for row in rows.values():
        assert min(row.height, row.width) >= mm(3.9)
        assert row.height * row.width >= mm(3.9) * mm(13), "a row is a place to tap"
        assert row.right <= MIDDLE[size][0]
        assert row.top <= MIDDLE[size][1]
    for side in view.sides:
        for seat in side.seats:
            assert sides[side.side].holds(*rows[seat].center)


@pytest.mark.usefixtures("each_text_size")
@pytest.mark.parametrize("panel", ROOMS)
@pytest.mark.parametrize(("players", "teams"), EVERY)
@pytest.mark.parametrize("named", ["Fox", NAME])
def test_hands_are_read_across_the_table_and_whose(players: int, teams: str, panel: str, named: str) -> None:
    """Upright, cards of twelve once lay over each other, and nobody's mark was to be seen."""
    size, density = ROOMS[panel]
    where = Viewport(Rect(0, 0, *(mm * density * theme.DP_PER_MM for mm in size)), density)
    plates = tuple(replace(plate, name=named) for plate in PLATES)
    view = seen(GAME.opening(Facts(players, rulings={"teams": teams})))
    shown = table(TableProps(view, None, plates, None), where, None)
    letters = [item for item in shown.items if isinstance(item, Letters) and item.text]
    least = where.mm(COUNT_MM) - PIXEL
    rows = rows_of(shown)
    assert all(apart(one, other) for one, other in combinations(rows.values(), 2))
    for seat, row in rows.items():
        its = {item.text: item for item in letters if row.holds(*item.room.center)}
        figure, letter = its[str(view.seats[seat].hand)], its[plates[seat].letter]
        assert figure.size >= least
        assert figure.room.width + PIXEL >= fonts.width(figure.text, figure.size, bold=True)
        assert letter.size >= where.mm(MARK_MM) * min(LETTER, *LETTER_SIZE.values()) - PIXEL
        parts = [item.rect for item in shown.items if isinstance(item, Box) and row.holds(*item.rect.center)]
        paper = min(parts, key=lambda part: part.width)
        assert paper.x + PIXEL >= letter.room.right
        assert row.inset(-PIXEL).holds(paper.x, paper.y)
        assert row.inset(-PIXEL).holds(paper.right, paper.top)
    sequences = [item for item in letters if item.text == "0" and item.bold]
    assert len(sequences) == len(view.sides)
    assert all(item.size >= least for item in sequences)
    assert [item.text for item in letters].count(words.of_needed(view.needed)) == len(view.sides)


@pytest.mark.parametrize("players", [2, 12])
def test_a_card_to_be_taken_shows(rig: Rig, players: int) -> None:
    state = GAME.opening(Facts(players))
    changes = (
        state,
        replace(state, owed=(Owed(Seat(0), 1),)),
        replace(state, owed=(Owed(Seat(0), 1, Seat(1)), Owed(Seat(1), 2))),
        replace(state, lost=(1, *state.lost[1:])),
        replace(state, hands=(1, *state.hands[1:])),
        replace(state, turn=Seat(1)),
    )
    stage = stage_of(rig, seen(state))
    pictures = set()
    for changed in changes:
        stage.show(seen(changed))
        pictures.add(rig.picture(stage)[2])
    assert len(pictures) == len(changes)
    assert len({scene(seen(changed)) for changed in changes}) == len(changes)


def test_what_a_seat_has_to_do_is_said_more_shortly_where_there_is_less_room() -> None:
    state = GAME.opening(Facts(2))
    for changed, long, short in (
        (replace(state, owed=(Owed(Seat(0), 1),)), words.DRAWS_CARD, words.DRAWS),
        (replace(state, owed=(Owed(Seat(0), 1, Seat(1)), Owed(Seat(1), 2))), words.DRAW_NOW, words.NOW),
        (replace(state, lost=(1, 0)), words.LOST_CARD, words.lost(1)),
    ):
        shown: TableProps[View, Pending, None] = TableProps(seen(changed), None, PLATES, None)
        assert long in said(table(shown, Viewport(Rect(0, 0, 1800, 700), 1.0), None))
        assert short in said(scene(seen(changed)))


@pytest.mark.parametrize("size", SIZES)
def test_whose_turn_it_is_is_framed_with_its_side_and_an_arrow_says_who_draws(size: tuple[int, int]) -> None:
    state = GAME.opening(Facts(4))
    owing = scene(seen(replace(state, turn=Seat(1), owed=(Owed(Seat(0), 1),))), size=size)
    rows = rows_of(owing)
    side, seat = [item for item in owing.items if isinstance(item, Rim)][:2]
    assert seat.tone == theme.PRIMARY
    assert rows[Seat(1)].holds(*seat.rect.center)
    assert side.rect.holds(*seat.rect.center)
    assert not side.rect.holds(*rows[Seat(0)].center)
    arrows = [item for item in owing.items if isinstance(item, Stroke)]
    assert all(rows[Seat(0)].holds(*point) for arrow in arrows for point in arrow.points)
    assert len(arrows) == (2 if rows[Seat(0)].width > room(size).mm(20) else 0)
    assert [item for item in scene(seen(state), size=size).items if isinstance(item, Stroke)] == []


def test_each_side_has_its_sequences_and_a_board_that_is_none_of_print_is_marked() -> None:
    # Each side has its colour and its sequences out of those needed.
    told = said(scene(seen(position("RRRRR"))))
    for colour, figure in (("Red", "1"), ("Blue", "0")):
        at = told.index(colour)
        assert told[at : at + 3] == [colour, figure, words.of_needed(2)]
    # A board that is none of print is marked.
    made_up = seen(position())
    assert words.MADE_UP in said(scene(made_up))
    frames = [
        sum(isinstance(item, Rim) for item in scene(view).items)
        for view in (made_up, replace(made_up, made_up=False))
    ]
    assert frames[0] == frames[1] + 1
    assert words.NO_LAYOUT in said(scene(seen(position(layout=None))))
    assert words.MADE_UP not in said(scene(replace(made_up, made_up=False)))


def test_notes_tell_dead_cards_and_few_chips() -> None:
    state = position()
    ohio = seen(state).spaces_of("OH")
    rows = [["."] * 10 for _ in range(10)]
    for space, chip in zip(ohio, "rb", strict=True):
        rows[space.row][space.column] = chip
    dead = position(*("".join(row) for row in rows))
    assert notes(seen(state)) == ""
    assert said(scene(seen(dead)))[-1] == "dead for all: OH\u00a0×2"  # noqa: RUF001 - a multiplication sign
    few = seen(replace(dead, chips=(3, 40)))
    assert notes(few).startswith("red chips left: 3")
    assert " ".join(said(scene(few))[-2:]) == notes(few)
    # Many dead cards are counted and readable.
    many = seen(replace(position(*["rb" * 5] * 10), chips=(20, 20)))
    assert notes(many).startswith("dead for all: AL")
    assert notes(many).endswith(" +44")
    last = [item for item in scene(many).items if isinstance(item, Letters) and item.text][-1]
    assert last.size >= room().mm(1.55)
