"""Two threads may read into the same struct for the first time at once."""

import subprocess
import sys

RACE = """
import sys, threading
from enum import StrEnum
from typing import Annotated, NewType
from msgspec import Meta, Struct
from companion.decoding import converted, from_json, from_msgpack

sys.setswitchinterval(1e-6)
PersonId = NewType("PersonId", str)

def read(kind, begin, way):
    begin.wait()
    if way == "json":
        assert from_json(b'{"id": "a", "colour": "red"}', kind).id == "a"
    elif way == "msgpack":
        assert from_msgpack(b"\\x82\\xa2id\\xa1a\\xa6colour\\xa3red", kind).id == "a"
    else:
        assert converted({"id": "a", "colour": "red"}, kind).id == "a"

for n in range(300):
    class Colour(StrEnum):
        RED = "red"

    class Person(Struct):
        id: PersonId
        colour: Colour
        name: Annotated[str, Meta(max_length=24)] = ""
        seats: tuple[int, ...] = ()

    begin = threading.Barrier(2)
    ways = ("json", ("json", "msgpack", "plain")[n % 3])
    threads = [threading.Thread(target=read, args=(Person, begin, way)) for way in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""
"""With msgspec alone this crashes after a few turns with a null pointer."""


def test_two_threads_may_be_the_first_to_read_into_a_struct() -> None:
    done = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
