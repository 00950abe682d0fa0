"""*New sheet*: making a plain sheet on one screen, or changing one's own. It is saved as a file."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.game import put
from companion.games.sheet.plain import LONGEST_COLUMN, LONGEST_NAME, MOST_COLUMNS, Plain
from ui.games.sheet import words
from ui.language import words as frame
from ui.parts.naming import NamingDialog
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Figure, Header, Pages, Part, Row, Screen, column, row, small_pad
from ui.stage import theme

TARGET, MOST_TARGET, TENS = 100, 1000, 10
"""Points to play to, at first and at most; they change in steps of ten."""
ROUNDS, MOST_ROUNDS = 10, 50
COLUMN_LETTERS = "ABCDEF"
PAD_MM, NAME_MM, NAMES_SHARE = 11.5, 22.0, 2.3
"""Least height of a pad, least width of a column's pad, and the columns' share next to their number."""

A_LINE = 3
"""Number of columns side by side."""

BLANK = Plain("", (words.POINTS,))


class NewSheet(PartScreen):
    """The choices for a plain sheet; `save` saves it, and `wrong` says why it can't be played ("" if it can).

    A new sheet starts with typing its name. `changes`: the sheet exists already, and is saved without
    playing.
    """

    draft: Plain
    wrong: Callable[[Plain], str]
    back: Callable[[], None]
    save: Callable[[Plain], None]
    changes: bool = False
    refused = ""

    def start(self) -> None:
        """Ask for the name of a new sheet."""
        self._target, self._rounds = self.draft.target or TARGET, self.draft.rounds or ROUNDS
        if not self.draft.name:
            self.ask_name()

    # Taps.

    def ask_name(self) -> None:
        """Ask for the sheet's name."""
        self._type(lambda name: self.change(name=name), self.draft.name, words.NAME_IT, LONGEST_NAME)

    def ask_column(self, number: int) -> None:
        """Ask for a column's name."""

        def named(title: str) -> None:
            self.change(columns=put(self.draft.columns, number, title))

        self._type(named, self.draft.columns[number], words.NAME_COLUMN, LONGEST_COLUMN)

    def recount(self, count: int) -> None:
        """Add columns at the end or remove the last ones; unnamed columns get default names."""
        named = [title for n, title in enumerate(self.draft.columns) if title != _ready_made(n, self.draft)]
        blank = replace(self.draft, columns=("",) * count)
        titles = (
            self.draft.columns[n]
            if n < len(self.draft.columns) and self.draft.columns[n] in named
            else _ready_made(n, blank)
            for n in range(count)
        )
        self.change(columns=tuple(titles))

    def by_points(self, target: int) -> None:
        """Play until a player has this many points."""
        self._target = target
        self.change(target=target, rounds=0)

    def by_rounds(self, rounds: int) -> None:
        """Play this many rounds."""
        self._rounds = rounds
        self.change(target=0, rounds=rounds)

    def change(self, **choice: object) -> None:
        """Change the draft."""
        self.draft, self.refused = replace(self.draft, **choice), ""
        self.compose()

    def say(self, refused: str) -> None:
        """Show why the sheet couldn't be saved, in place of the hint."""
        self.refused = refused
        self.compose()

    # Typing.

    @property
    def naming(self) -> NamingDialog | None:
        """The on-screen keyboard while it is open, or None."""
        return self.over if isinstance(self.over, NamingDialog) else None

    def _type(self, done: Callable[[str], None], text: str, title: str, most: int) -> None:
        close, ready = partial(self.lay_over, None), frame.KEEP_NAME

        def typed(found: str) -> None:
            close()
            done(found)

        self.lay_over(NamingDialog(typed, close, text, title=title, ready=ready, most=most, figures=True))

    # Layout.

    def part(self) -> Screen:
        """Return rows for the name and who wins, for the columns, and for the end."""
        draft = self.draft
        wrong = self.refused or self.wrong(draft)
        title, hint, on = words.NEW, words.NEW_HINT, words.PLAY
        if self.changes:
            title, hint, on = words.CHANGE, words.CHANGE_HINT, frame.KEEP_NAME
        header = Header(
            title, wrong or hint, self.back, partial(self.save, draft), on,
            on_live=not wrong, warns="hint" if wrong else "",
        )  # fmt: skip
        hint = words.NAME_HINT if draft.name else ""
        first = row(
            Button(draft.name or words.NO_NAME, hint, self.ask_name, name="name", share=2),
            _pad(words.HIGH, partial(self.change, low=False), not draft.low, "high"),
            _pad(words.LOW, partial(self.change, low=True), draft.low, "low"),
        )
        titles = tuple(
            small_pad(title, words.NAME_HINT, partial(self.ask_column, n), name=f"column {n}")
            for n, title in enumerate(draft.columns)
        )
        count = Figure(len(titles), self.recount, 1, MOST_COLUMNS, caption=words.COLUMNS, name="columns")
        said = not draft.target and not draft.rounds
        by_points, by_rounds = partial(self.by_points, self._target), partial(self.by_rounds, self._rounds)
        ends: list[Part] = [
            _pad(words.UNTIL_ENDED, partial(self.change, target=0, rounds=0), said, "until said"),
            _pad(words.AT_POINTS, by_points, bool(draft.target), "at points"),
            _pad(words.AFTER_ROUNDS, by_rounds, bool(draft.rounds), "after rounds"),
        ]
        if draft.target:
            ends.append(
                Figure(
                    draft.target, self.by_points, least=TENS, most=MOST_TARGET, step=TENS,
                    caption=words.POINTS_ARE, name="points",
                )
            )  # fmt: skip
        if draft.rounds:
            ends.append(
                Figure(
                    draft.rounds, self.by_rounds, least=1, most=MOST_ROUNDS, caption=words.ROUNDS_ARE,
                    name="rounds",
                )
            )  # fmt: skip
        names = Pages(titles, PAD_MM, NAME_MM, share=NAMES_SHARE, name="titles")
        share = 1 if len(titles) <= A_LINE else 2
        middle: Part = Row((count, names), share=share)
        if self.upright:
            middle = Column((replace(count, mm=theme.TARGET_MM), names), share=share + 0.5)
        return Screen(header, column(first, middle, Pages(tuple(ends), PAD_MM, NAME_MM, name="ends")))


def _pad(word: str, tap: Callable[[], None], chosen: bool, name: str) -> Button:
    return small_pad(word, "", tap, chosen=chosen, name=name)


def _ready_made(number: int, draft: Plain) -> str:
    """Return the default name of a column."""
    return words.POINTS if len(draft.columns) == 1 else COLUMN_LETTERS[number]
