"""What was changed in a game is found; what was drawn is proven."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cli.play.tables import SETUP, TOY, BotTable, creation, run
from cli.play.tampering import bodies, changed, rechained
from mostek.cli import mostek
from mostek.engine.random_draws import commitment
from mostek.referee.events import GameCreated, SeedRevealed
from mostek.store.game_files import FileLog, entries
from mostek.store.game_lines import FORMAT, GameHeader, read_lines

FORMAT_1 = Path(__file__).parent / "saved/format-1.jsonl"


class Whole(bytes):
    """The bytes of a file, which a failing test need not print."""

    def __repr__(self) -> str:
        return f"<a game of {len(self)} bytes>"


@pytest.fixture(scope="session")
def whole(lexica: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a finished game, committed to the seed 7."""
    path = tmp_path_factory.mktemp("played") / "whole.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(lexica))
        log = FileLog.create(path, GameHeader(game="whole", table=SETUP))
        bots = BotTable(log, "pfs")
        bots.table.create(creation("pfs"))
        bots.play_on()
        log.close()
    return Whole(path.read_bytes())


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("changed") / "changed.jsonl"


def verified(scratch: Path, data: bytes, *options: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit status of `mostek verify`, and what each check has found."""
    scratch.write_bytes(data)
    done = CliRunner().invoke(
        mostek, ["--lang", "en", "verify", str(scratch), "--json", *options], catch_exceptions=False
    )
    checks = json.loads(done.stdout)["checks"] if done.exit_code < 2 else []
    return done.exit_code, {check["check"]: check for check in checks}


def outcomes(checks: dict[str, dict[str, Any]], kind: str) -> set[str]:
    return {name for name, check in checks.items() if check["outcome"] == kind}


def test_a_finished_game_is_proven(whole: bytes, scratch: Path) -> None:
    status, checks = verified(scratch, whole)
    assert status == 0
    assert outcomes(checks, "holds") == {"file", "chain", "edition", "course", "seed", "draws", "whole"}
    contents = read_lines(whole)
    assert checks["chain"]["head"] == contents.head == whole.splitlines()[-1].decode().split('"')[-2]
    drawn = [
        event.tiles for event in contents.kept.events if hasattr(event, "tiles") and "Drawn" in type(event).__name__
    ]
    start = sum(type(event).__name__ == "StartTileDrawn" for event in contents.kept.events)
    assert checks["draws"]["tiles"] == sum(map(len, drawn)) + start
    assert isinstance(contents.kept.events[-1], SeedRevealed)
    assert contents.kept.events[-1].seed == "7"


@given(st.data())
def test_no_byte_can_be_changed_unseen(whole: bytes, scratch: Path, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
    status, _ = verified(scratch, whole[:place] + bytes([byte]) + whole[place + 1 :])
    assert status > 0


@given(st.data())
def test_no_line_can_be_removed_doubled_or_moved_unseen(whole: bytes, scratch: Path, data: st.DataObject) -> None:
    lines = whole.splitlines(keepends=True)
    place = data.draw(st.integers(1, len(lines) - 1))
    other = data.draw(st.integers(1, len(lines) - 1).filter(lambda other: other != place))
    moved = [line for number, line in enumerate(lines) if number != place]
    moved.insert(other, lines[place])
    for made in (lines[:place] + lines[place + 1 :], [*lines[: place + 1], *lines[place:]], moved):
        status, checks = verified(scratch, b"".join(made))
        assert status == 1
        assert outcomes(checks, "fails") & {"file", "whole"}


@given(st.data())
def test_a_remade_chain_does_not_hide_a_change(whole: bytes, scratch: Path, data: st.DataObject) -> None:
    """Digits are changed, so that most lines stay readable: numbers, points, squares. Only a time may have been another."""
    places = [place for place, body in enumerate(bodies(whole)) if place and any(48 <= byte < 58 for byte in body)]
    lines = bodies(whole)
    line = data.draw(st.sampled_from(places))
    digits = [place for place, byte in enumerate(lines[line]) if 48 <= byte < 58]
    place = data.draw(st.sampled_from(digits))
    old = lines[line]
    digit = data.draw(st.sampled_from([digit for digit in b"0123456789" if digit != old[place]]))
    lines[line] = old[:place] + bytes([digit]) + old[place + 1 :]
    status, checks = verified(scratch, rechained(b"\n".join(lines)))
    is_time = b'"at":' in old and b'"command"' in old
    assert status == 1 or (is_time and outcomes(checks, "fails") == set())


def test_another_draw_does_not_follow_though_the_chain_was_remade(whole: bytes, scratch: Path) -> None:
    lines = whole.decode().splitlines()
    number, line = next((number, line) for number, line in enumerate(lines) if '"tiles_drawn"' in line)
    tiles = json.loads(line)["event"]["tiles"]
    other = "?" + tiles[1:] if "?" not in tiles else "Ź" + tiles[1:]
    status, checks = verified(scratch, changed(whole, f'"tiles":"{tiles}"', f'"tiles":"{other}"'))
    assert status == 1
    assert outcomes(checks, "fails") == {"course"}
    assert checks["course"]["n"] == json.loads(lines[number])["n"]
    assert checks["draws"]["outcome"] == "open"


def test_another_seed_breaks_the_commitment(whole: bytes, scratch: Path) -> None:
    status, checks = verified(scratch, changed(whole, '"seed":"7"', '"seed":"8"', count=2))
    assert status == 1
    assert outcomes(checks, "fails") == {"course", "seed"}
    assert checks["draws"]["outcome"] == "open"


def test_a_commitment_made_afterwards_does_not_bear_other_draws(whole: bytes, scratch: Path) -> None:
    forged = changed(whole, '"seed":"7"', '"seed":"8"', count=2)
    forged = changed(forged, commitment(7), commitment(8), count=2)
    status, checks = verified(scratch, forged)
    assert status == 1
    assert checks["seed"]["outcome"] == "holds"
    assert checks["course"]["n"] == 2


def test_before_the_end_the_draws_are_not_proven_yet(whole: bytes, scratch: Path) -> None:
    status, checks = verified(scratch, _beginning(whole))
    assert status == 0
    assert outcomes(checks, "open") == {"signed", "seed", "draws", "whole"}
    assert checks["draws"]["message"] == "The draws are not proven yet."
    status, checks = verified(scratch, changed(_beginning(whole), '"seed":7', '"seed":8'))
    assert status == 1
    assert outcomes(checks, "fails") == {"seed"}


def test_an_end_that_was_cut_off_is_seen_only_by_a_hash_that_was_noted(whole: bytes, scratch: Path) -> None:
    head = read_lines(whole).head or ""
    for noted in (head, head[:12].upper()):
        status, checks = verified(scratch, whole, "--head", noted)
        assert (status, checks["noted"]["outcome"]) == (0, "holds")
    beginning = _beginning(whole)
    status, checks = verified(scratch, beginning, "--head", head)
    assert (status, outcomes(checks, "fails")) == (1, {"noted"})
    then = read_lines(beginning).head or ""
    assert verified(scratch, whole, "--head", then)[0] == 0
    assert verified(scratch, rechained(changed(whole, '"seed":7', '"seed":"7"')), "--head", then)[0] == 1
    assert verified(scratch, whole, "--head", head[:7])[0] == 1


def test_a_game_whose_seed_was_never_published_is_not_whole(whole: bytes, scratch: Path) -> None:
    lines = whole.splitlines(keepends=True)
    status, checks = verified(scratch, b"".join(lines[:-2]))
    assert status == 1
    assert outcomes(checks, "fails") == {"whole"}
    status, checks = verified(scratch, b"".join(lines[:-1]))
    assert (status, outcomes(checks, "fails")) == (1, {"whole"})
    scratch.write_bytes(b"".join(lines[:-2]))
    log = FileLog.open(scratch)
    BotTable(log, "pfs").table.open()
    log.close()
    assert scratch.read_bytes() == whole


def test_a_game_of_an_earlier_mostek_has_no_chain_and_no_commitment(scratch: Path) -> None:
    status, checks = verified(scratch, FORMAT_1.read_bytes())
    assert outcomes(checks, "open") == {"chain", "signed", "seed", "draws"}
    assert status == 0
    drawn = '"seat":1,"tiles":"GGIPRWY"'
    status, checks = verified(scratch, FORMAT_1.read_bytes().replace(drawn.encode(), drawn.replace("Y", "Z").encode()))
    assert (status, outcomes(checks, "fails")) == (1, {"course"})


def test_an_edition_that_is_not_here_is_named(whole: bytes, scratch: Path) -> None:
    status, checks = verified(scratch, changed(whole, '"edition":"2023"', '"edition":"1999"'))
    assert (status, outcomes(checks, "fails")) == (1, {"edition"})
    assert checks["course"]["outcome"] == checks["draws"]["outcome"] == "open"


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}\n", b"\x00\xff", b"[" * 100_000, b'{"mostek":"game","format":%d}\n' % (FORMAT + 1)]
)
def test_what_is_no_game_cannot_be_read(data: bytes, scratch: Path) -> None:
    assert verified(scratch, data)[0] == 2


def test_a_header_and_nothing_else_proves_nothing(whole: bytes, scratch: Path) -> None:
    status, checks = verified(scratch, whole.splitlines(keepends=True)[0])
    assert (status, outcomes(checks, "fails")) == (1, {"file"})


def test_a_changed_game_is_not_gone_on_with_and_stays_as_it_is(whole: bytes, data: Path) -> None:
    path = data / "games" / "changed.jsonl"
    path.parent.mkdir()
    damaged = _beginning(whole).replace(b'"seat":1', b'"seat":2', 1)
    path.write_bytes(damaged)
    done = run(["resume", "changed"], "", data)
    assert done.returncode == 2
    assert "the hash does not agree" in done.stderr
    assert path.read_bytes() == damaged


def test_a_game_at_the_terminal_is_committed_to_a_secret_and_proves_itself(data: Path) -> None:
    done = run(["play", "--lexicon", TOY, "--name", "Ala"], "\npauza\nkoniec\n", data)
    (entry,) = entries()
    contents = read_lines(entry.path.read_bytes())
    seed, created = contents.header.table.seed, contents.kept.events[0]
    assert isinstance(created, GameCreated)
    assert isinstance(seed, str)
    assert len(bytes.fromhex(seed)) == 32
    assert created.commitment == commitment(seed)
    assert seed not in done.stdout
    assert created.commitment in done.stdout.replace("\n", "")
    # The draws are secret, so the game is another one each time; none of 3 000 had more than 84 turns of the person.
    ended = run(["resume"], "\npauza\n" * 200, data)
    assert seed in ended.stdout.replace("\n", "")
    assert f"mostek verify {entry.name}" in ended.stdout
    proven = run(["verify", entry.name], "", data)
    assert proven.returncode == 0, proven.stdout
    unsigned = "– The game is not signed: it was played at the terminal, or by an earlier mostek."
    assert [line for line in proven.stdout.splitlines() if line[0] != "✓"] == [unsigned]


def test_an_unknown_game_is_answered_with_those_that_are_there(whole: bytes, data: Path) -> None:
    (data / "games").mkdir()
    (data / "games" / "evening.jsonl").write_bytes(whole)
    done = run(["verify", "evenin"], "", data)
    assert done.returncode == 2
    assert "Did you mean 'evening'?" in done.stderr


def _beginning(whole: bytes) -> bytes:
    """The file as it was after the first half of the commands."""
    lines = whole.splitlines(keepends=True)
    commands = [number for number, line in enumerate(lines) if line.startswith(b'{"command"')]
    return b"".join(lines[: commands[len(commands) // 2]])
