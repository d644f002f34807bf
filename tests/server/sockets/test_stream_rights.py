"""What the stream of a tournament brings to everybody who listens; what is secret reaches only who may know it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mostek.app.hosted_tournaments import ArbiterCall
from mostek.app.player_codes import code_of
from mostek.app.tournament_roles import OfficeRole
from mostek.app.tournaments import hall_time
from mostek.store.database import Database
from mostek.store.users import UserStore
from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from server.sockets.test_tournament_stream import Hall, folder, has_tables, run

__all__ = ["folder"]
SECRETS = {"penalty": "TAJNE rozmowy", "ruling": "TAJNE upomnienie", "call": "TAJNE wezwanie", "minor": "Zofia"}
"""What must not be told to all, by the word that stands in it."""
LEARNS = {
    "director": {"call", "minor"},
    "chief_arbiter": {"call", "minor"},
    "scorekeeper": {"minor"},
    "announcer": set(),
    "assistant": set(),
    "spectator": set(),
    "player who calls": {"call"},
    "another player": set(),
    "dismissed": set(),
}
"""What each may learn. A reason for a penalty or a ruling goes into the log, which is read and not pushed."""


@pytest.mark.parametrize("who", list(LEARNS))
def test_a_stream_brings_what_its_reader_may_know(folder: Path, who: str) -> None:
    async def work(hall: Hall) -> None:
        services = hall.app.state.services
        token: str | None = None
        query = ""
        if who == "director":
            token = hall.director
        elif who in {*OfficeRole, "dismissed"}:
            guest, token = await services.people.welcome(who, "pl")
            role = OfficeRole.DIRECTOR if who == "dismissed" else OfficeRole(who)
            secret, _ = await services.hosted.invite(hall.id, role, "", 1, 1)
            await services.hosted.accept(secret, guest.id, who)
            if who == "dismissed":
                await services.hosted.dismiss(hall.id, guest.id)
        elif "player" in who:
            hosted = await services.hosted.get(hall.id)
            query = f"?code={code_of(hosted.id, hosted.secret, 1 if 'calls' in who else 2, 0)}"
        async with hall.listening(query, token=token) as page:
            await _happens(hall)
            await page.until(lambda update: bool(update.get("announcements")))
            told = json.dumps(page.seen, ensure_ascii=False)
            assert {what for what, said in SECRETS.items() if said in told} == LEARNS[who]
            sees_all = who in {"director", "chief_arbiter", "scorekeeper"}
            number = {"player who calls": 1, "another player": 2}.get(who)
            rounds = hall.session.state.divisions[""].rounds[0]
            punished = next(each for table in rounds.tables for each in table.deducted)
            told_of = rounds.table_of(number) if number is not None else None
            assert ('"deducted"' in told) is (sees_all or number == punished)
            assert ('"reports"' in told) is (sees_all or (told_of is not None and bool(told_of.reports)))
            assert '"secret"' not in told

    run(work, folder)


def test_a_phone_that_was_away_learns_how_its_table_stands(folder: Path) -> None:
    """Reports go to one player alone, under no number, so a phone cannot ask for those that it has missed."""

    async def work(hall: Hall) -> None:
        hosted = await hall.app.state.services.hosted.get(hall.id)
        host, guest = hall.session.state.divisions[""].rounds[0].tables[0].players
        query = f"?code={code_of(hosted.id, hosted.secret, host, 0)}"
        async with hall.listening(query) as page:
            await page.next()
            mark = page.mark
        for number in (host, guest):
            await hall.act(c.ReportResult(at=hall_time(), round=1, number=number, scores=(412 + number, 388)))
        async with hall.listening(f"{query}&seen={mark}") as page:
            await hall.result(2, 350, 377)
            await page.until(lambda update: "changes" in update)
            (mine,) = [each["mine"] for each in page.seen if "mine" in each]
            assert mine["light"] == "disputed"
            assert set(mine["reports"]) == {str(host), str(guest)}

    run(work, folder)


async def _happens(hall: Hall) -> None:
    at = hall_time()
    minor = Person(name="Zofia Anna Mak", minor=True, consent=True)
    await hall.act(c.RegisterEntrant(at=at, person=minor))
    players = hall.session.state.divisions[""].rounds[0].table_of(1).players  # type: ignore[union-attr]
    other = next(table for table in hall.session.state.divisions[""].rounds[0].tables if 1 not in table.players)
    await hall.act(c.ReportResult(at=at, round=1, number=players[0], scores=(412, 388)))
    await hall.result(other.number, 350, 377)
    punished = next(number for number in other.players if number != 2)  # their opponent listens
    await hall.act(c.DeductPoints(at=at, round=1, number=punished, points=5, reason=SECRETS["penalty"]))
    await hall.act(c.RecordDecision(at=at, clause="PFS-7.1a", text=SECRETS["ruling"], about=(1,)))
    call = ArbiterCall(id="1.call-0001", number=1, division="", round=1, table=1, reason=SECRETS["call"], at=1)
    hall.session.set_calls(await hall.app.state.services.hosted.call(hall.id, call))
    hall.session.set_announcements(await hall.app.state.services.hosted.announce(hall.id, "Przerwa", "Ewa"))


def test_a_stream_ends_with_the_session_of_its_person(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        services = hall.app.state.services
        person = await services.people.of_session(hall.director)
        assert person is not None
        async with hall.listening(token=hall.director) as page, hall.listening() as public:
            await hall.result(1, 400, 300)
            await page.next()
            other = Database.open(folder)  # another process ends it
            await UserStore(other).close_session(hall.director)
            other.close()
            assert await page.is_over()
            await hall.result(2, 400, 300)
            await public.until(has_tables)

    run(work, folder)
