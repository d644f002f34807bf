"""Leave values as `.klv2`: written as its readers look leaves up, read with limits, the loss measured."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from mostek.cli import mostek
from mostek.core.tiles import Tiles, TileSet, tile_set
from mostek.engine import klv
from mostek.engine.klv import format_klv, parse_klv
from mostek.engine.leaves import LeaveValues, no_values, open_values, parse_values
from mostek.lexicon import LexiconError

POLISH = tile_set("pl-current")
FEW = TileSet("few", POLISH.title, POLISH.alphabet, Tiles.of("AAĄBK?"), POLISH.values)
"""Two A, one Ą, B, K and one blank: codes 1, 2, 3, 14 and 0."""
VALUES = open_values("pl-wolny", POLISH.alphabet.letters)


class SlowReader:
    """Looks a leave up as the description of the format says: the place of a leave is the number of leaves before it."""

    def __init__(self, data: bytes) -> None:
        (count,) = struct.unpack_from("<I", data)
        self.nodes = struct.unpack_from(f"<{count}I", data, 4)
        (self.leaves,) = struct.unpack_from("<I", data, 4 + 4 * count)
        self.values = struct.unpack_from(f"<{self.leaves}f", data, 8 + 4 * count)
        assert len(data) == 8 + 4 * count + 4 * self.leaves
        self.below: dict[int, int] = {}

    def count(self, place: int) -> int:
        """The leaves that begin with a node or a later one of its row."""
        if place not in self.below:
            node = self.nodes[place]
            child = node & (1 << 22) - 1
            others = 0 if node >> 22 & 1 else self.count(place + 1)
            self.below[place] = (node >> 23 & 1) + (self.count(child) if child else 0) + others
        return self.below[place]

    def value(self, leave: bytes) -> float | None:
        index, place = 0, self.nodes[0] & (1 << 22) - 1
        for at, code in enumerate(leave):
            if not place:
                return None
            while self.nodes[place] >> 24 != code:
                if self.nodes[place] >> 22 & 1:
                    return None
                index += self.count(place) - self.count(place + 1)
                place += 1
            accepts = self.nodes[place] >> 23 & 1
            if at == len(leave) - 1:
                return self.values[index] if accepts else None
            index += accepts
            place = self.nodes[place] & (1 << 22) - 1
        return None


def test_every_leave_of_a_small_set_is_found_at_its_value() -> None:
    data = format_klv(VALUES, FEW)
    reader, kernel = SlowReader(data), VALUES.to_kernel()
    found = 0
    codes = {face: place for place, face in enumerate(("?", *POLISH.alphabet.letters))}
    for part in FEW.tiles.parts():
        leave = bytes(sorted(codes[face] for face in part))
        if leave and len(leave) <= klv.LARGEST:
            found += 1
            assert reader.value(leave) == pytest.approx(kernel.value(leave) / 1000, abs=1e-5)
    assert found == reader.leaves == 3 * 2**4 - 1
    assert reader.value(bytes([1, 1, 1])) is None
    assert reader.value(bytes([4])) is None


def test_the_terms_come_back_from_all_leaves_of_the_polish_set() -> None:
    data = format_klv(VALUES, POLISH)
    reader, kernel = SlowReader(data), VALUES.to_kernel()
    fitted = parse_klv(data, "pl.klv2", POLISH)
    assert fitted.leaves == reader.leaves == 2_637_496
    assert fitted.typical < 0.005
    assert fitted.largest < 0.01
    again, rng = fitted.values.to_kernel(), random.Random(1)
    bag = [code for code, face in enumerate(("?", *POLISH.alphabet.letters)) for _ in range(POLISH.tiles.count(face))]
    for _ in range(500):
        leave = bytes(sorted(rng.sample(bag, rng.randint(1, 6))))
        assert reader.value(leave) == pytest.approx(kernel.value(leave) / 1000, abs=1e-4)
        assert again.value(leave) == pytest.approx(kernel.value(leave), abs=10)


def small(values: list[float], form: str = "f") -> bytes:
    """A file drawn by hand: a blank, a blank with an A, an A."""
    nodes = (1 << 22 | 1, 1 << 23 | 3, 1 << 24 | 1 << 23 | 1 << 22, 1 << 24 | 1 << 23 | 1 << 22)
    return struct.pack(f"<5I1I{len(values)}{form}", 4, *nodes, len(values), *values)


@pytest.mark.parametrize("data", [small([25.0, 26.0, 0.5]), small([25 * 256, 26 * 256, 128], "h")], ids=["klv2", "klv"])
def test_a_file_drawn_by_hand_is_read(data: bytes) -> None:
    fitted = parse_klv(data, "hand.klv2", POLISH)
    kernel = fitted.values.to_kernel()
    assert fitted.leaves == 3
    for leave, value in ((b"\0", 25000), (b"\0\1", 26000), (b"\1", 500)):
        assert kernel.value(leave) == pytest.approx(value, abs=20)


def test_what_terms_cannot_say_is_measured() -> None:
    """Three tiles together are worth something that no two of them are."""
    whole = format_klv(LeaveValues(VALUES.letters, *_zeros()), FEW)
    spoilt = bytearray(whole)
    spoilt[-4 * 3 :] = struct.pack("<3f", 9.0, -9.0, 9.0)
    assert parse_klv(whole, "x", FEW).largest == 0
    fitted = parse_klv(bytes(spoilt), "x", FEW)
    assert fitted.typical > 0.1
    assert fitted.largest > 0.5


def _zeros() -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    codes = len(VALUES.letters) + 1
    return ((0,),) * codes, tuple((0,) * rest for rest in reversed(range(codes))), ((0,),)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "cut short"),
        (b"\1\0\0\0\0\0\x40\0\0\0\0\0", "cut short"),
        (small([1.0, 2.0, 3.0])[:-1], "cut short"),
        (small([1.0, 2.0, 3.0]) + b"\0", "cut short"),
        (small([1.0, 2.0, 3.0, 4.0]), "has 3 leaves, and says 4"),
        (small([1.0, 2.0, 1e9]), "more than 1000 points"),
        (small([1.0, 2.0, float("nan")]), "more than 1000 points"),
        (small([1.0, 2.0, float("inf")]), "more than 1000 points"),
        (b"\xff\xff\xff\xff" + bytes(1000), "cut short"),
        (small([1.0, 2.0, 3.0]).replace(struct.pack("<I", 1 << 23 | 3), struct.pack("<I", 1 << 23 | 1)), "lead nowhere"),
        (small([1.0, 2.0, 3.0]).replace(struct.pack("<I", 1 << 23 | 3), struct.pack("<I", 1 << 23 | 99)), "needs node 99"),
        (small([1.0, 2.0, 3.0]).replace(b"\0\0\xc0\1", b"\0\0\xc0\x63"), "node 2 has the letter 99"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(LexiconError, match=said):
        parse_klv(data, "x.klv2", POLISH)


@given(st.data())
def test_a_spoilt_file_is_refused_or_read_but_never_hangs(data: st.DataObject) -> None:
    whole = bytearray(small([1.0, 2.0, 3.0]))
    for _ in range(data.draw(st.integers(1, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = parse_klv(bytes(whole), "x", FEW).leaves
    except LexiconError:
        found = 3
    assert found == 3


def test_a_graph_that_22_bits_cannot_name_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(klv, "KWG_NODES", 10)
    with pytest.raises(LexiconError, match=r"a \.klv2 holds 10"):
        format_klv(VALUES, FEW)


def test_export_and_import_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path / "data"))
    there = tmp_path / "pl.klv2"

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(mostek, ["--lang", "en", "engine", *arguments])
        return result.exit_code, result.output

    assert run("export-leaves", "--output", str(there)) == (0, f"{there} is written\n")
    status, said = run("import-leaves", str(there), "--lexicon", "pl-rdzen", "--json")
    assert status == 0
    answered = json.loads(said)
    values, made = parse_values(Path(answered["file"]).read_text("utf-8"))
    assert made["source"] == "pl.klv2"
    assert open_values("pl-rdzen", POLISH.alphabet.letters) == values
    status, said = run("import-leaves", str(there), "--lexicon", "pl-rdzen")
    assert status == 2
    assert "exists already; --replace writes over it." in said
    before = Path(answered["file"]).read_bytes()
    there.write_bytes(there.read_bytes()[:-1])
    status, said = run("import-leaves", str(there), "--lexicon", "pl-rdzen", "--replace")
    assert status == 2
    assert "pl.klv2 is cut short" in said
    assert Path(answered["file"]).read_bytes() == before


@pytest.mark.parametrize(
    ("tiles", "lexicon", "why"),
    [
        (None, "pl-rdzen", "has 3 leaves; the tile set pl-current has 2637496 of one to six tiles"),
        ("en", "pl-wolny", "has 914624 leaves; the tile set pl-current has 2637496"),
    ],
)
def test_leaves_of_other_tiles_and_parts_of_a_file_replace_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiles: str | None, lexicon: str, why: str
) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path / "data"))
    there = tmp_path / "foreign.klv2"
    there.write_bytes(small([25.0, 26.0, 0.5]) if tiles is None else english_leaves())
    for replace in ([], ["--replace"]):
        command = ["--lang", "en", "engine", "import-leaves", str(there), "--lexicon", lexicon, *replace]
        result = CliRunner().invoke(mostek, command)
        assert result.exit_code == 2
        assert why in result.output
    assert not (tmp_path / "data" / "trained").exists()


def english_leaves() -> bytes:
    english = tile_set("en")
    return format_klv(no_values(english.alphabet.letters), english)


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_person_is_asked_before_the_bots_use_other_values(tmp_path: Path) -> None:
    there = tmp_path / "pl.klv2"
    there.write_bytes(format_klv(VALUES, POLISH))
    program = [sys.executable, "-c", "from mostek.cli import main; main()", "--lang", "en", "engine", "import-leaves"]
    for answer, status, written in ((b"n\n", 2, False), (b"y\n", 0, True)):
        ours, theirs = os.openpty()
        started = subprocess.Popen(
            [*program, str(there), "--lexicon", "pl-rdzen"],
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"MOSTEK_DATA": str(tmp_path / "data")},
        )
        os.close(theirs)
        os.write(ours, answer)
        said = started.communicate(timeout=300)[1].decode()
        os.close(ours)
        assert "Are the bots of pl-rdzen to use these 2637496 leaves from now on?" in said
        assert started.returncode == status
        assert (tmp_path / "data" / "trained" / "pl-rdzen.leaves.toml").exists() is written
