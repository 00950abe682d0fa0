"""The contract of every game, whatever its rules."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.games
from tests.contract.cases import CASES
from ui.contract.properties import PROPERTIES, Property, reports_and_events_are_frozen_tagged_structs
from ui.contract.walk import Case

EVERY_GAME = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def packages() -> set[str]:
    """Return the packages under companion/games that have a game."""
    (folder,) = companion.games.__path__
    return {path.parent.name for path in Path(folder).glob("*/game.py")}


def test_every_game_has_a_case() -> None:
    assert packages() == set(CASES)


def test_every_game_has_the_same_files() -> None:
    (folder,) = companion.games.__path__
    for name in packages():
        files = {path.name for path in (Path(folder) / name).iterdir()}
        assert files >= {"game.py", "model.py", "rules.py", "score.py", "view.py", "rules.toml"}, name


@EVERY_GAME
def test_every_report_and_event_is_a_frozen_tagged_struct(case: Case) -> None:
    reports_and_events_are_frozen_tagged_structs(case)


EVERY_PROPERTY = pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)


@EVERY_GAME
@EVERY_PROPERTY
@settings(max_examples=2)
@given(data=st.data())
def test_in_every_game(case: Case, holds: Property, data: st.DataObject) -> None:
    holds(data, case)


@pytest.mark.long
@EVERY_GAME
@EVERY_PROPERTY
@settings(max_examples=25)
@given(data=st.data())
def test_in_many_games(case: Case, holds: Property, data: st.DataObject) -> None:
    holds(data, case)
