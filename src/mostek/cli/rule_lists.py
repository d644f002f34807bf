"""`mostek rules guidance` and `mostek rules switches`: what people keep among themselves, and what an event may change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from mostek.cli.options import RULEBOOK, OneOf
from mostek.cli.output import json_option, print_json
from mostek.cli.rule_tables import STAGES, choice, ruled, values_of
from mostek.messages import language, text
from mostek.rules import loading
from mostek.rules.clause import Clause, Stage
from mostek.rules.switches import Switch, choices
from mostek.rules.switches import switches as all_switches

_STAGE = OneOf("There is no stage {name!r}.", (stage.value for stage in Stage))
_rulebook_option = click.option("--rulebook", "book", type=RULEBOOK, default="pfs", help="Under which rulebook.")


@click.command()
@click.argument("stage", type=_STAGE, required=False, metavar="[STAGE]")
@_rulebook_option
@json_option
def guidance(stage: str | None, book: str, as_json: bool) -> None:
    """Show what people keep among themselves, by the stage of a game or an event at which it matters.

    Stages: before_event, before_game, drawing, thinking, stopped, challenged, handing_over, away, arbiter, after_game,
    after_event.
    """
    wanted = [Stage(stage)] if stage else list(Stage)
    found = {each: loading.guidance(book, each) for each in wanted}
    if as_json:
        print_json({each: [msgspec.to_builtins(clause) for clause in found[each]] for each in wanted})
        return
    for each in wanted:
        click.echo(f"{text(STAGES[each])} ({each})")
        click.echo("\n".join(_lines(found[each])))
        click.echo()


def _lines(found: tuple[Clause, ...]) -> Iterator[str]:
    if not found:
        yield "  –"
    for clause in found:
        yield f"  {clause.id:<14} {clause.wording(language())}"


@click.command()
@_rulebook_option
@json_option
def switches(book: str, as_json: bool) -> None:
    """Show what an event may change: each value, what else it can be, the open questions that it answers, and why."""
    values = values_of(loading.rulebook(book))
    if as_json:
        print_json([_as_data(switch, values[switch.value]) for switch in all_switches().values()])
        return
    for switch in all_switches().values():
        click.echo("\n".join(_switch(switch, values[switch.value])))


def _as_data(switch: Switch, value: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(switch)
    return found | {"default": value["value"], "clause": value["clause"], "choices": choices(switch.value)}


def _switch(switch: Switch, value: dict[str, Any]) -> Iterator[str]:
    asked = f"  [{', '.join(switch.questions)}]" if switch.questions else ""
    yield f"{switch.value} = {ruled(value)}{asked}"
    if others := [choice(name) for name in choices(switch.value) if choice(name) != _alone(value)]:
        yield "  " + text("or: {choices}", choices=", ".join(others))
    yield f"  {switch.reason(language())}"


def _alone(value: dict[str, Any]) -> str:
    """The value without its clause, as the choices are written."""
    return choice(str(value["value"]).lower())
