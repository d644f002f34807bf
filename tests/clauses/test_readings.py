"""Every open question that a value of the rulebooks answers is shown in both readings; switches name what there is."""

from __future__ import annotations

import pytest

from clauses.examples import Example, examples
from loops import with_each
from mostek.rules.loading import changed, rulebook, rulebooks
from mostek.rules.rulebook import Rulebook
from mostek.rules.switches import choices, readings, switches, value_of

READINGS = [example for example in examples() if example.source == "readings"]
ASKED = [path for path, switch in switches().items() if switch.questions]


def reading(example: Example, path: str) -> object:
    """The value with which an example is played."""
    changes = example.data["given"].get("changes", {})
    return changes[path] if path in changes else value_in(rulebook(example.rulebook), path)


def value_in(book: Rulebook, path: str) -> object:
    return value_of(book, path).value


def name(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@with_each("path", ASKED)
def test_every_reading_has_an_example(path: str) -> None:
    shown = {name(reading(example, path)) for example in READINGS if example.data["switch"] == path}
    finite = [choice for choice in choices(path) if "–" not in choice and "≥" not in choice]
    assert set(finite) <= shown
    assert len(shown) >= 2


@with_each("example", READINGS)
def test_a_reading_names_its_switch(example: Example) -> None:
    path = example.data["switch"]
    assert path in switches()
    taken = reading(example, path) == value_in(rulebook(example.rulebook), path)
    assert example.side == ("in" if taken else "out"), "what the rulebook has is within the clause, the rest beyond it"


def test_switches_are_exactly_the_values_of_a_rulebook() -> None:
    for book in rulebooks():
        for path in switches():
            value_in(rulebook(book), path)
    with pytest.raises(LookupError, match=r"no value 'exchange\.most'"):
        choices("exchange.most")


@with_each("path", switches())
def test_an_event_may_choose_each_of_the_choices(path: str) -> None:
    for choice in choices(path):
        wanted: object = {"true": True, "false": False}.get(choice, choice)
        if "–" in choice or "≥" in choice:
            wanted = int(choice.removeprefix("≥ ").split("–")[0])
        assert value_in(changed(rulebook("pfs"), {path: wanted}), path) == wanted


def test_what_has_few_answers_is_asked_in_words() -> None:
    for path, switch in switches().items():
        finite = [choice for choice in choices(path) if "–" not in choice and "≥" not in choice]
        if switch.questions and finite:
            assert switch.asks is not None, path
            assert finite == ["true", "false"] or list(switch.names) == finite, path
        else:
            assert (switch.asks, dict(switch.names)) == (None, {}), path


def test_an_event_is_asked_only_what_makes_a_difference_under_its_rulebook() -> None:
    asked = {book: {switch.value for switch in readings(rulebook(book))} for book in rulebooks()}
    assert {"order.restart", "order.surplus_claim", "order.hasty_draw", "challenge.after_flag"} <= asked["pfs"]
    assert {path for path in asked["open"] if path.startswith("order.")} == {"order.procedures"}
    assert not any(path.startswith("clock.") for path in asked["gen"])
    assert all("start.blank" in paths for paths in asked.values())
