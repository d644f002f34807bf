"""The file of a tournament: cut, damaged, re-encoded, on a full disk, in two windows, killed; nothing that was kept is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mostek.app.ports import LogError
from mostek.app.tournaments import Desk
from mostek.store.hash_chain import BEGINNING, written
from mostek.store.tournament_files import SUFFIX, TournamentFile, entries, folder
from mostek.store.tournament_lines import FORMAT, TournamentHeader, header_body, read_tournament, step_body
from mostek.tournament import commands as c
from mostek.tournament.decide import Step, state_after
from mostek.tournament.entrants import Person
from mostek.tournament.refusals import DeskRefusal
from tournament.desk.hall import DAY, TEN, Hall, KeptInMemory
from tournament.desk.tournament_folder import event, kept, opened

pytestmark = pytest.mark.usefixtures("data")


def test_a_file_tells_the_event_and_goes_on() -> None:
    hall = event()
    path = kept(hall)
    with opened(path) as desk:
        assert desk.state == hall.state
        desk.do(c.PairRound(at=TEN))
    with opened(path) as desk:
        assert len(desk.state.divisions[""].rounds) == 2


def test_a_file_cut_at_any_byte_of_its_last_lines_keeps_every_whole_step() -> None:
    """A power cut at any moment: a step is there with all its events, or not at all."""
    hall = event()
    whole = kept(hall).read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    assert len(ends) == len(hall.desk.steps) + 1
    for cut in range(ends[-4], len(whole) + 1):
        lines = sum(end <= cut or end - 1 == cut for end in ends)
        contents = read_tournament(whole[:cut])
        assert contents.steps == hall.desk.steps[: lines - 1], f"cut at byte {cut}"


@pytest.mark.parametrize("back", [1, 2, 40, 300])
def test_a_cut_file_goes_on_and_the_remains_are_kept_aside(back: int) -> None:
    path = kept(event())
    whole = path.read_bytes()
    path.write_bytes(whole[:-back])
    with opened(path) as desk:
        before = len(desk.steps)
        assert not isinstance(desk.do(c.Undo(at=TEN)), DeskRefusal)
    contents = read_tournament(path.read_bytes())
    assert contents.torn == b""
    assert len(contents.steps) == before + 1
    assert path.with_suffix(".torn").exists() is (back > 1)


def test_steps_that_were_undone_stay_in_the_file() -> None:
    hall = event()
    steps = len(hall.desk.steps)
    hall.ok(c.Undo(at=TEN, reason="pomyłka"))
    path = kept(hall)
    contents = read_tournament(path.read_bytes())
    assert len(contents.steps) == steps + 1
    assert state_after(contents.steps) == state_after(contents.steps[: steps - 1])


Damage = Callable[[list[bytes]], list[bytes]]
DAMAGE: dict[str, tuple[Damage, str]] = {
    "a line is gone": (lambda rows: rows[:5] + rows[6:], "Line 6: step 6 stands where step 5 should."),
    "a line is there twice": (lambda rows: rows[:6] + rows[5:], "Line 7: step 5 stands where step 6 should."),
    "a name was changed": (
        lambda rows: [*rows[:2], rows[2].replace(b"Gracz 1", b"Gracz 7"), *rows[3:]],
        "Line 3: the hash does not agree; the line, or one before it, was changed.",
    ),
    "a line of nonsense": (lambda rows: [*rows[:5], b"{nonsense}\n", *rows[5:]], "Line 6 cannot be read"),
    "an empty line": (lambda rows: [*rows[:5], b"\n", *rows[5:]], "Line 6 cannot be read"),
    "half a line in the middle": (lambda rows: [*rows[:5], rows[5][:60] + b"\n", *rows[6:]], "Line 6 cannot be read"),
    "bytes of nothing": (lambda rows: [*rows[:5], b"\0" * 80 + b"\n", *rows[6:]], "Line 6 cannot be read"),
    "the first line is another's": (lambda rows: [b'{"hello":1}\n', *rows[1:]], "This is not a tournament of mostek."),
    "a game": (lambda rows: [b'{"mostek":"game","format":1}\n', *rows[1:]], "This is not a tournament of mostek."),
    "nothing": (lambda rows: [], "The file is empty."),
    "the code page of Windows": (
        lambda rows: [row.decode().encode("cp1250") for row in rows],
        "Line 3 cannot be read",
    ),
    "sixteen bits": (
        lambda rows: [b"".join(rows).decode().encode("utf-16")],
        "This is not a tournament of mostek.",
    ),
    "line ends of Windows": (
        lambda rows: [row.replace(b"\n", b"\r\n") for row in rows],
        "Line 1: the hash does not agree; the line, or one before it, was changed.",
    ),
    "a later format": (
        lambda rows: [rows[0].replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1)), b'{"new":1}\n'],
        f"The file has format {FORMAT + 1}; this mostek reads up to {FORMAT}.",
    ),
}


@pytest.mark.parametrize("name", list(DAMAGE))
def test_damage_is_told_with_its_line_and_the_file_is_left_alone(name: str) -> None:
    damage, sentence = DAMAGE[name]
    hall = Hall("pfs", {"rounds": 8})
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Gracz 1", city="Łódź")))
    hall.enter(4)
    path = kept(hall)
    damaged = b"".join(damage(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(damaged)
    with pytest.raises(LogError) as error:
        TournamentFile.open(path)
    assert str(error.value).startswith(sentence)
    assert path.read_bytes() == damaged
    assert [str(entry.fault).startswith(sentence) for entry in entries()] == [True]


def test_a_file_whose_steps_contradict_each_other_is_listed_with_its_fault() -> None:
    """The chain is whole, as somebody may have reckoned it anew; the steps lead nowhere."""
    path = kept(event())
    steps = read_tournament(path.read_bytes()).steps
    bodies = [header_body(TournamentHeader("wiosna")), step_body(1, steps[0]), step_body(2, steps[-1])]
    path.write_bytes(written(BEGINNING, bodies)[0])
    (entry,) = entries()
    assert entry.state is None
    assert "cannot be replayed" in str(entry.fault)
    with pytest.raises(LogError, match="cannot be replayed"), opened(path):
        pass


def test_what_is_no_file_is_listed_with_its_fault() -> None:
    kept(event())
    (folder() / f"katalog{SUFFIX}").mkdir()
    assert sorted((entry.name, entry.fault is None) for entry in entries()) == [("katalog", False), ("wiosna", True)]


def test_a_command_that_could_not_be_read_again_is_never_written() -> None:
    """Half a letter, as a terminal with the wrong code page hands it over; a reason of a thousand letters; a blank name."""
    desk = Desk(KeptInMemory())
    about = {"at": TEN, "template": "pfs", "starts_on": DAY, "seed": "1"}
    for name in ("Turniej \udcb3", " ", "x" * 121):
        refused = desk.do(c.CreateTournament(name=name, **about))  # type: ignore[arg-type]
        assert isinstance(refused, DeskRefusal)
        assert refused.reason == "not_well_formed"
    assert not desk.is_founded


def test_a_log_that_cannot_be_replayed_is_no_tournament() -> None:
    log = KeptInMemory()
    log.append(0, Step(c.PairRound(at=TEN), event().desk.steps[-1].events))
    with pytest.raises(LogError, match="cannot be replayed"):
        Desk(log)
