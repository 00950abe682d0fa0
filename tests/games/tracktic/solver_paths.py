"""The longest path by a general solver: CP-SAT of OR-Tools, installed only for the bench."""

from collections.abc import Collection

from companion.games.tracktic.grid import Cell, neighbours


def solved(own: Collection[Cell], white: Collection[Cell], limit: float = 60.0) -> int | None:
    """Return the length of a longest path with an own piece; None if `limit` seconds don't prove it.

    One more node closes the path to a ring, before its start and after its end; a cell that is left out is a
    ring of its own. One thread.
    """
    # It need not be installed, and ships no types.
    from ortools.sat.python import cp_model  # type: ignore[import-not-found, import-untyped, unused-ignore]

    cells = sorted({*own, *white})
    if not own:
        return 0
    number = {cell: n for n, cell in enumerate(cells, start=1)}
    model = cp_model.CpModel()
    arcs = []
    out = {}
    for cell, n in number.items():
        out[cell] = model.new_bool_var("")
        arcs.append((n, n, out[cell]))
        arcs += [(0, n, model.new_bool_var("")), (n, 0, model.new_bool_var(""))]
        arcs += [(n, number[other], model.new_bool_var("")) for other in neighbours(cell) if other in number]
    model.add_circuit(arcs)
    model.add_bool_or([out[cell].negated() for cell in own])
    model.maximize(len(cells) - sum(out.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    return int(solver.objective_value + 0.5) if status == cp_model.OPTIMAL else None
