"""A clause of a rulebook: its id in the register, one line of our own wording, and what mostek does about it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Status(StrEnum):
    """How far mostek carries a clause out."""

    IMPLEMENTED = "implemented"
    GUIDANCE = "guidance"
    """Conduct of people that no program can check: shown where it matters."""
    NOT_YET = "not_yet"


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the clause register."""

    id: str
    category: str
    realisation: tuple[str, ...]
    status: Status
    pl: str
    en: str

    def wording(self, language: str) -> str:
        """The line in Polish (`pl`) or English (`en`)."""
        return self.pl if language == "pl" else self.en
