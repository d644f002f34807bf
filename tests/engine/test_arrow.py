"""Columns go to other libraries and come from them by Arrow's C data interface; nanoarrow is Arrow's own reader of it."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from typing import Any

import nanoarrow as na
import numpy as np
import pytest
from nanoarrow.c_array import c_array_from_buffers

from engine.test_batch import LINES, arrays_of, columns
from mostek.engine import best_many, in_pieces, moves_many, review_many, totals_many


def test_a_table_is_read_by_another_library(short_lexicon: str) -> None:
    found = best_many([*LINES, "nonsense"], 3, lexicon=short_lexicon)
    for read in (na.Array(found), na.ArrayStream(found).read_all()):
        assert read.schema.type == na.Type.STRUCT
        names = [field.name for field in read.schema.fields]
        assert names == [*found.names]
        rows = read.to_pylist()
        assert len(rows) == len(found)
        for name in names:
            ours = [bytes(cell) for cell in found[name]] if name == "tiles" else found[name].tolist()
            assert [row[name] for row in rows] == ours


def test_a_table_without_lines_is_a_table(short_lexicon: str) -> None:
    found = moves_many([], lexicon=short_lexicon)
    assert na.Array(found).to_pylist() == []
    assert na.Schema(found).fields[-1].name == "written"


@pytest.mark.parametrize("kind", [na.string(), na.large_string()])
def test_a_column_of_texts_is_a_list_of_lines(short_lexicon: str, kind: Any) -> None:
    texts: list[str | None] = [LINES[0], None, "nonsense", LINES[1]]
    column = na.Array(texts, kind)
    found = totals_many(column, lexicon=short_lexicon)
    of_list = totals_many(texts, lexicon=short_lexicon)
    assert columns(found) == columns(of_list)
    assert [str(error) for error in found.errors] == [str(error) for error in of_list.errors]
    sliced = OnlyAnArray(na.c_array(["x", *LINES], kind)[1:])
    assert columns(totals_many(sliced, lexicon=short_lexicon))["position"] == [*range(6)]


class OnlyAnArray:
    """A library that offers no stream."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.array.__arrow_c_array__(requested_schema)


def test_a_library_may_offer_only_an_array(short_lexicon: str) -> None:
    given = OnlyAnArray(na.c_array(LINES, na.string()))
    assert columns(totals_many(given, lexicon=short_lexicon)) == columns(totals_many(LINES, lexicon=short_lexicon))


def test_chunks_are_read_one_after_another(short_lexicon: str) -> None:
    chunked = na.Array.from_chunks([na.c_array(LINES[:2], na.string()), na.c_array(LINES[2:], na.string())])
    whole = totals_many(LINES, lexicon=short_lexicon)
    assert columns(totals_many(chunked, lexicon=short_lexicon)) == columns(whole)
    parts = [*in_pieces(totals_many, chunked, size=4, lexicon=short_lexicon)]
    assert [part["position"].tolist() for part in parts] == [[0, 1], [2, 3, 4, 5]]


def struct(fields: dict[str, tuple[Any, Any]], rows: int) -> Any:
    schema = na.struct({name: kind for name, (kind, _) in fields.items()})
    return c_array_from_buffers(
        schema, rows, [None], children=[na.c_array(values, kind) for kind, values in fields.values()]
    )


def test_boards_and_racks_are_taken_as_columns(short_lexicon: str) -> None:
    given = arrays_of(short_lexicon)
    assert given.leads is not None
    assert given.passes is not None
    fields = {
        "board": (na.fixed_size_binary(225), [board.tobytes() for board in given.boards]),
        "rack": (na.fixed_size_binary(7), [rack.tobytes() for rack in given.racks]),
        "lead": (na.int32(), given.leads.tolist()),
        "passes": (na.uint8(), given.passes.tolist()),
    }
    assert columns(totals_many(struct(fields, 6), lexicon=short_lexicon)) == columns(
        totals_many(given, lexicon=short_lexicon)
    )
    texts = struct({"number": (na.int32(), [*range(6)]), "cgp": (na.string(), LINES)}, 6)
    assert columns(totals_many(texts, lexicon=short_lexicon)) == columns(totals_many(LINES, lexicon=short_lexicon))


def test_columns_of_other_types_are_refused(short_lexicon: str) -> None:
    boards, racks = [bytes(225)] * 2, [bytes(7)] * 2
    sound = {"board": (na.fixed_size_binary(225), boards), "rack": (na.fixed_size_binary(7), racks)}
    for changed, why in (
        ({"rack": (na.fixed_size_binary(6), [bytes(6)] * 2)}, "12 of racks are not as many boards"),
        ({"rack": (na.binary(), racks)}, "the column rack is of Binary"),
        ({"board": (na.fixed_size_binary(225), [None, bytes(225)])}, "the column board lacks the value of row 0"),
        ({"lead": (na.int64(), [1, 2])}, "the column lead is of Int64, not of Int32"),
        ({"lead": (na.int32(), [1, None])}, "the column lead lacks the value of row 1"),
        ({"passes": (na.int8(), [1, 2])}, "the column passes is of Int8, not of UInt8"),
    ):
        with pytest.raises(ValueError, match=why):
            totals_many(struct({**sound, **changed}, 2), lexicon=short_lexicon)
    with pytest.raises(ValueError, match="a column of texts is needed, not of Int32"):
        totals_many(na.Array([1, 2], na.int32()), lexicon=short_lexicon)
    with pytest.raises(ValueError, match="a table needs a column cgp of texts"):
        totals_many(struct({"text": (na.string(), LINES)}, 6), lexicon=short_lexicon)
    with pytest.raises(ValueError, match="a column of texts is needed"):
        review_many(na.Array([1, 2], na.int32()), lexicon=short_lexicon)


@pytest.mark.parametrize("offsets", [[0, 9, 4, 12], [0, -1, 4, 12], [5, 2, 1, 0], [0, 1, 3, 12]])
def test_texts_with_offsets_that_cannot_be_are_refused(short_lexicon: str, offsets: list[int]) -> None:
    """Offsets that fall, lie before the start, or cut a letter of two bytes: nothing is read by them."""
    data = "abą ąącd".encode()[:12]
    bad = c_array_from_buffers(na.string(), 3, [None, np.array(offsets, np.int32), data], validation_level="none")
    with pytest.raises(ValueError, match=r"[Oo]ffset|UTF|utf|char boundary"):
        totals_many(OnlyAnArray(bad), lexicon=short_lexicon)


def test_an_object_that_only_claims_to_be_arrow_is_refused(short_lexicon: str) -> None:
    class Liar:
        def __arrow_c_array__(self, requested_schema: object = None) -> object:
            return "schema", "array"

    class Capsule:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            new = ctypes.pythonapi.PyCapsule_New
            new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
            return new(1, b"another_name", None)

    for liar in (Liar(), Capsule()):
        with pytest.raises((TypeError, ValueError)):
            totals_many(liar, lexicon=short_lexicon)  # type: ignore[arg-type]


def test_a_stream_can_be_taken_only_once(short_lexicon: str) -> None:
    stream = na.ArrayStream(na.Array(LINES, na.string()))
    assert len(totals_many(stream, lexicon=short_lexicon)) == len(LINES)
    with pytest.raises((ValueError, RuntimeError)):
        totals_many(stream, lexicon=short_lexicon)


def test_an_interrupt_from_the_keyboard_stops_the_work(short_lexicon: str) -> None:
    """A simulation that would take hours ends within seconds."""
    program = f"""
from mostek.engine import simulate_many
print("begins", flush=True)
try:
    simulate_many({[LINES[0]] * 8!r}, deals=10**9, plies=4, lexicon={short_lexicon!r})
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=os.environ
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "begins\n"
        time.sleep(1)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                continue
        assert "stopped" in process.stdout.read()
