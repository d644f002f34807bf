"""The word map of a lexicon is made when it is first wanted, and lies beside its search graph."""

from pathlib import Path

import pytest

from lexicon.toy import toy_header, toy_words
from mostek.lexicon.library import install, installed, open_gaddag, open_word_map


@pytest.fixture
def toy(data: Path) -> Path:
    """The cache folder of a toy lexicon."""
    words = toy_words()
    install(toy_header(words), words.dawg())
    return data / "cache"


def test_a_map_is_built_once_with_progress_and_again_when_damaged(toy: Path) -> None:
    told: list[float] = []
    assert open_word_map("toy", told.append).anagrams("TOK") == ["KOT"]
    assert (told[0], told[-1]) == (0, 1)
    (cached,) = toy.glob("*.lexicon")
    whole = cached.read_bytes()
    open_word_map("toy", lambda share: pytest.fail("it was built again"))
    cached.write_bytes(whole[:-1])
    assert open_word_map("toy").anagrams("ATOK") == ["KOTA"]
    assert cached.read_bytes() == whole


def test_a_map_and_a_search_graph_lie_side_by_side(toy: Path) -> None:
    open_word_map("toy")
    open_gaddag("toy")
    assert len(list(toy.glob("*.lexicon"))) == 2
    open_word_map("toy", lambda share: pytest.fail("it was built again"))
    open_gaddag("toy", lambda share: pytest.fail("it was built again"))


def test_a_search_graph_in_the_place_of_a_map_is_not_taken_for_one(toy: Path) -> None:
    open_word_map("toy")
    (mapped,) = toy.glob("*.lexicon")
    open_gaddag("toy")
    (graph,) = set(toy.glob("*.lexicon")) - {mapped}
    graph.replace(mapped)
    assert open_word_map("toy").anagrams("TOK") == ["KOT"]


def test_a_map_among_the_lexica_is_no_lexicon(toy: Path) -> None:
    open_word_map("toy")
    (cached,) = toy.glob("*.lexicon")
    cached.rename(toy.parent / "lexica" / "odd@1.lexicon")
    assert "odd" not in {part.header.name for part in installed()}
    assert [part.header.name for part in installed()].count("toy") == 1
