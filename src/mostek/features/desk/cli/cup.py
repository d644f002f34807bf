"""`mostek tournament bracket`: the bracket of a knock-out."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from mostek.cli.output import Failure
from mostek.features.desk.cli.arguments import divisions_of
from mostek.features.desk.cli.session import Session, division_option, reading
from mostek.features.desk.cli.standings import print_words
from mostek.features.desk.words.tournament_tables import bracket_words
from mostek.messages import text
from mostek.messages.tournament_cup import tie_score
from mostek.tournament.cups import is_cup, present_in, stages
from mostek.tournament.pairing.bracket import CupStage
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
    for name in found:
        if name:
            click.secho(name, bold=True)
        for title, words in bracket_words(state, name):
            click.secho(title, bold=True)
            print_words(words)


def _data(state: Tournament, division: str, stage: CupStage) -> dict[str, Any]:
    present = present_in(state, division)
    ties = [
        {**msgspec.to_builtins(tie), "through": tie.through(present) or None, "score": tie_score(tie)}
        for tie in stage.ties
    ]
    third = msgspec.to_builtins(stage.third)
    return {"line": stage.line, "rounds": stage.rounds, "ties": ties, "third": third}
