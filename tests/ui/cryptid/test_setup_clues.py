"""Clues on the screen: for one pair of eyes, and gone before and afterwards."""

from itertools import product

import msgspec
import pytest

from companion.errors import SetupError
from companion.games.cryptid.clues import AFFIRMED, Clue, Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Colour, Hex, MapPiece, StructureKind
from companion.games.cryptid.model import HUES, Hue
from companion.games.cryptid.setups import OWNERS, Setup, check, structures_of
from tests.ui.cryptid.setting_up import ADVANCED, DEALT, RESTED, SEED, Table, clues_in, pad_of
from tests.ui.cryptid.table import MAP_ALONE, PLATES
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.clues import ClueEntry, CluesShown, Typed
from ui.games.cryptid.drafts import (
    LayPiece,
    MapDraft,
    MapLaying,
    Palette,
    PutStructure,
    draft_from_text,
    palette,
)
from ui.games.cryptid.editor import MapEditor
from ui.games.cryptid.setup import Filed, SetUpWay, filed
from ui.games.cryptid.setup_words import fault
from ui.games.cryptid.words import STRUCTURES, space
from ui.games.owners_item import write_json
from ui.main.hands import Finger
from ui.parts.values import Screen, Turned
from ui.stage import theme

ADVANCED_CLUES = clues_of(Mode.ADVANCED)


def shown_clues(rig: Rig, players: int = 2) -> Table:
    table = Table(rig, players)
    table.go(SetUpWay.NORMAL)
    table.lay_all()
    return table


def typing(rig: Rig, setup: Setup = ADVANCED) -> Table:
    """Return a table with a typed-in map, where the first player begins."""
    table = Table(rig, DRAFT=write_json(MapDraft(setup.mode, setup.tiles, setup.structures)))
    table.go(SetUpWay.OWN)
    table.tap("next")
    return table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_sees_the_own_clues_and_no_pixel_of_them_stays(rig: Rig, players: int) -> None:
    table, setup = shown_clues(rig, players), deal(SEED, players=players)
    before = table.picture()
    for player in range(players):
        finger = table.read(player)
        for clue, owner in zip(setup.clues, setup.clue_owner, strict=True):
            assert (words.clue_line(clue) in table.texts()) == (owner == player)
        finger.up()
        rig.pump(2)
        assert table.picture() == before
        assert clues_in(table.texts()) == []


def test_only_one_finger_that_rests_on_its_pad_shows_clues(rig: Rig) -> None:
    table = shown_clues(rig)
    before = table.picture()
    # A tap is too short.
    finger = Finger()
    for player in range(2):
        finger.down(*table.over[f"hold {player}"].center)
        rig.pump(RESTED // 2)
        assert clues_in(table.texts()) == []
        finger.up()
        rig.pump(RESTED)
        assert clues_in(table.texts()) == []
    # Two fingers are two players.
    one, other = table.read(0), table.read(1)
    assert clues_in(table.texts()) == []
    one.up()
    other.up()
    rig.pump(2)
    assert clues_in(table.texts()) == []
    # One that slides off hides them.
    pad, finger = table.over["hold 0"], table.read(0)
    assert len(clues_in(table.texts())) == 2
    finger.move(pad.center[0], pad.top + 40)
    rig.pump(2)
    assert table.picture() == before
    finger.up()
    rig.pump(2)
    assert table.picture() == before
    # Leaving hides them under the finger.
    finger = table.read(0)
    assert len(clues_in(table.texts())) == 2
    table.screen.leave()
    for frames in (1, RESTED):
        rig.pump(frames)
        assert clues_in(table.texts()) == []
    finger.up()


# Clues that are typed in.
@pytest.mark.parametrize("setup", [DEALT, ADVANCED], ids=["normal", "advanced"])
def test_a_typed_in_game_goes_all_the_way(rig: Rig, setup: Setup) -> None:
    table = typing(rig, setup)
    assert words.takes("Fox") in table.texts()
    table.type_clues(*setup.clues[:2])
    assert words.takes("Owl") in table.texts()
    assert words.looks_away("Fox") in table.texts()
    table.type_clues(*setup.clues[2:])
    assert table.played.setup == setup
    for _, text in table.store.written:
        assert "kind" not in text


@pytest.mark.parametrize("mode", Mode)
def test_not_can_be_said_in_advanced_games_only(rig: Rig, mode: Mode) -> None:
    table = typing(rig, deal(SEED, mode))
    table.tap("begin")
    part = table.over.part()
    assert ("not" in part) == (mode is Mode.ADVANCED)
    plain = [clue for clue in clues_of(mode) if not clue.negated]
    assert clues_in("\n".join(part.texts)) == sorted(map(words.clue_line, plain))


def test_not_changes_what_all_clues_say(rig: Rig) -> None:
    # "Not" changes what all clues say, and the chosen one stays chosen.
    table = typing(rig)
    table.tap("begin")
    affirmed, denied = ADVANCED_CLUES[3], ADVANCED_CLUES[27]
    table.over.pick(affirmed)
    table.tap("not")
    part = table.over.part()
    assert part[pad_of(denied)].chosen
    assert pad_of(affirmed) not in part
    table.tap("not")
    assert table.over.clue == affirmed


def test_what_one_typed_is_nowhere_when_the_other_takes_the_screen(rig: Rig) -> None:
    pictures = set()
    # The clues are on different pages of the list, which opens at its first page again.
    for clues in (AFFIRMED[:2], AFFIRMED[10:12], AFFIRMED[22:24]):
        table = typing(rig)
        table.type_clues(*clues)
        assert words.takes("Owl") in table.texts()
        cover = table.picture()
        table.tap("begin")
        pictures.add((cover, table.picture()))
    assert len(pictures) == 1


def pages(*clues: Clue) -> list[tuple[str, ...]]:
    """Return each page's texts until the clues of two players are tapped in, without a window."""
    setup = ADVANCED.map_alone
    entry = ClueEntry(setup, theme.plates()[:2], palette(2), Typed(2), lambda: None, lambda _: None)
    found = [entry.part().texts]

    def tap(name: str) -> None:
        entry.part()[name].on_tap()
        found.append(entry.part().texts)

    def go_on() -> None:
        part = the(Turned, entry.part())
        assert isinstance(part.part, Screen)
        assert part.part.header.on is not None
        part.part.header.on()
        found.append(entry.part().texts)

    for player in range(2):
        tap("begin")
        for clue in clues[2 * player : 2 * player + 2]:
            # A player's taps are private: only their effects are compared.
            if clue.negated:
                entry.part()["not"].on_tap()
            entry.part()[pad_of(clue)].on_tap()
            go_on()
        go_on()
    return found


def test_what_is_seen_between_the_taps_depends_on_no_clue() -> None:
    fit, unfit = pages(*ADVANCED.clues), pages(*AFFIRMED[:4])
    # Clues that fit go on from the last page; for the others there is one sentence.
    assert fit[:-1] == unfit[:-1]
    assert "These clues don't fit this map." in unfit[-1]
    assert unfit == pages(*AFFIRMED[10:14])
    # Every page shows all clues of the game, or none.
    every = sorted(words.clue_line(clue) for clue in AFFIRMED)
    assert all(clues_in("\n".join(texts)) in ([], every) for texts in (*fit, *unfit))


@pytest.mark.parametrize("players", [2, 5])
def test_until_a_pad_is_held_the_same_is_seen_whatever_the_clues_are(players: int) -> None:
    def resting(seed: int) -> tuple[str, ...]:
        setup = deal(seed, players=players)
        shown = CluesShown(setup, theme.plates()[:players], palette(players), lambda: None, lambda: None)
        before = shown.part().texts
        shown.hold(0, True)
        assert len(clues_in("\n".join(shown.part().texts))) == setup.clue_owner.count(0)
        shown.hold(0, False)
        assert shown.part().texts == before
        return before

    assert len({resting(seed) for seed in range(5)}) == 1


def test_one_s_own_clues_can_be_read_while_held_and_typed_in_again(rig: Rig) -> None:
    table = typing(rig)
    table.tap("begin")
    for clue in AFFIRMED[:2]:
        table.type_clue(clue)
    table.wait()
    before, finger = table.picture(), Finger()
    finger.down(*table.over["hold"].center)
    rig.pump(RESTED)
    assert words.clue_line(AFFIRMED[0]) in table.texts()
    finger.up()
    rig.pump(2)
    assert table.picture() == before
    table.tap("again 0")
    table.type_clue(ADVANCED.clues[0])
    table.tap("again 1")
    table.type_clue(ADVANCED.clues[1])
    table.say_done()
    table.type_clues(*ADVANCED.clues[2:])
    assert table.played.setup == ADVANCED


def test_the_same_clue_twice_is_told_at_once_and_wrong_colours_are_swapped(rig: Rig) -> None:
    # The same clue twice is reported to its owner at once.
    table = typing(rig)
    table.tap("begin")
    table.type_clue(AFFIRMED[0])
    table.type_clue(AFFIRMED[0])
    assert table.says[1] == "Your other colour has this clue: look again."
    table.tap("not")
    assert table.says[1] != "Your other colour has this clue: look again."
    # Clues typed for the wrong colours are swapped. "Your other colour has this clue" used to block the way
    # for good.
    table = typing(rig)
    table.tap("begin")
    for clue in reversed(ADVANCED.clues[:2]):
        table.type_clue(clue)
    table.tap("again 0")
    table.type_clue(ADVANCED.clues[0])
    table.say_done()
    table.type_clues(*ADVANCED.clues[2:])
    assert table.played.setup == ADVANCED


@pytest.mark.parametrize("player", [0, 1])
def test_a_double_tap_does_not_skip_the_question_whether_it_is_right(rig: Rig, player: int) -> None:
    # "Done" used to be under the finger that had just tapped "That is it".
    table = typing(rig)
    if player:
        table.type_clues(*ADVANCED.clues[:2])
    table.tap("begin")
    table.type_clue(ADVANCED.clues[2 * player])
    table.tell_clue(ADVANCED.clues[2 * player + 1])
    where = table.over["next"].center
    rig.tap_at(*where)
    rig.tap_at(*where)
    assert words.MINE[0] in table.texts()
    assert table.facts == []
    table.wait()
    rig.tap_at(*where)
    assert table.facts or words.takes("Owl") in table.texts()


TAKEN = (*ADVANCED.clues[:3], ADVANCED.clues[0])
NO_HABITAT = (AFFIRMED[0], AFFIRMED[9], AFFIRMED[7], AFFIRMED[3])
MANY = AFFIRMED[10:14]
UNFIT: tuple[tuple[Clue, ...], ...] = (TAKEN, NO_HABITAT, MANY)


def test_clues_that_do_not_fit_are_told_with_one_sentence_whatever_is_wrong(rig: Rig) -> None:
    pictures, reasons = set(), set()
    for clues in UNFIT:
        with pytest.raises(SetupError) as refused:
            check(msgspec.structs.replace(ADVANCED, clues=clues))
        reasons.add(str(refused.value))
        table = typing(rig)
        table.type_clues(*clues[:2])
        table.type_clues(*clues[2:])
        assert table.says[0] == "These clues don't fit this map."
        assert table.facts == []
        pictures.add(table.picture())
    assert len(reasons) == len(UNFIT)
    assert len(pictures) == 1


def test_nobody_tries_clue_after_clue_alone(rig: Rig) -> None:
    # One player could retype a clue and press Done until the other's clues were known.
    table = typing(rig)
    table.type_clues(*ADVANCED.clues[:2])
    table.type_clues(ADVANCED.clues[2], AFFIRMED[0])
    for clue in (AFFIRMED[1], ADVANCED.clues[3]):
        table.tap("check 1")
        assert words.takes("Owl") in table.texts()
        table.tap("begin", "again 1")
        table.type_clue(clue)
        table.say_done()
        # Whether it fits now is hidden until the other player has been here again.
        assert words.takes("Fox") in table.texts()
        assert table.facts == []
        table.tap("begin")
        table.say_done()
    assert table.played.setup == ADVANCED


def test_a_way_round_over_the_map_is_no_way_to_try_alone(rig: Rig) -> None:
    table = typing(rig)
    table.type_clues(*ADVANCED.clues[:2])
    table.type_clues(ADVANCED.clues[2], AFFIRMED[0])
    table.tap("check map")
    assert table.over.building is False or table.over.draft.setup is not None
    table.tap("next", "begin")
    assert table.says[0] == "Are your clues right?", "they aren't typed in again"
    table.say_done()
    assert words.takes("Owl") in table.texts()
    # Nor does going back over the other's cover make anybody done.
    table.tap("back", "begin", "again 0")
    table.type_clue(ADVANCED.clues[0])
    table.say_done()
    assert words.takes("Owl") in table.texts()
    assert table.facts == []


def test_every_page_has_the_way_back(rig: Rig) -> None:
    table = typing(rig)
    table.tap("begin")
    assert "clue 0" in table.over.part()
    table.tap("back", "back")
    assert table.over.building
    table.tap("next")
    table.type_clues(*AFFIRMED[:2])
    assert words.takes("Owl") in table.texts()
    table.tap("back")
    assert words.takes("Fox") in table.texts()
    table.tap("begin", "back")
    assert words.takes("Fox") in table.texts()


def test_a_clue_is_not_in_sight_after_something_went_wrong(desk: Desk) -> None:
    # The page where a clue was typed used to come back until the store had answered.
    entry = ClueEntry(MAP_ALONE, PLATES, palette(2, ()), Typed(2), lambda: None, lambda _setup: None)
    desk.frame.show(entry)
    desk.pump()
    desk.tap(entry["begin"])
    assert "clue 0" in entry.part()
    desk.frame.fail(KeyError("a bug"))
    desk.pump()
    desk.pad("Go on").tap()
    assert desk.frame.screen is not entry
    assert entry.parent is None
    assert "clue 0" not in entry.part()


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
    # Two players can only change to the colour that is left.
    now = palette(2)
    for _ in range(3):
        now = now.changed(0)
        assert now.own(1) == (Hue.GREEN, Hue.PURPLE)
    assert now == palette(2)
    # If all five are taken, two players swap.
    assert palette(5).changed(4) == Palette(5, (Hue.RED, Hue.BLUE, Hue.GREEN, Hue.PURPLE, Hue.ORANGE))
    # Wanted colours come first, however many were saved.
    assert palette(2, (Hue.RED,)).hues == (Hue.RED, Hue.ORANGE, Hue.BLUE, Hue.GREEN)
    assert palette(3, (*HUES, Hue.RED)).hues == HUES[:3]


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
    """Return a map like DEALT's, typed in as people do it."""
    draft = UNLAID
    for place in product(range(3), range(2)):
        piece = DEALT.tiles[place[0]][place[1]]
        draft = draft.with_tile(place, piece.tile)
        draft = draft.turn(place) if piece.rot180 else draft
    for structure in DEALT.structures:
        draft = draft.with_structure(structure.shape, structure.at)
    return draft


def test_what_is_missing_is_told_one_by_one() -> None:
    draft = typed_in()
    assert draft.setup == DEALT.map_alone
    shack = draft.where(SHACK)
    assert shack is not None
    bare, black = msgspec.structs.replace(draft, structures=()), draft.in_mode(Mode.ADVANCED)
    two = draft.with_structure(STONE, shack)
    for lacking, says in (
        (UNLAID, "Piece 1 is missing."),
        (bare, "The white standing stone is missing."),
        (black, "The black standing stone is missing."),
        (two, f"Two structures are on {space(shack)}: move one."),
    ):
        assert (fault(lacking), lacking.setup) == (says, None)


def test_a_piece_lies_once_and_is_turned_by_laying_it_again() -> None:
    draft = UNLAID.with_tile((0, 0), 3).with_tile((2, 1), 3)
    assert draft.piece((0, 0)) is None
    assert draft.piece((2, 1)) == MapPiece(3)
    assert draft.with_tile((2, 1), 3).piece((2, 1)) == MapPiece(3, True)
    assert draft.with_tile((2, 1), 3).with_tile((2, 1), 3) == draft
    assert draft.turn((2, 1)) == draft.with_tile((2, 1), 3)
    assert draft.turn((0, 0)) == draft
    assert draft.with_tile((2, 1), 4).tile_numbers == {4}
    assert draft.with_tile((2, 1), 4).piece((2, 1)) == MapPiece(4), "another piece isn't turned"


def test_a_structure_stands_once_and_is_taken_away_on_its_hex() -> None:
    both = UNLAID.with_structure(STONE, Hex(1, 2)).with_structure(SHACK, Hex(3, 4))
    draft = both.with_structure(STONE, Hex(5, 6))
    assert (draft.where(STONE), draft.on(Hex(1, 2)), draft.on(Hex(3, 4))) == (Hex(5, 6), None, SHACK)
    assert draft.with_structure(STONE, Hex(5, 6)).where(STONE) is None
    # In normal mode no black structure remains.
    black = (StructureKind.STANDING_STONE, Colour.BLACK)
    draft = UNLAID.in_mode(Mode.ADVANCED).with_structure(black, Hex(0, 0)).with_structure(STONE, Hex(0, 1))
    assert draft.in_mode(Mode.NORMAL).structures == draft.structures[:1]
    assert draft.in_mode(Mode.NORMAL).on(Hex(0, 1)) == STONE


def test_a_whole_map_is_corrected_structure_by_structure_and_piece_by_piece(rig: Rig) -> None:
    begun = MapDraft(Mode.NORMAL, deal(SEED, players=2).tiles)
    editor = MapEditor(begun, lambda _: None, lambda: None, lambda _: None)
    rig.show(editor)

    def asks() -> str:
        return str(editor.part().header.title)

    shapes = structures_of(Mode.NORMAL)
    for column, shape in enumerate(shapes):
        assert editor.shape == shape
        assert asks() == words.place_for(STRUCTURES[shape])
        editor.tap(Hex(0, column))
    assert (editor.shape, asks()) == (None, words.MAP_READY)
    # A tap on one picks it up, and it stays chosen wherever it is put.
    editor.tap(Hex(0, 2))
    assert asks() == words.stands_at(STRUCTURES[shapes[2]], space(Hex(0, 2)))
    editor.tap(Hex(4, 4))
    assert (editor.draft.where(shapes[2]), editor.shape) == (Hex(4, 4), shapes[2])
    editor.undo()
    assert (editor.draft.where(shapes[2]), editor.shape) == (Hex(0, 2), shapes[2])
    # So it does in another mode, which has it too.
    editor.play(Mode.ADVANCED)
    assert editor.shape == shapes[2]
    editor.choose((StructureKind.STANDING_STONE, Colour.BLACK))
    editor.undo()
    assert editor.draft.mode is Mode.NORMAL
    assert asks() == words.MAP_READY, "no black stone is left to be placed"
    # The pieces: a changed one is chosen again by Undo.
    editor.go_back()
    assert (editor.place, asks()) == ((0, 0), words.MAP_TURN)
    editor.tap(Hex(8, 11))
    editor.change(editor.draft.turn(editor.place))
    editor.tap(Hex(0, 0))
    editor.undo()
    assert (editor.place, editor.draft.tiles) == ((2, 1), begun.tiles)
    editor.start_over()
    assert (editor.place, asks()) == ((0, 0), words.MAP_PIECES)


@pytest.mark.parametrize("text", [
    "",
    "{",
    "[]",
    '{"tiles":[[null]]}',
    '{"tiles":[[{"tile":1},{"tile":1}],[null,null],[null,null]]}',
    '{"structures":[{"type":"standing_stone","colour":"white","row":9,"col":0}]}',
    '{"structures":[{"type":"standing_stone","colour":"white","row":0,"col":12}]}',
    '{"structures":[{"type":"standing_stone","colour":"black","row":0,"col":0}]}',
])  # fmt: skip
def test_a_damaged_draft_is_begun_anew(text: str) -> None:
    assert draft_from_text(text) == UNLAID


def test_typed_clues_stay_while_the_map_is_mended_and_go_with_its_mode_or_the_colours(rig: Rig) -> None:
    table = typing(rig)

    def asked_again() -> str:
        table.tap("next", "begin")
        return table.says[0]

    table.tap("begin")
    first = table.says[0]
    table.type_clue(ADVANCED.clues[0])
    second = table.says[0]
    assert first != second
    table.tap("back", "back")
    table.over.tap(ADVANCED.structures[0].at)
    table.over.undo()
    assert asked_again() == second
    table.tap("back", "back", "mode normal", "undo")
    assert asked_again() == first
    table.type_clue(ADVANCED.clues[0])
    table.tap("back", "back", "back", "back")
    for _ in range(3):
        rig.tap(table.screen["player 0"])
    rig.tap(table.screen["next"])
    rig.pump(2)
    assert asked_again() == first, "the colours are the same again, and nobody knows whose clue it was"


def test_of_three_players_two_look_away_and_each_has_one_clue(rig: Rig) -> None:
    setup = deal(SEED, players=3)
    entry = ClueEntry(setup.map_alone, theme.plates()[:3], palette(3), Typed(3), lambda: None, lambda _: None)
    rig.show(entry)
    assert words.OTHERS_AWAY in entry.part().texts
    entry.begin()
    entry.pick(setup.clues[0])
    entry.go_on()
    assert words.MINE_ONE[0] in entry.part().texts


# Clues of more than two players; those of two are typed in on the screen, above.
@pytest.mark.parametrize("players", [3, 4, 5])
def test_of_more_than_two_each_types_one_clue(players: int) -> None:
    typed, setup = Typed(players), deal(3, players=players)
    for number, clue in enumerate(setup.clues):
        assert (typed.undone(), typed.numbers(number), typed.missing(number)) == (number, (number,), number)
        assert typed.take(number, clue)
        typed.done(number)
    assert typed.undone() is None
    assert typed.sealed(setup.map_alone) == setup
    # Another player's clue is neither refused nor revealed.
    assert typed.take(0, setup.clues[1])
    assert typed.sealed(setup.map_alone) is None


def test_a_file_is_read_for_those_who_sit_here() -> None:
    text = msgspec.json.encode(DEALT).decode()
    bare = msgspec.json.encode(DEALT.map_alone).decode()
    five = msgspec.json.encode(deal(1, players=5)).decode()
    assert filed("", 2) is None
    assert filed(text, 2) == Filed(DEALT)
    assert filed(bare, 2) == Filed(DEALT.map_alone)
    assert filed(text, 3) == Filed(players=2)
    assert filed(bare, 3) == Filed(DEALT.map_alone), "a map is for any number"
    assert filed(five, 2) == Filed(players=5)
    for damaged in ("{", "[]", text.replace('"tile":1', '"tile":2'), bare.replace('"row":', '"row":1')):
        assert filed(damaged, 2) == Filed()
