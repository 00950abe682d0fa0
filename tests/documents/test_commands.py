"""Every command in the documents works as written. Their text decides, not a list of ours.

`make test-fresh` runs the same on a bare Debian, with the `companion` that `make play` puts on the PATH.
"""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.documents.commands import NOT_RUN, PAGES, ROOT, Command, commands, either, fault, own, run, why_not
from ui.cli import main

MAKEFILE = (ROOT / "Makefile").read_text()


@pytest.fixture(autouse=True)
def _no_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("ui.appliance.launch.DRM", tmp_path / "none")


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_says_can_be_typed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def within(words: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str, str]:
        monkeypatch.chdir(folder)
        done = CliRunner().invoke(main, words[1:], env=environment, input="")
        raised = done.exception
        broke = "" if raised is None or isinstance(raised, SystemExit) else f"Traceback: {raised!r}"
        return done.exit_code, done.stdout, done.stderr + broke

    assert list(run(page, tmp_path, within, set())) == []


def everything() -> Iterator[Command]:
    for page in PAGES:
        yield from own(page)


def test_every_command_of_ours_and_its_options_exist() -> None:
    ours = [command for command in everything() if command.program == "companion"]
    assert len(ours) > 90, "too few were found: this test would pass on anything"
    wrong = [(one.page, one.words, why) for one in ours if (why := fault(one))]
    assert wrong == []


def test_what_is_not_run_is_decided_and_a_block_is_never_named_only() -> None:
    decided = [(one, why_not(one)) for one in everything()]
    # README's list of all commands names some without their arguments.
    short = {"companion lab run", "companion lab report"}
    named = [one.words for one, why in decided if why == "named only" and one.whole]
    assert set(named) - short == set()
    unused = [why for pattern, why in NOT_RUN if not any(why == given for _, given in decided)]
    assert unused == []


def test_every_make_target_takes_what_it_is_given() -> None:
    for command in everything():
        if command.program == "make":
            target, *given = command.words.split()[1:]
            assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), command
            assert all(f"$({word.partition('=')[0]}" in MAKEFILE for word in given), command


def test_every_module_and_folder_that_python_is_given_is_there() -> None:
    for command in everything():
        if module := re.search(r"python -m (\S+)(?: (tests/\S+))?", command.words):
            assert importlib.util.find_spec(module[1]), command
            assert module[2] is None or (ROOT / module[2]).is_dir(), command


def test_commands_are_found_in_blocks_and_in_running_text_in_their_order() -> None:
    text = (
        "Say `companion\nlab run` or `companion/cli.py`, make sure.\n\n```\nmake play     # why\n"
        'sudo apt update && sudo reboot\ncompanion people add "Zoë"     in colour\n```\n\n'
        "```toml\nmake = 1\n```\n\nThen `make test`.\n"
    )
    assert [command.words for command in commands("x.md", text)] == [
        "companion lab run",
        "make play",
        "sudo apt update",
        "sudo reboot",
        'companion people add "Zoë"',
        "make test",
    ]


@pytest.mark.parametrize(
    ("words", "stands_for"),
    [
        ("companion copy FILE | restore FILE", ["companion copy FILE", "companion restore FILE"]),
        ("companion cryptid deal | solve FILE", ["companion cryptid deal", "companion cryptid solve FILE"]),
        ("companion replay [FILE|MATCH]", ["companion replay [FILE]", "companion replay [MATCH]"]),
    ],
)
def test_a_line_that_names_several_commands_is_all_of_them(words: str, stands_for: list[str]) -> None:
    assert either(words) == stands_for


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("companion fly", "no command 'fly'"),
        ("companion replay MATCH --fast", "has no --fast"),
        ("companion lab jump", "no command 'jump'"),
        ("companion referee GAME [--nothing FILE]", "has no --nothing"),
        ("companion people hide Zoë --again", ""),
    ],
)
def test_a_command_that_is_not_there_is_noticed(words: str, wrong: str) -> None:
    said = fault(Command("x.md", words, whole=True))
    assert (wrong in said) if wrong else (said == "")


def test_a_command_that_fails_is_noticed_and_so_is_one_that_nobody_decided_about(tmp_path: Path) -> None:
    assert len(list(run("docs/records.md", tmp_path, lambda *given: (1, "", "no"), set()))) > 5
    with pytest.raises(LookupError, match="is it run"):
        why_not(Command("x.md", "git push", whole=True))
