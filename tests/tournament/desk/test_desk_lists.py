"""The closed lists of the desk: every command has its judge, every event its fold, every reason and clause an example."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from loops import with_each
from mostek.rules.loading import clause
from mostek.tournament import commands as c
from mostek.tournament.creation import FREE
from mostek.tournament.decide import _JUDGES
from mostek.tournament.events import Event, TournamentCreated
from mostek.tournament.evolve import _FOLDS
from mostek.tournament.refusals import DeskReason
from mostek.tournament.settings import listed, names, settings_of, templates
from tournament.desk import hall

EXAMPLES = "\n".join(
    path.read_text("utf-8") for path in (*sorted(Path(__file__).parent.glob("test_desk_*.py")), Path(hall.__file__))
)


def test_every_command_is_judged_somewhere() -> None:
    assert {*_JUDGES, c.CreateTournament} == set(get_args(c.Command))
    assert set(get_args(c.Request)) == {*get_args(c.Command), c.Undo}


def test_every_event_is_folded_somewhere() -> None:
    assert {*_FOLDS, TournamentCreated} == set(get_args(Event))


@with_each("reason", list(DeskReason))
def test_every_reason_to_refuse_has_an_example(reason: DeskReason) -> None:
    assert f"DeskReason.{reason.name}" in EXAMPLES


@with_each("command", get_args(c.Request))
def test_every_command_has_an_example(command: type[c.Order]) -> None:
    assert f"c.{command.__name__}(" in EXAMPLES


@pytest.mark.parametrize("template", templates())
def test_every_setting_names_a_clause_of_a_rulebook_or_the_reading_of_a_gap(template: str) -> None:
    for name, setting in listed(settings_of(template, {})):
        if not (setting.clause[0] == "S" and setting.clause[1:].isdecimal()):
            assert clause(setting.clause).id == setting.clause, name


def test_what_is_free_is_a_setting() -> None:
    assert set(names()) >= FREE
