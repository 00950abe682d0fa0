"""Reports about the record itself, the same for every game."""

from typing import Generic, Literal, TypeAlias

from msgspec import Struct

from companion.game import R, Seat, Steps


class PutRight(Struct, frozen=True, tag_field="type", tag="match.put_right"):
    """The table has been put right."""


class FixTable(Struct, frozen=True, tag_field="type", tag="match.fix_table"):
    """The record is right and the table isn't: `steps` change the table to match the record."""

    steps: Steps


class Tick(Struct, frozen=True, tag_field="type", tag="match.tick"):
    """Toggle the tick of a step of putting right; steps are counted from 0."""

    step: int


class LetStand(Struct, frozen=True, tag_field="type", tag="match.let_stand"):
    """The table agrees to let the refused report stand."""


class TakeBack(Struct, frozen=True, tag_field="type", tag="match.take_back"):
    """Take back entry `entry` and all after it; without a number, the newest entry."""

    entry: int | None = None
    consents: tuple[Seat, ...] = ()


class Strike(Struct, frozen=True, tag_field="type", tag="match.strike"):
    """Entry `entry` never happened; later entries stay."""

    entry: int


class Abandon(Struct, frozen=True, tag_field="type", tag="match.abandon"):
    """The table ends the match early."""


class _Correcting(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of corrections that contain reports."""


class _WithReport(_Correcting, Generic[R], frozen=True):
    """Base of corrections with a report. `stood`: the table lets it stand, should it be refused."""

    entry: int
    report: R
    stood: bool = False


class Replace(_WithReport[R], Generic[R], frozen=True, tag="match.replace"):
    """Entry `entry` should have been `report`; later entries stay."""


class Insert(_WithReport[R], Generic[R], frozen=True, tag="match.insert"):
    """`report` was forgotten: it happened just before entry `entry`; later entries stay."""


class Correct(_Correcting, Generic[R], frozen=True, tag="match.correct"):
    """Corrections of several entries, which are only valid together.

    Several inserts before the same entry happened in the order of the list. `compared` is which part of the
    table was compared with the corrected record and found equal.
    """

    changes: tuple[Strike | Replace[R] | Insert[R], ...]
    compared: Literal["", "board", "counts"] = ""


MatchReport: TypeAlias = PutRight | FixTable | Tick | LetStand | TakeBack | Strike | Abandon
Correction: TypeAlias = Strike | Replace[R] | Insert[R] | Correct[R]
