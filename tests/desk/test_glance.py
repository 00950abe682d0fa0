"""A table's picture goes from the app to the courier and onto the wall, where no script in it can run."""

import json
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest
from msgspec.structs import replace

from companion.club.outbox import MOST_BYTES
from companion.errors import SetupError
from companion.game import Seat
from companion.games.ungle_speed.reports import LeaveTable, TurnNext
from tests.phones.program import a_match, picture
from ui.desk import glance
from ui.desk.glance import Glance, Watch, read_glance
from ui.desk.pages import DeskPages, showing
from ui.games.registry import FACES
from ui.phones.feed import ClubFeed
from ui.stage import theme


@pytest.fixture(name="watch")
def open_watch(tmp_path: Path) -> Iterator[Watch]:
    with closing(Watch(tmp_path / "feed")) as found:
        yield found


def test_the_courier_sees_what_was_shown_last_and_the_table_go(watch: Watch, tmp_path: Path) -> None:
    feed = ClubFeed(tmp_path / "feed")
    assert watch.newest() is None
    match = a_match()
    for text in ("first", "second"):
        feed.show("m", lambda text=text: picture(match, text))  # type: ignore[misc]
    packet = watch.newest()
    assert packet
    shown = watch.glance(packet)
    assert shown is not None
    assert (shown.said, shown.title) == ("second", "Fox's turn")
    assert watch.newest() is None
    feed.close()
    assert watch.newest() == b""
    assert watch.newest() is None


def test_a_courier_that_comes_later_or_again_is_found_by_the_next_picture(tmp_path: Path) -> None:
    feed, match = ClubFeed(tmp_path / "feed"), a_match()
    feed.show("m", lambda: picture(match, "nobody there"))
    for text in ("came", "came again"):
        with closing(Watch(tmp_path / "feed")) as watch:
            feed.show("m", lambda text=text: picture(match, text))  # type: ignore[misc]
            packet = watch.newest()
            assert packet
            assert text.encode() in packet
        # The feed notices in a frame that the courier has gone.
        feed.flush()
    feed.close()


def test_without_a_courier_nothing_is_drawn_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> NoReturn:
        raise AssertionError("nobody listens there")

    monkeypatch.setattr("ui.phones.feed.socket", never)
    for path in (tmp_path / "no folder" / "feed", tmp_path / "feed"):
        feed = ClubFeed(path)
        feed.show("m", never)
        feed.flush()
        feed.close()


def test_no_picture_of_one_match_goes_where_another_was_shown(tmp_path: Path) -> None:
    feed, match = ClubFeed(tmp_path / "feed"), a_match()
    with closing(Watch(tmp_path / "feed")) as watch:
        feed.show("m", lambda: picture(match, "first"))
        assert b"first" in (watch.newest() or b"")
        (tmp_path / "feed").rename(tmp_path / "away")
        feed.show("other", lambda: picture(match, "second"))
        assert watch.newest() == b""
        (tmp_path / "away").rename(tmp_path / "feed")


@pytest.mark.parametrize("game", FACES)
def test_every_game_is_drawn_into_what_a_broker_carries(game: str, watch: Watch) -> None:
    shown = watch.glance(picture(a_match(game, 2 if game == "speed-mode" else 3)))
    assert shown is not None
    assert shown.picture().startswith(b"<svg ")
    assert read_glance(msgspec.json.encode(shown)) == shown
    assert len(msgspec.json.encode(shown)) < MOST_BYTES


def test_two_of_one_name_have_points_of_their_own_on_the_wall_and_at_home(watch: Watch) -> None:
    """Two forgotten people are both called somebody."""
    first, second, *_ = theme.plates()
    ann, bear = replace(first, name="Ann"), replace(second, name="Bear")
    match = a_match("ungle-speed", 4, (ann, bear, ann, ann))
    for report in (TurnNext(), LeaveTable(Seat(3))):
        match.submit(report)
    shown = watch.glance(picture(match))
    assert shown is not None
    assert shown.points == (("Ann", 20), ("Bear", 20), ("Ann", 20)), "players who left have none"
    found = read_glance(msgspec.json.encode(shown))
    assert found == shown
    assert showing("kitchen", found, 0.0).count("Ann 20") == 2
    assert json.loads(glance.home_state(found))["score"] == "Ann 20, Bear 20, Ann 20"


def test_a_desk_sees_all_but_the_points_of_a_table_of_another_version() -> None:
    """Older versions sent points by name, under another key."""
    known = Glance("g", "t", "", "", False)
    before = msgspec.json.decode(msgspec.json.encode(known))
    before.pop("points")
    assert read_glance(msgspec.json.encode(before | {"score": {"Ann": 3}})) == known


@pytest.mark.parametrize("packet", [b"", b"x", b"\xc1", msgspec.msgpack.encode({"game": "chess"})])
def test_what_is_no_picture_shows_nothing(packet: bytes, watch: Watch) -> None:
    assert watch.glance(packet) is None


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff", b"[" * 100_000, b'{"game":1}', b"x" * (1 << 20)])
def test_a_table_that_shows_nonsense_is_refused(text: bytes) -> None:
    with pytest.raises(SetupError):
        read_glance(text)


def test_a_small_message_never_becomes_a_large_picture() -> None:
    evil = Glance("g", "t", "", "", False, board=zlib.compress(b"x" * (glance.MOST_PICTURE * 50)))
    assert evil.picture() == b""
    assert Glance("g", "t", "", "", False, board=b"no zlib").picture() == b""


def test_nothing_that_a_table_shows_is_run_by_a_browser(tmp_path: Path) -> None:
    svg = zlib.compress(b'"><script>alert(1)</script>')
    evil = Glance("<em>", "<script>x", "", "", False, "<i>", ("<u>",), (("<s>", 3),), svg, 1e300)
    html = showing("kitchen", evil, 0.0)
    assert not [tag for tag in ("<script", "<em>", "<i>", "<u>", "<s>") if tag in html]
    assert "<iframe sandbox " in html
    pages, text = DeskPages(tmp_path, lambda: ["kitchen"]), msgspec.json.encode(evil)
    # The database isn't needed as long as no table lies.
    shown = pages._read_glances(None, {"kitchen": text})  # type: ignore[arg-type]
    assert set(shown) == {"kitchen"}
    board = (tmp_path / "kitchen-board.html").read_bytes()
    assert b"<script" not in board
    assert b"default-src 'none'" in board
    # When the table sends nothing, the wall drops it after a while; an empty message drops it at once.
    assert pages._read_glances(None, {"kitchen": b""}) == {}  # type: ignore[arg-type]
