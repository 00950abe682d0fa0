"""Clues before the game, on the screen: dealt ones are shown, those of one's own card are tapped in.

This is the one place where a clue is part of a screen before the game. It is so only while its owner rests a
finger on a pad, or taps it in; what is seen otherwise doesn't depend on any clue: the same pads, the same
pages, the same sentence if the clues don't fit. Whether they do is looked at only when all have gone through
their pages: nobody tries clue after clue alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial

from kivy.clock import Clock
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid.clues import Clue, Mode, clues_of
from companion.games.cryptid.model import Hue
from companion.games.cryptid.setups import OWNERS, Setup, check
from companion.journal import NamePlate
from ui.games.art import sharp
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.art import cube, disc_art
from ui.games.cryptid.drafts import Palette
from ui.games.cryptid.words import HUES
from ui.language import languages
from ui.language import words as frame
from ui.language.phrases import capital
from ui.parts.shown import PartScreen
from ui.parts.values import (
    Button,
    Column,
    Drawing,
    Header,
    Pages,
    Part,
    Picture,
    Screen,
    Text,
    Turned,
    column,
    grid,
    marked,
    row,
)
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.parts import centred
from ui.stage.rect import Side, Sides, side_of
from ui.stage.scene import PlacedArt, Scene, Spot, Viewport
from ui.widgets.layout import LATE_SECONDS
from ui.widgets.pad import Pad

# The clues that players typed in, and the set-up that is made of them. Pure; never kept anywhere.


class Typed:
    """What was typed in so far: clues by their number, which is that of their colour; and who is done."""

    def __init__(self, players: int) -> None:
        self._owners = OWNERS[players]
        self._clues: dict[int, Clue] = {}
        self._done: set[int] = set()

    def take(self, number: int, clue: Clue) -> bool:
        """Take a clue; where the same player's other colour has it, the two are swapped.

        Refused, with False, where there is nothing to be swapped with it.
        """
        player = self._owners[number]
        having = next((other for other in self.numbers(player) if self._clues.get(other) == clue), number)
        if having != number:
            if number not in self._clues:
                return False
            self._clues[having] = self._clues[number]
        self._clues[number] = clue
        return True

    def done(self, player: int) -> None:
        """Have a player be done with the own clues."""
        self._done.add(player)

    def reopen(self) -> None:
        """Have nobody be done any more: whoever could try alone would find out about others' clues."""
        self._done.clear()

    def undone(self) -> int | None:
        """Return the first player who isn't done."""
        return next((player for player in self._owners if player not in self._done), None)

    def numbers(self, player: int) -> tuple[int, ...]:
        """Return the numbers of a player's clues."""
        return tuple(number for number, owner in enumerate(self._owners) if owner == player)

    def own(self, player: int) -> tuple[Clue, ...]:
        """Return the clues of a player, as far as they are typed in."""
        return tuple(self._clues[number] for number in self.numbers(player) if number in self._clues)

    def missing(self, player: int) -> int | None:
        """Return the first clue of a player that isn't typed in."""
        return next((number for number in self.numbers(player) if number not in self._clues), None)

    def sealed(self, setup: Setup) -> Setup | None:
        """Return a map with these clues, None where they don't fit it or one another: no reason is given.

        The reason could tell a player about others' clues.
        """
        clues = tuple(self._clues[number] for number in range(len(self._owners)) if number in self._clues)
        whole = replace(setup, clues=clues, clue_owner=self._owners)
        try:
            check(whole)
        except SetupError:
            return None
        return whole


def clues_for(setup: Setup, player: int) -> Mapping[int, Clue]:
    """Return a player's clues by their number."""
    owned = zip(setup.clues, setup.clue_owner, strict=True)
    return {number: clue for number, (clue, owner) in enumerate(owned) if owner == player}


# What lies on the table, pictured on the pads of the set-up.

SIDE = 0.86
"""How much of its room a picture takes."""
BESIDE = 0.7
"""Several overlap a little: each stands so much of its width beside the one before."""


def picture_of_hues(hues: Sequence[Hue]) -> Picture:
    """Return what draws colours: a cube and a disc of one, or a disc of each of several."""
    return partial(beside, (*(cube(hue) for hue in hues if len(hues) == 1), *map(disc_art, hues)))


def picture_of_discs(hues: Sequence[Hue]) -> Picture:
    """Return what draws a disc of each colour."""
    return partial(beside, tuple(map(disc_art, hues)))


def beside(arts: Sequence[Art], room: Viewport) -> Iterator[PlacedArt]:
    """Yield art in the middle of a room, each one beside the one before."""
    wide = 1 + BESIDE * (len(arts) - 1)
    side = int(min(room.rect.height, room.rect.width / wide) * SIDE)
    x, y = room.rect.center
    for n, art in enumerate(arts if side else ()):
        yield sharp(art, x - side * wide / 2 + n * side * BESIDE, y - side / 2, side)


CLUE_MM, LONG_MM = 11.5, 62.0
"""The pad of a clue is so high and wide at least."""
CHECK_MM, WHO_MM = 20.0, 38.0
"""That of somebody who checks likewise."""
BEGIN_MM, DISC_MM = 70.0, 14.0


class CluesShown(PartScreen):
    """A pad for each player, and the room where the clues appear, turned to whose they are; `on` goes on."""

    setup: Setup
    plates: tuple[NamePlate, ...]
    palette: Palette
    back: Callable[[], None]
    on: Callable[[], None]
    sides: Sides = field(default_factory=dict)
    held: frozenset[int] = frozenset()

    def leave(self) -> None:
        """Show nothing any more."""
        for player in range(len(self.plates)):
            pad = self[f"hold {player}"]
            assert isinstance(pad, Pad)
            pad.pressed = False

    def hold(self, player: int, held: bool) -> None:
        """A finger rests on a player's pad, or none does any more."""
        self.held = self.held | {player} if held else self.held - {player}
        self.compose()

    def part(self) -> Screen:
        """Return the clues above, where no hand covers them; the pads below."""
        each, count = self.palette.each, len(self.plates)
        # Two fingers are two players: then neither is alone.
        alone = next(iter(self.held)) if len(self.held) == 1 else None
        if alone is None:
            shown = Turned(_hidden(words.REST, words.REST_AGAIN), Side.FRONT, name="clues")
        else:
            own = [(self.palette.hues[n], clue) for n, clue in clues_for(self.setup, alone).items()]
            side = side_of(self.plates[alone], self.sides)
            with languages.spoken_to(self.plates[alone]):
                shown = Turned(_revealed(own, narrow=side.across), side, name="clues")
        pads = (
            Button(
                words.hold(plate.name), words.to_see(each), on_rest=partial(self.hold, n),
                picture=picture_of_discs(self.palette.own(n)), role=theme.body, name=f"hold {n}",
            )
            for n, plate in enumerate(self.plates)
        )  # fmt: skip
        across = 3 if count == 3 or count > 4 else 2
        lines = -(-count // across)
        foot = column(grid(pads, across), mm=theme.PRIMARY_MM * lines + theme.GAP_MM * (lines - 1))
        title = words.CLUES_TITLE if each > 1 else words.CLUES_TITLE_ONE
        header = Header(title, words.CLUES_HINT, self.back, self.on, words.START)
        return Screen(header, column(shown, foot))


class ClueEntry(PartScreen):
    """One page after the other; `back` leads to the map, `on` gets the set-up with clues that fit it.

    Each player's pages are turned to where that player sits (`sides`).
    """

    setup: Setup
    plates: tuple[NamePlate, ...]
    palette: Palette
    typed: Typed
    back: Callable[[], None]
    on: Callable[[Setup], None]
    sides: Sides = field(default_factory=dict)

    def start(self) -> None:
        """Begin with the first player."""
        self.asked = 0
        self._waking = Clock.create_trigger(self._wake, LATE_SECONDS)
        self.cover(0)

    def leave(self) -> None:
        """Show nothing that was tapped in any more."""
        self.cover(0)

    # What a tap does.

    def cover(self, player: int | None) -> None:
        """Give the screen to a player; None: to all, for the clues don't fit."""
        self.player, self.covered = player, True
        self._ask(None)

    def begin(self) -> None:
        """Ask for the player's next clue, or show all that this player has."""
        assert self.player is not None
        self.covered = False
        self._ask(self.typed.missing(self.player))

    def _ask(self, number: int | None) -> None:
        self.number = number
        self.clue: Clue | None = None
        self.negated = self.have_it = self.reads = False
        # Whoever comes next mustn't see to which page the list was turned before.
        self.asked += 1
        # "Done" comes where the clue before was taken with a tap; the second of two quick ones isn't meant.
        self.awake = False
        self._waking()
        self.compose()

    def _wake(self, _seconds: float) -> None:
        self.awake = True
        self.compose()

    def read(self, held: bool) -> None:
        """A finger rests on the pad to read the own clues, or none does any more."""
        self.reads = held
        self.compose()

    def pick(self, clue: Clue | None) -> None:
        """Choose a clue; it isn't taken yet."""
        self.clue, self.have_it = clue, False
        self.compose()

    def negate(self) -> None:
        """Say "not", or no longer."""
        self.negated = not self.negated
        self.pick(self.clue and replace(self.clue, negated=self.negated))

    def go_on(self) -> None:
        """Take the clue; one that the player has already is told, for it is the player's own."""
        assert self.clue is not None
        assert self.number is not None
        if self.typed.take(self.number, self.clue):
            self.begin()
        else:
            self.have_it = True
            self.compose()

    def go_back(self) -> None:
        """From a clue to the cover, and back."""
        if not self.covered:
            self.cover(self.player)
        elif self.player:
            self.cover(self.player - 1)
        else:
            self.back()

    def _done(self) -> None:
        """Go to a player who isn't done; when all are, see whether it fits."""
        assert self.player is not None
        self.typed.done(self.player)
        undone = self.typed.undone()
        if undone is not None:
            self.cover(undone)
            return
        sealed = self.typed.sealed(self.setup)
        if sealed is None:
            self.typed.reopen()
            self.cover(None)
        else:
            self.on(sealed)

    # How it looks.

    def part(self) -> Part:
        """Return the page that is open, as its reader sees it."""
        if self.player is None:
            return self._unfit()
        if self.covered:
            page = self._cover(self.player)
        elif self.number is None:
            page = self._mine(self.player)
        else:
            page = self._typing(self.player, self.number)
        return Turned(page, side_of(self.plates[self.player], self.sides))

    def _away(self, player: int) -> str:
        """Return who looks away while a player is alone with the screen."""
        others = [plate.name for n, plate in enumerate(self.plates) if n != player]
        return words.looks_away(others[0]) if len(others) == 1 else words.OTHERS_AWAY

    def _cover(self, player: int) -> Screen:
        """Stands between two players: who takes the screen, and who looks away. Nothing else is on it."""
        header = Header(words.takes(self.plates[player].name), words.AGAIN_HINT, self.go_back)
        begin = Button(words.BEGIN, "", self.begin, primary=True, name="begin", mm=BEGIN_MM)
        return Screen(
            header,
            column(
                marked(self.plates[player], 0),
                Text(self._away(player), theme.title, bold=True, align="center"),
                Text(words.FOR_YOUR_EYES, dim=True, align="center"),
                row(Column(), begin, Column(), mm=theme.PRIMARY_MM),
            ),
        )

    def _typing(self, player: int, number: int) -> Screen:
        """All clues that it can be, and "not" where there are such; the chosen one is taken above."""
        mode, hint = self.setup.mode, words.HAVE_IT if self.have_it else words.WHICH_CLUE
        header = Header(
            words.clue_of(self.plates[player].name, HUES[self.palette.hues[number]]), hint, self.go_back,
            self.go_on, words.TAKE, on_live=self.clue is not None, warns="hint" if self.have_it else "",
        )  # fmt: skip
        clues = tuple(
            Button(
                words.clue_line(clue), on_tap=partial(self.pick, clue), chosen=clue == self.clue, listed=True,
                role=theme.body, name=f"clue {n}",
            )
            for n, clue in enumerate(clues_of(mode))
            if clue.negated is self.negated
        )  # fmt: skip
        negate = Button(
            words.NOT, words.NOT_HINT, self.negate, chosen=self.negated, name="not", mm=theme.PRIMARY_MM,
        )  # fmt: skip
        foot = (negate,) if mode is Mode.ADVANCED else ()
        return Screen(header, column(Pages(clues, CLUE_MM, LONG_MM, name=f"clues {self.asked}"), *foot))

    def _mine(self, player: int) -> Screen:
        """A player's own clues, read while a finger rests on the pad; each can be tapped in again."""
        hues = self.palette.own(player)
        title, hint = words.MINE if len(hues) > 1 else words.MINE_ONE
        header = Header(title, hint, self.go_back, self._done, frame.DONE, on_live=self.awake)
        lines = list(zip(hues, self.typed.own(player), strict=True)) if self.reads else []
        again = (
            Button(
                words.again(capital(HUES[hue])), "", partial(self._ask, number),
                picture=picture_of_discs([hue]), role=theme.body, name=f"again {n}",
            )
            for n, (hue, number) in enumerate(zip(hues, self.typed.numbers(player), strict=True))
        )  # fmt: skip
        hold = Button(words.HOLD_MINE, on_rest=self.read, role=theme.body, name="hold")
        shown = _revealed(lines) if lines else _hidden(words.REST)
        return Screen(header, column(shown, row(hold, *again, mm=theme.PRIMARY_MM)))

    def _unfit(self) -> Screen:
        """The clues don't fit the map: one sentence, whatever is wrong, and what can be looked at again."""
        players = (
            Button(
                words.checks(plate.name), self._away(n), partial(self.cover, n), role=theme.body,
                name=f"check {n}",
            )
            for n, plate in enumerate(self.plates)
        )  # fmt: skip
        look = Button(words.CHECK_MAP, "", self.back, role=theme.body, name="check map")
        return Screen(
            Header(words.UNFIT, words.UNFIT_HINT, self.back),
            Pages((*players, look), CHECK_MM, WHO_MM, CHECK_MM, name="checks"),
        )


def _revealed(lines: Sequence[tuple[Hue, Clue]], *, narrow: bool = False) -> Column:
    """Return clues in large letters, each with its colour's name, and a disc of it unless `narrow`."""

    def said(hue: Hue, clue: Clue) -> Part:
        role = theme.body if narrow else theme.heading
        clued = Text(words.clue_line(clue), role, bold=True, wraps=True, share=1)
        told = column(Text(HUES[hue], dim=True), clued, gap=0)
        return told if narrow else row(column(Drawing(partial(_disc, hue), mm=DISC_MM), mm=DISC_MM), told)

    return Column(tuple(said(hue, clue) for hue, clue in lines), panel=True)


def _hidden(rest: str, more: str = "") -> Column:
    """Return what stands there while no clue does."""
    texts = [Text(rest, theme.heading, dim=True, wraps=True, align="center", share=1)]
    texts += [Text(more, dim=True, wraps=True, align="center", share=1)] if more else []
    return Column(tuple(texts), panel=True)


def _disc(hue: Hue, room: Viewport, _finger: Spot | None) -> Scene:
    return Scene((centred(disc_art(hue), room.rect),))
