"""What the federation's clauses let people do at a real board is offered to them, and the page has a form for it.

The examples of these clauses are played; each step that a person takes there must stand among the options of that person.
What the steps say is listed in `web/fixtures/table_steps.json`, where a test of the page makes each of them with its forms.
To write the list anew: `python -m clauses.test_at_a_real_board` in the folder `tests`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from clauses.examples import Example, Table, examples
from clauses.sentences import parse
from mostek.core.players import Role
from mostek.notation import wire
from mostek.referee import Game
from mostek.referee import commands as c
from mostek.referee.options import options
from properties.option_checks import choice_of, person

FIXTURE = Path(__file__).parents[2] / "web" / "fixtures" / "table_steps.json"
CHAPTERS = (
    *("1.1", "1.2", "1.3", "2.2", "2.3", "2.4", "3.2", "3.3", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "4.9"),
    *("4.10", "5.2", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "7.1"),
)
"""The clauses of the federation about people, tiles, clock and paper."""
REAL = ("1.1", "1.3", "4.4", "4.5", "4.8", "4.10", "6.3", "6.4", "6.5")
"""Those of them that each need an example at a real board with a step that a person takes."""
ANYWHERE = {"5.2", "6.2", "6.3", "6.4"}
"""Those that say the same wherever the tiles are: people come, go and sign."""
_SERVER = (c.CreateGame, c.CheckTime, c.CreditTime, c.RevealSeed, c.NotePresence, c.NoteArbiter, c.EndIdleGame)
_NOBODY_ENTERS = {"type", "seat", "at", "by", "next_round_paired", "day_over"}
"""What the page and the tournament know without asking."""


def test_every_step_at_a_real_board_is_offered() -> None:
    missed = [
        f"{example}: {step}"
        for example in at_a_real_board()
        for before, command in taken(example)
        if (step := _name(command)) not in _offered(before, command)
    ]
    assert missed == []


def test_each_chapter_is_reached() -> None:
    reached = {chapter for example in at_a_real_board() if any(taken(example)) for chapter in chapters(example)}
    assert [chapter for chapter in REAL if chapter not in reached] == []


def test_the_list_for_the_page_is_true() -> None:
    assert json.loads(FIXTURE.read_text("utf-8")) == steps()


def at_a_real_board() -> Iterator[Example]:
    """The examples of these clauses in which people hold the tiles, or of which it does not matter who does."""
    for example in examples():
        if example.rulebook != "pfs" or "kind" in example.data:
            continue
        at_table = example.data.get("given", {}).get("venue") == "table"
        if chapters(example) & (set(CHAPTERS) if at_table else ANYWHERE):
            yield example


def chapters(example: Example) -> set[str]:
    """The chapters of `CHAPTERS` whose clauses an example is about."""
    names = (identifier.removeprefix("PFS-") for identifier in example.clauses)
    parts = {".".join(name.rstrip("abcdefghijklmnopqrstuvwxyz").split(".")[:2]) for name in names}
    return parts.intersection(CHAPTERS)


def taken(example: Example) -> Iterator[tuple[Game, c.Command]]:
    """The steps of an example that people take and the referee accepts, each with the game before it."""
    table = Table(example)
    for text in example.data.get("when", []):
        command, before = parse(text, table), table.game
        table.send(command)
        by_person = not isinstance(command, _SERVER) and command.by is not Role.LEXICON
        if table.last.refused is None and before is not None and by_person:
            yield before, command


def steps() -> list[dict[str, object]]:
    """What people say in all these steps: the command, the choice, the role, and the fields that they fill in."""
    found = {
        (*_name(command), str(command.by), *sorted(json.loads(wire.encode(command)).keys() - _NOBODY_ENTERS))
        for example in at_a_real_board()
        for _, command in taken(example)
    }
    return [
        {"command": command, "choice": choice, "role": role, "fields": fields}
        for command, choice, role, *fields in sorted(found)
    ]


def _name(command: c.Command) -> tuple[str, str]:
    return str(command.__struct_config__.tag), choice_of(command)


def _offered(game: Game, command: c.Command) -> set[tuple[str, str]]:
    """What the person is offered, when the step before was taken or when this one is."""
    who, moments = person(command), {game.now, max(game.now, command.at or 0)}
    return {(each.command, each.choice) for now in moments for each in options(game, who, now).allowed}


if __name__ == "__main__":
    FIXTURE.write_text(json.dumps(steps(), ensure_ascii=False, indent=1) + "\n", "utf-8")
