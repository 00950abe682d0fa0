"""What the table says: whose turn it is, what one tap reports, what a begun search needs, who has won."""

from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Outcome, Seat
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.clues import Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP, Colour, Hex, StructureKind, Terrain
from companion.games.cryptid.model import (
    Answering,
    AskOrSearch,
    Disc,
    Facts,
    HexContents,
    Hue,
    OpeningCubes,
    Paying,
    State,
)
from companion.games.cryptid.rules import legal
from companion.games.cryptid.view import View, view
from tests.games.cryptid.players import positions
from tests.ui.cryptid.table import (
    A1,
    BEAR,
    BLUE,
    D7,
    E2,
    FOUR,
    FOUR_OPEN,
    FOX,
    GAME,
    GREEN,
    HABITAT,
    I12,
    OPEN,
    ORANGE,
    OWL,
    PURPLE,
    SEALED,
    WOLF,
    Table,
    as_text,
    plain,
    position,
    search,
    view_of,
    words_of,
)
from ui.games.cryptid import words
from ui.games.cryptid.pending import FIELD, GIVE_UP, SHARE, At, Correcting, Pending, Searching
from ui.games.cryptid.presenter import CryptidPresenter
from ui.games.pending import NOTHING
from ui.table.names import row_column
from ui.table.presenting import Begin, Choice, Enter, PrivateNote, PrivateView, by_button

SILENT = "stuck? hold your name"
ASKED, SEARCHED = Answering(D7, search=False, asked=OWL), Answering(D7, search=True, asked=OWL)
WON = Outcome((FOX,), "cr.search")
ONE_LEFT = Searching(D7, (Disc(BLUE, D7),), (ORANGE,))
BOTH_LEFT = Searching(D7, (), (ORANGE, BLUE))
TOO_EARLY = ("space first", NOTHING, False)


@pytest.mark.parametrize(("state", "pending", "seat", "title", "small"), [
    (position(OpeningCubes(4)), None, FOX, "Fox places a cube",
     f"tap where it can't be · Owl looks away · {SILENT}"),
    (position(OpeningCubes(4)), At(D7), FOX, "Fox: a cube on D7",
     f"row 4, column 7 · Owl looks away · {SILENT}"),
    (position(OpeningCubes(3), cubes={D7: GREEN}), At(D7), FOX, "Fox: a cube on D7",
     "D7 has a cube: choose another space."),
    (position(), None, FOX, "Fox's turn", "Tap a space, then ask or search."),
    (position(), At(A1), FOX, "Fox: A1", f"row 1, column 1 · Owl looks away · {SILENT}"),
    (position(turn=OWL), At(I12), OWL, "Owl: I12", f"row 9, column 12 · Fox looks away · {SILENT}"),
    (position(cubes={D7: ORANGE}), At(D7), FOX, "Fox: D7", "D7 has a cube: choose another space."),
    (position(discs={D7: (ORANGE,)}), ONE_LEFT, FOX, "Fox searches D7",
     f"Tap where the orange disc goes instead. · Owl looks away · {SILENT}"),
    (position(ASKED), None, OWL, "Owl answers for D7",
     f"row 4, column 7 · Fox looks away · {SILENT}"),
    (position(SEARCHED), None, OWL, "Owl answers for D7",
     f"row 4, column 7 · Fox searches: two discs win · Fox looks away · {SILENT}"),
    (position(Paying()), None, FOX, "Fox places a cube",
     f"for the cube of this turn · Owl looks away · {SILENT}"),
    (position(Paying()), At(E2), FOX, "Fox: a cube on E2",
     f"row 5, column 2 · Owl looks away · {SILENT}"),
    (position(ended=WON), None, None, "Fox wins", ""),
    # Without clues nobody looks away: only public facts are judged.
    (position(facts=OPEN), None, FOX, "Fox's turn", "Tap a space, then ask or search."),
    (position(facts=OPEN), At(D7), FOX, "Fox: D7", "row 4, column 7"),
    (position(SEARCHED, facts=OPEN), None, OWL, "Owl answers for D7",
     "row 4, column 7 · Fox searches: two discs win"),
    (position(facts=OPEN), Correcting(), None, "A piece is wrong", "Tap the wrong piece."),
    (position(facts=OPEN), Correcting(D7), None, "A piece is wrong",
     "No piece lies on D7: tap the wrong piece."),
    (position(facts=OPEN, discs={D7: (ORANGE, GREEN)}), Correcting(D7), None, "A piece is wrong",
     "Which piece on D7 is wrong?"),
    (position(facts=OPEN, cubes={D7: GREEN}), Correcting(D7, OWL, GREEN), None, "A piece is wrong",
     "The green cube becomes a green disc. Tap where it goes now."),
    (position(facts=OPEN, discs={D7: (ORANGE,)}), Correcting(D7, FOX, ORANGE), None, "A piece is wrong",
     "The orange disc becomes an orange cube. Tap where it goes now."),
    (position(facts=Facts()), At(D7), FOX, "Fox: D7", "row 4, column 7"),
    # For four players.
    (position(OpeningCubes(8), facts=FOUR), None, FOX, "Fox places a cube",
     f"tap where it can't be · others look away · {SILENT}"),
    (position(facts=FOUR), None, FOX, "Fox's turn", "Tap a space, then ask or search."),
    (position(Answering(D7, search=True, asked=WOLF), facts=FOUR), None, WOLF, "Wolf answers for D7",
     f"row 4, column 7 · Fox searches · others look away · {SILENT}"),
])  # fmt: skip
def test_the_banner_says_what_is_awaited(
    state: State, pending: Pending, seat: Seat | None, title: str, small: str
) -> None:
    banner = words_of(Facts(state.players)).banner(view_of(state), pending)
    assert (banner.seat, banner.title, banner.subtitle) == (seat, title, small), as_text(state)


def pads(state: State, pending: Pending = None) -> list[tuple[str, str, object, bool]]:
    """Return the tapped pads: words, report, and whether live; check the held ones, which come last."""
    choices = words_of().routine(view_of(state), pending)
    held = [choice for choice in choices if isinstance(choice.report, PrivateView)]
    if state.sealed:
        assert held == [
            Choice("Fox", "hold: my clues", PrivateView(FOX)),
            Choice("Owl", "hold: my clues", PrivateView(OWL)),
        ], as_text(state)
    else:
        assert held == [], "without clues there is nothing to read in private"
    told = choices[: len(choices) - len(held)]
    assert [choice for choice in choices if choice not in held] == list(told)
    return [(choice.title, choice.subtitle, choice.report, choice.live) for choice in told]


@pytest.mark.parametrize("facts", [SEALED, OPEN, Facts()])
@pytest.mark.parametrize("stage", [OpeningCubes(4), Paying()])
def test_a_cube_is_of_two_colours_and_waits_for_its_space(facts: Facts, stage: OpeningCubes | Paying) -> None:
    state = position(stage, OWL, facts=facts)
    assert pads(state) == [("Green cube", *TOO_EARLY), ("Purple cube", *TOO_EARLY)]
    assert pads(state, At(D7)) == [
        ("Green cube", "on D7", r.PlaceCube(OWL, GREEN, D7), True),
        ("Purple cube", "on D7", r.PlaceCube(OWL, PURPLE, D7), True),
    ]


@pytest.mark.parametrize("facts", [SEALED, OPEN, Facts()])
def test_a_turn_is_a_question_or_a_search(facts: Facts) -> None:
    state = position(facts=facts)
    assert pads(state) == [("Ask Owl", *TOO_EARLY), ("Search", *TOO_EARLY)]
    assert pads(state, At(D7)) == [
        ("Ask Owl", "about D7", r.Ask(FOX, D7), True),
        ("Search", "two discs on D7", search(FOX, D7), True),
    ]
    assert pads(position(turn=OWL, facts=facts), At(A1))[0][:3] == ("Ask Fox", "about A1", r.Ask(OWL, A1))


@pytest.mark.parametrize(("lying", "begun"), [
    ((ORANGE,), Searching(D7, (Disc(BLUE, D7),), (ORANGE,))),
    ((BLUE,), Searching(D7, (Disc(ORANGE, D7),), (BLUE,))),
    ((ORANGE, BLUE), Searching(D7, (), (ORANGE, BLUE))),
    ((BLUE, GREEN, ORANGE), Searching(D7, (), (ORANGE, BLUE))),
])  # fmt: skip
def test_a_search_where_own_discs_lie_asks_where_others_go(lying: tuple[Hue, ...], begun: Searching) -> None:
    state = position(discs={D7: lying})
    assert pads(state, At(D7))[1] == ("Search", "D7, and discs elsewhere", Begin(begun), True)
    assert pads(state, begun)[1][2] == Begin(begun), "a second tap on the pad ends it"
    assert pads(state, begun)[0][2] == r.Ask(FOX, D7)
    none = r.Search(FOX, D7, begun.discs)
    without = Begin(replace(begun, left=begun.left[1:])) if len(begun.left) > 1 else none
    assert pads(state, begun)[-1][::2] == ("No space for it", without)
    view, places = view_of(state), iter((A1, I12))
    pending: object = Begin(begun)
    laid = []
    for hue in begun.left:
        assert isinstance(pending, Begin)
        hint = words_of().banner(view, pending.pending).subtitle
        assert hint.startswith(f"Tap where the {hue} disc goes instead.")
        at = next(places)
        laid.append(Disc(hue, at))
        pending = words_of().tapped(view, pending.pending, at)
    assert pending == r.Search(FOX, D7, (*begun.discs, *laid))


def test_with_more_than_two_nobody_is_asked_while_a_search_is_begun() -> None:
    state = position(discs={D7: (ORANGE,)}, facts=FOUR_OPEN)
    pads = words_of(FOUR_OPEN).routine(view_of(state), Searching(D7, (), (ORANGE,)))
    assert [pad.title for pad in pads] == ["Search", "No space for it"]


def test_the_opponents_discs_change_nothing_of_a_search() -> None:
    assert pads(position(discs={D7: (GREEN, PURPLE)}), At(D7))[1][2] == search(FOX, D7)


@pytest.mark.parametrize("stage", [ASKED, SEARCHED])
@pytest.mark.parametrize(("lying", "title"), [
    ((), "Two discs"),
    ((ORANGE, BLUE), "Two discs"),
    ((GREEN,), "Purple disc"),
    ((ORANGE, PURPLE), "Green disc"),
    ((GREEN, PURPLE), "What lies there stays"),
])  # fmt: skip
@pytest.mark.parametrize("facts", [SEALED, OPEN])
def test_an_answer_is_the_discs_that_are_missing_or_one_of_two_cubes(
    facts: Facts, lying: tuple[Hue, ...], title: str, stage: Answering
) -> None:
    state = position(stage, discs={D7: lying}, facts=facts)
    assert pads(state) == [
        (title, "both clues allow it", r.GiveAnswer(OWL), True),
        ("Green cube", "this clue forbids it", r.GiveAnswer(OWL, GREEN), True),
        ("Purple cube", "this clue forbids it", r.GiveAnswer(OWL, PURPLE), True),
    ], as_text(state)
    drawn = [choice.shows for choice in words_of().routine(view_of(state))[:3]]
    missing = tuple(hue for hue in (GREEN, PURPLE) if hue not in lying)
    assert drawn == [HexContents(discs=missing), HexContents(GREEN), HexContents(PURPLE)]


def test_only_what_a_button_may_mean_is_primary() -> None:
    for state, pending, primary in (
        (position(), At(D7), [True, False]),
        (position(ASKED), None, [False, False, False]),
        (position(OpeningCubes(4)), At(D7), [False, False]),
    ):
        choices = words_of().routine(view_of(state), pending)
        assert [choice.primary for choice in choices if not isinstance(choice.report, PrivateView)] == primary

    # A button asks, but never answers or shows a clue.
    def does(state: State, pending: Pending = None) -> object:
        return by_button(words_of().routine(view_of(state), pending))

    assert does(position()) is None
    assert does(position(), At(D7)) == r.Ask(FOX, D7)
    # The button is shared: a press would answer for a player.
    for facts in (SEALED, OPEN, Facts()):
        assert does(position(ASKED, facts=facts)) is None
        assert does(position(SEARCHED, facts=facts)) is None
        for stage in (OpeningCubes(4), Paying()):
            assert does(position(stage, facts=facts)) is None
            assert does(position(stage, facts=facts), At(D7)) is None


def test_there_are_no_pads_after_the_end_and_no_sheet_before() -> None:
    # No pads after the end.
    for pending in (None, At(D7), ONE_LEFT):
        view = view_of(position(ended=WON))
        assert words_of().routine(view, pending) == ()
        assert words_of().referee_menu(view) == ()
        assert words_of().tapped(view, pending, D7) is None
    # No dialog is open during play.
    for stage in (OpeningCubes(4), AskOrSearch(), ASKED, SEARCHED, Paying()):
        assert words_of().dialog(view_of(position(stage))) is None


@pytest.mark.parametrize(("state", "pending", "means"), [
    (position(OpeningCubes(4)), None, Begin(At(D7))),
    (position(), None, Begin(At(D7))),
    (position(ASKED), None, None),
    (position(SEARCHED), None, None),
    (position(discs={A1: (ORANGE,)}), Searching(A1, (Disc(BLUE, A1),), (ORANGE,)),
     r.Search(FOX, A1, (Disc(BLUE, A1), Disc(ORANGE, D7)))),
    (position(discs={A1: (ORANGE, BLUE)}), Searching(A1, (), (ORANGE, BLUE)),
     Begin(Searching(A1, (Disc(ORANGE, D7),), (BLUE,)))),
    (position(facts=OPEN), Correcting(), Begin(Correcting(D7))),
    (position(facts=OPEN, cubes={D7: GREEN}), Correcting(), Begin(Correcting(D7, OWL, GREEN))),
    (position(facts=OPEN, discs={D7: (BLUE,)}), Correcting(A1), Begin(Correcting(D7, FOX, BLUE))),
    (position(facts=OPEN, cubes={D7: GREEN}, discs={D7: (BLUE,)}), Correcting(), Begin(Correcting(D7))),
    (position(facts=OPEN, discs={A1: (BLUE,)}), Correcting(A1, FOX, BLUE),
     r.CorrectPiece(FOX, BLUE, A1, D7)),
])  # fmt: skip
def test_what_a_tap_means(state: State, pending: Pending, means: object) -> None:
    assert words_of().tapped(view_of(state), pending, D7) == means, as_text(state)


def test_of_several_pieces_the_wrong_one_is_named() -> None:
    state = position(facts=OPEN, cubes={D7: GREEN}, discs={D7: (BLUE, PURPLE)})
    choices = words_of(OPEN).routine(view_of(state), Correcting(D7))
    assert [(choice.title, choice.subtitle, choice.report) for choice in choices] == [
        ("Green cube", "on D7", Begin(Correcting(D7, OWL, GREEN))),
        ("Blue disc", "on D7", Begin(Correcting(D7, FOX, BLUE))),
        ("Purple disc", "on D7", Begin(Correcting(D7, OWL, PURPLE))),
    ]
    assert words_of(OPEN).routine(view_of(state), Correcting()) == ()
    assert words_of(OPEN).routine(view_of(state), Correcting(D7, FOX, BLUE)) == ()


def test_the_referees_menu_has_what_is_rare_and_a_wrong_piece_only_without_clues() -> None:
    for stage in (OpeningCubes(4), AskOrSearch(), ASKED, Paying()):
        sealed = words_of().referee_menu(view_of(position(stage)))
        found = words_of(OPEN).referee_menu(view_of(position(stage, facts=OPEN)))
        assert (found[0].title, found[0].report) == ("A piece is wrong", Begin(Correcting()))
        assert found[1:] == sealed
        assert (sealed[-1].title, sealed[-1].report) == ("Give up and show", Enter(GIVE_UP))
        waived = [(choice.title, choice.report) for choice in sealed[:-1]]
        assert waived == ([("No space for a cube", r.NoSpace(FOX))] if stage == Paying() else [])


# Everything that can be reported can be tapped.
def places(report: r.AnyReport) -> tuple[Hex, ...]:
    match report:
        case r.Search(_, at, discs):
            return at, *(disc.at for disc in discs)
        case r.CorrectPiece(_, _, at, to):
            return at, to
        case r.PlaceCube(_, _, at) | r.Ask(_, at):
            return (at,)
    return ()


def told_by_taps(presenter: CryptidPresenter, view: View, spaces: tuple[Hex, ...]) -> set[object]:
    """Return all reports that tapping these spaces and the pads can make, starting from the bare table."""
    found: set[object] = set()
    aims: list[Pending] = [None]
    for pending in aims:
        offered = [*presenter.routine(view, pending), *presenter.referee_menu(view)]
        means = [choice.report for choice in offered if choice.live]
        means += [presenter.tapped(view, pending, at) for at in spaces]
        for mean in means:
            if not isinstance(mean, Begin):
                found.add(plain(mean))
            elif mean.pending not in aims:
                aims.append(mean.pending)
    return found


def some_legal(state: State) -> Iterator[r.AnyReport]:
    """Yield some legal reports: a few of each kind."""
    kinds: dict[type, int] = {}
    for report in islice(legal(state), 0, 4000, 7 if isinstance(state.stage, AskOrSearch) else 1):
        kinds[type(report)] = kinds.get(type(report), 0) + 1
        if kinds[type(report)] <= 12:
            yield report


@pytest.mark.parametrize(
    ("seed", "mode"), [(1, Mode.NORMAL), pytest.param(2, Mode.ADVANCED, marks=pytest.mark.long)]
)
def test_everything_legal_can_be_told_by_taps(seed: int, mode: Mode) -> None:
    presenter = words_of()
    for state in positions(deal(seed, mode), seed)[:-1]:
        for report in some_legal(state):
            told = told_by_taps(presenter, view_of(state), places(report))
            assert plain(report) in told, f"{report}\n{as_text(state)}"


@pytest.mark.parametrize(
    ("at", "lying"), [(at, lying) for at in (A1, D7) for lying in ((ORANGE,), (BLUE,), (ORANGE, BLUE))]
)
def test_every_search_beside_own_discs_can_be_told_by_taps(at: Hex, lying: tuple[Hue, ...]) -> None:
    state = position(discs={at: lying}, facts=OPEN)
    for one, other in ((E2, E2), (E2, I12), (I12, Hex(0, 5))):
        elsewhere = iter((one, other))
        discs = tuple(Disc(hue, next(elsewhere) if hue in lying else at) for hue in (ORANGE, BLUE))
        report = r.Search(FOX, at, discs)
        assert isinstance(GAME.judge(state, report), Accepted)
        assert plain(report) in told_by_taps(words_of(OPEN), view_of(state), places(report)), as_text(state)


def private_note(state: State, seat: Seat, pending: Pending = None) -> PrivateNote:
    return words_of().private_note(view(state, seat), pending, ())


def test_a_player_reads_the_own_clues_and_what_they_say_of_the_space() -> None:
    orange, blue, green, purple = map(words.clue_words, SEALED.setup.clues if SEALED.setup else ())
    state = position()
    assert private_note(state, FOX) == PrivateNote("Only for Fox", (("Orange", orange), ("Blue", blue)))
    assert private_note(state, OWL) == PrivateNote("Only for Owl", (("Green", green), ("Purple", purple)))
    for at in MAP:
        says = ["yes" if state.allows(hue, at) else "no" for hue in state.hues]
        name = words.space(at)
        lines = private_note(state, FOX, At(at)).lines
        assert lines == ((f"Orange: {name} {says[0]}", orange), (f"Blue: {name} {says[1]}", blue))
        lines = private_note(position(Answering(at, search=False, asked=OWL)), OWL).lines
        assert lines == ((f"Green: {name} {says[2]}", green), (f"Purple: {name} {says[3]}", purple))
    # With other colours, and the other player to begin, each reads their own clues.
    facts = replace(SEALED, hues=(Hue.RED, PURPLE, ORANGE, BLUE), first=OWL)
    state = GAME.opening(facts)
    mine = CryptidPresenter(facts, ()).private_note(view(state, OWL), None, ())
    assert mine.title == "Only for Seat 2"
    assert [head for head, _ in mine.lines] == ["Orange", "Blue"]


def fair(facts: Facts) -> str:
    """Return how many spaces each player's own clues leave, counted one by one."""
    state = position(facts=facts)
    left = [sum(all(state.allows(hue, at) for hue in state.own(seat)) for at in MAP) for seat in state.seats]
    *first, last = [f"{words_of(facts).seat_name(seat)} {left[seat]}" for seat in state.seats]
    even = min(left) > 5 and max(left) < 4 * min(left)
    return f"{', '.join(first)} and {last}.{'' if even else ' Uneven.'}"


@pytest.mark.parametrize("facts", [SEALED, Facts(setup=deal(72)), FOUR, Facts(5, deal(9, players=5))])
def test_the_result_says_how_far_apart_the_clues_were(facts: Facts) -> None:
    sheet = words_of(facts).result(WON, view_of(position(ended=WON, facts=facts)))
    assert fair(facts) in sheet.subtitle
    assert fair(facts).endswith(" Uneven.") is (facts.setup == deal(72))


def test_the_result_names_winner_and_habitat_as_far_as_they_are_known() -> None:
    # The result names the winner and the habitat.
    sheet = words_of().result(WON, view_of(position(ended=WON)))
    assert (sheet.title, sheet.winners) == ("Fox wins", (FOX,))
    lines = sheet.subtitle.splitlines()
    place = f"{words.space(HABITAT)}, row {HABITAT.row + 1}, column {HABITAT.column + 1}"
    assert lines == [f"The habitat: {place}.", f"Spaces your clues left: {fair(SEALED)}"]
    assert [choice.title for choice in sheet.choices] == ["Narrowing it down", "QR code"]
    assert [choice.report for choice in sheet.choices] == [Enter(FIELD), Enter(SHARE)]
    # Everybody's clues are read, the winner's first.
    orange, blue, green, purple = map(words.clue_words, SEALED.setup.clues if SEALED.setup else ())
    own = [("Fox", f"{orange} · {blue}"), ("Owl", f"{green} · {purple}")]
    assert [(line.name, line.note) for line in sheet.figures] == own
    lost = Outcome((OWL,), "cr.search")
    sheet = words_of().result(lost, view_of(position(ended=lost)))
    assert [(line.name, line.note) for line in sheet.figures] == own[::-1]
    # Without clues the result names no habitat, and without a map there is no picture.
    with_map = words_of(OPEN).result(WON, view_of(position(ended=WON, facts=OPEN)))
    without = words_of(Facts()).result(WON, view_of(position(ended=WON, facts=Facts())))
    assert with_map.subtitle == without.subtitle == "", "nobody wants to read a rule at a win"
    assert [choice.report for choice in with_map.choices] == [Enter(FIELD)]
    assert without.choices == ()
    # A game that everybody gave up has no winner and shows the habitat.
    given_up = Outcome((), "cr.give-up")
    sheet = words_of().result(given_up, view_of(position(ended=given_up)))
    assert (sheet.title, sheet.winners) == ("Nobody wins", ())
    assert "The habitat: E4" in sheet.subtitle
    assert sheet.subtitle.endswith(GAME.catalogue.text("cr.give-up"))
    assert [choice.title for choice in sheet.choices] == ["Narrowing it down", "QR code"]
    assert words_of().banner(view_of(position(ended=given_up))).title == "Nobody wins"


def test_every_colour_clue_and_space_has_words_of_its_own() -> None:
    # Every colour has words.
    tables = (words.HUES, words.CUBE, words.A_CUBE, words.THE_CUBE, words.DISC, words.A_DISC,
              words.THE_DISC, words.LETTERS)  # fmt: skip
    for table in tables:
        assert set(table) == set(Hue)
        assert len(set(table.values())) == len(Hue), "no two colours share a name"
    assert set(words.TERRAINS) == set(Terrain)
    assert set(words.STRUCTURES) == {(kind, colour) for kind in StructureKind for colour in Colour}
    # Every clue has its own words.
    for mode in Mode:
        said = [words.clue_words(clue) for clue in clues_of(mode)]
        assert len(set(said)) == len(said)
        assert all(said)
        assert not any("{" in text for text in said)
        for clue, text in zip(clues_of(mode), said, strict=True):
            assert text.startswith("not ") is clue.negated
    # Every space has its own name.
    assert (words.space(A1), words.space(D7), words.space(I12)) == ("A1", "D7", "I12")
    assert len({words.space(at) for at in MAP}) == len({row_column(at) for at in MAP}) == len(MAP)


def test_each_of_the_others_has_a_pad_to_be_asked_with_and_a_button_asks_nobody() -> None:
    presenter, state = words_of(FOUR_OPEN), position(turn=OWL, facts=FOUR_OPEN)
    for pending in (None, At(D7)):
        search, *asks = presenter.routine(view_of(state), pending)
        assert [ask.title for ask in reversed(asks)] == ["Ask Bear", "Ask Wolf", "Ask Fox"], "clockwise"
        discs = [HexContents(discs=(hue,)) for hue in (GREEN, PURPLE, ORANGE)]
        assert [ask.shows for ask in reversed(asks)] == discs
        assert [choice.live for choice in (search, *asks)] == [pending is not None] * 4
        assert by_button((search, *asks)) is None
    assert [ask.report for ask in reversed(asks)] == [r.Ask(OWL, D7, of) for of in (BEAR, WOLF, FOX)]
    assert search.report == r.Search(OWL, D7, (Disc(BLUE, D7),))
    assert search.subtitle == "a disc on D7"


def test_a_search_where_the_own_disc_lies_asks_where_another_goes() -> None:
    presenter, state = words_of(FOUR_OPEN), position(facts=FOUR_OPEN, discs={D7: (ORANGE,)})
    search = presenter.routine(view_of(state), At(D7))[0]
    begun = Searching(D7, (), (ORANGE,))
    assert (search.report, search.subtitle) == (Begin(begun), "D7, and a disc elsewhere")
    assert presenter.tapped(view_of(state), begun, A1) == r.Search(FOX, D7, (Disc(ORANGE, A1),))
    without = presenter.routine(view_of(state), begun)[-1]
    assert (without.title, without.report) == ("No space for it", r.Search(FOX, D7, ()))


@pytest.mark.parametrize(("lying", "title"), [((), "Green disc"), ((GREEN,), "What lies there stays")])
def test_an_answer_is_a_disc_or_a_cube(lying: tuple[Hue, ...], title: str) -> None:
    for facts in (FOUR, FOUR_OPEN):
        stage = Answering(D7, search=False, asked=BEAR)
        offered = words_of(facts).routine(view_of(position(stage, facts=facts, discs={D7: lying})))[:2]
        assert [(choice.title, choice.subtitle, choice.report) for choice in offered] == [
            (title, "this clue allows it", r.GiveAnswer(BEAR)),
            ("Green cube", "this clue forbids it", r.GiveAnswer(BEAR, GREEN)),
        ]
        assert by_button(offered) is None, "the button is shared"


def test_what_happens_is_told_with_the_name_of_the_one_who_is_asked() -> None:
    table = Table(FOUR_OPEN)
    table.enter(*(r.PlaceCube(Seat(n % 4), tuple(Hue)[n % 4], MAP[n]) for n in range(8)))
    assert table.describe(r.Ask(FOX, D7, BEAR)) == ("Fox asked Bear about D7.",)
    assert table.describe(r.GiveAnswer(BEAR)) == ("Bear put a green disc on D7.", "Owl is next.")
    assert table.describe(r.Search(OWL, D7, (Disc(BLUE, D7),))) == (
        "Owl searched D7, and put down a blue disc.",
        "Bear's answer lies on D7 already.",
    )
    assert table.describe(r.GiveAnswer(WOLF)) == ("Wolf put a purple disc on D7.",)
    won = table.describe(r.GiveAnswer(FOX))
    assert won == ("Fox put an orange disc on D7.", "The game is over: Owl wins.")
    sentences = words_of(FOUR_OPEN).sentences
    assert sentences.sentence_of(r.GiveAnswer(BEAR)) == "Bear answered with a disc."
    assert sentences.sentence_of(e.Asked(FOX, D7)) == "Fox asked about D7."
