"""Names on public pages: a minor is named no further than the guardian has consented to (HALL, "Privacy")."""

from __future__ import annotations

from mostek.app.hosted_tournaments import Audience, ShownName
from mostek.tournament.entrants import Person

_STRICTNESS = tuple(ShownName)
"""The ways of naming, the most open one first."""


def shown_as(person: Person, audience: Audience) -> ShownName:
    """How a player is named: a minor without consent never more openly than the others."""
    if not person.minor or person.public:
        return audience.names
    return max(audience.names, audience.minors, key=_STRICTNESS.index)


def shown_name(person: Person, number: int, audience: Audience) -> str:
    """The name on public pages; empty where the starting number stands for it.

    Example:
        >>> from mostek.tournament.entrants import Person
        >>> shown_name(Person(name="Anna Maria Lis", minor=True), 12, Audience())
        'A. M. L.'
        >>> shown_name(Person(name="Anna Lis"), 12, Audience())
        'Anna Lis'
    """
    match shown_as(person, audience):
        case ShownName.FULL:
            return person.name
        case ShownName.INITIALS:
            return " ".join(f"{word[0]}." for word in person.name.replace("-", " ").split())
        case ShownName.NUMBER:
            return ""


def is_named(person: Person, audience: Audience) -> bool:
    """Whether the public pages name a player in full; of others they show no city, club or rating."""
    return shown_as(person, audience) is ShownName.FULL
