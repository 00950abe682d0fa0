"""The last figures of a box, and its name; and then the whole of it, to be looked at."""

from collections.abc import Sequence

from kivy.graphics import InstructionGroup

from companion.games.tracktic.box import MOST_OF_A_KIND
from companion.games.tracktic.profile_faults import Fault
from ui import theme
from ui.games.own_editor import EditorNavigation, FigureStepper
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.grid_picture import lattice_of, picture
from ui.games.tracktic.profile_draft import LEAST, BoxDraft, Heap
from ui.games.tracktic.profile_page import ProfilePage
from ui.kivy_types import Widget
from ui.stage.painter import painted, room_in
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

STEPPER_MM = 42.0
MOST_CELL_MM = 6.0
"""A cell of the grids of a whole box is at most so large."""


class Heaps(Face):
    """A stepper for everything that is counted."""

    def __init__(self, change: "CountsPage") -> None:
        super().__init__()
        self._names = [Text(name, role=theme.heading(), wraps=True) for name in words.HEAPS.values()]
        self.steppers: dict[Heap, FigureStepper] = {
            heap: FigureStepper(
                change.draft.count(heap),
                lambda heap=heap: change.count(heap),  # type: ignore[misc]
                least=least,
                most=MOST_OF_A_KIND,
            )
            for heap, least in LEAST.items()
        }
        self.add_parts(*self._names, *self.steppers.values())

    def arrange(self, rect: Rect) -> None:
        """A row for each: what it is, and how many."""
        gap = theme.mm(theme.GAP_MM)
        rows = rect.inset(theme.mm(2)).rows(len(self._names), gap)
        for row, name, stepper in zip(rows, self._names, self.steppers.values(), strict=True):
            right, left = row.cut_right(theme.mm(STEPPER_MM), gap)
            put(name, left)
            put(stepper, right.inset(0, max(0.0, (right.height - theme.mm(16)) / 2)))


class CountsPage(ProfilePage):
    """Pieces, flip cards and tokens are counted; the name is picked."""

    def __init__(self, go: EditorNavigation[BoxDraft], draft: BoxDraft) -> None:
        self.draft = draft
        self.heaps = Heaps(self)
        super().__init__(go, draft, self.heaps)
        every = (
            words.NAMES if draft.box.name in words.NAMES else {draft.box.name: draft.box.name, **words.NAMES}
        )
        self.names = {
            name: Pad(word, on_tap=lambda name=name: self._name(name), role=theme.body())  # type: ignore[misc]
            for name, word in list(every.items())[: len(words.NAMES)]
        }
        pads = [*self.names.values()]
        self._which = Text(words.WHICH_NAME, role=theme.body(), bold=True)
        self.tools = [[self._which], pads[:2], pads[2:]]

    def count(self, heap: Heap) -> None:
        """Take the figure of a stepper."""
        self.go.change(self.draft.heaped(heap, self.heaps.steppers[heap].value), heap)

    def height_of(self, row: Sequence[Widget], left: float) -> float:
        """The question takes less height than the names."""
        return theme.body() * 1.4 if row[0] is self._which else super().height_of(row, left)

    def _name(self, name: str) -> None:
        self.go.change(self.draft.named(name))

    def show(self, draft: BoxDraft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show the figures and the name of a draft."""
        for heap, stepper in self.heaps.steppers.items():
            stepper.take(draft.count(heap))
        for name, pad in self.names.items():
            pad.choose(name == draft.box.name)
        super().show(draft, undoable=undoable, refused=refused)


class BoxPicture(Face):
    """The grids of a box beside each other, or the only one."""

    def __init__(self) -> None:
        super().__init__()
        self._captions = [Text("", role=theme.body(), tone=theme.DIM, align="center") for _ in range(2)]
        self._drawn = InstructionGroup()
        self.canvas.add(self._drawn)
        self._draft: BoxDraft | None = None

    def show(self, draft: BoxDraft) -> None:
        """Show the grids of a draft."""
        self._draft = draft
        self.set_parts(*self._captions[: 1 if draft.two_alike else 2])
        self._captions[0].text = words.FOR_ALL if draft.two_alike else words.FOR_MORE
        self._captions[1].text = words.FOR_TWO
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Each over who plays on it."""
        self._drawn.clear()
        if self._draft is None:
            return
        grids = [self._draft.box.area, *([] if self._draft.two_alike else [self._draft.box.area_two])]
        for rows, caption, cell in zip(
            grids, self._captions, rect.columns([1] * len(grids), theme.mm(3)), strict=False
        ):
            line = theme.body() * 1.5
            room = room_in(cell.inset(0, line))
            self._drawn.add(painted(*picture(rows, room, MOST_CELL_MM, theme.BAR, theme.PANEL)))
            low = lattice_of(rows, room, MOST_CELL_MM).room.y
            put(caption, Rect(cell.x, low - line, cell.width, line))


class CheckPage(ProfilePage):
    """The whole box; kept where nothing is wrong with it, else mended."""

    def __init__(self, go: EditorNavigation[BoxDraft], draft: BoxDraft) -> None:
        self.picture = BoxPicture()
        super().__init__(go, draft, self.picture)
        self._lines = [Text("", role=theme.heading()) for _ in words.in_the_box(draft.box)]
        self.tools = [[line] for line in self._lines]

    def show(self, draft: BoxDraft, *, undoable: bool, refused: str = "", fault: Fault | None = None) -> None:
        """Show all that was told, or what is wrong with it."""
        self.picture.show(draft)
        for line, text in zip(self._lines, words.in_the_box(draft.box), strict=True):
            line.text = text
        wrong = draft.fault
        self.next.say(words.KEEP if wrong is None else words.MEND)
        super().show(draft, undoable=undoable, refused=refused or (words.fault(wrong) if wrong else ""))
