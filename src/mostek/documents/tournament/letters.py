"""Pages of prose: the report to the board of the federation, and the news for the press."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject
from mostek.documents.listing import arbiter_signature, heading
from mostek.documents.people import fitting, name_of
from mostek.documents.template_files import Data
from mostek.documents.tournament.standings import reached
from mostek.messages import count, language, text
from mostek.messages.outcome_words import outcome_text
from mostek.messages.tournament_words import days, halves, place_text
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
    """The news, paragraph by paragraph."""
    where = ", ".join(filter(None, (fitting(state.city), days(state.starts_on, state.last_day))))
    yield f"{fitting(state.name)} ({where})"
    yield _numbers(state)
    for division, there in state.divisions.items():
        if there.rounds:
            yield from _winners(state, division)
    if best := best_game(state):
        yield text(
            "Most points in a game: {points}, {name}; round {round}, {game}.",
            points=best.points,
            name=name_of(state, best.winner),
            round=best.round,
            game=_game(state, best),
        )
    if state.organisers:
        yield text("Organisers: {names}.", names=fitting(", ".join(state.organisers)))


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
    teams = len(state.teams)
    numbers = [count("{n} person", "{n} people", len(people))]
    numbers += [count("{n} school", "{n} schools", teams)] if teams else []
    numbers += [count("{n} game", "{n} games", games)]
    return text("In numbers: {numbers}.", numbers=", ".join(numbers))


def _winners(state: Tournament, division: str) -> Iterator[str]:
    called = f"{fitting(division)}: " if division else ""
    yield f"{called}{text('Classification')} ({reached(state, division)})"
    for each in podium(standings_of(state, division)):
        won = text("match points: {match}, game points: {game}", match=halves(each.half_points), game=each.game_points)
        yield f"{place_text(each.place)}. {name_of(state, each.number)} ({won})"
    if any(state.teams_of(division)):
        yield f"{called}{text('Classification of the teams')}"
        for row in team_table_of(state, division).rows:
            if row.place <= 3:
                yield f"{row.place}. {fitting(row.name)} ({text('match points: {points}', points=halves(row.half_points))})"


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
    return heading(state) | {
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
