"""`mostek report`: what an arbiter can learn from a finished game. A hint, never a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from mostek.cli.output import json_option, print_json, print_table, tell
from mostek.messages import explained, text

if TYPE_CHECKING:
    from mostek.features.reviews.intervals import Estimate
    from mostek.features.reviews.model import Agreement, FairPlayReport, LevelReference, PlayerReport, TurnTimes

HINT = (
    "This is a hint, never a verdict: a bad network, a habit and a good day look the same as a fraud. "
    "Talk to the players first."
)
"""The sentence that stands above every report."""
OMITTED = {
    "forced": "forced turns: {count}",
    "few": "turns with hardly a choice: {count}",
    "unknown": "turns with unknown tiles: {count}",
    "not_in_list": "moves taken off the board, or not in the list: {count}",
    "late": "turns with an empty bag: {count}",
}
"""Why turns are left out, with their number."""


@click.command()
@click.argument("game")
@json_option
def report(game: str, as_json: bool) -> None:
    """Report on the play of each player in the finished game GAME, or in the game of a file: for arbiters.

    Credited time, absences, times of the turns, and agreement with the engine, beside what the levels of the bots reach. It is
    a hint, never a verdict.
    """
    from mostek.cli.named_game import read_game
    from mostek.features.reviews.fair_play import fair_play_report

    source = read_game(game)
    made = fair_play_report(source.events)
    if as_json:
        uncompared = made.uncompared
        why = None if uncompared is None else explained(uncompared.sentence, uncompared.params)
        print_json({"game": source.name, "hint": text(HINT), **made.told(why)})
        return
    tell(text(HINT))
    for player in made.players:
        click.echo()
        click.secho(player.name or text("Player {seat}", seat=int(player.seat)), bold=True)
        for line in _lines(player, made):
            tell(line, indent="  ")
    if made.uncompared is None:
        _show_levels(made.levels)


def _lines(player: PlayerReport, made: FairPlayReport) -> Iterator[str]:
    yield from _credit_lines(player)
    yield from _absence_lines(player)
    yield from _time_lines(player.times, made.fewest)
    if player.agreement is not None:
        yield from _agreement_lines(player.agreement, made.fewest)
    elif made.uncompared is not None:
        why = explained(made.uncompared.sentence, made.uncompared.params)
        yield text("Agreement with the engine cannot be said: {why}", why=why)


def _credit_lines(player: PlayerReport) -> Iterator[str]:
    found = player.credits
    if not found.deliveries:
        yield text("Every position was acknowledged in time.")
    else:
        yield text(
            "Positions that were acknowledged late: {count}; credited for them: {sum}, at once at most {longest}.",
            count=found.deliveries,
            sum=seconds(found.millis),
            longest=seconds(found.longest),
        )
    if found.deliveries and found.share is not None:
        yield text("That is {share} of what the game allows.", share=percent(found.share))


def _absence_lines(player: PlayerReport) -> Iterator[str]:
    found = player.absences
    if found.gone:
        yield text(
            "Without a connection for more than a minute: {count}; together {sum}, at once at most {longest}.",
            count=found.gone,
            sum=seconds(found.millis),
            longest=seconds(found.longest),
        )
    if found.left_board:
        yield text("Left the board: {count}.", count=found.left_board)


def _time_lines(found: TurnTimes | None, fewest: int) -> Iterator[str]:
    if found is None:
        yield text("The game has no clock, so nothing can be said of times.")
    elif found.median is None or found.variation is None:
        yield _too_few(found.turns, fewest)
    else:
        yield text(
            "Time of a turn: {median} in the median; it varies by {value} of its mean ({low} to {high}; turns: {turns}).",
            median=seconds(found.median),
            turns=found.turns,
            **_percents(found.variation),
        )


def _agreement_lines(found: Agreement, fewest: int) -> Iterator[str]:
    if found.share is None or found.loss is None:
        yield _too_few(found.turns, fewest)
    else:
        yield text(
            "The engine's choice by points and leave in {best} of {turns} turns: {value} ({low} to {high}).",
            best=found.best,
            turns=found.turns,
            **_percents(found.share),
        )
        yield text(
            "Lost in a turn on average: {value} points ({low} to {high}).",
            value=f"{found.loss.value:.1f}",
            low=f"{found.loss.low:.1f}",
            high=f"{found.loss.high:.1f}",
        )
    if found.omitted:
        parts = (text(OMITTED[why], count=number) for why, number in found.omitted.items())
        yield text("Left out: {what}.", what=", ".join(parts))


def _too_few(turns: int, fewest: int) -> str:
    return text("Too few turns to say more: {turns}, and {fewest} are needed.", turns=turns, fewest=fewest)


def _percents(found: Estimate) -> dict[str, str]:
    return {"value": percent(found.value), "low": percent(found.low), "high": percent(found.high)}


def percent(share: float) -> str:
    """A share as people read it: `27 %`."""
    return f"{share * 100:.0f} %"


def seconds(millis: int) -> str:
    """A time as people read it: `12.3 s`."""
    return f"{millis / 1000:.1f} s"


def _show_levels(levels: Iterable[LevelReference]) -> None:
    from mostek.engine.bots import levels as known
    from mostek.messages import language

    click.echo()
    tell(text("For comparison, the levels of the bots (in one game of twenty less, in one of twenty more):"))
    rows = [
        (
            known()[each.level].title.text(language()) if each.level in known() else each.level,
            percent(each.share.value),
            f"{percent(each.game_low)} – {percent(each.game_high)}",
            f"{each.loss.value:.1f}",
        )
        for each in levels
    ]
    headings = (text("level"), text("agreement"), text("in single games"), text("points lost"))
    print_table(headings, rows, right=(1, 2, 3))
