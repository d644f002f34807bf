"""The matches of the teams on paper: each with its boards and points, and a cross-table of the teams."""

from __future__ import annotations

from collections.abc import Sequence

from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject
from mostek.documents.listing import Cell, Column, Row, Section, listing, number, wide
from mostek.documents.people import fitting
from mostek.documents.template_files import Data
from mostek.documents.tournament.standings import reached
from mostek.messages import text
from mostek.messages.tournament_events import ranges
from mostek.messages.tournament_words import CHOICES, boards_text, score
from mostek.tournament.matches import TeamMatch, matches_of, plays_matches
from mostek.tournament.scoring import credits_of
from mostek.tournament.state import Tournament
from mostek.tournament.teams import EqualMatch

_ACROSS = 12
"""Up to so many teams have a cross-table beside the list."""


def _matches(state: Tournament, request: PrintRequest) -> Data:
    """Every match so far, and who has met whom."""
    division = request.division
    if not any(state.teams_of(division)):
        raise NothingToPrintError("There is nothing to print: no team has entered.")
    found = matches_of(state, division, credits_of(state, division))
    teams = [team.name for team in state.teams_of(division)]
    sections = [_list(state, found), *([_cross(teams, found)] if found and len(teams) <= _ACROSS else [])]
    lines = [(text("As of"), reached(state, division))]
    return listing(state, sections, division=division, lines=lines)


def _list(state: Tournament, found: Sequence[TeamMatch]) -> Section:
    heads = [number(text("Round")), wide(text("Home team"), 2), wide(text("Guest team"), 2)]
    heads += [Column(text("Boards"), "center"), Column(text("Game pts"), "center"), wide(text("Winner"), 2)]
    rule = text(CHOICES[EqualMatch][state.settings.match.equal.chosen])
    note = text("A match is won by the team with more boards; equal boards: {rule}.", rule=rule)
    rows = [_row(state, each) for each in found]
    return Section(heads, rows, note=note, empty=text("No match has been played yet."))


def _row(state: Tournament, match: TeamMatch) -> Row:
    if not match.guest:
        return [ranges(match.rounds), fitting(match.home), text("bye"), "", "", ""]
    winner = match.won_by(state.settings.match.equal.chosen)
    ended = (winner or text("a drawn match")) if match.complete else ""
    names = [fitting(match.home), fitting(match.guest)]
    return [ranges(match.rounds), *names, Cell(strong=boards_text(match)), score(match.points), fitting(ended)]


def _cross(teams: Sequence[str], found: Sequence[TeamMatch]) -> Section:
    met: dict[tuple[str, str], list[str]] = {}
    for each in found:
        if each.guest:
            met.setdefault((each.home, each.guest), []).append(boards_text(each))
            met.setdefault((each.guest, each.home), []).append(boards_text(each, 1))
    heads = [
        number(text("No.")),
        wide(text("team")),
        *(Column(str(line), "center") for line in range(1, len(teams) + 1)),
    ]
    rows: list[Row] = [
        [str(line), fitting(name), *("×" if name == other else " ".join(met.get((name, other), ())) for other in teams)]
        for line, name in enumerate(teams, 1)
    ]
    return Section(heads, rows, title=text("Cross-table of the teams"))


DOCUMENTS = (
    Document(
        name="matches",
        pl="Mecze drużyn",
        en="Matches of the teams",
        help_pl="wyniki meczów i tabela krzyżowa drużyn",
        help_en="results of the matches, and the cross-table of the teams",
        order=115,
        subject=Subject.DIVISION,
        template="listing",
        fill=_matches,
        available=plays_matches,
    ),
)
