"""Messages to phones: who hears what, by a push service that opens them; addresses that lead elsewhere; no internet."""

from __future__ import annotations

import socket
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from mostek.features.letters.courier import PushCourier, PushHosts, PushOutcome
from mostek.features.letters.model import MOST_OF_BROWSER, MOST_OF_PLAYER, PushSubscription, PushTopic
from mostek.server.config import KNOWN_HOSTS, Config, ConfigError
from mostek.store.connect_proxy import ConnectProxy
from mostek.store.outward import NotPublicError, is_public_address
from server.http.push_service import HOST, PhoneBrowser, PushService, claims_of, push_service, wait_until
from server.http.test_http_tournaments import codes, founded, give, invited, played, refused, tables
from server.http.visitors import House, Visitor, open_house

MINOR = {"name": "Zofia Mak", "minor": True, "consent": True}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with push_service(tmp_path_factory.mktemp("service")) as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("house")
        patch.setenv("MOSTEK_DATA", str(folder))
        with open_house(folder, courier=service.courier()) as opened:
            yield opened


def asks(who: Visitor, path: str, browser: PhoneBrowser, **more: Any) -> Any:
    return who.post(path, browser.asks(**more))


def own(house: House, service: PushService, director: Visitor, id: str, number: int, **headers: str) -> PhoneBrowser:
    """The phone of a player, who has switched messages on."""
    phone = service.browser()
    path = f"/players/{codes(director, id)[number]['code']}/push"
    answer = asks(house.visitor(**headers), path, phone, topic="own")
    assert answer.json() == {"on": True}, answer.text
    return phone


def follows(house: House, id: str, browser: PhoneBrowser, **more: Any) -> Any:
    return asks(house.visitor(), f"/tournaments/{id}/push", browser, **more)


def seats(director: Visitor, id: str) -> dict[int, tuple[int, int, bool]]:
    """Table, opponent, and whether they start, of each player."""
    found = {}
    for table in tables(director, id).values():
        one, other = table["players"]
        found[one], found[other] = (table["table"], other, True), (table["table"], one, False)
    return found


NAMES = {1: "Anna Lis", 2: "Bogdan Żak", 3: "Celina Wąs", 4: "Daniel Ćma"}


def test_a_player_hears_of_the_own_table_and_of_the_start(house: House, service: PushService) -> None:
    director, id = founded(house)
    phone = own(house, service, director, id, 1)
    give(director, id, {"type": "pair_round"})
    table, other, starts = seats(director, id)[1]
    assert phone.hears() == [
        f"Runda 1: stół {table}. Przeciwnik: {NAMES[other]}. " + ("Zaczynasz." if starts else "Zaczyna przeciwnik.")
    ]
    assert phone.got[0]["title"] == "Turniej w Kutnie"
    assert phone.got[0]["url"] == f"/me/{codes(director, id)[1]['code']}"
    give(director, id, {"type": "start_round"})
    assert phone.hears(2)[1] == "Runda 1 się rozpoczęła."
    assert phone.got[1]["tag"] == phone.got[0]["tag"], "it takes the place of the first"


def test_a_round_that_was_paired_ahead_is_told_when_it_is_played(house: House, service: PushService) -> None:
    """Not when it is paired: until the last result of the round before, the table of that one is the own one."""
    director, id = founded(house)
    phone = own(house, service, director, id, 1)
    give(director, id, {"type": "pair_round", "tables": [[1, 2], [3, 4]]})
    give(director, id, {"type": "pair_round", "tables": [[1, 3], [2, 4]], "ahead": True})
    assert phone.hears() == ["Runda 1: stół 1. Przeciwnik: Bogdan Żak. Zaczynasz."]
    code = codes(director, id)[1]["code"]
    assert phone_table(house, code) == (1, 1)
    give(director, id, played(1, 400, 380))
    give(director, id, played(2, 400, 380))
    assert phone.hears(2)[1] == "Runda 2: stół 1. Przeciwnik: Celina Wąs. Zaczynasz."
    assert phone_table(house, code) == (2, 1)


def phone_table(house: House, code: str) -> tuple[int, int]:
    """The round and the table that a player's own page names."""
    mine = house.visitor().get(f"/players/{code}").json()["mine"]
    return mine["round"], mine["table"]


def test_a_message_is_in_the_language_of_the_page(house: House, service: PushService) -> None:
    director, id = founded(house)
    phone = own(house, service, director, id, 2, accept_language="en")
    give(director, id, {"type": "pair_round"})
    assert phone.hears()[0].startswith("Round 1: table ")
    assert phone.got[0]["lang"] == "en"


def test_the_message_is_signed_by_the_key_that_the_page_was_given(house: House, service: PushService) -> None:
    director, id = founded(house)
    phone = own(house, service, director, id, 1)
    give(director, id, {"type": "pair_round"})
    phone.hears()
    headers = next(headers for path, _, headers in service.taken if path.endswith(phone.name))
    claims, key = claims_of(headers["authorization"])
    assert claims["aud"] == f"https://{HOST}"
    assert claims["sub"] == "https://mostek.test"
    assert key == house.visitor().get("/push").json()["key"]
    assert (headers["urgency"], headers["ttl"], headers["content-encoding"]) == ("high", "3600", "aes128gcm")


def test_the_public_hears_what_its_pages_show_and_no_name_of_a_minor(house: House, service: PushService) -> None:
    director, id = founded(house)
    give(director, id, {"type": "register_entrant", "person": MINOR}, {"type": "check_in", "numbers": [5]})
    give(
        director,
        id,
        {"type": "register_entrant", "person": {"name": "Filip Kos"}},
        {"type": "check_in", "numbers": [6]},
    )
    of_event, of_minor = service.browser(), service.browser()
    assert follows(house, id, of_event, topic="event").status_code == 200
    assert follows(house, id, of_minor, topic="player", number=5).status_code == 200
    phones = {number: own(house, service, director, id, number) for number in (1, 2, 3, 4, 6)}
    give(director, id, {"type": "pair_round"})
    assert of_event.hears() == ["Skojarzono rundę 1."]
    assert of_minor.hears()[0].startswith("Z. M. (5): Runda 1: stół ")
    _, other, _ = seats(director, id)[5]
    assert "Z. M. (5)" in phones[other].hears()[0]
    everything = [str(each.got) for each in (*phones.values(), of_event, of_minor)]
    assert not any("Zofia" in said or "Mak" in said for said in everything)


def test_nobody_follows_a_tournament_that_is_private(house: House, service: PushService) -> None:
    director, id = founded(house)
    spectator, phone = service.browser(), own(house, service, director, id, 1)
    assert follows(house, id, spectator).status_code == 200
    director.send("PUT", f"/api/tournaments/{id}/audience", {}, json={"visibility": "private"})
    assert follows(house, id, service.browser()).status_code == 404
    give(director, id, {"type": "pair_round"})
    phone.hears()
    assert spectator.got == []


def test_an_announcement_reaches_players_and_who_follows_the_event(house: House, service: PushService) -> None:
    director, id = founded(house)
    phone, spectator, of_player = own(house, service, director, id, 1), service.browser(), service.browser()
    follows(house, id, spectator)
    follows(house, id, of_player, topic="player", number=2)
    director.post(f"/tournaments/{id}/announcements", {"text": "Przerwa do 13:00"})
    assert phone.hears() == spectator.hears() == ["Przerwa do 13:00"]
    assert of_player.got == []


def test_a_call_reaches_who_rules_while_they_do(house: House, service: PushService) -> None:
    director, id = founded(house)
    arbiter = invited(house, director, id, "chief_arbiter", "Jan")
    helper = invited(house, director, id, "scorekeeper", "Olga")
    phone = service.browser()
    assert asks(arbiter, f"/tournaments/{id}/push", phone, topic="calls").status_code == 200
    for other in (helper, house.visitor(), house.visitor("obca")):
        assert asks(other, f"/tournaments/{id}/push", service.browser(), topic="calls").status_code in (401, 403)
    give(director, id, {"type": "pair_round"})
    code = codes(director, id)[1]["code"]
    call = {"id": "call-0001", "reason": "spór o słowo"}
    assert house.visitor().post(f"/players/{code}/calls", call).status_code == 200
    table = seats(director, id)[1][0]
    assert phone.hears() == [f"Wezwanie od stołu {table}: spór o słowo"]
    assert phone.got[0]["url"] == f"/e/{id}/arbiter"
    who = next(
        each for each in director.get(f"/tournaments/{id}/officials").json()["officials"] if each["name"] == "Jan"
    )
    director.delete(f"/tournaments/{id}/officials/{who['person']}")
    watch = service.browser()
    assert asks(director, f"/tournaments/{id}/push", watch, topic="calls").status_code == 200
    house.visitor().post(f"/players/{code}/calls", call | {"id": "call-0002"})
    watch.hears()
    assert len(phone.got) == 1, "who has no office any more hears nothing"


def test_a_phone_is_silent_after_it_was_switched_off(house: House, service: PushService) -> None:
    director, id = founded(house)
    code = codes(director, id)[1]["code"]
    phones = [own(house, service, director, id, 1) for _ in range(3)]
    ended = {"endpoint": phones[0].endpoint, "topic": "own", "number": 1}
    assert house.visitor().post(f"/tournaments/{id}/push/off", ended).json() == {"on": False}
    director.post(f"/tournaments/{id}/announcements", {"text": "Raz"})
    assert phones[1].hears() == phones[2].hears() == ["Raz"]
    assert house.visitor().delete(f"/players/{code}/push").json() == {"on": False}
    witness = own(house, service, director, id, 2)
    director.post(f"/tournaments/{id}/announcements", {"text": "Dwa"})
    witness.hears()
    assert [len(each.got) for each in phones] == [0, 1, 1]


def test_a_withdrawn_code_takes_its_phones_with_it(house: House, service: PushService) -> None:
    director, id = founded(house)
    phone, witness = own(house, service, director, id, 1), own(house, service, director, id, 2)
    director.delete(f"/tournaments/{id}/codes/1")
    give(director, id, {"type": "pair_round"})
    witness.hears()
    assert phone.got == []


def stored(house: House, id: str) -> list[Any]:
    from mostek.features.letters.model import PushTopic

    found: list[Any] = house.run(
        house.state.services.served["letters"].sender.subscriptions.of_tournament, id, *PushTopic
    )
    return found


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(house: House, service: PushService, status: int) -> None:
    director, id = founded(house)
    gone, there = own(house, service, director, id, 1), own(house, service, director, id, 2)
    service.answers[f"/send/{gone.name}"] = status
    director.post(f"/tournaments/{id}/announcements", {"text": "Raz"})
    there.hears()
    wait_until(lambda: len(stored(house, id)) == 1)
    assert stored(house, id)[0].endpoint == there.endpoint


def test_a_refused_message_is_not_sent_again_and_the_browser_stays(house: House, service: PushService) -> None:
    director, id = founded(house)
    odd, there = own(house, service, director, id, 1), own(house, service, director, id, 2)
    service.answers[f"/send/{odd.name}"] = 400
    director.post(f"/tournaments/{id}/announcements", {"text": "Raz"})
    there.hears()
    wait_until(lambda: f"/send/{odd.name}" in service.refused)
    del service.answers[f"/send/{odd.name}"]
    director.post(f"/tournaments/{id}/announcements", {"text": "Dwa"})
    assert odd.hears() == ["Dwa"]


def test_subscriptions_end_with_the_tournament(house: House, service: PushService) -> None:
    director, id = founded(house, rounds=1, plan="swiss")
    phone = own(house, service, director, id, 1)
    give(director, id, {"type": "pair_round"})
    phone.hears()
    closed = give(director, id, played(1, 400, 300), played(2, 400, 300), {"type": "close_tournament"})
    assert closed.status_code == 200, closed.text
    wait_until(lambda: stored(house, id) == [])
    late = follows(house, id, service.browser())
    assert refused(late) == (409, "over")
    other, gone = founded(house)
    own(house, service, other, gone, 1)
    other.delete(f"/tournaments/{gone}")
    assert stored(house, gone) == []


def test_the_numbers_of_phones_are_limited(house: House, service: PushService) -> None:
    director, id = founded(house)
    for _ in range(MOST_OF_PLAYER):
        own(house, service, director, id, 1)
    path = f"/players/{codes(director, id)[1]['code']}/push"
    assert refused(asks(house.visitor(), path, service.browser(), topic="own")) == (409, "too_many_devices")
    again = own(house, service, director, id, 2)
    path = f"/players/{codes(director, id)[2]['code']}/push"
    assert asks(house.visitor(), path, again, topic="own").status_code == 200, "one that is sent again is the same"
    assert len(stored(house, id)) == MOST_OF_PLAYER + 1
    browser, ids = service.browser(), [founded(house)[1] for _ in range(MOST_OF_BROWSER // 5 + 1)]
    answers = [follows(house, each, browser, topic="player", number=n) for each in ids for n in (1, 2, 3, 4)]
    answers += [follows(house, each, browser, topic="event") for each in ids]
    assert [each.status_code for each in answers].count(200) == MOST_OF_BROWSER
    assert refused(answers[-1]) == (409, "too_many_phones")


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/send/1234567",
        "https://127.0.0.1/send/1234567",
        "https://localhost/send/1234567",
        "https://[::1]/send/1234567",
        "https://2130706433/send/1234567",
        "https://0x7f.1/send/1234567",
        "https://push.example.org:8443/send/1234567",
        "https://user:word@push.example.org/send/1",
        "https://push.example.org@evil.test/send/1",
        "https://push.example.org.evil.test/send/1",
        "https://evil.test/send/1234567",
        "https://evil.test\\@push.example.org/send/1",
        "https://push.example.org/send/1#part",
        "https://push.example.org/send/1 HTTP/1.1",
        "https://push.example.org/send/1\r\nHost: a",
        "https://push.example.org/",
        "https://push.example.org/" + "a" * 1000,
        "ftp://push.example.org/send/123",
    ],
)
def test_an_address_that_is_no_push_service_is_refused(house: House, service: PushService, endpoint: str) -> None:
    _, id = founded(house)
    body = service.browser().asks() | {"endpoint": endpoint}
    answer = house.visitor().post(f"/tournaments/{id}/push", body)
    assert answer.status_code == 400, endpoint
    assert answer.json()["code"] in ("bad_phone", "malformed")


@pytest.mark.parametrize(
    "keys", [{"p256dh": "A" * 87}, {"auth": "AAAAAAAAAAAAAAAAAAAA"}, {"p256dh": "ą" * 87}, {"auth": ""}]
)
def test_keys_that_are_none_are_refused(house: House, service: PushService, keys: dict[str, str]) -> None:
    _, id = founded(house)
    answer = house.visitor().post(f"/tournaments/{id}/push", service.browser().asks() | keys)
    assert answer.status_code == 400
    assert stored(house, id) == []


def test_a_code_gives_only_its_own_topic(house: House, service: PushService) -> None:
    director, id = founded(house)
    code = codes(director, id)[1]["code"]
    wrong = code[:-1] + ("2" if code[-1] != "2" else "3")
    assert refused(asks(house.visitor(), f"/players/{wrong}/push", service.browser(), topic="own")) == (
        403,
        "wrong_player_code",
    )
    assert asks(house.visitor(), f"/players/{code}/push", service.browser(), topic="calls").status_code == 403
    assert follows(house, id, service.browser(), topic="own").status_code == 403
    assert follows(house, id, service.browser(), topic="player", number=99).status_code == 404
    assert follows(house, id, service.browser(), topic="event", number=1).status_code == 404
    phone = service.browser()
    asks(house.visitor(), f"/players/{code}/push", phone, topic="own", number=2)
    assert stored(house, id)[0].number == 1, "the code says who it is, not the request"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("142.250.1.1", True), ("2a00:1450:4001::1", True), ("64:ff9b::8efa:101", True),
        ("127.0.0.1", False), ("10.1.2.3", False), ("192.168.0.7", False), ("172.16.0.1", False),
        ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("::1", False), ("fe80::1%eth0", False), ("fd00::1", False),
        ("::ffff:10.0.0.1", False), ("64:ff9b::a00:1", False), ("2002:7f00:1::", False), ("2001:0:1::1", False),
        ("64:ff9b:1::1", False), ("::10.0.0.1", False), ("::", False), ("ff02::1", False), ("fec0::1", False),
        ("192.88.99.1", False), ("198.18.0.1", False), ("240.0.0.1", False), ("nonsense", False),
    ],
)  # fmt: skip
def test_only_addresses_of_the_public_internet_are_gone_to(address: str, public: bool) -> None:
    assert is_public_address(address) is public


def test_a_name_that_leads_into_the_own_network_is_not_gone_to(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = PushHosts(["*"])
    assert hosts.endpoint("https://anything.example.org/send/1") is not None
    assert hosts.endpoint("https://10.0.0.1/send/1") is None
    there = {"mixed.test": ["142.250.1.1", "10.0.0.1"], "inside.test": ["127.0.0.1"], "fine.test": ["142.250.1.1"]}

    def looked_up(host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in there[host]]

    monkeypatch.setattr("mostek.store.outward.socket.getaddrinfo", looked_up)
    for host in ("mixed.test", "inside.test"):
        with pytest.raises(NotPublicError):
            hosts.addresses(host)
    assert hosts.addresses("fine.test") == [("142.250.1.1", 443)]


def test_a_redirect_is_not_followed(house: House, service: PushService) -> None:
    director, id = founded(house)
    odd, there = own(house, service, director, id, 1), own(house, service, director, id, 2)
    service.answers[f"/send/{odd.name}"] = 307
    service.more = {"Location": there.endpoint}
    try:
        director.post(f"/tournaments/{id}/announcements", {"text": "Raz"})
        assert there.hears() == ["Raz"]
        wait_until(lambda: f"/send/{odd.name}" in service.refused)
        director.post(f"/tournaments/{id}/announcements", {"text": "Dwa"})
        assert there.hears(2) == ["Raz", "Dwa"]
        wait_until(lambda: service.refused.count(f"/send/{odd.name}") == 2)
    finally:
        service.more = {}


def test_without_the_internet_the_messages_are_dropped_and_the_desk_does_not_wait(
    house: House, service: PushService, capsys: pytest.CaptureFixture[str]
) -> None:
    director, id = founded(house)
    for number in range(8):
        browser = service.browser()
        body = browser.asks() | {"endpoint": f"https://away.example.org/send/{number}"}
        assert house.visitor().post(f"/tournaments/{id}/push", body).status_code == 200
    there = own(house, service, director, id, 1)
    assert give(director, id, {"type": "pair_round"}).status_code == 200
    there.hears()
    said = [""]

    def is_said() -> bool:
        said[0] += capsys.readouterr().out
        return "push_dropped" in said[0]

    wait_until(is_said)
    assert "away.example.org/send" not in said[0], "the address of a browser is in no log"
    assert house.state.services.served["letters"].sender.rests("away.example.org")
    assert len(stored(house, id)) == 9, "the phones are not forgotten"


def test_a_slow_push_service_does_not_delay_the_desk(house: House, service: PushService) -> None:
    director, id = founded(house)
    phones = [own(house, service, director, id, number) for number in (1, 2, 3, 4)]
    service.delay = 3.0
    try:
        began = monotonic()
        assert give(director, id, {"type": "pair_round"}).status_code == 200
        assert director.post(f"/tournaments/{id}/announcements", {"text": "Raz"}).status_code == 201
        took = monotonic() - began
        for each in phones:
            each.hears()
        assert took < monotonic() - began, "the answers came before the messages"
        assert service.taken[-1] is not None
    finally:
        service.delay = 0.0


def test_what_happens_while_messages_are_under_way_is_put_together(house: House, service: PushService) -> None:
    director, id = founded(house)
    phone = own(house, service, director, id, 1)
    service.delay = 1.0
    try:
        for number in range(12):
            director.post(f"/tournaments/{id}/announcements", {"text": f"Nr {number}"})
        wait_until(lambda: "Nr 11" in [each["body"] for each in phone.got])
    finally:
        service.delay = 0.0
    assert len(phone.got) < 12, "the last one is what a phone needs"


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with open_house(tmp_path) as house:
            keys.append(house.visitor().get("/push").json()["key"])
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87
    assert (tmp_path / "push.key").stat().st_mode & 0o777 == 0o600


def test_an_operator_switches_messages_off(tmp_path: Path, service: PushService) -> None:
    with open_house(tmp_path, push_hosts=()) as house:
        assert house.visitor().get("/push").json() == {"key": None}
        _, id = founded(house)
        assert refused(follows(house, id, service.browser())) == (409, "no_push")


def test_the_real_push_services_are_known() -> None:
    hosts = PushHosts()
    assert KNOWN_HOSTS
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/abc:APA91b",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA",
        "https://web.push.apple.com/QPCGDXr",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA",
    ):
        assert hosts.endpoint(endpoint) is not None
    assert hosts.endpoint("https://fcm.googleapis.com.evil.test/fcm/send/abc") is None


def test_news_written_by_a_terminal_reach_phones_though_no_page_is_open(house: House, service: PushService) -> None:
    from mostek.app.tournaments import Desk, hall_time
    from mostek.store.shared_tournament import SharedTournament
    from mostek.store.tournament_files import SUFFIX
    from mostek.tournament.commands import PairRound

    director, id = founded(house, name="Z terminala")
    phone = own(house, service, director, id, 1)
    file = house.run(house.state.services.hosted.get, id).file
    path = house.state.services.config.data / "tournaments" / f"{file}{SUFFIX}"
    desk = Desk(SharedTournament(path))
    desk.do(PairRound(at=hall_time()))
    assert phone.hears()[0].startswith("Runda 1: stół ")


def subscribed(asks: dict[str, Any]) -> PushSubscription:
    return PushSubscription(tournament="k7m3", topic=PushTopic.EVENT, language="pl", **asks)


class Proxy:
    """A proxy that takes `CONNECT` and notes for which address, and who asks."""

    def __init__(self, answer: bytes = b"HTTP/1.1 200 Connection established\r\n\r\n") -> None:
        self.asked: list[str] = []
        self._answer = answer
        self._there = socket.create_server(("127.0.0.1", 0))
        self.port = self._there.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._there.accept()
                said = b""
                while not said.endswith(b"\r\n\r\n"):
                    said += line.recv(1)
                self.asked.append(said.decode())
                host, port = said.split()[1].decode().rsplit(":", 1)
                line.sendall(self._answer)
                if b" 200 " not in self._answer:
                    line.close()
                    continue
                beyond = socket.create_connection((host, int(port)))
                for ends in ((line, beyond), (beyond, line)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._there.close()


def test_messages_leave_through_a_proxy_to_the_address_that_was_checked(service: PushService) -> None:
    proxy = Proxy()
    try:
        courier = service.courier(proxy=ConnectProxy.of(f"http://ola:ta%40jne@127.0.0.1:{proxy.port}"))
        asks = service.browser().asks()
        one = subscribed(asks)
        assert courier.send(one, b"{}", 60, False) is PushOutcome.SENT
        (said,) = proxy.asked
        assert said.startswith(f"CONNECT 127.0.0.1:{service.port} "), "the address, not a name that the proxy looks up"
        assert "Basic " + b64encode(b"ola:ta@jne").decode() in said
        assert "proxy-authorization" not in service.taken[0][2], "the push service does not learn it"
    finally:
        proxy.close()


def test_a_proxy_does_not_open_the_own_network(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Proxy()
    try:
        hosts = PushHosts(["*"])
        inner = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.7", 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inner)
        courier = PushCourier(
            bytes(31) + b"\x07", "https://mostek.test", hosts, proxy=ConnectProxy("127.0.0.1", proxy.port)
        )
        asks = service.browser().asks() | {"endpoint": "https://inner.example.net/x"}
        assert courier.send(subscribed(asks), b"{}", 60, False) is PushOutcome.REFUSED
        assert proxy.asked == []
    finally:
        proxy.close()


def test_a_proxy_that_refuses_costs_the_message_alone(service: PushService) -> None:
    proxy = Proxy(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    try:
        courier = service.courier(proxy=ConnectProxy("127.0.0.1", proxy.port))
        one = subscribed(service.browser().asks())
        assert courier.send(one, b"{}", 60, False) is PushOutcome.UNREACHABLE
    finally:
        proxy.close()


@pytest.mark.parametrize(
    ("environment", "proxy"),
    [
        ({}, None),
        ({"HTTPS_PROXY": "http://proxy.example.org:3128"}, ("proxy.example.org", 3128, "")),
        ({"HTTPS_PROXY": "http://a:1", "MOSTEK_PUSH_PROXY": "b:2"}, ("b", 2, "")),
        ({"HTTPS_PROXY": "http://a:1", "MOSTEK_PUSH_PROXY": "off"}, None),
    ],
)
def test_the_proxy_is_that_of_the_environment(environment: dict[str, str], proxy: object) -> None:
    assert Config.of(environment, data=Path("/nowhere")).push_proxy == proxy


@pytest.mark.parametrize("said", ["socks5://a:1", "http://", "http://a:b", "http://a:1/path"])
def test_an_address_that_is_no_proxy_is_refused_with_a_sentence(said: str) -> None:
    with pytest.raises(ConfigError, match="MOSTEK_PUSH_PROXY"):
        Config.of({"MOSTEK_PUSH_PROXY": said}, data=Path("/nowhere"))
