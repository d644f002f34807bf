"""Every refusal cites a clause that says it: each pair of reason and rulebook against a list that was checked by hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mostek.cli.rules import rules
from mostek.referee.refusals import Reason
from mostek.rules.loading import rulebook, rulebooks
from mostek.rules.reasons import citations, conditions, occurs

LIST = Path(__file__).with_name("reasons.tsv")
"""Reason, rulebook, clause, and some words of the clause that bear the refusal."""


def _checked() -> list[tuple[str, str, str, str]]:
    with LIST.open(encoding="utf-8") as lines:
        return [(reason, book, cited, words) for reason, book, cited, words in csv.reader(lines, delimiter="\t")]


def test_each_pair_is_the_one_that_was_checked() -> None:
    found = [(row.reason, row.rulebook, each.id) for row in citations() for each in row.clauses]
    assert found == [(reason, book, cited) for reason, book, cited, _ in _checked()]


def test_each_clause_still_has_the_words_that_bear_it() -> None:
    checked = _checked()
    wordings = {each.id: each.en for row in citations() for each in row.clauses}
    assert [row for row in checked if row[3] not in wordings[row[2]]] == []
    assert min(len(words.split()) for *_, words in checked) >= 2


def test_conditions_name_reasons_and_values_that_exist() -> None:
    named = {reason for only in conditions() for reason in only.reasons}
    assert named <= set(Reason)
    for book in rulebooks().values():
        assert all(occurs(book, reason) in (True, False) for reason in Reason)


@pytest.mark.parametrize("book", rulebooks())
def test_refusals_that_rest_on_a_value_cite_the_clause_of_the_value(book: str) -> None:
    ruled = rulebook(book)
    resting = {
        "bag_too_small": ruled.exchange.bag_minimum.clause,
        "exchanges_used_up": ruled.exchange.maximum.clause,
        "time_fixed": ruled.clock.millis.clause,
        "no_clock": ruled.clock.mode.clause,
        "own_endings": ruled.end.by_agreement.clause,
        "no_procedure": ruled.order.procedures.clause,
    }
    cited = {row.reason: row.clauses[0].id for row in citations({book: ruled})}
    assert {reason: clause for reason, clause in resting.items() if reason in cited} == {
        reason: clause for reason, clause in cited.items() if reason in resting
    }


def test_the_command_prints_the_table_of_a_rulebook() -> None:
    shown = CliRunner().invoke(rules, ["reasons", "open", "--json"])
    rows = json.loads(shown.output)
    assert {row["rulebook"] for row in rows} == {"open"}
    bag = next(row for row in rows if row["reason"] == "bag_too_small")
    assert bag["clauses"][0]["id"] == "OPEN-exch-4"
