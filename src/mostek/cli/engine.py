"""`mostek engine`: ask the engine for the best play in a position, and train what it judges by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from mostek.cli.groups import LazyGroup, Sections
from mostek.cli.interrupts import keeping_results
from mostek.cli.lexicon import prepare_graph
from mostek.cli.lines import ErrorCode, LineError
from mostek.cli.output import Failure, json_option, print_json, print_table, progress, sentences, why
from mostek.cli.param_types import RULEBOOK
from mostek.cli.positions import read_position, read_rack
from mostek.lexicon import DEFAULT, LexiconError
from mostek.messages import text
from mostek.notation.coordinates import Orientation

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mostek.engine.endgame import EndgameSolution, PreEndgameCandidate
    from mostek.engine.leaves import Provenance
    from mostek.engine.position import SearchPosition
    from mostek.engine.search import Candidate
    from mostek.engine.self_play import Match, PlayedGames
    from mostek.engine.training import Generation, Training

    _Workers: TypeAlias = Executor | Callable[[], Executor]


SECTIONS: Sections = {
    "Commands": {
        "best": ("mostek.cli.engine:best", "Find the best plays, exchanges and the pass in a position."),
        "simulate": ("mostek.cli.engine:simulate", "Compare the best plays in a position by simulation."),
        "solve": ("mostek.cli.engine:solve", "Solve an endgame or pre-endgame."),
        "talk": ("mostek.cli.engine_talk:talk", "Answer another program, line by line."),
        "train": ("mostek.cli.engine:train", "Train leave values and the win table by self-play."),
        "export-leaves": ("mostek.cli.leaves:export_leaves", "Export leave values as .klv2."),
        "import-leaves": ("mostek.cli.leaves:import_leaves", "Import leave values from .klv2."),
    }
}
"""The commands of the engine."""


@click.group(cls=LazyGroup, sections=SECTIONS)
def engine() -> None:
    """Find, simulate and solve plays with the engine, and train its values."""


_ARGUMENTS: tuple[Callable[..., None], ...] = (
    click.argument("position", nargs=-1, required=True),
    click.option("--rack", help="The rack; the first one of the position by default."),
    click.option("--lexicon", default=DEFAULT, help="The lexicon; the built-in one by default."),
    click.option("--tile-set", help="The tile set; that of the position by default."),
    click.option(
        "--orientation",
        type=click.Choice([way.value for way in Orientation]),
        default=Orientation.LETTERED_ROWS.value,
        help="Which lines of the board have letters in the answer.",
    ),
    click.option("--rulebook", type=RULEBOOK, default="pfs", show_default=True, help="Whose rule for exchanges."),
    json_option,
)


def _about_a_position(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes the position of its arguments as one value, and whose errors are sentences."""

    @wraps(command)
    def answered(
        position: Sequence[str],
        rack: str | None,
        lexicon: str,
        tile_set: str | None,
        orientation: str,
        rulebook: str,
        **options: Any,
    ) -> None:
        with sentences():
            prepare_graph(lexicon)
        try:
            search = search_position_of(" ".join(position), rack, lexicon, tile_set, Orientation(orientation))
        except LineError as error:
            place = "" if error.column is None else " " + text("(character {column})", column=error.column)
            raise Failure(error.reason + place) from None
        from mostek.rules.loading import rulebooks

        exchange_from = rulebooks()[rulebook].exchange.bag_minimum.value
        with sentences():
            command(replace(search, exchange_from=exchange_from), **options)

    for argument in reversed(_ARGUMENTS):
        answered = argument(answered)
    return answered


@click.command()
@_about_a_position
@click.option("--count", type=click.IntRange(1, 10_000), default=10, help="How many to show.")
def best(position: SearchPosition, as_json: bool, count: int) -> None:
    """Find the best plays, exchanges and the pass in a POSITION, a line of CGP, without simulation.

    Equity is the score plus the value of the leave.
    """
    from mostek.engine.search import best_of

    ranking = best_of(position, count)
    if as_json:
        print_json([_candidate_fields(candidate) for candidate in ranking])
    else:
        _show(_titles(), [candidate.table_row for candidate in ranking])


@click.command()
@_about_a_position
@click.option("--seconds", type=click.FloatRange(0.01), help="The time limit in seconds; five by default.")
@click.option("--deals", type=click.IntRange(1), help="The number of deals, instead of a time limit.")
@click.option("--plies", type=click.IntRange(0, 50), default=2, help="The number of plies.")
@click.option("--candidates", type=click.IntRange(1, 256), default=15, help="How many candidates to compare.")
@click.option("--error-probability", type=float, help="Stop when the chance of a wrong decision is this small.")
@click.option("--last", help="The other player's last turn, like 'H5 KOTA' or -3, as evidence of their rack.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="Seed of the draws.")
def simulate(
    position: SearchPosition,
    as_json: bool,
    seconds: float | None,
    deals: int | None,
    candidates: int,
    **options: Any,
) -> None:
    """Compare the best plays in a POSITION, a line of CGP, by simulation.

    Margins are for 95 % confidence.
    """
    from mostek.engine.position import PositionError
    from mostek.engine.simulation import simulate_in

    try:
        looking = simulate_in(position, candidates, **options)
    except PositionError:
        raise
    except ValueError as error:
        raise Failure(str(error)) from None
    with progress(text("Simulating")):
        result = looking.run(seconds=5.0 if seconds is None and deals is None else seconds, deals=deals)
    if as_json:
        outcome = ("deals", "share", "share_margin", "spread", "spread_margin")
        print_json([_candidate_fields(each.candidate) | _fields(each, *outcome) for each in result.candidates])
    else:
        titles = [*_titles(), text("won, %"), text("spread"), text("deals")]
        _show(titles, [each.table_row for each in result.candidates])


@click.command()
@_about_a_position
@click.option("--seconds", type=click.FloatRange(0.01), default=60.0, help="The time limit in seconds.")
def solve(position: SearchPosition, as_json: bool, seconds: float) -> None:
    """Solve a POSITION, a line of CGP, with at most four tiles in the bag.

    With an empty bag the answer is the best line of both players, otherwise the result of each turn over every draw.

    After a turn that leaves tiles in the bag, the solver assumes that both players know all tiles.
    """
    from mostek.engine.endgame import EndgameSolution, solve_in

    with progress(text("Solving")):
        found = solve_in(position, seconds=seconds)
    if as_json:
        print_json(
            _solution_fields(found) if isinstance(found, EndgameSolution) else [*map(_ending_fields, found.candidates)]
        )
    elif isinstance(found, EndgameSolution):
        _show([text("line"), text("gain"), text("lead"), text("proved")], [found.table_row])
    else:
        titles = [*_titles(), text("in bag"), text("won, %"), text("spread"), text("draws")]
        _show(titles, [each.table_row for each in found.candidates])


def search_position_of(
    line: str,
    rack: str | None = None,
    lexicon: str = DEFAULT,
    tile_set: str | None = None,
    orientation: Orientation = Orientation.LETTERED_ROWS,
) -> SearchPosition:
    """The turn that a line of CGP tells of. Raises `LineError`."""
    from mostek.engine.position import PositionError, search_position

    position, tiles = read_position(line, tile_set)
    held = None if rack is None else read_rack(rack, tiles)
    try:
        return search_position(position, held, lexicon=lexicon, tiles=tiles.name, orientation=orientation)
    except PositionError as error:
        raise LineError(ErrorCode.POSITION, text(error.sentence, **error.params)) from None
    except LexiconError as error:
        raise LineError(ErrorCode.LEXICON, text(error.sentence, **error.params)) from None
    except OSError as error:
        said = text(
            "The search graph cannot be stored in {place}: {why}. MOSTEK_DATA names another folder for all data.",
            place=error.filename or "",
            why=why(error),
        )
        raise LineError(ErrorCode.LEXICON, said) from None


def _fields(value: object, *names: str) -> dict[str, object]:
    return {name: getattr(value, name) for name in names}


def _candidate_fields(candidate: Candidate) -> dict[str, object]:
    return {"play": candidate.written, **_fields(candidate, "score", "equity"), "left": str(candidate.left)}


def _solution_fields(solution: EndgameSolution) -> dict[str, object]:
    line = [turn.written for turn in solution.line]
    found = {**_fields(solution, "gain", "lead"), "proved": solution.is_proved, "line": line}
    return found | _fields(solution, "depth", "positions")


def _ending_fields(ending: PreEndgameCandidate) -> dict[str, object]:
    results = _fields(ending, "draws", "won", "drawn", "settled", "spread")
    proof = {"exact": ending.is_exact, "beaten": ending.is_beaten}
    return _candidate_fields(ending.candidate) | {"in_bag": ending.bag, **results, **proof}


def _titles() -> list[str]:
    return [text("play"), text("score"), text("equity"), text("left")]


def _show(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print_table(titles, rows, right=range(1, len(titles)))


@click.command()
@click.option("--lexicon", default=DEFAULT, help="The lexicon; the built-in one by default.")
@click.option("--generations", type=click.IntRange(1, 12), default=6, help="The number of generations.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=256,
    help="The games of the first generation; each later one plays twice as many.",
)
@click.option("--duel", type=click.IntRange(2), default=8192, help="The games of the new values against the old ones.")
@click.option("--wins", type=click.IntRange(1), default=32768, help="The games for the win table.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, help="Seed of the draws.")
@click.option("--between", type=click.Path(file_okay=False, path_type=Path), help="The folder of a stopped training.")
@click.option("--scheduler", help="The address of a Dask cluster that is to work, like tcp://tower:8786.")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="The folder for the values.")
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
    """Train leave values and the win table by self-play.

    Training takes some minutes on all cores, or on a cluster. The same command continues a stopped training.
    """
    from mostek.engine.equipment import equipment
    from mostek.engine.leaves import open_values, trained_folder
    from mostek.engine.self_play import Match
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
    with sentences(), keeping_results():
        yield


def _learn(training: Training, folder: Path, workers: _Workers) -> list[Generation]:
    """Train all generations and print a line for each."""
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


def _play(match: Match, games: int, folder: Path, workers: _Workers, title: str) -> PlayedGames:
    """Play so many games and store them in the folder."""
    from mostek.engine.parallel import ResultStore
    from mostek.engine.self_play import GameRows

    stored = ResultStore(folder / "games", GameRows)
    with progress(title) as done:
        return match.played(games, workers, stored, lambda played: done(played / games))


def _told(contest: PlayedGames) -> str:
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


def _keep(folder: Path, lexicon: str, learnt: Sequence[Generation], made: Provenance, leads: PlayedGames) -> None:
    """Write the values, the win table and the picture, each whole or not at all."""
    from mostek.engine.leaves import VALUES_SUFFIX, format_values
    from mostek.engine.training import learning_curve
    from mostek.engine.win_table import WINS_SUFFIX, fit_win_table, format_win_table
    from mostek.lexicon.files import atomically

    titles = (text("change in points"), text("explained, %"), text("generation"))
    wins = fit_win_table(leads.leads, {**made, "win_table_games": len(leads)})
    for suffix, data in {
        VALUES_SUFFIX: format_values(learnt[-1].values, made).encode(),
        WINS_SUFFIX: format_win_table(wins),
        ".svg": learning_curve(learnt, titles).encode(),
    }.items():
        with atomically(folder / f"{lexicon}{suffix}") as file:
            file.write(data)
        click.echo(text("{path} is written", path=folder / f"{lexicon}{suffix}"))
