"""Properties that any game must have, each tried on walks that hypothesis draws."""

from collections.abc import Callable
from itertools import islice, product
from typing import Any, TypeAlias, get_type_hints

import msgspec
from hypothesis import strategies as st

from companion.decoding import from_json, from_msgpack
from companion.game import TABLE, Accepted, Refused, Seat
from companion.journal import Codec
from companion.line import encode_checkpoint
from companion.match import Match
from ui.contract.walk import Case, begin, evolved, kinds, submit_anything, walk

MOST_LISTED = 5000
"""Legal reports considered in a position: a sheet has as many as possible rows."""

ANOTHER = "a record that is read back gives another match: have the rules ask nothing but their arguments"

Property: TypeAlias = Callable[[st.DataObject, Case], None]


def reports_and_events_are_frozen_tagged_structs(case: Case) -> None:
    prefix = case.game.name.replace("-", "_") + "."
    for kind in (*kinds(case.game.report_type), *kinds(case.game.event_type)):
        config, name = kind.__struct_config__, kind.__name__
        assert get_type_hints(kind).get("seat") is not int, f"{name}.seat is an int: write Seat"
        assert config.frozen, f"{name} isn't frozen: class {name}(Struct, frozen=True, ...)"
        assert str(config.tag).startswith(prefix), f"the tag of {name} doesn't begin with {prefix!r}"
        assert kind.__doc__, f"{name} has no docstring: say what it means in a line"


def legal_is_exactly_what_judge_accepts(data: st.DataObject, case: Case) -> None:
    walked = walk(data, case, 12)
    state = data.draw(st.sampled_from([state for state, _, _ in walked]))
    listed = set(map(repr, islice(case.game.legal(state), MOST_LISTED)))
    for report in case.universe(state):
        ruling = case.game.judge(state, report)
        # If the list was cut off, an accepted report may come later in it.
        cut_off = len(listed) == MOST_LISTED and isinstance(ruling, Accepted)
        fits = cut_off or isinstance(ruling, Accepted) == (repr(report) in listed)
        assert fits, disagreement(report, ruling, state)


def disagreement(report: Any, ruling: Any, state: Any) -> str:
    """Return the message that `judge` and `legal` disagree, with what to do."""
    todo = "yield it, or refuse it" if isinstance(ruling, Accepted) else "accept it, or yield it no more"
    return f"judge and legal don't agree on {report}: {ruling} at {state}: {todo}"


def refusals_name_rules_of_the_catalogue(data: st.DataObject, case: Case) -> None:
    walked = walk(data, case, 12)
    for state, _, _ in walked:
        for report in case.universe(state):
            ruling = case.game.judge(state, report)
            if isinstance(ruling, Refused):
                assert ruling.violations
                for violation in ruling.violations:
                    assert violation.rule.startswith("match.") or case.game.catalogue.text(violation.rule)


def reports_and_events_survive_their_json(data: st.DataObject, case: Case) -> None:
    game = case.game
    for _, report, ruling in walk(data, case, 30):
        assert_reads_back(report, game.report_type)
        for event in ruling.events:
            assert_reads_back(event, game.event_type)


def assert_reads_back(value: Any, kind: Any) -> None:
    """Assert that a report or event survives a round trip through JSON."""
    decoded = from_json(msgspec.json.encode(value), kind)
    assert decoded == value, f"{value} reads back as {decoded}: give its fields what their types say"


def a_game_waits_for_something_until_it_has_ended(data: st.DataObject, case: Case) -> None:
    for state, _, _ in walk(data, case, 40):
        goes_on = case.game.outcome(state) is None
        assert bool(case.game.awaited(state)) == goes_on == any(True for _ in case.game.legal(state))


def judge_and_views_leave_the_state_alone(data: st.DataObject, case: Case) -> None:
    for state, report, _ in walk(data, case, 12):
        before = repr(state)
        case.game.judge(state, report)
        case.game.view(state, None)
        next(case.game.legal(state), None)
        assert repr(state) == before


def replay_equals_live_at_every_step(data: st.DataObject, case: Case) -> None:
    """This includes refusals, holds, overrulings, take-backs and corrections."""
    match = begin(case, data.draw(st.sampled_from(case.facts), label="facts"))
    codec: Codec[Any, Any, Any] = Codec(case.game)
    for _ in range(data.draw(st.integers(1, 40), label="steps")):
        submit_anything(data, case, match)
        replayed, loss = Match.restore(case.game, codec.rows(match.entries))
        assert loss is None
        assert replayed.entries == match.entries
        same = (replayed.line, replayed.hold) == (match.line, match.hold)
        assert same, ANOTHER


def a_checkpoint_makes_no_difference(data: st.DataObject, case: Case) -> None:
    """Neither to a resumed match nor to play from there on; with a flipped bit it isn't used."""
    match = begin(case, data.draw(st.sampled_from(case.facts), label="facts"))
    checkpoint, steps = b"", data.draw(st.integers(1, 40), label="steps")
    checkpoint_at = data.draw(st.integers(0, steps - 1), label="reached")
    for step in range(steps):
        submit_anything(data, case, match)
        if step == checkpoint_at:
            length, checkpoint = match.length, encode_checkpoint(match.checkpoint(), "m", match.rows())
    rows = match.rows()
    plain, loss = Match.restore(case.game, rows)
    quick, loss_too = Match.restore(case.game, rows, checkpoint)
    assert (loss, loss_too, plain.checked, quick.checked) == (None, None, 0, length)
    for _ in range(3):
        same = (quick.line, quick.hold, quick.abandoned) == (plain.line, plain.hold, plain.abandoned)
        assert same, ANOTHER
        assert quick.state == plain.state
        assert quick.length == plain.length
        before = plain.length
        submit_anything(data, case, plain)
        for entry in plain.entries[before:]:
            quick.enter(entry)
    assert quick.entries == plain.entries
    assert quick.rows() == plain.rows()
    torn = bytearray(checkpoint)
    place = data.draw(st.integers(0, len(checkpoint) - 1), label="byte")
    torn[place] ^= 1 << data.draw(st.integers(0, 7), label="bit")
    unaided, _ = Match.restore(case.game, rows, bytes(torn))
    assert unaided.checked == 0
    assert unaided.line == Match.restore(case.game, rows)[0].line


def no_entry_is_ever_lost_or_changed(data: st.DataObject, case: Case) -> None:
    match = begin(case, data.draw(st.sampled_from(case.facts), label="facts"))
    for _ in range(30):
        before = list(match.entries)
        submit_anything(data, case, match)
        assert match.entries[: len(before)] == before
        assert len(match.entries) <= len(before) + 1


def what_is_seen_and_public_facts_survive_messagepack(data: st.DataObject, case: Case) -> None:
    """What is sent to another program comes back equal: public facts, and views of the table and a seat."""
    facts = data.draw(st.sampled_from(case.facts), label="facts")
    public = case.game.public(facts)
    assert _through_msgpack(public) == public
    assert case.game.public(public) == public
    try:
        case.game.opening(public)
    except Exception as error:
        raise AssertionError(
            f"opening raises {error!r} for what public returns, and phones open the table with that"
        ) from error
    for state, _, ruling in walk(data, case, 30):
        after = evolved(case.game, state, ruling.events)
        for position, viewer in product((state, after), (TABLE, Seat(0))):
            view = case.game.view(position, viewer)
            decoded = _through_msgpack(view)
            assert decoded == view, (
                f"the view {view} reads back as {decoded}: give its fields what their types say"
            )


def _through_msgpack(value: Any) -> Any:
    return from_msgpack(msgspec.msgpack.encode(value), type(value))


PROPERTIES: tuple[Property, ...] = (
    legal_is_exactly_what_judge_accepts,
    refusals_name_rules_of_the_catalogue,
    reports_and_events_survive_their_json,
    a_game_waits_for_something_until_it_has_ended,
    judge_and_views_leave_the_state_alone,
    replay_equals_live_at_every_step,
    a_checkpoint_makes_no_difference,
    no_entry_is_ever_lost_or_changed,
    what_is_seen_and_public_facts_survive_messagepack,
)
