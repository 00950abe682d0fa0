"""The pytest plugin that comes with every installed companion; it imports nothing until a game is named."""

from pathlib import Path

import pytest

OPTION = "--companion-game"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names games."""
    parser.getgroup("table-companion").addoption(
        OPTION,
        action="append",
        default=[],
        metavar="NAME",
        help="run what every game of the Table Companion must keep on this one; may be given several times",
    )


def pytest_configure(config: pytest.Config) -> None:
    """If games are named, collect the suite, instead of the current folder if no path is given.

    A worker of pytest-xdist gets its arguments from its controller.
    """
    suite = str(Path(__file__).with_name("suite.py"))
    if config.getoption(OPTION) and suite not in config.args:
        given = config.args if config.args_source is config.ArgsSource.ARGS else []
        config.args = [*given, suite]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test on every named game; raises UsageError for a game that isn't installed."""
    if metafunc.module.__name__ != "ui.contract.suite" or "case" not in metafunc.fixturenames:
        return
    from ui.contract.suite import case_of

    games = metafunc.config.getoption(OPTION)
    metafunc.parametrize("case", [case_of(game) for game in games], ids=games)
