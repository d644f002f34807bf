"""The chess report after any round, in the hands of py4swiss, which pairs the next round by it, and of the package `trf`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import networkx as nx
import pytest
import trf as other_reader
from hypothesis import given
from hypothesis import strategies as st
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import TrfParser

from cli.tournament.desk import Desk
from mostek.app.tournament_records import exported
from mostek.features.desk.tournament_imports import imported
from mostek.tournament import commands as c
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import EntrantStatus, Person
from mostek.tournament.file_formats import read_tournament
from mostek.tournament.standings import standings_of
from mostek.tournament.state import ForfeitCause, Forfeited, Played, Tournament
from tournament.desk.hall import Hall

ROUNDS = 4
LEAST = 6
"""So many stay, so that somebody is left to meet."""


class LivelyEvent(Hall):
    """An event in which people come late, leave, return and are excluded, and games are forfeited."""

    kinds: tuple[CreditKind, ...] = (CreditKind.BYE, CreditKind.ABSENT)
    """What a round without an opponent may be; py4swiss does not read a forfeit without one, which FIDE's own samples have."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        template = self.chance.choice(("pfs", "open"))
        super().__init__(template, {"rounds": ROUNDS, "minutes": 20, "plan": "swiss"})
        self.choose(
            bye__half_points=self.chance.choice((0, 1, 2)),
            forfeit__absent_removed=False,
            results__signatures=0,
        )
        self.enter(self.chance.randrange(LEAST, 10))
        if self.chance.random() < 0.5:
            self.ok(c.RegisterEntrant(at=self.now, person=Person(name="Nigdy")))

    def play_round(self) -> None:
        for table in self.pair().tables:
            if self.chance.random() < 0.2:
                winner = self.chance.choice((*table.players, None))
                number = self.round().number
                cause = ForfeitCause.LATE
                self.ok(c.AwardForfeit(at=self.now, round=number, table=table.number, winner=winner, cause=cause))
            else:
                scores = self.chance.choice((300, 350)), self.chance.choice((300, 350))
                self.result(table.number, *scores, last_words=(7, 8), rated=self.chance.random() < 0.9)

    def disturb(self) -> None:
        """People come and go between two rounds, and rounds without an opponent are credited."""
        for number in (*self.round().byes, *self.round().missed):
            if self.chance.random() < 0.2:
                self.ok(self.credited(number))
        for each in list(self.state.entrants.values()):
            there = sum(other.is_present for other in self.state.entrants.values())
            if each.is_present and there > LEAST and self.chance.random() < 0.3:
                self.ok(self.chance.choice((self.leave, self.exclude))(each.number))
            elif each.status is EntrantStatus.WITHDRAWN and self.chance.random() < 0.5:
                self.ok(c.Return(at=self.now, number=each.number))
        if self.chance.random() < 0.4:
            self.enter(1)

    def credited(self, number: int) -> c.Command:
        kind = self.chance.choice(self.kinds)
        points = {CreditKind.BYE: (0, 1, 2), CreditKind.FORFEIT: (0, 2), CreditKind.ABSENT: (None,)}
        brings = self.chance.choice(points[kind])
        figures: dict[int | None, tuple[int, int]] = {0: (0, 50), 2: (50, 0)}
        own, other = figures.get(brings, (0, 0))
        played = self.round().number
        return c.CreditRound(
            at=self.now, number=number, round=played, kind=kind, half_points=brings, own=own, other=other
        )

    def leave(self, number: int) -> c.Command:
        return c.Withdraw(at=self.now, number=number)

    def exclude(self, number: int) -> c.Command:
        return c.Exclude(at=self.now, number=number, reason="PFS-7.1d")


def report(state: Tournament, division: str = "") -> str:
    (file,) = exported(state, "trf", division)
    return file.data.decode()


def pair_by_py4swiss(text: str) -> set[frozenset[int]]:
    """The pairs of the next round; who has the bye is paired with 0."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "report.trf"
        file.write_bytes(text.encode())
        return {frozenset((pair.white, pair.black)) for pair in DutchEngine.generate_pairings(TrfParser.parse(file))}


def most_pairs(state: Tournament) -> int:
    """How many may meet in chess: not again, not two who must both start or both not; a bye for one who had no free win."""
    there = [each.number for each in state.entrants.values() if each.is_present]
    starts: dict[int, list[bool]] = {number: [] for number in state.entrants}
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    for played in state.divisions[""].rounds:
        rested |= set(played.byes)
        rested |= {table.result.winner for table in played.tables if isinstance(table.result, Forfeited)}
        for table in played.tables:
            if isinstance(table.result, Played):
                met.add(frozenset(table.players))
                for number in table.players:
                    starts[number].append(number == table.players[0])
    graph = nx.Graph((a, b) for a in there for b in there if a < b and frozenset((a, b)) not in met)
    graph.remove_edges_from([(a, b) for a, b in graph.edges if must(starts[a]) == must(starts[b]) != 0])
    graph.add_edges_from((0, each) for each in there if len(there) % 2 and each not in rested)
    return len(nx.max_weight_matching(graph, maxcardinality=True))


def must(starts: list[bool]) -> int:
    """1 for one who must start now, -1 for one who must not, 0 for others."""
    difference = 2 * sum(starts) - len(starts)
    if abs(difference) > 1:
        return -1 if difference > 0 else 1
    return 0 if len(starts) < 2 or starts[-1] != starts[-2] else -1 if starts[-1] else 1


@given(st.integers(0, 10**6))
def test_after_any_round_other_programs_read_the_report_and_pair_by_it(seed: int) -> None:
    event = LivelyEvent(seed)
    for _ in range(ROUNDS - 1):
        event.play_round()
        event.disturb()
        text = report(event.state)
        there = {each.number for each in event.state.entrants.values() if each.is_present}
        try:
            pairs = pair_by_py4swiss(text)
            assert {number for pair in pairs for number in pair} - {0} == there
        except PairingError:
            assert most_pairs(event.state) < (len(there) + 1) // 2
        tournament = other_reader.loads(text.replace("\r\n", "\n"))
        assert tournament.numrounds == ROUNDS
        assert {len(player.games) for player in tournament.players} == {len(event.state.divisions[""].rounds)}


@given(st.integers(0, 10**6))
def test_after_any_round_our_own_report_comes_back_with_all_points(seed: int) -> None:
    event = LivelyEvent(seed)
    event.play_round()
    event.disturb()
    event.play_round()
    again = imported(read_tournament({"x.trf": report(event.state).encode()}), event.now, "x").state
    assert again.rounds_planned == ROUNDS
    assert len(again.divisions[""].rounds) == 2
    excluded = {each.number for each in event.state.entrants.values() if each.status is EntrantStatus.EXCLUDED}
    ours, theirs = (
        {each.number: each.half_points for each in standings_of(state, "")} for state in (event.state, again)
    )
    assert {number: theirs[number] for number in ours if number not in excluded} == {
        number: points for number, points in ours.items() if number not in excluded
    }


def test_a_report_of_a_round_that_is_not_the_last_has_blanks_and_the_worth_of_a_bye(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.does('new "Test TRF" --template pfs --set rounds=4 --set results.signatures=0 --date 2026-11-21 --seed s')
    for number in range(1, 8):
        desk.does(f'register "Gracz {number}" --rating {170 - number}')
    desk.does("checkin --all")
    for _ in range(2):
        desk.does("pair")
        for table in (1, 2, 3):
            desk.does(f"result {table} 400:3{table}0")
    desk.does("withdraw 2 --reason dom")
    (file,) = desk.does(f"export trf -o {tmp_path}/out")["files"]
    text = Path(file).read_text()
    lines = text.splitlines()
    assert {"142 4", "XXR 4", "162  W 1.0    D 0.5    P 0.5", "XXS PAB=0.5", "BBU  0.5"} <= set(lines)
    assert {"240 Z   3    2", "XXZ 2"} <= set(lines)
    assert {len(line) for line in lines if line.startswith("001")} == {91 + 10 + 8}
    pairs = pair_by_py4swiss(text)
    assert sorted(number for pair in pairs for number in pair) == [1, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("division", ["A", "B"])
def test_a_division_counts_its_players_from_one(division: str) -> None:
    hall = Hall("pfs", {"rounds": 3, "minutes": 20, "divisions": ["A", "B"]})
    for name in "ABABABAB":
        hall.enter(1, name)
    hall.pair(division=division)
    hall.play(division=division)
    assert sorted(number for pair in pair_by_py4swiss(report(hall.state, division)) for number in pair) == [1, 2, 3, 4]
