import errno
import os
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.toy import toy_bytes, toy_header, toy_words
from mostek.lexicon import LexiconError
from mostek.lexicon.files import atomically, describe, encode, verify, write
from mostek.lexicon.kernel import Dawg


def test_what_was_written_is_read(tmp_path: Path) -> None:
    words = toy_words()
    header = toy_header(words)
    write(tmp_path / "toy.lexicon", header, words.dawg())
    part = verify(tmp_path / "toy.lexicon")
    assert part.header == header
    assert part.offset % 64 == 0
    assert Dawg.open(*part.mapped).words() == words.text()


def test_the_same_words_give_the_same_bytes() -> None:
    assert toy_bytes() == toy_bytes()


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda data: b"", "not a mostek lexicon"),
        (lambda data: b"PNG" + data, "not a mostek lexicon"),
        (lambda data: data[:20], "cut short"),
        (lambda data: data[:100], "cut short"),
        (lambda data: data[:-4], "cut short"),
        (lambda data: data + b"\0", "damaged"),
        (lambda data: data[:8] + b"\x02" + data[9:], "has format 2"),
        (lambda data: data.replace(b'"toy"', b'"tox"'), "damaged"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "damaged"),
    ],
)
def test_a_spoilt_file_is_named_with_the_reason(tmp_path: Path, spoil: Any, complaint: str) -> None:
    path = tmp_path / "toy.lexicon"
    path.write_bytes(spoil(toy_bytes()))
    with pytest.raises(LexiconError, match=complaint) as caught:
        verify(path)
    assert str(path) in str(caught.value)


@given(st.data())
def test_every_changed_byte_is_noticed(data: st.DataObject) -> None:
    whole = toy_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    spoilt = bytearray(whole)
    spoilt[place] ^= data.draw(st.integers(1, 255))
    header_end = 32 + int.from_bytes(whole[12:16], "little")
    padding = range(header_end, -(-header_end // 64) * 64)
    path = Path(os.environ["PYTEST_SPOILT"])
    path.write_bytes(spoilt)
    if place in padding:
        assert verify(path).header.name == "toy"
    else:
        with pytest.raises(LexiconError):
            verify(path)


@pytest.fixture(autouse=True)
def _spoilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_SPOILT", str(tmp_path / "spoilt.lexicon"))


def test_a_header_of_another_shape_is_refused(tmp_path: Path) -> None:
    header = toy_header(toy_words())
    data = encode(header, b"")
    path = tmp_path / "odd.lexicon"
    text = data[32 : 32 + int.from_bytes(data[12:16], "little")].replace(b'"edition"', b'"editiom"')

    front = struct.pack("<8sIIIIQ", b"MOSTEK\x1a\n", 1, len(text), zlib.crc32(text), 0, 0)
    path.write_bytes((front + text).ljust(-(-(32 + len(text)) // 64) * 64, b"\0"))
    with pytest.raises(LexiconError, match="header"):
        describe(path)


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "toy.lexicon"
    path.write_bytes(b"old")

    def fill_the_disk() -> None:
        with atomically(path) as file:
            file.write(b"half")
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        fill_the_disk()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["toy.lexicon"]


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> None:
        with atomically(tmp_path / "deep" / "toy.lexicon"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert os.listdir(tmp_path / "deep") == []
