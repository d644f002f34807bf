"""Pairing by hand: the director's word, with nothing added but the forced pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mostek.tournament.pairing.check import check_pairs
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import contenders, forced_pairs, seated
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.values import Pairing, PairingError, PairingFault, PairingTask


def as_laid_out(task: PairingTask) -> Pairing:
    """The tables of the task; a table of one is a bye, and who is at none stays unpaired, which the checker says."""
    present = contenders(task)
    laid = [number for table in task.tables for number in table]
    if strangers := sorted(set(laid) - present.keys()):
        raise PairingError(PairingFault.NOT_PRESENT, *strangers)
    if len(set(laid)) < len(laid):
        raise PairingError(PairingFault.SEATED_TWICE, *sorted({number for number in laid if laid.count(number) > 1}))
    tables = tuple(table for table in task.tables if len(table) > 1)
    together = {frozenset((one, other)) for table in tables for one in table for other in table if one != other}
    missing = [pair for pair in forced_pairs(task, present) if frozenset(pair) not in together]
    if torn := sorted({number for pair in missing for number in pair} & set(laid)):
        raise PairingError(PairingFault.FORCED_CLASH, *torn)
    byes = tuple(table[0] for table in task.tables if len(table) == 1)
    if byes and not task.byes_allowed:
        raise PairingError(PairingFault.ODD_WITHOUT_BYE, *byes)
    return Pairing((*tables, *seated(task, missing).tables), byes)


def _laid_out(task: PairingTask, table: Sequence[int]) -> str:
    return "laid_out"


SYSTEM = PairingSystem(
    name="manual",
    pl="ręcznie",
    en="by hand",
    pair=as_laid_out,
    explain=partial(explained, why=_laid_out, start="laid_out", bye="laid_out"),
    check=partial(check_pairs, largest=0),
    spoken=("reczny",),
    reasons={
        "laid_out": ("tak ustawił sędzia", "the director has laid it out so"),
        "start.laid_out": ("Rozpoczyna {who}, jak ustawił sędzia.", "{who} starts, as the director has said."),
        "bye.laid_out": ("Pauzuje {who}, jak ustawił sędzia.", "{who} has the bye, as the director has said."),
    },
    laid_out=True,
    fair_last_round=True,
    weighs_last_round=False,
)
