"""People: names as typed, looked up in the record, merged, and forgotten to the last byte."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion import register
from companion.book import imported
from companion.copies import stored_match
from companion.errors import NotSaved, SetupError
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.journal import NamePlate
from companion.people import SOMEBODY, Person, PersonId, checked, checked_name, first_letter, letters
from companion.store import SCHEMA, Store
from tests.companion.test_copies import taken
from tests.contract.test_frozen_store import thawed
from tests.matches import AnyMatch, keep, new_match

GAME = UngleSpeed()
FOX = NamePlate("Fox", "orange", "circle", "F")


def person(name: str, number: int = 1) -> Person:
    """Return a person; the number makes the id."""
    return Person(PersonId(f"{number:08x}-0000-4000-8000-000000000000"), name, "blue", "square", name[0])


ADA, BOB, CEM = person("Ada", 1), person("Bob", 2), person("Cem", 3)


def match(name: str, *plates: NamePlate) -> AnyMatch:
    """Return a match that has just begun; unnamed seats are Fox."""
    sat = (*plates, FOX, FOX, FOX)[: max(3, len(plates))]
    return new_match(GAME, Facts(len(sat)), name, sat)


def titles(store: Store) -> dict[str, str]:
    """Return who played, by match."""
    return {kept.id: kept.title for kept in store.matches()}


# --- names ---


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada ", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("Łucja Wiśniewska-Kowalska", "Łucja Wiśniewska-Kowalsk"),
        ("\u0634" * 24, "\u0634" * 24),
        ("नमस्ते", "नमस्ते"),
        ("O'Brien & 李", "O'Brien & 李"),
        # Persian keeps two letters from joining by an invisible sign; it doesn't make Bob a different name.
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "\u0639\u0644\u06cc\u0631\u0636\u0627"),
        ("Bo\u200cb", "Bob"),
    ],
)
def test_a_name_is_kept_as_typed(typed: str, kept: str) -> None:
    assert checked_name(typed[:24]) == kept


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("Ada", 3), ("e\u0301", 1), ("👍🏽", 1), ("🇫🇷🇩🇪", 2), ("हिन्दी", 3), ("Z\u0335\u0321\u0300", 1)],
)
def test_letters_are_counted_as_a_reader_does(text: str, count: int) -> None:
    assert letters(text) == count


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "is empty"),
        (" \u3000", "is empty"),
        ("A" * 25, "at most 24 letters"),
        ("Z" + "\u0335" * 80, "at most 24 letters"),
        ("\u0301", "only accents"),
        ("Ada\n", ""),
        ("A\nda", "can't be shown"),
        ("A\x1b[31mda", "can't be shown"),
        ("A\u202eda", "can't be shown"),
        ("A\x00da", "can't be shown"),
        ("A\u2028da", "can't be shown"),
        ("A\ud800", "can't be shown"),
        ("\u200c", "is empty"),
        *((blank, "can't be shown") for blank in "\u3164\u115f\u1160\uffa0\u2800"),
        ("Bob\u3164", "can't be shown"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "an emoji that is made of several"),
    ],
)
def test_a_name_that_steers_a_screen_or_is_none_is_refused(typed: str, said: str) -> None:
    if not said:
        assert checked_name(typed) == "Ada"
        return
    with pytest.raises(SetupError, match=said) as refused:
        checked_name(typed)
    assert str(refused.value).isprintable()


def test_the_plate_of_a_name_bears_its_first_letter() -> None:
    names = ("ada", "émile", "e\u0301mile", "x", "ßeta", "\ufb01n", "\u0149a")
    # A letter without a capital gets one that exists.
    assert [first_letter(name) for name in names] == ["A", "É", "E\u0301", "X", "S", "F", "N"]


def test_two_may_share_a_name_and_are_told_apart_by_their_ids(store: Store) -> None:
    register.add(store, [ADA, person("Ada", 9)])
    with pytest.raises(SetupError, match="2 people are called 'ada'") as refused:
        store.people().called("ada")
    assert ADA.id in str(refused.value)
    assert store.people().called(ADA.id[:8]) == ADA
    with pytest.raises(SetupError, match="2 people are called"):
        store.people().called("A\u200cda")


# --- records ---


def test_a_name_that_nobody_has_never_means_whoever_has_an_id_that_begins_so(store: Store) -> None:
    """`companion people forget Ed`, given twice, could forget somebody else for good."""
    register.add(store, [replace(ADA, id=PersonId("ed0ada00-0000-4000-8000-000000000000"))])
    for said in ("Ed", "ED0", "ed0ada0"):
        with pytest.raises(SetupError, match="nobody here is called"):
            store.people().called(said)
    assert store.people().called("ed0ada00").name == "Ada"


def test_a_record_holds_the_id_of_a_person_and_never_the_name(store: Store) -> None:
    register.add(store, [ADA])
    one = match("m", ADA.plate)
    assert b"Ada" not in b"".join(row.entry for row in one.rows())
    keep(store, one)
    (kept,) = store.matches()
    assert kept.title == "Ada, Fox, Fox"
    plates = store.people().current_plates("m", one.header.plates)
    assert [plate.name for plate in plates] == ["Ada", "Fox", "Fox"]
    register.change(store, replace(ADA, name="Ada Lovelace"))
    assert [*titles(store).values()] == ["Ada Lovelace, Fox, Fox"]


def test_a_record_from_before_there_were_people_is_written_as_it_was_read() -> None:
    old = b'{"name":"Fox","colour":"orange","shape":"circle","letter":"F"}'
    first = match("m").rows()[0]
    assert old in first.entry
    assert b"person" not in first.entry


def test_a_copy_cannot_bring_a_person_without_an_id(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        keep(other, match("m", replace(ADA.plate, person="../../Ada")))
        other.copy_to(tmp_path / "copy.db")
    (one,) = taken(store, tmp_path / "copy.db")
    assert one.reason == "a person in it has no id"


# --- who a player was, is, and no longer is ---


def test_a_plate_is_given_to_a_person_in_one_step_and_back(store: Store) -> None:
    register.add(store, [ADA, BOB])
    keep(store, match("a"), match("b", BOB.plate), match("c", replace(FOX, name="Owl"), ADA.plate, BOB.plate))
    assert len(register.give(store, "Fox", ADA.id)) == 5
    assert titles(store) == {"a": "Ada, Ada, Ada", "b": "Bob, Ada, Ada", "c": "Owl, Ada, Bob"}
    # Continuing a match leaves it with the person whom it was given to.
    store.keep(stored_match(match("a")), [])
    assert titles(store)["a"] == "Ada, Ada, Ada"
    # A plate that is taken isn't given twice, nor is a seat on which a person sat.
    assert register.give(store, "Fox", BOB.id) == ()
    assert register.give(store, "B", ADA.id) == ()
    assert register.give_back(store, ADA.id) == 2
    assert titles(store)["b"] == "Bob, Fox, Fox"


def test_who_is_merged_is_one_person_for_ever(store: Store) -> None:
    register.add(store, [ADA, BOB, CEM])
    keep(store, match("a", ADA.plate, BOB.plate, CEM.plate))
    register.merge(store, CEM.id, BOB.id)
    register.merge(store, BOB.id, ADA.id)
    assert [*titles(store).values()] == ["Ada, Ada, Ada"]
    assert list(store.people().known) == [ADA.id]
    for one, other in ((ADA.id, ADA.id), (BOB.id, ADA.id), (ADA.id, CEM.id)):
        with pytest.raises(SetupError):
            register.merge(store, one, other)


def test_two_who_sat_at_one_table_are_counted_before_they_are_one(store: Store) -> None:
    register.add(store, [ADA, BOB, CEM])
    keep(store, match("a", ADA.plate, BOB.plate), match("b", BOB.plate, FOX))
    keep(store, match("c", CEM.plate, BOB.plate))
    assert imported.together(store, ADA.id, BOB.id) == 1
    assert imported.together(store, ADA.id, CEM.id) == 0
    register.merge(store, CEM.id, ADA.id)
    assert imported.together(store, ADA.id, BOB.id) == 2


def test_who_sat_beside_a_guest_was_not_that_guest(store: Store) -> None:
    register.add(store, [ADA, BOB])
    keep(store, match("a", ADA.plate), match("b", BOB.plate, replace(FOX, name="Owl")))
    register.give(store, "Owl", ADA.id)
    assert register.guests(store, ADA.id) == []
    assert register.give(store, "Fox", ADA.id) == ()
    assert {match for match, _ in register.give(store, "Fox", BOB.id)} == {"a"}


def test_what_was_given_in_one_step_can_be_undone_and_what_was_given_before_stays(store: Store) -> None:
    register.add(store, [ADA, BOB, CEM])
    owl = replace(FOX, name="Owl")
    keep(store, match("a", owl, BOB.plate, CEM.plate), match("b", FOX, BOB.plate, CEM.plate))
    assert register.give(store, "Owl", ADA.id) == (("a", 0),)
    assert [(plate.name, seats) for plate, seats in register.guests(store, ADA.id)] == [("Fox", (("b", 0),))]
    seats = register.give(store, "Fox", ADA.id)
    assert register.guests(store, ADA.id) == []
    assert register.give_back(store, ADA.id, seats) == 1
    assert titles(store) == {"a": "Ada, Bob, Cem", "b": "Fox, Bob, Cem"}
    assert register.give_back(store, ADA.id) == 1
    assert [plate.name for plate, _ in register.guests(store, ADA.id)] == ["Fox", "Owl"]


def test_what_was_given_to_somebody_merged_can_be_given_back_by_who_they_are_now(store: Store) -> None:
    """Nobody is called Ada any more: those seats in the book are Cem's to give back."""
    register.add(store, [ADA, CEM])
    keep(store, match("a"))
    register.give(store, "Fox", ADA.id)
    register.merge(store, ADA.id, CEM.id)
    assert titles(store) == {"a": "Cem, Cem, Cem"}
    assert register.give_back(store, CEM.id) == 1
    assert titles(store) == {"a": "Fox, Fox, Fox"}


def test_two_who_were_merged_can_be_parted_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    register.add(store, [ADA, replace(BOB, hidden=True, rated=False, language="de"), CEM])
    keep(store, match("a", ADA.plate, BOB.plate, CEM.plate))
    register.merge(store, CEM.id, BOB.id)
    before = store.people()
    register.merge(store, BOB.id, ADA.id)
    assert [*titles(store).values()] == ["Ada, Ada, Ada"]
    with monkeypatch.context() as full:
        full.setattr(register, "MOST_PEOPLE", 1)
        with pytest.raises(SetupError, match="at most 1 people"):
            register.part(store, BOB.id)
    register.part(store, BOB.id)
    assert store.people() == before
    assert [*titles(store).values()] == ["Ada, Bob, Bob"]
    with pytest.raises(SetupError, match="was never merged"):
        register.part(store, BOB.id)


PARTED = {
    "the one in the middle first": ((BOB, "Ada, Bob, Bob"), (CEM, "Ada, Bob, Cem")),
    "the last one first": ((CEM, "Ada, Ada, Cem"), (BOB, "Ada, Bob, Cem")),
}
"""Whom to part, and the players afterwards."""


@pytest.mark.parametrize("copied", [False, True], ids=["long after", "out of a copy"])
@pytest.mark.parametrize("order", PARTED.values(), ids=PARTED)
def test_those_who_were_merged_into_each_other_are_parted_in_any_order(
    store: Store, tmp_path: Path, order: tuple[tuple[Person, str], ...], copied: bool
) -> None:
    """After a broken card only a copy is left, and a wrong merge of last month must still be undone."""
    bob = replace(BOB, hidden=True, rated=False, language="de")
    register.add(store, [ADA, bob, CEM])
    keep(store, match("a", ADA.plate, BOB.plate, CEM.plate))
    register.merge(store, CEM.id, BOB.id)
    register.merge(store, BOB.id, ADA.id)
    store.copy_to(tmp_path / "copy.db")
    store.close()
    with Store(tmp_path / ("new.db" if copied else "matches.db")) as later:
        if copied:
            taken(later, tmp_path / "copy.db")
        assert [*titles(later).values()] == ["Ada, Ada, Ada"]
        assert later.people().before_merge == {BOB.id: bob, CEM.id: CEM}
        for who, sat in order:
            register.part(later, who.id)
            assert [*titles(later).values()] == [sat]
        assert later.people().known == {ADA.id: ADA, BOB.id: bob, CEM.id: CEM}
        assert not later.people().merged


def test_parting_that_is_undone_leaves_no_trace(store: Store) -> None:
    """Cem was Bob before Bob became Ada, so whoever parts Bob from Ada gets Cem with him."""
    register.add(store, [ADA, BOB, CEM])
    register.merge(store, CEM.id, BOB.id)
    register.merge(store, BOB.id, ADA.id)
    before = store.people()
    register.part(store, CEM.id)
    register.merge(store, CEM.id, before.first_into[CEM.id])
    assert store.people() == before
    with pytest.raises(SetupError, match="already one"):
        register.merge(store, ADA.id, BOB.id)


def test_a_copy_brings_back_no_name_merged_into_somebody_forgotten(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        register.add(other, [ADA, replace(BOB, name="Zebedee")])
        register.merge(other, BOB.id, ADA.id)
        other.copy_to(tmp_path / "copy.db")
    register.add(store, [ADA])
    register.forget(store, ADA.id)
    taken(store, tmp_path / "copy.db")
    assert not store.people().before_merge
    assert all(b"Zebedee" not in file.read_bytes() for file in tmp_path.glob("matches.db*"))


def test_who_is_forgotten_was_nobody_before_either(store: Store, tmp_path: Path) -> None:
    """A person merged into them has the same name to lose, and stays forgotten."""
    secret = replace(BOB, name="Zebedee")
    register.add(store, [ADA, secret])
    register.merge(store, secret.id, ADA.id)
    register.forget(store, ADA.id)
    assert all(b"Zebedee" not in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert not store.people().before_merge
    with pytest.raises(SetupError, match="nobody knows any more"):
        register.part(store, secret.id)


def test_who_is_forgotten_stays_somebody_whatever_copy_is_restored(store: Store, tmp_path: Path) -> None:
    register.add(store, [ADA, BOB])
    keep(store, match("a", ADA.plate, BOB.plate))
    store.copy_to(tmp_path / "before.db")
    register.forget(store, ADA.id)
    assert [*titles(store).values()] == [f"{SOMEBODY}, Bob, Fox"]
    taken(store, tmp_path / "before.db")
    assert [*titles(store).values()] == [f"{SOMEBODY}, Bob, Fox"]
    with pytest.raises(SetupError):
        register.add(store, [ADA])
    register.forget(store, ADA.id)
    with pytest.raises(SetupError, match="nobody here"):
        register.forget(store, CEM.id)


def test_people_come_with_a_copy_and_those_here_stay_as_they_are(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        register.add(other, [replace(ADA, name="Adda"), BOB, CEM])
        keep(other, match("a"), match("b"))
        register.give(other, "Fox", BOB.id)
        register.forget(other, CEM.id)
        other.copy_to(tmp_path / "copy.db")
    register.add(store, [ADA, CEM])
    # Another match under the same id: what the copy gives isn't for this one.
    keep(store, match("b", replace(FOX, name="Owl"), replace(FOX, name="Owl"), replace(FOX, name="Owl")))
    taken(store, tmp_path / "copy.db")
    assert [found.name for found in store.people().known.values()] == ["Ada", "Bob", "Cem"]
    assert titles(store) == {"a": "Bob, Bob, Bob", "b": "Owl, Owl, Owl", "b.30cce61d": "Bob, Bob, Bob"}


def test_nobody_gets_a_second_chair_from_another_tables_copy(store: Store, tmp_path: Path) -> None:
    """Here Bear was Bob that evening; the other table took Owl for Bob."""
    guests = tuple(NamePlate(who, "ivory", "circle", who[0]) for who in ("Bear", "Owl"))
    with Store(tmp_path / "theirs.db") as theirs:
        for table in (store, theirs):
            register.add(table, [BOB])
            keep(table, match("m", *guests))
        register.give(theirs, "Owl", BOB.id)
        theirs.copy_to(tmp_path / "copy.db")
    register.give(store, "Bear", BOB.id)
    taken(store, tmp_path / "copy.db")
    assert store.people().given == {("m", 0): BOB.id}


def test_whose_a_guests_seat_was_comes_along_with_a_match_put_next_to_another(
    store: Store, tmp_path: Path
) -> None:
    with Store(tmp_path / "theirs.db") as theirs:
        register.add(theirs, [BOB])
        keep(theirs, match("m", replace(FOX, name="Owl")))
        keep(store, match("m"))
        register.give(theirs, "Owl", BOB.id)
        theirs.copy_to(tmp_path / "copy.db")
    for _ in range(2):
        taken(store, tmp_path / "copy.db")
        (beside,) = (kept.id for kept in store.matches() if kept.id != "m")
        assert store.people().given == {(beside, 0): BOB.id}


def test_a_persons_name_in_a_copy_is_looked_at_as_if_it_were_typed(store: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        with other.changing() as db:
            row = ADA.id, "A\x1b[2Jda" * 9
            db.execute("insert into person values (?, ?, 'blue', 'square', 'A', 0, '', 0, 1, '', '')", row)
        keep(other, match("a", ADA.plate))
        other.copy_to(tmp_path / "copy.db")
    taken(store, tmp_path / "copy.db")
    assert store.people().known == {}
    assert [*titles(store).values()] == [f"{SOMEBODY}, Fox, Fox"]


LETTERS = st.characters(min_codepoint=0x41, max_codepoint=0x24F, categories=["L"])
NAMES = st.text(LETTERS, min_size=6, max_size=24)


@given(
    names=st.lists(NAMES, min_size=4, max_size=4, unique=True),
    how=st.sampled_from(("plain", "renamed", "merged")),
)
@settings(max_examples=12)
def test_no_byte_keeps_a_name(tmp_path_factory: pytest.TempPathFactory, names: list[str], how: str) -> None:
    folder = tmp_path_factory.mktemp("people")
    path, copy = folder / "matches.db", folder / "copy.db"
    # Marked, so that no name is part of another or of anything else in the store.
    told = [checked_name(f"{name[:20]}#{n}!") for n, name in enumerate(names)]
    people = [person(name, n + 1) for n, name in enumerate(told)]
    with Store(path) as store:
        register.add(store, people[:3])
        keep(store, match("a", *(one.plate for one in people[:3])), match("b"))
        register.give(store, "Fox", people[0].id)
        gone = {told[0]}
        if how == "renamed":
            register.change(store, replace(people[0], name=told[3]))
            gone.add(told[3])
        if how == "merged":
            register.merge(store, people[1].id, people[0].id)
            gone.add(told[1])
        register.forget(store, people[0].id)
        store.copy_to(copy)
        exported = b"".join(row.line() for kept in store.matches() for row in store.rows(kept.id))
        files = [file for file in folder.iterdir() if file.is_file()]
        assert len(files) >= 3, "the store, its log and the copy are searched while it is open"
        for bytes_ in (exported, *(file.read_bytes() for file in files)):
            for name in gone:
                assert name.encode() not in bytes_
        assert told[2].encode() in copy.read_bytes(), "known people are still there"
        assert len(store.matches()) == 2


def test_a_name_that_waits_in_the_log_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store._PATIENCE_MS", 1)
    register.add(store, [ADA])
    with Store(store.path, reading=True) as other:
        # A reader in the middle of its own transaction, such as a copy being made.
        db = other._db
        db.execute("begin")
        db.execute("select * from person").fetchone()
        with pytest.raises(NotSaved, match="close that one"):
            register.forget(store, ADA.id)
        db.execute("rollback")
    register.forget(store, ADA.id)
    assert not any(b"Ada" in file.read_bytes() for file in store.path.parent.iterdir())


def test_who_wants_no_rank_is_taken_along_by_a_copy_and_stays_so_here(store: Store, tmp_path: Path) -> None:
    register.add(store, [ADA, BOB])
    register.change(store, replace(ADA, rated=False))
    register.change(store, store.people().known[ADA.id].renamed("Adele"))
    store.copy_to(tmp_path / "copy.db")
    with Store(tmp_path / "new.db") as new:
        taken(new, tmp_path / "copy.db")
        assert new.people().known == store.people().known
        assert [one.rated for one in new.people().known.values()] == [False, True]


def test_adding_is_all_or_nothing(store: Store) -> None:
    for wrong in (
        replace(BOB, id=ADA.id),
        replace(BOB, id=PersonId("bob")),
        replace(BOB, name=""),
        replace(BOB, letter="Bob"),
        replace(BOB, colour="\x00"),
    ):
        with pytest.raises(SetupError):
            register.add(store, [ADA, wrong])
        assert store.people().known == {}
    assert checked(BOB) == BOB


# --- older stores ---


@pytest.mark.parametrize("schema", range(1, SCHEMA + 1))
def test_a_store_of_every_schema_gets_people_and_keeps_every_match(schema: int, tmp_path: Path) -> None:
    path = thawed(schema, tmp_path)
    with Store(path, reading=True) as before:
        matches = {kept.id: before.rows(kept.id) for kept in before.matches()}
        known = before.people()
    with Store(path) as store:
        assert {kept.id: store.rows(kept.id) for kept in store.matches()} == matches
        assert store.people() == known
        register.add(store, [replace(CEM, id=PersonId("0000000f-0000-4000-8000-000000000000"))])
        given = register.give(store, "Player 1", PersonId("0000000f-0000-4000-8000-000000000000"))
        assert len(given) == 5
        assert all("Cem" in kept.title for kept in store.matches())


@pytest.mark.parametrize(
    ("schema", "rated", "language"), [(2, True, ""), (3, False, ""), (4, False, "fr"), (5, False, "fr")]
)
@pytest.mark.parametrize("reading", [True, False])
def test_the_frozen_stores_with_people_know_them(
    schema: int, rated: bool, language: str, reading: bool, tmp_path: Path
) -> None:
    with Store(thawed(schema, tmp_path), reading=reading) as store:
        people = store.people()
        (ada,) = people.known.values()
        assert (ada.name, ada.rated, ada.language) == ("Ada", rated, language)
        assert (len(people.forgotten), len(people.given)) == (1, 5)
        # Bob was merged before merged people were recorded, Dan after.
        assert [one.name for one in people.before_merge.values()] == (["Dan"] if schema >= 5 else [])
        assert len(people.merged) == 1 + len(people.before_merge)
        assert all(kept.title.startswith("Ada, ") for kept in store.matches())
