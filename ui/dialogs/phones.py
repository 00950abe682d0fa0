"""Dialogs with codes for phones: one to watch a match, one to take its result along."""

from collections.abc import Callable

from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Drawing, Line, Part, Text, column, sides
from ui.phones.feed import Feed
from ui.stage import theme
from ui.stage.icons import MOST_IN_CODE, code_of

TOOLS_MM, BELOW_MM = 48.0, 74.0
"""Width of the tools next to the code, and their height below it."""


class PhonesPage(PartScreen):
    """Opens and closes a match's feed for phones; `show` sends them what the table shows now.

    `private`: the match has notes for single players, so there is a switch for those.
    """

    feed: Feed
    match: str
    show: Callable[[], None]
    private: bool = False

    def start(self) -> None:
        """Show the feed's news as they come."""
        self.feed.on_news = self.compose

    def part(self) -> Part:
        """Return what phones would see and the pad that opens the feed; or its code and watchers."""
        news = self.feed.news
        if not self.feed.shows(self.match):
            wrong = words.PHONES_WRONG.get(news.wrong, "")
            return column(
                Text(words.PHONES_ABOUT, theme.body, wraps=True, share=1, name="about"),
                *([Text(wrong, theme.body, bold=True, wraps=True, share=1, name="wrong")] if wrong else []),
                Button(
                    words.PHONES_OPEN, words.PHONES_OPEN_HINT, self.open, mm=theme.PRIMARY_MM, name="open"
                ),
            )
        on = self.feed.notes_on
        scan = words.PHONES_OWN_HOW if on else words.PHONES_SCAN
        how = words.PHONES_WRONG.get(news.wrong, scan if news.url else words.PHONES_WAIT)
        own_notes = Line(words.PHONES_OWN, on_tap=self.let_own, on=on, mm=theme.TARGET_MM, name="own")
        token = f"{news.url.rstrip('/').rpartition('/')[2]}/" if news.url else ""
        tools = column(
            Text(how, theme.body, wraps=True, share=2, name="how"),
            # To type in where nothing can scan; on two lines, because it has no spaces to break at.
            Text(news.url[: -len(token)], theme.small, dim=True, mm=5, name="address"),
            Text(token, theme.small, dim=True, mm=5, name="token"),
            Text(words.watchers(news.watchers), theme.heading, bold=True, share=1, name="watchers"),
            *([own_notes] if self.private else []),
            Button(words.PHONES_CLOSE, words.PHONES_CLOSE_HINT, self.end, mm=theme.PRIMARY_MM, name="end"),
            mm=BELOW_MM if self.upright else TOOLS_MM,
        )
        return sides(Drawing(code_of(news.url), name="code"), tools) if news.url else tools

    def open(self) -> None:
        """Open the feed for this match."""
        self.feed.open(self.match)
        self.show()
        self.compose()

    def let_own(self) -> None:
        """Switch whether players may see their own notes on their phones."""
        self.feed.allow_notes(not self.feed.notes_on)
        self.show()
        self.compose()

    def end(self) -> None:
        """Close the feed."""
        self.feed.close()
        self.compose()


# A result to take along: a code for a phone, and the picture of the end for a stick.

LINK_MM = 40.0


class SharePage(PartScreen):
    """Shows a link as a code; `picture` opens the stick's screen, None if there is none."""

    link: str
    picture: Callable[[], None] | None

    @property
    def fits(self) -> bool:
        """Whether the link is short enough for a code."""
        return len(self.link) <= MOST_IN_CODE

    def part(self) -> Part:
        """Return the code, and the pad for the picture."""
        how = words.SCAN_IT if self.fits else words.NO_CODE
        parts: list[Part] = [Text(how, theme.body, wraps=True, share=1, name="how")]
        if self.picture is not None:
            pad = Button(words.PICTURE, words.PICTURE_HINT, self.picture, mm=theme.PRIMARY_MM, name="picture")
            parts.append(pad)
        if not self.fits:
            return column(*parts)
        return sides(Drawing(code_of(self.link), name="code"), column(*parts, mm=LINK_MM))
