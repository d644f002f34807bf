"""`mostek puzzles`: mine, vet, solve and export puzzles."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mostek.cli.groups import LazyGroup, Sections
from mostek.cli.interrupts import keeping_results
from mostek.cli.lexicon import prepare_graph
from mostek.cli.output import (
    Failure,
    console,
    json_option,
    print_json,
    print_table,
    progress,
    sentences,
    tell,
    write_file,
)
from mostek.cli.param_types import OneOf
from mostek.lexicon import CORE, DEFAULT
from mostek.messages import count, text

if TYPE_CHECKING:
    from random import Random

    from mostek.features.puzzles.judging import Kept
    from mostek.features.puzzles.model import Collection, Puzzle, Verdict

SECTIONS: Sections = {
    "Commands": {
        "mine": ("mostek.features.puzzles.cli:mine", "Look for puzzles in recorded games or in self-play."),
        "vet": ("mostek.features.puzzles.cli:vet", "Check by a deeper search that puzzles keep their answers."),
        "solve": ("mostek.features.puzzles.cli:solve", "Solve puzzles in the terminal."),
        "export": ("mostek.features.puzzles.cli:export", "Write puzzles as JSON or CGP."),
    }
}
"""The commands of puzzles."""

SELF_PLAY_LICENCE = "Apache-2.0"
"""The licence of positions from self-play."""


@click.group(cls=LazyGroup, sections=SECTIONS)
def puzzles() -> None:
    """Mine, vet, solve and export puzzles."""


def _themes() -> list[str]:
    from mostek.features.puzzles.model import Theme

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
    from mostek.features.puzzles.model import collect, format_collection, open_collection

    if bool(files) == (games is not None):
        raise Failure(text("Give either files or --games."))
    with sentences():
        from mostek.engine.equipment import equipment
        from mostek.features.puzzles.known_words import frequencies

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
    from mostek.features.puzzles import mining
    from mostek.features.puzzles.model import Puzzle as Kind
    from mostek.lexicon.library import cache_folder

    kept = ResultStore(cache_folder() / "puzzles", list[Kind])
    prepare_graph(lexicon)
    source = mining.mine(seed, lexicon, core, themes)
    threads = threads or os.cpu_count() or 1
    with progress(text("Games")) as done, ThreadPoolExecutor(threads) as workers, keeping_results():
        return mining.mined(source, range(games), workers, kept, lambda played: done(played / games))


def _from_files(files: Sequence[Path], lexicon: str, core: str) -> tuple[list[Puzzle], list[str]]:
    """The puzzles of files, and a sentence for each file that could not be read."""
    from mostek.cli.output import read_file
    from mostek.core.diagnostics import NotationError
    from mostek.engine.equipment import equipment
    from mostek.features.puzzles.mining import mined_from
    from mostek.messages.diagnoses import sentence
    from mostek.notation.game_formats import replay_file
    from mostek.rules.loading import rulebook

    prepare_graph(lexicon)
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
    from mostek.features.puzzles.judging import DeepCheck

    check = DeepCheck(equipment(DEFAULT), deals=deals, plies=plies)
    found = []
    with progress(text("Puzzles")) as done, ThreadPoolExecutor(threads or os.cpu_count() or 1) as workers:
        for _, result in map_chunks(check.look, looked, workers):
            found.append(result)
            done(len(found) / len(looked))
    return found


def _write_kept(collection: Collection, lost: set[str], output: Path) -> None:
    from mostek.features.puzzles.model import collect, format_collection

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

    from mostek.features.puzzles.model import hidden_answer

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
    from mostek.features.puzzles.model import built_in, open_collection

    return built_in() if path is None else open_collection(path)


def _counts(collection: Collection) -> dict[str, int]:
    return {theme.value: len(found) for theme, found in collection.by_theme.items()}


def _show_counts(collection: Collection) -> None:
    from mostek.features.puzzles.words import theme_title

    rows = [(theme.value, theme_title(theme), str(len(found))) for theme, found in collection.by_theme.items() if found]
    print_table([text("theme"), text("title"), text("puzzles")], rows, right=(2,))


_FIRST_STRENGTH = 1400
_STEP = 120
"""The step to a harder puzzle after a right answer, and to an easier one after a wrong one."""


@click.command()
@collection_option
@theme_option
@click.option("--count", "wanted", type=click.IntRange(1, 1000), default=5, show_default=True, help="How many puzzles.")
@click.option("--daily", is_flag=True, help="Only the puzzle of today, by the date of this machine.")
@click.option("--id", "name", help="Only the puzzle of this name.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Make the choice repeatable.")
@click.option(
    "--strength",
    type=click.IntRange(600, 2600),
    default=_FIRST_STRENGTH,
    show_default=True,
    help="The rating to begin with.",
)
@json_option
def solve(
    path: Path | None,
    theme: str | None,
    wanted: int,
    daily: bool,
    name: str | None,
    seed: int | None,
    strength: int,
    as_json: bool,
) -> None:
    """Solve puzzles in the terminal, one after another.

    An answer is a play like '8H KOT' (a square with its direction, and a word, with small letters for blanks), or a word of the
    board. '?' gives a hint, '=' the solution, an empty line the next puzzle, 'q' ends.
    """
    from random import Random, SystemRandom

    with sentences():
        collection = opened(path)
        chance = SystemRandom() if seed is None else Random(seed)
        session = _Session(as_json)
        for number in range(1 if daily or name else wanted):
            puzzle = _chosen(collection, theme, daily, name, strength, session.seen, chance)
            if puzzle is None:
                if not number:
                    raise Failure(text("There is no such puzzle."))
                break
            right = session.pose(puzzle, number + 1)
            if right is None:
                break
            strength += _STEP if right else -_STEP
    session.finish()


def _chosen(
    collection: Collection,
    theme: str | None,
    daily: bool,
    name: str | None,
    strength: int,
    seen: set[str],
    chance: Random,
) -> Puzzle | None:
    from datetime import datetime

    from mostek.features.puzzles import model

    if name is not None:
        return collection.by_id.get(name)
    if daily:
        return model.daily(collection, datetime.now().astimezone().date())
    return model.next_one(collection, strength, model.Theme(theme) if theme else None, seen, chance)


class _Session:
    """The puzzles of one call, and the results."""

    def __init__(self, as_json: bool) -> None:
        self.seen: set[str] = set()
        self._as_json = as_json
        self._results: list[dict[str, object]] = []

    def pose(self, puzzle: Puzzle, number: int) -> bool | None:
        """Show a puzzle and read answers until it is solved or given up; `None` if the person ends."""
        from mostek.features.puzzles.words import HINTS, hint, reason

        self.seen.add(puzzle.id)
        self._show(puzzle, number)
        first: bool | None = None
        hints = 0
        while True:
            line = self._read()
            if line is None or line.lower() == "q":
                self._note(puzzle, first, hints)
                return None
            if line == "?":
                hints = min(hints + 1, HINTS)
                self._say(hint(puzzle, hints))
                continue
            if line in ("", "="):
                self._say(text("The answer: {answer}.", answer=puzzle.answer))
                self._say(reason(puzzle))
                break
            verdict = self._judged(puzzle, line)
            if verdict is None or not verdict.is_answer:
                continue
            first = verdict.is_right if first is None else first
            if verdict.is_right:
                self._say(reason(puzzle))
                break
        self._note(puzzle, first, hints)
        return bool(first)

    def finish(self) -> None:
        """Show the results."""
        solved = sum(bool(each["solved"]) for each in self._results)
        if self._as_json:
            print_json({"tried": len(self._results), "solved": solved, "puzzles": self._results})
        else:
            tell(
                count(
                    "{solved} of {n} puzzle solved.",
                    "{solved} of {n} puzzles solved.",
                    len(self._results),
                    solved=solved,
                )
            )

    def _note(self, puzzle: Puzzle, first: bool | None, hints: int) -> None:
        self._results.append({"id": puzzle.id, "theme": puzzle.theme.value, "solved": bool(first), "hints": hints})

    def _say(self, sentence: str) -> None:
        if not self._as_json:
            tell(sentence)

    def _read(self) -> str | None:
        if self._as_json:
            line = sys.stdin.readline()
            return line.strip() if line else None
        try:
            return str(click.prompt(text("Answer"), default="", show_default=False)).strip()
        except click.Abort:
            return None

    def _judged(self, puzzle: Puzzle, line: str) -> Verdict | None:
        from mostek.features.puzzles.words import verdict_lines

        verdict = _verdict(puzzle, line)
        if verdict is None:
            self._say(text("This is no play. A play is written like 8H KOT, with small letters for blanks."))
            return None
        for sentence in verdict_lines(puzzle, verdict):
            self._say(sentence)
        return verdict

    def _show(self, puzzle: Puzzle, number: int) -> None:
        if not self._as_json:
            for line in _shown(puzzle, number):
                console().print(line)


def _verdict(puzzle: Puzzle, line: str) -> Verdict | None:
    """The verdict on a typed line, or nothing if it cannot be read."""
    from mostek.core.diagnostics import NotationError
    from mostek.core.tiles import tile_set
    from mostek.engine.equipment import TILE_SET, equipment
    from mostek.features.puzzles.judging import judge_play
    from mostek.features.puzzles.model import judge_word
    from mostek.lexicon import DEFAULT
    from mostek.lexicon.library import open_lexicon
    from mostek.notation.coordinates import Orientation
    from mostek.notation.plays import parse_play

    if puzzle.theme.asks_for_a_word:
        return judge_word(puzzle, line.upper())
    square, _, word = line.partition(" ")
    try:
        play = parse_play(f"{square.upper()} {word.strip()}", Orientation.LETTERED_ROWS, tile_set(TILE_SET).alphabet)
    except (NotationError, ValueError):
        return None
    board = puzzle.asked.board
    if any(each not in board.layout for each in play.squares) or play.misfits(board):
        return None
    return judge_play(puzzle, play.placement(board).tiles, equipment(DEFAULT), open_lexicon(DEFAULT))


def _shown(puzzle: Puzzle, number: int) -> Iterator[object]:
    from rich.text import Text

    from mostek.cli.terminal.screen import board_lines, rack_line
    from mostek.core.tiles import tile_set
    from mostek.engine.equipment import TILE_SET
    from mostek.features.puzzles.words import question, theme_title
    from mostek.notation.coordinates import Orientation

    position, tiles = puzzle.asked, tile_set(TILE_SET)
    yield Text(f"\n{number}. {theme_title(puzzle.theme)} · {puzzle.difficulty} · {puzzle.id}", style="bold")
    yield from board_lines(position.board, (), tiles, Orientation.LETTERED_ROWS)
    if not puzzle.theme.asks_for_a_word:
        yield Text(text("Your rack:")) + Text(" ") + rack_line(position.rack(0), tiles)
        if position.racks[1]:
            yield Text(text("The other rack:")) + Text(" ") + rack_line(position.rack(1), tiles)
        yield Text(text("Score: {own} to {other}", own=position.scores[0], other=position.scores[1]))
    yield Text(question(puzzle.theme))
