"""A plain sheet, as players make one on the screen: columns that are added up, and an end."""

import re
import unicodedata

from msgspec import Struct

from companion.errors import SetupError
from companion.games.owned_toml import toml_text
from companion.games.sheet.formula import FUNCTIONS, KEYWORDS
from companion.games.sheet.scope import ALWAYS
from companion.games.sheet.sheet import MOST_PLAYERS, NAME, Sheet
from companion.games.sheet.sheet_file import read_sheet

LONGEST_NAME, LONGEST_COLUMN = 24, 16
MOST_COLUMNS = 6
MOST_FIGURE = 9999


class Plain(Struct, frozen=True):
    """The choices for a plain sheet: `columns` are titles; with `low`, fewest points win.

    It ends at a `target` of points, after a number of `rounds`, or, with both 0, when the table says so.
    """

    name: str
    columns: tuple[str, ...]
    low: bool = False
    target: int = 0
    rounds: int = 0

    def toml(self) -> bytes:
        """Return the sheet's TOML file."""
        names = column_names(self.columns)
        lines = [f"name = {toml_text(self.name)}", f"players = [1, {MOST_PLAYERS}]"]
        lines += ['wins = "low"'] * self.low
        lines += [f"{key} = {n}" for key, n in (("target", self.target), ("rounds", self.rounds)) if n]
        lines.append(f'points = "{" + ".join(names)}"')
        for name, title in zip(names, self.columns, strict=True):
            lines += ["", "[[column]]", f'name = "{name}"', f"title = {toml_text(title)}"]
            lines += [f"least = -{MOST_FIGURE}", f"most = {MOST_FIGURE}"]
        return "\n".join([*lines, ""]).encode()


def plain_of(sheet: Sheet) -> Plain | None:
    """Return the choices that a sheet was made from; None for any other sheet."""
    ends = (sheet.target or 0, sheet.rounds)
    if isinstance(ends[1], str):
        return None
    titles = tuple(column.heading for column in sheet.columns)
    plain = Plain(sheet.name, titles, sheet.wins == "low", ends[0], ends[1])
    if not 1 <= len(titles) <= MOST_COLUMNS:
        return None
    try:
        # A sheet is plain only if these choices make exactly the same sheet.
        return plain if read_sheet(plain.toml()) == sheet else None
    except SetupError:
        # A heading may come from the column's name, and be no valid title.
        return None


def column_names(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns' names in formulas: their titles if possible, otherwise `column_2` and so on."""
    names: list[str] = []
    for n, title in enumerate(titles, 1):
        name = title.lower().replace(" ", "_")
        fits = NAME.fullmatch(name) and name not in (*ALWAYS, *KEYWORDS, *FUNCTIONS, *names)
        names.append(name if fits else f"column_{n}")
    # A title may equal the numbered name of another column.
    return (
        tuple(names) if len({*names}) == len(names) else tuple(f"column_{n + 1}" for n in range(len(names)))
    )


def file_name(name: str) -> str:
    """Return a file name for a sheet: letters, digits and underscores only."""
    stem = re.sub(r"[\W_]+", "_", unicodedata.normalize("NFC", name).lower()).strip("_")
    return f"{stem or 'sheet'}.toml"
