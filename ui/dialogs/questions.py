"""Dialogs with answers to tap: picking seats, splitting cards, verdicts and questions."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.game import Seat, put
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import (
    HEAD_MM,
    HEAD_PAD_MM,
    Button,
    Drawing,
    Figure,
    Pages,
    Part,
    Text,
    column,
    grid,
    headed,
    marked,
    row,
)
from ui.stage import theme
from ui.stage.parts import in_middle
from ui.table.photo_finish import photo_finish, row_marks
from ui.table.presenting import Choice, Dialog, Picking, Presenter, SplitAsked

FEW = 4
"""Up to this many answers are in one row, or two on an upright panel; more are in two."""
STANDING = 3
"""Rows of the others below the first of many answers, on an upright panel."""
ROW_MM, WIDE_MM = 14.0, 32.0
FIRST, LIKELY = 0.36, 1.7
"""Shares of the width: of the first of many answers, and of the likeliest of a few."""
FIGURE_MM, MARK_MM = 40.0, 6.5
"""Largest width of a figure, and width of a mark: an upright panel has no room for more."""


def answers(choices: Sequence[Choice], on_choice: Callable[[Any], None], *, upright: bool) -> Part:
    """Return a pad for each choice, named "answer 0" and so on; `on_choice` gets the tapped one's report.

    `upright`: the first of many is above the others, of which more are visible.
    """
    pads = [answer(n, choice, on_choice) for n, choice in enumerate(choices)]
    if upright and len(pads) == FEW:
        return column(grid(pads, 2), mm=2 * theme.PRIMARY_MM + theme.GAP_MM)
    if len(pads) <= FEW:
        return row(*pads, mm=theme.PRIMARY_MM)
    first, *others = pads
    pages = Pages(tuple(others), row_mm=ROW_MM, wide_mm=WIDE_MM, name="answers")
    if upright:
        more = replace(pages, mm=STANDING * ROW_MM + (STANDING - 1) * theme.GAP_MM)
        return column(replace(first, share=1), more, mm=theme.PRIMARY_MM + theme.GAP_MM + more.mm)
    return row(replace(first, share=FIRST), pages, mm=2 * ROW_MM + theme.GAP_MM)


def answer(n: int, choice: Choice, on_choice: Callable[[Any], None]) -> Button:
    """Return the pad of a choice, named "answer" and `n`."""
    return Button(
        choice.title,
        choice.subtitle,
        partial(on_choice, choice.report),
        primary=choice.primary,
        role=theme.heading if choice.primary else theme.body,
        share=LIKELY if choice.primary else 1.0,
        name=f"answer {n}",
    )


def asking(
    title: str,
    close: Callable[[], None],
    on_done: Callable[[], None],
    *,
    upright: bool,
    live: bool = True,
    wrong: str = "",
) -> Part:
    """Return the top of a dialog with a cancel and a done pad.

    `upright`: the title is above the pads, not next to them. `wrong` replaces the title.
    """
    pads = (
        Button(words.CANCEL, on_tap=close, name="cancel"),
        Button(words.DONE, on_tap=on_done, primary=True, live=live, name="done"),
    )
    if not upright and not wrong:
        return headed(title, *pads)
    role = theme.heading if wrong else theme.title
    asked = Text(wrong or title, role, bold=True, warning=bool(wrong), wraps=True, share=1, name="title")
    if not upright:
        return row(asked, *(replace(pad, mm=HEAD_PAD_MM) for pad in pads), mm=HEAD_MM)
    return column(asked, row(*pads, mm=HEAD_MM), mm=2 * HEAD_MM + theme.GAP_MM)


class PickDialog(PartDialog):
    """Asks for seats; `on_pick` gets the report that `picking` makes from them."""

    picking: Picking
    presenter: Presenter
    close: Callable[[], None]
    on_pick: Callable[[Any], None]  # a report of the game
    picked: frozenset[Seat] = frozenset()

    def toggle(self, seat: Seat) -> None:
        """Pick a seat or unpick it; fixed seats stay picked."""
        self.picked ^= {seat}
        self.compose()

    def part(self) -> Part:
        """Return the question above the seats."""
        asked, picked = self.picking, self._all
        seats = (
            Button(
                self.presenter.seat_name(seat),
                on_tap=partial(self.toggle, seat),
                chosen=seat in picked,
                picture=partial(in_middle, self.presenter.seat_plate(seat)),
                name=f"seat {seat}",
            )
            for seat in asked.seats
        )
        enough = len(picked) >= asked.least
        return column(
            asking(asked.question, self.close, self._finish, upright=self.upright, live=enough),
            Pages(tuple(seats), theme.TARGET_MM, WIDE_MM, theme.PRIMARY_MM, name="seats"),
        )

    @property
    def _all(self) -> frozenset[Seat]:
        return self.picked.union(self.picking.fixed)

    def _finish(self) -> None:
        self.on_pick(self.picking.report(tuple(seat for seat in self.picking.seats if seat in self._all)))


class SplitDialog(PartDialog):
    """Asks how many cards each seat gets, and who turns next; `on_share` gets the report of `split`."""

    content: Dialog
    split: SplitAsked
    presenter: Presenter
    on_share: Callable[[Any], None]
    starts: int = 0
    cards: tuple[int, ...] = ()

    def start(self) -> None:
        """Begin with the most even split."""
        self.cards = self.cards or self.split.even

    def set_cards(self, taker: int, cards: int) -> None:
        """Set how many cards a taker gets; takers are indices into `split.seats`."""
        self.cards = put(self.cards, taker, cards)
        self.compose()

    def let_start(self, taker: int) -> None:
        """Set the taker who turns next."""
        self.starts = taker
        self.compose()

    def part(self) -> Part:
        """Return the takers and their figures, and below them what is left over and the pad."""
        left = self.split.cards - sum(self.cards)
        return column(
            Text(self.content.title, theme.title, bold=True, name="title"),
            *([Text(self.content.subtitle, dim=True)] if self.content.subtitle else []),
            Pages(tuple(map(self._taker, range(len(self.cards)))), theme.TARGET_MM, highest_mm=14, gap=2),
            row(
                Text(words.to_share(left), theme.heading, bold=True, share=1, name="left"),
                Button(words.SHARE_SO, on_tap=self._share, primary=True, name="share"),
                mm=theme.PRIMARY_MM,
            ),
            gap=2,
        )

    def _taker(self, n: int) -> Part:
        seat = self.split.seats[n]
        turns_next = Button(
            self.presenter.seat_name(seat),
            words.TURNS_NEXT,
            partial(self.let_start, n),
            chosen=n == self.starts,
            cut=True,
            share=1,
            name=f"starts {n}",
        )
        cards = Figure(
            self.cards[n],
            partial(self.set_cards, n),
            most=self.split.cards,
            share=1.9,
            most_mm=FIGURE_MM,
            name=f"cards {n}",
        )
        return row(marked(self.presenter.seat_plate(seat), MARK_MM), turns_next, cards)

    def _share(self) -> None:
        split = self.split
        self.on_share(split.report(split.seats, self.cards, split.seats[self.starts]))


# A verdict or question: who it is about, the photo finish, and the answers.

MOST_MARKS = 4
"""Maximum number of winners with marks; the title names all of them."""
WHO_MM = 14.0
RACE = 2
"""Least number of rows for which a photo finish is shown."""


class VerdictDialog(PartDialog):
    """Shows a presenter's `Dialog`; `on_choice` gets the report of the tapped choice.

    `more` are further choices whose reports are functions to call. `pictured`: show a photo finish, if any.
    """

    content: Dialog
    presenter: Presenter
    on_choice: Callable[[Any], None]
    more: Sequence[Choice] = ()
    pictured: bool = True
    exact: bool = False

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices."""
        return (*self.content.choices, *self.more)

    def picture(self, content: Dialog) -> None:
        """Show the dialog with later presses and the margin that follows; its pads don't move.

        The answers' reports may include these presses.
        """
        self.content = content
        self.compose()

    def how_exact(self) -> None:
        """Switch between how exactly it was measured and the subtitle."""
        self.exact = not self.exact
        self.compose()

    def part(self) -> Part:
        """Return who it is about, the photo finish in all the room that is left, and the answers."""
        dialog = self.content
        finish = dialog.finish if self.pictured else None
        race = finish is not None and len(row_marks(finish)) >= RACE
        parts: list[Part] = [*self._head(whole=not race)]
        if race and finish is not None:
            parts.append(Drawing(photo_finish(finish, self.presenter), name="finish"))
        if dialog.question:
            parts.append(Text(dialog.question, theme.heading, bold=True, wraps=True, name="question"))
        if self.choices:
            parts.append(answers(self.choices, self.on_choice, upright=self.upright))
        return column(*parts, gap=2)

    def _head(self, *, whole: bool) -> tuple[Part, ...]:
        """Return marks, title and subtitle; `whole`: they have all the room above the answers.

        On an upright panel the pad for how exact it is comes below them.
        """
        dialog = self.content
        winners = [self.presenter.seat_plate(seat) for seat in dialog.winners[:MOST_MARKS]]
        marks = [marked(plate, WHO_MM) for plate in winners]
        small = dialog.exact if self.exact else dialog.subtitle
        texts = column(
            Text(dialog.title, title, bold=True, wraps=self.upright, share=1, name="title"),
            *([Text(small, wraps=True, dim=True, share=1, name="subtitle")] if small else []),
            gap=0.5,
        )
        exact = Button(
            words.HOW_EXACT, on_tap=self.how_exact, role=theme.body, chosen=self.exact, mm=26, name="exact"
        )
        pads = (exact,) if dialog.exact and dialog.finish is not None else ()
        high = WHO_MM * 1.6 if whole or self.upright else WHO_MM
        if self.upright:
            return (row(*marks, texts, mm=high), *(row(pad, mm=theme.TARGET_MM) for pad in pads))
        head = row(*marks, texts, *pads, mm=high)
        return (column(column(), head, column(), gap=0) if whole else head,)


def title() -> float:
    """Return the font size of a verdict's title, in pixels."""
    return theme.figure() * 0.88
