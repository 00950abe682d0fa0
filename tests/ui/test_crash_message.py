"""What is said of an error: its kind and where it happened, and nothing of what it says."""

import pytest

from tests.ui.desk import there
from ui.appliance import crash_message

SECRET = "near_terrain swamp"


def fails() -> None:
    raise KeyError(SECRET)


def two_errors() -> Exception:
    """Return an error that came of another one."""
    try:
        try:
            fails()
        except KeyError as error:
            raise ValueError(f"no clue {error}") from error
    except ValueError as error:
        return error
    raise AssertionError


def test_kind_and_place_are_told() -> None:
    error = two_errors()
    assert crash_message.kind(error) == "ValueError"
    at = there(crash_message.spot(error))
    assert at.file == "tests/ui/test_crash_message.py"
    assert at.line > 10


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


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("/home/pi/.venv/lib/python3.13/site-packages/kivy/clock.py", "kivy/clock.py"),
        (str(crash_message.ROOT / ".venv/lib/python3.13/site-packages/kivy/clock.py"), "kivy/clock.py"),
        (str(crash_message.ROOT / "ui/main/frame.py"), "ui/main/frame.py"),
        ("/usr/lib/python3.13/random.py", "/usr/lib/python3.13/random.py"),
    ],
)
def test_a_file_is_named_as_in_the_program_or_its_library(file: str, told: str) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        # The only way to have an error happen in such a file.
        exec(compile("\n1 / 0", file, "exec"))
    assert crash_message.spot(raised.value) == crash_message.FileSpot(told, 2)
