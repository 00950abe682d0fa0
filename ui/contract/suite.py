"""The tests that `pytest --companion-game=NAME` runs, the same for every package.

They only need a game's face: it makes openings for numbers of players and every ruling, and the reports to
try are those that are legal somewhere in matches played at random.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import SetupError
from companion.game import Level, Seat
from ui.contract.properties import PROPERTIES, Property, reports_and_events_are_frozen_tagged_structs
from ui.contract.walk import WIDTH, Case, begin, submit_anything
from ui.contract.whole_matches import (
    MATCH_PROPERTIES,
    MatchProperty,
    checked_pads,
    drawn,
    random_match,
    result_of,
    sentences_of,
)
from ui.games import packages
from ui.games.face import GameFace
from ui.games.guide import positions
from ui.games.registry import FACES
from ui.stage import theme
from ui.table.presenting import GameSpecific

MOST_PEOPLE, MOST_REPORTS, WALKS, STEPS = 4, 120, 12, 40
EXAMPLES = 8

TRIED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
EVERY_PROPERTY = pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)


def face_of(game: str) -> GameFace:
    """Return an installed game's face; raises UsageError, which lists the games and faulty packages."""
    if game not in FACES:
        packages.bring()
    if game not in FACES:
        lines = [f"no game is called {game!r}; there are {', '.join(FACES)}", *packages.amiss()]
        raise pytest.UsageError("\n".join(lines)) from _import_error(game)
    return FACES[game]()


def _import_error(game: str) -> BaseException | None:
    """Return the error that a game's package raises, for its author; None if there is none."""
    try:
        for entry_point in packages.declared(sys.path):
            if entry_point.name == game:
                packages.load(entry_point)
    except packages.UnfitPackage as unfit:
        return unfit.__cause__
    return None


@cache
def case_of(game: str) -> Case:
    """Return the case of an installed game, cached."""
    return case_with(face_of(game))


def case_with(face: GameFace) -> Case:
    """Return a face's case: openings, and a pool of reports for any state."""
    facts = tuple(_openings(face))
    pool = _pool(face, facts)
    return Case(face.game, facts, lambda state: iter(pool))


def _openings(face: GameFace) -> Iterator[GameSpecific]:
    """Yield an opening for each number of players up to MOST_PEOPLE, and one for each ruling's option."""
    counts = [count for count in face.counts if count <= MOST_PEOPLE] or face.counts[:1]
    for count in counts:
        for level in Level if face.levels else (Level.COUNTING,):
            yield face.facts(count, {}, level, Seat(count - 1))
    for name, ruling in face.game.catalogue.ruling.items():
        for option in ruling.options:
            yield from islice(_possible(face, counts, name, option), 1)


def _possible(face: GameFace, counts: Sequence[int], name: str, option: str) -> Iterator[GameSpecific]:
    """Yield openings with a ruling's option, most players first: it may not suit all numbers of them."""
    for count in reversed(counts):
        facts = face.facts(count, {name: option}, Level.COUNTING, Seat(0))
        with suppress(SetupError):
            face.game.opening(facts)
            yield facts


def _pool(face: GameFace, openings: tuple[GameSpecific, ...]) -> tuple[GameSpecific, ...]:
    """Return reports that are legal somewhere, and so mostly illegal elsewhere, as many for each opening."""
    chance, pool = Random(1), dict[str, GameSpecific]()
    for n, facts in enumerate(openings, 1):
        enough = MOST_REPORTS * n // len(openings)
        for _ in range(-(-WALKS // len(openings))):
            for state, _ in islice(random_match(face.game, facts, chance), STEPS):
                able = list(islice(face.game.legal(state), WIDTH))
                few = chance.sample(able, max(0, min(len(able), 8, enough - len(pool))))
                pool.update((repr(report), report) for report in few)
    return tuple(pool.values())


def test_every_report_and_event_is_a_frozen_tagged_struct(case: Case) -> None:
    """Each has a docstring, and a tag that begins with the game's name."""
    reports_and_events_are_frozen_tagged_structs(case)


@EVERY_PROPERTY
@TRIED
@given(data=st.data())
def test_in_every_game(case: Case, holds: Property, data: st.DataObject) -> None:
    """A property of `ui.contract.properties`."""
    holds(data, case)


@pytest.mark.parametrize("holds", MATCH_PROPERTIES, ids=lambda holds: holds.__name__)
def test_in_whole_matches(case: Case, holds: MatchProperty) -> None:
    """A property of `ui.contract.whole_matches`."""
    holds(face_of(case.game.name))


@TRIED
@given(data=st.data())
def test_the_screen_has_words_and_a_picture_for_every_position(case: Case, data: st.DataObject) -> None:
    """Whatever was submitted, valid or not: every entry has a sentence, and no sentence has a hole."""
    face = face_of(case.game.name)
    facts = data.draw(st.sampled_from(case.facts), label="facts")
    match = begin(case, facts)
    presenter = face.presenter(facts, theme.plates()[: facts.players])
    for _ in range(12):
        submit_anything(data, case, match)
        view = case.game.view(match.state, None)
        checked_pads(presenter, view)
        for entry in match.entries:
            sentences_of(presenter, entry)
        if match.hold is not None:
            assert presenter.explain(match.hold.violations).title
        if match.outcome is not None:
            result_of(presenter, match.outcome, view)
        drawn(face, presenter, view)


def test_its_five_cards_show_positions_of_a_match_by_the_rules(case: Case) -> None:
    """Every rule on a card is in the catalogue, and every report of its match is legal."""
    guide = face_of(case.game.name).guide()
    if guide is None:
        pytest.skip("it has no cards")
    for cards in (guide, guide.variant):
        if cards is None:
            continue
        assert len(list(positions(case.game, cards))) == len(cards.reports) + 1
        for lesson in cards.lessons:
            assert lesson.after <= len(cards.reports)
            assert all(case.game.catalogue.text(rule) for rule in lesson.rules)
