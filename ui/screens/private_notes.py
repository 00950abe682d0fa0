"""What only one player may see: over the table while a finger rests on that player's pad."""

from functools import partial
from typing import TYPE_CHECKING

from companion.game import Seat, Violation
from ui.dialogs.notice import PrivateNotePanel
from ui.language import languages
from ui.table.presenting import HasPrivateNotes, PrivateView
from ui.widgets.layout import Rotated

if TYPE_CHECKING:
    from ui.screens.table import TableScreen


class PrivateNotes:
    """The private notes of one table: each appears at once, and nothing of it stays.

    `faults` is what was wrong with the last report, by the seats that alone may know.
    """

    def __init__(self, table: "TableScreen") -> None:
        self.panel: PrivateNotePanel | None = None
        self.turned: Rotated | None = None
        self.faults: dict[Seat, tuple[Violation, ...]] = {}
        self._table = table

    def reveal(self, view: PrivateView | None) -> None:
        """Show a seat's note while a finger rests on its pad; None hides it."""
        self.cover()
        table, session, presenter = self._table, self._table.session, self._table.presenter
        if view is None or not isinstance(presenter, HasPrivateNotes):
            return
        seen = session.match.game.view(session.match.state, view.seat)
        faults, plate = self.faults.get(view.seat, ()), presenter.seat_plate(view.seat)
        with languages.spoken_to(plate):
            note = presenter.private_note(seen, table.pending, faults).translated
        feed = table.go.feed
        # A refusal comes first, and needs the room.
        able = feed is not None and feed.notes_on and feed.shows(session.name) and not faults
        code = partial(self._code_for, view.seat) if able else None
        self.panel = PrivateNotePanel(note, plate, code)
        self.turned = Rotated(self.panel, table.side_of(view.seat))
        table.add_widget(self.turned)
        table.board.show(seen, table.pending)
        table.rearrange()

    def cover(self) -> None:
        """Hide the note that is shown, if any."""
        if self.turned is not None:
            self._table.remove_widget(self.turned)
            self.turned = self.panel = None
            self._table.board.show(self._table.session.view, self._table.pending)

    def _code_for(self, seat: Seat) -> str:
        """Return the code of a seat for a phone, and tell the feed that there is one."""
        assert self._table.go.feed is not None, "only asked for with a window"
        code = self._table.go.feed.code(seat)
        self._table.show_phones()
        return code
