"""The last step before the first cube: how the map gets onto the table, and the facts of the match."""

from pathlib import Path

import msgspec
import pytest
import segno

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import (
    PIECE_COLUMNS,
    PIECE_ROWS,
    Colour,
    Hex,
    MapPiece,
    Structure,
    StructureKind,
)
from companion.games.cryptid.model import HUES, Facts, Hue
from companion.games.cryptid.setups import Setup, check, check_map, lopsided, name_of, read_setup
from companion.journal import Opened
from tests.ui.cryptid.setting_up import ADVANCED, DEALT, SEED, Table
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import FakeStore
from ui.games.cryptid import drafts
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.clues import CluesShown
from ui.games.cryptid.drafts import SETUP, MapDraft, PutStructure, draft_from_text
from ui.games.cryptid.editor import LayingGuide
from ui.games.cryptid.setup import SetupScreen, SetUpWay
from ui.parts.values import names_of
from ui.screens.players import PlayersScreen
from ui.stage import theme
from ui.stage.icons import QUIET, code_of, matrix_of, scene
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.stage.shapes import Box
from ui.storage.habits import Seating
from ui.widgets.layout import rect_of

SEALED = msgspec.json.encode(ADVANCED).decode()
BARE = msgspec.json.encode(DEALT.map_alone).decode()
FOR_FOUR = msgspec.json.encode(deal(SEED, players=4)).decode()


@pytest.mark.parametrize(("way", "setup"), [(SetUpWay.NORMAL, DEALT), (SetUpWay.ADVANCED, ADVANCED)])
def test_a_dealt_game_goes_all_the_way(rig: Rig, way: SetUpWay, setup: Setup) -> None:
    table = Table(rig)
    table.go(way)
    guide = table.over
    steps = len(guide.guide.steps)
    for number in range(steps - 1):
        assert guide.guide.number == number
        rig.tap(guide["next"])
    rig.tap(guide["next"])
    table.tap("next")
    facts = table.played
    assert facts.setup == setup
    assert facts.hues == HUES
    assert facts.setup is not None
    check(facts.setup)
    assert [name for name, _ in table.store.written] == [drafts.CHOICE], "no clue is ever saved"


def test_dealing_waits_until_the_pad_was_seen_to_be_pressed_and_leaving_stops_it(rig: Rig) -> None:
    # Dealing waits until the pad was drawn as pressed.
    table = Table(rig)
    table.screen["next"].tap()
    assert table.screen.over is None
    assert table.screen.part().header.hint == "The referee deals ..."
    # A second tap doesn't deal again.
    assert not table.screen["next"].live
    rig.pump(2)
    assert table.over.guide.number == 0
    # Leaving stops the deal.
    table = Table(rig)
    table.screen["next"].tap()
    table.screen.leave()
    rig.pump(3)
    assert table.screen.over is None


def test_every_step_says_what_goes_where_and_has_the_way_back(rig: Rig) -> None:
    # The guide says which piece goes where.
    table = Table(rig)
    table.go(SetUpWay.NORMAL)
    guide, piece = table.over, DEALT.tiles[0][1]
    rig.tap(guide["next"])
    assert guide.part().texts[:3] == ("Step 2 of 12", "Next", f"Piece {piece.tile}")
    assert guide.part()["where"].text == "Top right"
    for _ in range(5):
        rig.tap(guide["next"])
    step = the(PutStructure, guide.guide.step)
    assert guide.part()["title"].text.startswith("White standing stone on ")
    assert guide.part()["where"].text == f"Row {step.structure.row + 1}, column {step.structure.col + 1}"
    # Every step has a way back to the previous one.
    table = Table(rig)
    table.go(SetUpWay.NORMAL)
    guide = table.over
    for _ in range(3):
        rig.tap(guide["next"])
    for _ in range(3):
        rig.tap(guide["back"])
    assert guide.guide.number == 0
    table.lay_all()
    table.tap("back")
    assert table.over is guide
    for _ in range(len(guide.guide.steps)):
        rig.tap(guide["back"])
    assert table.screen.over is None
    rig.pump(2)
    rig.tap(table.screen["back"])
    assert (table.left, table.facts) == (1, [])
    for way in (SetUpWay.OWN, SetUpWay.MAP):
        table.go(way)
        table.tap("back")
        assert table.screen.over is None


def test_a_set_up_or_a_map_out_of_a_file_is_laid_and_played(rig: Rig) -> None:
    # A set-up from a file is laid out and played, but not chosen again by itself.
    table = Table(rig, SETUP=SEALED)
    table.go(SetUpWay.FILE)
    table.lay_all()
    assert Table(rig, store=table.store).screen.way is SetUpWay.NORMAL
    table = Table(rig, SETUP=SEALED)
    table.go(SetUpWay.FILE)
    table.lay_all()
    table.tap("next")
    assert table.played.setup == ADVANCED
    # A map from a file is laid out, and has no clues to show.
    table = Table(rig, SETUP=BARE)
    assert table.screen.part()["way file"].hint == "a map without clues"
    table.go(SetUpWay.FILE)
    table.lay_all()
    assert table.played.setup == DEALT.map_alone
    # Without a file there is no pad for one.
    assert "way file" not in Table(rig).screen.part()


@pytest.mark.parametrize(("text", "says"), [("{", words.FILE_DAMAGED), (FOR_FOUR, words.file_for(4))])
def test_a_file_that_cannot_be_played_says_so(rig: Rig, text: str, says: str) -> None:
    table = Table(rig, SETUP=text)
    pad = table.screen.part()["way file"]
    assert (pad.hint, pad.live) == (says, False)
    rig.tap(table.screen["way file"])
    assert table.screen.way is SetUpWay.NORMAL


@pytest.mark.parametrize("players", [2, 5, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4))])
def test_they_play_on_their_own_map_or_none(rig: Rig, players: int) -> None:
    table = Table(rig, players)
    table.go(SetUpWay.NOTHING)
    assert table.played == Facts(players, None, HUES if players == 2 else tuple(Hue)[:players])
    table.go(SetUpWay.MAP)
    table.type_map(DEALT)
    assert table.played.setup == DEALT.map_alone, "an open game"


def test_even_clues_are_dealt_where_they_are_asked_for(rig: Rig) -> None:
    lopsided_seed = 72
    assert lopsided(deal(lopsided_seed))
    for even in (False, True):
        table = Table(rig, seed=lopsided_seed)
        assert not table.screen.part()["even"].chosen
        if even:
            rig.tap(table.screen["even"])
            assert table.screen.part()["even"].chosen
        table.go(SetUpWay.NORMAL)
        table.lay_all()
        table.tap("next")
        assert table.played.setup == deal(lopsided_seed, even=even)
        again = Table(rig, store=table.store)
        assert again.screen.part()["even"].chosen is even, "the previous choice"
        rig.tap(again.screen["way nothing"])
        pad = again.screen.part()["even"]
        assert (pad.live, pad.chosen) == (False, False)
    assert "even" not in Table(rig, 3).screen.part(), "with one clue each none is lopsided"


def test_a_tap_on_a_player_changes_the_colours_and_the_last_choice_is_offered_again(rig: Rig) -> None:
    table = Table(rig)
    assert table.screen.part()["player 0"].hint == "orange, blue"
    rig.tap(table.screen["player 0"])
    table.go(SetUpWay.NOTHING)
    first = table.played
    assert first.hues == (Hue.ORANGE, Hue.RED, Hue.GREEN, Hue.PURPLE)
    again = Table(rig, store=table.store)
    assert again.screen.way is SetUpWay.NOTHING
    rig.tap(again.screen["next"])
    assert again.played == first
    assert Table(rig, 3, table.store).screen.way is SetUpWay.NOTHING


def test_a_choice_is_kept_on_the_way_back_too(rig: Rig) -> None:
    """The page of the players, to which Back leads, used to show and to deal what was chosen before."""
    table = Table(rig)
    table.press("way nothing", "player 0", "back")
    again = Table(rig, store=table.store)
    assert again.screen.way is SetUpWay.NOTHING
    assert again.screen.in_short() == ("Map and clues", "No map, no clues")
    assert again.screen.part()["player 0"].hint == "orange, red"
    table = Table(rig, SETUP=SEALED)
    table.press("way file", "back")
    assert Table(rig, store=table.store).screen.way is SetUpWay.FILE, "nobody has played it yet"


def test_nothing_is_chosen_before_all_that_was_kept_is_known(rig: Rig) -> None:
    table = Table(rig, store=FakeStore(late=True), CHOICE='{"way":"map"}')
    table.press("next", "way nothing", "player 0", "back")
    assert table.store.written == []
    assert table.screen.over is None
    table.store.arrive()
    assert table.screen.way is SetUpWay.MAP


@pytest.mark.parametrize("text", ["{", "[]", '{"way":"guess"}', '{"hues":["pink"]}'])
def test_what_was_kept_and_is_damaged_stops_nobody(rig: Rig, text: str) -> None:
    table = Table(rig, SETUP="?", DRAFT=text, CHOICE=text)
    table.go(SetUpWay.NOTHING)
    assert table.played.hues == HUES


# From the home screen to the first cube, in the app itself.
PLACES = (0, 3, 6, 9, 12)


NAMES = ("Fox", "Owl", "Bear", "Wolf", "Lynx")


def to_the_set_up(desk: Desk, players: int) -> SetupScreen:
    desk.frame.choose("cryptid")
    desk.sit_at(Seating(dict(zip(PLACES[:players], NAMES, strict=False)), 0))
    people = desk.screen(PlayersScreen)
    desk.until(lambda: "step line" in people)
    desk.tap(people["step line"])
    screen = desk.screen(SetupScreen)
    desk.until(lambda: screen["next"].live)
    return screen


def facts_of(desk: Desk) -> Facts:
    opened = the(Opened, desk.table.session.match.entries[0].body)
    facts: Facts = opened.facts
    return facts


def lay(desk: Desk, screen: SetupScreen) -> CluesShown:
    desk.until(lambda: isinstance(screen.over, LayingGuide))
    guide = the(LayingGuide, screen.over)
    desk.tap(guide["all"])
    desk.tap(guide["next"])
    return the(CluesShown, screen.over)


KEPT = {SETUP: msgspec.json.encode(ADVANCED).decode()}


@pytest.mark.parametrize(("players", "way", "saved"), [
    (2, SetUpWay.ADVANCED, {}),
    (2, SetUpWay.FILE, KEPT),
    (2, SetUpWay.NOTHING, {}),
    (4, SetUpWay.NORMAL, {}),
], ids=["dealt", "from a file", "nothing known", "four"])  # fmt: skip
def test_from_home_to_the_first_cube(
    rig: Rig, tmp_path: Path, players: int, way: SetUpWay, saved: dict[str, str]
) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    for name, text in saved.items():
        desk.saver.set(name, text)
    screen = to_the_set_up(desk, players)
    desk.tap(screen[f"way {way}"])
    desk.tap(screen["next"])
    if way is not SetUpWay.NOTHING:
        clues = lay(desk, screen)
        assert {f"hold {n}" for n in range(players)} <= names_of(clues.part())
        desk.tap(clues["next"])
    setup, state = facts_of(desk).setup, desk.table.session.match.state
    assert (state.players, state.sealed) == (players, way is not SetUpWay.NOTHING)
    if setup is None:
        assert way is SetUpWay.NOTHING
    else:
        check(setup)
        assert (setup == ADVANCED) is (way is SetUpWay.FILE)
        looks = desk.table.presenter.routine(desk.table.session.view)[-players:]
        assert [choice.report.seat for choice in looks] == [*range(players)], "each has a pad to look again"
    desk.close()


# The map as a QR code: what is in it, and that every module is drawn.
@pytest.mark.parametrize("setup", [DEALT, ADVANCED], ids=["normal", "advanced"])
def test_the_code_of_a_map_holds_no_clue_and_can_be_read_back(rig: Rig, setup: Setup) -> None:
    table = Table(rig)
    table.go(SetUpWay.NORMAL if setup == DEALT else SetUpWay.ADVANCED)
    table.tap("code of the map")
    text = msgspec.json.encode(table.over.guide.setup)
    matrix = segno.make(text.decode(), error="l", micro=False).matrix
    expected = tuple(tuple(map(bool, row)) for row in matrix)
    stage = table.over["code"]
    assert stage.scene == scene(expected, Viewport(rect_of(stage)))
    read = read_setup(text)
    check_map(read)
    assert (read.clues, read.clue_owner) == ((), ())
    assert read in (DEALT.map_alone, ADVANCED.map_alone)
    table.tap("close")
    assert "code" not in table.over.part()
    assert table.over.guide.number == 0


@pytest.mark.parametrize("side", [480, 720])
@pytest.mark.parametrize("text", ["fox", msgspec.json.encode(ADVANCED).decode()], ids=["short", "whole"])
def test_every_module_is_drawn_as_large_as_fits(side: int, text: str) -> None:
    matrix, room = matrix_of(text), Rect(0, 0, side, side)
    ground, *runs = [item for item in code_of(text)(Viewport(room), None).items if isinstance(item, Box)]
    module = side // (len(matrix) + 2 * QUIET)
    assert module >= 3
    assert (ground.rect.width, ground.rect.height) == (module * (len(matrix) + 2 * QUIET),) * 2
    assert room.holds(ground.rect.x, ground.rect.y)
    left, top = ground.rect.x + QUIET * module, ground.rect.top - QUIET * module
    dark = {
        ((top - run.rect.top) / module, (run.rect.x - left) / module + n)
        for run in runs
        for n in range(round(run.rect.width / module))
    }
    assert dark == {(down, across) for down, row in enumerate(matrix) for across, on in enumerate(row) if on}
    assert {run.rect.height for run in runs} == {module}
    assert {ground.tone, *(run.tone for run in runs)} == {theme.tone("#ffffff"), theme.tone("#000000")}


STONE, OTHER = (StructureKind.STANDING_STONE, Colour.WHITE), (StructureKind.STANDING_STONE, Colour.GREEN)


def typing(rig: Rig) -> Table:
    table = Table(rig)
    table.go(SetUpWay.MAP)
    return table


def tap_hex(table: Table, at: Hex) -> None:
    table.rig.tap_at(*table.over["map"].scene.middle(at))


def test_a_map_is_typed_in_with_a_finger(rig: Rig) -> None:
    table = typing(rig)
    entry = table.over
    for down, row in enumerate(ADVANCED.tiles):
        for across, piece in enumerate(row):
            tap_hex(table, Hex(down * PIECE_ROWS + 1, across * PIECE_COLUMNS + 3))
            rig.tap(entry[f"piece {piece.tile}"])
            if piece.rot180:
                rig.tap(entry["turn"])
    rig.tap(entry["next"])
    rig.tap(entry[f"mode {Mode.ADVANCED}"])
    for structure in ADVANCED.structures:
        # The next structure is selected by itself.
        assert entry.shape == structure.shape
        tap_hex(table, structure.at)
    assert entry.part().header.title == "Same as on your table?"
    rig.tap(entry["next"])
    assert table.played.setup == ADVANCED.map_alone
    # It has been played: the next map is another one.
    assert table.store.texts[drafts.DRAFT] == ""


def test_what_is_missing_is_said_and_nothing_goes_on(rig: Rig) -> None:
    table = typing(rig)
    entry = table.over
    rig.tap(entry["piece 1"])
    rig.tap(entry["next"])
    header = entry.part().header
    assert (header.title, header.warns) == ("Piece 2 is missing.", "title")
    assert not entry.building
    table.tap("back")
    table.go(SetUpWay.MAP)
    table.type_map(DEALT)
    assert len(table.facts) == 1


def test_a_structure_is_moved_or_taken_away_by_tapping_again_and_kept_off_another(rig: Rig) -> None:
    table = typing(rig)
    entry = table.over
    entry.building = True
    entry.choose(STONE)
    rig.pump(2)
    tap_hex(table, Hex(4, 4))
    assert entry.shape == OTHER
    tap_hex(table, Hex(4, 4))
    assert entry.part().header.title == "The white standing stone is there already."
    assert entry.draft.where(OTHER) is None
    rig.tap(entry[name_of(STONE)])
    for where in (Hex(4, 5), None):
        tap_hex(table, Hex(4, 5))
        assert (entry.draft.where(STONE), entry.shape) == (where, STONE)


def test_a_map_that_is_left_goes_on_later(rig: Rig) -> None:
    table = typing(rig)
    for name in ("piece 5", "turn", "back"):
        table.tap(name)
    table.go(SetUpWay.MAP)
    assert table.over.draft.piece((0, 0)) == MapPiece(5, True)
    assert table.over.place == (0, 1)
    again = Table(rig, store=table.store)
    again.go(SetUpWay.OWN)
    assert again.over.draft == table.over.draft == draft_from_text(table.store.texts[drafts.DRAFT])


def test_each_page_undoes_what_was_done_on_it(rig: Rig) -> None:
    table = typing(rig)
    for n, place in enumerate([(down, across) for down in range(3) for across in range(2)], 1):
        table.over.change(table.over.draft.with_tile(place, n))
    pieces = table.over.draft
    table.tap("next")
    assert not table.over.part()["undo"].live
    tap_hex(table, Hex(4, 4))
    assert table.over.draft.where(STONE) == Hex(4, 4)
    table.tap("undo")
    assert (table.over.draft, table.over.part()["undo"].live) == (pieces, False)
    assert draft_from_text(table.store.texts[drafts.DRAFT]) == pieces


def test_after_undo_the_next_tap_places_what_had_gone_wrong(rig: Rig) -> None:
    table = typing(rig)
    table.tap("piece 1")
    tap_hex(table, Hex(PIECE_ROWS, 0))
    table.tap("piece 2", "undo")
    tap_hex(table, Hex(0, 0))
    table.tap("undo", "piece 3")
    assert table.over.draft == MapDraft().with_tile((0, 0), 3)
    table.over.building = True
    table.over.choose(STONE)
    for at in (Hex(4, 4), None, Hex(4, 5)):
        table.rig.pump(2)
        if at is None:
            table.tap("undo")
        else:
            tap_hex(table, at)
    assert table.over.draft.structures == (Structure(*STONE, 4, 5),)


def test_after_an_undone_mode_no_structure_is_offered_that_the_other_mode_lacks(rig: Rig) -> None:
    table = typing(rig)
    table.over.building = True
    for structure in DEALT.structures:
        table.over.choose(structure.shape)
        rig.pump(2)
        tap_hex(table, structure.at)
    table.tap(f"mode {Mode.ADVANCED}")
    assert table.over.shape == (StructureKind.STANDING_STONE, Colour.BLACK)
    table.tap("undo")
    assert (table.over.draft.mode, table.over.shape) == (Mode.NORMAL, None)


def test_starting_over_wants_to_be_held(rig: Rig) -> None:
    table = typing(rig)
    table.tap("piece 5")
    before = table.over.draft
    table.tap("start over")
    assert table.over.draft == before != MapDraft()
    rig.hold(table.over["start over"], 1)
    assert table.over.draft == MapDraft()
    table.tap("undo")
    assert table.over.draft == before
