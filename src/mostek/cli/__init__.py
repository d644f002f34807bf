"""The command line. Each command lives in a module of its own and is imported when it is called."""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import click

from mostek import __version__, messages
from mostek.cli.groups import LazyGroup, Sections, translated

OWN: Mapping[str, tuple[str, str]] = {
    "serve": ("mostek.cli.serve:serve", "Serve the table in the browser, for everyone on the network."),
    "play": ("mostek.cli.play:play", "Play a refereed game in the terminal."),
    "resume": ("mostek.cli.play:resume", "Resume an interrupted game."),
    "verify": ("mostek.cli.verify:verify", "Verify that a saved game is unchanged and was drawn honestly."),
    "sheet": ("mostek.cli.sheet:sheet", "Show or print the score sheet and the result slip of a game."),
    "replay": ("mostek.cli.replay:replay", "Replay a recorded game and verify every score."),
    "convert": ("mostek.cli.convert:convert", "Write a recorded game in another format."),
    "judge": ("mostek.cli.lexicon:judge", "Judge words: one verdict for all."),
    "explain": ("mostek.cli.lexicon:explain", "Explain a word: its base form and grammatical form."),
    "lexicon": ("mostek.cli.lexicon:lexicon", "Build, import, compare and list lexica."),
    "engine": ("mostek.cli.engine:engine", "Find, simulate and solve plays with the engine, and train its values."),
    "rules": ("mostek.cli.rules:rules", "Read the rulebooks, their clauses and differences."),
    "score": ("mostek.cli.positions:score", "Score placements given as JSON lines."),
    "moves": ("mostek.cli.positions:moves", "Find placements for positions given as JSON lines."),
    "referee": ("mostek.cli.referee:referee", "Referee a game given as commands in JSON lines."),
}
"""The commands of no feature, with their places and summaries."""

_ORDER = (
    "help", "serve", "samples", "play", "resume", "backup", "reset-password", "restore", "tournament", "verify", "report",
    "sheet", "replay", "convert", "review", "statistics",
    "judge", "explain", "words", "lexicon", "engine", "exam", "puzzles", "rules", "score", "moves", "referee",
)  # fmt: skip
"""The commands in the order in which a newcomer meets them; others follow."""


@cache
def every_command() -> Sections:
    """The commands of all, with those of features."""
    from mostek.feature import features

    found = {**OWN, **{name: each for feature in features() for name, each in feature.commands.items()}}
    ordered = [name for name in _ORDER if name in found]
    return {"Commands": {name: found[name] for name in [*ordered, *(name for name in found if name not in ordered)]}}


class Commands(LazyGroup):
    """The group of all commands. The features are asked only where no other command has the name."""

    def all_sections(self) -> Sections:
        """The commands of all, with those of features."""
        return every_command()

    def place_of(self, name: str) -> str | None:
        """The place of a command."""
        from mostek.feature import each_feature

        if name in OWN:
            return OWN[name][0]
        return next((each.commands[name][0] for each in each_feature() if name in each.commands), None)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Begin a call. The language is settled first: even a complaint about `--lang` is translated."""
        with _quiet_on_closed_pipe(), _errors_in_words():
            _use_language(_language_option(args) or messages.preferred(os.environ))
            return click.Group.make_context(translated(self), info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Carry the command out."""
        with _quiet_on_closed_pipe(), _errors_in_words():
            return super().invoke(ctx)


def _use_language(language: str) -> None:
    messages.use(language)
    # click says its own sentences through the domain of the process, in the languages that LANGUAGE lists.
    gettext.bindtextdomain(messages.CLICK_DOMAIN, messages.FOLDER)
    gettext.textdomain(messages.CLICK_DOMAIN)
    os.environ["LANGUAGE"] = language


def _language_option(args: Sequence[str]) -> str | None:
    """The language that `--lang` asks for, if we speak it."""
    for place, argument in enumerate(args, 1):
        option, _, value = argument.partition("=")
        if option == "--lang":
            wanted = (value or "".join(args[place : place + 1])).lower()
            return wanted if wanted in messages.LANGUAGES else None
    return None


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"mostek {__version__}")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--lang",
    type=click.Choice(messages.LANGUAGES, case_sensitive=False),
    expose_value=False,
    help="Language of messages; by default that of the locale.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
def mostek() -> None:
    """Referee, table and tournament desk for Polish crossword board games."""


@contextmanager
def _quiet_on_closed_pipe() -> Iterator[None]:
    """End with status 141 when the reader closes the pipe. click and rich would make it 1, so they must not see it."""
    try:
        yield
    except (BrokenPipeError, SystemExit) as ending:
        if isinstance(ending, SystemExit) and not isinstance(ending.__context__, BrokenPipeError):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


@contextmanager
def _errors_in_words() -> Iterator[None]:
    """An error that has a sentence ends the command with it and with status 2; of a registry it names file and key."""
    try:
        yield
    except (click.ClickException, click.Abort, click.exceptions.Exit):
        raise
    except Exception as error:
        from mostek.cli.output import Failure
        from mostek.core.errors import SentenceError
        from mostek.core.registry import RegistryError

        if not isinstance(error, SentenceError):
            raise
        place = f"{error.file}: {error.key}: " if isinstance(error, RegistryError) else ""
        raise Failure(place + messages.explained(error.sentence, error.params)) from None


def main() -> None:
    """Run the command line.

    Exit status 2: wrong use or unreadable input; 130: Ctrl-C; 141: the reader closed the pipe.
    """
    with _quiet_on_closed_pipe():
        try:
            status = mostek.main(prog_name="mostek", standalone_mode=False) or 0
        except click.ClickException as error:
            error.show()
            status = error.exit_code
        except click.Abort:
            from mostek.cli.interrupts import INTERRUPTED, tell_interrupted

            tell_interrupted()
            status = INTERRUPTED
    sys.exit(status)
