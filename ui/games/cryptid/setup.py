"""The last step before the first cube: choosing map, clues and colours, then building the map.

Clues are shown to their owners only. The facts go to the match and nowhere else.
"""

from collections.abc import Callable
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
from ui.games.cryptid.clues import ClueEntry, CluesShown, Typed, picture_of_hues
from ui.games.cryptid.drafts import (
    CHOICE,
    DRAFT,
    SETUP,
    DealtFrom,
    MapDraft,
    Palette,
    draft_from_text,
    draw,
    palette,
)
from ui.games.cryptid.editor import LayingGuide, MapEditor
from ui.games.face import Memory
from ui.games.owners_item import SavedTexts, chosen, write_json
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Header, Pages, Screen, Text, column, small_pad
from ui.stage.rect import Sides

# Ways to set up a match, what is remembered, and a set-up from a file.


class SetUpWay(StrEnum):
    """Where map and clues come from."""

    NORMAL = "normal"
    ADVANCED = "advanced"
    OWN = "own"
    MAP = "map"
    NOTHING = "nothing"
    FILE = "file"


DEALT = {SetUpWay.NORMAL: Mode.NORMAL, SetUpWay.ADVANCED: Mode.ADVANCED}
"""The ways for which the referee deals, with the mode of each."""


class Chosen(Struct, frozen=True):
    """What was chosen last time, to be offered again; `played`: with this choice a match was begun."""

    way: SetUpWay = SetUpWay.NORMAL
    hues: tuple[Hue, ...] = ()
    even: bool = False
    played: bool = True


class Filed(Struct, frozen=True):
    """A set-up from a file, or why it can't be played.

    Without a set-up, `players` is the number of players that it is for, if that is the problem, or None if it
    can't be read.
    """

    setup: Setup | None = None
    players: int | None = None


def filed(text: str, players: int) -> Filed | None:
    """Read a set-up for this number of players, or a map without clues; None if the text is empty."""
    if not text:
        return None
    try:
        setup = read_setup(text.encode())
        check_known(setup)
    except SetupError:
        return Filed()
    return Filed(setup) if setup.players in (0, players) else Filed(players=setup.players)


WAY_MM, PLAYER_MM = (11.5, 34.0), (11.5, 25.0)
"""Least height and width of a way's pad, and of a player's."""
WAYS_SHARE, BETWEEN_MM = 0.64, 1.6
"""The ways' share of the height, and the gap between pads and questions."""
FEW = 3
"""Up to this many players have their text beside their colours, more have it below."""


class SetupScreen(PartScreen):
    """Asks where map and clues come from, and for everybody's colours; later steps open over it.

    `on` gets the facts with set-up and colours.
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
        """Load what is remembered: the last choice, a map being typed in, and a set-up from a file."""
        self._typed = Typed(self.facts.players)
        self._sides: Sides = {}
        self._texts = SavedTexts(self.memory)
        self._dealing = Clock.create_trigger(self._deal)
        takers = {SETUP: self._take_file, DRAFT: self._take_draft, CHOICE: self._take_choice}
        self._texts.read(takers, self.compose)

    def sit(self, sides: Sides) -> None:
        """Set where players sit; private pages are turned to them."""
        self._sides = sides

    def leave(self) -> None:
        """Cancel dealing, and hide any clue."""
        self._dealing.cancel()
        self.deals = False
        if isinstance(self.over, CluesShown | ClueEntry):
            self.over.leave()

    # What is remembered.

    def _take_file(self, text: str) -> None:
        self._file = filed(text, self.facts.players)

    def _take_draft(self, text: str) -> None:
        self._draft = draft_from_text(text)

    def _take_choice(self, text: str) -> None:
        self.choice = chosen(text, Chosen())
        if self.choice.way is SetUpWay.FILE and self.choice.played:
            # A set-up from a file is played only once: afterwards its players know the clues.
            self.choice = replace(self.choice, way=SetUpWay.NORMAL)

    # Choosing.

    def in_short(self) -> tuple[str, str]:
        """Return the title and the value of the line for this step: where map and clues come from."""
        return words.LINE, words.WAYS[self.way][0]

    def go_on(self, show: Callable[[], None]) -> None:
        """Show this screen and go on with the choice of last time: deal, or ask for the map."""
        show()
        self._go()

    @property
    def way(self) -> SetUpWay:
        """The chosen way; `NORMAL` if that was a file which can't be played."""
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
        # Clues typed in before belonged to other colours.
        self._typed = Typed(self.facts.players)
        self._choose(hues=self._palette.changed(player).hues)

    def _turn_back(self) -> None:
        if self._texts.known:
            self._save_choice(played=False)
        self.back()

    def _save_choice(self, *, played: bool) -> None:
        choice = replace(self.choice, hues=self._palette.hues, played=played)
        self._texts.set(CHOICE, write_json(choice))

    def _go(self) -> None:
        self._save_choice(played=True)
        match self.way:
            case SetUpWay.NORMAL | SetUpWay.ADVANCED:
                self.deals = True
                self.compose()
                # Wait for the next frame, so that the pressed pad is seen first.
                self._dealing()
            case SetUpWay.OWN | SetUpWay.MAP:
                self._type_map()
            case SetUpWay.NOTHING:
                self._end(None)
            case SetUpWay.FILE:
                if self._file is not None and self._file.setup is not None:
                    self._build_map(self._file.setup)

    def _deal(self, *_: object) -> None:
        drawn, self.deals = self.drawing(), False
        mode, players = DEALT[self.way], self.facts.players
        even = self.choice.even and players == PAIR
        self._build_map(deal(drawn.seed, mode, players, secret=drawn.secret, even=even))

    # The steps that follow.

    def _build_map(self, setup: Setup) -> None:
        after = self._show_clues if setup.clues else self._end
        self.lay_over(LayingGuide(setup, partial(self.lay_over, None), lambda: after(setup)))

    def _show_clues(self, setup: Setup) -> None:
        show_map = partial(self.lay_over, self.over)
        on = partial(self._end, setup)
        self.lay_over(CluesShown(setup, self.plates, self._palette, show_map, on, self._sides))

    def _type_map(self) -> None:
        self.lay_over(MapEditor(self._draft, self._save_draft, partial(self.lay_over, None), self._typed_map))

    def _save_draft(self, draft: MapDraft) -> None:
        if draft.mode is not self._draft.mode:
            # Another mode has other clues.
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

    # Drawing.

    def part(self) -> Screen:
        """Return the ways, and below them each player's colours."""
        header = Header(
            words.TITLE, words.DEALING if self.deals else words.HINT, self._turn_back, self._go, frame.NEXT,
            on_live=self._live,
        )  # fmt: skip
        offered = (way for way in SetUpWay if way is not SetUpWay.FILE or self._file is not None)
        ways = [*map(self._way_pad, offered)]
        # With one clue each, nobody's is ever far better, so there is nothing to ask.
        if self.facts.players == PAIR:
            dealt = self._live and self.way in DEALT
            ways.append(
                small_pad(
                    words.EVEN, words.EVEN_HINT, partial(self._choose, even=not self.choice.even),
                    chosen=self.choice.even and dealt, live=dealt, name="even",
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
        """Whether anything can be chosen: everything is loaded, and nothing is being dealt."""
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
        return small_pad(
            title, hint, partial(self._choose, way=way), chosen=way is self.way and self._live, live=live,
            name=f"way {way}",
        )  # fmt: skip

    def _player(self, player: int) -> Button:
        hues = self._palette.own(player)
        return small_pad(
            self.plates[player].name, words.colours_of(hues), partial(self._change, player), live=self._live,
            picture=picture_of_hues(hues), above=self.facts.players > FEW, name=f"player {player}",
        )  # fmt: skip
