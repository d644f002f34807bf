"""The parts of a sheet in words: moves, racks, rulings, the result. Terminal and paper say them alike."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.players import BySeat
from mostek.core.result import Ending
from mostek.core.tiles import BACK, Tiles, tile_set
from mostek.documents.game.score_sheet import Blank, Mark, ResultSlip, Row, ScoreSheet, TileSquare
from mostek.messages import count, language, text
from mostek.messages.describe import (
    EventContext,
    clock_text,
    describe,
    list_text,
    move_text,
    names_text,
    points_text,
    scores_text,
    winners_text,
)
from mostek.notation.coordinates import Orientation
from mostek.referee.events import ScoreCorrected
from mostek.rules.loading import rulebook

UNKNOWN = "–"
"""An unknown tile, or another unknown value."""
DIFFERS = "≠"
"""Stands before a figure that is not the right one."""


def play_text(row: Row, full: bool) -> str:
    """The play of a turn; with `full` all its words, otherwise the main one (PFS-1.3.2a)."""
    match row.mark:
        case Mark.MOVE:
            return _words(row, full)
        case Mark.EXCHANGE if row.exchanged:
            return count("exchange of {n} tile", "exchange of {n} tiles", row.exchanged)
        case Mark.EXCHANGE:
            return text("exchange")
        case Mark.PASS:
            return text("pass (forced)") if row.forced else text("pass")
        case Mark.LOSS if row.words:
            return text("lost: {words}", words=_words(row, full))
        case Mark.LOSS:
            return text("turn lost")


def _words(row: Row, full: bool) -> str:
    return move_text(row.words if full else row.words[:1], Orientation.LETTERED_ROWS)


def rack_text(rack: Tiles, tile_set_name: str) -> str:
    """The tiles in the order of the alphabet, unknown ones as dashes at the end."""
    return tile_set(tile_set_name).alphabet.sort(rack.seen) + UNKNOWN * rack.count(BACK)


def figure(value: int | None, wrong: bool) -> str:
    """A written figure, with a mark if it is not the right one."""
    return UNKNOWN if value is None else f"{DIFFERS}{value}" if wrong else str(value)


def value_text(row: Row) -> str:
    """The points that count for a turn; with `*` if it was put right, and the true value after it where that is another."""
    counts = f"{row.points}*" if row.corrected else str(row.points)
    return counts if row.points == row.true else f"{counts} {DIFFERS} {row.true}"


def heading_lines(sheet: ScoreSheet) -> Iterator[tuple[str, str]]:
    """The heading of every sheet: names and values."""
    if sheet.game:
        yield text("Game"), sheet.game
    yield text("Rulebook"), f"{rulebook(sheet.rulebook).title.text(language())} ({sheet.edition})"
    if sheet.changes:
        yield text("Changed for this event"), ", ".join(f"{name} = {value}" for name, value in sheet.changes.items())
    yield text("Set of tiles"), tile_set(sheet.tile_set).title.text(language())
    if sheet.lexicon is not None:
        yield text("Word list"), list_text(sheet.lexicon)


def player_lines(sheet: ScoreSheet, full: bool) -> Iterator[str]:
    """The score, the exchanges used, the clock and, for the full record, the rack of each player."""
    for seat, name in sheet.players.items():
        parts = [text("score {points}", points=sheet.scores[seat])]
        parts.append(count("{n} exchange", "{n} exchanges", sheet.exchanges[seat]))
        if sheet.left is not None:
            parts.append(text("clock {time}", time=clock_text(sheet.left[seat])))
        if full:
            parts.append(text("rack {tiles}", tiles=rack_text(sheet.racks[seat], sheet.tile_set) or text("empty")))
        yield f"{name}: {', '.join(parts)}"


def blank_text(blank: Blank, players: BySeat[str]) -> str:
    """A blank with its letter, and what each player wrote on its card (PFS-4.2.2a)."""
    cards = ", ".join(f"{name}: {blank.written.get(seat, UNKNOWN)}" for seat, name in players.items())
    read = f"{blank.square} = {blank.letter or UNKNOWN}"
    return f"{read} ({cards})" + (f"; {text('dead')}" if blank.dead else "")


def square_lines(square: TileSquare, players: BySeat[str]) -> Iterator[str]:
    """The lines for the count and the squares of the tiles (PFS-1.1.1b, 1.1.1d)."""
    yield count("The game is played with {n} tile.", "The game is played with {n} tiles.", square.whole)
    if len(square.missing):
        yield text("Missing from the set: {tiles}.", tiles=square.missing)
    if len(square.surplus):
        yield text("Too many in the set: {tiles}.", tiles=square.surplus)
    for seat, laid in square.laid:
        line = count("Square, laid by {name}: {n} tile", "Square, laid by {name}: {n} tiles", laid, name=players[seat])
        yield line + (f" {DIFFERS} {square.whole}." if laid != square.whole else ".")
    if square.differs:
        yield text("Inform the arbiter before the next round.")


def incident_lines(sheet: ScoreSheet) -> Iterator[str]:
    """Corrections, penalties and rulings, each with its clause; a ruling that was taken back stays in the list."""
    context = EventContext(sheet.players)
    yield from (_correction(each, sheet) for each in sheet.corrections)
    yield from (describe(each, context).cited for each in sheet.penalties)
    for made in sheet.rulings:
        yield describe(made.ruling, context).cited
        yield from (describe(back, context).cited for back in sheet.reversals if back.number == made.ruling.number)


def _correction(corrected: ScoreCorrected, sheet: ScoreSheet) -> str:
    seat = sheet.rows[corrected.turn - 1].seat
    return text(
        "Turn {turn} ({name}) was corrected: {points} ({clause}).",
        turn=corrected.turn,
        name=sheet.players[seat],
        points=points_text(corrected.points),
        clause=corrected.clause,
    )


def result_lines(slip: ResultSlip) -> Iterator[str]:
    """How the game has ended: the places, the tiles left, the winner."""
    players = slip.players
    for seat in sorted(players.seats, key=lambda seat: slip.places[seat]):
        left = slip.leftovers[seat]
        change = "" if slip.ending is Ending.FORFEIT else f" ({text('tiles left: {points:+d}', points=left)})"
        yield f"{slip.places[seat]}. {players[seat]}: {slip.final[seat]}{change}"
    if slip.forfeited:
        yield text("Lost by forfeit: {names}.", names=names_text(players, slip.forfeited))
    else:
        yield winners_text(slip.winners, players)
    if slip.tie_broken:
        yield text("The value of the last word decided between equal scores.")
    if slip.excluded:
        yield text("Excluded from the tournament: {names}.", names=names_text(players, slip.excluded))


def slip_lines(slip: ResultSlip) -> Iterator[str]:
    """The lines for the slip: signatures, handing in, corrections (PFS-5.2, 4.6.4)."""
    for seat, name in slip.players.items():
        signed = slip.signed.get(seat)
        yield f"{name}: {text('not signed') if signed is None else text('signed under {result}', result=scores_text(signed))}"
    if slip.amended:
        yield text("Figures were altered after signing; both players confirm them to the arbiter (PFS-5.2c).")
    if slip.handed_in is not None:
        yield text("Handed in: {result}.", result=scores_text(slip.handed_in))
    else:
        yield text("Not handed in yet.")
    for each in slip.corrections:
        yield text("Corrected: {result} ({clause}).", result=scores_text(each.final), clause=each.clause)
    if slip.differs:
        yield text("By the referee’s reckoning the result is {result}.", result=scores_text(slip.final))
