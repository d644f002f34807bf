"""Damaged files told to the desk: each is refused with a sentence, or is an event that can be read, verified and sent on."""

from __future__ import annotations

import re
import shlex
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.tournament.damaged_files import Damaged, Files, damaged, published, seeds_of
from cli.tournament.desk import Desk
from mostek.tournament.file_formats import writable

GATE = 300
ALL = 2000
LONGEST_SECONDS = 60
"""For one file. No file takes a second; a file that never ends must fail and not stop the tests."""
FOREIGN = re.compile(
    r"Traceback|\$\.|`\$|Expected `|msgspec|codec|invalid literal|NoneType|KeyError|IndexError|not supported between|"
    r"out of range|unhashable|object is not|Invalid value|malformed|Object missing|surrogates|unknown field|"
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028]",
)
"""What no person should read: schema paths, the messages of libraries, and signs that steer a terminal."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    def late(number: int, frame: object) -> None:
        raise TimeoutError(f"longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def faults_of(desk: Desk, given: Damaged, folder: Path, name: str) -> Iterator[str]:
    """What is wrong with the desk's answer to these files."""
    paths = given.written(folder)
    result = desk.run(f"import --name {name} " + " ".join(shlex.quote(str(path)) for path in paths))
    said = result.stdout + result.stderr
    if found := FOREIGN.search(said):
        yield f"says {found[0]!r}: {said[:300]!r}"
    if result.exit_code == 0:
        yield from _imported(desk, name)
        return
    if result.exit_code not in (1, 2) or not re.match(r"(Error|Błąd|No|Odmowa): \S", result.stderr):
        yield f"ends with {result.exit_code} and {said[:300]!r}"
    if left := [path.name for path in (desk.folder / "tournaments").iterdir() if path.name.startswith(name)]:
        yield f"leaves {left}"


def _imported(desk: Desk, name: str) -> Iterator[str]:
    for line in (f"verify {name}", f"show -e {name}", f"standings -e {name}", f"entrants -e {name}", f"log -e {name}"):
        result = desk.run(line)
        if result.exit_code or FOREIGN.search(result.output):
            yield f"{line}: {result.exit_code} {result.output[:300]!r}"
    for form in (*writable(), "log"):
        result = desk.run(f"-e {name} export {form} -o {desk.folder / 'dalej' / 'x'}")
        if result.exit_code not in (0, 2) or FOREIGN.search(result.output):
            yield f"export {form}: {result.exit_code} {result.output[:300]!r}"
        elif result.exit_code == 2 and not re.match(r"(Error|Błąd): \S", result.stderr):
            yield f"export {form} says {result.output[:300]!r}"


def check(tmp_path: Path, seeds: Mapping[str, Files], numbers: range) -> tuple[list[str], int]:
    """All faults, and how many of the files were imported."""
    desk, faults, imported = Desk(tmp_path / "desk"), [], 0
    (desk.folder / "tournaments").mkdir(parents=True)
    for number in numbers:
        given = damaged(seeds, number)
        folder = tmp_path / "files" / str(number)
        folder.mkdir(parents=True)
        desk.language = ("en", "pl")[number % 2]
        try:
            with within(LONGEST_SECONDS):
                found = list(faults_of(desk, given, folder, f"proba{number}"))
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        faults += [f"{given.seed} ({', '.join(given.done)}): {each}" for each in found]
        for path in (desk.folder / "tournaments").glob(f"proba{number}.*"):
            imported += path.suffix == ".jsonl"
            path.unlink()
    return faults, imported


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    """The whole files."""
    return seeds_of(Desk(tmp_path_factory.mktemp("whole")))


def test_every_whole_file_is_imported(tmp_path: Path, seeds: Mapping[str, Files]) -> None:
    desk = Desk(tmp_path)
    (desk.folder / "tournaments").mkdir()
    lossy = {option for option, form in writable().items() if form.read is None}
    for place, (name, files) in enumerate(seeds.items()):
        if name.partition("/")[2].partition(" ")[0] in lossy:
            continue
        (tmp_path / str(place)).mkdir()
        given = Damaged(name, dict(files), is_packed=False)
        assert (
            desk.run(f"import --name f{place} " + " ".join(map(str, given.written(tmp_path / str(place))))).exit_code
            == 0
        ), name


def test_damaged_files(tmp_path: Path, seeds: Mapping[str, Files]) -> None:
    faults, imported = check(tmp_path, seeds, range(GATE))
    assert faults == []
    assert GATE / 10 < imported < GATE * 9 / 10


@pytest.mark.corpus
@pytest.mark.long
@pytest.mark.timeout(1800)
def test_two_thousand_damaged_files(tmp_path: Path, seeds: Mapping[str, Files], shared_corpus: Path) -> None:
    faults, imported = check(tmp_path, seeds | published(shared_corpus), range(ALL))
    assert faults == []
    assert ALL / 10 < imported < ALL * 9 / 10
