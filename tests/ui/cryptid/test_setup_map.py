"""One's own map, typed in with a finger: pieces, structures, and what is still missing."""

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.maps import PIECE_COLUMNS, PIECE_ROWS, Colour, Hex, MapPiece, StructureKind
from tests.ui.cryptid.setting_up import ADVANCED, DEALT, Table
from tests.ui.rig import Rig
from ui.games.cryptid import drafts
from ui.games.cryptid.clues import sealed_map
from ui.games.cryptid.drafts import MapDraft, draft_from_text
from ui.games.cryptid.editor import name_of
from ui.games.cryptid.setup import SetUpWay

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
        # The next one is up by itself.
        assert entry.shape == structure.shape
        tap_hex(table, structure.at)
    assert entry.part().header.title == "Is all as on your table?"
    rig.tap(entry["next"])
    assert table.played.setup == sealed_map(ADVANCED)
    # It has been played: the next map is another one.
    assert table.kept.texts[drafts.DRAFT] == ""


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
    table = typing(rig)
    entry = table.over
    for n, place in enumerate([(down, across) for down in range(3) for across in range(2)], 1):
        entry.change(entry.draft.lay(place, n))
    rig.tap(entry["next"])
    rig.tap(entry["next"])
    assert entry.part().header.title == "The white standing stone is missing."
    assert table.facts == []


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
    again = Table(rig, kept=table.kept)
    again.go(SetUpWay.OWN)
    assert again.over.draft == table.over.draft == draft_from_text(table.kept.texts[drafts.DRAFT])


def test_each_page_undoes_what_was_done_on_it(rig: Rig) -> None:
    table = typing(rig)
    for n, place in enumerate([(down, across) for down in range(3) for across in range(2)], 1):
        table.over.change(table.over.draft.lay(place, n))
    pieces = table.over.draft
    table.tap("next")
    assert not table.over.part()["undo"].live
    tap_hex(table, Hex(4, 4))
    assert table.over.draft.where(STONE) == Hex(4, 4)
    table.tap("undo")
    assert (table.over.draft, table.over.part()["undo"].live) == (pieces, False)
    assert draft_from_text(table.kept.texts[drafts.DRAFT]) == pieces


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
