"""The boxes of cards of all people, in the database: what a page sends is merged into the box of its person."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy import delete as removal
from sqlalchemy.dialects.sqlite import insert

from mostek.app.byte_budgets import Leaver, LeftKind
from mostek.features.study.model import MOST_CARDS, MOST_REVIEWS, BoxError, BoxPart, Review, StudyCard, later
from mostek.store.database import Database
from mostek.store.left_files import forget_left, note_left
from mostek.store.put_row import put_row
from mostek.store.schema import study_card, study_review
from mostek.store.tokens import now

_REVIEW = 60
"""The bytes of a review in the database."""
PAGE = 250
"""The most cards, and the most reviews, of an answer: it stays below 100 kB for usual cards."""


class StudyBoxStore:
    """The boxes. Raises `BoxError` for a box that is full, and `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def merge(self, leaver: Leaver, cards: Sequence[StudyCard], reviews: Sequence[Review], since: int) -> BoxPart:
        """Merge cards and reviews into the box of a person, all or none.

        Args:
            leaver: Whose box, and from where they come.
            cards: Cards that have changed; of each the later one stays.
            reviews: Answers; those that are there count once.
            since: The place up to which the page has everything; 0 for nothing.

        Returns:
            The part of the box behind that place.
        """
        person = leaver.person
        if cards or reviews:
            await self._database.write(lambda connection: _merge(connection, leaver, cards, reviews))
        return await self._database.read(lambda connection: _part(connection, person, since))

    async def clear(self, person: str) -> None:
        """Delete the whole box of a person."""

        def clear_in(connection: Connection) -> None:
            connection.execute(removal(study_card).where(study_card.c.person == person))
            connection.execute(removal(study_review).where(study_review.c.person == person))
            forget_left(connection, LeftKind.BOX, person)

        await self._database.write(clear_in)


def own_data(connection: Connection, person: str) -> dict[str, Any]:
    """The box of a person, as a page can read it again."""
    cards = select(study_card.c.body).where(study_card.c.person == person).order_by(study_card.c.card)
    reviews = select(study_review.c.at, study_review.c.card, study_review.c.rating).where(
        study_review.c.person == person
    )
    box = {
        "format": "mostek-box-1",
        "cards": [json.loads(body) for body in connection.scalars(cards)],
        "reviews": [dict(row) for row in connection.execute(reviews.order_by(study_review.c.at)).mappings()],
    }
    return {"cards": box}


def _merge(connection: Connection, leaver: Leaver, cards: Sequence[StudyCard], reviews: Sequence[Review]) -> None:
    # Places also grow over the deletion of a box, so that a page which had the former one misses nothing of the next.
    person = leaver.person
    before = _size(connection, person)
    place = max(_last_place(connection, person), now())
    for card in cards:
        mine = study_card.c.person == person, study_card.c.card == card.name
        body = connection.scalar(select(study_card.c.body).where(*mine))
        there = None if body is None else msgspec.json.decode(body, type=StudyCard)
        if there is not None and later(there, card) == there:
            continue
        place += 1
        row = {"person": person, "card": card.name, "body": msgspec.json.encode(card), "place": place}
        put_row(connection, study_card, row, "person", "card")
    for review in reviews:
        place += 1
        row = {"person": person, "at": review.at, "card": review.card, "rating": review.rating, "place": place}
        connection.execute(insert(study_review).values(row).on_conflict_do_nothing())
    counted = select(func.count()).select_from(study_card).where(study_card.c.person == person)
    if (found := connection.scalar(counted) or 0) > MOST_CARDS:
        raise BoxError("A box holds {most} cards; these are {found}.", most=MOST_CARDS, found=found)
    mine_reviews = study_review.c.person == person
    oldest = (
        select(study_review.c.at).where(mine_reviews).order_by(study_review.c.at.desc()).offset(MOST_REVIEWS).limit(1)
    )
    if (last := connection.scalar(oldest)) is not None:
        connection.execute(removal(study_review).where(mine_reviews, study_review.c.at <= last))
    note_left(connection, LeftKind.BOX, person, leaver, _size(connection, person), before)


def _size(connection: Connection, person: str) -> int:
    """The bytes of a box."""
    cards = select(func.coalesce(func.sum(func.length(study_card.c.body)), 0)).where(study_card.c.person == person)
    reviews = select(func.count()).select_from(study_review).where(study_review.c.person == person)
    return (connection.scalar(cards) or 0) + _REVIEW * (connection.scalar(reviews) or 0)


def _last_place(connection: Connection, person: str) -> int:
    cards = connection.scalar(select(func.max(study_card.c.place)).where(study_card.c.person == person)) or 0
    reviews = connection.scalar(select(func.max(study_review.c.place)).where(study_review.c.person == person)) or 0
    return max(cards, reviews)


def _part(connection: Connection, person: str, since: int) -> BoxPart:
    """Cards and reviews share one order of places; a part ends where one of them has more than a page."""
    cards = select(study_card.c.place, study_card.c.body).where(
        study_card.c.person == person, study_card.c.place > since
    )
    reviews = select(study_review).where(study_review.c.person == person, study_review.c.place > since)
    some_cards = connection.execute(cards.order_by(study_card.c.place).limit(PAGE)).all()
    some_reviews = connection.execute(reviews.order_by(study_review.c.place).limit(PAGE)).all()
    ends = [rows[-1].place for rows in (some_cards, some_reviews) if len(rows) == PAGE]
    last = _last_place(connection, person)
    end = min([*ends, last])
    return BoxPart(
        cards=tuple(msgspec.json.decode(row.body, type=StudyCard) for row in some_cards if row.place <= end),
        reviews=tuple(Review(row.at, row.card, row.rating) for row in some_reviews if row.place <= end),
        place=end,
        more=end < last,
    )
