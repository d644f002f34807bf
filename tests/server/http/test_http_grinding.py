"""An operator who tries shares until the draws suit is found by every receipt, and so is whoever exchanges a share."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from cli.play.tampering import rechained
from mostek.app.shares import joined, parts
from mostek.cli import mostek
from mostek.core.players import Seat
from mostek.core.tiles import BLANK, tile_set
from mostek.engine.random_draws import commitment, random_draws
from mostek.features.tables.live.session_manager import _creation
from mostek.referee import conduct
from mostek.referee.events import TilesDrawn
from mostek.store.game_lines import chained_lines, read_lines
from mostek.store.schema import place, sitting
from server.http.sharers import Sharer
from server.http.test_http_trust import Page
from server.http.visitors import House

CLOCK = {"rulebook": "pfs", "millis": 1_200_000}


class SharedGame:
    """Two people who play, with what their pages keep; the operator may do something before the last share."""

    def __init__(
        self, house: House, folder: Path, operator: Callable[[SharedGame], object] = lambda game: None
    ) -> None:
        self.house, self._folder = house, folder
        first, second = house.visitor("Ala"), house.visitor("Ola")
        self.table = first.open(**CLOCK)
        for visitor in (first, second):
            visitor.sits_unready(self.table)
        self.pages = Sharer(first, self.table), Sharer(second, self.table)
        for page in self.pages:
            page.ready()
        self.pages[0].give()
        operator(self)
        assert self.pages[1].give().json()["status"] == "playing"
        live = house.run(house.state.services.served["tables"].sessions.session, self.table)
        self.signed = [Page(Seat(number)) for number in (1, 2)]
        for listener in self.signed:
            house.run(live.subscribe, listener, 0)
        house.end(self.table)

    def receipt(self, number: int) -> bytes:
        heads = [{"lines": each.lines, "seal": each.seal, "signature": each.signature} for each in self.signed[0].heads]
        return self.pages[number].receipt(heads, self.signed[0].heads[0].key)

    def file(self) -> bytes:
        return self.pages[0].visitor.get(f"/tables/{self.table}/game.jsonl").content

    def verified(self, receipt: bytes | None = None, data: bytes | None = None) -> Mapping[str, str]:
        """What `mostek verify` says: check → outcome and sentence."""
        (self._folder / "game.jsonl").write_bytes(self.file() if data is None else data)
        (self._folder / "receipt").write_bytes(receipt or b"")
        asked = ["--receipt", str(self._folder / "receipt")] if receipt is not None else []
        done = CliRunner().invoke(
            mostek, ["--lang", "en", "verify", str(self._folder / "game.jsonl"), "--json", *asked]
        )
        checks = json.loads(done.stdout)["checks"]
        assert done.exit_code == any(check["outcome"] == "fails" for check in checks)
        return {check["check"]: f"{check['outcome']}: {check['message']}" for check in checks}

    def set_secret(self, secret: str) -> None:
        row = update(sitting).where(sitting.c.id == self.table).values(secret=secret)
        self.house.run(self.house.state.database.write, lambda connection: connection.execute(row))


def failing(checks: Mapping[str, str]) -> set[str]:
    return {name for name, said in checks.items() if said.startswith("fails")}


def other_share(game: SharedGame, seat: int, share: str) -> None:
    """Put another share in the place of one that was given."""
    row = update(place).where(place.c.sitting == game.table, place.c.seat == seat)
    row = row.values(share=share, commitment=commitment(share))
    game.house.run(game.house.state.database.write, lambda connection: connection.execute(row))


def grind(game: SharedGame) -> None:
    """Try 33 secrets until Ola has a blank at once; the operator of this server reads her share in advance."""
    table = game.house.run(game.house.state.services.tables.get, game.table)
    book = table.proposal.book
    for _ in range(33):
        secret = secrets.token_hex(32)
        seed = joined(secret, [page.share for page in game.pages])
        begun = conduct(None, _creation(table, seed), book, random_draws(seed, 0)).game
        assert begun is not None
        if BLANK in (begun.racks[Seat.SECOND] or ()):
            game.set_secret(secret)
            return
    pytest.skip("one time in a hundred 33 tries are not enough")


def test_an_honest_game_holds_with_the_receipt_of_each_player(house: House, tmp_path: Path) -> None:
    game = SharedGame(house, tmp_path)
    assert game.verified()["shares"] == (
        "holds: The seed is made of shares of the server and of seat 1, 2, as the first line commits the game to."
    )
    for number in (0, 1):
        checks = game.verified(game.receipt(number))
        assert failing(checks) == set()
        assert checks["shares"].endswith("The share of the page with this receipt is among them.")
    proof = game.pages[0].visitor.get(f"/tables/{game.table}/proof", accept_language="pl").json()
    assert proof["verified"]
    assert [line["outcome"] for line in proof["checks"] if line["check"] == "shares"] == ["holds"]


def test_an_operator_who_tried_33_secrets_is_found_by_every_receipt(house: House, tmp_path: Path) -> None:
    game = SharedGame(house, tmp_path, grind)
    rack = next(
        event.tiles
        for event in read_lines(game.file()).kept.events
        if isinstance(event, TilesDrawn) and event.seat is Seat.SECOND
    )
    assert BLANK in rack, "the trick works"
    assert failing(game.verified()) == set(), "the file alone cannot show it"
    for seen in (game.receipt(0), _seen_before_grinding(game)):
        checks = game.verified(seen)
        assert failing(checks) == {"shares"}
        assert "The server is committed to another share" in checks["shares"]


def _seen_before_grinding(game: SharedGame) -> bytes:
    """Ola's receipt, had the server shown her the same commitment as Ala."""
    receipt = json.loads(game.receipt(1))
    receipt["share"]["server"] = json.loads(game.receipt(0))["share"]["server"]
    return json.dumps(receipt).encode()


def test_an_exchanged_share_of_a_player_is_found_by_every_receipt(house: House, tmp_path: Path) -> None:
    share = "5" * 64
    game = SharedGame(house, tmp_path, lambda game: other_share(game, 1, share))
    assert failing(game.verified()) == set()
    checks = game.verified(game.receipt(0))
    assert failing(checks) == {"shares"}
    assert "stands for seat 1" in checks["shares"]
    second = json.loads(game.receipt(1))
    second["share"]["seats"][0] = game.pages[0].commitment
    assert failing(game.verified(json.dumps(second).encode())) == {"shares"}, "Ola has seen Ala's commitment, too"


def test_a_share_that_was_left_out_is_found(house: House, tmp_path: Path) -> None:
    def leave_out(game: SharedGame) -> None:
        row = update(place).where(place.c.sitting == game.table, place.c.seat == 1).values(share=None, commitment=None)
        house.run(house.state.database.write, lambda connection: connection.execute(row))

    game = SharedGame(house, tmp_path, leave_out)
    checks = game.verified()
    assert failing(checks) == set()
    assert checks["shares"].startswith("open: The seed is made of shares of the server and of seat 2; the other people")
    assert failing(game.verified(game.receipt(0))) == {"shares"}


def test_a_receipt_with_another_share_or_of_a_seat_that_is_not_there_does_not_fit(house: House, tmp_path: Path) -> None:
    game = SharedGame(house, tmp_path)
    for change, said in (
        ({"share": "0" * 64}, "is not in the seed"),
        ({"seat": 3}, "is not in the seed"),
        ({"seat": 2}, "is not in the seed"),
        ({"seats": [game.pages[0].commitment]}, "could be chosen"),
        ({"seats": list(reversed(game.pages[0].seen["seats"]))}, "seat 1, 2"),  # type: ignore[index]
    ):
        receipt = json.loads(game.receipt(0))
        receipt["share"] |= change
        checks = game.verified(json.dumps(receipt).encode())
        assert failing(checks) == {"shares"}
        assert said in checks["shares"]


def test_a_page_that_gave_no_share_and_one_that_gave_several_are_told_so(house: House, tmp_path: Path) -> None:
    game = SharedGame(house, tmp_path)
    bare = json.loads(game.receipt(0))
    del bare["share"]
    assert game.verified(json.dumps(bare).encode())["shares"].startswith("open: The seed is made of shares")
    often = json.loads(game.receipt(0))
    often["share"]["times"] = 3
    assert "this page has given 3 shares" in game.verified(json.dumps(often).encode())["shares"]


def test_what_is_chosen_later_is_named_where_nobody_waits_for_others(house: House, tmp_path: Path) -> None:
    """Without a clock a page gives its share before the others have come."""
    game = SharedGame(house, tmp_path)
    early = json.loads(game.receipt(0))
    early["share"] |= {"seats": [game.pages[0].commitment, None], "complete": False}
    checks = game.verified(json.dumps(early).encode())
    assert checks["shares"].startswith(
        "open: The seed is made of shares of the server and of seat 1, 2, but seat 2 could"
    )
    early["share"] |= {"seats": [None, game.pages[1].commitment]}
    assert failing(game.verified(json.dumps(early).encode())) == {"shares"}, "its own is never another one"


def test_a_file_whose_commitments_to_shares_were_changed_does_not_hold(house: House, tmp_path: Path) -> None:
    game = SharedGame(house, tmp_path)
    data = game.file()
    chained = chained_lines(data)
    forged = rechained(chained.replace(game.pages[0].commitment.encode(), b"0" * 64)) + data[len(chained) :]
    assert failing(game.verified(data=forged)) >= {"shares", "signed"}
    without = rechained(chained.replace(b'"shares":', b'"share_":')) + data[len(chained) :]
    checks = game.verified(data=without)
    assert checks["shares"].startswith("open: The server drew the seed alone")
    assert failing(game.verified(game.receipt(0), without)) >= {"shares"}


@given(st.lists(st.none() | st.binary(min_size=32, max_size=32), min_size=2, max_size=4), st.data())
@settings(max_examples=50)
def test_any_other_share_gives_other_draws(shares: list[bytes | None], data: st.DataObject) -> None:
    texts = [None if share is None else share.hex() for share in shares]
    server = data.draw(st.binary(min_size=32, max_size=32)).hex()
    place = data.draw(st.integers(0, len(texts)))
    other = data.draw(st.none() | st.binary(min_size=32, max_size=32).map(bytes.hex))
    changed = [server, *texts]
    if changed[place] == other or (place == 0 and other is None):
        return
    changed[place] = other
    bag = tile_set("pl-current").tiles
    seeds = joined(server, texts), joined(changed[0] or "", changed[1:])
    assert parts(seeds[0]) == (server, tuple(texts))
    draws = [[random_draws(seed, events)(bag, 50) for events in range(2)] for seed in seeds]
    assert draws[0] != draws[1]
    assert commitment(seeds[0]) != commitment(seeds[1])
