"""A name is typed: a pad of letters for fingers. Capitals come by themselves, accents by holding a letter."""

from collections.abc import Callable, Sequence

from kivy.clock import Clock

from companion.people import LONGEST, letters
from ui import theme, words
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.sheet import SheetPanel
from ui.widgets.text import Text

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm'-.")
ACCENTS = {
    "a": "àáâäãåāăąæ", "c": "çćčĉ", "d": "ďđð", "e": "èéêëēěęė", "g": "ğģ", "i": "ìíîïīįı", "k": "ķ",
    "l": "łľļĺ", "n": "ñńňņ", "o": "òóôöõøōőœ", "r": "řŕ", "s": "śšşșß", "t": "ťțţþ", "u": "ùúûüūůűų",
    "y": "ýÿ", "z": "źžż",
}  # fmt: skip
"""What holding a letter offers: what Latin alphabets of Europe make of it."""

HELD_SECONDS = 0.45
BEGINS_A_WORD = " -'."


class Key(Pad):
    """A letter: a tap types it, and a finger that stays asks for its accents."""

    def __init__(self, letter: str, typed: Callable[[str], None], held: Callable[[str], None]) -> None:
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
        if self.pressed and self.letter in ACCENTS:
            self._waiting()

    def _hold(self, *_: object) -> None:
        self.pressed = False
        self.held(self.letter)


class NamingSheet(SheetPanel):
    """Types a name, or changes the `name` that is given; `done` gets it, `close` ends it without one."""

    def __init__(self, done: Callable[[str], None], close: Callable[[], None], name: str = "") -> None:
        super().__init__(theme.PANEL, theme.LINE)
        self._done = done
        self.typed = name
        self._accents_of = ""
        self._title = Text(words.NEW_NAME_HINT, role=theme.body(), tone=theme.DIM, bold=True)
        self._name = Text("", role=theme.figure(), bold=True)
        self.keys = [[Key(letter, self.type, self._offer) for letter in row] for row in ROWS]
        self.accents: list[Pad] = []
        self.close = Pad(words.CLOSE, on_tap=close)
        self.space = Pad(words.SPACE, on_tap=lambda: self.type(" "))
        self.rub = Pad(words.RUB_OUT, on_tap=self._rub)
        self.ready = Pad(words.KEEP_NAME if name else words.SIT_DOWN, on_tap=self._end, primary=True)
        for part in (self._title, self._name, self.close, self.space, self.rub, self.ready):
            self.add_widget(part)
        for key in self._all_keys:
            self.add_widget(key)
        self._look()

    @property
    def _all_keys(self) -> list[Key]:
        return [key for row in self.keys for key in row]

    def type(self, sign: str) -> None:
        """Add a sign where the name isn't too long; no space begins a name, and no two follow on another."""
        self._put_accents_away()
        if sign == " " and (not self.typed or self.typed.endswith(" ")):
            return
        if letters(self.typed + sign) <= LONGEST:
            self.typed += sign
        self._look()

    def leave(self) -> None:
        """No key waits for a finger any more."""
        for key in self._all_keys:
            key.pressed = False

    def _rub(self) -> None:
        if not self._accents_of:
            self.typed = self.typed[:-1]
        self._put_accents_away()
        self._look()

    def _end(self) -> None:
        self._done(self.typed.strip())

    def _offer(self, letter: str) -> None:
        self._accents_of = letter
        for accent in ACCENTS[letter]:
            shown = _capital(accent) if self._capital else accent
            pad = Pad(shown, on_tap=lambda sign=shown: self.type(sign), role=theme.heading())  # type: ignore[misc]
            self.accents.append(pad)
            self.add_widget(pad)
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
        self._name.text = self.typed + ("_" if letters(self.typed) < LONGEST else "")
        for key in self._all_keys:
            key.title.text = _capital(key.letter) if self._capital else key.letter
            key.live = not self._accents_of
            key.opacity = 0.0 if self._accents_of else 1.0
        self.ready.live = bool(self.typed.strip(BEGINS_A_WORD))
        self.rub.say(words.LETTERS if self._accents_of else words.RUB_OUT)
        self.rub.live = bool(self.typed or self._accents_of)
        self.space.live = bool(self.typed) and not self._accents_of
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The name above, three rows of keys, and what else there is to do below."""
        inner = rect.inset(theme.mm(3))
        head, rest = inner.cut_top(theme.mm(14), theme.mm(1))
        over, under = head.cut_top(theme.mm(4))
        put(self._title, over)
        put(self._name, under)
        foot, rest = rest.cut_bottom(theme.mm(theme.TARGET_MM), theme.mm(theme.GAP_MM))
        pads = (self.close, self.space, self.rub, self.ready)
        for pad, cell in zip(pads, foot.columns([2, 3, 2, 3], theme.mm(theme.GAP_MM)), strict=True):
            put(pad, cell)
        gap = theme.mm(2)
        for keys, row in zip(self.keys, rest.rows(len(self.keys), gap), strict=True):
            _in_a_row(keys, row, gap)
        if self.accents:
            upper, lower, _ = rest.rows(len(self.keys), gap)
            half = -(-len(self.accents) // 2) if len(self.accents) > len(ROWS[1]) else len(self.accents)
            _in_a_row(self.accents[:half], upper, gap)
            _in_a_row(self.accents[half:], lower, gap)


def _in_a_row(keys: Sequence[Pad], row: Rect, gap: float) -> None:
    """Put keys beside each other in the middle of a row, each as wide as the longest row allows."""
    most = max(map(len, ROWS))
    wide = (row.width - gap * (most - 1)) / most
    x = row.x + (row.width - len(keys) * wide - gap * (len(keys) - 1)) / 2
    for n, key in enumerate(keys):
        put(key, Rect(x + n * (wide + gap), row.y, wide, row.height))


def _capital(letter: str) -> str:
    return letter.upper() if len(letter.upper()) == 1 else letter
