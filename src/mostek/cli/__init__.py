"""The command line. Each command lives in a module of its own and is imported when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from mostek import messages

COMMANDS = {
    "play": ("mostek.cli.play", "Play a refereed game in the terminal."),
    "resume": ("mostek.cli.play", "Go on with a game that was interrupted."),
    "replay": ("mostek.cli.replay", "Replay a recorded game and verify every score."),
    "judge": ("mostek.cli.judge", "Say whether words are valid: one verdict for all."),
    "explain": ("mostek.cli.explain", "Say why a word is a word: its base form and grammatical form."),
    "lexicon": ("mostek.cli.lexicon", "Build, import, compare and list lexica."),
    "rules": ("mostek.cli.rules", "Read the rulebooks, their clauses and differences."),
    "score": ("mostek.cli.score", "Score placements given as JSON lines."),
    "moves": ("mostek.cli.moves", "Find placements for positions given as JSON lines."),
    "referee": ("mostek.cli.referee", "Referee a game given as commands in JSON lines."),
}
"""Command → the module that has it, and its one-line summary."""


class Commands(click.Group):
    """The group of all commands, which imports only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the summaries alone."""
        with formatter.section(messages.text("Commands")):
            formatter.write_dl([(name, messages.text(summary)) for name, (_, summary) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command to run; an unknown name is answered with the nearest one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from mostek.cli.failures import nearest

            ctx.fail(messages.text("There is no command {name!r}.", name=args[0]) + nearest(args[0], COMMANDS))
        return super().resolve_command(ctx, args)


def _set_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    messages.use(value or messages.preferred(os.environ))


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        click.echo(f"mostek {version('mostek')}")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--lang",
    type=click.Choice(messages.LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_set_language,
    help="Language of messages; by default that of the locale.",
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version)
def mostek() -> None:
    """Referee, table and tournament desk for Polish crossword board games."""


def main() -> None:
    """Run the command line: exit status 2 for wrong use or unreadable input, 130 after Ctrl-C."""
    try:
        sys.exit(mostek.main(prog_name="mostek", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except click.Abort:
        click.echo(messages.text("Interrupted."), err=True)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
