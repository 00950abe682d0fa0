"""What the set-up thinks before it draws: colours, the guide, a map and clues as far as they are told."""

from itertools import product

import msgspec
import pytest

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Colour, Hex, MapPiece, StructureKind
from companion.games.cryptid.model import HUES, Hue
from companion.games.cryptid.setups import OWNERS, Setup, structures_of
from tests.ui.cryptid.setting_up import ADVANCED, DEALT
from ui.games.cryptid.clues import Typed, clues_for, sealed_map
from ui.games.cryptid.drafts import (
    LayPiece,
    LookOver,
    MapDraft,
    MapLaying,
    Palette,
    PutStructure,
    draft_from_text,
    palette,
)
from ui.games.cryptid.setup import Chosen, Filed, SetUpWay, filed, ways_for
from ui.games.cryptid.setup_words import fault
from ui.games.cryptid.words import space
from ui.games.owners_item import chosen, write_json

STONE, SHACK = (StructureKind.STANDING_STONE, Colour.WHITE), (StructureKind.ABANDONED_SHACK, Colour.BLUE)
UNLAID = MapDraft()


@pytest.mark.parametrize("players", OWNERS)
def test_everybody_has_a_colour_for_each_clue(players: int) -> None:
    whole = palette(players)
    assert [len(whole.own(n)) for n in range(players)] == [OWNERS[players].count(n) for n in range(players)]
    assert sum((whole.own(n) for n in range(players)), ()) == whole.hues


@pytest.mark.parametrize(("players", "player"), [(n, m) for n in OWNERS for m in range(n)])
def test_a_change_gives_everybody_other_colours_in_turn(players: int, player: int) -> None:
    before = palette(players)
    seen = []
    now = before
    for _ in range(10):
        now = now.changed(player)
        assert len(set(now.hues)) == len(before.hues)
        seen.append(frozenset(now.own(player)))
    assert frozenset(now.own(player)) in seen
    assert len(set(seen)) > 1


def test_two_players_change_for_what_is_left_and_five_swap() -> None:
    # Two players change for the colour that is left only.
    now = palette(2)
    for _ in range(3):
        now = now.changed(0)
        assert now.own(1) == (Hue.GREEN, Hue.PURPLE)
    assert now == palette(2)
    # Where all five are taken two players swap.
    assert palette(5).changed(4) == Palette(5, (Hue.RED, Hue.BLUE, Hue.GREEN, Hue.PURPLE, Hue.ORANGE))
    # Wanted colours come first however many were kept.
    assert palette(2, (Hue.RED,)).hues == (Hue.RED, Hue.ORANGE, Hue.BLUE, Hue.GREEN)
    assert palette(3, (*HUES, Hue.RED)).hues == HUES[:3]


@pytest.mark.parametrize("setup", [DEALT, ADVANCED], ids=["normal", "advanced"])
def test_the_guide_lays_six_pieces_then_every_structure_then_looks(setup: Setup) -> None:
    assert [type(step) for step in MapLaying(setup).steps] == [
        *[LayPiece] * 6,
        *[PutStructure] * len(structures_of(setup.mode)),
        LookOver,
    ]


def test_the_guide_shows_what_lies_there_up_to_its_step() -> None:
    guide = MapLaying(DEALT)
    for number, step in enumerate(guide.steps):
        assert guide.step == step
        assert sum(piece is not None for row in guide.tiles for piece in row) == min(6, number + 1)
        assert guide.structures == DEALT.structures[: max(0, number - 5)]
        if isinstance(step, LayPiece):
            down, across = step.place
            assert guide.tiles[down][across] == step.piece
        elif isinstance(step, PutStructure):
            assert guide.structures[-1] == step.structure
        guide = guide.moved(1)
    assert guide == guide.moved(1) == guide.moved(len(guide.steps))
    assert guide.moved(-100).number == 0


def typed_in() -> MapDraft:
    """A map as DEALT's, typed in as people do."""
    draft = UNLAID
    for place in product(range(3), range(2)):
        piece = DEALT.tiles[place[0]][place[1]]
        draft = draft.lay(place, piece.tile)
        draft = draft.turn(place) if piece.rot180 else draft
    for structure in DEALT.structures:
        draft = draft.stand(structure.shape, structure.at)
    return draft


def test_what_is_missing_is_told_one_by_one() -> None:
    draft = typed_in()
    assert draft.setup == sealed_map(DEALT)
    shack = draft.where(SHACK)
    assert shack is not None
    bare, black = msgspec.structs.replace(draft, structures=()), draft.play(Mode.ADVANCED)
    two = draft.stand(STONE, shack)
    for lacking, says in (
        (UNLAID, "Piece 1 is missing."),
        (bare, "The white standing stone is missing."),
        (black, "The black standing stone is missing."),
        (two, f"Two structures are on {space(shack)}: move one."),
    ):
        assert (fault(lacking), lacking.setup) == (says, None)


def test_a_piece_lies_once_and_is_turned_by_laying_it_again() -> None:
    draft = UNLAID.lay((0, 0), 3).lay((2, 1), 3)
    assert draft.piece((0, 0)) is None
    assert draft.piece((2, 1)) == MapPiece(3)
    assert draft.lay((2, 1), 3).piece((2, 1)) == MapPiece(3, True)
    assert draft.lay((2, 1), 3).lay((2, 1), 3) == draft
    assert draft.turn((2, 1)) == draft.lay((2, 1), 3)
    assert draft.turn((0, 0)) == draft
    assert draft.lay((2, 1), 4).laid == {4}


def test_a_structure_stands_once_and_is_taken_away_on_its_hex() -> None:
    draft = UNLAID.stand(STONE, Hex(1, 2)).stand(SHACK, Hex(3, 4)).stand(STONE, Hex(5, 6))
    assert (draft.where(STONE), draft.on(Hex(1, 2)), draft.on(Hex(3, 4))) == (Hex(5, 6), None, SHACK)
    assert draft.stand(STONE, Hex(5, 6)).where(STONE) is None
    # In normal mode no black structure is left.
    black = (StructureKind.STANDING_STONE, Colour.BLACK)
    draft = UNLAID.play(Mode.ADVANCED).stand(black, Hex(0, 0)).stand(STONE, Hex(0, 1))
    assert draft.play(Mode.NORMAL).structures == draft.structures[:1]
    assert draft.play(Mode.NORMAL).on(Hex(0, 1)) == STONE


def test_a_draft_survives_being_kept() -> None:
    for draft in (UNLAID, UNLAID.lay((1, 1), 6).stand(SHACK, Hex(8, 11)), typed_in()):
        assert draft_from_text(write_json(draft)) == draft


@pytest.mark.parametrize("text", [
    "",
    "{",
    "[]",
    '{"tiles":[[null]]}',
    '{"tiles":[[{"tile":1},{"tile":1}],[null,null],[null,null]]}',
    '{"structures":[{"type":"standing_stone","colour":"white","row":9,"col":0}]}',
    '{"structures":[{"type":"standing_stone","colour":"black","row":0,"col":0}]}',
])  # fmt: skip
def test_a_damaged_draft_is_begun_anew(text: str) -> None:
    assert draft_from_text(text) == UNLAID


# Clues of more than two; of two they are typed in on the screen (test_setup_clues.py).
@pytest.mark.parametrize("players", [3, 4, 5])
def test_of_more_than_two_each_types_one_clue(players: int) -> None:
    typed, setup = Typed(players), deal(3, players=players)
    for number, clue in enumerate(setup.clues):
        assert (typed.undone(), typed.numbers(number), typed.missing(number)) == (number, (number,), number)
        assert typed.take(number, clue)
        typed.done(number)
    assert typed.undone() is None
    assert typed.sealed(sealed_map(setup)) == setup
    # What another one has is neither refused nor told.
    assert typed.take(0, setup.clues[1])
    assert typed.sealed(sealed_map(setup)) is None


@pytest.mark.parametrize("players", OWNERS)
def test_each_clue_is_somebody_s(players: int) -> None:
    setup = deal(3, players=players)
    told_to = [clues_for(setup, player) for player in range(players)]
    assert [number for clues in told_to for number in clues] == list(range(len(setup.clues)))


def test_the_choice_survives_being_kept() -> None:
    choice = Chosen(SetUpWay.MAP, HUES)
    assert chosen(write_json(choice), Chosen()) == choice
    for damaged in ("", "{", '{"way":"guess"}'):
        assert chosen(damaged, Chosen()) == Chosen()


def test_a_file_is_read_for_those_who_sit_here() -> None:
    text = msgspec.json.encode(DEALT).decode()
    bare = msgspec.json.encode(sealed_map(DEALT)).decode()
    five = msgspec.json.encode(deal(1, players=5)).decode()
    assert filed("", 2) is None
    assert filed(text, 2) == Filed(DEALT)
    assert filed(bare, 2) == Filed(sealed_map(DEALT))
    assert filed(text, 3) == Filed(players=2)
    assert filed(bare, 3) == Filed(sealed_map(DEALT)), "a map is for any number"
    assert filed(five, 2) == Filed(players=5)
    for damaged in ("{", "[]", text.replace('"tile":1', '"tile":2'), bare.replace('"row":', '"row":1')):
        assert filed(damaged, 2) == Filed()
    # A file is offered where there is one.
    assert set(ways_for(None)) == set(SetUpWay) - {SetUpWay.FILE}
    assert set(ways_for(Filed())) == set(SetUpWay)
