"""The checking desk: one joint verdict on challenged words for arbiters and their assistants (PFS-4.7.9 to 4.7.14)."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.app.tournament_roles import OfficeRole
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import open_lexicon
from mostek.messages import text
from mostek.server.http.bodies import Body
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import official


class ChallengedWords(Body, frozen=True, kw_only=True):
    """Words that are challenged, as they lie on the board (PFS-4.7.9b)."""

    words: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=15)], ...], Meta(min_length=1, max_length=8)]
    lexicon: Annotated[str, Meta(max_length=80)] = DEFAULT


class JointVerdict(Struct, frozen=True, kw_only=True):
    """One verdict on all words; which of them is wrong, nobody learns (PFS-4.7.11)."""

    valid: bool
    words: tuple[str, ...]
    lexicon: str
    """Name and edition of the list that has judged, which the page never leaves out."""


CHECKS = (OfficeRole.ASSISTANT, OfficeRole.CHIEF_ARBITER, OfficeRole.DIRECTOR)
"""The roles that check words."""


routes = Routes("/api/tournaments/{id:str}/verdict", tag="tournaments")


@routes.post(help=Help.OFFICE, limit=by_both("commands"), refuses=(401, 403, 404, 409, 429))
async def _check_words(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[ChallengedWords]
) -> JointVerdict:
    """Check words: one verdict on all of them. Which one is wrong, the answer does not say (PFS-4.7.11)."""
    await official(services, id, person, CHECKS)
    spelled = tuple(word.strip().upper() for word in data.words)
    for word in spelled:
        if not word.isalpha():
            raise RequestRefused(400, "no_word", "{word} is no word: only letters lie on a board.", word=word or "–")
    valid, header = await asyncio.to_thread(_judged, spelled, data.lexicon)
    named = text("Lexicon: {name} {edition}", name=header.name, edition=header.edition)
    if not header.name.startswith("osps"):
        named += " " + text("(this is not OSPS)")
    return JointVerdict(valid=valid, words=spelled, lexicon=named)


def _judged(spelled: tuple[str, ...], name: str) -> tuple[bool, Any]:
    lexicon = open_lexicon(name)
    return all(lexicon.valid(spelled)), lexicon.header
