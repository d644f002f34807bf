"""Whatever happens to a file, reading it gives a result with diagnostics or a `NotationError`, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from loops import with_each
from mostek.core.diagnostics import NotationError, Severity
from mostek.core.encoding import decode
from mostek.notation.formats import cgp, gcg
from mostek.notation.game_formats import detect_format, read_game
from mostek.notation.replay import Replay, replay
from mostek.notation.report import report
from mostek.rules.loading import rulebook
from notation.samples import GAME, KOT_TOM, KURNIK, ROWS, zagraj_log

POSITION = "/".join(["15"] * 7 + ["6KOtŻ5"] + ["15"] * 7) + " KOT?/ŻA 304/5 2 lex OSPS49;"
TEXTS = [GAME, KURNIK, zagraj_log(KOT_TOM, *ROWS), POSITION]

texts = st.sampled_from(TEXTS)
encodings = st.sampled_from(["utf-8", "utf-16", "cp1250", "iso8859-2", "cp852"])
pieces = st.one_of(
    st.text(max_size=12), st.sampled_from(["\n", "\r", ">", "#", "[", "(", "?", "8H", "-", "\x00", "99999"])
)


def replayed(data: bytes, *, strict: bool) -> Replay | NotationError | None:
    """The answer to these bytes; `None` for a position."""
    form = detect_format(data)
    try:
        if form == "cgp":
            cgp.parse_position(decode(data).text, strict=strict)
            return None
        return replay(read_game(data, form, strict=strict), rulebook("pfs"))
    except NotationError as error:
        return error


def survives(data: bytes, *, strict: bool) -> None:
    answer = replayed(data, strict=strict)
    text = decode(data).text
    lines = text.count("\n") + text.count("\r") + 1
    if isinstance(answer, NotationError):
        assert 0 <= answer.line <= lines + 1
        assert answer.column >= 0
    elif answer is not None:
        assert all(0 <= diagnostic.line <= lines for diagnostic in answer.diagnostics)
        report(answer, "pfs")


@given(texts, encodings, st.floats(0, 1), st.booleans())
def test_a_file_cut_anywhere(text: str, encoding: str, where: float, strict: bool) -> None:
    data = text.encode(encoding, "replace")
    survives(data[: int(where * len(data))], strict=strict)


@given(texts, st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), pieces), max_size=5), st.booleans())
def test_a_file_with_pieces_replaced(text: str, changes: list[tuple[float, int, str]], strict: bool) -> None:
    for where, length, piece in changes:
        place = int(where * len(text))
        text = text[:place] + piece + text[place + length :]
    survives(text.encode("utf-8", "surrogatepass"), strict=strict)


@given(texts, st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=8), st.booleans())
def test_a_file_with_bytes_changed(text: str, changes: list[tuple[float, int]], strict: bool) -> None:
    data = bytearray(text.encode())
    for where, value in changes:
        data[min(int(where * len(data)), len(data) - 1)] = value
    survives(bytes(data), strict=strict)


@given(st.binary(max_size=300), st.booleans())
def test_bytes_of_no_format(data: bytes, strict: bool) -> None:
    survives(data, strict=strict)


@with_each("end", range(len(GAME)))
def test_every_cut_of_a_game_within_an_event_is_noticed(end: int) -> None:
    """A cut that leaves a whole line is a shorter game; one inside an event, before its points, is named."""
    cut = GAME[:end]
    last = cut.rsplit("\n", 1)[-1]
    if not last.startswith(">") or " +" in last or " -" in last:
        return
    file = gcg.parse(cut)
    (said,) = file.diagnostics
    assert said.severity is Severity.UNREADABLE
    assert said.line == cut.count("\n") + 1
    assert 1 <= said.column <= len(last) + 1
