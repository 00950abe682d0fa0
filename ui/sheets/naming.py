"""A name is typed: a pad of letters for fingers. Capitals come by themselves, accents by holding a letter.

A pad leads on to the letters of another script.
"""

from collections.abc import Callable, Sequence

from kivy.clock import Clock

from companion.people import LONGEST, letters
from ui import theme, words
from ui.letter_pads import LATIN, Script, after, script_of
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

HELD_SECONDS = 0.45
KEY_MM, BETWEEN_MM = 9.0, 2.0
"""A key is at least so wide, and so far from the next: where a row hasn't that room it becomes two."""
FOOT_MM = 15.0
"""Of the pads below the keys: the one that ends it is hit without looking."""
BEGINS_A_WORD = " -'."


class Key(Pad):
    """A letter: a tap types it, and a finger that stays asks for its accents, where it has some (`held`)."""

    def __init__(
        self, letter: str, typed: Callable[[str], None], held: Callable[[str], None] | None = None
    ) -> None:
        super().__init__(letter, role=theme.heading())
        self.letter = letter
        self._typed = typed
        self.held = held
        self._waiting = Clock.create_trigger(self._hold, HELD_SECONDS)
        self.bind(pressed=self._wait)

    def tap(self) -> None:
        """Type it as it is shown."""
        self._typed(self.title.text)

    def _wait(self, *_: object) -> None:
        self._waiting.cancel()
        if self.pressed and self.held is not None:
            self._waiting()

    def _hold(self, *_: object) -> None:
        self.pressed = False
        if self.held is not None:
            self.held(self.letter)


class NamingSheet(SheetPanel):
    """Types a name, or changes the `name` that is given; `done` gets it, `close` ends it without one.

    It begins with the letters of that name, or else of `script`; `switched` is told of others. While nothing
    is typed, `from_stick` offers names in a file. `title` asks for it, `ready` is the word of the pad that
    ends it, and it has at most `most` letters.
    """

    def __init__(
        self,
        done: Callable[[str], None],
        close: Callable[[], None],
        name: str = "",
        script: Script = LATIN,
        switched: Callable[[Script], None] | None = None,
        from_stick: Callable[[], None] | None = None,
        *,
        title: str = words.NEW_NAME_HINT,
        ready: str = words.SIT_DOWN,
        most: int = LONGEST,
    ) -> None:
        super().__init__(theme.PANEL, theme.LINE)
        self._done, self._most = done, most
        self.typed = name
        self.script = script_of(name) or script
        self._switched = switched
        self._accents_of = ""
        self._title = Text(title, role=theme.body(), tone=theme.DIM, bold=True)
        self._name = Text("", role=theme.figure(), bold=True)
        self.keys: list[list[Key]] = []
        self.accents: list[Key] = []
        self.close = Pad(words.CLOSE, on_tap=close)
        self.space = Pad(words.SPACE, on_tap=lambda: self.type(" "))
        self.rub = Pad(words.RUB_OUT, on_tap=self._rub)
        self.ready = Pad(words.KEEP_NAME if name else ready, on_tap=self._end, primary=True)
        self.other = Pad(on_tap=self._switch)
        self.from_stick = (
            None if from_stick is None else Pad(words.FROM_STICK, on_tap=from_stick, role=theme.body())
        )
        self.add_parts(self._title, self._name, self.close, self.other, self.space, self.rub, self.ready)
        self._lay()

    def _lay(self) -> None:
        """Lay out the keys of the script."""
        for key in self._all_keys:
            self.remove_widget(key)
        self.keys = [[self._key(letter) for letter in row] for row in self.script.rows]
        self.add_parts(*self._all_keys)
        self._look()

    def _key(self, letter: str) -> Key:
        return Key(letter, self.type, self._offer if letter in self.script.held else None)

    def _switch(self) -> None:
        self.script = after(self.script)
        if self._switched is not None:
            self._switched(self.script)
        self._lay()

    @property
    def _all_keys(self) -> list[Key]:
        return [key for row in self.keys for key in row]

    def type(self, sign: str) -> None:
        """Add a sign where the name isn't too long; no space begins a name, and no two follow on another."""
        self._put_accents_away()
        if sign == " " and (not self.typed or self.typed.endswith(" ")):
            return
        if letters(self.typed + sign) <= self._most:
            self.typed += sign
        self._look()

    def leave(self) -> None:
        """No key waits for a finger any more."""
        for key in (*self._all_keys, *self.accents):
            key.pressed = False

    def _rub(self) -> None:
        if not self._accents_of:
            self.typed = self.typed[:-1]
        self._put_accents_away()
        self._look()

    def _end(self) -> None:
        self._done(self.typed.strip())

    def _offer(self, letter: str) -> None:
        self._put_accents_away()
        self._accents_of = letter
        self.accents = [self._key(accent) for accent in self.script.held[letter]]
        self.add_parts(*self.accents)
        self._look()

    def _put_accents_away(self) -> None:
        for pad in self.accents:
            self.remove_widget(pad)
        self.accents = []
        self._accents_of = ""

    @property
    def _capital(self) -> bool:
        return not self.typed or self.typed[-1] in BEGINS_A_WORD

    def _look(self) -> None:
        self._name.text = self.typed + ("_" if letters(self.typed) < self._most else "")
        for key in self._all_keys:
            key.title.text = _capital(key.letter) if self._capital else key.letter
            key.live = not self._accents_of
            key.opacity = 0.0 if self._accents_of else 1.0
        for key in self.accents:
            key.title.text = _capital(key.letter) if self._capital else key.letter
        self.other.say(after(self.script).name)
        self.other.live = not self._accents_of
        if self.from_stick is not None:
            self.remove_widget(self.from_stick)
            if not self.typed:
                self.add_widget(self.from_stick)
        self.ready.live = bool(self.typed.strip(BEGINS_A_WORD))
        self.rub.say(words.LETTERS if self._accents_of else words.RUB_OUT)
        self.rub.live = bool(self.typed or self._accents_of)
        self.space.live = bool(self.typed) and not self._accents_of
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The name above, rows of keys, and what else there is to do below."""
        inner = rect.inset(theme.mm(3))
        head, rest = inner.cut_top(theme.mm(14), theme.mm(1))
        beside, left = head.cut_right(theme.mm(36), theme.mm(3))
        if self.from_stick is not None and self.from_stick.parent is not None:
            put(self.from_stick, beside)
            head = left
        over, under = head.cut_top(theme.mm(4))
        put(self._title, over)
        put(self._name, under)
        foot, rest = rest.cut_bottom(theme.mm(FOOT_MM), theme.mm(theme.GAP_MM))
        pads = (self.close, self.other, self.space, self.rub, self.ready)
        put_each(pads, foot.columns([2, 2, 3, 2, 3], theme.mm(theme.GAP_MM)))
        gap = theme.mm(BETWEEN_MM)
        fits = max(1, int((rest.width + gap) / (theme.mm(KEY_MM) + gap)))
        rows = [part for row in self.keys for part in _halved(row, fits)]
        most = max(map(len, rows))
        cells = rest.rows(len(rows), gap)
        for keys, cell in zip(rows, cells, strict=True):
            _in_a_row(keys, cell, gap, most)
        for keys, cell in zip(_halved(self.accents, most), cells, strict=False):
            _in_a_row(keys, cell, gap, most)


def _halved(keys: Sequence[Key], most: int) -> list[Sequence[Key]]:
    """Return keys in as few rows as have room for them, one about as long as the other."""
    rows = max(1, -(-len(keys) // most))
    long = max(1, -(-len(keys) // rows))
    return [keys[at : at + long] for at in range(0, len(keys), long)]


def _in_a_row(keys: Sequence[Key], row: Rect, gap: float, most: int) -> None:
    """Put keys beside each other in the middle of a row, each as wide as the longest row allows."""
    wide = (row.width - gap * (most - 1)) / most
    x = row.x + (row.width - len(keys) * wide - gap * (len(keys) - 1)) / 2
    for n, key in enumerate(keys):
        put(key, Rect(x + n * (wide + gap), row.y, wide, row.height))


def _capital(letter: str) -> str:
    return letter.upper() if len(letter.upper()) == 1 else letter
