"""How Cryptid puts reports, events, faults and remedies into sentences that everybody may read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.game import Violation
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.game import Cryptid
from companion.games.cryptid.maps import COLUMNS, ROWS, Hex
from companion.games.cryptid.model import HexContents, Hue
from ui.games.cryptid import words
from ui.language.phrases import _
from ui.table.names import Names, listed, row_column
from ui.table.sentences import (
    ENDED,
    FIX_PLACE,
    NEXT,
    Sentences,
    Templates,
    Todo,
    Wording,
    named,
    place_of,
    value,
)

# Pieces in sentences.


def discs(hues: Iterable[Hue]) -> str:
    """Return discs as a list, such as "an orange disc and a blue disc"."""
    return listed([words.A_DISC[hue] for hue in hues])


PUT = _("{who} put {a_cube} on {at}.")
ASKED = (_("{who} asked {of} about {at}."), _("{who} asked about {at}."))
SEARCHED = (_("{who} searched {at}, and put down {laid}."), _("{who} searched {at}."))
CORRECTED = _("{who}'s {hue} piece on {at} was wrong: changed, and the old one is on {moved}.")
NO_SPACE = _("{who} has no space left for a cube.")

ALLOWS = _("Your {hue} clue allows {where}: no {hue} cube goes there")
ALLOWS_CUBE = _("Your {hue} clue allows {where}: choose another space")
FORBIDS = _("Your {hue} clue forbids {where}: no {hue} disc goes there")
HAS_CUBE = _("{where} has a cube: nothing more goes there")


def not_now(why: str) -> Wording:
    """Return how to word a report that comes too early: who must act first, or `why` it isn't possible."""

    def wording(fault: Violation) -> Templates:
        awaited = value(fault, "awaited")
        if awaited == "answering":
            return _("First {turn} answers"), why
        if awaited in ("sharing", "paying"):
            return _("First {turn} puts a cube down"), why
        return why if value(fault, "turn") == fault.seat else (_("It is {turn}'s turn"), why)

    return wording


TEMPLATES: dict[type[Any], Wording] = {
    r.PlaceCube: PUT,
    r.Ask: ASKED,
    r.Search: SEARCHED,
    r.GiveAnswer: (_("{who} answered with {answer}."), _("{who} answered with {own_discs}.")),
    r.CorrectPiece: CORRECTED,
    r.NoSpace: NO_SPACE,
    r.GiveUp: words.ALL_GAVE_UP,
    e.CubeShared: PUT,
    e.CubeAnswered: PUT,
    e.CubePaid: PUT,
    e.Asked: ASKED,
    e.Searched: SEARCHED,
    e.DiscsAnswered: (_("{who} put {discs} on {at}."), _("{who}'s answer lies on {at} already.")),
    e.PieceCorrected: CORRECTED,
    e.QuestionFell: _("There is a cube on {at} now: {who} asks or searches again."),
    e.CubeWaived: NO_SPACE,
    e.GivenUp: words.ALL_GAVE_UP,
    e.TurnPassed: NEXT,
    e.Ended: (ENDED[0], words.NOBODY_WON_SENTENCE),
}

FAULTS: dict[str, Wording] = {
    "clue": FORBIDS,
    "cr.setup": (_("{Hue} isn't one of {who}'s colours"), _("That isn't one of your colours")),
    "cr.one-clue": (_("{Hue} isn't {who}'s colour"), _("That isn't your colour")),
    "cr.truth": _("Your clue doesn't say that"),
    "cr.truth clue": ALLOWS_CUBE,
    "cr.one-cube": (HAS_CUBE, _("There is a cube already")),
    "cr.dead-space": (HAS_CUBE, _("Nothing more happens on a space with a cube")),
    "cr.one-own asked": _("There is nothing to ask about {where}: a disc of {asked} lies there"),
    "cr.one-own": (
        _("{where} has a piece of that colour already"),
        _("There is a piece of that colour already"),
    ),
    "cr.turn": not_now(_("That can't be done now")),
    "cr.clockwise": not_now(_("That can't be done now")),
    "cr.sharing": not_now(_("First all of you put two cubes down")),
    "cr.ask": _("Say whom you ask: one of the others"),
    "cr.penalty": not_now(_("First put a cube down: you owe one this turn")),
    "cr.answer-both": (
        _("There is nothing to ask about {where}: a disc lies there already"),
        _("Both discs lie there already"),
    ),
    "cr.answer-both clue": _("One of your clues forbids {where}: no discs go there"),
    "cr.answer-both closed": _("{where} can't be asked about: a disc of {asked} lies there"),
    "cr.answer-both both": _("There is nothing to ask about {where}: both discs of {asked} lie there"),
    "cr.answer-one": _("Your clue doesn't say that"),
    "cr.answer-one clue": ALLOWS,
    "cr.answer": _("Your clue doesn't say that"),
    "cr.answer clue": (ALLOWS, _("Your clue forbids {where}: no disc goes there")),
    "cr.search": _("A search puts its discs on the searched space"),
    "cr.search-two-own": _("Both your discs are there already: put both on other spaces"),
    "cr.search-one-own": _("Your disc is there already: put one on another space"),
    "cr.search-own": _("Your disc is there already: put one on another space"),
    "cr.legal-disc": (_("{where} has a cube: no disc goes there"), _("No disc goes on a space with a cube")),
    "cr.no-disc": _("There is a space for a disc"),
    "cr.no-disc clue": (
        _("Your {hue} clue allows {where}: a disc can go there"),
        _("There is a space for a disc"),
    ),
    "cr.one-cube-or-two-discs": _("A search takes one disc of each of your colours"),
    "cr.one-piece": _("A search takes one disc of your colour"),
    "cr.no-space": (
        _("Your {hue} clue forbids {where}: a cube can go there"),
        _("There is a space for a cube"),
    ),
    "cr.give-up": _("All of you must agree"),
    "cr.mistake": _("That piece can't be changed"),
    "cr.mistake asked": _("The answer for {where} comes first: no cube is moved there"),
}

ACTS: dict[str, Todo] = {
    "pieces": FIX_PLACE,
    "take_off": (_("Take the {hue} piece off {where} ({place})."), _("Take the {hue} piece back.")),
    "think_again": _("Think again, and choose another one."),
}


class CryptidSentences(Sentences):
    """The sentences of one match of Cryptid."""

    catalogue = Cryptid.catalogue
    began = words.BEGAN
    templates, faults, acts = TEMPLATES, FAULTS, ACTS

    def __init__(self, naming: Names, *, one_clue: bool = False) -> None:
        super().__init__(naming)
        self.fields |= {
            "at": lambda subject: words.space(subject.at),
            "moved": lambda subject: words.space(subject.to),
            "laid": searched_discs,
            "discs": lambda answered: discs(answered.hues),
            "hue": named(words.HUES, "hue"),
            "a_cube": named(words.A_CUBE, "hue"),
            "answer": named(words.A_CUBE, "cube"),
            "where": lambda subject: words.space(at) if (at := hex_of(subject)) is not None else "",
            "place": lambda subject: row_column(at) if (at := hex_of(subject)) is not None else "",
            "of": self.seat("of"),
            "own_discs": lambda _answer: _("a disc") if one_clue else _("discs"),
            "asked": self._asked,
            "old": lambda step: pieces(step, "actual", "wanted", words.THE_DISC, words.THE_CUBE),
            "new": lambda step: pieces(step, "wanted", "actual", words.A_DISC, words.A_CUBE),
        }

    def _asked(self, fault: Violation) -> str:
        """Return who is asked; records of earlier versions, which had two players only, left it out."""
        seat = value(fault, "asked")
        if seat is None and fault.seat is not None:
            seat = 1 - fault.seat
        return self._naming.known(seat)

    def sentences_of(self, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
        """Return a sentence for each event."""
        return tuple(map(self.sentence_of, events))


def searched_discs(searched: r.Search | e.Searched) -> str:
    """Return the discs of a search, and the spaces of those that aren't on the searched space."""
    return listed(
        [
            words.A_DISC[disc.hue]
            if disc.at == searched.at
            else _("{disc} on {where}").format(disc=words.A_DISC[disc.hue], where=words.space(disc.at))
            for disc in searched.discs
        ]
    )


def pieces(step: Any, kind: str, other: str, disc: Mapping[Hue, str], cube: Mapping[Hue, str]) -> str:
    """Return the pieces that a step's `kind` has and `other` lacks; these are "actual" and "wanted"."""
    put = Cryptid().put(step)
    contents, others = (getattr(put, name, None) or HexContents() for name in (kind, other))
    cubes = [cube[contents.cube]] if contents.cube is not None and contents.cube != others.cube else []
    return listed([*(disc[hue] for hue in contents.discs if hue not in others.discs), *cubes])


def hex_of(subject: Any) -> Hex | None:
    """Return the space that a fault or step is about, None if there is none."""
    return place_of(subject, Hex, ROWS, COLUMNS)
