"""The dialog that the match itself puts over a table: a question, a verdict, a refusal, the end."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.game import Remedy, Violation
from companion.match_reports import LetStand, PutRight, Tick
from ui.dialogs.notice import NoticeDialog
from ui.dialogs.questions import SplitDialog, VerdictDialog
from ui.dialogs.refusal import RefusalDialog, WaysOn
from ui.dialogs.win import WinDialog
from ui.games.face import Comparing
from ui.language import words
from ui.stage.parts import ringed
from ui.stage.scene import Drawing
from ui.table.buttons import Seized
from ui.table.overlay import BrokenOff, GameOver, Held, Lost, Overlay, RulingShown, ToPutBack, end_of
from ui.table.presenting import Announcement, Choice, Dialog, Presenter, SplitAsked
from ui.table.sentences import about
from ui.widgets.layout import DialogPanel, Rotated

if TYPE_CHECKING:
    from ui.screens.table import TableScreen


def first_of(overlay: Overlay | None, news: Seized, presenter: Presenter) -> Announcement | None:
    """Return the announcement of who was first; None if the grab didn't lead to this ruling."""
    if not isinstance(overlay, RulingShown) or overlay.dialog.winners != news.first:
        return None
    first = overlay.dialog.winners[0] if len(overlay.dialog.winners) == 1 else None
    name = overlay.dialog.title.removesuffix(".") if first is None else presenter.seat_name(first)
    return Announcement(name, seat=first)


class FrontDialog:
    """Shows the table's overlay as a `dialog`, turned to the player that it addresses; None for none.

    `overlay` is the overlay as a value, `ruled` a ruling that is shown until players go on; `peeking`: they
    look at the table under a question. `news` are lines about the end, which arrive when they are computed.
    """

    def __init__(self, table: "TableScreen") -> None:
        self.dialog: DialogPanel | None = None
        self.turned: Rotated | None = None
        self.loss_read = False
        self.news: tuple[str, ...] = ()
        self._table, self._go = table, table.go
        self.overlay: Overlay | None = None
        self.ruled: Dialog | None = None
        self.peeking = False
        self._news_of = 0

    def follow(self) -> None:
        """Show the current overlay; a dialog that stays keeps its input."""
        overlay = self._table.overlay_now()
        if overlay == self.overlay:
            return
        before, self.overlay = self.overlay, overlay
        if (
            isinstance(overlay, Held | ToPutBack)
            and isinstance(before, Held | ToPutBack)
            and replace(before, ticked=overlay.ticked) == overlay
            and isinstance(self.dialog, RefusalDialog)
        ):
            self.dialog.tick(overlay.ticked)
            return
        if self.turned is not None:
            self._table.remove_widget(self.turned)
        self._table.front_changed()
        self.dialog = None if overlay is None else self._dialog_of(overlay)
        self.turned = None
        if self.dialog is not None:
            side = self._table.side_of(overlay.seat if isinstance(overlay, RulingShown) else None)
            self.turned = Rotated(self.dialog, side)
            # Below a dialog that players opened, and below the flash of a name.
            above = (self._table.dialogs.dialog is not None, self._table.flash.shown)
            self._table.add_widget(self.turned, sum(above))

    @property
    def reading(self) -> bool:
        """Whether an open ruling is only to be read."""
        return self.ruled is not None and not self.ruled.choices

    def read_on(self) -> None:
        """Close the ruling and draw."""
        self.ruled = None
        self._table.picture.draw()

    def peek(self) -> None:
        """Look at the table under the dialog."""
        self.peeking = True
        self._table.picture.draw()

    def unpeek(self) -> None:
        """Go back to the dialog."""
        self.peeking = False
        self._table.picture.draw()

    def picture(self, wanted: Dialog) -> None:
        """Add later presses to an open verdict."""
        if isinstance(self.dialog, VerdictDialog):
            self.overlay = RulingShown(wanted, read=False)
            self.dialog.picture(wanted)

    # The end.

    def ask_for_news(self) -> None:
        """Ask for news about this end, once for each, after it was saved."""
        session, length = self._table.session, self._table.session.length
        if session.match.outcome is None:
            self.news = ()
        elif session.saved and self._news_of != length and self._go.news is not None:
            self.news, self._news_of = (), length
            self._go.news(lambda lines: self._add_news(length, lines))

    def _add_news(self, length: int, lines: tuple[str, ...]) -> None:
        """Add news to the result that is shown. Pads don't move: a finger may be on its way to one."""
        session, presenter = self._table.session, self._table.presenter
        if session.length != length:
            return
        self.news = lines
        overlay = self._table.overlay_now()
        if isinstance(overlay, GameOver) and isinstance(self.dialog, WinDialog):
            self.overlay = overlay
            self.dialog.tell(end_of(session, presenter, overlay.dialog, overlay.news))

    def _after(self, dialog: Dialog) -> list[Choice]:
        """Return the choices after the end, a rematch first."""
        table = self._table
        begins = words.begins(table.presenter.seat_name(table.session.begins_next))
        compare = table.dialogs.comparison
        to_stick = self._picture_out if self._go.to_stick is not None else None
        return [
            Choice(words.AGAIN, begins, self._go.again, primary=True),
            Choice(words.WATCH_AGAIN, "", table.dialogs.open_look_back),
            Choice(words.POST, "", partial(table.dialogs.open_share, to_stick)),
            Choice(words.FINISH, "", self._go.leave),
            Choice(words.SHOW_TABLE, "", self.peek),
            *((compare,) if compare is not None else ()),
            *dialog.choices,
        ]

    def _picture_out(self) -> None:
        if self._go.to_stick is not None and isinstance(self.dialog, WinDialog):
            self._go.to_stick(self.dialog.picture())

    # The dialogs.

    def _dialog_of(self, overlay: Overlay) -> DialogPanel:
        table = self._table

        def tick(step: int) -> None:
            table.tell(Tick(step))  # settled taps only, so that a double tap counts once

        match overlay:
            case Lost(loss):
                why, on = words.lost(loss.line, loss.lost, loss.reason), [(words.LOST_GO_ON, self._read_loss)]
                return NoticeDialog(words.LOST_TITLE, why, on, warning=True)
            case Held(explanation, stands, ticked):
                ways = WaysOn(
                    partial(table.tell, PutRight()),
                    table.undo,
                    partial(table.tell, LetStand()) if stands else None,
                    self._example(),
                    tick,
                    table.dialogs.comparison,
                )
                assert table.session.match.hold is not None
                board = self._ringed(about(table.session.match.hold.violations))
                return RefusalDialog(explanation, ways, (board,), ticked=ticked)
            case ToPutBack(explanation, ticked):
                boards = tuple(self._ringed((step,)) for step in table.session.match.put_back)
                ways = WaysOn(partial(table.tell, PutRight()), tick=tick)
                return RefusalDialog(explanation, ways, boards, by_step=True, ticked=ticked)
            case BrokenOff():
                go = [(words.FINISH, self._go.leave), (words.AGAIN, self._go.again)]
                return NoticeDialog(words.ABANDONED, words.ABANDONED_HINT, go, warning=False)
            case GameOver(dialog, news):
                end = end_of(table.session, table.presenter, dialog, news)
                game = table.game
                board = None if game.in_figures else game.still(table.presenter, table.session.view)
                return WinDialog(end, board, self._after(dialog), table.choose)
            case RulingShown(Dialog(split=SplitAsked() as split) as dialog):
                return SplitDialog(dialog, split, table.presenter, table.tell)
            case RulingShown(dialog, read):
                more = [Choice(words.GO_ON, "", self.read_on, primary=True)] if read else []
                if (asked := dialog.picking) is not None:
                    more.append(Choice(asked.title, asked.hint, partial(table.dialogs.open_picking, asked)))
        return VerdictDialog(dialog, table.presenter, table.choose, more, table.grabbing)

    def _read_loss(self) -> None:
        self.loss_read = True
        self._table.picture.draw()

    def _ringed(self, things: Iterable[Violation | Remedy]) -> Drawing | None:
        """Return the small board with rings around the places that these name; None if they name none."""
        game, table = self._table.game, self._table
        if not isinstance(game, Comparing):
            return None
        spots = dict.fromkeys(game.spot(place) for thing in things for place in game.named(thing))
        still = game.still(table.presenter, table.session.view) if spots else None
        if still is None:
            return None
        return lambda room, finger: ringed(still(room, finger), room, tuple(spots))

    def _example(self) -> Callable[[], None] | None:
        """Return a function that opens the card of the first broken rule; None if no card explains one."""
        table, hold = self._table, self._table.session.match.hold
        guide = table.game.guide_to(table.session.match.facts)
        if guide is None or hold is None:
            return None
        cards = [n for fault in hold.violations if (n := guide.lesson_of(fault.rule)) is not None]
        return partial(table.dialogs.open_cards, cards[0]) if cards else None
