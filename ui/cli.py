"""The command line: options and exit codes (0 done, 1 the input was refused, 2 usage).

Kivy is imported only by the commands that draw: it takes a second and opens a window.
"""

import errno
import sys
from collections.abc import Callable
from copy import copy as copied
from datetime import datetime
from importlib.util import LazyLoader, find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.core import ParameterSource

from companion.errors import CompanionError
from ui.language import languages
from ui.language.phrases import error_text, translated
from ui.language.streams import drop_output, prepare_streams

if TYPE_CHECKING:
    from companion import places
    from companion.games import shelf
    from ui.appliance import launch as display
    from ui.console import club as joining
    from ui.console import cryptid as setups
    from ui.console import lab as laboratory
    from ui.console import people as knowing
    from ui.console import tally as counting
    from ui.console import words
    from ui.games import packages, registry
    from ui.records import words as records_words
    from ui.stage import theme
    from ui.storage import copying
else:

    def _later(name: str) -> ModuleType:
        """Return a module that is loaded at its first use: help and version need none of them."""
        if name not in sys.modules:
            spec = find_spec(name)
            spec.loader = LazyLoader(spec.loader)
            sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
            parent, _, short = name.rpartition(".")
            setattr(sys.modules[parent], short, sys.modules[name])
        return sys.modules[name]

    display, packages = _later("ui.appliance.launch"), _later("ui.games.packages")
    places, records_words = _later("companion.places"), _later("ui.records.words")
    registry, shelf = _later("ui.games.registry"), _later("companion.games.shelf")
    theme, words = _later("ui.stage.theme"), _later("ui.console.words")
    copying, counting = _later("ui.storage.copying"), _later("ui.console.tally")
    joining, knowing = _later("ui.console.club"), _later("ui.console.people")
    laboratory, setups = _later("ui.console.lab"), _later("ui.console.cryptid")

T = TypeVar("T")
FILE = click.Path(path_type=Path, readable=False)
"""A path; whether it can be read is found by who reads it."""
SIZES = click.Choice(["800x480", "1280x720"])

# Options of several commands.
seats_option = click.option(
    "--seats", type=FILE, help="Which pin is whose (TOML); default: the one in the settings folder."
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="JSON on a terminal too; elsewhere it's always JSON."
)
check_option = click.option(
    "--check", "looked_at", type=FILE, help="Only check a file, and name all that is wrong with it."
)


class GameName(click.ParamType):  # type: ignore[type-arg]  # older click's has none
    """A game that can be played here, including those of packages, which are only known at run time."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a known game's name, or fail with the names there are."""
        if value not in shelf.GAMES:
            lines = [words.no_such_game(value, list(shelf.GAMES)), *packages.amiss()]
            self.fail("\n".join(lines), param, ctx)
        return value


class Day(click.ParamType):  # type: ignore[type-arg]  # older click's has none
    """A day such as 2026-05-31."""

    name = "day"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Return the beginning of a day, or fail with how to write one."""
        try:
            return datetime.strptime(value, "%Y-%m-%d")
        except ValueError:
            self.fail(words.no_day(value), param, ctx)


def _translated(command: click.Command) -> click.Command:
    """Return a copy of a command with its help in the reader's language."""
    local = copied(command)
    local.help = str(translated(command.help or ""))
    local.params = [*map(copied, command.params)]
    for option in local.params:
        if isinstance(option, click.Option):
            option.help = str(translated(option.help or ""))
    if isinstance(local, click.Group):
        local.commands = {name: _translated(subcommand) for name, subcommand in local.commands.items()}
    return local


def _unwritten(error: OSError) -> click.ClickException:
    """Return a file's error as a sentence."""
    from companion.whole_file import why_not

    drop_output()
    place = f"{error.filename}: " if error.filename else ""
    return click.ClickException(error_text(f"{place}{why_not(error)}"))


class TranslatedGroup(click.Group):
    """All commands, in the language of the terminal; JSON output has none."""

    def main(self, *args: Any, **options: Any) -> Any:  # as click has it
        """Run in the system's language."""
        prepare_streams()
        languages.use(languages.of_system())
        return click.Group.main(cast("TranslatedGroup", _translated(self)), *args, **options)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # as click has it
        """Parse the command line; `--help` and `--version` print here already."""
        try:
            return super().make_context(*args, **extra)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            raise _unwritten(error) from None

    def invoke(self, ctx: click.Context) -> Any:  # as click has it
        """Run a command; an expected error is one sentence and exit code 1."""
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            raise click.ClickException(error_text(error)) from None
        except BrokenPipeError:
            sys.exit(0)
        except OSError as error:
            # An error of the app itself must be traceable: it keeps its traceback.
            if ctx.invoked_subcommand is None:
                raise
            raise _unwritten(error) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            said = packages.blamed(error)
            if not said:
                raise
            raise click.ClickException(said) from None


class Look(click.ParamType):  # type: ignore[type-arg]  # older click's has none
    """One of the theme's colours or shapes."""

    def __init__(self, kind: str) -> None:
        self.name = kind

    def _choice(self) -> click.Choice[str]:
        return click.Choice(list({"colour": theme.COLOURS, "shape": theme.SHAPES}[self.name]))

    def get_metavar(self, *of: Any, **named: Any) -> str | None:  # as click has it
        """Return the choices, for the help."""
        return self._choice().get_metavar(*of, **named)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return a known colour or shape, or fail with those there are."""
        return self._choice().convert(value, param, ctx)


ALONE = ("board", "board-firmware", "cryptid", "lab", "sheet", "tally", "wiring")
"""Commands that need no game of a package, and don't wait for packages to load."""
OF_THE_APP = ("seats", "deck", "size", "kiosk")
"""Options of the touchscreen app; commands that have one like it take it after their name."""
MANY = 6
"""Players in the demonstration by default, if the game can have so many."""


@click.group(
    cls=TranslatedGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="table-companion", prog_name="companion")
@seats_option
@click.option("--store", type=FILE, help="The file in which matches are saved.")
@click.option("--deck", type=FILE, help="Play Ungle Speed with another deck (TOML).")
@click.option("--size", type=SIZES, default="1280x720", show_default=True, help="The window on a desktop.")
@click.option("--kiosk", is_flag=True, help="Use the whole screen, for a machine that is only for the table.")
@click.pass_context
def main(
    context: click.Context,
    seats: Path | None,
    store: Path | None,
    deck: Path | None,
    size: str,
    kiosk: bool,
) -> None:
    """A referee for physical tabletop games. Without a command: the touchscreen app."""
    context.obj = store or places.store_path()
    if not context.obj.name:
        raise CompanionError(f"{context.obj}: this is a folder, not a file")
    if context.invoked_subcommand is not None:
        for option in OF_THE_APP:
            if context.get_parameter_source(option) is ParameterSource.COMMANDLINE:
                raise click.UsageError(words.not_before(f"--{option}", context.invoked_subcommand))
        if context.invoked_subcommand not in ALONE:
            packages.bring(crash_file=places.packages_path(context.obj))
        return
    if deck is not None:
        from companion.games.ungle_speed.deck import DECKS

        registry.play_with(DECKS.read_file(deck))
    if not kiosk and not display.has_display():
        raise click.ClickException(words.NO_DISPLAY)
    from ui.main.app import run

    run(store=context.obj, seats=seats or places.seats_path(), size=size, kiosk=kiosk)


@main.command()
@click.argument("game", type=GameName())
@click.option("--setup", type=FILE, help="The facts of the opening, as JSON or TOML.")
@click.option("--reports", is_flag=True, help="Only list the reports there are, with an example of each.")
def referee(game: str, setup: Path | None, reports: bool) -> None:
    """Read reports as JSON lines from stdin; answer each with a ruling on stdout."""
    from companion.clock import SystemClock
    from ui.console.referee import read_setup, reports_in, vocabulary
    from ui.console.referee import referee as rule

    chosen = shelf.game_named(game)
    if reports:
        words.say("\n".join(vocabulary(chosen)))
        return
    for line in rule(chosen, read_setup(chosen, setup), reports_in(sys.stdin.buffer), SystemClock()):
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()


@main.command()
@click.argument("match", metavar="FILE|MATCH", default="")
@click.option("--at", type=int, help="Only up to this entry.")
@click.option("--export", "target", type=FILE, help="Write the match to a file of JSON lines.")
@click.option("--import", "take_in", is_flag=True, help="Save the match with your own.")
@click.pass_obj
def replay(store: Path, match: str, at: int | None, target: Path | None, take_in: bool) -> None:
    """Judge a saved match again and print what happened, entry by entry; without one, list the matches."""
    from companion.copies import ruled_otherwise
    from ui.console import replay as replaying

    if not match:
        if target is not None or take_in or at is not None:
            raise click.UsageError(words.WHICH_MATCH)
        words.say("\n".join(replaying.listed(store)))
        return
    opened, loss = replaying.open_match(match, store)
    over = opened.outcome is not None
    if at is not None:
        opened = replaying.prefix(opened, at)
    otherwise = list(ruled_otherwise(opened))
    if target is not None:
        replaying.write_export(opened, target, goes_on=not over)
        words.say(words.exported(str(target), opened.length))
    elif take_in:
        words.say(words.imported(opened.header.match, replaying.keep(opened, store)))
    else:
        words.say("\n".join(replaying.timeline(opened, replaying.people(store))))
    for entry in otherwise:
        words.say(words.otherwise(entry), err=True)
    if loss is not None:
        words.say(words.lost(loss.line, loss.lost, loss.reason), err=True)
    if loss is not None or otherwise:
        sys.exit(1)


@main.command()
@click.argument("game", type=click.Choice(["sequence-states", "tracktic", "speed-mode"]))
@click.option(
    "--import",
    "source",
    type=FILE,
    help="Save this as your own: a board (CSV, ten states a line; TOML for speed-mode), or a box (TOML).",
)
@click.option("--export", "target", type=FILE, help="Write your own to a file.")
@check_option
@click.pass_obj
def board(store: Path, game: str, source: Path | None, target: Path | None, looked_at: Path | None) -> None:
    """Import or export your own game board or box; without an option, say what is saved."""
    from ui.console.own import OWN

    kind = OWN[game]

    if sum(path is not None for path in (source, target, looked_at)) > 1:
        raise click.UsageError(words.ONE_OPTION)
    if source is not None:
        words.say(kind.take_in(source, store))
    elif target is not None:
        words.say(kind.write_out(target, store))
    elif looked_at is not None:
        words.say(kind.check(looked_at))
    else:
        words.say(kind.describe(store))


@main.command()
@check_option
@click.option("--try", "played", metavar="FILE|NAME", help="Play with it here; nothing is saved.")
@click.option("--players", type=int, help="How many play; default: the fewest.")
def sheet(looked_at: Path | None, played: str | None, players: int | None) -> None:
    """Check or play a game whose rules are a file (TOML); without an option, list what there is."""
    from ui.console import sheet as sheets

    if looked_at is not None and played is not None:
        raise click.UsageError(words.ONE_OF_THE_TWO)
    if looked_at is not None:
        words.say(sheets.check(looked_at))
    elif played is not None:
        lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
        for line in sheets.play(sheets.named(played), players, lines):
            words.say(line)
    else:
        words.say(sheets.listed())


@main.group(invoke_without_command=True)
@click.option("--import", "source", type=FILE, help="Add people: a file of --export, or names, one per line.")
@click.option("--export", "target", type=FILE, help="Write everybody to a file (JSON).")
@click.pass_context
def people(context: click.Context, source: Path | None, target: Path | None) -> None:
    """List who plays here by name; WHO is a name, or the start of an id."""
    if (source is not None) + (target is not None) + (context.invoked_subcommand is not None) > 1:
        raise click.UsageError(words.ONE_THING)
    if source is not None:
        words.say(knowing.take_in(source, context.obj))
    elif target is not None:
        words.say(knowing.write_out(target, context.obj))
    elif context.invoked_subcommand is None:
        words.say(knowing.listed(context.obj))


@people.command("add")
@click.argument("name")
@click.option("--colour", type=Look("colour"), help="Default: the next one.")
@click.option("--shape", type=Look("shape"), help="Default: the next one.")
@click.option("--letter", help="On the plate; default: the name's first.")
@click.pass_obj
def people_add(store: Path, name: str, colour: str | None, shape: str | None, letter: str | None) -> None:
    """Add somebody; two may share a name."""
    words.say(knowing.add(store, name, colour, shape, letter))


@people.command("rename")
@click.argument("who")
@click.argument("name")
@click.pass_obj
def people_rename(store: Path, who: str, name: str) -> None:
    """Give somebody another name, in every match."""
    words.say(knowing.rename(store, who, name))


@people.command("merge")
@click.argument("who")
@click.argument("into")
@click.option("--sat-together", is_flag=True, help="Even if they sat at one table.")
@click.pass_obj
def people_merge(store: Path, who: str, into: str, *, sat_together: bool) -> None:
    """Merge two people into one, called INTO."""
    words.say(knowing.merge(store, who, into, sat_together=sat_together))


@people.command("part")
@click.argument("who")
@click.pass_obj
def people_part(store: Path, who: str) -> None:
    """Undo the merge of WHO, by their name before it."""
    words.say(knowing.part(store, who))


@people.command("hide")
@click.argument("who")
@click.option("--again", is_flag=True, help="Offer a seat again instead.")
@click.pass_obj
def people_hide(store: Path, who: str, again: bool) -> None:
    """Stop offering somebody a seat; all matches count as ever."""
    words.say(knowing.hide(store, who, hidden=not again))


@people.command("no-rank")
@click.argument("who")
@click.option("--again", is_flag=True, help="Give a rank again instead.")
@click.pass_obj
def people_no_rank(store: Path, who: str, again: bool) -> None:
    """Give somebody no rank; all matches count as ever."""
    words.say(knowing.rank(store, who, wanted=again))


@people.command("forget")
@click.argument("who")
@click.pass_obj
def people_forget(store: Path, who: str) -> None:
    """Forget a name for good; the matches stay, and count for somebody."""
    words.say(knowing.forget(store, who))


@people.command("give")
@click.argument("plate")
@click.argument("who")
@click.pass_obj
def people_give(store: Path, plate: str, who: str) -> None:
    """Say who a guest's PLATE (Fox, Owl, ...) was, in all matches where it is nobody's yet."""
    words.say(knowing.give(store, plate, who))


@people.command("give-back")
@click.argument("who")
@click.pass_obj
def people_give_back(store: Path, who: str) -> None:
    """Turn the plates given to somebody into guests again."""
    words.say(knowing.give_back(store, who))


@main.group(invoke_without_command=True)
@click.pass_context
def club(context: click.Context) -> None:
    """Say how much waits for the desk of this table's club; the courier or a stick takes it there."""
    if context.invoked_subcommand is None:
        words.say(joining.describe(context.obj))


@club.command("join")
@click.argument("source", metavar="FILE|TEXT")
@click.pass_obj
def club_join(store: Path, source: str) -> None:
    """Join the club of a join file, or of the text of its QR code."""
    words.say(joining.join_with(store, source))


@club.command("leave")
@click.pass_obj
def club_leave(store: Path) -> None:
    """Leave the club; what waits is thrown away, and the matches stay."""
    words.say(joining.leave_it(store))


@club.command("out")
@click.argument("target", metavar="FILE", type=FILE)
@click.pass_obj
def club_out(store: Path, target: Path) -> None:
    """Write all that waits to a file for the desk."""
    words.say(joining.write_out(store, target))


@club.command("heard")
@click.argument("source", metavar="FILE", type=FILE)
@click.pass_obj
def club_heard(store: Path, source: Path) -> None:
    """Drop what the desk has, as its file says."""
    words.say(joining.hear(store, source))


@main.command()
@click.option("--game", "games", type=GameName(), multiple=True, help="Only of this game.")
@click.option(
    "--person", "who", multiple=True, help="Only matches of this person: a name, or the start of an id."
)
@click.option("--since", type=Day(), help="Only from this day on.")
@click.option("--before", type=Day(), help="Only before this day.")
@click.option("--export", "target", type=FILE, help="Write a file that ends in .bgsplay, .csv or .json.")
@click.option("--import", "source", type=FILE, help="Import the results of another table's .bgsplay file.")
@click.option("--link", "match", help="Print the link that posts this MATCH to BG Stats.")
@click.pass_obj
def records(
    store: Path,
    games: tuple[str, ...],
    who: tuple[str, ...],
    since: datetime | None,
    before: datetime | None,
    target: Path | None,
    source: Path | None,
    match: str | None,
) -> None:
    """Show how all saved matches ended: by person, then by game."""
    from ui.console import records as recording

    if sum(wanted is not None for wanted in (target, source, match)) > 1:
        raise click.UsageError(records_words.ONE_THING)
    if source is not None:
        words.say(recording.take_in(source, store))
        return
    book = recording.filtered(store, games, who, since, before)
    if target is not None:
        words.say(recording.write_out(book, target))
    elif match is not None:
        words.say(recording.link_of(book, match))
    else:
        words.say("\n".join(recording.lines(book)))


@main.group()
def tally() -> None:
    """Count a board on the table, from a text."""


def _say_counted(counted: T, in_words: Callable[[T], str], as_json: bool) -> None:
    """Print a tally: in words on a terminal, elsewhere as JSON."""
    on_terminal = sys.stdout.isatty() and not as_json
    words.say(in_words(counted) if on_terminal else counting.as_json(counted))


@tally.command("sequence-states")
@click.argument("board", type=FILE)
@click.option("--sides", type=click.IntRange(2, 3), help="How many sides play; default: see the colours.")
@json_option
def tally_sequence_states(board: Path, sides: int | None, as_json: bool) -> None:
    """All sequences of a board (- for stdin): ten lines of ten letters.

    `.` is an open space, `r g b` a chip, `R G B` a locked one.
    """
    counted = counting.count(counting.read(board, sys.stdin.buffer), board, sides)
    _say_counted(counted, counting.in_words, as_json)


@tally.command("tracktic")
@click.argument("board", type=FILE)
@click.option("--seconds", type=click.FloatRange(0), help="Stop then, and give the best so far as a minimum.")
@click.option(
    "--played",
    type=click.Choice(["yellow", "blue", "green", "red"]),
    multiple=True,
    help="A colour that played; it has no points if all its pieces were turned over.",
)
@json_option
def tally_tracktic(board: Path, seconds: float | None, played: tuple[str, ...], as_json: bool) -> None:
    """The longest paths of a board (- for stdin): a line a row.

    `.` is an empty cell, `#` none, `Y B G R` a piece, `W` a white one.
    """
    from companion.games.tracktic.model import Piece

    text = counting.read(board, sys.stdin.buffer)
    counted, warnings = counting.count_tracktic(text, board, seconds, tuple(map(Piece, played)))
    for warning in warnings:
        words.say(warning, err=True)
    _say_counted(counted, counting.tracktic_in_words, as_json)


@tally.command("speed-mode")
@click.argument("board", type=FILE)
@click.option(
    "--board", "played_on", type=FILE, help="The board that was played on (TOML); default: the derived one."
)
@click.option("--unpaired/--no-unpaired", default=True, help="Whether groups of unpaired combinations score.")
@json_option
def tally_speed_mode(board: Path, played_on: Path | None, unpaired: bool, as_json: bool) -> None:
    """The points of a final board (- for stdin): a line a row, two letters a pair.

    `.` is a free combination, `a b` a player's semi-circle on the first or second half, `AA BB` a circle.
    """
    from companion.games.speed_mode.board_file import derived, read_board_file

    pairs = derived() if played_on is None else read_board_file(played_on)
    text = counting.read(board, sys.stdin.buffer)
    counted = counting.count_speed_mode(text, board, pairs, unpaired=unpaired)
    _say_counted(counted, counting.speed_mode_in_words, as_json)


@main.group()
def cryptid() -> None:
    """Set-ups of Cryptid: dealt from a seed, solved, saved, handed on."""


@cryptid.command("deal")
@click.option(
    "--seed",
    type=int,
    help="Deals the same again. If you know it, you know the clues, and if you see the map, you can "
    "find a small one by trying. Without it nobody can: the clues are drawn apart from the map, "
    "and only the set-up is shown.",
)
@click.option(
    "--mode",
    type=click.Choice(["normal", "advanced"]),
    default="normal",
    show_default=True,
    help="Which clues.",
)
@click.option("--players", type=click.IntRange(2, 5), default=2, show_default=True, help="How many play.")
@click.option(
    "--even",
    is_flag=True,
    help="No set-up where a player's clues leave 5 spaces or fewer, or 4 times fewer than another's.",
)
def deal_cryptid(seed: int | None, mode: str, players: int, even: bool) -> None:
    """Deal a map, structures and clues with exactly one habitat, as JSON. It names the clues: don't look."""
    words.say(setups.deal(seed, mode, players, even=even))


@cryptid.command("solve")
@click.argument("setup", type=FILE)
def solve_cryptid(setup: Path) -> None:
    """Print the habitats of a set-up, and the clues that could be left out, as JSON."""
    solution, wrong = setups.solve(setup)
    words.say(solution)
    if wrong:
        raise click.ClickException(wrong)


@cryptid.command("keep")
@click.argument("setup", type=FILE)
@click.pass_obj
def keep_cryptid(store: Path, setup: Path) -> None:
    """Save a set-up for the next match on the screen."""
    words.say(setups.keep(setup, store))


@cryptid.command("qr")
@click.argument("setup", type=FILE)
@click.option("--out", type=FILE, help="A file that ends in .svg or .png; default: draw it here.")
def qr_cryptid(setup: Path, out: Path | None) -> None:
    """Draw a set-up as a QR code. Anyone who scans it can read the clues."""
    click.echo(setups.qr(setup, out))


@main.command()
@click.argument("target", type=FILE)
@click.pass_obj
def copy(store: Path, target: Path) -> None:
    """Copy matches and settings into a new file, and your own sheets beside it; the app may be running."""
    news = copying.copy(target, store)
    words.say(news.text, err=not news.well)
    if not news.well:
        sys.exit(1)


@main.command()
@click.argument("source", type=FILE)
@click.pass_obj
def restore(store: Path, source: Path) -> None:
    """Import the matches of a copy; each is judged again, and no match here is lost."""
    message, well = copying.restore(source, store)
    words.say(message, err=not well)
    if not well:
        sys.exit(1)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print the checks as JSON.")
@click.option("--report", "to", type=FILE, help="Write a report for those who build this: no names in it.")
@seats_option
@click.pass_obj
def doctor(store: Path, as_json: bool, to: Path | None, seats: Path | None) -> None:
    """Check all that the referee needs; print what is fine, and what to do about the rest."""
    from ui.console.doctor import checks, report

    if to is not None:
        _write_report(seats or places.seats_path(), store, to)
        return
    if as_json:
        languages.use("")
    results = checks(seats or places.seats_path(), store)
    words.say(report(results, as_json))
    if not all(check.ok for check in results):
        sys.exit(1)


def _write_report(seats: Path, store: Path, to: Path) -> None:
    """Print a table's report, and write it to a file."""
    from companion.whole_file import check_target, why_not, write_whole
    from ui.appliance import report_words
    from ui.main.table_report import table_report

    lines = table_report(seats, store)
    try:
        # Written first: what is printed may go into a pipe that closes early.
        check_target(to)
        write_whole(to, "\n".join((*lines, "")).encode())
    except OSError as error:
        raise click.ClickException(error_text(f"{to}: {why_not(error)}")) from None
    finally:
        words.say("\n".join(lines))
    words.say(report_words.written(str(to)), err=True)


@main.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="[SEATS] PICTURE")
@click.option("--parts", is_flag=True, help="Draw a shopping list for it instead, to tick off.")
@click.option("--lamps", is_flag=True, help="Draw how a lamp is wired instead.")
def wiring(files: tuple[Path, ...], parts: bool, lamps: bool) -> None:
    """Draw the wiring of SEATS (or the app's own seats file) as PICTURE: an SVG page to wire from."""
    from companion.whole_file import SHOWN, write_owners_file
    from ui.table.wire_board import page, parts_of, parts_page
    from ui.wiring import lamp_page, usb_pads, wire_plan

    if len(files) > 2 - lamps or (parts and lamps):
        raise click.UsageError(words.WHICH_PICTURE)
    *named, picture = files
    if picture.suffix.lower() != ".svg":
        raise CompanionError(words.only_svg(str(picture)))
    seats = named[0] if named else places.seats_path()
    if lamps:
        drawn = lamp_page()
    else:
        plan = wire_plan(seats)
        drawn = parts_page(parts_of(plan, usb_pads(seats))) if parts else page(plan)
    write_owners_file(picture, drawn.encode(), mode=SHOWN)


@main.command("board-firmware")
@click.argument("folder", type=FILE)
def board_firmware(folder: Path) -> None:
    """Write a grab board's firmware into FOLDER: a .uf2 for each kind of Pico."""
    from ui.wiring import write_board_firmware

    for made in write_board_firmware(folder):
        words.say(str(made))


@main.group()
def lab() -> None:
    """The timing laboratory: measure how exactly your buttons tell who was first."""


@lab.command("run")
@click.option("--rig", type=FILE, help="Which output presses which seat's button (TOML); see docs/lab.md.")
@click.option(
    "--simulated", is_flag=True, help="No wires: a model with known faults, to practise reading the report."
)
@seats_option
@click.option("--pairs", help="Only these pairs of seats, as in 1-2,1-3; default: every pair.")
@click.option(
    "--repeat",
    type=click.IntRange(1, 1_000_000),
    default=10,
    show_default=True,
    help="Times that each pair is tried at each separation, each way round.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Shuffles the trials the same way again."
)
@click.option("--out", type=FILE, required=True, help="The report (HTML); all trials go beside it.")
def lab_run(
    rig: Path | None,
    simulated: bool,
    seats: Path | None,
    pairs: str | None,
    repeat: int,
    seed: int,
    out: Path,
) -> None:
    """Press pairs of buttons a known time apart; say how often the order is wrong, and who is late."""
    if simulated == (rig is not None):
        raise click.UsageError(words.RIG_OR_SIMULATED)
    laboratory.run(seats or places.seats_path(), rig, pairs, repeat, seed, out)


@lab.command("press")
@seats_option
@click.option("--simulated", is_flag=True, help="No buttons: simulated hands, to see what it is like.")
@click.option("--pairs", help="Only these pairs of seats, as in 1-2,2-3; default: neighbours, or all if few.")
@click.option(
    "--times",
    type=click.IntRange(1, 1_000),
    default=10,
    show_default=True,
    help="Strikes of each pair, each way round.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="For simulated hands.")
@click.option("--out", type=FILE, help="Write a report (HTML) too; all strikes go beside it.")
def lab_press(
    seats: Path | None, simulated: bool, pairs: str | None, times: int, seed: int, out: Path | None
) -> None:
    """Strike two buttons with one stick, again and again; say whose switch is stiff, and by how much."""
    laboratory.press(seats or places.seats_path(), simulated, pairs, times, seed, out)


@lab.command("report")
@click.argument("trials", type=FILE)
@click.argument("made", metavar="REPORT", type=FILE)
def lab_report(trials: Path, made: Path) -> None:
    """Make the report (HTML) of TRIALS again, or only its picture if REPORT ends in .svg."""
    from ui.wiring import lab_report as make

    make(trials, made)


@main.command()
@click.argument("game", type=GameName(), default="ungle-speed")
@click.option("--players", type=int, help="How many play; default: 6, or as many as can.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Which match: the same number, the same match."
)
@click.option("--speed", type=click.FloatRange(0.1, 100), default=1.0, show_default=True, help="How fast.")
@click.option("--size", type=SIZES, default="1280x720", show_default=True, help="The window.")
@click.option("--offscreen", is_flag=True, help="Draw without a display, and stop at the result.")
def demo(game: str, players: int | None, seed: int, speed: float, size: str, offscreen: bool) -> None:
    """Watch a simulated table play a match of a game by itself on the real screens."""
    counts = registry.FACES[game]().counts
    if players is None:
        players = min(MANY, max(counts))
    elif players not in counts:
        raise click.BadParameter(words.other_players(players, counts), param_hint="--players")
    if not offscreen and not display.has_display():
        raise click.ClickException(words.NO_DISPLAY)
    from ui.main.demo import run

    run(game, players=players, seed=seed, speed=speed, size=size, offscreen=offscreen)
