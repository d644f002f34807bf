"""The box: cards that come again when they are due, and the reviews that moved them.

The page works out when a card is due (FSRS, by ts-fsrs); here a box is checked, merged and written as a file. A card is never
taken out of a box: a removed one stays as a mark, so that no other device brings it back. Two boxes of one person become one by
`merged`, in any order and as often as one likes with the same result.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from mostek.core.errors import SentenceError

MOST_CARDS: Final = 5_000
"""The cards of a box, removed ones included."""
MOST_REVIEWS: Final = 20_000
"""The reviews of a box; beyond them the oldest are forgotten, which moves no card."""
MOST_BYTES: Final = 12 * 1024 * 1024

Kind = Literal["anagrams", "hooks", "word"]
"""The question of a card: which words the letters make, which letters hook on to the word, or whether it is a word."""
Moment: TypeAlias = Annotated[int, Meta(ge=0, le=4_102_444_800_000)]
"""Milliseconds since 1970, before 2100."""
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=30)]


class BoxError(SentenceError, ValueError):
    """A file is no box, or a box has no room."""


class StudyCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card. The fields from `due` to `last` are those of FSRS."""

    kind: Kind
    question: Word
    """Letters in the order of the alphabet, or a word, in capitals."""
    lexicon: Annotated[str, Meta(max_length=81)]
    """The list that answers, NAME@EDITION."""
    answers: Annotated[tuple[Word, ...], Meta(max_length=120)]
    """The words; the letters in front, a `|`, and those behind; or for a word `yes` or `no`."""
    added: Moment
    changed: Moment
    """When the card was last reviewed, added or removed; the later of two wins."""
    due: Moment
    stability: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    difficulty: Annotated[float, Meta(ge=0, le=10)] = 0.0
    state: Annotated[int, Meta(ge=0, le=3)] = 0
    """0 new, 1 learning, 2 review, 3 relearning."""
    reps: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    lapses: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    interval: Annotated[int, Meta(ge=0, le=36_500)] = 0
    """Days from the last review until it is due."""
    step: Annotated[int, Meta(ge=0, le=100)] = 0
    """The step of learning."""
    last: Moment | None = None
    removed: bool = False

    @property
    def name(self) -> str:
        """The name of the card in its box."""
        return f"{self.kind}:{self.question}:{self.lexicon}"


class Review(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """An answer to a card."""

    at: Moment
    card: Annotated[str, Meta(max_length=130)]
    """The name of the card."""
    rating: Annotated[int, Meta(ge=1, le=4)]
    """1 again, 2 hard, 3 good, 4 easy."""


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards and reviews of a person, as the file of an export has them."""

    cards: Annotated[tuple[StudyCard, ...], Meta(max_length=MOST_CARDS)] = ()
    reviews: Annotated[tuple[Review, ...], Meta(max_length=MOST_REVIEWS)] = ()
    format: Literal["mostek-box-1"] = "mostek-box-1"


class BoxPart(Struct, frozen=True):
    """The part of a stored box that a page does not have yet."""

    cards: tuple[StudyCard, ...]
    reviews: tuple[Review, ...]
    place: int
    """Up to where the page has everything now; it names this place when it asks again."""
    more: bool
    """Whether the box goes on behind this place."""


def later(one: StudyCard, other: StudyCard) -> StudyCard:
    """The card that was changed last; of two that were changed at once the same one in any order."""
    return max(one, other, key=lambda card: (card.changed, msgspec.json.encode(card)))


def merged(*boxes: Box) -> Box:
    """One box of several of the same person.

    Args:
        boxes: The boxes, in any order.

    Returns:
        The box with every card of any of them, as it was last changed, and every review.

    Raises:
        BoxError: they have more cards than a box holds.
    """
    cards: dict[str, StudyCard] = {}
    for card in (card for box in boxes for card in box.cards):
        there = cards.get(card.name)
        cards[card.name] = card if there is None else later(there, card)
    if len(cards) > MOST_CARDS:
        raise BoxError("A box holds {most} cards; these are {found}.", most=MOST_CARDS, found=len(cards))
    reviews = sorted({review for box in boxes for review in box.reviews})
    return Box(tuple(cards[name] for name in sorted(cards)), tuple(reviews[-MOST_REVIEWS:]))


def exported(box: Box) -> bytes:
    """A box as a file of JSON."""
    return msgspec.json.format(msgspec.json.encode(box), indent=1)


def imported(data: bytes) -> Box:
    """The box of a file. Raises `BoxError` for anything else."""
    if len(data) > MOST_BYTES:
        raise BoxError("This file is too large for a box of cards.")
    try:
        return msgspec.json.decode(data, type=Box)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BoxError("This file is no box of cards: it must be a box that mostek has exported.") from None
