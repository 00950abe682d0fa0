"""The choices at a node of a block and what each costs, while all paths are followed at once.

A state is an integer: two bits for the number of the path's ends so far, one for whether it has an own piece,
and a field for each slot of an open edge. The field holds the slot at the other side of this piece of path,
the number after the last slot if the path ends there, or 0 if the edge isn't used.
"""

from collections.abc import Iterator
from itertools import combinations
from operator import itemgetter
from typing import TypeAlias

from msgspec import Struct

from companion.games.tracktic.paths.graph import Node
from companion.games.tracktic.paths.sweep import Sweep

OWN = 4
"""The bit of a state for an own piece; the two bits below count ends."""

FAR = 10**6
"""More than the length of any tails; stands for an end that has no node left."""

LOST, WAYS = 28, 20
"""Shifts of a state's value. From bit LOST: lost nodes.

From bit WAYS: open edges, of which fewer are better if some states must be dropped. Below: the number of the
way by which the state was reached.
"""

DEAR = 4
"""Open edges that an end of the path counts as: a path that has both is soon stuck.

With 1, the quick searches find only short paths in a sea of white pieces with holes.
"""


class Tail(Struct, frozen=True):
    """A continuation of a path beyond its end in the block, and whether it has an own piece."""

    nodes: tuple[Node, ...] = ()
    own: bool = False


BARE = (Tail(),)


class Quest(Struct, frozen=True):
    """What to search for: a longest path, from `root` if there is one.

    At either end, except at the root, it may go on by one of the `tails` there. One of the nodes `own` must
    be on it or on its tails; None requires no own piece.
    """

    tails: dict[Node, tuple[Tail, ...]]
    root: Node | None
    own: frozenset[Node] | None


Joins: TypeAlias = tuple[tuple[Node, Node], ...]
"""Used edges."""

Way: TypeAlias = tuple[int, Joins, Tail | None]
"""A choice at a step: its change to the state, the edges it uses, and the tail if the path ends."""


class Ways(dict[int, list[tuple[int, int]]]):
    """The choices at a step by the fields of a state that matter there: changes and values, best first.

    `all` lists the ways by number. `last` has the values of ways that complete the path, possible only if
    nothing else is open.
    """

    def __init__(self, task: "Task", n: int) -> None:
        super().__init__()
        step = task.steps[n]
        self.task, self.node = task, step.node
        self.all: list[Way] = []
        self.last: dict[int, int] = {}
        self.mask = 7
        for slot in step.ins:
            self.mask |= task.ones << task.shifts[slot]
        self.ins = [(slot, task.shifts[slot]) for slot in step.ins]
        self.outs = [(slot, task.shifts[slot]) for slot, _ in step.outs]
        self.joins = [(step.node, other) for _, other in step.outs]
        self.leads = step.leads
        self.rest = len(task.steps) - n - 1
        self.rooted = step.node == task.quest.root
        self.dear = 0 if self.rooted else DEAR
        self.owned = OWN if step.node in task.own else 0
        # Nodes lost by adding no end here, and by adding one, indexed by the ends so far.
        now, later = task.hopes[n], task.hopes[n + 1]
        self.lost_without_end = [now[2 - ends] - later[2 - ends] for ends in range(3)]
        self.lost_with_end = [now[2 - ends] - later[1 - ends] for ends in range(2)]

    def __missing__(self, local: int) -> list[tuple[int, int]]:
        ones = self.task.ones
        used = [(slot, far) for slot, shift in self.ins if (far := local >> shift & ones)]
        choices: list[tuple[int, int]] = []
        if len(used) == 2 and not self.rooted:
            self._tie(local, *used[0], *used[1], choices)
        elif len(used) == 1:
            self._lead(local, *used[0], choices)
        elif not used:
            self._begin(local, choices)
        if len(choices) > 1:
            choices.sort(key=itemgetter(1, 0))
        self[local] = choices
        return choices

    def _begin(self, local: int, choices: list[tuple[int, int]]) -> None:
        """Skip the node, or begin a piece: with two edges, or with one if the path ends here."""
        end = self.task.end
        if not self.rooted:
            lost = self.lost_without_end[local & 3]
            choices.append(self._way(0, lost + 1, 0))
            for (n, (a, at_a)), (m, (b, at_b)) in combinations(enumerate(self.outs), 2):
                new = local | self.owned | a << at_b | b << at_a
                choices.append(self._way(local ^ new, lost, 2, (self.joins[n], self.joins[m])))
        for lost, own_bit, tail in self._endings(local):
            for n, (_, shift) in enumerate(self.outs):
                new = (local | own_bit) + (not self.rooted) | end << shift
                choices.append(self._way(local ^ new, lost, 1 + self.dear, (self.joins[n],), tail))

    def _lead(self, local: int, a: int, far: int, choices: list[tuple[int, int]]) -> None:
        """Continue a piece by another edge, or end the path."""
        ends, end = local & 3, self.task.end
        bare = local & 7
        far_shift = self.task.shifts[far]
        if not self.rooted:
            new = bare | self.owned
            for n, (slot, shift) in enumerate(self.outs):
                change = local ^ (new | far << shift)
                if far != end:
                    if self.leads[far] == self.leads[slot]:
                        # Both sides of the piece lead to the same node: it could only become a ring.
                        continue
                    change ^= (a ^ slot) << far_shift
                choices.append(self._way(change, self.lost_without_end[ends], 0, (self.joins[n],)))
        for lost, own_bit, tail in self._endings(local):
            new = (bare | own_bit) + (not self.rooted)
            if far == end:
                self._close(local, new, lost, tail)
            else:
                choices.append(self._way(local ^ new ^ (a ^ end) << far_shift, lost, self.dear - 1, (), tail))

    def _tie(
        self, local: int, a: int, far_a: int, b: int, far_b: int, choices: list[tuple[int, int]]
    ) -> None:
        """Join two pieces. They are never the two sides of one: those would lead to the same node."""
        end, shifts = self.task.end, self.task.shifts
        lost = self.lost_without_end[local & 3]
        new = local & 7 | self.owned
        if far_a == far_b == end:
            self._close(local, new, lost, None)
            return
        change = local ^ new
        if far_a != end != far_b and self.leads[far_a] == self.leads[far_b]:
            return
        if far_a != end:
            change ^= (a ^ far_b) << shifts[far_a]
        if far_b != end:
            change ^= (b ^ far_a) << shifts[far_b]
        choices.append(self._way(change, lost, -2))

    def _endings(self, local: int) -> Iterator[tuple[int, int, Tail]]:
        """Yield each tail with which the path could end here: nodes lost, own bits, and the tail."""
        ends = local & 3
        if self.rooted:
            yield self.lost_without_end[ends], self.owned, BARE[0]
        elif ends < 2:
            for tail in self.task.tails(self.node):
                own_bit = OWN if tail.own and self.task.quest.own is not None else self.owned
                yield self.lost_with_end[ends] - len(tail.nodes), own_bit, tail

    def _close(self, local: int, new: int, lost: int, tail: Tail | None) -> None:
        """Note a way that completes the path: it has both ends now."""
        if new & OWN or self.task.quest.own is None:
            value = self._way(0, lost + self.rest, 0, (), tail)[1]
            if value < self.last.get(local, value + 1):
                self.last[local] = value

    def _way(
        self, change: int, lost: int, opened: int, joins: Joins = (), tail: Tail | None = None
    ) -> tuple[int, int]:
        self.all.append((change, joins, tail))
        return change, (lost << LOST) + (opened << WAYS) + len(self.all) - 1


class Task:
    """A quest in a block, with everything that stays the same throughout the search."""

    def __init__(self, sweep: Sweep, quest: Quest) -> None:
        self.quest = quest
        self.steps = sweep.steps
        self.own = quest.own or frozenset()
        self.end = sweep.slots + 1
        self.bits = self.end.bit_length()
        self.ones = (1 << self.bits) - 1
        self.shifts = [3 + self.bits * (slot - 1) for slot in range(self.end + 1)]
        self.hopes = self._hopes()
        # The length of a path that loses nothing, and a lower bound of what any path loses.
        self.most = len(self.steps) + self.hopes[0][2 if quest.root is None else 1]
        self.least = 0
        self.ways = [Ways(self, n) for n in range(len(self.steps))]

    def _hopes(self) -> list[tuple[int, int, int]]:
        """Return the greatest length of tails for 0, 1 and 2 more ends, before each step and at last."""
        first = second = -FAR
        hopes = [(0, -FAR, -FAR)]
        for step in reversed(self.steps):
            if step.node != self.quest.root:
                worth = len(self.tails(step.node)[0].nodes)
                first, second = max(first, worth), max(second, min(first, worth))
            hopes.append((0, first, first + second))
        return hopes[::-1]

    def tails(self, node: Node) -> tuple[Tail, ...]:
        return self.quest.tails.get(node, BARE)
