"""The command line. Each command lives in a module of its own and is imported when it is called."""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from mostek import messages

COMMANDS = {
    "serve": ("mostek.cli.serve", "Serve the table in the browser, for everyone on the network."),
    "play": ("mostek.cli.play", "Play a refereed game in the terminal."),
    "resume": ("mostek.cli.play", "Resume an interrupted game."),
    "backup": ("mostek.cli.serve", "Copy the data of a server, also while it runs."),
    "restore": ("mostek.cli.serve", "Restore the data of a server from a backup."),
    "tournament": (
        "mostek.cli.tournament.group",
        "Run a tournament: entries, pairings, results, standings, documents.",
    ),
    "verify": ("mostek.cli.verify", "Verify that a saved game is unchanged and was drawn honestly."),
    "sheet": ("mostek.cli.sheet", "Show or print the score sheet and the result slip of a game."),
    "replay": ("mostek.cli.replay", "Replay a recorded game and verify every score."),
    "judge": ("mostek.cli.lexicon", "Judge words: one verdict for all."),
    "explain": ("mostek.cli.lexicon", "Explain a word: its base form and grammatical form."),
    "lexicon": ("mostek.cli.lexicon", "Build, import, compare and list lexica."),
    "engine": ("mostek.cli.engine", "Find, simulate and solve plays with the engine, and train its values."),
    "rules": ("mostek.cli.rules", "Read the rulebooks, their clauses and differences."),
    "score": ("mostek.cli.positions", "Score placements given as JSON lines."),
    "moves": ("mostek.cli.positions", "Find placements for positions given as JSON lines."),
    "referee": ("mostek.cli.referee", "Referee a game given as commands in JSON lines."),
}
"""Command → the module that has it, and its one-line summary."""


class Commands(click.Group):
    """The group of all commands, which imports and translates only the one that is called."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Begin a call. The language is settled first, for even a complaint about `--lang` is said in one."""
        _speak(_asked(args) or messages.preferred(os.environ))
        with _somebody_reading():
            return click.Group.make_context(translated(self), info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Carry the command out."""
        with _somebody_reading():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now, in the language that is spoken."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return translated(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the summaries alone."""
        with formatter.section(messages.text("Commands")):
            formatter.write_dl([(name, messages.text(summary)) for name, (_, summary) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command to run; an unknown name is answered with the nearest one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from mostek.cli.output import nearest

            ctx.fail(messages.text("There is no command {name!r}.", name=args[0]) + nearest(args[0], COMMANDS))
        return super().resolve_command(ctx, args)


def translated(command: click.Command) -> click.Command:
    """A copy that explains itself in the language spoken now; the command itself keeps its English."""
    context, copied = click.Context(command), copy(command)
    copied.help, copied.short_help = _said(command.help), _said(command.short_help)
    copied.options_metavar = _said(command.options_metavar)
    copied.params = [_translated_parameter(parameter, context) for parameter in command.params]
    if isinstance(copied, click.Group):
        copied.subcommand_metavar = messages.verbatim(copied.subcommand_metavar)
        copied.commands = {name: translated(each) for name, each in copied.commands.items()}
    return copied


def _translated_parameter(parameter: click.Parameter, context: click.Context) -> click.Parameter:
    copied = copy(parameter)
    copied.metavar = messages.verbatim(parameter.make_metavar(context))
    if isinstance(copied, click.Option):
        copied.help = _said(copied.help)
    return copied


def _said(help_text: str | None) -> str | None:
    return messages.verbatim(cleandoc(help_text)) if help_text else help_text


def _speak(language: str) -> None:
    messages.use(language)
    # click says its own sentences through the domain of the process, in the languages that LANGUAGE lists.
    gettext.bindtextdomain(messages.DOMAIN, messages.FOLDER)
    gettext.textdomain(messages.DOMAIN)
    os.environ["LANGUAGE"] = language


def _asked(args: Sequence[str]) -> str | None:
    """The language that `--lang` asks for, if we speak it."""
    for place, argument in enumerate(args, 1):
        option, _, value = argument.partition("=")
        if option == "--lang":
            asked = (value or "".join(args[place : place + 1])).lower()
            return asked if asked in messages.LANGUAGES else None
    return None


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        click.echo(f"mostek {version('mostek')}")
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
def _somebody_reading() -> Iterator[None]:
    """End quietly with status 141 when nobody reads on. click and rich would make 1 of it, so they must not see it."""
    try:
        yield
    except (BrokenPipeError, SystemExit) as ending:
        if isinstance(ending, SystemExit) and not isinstance(ending.__context__, BrokenPipeError):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def main() -> None:
    """Run the command line: exit status 2 for wrong use or unreadable input, 130 after Ctrl-C, 141 if nobody reads on."""
    with _somebody_reading():
        try:
            status = mostek.main(prog_name="mostek", standalone_mode=False) or 0
        except click.ClickException as error:
            error.show()
            status = error.exit_code
        except click.Abort:
            click.echo(messages.text("Interrupted."), err=True)
            status = 130
    sys.exit(status)
