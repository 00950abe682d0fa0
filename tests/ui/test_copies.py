"""The copies screen by touch at both sizes: a stick comes, is copied to, read from, and goes."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import register
from companion.clock import WallTime
from companion.club.mailbox import Join
from companion.errors import NotSaved
from companion.games.sheet.plain import Plain
from companion.store import Copy, Store
from tests.companion.test_copies import keep, played
from tests.companion.test_people import ADA
from tests.ui.desk import NOON, pads_in, the
from tests.ui.panels import PANELS
from tests.ui.rig import FRAME, Rig
from tests.ui.test_copying import many
from tests.ui.test_layout import faults
from ui.appliance.sticks import Stick
from ui.dialogs.notice import NoticeDialog
from ui.games.sheet import owners
from ui.language.words import CANCEL, CLOSE
from ui.screens.sticks import LOOK_SECONDS, CopiesScreen
from ui.storage import copying as words
from ui.storage.copying import Restoring
from ui.storage.saver import Saver
from ui.table.session import Inbox
from ui.widgets.layout import Rect, place_widget


class Counter:
    """The screen in a window, with a store, and sticks that the test plugs in and pulls out."""

    def __init__(self, rig: Rig, folder: Path, size: tuple[int, int]) -> None:
        rig.size(*size)
        self.rig, self.size = rig, size
        self.folder, self.stick = folder, folder / "STICK"
        self.stick.mkdir()
        self.here: list[Stick] = []
        self.inbox = Inbox()
        self.path = folder / "matches.db"
        with Store(self.path) as store:
            for n in range(12):
                keep(store, played(f"m{n}", 3 + n))
        self.saver = Saver(self.path, self.inbox.post)
        self.trouble: list[str | None] = []
        self.saver.on_trouble = self.trouble.append
        self.gone = 0
        self.playing = {"m1": object()}
        self.open()

    def open(self) -> None:
        """Show the screen, in place of one that is left."""
        self.screen = CopiesScreen(
            self.saver, self.back, self.playing, find=lambda: tuple(self.here), now=self.now
        )
        self.rig.show(self.screen)
        place_widget(self.screen, Rect(0, 0, *map(float, self.size)))

    def back(self) -> None:
        self.gone += 1

    def now(self) -> WallTime:
        return NOON

    def plug(self, name: str = "STICK", *, writable: bool = True) -> Path:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        self.here.append(Stick(name, folder, 12_300_000_000, writable))
        self.until(lambda: any(pad.title.text == name for pad in pads_in(self.screen)))
        return folder

    def until(self, what: Callable[[], object]) -> None:
        def holds() -> bool:
            self.inbox.drain()
            return bool(what())

        self.rig.until(holds)
        self.rig.pump(3)

    def answered(self) -> None:
        """Wait until the store has answered everything."""
        answers: list[object] = []
        self.saver.ask(lambda _: True, answers.append)
        self.until(lambda: answers and not self.screen._looking)

    def tap_on(self, title: str) -> None:
        (pad,) = [pad for pad in pads_in(self.screen) if pad.title.text == title]
        self.rig.tap(pad)

    def take_in(self) -> None:
        """Plug the stick in and import its copy."""
        self.plug()
        self.tap_on("2023-01-02 03:04")
        self.tap_on(words.TAKE_IN)
        self.until(lambda: self.screen.over is not None)

    def check(self, what: str) -> None:
        """Check that everything in front can be read and tapped."""
        self.rig.pump(4)
        window = Rect(0, 0, *map(float, self.size))
        front = self.screen.over or self.screen
        assert [f"{what}: {fault}" for fault in faults(front, window)] == []
        _, _, pixels = self.rig.picture(self.screen)
        assert len(set(pixels[:: 4 * 97])) > 3, f"{what} is blank"

    def said(self) -> str:
        return str(the(NoticeDialog, self.screen.over).part()["text"].text)

    def close(self) -> None:
        self.screen.leave()
        self.saver.close()


@pytest.fixture(params=PANELS)
def counter(request: pytest.FixtureRequest, rig: Rig, tmp_path: Path) -> Iterator[Counter]:
    counter = Counter(rig, tmp_path, request.param)
    yield counter
    counter.close()


def test_without_a_stick_it_says_what_to_do(counter: Counter) -> None:
    counter.until(lambda: "missing" in counter.screen)
    assert counter.screen.part()["missing"].text == "Plug in a USB stick."
    counter.check("no stick")
    counter.rig.tap(counter.screen["back"])
    assert counter.gone == 1


def test_a_stick_that_does_not_answer_holds_no_saving_up_and_is_asked_once(counter: Counter) -> None:
    """A broken stick, or one that a hub has lost, can block its caller for half a minute."""
    counter.answered()
    looked = 0
    answers = threading.Event()

    def find() -> tuple[Stick, ...]:
        nonlocal looked
        looked += 1
        assert answers.wait(20)
        return ()

    counter.screen.find = find
    counter.rig.pump(int(5 * LOOK_SECONDS / FRAME))
    counter.until(lambda: looked)
    done = threading.Event()
    counter.saver.ask(lambda _: done.set(), lambda _: None)
    assert done.wait(5)
    assert looked == 1
    answers.set()
    counter.until(lambda: not counter.screen._looking)
    counter.rig.pump(int(2 * LOOK_SECONDS / FRAME))
    counter.until(lambda: looked > 1)


def test_a_copy_is_made_and_taken_in_again(counter: Counter) -> None:
    stick = counter.plug()
    counter.check("an empty stick")
    counter.tap_on(words.COPY_NOW)
    assert counter.screen.message.text == "Copying. Leave the stick in."
    assert not counter.screen.part()["write"].live
    counter.until(lambda: counter.screen.message.text != words.COPYING)
    assert counter.screen.message.text.startswith("12 matches are copied to STICK, as ")
    counter.until(lambda: "nothing" not in counter.screen)
    counter.check("copied")
    (copy,) = stick.iterdir()
    assert copy.name == "companion-2023-11-15-1200.db"
    counter.tap_on("2023-11-15 12:00")
    counter.check("asked")
    counter.tap_on(CANCEL)
    assert counter.screen.over is None
    counter.tap_on("2023-11-15 12:00")
    counter.tap_on(words.TAKE_IN)
    counter.until(lambda: counter.screen.over is not None)
    assert counter.said() == "12 matches: 12 here already."
    counter.check("taken in")
    counter.tap_on(CLOSE)
    assert counter.screen.part()["write"].live
    assert [why for why in counter.trouble if why] == []


def test_a_copy_left_alone_is_made_before_the_next(counter: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on in the background, and a second one in the same minute would take its name."""
    copy_to, on = Store.copy_to, threading.Event()
    going: list[Path] = []
    at_once: list[int] = []

    def slow(store: Store, path: Path) -> None:
        going.append(path)
        on.wait(60)
        at_once.append(len(going))
        copy_to(store, path)
        going.remove(path)

    monkeypatch.setattr(Store, "copy_to", slow)
    stick = counter.plug()
    counter.tap_on(words.COPY_NOW)
    counter.until(lambda: going)
    counter.screen.leave()
    counter.open()
    counter.until(lambda: counter.screen.chosen)
    counter.tap_on(words.COPY_NOW)
    on.set()
    counter.until(lambda: counter.screen.message.text not in ("", words.COPYING))
    assert counter.screen.message.well
    assert at_once == [1, 1]
    assert len([*stick.iterdir()]) == 2


def test_matches_come_in_and_those_on_the_table_stay(counter: Counter) -> None:
    with Store(counter.folder / "other.db") as other:
        keep(other, played("new", 4, who="Yak"))
        keep(other, played("m1", 9))
        for n in range(6):
            keep(other, played(f"bad{n}", 2), rows=played("another", 2).rows())
        other.copy_to(counter.stick / "companion-2023-01-02-0304-2.db")
    counter.take_in()
    first, *_, last = counter.said().splitlines()
    assert first == "8 matches: 1 taken in, 1 different from the one here, saved next to it, 6 left out."
    assert last.startswith("and more")
    counter.check("taken in partly")
    with Store(counter.path, reading=True) as store:
        assert store.rows("new") == played("new", 4, who="Yak").rows()
        assert store.rows("m1") == played("m1", 4).rows()


def test_people_come_out_of_a_copy_from_before_the_first_match(counter: Counter) -> None:
    with Store(counter.folder / "other.db") as other:
        register.add(other, [ADA])
        other.copy_to(counter.stick / "companion-2023-01-02-0304.db")
    counter.take_in()
    assert counter.said() == "The copy holds no match."
    with Store(counter.path, reading=True) as store:
        assert store.people().name(ADA.id) == "Ada"


def test_a_file_that_is_no_copy_changes_nothing(counter: Counter) -> None:
    (counter.stick / "companion-2023-01-02-0304.db").write_bytes(b"SQLite format 3\0 and rubbish")
    counter.take_in()
    assert "isn't a whole copy of matches" in counter.said()
    counter.check("no copy")
    counter.tap_on(CLOSE)
    counter.check("after it")


def test_play_is_saved_while_a_copy_is_checked(counter: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking takes as long as reading all of it from a slow stick."""
    many(counter.stick / "companion-2023-01-02-0304.db", 1)
    checked, look = threading.Event(), Copy._check

    def slow(copy: Copy) -> None:
        checked.wait(60)
        look(copy)

    monkeypatch.setattr(Copy, "_check", slow)
    counter.plug()
    counter.tap_on("2023-01-02 03:04")
    counter.tap_on(words.TAKE_IN)
    counter.answered()
    assert counter.screen.over is None
    checked.set()
    counter.until(lambda: counter.screen.over is not None)
    assert counter.said() == "1 match: 1 taken in."


def test_a_full_disk_leaves_what_was_restored(counter: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    many(counter.stick / "companion-2023-01-02-0304.db", 120)
    step = Restoring.step

    def fills_up(restoring: Restoring, store: Store) -> None:
        if restoring.outcomes:
            raise NotSaved("not saved: the disk is full; free some space")
        step(restoring, store)

    monkeypatch.setattr(Restoring, "step", fills_up)
    counter.take_in()
    assert the(NoticeDialog, counter.screen.over).title == "Not all was restored"
    assert counter.said() == (
        "It stopped half way: not saved: the disk is full; free some space. "
        "What was taken in is here; try again for the rest."
    )


def test_a_stick_that_can_only_be_read_is_not_written_on(counter: Counter) -> None:
    counter.plug(writable=False)
    counter.check("read only")
    assert not counter.screen.part()["write"].live


def test_a_failed_copy_is_said_and_play_saved(counter: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: Store, path: Path) -> None:
        raise NotSaved("no copy was made: the disk is full; free some space")

    monkeypatch.setattr(Store, "copy_to", full)
    counter.plug()
    counter.tap_on(words.COPY_NOW)
    counter.until(lambda: counter.screen.message.text != words.COPYING)
    assert counter.screen.message.text == "no copy was made: the disk is full; free some space"
    counter.check("full stick")
    assert [why for why in counter.trouble if why] == []


def test_one_of_several_sticks_is_chosen_and_a_stick_goes(counter: Counter) -> None:
    counter.plug("FIRST")
    counter.plug("SECOND")
    counter.plug("A LABEL THAT IS LONG")
    counter.check("three sticks")
    counter.tap_on("SECOND")
    counter.tap_on(words.COPY_NOW)
    counter.until(lambda: list((counter.folder / "SECOND").glob("*.db")))
    assert not list((counter.folder / "FIRST").iterdir())
    counter.here.clear()
    counter.until(lambda: "missing" in counter.screen)
    assert counter.screen.part()["missing"].text == "Plug in a USB stick."


def test_many_copies_have_pages(counter: Counter) -> None:
    for day in range(1, 29):
        (counter.stick / f"companion-2023-01-{day:02}-0304.db").touch()
    counter.plug()
    counter.check("many copies")
    counter.rig.tap(counter.screen["copies down"])
    counter.check("the next page")


def test_a_clubs_copies_say_which_table_made_them(counter: Counter) -> None:
    """They used to be called by the minute alone, as a family's still are."""
    table = "w" * 24
    counter.plug()
    counter.tap_on(words.COPY_NOW)
    counter.until(lambda: "copy 0" in counter.screen)
    counter.saver.club.keep_join(Join(table, "password", "localhost"))
    counter.tap_on(words.COPY_NOW)
    counter.until(lambda: "copy 1" in counter.screen)
    made = {f"companion-2023-11-15-1200{end}.db" for end in ("", f"_{table}")}
    assert {path.name for path in counter.stick.iterdir()} == made
    counter.check("a club's copies")
    copies = [f"copy {n}" for n in range(2)]
    (named,) = (name for name in copies if table in str(counter.screen.part()[name].hint))
    counter.rig.tap(counter.screen[named])
    counter.check("restore a club's copy")
    assert counter.said().startswith(f"2023-11-15 12:00 · {table}. ")


def test_nothing_is_built_anew_while_nothing_changes(counter: Counter) -> None:
    """Rebuilding a pad drops the finger on it; a change of free space alone is no reason to."""
    counter.plug()
    before = pads_in(counter.screen)
    for _ in range(3):
        counter.here[0] = Stick("STICK", counter.here[0].folder, counter.here[0].free - 1, True)
        counter.rig.pump(round(LOOK_SECONDS / FRAME) + 2)
        counter.answered()
    assert pads_in(counter.screen) == before


def test_own_sheets_are_copied_too_or_it_says_why(counter: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = counter.folder / "sheets"
    monkeypatch.setattr("ui.storage.copying.sheets_path", lambda: sheets)
    owners.save_new(sheets, "Ours", Plain("Ours", ("A",)).toml())
    stick = counter.plug()
    counter.rig.tap(counter.screen["write"])
    counter.until(lambda: "1 sheet of your own is there too." in counter.screen.message.text)
    counter.check("with a sheet")
    assert (stick / "sheets" / "ours.toml").read_bytes() == Plain("Ours", ("A",)).toml()
    (stick / "sheets" / "ours.toml").unlink()
    (stick / "sheets").rmdir()
    (stick / "sheets").write_text("a file")
    counter.until(lambda: counter.screen.part()["write"].live)
    counter.rig.tap(counter.screen["write"])
    counter.until(lambda: "aren't on it" in counter.screen.message.text)
    counter.check("without")
