"""What a person may do now, and what not and why. Every screen is drawn from it.

Each kind of command is tried out on the judge, `decide`, with sensible arguments; so the options say what it says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mostek.core.players import Role, Seat, Viewer
from mostek.core.tiles import Tiles
from mostek.referee.decide import decide
from mostek.referee.probes import Probe, likely, probes
from mostek.referee.recurring import situation
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.referee.views import stage_of
from mostek.rules.loading import book_of, guidance
from mostek.rules.rulebook import Authority, Rulebook

ABOUT_ARGUMENTS = frozenset(
    {
        Reason.FAULTY_PLACEMENT,
        Reason.NOT_ON_RACK,
        Reason.COUNT_DIFFERS,
        Reason.COUNT_NOT_ANNOUNCED,
        Reason.WRONG_VALUE,
        Reason.DRAW_TOO_MANY,
        Reason.NOT_IN_BAG,
        Reason.RACK_DIFFERS,
        Reason.LETTER_IMPOSSIBLE,
    }
)
"""Refusals of this tile or that figure: the person may ask, only not for that."""


class Option(Struct, frozen=True):
    """One thing that a person could ask for: the type of the command, and which of several things it is about."""

    command: str
    choice: str
    """A reason to stop the clock, a seat, a ruling …; `""` where there is nothing to choose."""
    clause: str
    """Where it is written that it may be done, or may not now."""
    reason: Reason | None
    """Why not; `None` if it is allowed."""
    params: Mapping[str, Any]


class Options(Struct, frozen=True):
    """Everything that a viewer may do, everything that they may not, and the clauses about conduct that matter now."""

    allowed: tuple[Option, ...]
    refused: tuple[Option, ...]
    guidance: tuple[str, ...]


_MOST_KNOWN = 10_000
"""How many situations are remembered."""
_known: dict[bytes, Options] = {}
"""What was worked out before, by situation."""
_same: dict[tuple[tuple[str, str, str], ...], Options] = {}
"""Each of these answers once: there are far fewer than situations."""


def options(game: Game, viewer: Viewer, now: int | None = None) -> Options:
    """What this person may do in a game. `now` is the server's time in milliseconds; `None`, that of the last event."""
    book = book_of(game.rulebook, game.changes)
    found = tuple(_options(game, book, now, probes(game, _asker(viewer), _citable(book))))
    return Options(
        allowed=tuple(option for option in found if option.reason is None),
        refused=tuple(option for option in found if option.reason is not None),
        guidance=tuple(clause.id for clause in guidance(game.rulebook, stage_of(game))),
    )


def allowed_options(game: Game, viewer: Viewer, now: int | None = None) -> Options:
    """Only what this person may do: the same as `options` says, at a fraction of the time, for those who play on.

    What cannot be allowed as the game stands is not tried; a test proves on random tables that nothing is missed.
    """
    book = book_of(game.rulebook, game.changes)
    key = situation(game, viewer, book, game.now if now is None else now)
    if key is not None and key in _known:
        return _known[key]
    found = _options(game, book, now, likely(game, _asker(viewer), _citable(book), book))
    told = Options(tuple(option for option in found if option.reason is None), (), ())
    return told if key is None else _remembered(key, told)


def _remembered(key: bytes, told: Options) -> Options:
    """The same from now on in that situation, as one object with what is answered alike in others."""
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
        _same.clear()
    alike = tuple((option.command, option.choice, option.clause) for option in told.allowed)
    return _known.setdefault(key, _same.setdefault(alike, told))


def known_options(game: Game, viewer: Viewer, now: int | None = None) -> Options | None:
    """The same if it was worked out before, in this game or another; `None` if not."""
    key = situation(game, viewer, book_of(game.rulebook, game.changes), game.now if now is None else now)
    return None if key is None else _known.get(key)


def _asker(viewer: Viewer) -> Seat | Role:
    """Who asks: a player has a seat, and whoever has none looks on."""
    return Role.SPECTATOR if viewer is Role.PLAYER else viewer


def _options(game: Game, book: Rulebook, now: int | None, tried: Iterable[Probe]) -> Collection[Option]:
    """Every option once: it is allowed if any of the commands is that are tried for it."""
    found: dict[tuple[str, str], Option] = {}
    for choice, command in tried:
        name = str(command.__struct_config__.tag)
        known = found.get((name, choice))
        if known is not None and known.reason is None:
            continue
        answer = decide(game, command if now is None else replace(command, at=now), book, _first)
        if not isinstance(answer, Refused) or answer.reason in ABOUT_ARGUMENTS:
            found[name, choice] = Option(name, choice, _permission(book, name, choice), None, {})
        elif known is None:
            found[name, choice] = Option(name, choice, answer.clause, answer.reason, answer.params)
    return found.values()


def _permission(book: Rulebook, name: str, choice: str) -> str:
    """The clause by which this may be asked for: of that choice, `stop_clock.surplus`, or of the command."""
    about = choice.rpartition(" ")[2]
    return book.permits.get(f"{name}.{about}", book.permits[name])


def _citable(book: Rulebook) -> str:
    """A clause that a ruling may always cite: 7.4 under the federation's rules of order, else whose word is final."""
    return "PFS-7.4" if book.order.authority.value is Authority.ARBITER else book.order.authority.clause


def _first(bag: Tiles, count: int) -> Tiles:
    """Chance for trying out; nobody learns what it draws."""
    return Tiles(sorted(bag)[:count])
