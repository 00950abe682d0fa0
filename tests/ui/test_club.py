"""A table joins a club from a file on a stick, carries its outbox there where no network is, and leaves."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.club import outbox
from companion.club.mailbox import Join, Mailbox, read_items
from companion.club.outbox import Ack, encode
from companion.copies import stored_match
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk, there
from tests.ui.test_layout import faults
from ui.appliance import care_words as words
from ui.appliance.sticks import Stick, sticks
from ui.screens.care import CareScreen
from ui.screens.home import HomeScreen
from ui.screens.sticks import ClubScreen

JOIN = msgspec.json.encode(Join("kitchen", "secret", "192.168.1.5"))


def plugged(desk: Desk, folder: Path) -> ClubScreen:
    shown = desk.frame.screen
    desk.tap(shown["back"] if isinstance(shown, ClubScreen) else desk.screen(HomeScreen)["settings"])
    desk.tap(desk.setting("club"))
    shown = desk.screen(ClubScreen)
    desk.until(lambda: not shown._looking)
    shown.find = lambda: (Stick("STICK", folder, 1 << 30, writable=True),)
    shown.look()
    desk.until(lambda: "write" in shown and shown.hint)
    desk.pump(4)
    assert faults(shown) == []
    return shown


def write(desk: Desk, shown: ClubScreen) -> str:
    desk.tap(shown["write"])
    desk.until(lambda: not shown._busy and shown.message.text not in ("", words.CLUB_WRITING))
    return shown.message.text


def play(desk: Desk, name: str) -> None:
    match = seated(ended("sheet"), name, (ADA.plate, BOB.plate))
    desk.services.saver.keep(stored_match(match), match.rows())


@pytest.mark.usefixtures("each_panel")
def test_a_table_joins_brings_what_waits_and_goes(desk: Desk, tmp_path: Path, stick: Path) -> None:
    store = tmp_path / "matches.db"
    mailbox = Mailbox(tmp_path / "matches.db-club")
    play(desk, "before")
    shown = plugged(desk, stick)
    assert shown.hint == words.CLUB_SCAN
    assert write(desk, shown) == words.CLUB_NO_FILE
    (stick / "club-join.json").write_bytes(b"{}")
    assert "isn't a file from a club" in write(desk, shown)
    (stick / "club-join.json").write_bytes(JOIN)
    assert write(desk, shown) == words.club_joined("kitchen")
    assert there(mailbox.joined()).table == "kitchen"

    play(desk, "m1")
    play(desk, "m2")
    shown = plugged(desk, stick)
    desk.until(lambda: shown.hint == words.club_waits(2))
    assert "2" in write(desk, shown)
    items = read_items((stick / "club-outbox-kitchen").read_bytes())
    assert [item.n for item in items] == [0, 1, 2]
    assert b"secret" not in (stick / "club-outbox-kitchen").read_bytes()
    # The courier finds the same items.
    assert mailbox.items() == items

    # The club's desk has received the first item, so that one is deleted.
    (stick / "club-outbox-kitchen.heard").write_bytes(encode(Ack(items[0].series, 1)))
    write(desk, shown)
    assert [item.n for item in read_items((stick / "club-outbox-kitchen").read_bytes())] == [0, 2]
    desk.until(lambda: shown.hint == words.club_waits(1))
    assert [item.n for item in mailbox.items()] == [0, 2]

    desk.tap(shown["back"])
    desk.until(lambda: words.club_waits(1) in str(desk.screen(CareScreen).part()["club"]))
    desk.tap(desk.setting("club"))
    shown = desk.screen(ClubScreen)
    desk.until(lambda: shown.hint == words.club_waits(1))
    shown.leave_club()
    desk.until(lambda: shown.hint == words.CLUB_SCAN)
    assert mailbox.joined() is None
    with Store(store, reading=True) as kept:
        assert outbox.waiting(kept) == ()
        assert kept.has("m1")


def test_what_the_courier_brings_is_let_go_of_with_the_next_entry(desk: Desk, tmp_path: Path) -> None:
    mailbox = desk.services.saver.club
    series = "00000000-0000-4000-8000-00000000000a"
    join = Join("kitchen", "secret", "h")

    def joined(store: Store) -> bool:
        mailbox.join(store, join, series)
        return True

    desk.read(joined)
    play(desk, "m1")
    desk.until(lambda: len(mailbox.items()) == 2)
    mailbox.save_ack(Ack(series, 1))
    play(desk, "m2")
    desk.until(lambda: [item.n for item in mailbox.items()] == [0, 2])


@pytest.mark.parametrize("at", ["_desk_file", "_write"])
def test_what_nobody_foresaw_at_the_stick_leaves_the_page_usable(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """The page said for ever that it was reading the stick, and its pads did nothing."""
    (tmp_path / "club-join.json").write_bytes(JOIN)
    shown = plugged(desk, tmp_path)
    if at == "_write":
        write(desk, shown)
        desk.until(lambda: shown.waiting == 0)
    with monkeypatch.context() as broken:
        broken.setattr(f"ui.screens.sticks.{at}", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            write(desk, shown)
    assert not shown._busy
    joined, written = words.club_joined("kitchen"), words.club_written(0, "club-outbox-kitchen")
    assert write(desk, shown) == (joined if at == "_desk_file" else written)


PLACES = dict(zip("ABCDEF1234567890", (*range(4, 10), *range(30, 40)), strict=True))
"""The USB scancodes of the hexadecimal digits, the same on every keyboard layout."""


def scan(desk: Desk, text: str) -> None:
    """Type as a scanner does, on a keyboard whose layout prints other characters."""
    for sign in text:
        desk.frame.key_down(ord("?"), PLACES[sign])
        desk.frame.key_up(ord("?"))
    desk.frame.key_down(13, 40)
    desk.frame.key_up(13)


def test_a_table_joins_by_the_code_that_a_scanner_types(desk: Desk, tmp_path: Path) -> None:
    shown = plugged(desk, tmp_path)
    for wrong in ("", "7", JOIN[:20].hex().upper(), b"{}".hex().upper()):
        scan(desk, wrong)
        if wrong:
            desk.until(lambda: "isn't a file from a club" in shown.hint)
        assert desk.services.saver.club.joined() is None
    scan(desk, JOIN.hex().upper())
    desk.until(lambda: shown.hint == words.club_waits(0))
    joined = there(desk.services.saver.club.joined())
    assert joined.table == "kitchen"
    # A table in a club can't be moved to another by a scan.
    scan(desk, JOIN.replace(b"kitchen", b"cellars").hex().upper())
    desk.until(lambda: shown.hint == words.CLUB_OTHER)
    assert desk.services.saver.club.joined() == joined
    # Its own desk may have given it a new password.
    play(desk, "m1")
    scan(desk, JOIN.replace(b"secret", b"newest").hex().upper())
    desk.until(lambda: shown.hint == words.club_waits(1))
    assert there(desk.services.saver.club.joined()).password == "newest"


USB = "devices/pci0000:00/usb1/1-1/host0/block"
SOLDERED = "devices/platform/mmc/block"


class Kernel:
    """A folder that looks like /sys, and mounts in the format of /proc."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.blocks = folder / "sys/class/block"
        self.blocks.mkdir(parents=True)
        self.mounts = folder / "mountinfo"
        self.mounts.write_text("22 1 0:5 / /proc rw - proc proc rw\nnonsense\n")

    def disk(self, name: str, bus: str, *, removable: bool, parts: int = 1) -> None:
        disk = self.folder / "sys" / bus / name
        disk.mkdir(parents=True)
        (disk / "removable").write_text(f"{int(removable)}\n")
        (self.blocks / name).symlink_to(disk)
        for number in range(1, parts + 1):
            part = disk / f"{name}{'p' * name[-1].isdigit()}{number}"
            part.mkdir()
            (part / "partition").write_text(f"{number}\n")
            (self.blocks / part.name).symlink_to(part)

    def mount(self, source: str, folder: Path | str, options: str = "rw,nosuid", kind: str = "vfat") -> None:
        where = str(folder).replace(" ", "\\040")
        with self.mounts.open("a") as file:
            file.write(f"36 25 8:1 / {where} {options} shared:1 - {kind} {source} rw\n")

    def found(self) -> list[tuple[str, Path, bool]]:
        return [(stick.name, stick.folder, stick.writable) for stick in sticks(self.mounts, self.blocks)]


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    kernel = Kernel(tmp_path)
    kernel.disk("mmcblk0", SOLDERED, removable=False, parts=2)
    kernel.mount("/dev/mmcblk0p2", "/", kind="ext4")
    return kernel


def labels_of(kernel: Kernel, tmp_path: Path, *names: str) -> list[str]:
    """Plug in sticks, mounted in folders of these names; return their labels."""
    for disk, name in zip(("sda", "sdb"), names, strict=False):
        kernel.disk(disk, f"{USB}/{disk}s", removable=True)
        folder = tmp_path / "media" / name
        folder.mkdir(parents=True, exist_ok=True)
        kernel.mount(f"/dev/{disk}1", folder)
    return [name for name, _, _ in kernel.found()]


@pytest.mark.parametrize(("folders", "called"), [
    (("BLUE-sda1",), ["BLUE"]),
    (("BLUE-sda1", "RED-sdb1"), ["BLUE", "RED"]),
    (("BLUE-sda1", "BLUE-sdb1"), ["BLUE-sda1", "BLUE-sdb1"]),
    (("-sda1",), ["sda1"]),
    (("-sda1", "-sdb1"), ["sda1", "sdb1"]),
    (("BLUE",), ["BLUE"]),
    (("BLUE-side",), ["BLUE-side"]),
])  # fmt: skip
def test_two_of_a_label(folders: tuple[str, ...], called: list[str], kernel: Kernel, tmp_path: Path) -> None:
    """The udev rule mounts each by label and kernel name; the kernel name shows only if labels clash."""
    assert labels_of(kernel, tmp_path, *folders) == called


@pytest.fixture
def media(tmp_path: Path) -> Path:
    """Where a stick with a space in its label is mounted."""
    folder = tmp_path / "media" / "MY STICK"
    folder.mkdir(parents=True)
    return folder


def test_a_mounted_stick_is_one_by_its_label_however_often(kernel: Kernel, media: Path) -> None:
    assert kernel.found() == []
    kernel.disk("sda", USB, removable=True)
    assert kernel.found() == []
    kernel.mount("/dev/sda1", media)
    assert kernel.found() == [("MY STICK", media, True)]
    assert sticks(kernel.mounts, kernel.blocks)[0].free > 0
    kernel.mount("/dev/sda1", media.parent)
    assert kernel.found() == [("MY STICK", media, True)]


def test_each_partition_of_a_stick_can_be_chosen(kernel: Kernel, media: Path) -> None:
    """A stick that boots computers has a small partition that fills up, and one for everything else."""
    kernel.disk("sda", USB, removable=True, parts=2)
    (media.parent / "BOOT").mkdir()
    kernel.mount("/dev/sda2", media.parent / "BOOT")
    kernel.mount("/dev/sda1", media)
    assert kernel.found() == [("BOOT", media.parent / "BOOT", True), ("MY STICK", media, True)]


@pytest.mark.parametrize(("parts", "removable", "kind", "options"), [
    (0, True, "vfat", "rw"),
    # A large USB disk doesn't report that it is removable.
    (1, False, "fuseblk", "rw"),
    (1, True, "vfat", "ro,nosuid"),
])  # fmt: skip
def test_a_stick_may_have_no_partitions_be_large_or_for_reading_only(
    kernel: Kernel, media: Path, parts: int, removable: bool, kind: str, options: str
) -> None:
    kernel.disk("sda", USB, removable=removable, parts=parts)
    kernel.mount(f"/dev/sda{parts or ''}", media, options, kind)
    assert kernel.found() == [("MY STICK", media, options == "rw")]


def test_what_the_machine_runs_from_is_no_stick(kernel: Kernel, media: Path) -> None:
    """For example a Pi that boots from USB, with a data partition next to the root."""
    kernel.disk("sda", USB, removable=True, parts=3)
    kernel.mount("/dev/sda2", "/boot/firmware")
    kernel.mount("/dev/sda3", media)
    assert kernel.found() == []


def test_a_soldered_disk_and_a_pulled_out_stick_are_none(kernel: Kernel, media: Path) -> None:
    kernel.mount("/dev/mmcblk0p1", media)
    kernel.mount("/dev/sdz1", media)
    kernel.disk("sda", USB, removable=True)
    kernel.mount("/dev/sda1", media / "gone")
    assert kernel.found() == []


def test_no_kernel_no_sticks(tmp_path: Path) -> None:
    assert sticks(tmp_path / "none", tmp_path) == ()


def test_the_kernel_says_when_something_is_mounted_or_goes(tmp_path: Path) -> None:
    """Uses a mount namespace, where any user may mount."""
    script = f"""
import os, threading
from ui.appliance.sticks import watch
woken = threading.Semaphore(0)
threading.Thread(target=watch, args=(lambda: woken.release() or True,), daemon=True).start()
for command in ("mount -t tmpfs stick {tmp_path}", "umount {tmp_path}"):
    woken.acquire()
    while woken.acquire(blocking=False):
        pass
    assert os.system(command) == 0
    assert woken.acquire(timeout=60), command
    woken.release()
print("seen")
"""
    own = ["unshare", "--user", "--map-root-user", "--mount"]
    try:
        subprocess.run([*own, "mount", "-t", "tmpfs", "stick", tmp_path], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nobody may mount here, not even in a place of their own")
    done = subprocess.run([*own, sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "seen\n", done.stderr
