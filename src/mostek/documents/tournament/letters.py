"""Pages of prose: the report to the board of the federation, and the news for the press."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject
from mostek.documents.listing import arbiter_signature, heading
from mostek.documents.people import fitting, name_of
from mostek.documents.template_files import Data
from mostek.documents.tournament.standings import reached
from mostek.messages import count, language, text
from mostek.messages.outcome_words import outcome_text
from mostek.messages.tournament_words import ROMAN, days, halves
from mostek.rules.loading import clause
from mostek.tournament.classification import podium
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.outcomes import TableOutcome
from mostek.tournament.scoring import outcome_at
from mostek.tournament.standings import standings_of, team_table_of
from mostek.tournament.state import Decision, Played, Tournament


class BestGame(Struct, frozen=True):
    """The game in which most points were won by one player."""

    points: int
    winner: int
    outcome: TableOutcome
    players: tuple[int, ...]
    round: int


def press_text(state: Tournament) -> str:
    """The news as plain text, a blank line between the paragraphs."""
    return "\n\n".join(press_paragraphs(state)) + "\n"


def press_paragraphs(state: Tournament) -> Iterator[str]:
    """The news in sentences, paragraph by paragraph."""
    where = ", ".join(filter(None, (fitting(state.city), days(state.starts_on, state.last_day))))
    yield f"{where}. {_numbers(state)}"
    for division, there in state.divisions.items():
        if there.rounds:
            yield " ".join(_winners(state, division))
            if any(state.teams_of(division)):
                yield " ".join(_best_teams(state, division))
    if best := best_game(state):
        yield count(
            "The highest score in a game is {n} point ({name}, round {round}: {game}).",
            "The highest score in a game is {n} points ({name}, round {round}: {game}).",
            best.points,
            name=name_of(state, best.winner),
            round=best.round,
            game=_game(state, best),
        )
    if state.organisers:
        names = fitting(", ".join(state.organisers))
        yield count("The organiser is {names}.", "The organisers are {names}.", len(state.organisers), names=names)


def best_game(state: Tournament) -> BestGame | None:
    """The highest score in a game that was played, less what the arbiter took away (PFS-7.1b); of equals the first."""
    games = [
        BestGame(points, player, outcome, table.players, played.number)
        for name, division in state.divisions.items()
        for played in division.rounds
        for table in played.tables
        if isinstance(table.result, Played)
        for outcome in (outcome_at(state, name, played.number, table),)
        for player, points in zip(table.players, outcome.scores, strict=True)
    ]
    return max(games, key=lambda game: game.points, default=None)


def _numbers(state: Tournament) -> str:
    seated = [table for each in state.divisions.values() for played in each.rounds for table in played.tables]
    people = {number for table in seated for number in table.players}
    games = sum(isinstance(table.result, Played) for table in seated)
    event, teams = fitting(state.name), len(state.teams)
    sentences = [
        count(
            "{n} person played in the event “{event}”.",
            "{n} people played in the event “{event}”.",
            len(people),
            event=event,
        )
    ]
    if teams:
        sentences.append(count("They came from {n} school.", "They came from {n} schools.", teams))
    sentences.append(count("{n} game was played.", "{n} games were played.", games))
    return " ".join(sentences)


def _winners(state: Tournament, division: str) -> Iterator[str]:
    when = reached(state, division)
    yield (
        text("The classification of the division {division} ({when}):", division=fitting(division), when=when)
        if division
        else text("The classification ({when}):", when=when)
    )
    for step in _steps(state, division):
        names = text(" and ").join(step.names)
        won = text("match points: {match}, game points: {game}", match=step.match_points, game=step.game_points)
        yield count(
            "{names} takes place {place} ({won}).", "{names} take place {place} ({won}).", len(step.names),
            names=names, place=ROMAN[step.place], won=won,
        )  # fmt: skip


class _Step(Struct, frozen=True):
    """A step of the podium: a place, and who stands there."""

    place: int
    names: list[str]
    match_points: str
    game_points: int


def _steps(state: Tournament, division: str) -> Iterator[_Step]:
    for place, rows in groupby(podium(standings_of(state, division)), lambda row: row.place or 0):
        standing = list(rows)
        names = [name_of(state, each.number) for each in standing]
        yield _Step(place, names, halves(standing[0].half_points), standing[0].game_points)


def _best_teams(state: Tournament, division: str) -> Iterator[str]:
    yield (
        text("The classification of the teams of the division {division}:", division=fitting(division))
        if division
        else text("The classification of the teams:")
    )
    for row in team_table_of(state, division).rows:
        if row.place <= 3:
            points = text("match points: {points}", points=halves(row.half_points))
            yield text(
                "{name} takes place {place} ({points}).", name=fitting(row.name), place=ROMAN[row.place], points=points
            )


def _game(state: Tournament, best: BestGame) -> str:
    names = " – ".join(name_of(state, each) for each in best.players)
    return f"{names} {outcome_text(best.outcome)}"


_BARRED = "PFS-7.3"
_EXCLUDED = "PFS-7.1d"


def _exclusion(state: Tournament, request: PrintRequest) -> Data:
    """The arbiter's report to the board on an excluded player, with the request that PFS-7.3 provides for."""
    player = request.player
    entrant = state.entrants[player]
    if entrant.status is not EntrantStatus.EXCLUDED:
        raise NothingToPrintError("There is nothing to print: {name} is not excluded.", name=name_of(state, player))
    decisions = [each for each in state.decisions if player in each.about]
    return heading(state, entrant.division) | {
        "lines": [
            (text("Event"), fitting(state.name)),
            (text("Place"), fitting(state.city)),
            (text("Date"), days(state.starts_on, state.last_day)),
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


def _press(state: Tournament, request: PrintRequest) -> Data:
    podiums = [
        {
            "title": fitting(division),
            "steps": [
                {"place": step.place, "names": step.names, "points": f"{step.match_points} / {step.game_points}"}
                for step in _steps(state, division)
            ],
        }
        for division, there in state.divisions.items()
        if there.rounds
    ]
    return heading(state) | {
        "podiums": podiums,
        "lines": [],
        "paragraphs": list(press_paragraphs(state)),
        "ruled": 0,
        "closing": [],
        "signatures": [],
    }


def _sentence(identifier: str) -> str:
    return f"{identifier}: {clause(identifier).wording(language())}"


def _told(decision: Decision) -> str:
    return f"{decision.number}. {decision.at:%H:%M}, {decision.clause}: {fitting(decision.text)}"


def _is_one_excluded(state: Tournament) -> bool:
    return any(entrant.status is EntrantStatus.EXCLUDED for entrant in state.entrants.values())


DOCUMENTS = (
    Document(
        name="exclusion",
        pl="Wniosek do Zarządu",
        en="Request to the board of the federation",
        help_pl="w sprawie wykluczonego (--player)",
        help_en="the report on an excluded player (--player)",
        order=160,
        subject=Subject.PLAYER,
        template="letter",
        fill=_exclusion,
        available=_is_one_excluded,
    ),
    Document(
        name="press",
        pl="Informacja dla prasy",
        en="News for the press",
        help_pl="to, czego potrzebuje prasa",
        help_en="what a newspaper needs",
        order=170,
        subject=Subject.EVENT,
        template="letter",
        fill=_press,
    ),
)
