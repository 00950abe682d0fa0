"""A virtual machine with Debian's own kernel and simulated GPIO lines, built once and cached.

Debian's kernel comes without gpio-sim, so that module is built out of tree from the same version's source,
which is downloaded and never stored in this repository. The machine is emulated: no KVM, no root file system.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from enum import Enum
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "kernel"
HERE = Path(__file__).parent

PACKAGES = {
    "qemu-system-x86_64": ("qemu-system-x86", "seabios"),
    "busybox": ("busybox-static",),
    "cpio": ("cpio",),
    "xz": ("xz-utils",),
    "gcc": ("gcc",),
    "make": ("make",),
    "dpkg-deb": ("dpkg",),
}
"""Programs that the lane needs, and their Debian packages."""

MODULES = (
    "drivers/virtio/virtio_ring",
    "drivers/virtio/virtio",
    "drivers/virtio/virtio_pci_legacy_dev",
    "drivers/virtio/virtio_pci_modern_dev",
    "drivers/virtio/virtio_pci",
    "fs/netfs/netfs",
    "fs/fscache/fscache",
    "net/9p/9pnet",
    "net/9p/9pnet_virtio",
    "fs/9p/9p",
    "fs/configfs/configfs",
    "drivers/usb/common/usb-common",
    "drivers/usb/core/usbcore",
    "drivers/usb/gadget/udc/udc-core",
    "drivers/usb/gadget/udc/dummy_hcd num=4",
    "drivers/usb/gadget/libcomposite",
    "drivers/usb/gadget/function/u_serial",
    "drivers/usb/gadget/function/usb_f_acm",
    "drivers/usb/class/cdc-acm",
    "drivers/input/evdev",
    "drivers/input/misc/uinput",
    "drivers/input/keyboard/gpio_keys",
    "drivers/usb/gadget/function/usb_f_hid",
    "drivers/hid/hid",
    "drivers/hid/usbhid/usbhid",
    "drivers/input/ff-memless",
    "drivers/hid/hid-sony",
    "drivers/hid/hid-generic",
)
"""Modules in loading order, with their options; gpio-sim comes after them."""

FILES = {name.split()[0]: name.split()[1:] for name in MODULES}
"""Options by module."""

LINES = [" ".join([f"{Path(name).name}.ko", *options]) for name, options in FILES.items()]
ORDER = "\n".join([*LINES, "gpio-sim.ko", ""])

SOURCES = {
    "drivers/gpio/gpio-sim.c": "gpio-sim-main.c",
    "drivers/gpio/gpiolib.h": "gpiolib.h",
    "kernel/irq/irq_sim.c": "irq_sim.c",
}

UNEXPORTED = (
    "handle_simple_irq(irq_to_desc(irqnum));",
    "handle_simple_irq(irq_data_to_desc(irq_get_irq_data(irqnum)));",
)
"""irq_to_desc isn't exported to modules; the descriptor is available from the interrupt's data."""


class Pace(Enum):
    """How time passes inside the machine."""

    STEADY = ("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off", "-smp", "1")
    """One processor whose time is 1 ns per instruction, unaffected by the host's load."""
    FREE = ("-accel", "tcg,thread=multi", "-smp", "2")
    """Two truly concurrent processors, slow and affected by the host's load."""


KBUILD = "obj-m := gpio-sim.o lane_keys.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n"

KEYS = HERE / "lane_keys.c"
"""A module with buttons for the kernel's gpio-keys, to compare with; loaded by the scenario that uses it."""


class CannotRunError(Exception):
    """This machine can't run the lane; the message briefly says why."""


def ready() -> Path:
    """Return the folder with kernel and initial file system, built if needed; CannotRunError."""
    if platform.machine() != "x86_64":
        raise CannotRunError(f"the recipe is for x86_64, this is {platform.machine()}")
    if os.geteuid() != 0:
        raise CannotRunError("not root, and the machine shows the files of this one to its own root")
    if shutil.which("apt-get") is None:
        raise CannotRunError("no apt-get to fetch a kernel with")
    missing = [package for tool, needs in PACKAGES.items() if not shutil.which(tool) for package in needs]
    if missing:
        install(missing)
    version, exact = kernel_version()
    folder = BUILD / exact
    # Rebuild if it was built for other modules.
    done = folder / "ready"
    wanted = ORDER + KEYS.read_text()
    if not done.exists() or done.read_text() != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        build(folder, version, exact)
        done.write_text(wanted)
    return folder


def pack(folder: Path, ask: str, units: Mapping[str, str]) -> None:
    """Make the machines' initial file system, with the shell script `ask` for them to run.

    With `units`, systemd files by name, the machine boots the host's systemd to `lane.target`.
    """
    tree = folder / "tree"
    (tree / "ask.sh").write_text(ask)
    shutil.rmtree(tree / "units", ignore_errors=True)
    for name, text in units.items():
        unit = tree / "units" / name
        unit.parent.mkdir(parents=True, exist_ok=True)
        unit.write_text(text)
    shutil.copy(HERE / "init.sh", tree / "init")
    (tree / "init").chmod(0o755)
    with (folder / "initrd").open("wb") as archive:
        names = "\n".join(sorted(str(path.relative_to(tree)) for path in tree.rglob("*")))
        command = ["cpio", "-o", "-H", "newc", "--quiet"]
        subprocess.run(command, cwd=tree, input=names.encode(), stdout=archive, check=True)


def boot(folder: Path, pace: Pace, out: Path, log: Path, timeout: float) -> None:
    """Run a machine until its script is done, with `out` writable as /run/out.

    `timeout` is in host seconds; CalledProcessError, TimeoutExpired.
    """
    command = [
        *("qemu-system-x86_64", "-M", "pc", *pace.value, "-cpu", "max"),
        *("-m", "1024", "-nodefaults", "-no-reboot", "-nographic", "-serial", "mon:stdio"),
        *("-kernel", str(folder / "vmlinuz"), "-initrd", str(folder / "initrd")),
        *("-append", "console=ttyS0 panic=-1 mitigations=off quiet"),
        *("-fsdev", "local,id=r,path=/,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-9p-pci,fsdev=r,mount_tag=hostroot"),
        *("-fsdev", f"local,id=o,path={out},security_model=none"),
        *("-device", "virtio-9p-pci,fsdev=o,mount_tag=out"),
    ]
    with log.open("wb") as written:
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            check=True,
            timeout=timeout,
        )


def kernel_version() -> tuple[str, str]:
    """Return the newest available kernel's name (6.1.0-NN-amd64) and exact version (6.1.NNN-N)."""
    depends = run("apt-cache", "depends", "linux-image-amd64")
    found = re.search(r"Depends: linux-image-(\S+-amd64)", depends)
    if found is None:
        run("apt-get", "update", "-q")
        depends = run("apt-cache", "depends", "linux-image-amd64")
        found = re.search(r"Depends: linux-image-(\S+-amd64)", depends)
    if found is None:
        raise CannotRunError("apt offers no linux-image-amd64")
    policy = run("apt-cache", "policy", f"linux-image-{found[1]}")
    exact = re.search(r"Candidate: (\S+)", policy)
    if exact is None:
        raise CannotRunError(f"apt offers no linux-image-{found[1]}")
    return found[1], exact[1]


def build(folder: Path, version: str, exact: str) -> None:
    """Put vmlinuz, modules, gpio-sim and busybox into `folder`."""
    install([f"linux-headers-{version}={exact}"])
    series = ".".join(version.split(".")[:2])
    fetched = folder / "fetched"
    fetched.mkdir(exist_ok=True)
    names = (f"linux-image-{version}={exact}", f"linux-source-{series}={exact}")
    run("apt-get", "-o", "APT::Sandbox::User=root", "download", *names, folder=fetched)
    image, source = (next(fetched.glob(f"{name.split('=')[0]}_*.deb")) for name in names)
    run("dpkg-deb", "-x", str(image), str(folder / "image"))
    run("dpkg-deb", "-x", str(source), str(folder / "source"))
    shutil.copy(folder / "image" / "boot" / f"vmlinuz-{version}", folder / "vmlinuz")
    build_modules(folder, version, series)
    tree = folder / "tree"
    (tree / "bin").mkdir(parents=True, exist_ok=True)
    (tree / "modules").mkdir(exist_ok=True)
    shutil.copy(shutil.which("busybox") or "", tree / "bin" / "busybox")
    kernel = folder / "image" / "lib" / "modules" / version / "kernel"
    for name in FILES:
        shutil.copy(kernel / f"{name}.ko", tree / "modules")
    shutil.copy(folder / "gpio-sim" / "gpio-sim.ko", tree / "modules")
    (tree / "modules.order").write_text(ORDER)
    for leftover in ("fetched", "image", "source"):
        shutil.rmtree(folder / leftover)


def build_modules(folder: Path, version: str, series: str) -> None:
    """Build gpio-sim.ko from the kernel's source, and the gpio-keys module."""
    place = folder / "gpio-sim"
    place.mkdir(exist_ok=True)
    with tarfile.open(folder / "source" / "usr" / "src" / f"linux-source-{series}.tar.xz") as archive:
        left = set(SOURCES)
        for member in archive:
            inside = member.name.partition("/")[2]
            content = archive.extractfile(member) if inside in left else None
            if content is not None:
                text = content.read().decode().replace(*UNEXPORTED)
                (place / SOURCES[inside]).write_text(text)
                left.discard(inside)
            if not left:
                break
    (place / "Kbuild").write_text(KBUILD)
    shutil.copy(KEYS, place)
    run("make", "-C", f"/lib/modules/{version}/build", f"M={place}", "modules")


def install(packages: list[str]) -> None:
    """Install Debian packages; CannotRunError if that fails."""
    print(f"kernel lane: installing {', '.join(packages)}", flush=True)
    command = ("apt-get", "install", "-y", "-q", "--no-install-recommends", *packages)
    try:
        run(*command)
    except CannotRunError:
        run("apt-get", "update", "-q")
        run(*command)


def run(*command: str, folder: Path | None = None) -> str:
    """Run a command and return its output; CannotRunError with its last line if it fails."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        words = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no output"]
        raise CannotRunError(f"{' '.join(command[:3])} failed: {words[0]}")
    return done.stdout


def install_lgpio(python: str = sys.executable) -> Path | None:
    """Return a folder with lgpio, only to compare with; None if there is no wheel for this Python."""
    folder = BUILD / "lgpio"
    if not (folder / "lgpio.py").exists():
        try:
            wheel = ("--only-binary=:all:", "--no-deps", "--target", str(folder), "lgpio>=0.2.2")
            run(python, "-m", "pip", "install", "-q", *wheel)
        except CannotRunError:
            return None
    return folder if (folder / "lgpio.py").exists() else None


def fetch_suite(python: str = sys.executable) -> Path | None:
    """Return the installed gpiozero version's tests for real pins; None if they can't be downloaded."""
    name = f"gpiozero-{metadata.version('gpiozero')}"
    tests = BUILD / name / "test_real_pins.py"
    if not tests.exists():
        try:
            source = ("--no-binary=:all:", "--no-deps", "--dest", str(BUILD), name.replace("-", "=="))
            run(python, "-m", "pip", "download", "-q", *source)
        except CannotRunError:
            return None
        tests.parent.mkdir(exist_ok=True)
        with tarfile.open(BUILD / f"{name}.tar.gz") as archive:
            content = archive.extractfile(f"{name}/tests/{tests.name}")
            tests.write_bytes(content.read() if content else b"")
    return tests
