"""Faults in the file of a sheet, board, deck or box, in the reader's language."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid import setups
from companion.games.cryptid.clues import NearAnyAnimal, NearColour, On
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Colour, Structure, StructureKind, Terrain
from companion.games.sequence_states import boards as states_boards
from companion.games.sequence_states.layout import read_layout
from companion.games.sequence_states.tally import tally
from companion.games.sheet.sheet_file import read_sheet
from companion.games.speed_mode import board_file
from companion.games.tracktic import boards as tracktic_boards
from companion.games.tracktic.profile import demo, read_profile, write_profile
from companion.games.ungle_speed.deck import Deck, check_deck
from tests.documents.texts import ROOT, SHORT_FAULTS
from ui.language.languages import FIELD
from ui.language.phrases import error_text
from ui.stage import theme

SHEET = b'name="x"\nplayers=[2,4]\npoints="a"\nrounds=3\n[[column]]\nname="a"\n'
BAD_SHEETS = (
    *(b'nam="x"', b"name=3\nplayers=[2,3]", b'name="%s"' % (b"x" * 99), b'name="x" 3', b"x" * 99_999),
    *(b"\xff", b'a="""x"""', b"a=[", b"a={", b'a="x', b"=3", b"a 3", b"x", b'a="\\q"', b"players=[2,9,9]"),
    *(SHEET + b'of="dog"', SHEET + b'is="a + zz"', SHEET + b'most="a ; 2"', SHEET + b"least=5\nmost=3"),
    *(SHEET + b'[[column]]\nname="a"', SHEET + b"choices=3", SHEET + b'most="1" * 99'),
    *(
        SHEET.replace(b'points="a"', b'points="%s"' % told)
        for told in (b"sum(a", b"a and 2", b"a div 0", b"")
    ),
    *(SHEET.replace(b"=3", told) for told in (b"=0.5", b"=-5", b'="x"')),
    SHEET.replace(b",4", b",99"),
)
BOX = write_profile(demo())
PAIRS = board_file.write_board(board_file.derived())
LONG = b"x" * 99_999
DEALT = deal(1)
TILES, STANDING, CLUES = DEALT.tiles, DEALT.structures, DEALT.clues
BLACK = Structure(StructureKind.STANDING_STONE, Colour.BLACK, 0, 0)
SWAMP = On(terrains=(Terrain.SWAMP, Terrain.SWAMP))
BAD_SETUPS = (
    replace(DEALT, tiles=(TILES[1], *TILES[1:])),
    replace(DEALT, tiles=TILES[:2]),
    replace(DEALT, structures=(*STANDING[1:], STANDING[1], BLACK, replace(STANDING[0], row=9))),
    replace(
        DEALT, structures=(replace(STANDING[0], row=STANDING[1].row, col=STANDING[1].col), *STANDING[1:])
    ),
    replace(DEALT, structures=STANDING[1:], clue_owner=(0, 1, 0, 1)),
    replace(DEALT, clues=CLUES[:3]),
    replace(DEALT, clues=(SWAMP, NearAnyAnimal(negated=True), NearColour(colour=Colour.BLACK), CLUES[3])),
    replace(DEALT, clues=(*CLUES[:3], CLUES[0])),
    replace(DEALT, clues=(On(terrains=(Terrain.WATER, Terrain.DESERT)), *CLUES[1:])),
)
BAD_FILES: tuple[Callable[[], object], ...] = (
    *(partial(read_sheet, text) for text in BAD_SHEETS),
    partial(read_profile, BOX.replace("count = 1", "count = 0").replace("X", "x", 2).encode()),
    partial(read_profile, LONG),
    *(partial(setups.check, bad) for bad in BAD_SETUPS),
    partial(setups.read_setup, LONG),
    partial(board_file.read_board, PAIRS.replace("place = [0, 0]", "place = [0, 1]").encode()),
    partial(board_file.read_board, LONG),
    partial(tracktic_boards.read_board, ""),
    partial(tracktic_boards.read_board, "..\n.\n.x"),
    partial(states_boards.read_board, "...\n.q."),
    partial(states_boards.read_board, "\n".join(["r" * 10] * 10)),
    partial(read_layout, "Ohio,Ohi,,x\n", "my"),
    partial(read_layout, "", "my"),
    lambda: tally(states_boards.read_board("\n".join(["R" + "." * 9, *["." * 10] * 9]))),
    partial(check_deck, Deck("d", (), (), -1, 0, 0)),
    partial(check_deck, Deck("d", ("red", "red"), (), 1, 1, 1)),
)
ENGLISH = re.compile(r"\b(column|expected|has|here|is|it|line|missing|must|of|the|there|this|what)\b")


@pytest.mark.parametrize("wrong", BAD_FILES, ids=range(len(BAD_FILES)))
def test_what_is_wrong_with_the_file_of_a_game_has_no_english_left(wrong: Callable[[], object]) -> None:
    with pytest.raises(SetupError) as caught:
        wrong()
    assert ENGLISH.search(error_text(caught.value))
    theme.use(theme.Theme(language="pl"))
    for line in error_text(caught.value).splitlines():
        # Names of fields stay English, in brackets and quotes.
        assert not ENGLISH.search(re.sub(r"\(.*?\)|\[.*?\]|'.*?'|\bbez is\b", "", line)), line


@pytest.mark.parametrize("file", SHORT_FAULTS)
def test_a_fault_that_is_named_by_hand_stands_in_its_file(file: str) -> None:
    source = (ROOT / file).read_text()
    for said in SHORT_FAULTS[file]:
        # "expected" comes from the library that checks types.
        pieces = [piece.removeprefix("expected").strip(" ',") for piece in FIELD.split(said)]
        assert [piece for piece in pieces if piece not in source and piece != "got"] == [], said
