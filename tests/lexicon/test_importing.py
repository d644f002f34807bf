import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.quackle_writer import quackle_bytes
from lexicon.toy import TOY, toy_words
from mostek.lexicon import LexiconError
from mostek.lexicon.importing import ImportedList, read_list
from mostek.lexicon.kernel import Rejection
from mostek.lexicon.recipes import LETTERS

CANONICAL = toy_words().text()
LOWER = "\n".join(TOY) + "\n"


def read(data: bytes) -> ImportedList:
    return read_list(data, "list.txt", LETTERS)


def zipped(**members: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_", "."), data)
    return target.getvalue()


def quackle(words: list[str]) -> bytes:
    return quackle_bytes([[LETTERS.index(letter) for letter in word.upper()] for word in words], LETTERS)


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (LOWER.encode(), "text/utf-8"),
        (LOWER.upper().encode(), "text/utf-8"),
        (LOWER.encode("utf-8-sig"), "text/utf-8"),
        (LOWER.encode("utf-16"), "text/utf-16"),
        (LOWER.encode("iso-8859-2"), "text/iso-8859-2"),
        (LOWER.encode("cp1250"), "text/cp1250"),
        (LOWER.upper().encode("iso-8859-2"), "text/iso-8859-2"),
        (LOWER.upper().encode("cp1250"), "text/cp1250"),
        (LOWER.replace("\n", "\r\n").encode(), "text/utf-8"),
        (LOWER.replace("\n", "\r").encode(), "text/utf-8"),
        (LOWER.replace("\n", " \n\n").encode(), "text/utf-8"),
        (zipped(slowa_txt=LOWER.encode(), README_txt=b"read me"), "zip:slowa.txt:text/utf-8"),
        (zipped(osps_txt=LOWER.encode("cp1250")), "zip:osps.txt:text/cp1250"),
        (quackle(TOY), "quackle"),
        (zipped(osps_dawg=quackle(TOY)), "zip:osps.dawg:quackle"),
    ],
)
def test_every_kind_of_list_gives_the_same_words(data: bytes, form: str) -> None:
    reading = read(data)
    assert reading.words.text() == CANONICAL
    assert reading.form == form
    assert reading.bad_lines == ()


def test_bad_lines_have_number_text_and_reason() -> None:
    text = "kot\nWarszawa\nquiz\r\na\nabażurowopodobny\nnie-kot\n\nkoty\n"
    data = text.encode() + "łosie\nłoś\nłosiom\nłosi\n".encode()
    reading = read_list(data, "list.txt", LETTERS, leave_out=True)
    assert [tuple(bad) for bad in reading.bad_lines] == [
        (2, "Warszawa", Rejection.CAPITAL),
        (3, "quiz", Rejection.LETTER),
        (4, "a", Rejection.SHORT),
        (5, "abażurowopodobny", Rejection.LONG),
        (6, "nie-kot", Rejection.MARK),
    ]
    assert reading.reasons[Rejection.CAPITAL] == 1
    assert len(reading.words) == 6


def test_a_list_of_utf8_with_one_broken_line_keeps_the_rest() -> None:
    reading = read(LOWER.encode() + b"\xb3o\xb6\n")
    assert reading.words.text() == CANONICAL
    assert [(bad.line, bad.reason) for bad in reading.bad_lines] == [(len(TOY) + 1, Rejection.ENCODING)]


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "no word"),
        (b"\n\n\n", "no word"),
        (b"a\nb\n", "no word"),
        (b"kot\nkota\x00\n", "zero byte in line 2"),
        ("łoś\nżądło\n".encode("iso-8859-2") + "łoś\nżądło\n".encode("cp1250"), "mixes two encodings"),
        ("łaś\n".encode("cp1250") + b"\x81\n", "line 2 is neither"),
        (b"kot\n" + b"<p>\n" * 5, "does not look like a list of words.*5 lines.*line 2"),
        (b"PK\x03\x04 and nothing more", "cannot be unpacked"),
        (zipped(), "one list of words"),
        (zipped(a_txt=b"kot", b_txt=b"kota"), "one list of words.*a.txt, b.txt"),
        (zipped(a_png=b"kot"), "one list of words"),
        (b"\x01", "damaged: its alphabet"),
        (b"\x01" + bytes(19) + b"\x05A B", "damaged: its alphabet"),
    ],
)
def test_what_is_no_list_is_refused_with_place_and_reason(data: bytes, complaint: str) -> None:
    with pytest.raises(LexiconError, match=complaint):
        read(data)


@given(st.sets(st.text("AĄBKŻ", min_size=2, max_size=6), min_size=1))
def test_quackle_files_give_back_their_words(words: set[str]) -> None:
    reading = read(quackle(sorted(words)))
    assert set(reading.words.text().decode().split()) == words


@given(st.data())
def test_a_spoilt_quackle_file_is_refused_or_read_but_never_hangs(data: st.DataObject) -> None:
    whole = bytearray(quackle(TOY))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(1, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = len(read(bytes(whole)).words)
    except LexiconError:
        found = 1
    assert found


def test_a_quackle_graph_that_runs_in_a_circle_is_refused() -> None:
    whole = bytearray(quackle(["ala"]))
    nodes = len(whole) - 4 * 7
    whole[nodes + 3 * 7 : nodes + 3 * 7 + 3] = (1).to_bytes(3, "big")
    with pytest.raises(LexiconError, match="lead nowhere"):
        read(bytes(whole))


def test_a_quackle_file_that_is_cut_short_is_refused() -> None:
    with pytest.raises(LexiconError, match="cut short"):
        read(quackle(TOY)[:-3])


def test_a_quackle_file_that_counts_wrongly_is_refused() -> None:
    whole = bytearray(quackle(TOY))
    whole[19] += 1
    with pytest.raises(LexiconError, match=f"{len(TOY)} words, and says {len(TOY) + 1}"):
        read(bytes(whole))
