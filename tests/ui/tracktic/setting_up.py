"""What the tests of Tracktic's last step before a match share: the screen, and fingers on it."""

from companion.games.tracktic import Tracktic
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Facts
from companion.games.tracktic.profile import Profile, demo, write_profile
from tests.ui.desk import the
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import BeforeTheDeal, FakeStore
from ui.games.owners_item import write_json
from ui.games.tracktic import drafts
from ui.games.tracktic.drafts import BoxDraft, BoxStep, draft_of
from ui.games.tracktic.editor import BoxEditor
from ui.games.tracktic.pending import CellTap
from ui.games.tracktic.setup import SetupScreen
from ui.main.hands import Finger
from ui.stage.stage import Stage

OWN = draft_of(demo()).box
"""A complete box of one's own."""
BOX = write_profile(OWN)


def drafted(step: BoxStep, box: Profile = OWN) -> str:
    return write_json(BoxDraft(box, step))


class Table(BeforeTheDeal):
    """The screen before a match of Tracktic, and the editor of a box on it."""

    def __init__(self, rig: Rig, players: int = 2, store: FakeStore | None = None, **texts: str) -> None:
        super().__init__(rig, drafts, SetupScreen, Facts(players, demo()), store, texts)

    def go(self) -> Facts:
        """Go on, and return its facts; a game can open with them, and everybody has pieces."""
        self.rig.tap(self.screen["next"])
        facts: Facts = self.facts.pop()
        state = Tracktic().opening(facts)
        assert all(state.cells_of(colour) for colour in state.colours)
        return facts

    # The editor.

    @property
    def editor(self) -> BoxEditor:
        return the(BoxEditor, self.screen.over)

    @property
    def draft(self) -> BoxDraft:
        return self.editor.draft

    @property
    def title(self) -> str:
        return self.editor.part().header.title

    def tap(self, *names: str) -> None:
        for name in names:
            self.rig.tap(self.editor[name])

    def hold(self, name: str) -> None:
        self.rig.hold(self.editor[name], 1.0)

    @property
    def grid(self) -> Stage:
        (grid,) = (child for child in self.editor.children if isinstance(child, Stage))
        return grid

    def draw(self, *cells: tuple[int, int]) -> None:
        finger = Finger()
        finger.down(*self.grid.scene.middle(CellTap(Cell(*cells[0]))))
        for at in cells[1:]:
            finger.move(*self.grid.scene.middle(CellTap(Cell(*at))))
        self.rig.pump()
        finger.up()
        self.rig.pump(2)

    def step_to(self, name: str, value: int) -> None:
        while (shown := int(self.editor[name].text)) != value:
            pad = self.editor[f"{name} plus" if shown < value else f"{name} minus"]
            finger = Finger()
            finger.down(*pad.center)
            finger.up()
        self.rig.pump(2)
