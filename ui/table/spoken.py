"""What a voice says at the table, made only from what everybody sees there. Pure.

A name is separate from the sentence after it, so that no language has to inflect it and an owner's recording
of it fits. Sentences have only words and whole numbers below 100, which every synthesizer reads well.
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
"""Sentences that are synthesized when a match opens, because they are said often."""
against = phrase("{more} against {fewer}.", int, int)

HAIR, NEAR = 20 * MILLISECOND, 100 * MILLISECOND
"""Margins in nanoseconds: about a frame, which nobody sees, and a tenth of a second, which everybody sees."""
HIGHEST = 100
"""Only whole numbers below this are said."""
UNITS = frozenset(("ms", "s", "h", "min", "mm", "cm"))


class Spoken(Struct, frozen=True):
    """Something to say: names, each separately, then a sentence in the listeners' language."""

    names: tuple[str, ...]
    text: str


def turn(name: str) -> Spoken:
    """Return whose turn it is."""
    return Spoken((name,), str(YOUR_TURN))


def ruling(dialog: Dialog, presenter: Presenter) -> Spoken:
    """Return an open verdict or question: who was first, and in words by how much."""
    if len(dialog.winners) != 1:
        return Spoken((), readable(dialog.title))
    (winner,) = dialog.winners
    name = presenter.seat_name(winner)
    return Spoken((name,), str(FIRST if dialog.finish is None else _ahead(dialog.finish, winner)))


def _ahead(finish: PhotoFinish, winner: int) -> str:
    won_after = next((mark.after for mark in finish.marks if mark.seat == winner), 0)
    margin = min((abs(mark.after - won_after) for mark in finish.marks if mark.seat != winner), default=None)
    # A verdict doesn't wait for later hands, so without a second press it says nothing about a margin.
    if margin is None or margin >= NEAR:
        return FIRST
    return BY_A_HAIR if margin < HAIR else JUST


def refusal(title: str, violations: Sequence[Violation]) -> Spoken | None:
    """Return what is wrong; None if not everybody may hear of it."""
    if any(violation.audience for violation in violations):
        return None
    return Spoken((), readable(title))


def win(result: Dialog, presenter: Presenter) -> Spoken:
    """Return who has won, with both figures if they are whole numbers."""
    names = tuple(map(presenter.seat_name, result.winners))
    if not names:
        return Spoken((), str(NOBODY_WINS))
    sentence = many("You win!", "You win together!", len(names))
    winners = _figures([line for line in result.figures if {*line.seats} & {*result.winners}])
    others = _figures([line for line in result.figures if not {*line.seats} & {*result.winners}])
    if winners and others:
        sentence = f"{sentence} {against(max(winners), max(others))}"
    return Spoken(names, sentence)


def _figures(lines: Sequence[ResultLine]) -> list[int]:
    """Return the lines' figures as numbers; none if any of them can't be said."""
    figures = [line.figure for line in lines if line.figure]
    return [*map(int, figures)] if all(map(_is_speakable, figures)) else []


def readable(text: str) -> str:
    """Return a sentence from the screen, or `LOOK` if a synthesizer would read it badly."""
    sentence = str(text)
    words = [word.strip(".,;:!?…()\"'“”„«»") for word in sentence.split()]
    fits = all(_is_speakable(word) or not any(map(str.isdigit, word)) for word in words)
    # Symbols (categories S), and these three of others, are read by their names or not at all.
    signs = any(unicodedata.category(letter)[0] == "S" or letter in "·/%" for letter in sentence)
    return sentence if fits and not signs and not UNITS & {*words} else str(LOOK)


def _is_speakable(word: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,2}", word)) and int(word) < HIGHEST
