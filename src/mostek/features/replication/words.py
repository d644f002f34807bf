"""The data that leave the hall when a tournament is published: its chain covers every line, so all must go."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.app.hosted_tournaments import Audience
from mostek.app.shown_names import is_named
from mostek.messages import count, text
from mostek.tournament.state import Tournament


def sent_lines(state: Tournament, audience: Audience, server: str) -> Iterator[str]:
    """The data that leave the hall, in sentences, before a person agrees.

    Args:
        state: the tournament.
        audience: what the public pages are to show.
        server: the address of the public server.

    Returns:
        The sentences. The file is sent as it stands: without a line, or with another name in it, it would not verify.
    """
    people = [entrant.person for entrant in state.entrants.values()]
    minors = sum(person.minor for person in people)
    contacts = sum(bool(team.contact) for team in state.teams.values())
    not_shown = sum(not is_named(person, audience) for person in people)
    yield text(
        "The whole file goes to {server}, because its chain of hashes allows nothing to be left out.", server=server
    )
    yield count(
        "It has the details of {n} person with results, corrections, penalties and their reasons.",
        "It has the details of {n} people with results, corrections, penalties and their reasons.",
        len(people),
    )
    if minors:
        yield count("{n} of them is a minor.", "{n} of them are minors.", minors)
    if contacts:
        yield count("It has the contact of {n} team.", "It has the contacts of {n} teams.", contacts)
    yield text("The public pages show only what you have chosen; the file itself only you can fetch, by this link.")
    if not_shown:
        yield count(
            "The name of {n} person is on no page, but who runs the server can read it in the file.",
            "The names of {n} people are on no page, but who runs the server can read them in the file.",
            not_shown,
        )
