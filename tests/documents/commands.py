"""Every command in README.md, CONTRIBUTING.md and docs/, extracted from the text and run as by a newcomer.

Each page has a folder and an empty home: its commands run there in the order of the text, with the files that
it mentions. Commands that aren't run have a reason; one that is neither run nor excused is an error. As a
program, this uses the `companion` on the PATH (`make test-fresh`, on a bare Debian); the tests run within one
process.
"""

import gzip
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click

from companion.games.sequence_states.layout import demo, write_layout
from ui.cli import main as companion

ROOT = Path(__file__).resolve().parents[2]
DOCS = sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))
PAGES = ("README.md", "CONTRIBUTING.md", *DOCS)

PROGRAMS = (
    "companion|make|sudo|apt|apt-get|git|ssh|scp|pip|pytest|python3?|[.]venv/bin/python|echo|mpremote|journalctl"
    "|systemctl|mkdir|cp|ln"
)
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
SHELL = ("", "sh", "bash", "console")
SPAN = re.compile(rf"`(companion|(?:{PROGRAMS})\s[^`]*)`")
LINE = re.compile(rf"^ *((?:{PROGRAMS})(?: .*)?)$", re.MULTILINE)
REMARK = re.compile(r" +#.*$|(?<=\S) {2,}\S.*$")
"""What follows a command on its line: a remark, or another column."""


@dataclass(frozen=True)
class Command:
    """A command on a page: `words` are without its remark; `whole`: it is in a code block."""

    page: str
    words: str
    whole: bool

    @property
    def program(self) -> str:
        return self.words.split()[0]


NOT_RUN: tuple[tuple[str, str], ...] = (
    (r"companion( --(deck|seats) FILE)?( --kiosk)?", "opens the app: make test-window drives it"),
    (r"companion demo .*", "opens a window: make test-window drives it"),
    (r"companion (demo|referee) halves", "the example game: tests/examples installs and plays it"),
    (r"companion lab run --rig .*", "wants a Pi with a rig of wires: make test-kernel has one"),
    (r"companion lab press.*", "wants a hand at two buttons"),
    (r"make .*", "a target that exists; what it does is a lane, or takes an evening"),
    (r"(sudo )?apt(-get)? install [a-z].*", "apt is asked on the fresh Debian whether it has these"),
    (r"sudo apt .*|sudo dpkg-reconfigure .*", "wants an installed package: make test-nspawn has one"),
    (r"sudo systemctl .*|systemctl .*|journalctl .*", "wants the service: make test-nspawn has it"),
    (r"sudo (-u postgres|python3 -m venv|/opt/|cp systemd|install -D|systemd-).*", "changes a system"),
    (r"sudo (-u |install -o |ls /var/lib/)companion.*", "wants the table's user: make test-nspawn has it"),
    (r"sudo (parted|mkfs|resize2fs|mount|mkdir|raspi-config).*", "changes a card"),
    (r"sudo (usermod|pip|reboot|ln|tee).*|echo .*sudo tee .*", "changes a system"),
    (r"sudo sh /boot/firmware/.*", "wants a card: make test-card has what is on one"),
    (r"(ssh|scp|git clone) .*|cd companion|mpremote .*", "wants another machine"),
    (r"pip .*|pytest .*|sudo pip .*", "the example game: tests/examples builds and tries it"),
    (r"(\.venv/bin/)?python -m .*", "for those who change the code; the module exists"),
)

FILES = {
    "FILE": {
        "companion cryptid": "setup.json",
        "companion replay": "match.jsonl",
        "companion referee": "setup.json",
        "companion club join": "club-join.json",
        "companion copy": "kept.db",
        "companion restore": "copy.db",
        "companion doctor": "report.txt",
        "companion board sequence-states": "states.csv",
    },
    "BOARD": {
        "companion tally sequence-states": "states.txt",
        "companion tally tracktic": "tracktic.txt",
        "companion tally speed-mode": "final.txt",
    },
    "SEATS": {"companion": "seats.toml"},
    "PICTURE": {"companion": "picture.svg"},
    "FOLDER": {"companion": "firmware"},
    "MATCH": {"companion": "'frozen tracktic'"},
    "GAME": {"companion board": "tracktic", "companion": "ungle-speed"},
    "<game>": {"companion": "ungle-speed"},
}
"""What replaces a word in capitals, by the beginning of the command."""


def commands(page: str, text: str) -> Iterator[Command]:
    """Yield a page's commands in the order of its text."""
    blocks = [(match.start(), match.end(), match) for match in FENCE.finditer(text)]
    found: list[tuple[int, Command]] = []
    for start, _, block in blocks:
        if block[1] in SHELL:
            for line in LINE.finditer(block[2]):
                for part in REMARK.sub("", line[1]).split(" && "):
                    found.append((start + line.start(), Command(page, part.strip(), whole=True)))
    for span in SPAN.finditer(text):
        if not any(start <= span.start() < end for start, end, _ in blocks):
            for part in " ".join(span[1].split()).split(" && "):
                found.append((span.start(), Command(page, part, whole=False)))
    for _, command in sorted(found, key=lambda one: one[0]):
        if command.program == "companion":
            yield from (Command(page, words, command.whole) for words in either(command.words))
        else:
            yield command


def either(words: str) -> list[str]:
    """Return the commands of a line that names several: `copy FILE | restore FILE`, `FILE|MATCH`."""
    first, *others = words.split(" | ")
    lines = [first]
    for other in others:
        taken = first.split()
        while len(taken) > 1 and other.split()[0] not in getattr(group(taken), "commands", {}):
            taken.pop()
        lines.append(" ".join((*taken, other)))
    return [
        re.sub(r"(\w+)\|(\w+)", rf"\{n}", line)
        for line in lines
        for n in ((1, 2) if re.search(r"\w\|\w", line) else (1,))
    ]


def group(words: list[str]) -> click.Command:
    """Return the deepest command or group that the words after the program's name lead to."""
    found: click.Command = companion
    for word in words[1:]:
        found = getattr(found, "commands", {}).get(word, found)
    return found


def fault(command: Command) -> str:
    """Return what doesn't exist of a command of ours or its options, in words; "" if all does."""
    words = [word.strip("[]") for word in command.words.split(">")[0].split()]
    names = [word for word in words[1:] if re.fullmatch(r"[a-z][a-z-]*", word)]
    found: click.Command = companion
    for word in names:
        if not (under := getattr(found, "commands", {})):
            break
        if word not in under:
            return f"there is no command {word!r}"
        found = under[word]
    known = {name for parameter in (*found.params, *companion.params) for name in parameter.opts}
    known |= {name for parameter in found.params for name in parameter.secondary_opts} | {"--help"}
    unknown = [word for word in words if word.startswith("--") and word not in known]
    return f"{found.name} has no {' '.join(unknown)}" if unknown else ""


def only_named(command: Command) -> bool:
    """Return whether running text only names a command: a group, or one without its required arguments."""
    words = runnable(command)[1:]
    try:
        context = companion.make_context("companion", list(words), resilient_parsing=False)
        while isinstance(context.command, click.Group):
            rest = [*context._protected_args, *context.args]
            if not rest:
                return not context.command.invoke_without_command
            name, under, rest = context.command.resolve_command(context, rest)
            assert under is not None
            context = under.make_context(name, rest, parent=context)
    except click.UsageError:
        return True
    return False


def why_not(command: Command) -> str | None:
    """Return why a command isn't run, None if it is. LookupError if neither has been decided."""
    words = re.sub(r"[][]", "", command.words)
    if found := next((why for pattern, why in NOT_RUN if re.fullmatch(pattern, words)), None):
        return found
    if command.program != "companion":
        raise LookupError(f"{command.page}: {command.words}: is it run, or why not?")
    return "named only" if only_named(command) else None


def runnable(command: Command) -> list[str]:
    """Return a command's words, capitals replaced by files and names, without optional parts."""
    line = re.sub(r"\[(?![A-Z|]+\])[^]]*\]", "", command.words).replace("[", "").replace("]", "")
    for what, by_beginning in FILES.items():
        beginning = next((start for start in by_beginning if line.startswith(start)), None)
        if beginning is not None:
            line = re.sub(rf"(?<!\S){re.escape(what)}(?!\S)", by_beginning[beginning], line)
    return shlex.split(line)


def lay_out(page: str, folder: Path) -> dict[str, str]:
    """Write the files that a page mentions into a folder, and a home with a store; return the environment."""
    home = folder / "home"
    for place in ("data", "config"):
        (home / place / "companion").mkdir(parents=True)
    journals = ROOT / "tests" / "contract"
    with gzip.open(journals / "stores" / "schema_3.db.gz") as packed:
        store = packed.read()
    for path in (home / "data" / "companion" / "matches.db", folder / "copy.db"):
        path.write_bytes(store)
    shutil.copy(ROOT / "docs" / "seats.toml", home / "config" / "companion")
    shutil.copy(ROOT / "docs" / "seats.toml", folder)
    shutil.copy(journals / "journals" / "tracktic" / "format_1.jsonl", folder / "match.jsonl")
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    # A page's own example is the file that its commands name.
    examples = re.findall(r"^```toml\n(name = .*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    for name in ("mine.toml", "box.toml"):
        if examples:
            (folder / name).write_text(examples[0])
    return {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}


TEXTS = {
    "states.csv": write_layout(demo()),
    "states.txt": "rrrrr.....\n" + 9 * "..........\n",
    "final.txt": "AAAA....\n.b......\n.b......\n",
    "tracktic.txt": "YYY..BBB\n........\nGGG..RRR\n",
    "board.txt": "YYY..BBB\n........\nGGG..RRR\n",
    "club-join.json": '{"table": "kitchen", "password": "x", "host": "192.168.1.5"}',
    "names.txt": "Bob\nRobert\n",
}

Runs = Callable[[list[str], Path, dict[str, str]], tuple[int, str, str]]
"""Takes words, folder and environment; returns exit code, output and error output."""

NEEDS_A_PI = 1
"""The doctor's exit code if something needs a look, as on a machine without pins."""


def run(page: str, folder: Path, runs: Runs, already: set[str]) -> Iterator[str]:
    """Run a page's commands in order; yield a line for each that failed.

    Commands named in running text run only once, and are then added to `already`.
    """
    environment = lay_out(page, folder)
    dealt = Command(page, "companion cryptid deal > setup.json", whole=True)
    wanted = [one for one in own(page) if why_not(one) is None and one.words not in already]
    needs_a_deal = any("setup.json" in runnable(one) for one in wanted)
    for command in (*[dealt] * needs_a_deal, *wanted):
        if not command.whole:
            already.add(command.words)
        given, into = runnable(command), None
        if ">" in given:
            given, into = given[: given.index(">")], given[-1]
        code, said, complaint = runs(given, folder, environment)
        if into is not None:
            (folder / into).write_text(said)
        fine = (0, NEEDS_A_PI) if given[1] == "doctor" else (0,)
        if code not in fine or "Traceback" in complaint:
            yield f"{page}: {command.words} ({shlex.join(given)}): {code}: {(complaint or said)[-400:]}"


def own(page: str) -> list[Command]:
    """Return the commands of a page in this repository."""
    return list(commands(page, (ROOT / page).read_text(encoding="utf-8")))


def from_the_path(words: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    """Run a command as a terminal does."""
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout, done.stderr


def main() -> int:
    """Run all pages with the `companion` on the PATH, and ask apt for the packages they name."""
    already: set[str] = set()
    ran: list[list[str]] = []

    def counted(words: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
        ran.append(words)
        return from_the_path(words, folder, environment)

    def page_by_page(page: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            return list(run(page, Path(folder), counted, already))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [line for lines in pool.map(page_by_page, PAGES) for line in lines]
    for command in (one for page in PAGES for one in own(page)):
        if asked := re.fullmatch(r"(?:sudo )?apt(?:-get)? install ([a-z].*)", command.words):
            words = ["apt-get", "install", "--simulate", *asked[1].split()]
            if subprocess.run(words, capture_output=True).returncode:
                wrong.append(f"{command.page}: {command.words}: apt has no such package")
    print("\n".join((*wrong, f"{len(ran)} commands of {len(PAGES)} pages were run; {len(wrong)} failed")))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
