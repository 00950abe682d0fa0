"""How presses of buttons become reports of a sheet with grabs, and the screen's words for them. Pure."""

from msgspec.structs import replace

from companion.game import Seat
from companion.games.sheet import reports as r
from companion.games.sheet.view import View
from companion.grab import Touch
from ui.games.sheet import words
from ui.games.sheet.sentences import SheetNames
from ui.table.buttons import Seized, Voided
from ui.table.grabbed import by_how_much, exactness, finish, grab_of, with_touches
from ui.table.names import listed
from ui.table.presenting import Banner, Choice, Dialog


class SheetGrabs:
    """Grabs on sheets that have them."""

    def button_of(self, players: int) -> list[int]:
        """Return the player of each button: everybody has one."""
        return list(range(players))

    def open_to_grabs(self, view: View) -> tuple[Seat, ...]:
        """Return the seats that may press: none twice in a question, and after a dead heat only its seats."""
        return view.may_grab

    def grabbed(self, news: Seized) -> r.TellGrab:
        """Return the report of whose hand was first; hands that were already there don't count."""
        return r.TellGrab(grab_of(news))

    def voided(self, news: Voided) -> r.VoidGrab:
        """Return the report that nobody can tell who was first."""
        return r.VoidGrab(news.reason)

    def pictured(self, view: View, touches: tuple[Touch, ...]) -> View:
        """Return the view with all presses in its newest grab, for the report of a wrong answer."""
        grab = view.hands.grab
        if grab is None:
            return view
        return replace(view, hands=replace(view.hands, grab=with_touches(grab, touches)))


def grab_banner(names: SheetNames, view: View, number: str) -> Banner:
    """Return whose hands the table waits for, or who must answer."""
    hands, grab = view.hands, view.sheet.grab
    assert grab is not None
    if hands.answering is not None:
        return Banner(hands.answering, words.answers(names.subject(hands.answering)), number)
    others = [Seat(seat) for seat in range(len(view.team_of)) if seat not in view.may_grab]
    if not others:
        title = words.PRESS_AGAIN if hands.void else words.RING if grab.kind == "bell" else words.BUZZ
    elif len(view.may_grab) <= len(others):
        title = words.only(listed(names.subjects(view.may_grab)))
    else:
        title = words.all_but(listed(names.subjects(others)))
    return Banner(None, title, number)


def verdict(names: SheetNames, view: View) -> Dialog | None:
    """Return the question whether the answer was right; None while nobody has to answer."""
    hands, answering = view.hands, view.hands.answering
    if answering is None or hands.grab is None or view.settled:
        return None
    grab = hands.grab
    first = grab.first == (answering,)
    notes = dict.fromkeys(hands.wrong, words.WAS_WRONG) | {answering: words.ANSWERS}
    # The first verdict on a grab fixes the order behind it, so it is reported with all presses so far.
    fresh = not {touch.seat for touch in grab.touches} & set(hands.wrong)
    goes_on = grab_goes_on(view)
    return Dialog(
        words.was_first(names.subject(answering)) if first else words.answers(names.subject(answering)),
        by_how_much(grab, names.subject) if first else "",
        exact=exactness(grab),
        winners=(answering,),
        finish=finish(grab, lambda touch: notes.get(touch.seat, "")),
        question=words.WAS_RIGHT,
        choices=(
            Choice(words.RIGHT, words.RIGHT_HINT, r.CallRight(), primary=True),
            Choice(
                words.WRONG,
                words.WRONG_HINT if goes_on else words.RIGHT_HINT,
                r.CallWrong(grab.touches if fresh and goes_on else ()),
            ),
        ),
    )


def grab_goes_on(view: View) -> bool:
    """Return whether others may answer in this round after a wrong answer."""
    assert view.sheet.grab is not None
    answered = {view.team_of[seat] for seat in (*view.hands.wrong, *view.hands.order[0])}
    return view.sheet.grab.kind == "buzzer" and len(answered) < len(set(view.team_of))
