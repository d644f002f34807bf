"""`mostek tournament`: all commands of the desk, in the order in which a director meets them."""

from __future__ import annotations

import click

from mostek.cli.groups import LazyGroup, Sections
from mostek.cli.output import json_option

_NET = "On the net"
SECTIONS: Sections = {
    "The event": {
        "new": ("mostek.cli.tournament.event:new", "Create a tournament."),
        "list": ("mostek.cli.tournament.event:list_", "List the saved tournaments, the latest first."),
        "show": ("mostek.cli.tournament.event:show", "Show the state of the tournament."),
        "set": ("mostek.cli.tournament.event:set_", "Choose settings."),
        "arbiter": ("mostek.cli.tournament.event:arbiter", "Say who is the arbiter from now on."),
        "settings": ("mostek.cli.tournament.event:settings", "Show every setting and who chose it."),
    },
    "People": {
        "register": ("mostek.cli.tournament.entries:register", "Enter a person, or all people of a list."),
        "sample": ("mostek.cli.tournament.sample:sample", "Write a sample table of players."),
        "team": ("mostek.cli.tournament.entries:team", "Enter the team of a school, or confirm its line-up."),
        "lineup": ("mostek.cli.tournament.line_ups:lineup", "Say who plays the next matches of a team."),
        "entrants": ("mostek.cli.tournament.entries:entrants", "List all entrants, with counts."),
        "amend": ("mostek.cli.tournament.entries:amend", "Correct an entrant's details."),
        "checkin": ("mostek.cli.tournament.entries:checkin", "Check entrants in."),
        "withdraw": ("mostek.cli.tournament.leaving:withdraw", "Withdraw an entrant at their own wish."),
        "return": ("mostek.cli.tournament.leaving:return_", "Let an entrant who had left play on."),
        "remove": ("mostek.cli.tournament.leaving:remove", "Remove an entrant who never came (PFS-6.3.4b)."),
        "exclude": ("mostek.cli.tournament.leaving:exclude", "Exclude an entrant from the event (PFS-7.1d)."),
    },
    "A round": {
        "pair": ("mostek.cli.tournament.rounds:pair", "Pair the next round, by the plan or by your choice."),
        "pairings": ("mostek.cli.tournament.rounds:pairings", "Show the pairings of a round, and why."),
        "unpair": ("mostek.cli.tournament.rounds:unpair", "Cancel the pairings of the last round."),
        "table": ("mostek.cli.tournament.rounds:table", "Seat people who have no game in this round."),
        "credit": ("mostek.cli.tournament.rounds:credit", "Say what a round without an opponent brings to an entrant."),
        "force": ("mostek.cli.tournament.rounds:force", "Make two people meet in the next round."),
        "forbid": ("mostek.cli.tournament.rounds:forbid", "Forbid a meeting of two people."),
        "allow": ("mostek.cli.tournament.rounds:allow", "Cancel the rule that two people must or must not meet."),
        "start": ("mostek.cli.tournament.rounds:start", "Start the games of a round."),
        "arrived": (
            "mostek.cli.tournament.rounds:arrived",
            "Note that a late player has come to the table (PFS-6.3.2b).",
        ),
        "late": ("mostek.cli.tournament.rounds:late", "Show the late players and the time they have left."),
        "result": ("mostek.cli.tournament.results:result", "Enter results."),
        "game": ("mostek.cli.tournament.results:game", "Enter the results of refereed games."),
        "report": ("mostek.cli.tournament.results:report", "A player reports the result of their own table."),
        "missing": ("mostek.cli.tournament.rounds:missing", "Show the tables without a result."),
    },
    "How it stands": {
        "standings": (
            "mostek.cli.tournament.standings:standings",
            "Show the classification, as it is now or after a round.",
        ),
        "bracket": ("mostek.cli.tournament.cup:bracket", "Show the bracket of the knock-out."),
        "crosstable": ("mostek.cli.tournament.standings:crosstable", "Show the cross-table."),
        "card": ("mostek.cli.tournament.standings:card", "Show the card of a player: every round, with totals."),
        "prizes": ("mostek.cli.tournament.prizes:prizes", "Set the prizes, or show who wins them as it stands."),
        "teams": ("mostek.cli.tournament.standings:teams", "Show the classification of the teams."),
        "matches": ("mostek.cli.tournament.line_ups:matches", "Show the matches of the teams."),
        "rating": ("mostek.cli.tournament.standings:rating", "Show the results for the ranking."),
        "ranking": ("mostek.cli.tournament.standings:ranking", "Compute the ranking list from several tournaments."),
        "league": ("mostek.cli.tournament.league:league", "Compute a league: the season, and the next groups."),
        "grandprix": ("mostek.cli.tournament.standings:grandprix", "Compute the Grand Prix from several tournaments."),
    },
    "Corrections and decisions": {
        "correct": ("mostek.cli.tournament.corrections:correct", "Correct a result."),
        "adjourn": ("mostek.cli.tournament.corrections:adjourn", "Adjourn a game until a later time (PFS-7.4)."),
        "deduct": ("mostek.cli.tournament.corrections:deduct", "Take points from an entrant (PFS-7.1b)."),
        "rule": ("mostek.cli.tournament.corrections:rule", "Record a decision of the arbiter."),
        "tie": ("mostek.cli.tournament.corrections:tie", "Order people who share a place (S46)."),
        "undo": ("mostek.cli.tournament.corrections:undo", "Undo the last command."),
        "log": ("mostek.cli.tournament.corrections:log", "Show every step: when, who, what."),
        "close": ("mostek.cli.tournament.corrections:close", "Close the tournament officially."),
        "verify": ("mostek.cli.tournament.verify:verify", "Verify that the file is unchanged."),
        "repair": ("mostek.cli.tournament.repair:repair", "Repair a damaged file; the original is kept."),
        "merge": ("mostek.cli.tournament.merging:merge", "Merge two copies of a tournament that both went on."),
    },
    "Paper and files": {
        "print": ("mostek.cli.tournament.printing:print_", "Print documents as PDF."),
        "import": ("mostek.cli.tournament.files:import_", "Import a tournament from a file."),
        "export": ("mostek.cli.tournament.files:export", "Export the tournament to a file."),
        "compare": (
            "mostek.cli.tournament.compare:compare_",
            "Compare published pairings with ours: what explains most of them.",
        ),
    },
    _NET: {
        "join": ("mostek.cli.tournament.join:join", "Take an office in a tournament on a server."),
    },
    "Programs": {
        "run": ("mostek.cli.tournament.script:run", "Run a whole tournament from a script."),
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
