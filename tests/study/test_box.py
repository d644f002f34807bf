"""The box of cards: no card is ever lost, and a box that was written is read again."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.features.study.model import MOST_CARDS, Box, BoxError, Review, StudyCard, exported, imported, later, merged

MOMENTS = st.integers(0, 10)
WORDS = st.text("AĄŻ|;\"'\n", min_size=1, max_size=4)
CARDS = st.builds(
    StudyCard,
    kind=st.sampled_from(["anagrams", "hooks", "word"]),
    question=st.sampled_from(["KOT", "ŻÓŁĆ"]),
    lexicon=st.sampled_from(["a@1", "b@1"]),
    answers=st.lists(WORDS, max_size=2).map(tuple),
    added=MOMENTS,
    changed=MOMENTS,
    due=MOMENTS,
    stability=st.floats(0, 100),
    reps=st.integers(0, 3),
    last=st.none() | MOMENTS,
    removed=st.booleans(),
)
REVIEWS = st.builds(Review, at=MOMENTS, card=st.sampled_from(["x", "y"]), rating=st.integers(1, 4))
BOXES = st.builds(Box, cards=st.lists(CARDS, max_size=6).map(tuple), reviews=st.lists(REVIEWS, max_size=6).map(tuple))


def names(*boxes: Box) -> set[str]:
    return {card.name for box in boxes for card in box.cards}


@given(BOXES, BOXES, BOXES)
def test_no_card_is_lost_in_any_order_and_as_often_as_one_likes(one: Box, other: Box, third: Box) -> None:
    both = merged(one, other)
    assert names(both) == names(one, other)
    assert len(both.cards) == len(names(both))
    assert set(both.reviews) == {*one.reviews, *other.reviews}
    assert merged(other, one) == both == merged(both, one) == merged(both, both)
    assert merged(merged(one, other), third) == merged(one, merged(other, third))
    for card in both.cards:
        assert card.changed == max(each.changed for box in (one, other) for each in box.cards if each.name == card.name)


@given(CARDS, CARDS)
def test_the_later_of_two_is_one_of_them(one: StudyCard, other: StudyCard) -> None:
    assert later(one, other) in (one, other)


@given(BOXES)
def test_a_box_that_was_written_is_read_again(box: Box) -> None:
    assert imported(exported(box)) == box


CARD = StudyCard("word", "KOT", "a@1", ("yes",), 1, 1, 1)


def written(**fields: object) -> bytes:
    return msgspec.json.encode({"cards": [msgspec.to_builtins(CARD) | fields], "reviews": [], "format": "mostek-box-1"})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b'{"format":"mostek-box-2"}',
        b"\xff\xfe",
        b"[" * 100_000,
        exported(Box((CARD,)))[:-3],
        written(kind="poem"),
        written(question=""),
        written(due=-1),
        written(state=4),
        written(stability="much"),
        written(more=1),
        written(answers=["x"] * 121),
        b" " * (12 * 1024 * 1024 + 1),
    ],
)
def test_a_file_that_is_no_box_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(BoxError):
        imported(data)


def test_a_box_is_full_at_its_limit_and_not_before() -> None:
    cards = [msgspec.structs.replace(CARD, question=f"A{number}") for number in range(MOST_CARDS + 1)]
    assert len(merged(Box(tuple(cards[:MOST_CARDS]))).cards) == MOST_CARDS
    with pytest.raises(BoxError, match="5000"):
        merged(Box(tuple(cards[:MOST_CARDS])), Box((cards[-1],)))
