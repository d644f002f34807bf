"""Write docs/rules from the data: each clause with its values, where it is met, the code that cites it and its examples.

Run it after a change to a clause, to `reach.toml`, to a rulebook, a docstring that cites a clause, or an example:
`python docs/generate_rules.py`.
"""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec

from mostek.rules.clause import Clause, ClauseStatus, Stage
from mostek.rules.loading import (
    HOUSE,
    HOUSE_RULES,
    clauses,
    guidance,
    house_rules,
    rulebook,
    rulebooks,
    source_of,
)
from mostek.rules.reach import reach, standing
from mostek.rules.rulebook import Rulebook
from mostek.rules.switches import choices, switches

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "rules"
SOURCES = ROOT / "src"
EXAMPLES = ROOT / "corpus" / "clauses"

EXPLAINING = ("mostek.rules.loading", "mostek.cli.rule")
GENERATED = "<!-- Written by docs/generate_rules.py; do not edit. -->"
SAID = {
    ClauseStatus.IMPLEMENTED: "implemented",
    ClauseStatus.JSON_ONLY: "by JSON only",
    ClauseStatus.GUIDANCE: "guidance for people",
    ClauseStatus.NOT_YET: "not yet",
}
_PLACE = r"\w(?:[\w.-]*\w)?(?:\(\d\)\w?)?"
_PREFIXES = "|".join((HOUSE, *(book.prefix for book in rulebooks().values())))
_CITATION = re.compile(rf"\b({_PREFIXES})-({_PLACE})((?:, \d{_PLACE[2:]})*)")

Index = Mapping[str, list[str]]
"""Lines about a clause, by its id."""


class Ruled(NamedTuple):
    """A value of a rulebook, with its clause."""

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


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    sources = Sources(cited_by_values(), cited_by_code(), cited_by_examples())
    written = {f"{name}.md": "\n".join(_page(name, sources)) for name in rulebooks()}
    written["house.md"] = "\n".join(_house_page(sources))
    others = {"differences.md": _differences(), "guidance.md": _guidance(), "switches.md": _switches()}
    return written | {name: "\n".join(lines) for name, lines in others.items()}


def ruled_values(book: Rulebook) -> dict[str, Ruled]:
    """The values of a rulebook by their path, `exchange.maximum`."""
    return dict(_ruled(msgspec.to_builtins(book), ""))


def cited_by_values() -> Index:
    """For each clause the values, refusals, faults and rulings that cite it, with their rulebooks."""
    holders: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, book in rulebooks().items():
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
    """For each clause the docstrings that cite it, as `module:name`, without modules that only explain ids."""
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
    ruled = {identifier: entry for name in rulebooks() for identifier, entry in clauses(name).items()}
    return {**ruled, **house_rules()}


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
            yield from (identifier.replace("@", rulebook(book).prefix) for book in example["rulebooks"])
        else:
            yield identifier


def _page(name: str, sources: Sources) -> Iterator[str]:
    book, entries = rulebook(name), clauses(name).values()
    yield from (GENERATED, f"# {book.title.pl}", "")
    silent = f" Otherwise [{rulebook(book.base).title.pl}]({book.base}.md) apply." if book.base else ""
    yield f"Rulebook `{name}`, edition {book.edition}, {len(entries)} clauses.{silent}"
    yield "Every line below is our own wording of a document of the federation or the organiser."
    yield "[Where the rulebooks differ](differences.md), [what an event may change](switches.md)"
    yield "and [clauses that no program checks](guidance.md)."
    yield from ("", "| Status | Clauses |", "|---|---|")
    for status, said in SAID.items():
        yield f"| {said} | {sum(standing(entry) is status for entry in entries)} |"
    for entry in entries:
        yield from _entry(entry, sources)
    yield ""


def _house_page(sources: Sources) -> Iterator[str]:
    yield from (GENERATED, f"# {HOUSE_RULES.title.pl}", "")
    yield "The rules of mostek's own, for what no document settles. Under the federation's rules its own endings hold."
    yield "[What an event may change](switches.md)"
    for entry in house_rules().values():
        yield from _entry(entry, sources)
    yield ""


def _entry(entry: Clause, sources: Sources) -> Iterator[str]:
    yield from ("", f'## <a id="{entry.id}"></a>{entry.id}', entry.pl, "", f"> {entry.en}", "")
    shown = f" · [shown](guidance.md) {', '.join(_said(stage) for stage in entry.when)}" if entry.when else ""
    yield f"- **{SAID[standing(entry)]}** · {entry.category} · {', '.join(entry.realisation)}{shown}"
    yield from _listed("Met", (f"{surface}: `{test}`" for surface, test in reach().get(entry.id, {}).items()))
    yield from _listed("Values", sources.values.get(entry.id, ()))
    yield from _listed("Code", (f"`{place}`" for place in sources.code.get(entry.id, ())))
    yield from _listed("Examples", sources.examples.get(entry.id, ()))


def _listed(title: str, items: Iterable[str]) -> Iterator[str]:
    if found := list(items):
        yield f"- {title}:"
        yield from (f"  - {item}" for item in found)


def _differences() -> Iterator[str]:
    values = {name: ruled_values(book) for name, book in rulebooks().items()}
    general = next(iter(values.values()))
    yield from (GENERATED, "# Where the rulebooks differ", "")
    yield "Each value with the clause that fixes it. A rulebook without the value has the value and the clause of its base."
    for section, paths in _sections(general).items():
        differing = [path for path in paths if len({values[name][path].value for name in rulebooks()}) > 1]
        if differing:
            yield from ("", f"## {section}", _meaning(section), "")
            yield f"| Value | {' | '.join(f'[{name}]({name}.md)' for name in rulebooks())} |"
            yield "|---" * (len(rulebooks()) + 1) + "|"
            for path in differing:
                yield f"| `{path}` | {' | '.join(_cell(values[name][path]) for name in rulebooks())} |"
    yield from ("", "## The same in all", "")
    for path, ruled in general.items():
        if len({values[name][path].value for name in rulebooks()}) == 1:
            yield f"- `{path} = {ruled.value}`"
    yield ""


def _guidance() -> Iterator[str]:
    yield from (GENERATED, "# Clauses that no program checks", "")
    yield "People follow these clauses themselves. The tournament desk checks entries, teams and prizes."
    yield "`mostek rules guidance STAGE` shows them, and `mostek.referee.options` returns those for the stage of a game."
    yield "A rulebook also has the guidance of the general rules on which it is based."
    for stage in Stage:
        yield from ("", f"## {_said(stage).capitalize()}", "")
        own = ((name, entry) for name in rulebooks() for entry in guidance(name, stage) if entry.id in clauses(name))
        for name, entry in own:
            yield f"- [{entry.id}]({name}.md#{quote(entry.id)}) {entry.pl}"
    yield ""


def _said(stage: Stage) -> str:
    return stage.value.replace("_", " ")


def _switches() -> Iterator[str]:
    yield from (GENERATED, "# What an event may change", "")
    yield "An event may change each value (`CreateGame.changes`); the change is stored in the game. The questions"
    yield "T1–T14 are in [old and new wording](../decisions/0010-tracked-changes.md), S1–S83 in [open"
    yield "questions](../decisions/0011-ambiguities.md). The values of each rulebook are in [the differences](differences.md)."
    yield from ("", "| Value | Can be | Questions | Reason |", "|---|---|---|---|")
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
    """The docstring of that part of a rulebook, in one line."""
    kind = next(field.type for field in msgspec.structs.fields(Rulebook) if field.name == section)
    return " ".join((inspect.getdoc(kind) or "").split())


def _cell(ruled: Ruled) -> str:
    return f"{ruled.value}<br>[{ruled.clause}]({source_of(ruled.clause).name}.md#{quote(ruled.clause)})"


if __name__ == "__main__":
    main()
