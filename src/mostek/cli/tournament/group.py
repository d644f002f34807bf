"""The group of all commands of the desk, in the order in which a director meets them; the beginning of a name is enough."""

from __future__ import annotations

import click

from mostek.cli.output import json_option
from mostek.cli.tournament import (
    corrections,
    entries,
    event,
    files,
    printing,
    results,
    rounds,
    script,
    standings,
    verify,
)
from mostek.cli.tournament.session import event_option
from mostek.messages import text

SECTIONS: dict[str, tuple[click.Command, ...]] = {
    "The event": (event.new, event.list_, event.show, event.set_, event.settings),
    "People": (
        entries.register,
        entries.team,
        entries.entrants,
        entries.amend,
        entries.checkin,
        entries.withdraw,
        entries.return_,
        entries.remove,
        entries.exclude,
    ),
    "A round": (
        rounds.pair,
        rounds.pairings,
        rounds.unpair,
        rounds.table,
        rounds.force,
        rounds.forbid,
        rounds.allow,
        rounds.start,
        rounds.arrived,
        rounds.late,
        results.result,
        results.game,
        results.report,
        rounds.missing,
    ),
    "How it stands": (
        standings.standings,
        standings.crosstable,
        standings.card,
        standings.teams,
        standings.rating,
        standings.ranking,
        standings.grandprix,
    ),
    "Corrections and decisions": (
        corrections.correct,
        corrections.deduct,
        corrections.rule,
        corrections.tie,
        corrections.undo,
        corrections.log,
        corrections.close,
        verify.verify,
    ),
    "Paper and files": (printing.print_, files.import_, files.export),
    "Programs": (script.run,),
}
"""The commands under the headings of the help."""


class _Desk(click.Group):
    """Commands may be typed by their beginning; without any, the tournament is shown."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command to run; an unknown name is answered with the nearest one."""
        name = args[0]
        if name not in self.commands:
            like = [each for each in self.commands if each.startswith(name)]
            if len(like) == 1:
                return super().resolve_command(ctx, [like[0], *args[1:]])
            if not name.startswith("-"):
                from mostek.cli.output import nearest

                ctx.fail(text("There is no command {name!r}.", name=name) + nearest(name, like or self.commands))
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order a director meets them."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under their headings."""
        for heading, commands in SECTIONS.items():
            rows = [
                (command.name or "", self.commands[command.name or ""].get_short_help_str(formatter.width - 16))
                for command in commands
            ]
            if rows:
                with formatter.section(text(heading)):
                    formatter.write_dl(rows)


@click.group(cls=_Desk, invoke_without_command=True, subcommand_metavar="COMMAND [ARGS]...")
@event_option
@json_option
@click.pass_context
def tournament(context: click.Context, event: str | None, as_json: bool) -> None:
    """Run a tournament: entries, pairings, results, standings, documents.

    Every command names the next step; without a command you see the tournament. You may shorten a command.
    """
    if context.invoked_subcommand is None:
        context.invoke(tournament.commands["show"], event=event, as_json=as_json)


for _commands in SECTIONS.values():
    for _command in _commands:
        tournament.add_command(_command)
