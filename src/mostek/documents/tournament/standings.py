"""The classification on paper: of people, of a category, of teams."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mostek.documents.document import Concealed, Document, NothingToPrintError, PrintRequest, Subject, teams_play
from mostek.documents.listing import DESK, Cell, Row, Section, listing, number, wide
from mostek.documents.people import fitting, home_of, name_of
from mostek.documents.template_files import Data
from mostek.messages import count, text
from mostek.messages.tournament_words import (
    UNKNOWN,
    halves,
    head,
    hundredths,
    key_value,
    place_text,
    rating_text,
    signed,
    told,
    told_of_teams,
)
from mostek.tournament.classification import Key, Standing, places_within
from mostek.tournament.matches import plays_matches
from mostek.tournament.pending import missing_results
from mostek.tournament.standings import keys_of, standings_of, team_table_of
from mostek.tournament.state import Tournament
from mostek.tournament.teams import MemberScore, TeamStanding

_ON_A_WALL = 12
"""Points of type for a table that hangs on a wall, while it fits on a page of `_ON_ONE_PAGE` rows."""
_ON_ONE_PAGE = 36
_MANY_KEYS = 4
"""With more columns of keys than this the page is laid on its side."""


def _classification(state: Tournament, request: PrintRequest) -> Data:
    """The classification, now or after a round; of a category the places are counted among its members."""
    division, after, category = request.division, request.after, request.category
    rows = standings_of(state, division, None if after is None else after + 1)
    if category:
        rows = _of_category(state, division, rows, category)
    title = text("Classification: {category}", category=category) if category else ""
    section = _section(state, division, rows, request.concealed)
    lines = [(text("As of"), reached(state, division, after))]
    landscape = len(keys_of(state, division)) > _MANY_KEYS
    size = _ON_A_WALL if len(rows) <= _ON_ONE_PAGE and not landscape else DESK
    return listing(state, [section], title=title, division=division, lines=lines, landscape=landscape, size=size)


def _teams(state: Tournament, request: PrintRequest) -> Data:
    """The classification of the teams, and what each member has brought (S46)."""
    if not any(state.teams_of(request.division)):
        raise NothingToPrintError("There is nothing to print: no team has entered.")
    table = team_table_of(state, request.division)
    by_matches = plays_matches(state)
    matches = [number(text("Matches W–D–L")), number(text("Points of matches"))] if by_matches else []
    heads = [number(text("Place")), wide(text("Team, player")), *matches, *map(number, _team_heads(table.show_means))]
    rows: list[Row] = []
    for team in table.rows:
        rows.append(_team_row(team, table.show_means, by_matches))
        rows += [_member_row(state, each, table.show_means, by_matches) for each in team.members]
    note = text("The order goes by: {keys}.", keys=told_of_teams(state.settings.team.keys.chosen))
    notes = [note, text("In brackets: does not count for the team.")] if _some_do_not_count(table.rows) else [note]
    if table.by_mean:
        notes.append(text("A team is short: all are compared by what they won per game."))
    lines = [(text("As of"), reached(state, request.division))]
    section = Section(heads, rows, note=" ".join(notes), empty=text("There are no teams."))
    return listing(state, [section], division=request.division, lines=lines)


def reached(state: Tournament, division: str, after: int | None = None) -> str:
    """The stage of the event: final, or after which round, and how many results are missing."""
    current = state.divisions[division].current
    played = current.number if current else 0
    at = played if after is None else min(after, played)
    if state.closed_on is not None and at == played:
        return text("final")
    sentence = text("after round {round} of {rounds}", round=at, rounds=max(state.rounds_planned, played))
    missing = sum(each.round <= at for each in missing_results(state, division))
    if not missing:
        return sentence
    return f"{sentence}; " + count("{n} result is missing", "{n} results are missing", missing)


def _of_category(state: Tournament, division: str, rows: tuple[Standing, ...], category: str) -> tuple[Standing, ...]:
    members = {each.number for each in state.entrants_of(division) if each.person.category == category}
    if not members:
        raise NothingToPrintError(
            "There is nothing to print: nobody is in the category {category!r}.", category=category
        )
    return places_within(rows, members)


def _section(state: Tournament, division: str, rows: Iterable[Standing], concealed: Concealed | None) -> Section:
    listed = list(rows)
    keys = keys_of(state, division)
    there = [state.entrants[each.number] for each in listed]
    homes = any(map(home_of, there))
    heads = [number(text("Place")), wide(text("Player"), 3), *([wide(text("Team, city"), 2)] if homes else [])]
    heads += [] if Key.RATING in keys else [number(text("Rating"))]
    heads += [number(text("W–D–L")), *(number(head(key)) for key in keys)]
    note = [text("The order goes by: {keys}.", keys=told(keys))]
    if concealed is None and any(each.place is None for each in listed):
        note.append(text("A dash for the place: excluded (PFS-7.1d)."))
    return Section(heads, [_row(state, keys, each, homes, concealed) for each in listed], note=" ".join(note))


def _row(state: Tournament, keys: tuple[Key, ...], standing: Standing, homes: bool, concealed: Concealed | None) -> Row:
    entrant = state.entrants[standing.number]
    return [
        Cell(strong=place_text(standing.place)),
        name_of(state, standing.number),
        *([home_of(entrant)] if homes else []),
        *([] if Key.RATING in keys else [shown_rating(state, standing.number, concealed)]),
        f"{standing.wins}–{standing.draws}–{standing.losses}",
        *values_shown(state, keys, standing, concealed),
    ]


def shown_rating(state: Tournament, number: int, concealed: Concealed | None) -> str:
    """The rating with which a player came; a dash in a copy that conceals it."""
    if concealed is not None and number in concealed.ratings:
        return UNKNOWN
    return rating_text(state.settings.rating_scale.chosen, state.entrants[number].person.rating)


def values_shown(
    state: Tournament, keys: Iterable[Key], standing: Standing, concealed: Concealed | None
) -> Iterator[str]:
    """The values of a row for the keys of its division, in their order."""
    scale = state.settings.rating_scale.chosen
    for key, value in zip(keys, standing.values, strict=True):
        yield UNKNOWN if _is_concealed(key, standing.number, concealed) else key_value(key, value, scale)


def _is_concealed(key: Key, number: int, concealed: Concealed | None) -> bool:
    hidden: Collection[int] = ()
    if concealed is not None:
        hidden = {Key.RATING: concealed.ratings, Key.SCALPS: concealed.scalps}.get(key, ())
    return number in hidden


def _team_heads(means: bool) -> list[str]:
    heads = [text("Match pts"), text("Game pts"), text("Spread"), text("Best place")]
    return heads + ([text("Match pts per game"), text("Game pts per game")] if means else [])


def _team_row(team: TeamStanding, means: bool, by_matches: bool) -> Row:
    won = team.matches
    figures = [f"{won.wins}–{won.draws}–{won.losses}", str(won.points)] if by_matches else []
    figures += [halves(team.half_points), str(team.game_points), signed(team.spread), place_text(team.best_place)]
    if means:
        per_game = (team.match_points_per_game_hundredths, team.game_points_per_game_hundredths)
        figures += [hundredths(value) for value in per_game]
    return [Cell(strong=str(team.place)), Cell(strong=fitting(team.name)), *(Cell(strong=each) for each in figures)]


def _member_row(state: Tournament, member: MemberScore, means: bool, by_matches: bool) -> Row:
    figures = [halves(member.half_points), str(member.game_points), signed(member.spread), place_text(member.place)]
    shown = figures if member.counts else [f"({each})" for each in figures]
    blank = [""] * 2
    return [
        "",
        Cell(small=name_of(state, member.number)),
        *(blank if by_matches else []),
        *shown,
        *(blank if means else []),
    ]


def _some_do_not_count(rows: Iterable[TeamStanding]) -> bool:
    return any(not each.counts for row in rows for each in row.members)


def _has_categories(state: Tournament) -> bool:
    return any(each.person.category for each in state.entrants.values())


DOCUMENTS = (
    Document(
        name="standings",
        pl="Klasyfikacja",
        en="Classification",
        help_pl="miejsca, punkty i kryteria",
        help_en="places, points and criteria",
        order=100,
        subject=Subject.DIVISION,
        is_public=True,
        template="listing",
        fill=_classification,
    ),
    Document(
        name="categories",
        pl="Klasyfikacje kategorii",
        en="Classification of a category",
        help_pl="z miejscami wśród jej członków",
        help_en="with places among its members",
        order=110,
        subject=Subject.CATEGORY,
        is_public=True,
        template="listing",
        fill=_classification,
        available=_has_categories,
    ),
    Document(
        name="teams",
        pl="Klasyfikacja drużyn",
        en="Classification of the teams",
        help_pl="z wkładem każdego zawodnika",
        help_en="with what each member has brought",
        order=120,
        subject=Subject.DIVISION,
        is_public=True,
        template="listing",
        fill=_teams,
        available=teams_play,
    ),
)
