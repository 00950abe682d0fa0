"""`companion cryptid deal` and `solve`."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from ui.cli import main


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["cryptid", *map(str, args)])


def dealt(*args: object) -> dict[str, Any]:
    result = run("deal", *args)
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def solved(tmp_path: Path, setup: object) -> Result:
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(setup))
    return run("solve", path)


def test_a_seed_deals_the_same_again_and_it_has_one_habitat(tmp_path: Path) -> None:
    setup = dealt("--seed", 7, "--mode", "advanced")
    assert setup == dealt("--seed", 7, "--mode", "advanced")
    assert setup["mode"] == "advanced"
    result = solved(tmp_path, setup)
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert (len(answer["habitats"]), answer["redundant_clues"]) == (1, [])


def test_without_a_seed_one_is_drawn_and_told() -> None:
    result = run("deal")
    seed = result.stderr.split()[1]
    assert json.loads(result.stdout) == dealt("--seed", seed)


def test_three_to_five_players_are_dealt_for_too() -> None:
    assert [dealt("--seed", 1, "--players", n)["clue_owner"] for n in (3, 5)] == [[0, 1, 2], [0, 1, 2, 3, 4]]
    assert run("deal", "--players", 6).exit_code == 2


def test_a_set_up_with_several_habitats_is_solved_and_refused(tmp_path: Path) -> None:
    setup = dealt("--seed", 7)
    setup["clues"] = [{"kind": "near_animal", "animal": "bear"}] * 2
    setup["clues"] += [{"kind": "near_any_animal"}, {"kind": "near_terrain", "terrain": "water"}]
    result = solved(tmp_path, setup)
    assert result.exit_code == 1
    assert "clues[1]: another clue says the same" in result.output
    setup["clues"][1] = {"kind": "near_structure", "type": "standing_stone"}
    result = solved(tmp_path, setup)
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["habitats"]) != 1
    assert "it must be exactly one" in result.stderr


def test_every_fault_is_named_on_a_line_of_its_own(tmp_path: Path) -> None:
    setup = dealt("--seed", 7)
    setup["tiles"][0][0]["tile"] = setup["tiles"][0][1]["tile"]
    setup["structures"][0]["row"] = 99
    result = solved(tmp_path, setup)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 3
    assert "is laid 2 times" in result.stderr
    assert "off the map (row 99" in result.stderr


def test_what_is_no_set_up_is_refused_in_one_sentence(tmp_path: Path) -> None:
    for text in ("", "[]", '{"mode": "hard"}'):
        path = tmp_path / "bad.json"
        path.write_text(text)
        result = run("solve", path)
        assert result.exit_code == 1
        assert "not a set-up" in result.output
        assert "Traceback" not in result.output
    assert "No such file" in run("solve", tmp_path / "none.json").output
