"""The papers of a round: who meets whom by table and by name, results, result slips, table cards."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.tiles import BLANK, tile_set
from mostek.documents.document import Document, NothingToPrintError, PrintRequest, Subject, is_paired
from mostek.documents.listing import Cell, Column, Row, Section, hall_size, heading, listing, name_cell, number, wide
from mostek.documents.people import by_surname, home_of, name_of, told_apart
from mostek.documents.template_files import Data
from mostek.messages import text
from mostek.messages.outcome_words import note_of
from mostek.messages.tournament_words import halves, score
from mostek.rules.loading import rulebook
from mostek.tournament.scoring import outcome_at
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Played, Round, Table, Tournament


def _by_table(state: Tournament, request: PrintRequest) -> Data:
    """The round by table: host, guest, and the match points that they come with."""
    played = round_of(state, request)
    won = match_points(state, request.division, request.round)
    two = all(len(table.players) == 2 for table in played.tables)
    heads = _for_two() if two else [Column(text("Table"), "center"), wide(text("Players"))]
    rows: list[Row] = [_row(state, table, won, two) for table in played.tables]
    rows += [_bye(state, each, won, two) for each in played.byes]
    title = text("Round {round}: by table", round=request.round)
    note = text(
        "The host is named first and starts, unless the players draw. In brackets: match points before this round."
    )
    return listing(
        state, [Section(heads, rows, note=note)], title=title, division=request.division, size=hall_size(len(rows))
    )


def _by_name(state: Tournament, request: PrintRequest) -> Data:
    """The round by name: where everybody sits, and against whom."""
    played = round_of(state, request)
    seats = {number: table for table in played.tables for number in table.players}
    there = [state.entrants[each] for each in (*seats, *played.byes)]
    homes = any(map(home_of, there))
    heads = [wide(text("Player"), 3), *([wide(text("Team, city"), 2)] if homes else [])]
    heads += [Column(text("Table"), "center"), wide(text("Opponent"), 3)]
    rows: list[Row] = []
    for entrant in by_surname(there):
        home = [home_of(entrant)] if homes else []
        table = seats.get(entrant.number)
        rows.append([name_cell(entrant.person), *home, *_seat(state, entrant.number, table)])
    title = text("Round {round}: by name", round=request.round)
    return listing(state, [Section(heads, rows)], title=title, division=request.division, size=hall_size(len(rows)) - 2)


def _results(state: Tournament, request: PrintRequest) -> Data:
    """The results of a round, table by table."""
    played = round_of(state, request)
    heads = [Column(text("Table"), "center"), wide(text("Players")), Column(text("Result"), "center")]
    rows: list[Row] = [
        [
            Cell(strong=str(table.number)),
            _players(state, request, table),
            result_of(state, request.division, request.round, table),
        ]
        for table in played.tables
    ]
    rows += [["", told_apart(state, each), text("bye")] for each in played.byes]
    title = text("Round {round}: results", round=request.round)
    taken = any(table.deducted for table in played.tables)
    note = text("* less points that the arbiter took away (PFS-7.1b)") if taken else ""
    return listing(
        state, [Section(heads, rows, note=note)], title=title, division=request.division, size=hall_size(len(rows)) - 2
    )


def round_of(state: Tournament, request: PrintRequest) -> Round:
    """The requested round. Raises `NothingToPrintError` where there is none."""
    rounds = state.divisions[request.division].rounds
    if not 1 <= request.round <= len(rounds):
        raise NothingToPrintError("There is nothing to print: round {round} is not paired.", round=request.round)
    return rounds[request.round - 1]


def match_points(state: Tournament, division: str, before: int) -> dict[int, str]:
    """The match points of every player before a round."""
    return {each.number: halves(each.half_points) for each in standings_of(state, division, before)}


def _players(state: Tournament, request: PrintRequest, table: Table) -> Cell:
    """The players of a table, the winner in bold."""
    winner = outcome_at(state, request.division, request.round, table).winner
    names = [told_apart(state, each) for each in table.players]
    if winner is None:
        return Cell(" – ".join(names))
    before, after = (f"{name} – " for name in names[:winner]), (f" – {name}" for name in names[winner + 1 :])
    return Cell("".join(before), names[winner], "".join(after))


def result_of(state: Tournament, division: str, round_number: int, table: Table) -> str:
    """The result of a table as it counts: less what the arbiter took away (PFS-7.1b, S34), a forfeit with its N (PFS-7.2)."""
    outcome = outcome_at(state, division, round_number, table)
    note = note_of(outcome)
    if not outcome.scores:
        return note
    counts = f"{score(outcome.scores)} ({note})" if note else score(outcome.scores)
    is_less = isinstance(table.result, Played) and any(table.deducted.get(each, 0) for each in table.players)
    return f"{counts} *" if is_less else counts


def _for_two() -> list[Column]:
    return [Column(text("Table"), "center"), wide(text("Host")), number(""), wide(text("Guest")), number("")]


def _row(state: Tournament, table: Table, won: dict[int, str], two: bool) -> Row:
    label = Cell(strong=str(table.number))
    if not two:
        return [label, "\n".join(f"{told_apart(state, each)} ({won.get(each, '0')})" for each in table.players)]
    return [label, *(cell for each in table.players for cell in _player(state, each, won))]


def _player(state: Tournament, number: int, won: dict[int, str]) -> Iterator[str]:
    yield told_apart(state, number)
    yield f"({won.get(number, '0')})"


def _bye(state: Tournament, number: int, won: dict[int, str], two: bool) -> Row:
    name, has = _player(state, number, won)
    return ["", name, has, text("bye"), ""] if two else ["", f"{name} {has} – {text('bye')}"]


def _seat(state: Tournament, number: int, table: Table | None) -> Row:
    if table is None:
        return ["", text("bye")]
    others = "\n".join(told_apart(state, each) for each in table.players if each != number)
    return [Cell(strong=str(table.number)), others]


ON_A_PAGE = 4
"""Result slips on one sheet of A4."""


def _slips(state: Tournament, request: PrintRequest) -> Data:
    """The result slips of a round (PFS-5.2a). Raises `LookupError`, `NoTypesetterError`.

    The slips are laid out for a pile: when all pages are cut at once, the four piles laid one upon another are in the order
    of the tables.
    """
    played = round_of(state, request)
    sheets = -(-len(played.tables) // ON_A_PAGE)
    slips = [_slip(state, table) for table in played.tables]
    return heading(state, request.division) | {
        "title": text("Round {round}", round=request.round),
        "pages": [slips[sheet::sheets] for sheet in range(sheets)],
        "columns": _columns(state),
        "blanks": tile_set(rulebook(state.settings.rulebook.chosen).tile_set.value).tiles.count(BLANK),
        "labels": {
            "table": text("Table"),
            "arbiter": text("Taken in by the arbiter"),
            "host": text("starts"),
            "blanks": text("Blanks"),
            "challenges": text("Challenges"),
        },
        "note": _note(state),
    }


def _table_cards(state: Tournament, request: PrintRequest) -> Data:
    """A card for each table: folded in the middle, it shows the number to both sides."""
    tables = request.tables or range(1, max(1, _tables_needed(state)) + 1)
    return heading(state) | {"label": text("Table"), "numbers": list(map(str, tables))}


def _tables_needed(state: Tournament) -> int:
    """The number of tables for the players who are present; at tables of four, three and two may sit as well (CHAL-1)."""
    present = sum(entrant.is_present for entrant in state.entrants.values())
    seated = max((len(each.rounds[-1].tables) for each in state.divisions.values() if each.rounds), default=0)
    return max(seated, -(-present // state.settings.table.size.chosen))


def _columns(state: Tournament) -> list[str]:
    """The rule for equal scores where there are no draws: the last word of each decides (OPEN-game-4, CHAL-10b, S13)."""
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
            {
                "label": text("no. {number}", number=each),
                "name": name_of(state, each),
                "home": home_of(state.entrants[each]),
            }
            for each in table.players
        ],
    }


DOCUMENTS = (
    Document(
        name="pairings",
        pl="Kojarzenie według stołów",
        en="Pairings by table",
        help_pl="kto gdzie siedzi, według stołów, dużym drukiem",
        help_en="who sits where, by table, in large type",
        order=40,
        subject=Subject.ROUND,
        is_public=True,
        template="listing",
        fill=_by_table,
        available=is_paired,
    ),
    Document(
        name="names",
        pl="Kojarzenie według nazwisk",
        en="Pairings by name",
        help_pl="kto gdzie siedzi, według nazwisk",
        help_en="who sits where, by name",
        order=50,
        subject=Subject.ROUND,
        is_public=True,
        template="listing",
        fill=_by_name,
        available=is_paired,
    ),
    Document(
        name="slips",
        pl="Protokoły",
        en="Result slips",
        help_pl="do podpisu, cztery na stronie",
        help_en="to be signed, four on a page",
        order=60,
        subject=Subject.ROUND,
        template="slips",
        fill=_slips,
        available=is_paired,
        tagged=False,
    ),
    Document(
        name="cards",
        pl="Numery stołów",
        en="Table cards",
        help_pl="do złożenia",
        help_en="to be folded",
        order=70,
        subject=Subject.EVENT,
        template="cards",
        fill=_table_cards,
        tagged=False,
    ),
    Document(
        name="results",
        pl="Wyniki rundy",
        en="Results of a round",
        help_pl="stół po stole",
        help_en="table by table",
        order=80,
        subject=Subject.ROUND,
        is_public=True,
        template="listing",
        fill=_results,
        available=is_paired,
    ),
)
