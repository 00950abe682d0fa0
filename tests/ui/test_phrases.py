"""Phrases: filled in by position and by number, in the language of the moment when they are shown."""

from gettext import NullTranslations

import pytest

from companion.book import figures
from companion.clock import MILLISECOND
from tests.ui.desk import there
from ui.language import phrases, words
from ui.language.phrases import Phrase, phrase, plural
from ui.records import words as records_words


def test_a_phrase_is_filled_in_the_order_of_its_template_and_never_leaves_a_hole() -> None:
    takes = phrase("{who} takes {what} from {where}", str, str, str)
    assert takes("Fox", "a card", "the pot") == "Fox takes a card from the pot"
    stays = phrase("The name {into} stays; {one} is {into} now.", str, str)
    assert stays("Owl", "Wolf") == "The name Owl stays; Wolf is Owl now."
    with pytest.raises(ValueError, match="shorter"):
        stays("Fox")  # type: ignore[call-arg]
    several = plural("{who} takes {n} card", "{who} takes {n} cards", str, int)
    said = [several("Fox", count) for count in (0, 1, 2)]
    assert said == ["Fox takes 0 cards", "Fox takes 1 card", "Fox takes 2 cards"]


def test_a_phrase_is_translated_when_said_and_keeps_its_template(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = plural("{n} card", "{n} cards")
    plays = phrase("{who} plays a flip card")
    german = NullTranslations()
    monkeypatch.setattr(german, "gettext", {"{who} plays a flip card": "Eine Wendekarte von {who}"}.get)
    monkeypatch.setattr(german, "ngettext", lambda one, several, n: "{n} Karte" if n == 1 else "{n} Karten")
    monkeypatch.setattr(phrases, "_language", german)
    assert (plays("Fuchs"), cards(1), cards(3)) == ("Eine Wendekarte von Fuchs", "1 Karte", "3 Karten")
    templates = (plays.template, cards.template, cards.several)
    assert templates == ("{who} plays a flip card", "{n} card", "{n} cards")


@pytest.mark.parametrize("kinds", [(), (str,), (str, int, int)])
def test_a_template_whose_fields_are_miscounted_is_refused_at_once(kinds: tuple[type, ...]) -> None:
    with pytest.raises(ValueError, match="2 fields"):
        Phrase("{who} takes {n} cards", "", kinds)


@pytest.mark.parametrize(
    ("milliseconds", "said"),
    [
        (6.2, "Closest grab: Ada, by 6 thousandths of a second."),
        (1.0, "Closest grab: Ada, by 1 thousandth of a second."),
        (0.3, "Closest grab: Ada, by less than a thousandth of a second."),
    ],
)
def test_the_closest_grab_is_told_in_words_that_are_told_next_day(milliseconds: float, said: str) -> None:
    assert words.closest_duel("Ada", round(milliseconds * MILLISECOND)) == said


@pytest.mark.parametrize(
    ("won", "duels", "said"),
    [
        (True, (12.3, 40.0, 0.84), "usually won by 12 ms, the closest of 3 by 0.84 ms"),
        (False, (12.3, 40.0, 9.0), "usually lost by 12 ms, the closest of 3 by 9 ms"),
        (True, (12.3,), "won by 12 ms, one duel"),
        (False, (12.3,), "lost by 12 ms, one duel"),
    ],
)
def test_the_book_says_by_how_much_somebody_wins_and_loses(
    won: bool, duels: tuple[float, ...], said: str
) -> None:
    spread = figures.spread(round(milliseconds * MILLISECOND) for milliseconds in duels)
    assert records_words.margins(there(spread), won=won) == said
