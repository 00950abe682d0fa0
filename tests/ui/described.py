"""A match to enter reports in, with its words, for tests of a table's sentences."""

from typing import Any, get_args

from companion.clock import WallTime
from companion.game import Refused
from companion.journal import Entry, MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from ui.games.registry import FACES
from ui.stage import theme
from ui.table.presenting import GameSpecific


class DescribedMatch:
    """A match of Fox, Owl and others. While the game holds, a game's report first puts the table right."""

    def __init__(self, game: str, facts: GameSpecific) -> None:
        face, plates = FACES[game](), theme.plates()[: facts.players]
        self.match: Match[Any, Any, Any, Any]
        self.match = Match.begin(face.game, facts, MatchHeader("m", game, plates), WallTime(0))
        self.words: Any = face.presenter(facts, plates)

    @property
    def state(self) -> GameSpecific:
        return self.match.state

    @property
    def view(self) -> GameSpecific:
        return self.match.game.view(self.state, None)

    def enter(self, *reports: GameSpecific) -> Entry[Any, Any, Any]:
        """Enter reports, of the game or of the match; return the last entry."""
        for report in reports:
            if self.match.hold is not None and isinstance(report, get_args(self.match.game.report_type)):
                self.match.submit(PutRight(), seen=self.match.length, at=WallTime(0))
            answer = self.match.submit(report, seen=self.match.length, at=WallTime(0))
            assert answer.entry is not None or isinstance(answer.ruling, Refused), (report, answer.ruling)
        return self.match.entries[-1]

    def describe(self, *reports: GameSpecific) -> tuple[str, ...]:
        return self.words.describe(self.enter(*reports))  # type: ignore[no-any-return]
