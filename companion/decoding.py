"""Decodes JSON, MessagePack and plain objects into structs; all typed decoding must go through here.

msgspec (0.22.0) collects a struct's fields when it first decodes one, and crashes the process (a null pointer
in its C code) if another thread decodes the same struct meanwhile. So decoders are made under a lock, before
anything is decoded.
"""

from functools import cache
from threading import Lock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

NOT_OURS = (msgspec.DecodeError, RecursionError, UnicodeError)
"""What decoding JSON from outside may raise."""

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
    """Return a cached JSON decoder for a type."""
    return _noted(msgspec.json, kind)  # type: ignore[no-any-return]


@overload
def msgpack_decoder(kind: type[T]) -> msgspec.msgpack.Decoder[T]: ...
@overload
def msgpack_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]: ...
def msgpack_decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return a cached MessagePack decoder for a type."""
    return _noted(msgspec.msgpack, kind)  # type: ignore[no-any-return]


def from_json(text: bytes | str, kind: type[T]) -> T:
    """Decode JSON as `kind`. Raises msgspec.DecodeError if it isn't that; see NOT_OURS."""
    return json_decoder(kind).decode(text)


def from_msgpack(data: bytes, kind: type[T]) -> T:
    """Decode MessagePack as `kind`. Raises msgspec.DecodeError if it isn't that."""
    return msgpack_decoder(kind).decode(data)


def converted(value: object, kind: type[T], *, from_attributes: bool = False) -> T:
    """Convert a value to `kind`. Raises msgspec.ValidationError if it doesn't fit."""
    json_decoder(kind)
    return msgspec.convert(value, kind, from_attributes=from_attributes)
