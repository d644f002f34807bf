"""Whatever is in a file, the answer is a tournament or a fault with its place, never a crash and never half an event."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.tournament.file_formats import read_tournament
from mostek.tournament.files import FileFault, TournamentFileError
from tournament.formats.broken_files import READERS, instead_of, survives
from tournament.formats.sample_event import EVENT

readers = st.sampled_from(sorted(READERS))
pieces = st.one_of(
    st.binary(max_size=9),
    st.sampled_from(
        [b"\n", b";", b'"', b"{", b"[]", b"null", b"-1", b"99999999", b"\xff\xfe", b" - ", b"<pre>", b"</pre>"]
    ),
)


@pytest.mark.parametrize("name", ["json", "page", ".lte", ".re", ".tin"])
def test_no_cut_goes_unnoticed(name: str) -> None:
    read, data = READERS[name]
    whole = (
        len(data.rstrip(b"\n"))
        if name == "json"
        else data.find(b"</pre>", data.find(b"p_rundy"))
        if name == "page"
        else len(data)
    )
    for end in range(whole):
        with pytest.raises(TournamentFileError):
            read(data[:end])


@pytest.mark.parametrize("name", ["blocks", "tsh", "table", ".nag", ".smt"])
def test_a_cut_anywhere_is_survived(name: str) -> None:
    read, data = READERS[name]
    for end in range(len(data)):
        survives(read, data[:end])


def test_half_a_file_is_named_by_line_and_reason() -> None:
    faults = {}
    for name in ("json", "page", "blocks", "tsh", "table", ".lte", ".re", ".tin"):
        read, data = READERS[name]
        error = survives(read, data[: len(data) // 2 - 3])
        faults[name] = (error.fault, error.line) if error else None
    assert faults == {
        "json": (FileFault.NOT_JSON, 64),
        "page": (FileFault.CUT, 48),
        "blocks": (FileFault.UNKNOWN_PLAYER, 15),
        "tsh": (FileFault.BAD_LINE, 3),
        "table": (FileFault.COLUMN_COUNT, 3),
        ".lte": (FileFault.CUT, 3),
        ".re": (FileFault.CUT, 12),
        ".tin": (FileFault.CUT, 1),
    }


@pytest.mark.parametrize("encoding", ["cp852", "mac_latin2", "cp1251", "koi8_r"])
@pytest.mark.parametrize("name", ["json", "page", "blocks", "tsh", "table"])
def test_a_wrong_code_page_is_named(name: str, encoding: str) -> None:
    read, data = READERS[name]
    text = data.decode("utf-8-sig").replace("Ł", "Łł")
    error = survives(read, text.encode(encoding, "replace").replace(b"?", b"\x88"))
    assert error is not None
    assert (error.fault, error.line > 0, error.column > 0) == (FileFault.WRONG_CODE_PAGE, True, True)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250", "cp852", "utf-16"])
def test_names_for_scrabble_manager_in_another_code_page_are_named(encoding: str) -> None:
    names = "".join(f"{each.name:<36}100.00{each.city:<25}" for each in EVENT.players)
    error = survives(instead_of(".lte"), names.encode(encoding)[: 67 * 5])
    assert error is not None
    assert (error.fault, error.file) == (FileFault.WRONG_CODE_PAGE, ".lte")


@given(readers, st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), pieces), max_size=4))
def test_a_file_with_pieces_replaced_is_survived(name: str, changes: list[tuple[float, int, bytes]]) -> None:
    read, data = READERS[name]
    for where, length, piece in changes:
        place = int(where * len(data))
        data = data[:place] + piece + data[place + length :]
    survives(read, data)
    survives(lambda changed: read_tournament({"x": changed}), data)


@given(st.binary(max_size=300))
def test_bytes_of_no_format_are_survived(data: bytes) -> None:
    for read, _ in READERS.values():
        survives(read, data)
    survives(lambda changed: read_tournament({"x": changed}), data)


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"players":' * 50_000,
        b'{"players": ' + b"9" * 10_000 + b"}",
        b'{"players": [{"startingPosition": 1, "tournamentRank": 1e999}]}',
        b'{"players": [{"startingPosition": 1, "name": "\\ud800"}]}',
        b"Ala " + b"1 " * 30_000 + b"x;",
        b"Ala" + b" " * 100_000 + b";",
        b"Wyniki turnieju x\n- -\n" + b"1 " + b" " * 100_000 + b"x\n",
        b"Name;" * 20_000 + b"\n",
    ],
    ids=range(9),
)
def test_what_is_made_to_be_long_is_answered_at_once(data: bytes) -> None:
    assert survives(lambda changed: read_tournament({"x": changed}), data) is not None
