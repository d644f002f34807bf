"""Nothing that was shown is lost: cut files, damaged files, full disks, two windows."""

from __future__ import annotations

import random
import resource
from functools import partial
from pathlib import Path

import pytest

from cli.play.tables import SETUP, TOY, BotTable, creation, run
from cli.play.tampering import rechained
from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.engine.random_draws import random_draws
from mostek.referee import conduct, replay
from mostek.referee.commands import PassTurn
from mostek.referee.state import Game, Over, Thinking
from mostek.rules.loading import changed, rulebook, rulebooks
from mostek.store.game_files import FileLog, MemoryLog, entries, new_log
from mostek.store.game_lines import FORMAT, read_lines

FORMAT_1 = Path(__file__).parent / "saved/format-1.jsonl"


@pytest.fixture(params=rulebooks())
def played(request: pytest.FixtureRequest, data: Path) -> tuple[str, Path, bytes]:
    """A whole game in a file."""
    book = str(request.param)
    log = new_log("whole", SETUP)
    bots = BotTable(log, book)
    bots.table.create(creation(book))
    bots.play_on()
    log.close()
    return book, log.path, log.path.read_bytes()


def test_a_file_tells_the_game_that_was_played(played: tuple[str, Path, bytes]) -> None:
    book, _, whole = played
    memory = BotTable(MemoryLog(), book)
    memory.table.create(creation(book))
    memory.play_on()
    kept = read_lines(whole).kept
    assert list(kept.events) == memory.published
    assert replay(kept.events) == memory.table.game
    assert kept.unfinished is None
    assert isinstance(memory.table.game.phase, Over)


def test_a_file_cut_anywhere_goes_on_to_the_same_game(played: tuple[str, Path, bytes]) -> None:
    book, path, whole = played
    expected = read_lines(whole).kept.events
    first_command = whole.index(b"\n") + 1
    start = whole.index(b"\n", first_command) + 1
    random_draws = random.Random(book)
    ends = [place + 1 for place in range(start, len(whole)) if whole[place] == ord("\n")]
    cuts = sorted(
        {start, start - 1, *random_draws.sample(ends, 10), *random_draws.sample(range(start, len(whole)), 10)}
    )
    for cut in cuts:
        path.write_bytes(whole[:cut])
        there = read_lines(whole[:cut]).kept.events
        assert there == expected[: len(there)]
        log = FileLog.open(path)
        bots = BotTable(log, book)
        bots.table.open()
        assert log.read().events[: len(there)] == there
        bots.play_on()
        log.close()
        assert read_lines(path.read_bytes()).kept.events == expected, f"cut at byte {cut}"


def test_steps_that_came_by_themselves_and_were_cut_off_are_finished(played: tuple[str, Path, bytes]) -> None:
    """A file may end before steps that were due; they are then written as a command of nobody, and that may be cut as well."""
    book, path, _ = played
    path.unlink()
    log = new_log("whole", SETUP)
    begun = conduct(None, creation(book), changed(rulebook(book), {}), random_draws(7, 0)).events
    log.append(0, creation(book), begun[:1])
    log.close()
    before = path.read_bytes()
    log = FileLog.open(path)
    BotTable(log, book).table.open()
    log.close()
    settled = path.read_bytes()
    assert settled.startswith(before + b'{"command":null,"after":1,')
    for cut in (place + 1 for place in range(len(before), len(settled)) if settled[place] == ord("\n")):
        path.write_bytes(settled[:cut])
        log = FileLog.open(path)
        BotTable(log, book).table.open()
        log.close()
        assert path.read_bytes() == settled, f"cut at byte {cut}"


def test_what_is_left_of_a_cut_line_is_kept_aside(played: tuple[str, Path, bytes]) -> None:
    _, path, whole = played
    path.write_bytes(whole + b'{"n":9999,"ev')
    log = FileLog.open(path)
    log.close()
    assert log.set_aside is not None
    assert log.set_aside.read_bytes() == b'{"n":9999,"ev\n'
    assert path.read_bytes() == whole


def test_a_last_line_that_lacks_only_its_end_counts(played: tuple[str, Path, bytes]) -> None:
    _, path, whole = played
    path.write_bytes(whole[:-1])
    log = FileLog.open(path)
    log.close()
    assert log.set_aside is None
    assert path.read_bytes() == whole


@pytest.fixture
def lines(data: Path) -> tuple[Path, list[bytes]]:
    log = new_log("small", SETUP)
    bots = BotTable(log, "gen")
    bots.table.create(creation("gen"))
    log.close()
    return log.path, log.path.read_bytes().splitlines(keepends=True)


def test_damage_is_reported_with_its_line(lines: tuple[Path, list[bytes]]) -> None:
    path, rows = lines
    cases = {
        "Line 6: event 4 is missing.": rows[:5] + rows[6:],
        "Line 7: event 4 stands here a second time; event 5 should follow.": rows[:6] + rows[5:],
        "Line 6: the lines are out of order; event 4 should stand here.": [*rows[:5], rows[6], rows[5], *rows[7:]],
        "This is not a game of mostek.": [b'{"hello":1}\n', *rows[1:]],
        "Line 5: the hash does not agree; the line, or one before it, was changed.": [
            *rows[:4],
            rows[4].replace(b'"seat":2', b'"seat":1'),
            *rows[5:],
        ],
    }
    for sentence, damaged in cases.items():
        path.write_bytes(b"".join(damaged))
        with pytest.raises(LogError) as error:
            FileLog.open(path)
        assert str(error.value) == sentence
    path.write_bytes(b"".join([*rows[:5], b"{nonsense}\n", *rows[5:]]))
    with pytest.raises(LogError, match=r"Line 6 cannot be read"):
        FileLog.open(path)
    assert [str(entry.fault).partition(":")[0] for entry in entries()] == ["Line 6 cannot be read"]


def test_a_file_of_a_later_mostek_is_refused(lines: tuple[Path, list[bytes]]) -> None:
    path, rows = lines
    path.write_bytes(rows[0].replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1)) + b'{"new":"thing"}\n')
    with pytest.raises(LogError, match="later mostek"):
        FileLog.open(path)


def test_only_one_process_has_a_game(lines: tuple[Path, list[bytes]]) -> None:
    path, _ = lines
    log = FileLog.open(path)
    with pytest.raises(LogError, match="another window"):
        FileLog.open(path)
    log.close()
    FileLog.open(path).close()


def test_a_writer_who_has_missed_something_is_turned_away(lines: tuple[Path, list[bytes]]) -> None:
    path, _ = lines
    log = FileLog.open(path)
    with pytest.raises(ConflictError):
        log.append(1, None, ())
    log.close()


def test_on_a_full_disk_the_game_stays_as_it_was(lines: tuple[Path, list[bytes]]) -> None:
    path, rows = lines
    log = FileLog.open(path)
    bots = BotTable(log, "gen")
    bots.table.open()
    before = bots.table.game
    assert isinstance(before.phase, Thinking)
    command = PassTurn(seat=before.phase.seat)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50, hard))
        with pytest.raises(SaveError):
            bots.table.carry_out(command)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert bots.table.game == before
    assert bots.published == []
    assert path.read_bytes() == b"".join(rows)
    assert bots.table.carry_out(command).events
    log.close()
    kept = read_lines(path.read_bytes()).kept
    assert replay(kept.events) == bots.table.game


def test_moments_are_kept_and_the_clock_goes_on_from_the_last(data: Path) -> None:
    log = new_log("clock", SETUP)
    bots = BotTable(log, "pfs")
    bots.table.create(creation("pfs"))
    bots.table.note_moment(40_000)
    log.close()
    again = BotTable(FileLog.open(log.path), "pfs")
    again.table.open()
    assert again.table.moment == 40_000


def test_a_full_disk_is_said_and_the_game_goes_on(data: Path) -> None:
    asked = ["play", "--lexicon", TOY, "--humans", "2", "--name", "Ala"]
    run(asked, "koniec\n", data)
    (entry,) = entries()
    before = entry.path.read_bytes()
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (len(before) + 60, resource.RLIM_INFINITY))
    done = run(["resume"], "\npauza\n\nzapis\nkoniec\n", data, limit)
    assert "Not done, because it cannot be saved" in done.stdout
    assert "passes" not in done.stdout
    assert "No turn has been played yet." in done.stdout
    assert done.returncode == 0
    assert entry.path.read_bytes() == before


def test_a_game_of_an_earlier_mostek_is_gone_on_with_as_it_was_begun(data: Path) -> None:
    whole = FORMAT_1.read_bytes()
    before = read_lines(whole).kept.events
    assert isinstance(replay(before), Game)
    path = data / "format-1.jsonl"
    path.write_bytes(whole[: len(whole) // 2])
    log = FileLog.open(path)
    assert log.head is None
    bots = BotTable(log, "gen")
    bots.table.open()
    bots.play_on()
    log.close()
    contents = read_lines(path.read_bytes())
    there = read_lines(whole[: len(whole) // 2]).kept.events
    assert contents.kept.events[: len(there)] == before[: len(there)]
    assert isinstance(bots.table.game.phase, Over)
    assert b"hash" not in path.read_bytes()
    assert contents.head is None


def test_a_log_in_memory_has_the_head_of_a_file(data: Path) -> None:
    log = new_log("twin", SETUP)
    memory = MemoryLog(header=log.header)
    heads = []
    for kept in (log, memory):
        bots = BotTable(kept, "pfs")
        bots.table.create(creation("pfs"))
        bots.table.note_moment(500)
        begun = kept.head
        bots.play_on()
        heads.append((begun, kept.head))
    log.close()
    assert heads[0] == heads[1]
    assert heads[0][0] != heads[0][1]
    assert read_lines(log.path.read_bytes()).head == log.head


def test_what_could_not_be_written_is_no_part_of_the_chain(lines: tuple[Path, list[bytes]]) -> None:
    path, _ = lines
    log = FileLog.open(path)
    before = log.head
    bots = BotTable(log, "gen")
    bots.table.open()
    assert isinstance(bots.table.game.phase, Thinking)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50, hard))
        log.note_moment(9)
        with pytest.raises(SaveError):
            bots.table.carry_out(PassTurn(seat=bots.table.game.phase.seat))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert log.head == before
    log.note_moment(10)
    log.close()
    assert read_lines(path.read_bytes()).kept.moment == 10


def test_a_game_of_another_edition_is_not_gone_on_with(lines: tuple[Path, list[bytes]]) -> None:
    path, rows = lines
    path.write_bytes(rechained(b"".join(rows).replace(b'"edition":"Mirelka"', b'"edition":"1948"')))
    with pytest.raises(LogError, match="edition 1948"):
        BotTable(FileLog.open(path), "gen").table.open()
