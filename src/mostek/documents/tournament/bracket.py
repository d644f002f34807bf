"""The bracket of a knock-out on one sheet, to hang on the wall and to fill in by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject
from mostek.documents.listing import heading
from mostek.documents.people import name_of
from mostek.documents.template_files import Data
from mostek.documents.tournament.standings import reached
from mostek.messages import text
from mostek.messages.tournament_cup import stage_name, tie_score
from mostek.tournament.cups import is_cup, present_in, stages
from mostek.tournament.pairing.bracket import EMPTY, CupStage, Tie
from mostek.tournament.state import Tournament

_UPRIGHT = 4
"""Up to so many stages fit on a page that stands upright."""
_TIES_ON_A_PAGE = 16
"""Of the first stage of a page."""


def _bracket(state: Tournament, request: PrintRequest) -> Data:
    """The stages side by side, each tie between the two ties that it comes from."""
    division = request.division
    if not is_cup(state.divisions[division]):
        raise NothingToPrintError("There is nothing to print: no round of a knock-out is paired.")
    listed = stages(state, division)
    third = next((each.third for each in listed if each.third is not None), None)
    return heading(state, division) | {
        "state": reached(state, division),
        "landscape": len(listed) > _UPRIGHT,
        "parts": [
            [
                {"name": stage_name(places), "ties": [_tie(state, division, tie) for tie in ties]}
                for places, ties in part
            ]
            for part in _parts(listed)
        ],
        "third": {"name": text("Third place"), "tie": _tie(state, division, third)} if third else None,
        "note": text("The first number of a pair is the game points of the upper player."),
    }


_Column = tuple[int, tuple[Tie, ...]]
"""A stage of a page: how many places the whole bracket has in it, and the ties that the page shows."""


def _parts(listed: Sequence[CupStage]) -> Iterator[list[_Column]]:
    """The pages: a part of the bracket as deep as it has one tie in the end; a line that was laid out anew begins a page."""
    left = list(listed)
    while left:
        depth = next(
            (count for count in range(1, len(left)) if 2 * len(left[count].ties) != len(left[count - 1].ties)),
            len(left),
        )
        width = min(len(left[0].ties), _TIES_ON_A_PAGE)
        depth = min(depth, width.bit_length())
        for first in range(0, len(left[0].ties), width):
            yield [
                (len(each.line), each.ties[first >> index : (first + width) >> index])
                for index, each in enumerate(left[:depth])
            ]
        del left[:depth]


def _tie(state: Tournament, division: str, tie: Tie) -> Data:
    through = tie.through(present_in(state, division)) if tie.players else None
    return {
        "players": [
            {"name": name_of(state, number) if number != EMPTY else "", "won": number == through and number != EMPTY}
            for number in (tie.one, tie.other)
        ],
        "score": tie_score(tie),
    }


def _is_there(state: Tournament) -> bool:
    return any(is_cup(division) for division in state.divisions.values())


DOCUMENTS = (
    Document(
        name="bracket",
        pl="Drabinka pucharowa",
        en="Bracket of the knock-out",
        help_pl="kto z kim i kto przeszedł dalej",
        help_en="who meets whom, and who has gone on",
        order=95,
        subject=Subject.DIVISION,
        template="bracket",
        fill=_bracket,
        available=_is_there,
        tagged=False,
    ),
)
