"""Files say how they are encoded, or they do not."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.core.diagnostics import Kind
from mostek.core.encoding import decode
from mostek.notation.formats import gcg

NAME = "#player1 ż Żaneta Łąć\n"


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"#character-encoding ISO-8859-2\n" + NAME.encode("iso8859-2"), "iso8859-2", NAME),
        (codecs.BOM_UTF8 + NAME.encode(), "utf-8", NAME),
        (codecs.BOM_UTF16_LE + NAME.encode("utf-16-le"), "utf-16-le", NAME),
        (NAME.encode(), "utf-8", NAME),
        (NAME.encode("cp1250"), "cp1250", NAME),
        ("#player1 césar\n".encode("latin-1"), "iso8859-1", "#player1 césar\n"),
        ("#player1 Jürgen Größe\n".encode("latin-1"), "iso8859-1", "#player1 Jürgen Größe\n"),
    ],
    ids=["header", "mark", "UTF-16 mark", "UTF-8", "windows-1250", "French", "German"],
)
def test_the_encoding_is_found_in_the_order_of_certainty(data: bytes, encoding: str, text: str) -> None:
    decoded = decode(data)
    assert (decoded.encoding, decoded.text.splitlines()[-1] + "\n") == (encoding, text)
    assert decoded.data == data


@pytest.mark.parametrize(
    "name", ["zlib", "rot13", "punycode", "undefined", "unicode_escape", "no-such-thing", "utf-16"]
)
def test_a_header_that_names_no_character_set_is_passed_over(name: str) -> None:
    data = f"#character-encoding {name}\n#player1 ż Ż\n".encode()
    file = gcg.read(data)
    assert file.encoded is not None
    assert file.encoded.encoding == "utf-8"
    assert [diagnostic.kind for diagnostic in file.diagnostics] == [Kind.ENCODING]


def test_a_wrong_header_is_reported_and_the_name_still_read() -> None:
    file = gcg.read("#character-encoding ASCII\n#player1 cé césar\n".encode())
    assert file.players[0].name == "césar"
    assert dict(file.diagnostics[0].params) == {"stated": "ASCII", "value": "utf-8"}


@given(st.binary(max_size=200))
def test_no_byte_is_ever_lost(data: bytes) -> None:
    assert decode(data).data == data


@given(st.text(max_size=60), st.sampled_from(["UTF-8", "ISO-8859-2", "windows-1250", "ISO8859-6", "zlib"]))
def test_no_name_makes_reading_fail(name: str, encoding: str) -> None:
    data = f"#character-encoding {encoding}\n#player1 {name}".encode("utf-8", "surrogatepass")
    assert gcg.read(data).data == data
