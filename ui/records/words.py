"""The record book's sentences, for the screen and `companion records`."""

from collections.abc import Iterator, Sequence

from companion.book import figures
from companion.grab import rounded
from ui.language.phrases import _, many, phrase, plural
from ui.language.words import DATE_NOT_SET, GAME_NAMES, duration
from ui.table.names import listed

RECORDS = _("Records")
RECORDS_HINT = _("counted from the matches saved here")
NAMES_IN = _("Names from a stick")
NAMES_IN_HINT = _("adds everybody who is new")
TAKE_NAMES = _("Add the names")
TAKE_NAMES_HINT = _("from names.txt or people.json")
TAKING_NAMES = _("Reading the names …")
NO_NAMES = _("There is no names.txt on the stick: put one there, with a name on each line.")
NAMES_ABOUT = _(
    "names.txt has a name on each line, in any script.\npeople.json is what another table wrote: "
    "companion people --export.\nIf anything in the file is wrong, nobody is added."
)
TO_STICK = _("To a stick")
TO_STICK_HINT = _("all finished matches, with names, as files")
WRITE = _("Write now")
WRITE_HINT = _("for BG Stats, as a table, as JSON")
FILES = _(
    "Three files, all with the same matches.\n.bgsplay: open it on the phone, and BG Stats adds the "
    "plays.\n.csv: a table, a line per player and match.\n.json: matches and figures for programs.\n"
    "Names that were forgotten are in none of them."
)
WRITING = _("Writing. Leave the stick in.")
MANAGE = _("Change")
RENAME = _("Another name")
RENAME_HINT = _("in every match, from now on")
HIDE = _("Don't offer this name")
HIDE_HINT = _("the matches count as ever")
OFFER = _("Offer this name again")
OFFER_HINT = _("at every place of the table")
RANK_OFF = _("No rank")
RANK_OFF_HINT = _("in no game, here or in a file; the matches count as ever")
RANK_ON = _("Rank them again")
RANK_ON_HINT = _("in every game, once there are enough matches")
FORGET = _("Forget this name")
FORGET_HINT = _("hold: gone for good; the matches stay, without a name")
RECORD_NAME = _("Record name")
RECORD_HINT = _("the voice says it as you do")
RECORDED = _("recorded: hear it, or delete it")
how_said = phrase("How is {name} said?")
TO_RECORD = _("Tap Record, and say the name. The table listens for three seconds.")
SAY_NOW = _("Say it now!")
IS_IT_GOOD = _("Recorded. Hear it, and keep it if it is good.")
IS_KEPT = _("The voice says this name as it was recorded.")
RECORD = _("Record")
RECORD_AGAIN = _("Record again")
HEAR_IT = _("Hear it")
KEEP_IT = _("Keep it")
DELETE_RECORDING = _("Delete")
NOTHING_HEARD = _("Nothing was heard. Come closer, and say it louder.")
NO_MICROPHONE = _("The microphone doesn't answer. Is it plugged in?")
CANT_PLAY = _("No sound comes out.")
WHICH_GAME = _("Which game?")
WITH_WHOM = _("With whom?")
WHEN = _("When?")
EVERY_GAME = _("Every game")
WITH_ANYBODY = _("With anybody")
ANY_TIME = _("Any time")
NONE_FITS = _("No match fits. Tap a pad below to look for others.")
MONTHS = (
    _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"), _("August"),
    _("September"), _("October"), _("November"), _("December"),
)  # fmt: skip
GIVE = _("Played as an animal")
give_hint = phrase("give {name} those matches")
WHICH_GUEST = _("Which animal was {name}?")
NO_GUEST = _("No animal has a match to give away.")
MERGE = _("Same person as…")
MERGE_HINT = _("two names that are one person")
WHO_ELSE = _("Same person as {name}?")
ALONE_HERE = _("Nobody else is known by name.")
THEY_ARE_ONE = _("Same person")
PART = _("Two people after all…")
WHO_IS_ANOTHER = _("Who isn't {name}?")
HOLD = _("hold")
COUNT_NOW = _("From now on, it counts like that.")
CLOSE = _("Close")
HEAD_TO_HEAD = _("Head to head")
HEAD_TO_HEAD_HINT = _("who beats whom, and how often")
NO_MATCH_YET = _("No match yet.")
COUNTING = _("Counting the matches.")
PEOPLE_NONE = _("Nobody with a name has played yet: tap a place at the table, and New name.")
UNREADABLE = _("The matches can't be read. The doctor says why.")
ONE_THING = _("One thing at a time: --import, --export or --link.")
EMPTY = _("There is no match to count.")
MINUTE_MS = 60_000
YEARS = range(2020, 2100)
"""Years that a clock shows only if it was set: as in `ui.language.words.date_is_set`."""
unranked = phrase("no rank before {few} matches", int)
alone = phrase("no rank yet: nobody else has {few} matches", int)
LIKELY = 0.05
"""If chance is below this, a seat is first so often, or so rarely, that its button is worth a look."""


def in_all(counted: figures.PersonFigures) -> str:
    """Return how many matches a person has played and won, and the longest run of wins."""
    run = _("{n} wins in a row").format(n=counted.run) if counted.run > 1 else ""
    return _with_unfinished([short(counted.all), run] if counted.all.matches else [], counted.unfinished)


def game_name(key: str) -> str:
    """Return a game's name by its key in the book; a sheet has its own."""
    return GAME_NAMES.get(key) or key.partition(" ")[2] or key


def in_game(name: str, score: figures.WinCount, ranked: str) -> str:
    """Return how many matches of a game a person has won, and the rank, if any."""
    text = _("{game}: {won} of {n} won").format(game=game_name(name), won=score.won, n=score.matches)
    return f"{text}; {ranked}" if ranked else text


def against(other: str, met: figures.Against) -> str:
    """Return a person's results against another."""
    return _("Against {other}: {before} ahead, {equal} level, {behind} behind").format(
        other=other, before=met.before, equal=met.equal, behind=met.behind
    )


def short(score: figures.WinCount) -> str:
    """Return how many matches a person has played and won, in few words."""
    if not score.matches:
        return str(NO_MATCH_YET)
    return _("{played}, {won} won").format(played=matches(score.matches), won=score.won)


matches = plural("{n} match", "{n} matches")


def _with_unfinished(parts: Sequence[str], unfinished: int) -> str:
    """Return what was played, if anything was, and how many matches weren't finished."""
    more = _("{n} not finished").format(n=unfinished) if unfinished else ""
    return "; ".join(filter(None, (*parts, more)))


def has_won(names: Sequence[str]) -> str:
    """Return who has won a match."""
    return _("{who} won").format(who=listed(names)) if names else _("nobody won")


def date(day: str) -> str:
    """Return a month, `2026-11`, or a day, `2026-11-22`, in words."""
    year, month, *of_month = map(int, day.split("-"))
    if year not in YEARS:
        return DATE_NOT_SET
    form = _("{day} {month} {year}") if of_month else _("{month} {year}")
    return form.format(day=of_month[0] if of_month else "", month=MONTHS[month - 1], year=year)


def duels(grabs: figures.TotemFigures) -> str:
    """Return how many duels a person won and lost."""
    text = _("duels: {won} won, {lost} lost; dead heats: {heats}")
    return text.format(won=grabs.won, lost=grabs.lost, heats=grabs.heats)


def margins(spread: figures.Spread, *, won: bool) -> str:
    """Return the margins of duels won or lost: the median and the closest."""
    template = (
        many(
            "won by {usual}, one duel",
            "usually won by {usual}, the closest of {n} by {least}",
            spread.count,
        )
        if won
        else many(
            "lost by {usual}, one duel",
            "usually lost by {usual}, the closest of {n} by {least}",
            spread.count,
        )
    )
    usual, least = (duration(rounded(round(margin), 0)) for margin in (spread.median, spread.least))
    return template.format(usual=usual, least=least, n=spread.count)


wrong_grabs = phrase("wrong grabs: {share:.1f} for every 100 cards turned", float)


def in_all_of(counted: figures.GameFigures) -> str:
    """Return how many matches of a game were played."""
    return _with_unfinished([matches(counted.matches)] if counted.matches else [], counted.unfinished)


def of_game(counted: figures.GameFigures) -> str:
    """Return how many matches of a game were finished, in few words."""
    return matches(counted.matches) if counted.matches else str(NO_MATCH_YET)


def game(counted: figures.GameFigures, best: Sequence[tuple[figures.Extreme, str]]) -> Iterator[str]:
    """Yield a game's figures; `best` are its highest and lowest points, each with the player's name."""
    if best:
        ends = [_("{points} ({name})").format(points=extreme.points, name=name) for extreme, name in best]
        yield _("points: at most {most}, at least {least}").format(most=ends[0], least=ends[-1])
    if counted.played is not None:
        minutes = max(1, round(counted.played.median / MINUTE_MS))
        if counted.turns is None:
            text = many("usually {minutes} minute long", "usually {minutes} minutes long", minutes)
            yield text.format(minutes=minutes)
        else:
            turns = round(counted.turns.median)
            text = many(
                "usually {turns} turns, {minutes} minute long",
                "usually {turns} turns, {minutes} minutes long",
                minutes,
            )
            yield text.format(turns=turns, minutes=minutes)
    if counted.begins is not None:
        yield _begins(counted.begins)
    for seat in counted.seats:
        text = _("seat {n}: first in {first} of {of} races")
        luck = _("; hardly luck: the player there, or the button") if seat.chance < LIKELY else ""
        yield text.format(n=seat.seat + 1, first=seat.first, of=seat.of) + luck


def top(place: int, points: int, name: str, day: str | None) -> str:
    """Return a line of the list of best points; `day` is None if no clock was set."""
    when = DATE_NOT_SET if day is None else date(day)
    text = _("best {place}: {points} ({name}, {when})")
    return text.format(place=place, points=points, name=name, when=when)


def rank(rank_: figures.Rank, of: int) -> str:
    """Return a rank among `of`, and the range in which it may be."""
    if rank_.place is None:
        return unranked(figures.FEW)
    if of == 1:
        return alone(figures.FEW)
    return _("rank {place} of {of} ({sure})").format(place=rank_.place, of=of, sure=_sure(rank_, of))


def ranked(rank_: figures.Rank, name: str, of: int) -> str:
    """Return a rank among `of`, and whose it is."""
    return _("rank {place}: {name} ({sure})").format(place=rank_.place, name=name, sure=_sure(rank_, of))


def _sure(rank_: figures.Rank, of: int) -> str:
    if rank_.best == rank_.worst:
        return _("for sure")
    if (rank_.best, rank_.worst) == (1, of):
        return _("could be any")
    return _("could be {best} to {worst}").format(best=rank_.best, worst=rank_.worst)


def _begins(begins: figures.FirstPlayerWins) -> str:
    if begins.of < figures.FEW:
        return _("first player won {won} of {of}").format(won=begins.won, of=begins.of)
    return _(
        "first player won {won} of {of}: {share:.0%} "
        "(could be {low:.0%} to {high:.0%}; by luck: {chance:.0%})"
    ).format(
        won=begins.won, of=begins.of, share=begins.won / begins.of, low=begins.low, high=begins.high,
        chance=begins.chance,
    )  # fmt: skip


few = phrase("fewer than {few} matches say little", int)


def milliseconds(ms: int) -> str:
    """Return the label of a tick on a line of margins."""
    return _("{ms} ms").format(ms=ms) if ms < 1_000 else _("{s} s").format(s=ms // 1_000)


merged = phrase("All matches of {one} are {into}'s now.", str, str)


def given(plate: str, name: str, matches: int) -> str:
    """Say that a guest's plate was a person, in how many matches."""
    if not matches:
        return _("No match is left in which {plate} was a guest.").format(plate=plate)
    text = many("{plate} was {name}, in {n} match.", "{plate} was {name}, in {n} matches.", matches)
    return text.format(plate=plate, name=name, n=matches)


one_person = phrase("Are {one} and {into} one person?", str, str)
will_be_merged = phrase(
    "All matches of {one} will be {into}'s. The name {into} stays; {into}'s page can undo this.",
    str,
    str,
)
parted = phrase("{one} and {into} are two people again.", str, str)
still_in = phrase(
    "The name may still be in what was saved from a damaged file: {names}. Delete it once nobody needs it."
)
sat_together = plural(
    "They sat at one table in {n} match, so they are two people.",
    "They sat at one table in {n} matches, so they are two people.",
)
exported = plural("{n} match is written to {path}.", "{n} matches are written to {path}.", int, str)


closest = phrase("{name} won a duel by {margin}: closer than ever.", str, str)


in_a_row = phrase("{name} has won {n} matches in a row.", str, int)


def best_points(names: Sequence[str], points: int, high_wins: bool) -> str:
    """Say who has set a new record of points in this game."""
    most = many(
        "{names}: {points} point, the most in this game so far.",
        "{names}: {points} points, the most in this game so far.",
        points,
    )
    fewest = many(
        "{names}: {points} point, the fewest in this game so far.",
        "{names}: {points} points, the fewest in this game so far.",
        points,
    )
    return (most if high_wins else fewest).format(names=", ".join(names), points=points)


on_stick = plural(
    "{n} match is written to {stick}, as {files}. The stick can be pulled out.",
    "{n} matches are written to {stick}, as {files}. The stick can be pulled out.",
    int,
    str,
    str,
)
not_written = phrase("nothing was written: {why}")


def imported(new: int, here: int, people: int) -> str:
    """Say how many results were added, how many were here already, and how many people are new."""
    text = many("{n} result was imported.", "{n} results were imported.", new).format(n=new)
    if here:
        text += " " + many("{n} was here before.", "{n} were here before.", here).format(n=here)
    if people:
        text += " " + many("{n} person is new.", "{n} people are new.", people).format(n=people)
    return text


unknown_form = phrase("a file can't end in {suffix}; choose one of: {forms}", str, str)
