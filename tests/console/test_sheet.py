"""`companion sheet`: check a sheet's file, and play with it in the terminal."""

from pathlib import Path

import pytest

from companion.game import Refused, Violation
from companion.games.sheet.model import Facts, State
from companion.games.sheet.sheet_file import read_sheet, shipped, shipped_sheet
from tests.console.command import refused, run
from tests.contract.cases import CASES
from ui.console.sheet import play
from ui.games.sheet.sentences import SheetNames, SheetSentences
from ui.stage import theme
from ui.table.sentences import CANT_BE


def played(sheet: str, *lines: str, players: int | None = None) -> list[str]:
    """Return what is said while these lines are typed."""
    return list(play(shipped_sheet(sheet), players, lines))


def test_without_an_option_the_sheets_are_listed() -> None:
    result = run("sheet", code=0)
    assert "  wizard           Wizard (3-6 players)" in result.output
    assert all(name in result.output for name in shipped())


def test_a_good_file_is_called_one_and_a_bad_one_is_refused_with_line_and_column(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    text = 'name = "Mine"\nplayers = [2, 4]\npoints = "p"\n[[column]]\nname = "p"\n'
    good.write_text(text)
    bad.write_text(text.replace('"p"\n[[', '"p / 2"\n[['))
    assert run("sheet", "--check", good).output == f"{good}: Mine, a sheet to play with.\n"
    assert f"{bad}: line 3, column 13 (points): for / write div" in refused("sheet", "--check", bad)
    run("sheet", "--check", good, "--try", good, code=2)
    fox, owl = (plate.name for plate in theme.plates()[:2])
    assert f"Score: {fox} 3, {owl} 4.\n" in run("sheet", "--try", good, stdin="3 4\n").output


def test_a_grab_is_told_as_the_order_of_hands() -> None:
    told = "2 1+3", "wrong", "1", "maybe", "wrong", "undo", "wrong", "right", "end"
    output = played("quiz_buzzers", *told, players=3)
    fox, owl, bear = (plate.name for plate in theme.plates()[:3])
    assert f"{owl} answers: right or wrong?" in output
    assert f"{fox} and {bear} press again, and nobody else." in output
    assert output.count(f"{fox} answers: right or wrong?") == 3
    assert f"Score: {fox} 0, {owl} 0, {bear} 1." in output
    assert f"The game is over: {bear} wins." in output


def test_what_is_no_order_of_hands_is_asked_again() -> None:
    output = played("halli_galli", "x", "1+9", "nobody", "void", "1+2", "2", "right", players=2)
    fox, owl = (plate.name for plate in theme.plates()[:2])
    assert "x: hands are numbers of players such as 2 1+3." in output
    assert "1+9: hands are numbers of players such as 2 1+3." in output
    assert "With a bell there is nothing to give up" in output
    assert f"{fox} and {owl} pressed at the same time." in output
    assert output[-2] == f"Score: {fox} 0, {owl} 1."


def test_a_row_is_told_part_by_part_refused_with_a_remedy_and_taken_back() -> None:
    output = played("wizard", "0 1 0", "1 1 0", "1 0 0", "undo", "0 1 0", "end")
    who = [plate.name for plate in theme.plates()[:3]]
    assert "Tricks: 2 in all, but it must be 1" in output
    assert "Look where 1 too many or too few were entered, and fix it." in output
    assert f"Score: {who[0]} -10, {who[1]} -10, {who[2]} 20." in output
    assert f"Score: {who[0]} 20, {who[1]} 30, {who[2]} 20." in output
    assert f"The game is over: {who[1]} wins." in output


def test_undo_in_a_row_undoes_what_was_typed_last() -> None:
    """It took back the whole round before, and what was typed of this one with it."""
    said = played("skat", "1", "hearts", "undo", "clubs", players=3)
    asked = ["Declarer, loser", "Game", "Bid", "Game", "Bid"]
    assert said[2:] == [f"Round 1, {column}?" for column in asked]


def test_words_stand_for_choices_and_numbers_for_seats() -> None:
    output = played("skat", "2", "null hand", "18", "1", "won", "contra", "no")
    who = [plate.name for plate in theme.plates()[:3]]
    assert f"Score: {who[0]} 0, {who[1]} 70, {who[2]} 0." in output
    # Several words are typed with commas between them.
    output = played("tichu", "no", "55 45", "tichu made, no call, no call, tichu lost")
    one, two, three, four = (plate.name for plate in theme.plates()[:4])
    assert output[-2] == f"Score: {one} and {three} 155, {two} and {four} -55."


@pytest.mark.parametrize("word", ["end", "undo", "quit", "pass"])
def test_a_choice_that_is_called_like_a_command_can_be_told(word: str) -> None:
    text = f"""
name = "Cards"
players = [2, 2]
told = "turns"
passes = "all"
points = "card"
[[column]]
name = "card"
choices = [1, 2]
words = ["go on", "{word}"]
"""
    output = list(play(read_sheet(text.encode()), 2, [word, "go on"]))
    first, other = (plate.name for plate in theme.plates()[:2])
    assert f"Score: {first} 2, {other} 1." in output


def test_turns_are_told_in_their_order_until_somebody_is_out() -> None:
    output = played("darts_501", "180", "60", "180", "60", "142", "141", "quit", players=2)
    assert "That is a bust: enter 0" in output
    first, other = (plate.name for plate in theme.plates()[:2])
    assert output[-2] == f"Score: {first} 0, {other} 381."
    assert any(f"{first} wins" in line for line in output)
    assert "1 figure is needed, and these are 2." in played("darts_501", "180 60", "quit", players=2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1 2", "3 figures are needed, and these are 2."),
        ("a b c", "a: can't be used here; 0 to 1."),
        ("999999999999 1 1", "999999999999: can't be used here; 0 to 1."),
        ("-+1 1 1", "-+1: can't be used here; 0 to 1."),
        ("", "Type figures with spaces between; or: undo, end, quit."),
        ("undo", "Nothing to take back"),
        ("end", "No round or turn is over yet"),
    ],
)
def test_what_is_no_row_is_asked_for_again(line: str, says: str) -> None:
    output = played("wizard", line, "0 0 1")
    assert says in output
    assert any(line.startswith("Written down. Bid: ") for line in output)


def test_a_round_of_which_a_part_is_told_is_not_over() -> None:
    assert "No round or turn is over yet" in played("wizard", "0 0 1", "end", "quit")


def test_when_it_is_over_one_can_still_go_back() -> None:
    output = played("uno", "1", "0 600", "what", "undo", "quit", "never")
    assert output.count("undo, or quit.") >= 2
    assert "Round 1, Who is out" in output[-1]


@pytest.mark.parametrize("players", [5, 0])
def test_too_many_players_are_refused_and_none(players: int) -> None:
    output = refused("sheet", "--try", "tichu", "--players", players)
    assert f"players: {players} can't play Tichu; 4 can" in output


def test_a_player_whom_no_seat_has_is_asked_again() -> None:
    output = played("diamant", "9" * 5000, "quit")
    assert output[-1] == output[-3]


def test_of_a_name_that_no_sheet_has_all_names_are_said(tmp_path: Path) -> None:
    assert "no sheet is called 'tishu'; the sheets are: score_sheet, " in refused("sheet", "--try", "tishu")
    assert "No such file" in refused("sheet", "--try", tmp_path / "mine.toml")


def test_what_a_sheet_says_of_a_row_ends_as_all_that_is_wrong_does(tmp_path: Path) -> None:
    """On the screen the rule comes after it, and a full stop."""
    path = tmp_path / "mine.toml"
    check = '[[check]]\nthat = "p < 9"\nsays = "That is too much."\n'
    path.write_text(f'name = "Mine"\nplayers = [2, 4]\npoints = "p"\n[[column]]\nname = "p"\n{check}')
    assert "\nThat is too much\n" in run("sheet", "--try", path, stdin="1 9\n").output


def test_where_no_figure_can_stand_a_wrong_word_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "Mine"\nplayers = [2, 4]\npoints = "p"\n[[column]]\nname = "p"\nleast = "round"\nmost = 1\n'
    )
    output = run("sheet", "--try", path, stdin="1 1\nno\n").output
    assert "no: can't be used here" in output


@pytest.mark.parametrize("facts", CASES["sheet"].facts, ids=lambda facts: facts.sheet.name)
def test_every_refusal_has_a_sentence_of_its_own_without_a_hole(facts: Facts) -> None:
    case = CASES["sheet"]
    sentences = SheetSentences(SheetNames(facts, theme.plates()[: facts.players]))
    state: State = case.game.opening(facts)
    seen = 0
    for report in case.universe(state):
        ruling = case.game.judge(state, report)
        assert sentences.sentence_of(report)
        if isinstance(ruling, Refused):
            explained = sentences.explanation(ruling.violations)
            assert explained.title != CANT_BE
            assert explained.steps or ruling.violations[0].rule.startswith("match.")
            seen += 1
    assert seen > 0
    # A record of an older version lacks the details.
    for rule in {key.split()[0] for key in sentences.faults}:
        assert sentences.title(Violation(rule)) != CANT_BE


def test_a_sheet_with_a_clock_is_tried_with_seconds_that_are_written() -> None:
    written = ["start", "20", "pause", "undo", "x", "400", "quit"]
    output = list(play(shipped_sheet("chess_clock"), 2, iter(written)))
    assert "Fox, clock at 5:00: how many seconds (or: pause, lost)?" in output
    assert "x: seconds are a number such as 40." in output
    assert "The clock stands still: start?" in output
    # Owl thought for longer than its time.
    assert any("Owl" in line and "time is up" in line for line in output)
    assert output[-1] == "undo, or quit."


def test_a_player_passes_and_play_turns_round(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    head = 'name = "Mine"\nplayers = [2, 4]\npoints = "p"\ntold = "turns"\npasses = "all"\nreverses = true\n'
    file.write_text(head + '[[column]]\nname = "p"\n')
    fox, owl, bear = (plate.name for plate in theme.plates()[:3])
    output = run("sheet", "--try", file, "--players", 3, stdin="3\npass\nturn\n5\n4\nundo\nend\n").output
    assert "pass: the player whose turn it is sits out until the round is over." in output
    assert f"{owl} is left out until the round is over." in output
    assert "Play goes the other way round." in output
    # Bear turned the direction, so Fox comes after Bear, not Owl.
    assert f"Score: {fox} 7, {owl} 0, {bear} 5." in output
    assert f"The game is over: {bear} wins." in output
