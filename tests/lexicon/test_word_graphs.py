"""Word graphs of other programs: read with limits, and written as their readers expect them."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from lexicon.toy import TOY, toy_words
from mostek.cli import mostek
from mostek.lexicon import CORE, LexiconError, kwg
from mostek.lexicon.importing import read_list
from mostek.lexicon.kwg import kwg_of
from mostek.lexicon.library import open_lexicon
from mostek.lexicon.recipes import LETTERS

LETTER_OF = dict(enumerate(LETTERS, 1))


def kwg_nodes(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}I", data)


def paths(nodes: Sequence[int], place: int, before: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every path that ends a word, node by node as the description of the format says."""
    while place:
        node = nodes[place]
        tile, accepts, is_end, arc = node >> 24, node >> 23 & 1, node >> 22 & 1, node & (1 << 22) - 1
        if accepts:
            yield (*before, tile)
        yield from paths(nodes, arc, (*before, tile))
        if is_end:
            return
        place += 1


def spelled(path: tuple[int, ...]) -> str:
    return "".join(LETTER_OF[tile] for tile in path)


def turned(path: tuple[int, ...]) -> tuple[str, int]:
    """The word of a path of the GADDAG, and the letters before the separator."""
    back, on = (path, ()) if 0 not in path else (path[: path.index(0)], path[path.index(0) + 1 :])
    return spelled((*reversed(back), *on)), len(back)


def drawn_kwg(*rows: str) -> bytes:
    """A file drawn node by node: letter, `e` for the end of a word, `l` for the last of a row, and the child."""
    nodes = []
    for row in rows:
        letter, marks, child = row.split()
        tile = 0 if letter == "@" else LETTERS.index(letter) + 1
        nodes.append(tile << 24 | ("e" in marks) << 23 | ("l" in marks) << 22 | int(child))
    return struct.pack(f"<{len(nodes)}I", *nodes)


HAND = ("@ l 2", "@ l 0", "K l 3", "O l 4", "T el 5", "A e 0", "Y el 0")
"""KOT, KOTA, KOTY."""


def read(data: bytes, name: str = "list.kwg") -> list[str]:
    return read_list(data, name, LETTERS).words.text().decode().split()


@pytest.mark.parametrize("name", ["list.kwg", "list.bin"])
def test_a_kwg_drawn_by_hand_is_read(name: str) -> None:
    assert read(drawn_kwg(*HAND), name) == ["KOT", "KOTA", "KOTY"]
    assert read_list(drawn_kwg(*HAND), name, LETTERS).form == "kwg"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
@pytest.mark.parametrize("words", ["kot kota koty", "kota kot tok", "kotka kotki koc"])
def test_text_in_utf_16_is_no_graph(words: str, encoding: str) -> None:
    text = "\ufeff" * (encoding != "utf-16") + "\n".join(words.split())
    assert read(text.encode(encoding), "list.txt") == sorted(words.upper().split())


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ((*HAND[:3], "O l 2", *HAND[4:]), "lead nowhere"),
        ((*HAND[:3], "O l 3", *HAND[4:]), "lead nowhere"),
        ((*HAND[:3], "O l 9", *HAND[4:]), "it needs node 9, and its last one is 6"),
        ((*HAND[:3], "O l 4194303", *HAND[4:]), "it needs node 4194303, and its last one is 6"),
        ((*HAND[:6], "Y e 0"), "it needs node 7, and its last one is 6"),
        ((*HAND[:2], "@ l 3", *HAND[3:]), "node 2 has the letter 0, which the alphabet lacks"),
        (("@ l 99",), "it needs node 99, and its last one is 0"),
    ],
    ids=["a circle", "itself", "beyond", "far beyond", "a row without an end", "a separator", "no row"],
)
def test_a_kwg_that_leads_nowhere_is_refused(rows: tuple[str, ...], why: str) -> None:
    with pytest.raises(LexiconError, match=why):
        read(drawn_kwg(*rows))


def test_a_letter_of_another_alphabet_is_refused() -> None:
    data = bytearray(drawn_kwg(*HAND))
    data[2 * 4 + 3] = len(LETTERS) + 1
    with pytest.raises(LexiconError, match="node 2 has the letter 33, which the alphabet lacks"):
        read(bytes(data))


def test_a_kwg_that_is_cut_short_is_refused() -> None:
    with pytest.raises(LexiconError, match="cut short"):
        read(drawn_kwg(*HAND)[:-1])


@pytest.mark.parametrize("rows", [("@ l 0", "@ l 0"), ("@ l 0",)])
def test_a_kwg_without_words_is_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(LexiconError, match="no word"):
        read(drawn_kwg(*rows))


def full_row(child: int) -> list[str]:
    """All letters, each ending a word and leading on."""
    return [f"{letter} {'el' if letter == LETTERS[-1] else 'e'} {child}" for letter in LETTERS]


def test_a_small_file_that_claims_more_words_than_memory_holds_is_refused_at_once() -> None:
    rows = ["@ l 2", "@ l 0"]
    for _ in range(14):
        rows += full_row(len(rows) + len(LETTERS))
    rows += full_row(0)
    with pytest.raises(LexiconError, match="lead nowhere"):
        read(drawn_kwg(*rows))


def test_a_file_of_fifty_megabytes_is_refused() -> None:
    with pytest.raises(LexiconError, match="lead nowhere"):
        read(drawn_kwg("@ l 2", "@ l 0") + bytes(50 << 20))


def test_a_path_longer_than_any_word_is_refused() -> None:
    rows = ["@ l 2", "@ l 0", *(f"A el {place}" for place in range(3, 5000)), "A el 0"]
    with pytest.raises(LexiconError, match="lead nowhere"):
        read(drawn_kwg(*rows))


@given(st.data())
def test_a_spoilt_kwg_is_refused_or_read_but_never_hangs(data: st.DataObject) -> None:
    whole = bytearray(kwg_of(toy_words(), len(LETTERS)).data)
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = len(read(bytes(whole)))
    except LexiconError:
        found = 1
    assert found


@given(st.sets(st.text("AĄBKŻ", min_size=2, max_size=6), min_size=1))
def test_what_is_written_has_every_word_from_every_letter_once(words: set[str]) -> None:
    nodes = kwg_nodes(kwg_of(toy_words(*words), len(LETTERS)).data)
    assert [spelled(path) for path in paths(nodes, nodes[0] & (1 << 22) - 1)] == sorted(
        words, key=lambda word: [LETTERS.index(letter) for letter in word]
    )
    found = sorted(turned(path) for path in paths(nodes, nodes[1] & (1 << 22) - 1))
    assert found == sorted((word, place) for word in words for place in range(1, len(word) + 1))
    assert nodes[0] >> 22 & 1 == nodes[1] >> 22 & 1 == 1


def test_the_core_list_comes_back_from_its_kwg() -> None:
    words = open_lexicon(CORE).words()
    written = kwg_of(words, len(LETTERS))
    assert written.missing_gaddag == 0
    again = read_list(written.data, "core.kwg", LETTERS)
    assert again.words.text() == words.text()
    nodes = kwg_nodes(written.data)
    chosen = random.Random(1).sample(words.text().decode().split(), 200)
    for word in chosen:
        tiles = [LETTERS.index(letter) + 1 for letter in word]
        for before in range(1, len(tiles) + 1):
            back = list(reversed(tiles[:before]))
            assert accepts(nodes, back if before == len(tiles) else [*back, 0, *tiles[before:]])
        assert not accepts(nodes, [*reversed(tiles), 1, 1, 1])


def accepts(nodes: Sequence[int], path: Sequence[int]) -> bool:
    """Whether a path of the GADDAG ends a word."""
    place, ends = nodes[1] & (1 << 22) - 1, False
    for tile in path:
        while place and nodes[place] >> 24 != tile:
            place = 0 if nodes[place] >> 22 & 1 else place + 1
        if not place:
            return False
        ends, place = bool(nodes[place] >> 23 & 1), nodes[place] & (1 << 22) - 1
    return ends


def test_a_gaddag_that_22_bits_cannot_name_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = kwg_of(toy_words(), len(LETTERS))
    monkeypatch.setattr(kwg, "KWG_NODES", len(whole.data) // 4 - 1)
    alone = kwg_of(toy_words(), len(LETTERS))
    assert alone.missing_gaddag == len(whole.data) // 4
    nodes = kwg_nodes(alone.data)
    assert nodes[1] == 1 << 22
    assert {spelled(path) for path in paths(nodes, nodes[0] & (1 << 22) - 1)} == {word.upper() for word in TOY}
    monkeypatch.setattr(kwg, "KWG_NODES", len(nodes) - 1)
    with pytest.raises(LexiconError, match=r"a \.kwg holds"):
        kwg_of(toy_words(), len(LETTERS))


def quackle_0(*rows: str) -> bytes:
    """A file of version 0 drawn node by node, see `drawn_kwg`; the first node is the root."""
    data = b""
    for row in rows:
        letter, marks, child = row.split()
        mark = LETTERS.index(letter) | 32 * ("e" in marks) | 64 * ("l" in marks)
        data += int(child).to_bytes(3, "big") + bytes([mark]) + bytes(3)
    return data


ROOT_0 = ("A l 1", "K - 3", "Ż l 5", "O l 4", "T el 0", "Ą el 0")
"""KOT, ŻĄ."""


def test_a_quackle_file_of_version_0_is_read() -> None:
    reading = read_list(quackle_0(*ROOT_0), "osps.dawg", LETTERS)
    assert reading.form == "quackle-0"
    assert reading.words.text().decode().split() == ["KOT", "ŻĄ"]


@pytest.mark.parametrize(
    ("row", "why"), [("O l 3", "lead nowhere"), ("O l 1", "lead nowhere"), ("O l 900", "it needs node 900")]
)
def test_a_quackle_file_of_version_0_that_leads_nowhere_is_refused(row: str, why: str) -> None:
    with pytest.raises(LexiconError, match=why):
        read(quackle_0(*ROOT_0[:3], row, *ROOT_0[4:]), "osps.dawg")


def test_export_and_import_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    (tmp_path / "toy.txt").write_text("\n".join(TOY), "utf-8")

    def run(*arguments: str) -> dict[str, object]:
        result = CliRunner().invoke(mostek, ["--lang", "en", "lexicon", *arguments, "--json"])
        assert result.exit_code == 0, result.output
        answered = json.loads(result.stdout)
        assert isinstance(answered, dict)
        return answered

    first = run("import", str(tmp_path / "toy.txt"), "--edition", "1")
    for suffix, form in ((".kwg", "kwg"), (".txt", "text/utf-8")):
        target = tmp_path / f"again{suffix}"
        assert run("export", "toy", "--output", str(target))["words"] == len(TOY)
        again = run("import", str(target), "--name", f"from{suffix[1:]}", "--edition", "1")
        assert again["format"] == form
        assert again["lexicon"]["hash"] == first["lexicon"]["hash"]  # type: ignore[index]


def test_a_file_of_another_kind_is_not_exported(tmp_path: Path) -> None:
    result = CliRunner().invoke(mostek, ["--lang", "en", "lexicon", "export", "--output", str(tmp_path / "x.dawg")])
    assert result.exit_code == 2
    assert "must end in .txt or .kwg." in result.output
    assert list(tmp_path.iterdir()) == []
