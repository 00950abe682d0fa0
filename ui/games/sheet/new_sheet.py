"""*New sheet*: a plain sheet is made on one screen, kept as a file, and played."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.games.sheet.plain import LONGEST_COLUMN, LONGEST_NAME, MOST_COLUMNS, Plain
from companion.values import put as put_in
from ui import theme
from ui import words as frame
from ui.games.own_editor import FigureStepper
from ui.games.sheet import words
from ui.sheets.naming import NamingSheet
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put, put_each
from ui.widgets.pad import Pad

TARGET, MOST_TENS = 100, 100
"""Points until which is played at first; they are stepped in tens, up to a thousand."""
ROUNDS, MOST_ROUNDS = 10, 50
COLUMN_LETTERS = "ABCDEF"
ACROSS = 3
"""Columns that stand beside each other."""
COUNT_SHARE = 0.3
"""Of the width, for how many columns there are."""

BLANK = Plain("", (words.POINTS,))


class Tens(FigureStepper):
    """A figure that steps in tens."""

    @property
    def tens(self) -> int:
        """The figure."""
        return self.value * 10

    def _show(self) -> None:
        super()._show()
        self._figure.text = str(self.tens)


class NewSheet(Face):
    """What is chosen for a new sheet; `keep` takes it, and `wrong` says what keeps it from being played.

    It begins with its name being typed.
    """

    def __init__(
        self,
        draft: Plain,
        wrong: Callable[[Plain], str],
        back: Callable[[], None],
        keep: Callable[[Plain], None],
    ) -> None:
        super().__init__()
        self.draft = draft
        self._wrong, self._keep = wrong, keep
        self.header = TitleLine(words.NEW, words.NEW_HINT, back, self._go, words.PLAY)
        self.name = Pad(on_tap=self.ask_name, role=theme.heading())
        self.high = Pad(words.HIGH, on_tap=lambda: self._change(low=False), role=theme.body())
        self.low = Pad(words.LOW, on_tap=lambda: self._change(low=True), role=theme.body())
        self.count = FigureStepper(
            len(draft.columns), self._recount, least=1, most=MOST_COLUMNS, caption=words.COLUMNS
        )
        self.columns = [
            Pad(on_tap=partial(self._ask_column, n), role=theme.body()) for n in range(MOST_COLUMNS)
        ]
        self.ends = [
            Pad(words.UNTIL_SAID, on_tap=lambda: self._change(target=0, rounds=0), role=theme.body()),
            Pad(words.AT_POINTS, on_tap=self._by_points, role=theme.body()),
            Pad(words.AFTER_ROUNDS, on_tap=self._by_rounds, role=theme.body()),
        ]
        self.points = Tens(
            (draft.target or TARGET) // 10, self._by_points, least=1, most=MOST_TENS, caption=words.POINTS_ARE
        )
        self.rounds = FigureStepper(
            draft.rounds or ROUNDS, self._by_rounds, least=1, most=MOST_ROUNDS, caption=words.ROUNDS_ARE
        )
        self.naming: NamingSheet | None = None
        self._show()
        if not draft.name:
            self.ask_name()

    # What is tapped.

    def ask_name(self) -> None:
        """Have the name typed."""
        self._type(lambda name: self._change(name=name), self.draft.name, words.NAME_IT, LONGEST_NAME)

    def _ask_column(self, number: int) -> None:
        def named(title: str) -> None:
            self._change(columns=put_in(self.draft.columns, number, title))

        self._type(named, self.draft.columns[number], words.NAME_COLUMN, LONGEST_COLUMN)

    def _recount(self) -> None:
        """Add a column at the end, or take the last one away; the only one is called for what it is."""
        own = [title for n, title in enumerate(self.draft.columns) if title != _ready_made(n, self.draft)]
        count = self.count.value
        blank = replace(self.draft, columns=("",) * count)
        titles = (
            self.draft.columns[n]
            if n < len(self.draft.columns) and self.draft.columns[n] in own
            else _ready_made(n, blank)
            for n in range(count)
        )
        self._change(columns=tuple(titles))

    def _by_points(self) -> None:
        self._change(target=self.points.tens, rounds=0)

    def _by_rounds(self) -> None:
        self._change(target=0, rounds=self.rounds.value)

    def _change(self, **choice: object) -> None:
        self.draft = replace(self.draft, **choice)
        self._show()

    def _go(self) -> None:
        self._keep(self.draft)

    # Typing.

    def _type(self, done: Callable[[str], None], text: str, title: str, most: int) -> None:
        def typed(found: str) -> None:
            self.leave()
            done(found)

        self.naming = NamingSheet(typed, self.leave, text, title=title, ready=frame.KEEP_NAME, most=most)
        self._show()

    def leave(self) -> None:
        """Whoever types doesn't any more."""
        if self.naming is not None:
            self.naming.leave()
            self.naming = None
            self._show()

    # How it looks.

    def say(self, wrong: str) -> None:
        """Show what keeps it from being played, in place of what to do."""
        self.header.hint.say(wrong or words.NEW_HINT, warning=bool(wrong))
        self.header.next.live = not wrong

    def _show(self) -> None:
        if self.naming is not None:
            self.set_parts(self.naming)
            return
        draft = self.draft
        self.set_parts(self.header, self.name, self.high, self.low, self.count, *self.ends)
        self.name.say(draft.name or words.NO_NAME, words.NAME_HINT if draft.name else "")
        self.high.choose(not draft.low)
        self.low.choose(draft.low)
        for pad, title in zip(self.columns, draft.columns, strict=False):
            pad.say(title, words.NAME_HINT)
            self.add_widget(pad)
        for pad, chosen in zip(
            self.ends, (not draft.target and not draft.rounds, draft.target, draft.rounds), strict=True
        ):
            pad.choose(bool(chosen))
        for figure, shown in ((self.points, draft.target), (self.rounds, draft.rounds)):
            if shown:
                self.add_widget(figure)
        self.say(self._wrong(draft))

    def arrange(self, rect: Rect) -> None:
        """A row each for the name and who wins, the columns, and the end; who types has all the room."""
        if self.naming is not None:
            put(self.naming, rect.inset(theme.mm(1)))
            return
        head, room = body_of(rect)
        gap = theme.mm(theme.GAP_MM)
        put(self.header, head)
        shown = len(self.draft.columns)
        across = min(shown, ACROSS)
        lines = -(-shown // across)
        first, *_, third = rows = room.rows(2 + lines, gap)
        second = Rect(room.x, rows[lines].y, room.width, rows[1].top - rows[lines].y)
        name, high, low = first.columns([2, 1, 1], gap)
        put(self.name, name)
        put(self.high, high)
        put(self.low, low)
        count, titles = second.cut_left(second.width * COUNT_SHARE, gap)
        put(self.count, count)
        for pad, cell in zip(self.columns, titles.grid(lines * across, across, gap), strict=False):
            put(pad, cell)
        timed = bool(self.draft.target or self.draft.rounds)
        *ends, last = third.columns([1, 1, 1, 1.2], gap) if timed else (*third.columns([1, 1, 1], gap), third)
        put_each(self.ends, ends)
        put(self.points, last)
        put(self.rounds, last)


def _ready_made(number: int, draft: Plain) -> str:
    """Return what a column is called that nobody has named."""
    return words.POINTS if len(draft.columns) == 1 else COLUMN_LETTERS[number]
