import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lexicon.toy import TOY, toy_bytes
from mostek.cli import mostek
from mostek.lexicon import explaining, files
from mostek.lexicon.library import open_lexicon

pytestmark = pytest.mark.usefixtures("data")


def run(*command: str) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", *command])


@pytest.fixture
def own_list(tmp_path: Path) -> Path:
    path = tmp_path / "OSPS 50.txt"
    path.write_bytes("\r\n".join([*TOY, "nie-kot", "quiz"]).upper().encode("cp1250"))
    return path


def test_one_verdict_for_all_and_the_list_is_named() -> None:
    result = run("judge", "kot", "WYTĘŻAMY")
    assert result.exit_code == 0
    assert result.output.startswith("VALID\nLexicon: pl-wolny 2022-03.2 (this is not OSPS) · ")
    assert open_lexicon().pin.hash[:12] in result.output


@pytest.mark.parametrize("words", [("kot", "kotttt"), ("kotttt", "kot")])
def test_the_verdict_never_says_which_word_is_wrong(words: tuple[str, ...]) -> None:
    for extra in ([], ["--json"]):
        result = run("judge", *words, *extra)
        assert result.exit_code == 1
        assert "kot" not in result.output.lower()


def test_for_study_each_word_is_judged() -> None:
    result = run("judge", "--each", "kot", "kotttt")
    assert result.exit_code == 1
    assert result.output.splitlines()[:3] == ["KOT: valid", "KOTTTT: invalid", "INVALID"]
    verdict = json.loads(run("judge", "--each", "--json", "kot", "kotttt").output)
    assert verdict["each"] == {"KOT": True, "KOTTTT": False}
    assert verdict["lexicon"] == open_lexicon().pin._asdict()


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (["judge"], "Missing argument"),
        (["judge", "k0t"], "'k0t' cannot be spelled with tiles: character 2"),
        (["judge", "kot", "--lexicon", "pl-wolna"], "Did you mean 'pl-wolny'?"),
        (["explain", "kot", "--lexicon", "zzzzz"], "There is no lexicon 'zzzzz'."),
        (["lexicon", "info", "pl-wlny"], "Did you mean 'pl-wolny'?"),
        (["lexicon", "import", "no-such-file"], "does not exist"),
    ],
)
def test_wrong_use_is_answered_with_a_reason(command: list[str], complaint: str) -> None:
    result = run(*command)
    assert result.exit_code == 2
    assert complaint in result.output


def test_a_club_imports_its_own_list_and_it_judges(own_list: Path, tmp_path: Path) -> None:
    rejected = str(tmp_path / "rejected.tsv")
    result = run("lexicon", "import", str(own_list), "--edition", "50", "--leave-out", "--rejected", rejected)
    assert result.exit_code == 0, result.output
    assert f"Lexicon: osps-50 50 · {open_lexicon('osps-50').pin.hash[:12]}" in result.output
    assert f"{len(TOY)} words read as text/cp1250" in result.output
    assert "compared with pl-wolny: 0 words more," in result.output
    assert "fewer words than OSPS of 2019 of these lengths: 2, 3, 4" in result.output
    assert "2 lines left out:" in result.output
    assert "line 10: 'NIE-KOT': an apostrophe, hyphen, dot or blank" in result.output
    assert "line 11: 'QUIZ': a letter that is on no tile" in result.output
    assert (tmp_path / "rejected.tsv").read_text("utf-8") == "10\tNIE-KOT\tMARK\n11\tQUIZ\tLETTER\n"
    assert run("judge", "gżegżółka", "--lexicon", "osps-50").exit_code == 0
    assert run("judge", "kotek", "--lexicon", "osps-50").exit_code == 1
    assert "osps-50@50  9 words" in run("lexicon", "list").output


def test_the_report_in_json(own_list: Path) -> None:
    report = json.loads(run("lexicon", "import", str(own_list), "--name", "club", "--leave-out", "--json").output)
    assert report["words"] == len(TOY)
    assert report["rejected"] == [[10, "NIE-KOT", "MARK"], [11, "QUIZ", "LETTER"]]
    assert report["lengths"]["2"] == 1
    assert report["only_here"] == 0
    described = json.loads(run("lexicon", "info", "club", "--json").output)
    assert described["lengths"] == report["lengths"]
    assert described["hash"] == report["lexicon"]["hash"]


def test_the_core_list_is_at_hand_and_says_that_it_is_not_osps() -> None:
    assert [line.partition("@")[0] for line in run("lexicon", "list").output.splitlines()] == ["pl-wolny", "pl-rdzen"]
    result = run("judge", "--lexicon", "pl-rdzen", "wytężamy")
    assert result.exit_code == 0
    assert result.output.startswith("VALID\nLexicon: pl-rdzen 2026-06.2 (this is not OSPS) · ")


def test_what_a_list_has_and_another_lacks(own_list: Path, tmp_path: Path) -> None:
    assert run("lexicon", "import", str(own_list), "--name", "one", "--leave-out").exit_code == 0
    other = tmp_path / "other.txt"
    other.write_text("kot\nkotek\nżółć\n", "utf-8")
    assert run("lexicon", "import", str(other), "--name", "two").exit_code == 0
    found = json.loads(run("lexicon", "diff", "one", "two", "--json").output)
    assert found["only_second"] == ["KOTEK"]
    assert found["only_first"] == ["AA", "GŻEGŻÓŁKA", "KOTA", "KOTY", "ŁOSIE", "ŁOŚ", "MYDŁO"]
    shown = run("lexicon", "diff", "one", "two").output
    assert "+ only in one@" in shown
    assert "  KOTEK" in shown


def test_an_empty_list_installs_nothing(tmp_path: Path, data: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"\xef\xbb\xbf\r\n")
    result = run("lexicon", "import", str(empty))
    assert result.exit_code == 2
    assert "empty.txt has no word of the game in it." in result.output
    assert not data.exists()


def test_a_full_disk_installs_nothing_and_says_so(own_list: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("lexicon", "import", str(own_list), "--leave-out")
    assert result.exit_code == 2
    assert "No space left on device" in result.output
    assert list((data / "lexica").iterdir()) == []


def test_a_damaged_lexicon_is_named(data: Path) -> None:
    (data / "lexica").mkdir(parents=True)
    (data / "lexica" / "toy@1.lexicon").write_bytes(toy_bytes()[:-1])
    result = run("judge", "kot", "--lexicon", "toy")
    assert result.exit_code == 2
    assert "toy@1.lexicon is cut short" in result.output


def test_another_file_is_not_built_from(own_list: Path, tmp_path: Path) -> None:
    result = run("lexicon", "build", "--from-debian", str(own_list), "--output", str(tmp_path / "out.lexicon"))
    assert result.exit_code == 2
    assert "is not wpolish 20220301-1" in result.output
    assert not (tmp_path / "out.lexicon").exists()


@pytest.mark.debian
def test_the_core_is_not_built_from_another_file(wpolish_deb: Path, own_list: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.lexicon"
    result = run(
        "lexicon", "build", "--from-debian", str(wpolish_deb), "--core", str(own_list), "--output", str(output)
    )
    assert result.exit_code == 2
    assert "is not hunspell-pl 1:7.5.0-1" in result.output
    assert not output.exists()


@pytest.mark.debian
def test_the_default_is_built_by_the_command(wpolish_deb: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.lexicon"
    result = run("lexicon", "build", "--from-debian", str(wpolish_deb), "--output", str(output))
    assert result.exit_code == 0, result.output
    assert open_lexicon().pin.hash[:12] in result.output
    assert files.verify(output).header == open_lexicon().header


def test_short_words_are_explained_and_the_verdict_stands_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "morfeusz2", None)
    explaining._analyser.cache_clear()
    result = run("explain", "kot", "kg", "wytężamy")
    assert result.exit_code == 0
    assert "KOT: in the lexicon\n  kot — " in result.output
    assert "KG: not in the lexicon\n  left out of pl-wolny: " in result.output
    assert "WYTĘŻAMY: in the lexicon\n  no explanation known" in result.output
    assert "pip install 'mostek[morphology]'" in result.output
    answer = json.loads(run("explain", "kot", "--json").output)
    assert answer["morphology"] is False
    assert answer["words"][0]["in_lexicon"] is True
    assert answer["words"][0]["readings"][0]["lemma"] == "kot"


def test_a_word_is_valid_from_an_edition_of_the_built_in_list_on_or_up_to_one() -> None:
    result = run("explain", "aka", "abc", "kot", "xyz")
    assert "AKA: in the lexicon\n  valid from the edition 2022-03.2 on; not in 2022-03\n" in result.output
    assert "ABC: not in the lexicon\n  valid up to the edition 2022-03; no more in 2022-03.2\n" in result.output
    assert result.output.count("edition") == 2, "where all editions say the same nothing is said"
    answer = json.loads(run("explain", "aka", "--json").output)
    assert answer["words"][0]["editions"] == {"valid_in": ["2022-03.2"], "not_in": ["2022-03"]}
    assert "valid from the edition 2022-03.2 on" in run("words", "about", "aka").output


def test_all_installed_editions_of_a_list_are_asked_in_the_order_of_people(tmp_path: Path) -> None:
    for edition, words in {"9": "tok", "10": "tok kos", "11": "kos", "12": "tok kos"}.items():
        path = tmp_path / f"club-{edition}.txt"
        path.write_text("\n".join([*TOY, *words.split()]))
        done = run("lexicon", "import", str(path), "--name", "club", "--edition", edition)
        assert done.exit_code == 0, done.output
    result = run("explain", "tok", "kos", "--lexicon", "club")
    assert "TOK: in the lexicon\n  valid in the editions 9, 10, 12; not in 11\n" in result.output
    assert "KOS: in the lexicon\n  valid from the edition 10 on; not in 9\n" in result.output
    earlier = run("explain", "kos", "--lexicon", "club@9").output
    assert "KOS: not in the lexicon\n  valid from the edition 10 on; not in 9\n" in earlier


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_bar_shows_on_a_terminal_and_nowhere_else(own_list: Path) -> None:
    program = "from mostek.cli import main; main()"

    def started(stderr: int) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", program, "--lang", "en", "lexicon", "import", str(own_list), "--leave-out"]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, env=os.environ | {"TERM": "xterm"})

    ours, theirs = os.openpty()
    watched = started(theirs)
    os.close(theirs)
    shown = b""
    while b"Importing OSPS 50.txt" not in shown:  # at the end of the output `read` raises, and the test fails
        shown += os.read(ours, 65536)
    assert watched.wait(60) == 0
    os.close(ours)
    assert started(subprocess.PIPE).communicate(timeout=60)[1] == b""
