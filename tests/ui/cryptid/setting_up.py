"""What the set-up tests share: the screen with its saved texts, and fingers that build maps and type."""

from functools import partial
from typing import Any

from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import Clue, Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import PIECE_COLUMNS, PIECE_ROWS, Hex
from companion.games.cryptid.model import Facts
from companion.games.cryptid.setups import Setup
from tests.ui.desk import the
from tests.ui.rig import FRAME, Rig
from tests.ui.sequence_states.setting import BeforeTheDeal, FakeStore
from tests.ui.test_layout import shown
from ui.games.cryptid import drafts
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.drafts import DealtFrom
from ui.games.cryptid.setup import SetupScreen, SetUpWay
from ui.main.hands import Finger
from ui.parts.values import Screen, Turned
from ui.stage import theme
from ui.widgets.layout import LATE_SECONDS
from ui.widgets.text import Lettering

RESTED = round(theme.REST_SECONDS / FRAME) + 3
"""Frames until a finger counts as resting on a pad."""
OPENING = Cryptid().opening
SEED = 7
DEALT = deal(SEED)
ADVANCED = deal(SEED, Mode.ADVANCED)


class Table(BeforeTheDeal):
    """The screen before a match of Cryptid, and its steps."""

    def __init__(
        self, rig: Rig, players: int = 2, store: FakeStore | None = None, *, seed: int = SEED, **texts: str
    ) -> None:
        step: Any = partial(SetupScreen, drawing=lambda: DealtFrom(seed))
        super().__init__(rig, drafts, step, Facts(players), store, texts)

    def go(self, way: SetUpWay) -> None:
        self.rig.tap(self.screen[f"way {way}"])
        self.rig.tap(self.screen["next"])
        self.rig.pump(2)

    def tap(self, *names: str) -> None:
        """Tap pads of the current step."""
        for name in names:
            self.rig.tap(self.over[name])
            self.rig.pump(2)

    def read(self, player: int) -> Finger:
        finger = Finger()
        finger.down(*self.over[f"hold {player}"].center)
        self.rig.pump(RESTED)
        return finger

    @property
    def over(self) -> Any:
        assert self.screen.over is not None
        return self.screen.over

    @property
    def says(self) -> tuple[str, str]:
        part = self.over.part()
        page = the(Screen, part.part if isinstance(part, Turned) else part)
        return page.header.title, page.header.hint

    @property
    def played(self) -> Facts:
        """Return the facts that the screen went on with; a game can open with them."""
        facts: Facts = self.facts.pop()
        OPENING(facts)
        return facts

    def lay_all(self) -> None:
        self.tap("all")
        self.tap("next")

    def type_map(self, setup: Setup) -> None:
        entry = self.over
        for down, row in enumerate(setup.tiles):
            for across, piece in enumerate(row):
                entry.tap(Hex(down * PIECE_ROWS, across * PIECE_COLUMNS))
                entry.part()[f"piece {piece.tile}"].on_tap()
                if piece.rot180:
                    entry.part()["turn"].on_tap()
        entry.go_on()
        entry.play(setup.mode)
        for structure in setup.structures:
            entry.choose(structure.shape)
            entry.tap(structure.at)
        self.rig.pump(2)
        self.tap("next")

    def type_clue(self, clue: Clue) -> None:
        self.tell_clue(clue)
        self.tap("next")

    def tell_clue(self, clue: Clue) -> None:
        if clue.negated:
            self.tap("not")
        pad = pad_of(clue)
        for turner in self.over.turners():
            while pad not in self.over and turner.live:
                self.rig.tap(turner)
                self.rig.pump(2)
        self.tap(pad)

    def type_clues(self, *clues: Clue) -> None:
        """Begin as a player, type their clues, and cover them."""
        self.tap("begin")
        for clue in clues:
            self.type_clue(clue)
        self.say_done()

    def say_done(self) -> None:
        self.wait()
        self.tap("next")

    def wait(self) -> None:
        self.rig.pump(round(LATE_SECONDS / FRAME) + 2)

    def texts(self) -> str:
        return "\n".join(text.text for text in shown(self.screen, Lettering))

    def picture(self) -> bytes:
        self.rig.pump(2)
        return self.rig.picture(self.screen)[2]


def pad_of(clue: Clue) -> str:
    return f"clue {clues_of(Mode.ADVANCED).index(clue)}"


def clues_in(texts: str) -> list[str]:
    """Return all clues that can be read in a text."""
    every = {words.clue_line(clue) for clue in clues_of(Mode.ADVANCED)}
    return sorted(every & {*texts.split("\n")})
