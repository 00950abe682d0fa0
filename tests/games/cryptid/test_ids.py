"""An attacker has the export of a running match, and tries all clues against the checksums in its id."""

import os
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from zlib import crc32

import msgspec
import pytest
from msgspec.structs import replace

from companion import journal
from companion.copies import CopyOutcome, stored_match
from companion.game import Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Facts
from companion.games.cryptid.setups import OWNERS, Setup, meet
from companion.journal import Codec, Opened, StoredRow, header_of
from companion.match import Match
from companion.match_reports import TakeBack
from companion.store import Store
from tests.companion.test_copies import fates
from tests.games.cryptid.plain_field import agrees, sets_of_all
from tests.games.cryptid.players import Table
from tests.matches import AnyMatch, new_match, submit

GAME = Cryptid()


class Asking(Table):
    """Players who never search, so the match can go on forever."""

    def _search(self, player: int, at: Hex) -> None:
        return None


def played(setup: Setup, *, turns: int = 0, at: int = 0, name: str = "m") -> AnyMatch:
    """Return a running match after that many turns; after none, only the first cubes are placed."""
    match = new_match(GAME, Facts(setup=setup), name, at=at)
    table = Asking(setup, 3)
    for turn in range(turns + 1):
        for report in table.turn() if turn else table.share():
            submit(match, report, at=at)
    assert match.outcome is None
    return match


def id_of_earlier_versions(match: str, whole: int) -> str:
    """Return the id that earlier versions gave; `whole` is the checksum of the record with its secrets."""
    return f"{match[:60]}-{whole:08x}"


def could_be(match: AnyMatch) -> Iterator[Setup]:
    """Yield every set-up that fits the map and the pieces: one habitat, each clue with its colour."""
    state = match.state
    setup = state.setup
    assert setup is not None
    clues, sets = clues_of(setup.mode), sets_of_all(setup)
    able = [[n for n, hexes in enumerate(sets) if agrees(hexes, hue, state.spots)] for hue in state.hues]
    for some in product(*able):
        if len(set(some)) == len(some) and meet(tuple(sets[n] for n in some)).bit_count() == 1:
            yield replace(setup, clues=tuple(clues[n] for n in some), clue_owner=OWNERS[2])


def tried(exported: list[StoredRow], *, name: str, known_as: tuple[str, ...]) -> list[Setup]:
    """Return the set-ups whose whole record, under an id of `known_as`, has a checksum found in `name`."""
    match, loss = Match.restore(GAME, exported)
    assert loss is None
    digits = {int(word, 16) for word in re.findall(r"(?<![0-9a-f])[0-9a-f]{8}(?![0-9a-f])", name)}
    first = match.entries[0]
    assert isinstance(first.body, Opened)
    opened, rest = first.body, b"".join(row.entry for row in exported[1:])
    found = []
    for setup in could_be(match):
        facts = replace(opened.facts, setup=setup)
        for id_ in known_as:
            body = Opened(replace(opened.header, match=id_), facts)
            (row,) = Codec(GAME).rows([replace(first, body=body)])
            if crc32(rest, row.crc) in digits:
                found.append(setup)
    return found


def restored(tmp_path: Path, here: AnyMatch, copied: AnyMatch) -> list[AnyMatch]:
    """Return all matches of a store after restoring a copy with another match into it."""
    with Store(tmp_path / "work.db") as work:
        work.keep(stored_match(copied), copied.rows())
        work.copy_to(tmp_path / "copy.db")
    with Store(tmp_path / "here.db") as store:
        store.keep(stored_match(here), here.rows())
        assert fates(store, tmp_path / "copy.db") == [CopyOutcome.BESIDE]
        assert fates(store, tmp_path / "copy.db") == [CopyOutcome.KNOWN]
        return [Match.restore(GAME, store.rows(kept.id))[0] for kept in store.matches()]


SETUPS = [deal(2), deal(3)]


@pytest.mark.parametrize("setup", SETUPS, ids=["2", "3"])
def test_the_attacker_would_find_the_clues_in_an_id_of_earlier_versions(setup: Setup) -> None:
    match = played(setup)
    telling = id_of_earlier_versions("m", match.rows()[-1].crc)
    assert journal.tells_secret(telling)
    assert sum(1 for _ in could_be(match)) > 1000
    assert tried(match.export(), name=telling, known_as=("m",)) == [setup]


@pytest.mark.parametrize("setup", SETUPS, ids=["2", "3"])
def test_the_id_of_a_match_that_parted_tells_nothing_of_its_clues(tmp_path: Path, setup: Setup) -> None:
    matches = restored(tmp_path, played(setup, at=100), played(setup))
    (beside,) = [match for match in matches if match.header.match != "m"]
    name = beside.header.match
    exported = beside.export()
    assert header_of(exported[0].entry).match == name, "an id that reveals nothing stays"
    assert name.startswith("m.")
    assert tried(exported, name=name, known_as=("m", name, "")) == []


@pytest.mark.parametrize("setup", SETUPS, ids=["2", "3"])
@pytest.mark.parametrize("again", [False, True])
def test_an_id_that_was_given_by_an_earlier_version_is_changed_on_export(setup: Setup, again: bool) -> None:
    match = played(setup)
    telling = id_of_earlier_versions("m", match.rows()[-1].crc)
    record = match.with_id(telling)
    if again:
        record = record.with_id(id_of_earlier_versions(telling, record.rows()[-1].crc))
    exported = record.export()
    name = header_of(exported[0].entry).match
    assert name not in (telling, record.header.match)
    names = ("m", telling, record.header.match, name, "")
    assert tried(exported, name=name, known_as=names) == []
    assert tried(record.export(goes_on=True), name=name, known_as=names) == []
    assert exported == record.export(), "exporting twice gives the same"


def test_two_that_differ_in_their_secrets_alone_are_both_kept(tmp_path: Path) -> None:
    setup = deal(2)
    one = played(setup)
    first, *later = one.entries
    assert isinstance(first.body, Opened)
    (others, *_) = (found for found in could_be(one) if found != setup)
    body = replace(first.body, facts=replace(first.body.facts, setup=others))
    other = Match(GAME, [replace(first, body=body), *later])
    assert other.export() == one.export(), "nobody who sees the table can tell them apart"
    with Store(tmp_path / "here.db") as store:
        here = played(setup, at=100)
        store.keep(stored_match(here), here.rows())
        for n, match in enumerate((one, other)):
            with Store(tmp_path / f"{n}.db") as work:
                work.keep(stored_match(match), match.rows())
                work.copy_to(tmp_path / f"{n}.copy")
            for fate in (CopyOutcome.BESIDE, CopyOutcome.KNOWN):
                assert fates(store, tmp_path / f"{n}.copy") == [fate]
        assert len(store.matches()) == 3


def test_what_an_earlier_version_has_kept_beside_is_recognized(tmp_path: Path) -> None:
    here, copied = played(deal(2), at=100), played(deal(2))
    old = copied.with_id(id_of_earlier_versions("m", copied.rows()[-1].crc))
    with Store(tmp_path / "work.db") as work:
        work.keep(stored_match(copied), copied.rows())
        work.copy_to(tmp_path / "copy.db")
    with Store(tmp_path / "here.db") as store:
        for match in (here, old):
            store.keep(stored_match(match), match.rows())
        assert fates(store, tmp_path / "copy.db") == [CopyOutcome.KNOWN]
        assert len(store.matches()) == 2


def test_ids_that_are_drawn_stay_as_they_are() -> None:
    ids = ("0f8fad5bd9cb469fa16570867728950e", "0f8fad5b-d9cb-469f-a165-70867728950e", "m", "2026-11-22")
    for drawn in ids:
        assert not journal.tells_secret(drawn)
        match = played(deal(2), name=drawn)
        assert header_of(match.export()[0].entry).match == drawn
    assert msgspec.json.decode(match.export()[0].entry)["body"]["facts"]["setup"]["clues"] == []
    # After the end nothing is left to hide.
    setup = deal(2)
    match = new_match(GAME, Facts(setup=setup), "m-0123abcd")
    table = Table(setup, 2)
    submit(match, *table.share())
    while table.winner is None:
        submit(match, *table.turn())
    assert match.export() == match.rows()
    submit(match, TakeBack(None, (Seat(0), Seat(1))))
    assert "0123abcd" not in header_of(match.export()[0].entry).match


def test_nobody_else_reads_a_store_that_was_there_before(tmp_path: Path) -> None:
    # A file that everybody could read used to stay so, along with SQLite's files.
    (tmp_path / "matches.db").touch()
    before = os.umask(0o022)
    try:
        (tmp_path / "matches.db").chmod(0o644)
        with Store(tmp_path / "matches.db") as store:
            store.set("name", "value")
            assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    finally:
        os.umask(before)
