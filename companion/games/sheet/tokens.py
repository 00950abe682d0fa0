"""Splitting a formula into words and signs, each with its position."""

import re

from msgspec import Struct

MOST_SIGNS = 400
"""Longest formula, in characters; beyond that nobody can read it."""
MOST_FAULTS = 8
"""Most faults reported at once: nobody mends more, and the next look names the rest."""

_MEANT = {"==": "=", "=>": ">=", "=<": "<=", "<>": "!=", "&&": "and", "||": "or", "!": "not"}
_MEANT |= {"/": "div, which rounds down", "%": "mod", "\N{DIVISION SIGN}": "div, which rounds down"}
_MEANT |= {"\N{EN DASH}": "-", "\N{MINUS SIGN}": "-", "\N{MULTIPLICATION SIGN}": "*"}
_MEANT |= {"\N{LESS-THAN OR EQUAL TO}": "<=", "\N{GREATER-THAN OR EQUAL TO}": ">=", "\N{NOT EQUAL TO}": "!="}
"""Signs of other languages and of word processors, and the ones that are meant here."""
_SIGNS = sorted([*_MEANT, "<=", ">=", "!=", *"-+*=<>(),"], key=len, reverse=True)
_SIGN = re.compile(rf"\s*(?:(\d+)|([A-Za-z_]\w*)|({'|'.join(map(re.escape, _SIGNS))}))", re.ASCII)


class FormulaError(ValueError):
    """A formula that can't be parsed: `at` is the index in its text, `also` are its other faults."""

    def __init__(self, at: int, text: str, also: tuple["FormulaError", ...] = ()) -> None:
        super().__init__(text)
        self.at, self.text, self.also = at, text, also


class Token(Struct, frozen=True):
    """A word or sign: its `kind` (`number`, `name`, `sign` or `end`), its text, and its index."""

    kind: str
    text: str
    at: int

    def error(self, text: str) -> FormulaError:
        """Return an error at this sign."""
        return FormulaError(self.at, text)


def tokens_of(text: str, errors: list[FormulaError]) -> list[Token]:
    """Return the words and signs of a text. One of another language is noted and read as intended.

    Raises FormulaError for anything else, or for too many faults.
    """
    tokens: list[Token] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        part = _SIGN.match(text, at)
        if part is None:
            strange_at = at + len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(strange_at, _strange(text[strange_at]))
        group = part.lastindex or 1
        token = Token(("number", "name", "sign")[group - 1], part[group], part.start(group))
        if token.text in _MEANT:
            meant = _MEANT[token.text]
            note(errors, token.error(f"for {token.text} write {meant}"))
            token = Token(token.kind, meant.partition(",")[0], token.at)
        tokens.append(token)
        at = part.end()
    return [*tokens, Token("end", "the end", end)]


def note(errors: list[FormulaError], error: FormulaError) -> None:
    """Note a fault and go on. Raises FormulaError if there have been enough."""
    if len(errors) >= MOST_FAULTS:
        raise error
    errors.append(error)


def _strange(sign: str) -> str:
    if sign == ".":
        return "points are whole numbers, without a dot or a comma in them"
    return f"{sign!r} means nothing here; there are + - * ( ) , = != < <= > >= and words"
