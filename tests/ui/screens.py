"""What a table's screen says and what its pads tell, as claims of plays: see `tests.games.plays`.

A claim may begin with what is pending: "ADD > banner Fox plays ADD / put a chip on any open space". A pad or
a tap means a report, "enter" and the subject of a dialog, "begin" and what is pending then, or "-".
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.game import Seat
from ui.table.presenting import Begin, Choice, Enter, Explanation, by_button


class Screens(Struct, frozen=True):
    """A game's words on its screen.

    `presenter` returns them for a state; `report` is that of the game's `Script`; `pending` and `place` read
    what is pending, and a spot on the board.
    """

    game: Any
    presenter: Callable[[Any], Any]
    report: Callable[[Any, str], Any]
    place: Callable[[str], Any]
    pending: Callable[[str], Any] = lambda text: None

    def holds(self, state: Any, _events: object, claim: str) -> bool:
        """Return whether the screen says something about a position."""
        aim, arrow, rest = claim.partition(" > ")
        pending = self.pending(aim) if arrow else None
        view, presenter = self.game.view(state, None), self.presenter(state)
        dialog, routine = presenter.dialog(view), presenter.routine(view, pending)
        what, _, rest = (rest if arrow else claim).partition(" ")
        offered = routine if dialog is None else dialog.choices
        if what.startswith("menu-"):
            offered, what = presenter.referee_menu(view), what.removeprefix("menu-")
        thing, _, wanted = rest.partition(" = ")
        titles = [choice.title for choice in offered]
        named = [f"{choice.title} ~ {choice.subtitle}".strip() for choice in offered]
        reports = [choice.report for choice in offered if choice.title == thing]
        match what:
            case "banner" | "of":
                banner = presenter.banner(view, pending)
                said = f"{banner.title} / {banner.subtitle}".strip()
                return said == rest.strip() if what == "banner" else str(banner.seat) == rest
            case "title" | "small" | "question" | "exact":
                return bool(getattr(dialog, {"small": "subtitle"}.get(what, what)) == rest)
            case "no":
                finish = None if dialog is None else dialog.finish
                return not {"dialog": dialog, "routine": routine, "finish": finish}[rest]
            case "pads":
                return ", ".join(titles) == rest
            case "pad":
                return rest in (*named, *titles)
            case "no-pad":
                return rest not in titles
            case "first":
                return named[0] == rest
            case "large":
                return [choice.title for choice in offered if choice.primary] == [rest]
            case "live" | "dead":
                return [choice.live for choice in offered if choice.title == rest] == [what == "live"]
            case "tells":
                return self._meant(state, wanted) in reports
            case "whose":
                asked = (f"{choice.title} ~ {choice.subtitle}" for choice in _answers(reports))
                return ", ".join(asked).strip().startswith(wanted)
            case "answers":
                return [choice.report for choice in _answers(reports)] == [
                    self.report(state, answer) for answer in wanted.split(", ")
                ]
            case "button":
                return bool(by_button(routine) == self._meant(state, rest))
            case "tap":
                meant = presenter.tapped(view, pending, self.place(thing))
                return bool(meant == self._meant(state, wanted))
        raise ValueError(claim)

    def refused(self, state: Any, refusal: Any) -> set[str]:
        """Return what the screen says about a refusal: its title, each step, and all.

        Steps include further faults. A semicolon would end a claim, so it is a comma there.
        """
        told: Explanation = self.presenter(state).explain(refusal.violations)
        every = (*told.also, *told.steps)
        said = {f"title {told.title}", *(f"step {step}" for step in every), f"steps {' '.join(every)}"}
        return {text.replace(";", ",") for text in said}

    def _meant(self, state: Any, text: str) -> Any:
        kind, _, rest = text.partition(" ")
        match kind:
            case "-":
                return None
            case "enter":
                return Enter(Seat(int(rest)) if rest.isdecimal() else rest)
            case "begin":
                return Begin(self.pending(rest))
        return self.report(state, text)


def _answers(reports: list[Any]) -> tuple[Choice, ...]:
    """Return the answers to the enquiry that a pad leads to."""
    choices: tuple[Choice, ...] = reports[0].subject.choices
    return choices
