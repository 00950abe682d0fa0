"""Runs the command line as a person would: its output, its exit code, and never a traceback."""

from click.testing import CliRunner, Result

from ui.cli import main


def run(*args: object, stdin: str | bytes = "", code: int | None = None) -> Result:
    """Run a command; assert its exit code, if one is given."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    assert code is None or result.exit_code == code, result.output
    return result


def refused(*args: object, stdin: str | bytes = "") -> str:
    """Return the message of a command that is refused."""
    return run(*args, stdin=stdin, code=1).output
