"""The data of the rules is whole: every reason has a clause, every clause that is cited exists."""

from __future__ import annotations

import re
from typing import get_args

import msgspec
import pytest

from mostek.core.moves import PlayFault
from mostek.referee import Reason
from mostek.referee.challenges import DEAD_BLANK
from mostek.referee.commands import Command
from mostek.rules.loading import changed, clause, clauses, rulebook, rulebooks


@pytest.mark.parametrize("name", rulebooks())
def test_every_reason_and_every_fault_has_a_clause(name: str) -> None:
    book = rulebook(name)
    assert set(book.refusals) == set(Reason)
    assert set(book.faults) == {str(fault.name).lower() for fault in PlayFault} | {DEAD_BLANK}


@pytest.mark.parametrize("name", rulebooks())
def test_every_command_has_a_clause_that_permits_it(name: str) -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(Command)}
    permits = rulebook(name).permits
    assert {key for key in permits if "." not in key} == tags
    assert {key.partition(".")[0] for key in permits} == tags


@pytest.mark.parametrize("name", rulebooks())
def test_every_clause_that_a_rulebook_cites_exists(name: str) -> None:
    prefixes = "|".join(book.prefix for book in rulebooks().values())
    text = msgspec.json.encode(rulebook(name)).decode()
    for identifier in re.findall(rf'"((?:{prefixes})-[^"]*)"', text):
        assert clause(identifier).id == identifier


def test_every_clause_has_both_wordings_on_one_line() -> None:
    for name in rulebooks():
        for entry in clauses(name).values():
            for wording in (entry.pl, entry.en):
                assert wording.strip()
                assert "\n" not in wording


def test_an_unknown_rulebook_clause_or_value_is_named() -> None:
    with pytest.raises(LookupError, match="known: gen"):
        rulebook("fide")
    with pytest.raises(LookupError, match=r"PFS-9\.9"):
        clause("PFS-9.9")
    with pytest.raises(ValueError, match=r"no value 'exchange\.most'"):
        changed(rulebook("pfs"), {"exchange.most": 1})
    with pytest.raises(ValueError, match="cannot be changed so"):
        changed(rulebook("pfs"), {"exchange.maximum": "many"})


def test_an_event_may_change_a_value() -> None:
    book = changed(rulebook("pfs"), {"exchange.maximum": 2, "clock.first": "second_tile"})
    assert book.exchange.maximum.value == 2
    assert book.exchange.maximum.clause == "PFS-4.3.1a"
    assert rulebook("pfs").exchange.maximum.value == 3
