from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mostek.cli import mostek
from mostek.cli.rules import STAGES, values_of
from mostek.messages import text, use
from mostek.rules.clause import ClauseStatus, Stage
from mostek.rules.loading import clause, clauses, guidance, rulebook, rulebooks
from mostek.rules.switches import switches


def run(*arguments: str, lang: str = "en") -> Result:
    result = CliRunner().invoke(mostek, ["--lang", lang, "rules", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def answer(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json").stdout)


def test_the_rulebooks_are_listed() -> None:
    assert [book["name"] for book in answer()] == list(rulebooks())
    assert all(name in run().stdout for name in rulebooks())


@pytest.mark.parametrize("name", rulebooks())
def test_every_value_of_a_rulebook_is_shown_with_its_clause(name: str) -> None:
    values = answer(name)["values"]
    assert values == json.loads(json.dumps(values_of(rulebook(name))))
    shown = run(name).stdout
    for path, value in values.items():
        line = next(line for line in shown.splitlines() if line.split()[:1] == [path])
        assert value["clause"] in line


@pytest.mark.parametrize(
    "arguments", [("pfs", "4.3.1b"), ("PFS", "pfs-4.3.1B"), ("PFS-4.3.1b",), ("gen", "PFS-4.3.1b")]
)
def test_a_clause_is_found_however_it_is_named(arguments: tuple[str, ...]) -> None:
    found = answer(*arguments)
    assert found["id"] == "PFS-4.3.1b"
    assert found["values"] == {"exchange.bag_minimum": 7}
    assert found["differences"]["exchange.bag_minimum"]["open"] == {"value": 8, "clause": "OPEN-exch-4"}


def test_a_clause_is_read_in_the_language_asked_for_with_both_in_json() -> None:
    rule = clause("OPEN-exch-4")
    assert rule.pl in run("open", "exch-4", lang="pl").stdout
    assert rule.en in run("open", "exch-4", lang="en").stdout
    found = answer("open", "exch-4")
    assert (found["pl"], found["en"], found["status"]) == (rule.pl, rule.en, rule.status)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_clause_is_shown_with_what_rests_on_it(lang: str) -> None:
    shown = run("PFS-4.10.1a", lang=lang).stdout
    for line in (clause("PFS-4.10.1a").pl, clause("PFS-4.10.1a").en, "surplus"):
        assert line in shown
    assert answer("PFS-4.10.1a")["rests"]["rulings"] == ["surplus"]


def test_guidance_is_shown_with_its_stages() -> None:
    shown = run("PFS-1.4c").stdout.splitlines()[0]
    assert "guidance for people" in shown
    assert all(STAGES[stage] in shown for stage in clause("PFS-1.4c").when)


@pytest.mark.parametrize("name", rulebooks())
def test_every_clause_can_be_read(name: str) -> None:
    from mostek.cli.rules import _book, _clause

    for identifier in clauses(name):
        assert _clause(_book(name), identifier).id == identifier


def test_differences_are_exactly_the_values_that_differ() -> None:
    rows = {row["value"]: row for row in answer("differences", "pfs", "open")}
    ours, theirs = values_of(rulebook("pfs")), values_of(rulebook("open"))
    assert rows.keys() == {name for name in ours if ours[name]["value"] != theirs[name]["value"]}
    assert rows["exchange.bag_minimum"]["open"] == {"value": 8, "clause": "OPEN-exch-4"}
    assert answer("differences", "gen", "gen") == []
    assert "8 (OPEN-exch-4)" in run("differences", "pfs", "open").stdout


def test_coverage_counts_every_clause_once() -> None:
    for book in answer("coverage"):
        assert book["clauses"].keys() == clauses(book["rulebook"]).keys()
        assert sum(book["counts"].values()) == len(book["clauses"])
        assert book["counts"].keys() == {status.value for status in ClauseStatus}
    lines = run("coverage", "chal").stdout.splitlines()
    assert sum(line.strip().startswith("CHAL-") for line in lines) == len(clauses("chal"))


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("psf",), "Did you mean 'pfs'?"),
        (("differences", "pfs", "opne"), "Did you mean 'open'?"),
        (("coverage", "shcool"), "Did you mean 'school'?"),
        (("pfs", "4.3.1z"), "Did you mean 'PFS-4.3."),
        (("pfs", "xyzzy"), "has no clause 'xyzzy'"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(arguments: tuple[str, ...], hint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert hint in result.stderr


@pytest.mark.parametrize("stage", Stage)
def test_the_guidance_of_a_stage_is_listed(stage: Stage) -> None:
    listed = answer("guidance", stage)[stage]
    assert [entry["id"] for entry in listed] == [entry.id for entry in guidance("pfs", stage)]
    shown = run("guidance", stage.upper(), lang="pl").stdout
    assert all(entry.pl in shown for entry in guidance("pfs", stage))


def test_all_stages_of_another_rulebook_are_listed() -> None:
    found = answer("guidance", "--rulebook", "school")
    assert list(found) == list(Stage)
    assert "GEN-tm" in [entry["id"] for entry in found["before_event"]]
    use("pl")
    try:
        headings = [text(said) for said in STAGES.values()]
    finally:
        use("en")
    shown = run("guidance", "--rulebook", "school", lang="pl").stdout
    assert all(heading in shown for heading in headings)


@pytest.mark.parametrize("name", rulebooks())
def test_every_switch_is_listed_with_its_value_and_the_reason(name: str) -> None:
    values, found = values_of(rulebook(name)), answer("switches", "--rulebook", name)
    assert [row["value"] for row in found] == list(switches())
    shown = run("switches", "--rulebook", name, lang="pl").stdout
    for row in found:
        assert (row["default"], row["clause"]) == tuple(values[row["value"]].values())
        assert row["pl"] in shown
        assert all(question in shown for question in row["questions"])


def test_a_switch_shows_what_else_it_can_be() -> None:
    lines = run("switches").stdout.splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("order.early_draw = as_surplus"))
    assert "[T6]" in lines[place]
    assert lines[place + 1].strip() == "Tiles drawn while the clock runs: are treated as surplus (4.10.1)"
    assert lines[place + 2].strip() == "or: returned (are put back by the player)"


def test_a_switch_is_asked_in_polish_words() -> None:
    shown = run("switches", "--rulebook", "pfs", lang="pl").stdout
    assert "  Po zatrzymaniu zegara przeciwnik włącza go ponownie: także gdy zawodnik ociąga się z liczeniem\n" in shown
    assert "  albo: undeclared_blank (tylko przy blanku bez litery)\n" in shown
    assert "  Można sprawdzić tylko niektóre wyrazy ruchu: tak\n  albo: nie\n" in shown


def test_an_unknown_stage_is_answered_with_the_nearest() -> None:
    result = run("guidance", "thinkng")
    assert result.exit_code == 2
    assert "Did you mean 'thinking'?" in result.stderr
