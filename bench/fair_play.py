"""What the levels of the bots reach beside the best choice by static equity: the reference of the report for arbiters.

`python bench/fair_play.py` plays refereed games of each level with itself, compares every turn as the report does, and prints
the file `src/mostek/features/reviews/agreement_levels.toml`; `--write` replaces it. A level that looks ahead does so through
`--deals` deals at each turn, without a clock, so that the figures do not depend on how busy the machine is.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import click
from msgspec.structs import replace

from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.engine.bots import levels
from mostek.engine.bots.bot import Bot, open_bot
from mostek.features.reviews.fair_play import compared_turns
from mostek.features.reviews.intervals import Estimate, bootstrap, wilson
from mostek.features.reviews.model import FEWEST
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import find
from mostek.referee import conduct, view_for
from mostek.referee.commands import CreateGame
from mostek.referee.events import Event
from mostek.referee.state import Over
from mostek.rules.loading import rulebook

BOOK = rulebook("gen")
HOUR = 3_600_000
NODES = 30_000
"""How many positions are looked at in the end of a game, because no clock counts."""
TARGET = Path(__file__).parents[1] / "src/mostek/features/reviews/agreement_levels.toml"


class Terms(NamedTuple):
    """What games are played with; a level that looks ahead does so through so many deals, without a clock."""

    lexicon: str
    deals: int


@cache
def contestant(name: str, terms: Terms) -> Bot:
    """A bot of a level, once in each process."""
    level = levels()[name]
    if far := level.lookahead:
        far = replace(far, deals=min(terms.deals, far.deals), nodes=min(NODES, far.nodes), milliseconds=HOUR)
    return open_bot(BOOK, terms.lexicon, level=replace(level, lookahead=far))


def events_of(bot: Bot, lexicon: str, seed: int) -> list[Event]:
    """The events of a refereed game of a bot with itself, from a bag with that seed."""
    chance = Random(seed)

    def draw(bag: Tiles, count: int) -> Tiles:
        return Tiles(chance.sample(list(bag), count))

    setup = CreateGame(rulebook=BOOK.name, players=("A", "B"), lexicon=find(lexicon).header.pin)
    conducted = conduct(None, setup, BOOK, draw)
    events = list(conducted.events)
    game = conducted.game
    assert game is not None
    while not isinstance(game.phase, Over):
        asked = (bot.command(view_for(game, seat)) for seat in game.seats)
        command = next(command for command in asked if command is not None)
        conducted = conduct(game, replace(command, at=0), BOOK, draw)
        assert conducted.refused is None, conducted.refused
        assert conducted.game is not None
        game = conducted.game
        events += conducted.events
    return events


def losses_of(level: str, terms: Terms, seed: int) -> list[list[float]]:
    """The losses of both players in a game, without the turns that are left out."""
    turns = list(compared_turns(events_of(contestant(level, terms), terms.lexicon, seed)))
    return [[turn.loss for turn in turns if turn.seat is seat and turn.omitted is None] for seat in (Seat(1), Seat(2))]


def measured(level: str, games: Sequence[list[float]], played: int) -> list[str]:
    """The lines of the file for a level."""
    losses = [loss for game in games for loss in game]
    share = wilson(sum(not loss for loss in losses), len(losses))
    single = sorted(sum(not loss for loss in game) / len(game) for game in games if len(game) >= FEWEST)
    cut = len(single) // 20
    return [
        "[[level]]",
        f'level = "{level}"',
        f"games = {played}",
        f"turns = {len(losses)}",
        f"share = {_written(share, 4)}",
        f"loss = {_written(bootstrap(losses, fmean), 2)}",
        f"game_low = {single[cut]:.2f}",
        f"game_high = {single[-1 - cut]:.2f}",
    ]


def _written(found: Estimate, digits: int) -> str:
    numbers = (f"{name} = {round(getattr(found, name), digits)}" for name in ("value", "low", "high"))
    return "{ " + ", ".join(numbers) + " }"


@click.command(help=__doc__)
@click.option("--games", default=60, show_default=True, help="How many games each level plays with itself.")
@click.option("--levels", "chosen", default=",".join(levels()), show_default=True, help="Which levels play.")
@click.option("--deals", default=24, show_default=True, help="Through how many deals one looks ahead at each turn.")
@click.option("--seed", default=1, show_default=True)
@click.option("--lexicon", default=DEFAULT, show_default=True)
@click.option("--workers", default=2, show_default=True)
@click.option("--write", is_flag=True, help="Replace the file of the report.")
def main(games: int, chosen: str, deals: int, seed: int, lexicon: str, workers: int, write: bool) -> None:
    """Play, compare and print."""
    terms = Terms(lexicon, deals)
    pin = find(lexicon).header.pin
    lines = [
        "# What the levels of the bots reach beside the best choice by static equity.",
        "# Made by `python bench/fair_play.py --write`.",
        "# share: part of the turns that lose nothing, with Wilson's interval (95 %);",
        "# loss: mean loss of a turn in points, with a bootstrap interval;",
        "# game_low and game_high: 5 % of the games of one player have a share below, and 5 % above.",
        "[made]",
        f'lexicon = "{pin.name}@{pin.edition}"',
        f"seed = {seed}",
        f"deals = {deals}",
    ]
    with ProcessPoolExecutor(workers) as pool:
        for level in chosen.split(","):
            found = pool.map(partial(losses_of, level, terms), range(seed, seed + games))
            players = [losses for pair in found for losses in pair if losses]
            lines += ["", *measured(level, players, games)]
            click.echo("\n".join(lines[-8:]), err=True)
    text = "\n".join(lines) + "\n"
    if write:
        TARGET.write_text(text, "utf-8")
    click.echo(text, nl=False)


if __name__ == "__main__":
    main()
