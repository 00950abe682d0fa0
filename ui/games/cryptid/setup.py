"""The last step before the first cube: a map, the clues, and the colours; then the map is laid.

Nothing of a clue is said to anybody but its owner. The facts go to the match and nowhere else.
"""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.clock import Clock
from msgspec.structs import replace

from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import HUES, PAIR, Facts
from companion.games.cryptid.setups import Setup
from companion.journal import Plate
from ui.games.cryptid.choosing import WayPads
from ui.games.cryptid.clue_entry import ClueEntry
from ui.games.cryptid.clues_shown import CluesShown
from ui.games.cryptid.drawing import DealtFrom, draw
from ui.games.cryptid.kept import CHOICE, DRAFT, SETUP
from ui.games.cryptid.laying import LayingGuide
from ui.games.cryptid.map_draft import MapDraft, draft_from_text, draft_to_text
from ui.games.cryptid.map_entry import MapEntry
from ui.games.cryptid.sealing import Typed
from ui.games.cryptid.setup_hues import palette
from ui.games.cryptid.ways import (
    DEALT,
    Chosen,
    Filed,
    SetUpWay,
    choice_from_text,
    choice_to_text,
    filed,
    ways_for,
)
from ui.games.face import Memory
from ui.games.kept_texts import KeptTexts
from ui.stage.sides import Sides
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put


class SetupScreen(Face):
    """One step after the other, each with the way back to the one before.

    `on` gets the facts with the set-up and the colours.
    """

    def __init__(
        self,
        facts: Facts,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
        drawing: Callable[[], DealtFrom] = draw,
    ) -> None:
        super().__init__()
        self._facts, self._plates = facts, plates
        self._on, self._draw = on, drawing
        self._way = SetUpWay.NORMAL
        self._even = False
        self._palette = palette(facts.players, facts.hues)
        self._file: Filed | None = None
        self._draft = MapDraft()
        self._typed = Typed(facts.players)
        self._kept = KeptTexts(memory)
        self._dealing = Clock.create_trigger(self._deal)
        self.choosing = WayPads(plates, back, self._choose, self._change, self._make_even, self._go)
        self._sides: Sides = {}
        self.step: Face = self.choosing
        self._show(self.choosing)
        self._show_choice()
        takers = {SETUP: self._take_file, DRAFT: self._take_draft, CHOICE: self._take_choice}
        self._kept.read(takers, self._show_choice)

    def sit(self, sides: Sides) -> None:
        """Have private pages turned to where their players sit."""
        self._sides = sides

    def leave(self) -> None:
        """Stop dealing, and show no clue any more."""
        self._dealing.cancel()
        if isinstance(self.step, CluesShown | ClueEntry):
            self.step.leave()

    # What was kept.

    def _take_file(self, text: str) -> None:
        self._file = filed(text, self._facts.players)

    def _take_draft(self, text: str) -> None:
        self._draft = draft_from_text(text)

    def _take_choice(self, text: str) -> None:
        choice = choice_from_text(text)
        # A set-up out of a file is played once: whoever played it knows the clues.
        self._way = choice.way if choice.way is not SetUpWay.FILE else SetUpWay.NORMAL
        self._even = choice.even
        self._palette = palette(self._facts.players, choice.hues or self._facts.hues or HUES)

    # Choosing.

    @property
    def _offered(self) -> Sequence[SetUpWay]:
        return ways_for(self._file)

    @property
    def way(self) -> SetUpWay:
        """The chosen way: the one of last time, if it is offered."""
        offered = self._offered
        unusable = self._way is SetUpWay.FILE and (self._file is None or self._file.setup is None)
        return SetUpWay.NORMAL if unusable or self._way not in offered else self._way

    def _choose(self, way: SetUpWay) -> None:
        self._way = way
        self._show_choice()

    def _make_even(self) -> None:
        self._even = not self._even
        self._show_choice()

    def _change(self, player: int) -> None:
        self._palette = self._palette.changed(player)
        # What was typed in was for other colours.
        self._typed = Typed(self._facts.players)
        self._show_choice()

    def _show_choice(self) -> None:
        self.choosing.show(
            self._offered, self.way, self._palette, self._file, even=self._even, live=self._kept.known
        )

    def _go(self) -> None:
        self._kept.set(CHOICE, choice_to_text(Chosen(self._way, self._palette.hues, self._even)))
        match self.way:
            case SetUpWay.NORMAL | SetUpWay.ADVANCED:
                self.choosing.deal()
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
        drawn = self._draw()
        mode, players = DEALT[self.way], self._facts.players
        even = self._even and players == PAIR
        self._lay(deal(drawn.seed, mode, players, secret=drawn.secret, even=even))

    # The steps after it.

    def _back_to_choice(self) -> None:
        self.choosing.rest()
        self._show(self.choosing)
        self._show_choice()

    def _lay(self, setup: Setup) -> None:
        after = self._tell if setup.clues else self._end
        self._show(LayingGuide(setup, self._back_to_choice, lambda: after(setup)))

    def _tell(self, setup: Setup) -> None:
        laying = self.step
        show_map = partial(self._show, laying)
        on = partial(self._end, setup)
        self._show(CluesShown(setup, self._plates, self._palette, show_map, on, self._sides))

    def _type_map(self) -> None:
        self._show(MapEntry(self._draft, self._keep, self._back_to_choice, self._typed_map))

    def _keep(self, draft: MapDraft) -> None:
        if draft.mode is not self._draft.mode:
            # Other clues can be had.
            self._typed = Typed(self._facts.players)
        self._draft = draft
        self._kept.set(DRAFT, draft_to_text(draft))

    def _typed_map(self, setup: Setup) -> None:
        if self.way is SetUpWay.MAP:
            self._end(setup)
        else:
            typed, back = self._typed, self._type_map
            self._show(ClueEntry(setup, self._plates, self._palette, typed, back, self._end, self._sides))

    def _end(self, setup: Setup | None) -> None:
        if self.way in (SetUpWay.OWN, SetUpWay.MAP):
            self._kept.set(DRAFT, "")
        self._typed = Typed(self._facts.players)
        self._on(replace(self._facts, setup=setup, hues=self._palette.hues))

    def _show(self, step: Face) -> None:
        self.step = step
        self.set_parts(step)

    def arrange(self, rect: Rect) -> None:
        """The step takes all the room."""
        put(self.step, rect)
