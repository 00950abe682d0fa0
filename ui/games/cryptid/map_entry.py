"""The owner's own map, typed in: the six pieces first, then the structures."""

from collections.abc import Callable

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.maps import PIECES, StructureKind
from companion.games.cryptid.setups import Setup, structures_of
from ui import theme
from ui import words as frame
from ui.games.cryptid import setup_words as words
from ui.games.cryptid.art import structure
from ui.games.cryptid.guide import NOTHING_LAID
from ui.games.cryptid.hex_map import Lying, map_of
from ui.games.cryptid.map_draft import MapDraft, Place, Shape, place_of
from ui.games.cryptid.map_side import beside_map
from ui.games.cryptid.marks import Marks
from ui.games.cryptid.setup_pads import PicturePad
from ui.games.cryptid.words import space
from ui.stage.stage import Stage
from ui.widgets.face import Face
from ui.widgets.header import TitleLine
from ui.widgets.layout import Rect, put, put_each, put_row
from ui.widgets.pad import HoldPad, Pad


class MapEntry(Face):
    """The map at the left; what lies there is picked at the right.

    `keep` gets every draft, `back` is called from the pieces, and `on` gets the set-up without clues once the
    map can be played on.
    """

    def __init__(
        self,
        draft: MapDraft,
        keep: Callable[[MapDraft], None],
        back: Callable[[], None],
        on: Callable[[Setup], None],
    ) -> None:
        super().__init__()
        self.draft, self._keep, self._back, self._on = draft, keep, back, on
        self.building = draft.next_place is None
        self.place: Place = draft.next_place or (0, 0)
        self.shape: Shape | None = draft.next_shape
        self._refused = ""
        self.map = Stage()
        self.map.on_tap = self.tap
        self.header = TitleLine("", "", self.go_back, self.go_on)
        self.back, self.prompt, self.next = self.header.back, self.header.title, self.header.next
        small = theme.body()
        self.pieces = {n: Pad(str(n), on_tap=lambda n=n: self.lay(n), role=theme.title()) for n in PIECES}  # type: ignore[misc]
        self.turn = Pad(words.TURN, on_tap=self.turn_piece, role=small)
        self.over = HoldPad(frame.START_OVER, frame.HOLD, on_held=self.start_over, role=small)
        self.modes = {
            mode: Pad(name, words.MODE_HINTS[mode], on_tap=lambda mode=mode: self.play(mode), role=small)  # type: ignore[misc]
            for mode, name in words.MODES.items()
        }
        self.shapes = {
            shape: PicturePad([structure(*shape)], on_tap=lambda shape=shape: self.choose(shape))  # type: ignore[misc]
            for shape in structures_of(Mode.ADVANCED)
        }
        self._show()

    # What a tap does.

    def tap(self, at: Hex) -> None:
        """A space was tapped: its piece is chosen, or the chosen structure is put there."""
        if not self.building:
            self.place = place_of(at)
            self._show()
        elif self.shape is None:
            self.shape = self.draft.on(at)
            self._show()
        else:
            other = self.draft.on(at)
            if other is not None and other != self.shape:
                self._refuse(words.taken(other))
                return
            before = self.draft.where(self.shape)
            self._change(self.draft.stand(self.shape, at))
            # The next one is up by itself, but one that was moved or taken away stays chosen.
            self.shape = self.shape if before is not None else self.draft.next_shape
            self._show()

    def lay(self, tile: int) -> None:
        """Lay a piece at the chosen place."""
        self._change(self.draft.lay(self.place, tile))

    def turn_piece(self) -> None:
        """Turn the piece at the chosen place."""
        self._change(self.draft.turn(self.place))

    def play(self, mode: Mode) -> None:
        """Change the mode."""
        draft = self.draft.play(mode)
        if self.shape not in structures_of(mode):
            self.shape = draft.next_shape
        self._change(draft)

    def choose(self, shape: Shape) -> None:
        """Choose the structure that is put down next."""
        self.shape, self._refused = shape, ""
        self._show()

    def start_over(self) -> None:
        """Forget the whole map."""
        self.place = (0, 0)
        self._change(MapDraft(self.draft.mode))

    def go_on(self) -> None:
        """From the pieces to the structures, and on; whatever is missing is said instead."""
        if not self.building:
            if self.draft.next_place is not None:
                self._refuse(words.fault(self.draft.fault) if self.draft.fault else "")
                return
            self.building, self.shape, self._refused = True, self.draft.next_shape, ""
            self._show()
            return
        setup = self.draft.setup
        if setup is not None:
            self._on(setup)
        elif self.draft.fault is not None:
            self._refuse(words.fault(self.draft.fault))

    def go_back(self) -> None:
        """From the structures to the pieces, and back."""
        if self.building:
            self.building, self._refused = False, ""
            self._show()
        else:
            self._back()

    # How it looks.

    def _change(self, draft: MapDraft) -> None:
        self.draft, self._refused = draft, ""
        self._keep(draft)
        self._show()

    def _refuse(self, text: str) -> None:
        self._refused = text
        self._show()

    def _show(self) -> None:
        self.set_parts(self.header, self.map, *self._offered())
        self.prompt.say(self._refused or self._asks(), warning=bool(self._refused))
        here = self.draft.piece(self.place)
        for number, pad in self.pieces.items():
            pad.choose(here is not None and here.tile == number)
            pad.opacity = 1.0 if number not in self.draft.laid or pad.chosen else 0.45
        self.turn.live = here is not None
        self.over.live = self.draft.tiles != NOTHING_LAID
        for mode, mode_pad in self.modes.items():
            mode_pad.choose(mode is self.draft.mode)
        for shape, shape_pad in self.shapes.items():
            shape_pad.choose(shape == self.shape)
            shape_pad.opacity = 0.45 if self.draft.where(shape) is not None and shape != self.shape else 1.0
        self.next.say(frame.DONE if self.building else words.TO_STRUCTURES)
        self.map.draw(map_of(Lying(self.draft.tiles, self.draft.structures, marks=self._marks())))

    def _offered(self) -> list[Pad]:
        if not self.building:
            return [*self.pieces.values(), self.turn, self.over]
        able = structures_of(self.draft.mode)
        return [*self.modes.values(), *(pad for shape, pad in self.shapes.items() if shape in able)]

    def _asks(self) -> str:
        if not self.building:
            return words.MAP_PIECES if self.draft.piece(self.place) is None else words.MAP_TURN
        if self.draft.setup is not None and self.shape is None:
            return words.MAP_READY
        if self.shape is None:
            return words.MAP_STRUCTURES
        at = self.draft.where(self.shape)
        return words.place_for(self.shape) if at is None else words.stands_at(self.shape, space(at))

    def _marks(self) -> Marks:
        if not self.building:
            return Marks(piece=self.place)
        standing = [s for s in self.draft.structures if (s.type, s.colour) == self.shape]
        return Marks(structure=standing[0] if standing else None)

    def arrange(self, rect: Rect) -> None:
        """The map as large as fits; every pad keeps its place throughout."""
        head, room, rest = beside_map(rect)
        put(self.header, head)
        put(self.map, room)
        gap = theme.mm(theme.GAP_MM)
        line = min(theme.mm(theme.PRIMARY_MM), (rest.height - 2 * gap) / 3)
        rows, _ = rest.cut_top(3 * line + 2 * gap)
        if not self.building:
            three = rows.rows(3, gap)
            cells = [cell for row in three[:2] for cell in row.columns([1] * 3, gap)]
            put_each(self.pieces.values(), cells)
            put_row((self.turn, self.over), three[2], gap)
            return
        three = rows.rows(3, gap)
        put_row([*self.modes.values()], three[0], gap)
        four = len(self.shapes) // len(StructureKind)
        cells = [cell for row in three[1:] for cell in row.columns([1] * four, gap)]
        put_each(self.shapes.values(), cells)
