"""Try this table, as values: which steps a table has, what is seen in each, and what the report says."""

from pathlib import Path

import pytest

from ui.appliance import tryout, tryout_words
from ui.appliance.tryout import STEPS, At, Has, Tryout, TryoutResult
from ui.main.table_report import tried_lines

MILLISECOND = 1_000_000
ALL = Has((0, 1, 2, 3), (0, 2), dimming=True, sleep=True, plug=True)


def at(step: At) -> Tryout:
    """A table on which a step has just begun."""
    return Tryout().go(step, boot="monday", matches=12)


@pytest.mark.parametrize(("has", "steps"), [
    (ALL, STEPS),
    (Has(touch=False, sound=False), ()),
    (Has(), ("corners", "fingers", "sound")),
    (Has((4,), touch=False), ("buttons", "sound")),
    (Has((4, 9), touch=False, sound=False), ("buttons", "grab")),
])  # fmt: skip
def test_what_a_table_has_not_is_left_out(has: Has, steps: tuple[str, ...]) -> None:
    assert has.steps == steps


def test_every_button_answers_once_and_a_lamp_is_known_by_the_button_beside_it() -> None:
    state = at("buttons")
    for seat in (2, 2, 0, 7, 3):
        state = state.pressed(seat, ALL.buttons)
    assert (state.seen, state.result) == ((2, 0, 3), None)
    assert state.pressed(1, ALL.buttons).result == TryoutResult(True, (4, 4))
    assert state.buttons_end(ALL.buttons).result == TryoutResult(False, (3, 4))
    state = at("lamps")
    assert state.lamp(ALL.lamps) == 0
    state = state.lamp_was(0, ALL.lamps)
    assert (state.lamp(ALL.lamps), state.result) == (2, None)
    assert state.lamp_was(2, ALL.lamps).result == TryoutResult(True, (2, 2))
    swapped = state.lamp_was(1, ALL.lamps)
    assert swapped.result == TryoutResult(False, (1, 2))
    assert swapped.lamp(ALL.lamps) is None
    assert state.lamp_was(None, ALL.lamps).result == TryoutResult(False, (1, 2))


def test_four_corners_are_hit_and_fingers_count_when_they_are_down_together() -> None:
    state = at("corners")
    for beside in (0.4, 9.0, 1.94, 0.0):
        state = state.corner(beside)
    assert (len(state.seen), state.result) == (3, None)
    assert state.corner(1.0).result == TryoutResult(True, (19,))
    state = at("fingers")
    for count in (1, 2, 1, 2, 0):
        state = state.fingers(count)
    assert (state.seen, state.result) == ((2,), None)
    assert state.fingers(5).result == TryoutResult(True, (5,))


def test_a_step_is_left_out_where_there_is_nothing_for_it_and_the_others_go_on_and_back() -> None:
    steps = Has((0, 1), sound=False).steps
    assert [at(here).after(steps) for here in ("begin", "buttons", "grab", "end")] == [
        "buttons", "corners", "end", "end",
    ]  # fmt: skip
    assert [at(here).after(steps, -1) for here in ("begin", "buttons", "end")] == ["begin", "begin", "grab"]
    # The table has been changed since: what isn't there any more leads to what is.
    assert at("lamps").after(steps) == "buttons"
    state = at("buttons").found(True, 4, 4).go("corners").found(False).left()
    assert not state.running
    assert state.open_step(ALL.steps) == "lamps"
    assert state.open_step(("buttons", "corners")) == "end"


def test_a_step_is_tried_again_from_the_start_or_followed_by_what_has_none_yet() -> None:
    state = at("lamps").lamp_was(None, ALL.lamps).lamp_was(2, ALL.lamps)
    assert state.result == TryoutResult(False, (1, 2))
    assert state.again() == at("lamps")
    state = at("buttons").found(True, 4, 4).go("lamps").found(True, 2, 2).go("buttons")
    assert state.after_result(ALL.steps) == "corners"
    assert state.go("plug").after_result(ALL.steps) == "end", "what was skipped isn't forced on anybody"


def test_a_pulled_plug_is_seen_by_another_boot_and_elsewhere_changes_nothing() -> None:
    pulled = at("plug")
    assert pulled.started("monday", 12) == (pulled, False), "only the program was started again"
    back, told = pulled.started("tuesday", 12)
    assert (back.result, told, back.running) == (TryoutResult(True), True, True)
    lost, _ = pulled.started("tuesday", 10)
    assert lost.result == TryoutResult(False, (2,))
    assert tryout_words.came("plug", TryoutResult(False, (2,))) == "2 matches are missing."
    state = at("buttons").pressed(2, ALL.buttons)
    back, told = state.started("tuesday", 12)
    assert told
    assert (back.at, back.seen, back.results) == ("buttons", (2,), {})
    assert state.left().started("tuesday", 12) == (state.left(), False)
    assert Tryout().started("tuesday", 0) == (Tryout(), False)


def test_it_is_kept_and_what_cannot_be_read_was_not_tried(tmp_path: Path) -> None:
    path = tmp_path / "state" / "tryout.json"
    assert tryout.load(path) == Tryout()
    state = at("lamps").lamp_was(0, ALL.lamps).found(True, 2, 2)
    tryout.save(path, state)
    assert tryout.load(path) == state
    for wrong in (b"", b"\xff{", b'{"at": "the moon"}', b'{"results": {"plug": 3}}', b"[" * 5000):
        path.write_bytes(wrong)
        assert tryout.load(path) == Tryout(), wrong


TOLD = {
    "buttons": TryoutResult(False, (3, 4)),
    "lamps": TryoutResult(True, (2, 2)),
    "corners": TryoutResult(True, (19,)),
    "fingers": TryoutResult(False, (2,)),
    "sound": TryoutResult(True),
    "dimming": TryoutResult(False),
    "sleep": TryoutResult(True),
    "grab": TryoutResult(True, (12 * MILLISECOND, MILLISECOND // 10)),
    "plug": TryoutResult(True),
}


def test_each_step_has_its_words_and_its_line_in_the_report() -> None:
    for step in STEPS:
        for result in (TryoutResult(True), TryoutResult(False), TOLD[step]):
            assert tryout_words.came(step, result).endswith(".")
        for said in (tryout_words.NAMES, tryout_words.TITLES, tryout_words.ASKS, tryout_words.REMEDIES):
            assert said[step], step
    assert tryout_words.came("grab", TryoutResult(True, (50, 100))) == "Too close to tell."
    assert tried_lines(Tryout(results=TOLD)) == (  # type: ignore[arg-type]  # its keys are steps
        "tried, buttons: no, 3 of 4 answered",
        "tried, lamps: yes, 2 of 2 lit up",
        "tried, touch at the corners: yes, 1.9 mm beside it at most",
        "tried, five fingers: no, 2 at once",
        "tried, sound: yes",
        "tried, dimming: no",
        "tried, sleep and wake: yes",
        "tried, two hands: yes, 12 ms apart",
        "tried, the plug: yes",
    )
    assert tried_lines(Tryout()) == ("tried: nothing yet",)
