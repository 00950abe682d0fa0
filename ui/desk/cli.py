"""`companion-desk`: the organiser's command line (0 done, 1 refused, 2 usage)."""

import csv
import os
import random
import re
import shutil
import ssl
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import click
import psycopg
import segno
from msgspec.structs import replace
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from companion.book.played import Played
from companion.club.mailbox import MOST_OUTBOX, Join, read_items
from companion.club.outbox import encode
from companion.club.pairs import NOT_PLAYED, NOT_YET, read_pairs, read_trf, trf
from companion.club.rounds import Pod, met, next_round
from companion.errors import CompanionError, SetupError
from companion.game import Standing
from companion.people import ID, People, Person, PersonId, checked_name
from companion.places import store_path
from companion.whole_file import (
    check_target,
    flush,
    open_new,
    read_owners_file,
    why_not,
    write_owners_file,
    write_whole,
)
from ui.desk import broker, database, words
from ui.desk.broker import DeskFolder, write_join
from ui.desk.database import ClubResults, Database, id_of_name
from ui.desk.listening import serve
from ui.desk.pages import DeskPages, exports
from ui.games import packages
from ui.language.streams import prepare_streams

FILE = click.Path(path_type=Path, readable=False)
MOST_LIST = 4 << 20
HOST = re.compile(r"[A-Za-z0-9:._%-]{1,253}")
"""What a name or an address may be: it goes into a line of the broker's file, and into every join file."""
Words: TypeAlias = tuple[str, ...]
without_option = click.option("--without", multiple=True, help="Who isn't here: a name or an id of the list.")


class _Plain(click.Group):
    """Turns our own errors, and the database's, into a sentence and exit code 1."""

    def main(self, *args: Any, **options: Any) -> Any:  # as click has it
        prepare_streams()
        return super().main(*args, **options)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            sys.exit(0)
        except (CompanionError, psycopg.Error, OSError, UnicodeError) as error:
            raise click.ClickException(_plainly(error)) from None


def _plainly(error: Exception) -> str:
    """Return an error as a sentence."""
    if isinstance(error, psycopg.OperationalError):
        return words.NO_DATABASE.format(" ".join(str(error).split()))
    if isinstance(error, OSError) and not isinstance(error, CompanionError):
        return f"{error.filename}: {why_not(error)}" if error.filename else why_not(error)
    return str(error).strip() or type(error).__name__


@click.group(cls=_Plain, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--folder", type=FILE, help="The desk's folder; else one among your data.")
@click.pass_context
def main(context: click.Context, folder: Path | None) -> None:
    """The desk of a club night: tables bring their results, and it draws rounds and writes the pages."""
    packages.bring()
    context.obj = folder or store_path().parent.with_name("companion-desk")


def _desk() -> DeskFolder:
    return DeskFolder(click.get_current_context().obj)


def _database() -> Database:
    db = database.connect(_desk().now.database)
    click.get_current_context().call_on_close(db.close)
    return db


def _text(source: Path) -> str:
    return read_owners_file(source, MOST_LIST).decode("utf-8-sig", "replace")


@main.command()
@click.option("--host", show_default=broker.HOST, help="Where tables find this machine.")
@click.option("--port", type=click.IntRange(1, 65535), show_default=str(broker.PORT))
@click.option("--database", "where", show_default=broker.DATABASE, help="For libpq.")
@click.pass_obj
def make(folder: Path, host: str | None, port: int | None, where: str | None) -> None:
    """Make the desk's folder, with what the broker needs; again, to change what is said."""
    if host in ("0.0.0.0", "::", ""):
        raise SetupError(words.NOT_ALL_LOCAL)
    if host is not None and not HOST.fullmatch(host):
        raise SetupError(words.NO_HOST)
    conninfo_to_dict(where or "")
    DeskFolder.make(folder, host, port, where)
    click.echo(words.MADE.format(folder))


@main.command()
def run() -> None:
    """Listen to the tables and write the pages, for as long as it runs."""
    desk = _desk()
    pages = DeskPages(desk.path / "pages", lambda: DeskFolder(desk.path).now.tables)
    serve(desk.join(), desk.now.database, pages.write)


@main.group()
def table() -> None:
    """Let tables in, and out."""


@table.command("add")
@click.argument("name")
@click.option("--ca", type=FILE, help="The certificate (PEM) that the broker's is signed with.")
@click.option("--qr", is_flag=True, help="Show the QR code as well.")
@click.option("--home-assistant", "home", is_flag=True, help="Have Home Assistant see what the wall does.")
def table_add(name: str, ca: Path | None, qr: bool, home: bool) -> None:
    """Let a table in: writes NAME.json, its join file, with a new password."""
    certificate = "" if ca is None else _certificate(ca)
    desk = _desk()
    said = words.JOINS_AGAIN if name in desk.now.tables else words.JOINS
    text = _join(desk.add(name, certificate, home=home), said)
    if qr:
        try:
            segno.make(text.hex().upper()).terminal(out=sys.stdout, compact=True)
        except segno.DataOverflowError:
            raise SetupError(words.NO_QR) from None


def _certificate(source: Path) -> str:
    """Return a certificate as a join file has it; SetupError if no table could read it."""
    text = read_owners_file(source, 32 << 10).decode("ascii", "replace")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=text)
    except (ssl.SSLError, TypeError, ValueError):
        raise SetupError(words.NO_CERTIFICATE.format(source)) from None
    return text


def _join(join: Join, message: str) -> bytes:
    path = _desk().path / f"{join.table}.json"
    text = write_join(join, path)
    click.echo(f"{message.format(path)}\n{words.RELOAD}")
    return text


@table.command("remove")
@click.argument("name")
def table_remove(name: str) -> None:
    """Let a table in no more; its results stay."""
    _desk().remove(name)
    (_desk().path / f"{name}.json").unlink(missing_ok=True)
    click.echo(words.RELOAD)


@main.command()
def home_assistant() -> None:
    """Let Home Assistant in: writes home-assistant.json, with what it logs in with."""
    _join(_desk().let_home_in(), words.HOME_JOINS)


@main.command()
@click.argument("source", metavar="FILE", type=FILE)
def people(source: Path) -> None:
    """Take in the club's list (CSV): a name a line, and in a second column an id if you have one."""
    listed: dict[PersonId, str] = {}
    by_name: dict[PersonId, PersonId] = {}
    try:
        text = read_owners_file(source, MOST_LIST).decode("utf-8-sig")
        between = ";" if text.count(";") > text.count(",") else ","
        rows = [*filter(None, csv.reader(text.splitlines(), delimiter=between))]
    except (csv.Error, UnicodeDecodeError):
        rows = []
    if not rows or rows[0][0].lstrip().startswith(("{", "[")):
        raise SetupError(words.NO_LIST.format(source))
    for name, *columns in rows:
        given_id = columns[0].strip().lower() if columns else ""
        if name.strip() and name.strip().casefold() != "name":
            spelled = checked_name(name)
            named = id_of_name(spelled)
            person = PersonId(given_id) if ID.fullmatch(given_id) else named
            if person in listed and person == named:
                raise SetupError(words.TWICE.format(source, spelled))
            listed[person] = spelled
            # An id was made of the name as the list spelled it, with combining accents or composed letters.
            by_name |= {named: person, id_of_name(name.strip()): person}
    db = _database()
    database.add_people(db, listed)
    # Somebody who was listed by name alone before is the same person.
    database.change_ids(db, {old: person for old, person in by_name.items() if old not in listed})
    click.echo(words.LISTED.format(len(database.people(db))))


def _club() -> tuple[Database, list[str], dict[PersonId, str]]:
    """Return the database, the tables, and the club's list."""
    db = _database()
    everybody = database.people(db)
    if not everybody:
        raise SetupError(words.NEEDS_A_LIST)
    return db, sorted(_desk().now.tables), everybody


def _away(names: Mapping[PersonId, str], without: Words) -> list[PersonId]:
    """Return the people who aren't here; SetupError for a name that nobody on the list has, or several."""
    listed = People({person: Person(person, name, "", "", "") for person, name in names.items()})
    return list(dict.fromkeys(listed.called(said).id for said in without))


def _draw(db: Database, pods: dict[str, Pod], rounds_before: int | None = None) -> None:
    """Save a round and print it; with its reasons if `rounds_before`, their number, is given."""
    everybody = database.people(db)
    database.draw(db, {name: pod.people for name, pod in pods.items()})
    for name, pod in pods.items():
        click.echo(f"{name}: {', '.join(everybody[PersonId(person)] for person in pod.people)}")
        if rounds_before is not None:
            click.echo(f"    {words.why(pod, rounds_before, everybody)}")


@main.command("round")
@click.option("--at-a-table", "wanted", type=int, default=4, show_default=True)
@without_option
@click.option("--seed", type=int, help="The same one draws the same round.")
def draw(wanted: int, without: Words, seed: int | None) -> None:
    """Draw the next round, so that nobody meets the same people again if that can be had."""
    db, tables, everybody = _club()
    here = everybody.keys() - set(_away(everybody, without))
    before = database.rounds(db)
    met_before, chance = met(pods.values() for pods in before.values()), random.Random(seed).randrange
    pods = next_round(here, wanted, met_before, chance, len(tables))
    _draw(db, dict(zip(tables, pods, strict=False)), len(before))


@main.command()
@click.argument("source", metavar="FILE", type=FILE)
def tournament(source: Path) -> None:
    """Take in a tournament of pairs (TRF) that another program wrote, before the first round here."""
    db = _database()
    ids = {name: person for person, name in database.people(db).items()}
    names, played = read_trf(_text(source), lambda name: ids.get(name) or id_of_name(name))
    due = played.pop() if played and any(game.ended == NOT_YET for game in played[-1]) else []
    database.continue_tournament(db, names, played)
    click.echo(words.BEGUN.format(len(names), len(played)))
    if due:
        _seat(db, [game.people for game in due])


def _seat(db: Database, drawn: list[tuple[str, ...]]) -> None:
    """Give each pair a table."""
    tables, sitting = sorted(_desk().now.tables), [Pod(pair) for pair in drawn if len(pair) == 2]
    if len(sitting) > len(tables):
        raise SetupError(words.TOO_FEW.format(len(tables), len(sitting)))
    pods = dict(zip(tables, sitting, strict=False))
    pods.update((words.ALONE, Pod(people)) for people in drawn if len(people) == 1)
    _draw(db, pods)


@main.command()
@click.option("--rounds", "in_all", type=click.IntRange(1, 99), required=True, help="How many in all.")
@without_option
@click.option("--anyway", is_flag=True, help="Have pairs without a result count as not played.")
@click.option("--by", "program", default="py4swiss", show_default=True, help="The program that pairs.")
def pairs(in_all: int, without: Words, anyway: bool, program: str) -> None:
    """Draw the next round of two, equals against equals; pairs.trf has the tournament for other programs."""
    db, _, everybody = _club()
    away = _away(everybody, without)
    here = shutil.which(program, path=f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}")
    if here is None:
        raise SetupError(words.NO_PAIRER.format(program))
    names, played = database.games(db)
    missing = [game.people for games in played for game in games if game.ended == NOT_PLAYED]
    if missing and not anyway:
        named = [" and ".join(names.get(person, person) for person in pair) for pair in missing]
        raise SetupError(words.NOT_ENDED.format("; ".join(named)))
    source, target = _desk().path / "pairs.trf", _desk().path / "pairs.txt"
    write_whole(source, trf(names, played, in_all, away).encode())
    _run_tool(here, "--trf", str(source), "--pairings", str(target))
    _seat(db, read_pairs(_text(target), names))


@main.command()
@click.argument("at", metavar="TABLE")
@click.argument("match")
@click.option("--reason", required=True, help="Shown beside the result.")
@click.option("--place", "places", multiple=True, metavar="NAME=PLACE", help="Once for each player.")
@click.option("--strike", is_flag=True, help="Have it count for nothing.")
@click.option("--count", is_flag=True, help="Have it count although it was held.")
def correct(at: str, match: str, reason: str, places: Words, strike: bool, count: bool) -> None:
    """Correct a result; the beginning of its id, as the wall shows it, will do."""
    if bool(places) + strike + count != 1:
        raise click.UsageError(words.ONE_OF)
    db, whose = _database(), (at, match.upper())
    results = ClubResults().read(db)
    matches = [result for result in results if (result.table, result.about.id[: len(match)]) == whose]
    if len(matches) != 1:
        raise SetupError(words.WHICH.format(len(matches), match[:40]))
    (result,) = matches
    about = None if strike else result.about if count else placed(result.about, places)
    database.decide(db, result, about, reason)


def placed(about: Played, places: Words) -> Played:
    """Return a result with other places, without points, which would contradict them.

    SetupError unless each player has a place, exactly once.
    """
    outcome, names = about.result, _numbered_names(about)
    place_of = {name.strip(): place for name, _, place in (option.rpartition("=") for option in places)}
    allowed = {str(place): place for place in range(1, len(names) + 1)}
    once = len(places) == len(place_of) == len(names) and place_of.keys() == set(names)
    if outcome is None or not once or not allowed.keys() >= set(place_of.values()):
        raise SetupError(words.PLACES.format(", ".join(names)))
    standings = tuple(
        Standing(allowed[place_of[name]], place_of[name] == "1", None, before.side)
        for name, before in zip(names, outcome.standings, strict=True)
    )
    return replace(about, result=replace(outcome, standings=standings))


def _numbered_names(about: Played) -> list[str]:
    """Return the players' names, numbered where several share one: the best is first, as on the wall."""
    names = [plate.name for plate in about.plates]
    alike, numbers, numbered = Counter(names), Counter[str](), list(names)
    for player in about.best_first:
        name = names[player]
        numbers[name] += 1
        if alike[name] > 1:
            numbered[player] = f"{name}#{numbers[name]}"
    return numbered


@main.command()
@click.argument("table_name", metavar="TABLE")
@click.argument("source", metavar="FILE", type=FILE)
def take(table_name: str, source: Path) -> None:
    """Take in what a table wrote onto a stick; FILE.heard tells the table what is here."""
    if table_name not in _desk().now.tables:
        raise SetupError(words.NO_TABLE.format(table_name[:40]))
    text = read_owners_file(source, MOST_OUTBOX)
    if not read_items(text):
        raise SetupError(words.NO_ITEMS.format(source))
    lines = [line for line in text.splitlines() if line]
    db = _database()
    if other := database.sent_by_another(db, table_name, lines):
        raise SetupError(words.ANOTHERS.format(other))
    answers = database.store_items(db, [(table_name, line) for line in lines])
    # Said first: a stick that can't be written on keeps nothing back.
    click.echo(words.TAKEN.format(len(lines), answers[-1][1].n if answers else 0))
    for _, ack in answers:
        write_owners_file(source.with_name(f"{source.name}.heard"), encode(ack))


@main.command()
@click.argument("target", metavar="FILE", type=FILE)
def backup(target: Path) -> None:
    """Write all that the desk knows into one file; beside the desk's folder that is everything."""
    check_target(target)
    partly = target.parent / f"{target.name}.part"
    try:
        # Private, as all that the desk writes; pg_dump leaves what it has written when the disk is full.
        open_new(partly).close()
        _postgres("pg_dump", "--format=custom", f"--file={partly}")
        flush(partly)
        partly.replace(target)
    finally:
        partly.unlink(missing_ok=True)


@main.command()
@click.argument("source", metavar="FILE", type=FILE)
def restore(source: Path) -> None:
    """Put a backup in place of all that the desk knows now: all of it or nothing."""
    _check_backup(source)
    _postgres("pg_restore", "--clean", "--if-exists", "--single-transaction", "--no-owner", str(source))
    _database()
    click.echo(words.RESTORED)


def _check_backup(source: Path) -> None:
    """Raise SetupError unless this version of the desk can use a backup: nothing else will be left."""
    check_target(source)
    rows = _run_tool("pg_restore", "--data-only", "--table=migration", "--file=-", str(source))
    versions = [int(row) for row in rows.splitlines() if row.isdecimal()]
    if not versions:
        raise SetupError(words.NO_BACKUP.format(source))
    if max(versions) > max(database.MIGRATIONS):
        raise SetupError(words.NEWER_BACKUP.format(source))


def _postgres(tool: str, *options: str) -> None:
    """Run a tool on the desk's database; the password goes by environment, as command lines are public."""
    connection = conninfo_to_dict(_desk().now.database)
    password = {"PGPASSWORD": str(connection.pop("password"))} if "password" in connection else {}
    _run_tool(tool, f"--dbname={make_conninfo('', **connection)}", *options, extra=password)


def _run_tool(*command: str, extra: Mapping[str, str] | None = None) -> str:
    """Return what a program printed; SetupError with its last sentence if it failed."""
    environment = os.environ | dict(extra or {})
    try:
        process = subprocess.run(command, env=environment, capture_output=True, errors="replace", check=False)
    except FileNotFoundError:
        raise SetupError(words.NO_PROGRAM.format(command[0])) from None
    if process.returncode:
        # A line that begins with a tab goes on with the one before.
        raise SetupError((process.stderr.replace("\n\t", " ").strip() or command[0]).splitlines()[-1])
    return process.stdout


@main.command("results")
@click.argument("target", metavar="FILE", type=FILE)
def results(target: Path) -> None:
    """Write what counts to a file that ends in .csv or .bgsplay."""
    db = _database()
    content = exports(ClubResults().read(db), database.people(db)).get(f"results{target.suffix.lower()}")
    if content is None:
        raise SetupError(words.FORMS)
    write_owners_file(target, content)
