"""The way of an imported file through the desk: fields that the desk does not know, and their return in an export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from mostek.tournament.credits import WIN
from mostek.tournament.limits import LARGEST_ORIGIN, is_extra, json_size
from mostek.tournament.origin import SOURCE, Origin, PlayerOrigin, RowOrigin, unpacked_source
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind

FIGURES: Final = ("place", "half_points", "game_points", "spread", "scalps")
"""What a file states of a player and the desk computes."""
_OF_PLAYER: Final = (*FIGURES, "rating", "team", "category", "group")
_OF_EVENT: Final = ("name", "city", "first_day", "last_day", "organiser", "arbiter")
_OF_ROW: Final = ("table", "host_score", "guest_score")
_SCALPS: Final = ("host_scalp", "guest_scalp")
_DAYS: Final = frozenset({"first_day", "last_day"})

Key = tuple[int, int, int]
"""A row of a round: the round and the two players."""


def origin_of(written: RecordedTournament, plain: RecordedTournament) -> tuple[Origin, tuple[str, ...]]:
    """The fields of a file that the log stores besides the games, and the names of those for which it has no room.

    Args:
        written: the event as its file states it.
        plain: the same event as our own record of it states it.
    """
    left_out: list[str] = []
    ours = {player.number: player for player in plain.players}
    rows = {_key(row): row for row in plain.results}
    found = Origin(
        format=written.format,
        results=results_hash(plain),
        stated=_differing(written, plain, _OF_EVENT),
        extras=_bounded(written.extras, "", left_out),
        players=tuple(_players(written, ours, left_out)),
        rows=tuple(_rows(written, rows, left_out)),
        ranking=tuple(
            replace(row, extras=_bounded(row.extras, f"ranking[{place}].", left_out))
            for place, row in enumerate(written.ranking)
        ),
        ranking_day=written.ranking_day,
    )
    return _in_order(_within_limit(found, left_out), written, plain), tuple(left_out)


def as_stated(plain: RecordedTournament, origin: Origin, form: str, *, holds: bool) -> RecordedTournament:
    """Our record of an event with what its file says besides.

    The ranking list goes into every format; the rest only into that of the file. Figures of the file, and its last day, come
    back only while they hold.

    Args:
        plain: our record of the event.
        origin: what the file says.
        form: the format to be written.
        holds: whether the event has the results of the file still.
    """
    ranked = replace(plain, ranking=origin.ranking, ranking_day=origin.ranking_day)
    if form != origin.format:
        return ranked
    stated = {name: _day(name, value) for name, value in origin.stated.items() if holds or name != "last_day"}
    players = {each.number: each for each in origin.players}
    unrated = RatingScale(plain.settings["rating_scale"]).bounds.unrated
    return replace(
        ranked,
        **stated,
        format=origin.format,
        players=_ordered_players(
            [_player(each, players.get(each.number), unrated, holds=holds) for each in plain.players], origin
        ),
        results=_ordered_rows(_stated_rows(plain, origin, holds=holds), origin),
        extras=origin.extras,
    )


def with_written(origin: Origin, files: Mapping[str, bytes]) -> Origin:
    """The origin that knows the export of the untouched event, where it keeps the file itself."""
    return replace(origin, written=_hash_of(files)) if SOURCE in origin.extras else origin


def as_it_came(origin: Origin | None, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files of an export; the imported file itself where nothing that would be written has changed since."""
    if origin is None or not origin.written or len(files) != 1 or _hash_of(files) != origin.written:
        return files
    data = unpacked_source(origin.extras.get(SOURCE))
    return files if data is None else dict.fromkeys(files, data)


def _hash_of(files: Mapping[str, bytes]) -> str:
    return sha256(b"".join(files.values())).hexdigest()[:32]


def results_hash(plain: RecordedTournament) -> str:
    """The hash of everything in a record from which figures are computed."""
    ratings = sorted((player.number, player.rating) for player in plain.players)
    rows = sorted(
        (*_key(row), row.host_score, row.guest_score, row.kind.value, *_decided(row)) for row in plain.results
    )
    return sha256(msgspec.json.encode((ratings, rows))).hexdigest()[:32]


def _decided(row: RecordedResult) -> tuple[int, ...]:
    """The match points of an equal game that the last word decided; of all others they follow from the scores."""
    return (row.half_points,) if row.guest and row.half_points in (0, WIN) else ()


def _key(row: RecordedResult | RowOrigin) -> Key:
    return row.round, row.host, row.guest


def _differing(written: Any, ours: Any, names: Iterable[str]) -> dict[str, Any]:
    """By attribute, what the file states otherwise."""
    pairs = ((name, getattr(written, name)) for name in names)
    return {name: msgspec.to_builtins(value) for name, value in pairs if value != getattr(ours, name)}


def _players(
    written: RecordedTournament, ours: Mapping[int, RecordedPlayer], left_out: list[str]
) -> Iterator[PlayerOrigin]:
    for place, player in enumerate(written.players):
        stated = _differing(player, ours[player.number], _OF_PLAYER)
        extras = _bounded(player.extras, f"players[{place}].", left_out)
        if stated or extras:
            yield PlayerOrigin(number=player.number, stated=stated, extras=extras)


def _rows(written: RecordedTournament, ours: Mapping[Key, RecordedResult], left_out: list[str]) -> Iterator[RowOrigin]:
    for place, row in enumerate(written.results):
        own = ours.get(_key(row))
        scalps = [name for name in _SCALPS if getattr(row, name) is not None]
        stated = _differing(row, own, (*_OF_ROW, *scalps)) if own else {name: getattr(row, name) for name in _OF_ROW}
        extras = _bounded(row.extras, f"results[{place}].", left_out)
        if stated or extras:
            yield RowOrigin(round=row.round, host=row.host, guest=row.guest, stated=stated, extras=extras)


def _bounded(extras: Mapping[str, Any], path: str, left_out: list[str], level: int = 0) -> dict[str, Any]:
    """Extras without the values that are too large or too deep, which are named."""
    if not extras:
        return {}
    bounded: dict[str, Any] = {}
    for key, value in extras.items():
        plain = msgspec.to_builtins(value)
        if is_extra(key) and is_extra(plain):
            bounded[key] = plain
        elif isinstance(value, Mapping) and level < 3 and is_extra(key):
            bounded[key] = _bounded(value, path if key == "fields" else f"{path}{key}.", left_out, level + 1)
        else:
            left_out.append("".join(sign if sign.isprintable() else "\ufffd" for sign in f"{path}{key}"))
    return bounded


def _within_limit(origin: Origin, left_out: list[str]) -> Origin:
    """Leave out what there is most of, until the rest has room in the log."""
    without: tuple[tuple[str, Callable[[Origin], Origin]], ...] = (
        ("results[…]", lambda each: replace(each, rows=tuple(replace(row, extras={}) for row in each.rows))),
        ("ranking[…]", lambda each: replace(each, ranking=())),
        ("players[…]", lambda each: replace(each, players=tuple(replace(one, extras={}) for one in each.players))),
        ("…", lambda each: replace(each, extras={})),
    )
    for name, change in without:
        if json_size(origin) <= LARGEST_ORIGIN * 3 // 4:  # the orders of players and rows are still to come
            break
        origin = change(origin)
        left_out.append(name)
    return origin


def _in_order(origin: Origin, written: RecordedTournament, plain: RecordedTournament) -> Origin:
    """With the order of players and rows, if the file has another than each of the usual ones."""
    players = tuple(player.number for player in written.players)
    for by_place in (False, True):
        origin = replace(origin, by_place=by_place)
        found = as_stated(plain, origin, origin.format, holds=True)
        if tuple(player.number for player in found.players) == players:
            break
    else:
        origin = replace(origin, by_place=False, player_order=players)
    rows = tuple(map(_key, written.results))
    return origin if tuple(map(_key, found.results)) == rows else replace(origin, row_order=rows)


def _player(player: RecordedPlayer, origin: PlayerOrigin | None, unrated: int, *, holds: bool) -> RecordedPlayer:
    if origin is None:
        return player
    stated = {name: value for name, value in origin.stated.items() if holds or name not in FIGURES}
    if player.rating != unrated:
        stated.pop("rating", None)  # the file has none, and one was entered since
    return replace(player, **stated, extras=origin.extras)


def _stated_rows(plain: RecordedTournament, origin: Origin, *, holds: bool) -> Iterator[RecordedResult]:
    rows = {_key(row): row for row in origin.rows}
    there = {(row.round, number) for row in plain.results for number in (row.host, row.guest)}
    rounds = {row.round for row in plain.results}
    for row in plain.results:
        yield _row(row, rows.get(_key(row)), holds=holds)
    known = {player.number for player in plain.players}
    for each in origin.rows:
        # A row of a player without an opponent or points: the desk has no step for it.
        alone = each.guest == 0 and each.host in known and (each.round, each.host) not in there
        if alone and (holds or each.round in rounds) and set(_OF_ROW) <= set(each.stated):
            absent = RecordedResult(
                round=each.round, host=each.host, guest=0, kind=ResultKind.NOT_PLAYED, extras=each.extras, **each.stated
            )
            yield absent


def _row(row: RecordedResult, origin: RowOrigin | None, *, holds: bool) -> RecordedResult:
    if origin is None:
        return row
    names = {"table", *(_SCALPS if holds else ())}
    if row.guest == 0 or not (row.host_score or row.guest_score):
        # What no game gave can be written in several ways: no score at all, 0:0, the points of a bye.
        names |= {"host_score", "guest_score"}
    stated = {name: value for name, value in origin.stated.items() if name in names}
    return replace(row, **stated, extras=origin.extras)


def _ordered_players(players: list[RecordedPlayer], origin: Origin) -> tuple[RecordedPlayer, ...]:
    if origin.player_order:
        places = {number: place for place, number in enumerate(origin.player_order)}
        return tuple(sorted(players, key=lambda each: places.get(each.number, len(places) + each.number)))
    if origin.by_place:
        return tuple(sorted(players, key=lambda each: (each.place is None, each.place or 0, each.number)))
    return tuple(players)


def _ordered_rows(rows: Iterable[RecordedResult], origin: Origin) -> tuple[RecordedResult, ...]:
    """The rows by round and table; those that the file has in another order, in that, before the others."""
    places = {key: place for place, key in enumerate(origin.row_order)}
    usual = sorted(rows, key=lambda row: (row.round, row.table))
    return tuple(sorted(usual, key=lambda row: places.get(_key(row), len(places)))) if places else tuple(usual)


def _day(name: str, value: Any) -> Any:
    return date.fromisoformat(value) if name in _DAYS and value is not None else value
