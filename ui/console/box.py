"""`companion board tracktic`: one's own box as a file: in, out, or only looked at."""

from pathlib import Path

from companion.errors import CompanionError, NotSaved, SetupError
from companion.games.tracktic.profile import Profile, read_profile, read_profile_file, write_profile
from companion.store import Store
from companion.whole_file import write_owners_file
from ui.console import words
from ui.games.tracktic.drafts import BOX, DRAFT, draft_from_text
from ui.language.faults import spoken


def check(source: Path) -> str:
    """Return that a file is a box; SetupError names every fault of one that isn't."""
    return words.is_box(str(source), _cards(read_profile_file(source)))


def take_in(source: Path, store: Path) -> str:
    """Keep a file's box as the owner's own; CompanionError where it is none, or can't be kept."""
    profile = read_profile_file(source)
    try:
        with Store(store) as kept:
            kept.set(BOX, write_profile(profile))
    except NotSaved as error:
        raise CompanionError(words.box_not_kept(str(error))) from None
    return words.box_imported(str(source))


def write_out(target: Path, store: Path) -> str:
    """Write the owner's box to a file; CompanionError where none is kept, or the file can't be written."""
    text, _ = _kept(store)
    if not text:
        raise CompanionError(words.NO_BOX)
    profile = read_profile(text.encode(), words.KEPT_BOX)
    write_owners_file(target, write_profile(profile).encode())
    return words.box_exported(str(target))


def kept(store: Path) -> str:
    """Return which box is kept, and whether one is being entered; SetupError where it can't be read."""
    text, draft = _kept(store)
    found = [words.NO_BOX]
    if text:
        profile = read_profile(text.encode(), words.KEPT_BOX)
        found = [words.box_kept(profile.name, _cards(profile))]
    try:
        begun = draft_from_text(draft)
    except SetupError as error:
        found.append(spoken(error))
    else:
        if begun is not None:
            found.append(words.BOX_BEGUN)
    return "\n".join(found)


def _cards(profile: Profile) -> int:
    return sum(profile.cards.values())


def _kept(store: Path) -> tuple[str, str]:
    if not store.exists():
        return "", ""
    with Store(store, reading=True) as settings:
        return settings.setting(BOX, ""), settings.setting(DRAFT, "")
