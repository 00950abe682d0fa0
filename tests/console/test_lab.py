"""The timing laboratory on the command line: exit codes, sentences, files."""

import errno
import json
import os
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from hardware.lab.laboratory import Laboratory, PressLaboratory
from hardware.lab.trials import Driven, RigError
from hardware.lab.twin import Twin
from tests.console.command import run
from ui.console import lab, words


def companion(*arguments: object, code: int = 0) -> Result:
    return run("lab", *arguments, code=code)


def test_a_simulated_run_prints_the_verdict_and_writes_report_and_trials(tmp_path: Path) -> None:
    out = tmp_path / "lab.html"
    done = companion("run", "--simulated", "--repeat", "2", "--pairs", "1-2,1-3,2-3", "--out", out)
    assert done.stdout.startswith("SIMULATED: no Pi, no wire and no switch")
    assert "No wrong order in" in done.stdout
    assert "Wrong orders by separation" in done.stdout
    assert "156 trials, about" in done.stderr
    assert "SIMULATED" in out.read_text().splitlines()[0]
    setting, *trials = (json.loads(line) for line in (tmp_path / "lab.html.jsonl").read_text().splitlines())
    assert len(trials) == setting["planned"] == 156
    assert {trial["first"] for trial in trials} == {0, 1, 2}


def test_a_report_replaces_no_pipe_and_no_device(tmp_path: Path) -> None:
    """`sudo companion lab run --out /dev/null` once replaced /dev/null with a file."""
    os.mkfifo(pipe := tmp_path / "pipe")
    for command in ("run --repeat 1", "press --times 1"):
        output = companion(*command.split(), "--simulated", "--pairs", "1-2", "--out", pipe, code=1).output
        assert "this is a pipe, not a file" in output
    assert pipe.is_fifo()


def test_a_report_bears_any_name_that_a_file_can_have(tmp_path: Path) -> None:
    out = tmp_path / os.fsdecode(b"M\xfcnchen.html")
    companion("run", "--simulated", "--repeat", "1", "--pairs", "1-2", "--out", out)
    assert out.exists()
    companion("report", lab.trials_path(out), tmp_path / "again.html")
    companion("report", lab.trials_path(out), tmp_path / "CURVE.SVG")
    assert (tmp_path / "CURVE.SVG").read_text().startswith("<svg")
    assert "none.jsonl: No such file" in companion("report", tmp_path / "none.jsonl", out, code=1).output


def test_a_seed_gives_the_same_figures_again(tmp_path: Path) -> None:
    command = "run", "--simulated", "--repeat", "1", "--seed", "7", "--out"
    runs = [companion(*command, tmp_path / name).stdout for name in ("a", "b")]
    assert runs[0] == runs[1]


def test_ctrl_c_ends_with_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(laboratory: Laboratory) -> None:
        for _ in laboratory.run():
            if len(laboratory.results) == 30:
                raise KeyboardInterrupt

    monkeypatch.setattr(lab, "work_through", stopped)
    out = tmp_path / "lab.html"
    done = companion("run", "--simulated", "--out", out)
    assert words.STOPPED in done.stderr
    assert "Stopped after 30 of 1560 trials." in done.stdout
    assert "Stopped after 30 of 1560 trials." in out.read_text()
    assert len((tmp_path / "lab.html.jsonl").read_text().splitlines()) == 31


def test_a_rig_that_fails_midway_costs_no_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press, presses = Twin.press, count()

    def unplugged(*pressed: Any) -> Driven:
        if next(presses) == 100:
            raise RigError("the rig's board was unplugged: plug it in and start again")
        return press(*pressed)

    monkeypatch.setattr(Twin, "press", unplugged)
    out = tmp_path / "lab.html"
    done = companion("run", "--simulated", "--pairs", "1-2", "--out", out, code=1)
    assert done.stderr.endswith("Error: the rig's board was unplugged: plug it in and start again\n")
    assert "Stopped after 99 of 260 trials." in done.stdout
    assert "Stopped after 99 of 260 trials." in out.read_text()


def test_a_report_that_cannot_be_saved_is_still_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(lab, "write_whole", full)
    done = companion("run", "--simulated", "--pairs", "1-2", "--out", tmp_path / "lab.html", code=1)
    assert "Wrong orders by separation" in done.stdout
    assert "the disk is full; free some space" in done.stderr


def test_either_a_rig_or_simulated(tmp_path: Path) -> None:
    out = str(tmp_path / "lab.html")
    for arguments in (["--out", out], ["--simulated", "--rig", "rig.toml", "--out", out]):
        done = companion("run", *arguments, code=2)
        assert words.RIG_OR_SIMULATED in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--pairs", "1"], "'1' isn't a pair of seats; write them as in 1-2,1-3"),
        (["--pairs", "1-2,0-1"], "'0-1' isn't a pair of seats"),
        (["--pairs", "1-2,00-1"], "'00-1' isn't a pair of seats"),
        (["--pairs", ","], "',' isn't a pair of seats"),
        # They were planned in memory, some 19 GB, before a word was said.
        (["--repeat", "1000000"], "no more than 1,000,000 trials in a run: fewer times each, or fewer pairs"),
        (["--pairs", "1-9"], "seat 9 can't be pressed here: use 1, 2, 3, 4"),
    ],
)
def test_pairs_that_make_no_sense_are_refused(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = companion("run", "--simulated", "--out", tmp_path / "lab.html", *arguments, code=1)
    assert sentence in done.stderr
    assert not (tmp_path / "lab.html").exists()


def test_before_a_long_run_the_report_has_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = companion("run", "--simulated", "--out", tmp_path / "none" / "lab.html", code=1)
    assert done.stdout == ""
    assert "there is no such folder for the report; make it first" in done.stderr
    done = companion("run", "--simulated", "--out", tmp_path, code=1)
    assert "is a folder; name a file for the report" in done.stderr
    (tmp_path / "lab.html.jsonl").mkdir()
    done = companion("run", "--simulated", "--out", tmp_path / "lab.html", code=1)
    assert (done.stdout, "this is a folder, not a file" in done.stderr) == ("", True)
    with monkeypatch.context() as closed:
        closed.setattr(os, "access", lambda *_: False)
        done = companion("run", "--simulated", "--out", tmp_path / "report.html", code=1)
    assert (done.stdout, "can't be written (Permission denied)" in done.stderr) == ("", True)


@pytest.mark.parametrize("command", ["run --repeat 1", "press --times 1"])
def test_a_closed_pipe_costs_no_report(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after `companion lab run --out lab.html | head`: the report was lost."""

    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(lab, "table_lines", closed)
    companion(*command.split(), "--simulated", "--pairs", "1-2", "--out", tmp_path / "lab.html")
    assert {path.name for path in tmp_path.glob("lab.*")} == {"lab.html", "lab.html.jsonl"}


def test_files_that_are_wrong_are_named_in_one_sentence(tmp_path: Path) -> None:
    seats, rig, out = tmp_path / "seats.toml", tmp_path / "rig.toml", str(tmp_path / "lab.html")
    arguments = ("run", "--rig", str(rig), "--seats", str(seats), "--out", out)
    assert "seats.toml: the file: can't be read" in companion(*arguments, code=1).stderr
    seats.write_text("[[seat]]\nseat = 1\ngrab = 17\n[[seat]]\nseat = 2\ngrab = 27\n")
    rig.write_text("[rig]\n1 = 5\n3 = 6\n")
    done = companion(*arguments, code=1)
    assert "[rig] 3: has no button in the seats file; use one of 1, 2" in done.stderr


def test_simulated_hands_are_guided_and_the_stiff_seat_is_told(tmp_path: Path) -> None:
    out = tmp_path / "press.html"
    done = companion("press", "--simulated", "--times", "8", "--out", out)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("SIMULATED: no button was struck")
    assert lines[1] == "Left end on seat 1, right end on seat 2: strike 8 times."
    assert sum(line.startswith("Left end on seat") for line in lines) == 12
    assert any("Seat 3 is held back: it closes" in line for line in lines)
    assert "SIMULATED" in out.read_text().splitlines()[0]
    assert len((tmp_path / "press.html.jsonl").read_text().splitlines()) == 1 + 96


@pytest.mark.parametrize("partly", [False, True], ids=["the report", "its beginning"])
def test_a_link_in_the_place_of_a_report_leads_nowhere(tmp_path: Path, partly: bool) -> None:
    out, diary = tmp_path / "lab.html", tmp_path / "diary"
    diary.write_text("mine")
    for name in ("lab.html", "lab.html.jsonl"):
        tmp_path.joinpath(f"{name}.part" if partly else name).symlink_to(diary)
    lab.write(out, "<p>made", b"{}")
    trials = lab.trials_path(out)
    assert (diary.read_text(), out.read_text(), trials.read_bytes()) == ("mine", "<p>made", b"{}")
    assert sorted(it.name for it in tmp_path.iterdir()) == sorted({"diary", out.name, trials.name})
    assert {it.stat().st_mode & 0o777 for it in (out, trials)} == {0o600}


def test_stopped_before_the_first_strike_there_is_nothing_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(laboratory: PressLaboratory) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "guide", stopped)
    done = companion("press", "--simulated", code=1)
    assert words.NO_STRIKES in done.stderr


def test_what_a_strike_was_worth() -> None:
    assert words.took(-2.5, right=2, left=1, to_go=3) == "  seat 1 2.50 ms after seat 2; 3 to go"
    assert words.again("one_only") == "  once more: only one of the two came"
    assert words.takes(10, 60) == "10 trials, about 60 seconds; Ctrl-C stops and shows what there is."
    assert words.takes(10, 600) == "10 trials, about 10 minutes; Ctrl-C stops and shows what there is."
