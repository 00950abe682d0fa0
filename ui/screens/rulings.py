"""How this table plays: what the rulebook leaves open, and how much players report."""

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import partial

from companion.catalogue import Catalogue, RulingChoice
from companion.game import Level
from ui.language import words
from ui.language.phrases import translated
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Header, Pages, Part, Screen, Text, column, row
from ui.stage import theme

ROW_MM, MOST_ROW_MM = 20.0, 30.0
READING_MM = 14.0
LEVEL_MM = 34.0
"""Height of the pads for how much players report."""


class RulingsScreen(PartScreen):
    """Asks what the rulebook leaves open; `back` gets the chosen option of each ruling."""

    catalogue: Catalogue
    asks: Callable[[str], bool]
    back: Callable[[dict[str, str]], None]
    chosen: Mapping[str, str] = field(default_factory=dict)
    reads_more: bool = False

    def start(self) -> None:
        """Begin with the options chosen before."""
        self._asked = to_choose(self.catalogue, self.asks)
        self.rulings = as_played(self._asked, self.chosen)

    def choose(self, ruling: str, option: str) -> None:
        """Choose a ruling's option."""
        self.rulings = {**self.rulings, ruling: option}
        self.compose()

    def read_more(self, more: bool) -> None:
        """Show the rulings without a choice, or go back to the others."""
        self.reads_more = more
        self.compose()

    def part(self) -> Screen:
        """Return the questions in pages, or the rulings without a choice."""
        done = partial(self.back, self.rulings)
        fixed = [choice for choice in self.catalogue.ruling.values() if len(choice.options) == 1]
        if self.reads_more:
            header = Header(words.MORE_RULES, words.MORE_RULES_HINT, partial(self.read_more, False))
            return Screen(header, Pages(tuple(map(_settled, fixed)), READING_MM, gap=2))
        items: list[Part] = [self._question(name, choice) for name, choice in self._asked.items()]
        if fixed:
            more = partial(self.read_more, True)
            items.append(Button(words.MORE_RULES, words.MORE_RULES_HINT, more, name="more", role=theme.body))
        pages = Pages(tuple(items), ROW_MM, highest_mm=MOST_ROW_MM, name="rules")
        return Screen(Header(words.RULINGS, words.RULINGS_HINT, done, done, words.DONE), pages)

    def _question(self, name: str, choice: RulingChoice) -> Part:
        """Return a question over its answers; a pad's name is like "dead_heat regrab"."""
        pads = (
            Button(
                translated(text),
                words.DEFAULT if option == choice.default else "",
                partial(self.choose, name, option),
                chosen=option == self.rulings[name],
                role=theme.body,
                name=f"{name} {option}",
            )
            for option, text in choice.options.items()
        )
        return column(Text(translated(choice.text), bold=True, wraps=True), row(*pads), gap=0.3)


class LevelScreen(PartScreen):
    """Asks how much players report, with a pad for each of the `levels`; `on` gets the tapped one."""

    levels: Mapping[str, tuple[str, str]]
    level: Level
    back: Callable[[], None]
    on: Callable[[Level], None]

    def part(self) -> Screen:
        """Return the levels one below another."""
        pads = (
            Button(
                *said,
                partial(self.on, Level(name)),
                chosen=name == self.level,
                most_mm=LEVEL_MM,
                name=f"level {name}",
                role=theme.title,
            )
            for name, said in self.levels.items()
        )
        return Screen(Header(words.LEVEL, "", self.back), column(*pads, Column()))


def as_played(choices: Mapping[str, RulingChoice], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return each ruling's chosen option if it exists, or else the default."""
    return {
        name: chosen[name] if chosen.get(name) in choice.options else choice.default
        for name, choice in choices.items()
    }


def _settled(choice: RulingChoice) -> Part:
    """Return a question with the only answer that this catalogue has."""
    answer = Text(translated(next(iter(choice.options.values()))), wraps=True, share=1, top=True)
    question = Text(translated(choice.text), theme.small, dim=True, wraps=True)
    return Column((question, answer), gap=0, panel=True)


def to_choose(catalogue: Catalogue, asks: Callable[[str], bool]) -> dict[str, RulingChoice]:
    """Return the rulings with a choice that matters, by `asks`."""
    rulings = catalogue.ruling.items()
    return {name: choice for name, choice in rulings if len(choice.options) > 1 and asks(name)}
