"""The results of people on puzzles in the database. A person without a name leaves nothing here."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, func, select

from mostek.features.puzzles.model import Strength, after_answer
from mostek.store.database import Database
from mostek.store.put_row import put_row
from mostek.store.schema import puzzle_rating, puzzle_strength, puzzle_try
from mostek.store.tokens import now


class PuzzleRecord(Struct, frozen=True):
    """A rating with the answers behind it."""

    strength: Strength
    tried: int = 0
    solved: int = 0


class PuzzleTry(Struct, frozen=True):
    """A person's dealings with a puzzle."""

    hints: int
    solved: bool | None
    """Whether the first answer was right; `None` before it."""


class PuzzleStore:
    """The results of all people. Raises `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(self, person: str) -> PuzzleRecord:
        """The rating of a person."""
        return await self._database.read(lambda connection: _of_person(connection, person))

    async def of_puzzle(self, puzzle: str, first: Strength) -> PuzzleRecord:
        """The rating of a puzzle; `first` is its rating before anybody has answered."""
        return await self._database.read(lambda connection: _of_puzzle(connection, puzzle, first))

    async def tried(self, person: str) -> Collection[str]:
        """The puzzles that a person has answered."""
        wanted = select(puzzle_try.c.puzzle).where(puzzle_try.c.person == person, puzzle_try.c.solved.is_not(None))
        return frozenset(await self._database.read(lambda connection: connection.scalars(wanted).all()))

    async def solved_by_theme(self, person: str) -> list[tuple[str, bool]]:
        """Each puzzle that a person has answered, and whether the first answer was right."""
        wanted = select(puzzle_try.c.puzzle, puzzle_try.c.solved)
        wanted = wanted.where(puzzle_try.c.person == person, puzzle_try.c.solved.is_not(None))
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [(row.puzzle, bool(row.solved)) for row in rows]

    async def try_of(self, person: str, puzzle: str) -> PuzzleTry:
        """A person's dealings with a puzzle."""
        return await self._database.read(lambda connection: _try_of(connection, person, puzzle))

    async def note_hint(self, person: str, puzzle: str, step: int) -> None:
        """Note that a person has seen this hint, unless the puzzle is answered."""

        def note_hint_in(connection: Connection) -> None:
            known = _try_of(connection, person, puzzle)
            if known.solved is None and step > known.hints:
                put_row(connection, puzzle_try, _row(person, puzzle, step, None), "person", "puzzle")

        await self._database.write(note_hint_in)

    async def note_answer(self, person: str, puzzle: str, first: Strength, is_right: bool) -> PuzzleRecord | None:
        """Note the first answer of a person and rate both; nothing for a later answer.

        A right answer after a hint raises no rating.
        """
        rated: list[PuzzleRecord] = []

        def note_answer_in(connection: Connection) -> None:
            known = _try_of(connection, person, puzzle)
            if known.solved is not None:
                return
            put_row(connection, puzzle_try, _row(person, puzzle, known.hints, is_right), "person", "puzzle")
            own, other = _of_person(connection, person), _of_puzzle(connection, puzzle, first)
            strengths = own.strength, other.strength
            if not (is_right and known.hints):
                strengths = after_answer(*strengths, is_right)
            told = []
            for record, strength in zip((own, other), strengths, strict=True):
                told.append(PuzzleRecord(strength, record.tried + 1, record.solved + is_right))
            put_row(connection, puzzle_strength, {"person": person, **_values(told[0])}, "person")
            put_row(connection, puzzle_rating, {"puzzle": puzzle, **_values(told[1])}, "puzzle")
            rated.append(told[0])

        await self._database.write(note_answer_in)
        return rated[0] if rated else None

    async def answers(self) -> int:
        """The number of first answers."""
        wanted = select(func.count()).select_from(puzzle_try).where(puzzle_try.c.solved.is_not(None))
        return await self._database.read(lambda connection: connection.scalar(wanted) or 0)


def own_data(connection: Connection, person: str) -> dict[str, Any]:
    """The results of a person, by headings, as the database stores them."""
    tries = select(puzzle_try.c.puzzle, puzzle_try.c.at, puzzle_try.c.hints, puzzle_try.c.solved)
    tries = tries.where(puzzle_try.c.person == person).order_by(puzzle_try.c.at)
    strengths = select(puzzle_strength).where(puzzle_strength.c.person == person)
    return {
        "puzzle_ratings": [dict(row) for row in connection.execute(strengths).mappings()],
        "puzzles": [dict(row) for row in connection.execute(tries).mappings()],
    }


def _of_person(connection: Connection, person: str) -> PuzzleRecord:
    row = connection.execute(select(puzzle_strength).where(puzzle_strength.c.person == person)).first()
    return PuzzleRecord(Strength()) if row is None else _record(row)


def _of_puzzle(connection: Connection, puzzle: str, first: Strength) -> PuzzleRecord:
    row = connection.execute(select(puzzle_rating).where(puzzle_rating.c.puzzle == puzzle)).first()
    return PuzzleRecord(first) if row is None else _record(row)


def _try_of(connection: Connection, person: str, puzzle: str) -> PuzzleTry:
    wanted = select(puzzle_try).where(puzzle_try.c.person == person, puzzle_try.c.puzzle == puzzle)
    row = connection.execute(wanted).first()
    return PuzzleTry(0, None) if row is None else PuzzleTry(row.hints, None if row.solved is None else bool(row.solved))


def _record(row: Any) -> PuzzleRecord:
    return PuzzleRecord(Strength(row.mean, row.deviation), row.tried, row.solved)


def _values(record: PuzzleRecord) -> dict[str, Any]:
    strength = record.strength
    return {
        "mean": strength.mean,
        "deviation": strength.deviation,
        "tried": record.tried,
        "solved": record.solved,
    }


def _row(person: str, puzzle: str, hints: int, solved: bool | None) -> dict[str, Any]:
    return {
        "person": person,
        "puzzle": puzzle,
        "at": now(),
        "hints": hints,
        "solved": None if solved is None else int(solved),
    }
