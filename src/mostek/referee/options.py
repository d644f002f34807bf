"""The options of a person: what is allowed now, and why the rest is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from msgspec import Struct, msgpack
from msgspec.structs import astuple, replace

from mostek.core.players import Role, Seat, Viewer, role_of
from mostek.core.tiles import Tiles
from mostek.referee import commands as c
from mostek.referee import state as p
from mostek.referee.decide import RULES, decide, may_ask
from mostek.referee.moves import older_tiles_used
from mostek.referee.records import objections_since
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import Probe, blank_lies
from mostek.referee.views import stage_of
from mostek.rules.loading import book_of, guidance
from mostek.rules.rulebook import Authority, Rulebook, Ruling

_OF_PLAYERS = tuple((rule, rule.probes) for rule in RULES.values() if rule.probes is not None)
"""The rules of the commands that a player may give, each with what is tried."""
_FIRST_IN_PLACE = (c.Confirm, c.StateRack, c.StartClock)
_IN_PLACE = tuple(
    tried for command in dict.fromkeys((*_FIRST_IN_PLACE, *RULES)) if (tried := RULES[command].in_place) is not None
)
"""What is tried for a person beside the table in the place of a player."""


def probes(game: p.Game, who: Seat | Role, clause: str) -> Iterator[Probe]:
    """Every type of command of this person. `clause` is one that a ruling may cite."""
    if isinstance(who, Seat):
        for rule, tried in _OF_PLAYERS:
            if rule.by_hand:
                yield from (probe for probe in tried(game, who) if not rule.needs_hands(game, probe[0]))
            else:
                yield from tried(game, who)
    else:
        yield from _beside(game, who, clause)


def likely(game: p.Game, who: Seat | Role, clause: str, book: Rulebook) -> Iterator[Probe]:
    """The `probes` that are possible in the current game; only they need a trial."""
    if not isinstance(who, Seat):
        yield from (probe for probe in _beside(game, who, clause) if may_ask(who, type(probe[1])))
        return
    for rule, tried in _OF_PLAYERS:
        if rule.is_open(game, who, book):
            for probe in tried(game, who):
                if rule.is_choice_open(game, who, book, probe[0]) and not rule.needs_hands(game, probe[0]):
                    yield probe


def _beside(game: p.Game, role: Role, clause: str) -> Iterator[Probe]:
    for rule in RULES.values():
        if rule.beside is not None:
            yield from rule.beside(game, role, clause)
    for seat in game.seats:
        for tried in _IN_PLACE:
            for choice, command in tried(game, seat, role):
                yield f"{int(seat)} {choice}".strip(), command


def situation(game: p.Game, viewer: Viewer, book: Rulebook, now: int) -> bytes | None:
    """The key for caching a player's options in a plain turn of an online game; `None` if options may depend on more.

    It is packed, for thousands are remembered. `now` is the server's time in milliseconds.
    """
    if not isinstance(viewer, Seat) or not _is_plain(game) or now < game.now or game.is_overdue(now):
        return None
    stage = _stage(game, viewer)
    if stage is None:
        return None
    return _packed((viewer, stage, _read_fields(game), [fact(game, viewer, book, now) for fact in _read_facts]))


def _has_waited(game: p.Game, viewer: Seat, book: Rulebook, now: int) -> bool:
    """Whether the move has lain for so long that its player or the scorer may write it down."""
    since = objections_since(book, game.phase) if isinstance(game.phase, p.Laid) else None
    return since is not None and now - since >= book.move.record_wait.value


def _last_move(game: p.Game, viewer: Seat, book: Rulebook, now: int) -> object:
    """The player who has moved last and the rest of that rack: after a move one may leave the board (PFS-6.4b)."""
    last = game.turns[-1] if game.turns else None
    return None if last is None or last.placement is None else (last.seat, len(last.rack) - len(last.placement.tiles))


def _blanks_recurring(game: p.Game, viewer: Seat, book: Rulebook, now: int) -> object:
    """The blanks on the board, what was written of them, and which of them the move uses that lies (PFS-4.8.4a)."""
    if not blank_lies(game, viewer, book):
        return None
    lying = tuple(game.board.blanks().items())
    used = older_tiles_used(game).intersection(square for square, _ in lying)
    cards = tuple((seat, *card.tiles.items()) for seat, card in sorted(game.cards.items()))
    return lying, cards, sorted(game.dead), sorted(used)


FACTS: Mapping[str, Callable[[p.Game, Seat, Rulebook, int], object]] = {
    "steps": lambda game, viewer, book, now: astuple(game.steps),
    "racks": lambda game, viewer, book, now: [*map(len, game.racks)],
    "set_aside": lambda game, viewer, book, now: [*map(len, game.set_aside)],
    "flagged": lambda game, viewer, book, now: [*game.flagged],
    "exchanges": lambda game, viewer, book, now: game.exchanges[viewer],
    "bag": lambda game, viewer, book, now: min(len(game.bag), book.move.rack_size.value),
    "clock": lambda game, viewer, book, now: None if game.clock is None else (game.clock.running,),
    "early_game": lambda game, viewer, book, now: len(game.turns) <= len(game.seats),
    "overdue": _has_waited,
    "last_move": _last_move,
    "blanks": _blanks_recurring,
}
"""What rules read beside whole fields of a game (`CommandRule.reads`)."""
_READ_BY_ALL = ("rulebook", "readings", "changes", "seats")
_READ = tuple(dict.fromkeys((*_READ_BY_ALL, *(name for rule, _ in _OF_PLAYERS for name in rule.reads))))
_read_fields = attrgetter(*(name for name in _READ if name not in FACTS))
_read_facts = tuple(FACTS[name] for name in _READ if name in FACTS)
_packed = msgpack.Encoder().encode


def _is_plain(game: p.Game) -> bool:
    """Whether no earlier event restricts or extends the options."""
    return (
        game.venue is c.Venue.ONLINE
        and game.started
        and not (game.interruption or game.rulings or game.must_draw or game.away or game.counting or game.bag_dead)
        and not (game.asked or game.surplus_since or game.checks or game.officials or game.gone or game.resigned)
        and game.turns.is_true
    )


def _stage(game: p.Game, viewer: Seat) -> object | None:
    """The stage of a plain turn."""
    match game.phase:
        case p.Thinking(seat=seat, plan=None, lock=None, announced=None, early=0, records=records) if not records:
            return "thinking", seat is viewer
        case p.Laid(seat=seat, announced=announced, records=records, challenged=challenged, hurried=False) as laid:
            stands = bool(laid.words), bool(laid.faults), laid.undeclared, laid.claimed
            return "laid", seat is viewer, announced is None, tuple(sorted(records)), challenged, stands
        case _:
            return None


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
    """An option of a person: the type of the command, and its choice."""

    command: str
    choice: str
    """A reason to stop the clock, a seat, a ruling …; `""` where there is nothing to choose."""
    clause: str
    """The clause that allows or refuses the option."""
    reason: Reason | None
    """The reason of the refusal; `None` if the option is allowed."""
    params: Mapping[str, Any]


class Options(Struct, frozen=True):
    """Everything that a viewer may do, everything that they may not, and the clauses about conduct that matter now."""

    allowed: tuple[Option, ...]
    refused: tuple[Option, ...]
    guidance: tuple[str, ...]


_MOST_KNOWN = 10_000
"""The number of cached positions."""
_known: dict[bytes, Options] = {}
"""The cached options by position key."""
_same: dict[tuple[tuple[str, str, str], ...], Options] = {}
"""Each of these answers once: there are far fewer than situations."""


def options(game: p.Game, viewer: Viewer, now: int | None = None) -> Options:
    """The options of a person in a game, allowed and refused.

    Args:
        game: The game as it stands.
        viewer: The player in a seat, or a person in a role.
        now: The server's time in milliseconds; `None` is that of the last event.

    Returns:
        Each command once for each of its choices, with the clause that allows or refuses it.

    Example:
        >>> from mostek import Seat, Tiles, conduct, options, rulebook
        >>> from mostek.referee.commands import CreateGame
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> create = CreateGame(rulebook="gen", players=("Ala", "Ola"), starter=Seat.FIRST)
        >>> game = conduct(None, create, rulebook("gen"), first).game
        >>> "pass_turn" in [option.command for option in options(game, Seat.FIRST).allowed]
        True
        >>> next(option.reason for option in options(game, Seat.SECOND).refused if option.command == "pass_turn")
        <Reason.NOT_ON_TURN: 'not_on_turn'>

    """
    book = book_of(game.rulebook, game.changes, game.readings)
    found = tuple(_options(game, book, now, probes(game, _asker(viewer), _citable(book))))
    return Options(
        allowed=tuple(option for option in found if option.reason is None),
        refused=tuple(option for option in found if option.reason is not None),
        guidance=tuple(clause.id for clause in guidance(game.rulebook, stage_of(game))),
    )


def allowed_options(game: p.Game, viewer: Viewer, now: int | None = None) -> Options:
    """Only what this person may do: the same as `options` says, at a fraction of the time, for those who play on.

    What cannot be allowed as the game stands is not tried; a test proves on random tables that nothing is missed.
    """
    book = book_of(game.rulebook, game.changes, game.readings)
    key = situation(game, viewer, book, game.now if now is None else now)
    if key is not None and key in _known:
        return _known[key]
    found = _options(game, book, now, likely(game, _asker(viewer), _citable(book), book))
    options = Options(tuple(option for option in found if option.reason is None), (), ())
    return options if key is None else _remembered(key, options)


def _remembered(key: bytes, options: Options) -> Options:
    """Cache the options of a situation, as one object with equal options of other situations."""
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
        _same.clear()
    alike = tuple((option.command, option.choice, option.clause) for option in options.allowed)
    return _known.setdefault(key, _same.setdefault(alike, options))


def known_options(game: p.Game, viewer: Viewer, now: int | None = None) -> Options | None:
    """The cached options, from this game or another; `None` if there are none."""
    key = situation(game, viewer, book_of(game.rulebook, game.changes, game.readings), game.now if now is None else now)
    return None if key is None else _known.get(key)


def _asker(viewer: Viewer) -> Seat | Role:
    """The person who asks: a player has a seat, and a person without one looks on."""
    if isinstance(viewer, Seat):
        return viewer
    return Role.SPECTATOR if viewer is Role.PLAYER else role_of(viewer)


def _options(game: p.Game, book: Rulebook, now: int | None, tried: Iterable[Probe]) -> Collection[Option]:
    """Every option once: it is allowed if any of the commands is that are tried for it."""
    found: dict[tuple[str, str], Option] = {}
    for choice, command in tried:
        name = str(command.__struct_config__.tag)
        known = found.get((name, choice))
        if known is not None and known.reason is None:
            continue
        answer = decide(game, command if now is None else replace(command, at=now), book, _first)
        if not isinstance(answer, Refused) or answer.reason in ABOUT_ARGUMENTS:
            clause = _occasion(game, command, book) or _permission(book, name, choice)
            found[name, choice] = Option(name, choice, clause, None, {})
        elif known is None:
            found[name, choice] = Option(name, choice, answer.clause, answer.reason, answer.params)
    return found.values()


def _occasion(game: p.Game, command: c.Command, book: Rulebook) -> str | None:
    """The clause by which a clock is started after a move: the opponent dawdles or is away, or the mover neglects a duty."""
    if not isinstance(command, c.StartClock) or not isinstance(game.phase, p.Laid):
        return None
    if command.seat is game.phase.seat:
        kind = Ruling.ABSENCE if game.away else Ruling.HURRIED
    else:
        kind = Ruling.BLANK_UNDECLARED if game.phase.undeclared else Ruling.SLOW_COUNT
    return None if game.interruption else book.rulings[kind]


def _permission(book: Rulebook, name: str, choice: str) -> str:
    """The clause that allows this: of that choice, `stop_clock.surplus`, or of the command."""
    about = choice.rpartition(" ")[2]
    return book.permits.get(f"{name}.{about}", book.permits[name])


def _citable(book: Rulebook) -> str:
    """A clause that a ruling may always cite: 7.4 under the federation's rules of order, else whose word is final."""
    return "PFS-7.4" if book.order.authority.value is Authority.ARBITER else book.order.authority.clause


def _first(bag: Tiles, count: int) -> Tiles:
    """Draws for trials; no person sees them."""
    return Tiles(sorted(bag)[:count])
