"""`companion-desk`: the organiser's command line (0 done, 1 refused, 2 usage)."""

import csv
import io
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import click
import psycopg
import segno
from msgspec.structs import replace

from companion.book.bgstats import uuid
from companion.book.played import Played
from companion.club.mailbox import Join
from companion.club.outbox import encode
from companion.club.pairs import NOT_PLAYED, read_pairs, trf
from companion.club.rounds import Pod, met, next_round
from companion.errors import CompanionError, SetupError
from companion.game import Standing
from companion.people import ID, PersonId, checked_name
from companion.places import store_path
from companion.whole_file import flush, read_owners_file, write_owners_file, write_whole
from ui.desk import database, words
from ui.desk.broker import Folder, write_join
from ui.desk.database import Database, Result, Results
from ui.desk.home import USER
from ui.desk.listening import serve
from ui.desk.pages import Pages, exports
from ui.games import packages

FILE = click.Path(path_type=Path)
MOST_LIST = 4 << 20
MOST_STICK = 64 << 20
Words: TypeAlias = tuple[str, ...]


class _Plain(click.Group):
    """Turns an error on purpose, or of the database, into a sentence and exit code 1."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (CompanionError, psycopg.Error, OSError) as error:
            raise click.ClickException(str(error).strip() or type(error).__name__) from None


@click.group(cls=_Plain, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--folder", type=FILE, help="The desk's folder; else one among your data.")
@click.pass_context
def main(context: click.Context, folder: Path | None) -> None:
    """The desk of a club night: tables bring their results, and it draws rounds and writes the pages."""
    packages.bring()
    context.obj = folder or store_path().parent.with_name("companion-desk")


def _database(folder: Path) -> Database:
    db = database.connect(Folder(folder).now.database)
    click.get_current_context().call_on_close(db.close)
    return db


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where tables find this machine.")
@click.option("--port", type=click.IntRange(1, 65535), default=1883, show_default=True)
@click.option("--database", "where", default="dbname=companion_desk", show_default=True, help="For libpq.")
@click.pass_obj
def make(folder: Path, host: str, port: int, where: str) -> None:
    """Make the desk's folder, with what the broker needs; again, to change the address."""
    if host in ("0.0.0.0", "::", ""):
        raise SetupError(words.NOT_ALL_LOCAL)
    Folder.make(folder, host, port, where)
    click.echo(words.MADE.format(folder))


@main.command()
@click.pass_obj
def run(folder: Path) -> None:
    """Listen to the tables and write the pages, for as long as it runs."""
    desk = Folder(folder)
    pages = Pages(folder / "pages", desk.now.tables)
    serve(desk.join(), desk.now.database, pages.write)


@main.group()
def table() -> None:
    """Let tables in, and out."""


@table.command("add")
@click.argument("name")
@click.option("--ca", type=FILE, help="The certificate (PEM) that the broker's is signed with.")
@click.option("--qr", is_flag=True, help="Show the QR code as well.")
@click.option("--home-assistant", "home", is_flag=True, help="Have Home Assistant see what the wall does.")
@click.pass_obj
def table_add(folder: Path, name: str, ca: Path | None, qr: bool, home: bool) -> None:
    """Let a table in: writes NAME.json, its join file, with a new password."""
    certificate = "" if ca is None else read_owners_file(ca, 32 << 10).decode("ascii", "replace")
    join: Join = Folder(folder).add(name, certificate, home=home)
    text = _join(join, folder / f"{name}.json", words.JOINS)
    if qr:
        segno.make(text.hex().upper()).terminal(out=sys.stdout, compact=True)


def _join(join: Join, path: Path, said: str) -> bytes:
    text = write_join(join, path)
    click.echo(f"{said.format(path)}\n{words.RELOAD}")
    return text


@table.command("remove")
@click.argument("name")
@click.pass_obj
def table_remove(folder: Path, name: str) -> None:
    """Let a table in no more; its results stay."""
    Folder(folder).remove(name)
    click.echo(words.RELOAD)


@main.command()
@click.pass_obj
def home_assistant(folder: Path) -> None:
    """Let Home Assistant in: writes home-assistant.json, with what it logs in with."""
    _join(Folder(folder).let_home_in(), folder / f"{USER}.json", words.HOME_JOINS)


@main.command()
@click.argument("source", metavar="FILE", type=FILE)
@click.pass_obj
def people(folder: Path, source: Path) -> None:
    """Take in the club's list (CSV): a name a line, and in a second column an id if you have one."""
    text = read_owners_file(source, MOST_LIST).decode("utf-8-sig", "replace")
    listed: dict[PersonId, str] = {}
    for row in csv.reader(io.StringIO(text)):
        cells = [cell.strip() for cell in row]
        if not cells or not cells[0] or cells[0].casefold() == "name":
            continue
        given = cells[1].lower() if len(cells) > 1 else ""
        # Without an id the same name has the same one each time that the list is taken in.
        one = given if ID.fullmatch(given) else uuid(f"club {cells[0]}").lower()
        listed[PersonId(one)] = checked_name(cells[0])
    db = _database(folder)
    database.know(db, listed)
    click.echo(words.LISTED.format(len(database.people(db))))


def _club(folder: Path) -> tuple[Database, list[str], dict[PersonId, str]]:
    """Return the database, the tables, and the club's list."""
    db = _database(folder)
    everybody = database.people(db)
    if not everybody:
        raise SetupError(words.NEEDS_A_LIST)
    return db, sorted(Folder(folder).now.tables), everybody


def _draw(db: Database, everybody: Mapping[PersonId, str], pods: Mapping[str, Pod], why: int | None) -> None:
    """Keep a round and say it; with its reasons after so many rounds before."""
    database.draw(db, {name: pod.people for name, pod in pods.items()})
    for name, pod in pods.items():
        click.echo(f"{name}: {', '.join(everybody[PersonId(one)] for one in pod.people)}")
        if why is not None:
            click.echo(f"    {words.why(pod, why, everybody)}")


@main.command("round")
@click.option("--at-a-table", "wanted", type=int, default=4, show_default=True)
@click.option("--without", multiple=True, help="Somebody of the list who isn't here.")
@click.option("--seed", type=int, help="The same one draws the same round.")
@click.pass_obj
def draw(folder: Path, wanted: int, without: Words, seed: int | None) -> None:
    """Draw the next round, so that nobody meets the same people again if that can be had."""
    db, tables, everybody = _club(folder)
    here = [one for one, name in everybody.items() if name not in without]
    before = database.rounds(db)
    met_before, chance = met(pods.values() for pods in before.values()), random.Random(seed).randrange
    pods = next_round(here, wanted, met_before, chance, len(tables))
    _draw(db, everybody, dict(zip(tables, pods, strict=False)), len(before))


@main.command()
@click.option("--rounds", "in_all", type=click.IntRange(1, 99), required=True, help="How many in all.")
@click.option("--without", multiple=True, help="Somebody of the list who isn't here.")
@click.option("--anyway", is_flag=True, help="Have pairs without a result count as not played.")
@click.option("--by", "program", default="py4swiss", show_default=True, help="The program that pairs.")
@click.pass_obj
def pairs(folder: Path, in_all: int, without: Words, anyway: bool, program: str) -> None:
    """Draw the next round of two, equals against equals; pairs.trf has the tournament for other programs."""
    db, tables, everybody = _club(folder)
    here = shutil.which(program, path=f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}")
    if here is None:
        raise SetupError(words.NO_PAIRER.format(program))
    played = database.games(db)
    missing = [game.people for games in played for game in games if game.ended == NOT_PLAYED]
    if missing and not anyway:
        named = [" and ".join(everybody.get(PersonId(one), one) for one in pair) for pair in missing]
        raise SetupError(words.NOT_ENDED.format("; ".join(named)))
    source, target = folder / "pairs.trf", folder / "pairs.txt"
    away = [one for one, name in everybody.items() if name in without]
    write_whole(source, trf(dict[str, str](everybody.items()), played, in_all, away).encode())
    _ask(here, "--trf", str(source), "--pairings", str(target))
    drawn = read_pairs(read_owners_file(target, MOST_LIST).decode("utf-8", "replace"), list(everybody))
    sitting = [pair for pair in drawn if len(pair) == 2]
    if len(sitting) > len(tables):
        raise SetupError(words.TOO_FEW.format(len(tables), len(sitting)))
    pods = dict(zip(tables, map(Pod, sitting), strict=False))
    pods.update((words.ALONE, Pod(one)) for one in drawn if len(one) == 1)
    _draw(db, everybody, pods, None)


@main.command()
@click.argument("at", metavar="TABLE")
@click.argument("match")
@click.option("--reason", required=True, help="Shown beside the result.")
@click.option("--place", "places", multiple=True, metavar="NAME=PLACE", help="Once for each player.")
@click.option("--strike", is_flag=True, help="Have it count for nothing.")
@click.option("--count", is_flag=True, help="Have it count although it was held.")
@click.pass_obj
def correct(folder: Path, at: str, match: str, reason: str, places: Words, strike: bool, count: bool) -> None:
    """Correct a result; the beginning of its id, as the wall shows it, will do."""
    if bool(places) + strike + count != 1:
        raise click.UsageError(words.ONE_OF)
    db, whose = _database(folder), (at, match.upper())
    found = [one for one in Results().read(db) if (one.table, one.about.match[: len(match)]) == whose]
    if len(found) != 1:
        raise SetupError(words.WHICH.format(len(found), match[:40]))
    (one,) = found
    about = None if strike else one.about if count else _placed(one, places)
    database.decide(db, one, about, reason)


def _placed(one: Result, places: Words) -> Played:
    """Return a result with other places; points go with them, for they would say otherwise."""
    came, names = one.about.came, [plate.name for plate in one.about.plates]
    said = {name.strip(): place for name, _, place in (each.rpartition("=") for each in places)}
    allowed = {str(place): place for place in range(1, len(names) + 1)}
    if came is None or said.keys() != set(names) or not allowed.keys() >= set(said.values()):
        raise SetupError(words.PLACES.format(", ".join(names)))
    found = tuple(
        Standing(allowed[said[name]], said[name] == "1", None, before.side)
        for name, before in zip(names, came.standings, strict=True)
    )
    return replace(one.about, came=replace(came, standings=found))


@main.command()
@click.argument("table_name", metavar="TABLE")
@click.argument("source", metavar="FILE", type=FILE)
@click.pass_obj
def take(folder: Path, table_name: str, source: Path) -> None:
    """Take in what a table wrote onto a stick; FILE.heard tells the table what is here."""
    if table_name not in Folder(folder).now.tables:
        raise SetupError(words.NO_TABLE.format(table_name[:40]))
    lines = [line for line in read_owners_file(source, MOST_STICK).splitlines() if line]
    answers = database.take(_database(folder), [(table_name, line) for line in lines])
    for _, word in answers:
        write_owners_file(source.with_name(f"{source.name}.heard"), encode(word))
    click.echo(words.TAKEN.format(len(lines), answers[-1][1].n if answers else 0))


@main.command()
@click.argument("target", metavar="FILE", type=FILE)
@click.pass_obj
def backup(folder: Path, target: Path) -> None:
    """Write all that the desk knows into one file; beside the desk's folder that is everything."""
    partly = target.with_name(f"{target.name}.part")
    _ask("pg_dump", "--format=custom", f"--file={partly}", f"--dbname={Folder(folder).now.database}")
    flush(partly)
    partly.replace(target)


@main.command()
@click.argument("source", metavar="FILE", type=FILE)
@click.pass_obj
def restore(folder: Path, source: Path) -> None:
    """Put a backup in place of all that the desk knows now: all of it or nothing."""
    where = Folder(folder).now.database
    how = "--clean", "--if-exists", "--single-transaction", "--no-owner"
    _ask("pg_restore", *how, f"--dbname={where}", str(source))
    _database(folder)
    click.echo(words.RESTORED)


def _ask(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SetupError((done.stderr.strip() or command[0]).splitlines()[-1])


@main.command("results")
@click.argument("target", metavar="FILE", type=FILE)
@click.pass_obj
def results(folder: Path, target: Path) -> None:
    """Write what counts to a file that ends in .csv or .bgsplay."""
    db = _database(folder)
    found = exports(Results().read(db), database.people(db))
    by_form = {Path(name).suffix: content for name, content in found.items()}
    if target.suffix not in by_form:
        raise SetupError(words.FORMS)
    write_owners_file(target, by_form[target.suffix])
