"""Documents of an event: what an entry has, and the documents that are there.

A document is an entry of `DOCUMENTS` in a module of `tournament/`. Nothing else lists documents: commands, help, and names in
all languages come from the entries, which are loaded and checked together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache

from msgspec import Struct

from mostek.core.errors import SentenceError
from mostek.core.registry import RegistryError, load
from mostek.documents.template_files import Data, is_template
from mostek.messages import language
from mostek.tournament.state import Tournament

FOLDER = "mostek.documents.tournament"
"""The package whose modules hold the documents."""


class NothingToPrintError(SentenceError, LookupError):
    """The subject of a copy is not there."""


class Subject(StrEnum):
    """The subject of one copy of a document."""

    EVENT = "event"
    PLAYER = "player"
    DIVISION = "division"
    ROUND = "round"
    """A round of a division."""
    CATEGORY = "category"
    """A category of a division."""


class Concealed(Struct, frozen=True):
    """The figures that a copy for the public leaves out: with them, players whom it does not name could be found in a ranking."""

    ratings: frozenset[int] = frozenset()
    """The starting numbers of those whose rating is not shown."""
    scalps: frozenset[int] = frozenset()
    """The starting numbers of those whose scalps are not shown."""


class Emblem(Struct, frozen=True):
    """The organiser's own look of diplomas: a logo, checked by `documents.emblem`, and the colour of the frame."""

    logo: bytes = b""
    colour: str = "#404040"
    """As `#rrggbb`."""


class PrintRequest(Struct, frozen=True):
    """The subject of a copy, besides the tournament."""

    division: str = ""
    round: int = 0
    """The number of the round."""
    player: int = 0
    """The starting number."""
    after: int | None = None
    """The round whose standings are requested; `None` for the standings now."""
    category: str = ""
    tables: range | None = None
    """The tables that get a card; `None` for as many as are needed."""
    arbiters: tuple[str, ...] = ()
    """Who holds the office of the arbiter now, where somebody knows; the event itself names one at its start."""
    emblem: Emblem = Emblem()
    """For diplomas."""
    concealed: Concealed | None = None
    """For a copy for the public; `None` on paper of the desk, which shows everything."""


class Document(Struct, frozen=True, kw_only=True):
    """A document with all that belongs to it."""

    name: str
    """As `mostek tournament print` takes it."""
    pl: str
    en: str
    """What people call it, in each language; the title, unless the data have one."""
    help_pl: str
    help_en: str
    """What it is for, in each language, in a line."""
    order: int
    """The lower one is needed earlier in an event, and listed first."""
    subject: Subject
    template: str
    """The name of a file in `templates/`, without `.typ`."""
    fill: Callable[[Tournament, PrintRequest], Data]
    """What the template gets. Raises `NothingToPrintError`, and `LookupError` for a division or a player not there."""
    available: Callable[[Tournament], bool] = lambda state: True
    """Whether there is anything to print yet."""
    is_public: bool = False
    """Whether spectators may have it; it then shows nothing but names, ratings, pairings, results and places."""
    tagged: bool = True
    """Whether a screen reader is told which cell is which, see `typesetting.typeset`."""

    @property
    def has_emblem(self) -> bool:
        """Whether the logo and the colour of the organiser stand on it."""
        return self.template == "diploma"

    @property
    def title(self) -> str:
        """The title of the document, in the current language."""
        return str(getattr(self, language()))

    @property
    def help(self) -> str:
        """The purpose of the document, in the current language."""
        return str(getattr(self, f"help_{language()}"))


@cache
def documents() -> Mapping[str, Document]:
    """All documents by their names, in the order in which an event needs them.

    Raises:
        RegistryError: an entry is incomplete, or its template is not there.
    """
    found = load(FOLDER, "DOCUMENTS", Document)
    for document in found.values():
        if not is_template(document.template):
            raise RegistryError(
                f"templates/{document.template}.typ", document.name, "The template of this document is not there."
            )
    return {each.name: each for each in sorted(found.values(), key=lambda each: each.order)}


def teams_play(state: Tournament) -> bool:
    """Whether there are teams, for documents about them."""
    return bool(state.teams)


def is_paired(state: Tournament) -> bool:
    """Whether a round is paired, for documents about rounds."""
    return any(division.rounds for division in state.divisions.values())


def categories_of(state: Tournament, division: str) -> Iterable[str]:
    """The categories of a division, in the order in which they first occur."""
    return dict.fromkeys(each.person.category for each in state.entrants_of(division) if each.person.category)
