"""Pins set by hand."""

from dataclasses import dataclass, field


@dataclass
class HandPins:
    """Pins that record what was done to them."""

    wired: list[tuple[int, int, int]] = field(default_factory=list)
    lit: int = 0
    played: list[tuple[int, tuple[tuple[int, int], ...]]] = field(default_factory=list)
    starts: int = 77

    def wire(self, inputs: int, lamps: int, pull: int) -> None:
        self.wired = [*self.wired[-9:], (inputs, lamps, pull)]
        self.lit = 0

    def light(self, lit: int) -> None:
        self.lit = lit

    def play(self, outputs: int, steps: tuple[tuple[int, int], ...]) -> int:
        """Record the steps; return `starts`: the first step's tick, or -1, as the test set it."""
        self.played = [*self.played[-9:], (outputs, steps)]
        return self.starts
