"""The report of a run: one HTML file that needs nothing else, its first line saying what was simulated.

`python -m hardware.lab.report lab.html.jsonl again.html` computes it again from the trials; into a file that
ends in .svg, the curve alone.
"""

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

import msgspec

from hardware.lab.curve_picture import DIM, GROUND, LINE, TEXT, picture
from hardware.lab.figures import Figures, figures
from hardware.lab.telling import TextTable, tables, verdict
from hardware.lab.trials import Setting, loads

STYLE = (
    f"body{{background:{GROUND};color:{TEXT};font:16px/1.5 sans-serif;"
    "max-width:60rem;margin:2rem auto;padding:0 1rem}"
    f"td,th{{padding:.15rem .7rem;text-align:right;border-bottom:1px solid {LINE};font-weight:normal}}"
    f"td:first-child,th:first-child{{text-align:left}}th,small{{color:{DIM}}}table{{border-collapse:collapse}}"
    ".stands-for{font-size:1.2rem;border-left:4px solid #009E73;padding-left:1rem}"
)

READING = (
    "Most trials pressed two buttons a known time apart. The curve shows how often the two stamps stood in "
    "the wrong order (alike counts as wrong). The dashed line is what the fitted sigma predicts for normal "
    "errors; points above it are the tail. Dead heats, voids and lost presses are counted by themselves. "
    "Trials in which switches bounce, brush or chatter, or the referee stalls, have a table of their own."
)


def page(setting: Setting, found: Figures, trials_file: str = "") -> str:
    """Return the report; `trials_file` names the JSON lines that lie beside it."""
    return document(
        setting,
        "Timing laboratory",
        [
            "<h2>Verdict</h2>",
            *sentences(verdict(setting, found)),
            "<h2>The curve</h2>",
            f"<p>{escape(READING)}</p>",
            picture(found, float(setting.band), setting.stands_for),
            *(part for table in tables(setting, found) for part in drawn(table)),
            *([f"<p>All trials, one a line: {escape(trials_file)}</p>"] if trials_file else []),
        ],
    )


def document(setting: Setting, title: str, body: Sequence[str]) -> str:
    """Return an HTML page about a run: what it stands for, the machine, then `body`."""
    first = escape(setting.stands_for)
    about = ", ".join(
        part
        for part in (
            setting.machine,
            f"kernel {setting.kernel}",
            f"stamped by {setting.factory} ({setting.quality.value})",
            f"seed {setting.seed}",
            setting.date,
        )
        if part
    )
    return "\n".join(
        [
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{first}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>',
            f'<p class="stands-for">{first}</p>',
            f"<h1>{escape(title)}</h1>",
            f"<p><small>{escape(about)}</small></p>",
            *body,
            "</html>\n",
        ]
    )


def sentences(words: Sequence[str]) -> Iterator[str]:
    """Yield a list of sentences."""
    yield "<ul>"
    for sentence in words:
        yield f"<li>{escape(sentence)}</li>"
    yield "</ul>"


def drawn(table: TextTable) -> Iterator[str]:
    """Yield a table with its title; nothing for one without rows."""
    if not table.rows:
        return
    yield f"<h2>{escape(table.title)}</h2>"
    yield "<table>"
    if any(table.head):
        yield "<tr>" + "".join(f"<th>{escape(name)}</th>" for name in table.head) + "</tr>"
    for row in table.rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</table>"


def main(arguments: list[str]) -> None:
    """Make a report, or a picture, out of trials; SystemExit with a sentence where that can't be done."""
    match arguments:
        case [trials, made]:
            try:
                setting, results = loads(Path(trials).read_bytes())
                found = figures(setting, results)
                text = page(setting, found, Path(trials).name)
                if made.endswith(".svg"):
                    text = picture(found, float(setting.band), setting.stands_for) + "\n"
                Path(made).write_text(text, encoding="utf-8")
            except OSError as error:
                raise SystemExit(str(error)) from error
            except (msgspec.DecodeError, ValueError) as error:
                raise SystemExit(f"{trials}: these are no trials of the laboratory ({error})") from error
        case _:
            raise SystemExit("usage: python -m hardware.lab.report TRIALS.jsonl REPORT.html|CURVE.svg")


if __name__ == "__main__":
    main(sys.argv[1:])
