"""Every refusal has its sentence, in both languages, and names its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from loops import with_each
from mostek import messages
from mostek.core.moves import PlayFault
from mostek.core.players import Seat
from mostek.messages.refusals import FAULTS, POSITIONS, SENTENCES, grounds, say, say_fault
from mostek.referee.challenges import DEAD_BLANK
from mostek.referee.refusals import Reason, Refused
from mostek.rules.loading import clause, rulebook, rulebooks

PARAMS: Mapping[Reason, Mapping[str, Any]] = {
    Reason.SEATS_NOT_ALLOWED: {"seats": 5},
    Reason.NO_SUCH_SEAT: {"seat": Seat.THIRD},
    Reason.RULE_NOT_KNOWN: {"name": "xx"},
    Reason.POSITION_IMPOSSIBLE: {"why": "tiles"},
    Reason.TIME_FIXED: {"millis": 900_000},
    Reason.TIME_RUNS_BACKWARDS: {"at": 5, "latest": 7},
    Reason.TIME_EXCEEDED: {"seat": Seat.FIRST},
    Reason.TIME_LEFT: {"left": 61_001},
    Reason.NOT_ON_TURN: {"on_turn": Seat.SECOND},
    Reason.WORD_NOT_NEW: {"words": ["KOT"]},
    Reason.FAULTY_PLACEMENT: {
        "faults": [{"fault": "gap", "clause": "GEN-5d"}, {"fault": "one_tile", "clause": "GEN-5a"}]
    },
    Reason.TILES_OWED: {"count": 3},
    Reason.NOT_ON_RACK: {"tiles": "AB"},
    Reason.BAG_TOO_SMALL: {"needed": 7, "bag": 5},
    Reason.EXCHANGES_USED_UP: {"maximum": 3},
    Reason.COUNT_DIFFERS: {"announced": 2, "count": 3},
    Reason.DRAW_TOO_MANY: {"count": 3, "due": 2},
    Reason.NOT_IN_BAG: {"tiles": "Ź"},
    Reason.ALREADY_ANNOUNCED: {"points": 12},
    Reason.LOCKED: {"lock": "layout"},
    Reason.WORDS_NOT_TYPED: {"count": 2},
    Reason.RACK_DIFFERS: {"count": 7, "known": "AB"},
    Reason.TURN_NOT_FOUND: {"turn": 9},
    Reason.CLAUSE_NOT_KNOWN: {"cited": "PFS-99"},
    Reason.RULING_NOT_FOUND: {"number": 4},
    Reason.PENALTY_STEP: {"points": 7, "step": 5},
    Reason.LETTER_IMPOSSIBLE: {"tiles": "Ó"},
    Reason.SET_IMPOSSIBLE: {"least": 14, "most": 200},
    Reason.COUNT_IMPOSSIBLE: {"count": 300},
    Reason.ABSENCE_TOO_SHORT: {"gone": 299_000, "limit": 300_000},
    Reason.CALL_NOT_YOURS: {"gone": 299_000, "limit": 600_000},
    Reason.TURNS_WOULD_BE_UNDONE: {"turns": [3, 4]},
    Reason.INSPECTION_DIFFERS: {"count": 3},
    Reason.RETURN_DIFFERS: {"count": 1},
    Reason.NOT_AMONG_THEM: {"tiles": "Ź"},
    Reason.WRONG_VALUE: {"stated": 11, "true": 12},
}


def test_the_table_has_every_reason_and_every_fault() -> None:
    assert set(SENTENCES) == set(Reason)
    assert set(FAULTS) == {str(fault.name).lower() for fault in PlayFault} | {DEAD_BLANK}


@pytest.mark.parametrize("language", messages.LANGUAGES)
@with_each("reason", Reason)
def test_every_reason_is_said_with_its_numbers(reason: Reason, language: str) -> None:
    params = PARAMS.get(reason, {})
    messages.use("en")
    english = say(Refused(reason, "GEN-1a", params))
    messages.use(language)
    said = say(Refused(reason, "GEN-1a", params))
    assert "{" not in said
    assert said.endswith((".", ")"))
    assert (said != english) is (language == "pl")


@pytest.mark.parametrize("sentence", [*FAULTS, *POSITIONS])
def test_faults_and_positions_have_a_polish_sentence(sentence: str) -> None:
    def said() -> str:
        if sentence in FAULTS:
            return say_fault(sentence)
        return say(Refused(Reason.POSITION_IMPOSSIBLE, "GEN-1a", {"why": sentence}))

    english = said()
    messages.use("pl")
    assert said() != english


def test_all_faults_of_a_placement_are_said_with_their_clauses() -> None:
    said = say(Refused(Reason.FAULTY_PLACEMENT, "GEN-5d", PARAMS[Reason.FAULTY_PLACEMENT]))
    assert said == (
        "There is an empty square between the tiles. (GEN-5d) The first word needs at least two tiles. (GEN-5a)"
    )


@pytest.mark.parametrize("name", rulebooks())
def test_every_refusal_of_a_rulebook_shows_the_wording_of_its_clause(name: str) -> None:
    for identifier in {*rulebook(name).refusals.values(), *rulebook(name).faults.values()}:
        assert grounds(identifier) == f"{identifier}: {clause(identifier).en}"


def test_nothing_named_and_nothing_left() -> None:
    assert say(Refused(Reason.WORD_NOT_NEW, "GEN-13d", {"words": []})).startswith("The last move has formed no word")
    assert say(Refused(Reason.TIME_LEFT, "GEN-2b", {"left": None})) == "No clock is running."
    assert say(Refused(Reason.TIME_LEFT, "GEN-2b", {"left": 1})) == "The time is not up: 1 second is left."
