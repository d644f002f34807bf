"""A small event of five players and three rounds, with everything in it that a file can say, and its files."""

from __future__ import annotations

from datetime import date

from mostek.tournament.origin import RankingRow
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    kind_of,
)

NAMES = [("Ala", "Łoś"), ("Ola", "Żółw"), ("Ela", "Kot-Mąka"), ("Iga", "Źrebię"), ("Ewa", "Śledź")]
CITIES = ["Łódź", "Kraków", "Nowy Sącz", "", "Świnoujście"]
RATINGS = [17779, 16125, 13000, 10000, 10000]
STANDINGS = {1: (1, 6, 1160, 380, 430), 3: (2, 3, 1051, 330, 1), 4: (3, 3, 1045, 390, 245), 2: (4, 3, 1050, 290, -50)}
ROUNDS = [
    [(1, 1, 3, 410, 350), (2, 4, 2, 345, 400), (3, 5, 0, 300, None)],
    [(1, 2, 1, 350, 350), (2, 3, 4, 401, 1), (3, 5, 0, 300, None)],
    [(1, 4, 1, 0, 400), (2, 2, 3, 300, 300), (3, 5, 0, 300, None)],
]


def row(number: int, table: int, host: int, guest: int, own: int | None, other: int | None) -> RecordedResult:
    kind = kind_of(guest, own, other)
    return RecordedResult(
        round=number, table=table, host=host, guest=guest, host_score=own, guest_score=other, kind=kind
    )


def player(number: int) -> RecordedPlayer:
    first, last = NAMES[number - 1]
    place, halves, points, scalps, spread = STANDINGS.get(number, (5, 3, 900, 0, 900))
    return RecordedPlayer(
        number=number,
        name=f"{first} {last}",
        first=first,
        last=last,
        city=CITIES[number - 1],
        rating=RATINGS[number - 1],
        place=place,
        half_points=halves,
        game_points=points,
        scalps=scalps,
        spread=spread,
    )


EVENT = RecordedTournament(
    format="here",
    name="II Turniej o Złotą Gęś",
    city="Łódź",
    first_day=date(2026, 3, 28),
    last_day=date(2026, 3, 29),
    organiser="Klub Żuraw",
    arbiter="Sędzia Główny",
    rounds=3,
    players=tuple(player(number) for number in (1, 3, 4, 2, 5)),
    results=tuple(row(number, *each) for number, rows in enumerate(ROUNDS, 1) for each in rows),
    ranking=(
        RankingRow(place=1, main=True, name="Ala Łoś", rating=17779, scalps=17779, games=100),
        RankingRow(place=2, main=False, name="Iga Źrebię", rating=9850, scalps=197, games=2),
    ),
    ranking_day=date(2026, 1, 31),
)

KINDS = {ResultKind.BYE: 3, ResultKind.FORFEIT: 1, ResultKind.UNSCORED: 1, ResultKind.GAME: 4}

TEXT = """\
Wyniki turnieju Turniej Próbny

Lp. Imię            Nazwisko             Miasto               Ranking  Duże pkt Małe pkt Skalpy   Różn. MP
--- --------------- -------------------- -------------------- -------- -------- -------- -------- --------
  1 Ala             Łoś                  Łódź                   177.79      1.5      700      178      410
  2 Iga             Kot - Mąka           Nowy Sącz              100.00      1.0      400      228       10

Wyniki poszczególnych rund turnieju Turniej Próbny

Runda nr  1
-----------
Stół Gospodarz                             Gość                                Wynik
---- ----------------------------------- - ----------------------------------- ---------
   1 Iga            Kot - Mąka           - Ala            Łoś                   390: 400
   2 Ewa            Lis                  - PAUZA

Runda nr  2
-----------
Stół Gospodarz                             Gość                                Wynik
---- ----------------------------------- - ----------------------------------- ---------
   1 Ala            Łoś                  - PAUZA
   2 Ewa            Lis                  - Iga            Kot - Mąka              1: 400

Wyniki poszczególnych graczy w turnieju Turniej Próbny



\tAla Łoś 177.79 Łódź

Runda Stół  Przeciwnik                          Ranking   Wynik     Skalp
----- ----- ----------------------------------- ------- - --------- -----
    1     1 Iga            Kot - Mąka            100.00 +  400: 390  178
    2     1 PAUZA
                                                          --------------- ---- ------
                                                                     178 / 1 178.00




\tIga Kot - Mąka 100.00 Nowy Sącz

Runda Stół  Przeciwnik                          Ranking   Wynik     Skalp
----- ----- ----------------------------------- ------- - --------- -----
    1     1 Ala            Łoś                   177.79 -  390: 400  100
    2     2 Ewa            Lis                    78.00 +  400:   1  128
                                                          --------------- ---- ------
                                                                     228 / 2 114.00




\tEwa Lis 78.00

Runda Stół  Przeciwnik                          Ranking   Wynik     Skalp
----- ----- ----------------------------------- ------- - --------- -----
    1     2 PAUZA
    2     2 Iga            Kot - Mąka            100.00 -    1: 400   28
                                                          --------------- ---- ------
                                                                      28 / 1 28.00
"""
"""An event in which one player was excluded: on the cards and in the rounds, and not in the classification."""

TSH = """\
Łoś, Ala               177.79 3 2 4; 410 350 400; board 1 1 1; p12 1 2 2; rtime 17 18 19; team Żuraw
Żółw, Ola              161.25 4 1 3; 400 350 300; board 2 1 2; p12 2 1 1
Kot, Ela                 130 1 4 2; 350 401 300; board 1 2 2; class B; p12 2 1 2
Źrebię, Iga              100 2 3 1; 345 1 0; board 2 2 1; p12 1 2 1
Śledź, Ewa               100 0 0 0; 300 300 0; board 3 3 0; p12 0 0 0
"""
