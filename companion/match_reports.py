"""What may be reported of the record itself, the same for every game."""

from typing import Generic, Literal, TypeAlias

from msgspec import Struct

from companion.game import R, Seat, Steps


class PutRight(Struct, frozen=True, tag_field="type", tag="match.put_right"):
    """What lay wrong has been put right."""


class FixTable(Struct, frozen=True, tag_field="type", tag="match.fix_table"):
    """The record is right and the table isn't: these steps lead from what lies there to what should."""

    steps: Steps


class Tick(Struct, frozen=True, tag_field="type", tag="match.tick"):
    """Hands have done a step of what is to be put right, or haven't after all; counted from 0."""

    step: int


class LetStand(Struct, frozen=True, tag_field="type", tag="match.let_stand"):
    """The table agrees to leave it as it lies."""


class TakeBack(Struct, frozen=True, tag_field="type", tag="match.take_back"):
    """Set aside entry `entry` and all after it; without a number, the newest one."""

    entry: int | None = None
    consents: tuple[Seat, ...] = ()


class Strike(Struct, frozen=True, tag_field="type", tag="match.strike"):
    """Entry `entry` never happened; what came after it stays."""

    entry: int


class Abandon(Struct, frozen=True, tag_field="type", tag="match.abandon"):
    """The table stops playing."""


class Replace(
    Struct, Generic[R], frozen=True, forbid_unknown_fields=True, tag_field="type", tag="match.replace"
):
    """Entry `entry` should have read `report`; what came after it stays.

    `stood`: the table lets it stand, should it be refused.
    """

    entry: int
    report: R
    stood: bool = False


class Insert(
    Struct, Generic[R], frozen=True, forbid_unknown_fields=True, tag_field="type", tag="match.insert"
):
    """`report` was forgotten: it happened just before entry `entry`; what came after it stays.

    `stood`: the table lets it stand, should it be refused.
    """

    entry: int
    report: R
    stood: bool = False


class Correct(
    Struct, Generic[R], frozen=True, forbid_unknown_fields=True, tag_field="type", tag="match.correct"
):
    """Several entries are corrected at once: each fits only together with the others.

    What is put in before one entry happened in the order of the list. `compared` is what of the table was
    found to lie as the corrected record has it.
    """

    changes: tuple[Strike | Replace[R] | Insert[R], ...]
    compared: Literal["", "board", "counts"] = ""


MatchReport: TypeAlias = PutRight | FixTable | Tick | LetStand | TakeBack | Strike | Abandon
Correction: TypeAlias = Strike | Replace[R] | Insert[R] | Correct[R]
