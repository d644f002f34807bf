"""The one door to print a document of an event."""

from __future__ import annotations

from mostek.documents import typesetting
from mostek.documents.document import PrintRequest, documents
from mostek.documents.emblem import EmblemError
from mostek.tournament.state import Tournament


def print_document(
    name: str,
    state: Tournament,
    request: PrintRequest = PrintRequest(),  # noqa: B008 - a frozen value
    code: str = "",
) -> bytes:
    """A copy of a document.

    Args:
        name: the document, one of `documents()`.
        state: the tournament.
        request: the division, round, player or category that the copy is about, see `Subject`.
        code: what stands at the edge of each page, so that the paper proves the file of the tournament.

    Returns:
        The bytes of a PDF on A4; the same tournament gives the same bytes.

    Raises:
        NothingToPrintError: a round, a category, a team or an excluded player that is not there.
        LookupError: a division or a player that is not there.
        EmblemError: the logo is damaged.
        NoTypesetterError: the addition that makes PDF is not installed.
    """
    document = documents()[name]
    data = {"title": document.title, "code": code} | document.fill(state, request)
    try:
        return typesetting.pages(document.template, data, tagged=document.tagged)
    except RuntimeError as error:  # the typesetter's, about what it cannot decode
        if not request.emblem.logo:
            raise
        raise EmblemError("The logo cannot be drawn: {why}.", why=error) from None
