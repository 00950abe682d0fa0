"""The rule catalogue: every rule by its id, in our own words, and the rulings a table may choose.

The file form is TOML: `[rule."us.duel"]` with `text`, and `[ruling.dead_heat]` with `text`, `default` and
`options` (a table from option to its sentence).
"""

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import TypeVar

from msgspec import Struct, ValidationError

from companion.decoding import converted
from companion.errors import CatalogueError, SetupError

T = TypeVar("T", bound=Struct)


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule: one sentence to show, and its place in the rulebook."""

    text: str
    source: str = ""


class RulingChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A question the rulebook leaves open: its options, each with a sentence, and the default."""

    text: str
    default: str
    options: dict[str, str]


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules and rulings of one game, or of the match itself."""

    rule: dict[str, Rule]
    ruling: dict[str, RulingChoice] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self.rule)

    def text(self, rule: str) -> str:
        """Return a rule's sentence. Raises CatalogueError if there is no such rule."""
        try:
            return self.rule[rule].text
        except KeyError:
            raise CatalogueError(f"no rule is called {rule!r}") from None

    def choose(self, chosen: dict[str, str]) -> dict[str, str]:
        """Return every ruling with its chosen option or default. Raises SetupError for an unknown one."""
        for name, option in chosen.items():
            if name not in self.ruling:
                known = ", ".join(sorted(self.ruling)) or "none"
                raise SetupError(f"there is no ruling {name!r}; the rulings are: {known}")
            options = self.ruling[name].options
            if option not in options:
                raise SetupError(f"ruling {name!r} can't be {option!r}; choose one of: {', '.join(options)}")
        return {name: chosen.get(name, choice.default) for name, choice in self.ruling.items()}

    def settle(self, chosen: dict[str, str], kind: type[T]) -> T:
        """Return the rulings as a game's struct. Raises SetupError as `choose` does.

        Rulings with a single option apply at every table, and have no field in it.
        """
        every = self.choose(chosen)
        return converted({field: every[field] for field in kind.__struct_fields__}, kind)


def read_catalogue(package: str, name: str) -> Catalogue:
    """Read the catalogue file `name` of `package`. Raises CatalogueError that says what is wrong."""
    where = f"{package}/{name}"
    try:
        catalogue = converted(tomllib.loads(files(package).joinpath(name).read_text("utf-8")), Catalogue)
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise CatalogueError(f"{where}: {error}") from None
    for key, choice in catalogue.ruling.items():
        if choice.default not in choice.options:
            raise CatalogueError(f"{where}: the default of ruling {key!r} is not one of its options")
    return catalogue
