"""What a director types at the desk meets the clauses about entries, teams, absentees, prizes and forfeits."""

from __future__ import annotations

import pytest

from clauses.desk import STATE, opening
from clauses.examples import Example, examples
from cli.tournament.desk import Desk
from cli.tournament.typed_lines import typed
from mostek.store.tournament_files import TournamentFile, entries
from mostek.tournament.decide import state_after
from mostek.tournament.state import Tournament
from reaching import reaches


def of_kind(kind: str) -> list[object]:
    """The examples of a kind."""
    found = [
        example for example in examples() if example.data.get("kind") == kind and "error" not in example.data["then"]
    ]
    return [pytest.param(example, id=str(example), marks=reaches(*example.clauses)) for example in found]


@pytest.mark.parametrize("example", of_kind("desk"))
def test_an_example_at_the_desk(example: Example, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    given, then = dict(example.data.get("given", {})), example.data["then"]
    *before, last = [typed(each) for each in [*opening(example.rulebook, given), *example.data.get("when", [])]]
    for line in before:
        desk.says(line)
    if "refused" in then:
        refused = desk.run(last)
        # Names of divisions are known to the command line itself: another one is wrong use.
        assert refused.exit_code in (1, 2), (last, refused.output)
        assert refused.exit_code == 2 or then["clause"] in refused.output
    else:
        desk.says(last)
    state = saved(desk, monkeypatch)
    found = {name: show(state) for name, show in STATE.items() if name in then}
    assert found == {name: then[name] for name in found}


@pytest.mark.parametrize("example", of_kind("forfeit"))
def test_a_forfeit_at_the_desk(example: Example, desk: Desk) -> None:
    """So many rounds with that sum of points; then the game goes to who has them."""
    given, then = example.data["given"], example.data["then"]
    rounds, points = given["played"], given["sum_so_far"]
    desk.founded(2, f"--set rounds={given['rounds']} --set plan=manual")
    for number in range(1, rounds + 1):
        share = points // rounds + (points % rounds if number == rounds else 0)
        desk.says('pair --tables "1-2"')
        desk.says(f"result 1 {share}:300 --confirmed")
    desk.says('pair --tables "1-2"')
    said = desk.says(f"result 1 --forfeit-to 1 --cause left --score-now {given['score_now']}")
    assert f"forfeit {then['points']}:1\n" in said
    assert "estimate" not in then or f"= {then['estimate']}; N is the greatest of" in said


def saved(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """The tournament as it stands in its file."""
    monkeypatch.setenv("MOSTEK_DATA", str(desk.folder))
    (entry,) = entries()
    file = TournamentFile.open(entry.path)
    state = state_after(file.read())
    assert state is not None
    return state
