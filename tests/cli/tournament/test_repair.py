"""A damaged file of a tournament: it is named in the list with the way out, and repaired as far as its lines go."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.tournament.desk import Desk
from loops import with_seeds
from mostek.store.hash_chain import BEGINNING, body_of, written

Rows = list[dict[str, Any]]


@pytest.fixture
def path(desk: Desk) -> Path:
    """An event of which a round was played: the file has 9 steps."""
    desk.founded(4)
    desk.does("pair --tables '1-2 3-4'")
    desk.does("result 1 400:300 2 410:310")
    return desk.folder / "tournaments" / "proba.jsonl"


@pytest.fixture
def whole(path: Path) -> bytes:
    """What stands in the file before anything is damaged."""
    return path.read_bytes()


def rewritten(path: Path, change: Callable[[Rows], None]) -> None:
    """Change what the lines say and make their hashes anew, as an earlier version would have written them."""
    rows = [json.loads(body_of(line)) for line in path.read_bytes().splitlines()]
    change(rows)
    path.write_bytes(written(BEGINNING, [json.dumps(row, separators=(",", ":")).encode() for row in rows])[0])


def damaged(path: Path, line: int) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = lines[line - 1].replace(b'"at":"', b'"at":"1', 1)
    path.write_bytes(b"\n".join(lines))


def test_a_sound_file_is_left_alone(desk: Desk, path: Path) -> None:
    before = path.read_bytes()
    assert "There is nothing to repair" in desk.says("repair proba")
    assert path.read_bytes() == before


def test_a_damaged_file_is_listed_with_the_way_out_and_keeps_the_steps_before(desk: Desk, path: Path) -> None:
    damaged(path, 8)
    before = path.read_bytes()
    desk.does("new Drugi")
    assert "Line 8" in desk.fails("show -e proba")
    assert "proba is damaged: mostek tournament repair proba" in desk.says("list")
    (listed,) = [each for each in desk.does("list") if not each["readable"]]
    assert listed["next"] == "mostek tournament repair proba"
    report = desk.does("repair proba")
    assert (report["kept"], report["lost"], report["original"]) == (6, 3, None)
    assert path.read_bytes() == before
    said = desk.run("repair proba", "n\n")
    assert said.exit_code == 1
    assert "6 steps can be kept." in said.stdout
    assert path.read_bytes() == before
    desk.says("repair proba", "y\n")
    assert path.with_name("proba.jsonl.damaged").read_bytes() == before
    assert len(desk.does("log -e proba")["steps"]) == 6
    assert desk.does("register -e proba Nowy")["events"]
    checks = {
        check["check"]: check["outcome"] for check in json.loads(desk.run("verify proba --json").stdout)["checks"]
    }
    assert (checks["file"], checks["chain"], checks["course"]) == ("holds", "holds", "holds")


def test_a_line_that_was_cut_is_left_out(desk: Desk, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])
    report = desk.does("repair proba --yes")
    # The two results were one list, which is there as a whole or not at all.
    assert (report["kept"], report["lost"]) == (7, 2)
    assert report["fault"] == "The last line was cut off when it was written; it is left out."
    assert [table["result"] for table in desk.pairings()["tables"]] == [None, None]


def test_values_of_an_earlier_version_are_mended(desk: Desk, path: Path) -> None:
    def change(rows: Rows) -> None:
        long = {"name": "Gracz\n" + "x" * 130, "rating": 99_999_999, "city": "Ł" * 600}
        rows[3]["command"]["person"].update(long)
        rows[3]["events"][0]["entrant"]["person"].update(long)

    rewritten(path, change)
    assert "Line 4" in desk.fails("show")
    report = desk.does("repair proba --yes")
    assert (report["mended"], report["lost"]) == ([4], 0)
    people = desk.does("entrants")["entrants"]
    assert people[1]["person"]["name"] == ("Gracz " + "x" * 130)[:120]
    assert len(desk.pairings()["tables"]) == 2
    found = json.loads(desk.run("verify --json").stdout)["checks"]
    assert "It was made by a repair" in found[0]["message"]
    assert found[0]["outcome"] == "open"
    desk.does("pair --system swiss")


def test_where_nothing_can_be_kept_the_latest_copy_is_named(desk: Desk, path: Path) -> None:
    path.write_bytes(b"x" + path.read_bytes())
    said = desk.fails("repair proba")
    assert "cannot be repaired: This is not a tournament of mostek." in said
    assert "mostek tournament import" in said
    path.write_bytes(b"")
    assert "cannot be repaired" in desk.fails("repair proba")


@with_seeds(30)
def test_whatever_happened_to_it_a_repaired_file_is_read_again(desk: Desk, path: Path, whole: bytes, seed: int) -> None:
    chance, data = Random(seed), bytearray(whole)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                del data[place:]
            case 1:
                data[place] ^= 1 << chance.randrange(8)
            case 2:
                del data[place : place + chance.randrange(1, 200)]
            case _:
                data[place:place] = chance.randbytes(chance.randrange(1, 50))
        if not data:
            break
    path.write_bytes(bytes(data))
    done = desk.run("repair proba --yes --json")
    assert done.exit_code in (0, 2), done.output
    if done.exit_code == 0:
        assert desk.run("show -e proba").exit_code == 0
        assert desk.run("verify proba").exit_code in (0, 1)
