"""`mostek tournament bracket`: the bracket of a knock-out."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from mostek.cli.output import Failure, print_table
from mostek.cli.tournament.arguments import divisions_of
from mostek.cli.tournament.session import Session, division_option, reading
from mostek.messages import text
from mostek.messages.tournament_cup import stage_name, tie_score
from mostek.messages.tournament_events import called
from mostek.tournament.cups import is_cup, present_in, stages
from mostek.tournament.pairing.bracket import EMPTY, CupStage, Tie
from mostek.tournament.state import Tournament


@click.command()
@division_option
@reading
def bracket(session: Session, division: str | None) -> None:
    """Show the bracket of the knock-out: who meets whom, who has gone on, who may still come."""
    state = session.state
    found = {name: stages(state, name) for name in divisions_of(state, division) if is_cup(state.divisions[name])}
    if not found:
        raise Failure(text("No round of a knock-out is paired."))
    if session.as_json:
        session.print_json(
            brackets=[
                {"division": name, "stages": [_data(state, name, each) for each in listed]}
                for name, listed in found.items()
            ]
        )
        return
    session.head()
    for name, listed in found.items():
        if name:
            click.secho(name, bold=True)
        for each in listed:
            click.secho(stage_name(len(each.line)), bold=True)
            _print(state, name, each)
            if each.third is not None:
                click.secho(text("Third place"), bold=True)
                print_table(_heads(), [_row(state, name, each.third)], right=set())


def _data(state: Tournament, division: str, stage: CupStage) -> dict[str, Any]:
    present = present_in(state, division)
    ties = [
        {**msgspec.to_builtins(tie), "through": tie.through(present) or None, "score": tie_score(tie)}
        for tie in stage.ties
    ]
    third = msgspec.to_builtins(stage.third)
    return {"line": stage.line, "rounds": stage.rounds, "ties": ties, "third": third}


def _print(state: Tournament, division: str, stage: CupStage) -> None:
    print_table(_heads(), [_row(state, division, tie) for tie in stage.ties], right=set())


def _heads() -> list[str]:
    return [text("player"), text("player"), text("result"), text("goes on")]


def _row(state: Tournament, division: str, tie: Tie) -> list[str]:
    names = called(state)
    through = tie.through(present_in(state, division)) if tie.players else None
    shown = [names(number) if number != EMPTY else "…" if tie.is_open else "–" for number in (tie.one, tie.other)]
    return [*shown, tie_score(tie), names(through) if through else "…" if tie.players else ""]
