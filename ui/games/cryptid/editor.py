"""Tapping in the table's map, first the six pieces, then the structures; and a guide to building one."""

from collections.abc import Callable
from dataclasses import InitVar
from functools import partial

import msgspec

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.maps import PIECES, Hex, Shape
from companion.games.cryptid.setups import Setup, name_of, structures_of
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.art import Marks, piece_of, structure
from ui.games.cryptid.clues import side_by_side
from ui.games.cryptid.drafts import (
    NO_TILES,
    PLACES,
    LayPiece,
    LookOver,
    MapDraft,
    MapLaying,
    Place,
    PutStructure,
)
from ui.games.cryptid.table import MAP_WIDE, MapContents, map_of
from ui.games.cryptid.words import STRUCTURES, space
from ui.games.drafted import Drafted, DraftScreen, held_pad
from ui.language import words as frame
from ui.parts.shown import PartScreen
from ui.parts.values import (
    Button,
    Column,
    Drawing,
    Header,
    Part,
    Row,
    Screen,
    Text,
    column,
    grid,
    row,
    sides,
    small_pad,
)
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.icons import code_of
from ui.stage.parts import centred
from ui.stage.scene import Scene, Spot, Viewport

LINE_MM = theme.PRIMARY_MM
"""Greatest height of a row of pads."""
ACROSS, SHAPES_ACROSS = 3, 4


class MapEditor(DraftScreen[MapDraft]):
    """The map, with pads for its pieces and structures.

    `save` gets every draft, to save it. `back` is called from the page of the pieces. `on` gets the set-up,
    without clues, once the map is complete.
    """

    begun: MapDraft
    save: Callable[[MapDraft], None]
    back: Callable[[], None]
    on: Callable[[Setup], None]

    def start(self) -> None:
        """Start at the first place and the first structure that are missing."""
        self.drafted = Drafted(self.begun, self.save)
        self.building = self.draft.next_place is None
        self.place: Place = self.draft.next_place or (0, 0)
        self.shape: Shape | None = self.draft.next_shape

    # What a tap does.

    def tap(self, at: Hex) -> None:
        """Choose the tapped piece of the map, or put the chosen structure on the tapped hex."""
        other = self.draft.on(at)
        if not self.building:
            self.place = piece_of(at)
        elif self.shape is None:
            self.shape = other
        elif other is not None and other != self.shape:
            self._refuse(words.taken(STRUCTURES[other]))
            return
        else:
            before, draft = self.draft.where(self.shape), self.draft.with_structure(self.shape, at)
            # Go on to the next structure by itself, but one that was moved or removed stays chosen.
            self.shape = self.shape if before is not None else draft.next_shape
            self.drafted.change(draft)
        self._refuse("")

    def play(self, mode: Mode) -> None:
        """Change the mode, which adds or removes the black structures."""
        draft = self.draft.in_mode(mode)
        if self.shape not in structures_of(mode):
            self.shape = draft.next_shape
        self.change(draft)

    def choose(self, shape: Shape) -> None:
        """Choose the structure to place next."""
        self.shape = shape
        self._refuse("")

    def undo(self) -> None:
        """Undo the last change; the place or the structure that it was about is chosen again."""
        before = self.draft
        self.drafted.undo()
        draft = self.draft
        places = [place for place in PLACES if draft.piece(place) != before.piece(place)]
        if len(places) == 1:
            self.place = places[0]
        able = structures_of(draft.mode)
        shapes = [shape for shape in able if draft.where(shape) != before.where(shape)]
        if len(shapes) == 1:
            self.shape = shapes[0]
        elif self.shape not in able:
            self.shape = draft.next_shape
        self.changed(before)

    def start_over(self) -> None:
        """Clear the whole map; undo restores it."""
        self.place = (0, 0)
        self.change(MapDraft(self.draft.mode))

    def go_on(self) -> None:
        """Go on from the pieces to the structures, and from there to the end; or say what is missing."""
        draft, setup = self.draft, self.draft.setup
        if not self.building and draft.next_place is None:
            self._turn(building=True)
        elif self.building and setup is not None:
            self.on(setup)
        else:
            self._refuse(words.fault(draft))

    def go_back(self) -> None:
        """Go back from the structures to the pieces, or leave."""
        if self.building:
            self._turn(building=False)
        else:
            self.back()

    def _turn(self, *, building: bool) -> None:
        self.building, self.shape = building, self.draft.next_shape
        self.drafted.turn()
        self._refuse("")

    def _refuse(self, text: str) -> None:
        self.warning = text
        self.compose()

    # Drawing.

    def part(self) -> Screen:
        """Return the map, as large as fits, with the page's pads beside it."""
        draft = self.draft
        chosen = next((other for other in draft.structures if other.shape == self.shape), None)
        marks = Marks(structure=chosen) if self.building else Marks(piece=self.place)
        contents = MapContents(draft.tiles, draft.structures, marks=marks)
        header = Header(
            self.warning or self._asks(), "", self.go_back, self.go_on,
            frame.DONE if self.building else words.TO_STRUCTURES, warns="title" if self.warning else "",
        )  # fmt: skip
        map_ = Drawing(map_of(contents), MAP_WIDE, self.tap, name="map")
        return Screen(header, sides(map_, self._structures() if self.building else self._pieces()))

    def _asks(self) -> str:
        if not self.building:
            return words.MAP_PIECES if self.draft.piece(self.place) is None else words.MAP_TURN
        if self.shape is None:
            return words.MAP_STRUCTURES if self.draft.setup is None else words.MAP_READY
        at = self.draft.where(self.shape)
        shape = STRUCTURES[self.shape]
        return words.place_for(shape) if at is None else words.stands_at(shape, space(at))

    def _pieces(self) -> Column:
        piece, draft = self.draft.piece(self.place), self.draft
        chosen = None if piece is None else piece.tile
        pads = (
            Button(
                str(n), "", partial(self.change, draft.with_tile(self.place, n)), chosen=n == chosen,
                done=n in draft.tile_numbers and n != chosen, role=theme.title, name=f"piece {n}",
            )
            for n in PIECES
        )  # fmt: skip
        turn = small_pad(
            words.TURN, "", partial(self.change, draft.turn(self.place)), live=piece is not None, name="turn",
        )  # fmt: skip
        over = held_pad(frame.START_OVER, self.start_over, draft.tiles != NO_TILES)
        return column(
            *grid(pads, ACROSS, most_mm=LINE_MM).parts,
            row(self.undo_pad(), turn, most_mm=LINE_MM),
            row(over, most_mm=LINE_MM),
        )

    def _structures(self) -> Column:
        modes = (
            small_pad(
                name, words.MODE_HINTS[mode], partial(self.play, mode), chosen=mode is self.draft.mode,
                name=f"mode {mode}",
            )
            for mode, name in words.MODES.items()
        )  # fmt: skip
        shapes = (
            Button(
                "", "", partial(self.choose, shape), chosen=shape == self.shape,
                done=self.draft.where(shape) is not None and shape != self.shape,
                picture=partial(side_by_side, (structure(*shape),)), name=name_of(shape),
            )
            for shape in structures_of(self.draft.mode)
        )  # fmt: skip
        return column(
            row(*modes, most_mm=LINE_MM),
            *grid(shapes, SHAPES_ACROSS, most_mm=LINE_MM).parts,
            row(self.undo_pad(), Column(), most_mm=LINE_MM),
        )


# Building the map on the table, step by step.


class LayingGuide(PartScreen):
    """Guides through building a map; `back` leaves it from the first step, `on` after the last.

    It gets a set-up without clues, so it can't show any.
    """

    setup: InitVar[Setup]
    back: Callable[[], None]
    on: Callable[[], None]
    code = False

    def __post_init__(self, setup: Setup) -> None:
        """Start with the first step."""
        super().__post_init__()
        self.guide = MapLaying(setup.map_alone)

    def go_on(self) -> None:
        """Go to the next step, or end after the last."""
        if isinstance(self.guide.step, LookOver):
            self.on()
        else:
            self.move(self.guide.moved(1))

    def go_back(self) -> None:
        """Go to the step before, or leave from the first."""
        if self.guide.number:
            self.move(self.guide.moved(-1))
        else:
            self.back()

    def move(self, guide: MapLaying) -> None:
        """Go to another step."""
        self.guide = guide
        self.compose()

    def show_code(self, code: bool) -> None:
        """Show or hide the map's QR code."""
        self.code = code
        self.compose()

    def part(self) -> Part:
        """Return the map so far, and beside it what to do now; or the map's QR code."""
        step, tiles = self.guide.step, self.guide.tiles
        if self.code:
            text = msgspec.json.encode(self.guide.setup).decode()
            close = partial(self.show_code, False)
            texts = (
                Text(words.QR_TITLE, theme.title, bold=True, wraps=True),
                Text(words.QR_HINT, dim=True, wraps=True, share=1),
                Button(frame.CLOSE, "", close, primary=True, name="close", mm=theme.PRIMARY_MM),
            )
            return Row((Drawing(code_of(text), 1.0, name="code"), Column(texts, panel=True)))
        title, where, look = words.step_words(step)
        placing = step.structure if isinstance(step, PutStructure) else None
        marks = Marks(piece=step.place if isinstance(step, LayPiece) else None, structure=placing)
        structure_art = None if placing is None else structure(*placing.shape)
        over = isinstance(step, LookOver)
        number = "" if over else words.step_of(self.guide.number + 1, len(self.guide.steps) - 1)
        word = words.ALL_LAID if over else frame.NEXT
        code = small_pad(words.QR, "", partial(self.show_code, True), name="code of the map")
        complete = partial(self.move, self.guide.moved(len(self.guide.steps)))
        all_ = small_pad(words.SHOW_ALL, "", complete, live=not over, name="all")
        text_column = column(
            Text(title, theme.title, bold=True, wraps=True, name="title"),
            Text(where, theme.heading, wraps=True, name="where"),
            Text(look, dim=True, wraps=True),
            Drawing(partial(_alone, structure_art)),
            row(code, all_, mm=theme.TARGET_MM),
        )
        map_ = Drawing(map_of(MapContents(tiles, self.guide.structures, marks=marks)), MAP_WIDE, name="map")
        return Screen(Header(number, "", self.go_back, self.go_on, word), sides(map_, text_column))


def _alone(art: Art | None, room: Viewport, _finger: Spot | None) -> Scene:
    """Return a picture at the bottom of a room, at most as high as a pad."""
    low, _ = room.rect.cut_bottom(min(room.rect.height, room.mm(theme.PRIMARY_MM)))
    return Scene(() if art is None else (centred(art, low),))
