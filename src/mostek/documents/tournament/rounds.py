"""The papers of a round: who meets whom by table and by name, results, result slips, table cards."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.documents import typesetting
from mostek.documents.people import by_surname, fitting, home_of, name_of, split_name
from mostek.documents.tournament.listing import Cell, Column, Row, Section, hall_size, heading, listing, number, wide
from mostek.documents.typesetting import Data
from mostek.messages import text
from mostek.messages.tournament_words import halves, score
from mostek.tournament.scoring import LOSER, forfeit_at
from mostek.tournament.standings import standings_of
from mostek.tournament.state import BothForfeited, Forfeited, Played, Round, Table, Tournament


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


ON_A_PAGE = 4
"""Result slips on one sheet of A4."""


def slip_pages(state: Tournament, division: str, round_number: int) -> bytes:
    """The result slips of a round (PFS-5.2a). Raises `LookupError`, `NoTypesetterError`.

    The slips are laid out for a pile: when all pages are cut at once, the four piles laid one upon another are in the order
    of the tables.
    """
    played = round_of(state, division, round_number)
    sheets = -(-len(played.tables) // ON_A_PAGE)
    slips = [_slip(state, table) for table in played.tables]
    data = heading(state, division) | {
        "title": text("Round {round}", round=round_number),
        "pages": [slips[sheet::sheets] for sheet in range(sheets)],
        "columns": _columns(state),
        "labels": {"table": text("Table"), "arbiter": text("Taken in by the arbiter"), "host": text("starts")},
        "note": _note(state),
    }
    return typesetting.pages("slips", data, tagged=False)


def table_card_pages(state: Tournament, last: int | None = None, first: int = 1) -> bytes:
    """A card for each table: folded in the middle, it shows the number to both sides. Raises `NoTypesetterError`.

    Without `last`, as many as those who are present need.
    """
    needed = last if last is not None else max(first, tables_needed(state))
    data = heading(state) | {
        "title": text("Table cards"),
        "label": text("Table"),
        "numbers": [str(each) for each in range(first, needed + 1)],
    }
    return typesetting.pages("cards", data, tagged=False)


def tables_needed(state: Tournament) -> int:
    """How many tables those need who are present; at tables of four, three and two may sit as well (CHAL-1)."""
    present = sum(entrant.is_present for entrant in state.entrants.values())
    seated = max((len(each.rounds[-1].tables) for each in state.divisions.values() if each.rounds), default=0)
    return max(seated, -(-present // state.settings.table.size.chosen))


def _columns(state: Tournament) -> list[str]:
    """Where there are no draws, the last word of each tells equal scores apart (OPEN-game-4, CHAL-10b, S13)."""
    last_word = [] if state.settings.has_draws else [text("Last word")]
    return [text("Points"), *last_word, text("Signature")]


def _note(state: Tournament) -> str:
    if state.settings.has_draws:
        return text("Every player enters the result legibly and signs it.")
    return text("With equal scores the better last word wins: write its points.")


def _slip(state: Tournament, table: Table) -> Data:
    return {
        "table": str(table.number),
        "players": [
            {"number": str(each), "name": name_of(state, each), "home": home_of(state.entrants[each])}
            for each in table.players
        ],
    }
