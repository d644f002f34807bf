"""Pages of prose: the report to the board of the federation, and what the press gets."""

from __future__ import annotations

from mostek.documents import typesetting
from mostek.documents.figures import day
from mostek.documents.listing import arbiter_signature, heading
from mostek.documents.people import fitting, name_of
from mostek.documents.press import press_paragraphs
from mostek.messages import language, text
from mostek.rules.loading import clause
from mostek.tournament.entrants import Status
from mostek.tournament.state import Decision, Tournament

_BARRED = "PFS-7.3"
_EXCLUDED = "PFS-7.1d"


def exclusion_pages(state: Tournament, player: int) -> bytes:
    """The arbiter's report to the board on an excluded player, with the request that PFS-7.3 provides for.

    Raises `LookupError` for somebody who was not excluded, `NoTypesetterError`.
    """
    entrant = state.entrants[player]
    if entrant.status is not Status.EXCLUDED:
        raise LookupError(f"{player} is not excluded")
    decisions = [each for each in state.decisions if player in each.about]
    data = heading(state, entrant.division) | {
        "title": text("Request to the board of the federation"),
        "lines": [
            (text("Event"), fitting(state.name)),
            (text("Place"), fitting(state.city)),
            (text("Date"), day(state.starts_on)),
            (text("Arbiter"), fitting(state.arbiter)),
            (text("Excluded player"), name_of(state, player)),
        ],
        "paragraphs": [
            _sentence(_EXCLUDED),
            text("In this event the arbiter has decided about the player:"),
            *(_told(each) for each in decisions),
            text("Description of what happened:"),
        ],
        "ruled": 9,
        "closing": [
            _sentence(_BARRED),
            text(
                "I ask the board to consider closing events to the player for: ............................................"
            ),
        ],
        "signatures": [text("Place and date"), arbiter_signature()],
    }
    return typesetting.pages("letter", data)


def press_pages(state: Tournament) -> bytes:
    """The news of the event on a page. Raises `NoTypesetterError`."""
    data = heading(state) | {
        "title": text("News for the press"),
        "lines": [],
        "paragraphs": list(press_paragraphs(state)),
        "ruled": 0,
        "closing": [],
        "signatures": [],
    }
    return typesetting.pages("letter", data)


def _sentence(identifier: str) -> str:
    return f"{identifier}: {clause(identifier).wording(language())}"


def _told(decision: Decision) -> str:
    return f"{decision.number}. {decision.at:%H:%M}, {decision.clause}: {fitting(decision.text)}"
