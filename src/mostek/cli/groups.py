"""Groups of commands: a command is imported when it is called, and explains itself in the language that is spoken."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from mostek.messages import text, verbatim

Sections = Mapping[str, Mapping[str, tuple[str, str]]]
"""Heading → name of a command → where it is (`module:attribute`), and its summary in a line."""


class LazyGroup(click.Group):
    """A group whose help needs no module of its commands; the beginning of a name is enough to call one."""

    def __init__(self, *args: Any, sections: Sections | None = None, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.sections = sections or {}

    def all_sections(self) -> Sections:
        """The commands under their headings."""
        return self.sections

    def place_of(self, name: str) -> str | None:
        """The place of a command; `None` where there is none of that name."""
        places = (commands[name][0] for commands in self.all_sections().values() if name in commands)
        return next(places, None)

    def load(self, name: str) -> click.Command:
        """The command of that name, imported now; it explains itself in English."""
        place = self.place_of(name)
        assert place is not None, name
        module, _, attribute = place.partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command), place
        return command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order a newcomer meets them."""
        return [name for commands in self.all_sections().values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, in the language that is spoken."""
        return translated(self.load(cmd_name)) if self.place_of(cmd_name) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command to run, by its name or a prefix; an unknown name is answered with the nearest one."""
        name = args[0]
        if not name.startswith("-") and self.place_of(name) is None:
            names = self.list_commands(ctx)
            like = [each for each in names if each.startswith(name)]
            if len(like) != 1:
                from mostek.cli.output import nearest

                ctx.fail(text("There is no command {name!r}.", name=name) + nearest(name, like or names))
            args = [*like, *args[1:]]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under their headings, from the summaries alone."""
        for heading, commands in self.all_sections().items():
            with formatter.section(text(heading)):
                formatter.write_dl([(name, text(summary)) for name, (_, summary) in commands.items()])


def translated(command: click.Command) -> click.Command:
    """A copy that explains itself in the language spoken now; the command itself keeps its English."""
    context, copied = click.Context(command), copy(command)
    copied.help, copied.short_help = _translation(command.help), _translation(command.short_help)
    copied.options_metavar = _translation(command.options_metavar)
    copied.params = [_translated_parameter(parameter, context) for parameter in command.params]
    if isinstance(copied, click.Group):
        copied.subcommand_metavar = verbatim(copied.subcommand_metavar)
        copied.commands = {name: translated(each) for name, each in copied.commands.items()}
    return copied


def _translated_parameter(parameter: click.Parameter, context: click.Context) -> click.Parameter:
    copied = copy(parameter)
    copied.metavar = verbatim(parameter.make_metavar(context))
    if isinstance(copied, click.Option):
        copied.help = _translation(copied.help)
    return copied


def _translation(help_text: str | None) -> str | None:
    return verbatim(cleandoc(help_text)) if help_text else help_text
