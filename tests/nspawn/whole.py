"""A whole machine in QEMU that starts from a card, with kernel and command line from its boot partition.

A root shell is added from outside, with the kernel's command line and a port; the card contains neither.
"""

import base64
import json
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from tests.crash.image import Disk, logged
from tests.nspawn.card_arm64 import made, plain
from tests.nspawn.system import WrongError, expect, wait
from tests.nspawn.table import SERVICE, Look

BOOT_AT = 4 << 20
"""Offset of the boot partition on the card, in bytes."""
LOG_BYTES = 4 << 30
"""Size of the sparse file that logs every write to a card."""
FIRST_ZONE = "Africa/Abidjan"
PATIENCE = 900.0
"""How many seconds a start may take; emulated on a busy machine, it takes minutes."""

SHELL = """\
[Unit]
DefaultDependencies=no
[Service]
ExecStart=/bin/sh -c 'until test -e $PORT; do sleep .1; done; exec sh <>$PORT >&0 2>&1'
Environment=PORT=/dev/virtio-ports/lane
"""
SLOWLY = """\
[Unit]
Wants=lane.service
[Service]
Environment=PYTHONPATH=/run/lane PYTHONDONTWRITEBYTECODE=1
ExecStartPre=+/bin/sh -c 'until test -e /run/lane/sitecustomize.py; do sleep .1; done'
TimeoutStartSec=1800
WatchdogSec=300
"""
"""Longer timeouts, as everything takes twenty times as long; and a wait for hand.py before the app starts."""

COMMANDS = {"amd64": "qemu-system-x86_64", "arm64": "qemu-system-aarch64"}
KVM = ("-accel", "kvm", "-cpu", "host")
EMULATED = {
    # Newer processors, as QEMU emulates them, make Mesa's compiler crash.
    "amd64": ("-accel", "tcg,thread=multi", "-cpu", "Nehalem"),
    "arm64": ("-M", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72"),
}
ASK = (
    'python3 -c \'import socket; s = socket.socket(1); s.connect("/var/cache/companion/hand");'
    ' s.sendall(b"{}"); print(s.recv(4096).decode())\''
)


def card(folder: Path, image: Path, size: int) -> Disk:
    """Write an image onto a card of `size` bytes; later writes to it are logged."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    disk = Disk(folder)
    for path, length in ((disk.empty, size), (disk.log, LOG_BYTES)):
        if path is disk.empty:
            made(folder, "cp", "--sparse=always", str(image), str(path))
        with path.open("ab") as file:
            file.truncate(length)
    again(disk, disk.empty)
    return disk


def again(disk: Disk, left: Path) -> None:
    """Reset a card to the image `left`, with an empty log."""
    made(disk.folder, "cp", "--sparse=always", str(left), str(disk.data))
    disk.log.unlink()
    with disk.log.open("wb") as file:
        file.truncate(LOG_BYTES)


def accelerated(image: Path) -> bool:
    """Return whether KVM can start the card's kernel here; on some virtual machines it can't."""
    with _taken(image) as boot:
        console = boot / "console"
        qemu = subprocess.Popen(
            [
                *(COMMANDS["amd64"], *KVM, "-m", "1G", "-display", "none", "-no-reboot", "-nic", "none"),
                *("-kernel", "vmlinuz", "-append", "console=ttyS0 panic=-1", "-serial", f"file:{console}"),
            ],
            cwd=boot,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + 20
        try:
            while qemu.poll() is None and time.monotonic() < end:
                if console.exists() and "Linux version" in plain(console):
                    return True
                time.sleep(0.1)
        finally:
            qemu.kill()
            qemu.wait()
    return False


@contextmanager
def _taken(image: Path) -> Iterator[Path]:
    """Yield a folder with kernel, initial file system and command line from a card's boot partition."""
    boot = image.parent / "boot"
    shutil.rmtree(boot, ignore_errors=True)
    boot.mkdir()
    names = ("::vmlinuz", "::initrd.img", "::cmdline.txt")
    made(boot, "mcopy", "-n", "-i", f"{image}@@{BOOT_AT}", *names, ".")
    yield boot
    shutil.rmtree(boot)


class Whole:
    """A context manager for a running machine; at the end its plug is pulled."""

    def __init__(self, disk: Disk, architecture: str, *, kvm: bool, net: str = "none") -> None:
        """Switch it on; `net` is QEMU's -nic option."""
        self.disk = disk
        folder = disk.folder
        self.console = folder / "console"
        self._began = time.monotonic()
        self._output = b""
        with _taken(disk.data) as boot:
            line = (boot / "cmdline.txt").read_text().strip()
            serial = {"amd64": "ttyS0", "arm64": "ttyAMA0"}[architecture]
            for name, text in (("extra-unit.lane.service", SHELL), (f"unit-dropin.{SERVICE}", SLOWLY)):
                secret = base64.b64encode(text.encode()).decode()
                line += f" systemd.set_credential_binary=systemd.{name}:{secret}"
            line += f" console={serial} systemd.show_status=1"
            expect(len(line) < 2048, f"the kernel's line is too long: {len(line)}")
            listener = socket.socket(socket.AF_UNIX)
            where = folder / "shell"
            where.unlink(missing_ok=True)
            listener.bind(str(where))
            listener.listen()
            with (folder / "qemu.log").open("wb") as qemu_log:
                self._qemu = subprocess.Popen(
                    [
                        *("setpriv", "--pdeathsig=KILL", COMMANDS[architecture]),
                        *(KVM if kvm else EMULATED[architecture]),
                        *("-smp", "2", "-m", "1G", "-nic", net, "-display", "none", "-no-reboot"),
                        *("-kernel", "vmlinuz", "-initrd", "initrd.img", "-append", line),
                        *("-blockdev", f"driver=file,node-name=data,filename={disk.data}"),
                        *("-blockdev", f"driver=file,node-name=log,filename={disk.log}"),
                        "-blockdev",
                        "driver=blklogwrites,node-name=card,file=data,log=log,log-sector-size=512,"
                        "log-super-update-interval=1",
                        *("-device", "virtio-blk-pci,drive=card", "-device", "virtio-serial-pci"),
                        *("-device", "virtio-scsi-pci"),
                        *("-chardev", f"socket,id=shell,path={where}"),
                        *("-device", "virtserialport,chardev=shell,name=lane"),
                        *("-vga", "none") * (architecture == "amd64"),
                        *("-device", "virtio-gpu-pci,xres=800,yres=480"),
                        *("-serial", f"file:{self.console}"),
                        *("-qmp", f"unix:{folder / 'qmp'},server=on,wait=off"),
                    ],
                    cwd=boot,
                    stdin=subprocess.DEVNULL,
                    stdout=qemu_log,
                    stderr=qemu_log,
                )
            listener.settimeout(30)
            try:
                self._shell, _ = listener.accept()
            except TimeoutError:
                raise WrongError(f"QEMU didn't start: {(folder / 'qemu.log').read_text()[-400:]}") from None
            finally:
                listener.close()
            # Once this answers, QEMU has read its boot files.
            self.run("mkdir -p /run/lane", PATIENCE)
        hand = base64.b64encode(Path(__file__).with_name("hand.py").read_bytes()).decode()
        self.run(f"echo {hand} | base64 -d >/run/lane/new && mv /run/lane/new /run/lane/sitecustomize.py")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._qemu.kill()
        self._qemu.wait()
        self._shell.close()

    @property
    def age(self) -> float:
        """The seconds since it was switched on."""
        return time.monotonic() - self._began

    @property
    def written(self) -> int:
        """The number of entries in its card's log."""
        with self.disk.log.open("rb") as log:
            return logged(log)

    def run(self, script: str, patience: float = 300.0) -> str:
        """Run a line of shell inside as root; return its output without the last newline, or WrongError."""
        self._shell.sendall(f"{script}\nprintf '\\nend %s\\n' $?\n".encode())
        end = time.monotonic() + patience
        while b"\nend " not in self._output or not self._output.endswith(b"\n"):
            expect(self._qemu.poll() is None, f"the machine has ended:\n{self._last()}")
            expect(time.monotonic() < end, f"no answer to {script[:80]}:\n{self._last()}")
            self._shell.settimeout(5)
            try:
                self._output += self._shell.recv(65536)
            except TimeoutError:
                continue
        text, self._output = self._output.decode(errors="replace"), b""
        qemu_log, _, code = text.rpartition("\nend ")
        expect(code.strip() == "0", f"{script[:200]}: {qemu_log[-1200:]}")
        return qemu_log.removesuffix("\n")

    def _last(self) -> str:
        qemu_log = (self.disk.folder / "qemu.log").read_text()
        return qemu_log + (plain(self.console)[-800:] if self.console.exists() else "")

    def up(self) -> None:
        """Wait until the table's service is ready."""
        self.run(
            f"for t in $(seq {PATIENCE:.0f}); do systemctl -q is-active {SERVICE} && break; sleep 1; done;"
            f" systemctl -q is-active {SERVICE} || {{ journalctl -b -u {SERVICE} | tail -n 30; false; }}",
            PATIENCE,
        )

    def ask(self, question: str) -> Look:
        """Send a request to hand.py, such as `look` or `press 32`; return what the app shows."""
        return Look(**json.loads(self.run(ASK.format(question))))

    def shows(self, screen: str) -> Look:
        """Wait for a screen; return what it shows."""
        wait(f"{screen} is in front", lambda: self.ask("look").screen == screen)
        return self.ask("look")

    def home(self) -> Look:
        """Go from the first screen, the list of languages, to the home screen, setting a time zone."""
        self.shows("LanguagesScreen")
        self.ask("tap language en")
        self.shows("CareScreen")
        self.ask("tap next")
        self.shows("TimeScreen")
        # The first region, and the first place in it.
        for pad in ("zone", "place 0", "place 0"):
            self.ask(f"tap {pad}")
        zone = "readlink /etc/localtime"
        wait(f"{FIRST_ZONE} is set", lambda: self.run(zone).strip().endswith(f"zoneinfo/{FIRST_ZONE}"))
        self.ask("tap next")
        return self.shows("HomeScreen")

    def tell(self, command: str, **arguments: object) -> None:
        """Send QEMU a command; WrongError if it fails."""
        with socket.socket(socket.AF_UNIX) as monitor, monitor.makefile("rw") as file:
            monitor.connect(str(self.disk.folder / "qmp"))
            file.readline()
            for asked in ({"execute": "qmp_capabilities"}, {"execute": command, "arguments": arguments}):
                file.write(json.dumps(asked) + "\n")
                file.flush()
                answer: dict[str, Any] = {"event": ""}
                while "event" in answer:
                    answer = json.loads(file.readline())
                expect("return" in answer, f"{command}: {answer}")

    def picture(self, path: Path) -> int:
        """Save the panel's picture as a PPM; return its number of colours."""
        self.tell("screendump", filename=str(path))
        pixels = path.read_bytes()[15:]
        return len({struct.unpack_from("3B", pixels, at) for at in range(0, len(pixels) - 3, 3)})

    @contextmanager
    def reader(self, image: Path) -> Iterator[str]:
        """Insert another card into a reader; yield its device name inside."""
        self.tell("blockdev-add", driver="file", filename=str(image), **{"node-name": "other"})
        self.tell("device_add", driver="scsi-hd", drive="other", id="other")
        try:
            yield self.run("until test -b /dev/sda3; do sleep .1; done; echo /dev/sda")
        finally:
            self.run("echo 1 >/sys/block/sda/device/delete")
            self.tell("device_del", id="other")
            wait("the card is out", self._let_go)

    def _let_go(self) -> bool:
        try:
            self.tell("blockdev-del", **{"node-name": "other"})
        except WrongError:
            return False
        return True

    def pull(self) -> int:
        """Pull the plug; return the number of entries in the card's log."""
        self._qemu.kill()
        self._qemu.wait()
        return self.written
