"""More tables of a tournament in words: a player's card, the results for the ranking, matches of teams, the bracket."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mostek.messages import text
from mostek.messages.tournament_cup import stage_name, tie_score
from mostek.messages.tournament_events import called, ranges
from mostek.messages.tournament_tables import WordTable
from mostek.messages.tournament_words import boards_text, counted_margin, halves, sign
from mostek.tournament.credits import CreditKind
from mostek.tournament.cross_table import CardLine, player_card
from mostek.tournament.cups import present_in, stages
from mostek.tournament.matches import TeamMatch, matches_of
from mostek.tournament.pairing.bracket import EMPTY, Tie
from mostek.tournament.rating.scalps import format_rating
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import Tournament


def card_words(state: Tournament, number: int) -> WordTable:
    """The card of a player: every round, with totals."""
    division = state.entrants[number].division
    lines = player_card(number, standings_of(state, division), credits_of(state, division))
    heads = (text("round"), text("starts"), text("against"), text("score"), text("match points"))
    return WordTable(
        heads=(*heads, text("game points"), text("margin")),
        rows=tuple(_card_line(state, line) for line in lines),
        right=(0, 4, 5, 6),
    )


def _card_line(state: Tournament, line: CardLine) -> tuple[str, ...]:
    cell = line.cell
    opponents = ", ".join(f"{number}. {state.entrants[number].person.name}" for number in cell.opponents)
    against = opponents or (text("bye") if cell.kind is CreditKind.BYE else text("absent"))
    score = f"{cell.own}:{cell.other}" + (f" {sign(cell.outcome)}" if cell.outcome else "")
    score += counted_margin(cell.counted)
    return (
        str(cell.round),
        "•" if cell.starts else "",
        against,
        score + (" " + text("forfeit") if cell.kind is CreditKind.FORFEIT else ""),
        halves(line.half_points),
        str(line.game_points),
        f"{line.spread:+}",
    )


def ratings_words(state: Tournament, divisions: Iterable[str]) -> WordTable:
    """The results for the ranking of some divisions, the best first: scalps by games. A note says where there are no scalps."""
    scale = state.settings.rating_scale.chosen
    heads = (text("no."), text("name"), text("rating before"), text("scalps"), text("games"), text("rating"))
    if not scale.bounds.has_scalps:
        sentence = text("The scale of this event has no scalps: {scale}.", scale=scale.upper())
        return WordTable(heads=heads, rows=(), notes=(sentence,))
    found = [(number, each) for name in divisions for number, each in ratings_of(state, name).items() if each.games]
    found.sort(key=lambda row: (-(row[1].rating_hundredths or 0), row[0]))
    rows = tuple(
        (
            str(number),
            state.entrants[number].person.name,
            scale.format_rating(state.entrants[number].person.rating),
            str(each.scalps),
            str(each.games),
            "" if each.rating_hundredths is None else format_rating(each.rating_hundredths),
        )
        for number, each in found
    )
    return WordTable(heads=heads, rows=rows, right=(0, 2, 3, 4, 5))


def matches_words(state: Tournament, division: str) -> WordTable:
    """The matches of the teams, board points and game points."""
    heads = (text("round"), text("team"), text("team"), text("boards"), text("game points"), text("winner"))
    found = matches_of(state, division, credits_of(state, division))
    return WordTable(heads=heads, rows=tuple(_match_row(state, each) for each in found), right=(0,))


def _match_row(state: Tournament, match: TeamMatch) -> tuple[str, ...]:
    if not match.guest:
        return (ranges(match.rounds), match.home, text("bye"), "", "", "")
    winner = match.won_by(state.settings.match.equal.chosen)
    ended = (winner or text("a drawn match")) if match.complete else "…"
    return (ranges(match.rounds), match.home, match.guest, boards_text(match), ":".join(map(str, match.points)), ended)


def bracket_words(state: Tournament, division: str) -> Iterator[tuple[str, WordTable]]:
    """The bracket of a knock-out, a table with its name for each stage: who meets whom, who goes on, who may still come."""
    heads = (text("player"), text("player"), text("result"), text("goes on"))
    for stage in stages(state, division):
        rows = tuple(_tie_row(state, division, tie) for tie in stage.ties)
        yield stage_name(len(stage.line)), WordTable(heads=heads, rows=rows)
        if stage.third is not None:
            yield text("Third place"), WordTable(heads=heads, rows=(_tie_row(state, division, stage.third),))


def _tie_row(state: Tournament, division: str, tie: Tie) -> tuple[str, ...]:
    names = called(state)
    through = tie.through(present_in(state, division)) if tie.players else None
    shown = [names(number) if number != EMPTY else "…" if tie.is_open else "–" for number in (tie.one, tie.other)]
    return (*shown, tie_score(tie), names(through) if through else "…" if tie.players else "")
