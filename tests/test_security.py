"""What docs/security.md says about the code, as far as the code can be checked.

Which code may use a broker, a database or phones is a rule of the houses.
"""

import ast
from pathlib import Path

import pytest

from companion.store import Copy

ROOT = Path(__file__).resolve().parent.parent
HOUSES = ("companion", "hardware", "ui")

# Modules that make objects or programs out of what they read.
UNPACKING = frozenset({"pickle", "marshal", "shelve", "dill", "yaml", "xml", "code", "codeop"})
RUNNING = frozenset({"eval", "exec", "compile", "__import__"})
NET = frozenset(
    {"http", "urllib", "ssl", "socketserver", "xmlrpc", "ftplib", "smtplib", "telnetlib", "asyncio"}
)
# Listens to phones: a separate program, and the only file with a port.
SERVER = ROOT / "ui" / "phones" / "server.py"


def breaches(source: str, *, at_desk: bool = False, listens: bool = False) -> list[str]:
    """Return what a file of ours does against the document, one sentence each."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [it.name for it in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            for name in names:
                if name.split(".")[0] in UNPACKING:
                    found.append(f"line {node.lineno}: {name} makes programs or objects out of what it reads")
                if name.split(".")[0] in NET - {"ssl" if at_desk else "asyncio" if listens else ""}:
                    found.append(f"line {node.lineno}: {name} speaks to the net")
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else ""
            method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if called in RUNNING:
                found.append(f"line {node.lineno}: {called} runs what it is given")
            if method == "system" or any(word.arg == "shell" for word in node.keywords):
                found.append(f"line {node.lineno}: a shell is started")
            # Kivy's markup obeys brackets in names.
            if any(word.arg == "markup" for word in node.keywords):
                found.append(f"line {node.lineno}: markup is read out of a text")
        if isinstance(node, ast.Attribute) and node.attr == "markup":
            found.append(f"line {node.lineno}: markup is read out of a text")
        # AF_UNIX is allowed: one datagram to systemd at a time.
        if isinstance(node, ast.Attribute) and node.attr.startswith("AF_INET") and not listens:
            found.append(f"line {node.lineno}: a socket of the net is opened")
    return found


def files() -> list[Path]:
    """Return our Python files, without firmware, which runs on another machine."""
    paths = (path for house in HOUSES for path in sorted((ROOT / house).rglob("*.py")))
    return [path for path in paths if "firmware" not in path.parts]


def test_nothing_listens_unpacks_runs_or_marks_up() -> None:
    assert len(files()) > 100
    found = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in files()
        for what in breaches(
            path.read_text(), at_desk=path.is_relative_to(ROOT / "ui" / "desk"), listens=path == SERVER
        )
    ]
    assert found == []


def test_the_page_says_how_large_a_copy_may_be() -> None:
    lines = (ROOT / "docs/security.md").read_text().splitlines()
    (row,) = (line for line in lines if "`companion restore" in line)
    most, entry = Copy.MOST_BYTES >> 30, Copy.MOST_ENTRY_BYTES >> 20
    said = f"{most} GB; {Copy.MOST_MATCHES:,} matches of {Copy.MOST_ENTRIES:,} entries of {entry} MB"
    assert f"| {said} |" in row


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from xml.etree import ElementTree",
        "eval(text)",
        "socket.socket(socket.AF_INET)",
        "import asyncio",
        "import urllib.request",
        "subprocess.run(line, shell=True)",
        "os.system(line)",
        "Label(text=name, markup=True)",
        "label.markup = True",
    ],
)
def test_each_is_noticed(source: str) -> None:
    assert breaches(source) != []
