"""The command line as a person types it: what it prints, how it ends, and never a traceback."""

from click.testing import CliRunner, Result

from ui.cli import main


def run(*args: object, stdin: str | bytes = "", code: int | None = None) -> Result:
    """Run a command; see that it ends with this exit code, where one is given."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    assert code is None or result.exit_code == code, result.output
    return result


def refused(*args: object, stdin: str | bytes = "") -> str:
    """Return what is said of a command that is refused."""
    return run(*args, stdin=stdin, code=1).output
