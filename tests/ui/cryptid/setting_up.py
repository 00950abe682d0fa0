"""What the tests of the set-up share: the screen with what it keeps, and fingers that lay and type in."""

from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import (
    Clue,
    Mode,
    NearAnimal,
    NearAnyAnimal,
    NearColour,
    NearStructure,
    NearTerrain,
    On,
)
from companion.games.cryptid.deal import deal
from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.maps import PIECE_COLUMNS, PIECE_ROWS
from companion.games.cryptid.model import Facts
from companion.games.cryptid.setups import Setup
from companion.journal import Plate
from tests.ui.rig import FRAME, Rig
from tests.ui.sequence_states.setting import Kept, laid
from tests.ui.test_layout import shown
from ui import theme
from ui.games.cryptid import kept as names
from ui.games.cryptid.clue_entry import ClueEntry
from ui.games.cryptid.clue_form import Sort, What
from ui.games.cryptid.clue_pages import Cover, Mine
from ui.games.cryptid.clue_typing import ClueTyping
from ui.games.cryptid.clues_shown import CluesShown
from ui.games.cryptid.drawing import DealtFrom
from ui.games.cryptid.laying import LayingGuide
from ui.games.cryptid.map_entry import MapEntry
from ui.games.cryptid.setup import SetupScreen
from ui.games.cryptid.ways import SetUpWay
from ui.kivy_types import Widget
from ui.widgets.late import LATE_SECONDS
from ui.widgets.rest import REST_SECONDS
from ui.widgets.text import Text

RESTED = round(REST_SECONDS / FRAME) + 3
"""Frames until a finger has rested on a pad."""
OPENING = Cryptid().opening
SEED = 7
DEALT = deal(SEED)
ADVANCED = deal(SEED, Mode.ADVANCED)


class Table:
    """The screen at a table, what it keeps, and what it went on with."""

    def __init__(
        self, rig: Rig, players: int = 2, kept: Kept | None = None, *, seed: int = SEED, **texts: str
    ) -> None:
        self.rig = rig
        self.kept = kept or Kept()
        self.kept.texts.update({getattr(names, name): text for name, text in texts.items()})
        self.facts: list[Facts] = []
        self.left = 0
        self.plates: tuple[Plate, ...] = theme.plates()[:players]
        self.screen = laid(
            rig,
            SetupScreen(
                Facts(players),
                self.plates,
                self.kept.memory,
                self._leave,
                self.facts.append,
                lambda: DealtFrom(seed),
            ),
        )

    def _leave(self) -> None:
        self.left += 1

    def go(self, way: SetUpWay) -> None:
        """Choose a way and go it."""
        self.rig.tap(self.screen.choosing.ways[way])
        self.rig.tap(self.screen.choosing.header.next)
        self.rig.pump(2)

    @property
    def laying(self) -> LayingGuide:
        """The guide, while it is shown."""
        assert isinstance(self.screen.step, LayingGuide)
        return self.screen.step

    @property
    def clues(self) -> CluesShown:
        """The pads to see clues with, while they are shown."""
        assert isinstance(self.screen.step, CluesShown)
        return self.screen.step

    @property
    def map(self) -> MapEntry:
        """The map that is typed in, while it is."""
        assert isinstance(self.screen.step, MapEntry)
        return self.screen.step

    @property
    def entry(self) -> ClueEntry:
        """The clues that are typed in, while they are."""
        assert isinstance(self.screen.step, ClueEntry)
        return self.screen.step

    @property
    def cover(self) -> Cover:
        """The page between two players."""
        assert isinstance(self.entry.page, Cover)
        return self.entry.page

    @property
    def typing(self) -> ClueTyping:
        """The page of one clue."""
        assert isinstance(self.entry.page, ClueTyping)
        return self.entry.page

    @property
    def mine(self) -> Mine:
        """The page of one's own clues."""
        assert isinstance(self.entry.page, Mine)
        return self.entry.page

    @property
    def played(self) -> Facts:
        """The facts that it went on with; they make a game."""
        facts = self.facts.pop()
        OPENING(facts)
        return facts

    def lay_all(self) -> None:
        """Skip to the end of the guide, and past it."""
        self.rig.tap(self.laying.all)
        self.rig.tap(self.laying.next)
        self.rig.pump(2)

    def type_map(self, setup: Setup) -> None:
        """Type a map in, and go on."""
        entry = self.map
        for down, row in enumerate(setup.tiles):
            for across, piece in enumerate(row):
                entry.tap(Hex(down * PIECE_ROWS, across * PIECE_COLUMNS))
                entry.lay(piece.tile)
                if piece.rot180:
                    entry.turn_piece()
        entry.go_on()
        entry.play(setup.mode)
        for structure in setup.structures:
            entry.choose((structure.type, structure.colour))
            entry.tap(Hex(structure.row, structure.col))
        self.rig.pump(2)
        self.rig.tap(entry.next)
        self.rig.pump(2)

    def type_clue(self, clue: Clue) -> None:
        """Type one clue in, with a finger."""
        self.tell_clue(clue)
        self.rig.tap(self.typing.header.next)
        self.rig.pump(2)

    def tell_clue(self, clue: Clue) -> None:
        """Type one clue in, but for the last tap."""
        page = self.typing
        sort, whats = told(clue)
        self.rig.tap(page.sorts[sort])
        for what in whats:
            self.rig.tap(page.offers[what])
        if clue.negated:
            self.rig.tap(page.negate)

    def type_clues(self, *clues: Clue) -> None:
        """Take the screen, type the own clues in, and cover them."""
        self.rig.tap(self.cover.begin)
        for clue in clues:
            self.type_clue(clue)
        self.say_done()

    def say_done(self) -> None:
        """Look at the own clues for as long as it takes, and cover them."""
        self.wait()
        self.rig.tap(self.mine.header.next)
        self.rig.pump(2)

    def wait(self) -> None:
        """Let the page of the own clues take taps."""
        self.rig.pump(round(LATE_SECONDS / FRAME) + 2)

    def texts(self) -> str:
        """Return everything that can be read now."""
        found = shown(self.screen, Text)
        return "\n".join(text.text for text in found if isinstance(text, Text))

    def picture(self) -> bytes:
        """Return the pixels of the screen."""
        self.rig.pump(2)
        return self.rig.picture(self.screen)[2]


def told(clue: Clue) -> tuple[Sort, tuple[What, ...]]:
    """Return with which taps a clue is typed in."""
    match clue:
        case On(terrains=pair):
            return Sort.ON, pair
        case NearTerrain(terrain=terrain):
            return Sort.NEAR_TERRAIN, (terrain,)
        case NearAnyAnimal():
            return Sort.NEAR_ANY_ANIMAL, ()
        case NearStructure(type=kind):
            return Sort.NEAR_STRUCTURE, (kind,)
        case NearAnimal(animal=animal):
            return Sort.NEAR_ANIMAL, (animal,)
        case NearColour(colour=colour):
            return Sort.NEAR_COLOUR, (colour,)


def widgets_below(widget: Widget) -> list[Widget]:
    """Return a widget and all below it."""
    return [widget, *(found for child in widget.children for found in widgets_below(child))]
