"""Error messages, and those before the app stops: the error's kind and place, and no values."""

import signal
from pathlib import Path

import pytest

from tests.ui.rig import python
from ui.appliance import crash_message
from ui.appliance.crash_message import MOST, LastWords

SECRET = "near_terrain swamp"


def fails() -> None:
    raise KeyError(SECRET)


def two_errors() -> Exception:
    """Return an error raised from another one."""
    try:
        try:
            fails()
        except KeyError as error:
            raise ValueError(f"no clue {error}") from error
    except ValueError as error:
        return error
    raise AssertionError


def test_the_course_has_all_causes_in_their_order_and_no_value() -> None:
    course = crash_message.course(two_errors())
    assert course.index("in fails") < course.index("KeyError") < course.index("\nValueError")
    assert SECRET not in course


def test_what_was_never_raised_happened_nowhere_and_none_hides_a_cause() -> None:
    assert crash_message.spot(KeyError(SECRET)) is None
    assert crash_message.course(KeyError(SECRET)) == "KeyError"
    error = two_errors()
    error.__cause__, error.__suppress_context__ = None, True
    assert "KeyError" not in crash_message.course(error).splitlines()


@pytest.mark.parametrize(("file", "told"), [
    ("/home/pi/.venv/lib/python3.13/site-packages/kivy/clock.py", "kivy/clock.py"),
    (str(crash_message.ROOT / ".venv/lib/python3.13/site-packages/kivy/clock.py"), "kivy/clock.py"),
    (str(crash_message.ROOT / "ui/main/frame.py"), "ui/main/frame.py"),
    ("/usr/lib/python3.13/random.py", "/usr/lib/python3.13/random.py"),
])  # fmt: skip
def test_a_file_is_named_as_in_the_program_or_its_library(file: str, told: str) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        # The only way to raise an error in such a file.
        exec(compile("\n1 / 0", file, "exec"))
    assert crash_message.spot(raised.value) == crash_message.FileSpot(told, 2)


HANGS = """
import sys, os
from pathlib import Path
from ui.appliance.crash_message import LastWords
def hangs_here(secret):
    os.abort()
words = LastWords(Path(sys.argv[1]))
words.listen()
hangs_here("swamp")
"""

RAISES = """
import sys, threading
from ui.appliance.crash_message import say_no_values
say_no_values()
class Lost:
    def __del__(self):
        raise IndexError(sys.argv[1])
def raises_here(kind):
    raise kind(sys.argv[1])
Lost()
thread = threading.Thread(target=raises_here, args=(LookupError,))
thread.start()
thread.join()
raises_here(KeyError)
"""


def test_what_ends_a_thread_or_the_program_is_told_to_the_journal_without_its_values() -> None:
    ended = python("-c", RAISES, "swamp")
    assert ended.returncode == 1
    kinds = [line for line in ended.stderr.splitlines() if not line.startswith(" ")]
    assert kinds == ["IndexError", "LookupError", "KeyError"]
    assert "in raises_here" in ended.stderr
    assert "swamp" not in ended.stderr


def test_an_error_is_written_without_its_values(tmp_path: Path) -> None:
    path = tmp_path / "state" / "last_words.txt"
    words = LastWords(path)
    assert words.before == ""
    words.listen()
    try:
        raise ValueError("near_terrain swamp")
    except ValueError as error:
        words.say(error)
    words.close()
    said = LastWords(path).before
    assert "ValueError" in said
    assert "test_crash_message.py" in said
    assert "swamp" not in said.replace('raise ValueError("near_terrain swamp")', "")


def test_a_disk_that_takes_nothing_hides_no_error(tmp_path: Path) -> None:
    path = tmp_path / "last_words.txt"
    words = LastWords(path)
    path.symlink_to("/dev/full")
    words.listen()
    words.say(ValueError())
    words.close()
    (tmp_path / "file").touch()
    words = LastWords(tmp_path / "file" / "last_words.txt")
    words.listen()
    words.say(ValueError())
    words.close()
    assert words.before == ""


def test_python_writes_where_the_program_cannot_any_more(tmp_path: Path) -> None:
    path = tmp_path / "last_words.txt"
    assert python("-c", HANGS, str(path)).returncode == -signal.SIGABRT
    said = LastWords(path).before
    assert "Aborted" in said
    assert "hangs_here" in said
    assert "swamp" not in said


def test_listening_anew_forgets_the_words_before(tmp_path: Path) -> None:
    path = tmp_path / "last_words.txt"
    path.write_text("x" * (MOST + 5))
    words = LastWords(path)
    assert len(words.before) == MOST
    words.listen()
    words.close()
    assert LastWords(path).before == ""
