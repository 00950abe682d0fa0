"""A match that is over, looked at step by step: the table as it was, and the photo finish of each duel."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from companion.game import TABLE
from companion.journal import Entered, Entry
from ui.games.face import GameFace
from ui.language import words
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Part, Text, column, grid, row
from ui.stage import theme
from ui.table.photo_finish import photo_finish
from ui.table.presenting import Dialog, Presenter
from ui.table.session import Session

HEAD_MM, CLOSE_MM = 15.5, 30.0
"""Height of what is said, and width of the pad beside it."""


@dataclass(eq=False, repr=False)
class LookBack(PartDialog):
    """Shows what stood after each `step` of the line of play, the last one first; 0 is the opening.

    It shows what everybody may see; of a match that is over that is no secret any more.
    """

    session: Session
    game: GameFace
    presenter: Presenter
    close: Callable[[], None]
    step: int = -1

    def __post_init__(self) -> None:
        """Begin at the end."""
        super().__post_init__()
        self._line = self.session.match.line
        self.step %= len(self._line)

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
        told = " ".join(map(str, self.presenter.told(entry)))
        return column(
            row(
                column(
                    Text(said, theme.heading, bold=True, name="step"),
                    Text(told, dim=True, wraps=True, share=1, name="told"),
                    gap=0,
                ),
                Button(words.CLOSE, on_tap=self.close, mm=CLOSE_MM, name="close"),
                mm=HEAD_MM,
            ),
            seen,
            self._ways(last),
            gap=2,
        )

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
