"""An event of which everything is known, held again by people in browsers: two scorekeepers, phones, and power cuts.

The tables and the results are those of a file in the form of the federation. What people do besides is what happens in a hall:
slips are mistyped and corrected, a player tells a wrong result, or one twice, or without a connection, and the server dies.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, Request, expect

from browser.conftest import Arrival
from browser.people import Person
from browser.serving import Server

PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1366, "height": 768}
_PATIENCE = 60_000
"""The milliseconds that a page may take on a busy machine."""

_EXPECTED = ("net::ERR_", "409 (Conflict)")
"""What browsers say when the server dies, and when two scorekeepers type one slip: the page tells its person."""


@dataclass
class Event:
    """An event as its file has it."""

    data: Mapping[str, Any]

    @property
    def rounds(self) -> int:
        return max(int(row["round"]) for row in self.data["results"])

    def rows(self, number: int) -> list[Mapping[str, Any]]:
        """The tables of a round in their order; a bye has nobody as the guest."""
        rows = [row for row in self.data["results"] if row["round"] == number]
        return sorted(rows, key=lambda row: (not row["guest"], int(row["table"])))

    def there(self, number: int) -> set[int]:
        """Who plays in a round, or has the bye."""
        return {each for row in self.rows(number) for each in (row["host"], row["guest"]) if each}

    def people(self) -> Iterator[Mapping[str, Any]]:
        return iter(sorted(self.data["players"], key=lambda each: int(each["startingPosition"])))

    def late(self, number: int) -> list[int]:
        """Who plays in a round and in none before it."""
        before = {each for played in range(1, number) for each in self.there(played)}
        return sorted(self.there(number) - before)

    def leaves(self, number: int) -> list[int]:
        """Who has played in the round before and plays in none from this one on."""
        if number == 1:
            return []
        after = {each for played in range(number, self.rounds + 1) for each in self.there(played)}
        return sorted(self.there(number - 1) - after)


@dataclass
class Rerun:
    """The event as it is held again. `done` counts what people have done."""

    event: Event
    server: Server
    arrives: Arrival
    done: Counter[str] = field(default_factory=Counter)

    def hold(self) -> None:
        """The whole event, round by round."""
        self._open()
        for number in range(1, self.event.rounds + 1):
            self._come_and_go(number)
            self._pair(number)
            self._play(number)
        for person in (self.ewa, *self.helpers, *self.phones):
            person.faults[:] = [each for each in person.faults if not any(said in each for said in _EXPECTED)]

    def _open(self) -> None:
        self.ewa = self.arrives("Ewa", viewport=LAPTOP)
        about = self.event.data["tournament"]
        body = {
            "name": about["name"],
            "template": "published",
            "starts_on": about["dateStart"],
            "city": about["city"],
            "settings": {"rounds": self.event.rounds, "results.self_report": True, "minutes": 20},
        }
        self.id = str(self.ewa.asks("POST", "/api/tournaments", body)["id"])
        self.ewa.page.goto(f"/e/{self.id}/desk")
        self._enter([each for each in self.event.people() if each["startingPosition"] in self.event.there(1)])
        self.helpers = [self._helper("Olga", "pl-PL"), self._helper("Iwo", "en-GB")]
        device: dict[str, Any] = {"introduced": False, "viewport": PHONE, "is_mobile": True, "has_touch": True}
        self.phones = [self.arrives(f"telefon {each}", **device) for each in (1, 2, 3, 4)]

    def _enter(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Those who are there at the beginning stand in a list that is pasted."""
        page = self.ewa.page
        page.get_by_role("tab", name="Ludzie").click()
        rows = [f"{each['name']};{str(each['tournamentRank']).replace('.', ',')}" for each in people]
        page.get_by_label("Wklej listę").fill("\n".join(["Imię i nazwisko;Ranking", *rows]))
        page.get_by_role("button", name="Przeczytaj listę").click()
        page.get_by_role("button", name=f"Zgłoś z listy ({len(people)})").click(timeout=_PATIENCE)
        page.get_by_role("button", name=f"Wszyscy przyszli ({len(people)})").click(timeout=_PATIENCE)
        expect(page.get_by_text(f"Obecni: {len(people)} z {len(people)}")).to_be_visible(timeout=_PATIENCE)
        self.done["entries from a pasted list"] += len(people)

    def _helper(self, name: str, locale: str) -> Person:
        invited = self.ewa.asks(
            "POST", f"/api/tournaments/{self.id}/invitations", {"role": "scorekeeper", "name": name}
        )
        helper = self.arrives(name, viewport=LAPTOP, locale=locale)
        helper.page.goto(f"/office/{invited['token']}")
        helper.page.get_by_role("button", name=re.compile("Przyjmij|Accept")).click()
        expect(helper.page.get_by_role("tab", name=re.compile("Runda|Round"))).to_be_visible()
        return helper

    def _come_and_go(self, number: int) -> None:
        page = self.ewa.page
        late, leaves = self.event.late(number) if number > 1 else [], self.event.leaves(number)
        if late or leaves:
            page.get_by_role("tab", name="Ludzie").click()
        people = {int(each["startingPosition"]): each for each in self.event.people()}
        for each in leaves:
            page.get_by_label("Szukaj").fill(str(people[each]["name"]))
            page.get_by_label(f"Więcej: {people[each]['name']}", exact=True).click()
            page.get_by_role("dialog").locator("summary", has_text="Wycofuje się").click()
            page.get_by_role("button", name="Wycofuje się").click()
            self._does_it(page)
            expect(page.get_by_text("wycofany")).to_be_visible(timeout=_PATIENCE)
            self.done["withdrawals"] += 1
        for each in late:
            page.get_by_label("Szukaj").fill("")
            page.get_by_label("Imię i nazwisko").fill(str(people[each]["name"]))
            page.get_by_label("Ranking").fill(str(people[each]["tournamentRank"]).replace(".", ","))
            page.get_by_role("button", name="Zgłoś", exact=True).click()
            page.get_by_label("Szukaj").fill(str(people[each]["name"]))
            box = page.get_by_role("checkbox", name=re.compile(f"^{each}\\. "))
            box.click(timeout=_PATIENCE)
            expect(box).to_be_checked(timeout=_PATIENCE)
            self.done["latecomers"] += 1

    def _pair(self, number: int) -> None:
        """The pairing of the desk, with people changed over until it is the one of the file."""
        page = self.ewa.page
        page.get_by_role("tab", name="Runda").click()
        page.get_by_role("button", name=f"Rozstaw rundę {number}").click(timeout=_PATIENCE)
        people = page.locator("ul.tables button.person")
        people.first.wait_for(timeout=_PATIENCE)
        wanted = [each for row in self.event.rows(number) for each in (row["host"], row["guest"]) if each]
        for place, each in enumerate(wanted):
            seated = [int(said.split(".")[0]) for said in people.all_inner_texts()]
            assert sorted(seated) == sorted(wanted), f"round {number}: {set(seated) ^ set(wanted)}"
            if seated[place] == each:
                continue
            people.nth(place).click()
            people.nth(seated.index(each)).click()
            expect(people.nth(place)).to_have_text(re.compile(f"^{each}\\. "), timeout=_PATIENCE)
            self.done["people moved by hand"] += 1
        page.get_by_role("button", name="Ogłoś rozstawienie").click()
        page.get_by_role("button", name="Rozpocznij rundę").click(timeout=_PATIENCE)
        self.codes = {
            each["number"]: each["code"] for each in self.ewa.asks("GET", f"/api/tournaments/{self.id}/codes")["codes"]
        }

    def _play(self, number: int) -> None:
        games = [row for row in self.event.rows(number) if row["guest"]]
        shift = number % len(games)
        turned = games[shift:] + games[:shift]
        alike, differs, both, mistyped, *rest = turned
        self._tell_alike(number, alike)
        half = [mistyped, *rest[: len(rest) // 2]]
        self._told_in_a_power_cut(number, differs, [self._line(row, wrong=row is mistyped) for row in half])
        self._type([self._line(row) for row in [differs, *rest[len(rest) // 2 :]]])
        for helper in self.helpers:  # the slip of one table lies on both piles
            self._types(helper.page, self._line(both))
        self.done["results typed by both scorekeepers"] += 1
        for helper in self.helpers:
            self._settle(helper.page)
        self._correct(number, mistyped)
        for official in (self.ewa, *self.helpers):
            said = re.compile(r"Są wszystkie wyniki\.|All results are in\.")
            expect(official.page.get_by_text(said).first).to_be_visible(timeout=_PATIENCE)
        self.done["rounds"] += 1

    def _line(self, row: Mapping[str, Any], *, wrong: bool = False) -> str:
        return f"{row['table']} {row['score1'] + wrong} {row['score2']}"

    def _tell_alike(self, number: int, row: Mapping[str, Any]) -> None:
        """One tells a wrong result, then the right one; the request goes out twice; the other one agrees."""
        host, guest = self.phones[0], self.phones[1]
        first, second = row["score1"], row["score2"]
        sent: list[Request] = []
        host.page.on("request", lambda asked: sent.append(asked) if asked.url.endswith("/result") else None)
        self._look(host, row["host"])
        self._tell(host.page, first + 10, second)
        expect(host.page.get_by_text(f"{first + 10}:{second}").first).to_be_visible(timeout=_PATIENCE)
        self._tell(host.page, first, second)
        expect(host.page.get_by_text(f"{first}:{second}").first).to_be_visible(timeout=_PATIENCE)
        self.done["results told wrong by a phone"] += 1
        again = sent[-1]
        answer = host.context.request.post(again.url, headers=again.headers, data=again.post_data or "")
        assert answer.ok, answer.text()
        self.done["results sent twice by a phone"] += 1
        self._look(guest, row["guest"])
        guest.page.get_by_role("button", name=f"Zgadza się: {second}:{first}").click()
        for phone, said in ((host, f"{first}:{second}"), (guest, f"{second}:{first}")):
            expect(phone.page.get_by_text(f"Wynik wpisany: {said}")).to_be_visible(timeout=_PATIENCE)
        self.done["results told alike by both phones"] += 1

    def _told_in_a_power_cut(self, number: int, row: Mapping[str, Any], lines: Sequence[str]) -> None:
        """Both scorekeepers type when the server is killed; a phone tells its result before there is one again."""
        host, guest = self.phones[2], self.phones[3]
        self._look(host, row["host"])
        self._look(guest, row["guest"])
        for place, line in enumerate(lines):
            self._types(self.helpers[place % 2].page, line)
        if number % 2:
            self.server.kill()
        else:
            host.context.set_offline(True)
        self._tell(host.page, row["score1"], row["score2"])
        expect(host.page.get_by_text("jest zapisany w telefonie")).to_be_visible(timeout=_PATIENCE)
        if not number % 2:
            self.server.kill()
        self.server.start()
        self.done["times the server was killed"] += 1
        host.context.set_offline(False)
        expect(host.page.get_by_text("jest u sędziego")).to_be_visible(timeout=_PATIENCE)
        self.done["results told without a connection and sent later"] += 1
        self._tell(guest.page, row["score2"], row["score1"] + 1)
        for phone in (host, guest):
            expect(phone.page.get_by_text("Podane wyniki się różnią")).to_be_visible(timeout=_PATIENCE)
        self.done["results told wrong by a phone"] += 1
        self.done["disputes that the slip decided"] += 1
        for helper in self.helpers:
            self._settle(helper.page)

    def _look(self, phone: Person, number: int) -> None:
        phone.page.goto(f"/me/{self.codes[number]}")
        expect(phone.page.get_by_label("Twoje punkty")).to_be_visible(timeout=_PATIENCE)

    def _tell(self, page: Page, own: int, other: int) -> None:
        page.get_by_label("Twoje punkty").fill(str(own))
        page.get_by_label("Punkty przeciwnika").fill(str(other))
        page.get_by_role("button", name=re.compile("Podaj wynik|Zmień mój wynik")).click()

    def _type(self, lines: Sequence[str]) -> None:
        """Line by line, in turn; neither waits for the answer."""
        for place, line in enumerate(lines):
            self._types(self.helpers[place % 2].page, line)

    def _types(self, page: Page, line: str) -> None:
        label = page.get_by_label(re.compile("Wiersz poleceń|The desk's line"))
        label.fill(line)
        label.press("Enter")
        self.done["lines typed"] += 1

    def _settle(self, page: Page) -> None:
        """Wait for the answers; a line that did not reach the server is typed again, as its row offers."""
        rows = page.get_by_role("list", name=re.compile("Wpisane wiersze|Lines that were typed"))
        for _ in range(40):
            expect(rows.locator("li.waiting")).to_have_count(0, timeout=_PATIENCE)
            faults = rows.locator("li.fault")
            if faults.count() == 0:
                return
            faults.first.get_by_role("button", name=re.compile("Popraw|Edit")).first.click()
            page.get_by_label(re.compile("Wiersz poleceń|The desk's line")).press("Enter")
            self.done["lines typed again after a power cut"] += 1
        raise AssertionError(rows.inner_text())

    def _correct(self, number: int, row: Mapping[str, Any]) -> None:
        """What was mistyped is corrected, with a look at the consequences."""
        page = self.helpers[number % 2].page
        reason = "powód pomyłka przy wpisywaniu" if number % 2 == 0 else "reason mistyped"
        self._types(page, f"{row['table']} = {row['score1']} {row['score2']} {reason}")
        self._does_it(page)
        self._settle(page)
        self.done["corrections"] += 1

    def _does_it(self, page: Page) -> None:
        button = page.get_by_role("dialog").get_by_role("button", name=re.compile("Zrób to|Do it"))
        button.click(timeout=_PATIENCE)
        expect(page.get_by_role("dialog")).to_have_count(0, timeout=_PATIENCE)
