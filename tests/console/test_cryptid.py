"""`companion cryptid deal` and `solve`."""

import json
import secrets
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

from companion.game import Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts
from companion.games.cryptid.setups import check, lopsided, read_setup
from companion.match_reports import TakeBack
from companion.store import Store
from tests.console.command import refused, run
from tests.games.cryptid.players import Table
from tests.matches import new_match, submit
from ui.games.cryptid import drafts
from ui.games.cryptid.drafts import SETUP
from ui.games.cryptid.setup import Filed, filed


def dealt(*args: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("cryptid", "deal", *args, code=0).stdout)
    return found


def saved_set_up(tmp_path: Path, setup: object) -> Path:
    path = tmp_path / "setup.json"
    path.write_text(json.dumps(setup))
    return path


def solved(tmp_path: Path, setup: object, code: int) -> Result:
    return run("cryptid", "solve", saved_set_up(tmp_path, setup), code=code)


def test_a_seed_deals_the_same_again_and_it_has_one_habitat(tmp_path: Path) -> None:
    setup = dealt("--seed", 7, "--mode", "advanced")
    assert setup == dealt("--seed", 7, "--mode", "advanced")
    assert setup["mode"] == "advanced"
    answer = json.loads(solved(tmp_path, setup, 0).stdout)
    assert (len(answer["habitats"]), answer["redundant_clues"]) == (1, [])


def test_without_a_seed_nothing_is_told_that_would_deal_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bits: list[int] = []

    def randbits(k: int) -> int:
        bits.append(k)
        return secrets.randbits(k)

    monkeypatch.setattr(drafts, "secrets", SimpleNamespace(randbits=randbits))
    result = run("cryptid", "deal", code=0)
    assert result.stderr == ""
    check(read_setup(result.stdout.encode()))
    assert result.stdout != run("cryptid", "deal").stdout
    # One for the map, another for the clues: neither can be found by trying all.
    assert len(bits) == 4
    assert min(bits) >= 64
    assert "If you know it, you know the clues" in " ".join(run("cryptid", "deal", "--help").output.split())


def test_a_lopsided_set_up_is_not_dealt_where_that_is_asked_for() -> None:
    seed = 72
    assert lopsided(deal(seed))
    even = read_setup(json.dumps(dealt("--seed", seed, "--even")).encode())
    assert not lopsided(even)
    assert even == deal(seed, even=True)


def test_three_to_five_players_are_dealt_for_too() -> None:
    assert [dealt("--seed", 1, "--players", n)["clue_owner"] for n in (3, 5)] == [[0, 1, 2], [0, 1, 2, 3, 4]]
    run("cryptid", "deal", "--players", 6, code=2)


def test_a_set_up_with_several_habitats_is_solved_and_refused(tmp_path: Path) -> None:
    setup = dealt("--seed", 7)
    setup["clues"] = [{"kind": "near_animal", "animal": "bear"}] * 2
    setup["clues"] += [{"kind": "near_any_animal"}, {"kind": "near_terrain", "terrain": "water"}]
    result = solved(tmp_path, setup, 1)
    assert "clues[1]: another clue says the same" in result.output
    setup["clues"][1] = {"kind": "near_structure", "type": "standing_stone"}
    result = solved(tmp_path, setup, 1)
    assert len(json.loads(result.stdout)["habitats"]) != 1
    assert "it must be exactly one" in result.stderr


def test_every_fault_is_named_on_a_line_of_its_own(tmp_path: Path) -> None:
    setup = dealt("--seed", 7)
    setup["tiles"][0][0]["tile"] = setup["tiles"][0][1]["tile"]
    setup["structures"][0]["row"] = 99
    result = solved(tmp_path, setup, 1)
    assert len(result.stderr.splitlines()) == 3
    assert "is laid 2 times" in result.stderr
    assert "off the map (row 99" in result.stderr


def test_what_is_no_set_up_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    for text in ("", "[]", '{"mode": "hard"}'):
        path.write_text(text)
        assert "not a set-up" in refused("cryptid", "solve", path)
    assert "No such file" in refused("cryptid", "solve", tmp_path / "none.json")


def test_a_set_up_is_kept_for_the_screen_unless_nobody_can_play_it(tmp_path: Path) -> None:
    store, setup = tmp_path / "matches.db", dealt("--seed", 7)
    wrong = dealt("--seed", 7)
    wrong["tiles"][0][0]["tile"] = wrong["tiles"][0][1]["tile"]
    assert "is laid 2 times" in refused("--store", store, "cryptid", "keep", saved_set_up(tmp_path, wrong))
    assert not store.exists()
    run("--store", store, "cryptid", "keep", saved_set_up(tmp_path, setup), code=0)
    with Store(store) as found:
        assert read_setup(found.setting(SETUP, "").encode()) == deal(7)
    assert store.stat().st_mode & 0o077 == 0, "only the file's owner may read the clues"


def test_a_map_without_clues_is_kept_too_as_the_screen_plays_on_it(tmp_path: Path) -> None:
    store, alone = tmp_path / "matches.db", dealt("--seed", 7) | {"clues": [], "clue_owner": []}
    run("--store", store, "cryptid", "keep", saved_set_up(tmp_path, alone), code=0)
    with Store(store) as found:
        assert filed(found.setting(SETUP, ""), 3) == Filed(deal(7).map_alone)


def test_a_qr_code_is_drawn_or_written(tmp_path: Path) -> None:
    path = saved_set_up(tmp_path, dealt("--seed", 7))
    assert len(run("cryptid", "qr", path, code=0).output.splitlines()) > 20
    for name, begins in (("code.svg", b"<?xml"), ("code.png", b"\x89PNG"), ("CODE.PNG", b"\x89PNG")):
        run("cryptid", "qr", path, "--out", tmp_path / name, code=0)
        assert (tmp_path / name).read_bytes().startswith(begins)
    assert ".svg or .png" in refused("cryptid", "qr", path, "--out", tmp_path / "code.txt")


def test_the_referee_takes_a_dealt_set_up_by_itself(tmp_path: Path) -> None:
    def opening(setup: object) -> Any:
        path = saved_set_up(tmp_path, setup)
        (line,) = run("referee", "cryptid", "--setup", path, code=0).stdout.splitlines()
        return json.loads(line)

    setup = dealt("--seed", 7)
    alone = opening(setup)
    assert alone["awaited"][0]["private"] is True, "with known clues, pieces are reported in private"
    assert opening({"setup": setup}) == alone
    four = opening(dealt("--seed", 7, "--players", 4))
    assert four["score"]["cubes"] == [0, 0, 0, 0], "the set-up says how many play"
    assert "setup.json" in refused("referee", "cryptid", "--setup", saved_set_up(tmp_path, {"tiles": 3}))


def played(path: Path, *, back: bool) -> int:
    """Write a match that ended, with its end taken back if `back`; return the number of its last entry."""
    setup = deal(7)
    table = Table(setup, 7)
    match = new_match(Cryptid(), Facts(setup=setup))
    submit(match, *table.share())
    while table.winner is None:
        submit(match, *table.turn())
    assert match.outcome is not None
    last = match.length - 1
    if back:
        submit(match, TakeBack(None, (Seat(0), Seat(1))))
        assert match.outcome is None
    path.write_bytes(b"".join(row.line() + b"\n" for row in match.rows()))
    return last


@pytest.mark.parametrize("back", [False, True])
def test_a_part_of_a_match_tells_the_clues_only_if_all_of_it_is_over(tmp_path: Path, back: bool) -> None:
    # An end that both had taken back used to reveal the clues, although play went on.
    record, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    last = played(record, back=back)
    assert b'"terrain' in record.read_bytes()
    for upto, tells in ((last, not back), (last - 1, False)):
        run("replay", record, "--at", upto, "--export", part, code=0)
        first, *_ = part.read_bytes().splitlines()
        assert (b'"clue_owner":[0' in first) == tells
