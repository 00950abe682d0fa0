"""The last step before the first cube: a map, the clues, and the colours; then the map is laid.

Nothing of a clue is said to anybody but its owner. The facts go to the match and nowhere else.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from typing import Any

from kivy.clock import Clock
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import HUES, PAIR, Facts, Hue
from companion.games.cryptid.setups import Setup, check_known, read_setup
from companion.journal import NamePlate
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.art import DealtFrom, draw
from ui.games.cryptid.clues import ClueEntry, CluesShown, Typed, picture_of_hues
from ui.games.cryptid.drafts import CHOICE, DRAFT, SETUP, MapDraft, Palette, draft_from_text, palette
from ui.games.cryptid.editor import LayingGuide, MapEditor
from ui.games.face import Memory
from ui.games.owners_item import SavedTexts, chosen, write_json
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Header, Pages, Screen, Text, column
from ui.stage import theme
from ui.stage.rect import Sides

# How a match is set up: the ways that are offered, what was kept, and a set-up out of a file.


class SetUpWay(StrEnum):
    """Where the map and the clues come from."""

    NORMAL = "normal"
    ADVANCED = "advanced"
    OWN = "own"
    MAP = "map"
    NOTHING = "nothing"
    FILE = "file"


DEALT = {SetUpWay.NORMAL: Mode.NORMAL, SetUpWay.ADVANCED: Mode.ADVANCED}
"""The ways that the referee deals, and the mode of each."""


class Chosen(Struct, frozen=True):
    """What was chosen last time; offered again."""

    way: SetUpWay = SetUpWay.NORMAL
    hues: tuple[Hue, ...] = ()
    even: bool = False


class Filed(Struct, frozen=True):
    """What was put under the name of a file: a set-up, or why it can't be played.

    `players` is for how many it is, where that is not how many sit here; without it and a set-up it can't
    be read.
    """

    setup: Setup | None = None
    players: int | None = None


def filed(text: str, players: int) -> Filed | None:
    """Read a set-up for this number of players, a map without clues for any; None where there is none."""
    if not text:
        return None
    try:
        setup = read_setup(text.encode())
        check_known(setup)
    except SetupError:
        return Filed()
    return Filed(setup) if setup.players in (0, players) else Filed(players=setup.players)


def ways_for(file: Filed | None) -> Sequence[SetUpWay]:
    """Return the ways that are offered."""
    return [way for way in SetUpWay if way is not SetUpWay.FILE or file is not None]


WAY_MM, PLAYER_MM = (11.5, 34.0), (11.5, 25.0)
"""The pad of a way, and of a player's colours, is so high and wide at least."""
WAYS_SHARE, BETWEEN_MM = 0.64, 1.6
"""How much of the height the ways have, and how far they are from what is asked."""
FEW = 3
"""Players whose words stand beside their colours; those of more stand below."""


class SetupScreen(PartScreen):
    """Where the map and the clues come from, and who plays with which colours; each step lies over it.

    `on` gets the facts with the set-up and the colours.
    """

    facts: Facts
    plates: tuple[NamePlate, ...]
    memory: Memory
    back: Callable[[], None]
    on: Callable[[Facts], None]
    drawing: Callable[[], DealtFrom] = draw
    deals = False
    choice = Chosen()
    _file: Filed | None = None
    _draft = MapDraft()

    def start(self) -> None:
        """Read what was kept."""
        self._typed = Typed(self.facts.players)
        self._sides: Sides = {}
        self._texts = SavedTexts(self.memory)
        self._dealing = Clock.create_trigger(self._deal)
        takers = {SETUP: self._take_file, DRAFT: self._take_draft, CHOICE: self._take_choice}
        self._texts.read(takers, self.compose)

    def sit(self, sides: Sides) -> None:
        """Have private pages turned to where their players sit."""
        self._sides = sides

    def leave(self) -> None:
        """Stop dealing, and show no clue any more."""
        self._dealing.cancel()
        self.deals = False
        if isinstance(self.over, CluesShown | ClueEntry):
            self.over.leave()

    # What was kept.

    def _take_file(self, text: str) -> None:
        self._file = filed(text, self.facts.players)

    def _take_draft(self, text: str) -> None:
        self._draft = draft_from_text(text)

    def _take_choice(self, text: str) -> None:
        self.choice = chosen(text, Chosen())
        if self.choice.way is SetUpWay.FILE:
            # A set-up out of a file is played once: whoever played it knows the clues.
            self.choice = replace(self.choice, way=SetUpWay.NORMAL)

    # Choosing.

    def in_short(self) -> tuple[str, str]:
        """Return where the map and the clues come from."""
        return words.LINE, words.WAYS[self.way][0]

    def go_on(self, show: Callable[[], None]) -> None:
        """Deal, or have the map told: whichever was chosen last."""
        show()
        self._go()

    @property
    def way(self) -> SetUpWay:
        """The chosen way: the one of last time, if it is offered."""
        wanted = self.choice.way
        unusable = wanted is SetUpWay.FILE and (self._file is None or self._file.setup is None)
        return SetUpWay.NORMAL if unusable else wanted

    @property
    def _palette(self) -> Palette:
        return palette(self.facts.players, self.choice.hues or self.facts.hues or HUES)

    def _choose(self, **choice: Any) -> None:  # fields of the choice
        self.choice = replace(self.choice, **choice)
        self.compose()

    def _change(self, player: int) -> None:
        # What was typed in was for other colours.
        self._typed = Typed(self.facts.players)
        self._choose(hues=self._palette.changed(player).hues)

    def _go(self) -> None:
        self._texts.set(CHOICE, write_json(replace(self.choice, hues=self._palette.hues)))
        match self.way:
            case SetUpWay.NORMAL | SetUpWay.ADVANCED:
                self.deals = True
                self.compose()
                # In the next frame: the pad is seen to be pressed first.
                self._dealing()
            case SetUpWay.OWN | SetUpWay.MAP:
                self._type_map()
            case SetUpWay.NOTHING:
                self._end(None)
            case SetUpWay.FILE:
                if self._file is not None and self._file.setup is not None:
                    self._lay(self._file.setup)

    def _deal(self, *_: object) -> None:
        drawn, self.deals = self.drawing(), False
        mode, players = DEALT[self.way], self.facts.players
        even = self.choice.even and players == PAIR
        self._lay(deal(drawn.seed, mode, players, secret=drawn.secret, even=even))

    # The steps after it.

    def _lay(self, setup: Setup) -> None:
        after = self._tell if setup.clues else self._end
        self.lay_over(LayingGuide(setup, partial(self.lay_over, None), lambda: after(setup)))

    def _tell(self, setup: Setup) -> None:
        show_map = partial(self.lay_over, self.over)
        on = partial(self._end, setup)
        self.lay_over(CluesShown(setup, self.plates, self._palette, show_map, on, self._sides))

    def _type_map(self) -> None:
        self.lay_over(MapEditor(self._draft, self._keep, partial(self.lay_over, None), self._typed_map))

    def _keep(self, draft: MapDraft) -> None:
        if draft.mode is not self._draft.mode:
            # Other clues can be had.
            self._typed = Typed(self.facts.players)
        self._draft = draft
        self._texts.set(DRAFT, write_json(draft))

    def _typed_map(self, setup: Setup) -> None:
        if self.way is SetUpWay.MAP:
            self._end(setup)
        else:
            typed, back = self._typed, self._type_map
            self.lay_over(ClueEntry(setup, self.plates, self._palette, typed, back, self._end, self._sides))

    def _end(self, setup: Setup | None) -> None:
        if self.way in (SetUpWay.OWN, SetUpWay.MAP):
            self._texts.set(DRAFT, "")
        self._typed = Typed(self.facts.players)
        self.on(replace(self.facts, setup=setup, hues=self._palette.hues))

    # How it looks.

    def part(self) -> Screen:
        """Return the ways, and below them each player's colours."""
        header = Header(
            words.TITLE, words.DEALING if self.deals else words.HINT, self.back, self._go, frame.NEXT,
            on_live=self._live,
        )  # fmt: skip
        ways = [self._way_pad(way) for way in ways_for(self._file)]
        # Of one clue each none is ever far better: the question isn't asked.
        if self.facts.players == PAIR:
            dealt = self._live and self.way in DEALT
            ways.append(
                Button(
                    words.EVEN, words.EVEN_HINT, partial(self._choose, even=not self.choice.even),
                    chosen=self.choice.even and dealt, live=dealt, role=theme.body, name="even",
                )
            )  # fmt: skip
        players = tuple(map(self._player, range(self.facts.players)))
        return Screen(
            header,
            column(
                Text(words.WHICH_MAP, bold=True),
                Pages(tuple(ways), *WAY_MM, share=WAYS_SHARE, name="ways"),
                Text(words.WHICH_COLOURS, bold=True, wraps=True),
                Pages(players, *PLAYER_MM, share=1 - WAYS_SHARE, name="players"),
                gap=BETWEEN_MM,
            ),
        )

    @property
    def _live(self) -> bool:
        """Whether anything can be chosen: all that was kept is known, and nothing is being dealt."""
        return self._texts.known and not self.deals

    def _way_pad(self, way: SetUpWay) -> Button:
        title, hint = words.WAYS[way]
        file, live = self._file, self._live
        if way is SetUpWay.FILE and file is not None:
            live = live and file.setup is not None
            if file.setup is None:
                hint = words.FILE_DAMAGED if file.players is None else words.file_for(file.players)
            elif not file.setup.clues:
                hint = words.FILE_MAP_ONLY
        return Button(
            title, hint, partial(self._choose, way=way), chosen=way is self.way and self._live, live=live,
            role=theme.body, name=f"way {way}",
        )  # fmt: skip

    def _player(self, player: int) -> Button:
        hues = self._palette.own(player)
        return Button(
            self.plates[player].name, words.colours_of(hues), partial(self._change, player), live=self._live,
            picture=picture_of_hues(hues), above=self.facts.players > FEW, role=theme.body,
            name=f"player {player}",
        )  # fmt: skip
