"""A lexicon file is checked in full once, and again when it has changed."""

import os
from pathlib import Path

import pytest

from lexicon.toy import toy_bytes
from mostek.lexicon import LexiconError
from mostek.lexicon.files import checked

LONG_AFTER = 1 << 62


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "toy.lexicon"
    path.write_bytes(toy_bytes())
    return path


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def damage(path: Path) -> None:
    """Change the last byte in place."""
    with path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last[0] ^ 1]))


def test_a_sound_file_is_read_through_once(path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = checked(path, cache, LONG_AFTER)
    monkeypatch.setattr("mostek.lexicon.files.verify", lambda path: pytest.fail("it was checked again"))
    assert checked(path, cache, LONG_AFTER) == first


def test_a_file_that_was_damaged_after_its_check_is_refused_even_with_its_old_date(path: Path, cache: Path) -> None:
    before = path.stat()
    checked(path, cache, LONG_AFTER)
    damage(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(LexiconError, match="damaged"):
        checked(path, cache, LONG_AFTER)


def test_a_file_that_another_one_replaced_is_checked_again(path: Path, cache: Path, tmp_path: Path) -> None:
    checked(path, cache, LONG_AFTER)
    other = tmp_path / "other"
    other.write_bytes(toy_bytes())
    damage(other)
    other.replace(path)
    with pytest.raises(LexiconError, match="damaged"):
        checked(path, cache, LONG_AFTER)


def test_a_damaged_file_is_never_marked(path: Path, cache: Path) -> None:
    damage(path)
    for _ in range(2):
        with pytest.raises(LexiconError, match="damaged"):
            checked(path, cache, LONG_AFTER)
    assert not cache.exists()


@pytest.mark.parametrize(("age", "marked"), [(2_000_000_000, False), (2_000_000_001, True)])
def test_a_file_that_might_change_unnoticed_is_not_marked(path: Path, cache: Path, age: int, marked: bool) -> None:
    status = path.stat()
    checked(path, cache, max(status.st_mtime_ns, status.st_ctime_ns) + age)
    assert cache.exists() is marked


def test_a_cache_that_cannot_be_written_is_no_obstacle(path: Path, cache: Path) -> None:
    cache.write_bytes(b"a file where the folder should be")
    assert checked(path, cache, LONG_AFTER) == checked(path, cache, LONG_AFTER)


def test_a_file_that_is_cut_short_is_refused_though_marked(path: Path, cache: Path) -> None:
    checked(path, cache, LONG_AFTER)
    path.write_bytes(toy_bytes()[:-4])
    with pytest.raises(LexiconError, match="cut short"):
        checked(path, cache, LONG_AFTER)
