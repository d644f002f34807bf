"""Every open question that a value of the rulebooks answers is shown in both readings; switches name what there is."""

from __future__ import annotations

import pytest

from clauses.examples import Example, examples
from mostek.rules.loading import changed, rulebook, rulebooks
from mostek.rules.rulebook import Rulebook
from mostek.rules.switches import choices, switches

READINGS = [example for example in examples() if example.source == "readings"]
ASKED = [path for path, switch in switches().items() if switch.questions]


def reading(example: Example, path: str) -> object:
    """The value with which an example is played."""
    changes = example.data["given"].get("changes", {})
    return changes[path] if path in changes else value_in(rulebook(example.rulebook), path)


def value_in(book: Rulebook, path: str) -> object:
    place: object = book
    for part in path.split("."):
        place = getattr(place, part)
    return place.value  # type: ignore[attr-defined]


def name(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("path", ASKED)
def test_every_reading_has_an_example(path: str) -> None:
    shown = {name(reading(example, path)) for example in READINGS if example.data["switch"] == path}
    finite = [choice for choice in choices(path) if "–" not in choice and "≥" not in choice]
    assert set(finite) <= shown
    assert len(shown) >= 2


@pytest.mark.parametrize("example", READINGS, ids=str)
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


@pytest.mark.parametrize("path", switches())
def test_an_event_may_choose_each_of_the_choices(path: str) -> None:
    for choice in choices(path):
        wanted: object = {"true": True, "false": False}.get(choice, choice)
        if "–" in choice or "≥" in choice:
            wanted = int(choice.removeprefix("≥ ").split("–")[0])
        assert value_in(changed(rulebook("pfs"), {path: wanted}), path) == wanted
