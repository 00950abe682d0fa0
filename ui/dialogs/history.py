"""The record in sentences, with a way to correct each entry; and a match played back step by step."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import partial

from msgspec import Struct

from companion.game import TABLE, Seat
from companion.journal import Entered, Entry, Faulted, Opened, Overruled
from ui.games.face import GameFace
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Line, Many, Pages, Part, Text, column, grid, headed, row
from ui.stage import theme
from ui.table.photo_finish import photo_finish
from ui.table.presenting import Dialog, Presenter
from ui.table.session import HistoryLine, Session

ROW_MM, UPRIGHT_MM, MORE_MM, GAP_MM = 14.0, 18.0, 2.0, 1.6
"""Height of an entry, and upright, with three lines; how much it may grow; and the gap between two."""

MOST_BESIDE = 3
"""Maximum number of pads side by side on an upright panel."""
PAD_MM, WIDE_MM = 19.0, 36.0
"""Width of a pad at the top, and of the one that opens the playback, unless upright."""


class Corrections(Struct, frozen=True):
    """What can be done about an entry; `correct` enters what happened instead of it (True), or before it."""

    back_before: Callable[[int], None]
    strike: Callable[[int], None]
    correct: Callable[[int, bool], None]


class HistoryDialog(PartDialog):
    """All entries; a tap on one shows what can be done. Pads that change the record at once must be held.

    `look_back` opens the playback. `opened`: the entry that is shown. `unfolded`: take-backs whose lines are
    listed. `agreed`: seats that have consented to a take-back.
    """

    session: Session
    presenter: Presenter
    close: Callable[[], None]
    corrections: Corrections
    look_back: Callable[[], None] | None = None
    opened: HistoryLine | None = None
    unfolded: frozenset[int] = frozenset()
    agreed: frozenset[Seat] = frozenset()
    lines: list[HistoryLine] = field(default_factory=list)

    def start(self) -> None:
        """List all entries."""
        self.show_all()

    def show_all(self) -> None:
        """Close an open entry and list all entries."""
        self.opened = None
        self.lines = [*self._listed(self.session.history())]
        self.compose()

    def _listed(self, lines: Iterable[HistoryLine]) -> Iterator[HistoryLine]:
        """Yield lines, each followed by those that it took back if it is unfolded."""
        for line in lines:
            yield line
            if line.entry.n in self.unfolded:
                yield from self._listed(line.undone)

    def unfold(self, line: HistoryLine) -> None:
        """Show or hide what a take-back took back."""
        self.unfolded ^= {line.entry.n}
        self.show_all()

    def open_newest(self) -> None:
        """Open the newest entry that can be corrected, if there is one."""
        newest = next((line for line in self.lines if line.correctable), None)
        if newest is not None:
            self.open(newest)

    def open_entry(self, entry: int) -> None:
        """Open an entry by its number."""
        self.open(next(line for line in self.lines if line.entry.n == entry))

    def open(self, line: HistoryLine) -> None:
        """Open an entry, to show what can be done about it."""
        if self._opens(line):
            self.opened, self.agreed = line, frozenset()
            self.compose()

    @staticmethod
    def _opens(line: HistoryLine) -> bool:
        return line.correctable and not isinstance(line.entry.body, Opened)

    def part(self) -> Part:
        """Return the list, or the open entry with its pads."""
        if self.opened is not None:
            return self._entry(self.opened)
        pads = [Button(words.CLOSE, on_tap=self.close, name="close", mm=PAD_MM)]
        if self.look_back is not None:
            wide = PAD_MM if self.upright else WIDE_MM
            pads.insert(0, Button(words.WATCH_AGAIN, on_tap=self.look_back, name="look back", mm=wide))
        # A record has hundreds of entries, so each is only made for the page that is shown.
        entries = Many(len(self.lines), lambda n: self._line(self.lines[n]))
        high = UPRIGHT_MM if self.upright else ROW_MM
        pages = Pages(entries, high, highest_mm=high + MORE_MM, gap=GAP_MM, name="entries")
        return column(headed(words.HISTORY, *pads), pages, gap=2)

    def _line(self, line: HistoryLine) -> Part:
        entry, sentences = line.entry, self.presenter.describe(line.entry)
        tap = partial(self.open, line) if self._opens(line) else None
        if line.undone:
            *after, first = line.undone
            undone, *_ = self.presenter.describe(first.entry) or ("",)
            # A refused tap, or what was taken back before, was no move on the table any more.
            moves = sum(isinstance(other.entry.body, Entered | Overruled) for other in after)
            sentences = (words.undone(undone), words.and_after_it(moves))
            tap = partial(self.unfold, line)
        return Line(
            f"{entry.n} · {words.clock(entry.at)}",
            " ".join(map(str, filter(None, sentences))),
            tap,
            warning=isinstance(entry.body, Faulted),
            struck=line.struck,
            wraps=True,
            name=f"entry {entry.n}",
        )

    def _entry(self, line: HistoryLine) -> Part:
        entry, corrections = line.entry.n, self.corrections
        seats = self.session.match.consents_needed(entry)
        since = (Text(words.revealed_since(len(seats)), dim=True, wraps=True, name="since"),) if seats else ()
        back = [self._agrees(entry, seat, seats) for seat in seats] or [
            Button(
                words.BACK_BEFORE, words.HOLD, partial(corrections.back_before, entry), held=True, name="back"
            )
        ]
        upper: list[Part] = []
        if self.session.match.refuses_correction(entry) is None:
            correct = partial(corrections.correct, entry)
            replace = Button(words.REPLACE, words.REPLACE_HINT, partial(correct, True), name="replace")
            insert = Button(words.INSERT, words.INSERT_HINT, partial(correct, False), name="insert")
            upper.append(row(replace, insert, mm=theme.PRIMARY_MM))
            strike = partial(corrections.strike, entry)
            back.append(Button(words.STRIKE, words.HOLD, strike, held=True, name="strike"))
        sentences = "\n".join(map(str, self.presenter.describe(line.entry)))
        rows = 2 if self.upright and len(back) > MOST_BESIDE else 1
        high = theme.PRIMARY_MM * rows + theme.GAP_MM * (rows - 1)
        return column(
            headed(words.CORRECT_RECORD, Button(words.CANCEL, on_tap=self.show_all, name="cancel")),
            Text(sentences, theme.heading, wraps=True, share=1, name="told"),
            *since,
            *upper,
            column(grid(back, -(-len(back) // rows)), mm=high),
        )

    def _agrees(self, entry: int, seat: Seat, needed: tuple[Seat, ...]) -> Button:
        """Return the pad with which a seat consents; with the last consent the take-back happens."""

        def agree() -> None:
            self.agreed |= {seat}
            self.compose()
            if self.agreed.issuperset(needed):
                self.corrections.back_before(entry)

        title = words.agrees(self.presenter.seat_name(seat))
        chosen = seat in self.agreed
        return Button(title, words.AGREES_HINT, agree, held=True, chosen=chosen, name=f"agrees {seat}")


# Playback of a finished match step by step: the table as it was, and the photo finish of each duel.

HEAD_MM, CLOSE_MM = 15.5, 30.0
"""Height of the text at the top, and width of the pad next to it."""
MORE_HEAD_MM, LONG = 5.0, 150
"""Extra height for a text with more than LONG letters."""


class LookBack(PartDialog):
    """Shows the table after a `step` of the line of play; 0 is the opening.

    It shows the views that everybody may see.
    """

    session: Session
    game: GameFace
    presenter: Presenter
    close: Callable[[], None]
    step: int = 1

    def start(self) -> None:
        """Begin with the first step, if there is one."""
        self._line = self.session.match.line
        self.step = min(self.step, len(self._line) - 1)

    def show(self, step: int) -> None:
        """Show the table after a step."""
        self.step = max(0, min(step, len(self._line) - 1))
        self.compose()

    def part(self) -> Part:
        """Return what happened, then the table or a duel's photo finish, then the pads."""
        step, last, position = self.step, len(self._line) - 1, self._line[self.step]
        entry = self.session.match.entries[0]
        if step:
            entry = Entry(position.entry, position.at, Entered(position.report, position.events))
        duel, heading = self._duel(step), words.step_of(step, last)
        if duel is not None and duel.finish is not None:
            heading = f"{heading} · {duel.title}"
            picture = Drawing(photo_finish(duel.finish, self.presenter), name="finish")
        else:
            view = self.game.game.view(position.state, TABLE)
            picture = Drawing(self.game.still(self.presenter, view), name="table")
        upright = self.upright
        number = Text(heading, theme.heading, bold=True, wraps=upright, share=float(upright), name="step")
        sentences = " ".join(map(str, self.presenter.describe(entry)))
        text = Text(sentences, dim=True, wraps=True, share=1, name="told")
        close = Button(words.CLOSE, on_tap=self.close, mm=CLOSE_MM, name="close")
        if upright:
            # Next to the pad only half a sentence would fit.
            head: Part = column(row(number, close, mm=HEAD_MM), text, mm=2 * HEAD_MM * theme.LARGER, gap=1)
        else:
            more = MORE_HEAD_MM * theme.LARGER if len(sentences) > LONG else 0.0
            head = row(column(number, text, gap=0), close, mm=HEAD_MM + more)
        return column(head, picture, self._pads(last), gap=2)

    def _pads(self, last: int) -> Part:
        step = self.step

        back, on = step > 0, step < last
        pads = [
            Button(words.FIRST_STEP, on_tap=partial(self.show, 0), live=back, name="first"),
            Button(icon="back", on_tap=partial(self.show, step - 1), live=back, name="before"),
            Button(icon="forward", on_tap=partial(self.show, step + 1), live=on, name="after"),
            Button(words.LAST_STEP, on_tap=partial(self.show, last), live=on, name="last"),
        ]
        if self.game.grabs(self.session.match.facts) is not None:
            duels = ((1, words.DUEL_BEFORE, -1, back), (-1, words.DUEL_AFTER, 1, on))
            for at, title, direction, live in duels:
                to = partial(self._to_duel, direction)
                pads.insert(at, Button(title, on_tap=to, live=live, name=f"duel {direction}"))
        rows = 2 if self.upright else 1
        high = theme.TARGET_MM * rows + theme.GAP_MM * (rows - 1)
        return column(grid(pads, -(-len(pads) // rows)), mm=high)

    def _duel(self, step: int) -> Dialog | None:
        """Return the dialog that was open after a step, if it has a photo finish."""
        dialog = self.presenter.dialog(self.game.game.view(self._line[step].state, TABLE))
        finish = None if dialog is None else dialog.finish
        return dialog if finish is not None and finish.marks else None

    def _to_duel(self, direction: int) -> None:
        """Go to the next step forwards (1) or backwards (-1) with a photo finish, if there is one."""
        steps = range(self.step + direction, len(self._line) if direction > 0 else -1, direction)
        duel = next((step for step in steps if self._duel(step) is not None), None)
        if duel is not None:
            self.show(duel)
