"""Knock-out: who loses is out; the best seeds are as far apart as can be, and the first have the byes (*pucharowy*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from mostek.tournament.pairing.bracket import CupStage, current, origins
from mostek.tournament.pairing.check_cup import check_bracket
from mostek.tournament.pairing.explain import Explanation, TableWhy, WhyTable, explained
from mostek.tournament.pairing.field import contenders, starter_first
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.values import (
    Contender,
    Cup,
    Pairing,
    PairingError,
    PairingFault,
    PairingTask,
    Teammates,
)


def by_bracket(task: PairingTask) -> Pairing:
    """The open ties of the stage from the top of the bracket; a player whose opponent is not there passes with a bye."""
    present = {contender.number: contender for contender in task.contenders}
    stage = stage_to_play(task)
    tables = [
        starter_first(task, present[tie.one], present[tie.other])
        for tie in (*stage.ties, *([stage.third] if stage.third else []))
        if tie.through(present) is None
    ]
    _refuse_impossible(task, tables)
    byes = () if stage.rounds else tuple(_passing(stage, present))
    return Pairing(tuple(tables), byes)


def stage_to_play(task: PairingTask) -> CupStage:
    """The stage that is paired; raises `PairingError` where there is none."""
    contenders(task)
    cup = task.cup or Cup(seeds=tuple(contender.number for contender in task.contenders))
    stage = current(cup, {contender.number for contender in task.contenders})
    if stage is None:
        raise PairingError(PairingFault.CUP_OVER)
    return stage


def _passing(stage: CupStage, present: Mapping[int, Contender]) -> Iterator[int]:
    for tie in stage.ties:
        through = tie.through(present)
        if through in present and through is not None:
            yield through


def _refuse_impossible(task: PairingTask, tables: Sequence[tuple[int, int]]) -> None:
    """The bracket leaves no choice: who meets there must not be forbidden, and whom the director forces must meet there."""
    known = {contender.number: contender for contender in task.contenders}
    pairs = {frozenset(table) for table in tables}
    for one, other in tables:
        mates = known[one].team != "" and known[one].team == known[other].team
        if frozenset((one, other)) in task.forbidden or (mates and task.teammates is Teammates.FORBID):
            raise PairingError(PairingFault.NO_PAIRING, one, other)
    if torn := sorted({number for pair in task.forced if pair not in pairs for number in pair}):
        raise PairingError(PairingFault.FORCED_CLASH, *torn)


def explain_bracket(task: PairingTask, pairing: Pairing) -> Explanation:
    """Explain each tie by the seeds, or by the tables that the two come from."""
    stage = stage_to_play(task)
    found = explained(task, pairing, why=_why(task, stage), bye="walkover" if stage.level else "seed")
    out = {contender.number for contender in task.contenders} - set(stage.line)
    waiting = {number for tie in stage.ties if tie.winner is not None for number in tie.players}
    return replace(found, left=tuple(number for number in found.left if number not in out | waiting))


def _why(task: PairingTask, stage: CupStage) -> WhyTable:
    cup = task.cup or Cup(seeds=tuple(contender.number for contender in task.contenders))
    came = dict(origins(cup, stage.line))
    seeds = {number: seed for seed, number in enumerate(cup.seeds, 1)}

    def why(task: PairingTask, table: Sequence[int]) -> TableWhy:
        tie = next((tie for tie in stage.ties if {*table} == {tie.one, tie.other}), None)
        if tie is None:
            return TableWhy("third")
        if tie.games:
            return TableWhy("again", {"n": len(tie.games) + 1})
        if not cup.rounds:
            one, other = sorted(seeds[number] for number in table)
            return TableWhy("seeds", {"one": one, "other": other, "sum": len(stage.line) + 1})
        tables = [came[number] for number in tie.players]
        fed = [each for each in tables if each is not None]
        numbers = {f"round{place}": each[0] for place, each in enumerate(fed, 1)}
        numbers |= {f"table{place}": each[1] for place, each in enumerate(fed, 1)}
        return TableWhy(("passed", "winner", "winners")[len(fed)], numbers)

    return why


SYSTEM = PairingSystem(
    name="knockout",
    pl="pucharowy",
    en="knock-out",
    pair=by_bracket,
    explain=explain_bracket,
    check=check_bracket,
    spoken=("puchar", "pucharowy", "cup"),
    reasons={
        "seeds": (
            "rozstawieni z numerami {one} i {other}; w pierwszej rundzie pucharu suma numerów to {sum}",
            "seeds {one} and {other}; in the first round of the knock-out the seeds add up to {sum}",
        ),
        "winners": (
            "zwycięzca stołu {table1} z rundy {round1} i zwycięzca stołu {table2} z rundy {round2}",
            "the winner of table {table1} of round {round1} and the winner of table {table2} of round {round2}",
        ),
        "winner": (
            "zwycięzca stołu {table1} z rundy {round1}; drugi z tej pary przeszedł dalej bez gry",
            "the winner of table {table1} of round {round1}; the other one went on without a game",
        ),
        "passed": ("oboje przeszli dalej bez gry", "both went on without a game"),
        "again": (
            "partia {n} tej samej pary, bo rywalizacja nie jest rozstrzygnięta",
            "game {n} of the same two, because it is not decided between them",
        ),
        "third": (
            "przegrani półfinałów grają o trzecie miejsce",
            "the losers of the semi-finals play for the third place",
        ),
        "bye.seed": (
            "{who} ma wolny los: do pełnej drabinki brakuje graczy, a wolne losy przypadają najwyżej rozstawionym.",
            "{who} has a bye: the bracket is not full, and the byes are for the best seeds.",
        ),
        "bye.walkover": (
            "{who} przechodzi dalej bez gry: przeciwnika już nie ma.",
            "{who} goes on without a game: the opponent is gone.",
        ),
    },
    eliminates=True,
    fair_last_round=True,
    weighs_last_round=False,
)
