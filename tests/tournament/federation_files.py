"""Federation files by chance, made from the description of the format and not by our writer, and an own count of the figures."""

from __future__ import annotations

from random import Random
from typing import Any

File = dict[str, Any]

FIRST = ("Anna", "Jan Maria", "Ewa", "Łucja", "Otto", "Źdźbło", "P. J.", "Zoë")
LAST = ("Lis", "von Stein", "Kot-Mąka", "Nowak", "de la Cruz Wąs", "Żółć", "O'Hara", "Kowalska - Lis")
CITIES = ("Łódź", "Kutno", "", "Bielsko-Biała", None)
UNKNOWN: tuple[Any, ...] = (
    None, "", "ż", "a\nb\tc", 0, -1, 2**70, 1.5, 1e-7, True, [], {}, [1, [2, {"x": None}]], {"a": {"b": ["c", 1]}},
    {"absent": ["name"], "fields": {"name": 3}},
)  # fmt: skip


def federation_file(chance: Random, *, unfinished: bool = False, figures: str = "counted") -> File:
    """A file: of an event whose last round is still played, or a finished one; its figures counted, invented, or left out."""
    numbers = sorted(chance.sample(range(1, 60), chance.randrange(2, 10)))
    rounds = chance.randrange(1, 6)
    absent = {number: _absent(chance, rounds) for number in numbers[2:] if chance.random() < 0.4}
    results = [
        row
        for number in range(1, rounds + 1)
        for row in _round(chance, number, [each for each in numbers if number not in absent.get(each, ())])
    ]
    if unfinished:
        for row in results:
            if row["round"] == rounds and row["guest"]:
                row |= {"score1": None, "score2": None}
    players = [_player(chance, number) for number in numbers]
    if figures == "counted":
        for player in players:
            player |= counted(results, player["startingPosition"])
        order = sorted(players, key=lambda each: (-each["big"], -each["small"], -each["difference"], chance.random()))
        for place, player in enumerate(order, 1):
            player["place"] = place
        players = order
    elif figures == "invented":
        for player in players:
            fields = {key: chance.choice((None, chance.randrange(5000))) for key in ("place", "big", "small", "scalps")}
            player |= {key: value for key, value in fields.items() if chance.random() < 0.8}
        chance.shuffle(players)
    file: File = {
        "tournament": _strange(chance, {"dateStart": "2026-03-29", "name": "Turniej Żółwia", "city": "Łódź"}),
        "players": [_strange(chance, player) for player in players],
        "results": [_strange(chance, row) for row in results],
    }
    if chance.random() < 0.5:
        file |= {"rankDay": "2025-08-30", "ranking": [_strange(chance, row) for row in _ranking(chance)]}
    if chance.random() < 0.3:
        chance.shuffle(file["results"])
    return _strange(chance, file)


def counted(results: list[dict[str, Any]], number: int) -> dict[str, Any]:
    """Match points, game points and margin of a player: a win is 1, a draw and a bye ½, and a bye counts as 300:0."""
    big, small, margin = 0.0, 0, 0
    for row in results:
        if number not in (row["host"], row["guest"]) or row["score1"] is None:
            continue
        own, other = row["score1"], row["score2"]
        if row["guest"] == number:
            own, other = other, own
        if row["guest"]:
            big += 1 if own > other else 0.5 if own == other else 0
        else:
            big += 0.5
        small, margin = small + own, margin + own - (other or 0)
    return {"big": int(big) if big == int(big) else big, "small": small, "difference": margin}


def _absent(chance: Random, rounds: int) -> range:
    """The rounds without a latecomer, or without somebody who has left."""
    cut = chance.randrange(1, rounds + 2)
    return chance.choice((range(1, cut), range(cut, rounds + 1)))


def _round(chance: Random, number: int, present: list[int]) -> list[dict[str, Any]]:
    chance.shuffle(present)
    rows = []
    pairs = list(zip(present[::2], present[1::2], strict=False))
    for table, (host, guest) in enumerate(pairs, 1):
        scores = chance.choice(
            ((chance.randrange(200, 600), chance.randrange(200, 600)), (350, 350), (400, 1), (400, 0))
        )
        rows.append(_row(number, table, host, guest, *scores))
    if len(present) % 2:
        rows.append(_row(number, len(pairs) + 1, present[-1], 0, 300, 0))
    return rows


def _row(number: int, table: int, host: int, guest: int, score1: int, score2: int) -> dict[str, Any]:
    return {"round": number, "table": table, "host": host, "guest": guest, "score1": score1, "score2": score2}


def _player(chance: Random, number: int) -> dict[str, Any]:
    first, last = chance.choice(FIRST[:3]), chance.choice(LAST[:4])
    named = chance.choice(
        (
            {"firstName": first, "lastName": last},
            {"firstName": chance.choice(FIRST), "lastName": chance.choice(LAST)},
            {"firstName": None, "lastName": last},
            {"firstName": first, "lastName": last, "name": None},
            {"firstName": first, "lastName": last, "name": f"{first} {last}"},
            {"firstName": first, "lastName": last, "name": f"P{number:03}"},
            {"name": f"P{number:03}"},
        )
    )
    more = {
        "city": chance.choice(CITIES),
        "ppGroup": chance.choice(("", "A", "młodzież", None)),
        "tournamentRank": chance.choice((100, 124.18, "124,18", 179.3, None)),
        "token": f"t-{chance.randrange(10**6):x}",
    }
    return {"startingPosition": number, **named} | {key: value for key, value in more.items() if chance.random() < 0.8}


def _ranking(chance: Random) -> list[dict[str, Any]]:
    key = chance.choice(("player", "name"))
    return [
        {"lp": place, "main": place < 4, key: chance.choice(LAST), "rank": 150.5 - place, "scalp": 151, "games": 1}
        for place in range(1, chance.randrange(1, 7))
    ]


def _strange(chance: Random, item: dict[str, Any]) -> dict[str, Any]:
    """With fields that nobody knows."""
    if chance.random() < 0.6:
        return item
    return {**item, chance.choice(("history", "id", "uwagi", "flags")): chance.choice(UNKNOWN)}
