"""Trust that needs no operator: whatever is forged in a finished game is found, and an honest game holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select, update

from cli.play.tampering import rechained
from mostek.app.seals import countersigned_statement, head_statement, seal_of
from mostek.app.signatures import Signer
from mostek.cli import mostek
from mostek.core.players import Role, Seat
from mostek.features.tables.live.messages import Countersign, HeadMessage, ToPage
from mostek.referee.commands import PassTurn
from mostek.store import schema
from mostek.store.game_lines import chained_lines, read_lines
from mostek.store.hash_chain import stated
from mostek.store.schema import event, place, seat_name, sitting
from mostek.store.signing_key import FILE
from server.http.visitors import House

OTHER = Signer.of(b"\x07" * 32)
"""The key of somebody else."""


class Page:
    """A player's page: it keeps and countersigns every head."""

    language, reading, lag = "en", None, None

    def __init__(self, viewer: Seat | Role) -> None:
        self.viewer = viewer
        self.person: str | None = None
        self.heads: list[HeadMessage] = []
        self.key = ec.generate_private_key(ec.SECP256R1())

    def send(self, message: ToPage) -> None:
        if isinstance(message, HeadMessage):
            self.heads.append(message)

    def send_text(self, text: str) -> None:
        pass

    def close(self, code: int, reason: str = "") -> None:
        pass

    def countersigned(self, game: str, head: HeadMessage) -> Countersign:
        assert isinstance(self.viewer, Seat)
        statement = countersigned_statement(game, head.lines, head.seal, self.viewer)
        halves = decode_dss_signature(self.key.sign(statement, ec.ECDSA(hashes.SHA256())))
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Countersign(head.lines, point.hex(), b"".join(half.to_bytes(32) for half in halves).hex())

    def receipt(self, game: str) -> bytes:
        heads = [{"lines": each.lines, "seal": each.seal, "signature": each.signature} for each in self.heads]
        body = {"mostek": "receipt", "format": 1, "game": game, "key": self.heads[0].key, "heads": heads}
        return json.dumps(body).encode()


class Played:
    """A finished game with what its players have kept of it."""

    def __init__(self, house: House, folder: Path) -> None:
        self.house, self._folder = house, folder
        self.ala, self.ola = house.visitor("Ala Sowa"), house.visitor("Ola")
        self.table = self.ala.open()
        self.ala.sit(self.table)
        self.ola.sit(self.table)
        self.pages = (Page(Seat.FIRST), Page(Seat.SECOND), Page(Role.SPECTATOR))
        live = house.run(house.state.services.served["tables"].sessions.session, self.table)
        for page in self.pages:
            house.run(live.subscribe, page, 0)
        house.end(self.table)
        for page in self.pages[:2]:
            house.run(live.countersign, page.viewer, page.countersigned(self.table, page.heads[-1]))

    def file(self) -> bytes:
        return self.ola.get(f"/tables/{self.table}/game.jsonl").content

    def verified(self, data: bytes, **options: bytes | str) -> dict[str, str]:
        """What `mostek verify` says: check → outcome and sentence."""
        path = self._folder / "game.jsonl"
        path.write_bytes(data)
        given = []
        for name, value in options.items():
            if isinstance(value, bytes):
                (self._folder / name).write_bytes(value)
                value = str(self._folder / name)
            given += [f"--{name}", value]
        done = CliRunner().invoke(mostek, ["--lang", "en", "verify", str(path), "--json", *given])
        checks = json.loads(done.stdout)["checks"]
        assert done.exit_code == any(check["outcome"] == "fails" for check in checks)
        return {check["check"]: f"{check['outcome']}: {check['message']}" for check in checks}

    def proof(self) -> dict[str, str]:
        """What the server itself says."""
        said = self.ola.get(f"/tables/{self.table}/proof", accept_language="en").json()
        assert (said["verified"] is False) == any(check["outcome"] == "fails" for check in said["checks"])
        return {check["check"]: f"{check['outcome']}: {check['message']}" for check in said["checks"]}

    def change(self, statement: Any) -> None:
        self.house.run(self.house.state.database.write, lambda connection: connection.execute(statement))


@pytest.fixture
def played(house: House, tmp_path: Path) -> Played:
    return Played(house, tmp_path)


def failing(checks: dict[str, str]) -> set[str]:
    return {name for name, said in checks.items() if said.startswith("fails")}


def forged(data: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The file with its chained lines changed and chained anew."""
    chained = chained_lines(data)
    return rechained(change(chained)) + data[len(chained) :]


def resigned(data: bytes, signer: Signer) -> bytes:
    """The file with the signature of another key, which its first line names; countersignatures are left out."""
    contents = read_lines(data)
    sealing = contents.header.sealing
    data = forged(data, lambda lines: lines.replace(sealing.key.encode(), signer.public.encode()))  # type: ignore[union-attr]
    lines = chained_lines(data).splitlines()
    seal = seal_of(sealing, contents.header.game, len(lines), stated(lines[-1]))  # type: ignore[arg-type]
    signature = signer.sign(head_statement(contents.header.game, len(lines), seal))
    beside = json.loads(data[len(chained_lines(data)) :])
    beside["evidence"] |= {"signed": {"lines": len(lines), "seal": seal, "signature": signature}, "countersigned": []}
    return chained_lines(data) + json.dumps(beside, separators=(",", ":")).encode() + b"\n"


def test_an_honest_game_is_signed_countersigned_and_fits_every_receipt(played: Played) -> None:
    key = played.ala.get("/key").json()["key"]
    data = played.file()
    for page in played.pages[:2]:
        checks = played.verified(data, key=key, receipt=page.receipt(played.table))
        assert failing(checks) == set()
        assert checks["receipt"].startswith(f"holds: The receipt fits the game: {len(page.heads)} signed heads")
    lines = len(chained_lines(data).splitlines())
    assert checks["signed"] == f"holds: Signed by the server up to line {lines}, with the key {key}."
    told = f"Ala Sowa up to line {lines}; Ola up to line {lines}"
    assert checks["countersigned"] == f"holds: Countersigned by the pages of players: {told}."
    assert played.pages[2].heads == [], "spectators get none"
    proof = played.proof()
    assert proof.pop("shares").startswith("open: Ziarno wylosował sam serwer")
    assert {said.split(":")[0] for said in proof.values()} == {"holds"}


def test_the_seal_hides_the_hash_until_the_end_and_no_sheet_has_it(house: House) -> None:
    """Who knows the hash of two lines can try which tiles the lines between them name."""
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    page = Page(Seat.FIRST)
    live = house.run(house.state.services.served["tables"].sessions.session, table)
    house.run(live.subscribe, page, 0)
    game = house.run(live.open)
    assert house.run(live.perform, PassTurn(seat=game.on_turn)) is None
    assert ala.get(f"/tables/{table}/sheet").json()["slip"] is None
    house.end(table)
    hashes_ = {stated(line) for line in chained_lines(ala.get(f"/tables/{table}/game.jsonl").content).splitlines()}
    assert page.heads
    assert not hashes_ & {head.seal for head in page.heads}


def test_swapped_names_are_found(played: Played) -> None:
    data = played.file()
    swapped = data.replace(b'"Ala Sowa"', b'"X"').replace(b'"Ola"', b'"Ala Sowa"').replace(b'"X"', b'"Ola"')
    assert failing(played.verified(swapped)) == {"file"}
    names = (place, place.c.sitting), (seat_name, seat_name.c.game)
    for table, column in names[:1]:
        for seat, name in ((1, "Ola"), (2, "Ala Sowa")):
            played.change(update(table).where(column == played.table, table.c.seat == seat).values(name=name))
    assert failing(played.proof()) == {"names"}


def test_a_changed_name_in_the_database_is_found(played: Played) -> None:
    row = update(seat_name).where(seat_name.c.game == played.table, seat_name.c.seat == 1).values(name="Ewa")
    played.change(row)
    assert failing(played.proof()) == {"file"}


def test_shifted_times_are_found_though_the_chain_was_made_anew(played: Played) -> None:
    def later(lines: bytes) -> bytes:
        first, _, rest = lines.partition(b"\n")
        return first + b"\n" + rest.replace(b'"at":1', b'"at":2')

    checks = played.verified(forged(played.file(), later))
    assert failing(checks) == {"signed", "countersigned"}
    assert "Another game was signed" in checks["signed"]


def test_a_changed_result_is_found(played: Played) -> None:
    kept = played.house.run(
        played.house.state.database.read,
        lambda connection: connection.scalar(select(sitting.c.result).where(sitting.c.id == played.table)),
    )
    result = json.loads(kept)
    result["final"][0] += 100
    played.change(update(sitting).where(sitting.c.id == played.table).values(result=json.dumps(result).encode()))
    assert failing(played.proof()) == {"result"}


def test_a_cut_tail_is_found(played: Played) -> None:
    data = played.file()
    lines = chained_lines(data).splitlines(keepends=True)
    cut = b"".join(lines[:-2])
    checks = played.verified(cut + data[len(chained_lines(data)) :])
    assert f"{len(lines)} lines were signed, {len(lines) - 2} are left: the end was cut off." in checks["signed"]
    assert failing(played.verified(cut)) >= {"signed"}, "nor can the signature be left out"
    assert "the end was cut off" in played.verified(cut, receipt=played.pages[0].receipt(played.table))["receipt"]


def test_events_chained_anew_in_the_database_are_found(played: Played) -> None:
    rows = played.house.run(played.house.state.database.lines, played.table)
    last = rows[-1]
    data = chained_lines(played.file())
    changed = rechained(data.replace(b'"at":%d' % _last_time(data), b'"at":%d' % (_last_time(data) + 1))).splitlines(
        True
    )
    assert changed[-1] != last.line
    asked = changed[-2] if last.asked else None
    row = update(event).where(event.c.game == played.table, event.c.version == last.version)
    played.change(row.values(line=changed[-1], asked=asked))
    assert failing(played.proof()) & {"file", "signed"}


def test_a_game_signed_anew_by_another_key_is_found_by_the_key_and_by_each_receipt(played: Played) -> None:
    anew = resigned(played.file(), OTHER)
    assert failing(played.verified(anew)) == set(), "by itself it is a whole game"
    key = played.ala.get("/key").json()["key"]
    assert failing(played.verified(anew, key=key)) == {"signed"}
    for page in played.pages[:2]:
        checks = played.verified(anew, receipt=page.receipt(played.table))
        assert failing(checks) == {"receipt"}


def test_a_game_that_its_own_server_signed_anew_does_not_fit_the_receipts(played: Played, house: House) -> None:
    folder = house.state.services.config.data
    signer = Signer.of(bytes.fromhex((folder / FILE).read_text()))
    data = forged(played.file(), lambda lines: lines.replace(b'"at":1', b'"at":2'))
    anew = resigned(data, signer)
    assert failing(played.verified(anew, key=signer.public)) == set()
    checks = played.verified(anew, key=signer.public, receipt=played.pages[0].receipt(played.table))
    assert failing(checks) == {"receipt"}
    assert "was changed" in checks["receipt"]


def test_a_receipt_of_another_game_or_of_nobody_does_not_fit(played: Played, house: House, tmp_path: Path) -> None:
    other = Played(house, tmp_path)
    checks = played.verified(played.file(), receipt=other.pages[0].receipt(other.table))
    assert checks["receipt"] == f"fails: The receipt is of another game: {other.table}."
    renamed = other.pages[0].receipt(played.table)
    assert "The signature is not that of the key" in played.verified(played.file(), receipt=renamed)["receipt"]


@pytest.mark.parametrize("wrong", ["line", "signature", "repeated", "spectator"])
def test_a_countersignature_that_is_not_valid_is_not_stored(played: Played, house: House, wrong: str) -> None:
    page = Page(Seat.FIRST)
    live = house.run(house.state.services.served["tables"].sessions.session, played.table)
    given = page.countersigned(played.table, played.pages[0].heads[-1])
    if wrong == "line":
        given = Countersign(given.lines + 1, given.key, given.signature)
    if wrong == "signature":
        given = Countersign(given.lines, given.key, "00" * 64)
    before = played.file()
    house.run(live.countersign, Role.SPECTATOR if wrong == "spectator" else Seat.FIRST, given)
    assert played.file() == before


def test_who_is_forgotten_leaves_every_hash_as_it_was(played: Played) -> None:
    before = chained_lines(played.file())
    assert b"Sowa" not in before
    assert played.ala.delete("/me").status_code == 200
    data = played.file()
    assert b"Sowa" not in data
    assert chained_lines(data) == before
    checks = played.verified(data, receipt=played.pages[0].receipt(played.table))
    assert failing(checks) == set()
    assert checks["names"] == "holds: The names are the committed ones; forgotten: seat 1."
    assert failing(played.proof()) == set()
    for table in schema.metadata.sorted_tables:
        rows = played.house.run(
            played.house.state.database.read, lambda connection, of=table: connection.execute(select(of)).all()
        )
        assert not any(played.table in map(str, row) and "Ala Sowa" in map(str, row) for row in rows), table.name


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    from mostek.store.signing_key import signer_of

    first, again = signer_of(tmp_path), signer_of(tmp_path)
    assert first is not None
    assert again is not None
    assert first.public == again.public
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def _last_time(data: bytes) -> int:
    return max(int(part.split(b",")[0].split(b"}")[0]) for part in data.split(b'"at":')[1:])
