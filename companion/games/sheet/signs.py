"""The words and signs of a formula, and where each stands."""

import re

from msgspec import Struct

MOST_SIGNS = 400
"""A formula that is longer nobody reads."""
MOST_FAULTS = 8
"""Nobody mends more of them at once; the next look names the rest."""

_MEANT = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "&&": "and", "||": "or", "!": "not"}
_MEANT |= {"/": "div, which rounds down", "%": "mod"}
"""What other languages write for what is meant here."""
_SIGN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)|(==|=>|=<|<>|&&|\|\||<=|>=|!=|[-+*=<>(),!/%]))", re.ASCII)


class FormulaError(ValueError):
    """A formula that can't be counted: `at` is where in its text, from 0; `also` are its other faults."""

    def __init__(self, at: int, text: str, also: tuple["FormulaError", ...] = ()) -> None:
        super().__init__(text)
        self.at, self.text, self.also = at, text, also


class Sign(Struct, frozen=True):
    """A word or a sign: its `kind` (`number`, `name`, `sign` or `end`), its text, and where it stands."""

    kind: str
    text: str
    at: int

    def wrong(self, text: str) -> FormulaError:
        """Return that something is wrong here."""
        return FormulaError(self.at, text)


def signs_of(text: str, found: list[FormulaError]) -> list[Sign]:
    """Return the words and signs of a text. One of other languages is `found`, and read as what it means.

    FormulaError: there is something else in it, or too much is found.
    """
    signs: list[Sign] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        part = _SIGN.match(text, at)
        if part is None:
            wrong = at + len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(wrong, _strange(text[wrong]))
        group = part.lastindex or 1
        sign = Sign(("number", "name", "sign")[group - 1], part[group], part.start(group))
        if sign.text in _MEANT:
            meant = _MEANT[sign.text]
            note(found, sign.wrong(f"for {sign.text} write {meant}"))
            sign = Sign(sign.kind, meant.partition(",")[0], sign.at)
        signs.append(sign)
        at = part.end()
    return [*signs, Sign("end", "the end", end)]


def note(found: list[FormulaError], error: FormulaError) -> None:
    """Write down a fault, and read on; FormulaError: there have been enough."""
    if len(found) >= MOST_FAULTS:
        raise error
    found.append(error)


def _strange(sign: str) -> str:
    if sign == ".":
        return "points are whole numbers, without a point or a comma in them"
    return f"{sign!r} means nothing here; there are + - * ( ) , = != < <= > >= and words"
