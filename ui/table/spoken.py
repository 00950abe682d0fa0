"""What a voice says at the table, made only of what everybody sees there. Pure.

A name stands by itself before its sentence: so no language has to bend it, and an owner's recording of it
fits. Sentences have words and whole numbers below 100, which every synthesizer reads as words.
"""

import re
import unicodedata
from collections.abc import Sequence

from msgspec import Struct

from companion.clock import MILLISECOND
from companion.game import Violation
from ui.language.phrases import _, many, phrase
from ui.table.presenting import Dialog, PhotoFinish, Presenter, ResultLine

YOUR_TURN = _("Your turn.")
FIRST = _("First!")
BY_A_HAIR = _("First, by a hair!")
JUST = _("First, but only just!")
LOOK = _("Look at the screen.")
NOBODY_WINS = _("Nobody wins.")
OFTEN = (YOUR_TURN, FIRST, BY_A_HAIR, JUST)
"""What is said so often that it is made ready when a match opens."""
against = phrase("{more} against {fewer}.", int, int)

HAIR, NEAR = 20 * MILLISECOND, 100 * MILLISECOND
"""Nanoseconds: about a frame, which nobody sees, and a tenth of a second, which everybody does."""
HIGHEST = 100
"""Whole numbers below it are said."""
UNITS = frozenset(("ms", "µs", "s", "h", "min", "mm", "cm"))


class Spoken(Struct, frozen=True):
    """Something to say: names, each by itself, and then a sentence in the reader's language."""

    names: tuple[str, ...]
    text: str


def turn(name: str) -> Spoken:
    """Return whose turn it is."""
    return Spoken((name,), str(YOUR_TURN))


def ruling(dialog: Dialog, presenter: Presenter) -> Spoken:
    """Return a verdict, or the question that lies open: who was first, and by how much in words."""
    if len(dialog.winners) != 1:
        return Spoken((), readable(dialog.title))
    (winner,) = dialog.winners
    name = presenter.seat_name(winner)
    return Spoken((name,), str(FIRST if dialog.finish is None else _ahead(dialog.finish, winner)))


def _ahead(finish: PhotoFinish, winner: int) -> str:
    own = next((mark.after for mark in finish.marks if mark.seat == winner), 0)
    margin = min((abs(mark.after - own) for mark in finish.marks if mark.seat != winner), default=None)
    # A verdict waits for nobody: of hands that come after it, nothing is said.
    if margin is None or margin >= NEAR:
        return FIRST
    return BY_A_HAIR if margin < HAIR else JUST


def refusal(title: str, violations: Sequence[Violation]) -> Spoken | None:
    """Return what is wrong; None where not everybody may hear of it."""
    if any(violation.audience for violation in violations):
        return None
    return Spoken((), readable(title))


def win(result: Dialog, presenter: Presenter) -> Spoken:
    """Return who has won, and by how much where that is two whole numbers."""
    names = tuple(map(presenter.seat_name, result.winners))
    if not names:
        return Spoken((), str(NOBODY_WINS))
    said = many("You win!", "You win together!", len(names))
    own = _figures([line for line in result.figures if {*line.seats} & {*result.winners}])
    others = _figures([line for line in result.figures if not {*line.seats} & {*result.winners}])
    if own and others:
        said = f"{said} {against(max(own), max(others))}"
    return Spoken(names, said)


def _figures(lines: Sequence[ResultLine]) -> list[int]:
    """Return the figures of those who have one; none where one of them isn't a number that is said."""
    figures = [line.figure for line in lines if line.figure]
    return [*map(int, figures)] if all(map(_whole, figures)) else []


def readable(text: str) -> str:
    """Return a sentence that is on the screen, or where to look, where it has what isn't read well."""
    said = str(text)
    words = [word.strip(".,;:!?…()\"'“”„«»") for word in said.split()]
    fits = all(_whole(word) or not any(map(str.isdigit, word)) for word in words)
    # Signs (categories S) are read as their names, or not at all; what joins short sayings is none.
    signs = any(unicodedata.category(letter)[0] == "S" or letter in "·/%" for letter in said)
    return said if fits and not signs and not UNITS & {*words} else str(LOOK)


def _whole(word: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,2}", word)) and int(word) < HIGHEST
