import multiprocessing
import os
from dataclasses import replace
from pathlib import Path
from time import time

import pytest

from lexicon.toy import TOY, toy_header, toy_words
from mostek.lexicon import CORE, DEFAULT, Lexicon, LexiconError, LexiconPin
from mostek.lexicon.earlier import EarlierEdition, earlier_editions
from mostek.lexicon.library import (
    find,
    install,
    install_edition,
    installed,
    open_gaddag,
    open_lexicon,
    open_pinned,
)
from oracle.word_set import WordSet


def install_toy(*words: str, name: str = "toy", edition: str = "1") -> Path:
    chosen = toy_words(*words)
    return install(toy_header(chosen, name, edition), chosen.dawg())


def test_an_installed_lexicon_opens_and_judges(data: Path) -> None:
    install_toy()
    lexicon: Lexicon = open_lexicon("toy")
    assert "KOT" in lexicon
    assert "KOTEK" not in lexicon
    assert 7 not in lexicon
    assert lexicon.pin == toy_header(toy_words()).pin
    assert open_lexicon("toy").valid(["KOT", "TOK"]) == [True, False]
    assert open_lexicon("toy").words().text() == toy_words().text()


def test_the_hash_does_not_depend_on_what_holds_the_words(data: Path) -> None:
    install_toy()
    in_memory = WordSet.of(TOY, name="toy", edition="1")
    assert in_memory.pin == open_lexicon("toy").pin
    assert "ŻÓŁĆ" in in_memory
    assert "żółć" not in in_memory


def test_the_newest_edition_opens_and_the_old_one_stays(data: Path) -> None:
    install_toy("kot", edition="9")
    install_toy("kot", "kota", edition="10")
    assert open_lexicon("toy").pin.edition == "10"
    assert open_lexicon("toy@9").pin.edition == "9"
    old = open_lexicon("toy@9").pin
    assert "KOTA" not in open_pinned(old)
    with pytest.raises(LexiconError, match="toy 9 with the hash 00"):
        open_pinned(LexiconPin("toy", "9", "00"))


def test_an_edition_is_never_replaced_by_other_words(data: Path) -> None:
    path = install_toy("kot")
    before = path.read_bytes()
    with pytest.raises(LexiconError, match="is here already"):
        install_toy("kota")
    assert path.read_bytes() == before
    install_toy("kot")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "edition"),
    [(DEFAULT, "1"), (CORE, "2"), ("a/b", "1"), ("..", "1"), ("", "1"), ("toy", "../1"), ("toy", "")],
)
def test_a_name_that_could_not_be_kept_is_refused(data: Path, name: str, edition: str) -> None:
    with pytest.raises(LexiconError):
        install_toy(name=name, edition=edition)
    assert not data.exists()


def test_an_unknown_name_is_answered_with_the_nearest(data: Path) -> None:
    install_toy()
    with pytest.raises(LexiconError, match=r"Did you mean 'pl-wolny'\? Known: pl-rdzen, pl-wolny, toy\."):
        find("pl-wlny")
    with pytest.raises(LexiconError, match=r"no lexicon 'zzzzzz'\. Known"):
        find("zzzzzz")
    with pytest.raises(LexiconError, match="toy@1"):
        find("toy@2")


def test_a_damaged_lexicon_is_called_damaged_not_unknown_and_harms_no_other(data: Path) -> None:
    path = install_toy()
    install_toy(name="other")
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(LexiconError, match="cut short"):
        open_lexicon("toy")
    assert "KOT" in open_lexicon("other")
    assert [part.header.name for part in installed()] == [DEFAULT, CORE, "other"]


def test_the_default_is_built_in(data: Path) -> None:
    lexicon = open_lexicon()
    assert lexicon.pin[:2] == (DEFAULT, "2022-03.2")
    judged = dict(
        zip(words := ["WYTĘŻAMY", "ROBIŁOM", "MYDŁOŚ", "KG", "DY", "GŻEGŻÓŁKĄ"], lexicon.valid(words), strict=True)
    )
    assert judged == {"WYTĘŻAMY": True, "ROBIŁOM": True, "MYDŁOŚ": False, "KG": False, "DY": True, "GŻEGŻÓŁKĄ": True}
    assert find(DEFAULT).path.stat().st_size < 2_000_000


@pytest.mark.parametrize("earlier", earlier_editions(), ids=lambda earlier: f"{earlier.name}@{earlier.edition}")
def test_an_earlier_edition_of_a_built_in_list_judges_as_it_did(data: Path, earlier: EarlierEdition) -> None:
    pin = LexiconPin(earlier.name, earlier.edition, earlier.hash)
    by_hash, by_name = open_pinned(pin), open_lexicon(f"{earlier.name}@{earlier.edition}")
    assert by_hash.pin == by_name.pin == pin
    assert by_hash.words().text() == by_name.words().text()
    shipped = open_lexicon(earlier.name)
    assert shipped.pin.edition != earlier.edition
    assert set(shipped.valid(earlier.more)) == {False}
    assert set(shipped.valid(earlier.fewer)) == {True}
    assert set(by_name.valid(earlier.more)) == {True}
    assert set(by_name.valid(earlier.fewer)) == {False}


def test_an_earlier_edition_is_made_once_and_again_when_its_file_is_damaged(data: Path) -> None:
    earlier = earlier_editions()[0]
    name = f"{earlier.name}@{earlier.edition}"
    open_lexicon(name)
    path = data / "cache" / f"{earlier.hash}.lexicon"
    whole = path.read_bytes()
    made = path.stat().st_mtime_ns
    open_lexicon(name)
    assert path.stat().st_mtime_ns == made
    path.write_bytes(whole[:-1])
    assert open_lexicon(name).pin.hash == earlier.hash
    assert path.read_bytes() == whole


def test_another_edition_of_a_built_in_list_stands_beside_it(data: Path) -> None:
    words = toy_words("kot")
    header = toy_header(words, DEFAULT, "2099-01")
    install_edition(header, words.dawg())
    assert open_lexicon(f"{DEFAULT}@2099-01").pin == header.pin
    assert open_pinned(header.pin).pin == header.pin
    assert open_lexicon(DEFAULT).pin.edition != "2099-01"
    with pytest.raises(LexiconError, match="is built in"):
        install_edition(replace(header, edition=open_lexicon().pin.edition), words.dawg())


def test_the_search_graph_is_built_once_with_progress_and_again_when_damaged(data: Path) -> None:
    install_toy()
    told: list[float] = []
    open_gaddag("toy", told.append)
    assert told
    assert told == sorted(told)
    assert 0 <= told[0] <= told[-1] <= 1
    (cached,) = (data / "cache").glob("*.lexicon")
    whole = cached.read_bytes()
    open_gaddag("toy", lambda share: pytest.fail("it was built again"))
    cached.write_bytes(whole[:-1])
    open_gaddag("toy")
    assert cached.read_bytes() == whole


def test_a_search_graph_that_is_given_up_leaves_nothing(data: Path) -> None:
    install_toy()

    def give_up(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_gaddag("toy", give_up)
    assert not list((data / "cache").glob("*.lexicon"))


def test_what_earlier_versions_built_is_deleted_after_a_month(data: Path) -> None:
    install_toy()
    hash, now = open_lexicon("toy").pin.hash, time()
    other = open_lexicon().pin.hash
    cache = data / "cache"
    cache.mkdir(exist_ok=True)
    for name, days in ((f"{hash}-1", 31), (f"{hash}-map-2", 29), (f"{hash}-map-1", 31), (hash, 31), (f"{other}-1", 31)):
        path = cache / f"{name}.lexicon"
        path.write_bytes(b"of another version")
        os.utime(path, (now, now - days * 24 * 3600))
    open_gaddag("toy")
    kept = {path.stem for path in cache.glob("*.lexicon")}
    assert kept == {f"{hash}-2", f"{hash}-map-2", hash, f"{other}-1"}


def _open_in_a_process(folder: str) -> None:
    os.environ["MOSTEK_DATA"] = folder
    open_gaddag("toy")


def test_processes_that_build_at_once_leave_one_whole_graph(data: Path) -> None:
    install_toy()
    context = multiprocessing.get_context("spawn")
    with context.Pool(4) as pool:
        pool.map(_open_in_a_process, [str(data)] * 4)
    (cached,) = (data / "cache").glob("*.lexicon")
    assert cached.name.startswith(open_lexicon("toy").pin.hash)
    open_gaddag("toy", lambda share: pytest.fail("it was built again"))


def test_a_search_graph_among_the_lexica_is_no_lexicon(data: Path) -> None:
    install_toy()
    open_gaddag("toy")
    (cached,) = (data / "cache").glob("*.lexicon")
    cached.rename(data / "lexica" / "odd@1.lexicon")
    assert [part.header.name for part in installed()] == [DEFAULT, CORE, "toy"]
    assert "KOT" in open_lexicon("toy")
