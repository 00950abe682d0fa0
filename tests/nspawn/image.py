"""The image of a whole card: started, its data partition grown, played on, unplugged, and started again.

QEMU replaces the firmware. Every write to the card is logged, so that a pulled plug can be simulated
afterwards for any instant of the first start: writes before a flush are there, of the others a random half is
lost.
"""

import os
import platform
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from companion.clock import WallTime
from companion.journal import StoredRow
from companion.store import Store, StoredMatch
from tests.crash.image import Cut, Disk
from tests.nspawn import arm64
from tests.nspawn.card_arm64 import made
from tests.nspawn.system import BUILD, ROOT, CannotRunError, built, expect, step, wait
from tests.nspawn.table import MATCH, OPEN, SERVICE, a_match
from tests.nspawn.whole import BOOT_AT, PATIENCE, Whole, accelerated, again, card

CARD_BYTES = 8_001_000_000
"""A card of 8 GB whose size isn't a multiple of a mebibyte."""
DATA = "/dev/vda3"
SHORT, LONG = 8, 50
"""Number of instants at which the plug is pulled."""
SAVED = (
    "PYTHONPATH=/usr/lib/table-companion python3 -c 'from pathlib import Path;"
    " from companion.store_log import Acknowledged;"
    f' print(Acknowledged(Path("/var/lib/companion/matches.db")).count("{MATCH}"))\''
)
LISTENS = "cat /proc/net/tcp /proc/net/tcp6 | awk '$4 == \"0A\"'"
FOREIGN_OWNER = "find /data -maxdepth 1 -name companion -printf %u:%m"


def made_image(architecture: str) -> Path:
    """Make an image; CannotRunError if Debian's packages aren't available."""
    package = built(architecture)
    step(f"making the image for {architecture}")
    image = BUILD / f"image-{architecture}.img"
    done = subprocess.run(
        [ROOT / "systemd" / "image" / "build", package, image],
        env=os.environ | {"PACK": "no", "KERNEL": "debian"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "'mmdebstrap' failed" in done.stderr:
        raise CannotRunError(f"no Debian 13 can be made here: {done.stderr.strip().splitlines()[0]}")
    expect(done.returncode == 0, done.stderr.strip())
    return image


def run(figures: dict[str, str]) -> None:
    """Test the image for a PC, adding to `figures`; only from outside if KVM can't start it."""
    disk, kvm = laid_out(figures)
    from_outside(disk)
    if kvm:
        started(figures, disk, kvm, SHORT)
    else:
        print(
            "nspawn lane: starting the image skipped: KVM doesn't start Debian's kernel here, and emulated it"
            " takes a quarter of an hour (LONG=yes)",
            flush=True,
        )
    shutil.rmtree(disk.folder)


def run_long(figures: dict[str, str]) -> None:
    """Test the image for a PC at fifty instants, emulated if KVM can't start it."""
    disk, kvm = laid_out(figures)
    from_outside(disk)
    started(figures, disk, kvm, LONG)
    shutil.rmtree(disk.folder)


def laid_out(figures: dict[str, str]) -> tuple[Disk, bool]:
    """Return a card with the image for a PC, and whether KVM can start it."""
    if platform.machine() != "x86_64":
        raise CannotRunError(f"the image to be started is for x86_64, this is {platform.machine()}")
    image = made_image("amd64")
    kvm = accelerated(image)
    figures["the machine"] = "by KVM" if kvm else "emulated: KVM doesn't start Debian's kernel here"
    return card(BUILD / "image-card", image, CARD_BYTES), kvm


def from_outside(disk: Disk) -> None:
    """Check that nobody has a password, and that no two cards would share keys or ids."""
    step("looking the card over from outside")
    partitions = sectors(disk.empty)
    expect(len(partitions) == 3, f"there are {len(partitions)} partitions")

    def read(command: str) -> str:
        place = f"{disk.empty}?offset={partitions[1][0]}"
        return made(disk.folder, "debugfs", "-R", command, place)

    shadow = read("cat /etc/shadow")
    doors = [line for line in shadow.splitlines() if line.split(":")[1][:1] not in ("!", "*")]
    expect(not doors, f"somebody may log in by password: {doors}")
    expect("root:" in shadow, "there is no /etc/shadow to read")
    expect("ssh_host" not in read("ls /etc/ssh"), "all cards would have the same host keys")
    expect(read("cat /etc/machine-id") == "", "all cards would have the same number")


def started(figures: dict[str, str], disk: Disk, kvm: bool, instants: int) -> None:
    """Start, play, pull the plug, check `instants` of the first start, and start again with ssh."""
    partitions = sectors(disk.empty)
    step("its first start")
    with Whole(disk, "amd64", kvm=kvm) as machine:
        machine.up()
        figures["from power-on to READY, the first time"] = f"{machine.age:.0f} s"
        machine.home()
        colours = machine.picture(BUILD / "image-home.ppm")
        expect(colours > 100, f"the panel shows {colours} colours")
        grown_by = machine.written
        looked_over(machine)
        step("playing on it, and pulling the plug")
        length = lay_match(machine)
        for turned in range(1, 4):
            machine.ask(f"press {ord(' ')}")
            wait("the card that was turned is saved", lambda: saved(machine) >= length + turned)  # noqa: B023
        acknowledged = saved(machine)
        end = machine.pull()
    untouched(disk, partitions)

    step(f"pulling the plug at {instants} instants of the first start")
    began = next(n for n, write in enumerate(disk.writes()) if write.length and write.at == 0)
    spread = {began + (grown_by - began) * n // (instants - 1) for n in range(1, instants)}
    moments = sorted(spread | {began + 1})
    lost = 0
    other = card(BUILD / "image-other", disk.empty, CARD_BYTES)
    with Whole(other, "amd64", kvm=kvm) as machine:
        machine.run("systemctl stop --no-block companion; until test -d /data/ssh; do sleep .1; done")
        for cut, left, hurt in disk.after([Cut(moment, f"image {moment}") for moment in moments]):
            lost += bool(hurt)
            grows(machine, left, partitions, f"cut after {cut.after}")
    shutil.rmtree(other.folder)
    figures["instants of a pulled plug"] = f"{len(moments)}, {lost} of which lost or tore writes"

    step("the next start, after the plug was pulled in the match")
    ((_, left, _),) = disk.after([Cut(end, "image end")])
    again(disk, left)
    key, port = with_key(disk), free_port()
    with Whole(disk, "amd64", kvm=kvm, net=f"user,hostfwd=tcp:127.0.0.1:{port}-:22") as machine:
        machine.up()
        figures["from power-on to READY, the next time"] = f"{machine.age:.0f} s"
        only_by_key(machine, key, port)
        seen = machine.shows("TableScreen")
        expect(seen.match == MATCH, f"another match lies on the table: {seen}")
        expect((seen.length or 0) >= acknowledged, f"{acknowledged} entries were saved: {seen}")
        machine.pull()
    untouched(disk, partitions, again=True)


def run_arm64(figures: dict[str, str]) -> None:
    """Start the image for a Pi once, on QEMU's generic board, adding to `figures`."""
    arm64.emulate()
    image = made_image("arm64")
    disk = card(BUILD / "image-card-arm64", image, CARD_BYTES)
    partitions = sectors(disk.empty)
    step("its first start, emulated")
    with Whole(disk, "arm64", kvm=False) as machine:
        machine.up()
        figures["from power-on to READY, emulated"] = f"{machine.age:.0f} s"
        machine.home()
        expect(machine.picture(BUILD / "image-home-arm64.ppm") > 100, "there is no picture")
        looked_over(machine)
    untouched(disk, partitions)
    shutil.rmtree(disk.folder)


def looked_over(machine: Whole) -> None:
    """Check passwords, ports, units, owners, the read-only root, and that the whole card is used."""
    open_doors = machine.run("awk -F: '$2 !~ /^[!*]/' /etc/shadow")
    expect(not open_doors, f"somebody may log in by password: {open_doors}")
    listens = machine.run(LISTENS)
    expect(not listens, f"it listens: {listens}")
    network = "systemctl is-active ssh systemd-networkd; ls /etc/ssh/ssh_host_* /data/ssh/* 2>&1 | wc -l"
    asleep = machine.run(network)
    expect(asleep.split()[:2] == ["inactive"] * 2, f"without a key there is a net: {asleep}")
    failed = machine.run("systemctl --failed --no-legend")
    expect(not failed, f"units failed: {failed}")
    root = machine.run("findmnt -no FSTYPE /; findmnt -no OPTIONS /media/root-ro")
    expect(root.startswith("overlay\nro"), f"the root is {root}")
    machine.run("runuser -u companion -- timedatectl --no-ask-password set-time \"$(date '+%F %T')\"")
    expect(machine.run(FOREIGN_OWNER) == "companion:700", "the store's folder isn't the table's own")
    whole_card(machine)


def whole_card(machine: Whole) -> None:
    """Check that the data partition fills the card, and the file system the partition."""
    machine.run("until systemctl show -P ExecMainExitTimestamp table-grow | grep -q .; do sleep 1; done")
    log = machine.run("systemctl show -P Result table-grow")
    expect(log == "success", f"it didn't grow: {log}")
    size, free = machine.run("lsblk -bdno SIZE /dev/vda3; df -B1 --output=size /data | tail -n 1").split()
    expect(int(size) > CARD_BYTES - (2 << 30), f"the partition has {size} bytes")
    expect(int(free) > int(size) * 0.95, f"of {size} bytes the file system uses {free}")


def lay_match(machine: Whole) -> int:
    """Put an unfinished match on the table; return its number of entries."""
    match = a_match()
    machine.run(f"systemctl stop {SERVICE}")
    with tempfile.TemporaryDirectory() as folder:
        with Store(Path(folder) / "matches.db") as store:
            at = WallTime(0)
            kept = StoredMatch(MATCH, match.header.game, at, at, False, "Ada, Ben, Cy", match.length)
            rows: list[StoredRow] = match.rows()
            store.keep(kept, rows)
            store.set(OPEN, MATCH)
        packed = made(Path(folder), "sh", "-c", "tar -cz matches.db* | base64 -w0")
    place = "/var/lib/companion"
    machine.run(f"rm -f {place}/matches.db* && echo {packed} | base64 -d | tar -xzC {place} --no-same-owner")
    machine.run(f"chown companion: {place}/matches.db* && systemctl start --no-block {SERVICE} && sleep 2")
    machine.up()
    seen = machine.shows("TableScreen")
    expect((seen.match, seen.length) == (MATCH, match.length), f"another match lies on the table: {seen}")
    return match.length


def saved(machine: Whole) -> int:
    """Return how many entries of the match the table has acknowledged as saved."""
    return int(machine.run(SAVED))


# ssh with the owner's key on the boot partition.


def with_key(disk: Disk) -> Path:
    """Put a new public key on the boot partition, as an owner does; return the private key's path."""
    key = disk.folder / "key"
    key.unlink(missing_ok=True)
    made(disk.folder, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    made(disk.folder, "mcopy", "-o", "-i", f"{disk.data}@@{BOOT_AT}", f"{key}.pub", "::authorized_keys")
    return key


def free_port() -> int:
    """Return a free port on this machine's loopback address."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def only_by_key(machine: Whole, key: Path, port: int) -> None:
    """Check that ssh accepts the key, and no other key."""
    step("ssh with a key on the boot partition")
    awake = "until systemctl -q is-active ssh && grep -q up /sys/class/net/e*/operstate; do sleep 1; done"
    machine.run(awake, PATIENCE)
    how = [
        *("BatchMode=yes", "IdentitiesOnly=yes", "StrictHostKeyChecking=no", "ConnectTimeout=120"),
        "UserKnownHostsFile=/dev/null",
    ]
    asked = ["ssh", "-F", "none", "-p", str(port), *(word for option in how for word in ("-o", option))]

    def let_in(who: str, by: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*asked, "-i", str(by), "-l", who, "127.0.0.1", "cat /etc/hostname"],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )

    wait("ssh lets the key in", lambda: let_in("root", key).stdout == "table\n")
    other = key.with_name("other")
    other.unlink(missing_ok=True)
    made(key.parent, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(other))
    for who in ("root", "companion"):
        refused = let_in(who, other).stderr
        expect("Permission denied (publickey)." in refused, f"{who} isn't refused: {refused}")


# The card, as seen from this machine.


def sectors(image: Path) -> list[tuple[int, int]]:
    """Return the start and length of each partition, in bytes."""
    lines = made(image.parent, "sfdisk", "--dump", str(image)).splitlines()
    fields = [line.partition(" : ")[2].replace(" ", "").split(",") for line in lines if " : " in line]
    return [
        (512 * int(start.removeprefix("start=")), 512 * int(size.removeprefix("size=")))
        for start, size, *_ in fields
    ]


def untouched(disk: Disk, partitions: list[tuple[int, int]], *, again: bool = False) -> None:
    """Check that only the first start wrote before the data partition, and only the partition table."""
    data = partitions[2][0]
    outside = [write for write in disk.writes() if write.length and not write.marks & 4 and write.at < data]
    expect(len(outside) == (not again), f"written outside of the data partition: {outside}")
    # The kernel writes a whole block, of which only that sector changed.
    expect(all(write.at == 0 and write.length <= 4096 for write in outside), f"too much of it: {outside}")


def grows(machine: Whole, left: Path, partitions: list[tuple[int, int]], where: str) -> None:
    """Check that a card left by a pulled plug recovers, grows to its end, and has its folders.

    This runs in a machine with the card's own kernel and script, as the next start would.
    """
    found = sectors(left)
    expect(found[:2] == partitions[:2] and found[2][0] == partitions[2][0], f"{where}: {found}")
    with machine.reader(left) as other:
        script = (
            f"fsck.ext4 -p {other}3 >&2 || test $? = 1; umount -l /data; mount -o noatime {other}3 /data"
            " && /usr/lib/table-image/grow && test -d /data/companion -a -d /data/owner -a -d /data/ssh"
            " && df -B1 --output=size /data | tail -n 1"
            f" && umount /data && fsck.ext4 -fn {other}3 >&2"
        )
        output = machine.run(f"unshare --mount sh -ec '{script}' 2>&1")
    size = int(next(line for line in reversed(output.splitlines()) if line.strip().isdigit()))
    expect(size > (CARD_BYTES - partitions[2][0]) * 0.95, f"{where}: the file system has {size} bytes")
