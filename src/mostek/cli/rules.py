"""`mostek rules`: read the rulebooks, their clauses and differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import click
import msgspec

from mostek.cli.output import Failure, console, json_option, nearest, print_json
from mostek.cli.param_types import RULEBOOK, OneOf
from mostek.messages import LANGUAGES, language, text
from mostek.rules import loading
from mostek.rules.clause import Clause, ClauseStatus, Stage
from mostek.rules.loading import clauses, house_rules, rulebook_of, rulebooks, source_of
from mostek.rules.reach import Surface, reach, standing
from mostek.rules.reasons import citations
from mostek.rules.rulebook import Rulebook
from mostek.rules.switches import Switch, choices
from mostek.rules.switches import switches as all_switches
from mostek.rules.switches import switches as switches_of

STATUS = {
    ClauseStatus.IMPLEMENTED: "carried out",
    ClauseStatus.JSON_ONLY: "by JSON only",
    ClauseStatus.GUIDANCE: "guidance for people",
    ClauseStatus.NOT_YET: "not yet",
}
"""What a status is called."""
SURFACES = {Surface.PAGE: "page", Surface.COMMAND: "command", Surface.PAPER: "paper"}
"""What a surface is called."""
STAGES = {
    Stage.BEFORE_EVENT: "before the event",
    Stage.BEFORE_GAME: "before the game",
    Stage.DRAWING: "while tiles are drawn",
    Stage.THINKING: "while a player thinks",
    Stage.STOPPED: "when a move has ended",
    Stage.CHALLENGED: "while words are checked",
    Stage.HANDING_OVER: "when a turn is written down",
    Stage.AWAY: "when a player is away",
    Stage.ARBITER: "when the arbiter is called",
    Stage.AFTER_GAME: "after the game",
    Stage.AFTER_EVENT: "after the event",
}
"""What a stage is called."""


def values_of(book: Rulebook) -> dict[str, dict[str, Any]]:
    """Every value of a rulebook with its clause, by its name in a change: `exchange.maximum`."""
    return dict(_values("", msgspec.to_builtins(book)))


def _values(path: str, part: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, value in part.items():
        if isinstance(value, dict) and value.keys() == {"value", "clause"}:
            yield path + name, value
        elif isinstance(value, dict) and not path:
            yield from _values(f"{name}.", value)


def ruled(value: Mapping[str, Any]) -> str:
    """A value with its clause."""
    return f"{plain(value['value'])} ({value['clause']})"


def plain(value: object) -> str:
    """A value for a person."""
    return {True: text("yes"), False: text("no")}[value] if isinstance(value, bool) else str(value)


def choice(name: str) -> str:
    """The possible values as text for a person."""
    return {"true": text("yes"), "false": text("no")}.get(name, name)


def stages(when: Sequence[Stage]) -> str:
    """Stages in words."""
    return ", ".join(text(STAGES[stage]) for stage in when)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table; on a narrow screen long cells go on in the next line, and nothing is cut off."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)


_STAGE = OneOf("There is no stage {name!r}.", [stage.value for stage in Stage])
_rulebook_option = click.option("--rulebook", "book", type=RULEBOOK, default="pfs", help="Under which rulebook.")


@click.command()
@click.argument("stage", type=_STAGE, required=False, metavar="[STAGE]")
@_rulebook_option
@json_option
def guidance(stage: str | None, book: str, as_json: bool) -> None:
    """Show the clauses about conduct that people watch over themselves, by the stage of a game or an event.

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
    questions = f"  [{', '.join(switch.questions)}]" if switch.questions else ""
    yield f"{switch.value} = {ruled(value)}{questions}"
    if switch.asks is not None:
        chosen = switch.names[value["value"]].text(language()) if switch.names else plain(value["value"])
        yield f"  {switch.asks.text(language())}: {chosen}"
    if others := [_choice(switch, name) for name in choices(switch.value) if name != str(value["value"]).lower()]:
        yield "  " + text("or: {choices}", choices=", ".join(others))
    yield f"  {switch.reason(language())}"


def _choice(switch: Switch, name: str) -> str:
    """A choice as it is typed, with its words."""
    words = switch.names.get(name)
    return choice(name) if words is None else f"{name} ({words.text(language())})"


class _Rules(click.Group):
    """Words that are no subcommand name a rulebook or a clause."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, args if args[0] in self.commands else ["show", *args])


@click.group(
    cls=_Rules,
    invoke_without_command=True,
    subcommand_metavar="[RULEBOOK [CLAUSE]] | differences A B | coverage | guidance [STAGE] | switches | reasons [RULEBOOK]",
)
@json_option
@click.pass_context
def rules(context: click.Context, as_json: bool) -> None:
    """Read the rulebooks, their clauses and differences.

    Without anything, list the rulebooks; `mostek rules pfs` shows the values of one, `mostek rules pfs 4.3.1b` a clause.
    """
    if context.invoked_subcommand is not None:
        return
    headings = [_heading(book) for book in rulebooks().values()]
    if as_json:
        print_json(headings)
    else:
        print_table(
            [text("rulebook"), text("title"), text("edition"), text("based on"), text("clauses")],
            [[*(each or "–" for each in heading.values()), str(len(clauses(heading["name"])))] for heading in headings],
        )


@rules.command(hidden=True)
@click.argument("book")
@click.argument("identifier", required=False)
@json_option
def show(book: str, identifier: str | None, as_json: bool) -> None:
    """Show the values of a rulebook, or one clause; `PFS-4.3.1b` alone names both."""
    if identifier is None and "-" in book and book.lower() not in rulebooks():
        if house := {rule.lower(): entry for rule, entry in house_rules().items()}.get(book.lower()):
            _show_clause(house, as_json)
            return
        book, _, identifier = book.partition("-")
    if identifier is not None:
        _show_clause(_clause(_book(book), identifier), as_json)
    else:
        _show_book(_book(book), as_json)


@rules.command()
@click.argument("first")
@click.argument("second")
@json_option
def differences(first: str, second: str, as_json: bool) -> None:
    """Show the values in which two rulebooks differ, side by side."""
    one, other = _book(first), _book(second)
    rows = list(_differences(one, other))
    if as_json:
        print_json([{"value": name, one.name: ours, other.name: theirs} for name, ours, theirs in rows])
    else:
        print_table(
            [text("value"), one.name, other.name],
            [[name, ruled(ours), ruled(theirs)] for name, ours, theirs in rows],
        )


@rules.command()
@click.argument("book", required=False)
@json_option
def coverage(book: str | None, as_json: bool) -> None:
    """Show the status of every clause, on which surface people meet it, and which test shows that.

    A surface is the page, a command or paper. What is done by JSON only is counted apart.
    """
    names = list(rulebooks()) if book is None else [_book(book).name]
    if as_json:
        print_json([_coverage(name) for name in names])
        return
    print_table(
        [text("clause"), text("status"), text("surface"), text("shown by")],
        [_reached(clause) for name in names for clause in clauses(name).values()],
    )
    click.echo()
    counts = [(name, Counter(map(standing, clauses(name).values()))) for name in names]
    print_table(
        [text("rulebook"), *map(text, STATUS.values()), text("clauses")],
        [[name, *_figures(count, STATUS), str(count.total())] for name, count in counts],
    )
    click.echo()
    print_table(
        [text("rulebook"), *map(text, SURFACES.values())],
        [[name, *_figures(_surfaces(name), SURFACES)] for name in names],
    )


def _reached(clause: Clause) -> list[str]:
    """A clause with its status, its surfaces, and for each of them the test."""
    found = reach().get(clause.id, {})
    return [
        clause.id,
        text(STATUS[standing(clause)]),
        "\n".join(text(SURFACES[surface]) for surface in found) or "–",
        "\n".join(found.values()) or "–",
    ]


def _surfaces(name: str) -> Counter[Surface]:
    """The number of clauses that are met on each surface."""
    return Counter(surface for identifier in clauses(name) for surface in reach().get(identifier, {}))


def _figures(count: Counter[Any], kinds: Iterable[Any]) -> list[str]:
    return [str(count[kind]) for kind in kinds]


@rules.command()
@click.argument("book", required=False)
@json_option
def reasons(book: str | None, as_json: bool) -> None:
    """Show the clause on which each refusal rests, by rulebook, with our wording of it."""
    chosen = rulebooks() if book is None else {_book(book).name: _book(book)}
    rows = list(citations(chosen))
    if as_json:
        print_json([row._asdict() for row in rows])
        return
    print_table(
        [text("refusal"), text("rulebook"), text("clause"), text("wording")],
        [[row.reason, row.rulebook, each.id, each.wording(language())] for row in rows for each in row.clauses],
    )


rules.add_command(guidance)
rules.add_command(switches)


def _differences(one: Rulebook, other: Rulebook) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    theirs = values_of(other)
    for name, ours in values_of(one).items():
        if ours["value"] != theirs[name]["value"]:
            yield name, ours, theirs[name]


def _elsewhere(name: str, value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rulebooks that have another value."""
    for book in rulebooks().values():
        if (theirs := values_of(book)[name])["value"] != value:
            yield book.name, theirs


def _show_book(book: Rulebook, as_json: bool) -> None:
    values = values_of(book)
    if as_json:
        print_json(_heading(book) | {"values": values, "refusals": book.refusals, "faults": book.faults})
        return
    click.echo(f"{book.title.text(language())} ({book.edition})")
    print_table(
        [text("value"), "", text("clause")],
        [[name, plain(value["value"]), value["clause"]] for name, value in values.items()],
    )


def _show_clause(clause: Clause, as_json: bool) -> None:
    book = next(iter(rulebooks().values())) if clause.id in house_rules() else rulebook_of(clause.id)
    title = source_of(clause.id).title.text(language())
    fixed = {name: each["value"] for name, each in values_of(book).items() if clause.id in each["clause"].split(", ")}
    differing = {name: dict(_elsewhere(name, value)) for name, value in fixed.items()}
    if as_json:
        found = {"values": fixed, "differences": differing, "rests": _resting(book, clause.id)}
        print_json(msgspec.to_builtins(clause) | found)
        return
    shown = stages(clause.when)
    surfaces = ", ".join(text(SURFACES[surface]) for surface in reach().get(clause.id, {}))
    click.echo(" · ".join(filter(None, (clause.id, title, text(STATUS[standing(clause)]), surfaces, shown))))
    for spoken in sorted(LANGUAGES, key=lambda each: each != language()):
        click.echo(("" if spoken == language() else "  ") + clause.wording(spoken))
    for name, value in fixed.items():
        click.echo(f"  {name} = {plain(value)}")
        for other, differs in differing[name].items():
            click.echo(f"    {other}: {ruled(differs)}")
        click.echo("    " + switches_of()[name].reason(language()))
    kinds = {"refusals": text("refusal"), "faults": text("fault"), "rulings": text("ruling")}
    resting = [f"  {kinds[kind]} {name}" for kind, names in _resting(book, clause.id).items() for name in names]
    if resting:
        click.echo("\n".join([text("Rests on it:"), *resting]))


def _resting(book: Rulebook, identifier: str) -> dict[str, list[str]]:
    """The refusals, faults and rulings of the rulebook that cite the clause."""
    groups: dict[str, Mapping[Any, str]] = {"refusals": book.refusals, "faults": book.faults, "rulings": book.rulings}
    return {kind: [str(name) for name in group if group[name] == identifier] for kind, group in groups.items()}


def _heading(book: Rulebook) -> dict[str, Any]:
    return {"name": book.name, "title": book.title.text(language()), "edition": book.edition, "base": book.base}


def _coverage(name: str) -> dict[str, Any]:
    statuses = {clause.id: standing(clause) for clause in clauses(name).values()}
    counts, surfaces = Counter(statuses.values()), _surfaces(name)
    return {
        "rulebook": name,
        "counts": {status: counts[status] for status in ClauseStatus},
        "surfaces": {surface: surfaces[surface] for surface in Surface},
        "clauses": statuses,
        "reach": {identifier: reach()[identifier] for identifier in statuses if identifier in reach()},
    }


def _book(name: str) -> Rulebook:
    """A rulebook by its name or by the prefix of its clauses, in either case."""
    for book in rulebooks().values():
        if name.lower() in (book.name, book.prefix.lower()):
            return book
    raise Failure(text("There is no rulebook {name!r}.", name=name) + nearest(name, rulebooks()))


def _clause(book: Rulebook, identifier: str) -> Clause:
    """A clause by its id, with its prefix or without, in either case; first of the rulebook that is named.

    `chal-2` is a clause of the open rules, OPEN-chal-2, and the beginning of CHAL-2.
    """
    asked = identifier.lower()
    known = {clause.id.lower(): clause for clause in clauses(book.name).values()}
    others = {clause.id.lower(): clause for each in rulebooks() for clause in clauses(each).values()}
    wanted = f"{book.prefix.lower()}-{asked}"
    if found := known.get(wanted) or known.get(asked) or others.get(asked):
        return found
    close = get_close_matches(wanted, known, n=1, cutoff=0.5)
    hint = " " + text("Did you mean {name!r}?", name=known[close[0]].id) if close else ""
    raise Failure(text("The rulebook {book!r} has no clause {name!r}.", book=book.name, name=identifier) + hint)
