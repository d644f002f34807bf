"""Who meets whom in a round: by table and by name, in type that a hall reads."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.documents.figures import score
from mostek.documents.listing import Cell, Column, Row, Section, hall_size, listing, number, wide
from mostek.documents.people import by_surname, fitting, home_of, name_of, split_name
from mostek.messages import text
from mostek.messages.tournament_words import halves
from mostek.tournament.forfeits import LOSER
from mostek.tournament.reckoning import forfeit_at
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Round, Table, Tournament
from mostek.tournament.table_results import BothForfeited, Forfeited, Played


def pairing_pages(state: Tournament, division: str, round_number: int) -> bytes:
    """The round by table: host, guest, and the match points that they come with. Raises `LookupError`, `NoTypesetterError`."""
    played = round_of(state, division, round_number)
    won = match_points(state, division, round_number)
    two = all(len(table.players) == 2 for table in played.tables)
    heads = _for_two() if two else [Column(text("Table"), "center"), wide(text("Players"))]
    rows: list[Row] = [_row(state, table, won, two) for table in played.tables]
    rows += [_bye(state, each, won, two) for each in played.byes]
    title = text("Round {round}: by table", round=round_number)
    note = text(
        "The host is named first and starts, unless the players draw. In brackets: match points before this round."
    )
    return listing(state, title, [Section(heads, rows, note=note)], division=division, size=hall_size(len(rows)))


def name_pages(state: Tournament, division: str, round_number: int) -> bytes:
    """The round by name: where everybody sits, and against whom. Raises `LookupError`, `NoTypesetterError`."""
    played = round_of(state, division, round_number)
    seats = {number: table for table in played.tables for number in table.players}
    there = [state.entrants[each] for each in (*seats, *played.byes)]
    homes = any(map(home_of, there))
    heads = [wide(text("Player"), 3), *([wide(text("Team, city"), 2)] if homes else [])]
    heads += [Column(text("Table"), "center"), wide(text("Opponent"), 3)]
    rows: list[Row] = []
    for entrant in by_surname(there):
        home = [home_of(entrant)] if homes else []
        table = seats.get(entrant.number)
        rows.append([name_cell(entrant.person.name), *home, *_seat(state, entrant.number, table)])
    title = text("Round {round}: by name", round=round_number)
    return listing(state, title, [Section(heads, rows)], division=division, size=hall_size(len(rows)) - 2)


def result_pages(state: Tournament, division: str, round_number: int) -> bytes:
    """The results of a round, table by table. Raises `LookupError`, `NoTypesetterError`."""
    played = round_of(state, division, round_number)
    heads = [Column(text("Table"), "center"), wide(text("Players")), Column(text("Result"), "center")]
    rows: list[Row] = [
        [
            Cell(strong=str(table.number)),
            " – ".join(name_of(state, each) for each in table.players),
            result_of(state, division, round_number, table),
        ]
        for table in played.tables
    ]
    rows += [["", name_of(state, each), text("bye")] for each in played.byes]
    title = text("Round {round}: results", round=round_number)
    taken = any(table.deducted for table in played.tables)
    note = text("* less points that the arbiter took away (PFS-7.1b)") if taken else ""
    return listing(state, title, [Section(heads, rows, note=note)], division=division, size=hall_size(len(rows)) - 2)


def round_of(state: Tournament, division: str, round_number: int) -> Round:
    """A round of a division. Raises `LookupError` where there is none."""
    rounds = state.divisions[division].rounds
    if not 1 <= round_number <= len(rounds):
        raise LookupError(f"round {round_number}")
    return rounds[round_number - 1]


def match_points(state: Tournament, division: str, before: int) -> dict[int, str]:
    """With how many match points everybody comes into a round."""
    return {each.number: halves(each.half_points) for each in standings_of(state, division, before)}


def result_of(state: Tournament, division: str, round_number: int, table: Table) -> str:
    """The result of a table as it counts: less what the arbiter took away (PFS-7.1b, S34), a forfeit with its N (PFS-7.2)."""
    match table.result:
        case None:
            return ""
        case Played(scores=scores):
            taken = [table.deducted.get(each, 0) for each in table.players]
            counts = score(scored - less for scored, less in zip(scores, taken, strict=True))
            return f"{counts} *" if any(taken) else counts
        case Forfeited(winner=winner) as result:
            worth = result.points or forfeit_at(state, division, round_number, result).points
            counts = score(worth if each == winner else LOSER for each in table.players)
            return f"{counts} ({text('forfeit')})"
        case BothForfeited():
            return text("forfeit of both")


def name_cell(name: str) -> Cell:
    """A name with the part in bold by which it is sorted."""
    before, surname, after = split_name(name)
    return Cell(fitting(before), fitting(surname), fitting(after))


def _for_two() -> list[Column]:
    return [Column(text("Table"), "center"), wide(text("Host")), number(""), wide(text("Guest")), number("")]


def _row(state: Tournament, table: Table, won: dict[int, str], two: bool) -> Row:
    label = Cell(strong=str(table.number))
    if not two:
        return [label, "\n".join(f"{name_of(state, each)} ({won.get(each, '0')})" for each in table.players)]
    return [label, *(cell for each in table.players for cell in _player(state, each, won))]


def _player(state: Tournament, number: int, won: dict[int, str]) -> Iterator[str]:
    yield name_of(state, number)
    yield f"({won.get(number, '0')})"


def _bye(state: Tournament, number: int, won: dict[int, str], two: bool) -> Row:
    name, has = _player(state, number, won)
    return ["", name, has, text("bye"), ""] if two else ["", f"{name} {has} – {text('bye')}"]


def _seat(state: Tournament, number: int, table: Table | None) -> Row:
    if table is None:
        return ["", text("bye")]
    others = "\n".join(name_of(state, each) for each in table.players if each != number)
    return [Cell(strong=str(table.number)), others]
