"""The tables of a tournament in words: classification, cross-table and teams, for a terminal and for pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from mostek.messages import count, text
from mostek.messages.prize_words import award_text, prize_text, reaches_text, remarks, winner
from mostek.messages.tournament_cup import stage_name, tie_score
from mostek.messages.tournament_events import called, ranges
from mostek.messages.tournament_words import (
    KEYS,
    UNKNOWN,
    boards_text,
    counted_margin,
    halves,
    head,
    key_value,
    place_text,
    sign,
)
from mostek.tournament.awards import ListAwards, stakes_of
from mostek.tournament.classification import Standing
from mostek.tournament.credits import CreditKind
from mostek.tournament.cross_table import CardLine, CrossRow, RoundCell, cross_table, player_card
from mostek.tournament.cups import present_in, stages
from mostek.tournament.matches import TeamMatch, matches_of, plays_matches
from mostek.tournament.pairing.bracket import EMPTY, Tie
from mostek.tournament.pairing.stakes import Outlook, Prospects, outlooks
from mostek.tournament.rating.scalps import format_rating
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import keys_of, ratings_of, standings_of, team_table_of
from mostek.tournament.state import Tournament
from mostek.tournament.teams import MatchTally


class WordTable(Struct, frozen=True, kw_only=True):
    """A table in words."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    """The columns that are numbers."""
    notes: tuple[str, ...] = ()


_SHOWN = ("match_points", "game_points", "spread")


def standings_table(
    state: Tournament,
    division: str,
    found: Sequence[Standing],
    key_columns: bool = False,
    prizes: Mapping[int, str] | None = None,
) -> WordTable:
    """A classification.

    Args:
        state: the tournament.
        division: the name of the division.
        found: its standings.
        key_columns: whether to show which key separates each entrant from the one above.
        prizes: what each wins as it stands, by starting number.

    Returns:
        The table, with a note on who was placed by a decision.
    """
    keys, gets = keys_of(state, division), prizes or {}
    extra = [index for index, key in enumerate(keys) if key.value not in _SHOWN]
    heads = (
        text("place"),
        text("no."),
        text("name"),
        text("city"),
        text("W–D–L"),
        text("match points"),
        text("game points"),
        text("margin"),
        *(head(keys[index]) for index in extra),
        *([text("prize")] * bool(gets)),
        *([text("below by")] * key_columns),
    )
    rows = tuple(
        (
            place_text(each.place),
            str(each.number),
            state.entrants[each.number].person.name,
            state.entrants[each.number].person.city,
            f"{each.wins}–{each.draws}–{each.losses}",
            halves(each.half_points),
            str(each.game_points),
            f"{each.spread:+}",
            *(key_value(keys[index], each.values[index], state.settings.rating_scale.chosen) for index in extra),
            *([gets.get(each.number, "")] * bool(gets)),
            *([_below(each)] * key_columns),
        )
        for each in found
    )
    decided = [each.number for each in found if each.decided]
    notes = (text("Decided by the organiser: {numbers}.", numbers=", ".join(map(str, decided))),) if decided else ()
    return WordTable(heads=heads, rows=rows, right=(0, 1, 5, 6, 7, *range(8, 8 + len(extra))), notes=notes)


def _below(each: Standing) -> str:
    """The criterion that puts a player below the one above."""
    return text("organiser") if each.decided else text(KEYS[each.below_by]) if each.below_by else UNKNOWN


def cross_words(state: Tournament, division: str) -> WordTable:
    """The cross-table of a division: the opponent's place in each round, and + = − for the outcome."""
    rounds = len(state.divisions[division].rounds)
    found = cross_table(standings_of(state, division), credits_of(state, division), rounds)
    numbers = map(str, range(1, rounds + 1))
    heads = (text("place"), text("name"), *numbers, text("match points"), text("game points"))
    return WordTable(
        heads=heads, rows=tuple(_cross_cells(state, row) for row in found), right=(0, rounds + 2, rounds + 3)
    )


def _cross_cells(state: Tournament, row: CrossRow) -> tuple[str, ...]:
    standing = row.standing
    name = state.entrants[standing.number].person.name
    sums = (halves(standing.half_points), str(standing.game_points))
    return (place_text(standing.place), name, *map(_cross_cell, row.cells), *sums)


def _cross_cell(cell: RoundCell | None) -> str:
    """`+12`: a win over the twelfth; `•` for a bye, `–` for no round, `?` for no result yet."""
    if cell is None:
        return "?"
    if cell.kind is CreditKind.BYE:
        return "•"
    if cell.kind is CreditKind.ABSENT or cell.outcome is None:
        return UNKNOWN
    places = "/".join(map(place_text, cell.places))
    return f"{sign(cell.outcome)}{places}" + ("w" if cell.kind is CreditKind.FORFEIT else "")


def teams_words(state: Tournament, division: str) -> WordTable:
    """The classification of the teams of a division."""
    found = team_table_of(state, division)
    by_matches = plays_matches(state)
    heads = (
        text("place"),
        text("team"),
        *((text("W–D–L"), text("points of matches")) if by_matches else ()),
        text("match points"),
        text("game points"),
        text("margin"),
        text("best place"),
    )
    rows = tuple(
        (
            str(row.place),
            row.name,
            *(_matches_of_row(row.matches) if by_matches else ()),
            halves(row.half_points),
            str(row.game_points),
            f"{row.spread:+}",
            str(row.best_place or "–"),
        )
        for row in found.rows
    )
    short = text("A team is short, so all are compared by what they won per game.")
    numbers = (0, *range(2 + by_matches, len(heads)))
    return WordTable(heads=heads, rows=rows, right=numbers, notes=(short,) if found.by_mean else ())


def _matches_of_row(matches: MatchTally) -> tuple[str, str]:
    return f"{matches.wins}–{matches.draws}–{matches.losses}", str(matches.points)


_FEW = 12


def has_results(state: Tournament, division: str) -> bool:
    """Whether a game of a division has a result, so that there is an order."""
    return any(table.result for played in state.divisions[division].rounds for table in played.tables)


def awards_words(state: Tournament, found: ListAwards) -> WordTable:
    """A list of prizes as it stands: the place, who has it, what they get, and the prize of the place alone."""
    names = called(state)
    there = found.prizes.prizes
    rows = tuple(
        (
            str(each.place),
            winner(each, names),
            award_text(state, each),
            prize_text(state, there[each.place - 1]) if each.place <= len(there) else "–",
        )
        for each in found.awards
    )
    heads = (text("place"), text("name"), text("gets"), text("prize of the place"))
    return WordTable(heads=heads, rows=rows, right=(0,), notes=tuple(remarks(state, found, names)))


def outlooks_now(state: Tournament, division: str) -> Mapping[int, Outlook]:
    """The prospects of each player; nothing before anything was played, or when no round is left."""
    stakes = stakes_of(state, division) if state.closed_on is None else None
    return outlooks(stakes) if stakes and stakes.rounds_left else {}


def outlook_lines(state: Tournament, found: Mapping[int, Outlook]) -> list[str]:
    """The players whose prizes are settled, those who are racing, and the number of those who are out."""
    by_kind: dict[Prospects, list[Outlook]] = {kind: [] for kind in Prospects}
    for each in found.values():
        by_kind[each.prospects].append(each)
    lines = [text("The prize of no player is settled yet.")]
    if settled := by_kind[Prospects.SETTLED]:
        lines = [text("The prize is settled: {people}.", people=_people(state, settled))]
    if racing := by_kind[Prospects.RACING]:
        lines.append(text("Still racing for a prize: {people}.", people=_people(state, racing)))
    if out := by_kind[Prospects.OUT]:
        lines.append(
            count("{n} player cannot win a prize any more.", "{n} players cannot win a prize any more.", len(out))
        )
    return lines


def _people(state: Tournament, found: list[Outlook]) -> str:
    names = called(state)
    shown = ", ".join(f"{names(each.number)} ({reaches_text(each)})" for each in found[:_FEW])
    return f"{shown} … (+{len(found) - _FEW})" if len(found) > _FEW else shown


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
