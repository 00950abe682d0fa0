"""JSON, MessagePack and plain objects read into structs; all that reads into a type does it this way.

When msgspec first reads into a struct it notes the struct's fields, and another thread that reads into the
same one before all of them are noted ends the process (0.22.0: a null pointer in its C code). So they are
noted one struct after the other, under a lock, before anything is read.
"""

from functools import cache
from threading import Lock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

NOT_OURS = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
"""What reading JSON that somebody else wrote may raise."""

_noting = Lock()


@cache
def _noted(form: Any, kind: Any) -> Any:
    with _noting:
        return form.Decoder(kind)


@overload
def json_decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...
def json_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return what reads JSON into a type."""
    return _noted(msgspec.json, kind)  # type: ignore[no-any-return]


@overload
def msgpack_decoder(kind: type[T]) -> msgspec.msgpack.Decoder[T]: ...
@overload
def msgpack_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]: ...
def msgpack_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return what reads MessagePack into a type."""
    return _noted(msgspec.msgpack, kind)  # type: ignore[no-any-return]


def from_json(text: bytes | str, kind: type[T]) -> T:
    """Read JSON into a type; msgspec.DecodeError for what is none of it."""
    return json_decoder(kind).decode(text)


def from_msgpack(data: bytes, kind: type[T]) -> T:
    """Read MessagePack into a type; msgspec.DecodeError for what is none of it."""
    return msgpack_decoder(kind).decode(data)


def converted(value: object, kind: type[T], *, from_attributes: bool = False) -> T:
    """Return a value as one of a type; msgspec.ValidationError where it is none."""
    json_decoder(kind)
    return msgspec.convert(value, kind, from_attributes=from_attributes)
