"""`mostek tournament`: all commands of the desk, in the order in which a director meets them."""

from __future__ import annotations

import click

from mostek.cli.groups import LazyGroup, Sections
from mostek.cli.output import json_option

_NET = "On the net"
SECTIONS: Sections = {
    "The event": {
        "new": ("mostek.features.desk.cli.event:new", "Create a tournament."),
        "list": ("mostek.features.desk.cli.event:list_", "List the saved tournaments, the latest first."),
        "show": ("mostek.features.desk.cli.event:show", "Show the state of the tournament."),
        "set": ("mostek.features.desk.cli.event:set_", "Choose settings."),
        "arbiter": ("mostek.features.desk.cli.event:arbiter", "Say who is the arbiter from now on."),
        "settings": ("mostek.features.desk.cli.event:settings", "Show every setting and who chose it."),
    },
    "People": {
        "register": ("mostek.features.desk.cli.entries:register", "Enter a person, or all people of a list."),
        "sample": ("mostek.features.desk.cli.sample:sample", "Write a sample table of players."),
        "team": ("mostek.features.desk.cli.entries:team", "Enter the team of a school, or confirm its line-up."),
        "lineup": ("mostek.features.desk.cli.line_ups:lineup", "Say who plays the next matches of a team."),
        "entrants": ("mostek.features.desk.cli.entries:entrants", "List all entrants, with counts."),
        "amend": ("mostek.features.desk.cli.entries:amend", "Correct an entrant's details."),
        "checkin": ("mostek.features.desk.cli.entries:checkin", "Check entrants in."),
        "withdraw": ("mostek.features.desk.cli.leaving:withdraw", "Withdraw an entrant at their own wish."),
        "return": ("mostek.features.desk.cli.leaving:return_", "Let an entrant who had left play on."),
        "remove": ("mostek.features.desk.cli.leaving:remove", "Remove an entrant who never came (PFS-6.3.4b)."),
        "exclude": ("mostek.features.desk.cli.leaving:exclude", "Exclude an entrant from the event (PFS-7.1d)."),
    },
    "A round": {
        "pair": ("mostek.features.desk.cli.rounds:pair", "Pair the next round, by the plan or by your choice."),
        "pairings": ("mostek.features.desk.cli.rounds:pairings", "Show the pairings of a round, and why."),
        "unpair": ("mostek.features.desk.cli.rounds:unpair", "Cancel the pairings of the last round."),
        "table": ("mostek.features.desk.cli.rounds:table", "Seat people who have no game in this round."),
        "credit": (
            "mostek.features.desk.cli.rounds:credit",
            "Say what a round without an opponent brings to an entrant.",
        ),
        "force": ("mostek.features.desk.cli.rounds:force", "Make two people meet in the next round."),
        "forbid": ("mostek.features.desk.cli.rounds:forbid", "Forbid a meeting of two people."),
        "allow": ("mostek.features.desk.cli.rounds:allow", "Cancel the rule that two people must or must not meet."),
        "start": ("mostek.features.desk.cli.rounds:start", "Start the games of a round."),
        "arrived": (
            "mostek.features.desk.cli.rounds:arrived",
            "Note that a late player has come to the table (PFS-6.3.2b).",
        ),
        "late": ("mostek.features.desk.cli.rounds:late", "Show the late players and the time they have left."),
        "result": ("mostek.features.desk.cli.results:result", "Enter results."),
        "game": ("mostek.features.desk.cli.results:game", "Enter the results of refereed games."),
        "report": ("mostek.features.desk.cli.results:report", "A player reports the result of their own table."),
        "missing": ("mostek.features.desk.cli.rounds:missing", "Show the tables without a result."),
    },
    "How it stands": {
        "standings": (
            "mostek.features.desk.cli.standings:standings",
            "Show the classification, as it is now or after a round.",
        ),
        "bracket": ("mostek.features.desk.cli.cup:bracket", "Show the bracket of the knock-out."),
        "crosstable": ("mostek.features.desk.cli.standings:crosstable", "Show the cross-table."),
        "card": ("mostek.features.desk.cli.standings:card", "Show the card of a player: every round, with totals."),
        "prizes": ("mostek.features.desk.cli.prizes:prizes", "Set the prizes, or show who wins them as it stands."),
        "teams": ("mostek.features.desk.cli.standings:teams", "Show the classification of the teams."),
        "matches": ("mostek.features.desk.cli.line_ups:matches", "Show the matches of the teams."),
        "rating": ("mostek.features.desk.cli.standings:rating", "Show the results for the ranking."),
        "ranking": ("mostek.features.desk.cli.standings:ranking", "Compute the ranking list from several tournaments."),
        "league": ("mostek.features.desk.cli.league:league", "Compute a league: the season, and the next groups."),
        "grandprix": (
            "mostek.features.desk.cli.standings:grandprix",
            "Compute the Grand Prix from several tournaments.",
        ),
    },
    "Corrections and decisions": {
        "correct": ("mostek.features.desk.cli.corrections:correct", "Correct a result."),
        "adjourn": ("mostek.features.desk.cli.corrections:adjourn", "Adjourn a game until a later time (PFS-7.4)."),
        "deduct": ("mostek.features.desk.cli.corrections:deduct", "Take points from an entrant (PFS-7.1b)."),
        "rule": ("mostek.features.desk.cli.corrections:rule", "Record a decision of the arbiter."),
        "tie": ("mostek.features.desk.cli.corrections:tie", "Order people who share a place (S46)."),
        "undo": ("mostek.features.desk.cli.corrections:undo", "Undo the last command."),
        "log": ("mostek.features.desk.cli.corrections:log", "Show every step: when, who, what."),
        "close": ("mostek.features.desk.cli.corrections:close", "Close the tournament officially."),
        "verify": ("mostek.features.desk.cli.verify:verify", "Verify that the file is unchanged."),
        "repair": ("mostek.features.desk.cli.repair:repair", "Repair a damaged file; the original is kept."),
        "merge": ("mostek.features.desk.cli.merging:merge", "Merge two copies of a tournament that both went on."),
    },
    "Paper and files": {
        "print": ("mostek.features.desk.cli.printing:print_", "Print documents as PDF."),
        "import": ("mostek.features.desk.cli.files:import_", "Import a tournament from a file."),
        "export": ("mostek.features.desk.cli.files:export", "Export the tournament to a file."),
        "compare": (
            "mostek.features.desk.cli.compare:compare_",
            "Compare published pairings with ours: what explains most of them.",
        ),
    },
    _NET: {
        "join": ("mostek.features.desk.cli.join:join", "Take an office in a tournament on a server."),
    },
    "Programs": {
        "run": ("mostek.features.desk.cli.script:run", "Run a whole tournament from a script."),
    },
}
"""The commands of the desk itself under the headings of the help."""


class DeskCommands(LazyGroup):
    """The group of the desk. The features are asked only where no command of the desk has the name."""

    def all_sections(self) -> Sections:
        """The commands of the desk, with those of features that reach other computers."""
        from mostek.feature import features

        found = {name: each for feature in features() for name, each in feature.net_commands.items()}
        return {**self.sections, _NET: {**self.sections[_NET], **found}}

    def place_of(self, name: str) -> str | None:
        """The place of a command."""
        own = (commands[name][0] for commands in self.sections.values() if name in commands)
        return next(own, None) or super().place_of(name)


def _said_event(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """The name after the command goes before the one after `mostek tournament`, and both before the environment."""
    is_own = context.get_parameter_source("event") is click.core.ParameterSource.COMMANDLINE
    before = context.parent.params.get("event") if context.parent else None
    return value if is_own or before is None else str(before)


event_option = click.option(
    "-e",
    "--event",
    "--server",
    "event",
    envvar="MOSTEK_TOURNAMENT",
    metavar="NAME",
    callback=_said_event,
    help="The tournament: its file, a part of its name, or its address on a server; otherwise MOSTEK_TOURNAMENT, or the latest "
    "that is open.",
)


@click.group(cls=DeskCommands, sections=SECTIONS, invoke_without_command=True, subcommand_metavar="COMMAND [ARGS]...")
@event_option
@json_option
@click.pass_context
def tournament(context: click.Context, event: str | None, as_json: bool) -> None:
    """Run a tournament: entries, pairings, results, standings, documents.

    Every command names the next step; without a command you see the tournament. You may shorten a command.
    """
    if context.invoked_subcommand is None:
        context.invoke(tournament.load("show"), event=event, as_json=as_json)
