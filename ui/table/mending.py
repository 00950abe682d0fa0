"""A refusal that rests on earlier entries: which they are, and what each may have been. Pure."""

from typing import Any

from companion.journal import Faulted
from companion.match_reports import Replace
from ui import words
from ui.table.presenting import Choice, Mending, Presenter
from ui.table.session import AnyAnswer, Session


def offers(session: Session, presenter: Presenter, refused: AnyAnswer) -> tuple[str, list[Choice]]:
    """Return what is wrong, and a choice for each entry that a refusal rests on, if it rests on any.

    A choice's report is a pair: the correction, and the report that was refused, to be told once more. None:
    there is no correction that would help.
    """
    body = None if refused.entry is None else refused.entry.body
    if not isinstance(presenter, Mending) or not isinstance(body, Faulted):
        return "", []
    choices = []
    found = session.mends(body.report, body.violations)
    # Of one entry that nothing is known to have been instead of, a sentence says as much as a sheet.
    for mend in found if len(found) > 1 or any(mend.report is not None for mend in found) else ():
        reads = presenter.told(session.position(mend.entry))[0]
        told: tuple[Any, Any] | None = None
        title = words.entry(mend.entry)
        if mend.report is not None:
            title = words.entry_was(mend.entry, presenter.instead(mend.report))
            told = Replace(mend.entry, mend.report), body.report
        choices.append(Choice(title, reads, told))
    return presenter.explain(body.violations[:1]).title, choices


def against(session: Session, presenter: Presenter, refused: AnyAnswer) -> str:
    """Return the sentence of the entry that a report contradicts, where nothing else is wrong with it."""
    body = None if refused.entry is None else refused.entry.body
    if not isinstance(body, Faulted) or len(body.violations) > 1:
        return ""
    for mend in session.mends(body.report, body.violations):
        return words.entry_says(mend.entry, presenter.told(session.position(mend.entry))[0])
    return ""
