"""Pairing by hand: the director's word, with nothing added but the forced pairs."""

from __future__ import annotations

from mostek.tournament.pairing.field import contenders, forced_pairs, seated
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
