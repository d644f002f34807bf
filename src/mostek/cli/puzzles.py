"""`mostek puzzles`: mine, vet, solve and export puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mostek.cli.groups import LazyGroup, Sections
from mostek.cli.output import Failure, json_option, print_json, print_table, progress, sentences, tell, write_file
from mostek.cli.param_types import OneOf
from mostek.lexicon import CORE, DEFAULT
from mostek.messages import count, text

if TYPE_CHECKING:
    from mostek.puzzles.collection import Collection
    from mostek.puzzles.deep_check import Kept
    from mostek.puzzles.puzzle import Puzzle

SECTIONS: Sections = {
    "Commands": {
        "mine": ("mostek.cli.puzzles:mine", "Look for puzzles in recorded games or in self-play."),
        "vet": ("mostek.cli.puzzles:vet", "Check by a deeper search that puzzles keep their answers."),
        "solve": ("mostek.cli.puzzle_solving:solve", "Solve puzzles in the terminal."),
        "export": ("mostek.cli.puzzles:export", "Write puzzles as JSON or CGP."),
    }
}
"""The commands of puzzles."""

SELF_PLAY_LICENCE = "Apache-2.0"
"""The licence of positions from self-play."""


@click.group(cls=LazyGroup, sections=SECTIONS)
def puzzles() -> None:
    """Mine, vet, solve and export puzzles."""


def _themes() -> list[str]:
    from mostek.puzzles.puzzle import Theme

    return [theme.value for theme in Theme]


theme_option = click.option(
    "--theme", "theme", type=OneOf("There is no theme {name!r}.", _themes), help="Only puzzles of this theme."
)
collection_option = click.option(
    "--from",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file of `puzzles mine`; the collection of the package by default.",
)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--games", type=click.IntRange(1, 10_000_000), help="So many games of self-play instead of files.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Seed of self-play.")
@click.option(
    "--theme",
    "themes",
    multiple=True,
    type=OneOf("There is no theme {name!r}.", _themes),
    help="Only these themes of self-play.",
)
@click.option(
    "--add", type=click.Path(dir_okay=False, path_type=Path), help="Put the puzzles of this file before the new ones."
)
@click.option("--lexicon", default=DEFAULT, show_default=True, help="The lexicon that judges.")
@click.option(
    "--core", default=CORE, show_default=True, help="The lexicon of the players, and of words that are not rare."
)
@click.option("--licence", default="", help="The licence of the positions of the files.")
@click.option("--threads", type=click.IntRange(1, 256), help="The number of threads; one for each core by default.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write."
)
@json_option
def mine(
    files: tuple[Path, ...],
    games: int | None,
    seed: int,
    themes: tuple[str, ...],
    add: Path | None,
    lexicon: str,
    core: str,
    licence: str,
    threads: int | None,
    output: Path,
    as_json: bool,
) -> None:
    """Look for puzzles in recorded games (any FILES that `mostek convert` reads) or in games of self-play.

    The same seed and number of games give the same puzzles. The same command continues a stopped run. Names of
    players are not stored.
    """
    from mostek.puzzles.collection import collect, format_collection, open_collection

    if bool(files) == (games is not None):
        raise Failure(text("Give either files or --games."))
    with sentences():
        from mostek.engine.equipment import equipment
        from mostek.puzzles.known_words import frequencies

        used = equipment(lexicon)
        if not (editions := frequencies()):
            tell(_without_frequencies(core), err=True)
        if games is not None:
            found = _from_self_play(games, seed, lexicon, core, themes, threads)
            unread: list[str] = []
            only = "".join(f" --theme {theme}" for theme in themes)
            made = f"mostek puzzles mine --games {games} --seed {seed}{only} --lexicon {used.lexicon} --core {core}"
            licence = licence or SELF_PLAY_LICENCE
        else:
            found, unread = _from_files(files, lexicon, core)
            made = "mostek puzzles mine FILES"
        if add is not None:
            before = open_collection(add)
            found, made = [*before.puzzles, *found], f"{before.heading.made} && {made} --add"
        collection = collect(found, made, used.lexicon, used.hash, licence, editions)
        write_file(output, format_collection(collection))
    for sentence in unread:
        tell(sentence, err=True)
    if as_json:
        print_json({"puzzles": len(collection), "themes": _counts(collection), "path": str(output), "unread": unread})
        return
    _show_counts(collection)
    tell(text("{path} is written", path=output))


def _without_frequencies(core: str) -> str:
    return text(
        "Without frequencies of words, only words outside {core} count as rare. Install them: {command}",
        core=core,
        command="pip install 'mostek[frequency]'",
    )


def _from_self_play(
    games: int, seed: int, lexicon: str, core: str, themes: Sequence[str], threads: int | None
) -> list[Puzzle]:
    from concurrent.futures import ThreadPoolExecutor

    from mostek.engine.parallel import ResultStore
    from mostek.lexicon.library import cache_folder
    from mostek.puzzles import mining
    from mostek.puzzles.puzzle import Puzzle as Kind

    kept = ResultStore(cache_folder() / "puzzles", list[Kind])
    source = mining.mine(seed, lexicon, core, themes)
    with progress(text("Games")) as done, ThreadPoolExecutor(threads or os.cpu_count() or 1) as workers:
        try:
            return mining.mined(source, range(games), workers, kept, lambda played: done(played / games))
        except KeyboardInterrupt:
            click.echo(text("The results so far are saved: the same command continues from there."), err=True)
            raise


def _from_files(files: Sequence[Path], lexicon: str, core: str) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of files, and a sentence for each file that could not be read."""
    from mostek.cli.output import read_file
    from mostek.core.diagnostics import NotationError
    from mostek.engine.equipment import equipment
    from mostek.messages.diagnoses import sentence
    from mostek.notation.game_formats import replay_file
    from mostek.puzzles.mining import mined_from
    from mostek.rules.loading import rulebook

    used, book = equipment(lexicon), rulebook("pfs")
    found: list[Puzzle] = []
    unread: list[str] = []
    with progress(text("Games")) as done:
        for number, path in enumerate(files, 1):
            try:
                game = replay_file(read_file(path), None, book)
                found += mined_from([game], used, core)
            except NotationError as error:
                unread.append(f"{path}: {sentence(error.diagnostic)}")
            done(number / len(files))
    if len(unread) == len(files):
        raise Failure(unread[0])
    return found, unread


@click.command()
@click.argument("path", metavar="FILE", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--sample", type=click.IntRange(1), help="So many puzzles at random; all by default.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="Seed of the sample.")
@click.option(
    "--deals", type=click.IntRange(2, 1_000_000), default=1200, show_default=True, help="Deals of a simulation."
)
@click.option("--plies", type=click.IntRange(1, 50), default=4, show_default=True, help="The number of plies.")
@click.option("--threads", type=click.IntRange(1, 256), help="The number of threads; one for each core by default.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the puzzles that keep theirs."
)
@json_option
def vet(
    path: Path | None,
    sample: int | None,
    seed: int,
    deals: int,
    plies: int,
    threads: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Check by a deeper search that the puzzles of a FILE keep their answers: of the package by default.

    Simulated answers are compared again over other deals, more plies and more candidates; endings are solved again; the words
    of boards are looked up again. Exit status 1 if a puzzle loses its answer.
    """
    from random import Random

    with sentences():
        collection = opened(path)
    looked = list(collection.puzzles)
    if sample is not None and sample < len(looked):
        looked = Random(seed).sample(looked, sample)
    with sentences():
        results = _checked(looked, deals, plies, threads)
    lost = [(puzzle, each) for puzzle, each in zip(looked, results, strict=True) if not each.is_kept]
    if output is not None:
        _write_kept(collection, {puzzle.id for puzzle, _ in lost}, output)
    if as_json:
        print_json({"puzzles": len(looked), "kept": len(looked) - len(lost), "lost": [each for _, each in lost]})
    else:
        rows = [
            (each.id, puzzle.theme.value, puzzle.answer, each.better, f"{each.points:+.1f}", f"{100 * each.wins:+.1f}")
            for puzzle, each in lost
        ]
        if rows:
            titles = [text("puzzle"), text("theme"), text("answer"), text("better"), text("points"), text("won, %")]
            print_table(titles, rows, right=(4, 5))
        share = 100 * (len(looked) - len(lost)) / max(1, len(looked))
        kept = len(looked) - len(lost)
        tell(
            text(
                "{kept} of {all} puzzles keep their answers ({share} %).",
                kept=kept,
                all=len(looked),
                share=f"{share:.1f}",
            )
        )
    if lost:
        click.get_current_context().exit(1)


def _checked(looked: Sequence[Puzzle], deals: int, plies: int, threads: int | None) -> list[Kept]:
    from concurrent.futures import ThreadPoolExecutor

    from mostek.engine.equipment import equipment
    from mostek.engine.parallel import map_chunks
    from mostek.puzzles.deep_check import DeepCheck

    check = DeepCheck(equipment(DEFAULT), deals=deals, plies=plies)
    found = []
    with progress(text("Puzzles")) as done, ThreadPoolExecutor(threads or os.cpu_count() or 1) as workers:
        for _, result in map_chunks(check.look, looked, workers):
            found.append(result)
            done(len(found) / len(looked))
    return found


def _write_kept(collection: Collection, lost: set[str], output: Path) -> None:
    from mostek.puzzles.collection import collect, format_collection

    heading = collection.heading
    found = [puzzle for puzzle in collection.puzzles if puzzle.id not in lost]
    kept = collect(found, heading.made, heading.lexicon, heading.lexicon_hash, heading.licence, heading.frequencies)
    write_file(output, format_collection(kept))


@click.command()
@collection_option
@theme_option
@click.option("--to", "form", type=click.Choice(["json", "cgp"]), default="json", show_default=True, help="The format.")
@click.option(
    "--hide-answers", is_flag=True, help="Write the SHA-256 of the puzzle's name and its answer instead of the answer."
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file; standard output by default."
)
@json_option
def export(
    path: Path | None, theme: str | None, form: str, hide_answers: bool, output: Path | None, as_json: bool
) -> None:
    """Write puzzles as lines: JSON, or CGP with the theme and the answer as operations."""
    with sentences():
        collection = opened(path)
    found = [puzzle for puzzle in collection.puzzles if theme in (None, puzzle.theme.value)]
    lines = list(_exported(found, form, hide_answers))
    if output is not None:
        write_file(output, "".join(f"{line}\n" for line in lines).encode())
    if as_json:
        print_json({"puzzles": len(found), "path": None if output is None else str(output)})
    elif output is None:
        for line in lines:
            click.echo(line)
    else:
        tell(count("{n} puzzle is written to {path}.", "{n} puzzles are written to {path}.", len(found), path=output))


def _exported(found: Sequence[Puzzle], form: str, hide: bool) -> Iterator[str]:
    from msgspec.json import encode

    from mostek.puzzles.collection import hidden_answer

    for puzzle in found:
        answer = hidden_answer(puzzle.id, puzzle.answer) if hide else puzzle.answer
        if form == "cgp":
            yield f"{puzzle.position} id {puzzle.id}; theme {puzzle.theme.value}; answer {answer};"
            continue
        fields: dict[str, Any] = {"id": puzzle.id, "theme": puzzle.theme.value, "position": puzzle.position}
        fields |= {"answer_sha256": answer} if hide else {"answer": answer, "second": puzzle.second}
        fields |= {"points": puzzle.points, "wins": puzzle.wins / 1000, "proof": puzzle.proof.value}
        fields |= {"difficulty": puzzle.difficulty, "source": puzzle.source}
        yield encode(fields).decode()


def opened(path: Path | None) -> Collection:
    """A collection by its file, or that of the package. Raises `CollectionError`, `OSError`."""
    from mostek.puzzles.collection import built_in, open_collection

    return built_in() if path is None else open_collection(path)


def _counts(collection: Collection) -> dict[str, int]:
    return {theme.value: len(found) for theme, found in collection.by_theme.items()}


def _show_counts(collection: Collection) -> None:
    from mostek.messages.puzzle_words import theme_title

    rows = [(theme.value, theme_title(theme), str(len(found))) for theme, found in collection.by_theme.items() if found]
    print_table([text("theme"), text("title"), text("puzzles")], rows, right=(2,))
