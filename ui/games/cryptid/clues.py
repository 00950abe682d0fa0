"""Clues on the screen before the game: showing dealt ones, and tapping in those from the players' own books.

Only here a screen may contain a clue before the game, and only while its owner holds a pad or taps it in.
Otherwise nothing on the screen depends on any clue: pads, pages, and the sentence for clues that don't fit
are always the same. They are checked only when all players have finished, so nobody can try clues alone.
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
    small_pad,
)
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.parts import centred
from ui.stage.rect import Side, Sides, side_of
from ui.stage.scene import PlacedArt, Scene, Spot, Viewport
from ui.widgets.layout import LATE_SECONDS
from ui.widgets.pad import Pad

# The clues that players typed in, and the set-up made from them. No Kivy; never saved anywhere.


class Typed:
    """The clues typed in so far, and who is done; a clue has the number of its colour in the palette."""

    def __init__(self, players: int) -> None:
        self._owners = OWNERS[players]
        self._clues: dict[int, Clue] = {}
        self._done: set[int] = set()

    def take(self, number: int, clue: Clue) -> bool:
        """Take a clue; if the player's other colour has it, swap the two.

        Return False, changing nothing, if there is no clue to swap it with.
        """
        player = self._owners[number]
        holder = next((other for other in self.numbers(player) if self._clues.get(other) == clue), number)
        if holder != number:
            if number not in self._clues:
                return False
            self._clues[holder] = self._clues[number]
        self._clues[number] = clue
        return True

    def done(self, player: int) -> None:
        """Mark a player as done."""
        self._done.add(player)

    def reopen(self) -> None:
        """Mark everybody as not done, so that nobody can learn others' clues by trying again alone."""
        self._done.clear()

    def undone(self) -> int | None:
        """Return the first player who isn't done."""
        return next((player for player in self._owners if player not in self._done), None)

    def numbers(self, player: int) -> tuple[int, ...]:
        """Return the numbers of a player's clues, typed in or not."""
        return tuple(number for number, owner in enumerate(self._owners) if owner == player)

    def own(self, player: int) -> tuple[Clue, ...]:
        """Return a player's clues, which are all typed in."""
        return tuple(self._clues[number] for number in self.numbers(player))

    def missing(self, player: int) -> int | None:
        """Return the number of a player's first clue that isn't typed in, None if all are."""
        return next((number for number in self.numbers(player) if number not in self._clues), None)

    def sealed(self, setup: Setup) -> Setup | None:
        """Return a map with everybody's clues, None if they don't fit it or each other.

        There is no reason with it, as that could reveal others' clues.
        """
        clues = tuple(self._clues[number] for number in range(len(self._owners)))
        complete = replace(setup, clues=clues, clue_owner=self._owners)
        try:
            check(complete)
        except SetupError:
            return None
        return complete


def clues_for(setup: Setup, player: int) -> Mapping[int, Clue]:
    """Return a player's clues by number."""
    owned = zip(setup.clues, setup.clue_owner, strict=True)
    return {number: clue for number, (clue, owner) in enumerate(owned) if owner == player}


# Pictures of pieces for pads.

SIDE = 0.86
"""A picture's share of its room."""
OVERLAP = 0.7
"""From one of several pictures to the next, in widths: they overlap a little."""


def picture_of_hues(hues: Sequence[Hue]) -> Picture:
    """Return a picture of colours: a cube and a disc if there is one, else a disc of each."""
    return partial(side_by_side, (*(cube(hue) for hue in hues if len(hues) == 1), *map(disc_art, hues)))


def picture_of_discs(hues: Sequence[Hue]) -> Picture:
    """Return a picture of a disc of each colour."""
    return partial(side_by_side, tuple(map(disc_art, hues)))


def side_by_side(arts: Sequence[Art], room: Viewport) -> Iterator[PlacedArt]:
    """Yield art side by side in the middle of a room."""
    width_share = 1 + OVERLAP * (len(arts) - 1)
    side = int(min(room.rect.height, room.rect.width / width_share) * SIDE)
    x, y = room.rect.center
    for n, art in enumerate(arts):
        yield sharp(art, x - side * width_share / 2 + n * side * OVERLAP, y - side / 2, side)


CLUE_MM, LONG_MM = 11.5, 62.0
"""Least height and width of a clue's pad."""
CHECK_MM, WHO_MM = 20.0, 38.0
"""Least height and width of the pad with which a player checks their clues."""
BEGIN_MM, DISC_MM = 70.0, 14.0


class CluesShown(PartScreen):
    """A pad for each player, and the panel where their clues appear, turned to them; `on` starts the game."""

    setup: Setup
    plates: tuple[NamePlate, ...]
    palette: Palette
    back: Callable[[], None]
    on: Callable[[], None]
    sides: Sides = field(default_factory=dict)
    held: frozenset[int] = frozenset()

    def leave(self) -> None:
        """Hide the clues."""
        for player in range(len(self.plates)):
            pad = self[f"hold {player}"]
            assert isinstance(pad, Pad)
            pad.pressed = False

    def hold(self, player: int, held: bool) -> None:
        """A finger was put on a player's pad, or lifted off."""
        self.held = self.held | {player} if held else self.held - {player}
        self.compose()

    def part(self) -> Screen:
        """Return the screen: clues above, where no hand covers them, and pads below."""
        each, count = self.palette.each, len(self.plates)
        # Two fingers are two players, so neither is alone.
        alone = next(iter(self.held)) if len(self.held) == 1 else None
        if alone is None:
            panel = Turned(_hidden(words.REST, words.REST_AGAIN), Side.FRONT, name="clues")
        else:
            own_clues = [(self.palette.hues[n], clue) for n, clue in clues_for(self.setup, alone).items()]
            side = side_of(self.plates[alone], self.sides)
            with languages.spoken_to(self.plates[alone]):
                panel = Turned(_revealed(own_clues, narrow=side.across), side, name="clues")
        pads = (
            small_pad(
                words.hold(plate.name), words.to_see(each), on_rest=partial(self.hold, n),
                picture=picture_of_discs(self.palette.own(n)), name=f"hold {n}",
            )
            for n, plate in enumerate(self.plates)
        )  # fmt: skip
        across = 3 if count == 3 or count > 4 else 2
        lines = -(-count // across)
        foot = column(grid(pads, across), mm=theme.PRIMARY_MM * lines + theme.GAP_MM * (lines - 1))
        title = words.CLUES_TITLE if each > 1 else words.CLUES_TITLE_ONE
        header = Header(title, words.CLUES_HINT, self.back, self.on, words.START)
        return Screen(header, column(panel, foot))


class ClueEntry(PartScreen):
    """Asks each player for their clues; `back` leads to the map, `on` gets the set-up once the clues fit.

    A player's pages are turned to where they sit (`sides`).
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
        """Hide what was tapped in."""
        self.cover(0)

    # What a tap does.

    def cover(self, player: int | None) -> None:
        """Show a player's cover page; None shows everybody that the clues don't fit."""
        self.player, self.covered = player, True
        self._ask(None)

    def begin(self) -> None:
        """Ask for the player's next clue, or show their clues if none is missing."""
        assert self.player is not None
        self.covered = False
        self._ask(self.typed.missing(self.player))

    def _ask(self, number: int | None) -> None:
        self.number = number
        self.clue: Clue | None = None
        self.negated = self.already_typed = self.reads = False
        # The next player mustn't see on which page the list was left.
        self.asked += 1
        # "Done" appears where "That is it" was: ignore the second tap of an accidental double tap.
        self.awake = False
        self._waking()
        self.compose()

    def _wake(self, _seconds: float) -> None:
        self.awake = True
        self.compose()

    def read(self, held: bool) -> None:
        """A finger was put on the pad that shows the player's clues, or lifted off."""
        self.reads = held
        self.compose()

    def pick(self, clue: Clue | None) -> None:
        """Choose a clue, without taking it yet."""
        self.clue, self.already_typed = clue, False
        self.compose()

    def negate(self) -> None:
        """Switch "not" on or off."""
        self.negated = not self.negated
        self.pick(self.clue and replace(self.clue, negated=self.negated))

    def go_on(self) -> None:
        """Take the clue, or say that the player has it already: that reveals nobody else's."""
        assert self.clue is not None
        assert self.number is not None
        if self.typed.take(self.number, self.clue):
            self.begin()
        else:
            self.already_typed = True
            self.compose()

    def go_back(self) -> None:
        """Go back: from a page to its cover, from there to the previous player's, and at last to the map."""
        if not self.covered:
            self.cover(self.player)
        elif self.player:
            self.cover(self.player - 1)
        else:
            self.back()

    def _done(self) -> None:
        """Go to a player who isn't done; once all are, check that the clues fit."""
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

    # The pages.

    def part(self) -> Part:
        """Return the open page, turned to its reader."""
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
        """Return the request that the others look away."""
        others = [plate.name for n, plate in enumerate(self.plates) if n != player]
        return words.looks_away(others[0]) if len(others) == 1 else words.OTHERS_AWAY

    def _cover(self, player: int) -> Screen:
        """Return the page between two players, which only says who takes the screen and who looks away."""
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
        """Return the list of possible clues, with a pad for "not" in advanced games."""
        mode, hint = self.setup.mode, words.ALREADY_TYPED if self.already_typed else words.WHICH_CLUE
        header = Header(
            words.clue_of(self.plates[player].name, HUES[self.palette.hues[number]]), hint, self.go_back,
            self.go_on, words.TAKE, on_live=self.clue is not None, warns="hint" if self.already_typed else "",
        )  # fmt: skip
        clues = tuple(
            small_pad(
                words.clue_line(clue), on_tap=partial(self.pick, clue), chosen=clue == self.clue, listed=True,
                name=f"clue {n}",
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
        """Return the page where a player can hold a pad to read their clues, and tap each in again."""
        hues = self.palette.own(player)
        title, hint = words.MINE if len(hues) > 1 else words.MINE_ONE
        header = Header(title, hint, self.go_back, self._done, frame.DONE, on_live=self.awake)
        clues = list(zip(hues, self.typed.own(player), strict=True)) if self.reads else []
        again = (
            small_pad(
                words.again(capital(HUES[hue])), "", partial(self._ask, number),
                picture=picture_of_discs([hue]), name=f"again {n}",
            )
            for n, (hue, number) in enumerate(zip(hues, self.typed.numbers(player), strict=True))
        )  # fmt: skip
        hold = small_pad(words.HOLD_MINE, on_rest=self.read, name="hold")
        panel = _revealed(clues) if clues else _hidden(words.REST)
        return Screen(header, column(panel, row(hold, *again, mm=theme.PRIMARY_MM)))

    def _unfit(self) -> Screen:
        """Return the page for clues that don't fit the map, the same whatever is wrong."""
        players = (
            small_pad(words.checks(plate.name), self._away(n), partial(self.cover, n), name=f"check {n}")
            for n, plate in enumerate(self.plates)
        )  # fmt: skip
        look = small_pad(words.CHECK_MAP, "", self.back, name="check map")
        checks = Pages((*players, look), CHECK_MM, WHO_MM, CHECK_MM, name="checks")
        return Screen(Header(words.UNFIT, words.UNFIT_HINT, self.back), checks)


def _revealed(lines: Sequence[tuple[Hue, Clue]], *, narrow: bool = False) -> Column:
    """Return clues in large letters, each with its colour's name, and a disc unless `narrow`."""

    def clue_part(hue: Hue, clue: Clue) -> Part:
        role = theme.body if narrow else theme.heading
        clue_text = Text(words.clue_line(clue), role, bold=True, wraps=True, share=1)
        texts = column(Text(HUES[hue], dim=True), clue_text, gap=0)
        return texts if narrow else row(column(Drawing(partial(_disc, hue), mm=DISC_MM), mm=DISC_MM), texts)

    return Column(tuple(clue_part(hue, clue) for hue, clue in lines), panel=True)


def _hidden(rest: str, more: str = "") -> Column:
    """Return what is shown in place of clues."""
    texts = [Text(rest, theme.heading, dim=True, wraps=True, align="center", share=1)]
    texts += [Text(more, dim=True, wraps=True, align="center", share=1)] if more else []
    return Column(tuple(texts), panel=True)


def _disc(hue: Hue, room: Viewport, _finger: Spot | None) -> Scene:
    return Scene((centred(disc_art(hue), room.rect),))
