"""`mostek engine`: asking the engine, and training what it judges by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from mostek.cli.engine_advice import best, simulate, solve
from mostek.cli.engine_talk import talk
from mostek.cli.failures import Failure
from mostek.cli.lexicon import progress, saying_why
from mostek.lexicon import DEFAULT
from mostek.messages import text

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mostek.engine.leaves import Made
    from mostek.engine.self_play import Games, Match
    from mostek.engine.training import Generation, Training

    _Workers: TypeAlias = Executor | Callable[[], Executor]


@click.group()
def engine() -> None:
    """Ask the engine what to do in a position, and train what it judges by."""


for command in (best, simulate, solve, talk):
    engine.add_command(command)


@engine.command()
@click.option("--lexicon", default=DEFAULT, help="With which lexicon; by default the built-in one.")
@click.option("--generations", type=click.IntRange(1, 12), default=6, help="How many generations learn.")
@click.option("--games", type=click.IntRange(1), default=256, help="Games of the first one; each plays twice as many.")
@click.option("--duel", type=click.IntRange(2), default=8192, help="Games of the new values against those before.")
@click.option("--wins", type=click.IntRange(1), default=32768, help="Games for the table of leads and wins.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="Of the chance.")
@click.option("--between", type=click.Path(file_okay=False, path_type=Path), help="Where a stopped training is kept.")
@click.option("--scheduler", help="The address of a Dask cluster that is to work, like tcp://tower:8786.")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="Where the values are put.")
def train(
    lexicon: str,
    generations: int,
    games: int,
    duel: int,
    wins: int,
    seed: int,
    between: Path | None,
    scheduler: str | None,
    output: Path | None,
) -> None:
    """Learn from self-play what tiles left on a rack are worth, and how often a lead wins.

    All cores work for some minutes, or a cluster. A training that was stopped goes on where it was when it is asked for again.
    """
    from mostek.engine.leaves import open_values, trained_folder
    from mostek.engine.self_play import Match, equipment
    from mostek.engine.training import Training
    from mostek.lexicon.library import cache_folder

    folder = between or cache_folder() / "training"
    with _saying_why(), _workers(scheduler) as workers:
        played_with = equipment(lexicon)
        training = Training(played_with, seed, generations, games)
        before = open_values(lexicon, played_with.letters)
        learnt = _learn(training, folder, workers)
        values = learnt[-1].values
        against = Match(played_with, seed, (values, before), pairs=values != before)
        contest = _play(against, duel, folder, workers, text("Duel"))
        click.echo(_told(contest))
        alone = Match(played_with, seed, (values, values))
        leads = _play(alone, wins, folder, workers, text("Leads and wins"))
        made = {**training.made, **contest.measured}
        _keep(output or trained_folder(), played_with.name, learnt, made, leads)


def _workers(scheduler: str | None) -> AbstractContextManager[_Workers]:
    """A cluster, or the cores of this machine."""
    from mostek.engine.parallel import cluster
    from mostek.engine.parallel.chunks import threads

    return cluster(scheduler) if scheduler else nullcontext(threads)


@contextmanager
def _saying_why() -> Iterator[None]:
    from mostek.engine.parallel import ClusterError, KeepError

    with saying_why():
        try:
            yield
        except (ClusterError, KeepError) as error:
            raise Failure(text(error.sentence, **error.params)) from None
        except KeyboardInterrupt:
            click.echo(text("What was learnt is kept: the same command goes on from there."), err=True)
            raise


def _learn(training: Training, folder: Path, workers: _Workers) -> list[Generation]:
    """All generations; a line is told of each."""
    learnt: list[Generation] = []
    with progress(text("Training")) as done:
        before = 0

        def told(number: int, games: int) -> None:
            done((before + games) / training.all_games)

        for generation in training.carried_out(folder, workers, told):
            learnt.append(generation)
            before += generation.games
            click.echo(
                text(
                    "generation {number}: {games} games; values changed by {change} points; {explained} % explained",
                    number=generation.number,
                    games=generation.games,
                    change=f"{generation.change:.2f}",
                    explained=f"{100 * generation.explained:.1f}",
                )
            )
    return learnt


def _play(match: Match, games: int, folder: Path, workers: _Workers, title: str) -> Games:
    """So many games; what is played is kept in the folder."""
    from mostek.engine.parallel import KeptResults
    from mostek.engine.self_play import Rows

    kept = KeptResults(folder / "games", Rows)
    with progress(title) as done:
        return match.played(games, workers, kept, lambda played: done(played / games))


def _told(contest: Games) -> str:
    """How the new values did against those before, with margins of 95 %."""
    (share, share_margin), (spread, margin) = contest.share, contest.spread
    return text(
        "against the values before, {games} games: {share} ± {share_margin} % won, {spread} ± {margin} points a game",
        games=len(contest),
        share=f"{100 * share:.1f}",
        share_margin=f"{100 * share_margin:.1f}",
        spread=f"{spread:+.1f}",
        margin=f"{margin:.1f}",
    )


def _keep(folder: Path, lexicon: str, learnt: Sequence[Generation], made: Made, leads: Games) -> None:
    """Write the values, the win table and the picture, each whole or not at all."""
    from mostek.engine.leaves import VALUES_SUFFIX, format_values
    from mostek.engine.training import learning_curve
    from mostek.engine.win_table import WINS_SUFFIX, fit_wins, format_wins
    from mostek.lexicon.files import atomically

    titles = (text("change in points"), text("explained, %"), text("generation"))
    wins = fit_wins(leads.leads, {**made, "win_table_games": len(leads)})
    for suffix, data in {
        VALUES_SUFFIX: format_values(learnt[-1].values, made).encode(),
        WINS_SUFFIX: format_wins(wins),
        ".svg": learning_curve(learnt, titles).encode(),
    }.items():
        with atomically(folder / f"{lexicon}{suffix}") as file:
            file.write(data)
        click.echo(text("{path} is written", path=folder / f"{lexicon}{suffix}"))
