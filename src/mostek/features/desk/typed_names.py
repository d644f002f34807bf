"""Names as people type them: the entrants, teams, tables and divisions that they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mostek.core.errors import SentenceError
from mostek.tournament.entrants import Entrant, Team
from mostek.tournament.limits import LARGEST_NUMBER
from mostek.tournament.state import Table, Tournament

_PLAIN = str.maketrans("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ")
_SHOWN = 8
_LONGEST_SAID = 60


class TypedError(SentenceError):
    """Words that do not say what is meant."""

    column: int = 0
    """Where in the line it stands, from 1; 0 where that is not known."""


def placed(column: int, sentence: str, /, **params: object) -> TypedError:
    """The error of a sentence at that column."""
    error = TypedError(sentence, **params)
    error.column = column
    return error


def plain(name: str) -> str:
    """Small letters without Polish signs, for what people type in a hurry."""
    return name.translate(_PLAIN).casefold()


def number_of(state: Tournament, typed: str, among: Iterable[int] | None = None) -> int:
    """The starting number that is meant; a number stands for itself. Raises `TypedError` with the candidates."""
    if typed.isdecimal():
        return _within_limits(typed)
    entrants = list(state.entrants.values())
    if among is not None:
        chosen = set(among)
        entrants = [entrant for entrant in entrants if entrant.number in chosen]
    found = called_so(entrants, typed)
    if len(found) == 1:
        return found[0].number
    if found:
        candidates = _candidates(found)
        raise TypedError("Several are called {name!r}: {candidates}", name=shortened(typed), candidates=candidates)
    from difflib import get_close_matches

    known = {plain(entrant.person.name): entrant.person.name for entrant in entrants}
    close = get_close_matches(plain(typed), known, n=1, cutoff=0.5) if len(typed) <= _LONGEST_SAID else []
    if close:
        raise TypedError("No entrant is called {name!r}. Did you mean {close!r}?", name=typed, close=known[close[0]])
    raise TypedError("No entrant is called {name!r}.", name=shortened(typed))


def numbers_of(state: Tournament, typed: Iterable[str]) -> tuple[int, ...]:
    """Several people; numbers may be ranges, `1-12`, and lists, `3,5`. Raises `TypedError`."""
    numbers: list[int] = []
    for each in typed:
        for part in each.split(",") if _is_list(each) else (each,):
            first, dash, last = part.partition("-")
            if dash and first.isdecimal() and last.isdecimal():
                numbers += range(_within_limits(first), _within_limits(last) + 1)
            else:
                numbers.append(number_of(state, part))
    return tuple(numbers)


def shortened(typed: str) -> str:
    """The words, as far as a message can quote them."""
    return typed if len(typed) <= _LONGEST_SAID else typed[:_LONGEST_SAID] + "…"


def _within_limits(typed: str) -> int:
    if len(typed) > len(str(LARGEST_NUMBER)) or int(typed) > LARGEST_NUMBER:
        raise TypedError(
            "{said} is too large for a number; the largest is {most}.", said=shortened(typed), most=LARGEST_NUMBER
        )
    return int(typed)


def _is_list(typed: str) -> bool:
    return all(part.replace("-", "", 1).isdecimal() for part in typed.split(","))


def called_so(entrants: Sequence[Entrant], typed: str) -> list[Entrant]:
    """The players with this name: exactly, else by prefixes of words, else by any part; Polish signs are optional."""
    tests: tuple[Callable[[str, str], bool], ...] = (_is_exactly, _begins_words, _is_part)
    for fold in (str.casefold, plain):
        for test in tests:
            if found := [each for each in entrants if test(fold(each.person.name), fold(typed.strip()))]:
                return found
    return []


def _is_exactly(name: str, typed: str) -> bool:
    return name == typed


def _begins_words(name: str, typed: str) -> bool:
    words = name.split()
    return all(any(word.startswith(part) for word in words) for part in typed.split())


def _is_part(name: str, typed: str) -> bool:
    return typed in name


def _candidates(found: Sequence[Entrant]) -> str:
    shown = "; ".join(
        f"{each.number}. {each.person.name}" + (f" ({each.person.city})" if each.person.city else "")
        for each in found[:_SHOWN]
    )
    return shown + (f" … (+{len(found) - _SHOWN})" if len(found) > _SHOWN else "")


def named_division(names: Sequence[str], typed: str) -> str:
    """The division of this name, or the only one that begins so. Raises `TypedError`."""
    if typed in names:
        return typed
    like = [name for name in names if name and plain(name).startswith(plain(typed))]
    if len(like) == 1:
        return like[0]
    known = ", ".join(sorted(filter(None, names)))
    if not known:
        raise TypedError("There is no division {name!r}.", name=shortened(typed))
    raise TypedError("There is no division {name!r}. Known: {names}.", name=shortened(typed), names=known)


def peopled_divisions(state: Tournament) -> list[str]:
    """The divisions that have people; the first one where none has."""
    peopled = [name for name in state.divisions if any(state.entrants_of(name))]
    return peopled or list(state.divisions)[:1]


def teams_like(state: Tournament, typed: str) -> list[Team]:
    """The teams that are called so: exactly, or else with that part in their name; Polish signs may be left out."""
    wanted = plain(typed.strip())
    teams = list(state.teams.values())
    exactly = [team for team in teams if plain(team.name) == wanted]
    return exactly or [team for team in teams if wanted and wanted in plain(team.name)]


def team_named(state: Tournament, division: str, typed: str) -> str:
    """The name of the team that is meant; what no team, or several, are called stays as it was said."""
    found = [team for team in teams_like(state, typed) if team.division == division]
    return found[0].name if len(found) == 1 else typed.strip()


def last_round(state: Tournament, division: str, number: int | None = None) -> int:
    """The number of the round that is meant: the one that was named, or the one that is played."""
    if number is not None:
        return number
    current = state.divisions[division].current
    return current.number if current else 1


def tables_of(state: Tournament, division: str, round_number: int) -> tuple[Table, ...]:
    """The tables of a round; none where it was not paired."""
    rounds = state.divisions[division].rounds
    return rounds[round_number - 1].tables if 1 <= round_number <= len(rounds) else ()


def table_of(state: Tournament, division: str, round_number: int, typed: str) -> Table | None:
    """The table that is meant: by its number, or by the name of a player who sits there; `None` if there is none."""
    tables = tables_of(state, division, round_number)
    if not tables:
        return None
    if typed.isdecimal():
        number = _within_limits(typed)
        return tables[number - 1] if 1 <= number <= len(tables) else None
    number = number_of(state, typed, [number for table in tables for number in table.players])
    return next((table for table in tables if number in table.players), None)
