"""`companion tally`: the sequences of a board that lies there, from a file of text."""

from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion.errors import CompanionError, SetupError
from companion.games.sequence_states.boards import MOST, read_board
from companion.games.sequence_states.tally import Tally, tally
from ui.console import words

STDIN = Path("-")


def read(source: Path, stdin: BinaryIO) -> str:
    """Read the text of a board, no more of it than a board can have; CompanionError where there is none."""
    try:
        with nullcontext(stdin) if source == STDIN else source.open("rb") as file:
            text = file.read(MOST + 1)
            # Too long is said before a letter that was cut in two.
            return "." * len(text) if len(text) > MOST else text.decode("utf-8")
    except OSError as error:
        raise CompanionError(f"{source}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SetupError(words.not_text(str(source), error.reason, error.start)) from None


def count(text: str, source: Path, sides: int | None) -> Tally:
    """Count a board; SetupError names every fault by line and column."""
    try:
        return tally(read_board(text), sides)
    except SetupError as error:
        raise SetupError(f"{source}: {error}") from None


def as_json(counted: Tally) -> str:
    """Return a tally as `{"sequences": {"red": [[[row, column] x 5], ...], ...}, "winner": ...}`, from 0."""
    return msgspec.json.encode(counted).decode()


def in_words(counted: Tally) -> str:
    """Return a tally for people: a line for each colour and for each of its sequences."""
    from ui.games.sequence_states.words import line

    told: list[str] = []
    for colour, fives in counted.sequences.items():
        told.append(words.sequences_of(colour.value, len(fives)))
        told += [f"  {line(five)}" for five in fives]
    told.append(words.wins(counted.winner.value) if counted.winner else words.NO_WINNER)
    return "\n".join(told)
