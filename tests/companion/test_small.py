"""The clock, the catalogue and decks."""

from pathlib import Path

import pytest

from companion.catalogue import Catalogue, Rule, RulingChoice, read_catalogue
from companion.clock import HandClock, Instant, Nanoseconds, SystemClock, WallTime
from companion.errors import CatalogueError, SetupError
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import DECKS
from companion.games.ungle_speed.model import Facts


def test_the_hand_clock_moves_only_when_told() -> None:
    clock = HandClock(Instant(5), WallTime(7))
    assert (clock.now(), clock.wall()) == (5, 7)
    clock.advance(Nanoseconds(2_000_000))
    assert (clock.now(), clock.wall()) == (2_000_005, 9)
    with pytest.raises(ValueError, match="backwards"):
        clock.advance(Nanoseconds(-1))


def test_the_system_clock_runs_forward() -> None:
    clock = SystemClock()
    assert 0 < clock.now() <= clock.now()
    assert clock.wall() > 1_700_000_000_000


def test_how_far_the_clock_was_steered_is_told_by_the_quickest_look(monkeypatch: pytest.MonkeyPatch) -> None:
    raw, steered = iter([0, 900, 1000, 1010, 2000, 2100]), iter([5, 1105, 2050])
    monkeypatch.setattr("time.clock_gettime_ns", lambda clock: next(raw))
    monkeypatch.setattr("time.monotonic_ns", lambda: next(steered))
    assert SystemClock().steered() == 100
    assert HandClock().steered() == 0


def test_every_ruling_has_a_default_among_its_options() -> None:
    rulings = UngleSpeed.catalogue.ruling
    known = {"dead_heat", "leftovers", "two_left_over", "after_penalty", "missed_match", "late_grab"}
    assert set(rulings) >= known
    assert all(choice.default in choice.options for choice in rulings.values())


def test_choosing_fills_in_defaults_and_names_what_is_unknown() -> None:
    catalogue = Catalogue({"a.b": Rule("Yes.")}, {"x": RulingChoice("Who?", "one", {"one": "1", "two": "2"})})
    assert catalogue.choose({}) == {"x": "one"}
    assert catalogue.choose({"x": "two"}) == {"x": "two"}
    with pytest.raises(SetupError, match="'y'"):
        catalogue.choose({"y": "one"})
    with pytest.raises(SetupError, match="one, two"):
        catalogue.choose({"x": "three"})
    with pytest.raises(CatalogueError, match=r"c\.d"):
        catalogue.text("c.d")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[rule.x]\ntext = 1", "str"),
        ("x = y", "line 1"),
        ('[rule.x]\ntext="a"\n[ruling.y]\ntext="?"\ndefault="n"\noptions={m="M"}', "default"),
    ],
)
def test_a_bad_catalogue_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    package = tmp_path / f"package_{tmp_path.name}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.toml").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(CatalogueError, match=rf"{package.name}/rules.toml: .*{says}"):
        read_catalogue(package.name, "rules.toml")


DECK = 'name = "mine"\ncolours = ["red"]\ninward = 1\noutward = 0\ncoloured = 0\n'


def test_an_owner_s_deck_plays() -> None:
    symbols = "".join(f'[[symbols]]\nid = "s{n}"\nfamily = "all"\n' for n in range(9))
    deck = DECKS.read((DECK + symbols).encode(), "mine.toml")
    assert deck.size == 10
    assert UngleSpeed().opening(Facts(4, deck)).stacks == (3, 3, 2, 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "missing"),
        ("name = x", "line 1, column 8"),
        (DECK, "symbols"),
        (DECK + "symbols = []", "at least one"),
        (DECK + '[[symbols]]\nid="a"\nfamily="f"\n[[symbols]]\nid="a"\nfamily="f"', "'a' is there twice"),
        (DECK.replace("= 1", "= -1") + '[[symbols]]\nid="a"\nfamily="f"', "negative"),
        (DECK + '[[symbols]]\nid="a"\nfamily="f"\nhue=3', "hue"),
    ],
)
def test_a_bad_deck_says_what_is_wrong_and_where(text: str, says: str) -> None:
    with pytest.raises(SetupError, match=says) as error:
        DECKS.read(text.encode(), "mine.toml")
    assert "mine" in str(error.value)
