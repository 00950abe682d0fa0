"""A value being entered: each change saved at once, undone step by step, and kept to its own page."""

from ui.games.drafted import MOST_UNDONE, Drafted


def drafted() -> tuple[Drafted[int], list[int]]:
    """Return a drafted number, and the list that collects each saved value."""
    kept: list[int] = []
    return Drafted(0, kept.append), kept


def test_each_change_is_kept_and_undone_by_itself() -> None:
    number, kept = drafted()
    for value in (1, 2, 2):
        number.change(value)
    number.undo()
    assert (number.value, kept) == (1, [1, 2, 1])
    number.undo()
    number.undo()
    assert (number.value, number.undoable) == (0, False)


def test_a_figure_that_is_stepped_is_undone_at_once() -> None:
    number, _ = drafted()
    for value in (1, 2, 3):
        number.change(value, "rows")
    number.change(9, "columns")
    number.undo()
    assert number.value == 3
    # A change after an undo is a step of its own.
    number.change(4, "rows")
    number.undo()
    assert number.value == 3
    number.undo()
    assert number.value == 0


def test_undo_never_leads_to_another_page() -> None:
    number, _ = drafted()
    number.change(1)
    number.turn()
    assert not number.undoable
    number.undo()
    assert number.value == 1
    number.change(2)
    number.turn(all_undoable=True)
    number.undo()
    number.undo()
    assert number.value == 0


def test_what_is_only_taken_is_kept_and_what_was_before_is_undone_step_by_step() -> None:
    number, kept = drafted()
    number.take(7)
    assert (number.value, number.undoable, kept) == (7, False, [7])
    number, kept = drafted()
    number.before((4, 5))
    assert number.undoable
    number.undo()
    number.undo()
    assert (number.value, number.undoable, kept) == (4, False, [5, 4])


def test_what_was_entered_long_ago_is_not_kept_for_undo() -> None:
    number, _ = drafted()
    for value in range(1, MOST_UNDONE + 11):
        number.change(value)
    number.turn()
    for value in range(-5, 0):
        number.change(value)
    undone = 0
    while number.undoable:
        number.undo()
        undone += 1
    assert (undone, number.value) == (5, MOST_UNDONE + 10)
    number.turn(all_undoable=True)
    while number.undoable:
        number.undo()
    assert number.value == 15
