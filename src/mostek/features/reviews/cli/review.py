"""`mostek review`: what each turn of a game was worth, what was better, grades, luck and skill."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.cli.game_files import GameFile, game_files, game_of_log
from mostek.cli.output import (
    Failure,
    chosen_form,
    json_option,
    print_json,
    print_table,
    printable,
    progress,
    sentences,
    tell,
    write_file,
)
from mostek.cli.param_types import RULEBOOK, OneOf
from mostek.core.diagnostics import NotationError
from mostek.messages import text

if TYPE_CHECKING:
    from mostek.engine.review import GameReview
    from mostek.notation.game_record import RecordedGame

Show = Callable[[float], None]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--depth",
    type=OneOf("There is no depth {name!r}.", ["static", "quick", "normal", "deep"]),
    default="normal",
    show_default=True,
    help="How deep to look; `static` compares equities alone.",
)
@click.option("--html", is_flag=True, help="Write a page for the browser, in one file.")
@click.option("--pdf", is_flag=True, help="Write pages for paper.")
@click.option("--gcg", is_flag=True, help="Write the game with the review in its notes.")
@json_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The file to write; of several games the folder. What a folder has already is not reviewed again.",
)
@click.option("--lexicon", metavar="NAME", help="The list that judges; by default the one that the game names.")
@click.option("--rulebook", "book", type=RULEBOOK, default="pfs", show_default=True, help="The rules of the game.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="Seed of the deals.")
@click.option("--jobs", type=click.IntRange(0, 1024), default=0, help="How many cores work; 0 for all.")
@click.option("--scheduler", help="The address of a Dask cluster that is to work, like tcp://tower:8786.")
def review(
    files: tuple[str, ...],
    depth: str,
    html: bool,
    pdf: bool,
    gcg: bool,
    as_json: bool,
    output: Path | None,
    lexicon: str | None,
    book: str,
    seed: int,
    jobs: int,
    scheduler: str | None,
) -> None:
    """Review games: the best moves of each turn, what was lost, grades, phoneys, luck and skill.

    A FILE is a game in any format that `mostek convert` reads, the log of a game of mostek, a folder or a zip archive of such
    files, or - for standard input. The rulebook of a log judges it. With a folder for --output a stopped review goes on where it
    was. Exit status 2 if a file cannot be reviewed.
    """
    from mostek.engine.review import Depth

    refusal = text("Choose one of --html, --pdf, --gcg and --json.")
    form = chosen_form(refusal, html=html, pdf=pdf, gcg=gcg, json=as_json)
    with sentences():
        found = list(game_files(files))
        target = Target(form, output, len(found))
        run = _Run(Depth(depth), lexicon, book, seed, jobs, target, len(found))
        failed = run.on_cluster(found, scheduler) if scheduler else run.all(found)
    sys.exit(2 if failed else 0)


class Target:
    """The place and the form of reviews."""

    def __init__(self, form: str, output: Path | None, games: int) -> None:
        self.form, self.output, self.games = form, output, games
        self.is_folder = output is not None and (games > 1 or output.is_dir())
        self.kept: list[GameReview] = []
        if output is None and form == "pdf":
            raise Failure(text("A PDF needs --output."))
        if output is None and form in ("html", "gcg") and games > 1:
            raise Failure(text("Several games need --output with a folder."))

    def known(self, game: GameFile) -> GameReview | None:
        """The review of an earlier run."""
        from mostek.engine.review import from_json

        if not self.is_folder or self.output is None:
            return None
        try:
            return from_json((self.output / f"{game.name}.json").read_bytes())
        except (OSError, ValueError):
            return None

    def store(self, game: GameFile, review: GameReview) -> None:
        """Keep a review for the next run, also an unfinished one."""
        from mostek.engine.review import to_json

        if self.is_folder and self.output is not None:
            write_file(self.output / f"{game.name}.json", to_json(review))

    def take(self, game: GameFile, review: GameReview) -> None:
        """Write or show a finished review."""
        self.store(game, review)
        if (self.form in ("text", "json") and self.output is None) or (self.form == "text" and self.is_folder):
            self.kept.append(review)
        elif not (self.form == "json" and self.is_folder):
            data = made(self.form, game, review)
            if self.output is None:
                sys.stdout.buffer.write(data)
            else:
                write_file(self.output / f"{game.name}.{self.form}" if self.is_folder else self.output, data)

    def close(self) -> None:
        """Show what is not written to files."""
        from msgspec import to_builtins

        if self.form == "json" and self.output is None:
            values = [to_builtins(each) for each in self.kept]
            if values:
                print_json(values[0] if self.games == 1 else values)
        elif self.kept and self.games == 1 and self.output is None:
            show(self.kept[0])
        elif self.kept:
            show_many(self.kept)


def made(form: str, game: GameFile, review: GameReview) -> bytes:
    """A review in a form: `text` (JSON in a file), `json`, `html`, `pdf`, or `gcg` of the game itself."""
    if form == "html":
        from mostek.features.reviews.paper import html_page

        return html_page(review).encode()
    if form == "pdf":
        from mostek.features.reviews.paper import review_pages

        return review_pages(review)
    if form == "gcg":
        from mostek.features.reviews.paper import annotated_gcg
        from mostek.notation.game_formats import replay_file
        from mostek.notation.replay import replay
        from mostek.rules.loading import rulebook

        book, logged = rulebook(review.rulebook), game_of_log(game.data)
        replayed = replay_file(game.data, None, book) if logged is None else replay(logged.record, book)
        return annotated_gcg(replayed.completed, review)
    from mostek.engine.review import to_json

    return to_json(review)


class _Run:
    """The review of all games of a call."""

    def __init__(
        self, depth: str, lexicon: str | None, book: str, seed: int, jobs: int, target: Target, games: int
    ) -> None:
        self.depth, self.lexicon, self.book, self.seed, self.jobs = depth, lexicon, book, seed, jobs
        self.target, self.games, self.failed = target, games, 0

    def all(self, found: Sequence[GameFile]) -> int:
        """Review here; returns the number of games that cannot be reviewed."""
        with progress(text("Reviewing")) as report:
            for number, game in enumerate(found):
                self._one(game, lambda share, number=number: report((number + share) / self.games))  # type: ignore[misc]
        self.target.close()
        return self.failed

    def _one(self, game: GameFile, report: Show) -> None:
        from mostek.app.ports import LogError
        from mostek.engine.review import ReviewError, review
        from mostek.lexicon import LexiconError

        reached: list[GameReview] = []

        def note(step: GameReview) -> None:
            reached[:] = [step]
            report(sum(turn.depth is step.depth for turn in step.turns) / max(1, len(step.turns)))

        known = self.target.known(game)
        try:
            record, book = self._record(game)
            settings = {"rulebook": book, "seed": self.seed, "threads": self.jobs, "known": known}
            made_now = review(record, self.depth, self.lexicon, progress=note, **settings)  # type: ignore[arg-type]
        except KeyboardInterrupt:
            if reached and self.target.is_folder:
                self.target.store(game, reached[0])
                click.echo(text("The results so far are saved: the same command continues from there."), err=True)
            raise
        except (NotationError, ReviewError, LexiconError, LogError) as error:
            self._refuse(game, error)
            return
        self._write(game, made_now)

    def _record(self, game: GameFile) -> tuple[RecordedGame | bytes, str]:
        """The game, and the rulebook that judges it. Raises `LogError` for a damaged log."""
        logged = game_of_log(game.data)
        return (game.data, self.book) if logged is None else (logged.record, logged.rulebook)

    def on_cluster(self, found: Sequence[GameFile], scheduler: str) -> int:
        """Review on a cluster, a game on a core."""
        from mostek.app.ports import LogError
        from mostek.engine.parallel import cluster
        from mostek.engine.review import GameReview, review_games

        by_book = defaultdict[str, list[tuple[GameFile, RecordedGame | bytes]]](list)
        for game in found:
            try:
                record, book = self._record(game)
            except LogError as error:
                self._refuse(game, error)
                continue
            known = self.target.known(game)
            if known is not None and self._is_done(known, book):
                self._write(game, known)
            else:
                by_book[book].append((game, record))
        with cluster(scheduler) as workers, progress(text("Reviewing")) as report:
            number, todo = 0, sum(map(len, by_book.values()))
            for book, games in by_book.items():
                records = (record for _, record in games)
                reviews = review_games(
                    records, self.depth, self.lexicon, rulebook=book, seed=self.seed, executor=workers
                )
                for (game, _), result in zip(games, reviews, strict=True):
                    if isinstance(result, GameReview):
                        self._write(game, result)
                    else:
                        self._refuse(game, result.error)
                    number += 1
                    report(number / todo)
        self.target.close()
        return self.failed

    def _is_done(self, known: GameReview, book: str) -> bool:
        return known.is_complete and (known.depth, known.seed, known.rulebook) == (self.depth, self.seed, book)

    def _write(self, game: GameFile, review: GameReview) -> None:
        try:
            self.target.take(game, review)
        except NotationError as error:
            self._refuse(game, error)

    def _refuse(self, game: GameFile, error: Exception) -> None:
        from mostek.core.errors import SentenceError
        from mostek.messages.diagnoses import sentence

        self.failed += 1
        if isinstance(error, NotationError):
            shown = sentence(error.diagnostic)
        else:
            assert isinstance(error, SentenceError)
            shown = text(error.sentence, **error.params)
        tell(printable(f"{game.shown}: {shown}"), err=True)


def show(review: GameReview) -> None:
    """Show one review in the terminal."""
    from mostek.features.reviews.words import (
        NUMERIC,
        balance_text,
        headings,
        note_text,
        player_figures,
        sign_text,
        threshold_lines,
        turn_row,
    )

    names = " – ".join(player.name for player in review.players)
    click.secho(printable(f"{names}, {' : '.join(str(player.score) for player in review.players)}"), bold=True)
    for note in review.notes:
        tell(printable(note_text(note, review)))
    rows = [[printable(cell) for cell in turn_row(turn, review)] for turn in review.turns]
    print_table(headings(), rows, NUMERIC)
    for turn in review.turns:
        for sign in turn.signs:
            tell(printable(f"{turn.turn + 1}. {review.players[turn.seat - 1].name}: {sign_text(sign)}"))
    figures = [player_figures(player, review) for player in review.players]
    rows = [[same[0][0], *(value for _, value in same)] for same in zip(*figures, strict=True)]
    click.echo()
    print_table(["", *(printable(player.name) for player in review.players)], rows, set(range(1, len(figures) + 1)))
    if sentence := balance_text(review):
        tell(printable(sentence))
    for line in threshold_lines():
        tell(line, dim=True)


def show_many(reviews: Sequence[GameReview]) -> None:
    """A line for each player of each review."""
    from mostek.engine.review import Grade
    from mostek.features.reviews.words import decimal

    headings = [
        text("Game"),
        text("Player"),
        text("Points"),
        text("Accuracy"),
        text("Judged"),
        text("Mistakes"),
        text("Blunders"),
        text("Lost points"),
        text("Luck"),
    ]
    rows = []
    for number, review in enumerate(reviews, 1):
        for player in review.players:
            rows.append(
                [
                    str(number),
                    printable(player.name),
                    str(player.score),
                    "–" if player.accuracy is None else decimal(player.accuracy),
                    f"{player.judged}/{player.turns}",
                    str(player.grades.get(Grade.MISTAKE, 0)),
                    str(player.grades.get(Grade.BLUNDER, 0)),
                    decimal(-player.skill),
                    decimal(player.luck),
                ]
            )
    print_table(headings, rows, {0, 2, 3, 4, 5, 6, 7, 8})
