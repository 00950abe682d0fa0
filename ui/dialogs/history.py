"""The record in sentences, of which one can be opened and corrected; and a match looked at step by step."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from functools import partial

from msgspec import Struct

from companion.game import TABLE, Seat
from companion.journal import Entered, Entry, Faulted, Opened
from ui.games.face import GameFace
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Line, Many, Pages, Part, Text, column, grid, headed, row
from ui.stage import theme
from ui.table.photo_finish import photo_finish
from ui.table.presenting import Dialog, Presenter
from ui.table.session import HistoryLine, Session

ROW_MM, UPRIGHT_MM, MORE_MM, GAP_MM = 14.0, 18.0, 2.0, 1.6
"""Height of an entry, and upright, where it has three lines; how much more at most; the gap between two."""

MOST_BESIDE = 3
"""So many pads stand beside each other upright."""
PAD_MM, WIDE_MM = 19.0, 36.0
"""Width of a pad at the top, and of the one that leads on to the table step by step, where there is room."""


class Corrections(Struct, frozen=True):
    """What can be done about an entry: `tell` what happened `instead` (True), or just before it as well."""

    back_before: Callable[[int], None]
    strike: Callable[[int], None]
    tell: Callable[[int, bool], None]


class HistoryDialog(PartDialog):
    """All entries; a tapped one shows what can be done about it. What changes the record at once is held.

    `look_back` leads on to the table as it was at each of them. An entry is `opened`; of those that are
    `unfolded` all that was taken back is seen; some who must agree have `agreed`.
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
        """List what has happened up to now."""
        self.show_all()

    def show_all(self) -> None:
        """List everything."""
        self.opened = None
        self.lines = [*self._listed(self.session.history())]
        self.compose()

    def _listed(self, lines: Iterable[HistoryLine]) -> Iterator[HistoryLine]:
        """Yield lines, with what was taken back where that was asked for."""
        for line in lines:
            yield line
            if line.entry.n in self.unfolded:
                yield from self._listed(line.undone)

    def unfold(self, line: HistoryLine) -> None:
        """Show all that was taken back with an entry, or no longer."""
        self.unfolded ^= {line.entry.n}
        self.show_all()

    def open_newest(self) -> None:
        """Show the newest entry of those that stand."""
        self.open(next(line for line in self.lines if line.correctable))

    def open_entry(self, entry: int) -> None:
        """Show an entry of the record by its number."""
        self.open(next(line for line in self.lines if line.entry.n == entry))

    def open(self, line: HistoryLine) -> None:
        """Show one entry, and what can be done about it."""
        if self._opens(line):
            self.opened, self.agreed = line, frozenset()
            self.compose()

    @staticmethod
    def _opens(line: HistoryLine) -> bool:
        return line.correctable and not isinstance(line.entry.body, Opened)

    def part(self) -> Part:
        """A list, or one entry with its pads."""
        if self.opened is not None:
            return self._entry(self.opened)
        pads = [Button(words.CLOSE, on_tap=self.close, name="close", mm=PAD_MM)]
        if self.look_back is not None:
            wide = PAD_MM if self.stands else WIDE_MM
            pads.insert(0, Button(words.WATCH_AGAIN, on_tap=self.look_back, name="look back", mm=wide))
        # A record has hundreds: each is written when its page is turned to.
        entries = Many(len(self.lines), lambda n: self._line(self.lines[n]))
        high = UPRIGHT_MM if self.stands else ROW_MM
        return column(
            headed(words.HISTORY, *pads),
            Pages(entries, high, highest_mm=high + MORE_MM, gap=GAP_MM, name="entries"),
            gap=2,
        )

    def _line(self, line: HistoryLine) -> Part:
        entry, told = line.entry, self.presenter.told(line.entry)
        tap = partial(self.open, line) if self._opens(line) else None
        if line.undone:
            first, *_ = self.presenter.told(line.undone[-1].entry) or ("",)
            told = (words.undone(first), words.and_after_it(len(line.undone) - 1))
            tap = partial(self.unfold, line)
        return Line(
            f"{entry.n} · {words.clock(entry.at)}",
            " ".join(map(str, filter(None, told))),
            tap,
            warning=isinstance(entry.body, Faulted),
            struck=line.struck,
            wraps=True,
            name=f"entry {entry.n}",
        )

    def _entry(self, line: HistoryLine) -> Part:
        entry, can = line.entry.n, self.corrections
        seen = self.session.revealed_since(entry)
        since = (Text(words.revealed_since(len(seen)), dim=True, wraps=True, name="since"),) if seen else ()
        back = [self._agrees(entry, seat, seen) for seat in seen] or [
            Button(words.BACK_BEFORE, words.HOLD, partial(can.back_before, entry), held=True, name="back")
        ]
        upper: list[Part] = []
        if self.session.correctable(entry):
            replace = Button(
                words.REPLACE, words.REPLACE_HINT, partial(can.tell, entry, True), name="replace"
            )
            insert = Button(words.INSERT, words.INSERT_HINT, partial(can.tell, entry, False), name="insert")
            upper.append(row(replace, insert, mm=theme.PRIMARY_MM))
            strike = partial(can.strike, entry)
            back.append(Button(words.STRIKE, words.HOLD, strike, held=True, name="strike"))
        told = "\n".join(map(str, self.presenter.told(line.entry)))
        rows = 2 if self.stands and len(back) > MOST_BESIDE else 1
        high = theme.PRIMARY_MM * rows + theme.GAP_MM * (rows - 1)
        return column(
            headed(words.CORRECT_RECORD, Button(words.CANCEL, on_tap=self.show_all, name="cancel")),
            Text(told, theme.heading, wraps=True, share=1, name="told"),
            *since,
            *upper,
            column(grid(back, -(-len(back) // rows)), mm=high),
        )

    def _agrees(self, entry: int, seat: Seat, needed: tuple[Seat, ...]) -> Button:
        """Return the pad of one of those who all must agree that it goes back before an entry."""

        def agree() -> None:
            self.agreed |= {seat}
            self.compose()
            if self.agreed.issuperset(needed):
                self.corrections.back_before(entry)

        name = self.presenter.seat_name(seat)
        chosen = seat in self.agreed
        return Button(
            words.agrees(name), words.AGREES_HINT, agree, held=True, chosen=chosen, name=f"agrees {seat}"
        )


# A match that is over, looked at step by step: the table as it was, and the photo finish of each duel.

HEAD_MM, CLOSE_MM = 15.5, 30.0
"""Height of what is said, and width of the pad beside it."""
MORE_HEAD_MM, LONG = 5.0, 150
"""So much higher is what has more than so many letters."""


class LookBack(PartDialog):
    """Shows what stood after each `step` of the line of play, from the first one on; 0 is the opening.

    It shows what everybody may see; of a match that is over that is no secret any more.
    """

    session: Session
    game: GameFace
    presenter: Presenter
    close: Callable[[], None]
    step: int = 1

    def start(self) -> None:
        """Begin with what happened first, if anything did."""
        self._line = self.session.match.line
        self.step = min(self.step, len(self._line) - 1)

    def show(self, step: int) -> None:
        """Show the table after a step."""
        self.step = max(0, min(step, len(self._line) - 1))
        self.compose()

    def part(self) -> Part:
        """What happened above, the pads below, and in between the table, or the photo finish of a duel."""
        step, last, position = self.step, len(self._line) - 1, self._line[self.step]
        entry = self.session.match.entries[0]
        if step:
            entry = Entry(position.entry, position.at, Entered(position.report, position.events))
        duel, said = self._duel(step), words.step_of(step, last)
        if duel is not None and duel.finish is not None:
            said = f"{said} · {duel.title}"
            seen = Drawing(photo_finish(duel.finish, self.presenter), name="finish")
        else:
            view = self.game.game.view(position.state, TABLE)
            seen = Drawing(self.game.still(self.presenter, view), name="table")
        stands = self.stands
        number = Text(said, theme.heading, bold=True, wraps=stands, share=float(stands), name="step")
        reads = " ".join(map(str, self.presenter.told(entry)))
        told = Text(reads, dim=True, wraps=True, share=1, name="told")
        close = Button(words.CLOSE, on_tap=self.close, mm=CLOSE_MM, name="close")
        if stands:
            # Beside the pad there would be room for half a sentence.
            head: Part = column(row(number, close, mm=HEAD_MM), told, mm=2 * HEAD_MM * theme.LARGER, gap=1)
        else:
            more = MORE_HEAD_MM * theme.LARGER if len(reads) > LONG else 0.0
            head = row(column(number, told, gap=0), close, mm=HEAD_MM + more)
        return column(head, seen, self._ways(last), gap=2)

    def _ways(self, last: int) -> Part:
        step = self.step

        back, on = step > 0, step < last
        pads = [
            Button(words.FIRST_STEP, on_tap=partial(self.show, 0), live=back, name="first"),
            Button(icon="back", on_tap=partial(self.show, step - 1), live=back, name="before"),
            Button(icon="forward", on_tap=partial(self.show, step + 1), live=on, name="after"),
            Button(words.LAST_STEP, on_tap=partial(self.show, last), live=on, name="last"),
        ]
        if self.game.grabs(self.session.facts) is not None:
            for at, title, way, live in ((1, words.DUEL_BEFORE, -1, back), (-1, words.DUEL_AFTER, 1, on)):
                to = partial(self._to_duel, way)
                pads.insert(at, Button(title, on_tap=to, live=live, name=f"duel {way}"))
        rows = 2 if self.stands else 1
        high = theme.TARGET_MM * rows + theme.GAP_MM * (rows - 1)
        return column(grid(pads, -(-len(pads) // rows)), mm=high)

    def _duel(self, step: int) -> Dialog | None:
        """Return what lay over the table after a step, where that had a photo finish."""
        dialog = self.presenter.dialog(self.game.game.view(self._line[step].state, TABLE))
        finish = None if dialog is None else dialog.finish
        return dialog if finish is not None and finish.marks else None

    def _to_duel(self, way: int) -> None:
        """Show the next step, one way or the other, that has a photo finish, if any has."""
        steps = range(self.step + way, len(self._line) if way > 0 else -1, way)
        found = next((step for step in steps if self._duel(step) is not None), None)
        if found is not None:
            self.show(found)
