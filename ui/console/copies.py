"""`companion copy` and `companion restore`: all matches into a file, and out of one."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.errors import CompanionError, NotSaved
from companion.store import Store
from ui.storage import copying as words
from ui.storage.copying import CopyNews, Restoring, copy_to, with_sheets


def copy(target: Path, store: Path) -> CopyNews:
    """Copy the store into a new file, and the owner's sheets beside it, also while the app is running.

    CompanionError where there is no store, or the file can't be written.
    """
    with Store(store, reading=True) as kept:
        said = CopyNews(words.copied(copy_to(kept, target), str(target)))
    return with_sheets(said, target.parent)


@contextmanager
def _progress(count: int) -> Iterator[Callable[[int], object]]:
    """Show on a terminal how far it is: ten thousand matches take a minute."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=count, file=sys.stderr, label=words.TAKING_IN, show_pos=True) as bar:
        yield bar.update


def restore(source: Path, store: Path) -> tuple[str, bool]:
    """Take the matches of a copy into the store; return what is said, and whether all of them came in.

    CompanionError where the copy can't be read, or the store is in use.
    """
    restoring = Restoring(source)
    try:
        with Store(store) as kept, _progress(restoring.count) as taken:
            while restoring.left:
                before = len(restoring.left)
                restoring.step(kept)
                taken(before - len(restoring.left))
    except NotSaved as error:
        if not restoring.done:
            raise
        raise CompanionError(words.interrupted(str(error))) from error
    finally:
        restoring.close()
    return restoring.said.text, restoring.said.well
