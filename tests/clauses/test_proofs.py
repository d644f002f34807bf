"""Every illegal attempt and every open question that the referee can answer has its example; so has each boundary.

Examples name what they prove: `attempt` in the words of `ATTEMPTS`, `question` by its number in docs/decisions/0011.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from clauses.examples import Example, Table, examples
from clauses.sentences import parse
from loops import with_each
from mostek.core.board import Square

ATTEMPTS: dict[str, tuple[str, str]] = {
    "challenge before the clock is stopped": ("PFS-4.7.7", "move_not_ended"),
    "challenge of an announced move whose clock runs": ("PFS-4.4.3", "clock_runs"),
    "challenge after P's record": ("PFS-4.7.3 PFS-4.7.8", "window_closed"),
    "second challenge in a move": ("PFS-4.7.5 PFS-4.7.13", "challenge_used"),
    "challenge withdrawn or altered": ("PFS-4.7.6b", "challenge_open"),
    "other tiles, an exchange or a pass after the stop": ("PFS-4.4.1a", "not_thinking"),
    "stop for a reason that nobody knows": ("PFS-4.4.2a PFS-4.4.2b PFS-4.4.2d", "stop_not_allowed"),
    "exchange without tiles shown": ("PFS-4.3.3", "exchange_failed locked"),
    "exchange with six tiles in the bag": ("PFS-4.3.4", "exchange_failed locked bag_too_small"),
    "fourth exchange": ("PFS-4.3.5", "exchange_failed locked exchanges_used_up"),
    "draw of another number than was set aside": ("PFS-4.3.6 PFS-4.10.1a", "draw_too_many tiles_owed tiles_drawn+1"),
    "draw before P's clock runs": ("PFS-3.2.1h PFS-3.2.1i PFS-4.4.4", "draw_too_early surplus_found"),
    "P's first seven tiles out of turn": ("PFS-2.4b", "draw_out_of_order"),
    "P's word before the record of Z's move": (
        "PFS-3.2.1a PFS-4.4.3 PFS-4.6.2",
        "not_on_turn clock_runs move_not_recorded",
    ),
    "blank without a letter at the stop": ("PFS-4.5.3 PFS-4.2.1", "move_reopened locked faulty_placement"),
    "word with a dead blank": ("PFS-4.8.4d PFS-4.8.4e", "move_taken_back move_withdrawn"),
    "move with eight tiles": ("PFS-4.10.3a", "move_withdrawn turn_lost"),
    "P's clock started before the loss is written down": ("PFS-4.8.1", "clock_too_early"),
    "word laid, but not ended when the time is up": ("PFS-6.2.2", "turn_passed"),
    "move by a player whose time is up": ("PFS-6.2.1a PFS-6.2.3", "time_is_up"),
    "draw while the other is away": ("PFS-6.4c", "draw_in_absence"),
    "record by a returned player who owes tiles": ("PFS-6.4d", "tiles_owed"),
    "leaving at another moment": ("PFS-6.4b", "leave_not_now"),
    "counting the bag while both clocks stand": ("PFS-6.5.1", "clock_stands"),
    "set corrected after the start": ("PFS-1.1.1c", "set_locked not_permitted"),
    "value corrected after a full round": ("PFS-4.6.3", "value_final"),
    "value corrected after the signatures": ("PFS-4.6.4", "value_final slip_final"),
    "ruling without a clause": ("PFS-6.1b", "clause_not_known"),
    "move by a third person": ("PFS-6.6.9", "not_permitted"),
}
"""What a player may attempt against the federation's rules: the clauses, and every answer that the referee may give.

An answer is the reason of a refusal, or the event that follows; `+1` is an eighth tile. Crossing letters off while both
clocks stand (PFS-4.11.2) is missing: mostek keeps no sheet for it.
"""

NOT_DECIDED = {
    42: "a word of the regulations for what the others call otherwise: one command, said by each screen in its words",
    46: "team scoring and pairing: the tournament",
    51: "numbers that the documents use twice: a matter of citing",
    52: "misprints",
    65: "the sheet for crossing letters off: mostek keeps none",
    80: "pairing and standings: the tournament",
}
"""The questions that no single game answers, and why."""
QUESTIONS = [f"S{each}" for each in range(1, 84) if each not in NOT_DECIDED]

BOUNDARIES = {
    "six tiles in the bag, and seven": (
        "tiles shown, clock stopped, six in the bag: no exchange",
        "with seven in the bag the exchange stands",
    ),
    "the fourth exchange, and the third": ("the fourth exchange fails", "the third stands"),
    "four passes in a row, and three": ("four passes in a row end the game (PPPP)", "three do not (PPP)"),
    "six passes and losses, and five": (
        "passes and losses in turn, six of them, end the game, and each loses the own tiles (PLPLPL)",
        "five do not (PLPLP)",
    ),
    "two passes alone, and one": (
        "alone: two passes in a row end the game (PP)",
        "alone: one pass does not, nor does the forced one count (P)",
    ),
    "three turns of passes and losses alone, and two": (
        "alone: three turns of passes and losses end the game (PLP)",
        "alone: two such turns do not (PL)",
    ),
    "00:00, and a tenth of a second before it": (
        "at 00:00 a player loses the right to further moves",
        "a tenth of a second before that the move is in time",
    ),
    "a move laid and stopped at 00:00, and a tenth before": (
        "at 00:00 the time is exceeded: the stop comes too late",
        "a tenth of a second before it the move is in time",
    ),
    "five minutes and a thousandth away, and five": (
        "five minutes and a thousandth after leaving, the opponent starts the clock, and the arbiter is told",
        "five minutes to the thousandth are not more than five",
    ),
    "late by the whole own time, and a thousandth less": (
        "late by the whole own time: the game is lost by forfeit",
        "a thousandth of a second earlier is in time",
    ),
    "a penalty of seven points, and of ten": (
        "seven points are no multiple of five",
        "ten points taken from 312 leave 302",
    ),
}
"""Two examples, one on each side of a number that the regulations name."""

DECISIONS = Path(__file__).parents[2] / "docs" / "decisions" / "0011-ambiguities.md"


def named(key: str) -> dict[str, list[Example]]:
    """The examples by what they say they prove."""
    found: dict[str, list[Example]] = {}
    for example in examples():
        stated = example.data.get(key, [])
        for name in [stated] if isinstance(stated, str) else stated:
            found.setdefault(name, []).append(example)
    return found


def answers(example: Example) -> set[str]:
    """How the referee answers, as an example says it."""
    then = example.data["then"]
    happened: list[str | dict[str, Any]] = then.get("happened", [])
    events = [{"type": event} if isinstance(event, str) else event for event in happened]
    surplus = {f"{event['type']}+{event['surplus']}" for event in events if event.get("surplus")}
    return {event["type"] for event in events} | surplus | ({then["refused"]} if "refused" in then else set())


def number(question: str) -> int:
    return int(question.removeprefix("S"))


def cites(example: Example) -> set[str]:
    return {*example.clauses, example.data["then"].get("clause", "")}


def test_examples_name_attempts_that_are_known() -> None:
    assert named("attempt").keys() == ATTEMPTS.keys()


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_every_illegal_attempt_is_answered_and_its_lawful_neighbour_too(attempt: str) -> None:
    clauses, due = (set(text.split()) for text in ATTEMPTS[attempt])
    proofs = named("attempt")[attempt]
    assert all(example.rulebook == "pfs" for example in proofs)
    given = [answers(example) & due for example in proofs]
    assert set().union(*given) == due, "an answer that no example shows"
    assert any(
        not found and "refused" not in example.data["then"] for found, example in zip(given, proofs, strict=True)
    )
    attempts = [example for found, example in zip(given, proofs, strict=True) if found]
    assert set().union(*map(cites, attempts)) & clauses
    assert all(cites(example) & clauses for example in attempts), "an attempt that cites another clause"


REFUSED = [example for found in named("attempt").values() for example in found if "refused" in example.data["then"]]


@pytest.mark.parametrize("example", REFUSED, ids=str)
def test_an_attempt_that_is_refused_changes_nothing(example: Example) -> None:
    """The same attempt may be made again, and is refused again; only time that ran out before it is a fact."""
    table = Table(example)
    for text in example.data["when"][:-1]:
        table.send(parse(text, table))
    attempt = parse(example.data["when"][-1], table)
    table.send(attempt)
    after, answer = table.game, table.last.refused
    table.send(attempt)
    assert (table.game, table.last.events, table.last.refused) == (after, (), answer)


def test_a_void_request_for_a_check_uses_nothing_up() -> None:
    """The mover may still lay other tiles, and the move that ends then is challenged (PFS-4.7.7)."""
    given = {"board": "B0", "racks": ["DARAEIO", "MASBCEN"], "steps": "table"}
    table = Table(Example("void", "pfs", {"given": given}))
    said = ["1 lays I6 DAR", "2 challenges", "1 lays I7=A I8=R", "1 stops", "2 challenges"]
    refused = [table.send(parse(text, table)).refused for text in said]
    assert [answer.reason if answer else None for answer in refused] == [None, "move_not_ended", None, None, None]
    assert table.game is not None
    assert table.game.board[Square.named("I6")] is None


def test_examples_name_questions_that_a_game_can_answer() -> None:
    assert named("question").keys() == set(QUESTIONS)


@with_each("question", QUESTIONS)
def test_every_open_question_has_an_answer_on_both_sides(question: str) -> None:
    assert {example.side for example in named("question")[question]} == {"in", "out"}


def test_the_decisions_list_every_question() -> None:
    listed = re.findall(r"^\| (S\d+) \|", DECISIONS.read_text("utf-8"), re.MULTILINE)
    assert sorted(listed, key=number) == [f"S{each}" for each in range(1, 84)]


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_a_boundary_is_shown_from_both_sides(boundary: str) -> None:
    every = {example.data["name"]: example for example in examples() if example.rulebook == "pfs"}
    one, other = (every[name] for name in BOUNDARIES[boundary])
    assert {one.side, other.side} == {"in", "out"}
    assert set(one.clauses) & set(other.clauses)
    assert one.data["then"] != other.data["then"]
