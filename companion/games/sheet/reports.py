"""What the table and the screen may report: claims, not yet judged."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Seat
from companion.games.sheet.model import Figures


class Report(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of all reports of this game."""


class TellRow(Report, frozen=True, tag="sheet.tell_row"):
    """The figures of a round, or of the part that is told now: by column, all seats or teams, or one."""

    figures: Figures


class TellTurn(Report, frozen=True, tag="sheet.tell_turn"):
    """A seat's turn: its figures by column."""

    seat: Seat
    figures: tuple[int, ...]


class CallEnd(Report, frozen=True, tag="sheet.call_end"):
    """The table says that the game is over."""


AnyReport: TypeAlias = TellRow | TellTurn | CallEnd
