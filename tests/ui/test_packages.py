"""Games in packages: one that doesn't work is named with a remedy, and everything else plays on."""

import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.book import counting
from companion.clock import WallTime
from companion.game import Level, Results, Seat, Standing
from companion.games import shelf
from companion.games.shelf import game_named
from companion.journal import MatchHeader
from companion.match import Match
from companion.store import Store, StoredMatch
from tests.examples.test_page import with_a_last_step, written
from tests.ui.desk import Desk, the
from tests.ui.panels import PANELS
from tests.ui.rig import Rig, python
from tests.ui.sixth.rules import Score, Scored
from tests.ui.sixth.screen import KeeperFace
from tests.ui.test_appliance import Opened
from tests.ui.test_layout import faults
from ui.console.doctor import checks, report, troubles
from ui.dialogs.notice import NoticeDialog
from ui.games import packages
from ui.games.package_words import LEFT_OUT
from ui.games.packages import Declared, declared
from ui.games.registry import FACES, OURS
from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button
from ui.records import thumbnails
from ui.screens.broken import BrokenScreen
from ui.screens.care import CareScreen, SelfCheckScreen
from ui.screens.home import HomeScreen
from ui.screens.how_to import WhichGame
from ui.screens.players import PlayersScreen
from ui.storage.startup import OPEN

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"

GOOD = """
from tests.ui.sixth.rules import Keeper
from tests.ui.sixth.screen import KeeperFace

class Named(Keeper):
    name = "{name}"

class Face(KeeperFace):
    api, title, hint = 1, "Keeper", "2 to 6"
    game = Named()
"""
"""The whole module of a package, wrapping a game that the tests have anyway."""

HANGS = """
import os, signal, threading
os.kill(os.getpid(), signal.SIGALRM)
threading.Event().wait()
"""
"""Its alarm fires at once, so that no test waits for the time-out."""

RAISES_WHEN_LOOKED_AT = """
class Kind(type):
    def __getattr__(self, name):
        raise RuntimeError(name)

class Face(metaclass=Kind):
    pass
"""

NOON = WallTime(1_700_000_000_000)
Install = Callable[..., None]

# Games, faces and words, by the game's name.
KNOWN: tuple[dict[str, Any], ...] = (shelf.GAMES, FACES, words.GAME_NAMES, words.GAME_HINTS)


@pytest.fixture(name="install")
def _install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Yield what installs a package into a folder of its own; afterwards restore the games."""
    kept = [(known, dict(known)) for known in KNOWN]
    modules = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)

    def install(package: str, source: str, game: str = "keeper", target: str = "{}:Face") -> None:
        module = package.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(source.replace("{name}", game))
        info = tmp_path / f"{module}-1.2.dist-info"
        info.mkdir()
        entries = f"[console_scripts]\nx = y:z\n\n[table_companion.games]\n{game} = {target.format(module)}\n"
        (info / "entry_points.txt").write_text(entries)

    yield install
    for known, before in kept:
        known.clear()
        known.update(before)
    packages.checks.clear()
    packages.unfit_games.clear()
    for name in set(sys.modules) - modules:
        # A game of ours that was first imported here stays: others hold objects of it.
        if name.split(".")[0] not in ("companion", "hardware", "ui"):
            del sys.modules[name]


def found(tmp_path: Path) -> list[str]:
    """Load what is installed in the folder; return the check results, bad ones with a remedy."""
    packages.bring([str(tmp_path)])
    return [
        f"{check.name}: {check.what}" + ("" if check.ok else f" -> {check.remedy}")
        for check in packages.checks
    ]


def test_a_packaged_game_is_on_shelf_and_screen_by_its_name(install: Install, tmp_path: Path) -> None:
    install("keeping", GOOD)
    assert found(tmp_path) == ["Package keeping 1.2: Keeper"]
    assert list(shelf.GAMES) == list(FACES) == [*OURS, "keeper"]
    assert shelf.game_named("keeper") is FACES["keeper"]().game
    assert words.GAME_NAMES["keeper"] == "Keeper"


@pytest.mark.parametrize("size", PANELS)
def test_what_does_not_work_is_named_on_this_table_and_keeps_nobody_from_playing(
    install: Install, tmp_path: Path, rig: Rig, size: tuple[int, int]
) -> None:
    rig.size(*size)
    install("broken", "1 / 0")
    install("newer", "class Face:\n    api = 2", "newer")
    found(tmp_path)
    desk = Desk(rig, tmp_path / "matches.db")
    desk.screen(HomeScreen)
    desk.frame.upkeep.open()
    assert desk.screen(CareScreen).part()["self_check"].value == "2 game packages don't work"
    assert faults(desk.screen(CareScreen)) == []
    desk.tap(desk.setting("self_check"))
    screen = desk.screen(SelfCheckScreen)
    desk.until(lambda: screen.checks)
    assert screen.checks == packages.checks
    assert faults(screen) == []
    (tmp_path / "seats.toml").touch()
    assert troubles(packages.checks, tmp_path / "seats.toml") == []


def test_the_doctor_names_them(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("broken", "1 / 0")
    found(tmp_path)
    said = report(checks(tmp_path / "seats.toml", tmp_path / "matches.db", {}), as_json=False)
    assert "Package broken 1.2: it stopped with ZeroDivisionError" in said
    assert "pip uninstall broken" in said


@pytest.mark.parametrize(("source", "says", "todo"), [
    ("1 / 0", "it stopped with ZeroDivisionError (division by zero) at ", "update it, or remove it"),
    ("1 / 0", "broken.py:1", "update it, or remove it"),
    ("from pathlib import Path\nPath('gone.toml').read_text()", "'gone.toml') at ", "pip uninstall broken"),
    ("from pathlib import Path\nPath('gone.toml').read_text()", "broken.py:2", "pip uninstall broken"),
    ("raise ValueError('x' * 9999)", "ValueError (" + "x" * 120 + ") at", "pip uninstall broken"),
    ("raise ValueError('first\\nsecond')", "ValueError (first) at", "pip uninstall broken"),
    ("raise ValueError('\\x1b[2J')", "ValueError ([2J) at", "pip uninstall broken"),
    (
        "class E(Exception):\n    def __str__(self):\n        raise SystemExit\nraise E",
        "it stopped with E at",
        "pip uninstall broken",
    ),
    ("raise SystemExit", "it stopped with SystemExit", "pip uninstall broken"),
    ("1\ndef f(:", "it stopped with SyntaxError (invalid syntax", "pip uninstall broken"),
    ("1\ndef f(:", "broken.py:2", "pip uninstall broken"),
    ("", "its game doesn't fit: broken has no Face", "pip uninstall broken"),
    (HANGS, "its import wasn't over after 20 seconds", "pip uninstall broken"),
    (RAISES_WHEN_LOOKED_AT, "it stopped with RuntimeError", "pip uninstall broken"),
    (GOOD + "    api = 10**5000\n", "it stopped with ValueError", "pip uninstall broken"),
    (GOOD.replace('"2 to 6"', "6"), "hint is no text", "pip uninstall broken"),
    ("class Face:\n    api = 2", "made for api 2 of a newer companion", "update the companion, or install"),
    ("Face = 7", "broken:Face is no GameFace", "pip uninstall broken"),
    ("class Face:\n    api = 1", "broken:Face is no GameFace", "pip uninstall broken"),
    (
        "from ui.games.face import GameFace as Face",
        "its game doesn't fit: broken:Face lacks facts, look, players, presenter",
        "pip uninstall broken",
    ),
    (GOOD.replace('"Keeper",', '"",'), "title is empty", "pip uninstall broken"),
    (GOOD.replace("= 1,", "= 0,"), "api is not 1", "pip uninstall broken"),
    (GOOD.replace("= 1,", "= True,"), "api is not 1", "pip uninstall broken"),
    (GOOD.replace('"Keeper",', '"K" * 5000,'), "title has more than 30 letters", "pip uninstall broken"),
    (GOOD.replace('"Keeper",', '"Kee\\nper",'), "or some that can't be shown", "pip uninstall broken"),
    (GOOD.replace('"2 to 6"', "'?' * 99"), "hint has more than 60 letters", "pip uninstall broken"),
    (GOOD.replace('"Keeper",', '"CRYPTID",'), "another game is called CRYPTID too", "call CRYPTID some"),
    (GOOD + "    counts = (10**9,)\n", "counts are not from 1 to 22", "pip uninstall broken"),
    (GOOD + "    counts = (3, 2)\n", "the smallest first", "pip uninstall broken"),
    (GOOD + "    counts = (True, 2)\n", "counts are no numbers", "pip uninstall broken"),
    (GOOD + "    def __init__(self):\n        1 / 0\n", "stopped with ZeroDivisionError", "pip uninstall"),
    (GOOD + "    def emblem(self):\n        return lambda room: 1 / 0\n", "ZeroDivisionError", "pip uni"),
    (GOOD + "    def guide(self):\n        raise SystemExit\n", "it stopped with SystemExit", "pip uni"),
    (GOOD + "    counts = ()\n", "counts are no numbers", "pip uninstall broken"),
    (GOOD.replace("game = Named()", "game = None"), "game has no awaited, catalogue,", "pip uninstall"),
    (GOOD.replace("    name =", "    deal = None\n    name ="), "neither opening nor deal", "pip uninstall"),
    (GOOD + "    game.name = 'other'\n", "its game is not called keeper", "pip uninstall broken"),
    (GOOD + "    game.catalogue = {}\n", "catalogue is no Catalogue", "pip uninstall broken"),
    (GOOD.replace("    name =", "    results = None\n    name ="), "results are no Results", "pip uninstall"),
    (GOOD + "    game.event_type = list[object] | tuple\n", "can't be written down", "pip uninstall"),
])  # fmt: skip
def test_a_bad_package_is_named(source: str, says: str, todo: str, install: Install, tmp_path: Path) -> None:
    install("broken", source)
    install("well", GOOD, "well")
    bad, good = found(tmp_path)
    assert bad.startswith("Package broken 1.2: ")
    assert says in bad
    assert todo in bad.partition(" -> ")[2]
    assert good == "Package well 1.2: Keeper"
    assert list(FACES) == [*OURS, "well"]


def start(folder: Path) -> tuple[int, str]:
    """Load what is installed in a new process; return how it ended, and what it found."""
    program = (
        "import sys; from pathlib import Path; from ui.games import packages\n"
        "folder = Path(sys.argv[1]); sys.path.insert(0, str(folder))\n"
        "packages.bring([str(folder)], crash_file=folder / 'packages.json')\n"
        "print(*(f'{check.name}: {check.what} -> {check.remedy}' for check in packages.checks), sep='\\n')"
    )
    done = python("-c", program, str(folder))
    return done.returncode, done.stdout


def test_a_package_in_which_three_starts_end_is_left_out(install: Install, tmp_path: Path) -> None:
    """It calls os._exit, which nobody can catch."""
    install("deadly", "import os\nos._exit(7)")
    install("well", GOOD, "well")
    assert [start(tmp_path)[0] for _ in range(3)] == [7, 7, 7]
    ended, said = start(tmp_path)
    assert ended == 0
    left_out, well, _ = said.split("\n")
    assert left_out.startswith(
        "Package deadly 1.2: the companion crashed 3 times while importing it; it is left out now"
        " -> update it, or remove it: pip uninstall deadly. To try it as it is, delete "
    )
    assert well.startswith("Package well 1.2: Keeper")
    (tmp_path / "packages.json").unlink()
    assert start(tmp_path)[0] == 7


def test_a_package_that_ends_a_start_now_and_then_is_not_left_out(install: Install, tmp_path: Path) -> None:
    moody = "import os, pathlib\nif pathlib.Path(__file__).with_name('bad').exists(): os._exit(7)\n"
    install("moody", moody + GOOD)
    for bad in (True, True, False, True, True, False):
        (tmp_path / "bad").touch() if bad else (tmp_path / "bad").unlink()
        ended, said = start(tmp_path)
        assert (ended, "Keeper" in said) == ((7, False) if bad else (0, True))


BROKEN_LATER = (
    GOOD
    + """
    made = [0]

    def __init__(self):
        self.made[0] += 1
        if self.made[0] > 1:
            raise RuntimeError
"""
)


def test_a_later_error_costs_its_own_card_alone(install: Install, tmp_path: Path, rig: Rig) -> None:
    install("later", BROKEN_LATER)
    install("broken", "1 / 0", "broken")
    found(tmp_path)
    desk = Desk(rig, tmp_path / "matches.db")
    home = desk.screen(HomeScreen)
    with pytest.raises(RuntimeError):
        desk.tap(home["game keeper"])
    desk.tap(home["how to"])
    desk.screen(WhichGame)
    desk.frame.home()
    home = desk.screen(HomeScreen)
    assert faults(home) == []
    while "no broken" not in home:
        desk.tap(home["games down"])
    desk.tap(home["no broken"])
    desk.screen(SelfCheckScreen)


ENDS_LATER = (
    GOOD
    + """
    drawn = [0]

    def emblem(self):
        self.drawn[0] += 1
        if self.drawn[0] > 1:
            raise {what}
        return super().emblem()
"""
)


@pytest.mark.parametrize("what", ["SystemExit", "GeneratorExit", "RecursionError"])
def test_a_fatal_picture_costs_its_card_alone(what: str, install: Install, tmp_path: Path, rig: Rig) -> None:
    """It drew well when it was tried out; home draws it every time."""
    install("later", ENDS_LATER.replace("{what}", what))
    found(tmp_path)
    desk = Desk(rig, tmp_path / "matches.db")
    home = desk.screen(HomeScreen)
    assert "game keeper" in home
    desk.tap(home["how to"])
    desk.screen(WhichGame)


def test_a_match_that_is_not_shown_is_left_for_home(install: Install, tmp_path: Path, rig: Rig) -> None:
    """*Go on* opens the same table, which fails again; the next start would have opened it too."""
    install("keeping", GOOD)
    found(tmp_path)
    with Store(tmp_path / "matches.db") as store:
        finished(store)
    desk = Desk(rig, tmp_path / "matches.db")
    desk.screen(HomeScreen)
    desk.frame.open_match("keeper")
    desk.until(lambda: desk.frame.table)
    desk.frame.fail(RuntimeError())
    broken = the(BrokenScreen, desk.frame._cover)
    desk.pump(3)
    assert faults(broken) == []
    assert broken.leave is not None
    desk.tap(broken["leave"])
    home = desk.screen(HomeScreen)
    assert desk.frame._cover is None
    desk.frame.fail(RuntimeError())
    broken = the(BrokenScreen, desk.frame._cover)
    assert broken.leave is None
    desk.pump(3)
    desk.tap(broken["go on"])
    desk.until(lambda: desk.frame.screen not in (None, home))
    desk.screen(HomeScreen)
    desk.close()
    with Store(tmp_path / "matches.db", reading=True) as store:
        assert (store.setting(OPEN, "?"), store.has("keeper")) == ("", True)


def most(screen: object) -> Button:
    """Return the pad of the page's last step, an empty one while another screen is in front."""
    if isinstance(screen, PartScreen) and type(screen).__name__ == "Deal":
        return the(Button, screen.part()["most"])
    return Button("", live=False)


def test_the_page_s_last_step_is_a_line_next_to_the_chairs(
    install: Install, tmp_path: Path, rig: Rig
) -> None:
    written(tmp_path, with_a_last_step)
    packages.bring([str(tmp_path)])
    desk = Desk(rig, tmp_path / "matches.db")
    desk.tap(desk.screen(HomeScreen)["game sticks"])
    desk.sit(0)
    desk.sit(5)
    chairs = desk.screen(PlayersScreen)
    desk.until(lambda: "step line" in chairs)
    desk.tap(chairs["step line"])
    desk.until(lambda: most(desk.frame.screen).live)
    desk.tap_on("7 to 15")
    desk.tap_on("Play")
    assert 7 <= desk.table.session.match.facts.left <= 11
    left = desk.table.session.match.state.left
    for count in [1] * left:
        desk.settle()
        desk.tap_on(f"Takes {count}")
    # It comes again before the next match, with what was chosen.
    desk.rig.time.seconds += 5
    desk.pump(5)
    desk.tap_on("Play again")
    desk.until(lambda: most(desk.frame.screen).title == "7 to 11")


@pytest.mark.parametrize("text", [7, object(), None, "\ud800"])
def test_what_a_package_can_not_save_is_its_own_error_and_stops_no_saving(
    text: Any, tmp_path: Path, rig: Rig
) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    with pytest.raises((TypeError, UnicodeEncodeError)):
        desk.frame.memory.set("keeper.choice", text)
    with pytest.raises((TypeError, UnicodeEncodeError)):
        desk.frame.memory.set(text, "choice")
    with pytest.raises((TypeError, UnicodeEncodeError)):
        desk.frame.memory.get(text, print)
    desk.frame.memory.set("keeper.choice", "red")
    assert desk.read(lambda store: store.setting("keeper.choice", "")) == "red"
    assert desk.frame.trouble == ""


def test_a_package_can_not_take_the_place_of_a_game_of_ours(install: Install, tmp_path: Path) -> None:
    install("mine", GOOD, "tracktic")
    (said,) = found(tmp_path)
    assert "its game is called tracktic, and so is one of table-companion, which is used" in said
    assert FACES["tracktic"] is OURS["tracktic"]
    assert "mine" not in sys.modules


def test_of_two_games_of_one_name_the_first_package_counts(install: Install, tmp_path: Path) -> None:
    install("zebra", GOOD)
    install("ant", GOOD)
    first, second = found(tmp_path)
    assert first == "Package ant 1.2: Keeper"
    assert second.startswith("Package zebra 1.2: its game is called keeper, and so is one of ant")
    assert "keep one: pip uninstall zebra" in second


def test_left_out_no_game_comes(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("keeping", GOOD)
    assert packages.PLAIN not in packages.environment()
    for plain in (True, False):
        packages.bring([str(tmp_path)], plain=plain)
        assert [check.what for check in packages.checks] == [LEFT_OUT]
        assert packages.environment()[packages.PLAIN] == "1"
        assert list(FACES) == list(OURS)
        assert "keeping" not in sys.modules
        monkeypatch.setenv(packages.PLAIN, "1")


def finished(store: Store, name: str = "keeper") -> None:
    """Store a finished match of a game that came in a package, under the game's name."""
    game, facts = game_named(name), KeeperFace().facts(2, {}, Level.COUNTING, Seat(0))
    match: Match[Any, Any, Any, Any] = Match.begin(game, facts, MatchHeader(name, name), NOON)
    while match.outcome is None:
        match.submit(Score(Seat(1), 7), seen=match.length, at=NOON)
    store.keep(StoredMatch(name, name, NOON, NOON, True, "Fox, Owl", match.length), match.rows())


def test_a_match_without_its_package_is_kept_and_counts_later(install: Install, tmp_path: Path) -> None:
    install("keeping", GOOD)
    with Store(tmp_path / "matches.db") as store:
        found(tmp_path)
        finished(store)
        del shelf.GAMES["keeper"], FACES["keeper"]
        assert len(counting.open_book(store).matches) == 0
        thumbnails.make(store, "keeper")
        assert thumbnails.cached(store, ["keeper"]) == {}
        assert [kept.id for kept in store.matches()] == ["keeper"]
        found(tmp_path)
        assert len(counting.open_book(store).matches) == 1
        thumbnails.make(store, "keeper")
        assert thumbnails.cached(store, ["keeper"])["keeper"].won == (1,)
        del shelf.GAMES["keeper"], FACES["keeper"]
        assert len(counting.open_book(store).matches) == 0, "although it was counted"
        found(tmp_path)
        assert len(counting.open_book(store).matches) == 1


def few(*_: object) -> tuple[Standing, ...]:
    return (Standing(1, True, 20, 0),)


def in_words(*_: object) -> Any:
    return (Standing(1, True, "20", 0), Standing(2, False, "0", 1))  # type: ignore[arg-type]


def ends(*_: object) -> None:
    raise SystemExit(3)


def divides(*_: object) -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    "wrong",
    [
        {"evolve": divides},
        {"outcome": ends},
        {"results": Results(few, (Scored,))},
        {"results": Results(in_words, (Scored,))},
        {"view": divides},
    ],
    ids=["raises", "exits", "too few places", "points in words", "no view"],
)
def test_a_match_whose_package_fails_costs_the_book_nothing_else(
    wrong: dict[str, Any], install: Install, tmp_path: Path
) -> None:
    install("keeping", GOOD)
    install("keeping-too", GOOD.replace('"Keeper"', '"Too"'), game="keeper-too")
    with Store(tmp_path / "matches.db") as store:
        found(tmp_path)
        finished(store)
        finished(store, "keeper-too")
        good = shelf.GAMES["keeper"]
        broken = type("Broken", (type(good()),), wrong)()
        shelf.GAMES["keeper"] = lambda: broken
        counted = counting.open_book(store).matches
        assert "keeper-too" in [match.game for match in counted]
        thumbnails.make(store, "keeper")
        thumbnails.make(store, "keeper-too")
        assert thumbnails.cached(store, ["keeper-too"])["keeper-too"].won == (1,)
        # Once it works again, it counts.
        shelf.GAMES["keeper"] = good
        assert {match.game for match in counting.open_book(store).matches} == {"keeper", "keeper-too"}


def test_a_match_without_its_package_is_listed(install: Install, tmp_path: Path, rig: Rig) -> None:
    install("keeping", GOOD)
    found(tmp_path)
    with Store(tmp_path / "matches.db") as store:
        finished(store)
        store.set(OPEN, "keeper")
    for known in KNOWN:
        del known["keeper"]
    desk = Desk(rig, tmp_path / "matches.db")
    desk.tap(desk.screen(HomeScreen)["matches"])
    listed = desk.matches
    desk.pump(4)
    desk.tap(listed[listed.part()["matches"].items[0].name])
    text = desk.screen(NoticeDialog).part()["text"].text
    assert text.startswith("This is a match of keeper, which isn't installed here now. It is kept")


def test_a_safe_start_runs_without_other_people_s_games(
    install: Install, tmp_path: Path, rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("keeping", GOOD)
    monkeypatch.setattr(packages, "bring", partial(packages.bring, [str(tmp_path)]))
    for stops, games in ((0, [*OURS, "keeper"]), (3, list(OURS))):
        for known in (shelf.GAMES, FACES):
            known.pop("keeper", None)
        opened = Opened(rig, tmp_path, stops)
        assert list(FACES) == games
        opened.close()


def test_our_own_games_are_declared_like_those_of_others() -> None:
    points = tomllib.loads(PYPROJECT.read_text())["project"]["entry-points"][packages.GROUP]
    assert list(points) == list(OURS) == list(shelf.GAMES)
    for name, target in points.items():
        one, ours = Declared(name, target, "somebody", "1"), type(OURS[name]())
        assert target == f"{ours.__module__}:{ours.__name__}"
        titled = type(ours.__name__, (ours,), {"title": words.GAME_NAMES[name]})
        assert packages.fitting(one, titled) is titled


def test_our_own_games_are_there_whatever_pip_has_noted(install: Install, tmp_path: Path) -> None:
    info = tmp_path / "table_companion-9.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[table_companion.games]\ncryptid = nowhere:Nothing\n")
    assert found(tmp_path) == []
    assert list(FACES) == list(OURS)


@pytest.mark.parametrize(
    "text", ["", "[table_companion.games", "[table_companion.games]\n\n# x\n; y", "\x00\xff", "[x]\na = b:c"]
)
def test_what_is_no_list_of_entry_points_declares_nothing(text: str, tmp_path: Path) -> None:
    info = tmp_path / "odd-1.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(text)
    (tmp_path / "bare-1.egg-info").write_text("a file, not a folder")
    (tmp_path / "file.zip").write_text("")
    assert declared([str(tmp_path), str(tmp_path / "gone"), str(tmp_path / "file.zip")]) == []


def test_an_editable_install_says_its_version_within(tmp_path: Path) -> None:
    info = tmp_path / "loose.egg-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[table_companion.games]\nloose = t:F\n")
    assert declared([str(tmp_path)]) == [Declared("loose", "t:F", "loose", "")]
    (info / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: loose\nVersion: 1.3\n\nVersion: none\n")
    assert declared([str(tmp_path)]) == [Declared("loose", "t:F", "loose", "1.3")]


def test_a_package_that_lies_in_two_folders_counts_once(tmp_path: Path) -> None:
    for place, version in (("a", "2"), ("b", "1")):
        info = tmp_path / place / f"Two_Fold-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "entry_points.txt").write_text("[table_companion.games]\ntwo = t:F [extra]\n")
    here = [str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "a")]
    assert declared(here) == [Declared("two", "t:F", "two-fold", "2")]
