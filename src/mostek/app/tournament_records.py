"""The written record of a tournament: for the federation's files, other programs, and spreadsheets."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from mostek.app.tournament_origins import as_it_came, as_stated, results_hash
from mostek.tournament.classification import Standing
from mostek.tournament.credits import Credit, CreditKind, Credits
from mostek.tournament.entrants import Entrant, EntrantStatus
from mostek.tournament.file_formats import writable, write_tournament
from mostek.tournament.rating.scalps import EventRating, event_ratings, scalps_of
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import classified, ratings_before, scalp_rules
from mostek.tournament.state import Played, Round, Table, Tournament

_GONE = frozenset({EntrantStatus.WITHDRAWN, EntrantStatus.REMOVED, EntrantStatus.EXCLUDED})


class TablesError(ValueError):
    """The file formats of other programs support only games for two."""


def recorded(state: Tournament, *divisions: str, form: str = "") -> RecordedTournament:
    """A division with its places, points and scalps, or several, each as the category of its players.

    An event that was imported from a file of the format `form` has what that file says besides. Raises `TablesError` where
    more than two sat at a table.
    """
    plain = own_record(state, *divisions)
    if state.origin is None:
        return plain
    everything = plain if set(divisions) == set(state.divisions) else own_record(state, *state.divisions)
    decided = state.tie_orders or any(each.status is EntrantStatus.EXCLUDED for each in state.entrants.values())
    holds = not decided and results_hash(everything) == state.origin.results
    return as_stated(plain, state.origin, form, holds=holds)


def own_record(state: Tournament, *divisions: str) -> RecordedTournament:
    """The record of these divisions by the log alone. Raises `TablesError`."""
    first, *others = (_division(state, division) for division in divisions)
    if not others:
        return first
    every = [first, *others]
    players = [
        replace(player, category=name) for name, each in zip(divisions, every, strict=True) for player in each.players
    ]
    results = sorted(itertools.chain(*(each.results for each in every)), key=lambda row: row.round)
    last_day = max((each.last_day for each in every if each.last_day), default=None)
    return replace(first, last_day=last_day, players=tuple(players), results=tuple(results))


def _division(state: Tournament, division: str) -> RecordedTournament:
    credits = credits_of(state, division)
    standings = {standing.number: standing for standing in classified(state, division, credits)}
    rules = scalp_rules(state)
    ratings = event_ratings(credits, ratings_before(state), rules) if rules else {}
    rounds = state.divisions[division].rounds
    return RecordedTournament(
        format="mostek",
        name=state.name,
        city=state.city,
        first_day=state.starts_on,
        last_day=state.closed_on or max((state.last_day, *(played.paired_at.date() for played in rounds))),
        organiser=", ".join(state.organisers),
        arbiter=state.arbiter,
        rounds=state.rounds_planned,
        template=state.settings.name,
        settings=_settings(state),
        players=tuple(
            _player(entrant, standings.get(entrant.number), ratings.get(entrant.number))
            for entrant in state.entrants_of(division)
        ),
        results=tuple(_results(state, division, credits)),
    )


def _settings(state: Tournament) -> dict[str, Any]:
    """The settings without which other programs would count otherwise: byes, and the order of the figures."""
    bye = state.settings.bye
    return {
        "bye.half_points": bye.half_points.value,
        "bye.own": bye.own.value,
        "bye.other": bye.other.value,
        "keys": [key.value for key in state.settings.keys.chosen],
        "rating_scale": state.settings.rating_scale.chosen.value,
        "spread_cap": state.settings.spread_cap.value,
    }


def _player(entrant: Entrant, standing: Standing | None, rating: EventRating | None) -> RecordedPlayer:
    person = entrant.person
    return RecordedPlayer(
        number=entrant.number,
        name=person.name,
        first=person.first,
        last=person.last,
        city=person.city,
        rating=person.rating,
        team=entrant.team or person.club,
        category=person.category,
        place=standing.place if standing else None,
        half_points=standing.half_points if standing else None,
        game_points=standing.game_points if standing else None,
        scalps=rating.scalps if rating else None,
        spread=standing.spread if standing else None,
        has_left=entrant.status in _GONE,
        is_absent=not entrant.is_present,
    )


def _results(state: Tournament, division: str, credits: Credits) -> Iterator[RecordedResult]:
    by_round = {number: {credit.round: credit for credit in rows} for number, rows in credits.items()}
    rules = scalp_rules(state)
    scalps = {
        number: {each.round: each.scalp for each in scalps_of(number, rows, ratings_before(state), rules)}
        if rules
        else {}
        for number, rows in credits.items()
    }
    for played in state.divisions[division].rounds:
        for table in played.tables:
            yield _result(played, table, by_round, scalps, last_words=_words(state, table))
        alone = (*played.byes, *(number for number in played.missed if number in played.credits))
        for place, number in enumerate(alone, len(played.tables) + 1):
            yield _alone(played, place, by_round[number].get(played.number), number)


def _result(
    played: Round,
    table: Table,
    credits: Mapping[int, Mapping[int, Credit]],
    scalps: Mapping[int, Mapping[int, int]],
    *,
    last_words: tuple[int, ...],
) -> RecordedResult:
    if len(table.players) != 2:
        raise TablesError(str(table.number))
    host, guest = table.players
    own = credits[host].get(played.number)
    return RecordedResult(
        round=played.number,
        table=table.number,
        host=host,
        guest=guest,
        host_score=own.own if own else None,
        guest_score=credits[guest][played.number].own if own else None,
        kind=_kind(table, own),
        half_points=own.half_points if own and own.own == own.other and own.kind is CreditKind.GAME else None,
        last_words=last_words if own and own.own == own.other else (),
        host_scalp=scalps[host].get(played.number),
        guest_scalp=scalps[guest].get(played.number),
    )


def _words(state: Tournament, table: Table) -> tuple[int, ...]:
    """The worth of the last words, where they can decide; a refereed game states only their order."""
    result = table.result
    if not isinstance(result, Played) or not result.knows_words or state.settings.has_draws:
        return ()
    return result.last_words


def _kind(table: Table, credit: Credit | None) -> ResultKind:
    if credit is None:
        return ResultKind.NOT_PLAYED
    if credit.kind is CreditKind.FORFEIT:
        return ResultKind.FORFEIT
    unrated = isinstance(table.result, Played) and not table.result.rated
    return ResultKind.UNSCORED if unrated else ResultKind.GAME


def _alone(played: Round, place: int, credit: Credit | None, number: int) -> RecordedResult:
    return RecordedResult(
        round=played.number,
        table=place,
        host=number,
        guest=0,
        host_score=credit.own if credit else None,
        guest_score=credit.other if credit else None,
        kind=ResultKind.BYE if number in played.byes else ResultKind.FORFEIT,
        half_points=credit.half_points if credit and number in played.credits else None,
    )


class ExportedFile(NamedTuple):
    """A file of an export."""

    division: str
    """The division that it alone is about; empty where one file has all."""
    end: str
    """The end of its name."""
    data: bytes


def exported(
    state: Tournament, form: str, division: str | None = None, encoding: str | None = None
) -> Iterator[ExportedFile]:
    """Write a tournament in a format of another program.

    Args:
        state: the tournament.
        form: the name of the format, one of `writable()`.
        division: one division; otherwise all, each with its own files where the format holds only one.
        encoding: for formats that do not fix their own.

    Returns:
        The files.

    Raises:
        TablesError: there are tables of more than two, which the format does not know.
        TournamentFileError: something cannot be said in the format.
    """
    chosen = writable()[form]
    divisions = [division] if division is not None else list(state.divisions)
    # What came in one file goes out in one.
    is_one = chosen.holds_divisions or (state.origin is not None and state.origin.format == chosen.name)
    for several in [divisions] if is_one else [[name] for name in divisions]:
        own = several[0] if len(divisions) > len(several) else ""
        files = as_it_came(
            state.origin, write_tournament(recorded(state, *several, form=chosen.name), chosen.name, encoding)
        )
        yield from (ExportedFile(own, end, data) for end, data in files.items())
