"""Run all measurements and print one table."""

from tests.bench import (
    boards,
    book,
    club,
    field,
    latency,
    paths,
    phones,
    records,
    resume,
    sheets,
    shelf,
    voice,
    windows,
)
from tests.bench.measure import table


def main() -> None:
    match = records.long_match()
    rows = [records.replay(match), records.judging(match), *records.sequence_states(), *field.rows()]
    rows += paths.rows()
    rows += sheets.rows()
    rows += boards.rows()
    rows += latency.rows()
    rows += [
        *records.commits(),
        *resume.rows(),
        *book.rows(),
        *shelf.rows(),
        *voice.rows(),
        *phones.rows(),
        *club.rows(),
        records.memory(),
        *windows.rows(),
    ]
    print(table(rows))


if __name__ == "__main__":
    main()
