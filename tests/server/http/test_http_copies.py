"""A tournament that another computer publishes here: what is taken, what is refused and why, and who may do what with it."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest

from cli.tournament.desk import Desk
from mostek.app.hosted_tournaments import Announcement, Audience, ShownName, Visibility
from mostek.app.online_rounds import OnlineGame, TablePlace
from mostek.app.player_codes import code_digests, code_of
from mostek.app.ports import SaveError
from mostek.app.signatures import Signer
from mostek.features.replication import log, public_copies
from mostek.features.replication.feature import CHECK_PIECE
from mostek.features.replication.log import LogSource, next_piece
from mostek.features.replication.model import (
    CopyReceipt,
    GameCopy,
    KeyGrant,
    PieceHeader,
    ShownCopy,
    encode_piece,
    granted,
)
from mostek.features.replication.store.copy_links import CopyLinkStore
from mostek.store.hash_chain import body_of, stated, written
from mostek.store.signing_key import signer_of
from mostek.tournament.limits import LARGEST_LOG
from mostek.work.job_queue import Asker, JobQueue
from mostek.work.kinds import JobKind, Lane
from server.http.test_http_tournaments import give, played, refused
from server.http.visitors import House

SECRET = "5e" * 32
STRANGER = Signer.of(b"another desk, which has no right")
assert STRANGER is not None


class Hall:
    """The computer of a hall with a link of the public server."""

    def __init__(self, house: House, folder: Path, people: int = 4) -> None:
        self.house = house
        self.desk = Desk(folder).founded(people, name="Hala")
        self.path = folder / "tournaments" / "hala.jsonl"
        self.line = house.visitor()
        self.token = offered(house)
        found = signer_of(folder)
        assert found is not None
        self.signer = found

    @property
    def source(self) -> LogSource:
        return LogSource.of(self.path)

    def state(self) -> CopyReceipt:
        return msgspec.convert(self.line.get(f"/copies/{self.token}").json(), CopyReceipt)

    def send(self, piece: bytes) -> Any:
        return self.line.ask("POST", f"/copies/{self.token}", piece, {"content_type": "application/octet-stream"})

    def piece(
        self,
        shown: ShownCopy | None = None,
        state: CopyReceipt | None = None,
        signer: Signer | None = None,
        grants: tuple[KeyGrant, ...] = (),
        change: Callable[[PieceHeader, bytes], tuple[PieceHeader, bytes]] = lambda header, lines: (header, lines),
    ) -> bytes:
        """The piece that comes next, or one that goes wrong."""
        header, lines, journal = next_piece(self.source, state or self.state(), shown, grants)
        header, lines = change(header, lines)
        return encode_piece(
            msgspec.structs.replace(header, lines=len(lines)), lines, journal, signer or self.signer, self.token
        )

    def publish(self, shown: ShownCopy | None = None, **how: Any) -> CopyReceipt:
        """Send what is missing."""
        answer = self.send(self.piece(shown, **how))
        assert answer.status_code == 200, answer.text
        return msgspec.convert(answer.json(), CopyReceipt)


def offered(house: House) -> str:
    return str(house.run(CopyLinkStore(house.state.database).offer, "Kutno", 24))


@pytest.fixture
def hall(house: House, tmp_path: Path) -> Hall:
    return Hall(house, tmp_path)


def chained(before: str, bodies: list[bytes]) -> bytes:
    """Lines under a chain that was made anew."""
    return written(before, bodies)[0]


def test_what_the_hall_sends_is_shown(hall: Hall) -> None:
    state = hall.publish()
    assert (state.name, state.steps, state.head) == ("Hala", hall.source.steps, hall.source.head)
    page = hall.line.send("GET", state.url.removeprefix(hall.house.state.services.config.url), {})
    assert "Gracz" in page.text
    assert "Kopia do czytania" in page.text or "A copy for reading" in page.text
    hall.desk.does("pair")
    assert hall.publish().steps == hall.source.steps
    assert hall.line.get(f"/tournaments/{state.url.rpartition('/')[2]}").json()["whole"]["tables"]


def test_a_copy_is_the_same_file_with_its_signatures(hall: Hall, tmp_path: Path) -> None:
    hall.publish()
    hall.desk.does("pair")
    hall.publish()
    assert hall.line.get(f"/copies/{hall.token}/file").content == hall.path.read_bytes()
    assert hall.line.get(f"/copies/{hall.token}/journal").content == hall.path.with_suffix(".heads").read_bytes()


def test_a_piece_that_is_sent_again_changes_nothing(hall: Hall) -> None:
    first = hall.piece()
    assert hall.send(first).status_code == 200
    before = hall.state()
    hall.desk.does("pair")
    second = hall.piece()
    for piece in (first, second, second, first):
        assert hall.send(piece).status_code == (200 if piece is second or hall.state().steps == before.steps else 409)
    after = hall.state()
    assert (after.steps, after.head) == (before.steps + 1, hall.source.head)
    assert hall.line.get(f"/copies/{hall.token}/file").content == hall.path.read_bytes()


def test_a_long_piece_is_checked_by_a_worker(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of one step come as those of a desk do; a worker checks a morning at once, even one that overlaps."""
    checked: list[int] = []
    run = JobQueue.run

    async def counted(queue: JobQueue, kind: JobKind[Any, Any], asker: Asker, *args: Any) -> Any:
        if kind is CHECK_PIECE:
            checked.append(args[2].count(b"\n"))
        return await run(queue, kind, asker, *args)

    monkeypatch.setattr(JobQueue, "run", counted)
    monkeypatch.setattr(public_copies, "_AT_ONCE", 3)
    start = hall.publish()
    hall.desk.does("pair")
    hall.publish()
    assert checked == [start.steps + 1]
    hall.desk.plays()
    hall.desk.does("pair")
    hall.desk.plays()
    overlapping = hall.piece(state=start)
    assert hall.send(overlapping).status_code == 200
    assert hall.state().head == hall.source.head
    assert checked[1:] == [hall.source.steps - start.steps - 1]
    assert hall.line.get(f"/copies/{hall.token}/file").content == hall.path.read_bytes()


def test_a_piece_that_cannot_be_checked_now_is_sent_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    piece = hall.piece()
    with monkeypatch.context() as crowded:
        crowded.setattr(hall.house.state.services.jobs._lanes[Lane.LONG].queue, "_free", 0)
        crowded.setattr(hall.house.state.services.jobs._lanes[Lane.LONG].queue, "_waiting_of_one", 0)
        answer = hall.send(piece)
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) >= 1
        assert hall.state().steps == 0
    assert hall.send(piece).status_code == 200
    assert hall.state().head == hall.source.head


def test_a_gap_is_refused(hall: Hall) -> None:
    hall.publish()
    hall.desk.does("pair")
    there = hall.source
    hall.desk.plays()
    later = CopyReceipt(steps=there.steps, head=there.head, journal=hall.state().journal)
    answer = hall.send(hall.piece(state=later))
    assert refused(answer) == (409, "copy_gap")
    assert hall.publish().head == hall.source.head


def test_a_piece_that_begins_in_the_middle_of_nothing_is_a_gap(hall: Hall) -> None:
    there = hall.source
    hall.desk.does("pair")
    answer = hall.send(hall.piece(state=CopyReceipt(steps=there.steps, head=there.head)))
    assert refused(answer) == (409, "copy_gap")
    assert hall.state() == CopyReceipt()


def test_a_fork_is_refused_and_says_how_to_go_on(hall: Hall) -> None:
    hall.publish()
    lines = hall.path.read_bytes()
    common = hall.state()
    hall.desk.does("pair")
    hall.publish()
    hall.path.write_bytes(lines)
    hall.desk.does("register 'Ewa Nowa'")
    answer = hall.send(hall.piece(state=common))
    assert refused(answer) == (409, "copy_fork")
    assert "merge" in answer.json()["remedy"]
    assert hall.state().steps == common.steps + 1


def test_an_older_file_is_refused(hall: Hall) -> None:
    hall.publish()
    older = hall.state()
    hall.desk.does("pair")
    hall.publish()
    header = PieceHeader(after=older.head, steps=older.steps, is_end=True)
    answer = hall.send(encode_piece(header, b"", b"", hall.signer, hall.token))
    assert refused(answer) == (409, "copy_older")
    assert "take-back" in answer.json()["remedy"]


def test_a_forged_line_is_refused(hall: Hall) -> None:
    hall.publish()
    hall.desk.does("pair")
    hall.desk.does("result 1 412:388")

    def forged(header: PieceHeader, lines: bytes) -> tuple[PieceHeader, bytes]:
        return header, lines.replace(b"412", b"512")

    assert refused(hall.send(hall.piece(change=forged))) == (400, "copy_chain")
    assert hall.publish().head == hall.source.head


def test_a_forged_result_under_a_new_chain_is_refused(hall: Hall) -> None:
    hall.publish()
    hall.desk.does("pair")
    hall.desk.does("result 1 412:388")

    def forged(header: PieceHeader, lines: bytes) -> tuple[PieceHeader, bytes]:
        # The event says another score than its command.
        *whole, last = [body_of(line) for line in lines.splitlines()]
        command, event, rest = last.partition(b'"events"')
        return header, chained(header.after, [*whole, command + event + rest.replace(b"412", b"512")])

    answer = hall.send(hall.piece(change=forged))
    assert refused(answer) == (400, "copy_stray")
    assert str(hall.source.steps) in answer.json()["detail"]
    assert hall.publish().head == hall.source.head


def test_what_was_changed_on_the_way_is_refused(hall: Hall) -> None:
    piece = hall.piece()
    assert refused(hall.send(piece.replace(b"Hala", b"Sala"))) == (403, "copy_signature")
    for damaged in (b"", b"x", piece[:500], piece[:-1], b"\xff" * 300, piece.replace(b"{", b"[", 1), b"[" * 5000):
        answer = hall.send(damaged)
        assert answer.status_code in (400, 403), answer.text
        assert answer.json()["detail"]
    assert hall.state() == CopyReceipt()


def test_a_piece_for_another_link_is_refused(hall: Hall) -> None:
    piece = hall.piece()
    hall.token = offered(hall.house)
    assert refused(hall.send(piece)) == (403, "copy_signature")


def test_another_desk_is_refused_unless_the_first_has_named_it(hall: Hall) -> None:
    hall.publish()
    hall.desk.does("pair")
    answer = hall.send(hall.piece(signer=STRANGER))
    assert refused(answer) == (403, "copy_foreign_key")
    forged = KeyGrant(hall.signer.public, STRANGER.public, STRANGER.sign(b"let me"))
    assert refused(hall.send(hall.piece(signer=STRANGER, grants=(forged,)))) == (403, "copy_foreign_key")
    assert hall.publish(signer=STRANGER, grants=(granted(hall.signer, STRANGER.public),)).head == hall.source.head
    # From now on the second one publishes; the first is told so.
    hall.desk.does("result 1 412:388")
    assert refused(hall.send(hall.piece())) == (403, "copy_replaced_key")
    assert hall.publish(signer=STRANGER).head == hall.source.head


def test_a_later_mostek_is_refused_with_a_sentence(hall: Hall) -> None:
    later = hall.piece(change=lambda header, lines: (msgspec.structs.replace(header, format=2), lines))
    answer = hall.send(later)
    assert refused(answer) == (400, "copy_future")
    assert "newer mostek" in answer.json()["remedy"] or "nowsz" in answer.json()["remedy"]

    def of_later(header: PieceHeader, lines: bytes) -> tuple[PieceHeader, bytes]:
        first, *others = [body_of(line) for line in lines.splitlines()]
        return header, chained("", [first.replace(b'"format":3', b'"format":9'), *others])

    assert refused(hall.send(hall.piece(change=of_later))) == (400, "copy_future")
    assert hall.state() == CopyReceipt()


def test_a_list_is_taken_whole_or_not_at_all(hall: Hall) -> None:
    hall.publish()
    people = hall.path.with_name("people.csv")
    people.write_text("name\nAdam Pierwszy\nBeata Druga\nCezary Trzeci\n", "utf-8")
    hall.desk.does(f"register --file {people}")

    def cut(header: PieceHeader, lines: bytes) -> tuple[PieceHeader, bytes]:
        return header, lines[: lines.index(b"\n") + 1]

    assert refused(hall.send(hall.piece(change=cut))) == (400, "copy_torn_list")
    assert hall.publish().steps == hall.source.steps


def test_another_tournament_is_refused(hall: Hall, tmp_path: Path) -> None:
    hall.publish()
    other = Hall(hall.house, tmp_path / "other")
    other.token, other.signer = hall.token, hall.signer
    answer = other.send(other.piece(state=CopyReceipt()))
    assert refused(answer) == (409, "copy_other_event")
    assert "Hala" in answer.json()["detail"]


def test_a_body_that_is_too_large_is_refused(hall: Hall) -> None:
    answer = hall.send(b"x" * (LARGEST_LOG + 2**20 + 1))
    assert refused(answer) == (413, "too_large")
    hall.publish()
    header = PieceHeader(after=hall.state().head, steps=hall.state().steps)
    much = (b"y" * (LARGEST_LOG - 1000)) + b"\n"
    answer = hall.send(
        encode_piece(msgspec.structs.replace(header, lines=len(much)), much, b"", hall.signer, hall.token)
    )
    assert refused(answer) == (413, "copy_too_large")
    assert hall.state().head == hall.source.head


def test_a_full_disk_loses_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.publish()
    hall.desk.does("pair")
    real, before = os.write, hall.line.get(f"/copies/{hall.token}/file").content

    def full(file: int, data: Any) -> int:
        if "/copies/" in os.readlink(f"/proc/self/fd/{file}"):
            real(file, bytes(data)[:40])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(file, data)

    monkeypatch.setattr(os, "write", full)
    assert refused(hall.send(hall.piece())) == (503, "not_kept")
    monkeypatch.setattr(os, "write", real)
    assert hall.line.get(f"/copies/{hall.token}/file").content == before
    assert hall.publish().head == hall.source.head
    assert hall.line.get(f"/copies/{hall.token}/file").content == hall.path.read_bytes()


def test_a_disk_that_takes_a_step_and_not_its_signature_refuses_nothing_after_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.publish()
    hall.desk.does("pair")

    def full(path: Path, lines: bytes) -> None:
        raise SaveError("{path} cannot be written: {why}.", path=path, why="ENOSPC")

    with monkeypatch.context() as disk:
        disk.setattr(log, "append_lines", full)
        hall.publish()
    hall.desk.does("result 1 412:388")
    assert hall.publish().head == hall.source.head
    assert hall.line.get(f"/copies/{hall.token}/journal").content == hall.path.with_suffix(".heads").read_bytes()


def test_nobody_writes_in_a_copy(hall: Hall) -> None:
    id = "k7m3w"
    codes = code_digests(id, SECRET, (1, 2, 3, 4), {})
    hall.desk.does("set results.self_report=true")
    hall.desk.does("pair")
    state = hall.publish(ShownCopy(id=id, codes=codes, audience=Audience(visibility=Visibility.PUBLIC)))
    assert state.url.endswith(f"/e/{id}")
    before = hall.line.get(f"/copies/{hall.token}/file").content
    stranger = hall.house.visitor("Ewa")
    assert give(stranger, id, {"type": "pair_round"}, seen=1).status_code in (401, 403)
    for method, path, body in (
        ("PUT", "audience", {"visibility": "private"}),
        ("POST", "invitations", {"role": "director", "name": "Ewa"}),
        ("POST", "announcements", {"text": "hej"}),
        ("POST", "standbys", {}),
        ("POST", "publication", {"link": "https://example.org/publish/x", "audience": {}, "agreed": True}),
        ("DELETE", "publication", None),
        ("GET", "publication", None),
        ("GET", "file", None),
        ("GET", "codes", None),
        ("DELETE", "codes/1", None),
        ("DELETE", "", None),
    ):
        answer = stranger.ask(method, f"/tournaments/{id}/{path}".rstrip("/"), body, {})
        assert answer.status_code in (401, 403), (method, path, answer.text)
    # A player reads the own page by the code of the hall, and can tell nothing.
    code = code_of(id, SECRET, 2, 0)
    phone = hall.house.visitor()
    page = phone.get(f"/players/{code}").json()
    assert page["name"] == "Gracz 2"
    assert page["may_call"] is False
    assert page["page"]["copied_at"]
    report = {"id": "telefon-1", "round": 1, "points": [400, 300]}
    assert refused(phone.post(f"/players/{code}/result", report)) == (403, "copy_read_only")
    assert refused(phone.post(f"/players/{code}/calls", {"id": "telefon-2"})) == (403, "copy_read_only")
    assert refused(phone.get(f"/players/{code_of(id, '00' * 32, 2, 0)}")) == (403, "wrong_player_code")
    assert hall.line.get(f"/copies/{hall.token}/file").content == before


def test_a_withdrawn_code_opens_nothing_any_more(hall: Hall) -> None:
    id = "k7m3x"
    hall.publish(ShownCopy(id=id, codes=code_digests(id, SECRET, (1, 2), {})))
    phone, code = hall.house.visitor(), code_of(id, SECRET, 2, 0)
    assert phone.get(f"/players/{code}").status_code == 200
    hall.publish(ShownCopy(id=id, codes=code_digests(id, SECRET, (1, 2), {2: 1})))
    assert refused(phone.get(f"/players/{code}")) == (403, "wrong_player_code")
    assert phone.get(f"/players/{code_of(id, SECRET, 2, 1)}").status_code == 200


def test_the_choices_of_the_director_hold_here(hall: Hall) -> None:
    hall.desk.does("register 'Olga Mała' --minor")
    hall.desk.does("register 'Zenon Jawny'")
    told = Announcement(id=1, text="Obiad o 14:00", by="Ewa", at=1)
    shown = ShownCopy(audience=Audience(names=ShownName.INITIALS), announcements=(told,))
    id = hall.publish(shown).url.rpartition("/")[2]
    page = hall.line.send("GET", f"/e/{id}", {}).text
    assert "Zenon" not in page
    assert "Olga" not in page
    assert "Obiad o 14:00" in page
    hall.publish(ShownCopy(audience=Audience(visibility=Visibility.PRIVATE)))
    assert hall.line.send("GET", f"/e/{id}", {}).status_code == 404
    assert hall.line.get(f"/copies/{hall.token}/file").status_code == 200, "its owner still has it"


def test_an_id_that_is_taken_here_is_not_given_twice(hall: Hall, tmp_path: Path) -> None:
    first = hall.publish(ShownCopy(id="k7m3y")).url
    other = Hall(hall.house, tmp_path / "other")
    assert first.endswith("/e/k7m3y")
    assert not other.publish(ShownCopy(id="k7m3y")).url.endswith("/e/k7m3y")


def test_who_has_no_link_has_nothing(hall: Hall) -> None:
    hall.publish()
    hall.token = "A" * 43
    for answer in (hall.line.get(f"/copies/{hall.token}"), hall.line.get(f"/copies/{hall.token}/file")):
        assert refused(answer) == (404, "no_copy_link")
    assert refused(hall.send(b"x")) == (404, "no_copy_link")
    assert refused(hall.house.visitor("Ewa").post(f"/copies/{hall.token}/go-on")) == (404, "no_copy_link")


def test_a_link_that_has_expired_begins_nothing(house: House, tmp_path: Path) -> None:
    hall = Hall(house, tmp_path)
    piece = hall.piece()
    hall.token = str(house.run(CopyLinkStore(house.state.database).offer, "", 0))
    assert refused(hall.line.get(f"/copies/{hall.token}")) == (410, "copy_link_over")
    header, lines, journal = next_piece(hall.source, CopyReceipt(), None, ())
    piece = encode_piece(header, lines, journal, hall.signer, hall.token)
    assert refused(hall.send(piece)) == (410, "copy_link_over")


def test_the_owner_takes_it_away_and_may_publish_again(hall: Hall) -> None:
    id = hall.publish().url.rpartition("/")[2]
    assert hall.line.delete(f"/copies/{hall.token}").status_code == 204
    assert hall.line.send("GET", f"/e/{id}", {}).status_code == 404
    assert refused(hall.line.get(f"/copies/{hall.token}/file")) == (404, "copy_not_started")
    assert hall.state() == CopyReceipt()
    assert hall.publish().head == hall.source.head


def test_the_owner_goes_on_here_when_the_computer_of_the_hall_is_lost(hall: Hall) -> None:
    hall.desk.does("pair")
    hall.publish()
    owner = hall.house.visitor("Ewa")
    assert refused(hall.house.visitor().post(f"/copies/{hall.token}/go-on"))[0] == 401
    url = owner.post(f"/copies/{hall.token}/go-on").json()["url"]
    id = url.rpartition("/")[2]
    done = give(owner, id, played(1, 412, 388))
    assert done.status_code == 200, done.text
    # The computer of the hall lives after all, and is told where the tournament goes on.
    answer = hall.line.get(f"/copies/{hall.token}")
    assert refused(answer) == (409, "copy_moved")
    assert url in answer.json()["detail"]
    piece = encode_piece(PieceHeader(after=hall.source.head), b"", b"", hall.signer, hall.token)
    assert refused(hall.send(piece)) == (409, "copy_moved")
    assert refused(owner.post(f"/copies/{hall.token}/go-on")) == (409, "copy_moved")
    file = hall.line.get(f"/copies/{hall.token}/file").content
    assert file.startswith(hall.path.read_bytes())
    assert len(file) > len(hall.path.read_bytes())


def test_games_are_not_on_a_public_copy_and_its_new_director_opens_them_anew(hall: Hall) -> None:
    hall.desk.does("pair")
    hall.desk.does("start")
    hall.publish()
    owner = hall.house.visitor("Ewa")
    id = owner.post(f"/copies/{hall.token}/go-on").json()["url"].rpartition("/")[2]
    assert owner.get(f"/tournaments/{id}/games").json()["games"] == [], "nothing opens before a person says so"
    assert owner.ask("PUT", f"/tournaments/{id}/online", {"tables": "all"}, {}).status_code == 200
    end = monotonic() + 15
    while len(there := owner.get(f"/tournaments/{id}/games").json()["games"]) < 2:
        assert monotonic() < end, "the tables do not open"
        sleep(0.05)
    assert {each["status"] for each in there} == {"open"}


def test_a_public_copy_takes_no_game(hall: Hall) -> None:
    """Also if somebody sends one: racks and the order of the bag are for a second computer alone."""
    place = TablePlace(division="", round=1, table=1)
    copy = GameCopy(
        online=OnlineGame(place=place, game="k7m3pabcdefg", players=(1, 2)), proposal=b"{}", status="playing", created=1
    )

    def with_game(header: PieceHeader, lines: bytes) -> tuple[PieceHeader, bytes]:
        return msgspec.structs.replace(header, games=(copy,)), lines

    hall.publish(change=with_game)
    assert hall.house.visitor().get("/tables/k7m3pabcdefg").status_code == 404


def test_a_quiet_hall_is_said_on_the_pages(hall: Hall) -> None:
    state = hall.publish()
    id = state.url.rpartition("/")[2]
    link = hall.house.run(CopyLinkStore(hall.house.state.database).get, hall.token)
    quiet = '<p id="quiet" hidden>'
    assert quiet in hall.line.send("GET", f"/e/{id}", {}).text
    hall.house.state.services.halls.loaded(id).copied_at = state.at - 200_000
    assert quiet not in hall.line.send("GET", f"/e/{id}", {}).text
    assert '<p id="quiet">' in hall.line.send("GET", f"/e/{id}", {}).text
    assert '<p id="quiet">' in hall.line.send("GET", f"/e/{id}/wall", {}).text
    hall.publish(state=msgspec.structs.replace(state))
    assert quiet in hall.line.send("GET", f"/e/{id}", {}).text
    assert link.at is not None


def test_a_link_sends_so_much_a_minute_and_no_more(hall: Hall) -> None:
    hall.publish()
    header = PieceHeader(after=hall.source.head, is_end=True)
    piece = encode_piece(header, b"", b"", hall.signer, hall.token)
    answers = [hall.send(piece).status_code for _ in range(140)]
    assert answers[:100] == [200] * 100
    assert 429 in answers


def test_the_last_line_is_that_of_the_hall(hall: Hall) -> None:
    hall.publish()
    last = hall.path.read_bytes().splitlines()[-1]
    assert hall.state().head == stated(last)
