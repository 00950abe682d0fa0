"""Ids of matches that are kept beside another of the same id. None tells anything that the table may not see.

Such an id is made of the old one and the checksum of the record *as it may leave the table*. Earlier versions
took the checksum of the whole record, which runs over its secrets: whoever has the rest of the record could
try one secret after the other against it. Those ids stay in the store, and are changed in what is exported.
"""

import re
from collections.abc import Iterator
from itertools import count

_BASE = 60
"""Letters that are kept of the old id: with a checksum behind it, it is still a short one."""

_TELLING = re.compile(r"-[0-9a-f]{8}(?![0-9a-f]).*", re.DOTALL)
"""What earlier versions added: `-` and eight digits of the checksum. An id that is drawn has no such part."""


def tells(match: str) -> bool:
    """Tell whether an id may hold the checksum of a whole record."""
    return _TELLING.search(match) is not None


def beside(match: str, public: int) -> Iterator[str]:
    """Yield ids for a record that is kept beside `match`; `public` is the checksum of its export.

    There are several, for records that differ in their secrets alone.
    """
    base = f"{_TELLING.sub('', match)[:_BASE]}.{public:08x}"
    yield base
    yield from (f"{base}.{number}" for number in count(2))


def of_earlier_versions(match: str, whole: int) -> str:
    """Return the id that earlier versions gave; `whole` is the checksum of the record with its secrets.

    It is for recognizing what they have kept, and is given to nothing any more.
    """
    return f"{match[:_BASE]}-{whole:08x}"
