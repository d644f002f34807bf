"""Writes docs/rules from the data: each clause with its values, the code that cites it and its examples.

What cites a clause goes into src/mostek/rules/cited.json as well, for `mostek rules`.

Run it after a change to a clause, a rulebook, a docstring that cites a clause, or an example: `python docs/generate_rules.py`.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from mostek.rules.clause import Clause, Stage, Status
from mostek.rules.loading import RULEBOOKS, clauses, guidance, rulebook
from mostek.rules.rulebook import Rulebook
from mostek.rules.switches import choices, switches

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "rules"
SOURCES = ROOT / "src"
EXAMPLES = ROOT / "corpus" / "clauses"

INDEX = SOURCES / "mostek" / "rules" / "cited.json"
EXPLAINING = ("mostek.rules.loading", "mostek.cli.rule")
GENERATED = "<!-- Written by docs/generate_rules.py; do not edit. -->"
SAID = {Status.IMPLEMENTED: "implemented", Status.GUIDANCE: "guidance for people", Status.NOT_YET: "not yet"}
_PLACE = r"\w(?:[\w.-]*\w)?(?:\(\d\)\w?)?"
_CITATION = re.compile(rf"\b(GEN|CHAL|OPEN|SCHOOL|PFS)-({_PLACE})((?:, \d{_PLACE[2:]})*)")

Index = Mapping[str, list[str]]
"""What there is to say about a clause, by its id."""


class Ruled(NamedTuple):
    """A value as a rulebook has it."""

    value: str
    clause: str


class Sources(NamedTuple):
    """Everything that cites a clause."""

    values: Index
    code: Index
    examples: Index


def main() -> None:
    """Write all pages."""
    PAGES.mkdir(exist_ok=True)
    for name, text in pages().items():
        (PAGES / name).write_text(text, "utf-8")
    INDEX.write_text(index(), "utf-8")


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    sources = Sources(cited_by_values(), cited_by_code(), cited_by_examples())
    written = {f"{name}.md": "\n".join(_page(name, sources)) for name in RULEBOOKS}
    others = {"differences.md": _differences(), "guidance.md": _guidance(), "switches.md": _switches()}
    return written | {name: "\n".join(lines) for name, lines in others.items()}


def index() -> str:
    """The functions and the examples of every clause that has some, a line a clause."""
    code, examples = cited_by_code(), cited_by_examples()
    lines = []
    for identifier in _known():
        sides: dict[str, list[str]] = {"in": [], "out": []}
        for text in examples.get(identifier, ()):
            side, _, name = text.partition(": ")
            sides[side].append(name)
        found = {"code": code.get(identifier, []), "inside": sides["in"], "outside": sides["out"]}
        if any(found.values()):
            lines.append(f"{json.dumps(identifier)}: {json.dumps(found, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def ruled_values(book: Rulebook) -> dict[str, Ruled]:
    """The values of a rulebook by their path, `exchange.maximum`."""
    return dict(_ruled(msgspec.to_builtins(book), ""))


def cited_by_values() -> Index:
    """For each clause the values, refusals, faults and rulings that rest on it, with the rulebooks in which they do."""
    holders: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name in RULEBOOKS:
        book = rulebook(name)
        for path, value in ruled_values(book).items():
            holders[value.clause, f"`{path} = {value.value}`"].append(name)
        for kind, resting in (("refusal", book.refusals), ("fault", book.faults), ("ruling", book.rulings)):
            for reason, identifier in resting.items():
                holders[identifier, f"{kind} `{reason}`"].append(name)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for (identifier, text), names in holders.items():
        found[identifier].append(f"{text} ({', '.join(names)})")
    return found


def cited_by_code() -> Index:
    """For each clause the docstrings that cite it, as `module:name`; where ids are explained, they are no citation."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for place, identifier in citations():
        for meant in meant_by(identifier):
            if place not in found[meant] and not place.startswith(EXPLAINING):
                found[meant].append(place)
    return found


def cited_by_examples() -> Index:
    """For each clause the names of its examples and on which side of the clause they stand."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(EXAMPLES.glob("*.toml")):
        for example in tomllib.loads(path.read_text("utf-8")).get("example", []):
            for identifier in _clauses_of(example):
                text = f"{example['side']}: {example['name']}"
                if text not in found[identifier]:
                    found[identifier].append(text)
    return found


def citations() -> Iterator[tuple[str, str]]:
    """Every clause that a docstring cites: the place as `module:name`, and the id as it is cited."""
    for path in sorted(SOURCES.rglob("*.py")):
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
        for name, text in _docstrings(ast.parse(path.read_text("utf-8")), ""):
            for match in _CITATION.finditer(text):
                place = f"{module}:{name}" if name else module
                for written in (match[2], *match[3].split(", ")[1:]):
                    yield place, f"{match[1]}-{written}"


def meant_by(identifier: str) -> tuple[str, ...]:
    """The clauses that a citation means: itself, or every part of the paragraph or section that it names."""
    known = _known()
    if identifier in known:
        return (identifier,)
    parts = re.compile(rf"{re.escape(identifier)}([a-z]$|\.\d)")
    return tuple(other for other in known if parts.match(other))


def _known() -> dict[str, Clause]:
    return {identifier: entry for name in RULEBOOKS for identifier, entry in clauses(name).items()}


def _ruled(data: Mapping[str, Any], above: str) -> Iterator[tuple[str, Ruled]]:
    for key, inner in data.items():
        path = f"{above}{key}"
        if isinstance(inner, dict) and set(inner) == {"value", "clause"}:
            yield path, Ruled(_plain(inner["value"]), inner["clause"])
        elif isinstance(inner, dict):
            yield from _ruled(inner, f"{path}.")


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> Iterator[tuple[str, str]]:
    """The docstrings of a module or class and of all in it; a string after an assignment is that of the name assigned."""
    if text := ast.get_docstring(node):
        yield name, text
    assigned = ""
    for inner in node.body:
        match inner:
            case ast.ClassDef() | ast.FunctionDef():
                yield from _docstrings(inner, f"{name}.{inner.name}".lstrip("."))
            case ast.Expr(value=ast.Constant(value=str(text))) if assigned:
                yield f"{name}.{assigned}".lstrip("."), text
        assigned = _assigned(inner)


def _assigned(node: ast.stmt) -> str:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return ""


def _clauses_of(example: Mapping[str, Any]) -> Iterator[str]:
    """The clauses of an example; `@` stands for each of its rulebooks in turn."""
    for identifier in example["clauses"]:
        if "@" in identifier:
            yield from (identifier.replace("@", book.upper()) for book in example["rulebooks"])
        else:
            yield identifier


def _page(name: str, sources: Sources) -> Iterator[str]:
    book, entries = rulebook(name), clauses(name).values()
    yield from (GENERATED, f"# {book.title}", "")
    silent = f" Where it is silent, [{rulebook(book.base).title}]({book.base}.md) holds." if book.base else ""
    yield f"Rulebook `{name}`, edition {book.edition}, {len(entries)} clauses.{silent}"
    yield "Every line below is our own wording; the document itself is the federation's or the organiser's."
    yield "[Where the five rulebooks differ](differences.md), [what an event may change](switches.md)"
    yield "and [what people keep among themselves](guidance.md)."
    yield from ("", "| Status | Clauses |", "|---|---|")
    for status, said in SAID.items():
        yield f"| {said} | {sum(entry.status is status for entry in entries)} |"
    for entry in entries:
        yield from _entry(entry, sources)
    yield ""


def _entry(entry: Clause, sources: Sources) -> Iterator[str]:
    yield from ("", f'## <a id="{entry.id}"></a>{entry.id}', entry.pl, "", f"> {entry.en}", "")
    shown = f" · [shown](guidance.md) {', '.join(_said(stage) for stage in entry.when)}" if entry.when else ""
    yield f"- **{SAID[entry.status]}** · {entry.category} · {', '.join(entry.realisation)}{shown}"
    yield from _listed("Rests on it", sources.values.get(entry.id, ()))
    yield from _listed("Code", (f"`{place}`" for place in sources.code.get(entry.id, ())))
    yield from _listed("Examples", sources.examples.get(entry.id, ()))


def _listed(title: str, items: Iterable[str]) -> Iterator[str]:
    if found := list(items):
        yield f"- {title}:"
        yield from (f"  - {item}" for item in found)


def _differences() -> Iterator[str]:
    values = {name: ruled_values(rulebook(name)) for name in RULEBOOKS}
    yield from (GENERATED, "# Where the five rulebooks differ", "")
    yield "Each value with the clause that fixes it. A rulebook that is silent takes the value and the clause of its base."
    for section, paths in _sections(values["gen"]).items():
        differing = [path for path in paths if len({values[name][path].value for name in RULEBOOKS}) > 1]
        if differing:
            yield from ("", f"## {section}", _meaning(section), "")
            yield f"| Value | {' | '.join(f'[{name}]({name}.md)' for name in RULEBOOKS)} |"
            yield "|---" * (len(RULEBOOKS) + 1) + "|"
            for path in differing:
                yield f"| `{path}` | {' | '.join(_cell(values[name][path]) for name in RULEBOOKS)} |"
    yield from ("", "## The same in all five", "")
    for path, ruled in values["gen"].items():
        if len({values[name][path].value for name in RULEBOOKS}) == 1:
            yield f"- `{path} = {ruled.value}`"
    yield ""


def _guidance() -> Iterator[str]:
    yield from (GENERATED, "# What people keep among themselves", "")
    yield "No program checks these clauses; entries, teams and prizes are the tournament desk's and stand elsewhere."
    yield "`mostek rules guidance STAGE` shows them, and `mostek.referee.options` gives those of the stage of a game."
    yield "A rulebook comes with the guidance of the general rules on which it rests."
    for stage in Stage:
        yield from ("", f"## {_said(stage).capitalize()}", "")
        own = ((name, entry) for name in RULEBOOKS for entry in guidance(name, stage) if entry.id in clauses(name))
        for name, entry in own:
            yield f"- [{entry.id}]({name}.md#{quote(entry.id)}) {entry.pl}"
    yield ""


def _said(stage: Stage) -> str:
    return stage.value.replace("_", " ")


def _switches() -> Iterator[str]:
    yield from (GENERATED, "# What an event may change", "")
    yield "Each value can be set otherwise for an event (`CreateGame.changes`); the game keeps the change. The questions"
    yield "T1–T14 stand in [old and new wording](../decisions/0010-tracked-changes.md), S1–S80 in [what the documents leave"
    yield "open](../decisions/0011-ambiguities.md). What a rulebook has is in [the differences](differences.md)."
    yield from ("", "| Value | Can be | Questions | Why it is as it is |", "|---|---|---|---|")
    for switch in switches().values():
        can_be = " · ".join(choices(switch.value)) or "a name"
        yield f"| `{switch.value}` | {can_be} | {' '.join(switch.questions)} | {switch.pl}<br>{switch.en} |"
    yield ""


def _sections(paths: Iterable[str]) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for path in paths:
        sections.setdefault(path.partition(".")[0], []).append(path)
    return sections


def _meaning(section: str) -> str:
    """What the docstring of that part of a rulebook says."""
    kind = next(field.type for field in msgspec.structs.fields(Rulebook) if field.name == section)
    return (inspect.getdoc(kind) or "").replace("\n", " ")


def _cell(ruled: Ruled) -> str:
    page = ruled.clause.partition("-")[0].lower()
    return f"{ruled.value}<br>[{ruled.clause}]({page}.md#{quote(ruled.clause)})"


if __name__ == "__main__":
    main()
