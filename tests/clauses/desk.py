"""The examples of the tournament desk: a tournament is founded, commands follow, and the last one is judged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

import msgspec

from clauses.examples import Example
from mostek.documents.tournament.diplomas import participants, prize_winners, school_diplomas
from mostek.rules.loading import clause
from mostek.tournament.awards import awards_of
from mostek.tournament.commands import Request
from mostek.tournament.creation import Decided
from mostek.tournament.decide import Step, decide_next, state_after
from mostek.tournament.evolve import evolve
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.standings import open_prize_ties, standings_of
from mostek.tournament.state import Tournament

QUESTION = re.compile(r"S\d+")
"""A gap in the documents, by its number in `docs/decisions/0011-ambiguities.md`."""
MORNING = "2016-04-29T09:00:00"


_REQUESTS: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


class Desk:
    """A tournament that an example runs; after every command replay equals the live one."""

    def __init__(self) -> None:
        self.steps: tuple[Step, ...] = ()
        self.state: Tournament | None = None
        self.last: Decided = ()

    def send(self, written: dict[str, Any]) -> None:
        request = _REQUESTS.decode(msgspec.json.encode({"at": MORNING, "by": "desk"} | written))
        decided = decide_next(self.steps, self.state, request)
        self.last = decided
        if isinstance(decided, DeskRefusal):
            assert not decided.clause or QUESTION.fullmatch(decided.clause) or clause(decided.clause).id
            return
        self.steps = (*self.steps, Step(request, decided))
        replayed = state_after(self.steps)
        for event in decided:
            self.state = evolve(self.state, event)
        assert request.__class__.__name__ == "Undo" or replayed == self.state


def run_desk(example: Example) -> None:
    """`given`: template, settings, people (how many are entered and present), schools (how many teams of eight)."""
    given, then = dict(example.data.get("given", {})), example.data["then"]
    desk = Desk()
    commands: list[dict[str, Any]] = [*opening(example.rulebook, given), *example.data.get("when", [])]
    *before, last = commands
    for written in before:
        desk.send(written)
        assert not isinstance(desk.last, DeskRefusal), f"{written} was refused: {desk.last}"
    desk.send(last)
    _check(desk, then)


def opening(template: str, given: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """The commands that found the tournament of an example and enter its people."""
    yield {
        "type": "create_tournament",
        "name": "Turniej",
        "template": template,
        "seed": "example",
        "starts_on": "2016-04-29",
        "settings": given.get("settings", {"rounds": 5, "minutes": 15}),
    } | given.get("founding", {})
    people = given.get("people", 0)
    for number in range(1, people + 1):
        person = {"name": f"Gracz {number}", "rating": 20_000 - 100 * number}
        yield {"type": "register_entrant", "person": person}
    for school in range(1, given.get("schools", 0) + 1):
        yield from _school(f"Szkoła {school}", given.get("division", "gimnazja"), given.get("members", 8))
    count = people + given.get("schools", 0) * given.get("members", 8)
    if count and given.get("present", True):
        yield {"type": "check_in", "numbers": list(range(1, count + 1))}


def _school(name: str, division: str, members: int) -> Iterable[dict[str, Any]]:
    yield {"type": "register_team", "name": name, "division": division, "contact": "sekretariat"}
    for number in range(1, members + 1):
        person = {"name": f"Uczeń {number}", "club": name}
        yield {"type": "register_entrant", "person": person, "division": division, "team": name}


def _check(desk: Desk, then: dict[str, Any]) -> None:
    last = desk.last
    if "refused" in then:
        assert isinstance(last, DeskRefusal), f"not refused: {last}"
        assert {"refused": last.reason, "clause": last.clause} == {"refused": then["refused"], "clause": then["clause"]}
    else:
        assert not isinstance(last, DeskRefusal), f"refused: {last}"
        kinds = [msgspec.to_builtins(event)["type"] for event in last]
        assert kinds == then.get("happened", kinds)
    state = desk.state
    assert state is not None
    for key, expected in then.items():
        if key in STATE:
            assert STATE[key](state) == expected, f"{key}: {STATE[key](state)}"


def _places(state: Tournament) -> dict[str, int]:
    return {str(row.number): row.place or 0 for name in state.divisions for row in standings_of(state, name)}


STATE: dict[str, Callable[[Tournament], Any]] = {
    "organisers": lambda state: list(state.organisers),
    "starts_on": lambda state: date.isoformat(state.starts_on),
    "rulebook": lambda state: state.settings.rulebook.value,
    "divisions": lambda state: list(state.divisions),
    "entrants": lambda state: len(state.entrants),
    "channels": lambda state: sorted({entrant.channel.value for entrant in state.entrants.values()}),
    "overrides": lambda state: [entrant.override for entrant in state.entrants.values() if entrant.override],
    "contacts": lambda state: [team.contact for team in state.teams.values()],
    "confirmed": lambda state: [team.name for team in state.teams.values() if team.confirmed],
    "statuses": lambda state: {
        str(number): entrant.status.value
        for number, entrant in state.entrants.items()
        if entrant.status.value != "present"
    },
    "places": _places,
    "half_points": lambda state: {
        str(row.number): row.half_points for name in state.divisions for row in standings_of(state, name)
    },
    "game_points": lambda state: {
        str(row.number): row.game_points for name in state.divisions for row in standings_of(state, name)
    },
    "ties": lambda state: [list(tie) for name in state.divisions for tie in open_prize_ties(state, name)],
    "winning_schools": lambda state: [
        name for each in state.divisions for name, place in school_diplomas(state, each) if place == 1
    ],
    "prizes": lambda state: [row.number for name in state.divisions for row in prize_winners(state, name)],
    "money": lambda state: {
        str(award.number): award.amount
        for name in state.divisions
        for found in awards_of(state, name)
        for award in found.awards
        if award.number
    },
    "diplomas": lambda state: [len(participants(state, name)) for name in state.divisions],
    "school_diplomas": lambda state: [len(school_diplomas(state, name)) for name in state.divisions],
    "decisions": lambda state: [decision.clause for decision in state.decisions],
    "closed": lambda state: state.closed_on is not None,
}
"""What `then` may say of the tournament after the last command."""
