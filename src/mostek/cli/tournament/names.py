"""Who and what is meant: people by number or by a part of the name, divisions, rounds, tables, systems of pairing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

from mostek.cli.failures import Failure, nearest
from mostek.cli.tournament.kept import plain
from mostek.messages import text
from mostek.tournament.entrants import Entrant, Team
from mostek.tournament.pairing.values import System
from mostek.tournament.state import Table, Tournament

_SHOWN = 8

SPOKEN = {
    "kolowy": System.ROUND_ROBIN,
    "kazdy-z-kazdym": System.ROUND_ROBIN,
    "polowkowy": System.HALF_SPLIT,
    "szwajcarski": System.SWISS,
    "dunski": System.DANISH,
    "dunski-bez-powtorzen": System.DANISH_NO_REPEATS,
    "losowy": System.RANDOM,
    "reczny": System.MANUAL,
    "druzynowy": System.TEAM_MATCH,
    "stoly": System.TABLES,
}
"""What directors call the systems, without Polish signs."""


def number_of(state: Tournament, said: str, among: Iterable[int] | None = None) -> int:
    """The starting number that is meant; a number stands for itself. Raises `Failure` with the candidates."""
    if said.isdecimal():
        return int(said)
    entrants = list(state.entrants.values())
    if among is not None:
        chosen = set(among)
        entrants = [entrant for entrant in entrants if entrant.number in chosen]
    found = _called(entrants, said)
    if len(found) == 1:
        return found[0].number
    if not found:
        known = {plain(entrant.person.name): entrant.person.name for entrant in entrants}
        close = get_close_matches(plain(said), known, n=1, cutoff=0.5)
        hint = " " + text("Did you mean {name!r}?", name=known[close[0]]) if close else ""
        raise Failure(text("Nobody is called {name!r}.", name=said) + hint)
    raise Failure(text("Several are called {name!r}: {candidates}", name=said, candidates=_candidates(found)))


def numbers_of(state: Tournament, said: Iterable[str]) -> tuple[int, ...]:
    """Several people; numbers may be ranges, `1-12`, and lists, `3,5`."""
    numbers: list[int] = []
    for each in said:
        for part in each.split(",") if _is_list(each) else (each,):
            first, dash, last = part.partition("-")
            if dash and first.isdecimal() and last.isdecimal():
                numbers += range(int(first), int(last) + 1)
            else:
                numbers.append(number_of(state, part))
    return tuple(numbers)


def _is_list(said: str) -> bool:
    return all(part.replace("-", "", 1).isdecimal() for part in said.split(","))


def _called(entrants: Sequence[Entrant], said: str) -> list[Entrant]:
    """Whoever is called so: exactly, or else by words that begin so, or else by any part; Polish signs may be left out."""
    tests: tuple[Callable[[str, str], bool], ...] = (_is_exactly, _begins_words, _is_part)
    for fold in (str.casefold, plain):
        for test in tests:
            if found := [each for each in entrants if test(fold(each.person.name), fold(said.strip()))]:
                return found
    return []


def _is_exactly(name: str, said: str) -> bool:
    return name == said


def _begins_words(name: str, said: str) -> bool:
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in said.split())


def _is_part(name: str, said: str) -> bool:
    return said in name


def _candidates(found: Sequence[Entrant]) -> str:
    shown = "; ".join(
        f"{each.number}. {each.person.name}" + (f" ({each.person.city})" if each.person.city else "")
        for each in found[:_SHOWN]
    )
    return shown + (f" … (+{len(found) - _SHOWN})" if len(found) > _SHOWN else "")


def division_of(state: Tournament, said: str | None) -> str:
    """The division that is meant; without a name the only one, or the only one with people. Raises `Failure`."""
    names = list(state.divisions)
    if said is None:
        peopled = [name for name in names if any(state.entrants_of(name))]
        if len(names) == 1 or len(peopled) == 1:
            return (peopled or names)[0]
        raise Failure(text("Say which division: --division NAME.") + nearest("", filter(None, names)))
    return _named_division(names, said)


def divisions_of(state: Tournament, said: str | None) -> list[str]:
    """The divisions to be shown: the one that was named, or all that have people."""
    if said is not None:
        return [_named_division(list(state.divisions), said)]
    peopled = [name for name in state.divisions if any(state.entrants_of(name))]
    return peopled or list(state.divisions)[:1]


def _named_division(names: Sequence[str], said: str) -> str:
    if said in names:
        return said
    like = [name for name in names if name and plain(name).startswith(plain(said))]
    if len(like) == 1:
        return like[0]
    raise Failure(text("There is no division {name!r}.", name=said) + nearest(said, filter(None, names)))


def teams_like(state: Tournament, said: str) -> list[Team]:
    """The teams that are called so: exactly, or else with that part in their name; Polish signs may be left out."""
    wanted = plain(said.strip())
    teams = list(state.teams.values())
    exactly = [team for team in teams if plain(team.name) == wanted]
    return exactly or [team for team in teams if wanted and wanted in plain(team.name)]


def team_named(state: Tournament, division: str, said: str) -> str:
    """The name of the team that is meant; what no team, or several, are called stays as it was said."""
    found = [team for team in teams_like(state, said) if team.division == division]
    return found[0].name if len(found) == 1 else said.strip()


def last_round(state: Tournament, division: str, said: int | None = None) -> int:
    """The number of the round that is meant: the one that was named, or the last one that was paired."""
    if said is not None:
        return said
    return max(1, len(state.divisions[division].rounds))


def table_of(state: Tournament, division: str, round_number: int, said: str) -> Table | None:
    """The table that is meant: by its number, or by the name of somebody who sits at it; `None` if there is none."""
    rounds = state.divisions[division].rounds
    if not 1 <= round_number <= len(rounds):
        return None
    played = rounds[round_number - 1]
    if said.isdecimal():
        number = int(said)
        return played.tables[number - 1] if 1 <= number <= len(played.tables) else None
    seated = [number for table in played.tables for number in table.players]
    return played.table_of(number_of(state, said, seated))


def system_of(said: str) -> System:
    """A system of pairing, by the name that files have or by what directors call it. Raises `Failure`."""
    name = plain(said).replace(" ", "-").replace("_", "-")
    known = {**{system.value.replace("_", "-"): system for system in System}, **SPOKEN}
    like = {system for each, system in known.items() if len(name) > 2 and each.startswith(name)}
    if found := known.get(name) or (like.pop() if len(like) == 1 else None):
        return found
    raise Failure(text("There is no system {name!r}.", name=said) + nearest(said, [each.value for each in System]))
