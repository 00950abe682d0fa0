"""Picking one of the fifty states with two taps: its first letter, then the state. No page to turn.

A letter that only one state begins with picks it at once. Letters and states keep their places throughout.
"""

from collections.abc import Callable, Mapping
from itertools import groupby

from kivy.graphics import Color, InstructionGroup, Line

from companion.games.sequence_states.cards import STATES, TWICE, StateCard
from ui import theme
from ui.games.sequence_states import setup_words as words
from ui.widgets import icons
from ui.widgets.face import Face
from ui.widgets.icon_pad import GlyphPad
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

BY_LETTER: dict[str, tuple[StateCard, ...]] = {
    letter: tuple(state.abbreviation for state in states)
    for letter, states in groupby(STATES.values(), key=lambda state: state.name[0])
}
"""The states by the first letter of their names: 19 letters, 8 states at the most."""

LETTERS_ACROSS = 5
STATES_ACROSS = 3
STATES_DOWN = 3


class TickPad(Pad):
    """A pad that can be ticked off: dim, with a tick in its corner, and still to be tapped."""

    def __init__(self, on_tap: Callable[[], None], *, role: float) -> None:
        self.ticked = False
        self._tick = InstructionGroup()
        super().__init__(on_tap=on_tap, role=role)
        self.canvas.after.add(self._tick)

    def tick(self, ticked: bool) -> None:
        """Tick the pad off, or no longer."""
        if ticked != self.ticked:
            self.ticked = ticked
            self.title.color = theme.DIM if ticked else theme.TEXT
            self._look()
            self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Draw the tick over the words."""
        super().arrange(rect)
        self._tick.clear()
        if self.ticked:
            size = theme.mm(2.2)
            x, y = rect.right - size * 1.5, rect.top - size * 1.2
            points = (x - size * 0.5, y, x - size * 0.15, y - size * 0.4, x + size * 0.5, y + size * 0.4)
            self._tick.add(Color(*theme.READY))
            self._tick.add(Line(points=points, width=theme.mm(0.32), cap="round", joint="round"))

    def _look(self, *_: object) -> None:
        super()._look()
        if self.ticked and not self.pressed:
            self.paint(theme.PANEL)


class LetterPad(TickPad):
    """A first letter over what it stands for."""

    def __init__(self, letter: str, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap, role=theme.title())
        self.letter = letter
        self.title.wraps = self.subtitle.wraps = False
        self.say(letter, words.count_of(BY_LETTER[letter]))

    def arrange(self, rect: Rect) -> None:
        """The letter is large; the line below shrinks to fit."""
        super().arrange(rect)
        under, over = rect.inset(theme.mm(0.4), theme.mm(1.2)).cut_bottom(theme.small() * 1.25)
        put(self.subtitle, under)
        put(self.title, over)
        self.subtitle.opacity = 1


class StatePicker(Face):
    """`on_state` gets the state that was picked, and the letters are offered again.

    `extra` is a pad of the caller's beside the letters, `across` how many of them stand in a row, and
    `label` gives the words below a state, by how many of it are left.
    """

    def __init__(
        self,
        on_state: Callable[[StateCard], None],
        extra: Pad | None = None,
        *,
        label: Callable[[StateCard, int], str] = words.left_of,
        across: int = LETTERS_ACROSS,
    ) -> None:
        super().__init__()
        self._on_state, self._extra = on_state, extra
        self._label_of, self._across = label, across
        self.letter: str | None = None
        self._left: Mapping[StateCard, int] = dict.fromkeys(STATES, TWICE)
        self.prompt = Text(words.FIRST_LETTER, role=theme.body(), tone=theme.DIM)
        self.letters = [LetterPad(letter, lambda n=letter: self.open(n)) for letter in BY_LETTER]  # type: ignore[misc]
        self.back = GlyphPad(icons.back, self.reset)
        most = max(map(len, BY_LETTER.values()))
        self._pads = [TickPad(lambda n=n: self._pick(n), role=theme.body() * 1.1) for n in range(most)]  # type: ignore[misc]
        self._show()

    @property
    def states(self) -> dict[StateCard, TickPad]:
        """The states of the letter that is open, and their pads."""
        return dict(zip(BY_LETTER[self.letter], self._pads, strict=False)) if self.letter else {}

    def offer(self, left: Mapping[StateCard, int]) -> None:
        """Tick off the states of which no space, or card, is left."""
        self._left = left
        for pad in self.letters:
            pad.tick(not any(left[card] for card in BY_LETTER[pad.letter]))
        self._label()

    def say(self, text: str, *, warning: bool = False) -> None:
        """Change the words over the pads."""
        self.prompt.say(text, warning=warning)

    def open(self, letter: str) -> None:
        """Offer the states that begin with a letter; an only one is picked at once."""
        states = BY_LETTER[letter]
        if len(states) == 1:
            self._on_state(states[0])
            return
        self.letter = letter
        self._label()
        self._show()

    def reset(self) -> None:
        """Go back to the letters."""
        self.letter = None
        self._show()

    def _pick(self, number: int) -> None:
        assert self.letter is not None
        self._on_state(BY_LETTER[self.letter][number])

    def _label(self) -> None:
        for card, pad in self.states.items():
            pad.say(STATES[card].name, self._label_of(card, self._left[card]))
            pad.tick(not self._left[card])

    def _show(self) -> None:
        self.say(words.which(self.letter) if self.letter else words.FIRST_LETTER)
        self.set_parts(self.prompt, *self._shown())

    def _shown(self) -> list[Pad]:
        if self.letter is not None:
            return [*self.states.values(), self.back]
        return [*self.letters, *([self._extra] if self._extra is not None else [])]

    def arrange(self, rect: Rect) -> None:
        """The prompt above; letters in rows, or states in rows of three with the way back last."""
        head, room = rect.cut_top(theme.body() * 1.35, theme.mm(1))
        put(self.prompt, head)
        gap = theme.mm(theme.GAP_MM)
        if self.letter is None:
            lines = -(-len(self.letters) // self._across)
            cells = room.grid(self._across * lines, self._across, gap)
        else:
            cells = room.grid(STATES_ACROSS * STATES_DOWN, STATES_ACROSS, gap)
            put(self.back, cells[-1])
        for pad, cell in zip([pad for pad in self._shown() if pad is not self.back], cells, strict=False):
            put(pad, cell)
