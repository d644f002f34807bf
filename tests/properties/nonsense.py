"""Any command of anybody with anything in it: made from the types of the commands, so none can be forgotten."""

from __future__ import annotations

import random
import types
from collections.abc import Callable, Hashable
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat, Viewer
from mostek.core.tiles import Tile, Tiles, tile_set
from mostek.referee import Game
from mostek.referee import commands as c
from mostek.referee import commands as m
from mostek.referee.options import probes
from mostek.referee.state import Challenged, Inspecting, Laid, Thinking
from mostek.rules.loading import clauses

KINDS = tuple(kind for kind in get_args(c.Command) if kind is not c.CreateGame)
VIEWERS: tuple[Viewer, ...] = (*Seat, *(role for role in Role if role is not Role.PLAYER))


class Nonsense:
    """Commands by chance for a game as it stands. Half of the arguments are taken from the game, half from nowhere."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng

    def command(self, at: int, kind: type[Any] | None = None) -> c.Command:
        """A command of that kind, or of any."""
        chosen: Any = kind or self.rng.choice(KINDS)
        fields = {name: self._value(name, hint) for name, hint in _hints(chosen).items() if name not in ("at", "by")}
        usual = Role.HOST if chosen is c.CreditTime else Role.PLAYER
        by = usual if self.rng.random() < 0.7 else self.rng.choice(list(Role))
        when = None if self.rng.random() < 0.2 else at + self.rng.choice((-1000, 0, 0, 0, 10))
        made: c.Command = chosen(**fields, by=by, at=when)
        return made

    def probe(self, at: int) -> c.Command:
        """Something that a screen could offer to somebody: to be pressed whether it is allowed or not."""
        who = self.rng.choice([viewer for viewer in VIEWERS if viewer in self.game.seats or isinstance(viewer, Role)])
        _, command = self.rng.choice(list(probes(self.game, who, self._clause())))
        return replace(command, at=at)

    def _value(self, name: str, hint: Any) -> Any:
        options = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
        kind = self.rng.choice(options)
        if kind is type(None):
            return None
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self._member(kind)
        if kind in _measures():
            return kind(*(self._value(field, inner) for field, inner in _hints(kind).items()))
        if kind is Placement and name == "tiles":
            return self._misread()
        named = kind in (int, str) or name in ("blank", "blanks")
        make = (named and getattr(self, f"_{name}", None)) or self._plain(kind)
        return make()

    def _member(self, kind: type[Enum]) -> Enum:
        if kind is Seat and self.rng.random() < 0.9:
            return self.rng.choice(self.game.seats)
        return self.rng.choice(list(kind))

    def _plain(self, kind: Any) -> Callable[[], Any]:
        made: dict[Any, Callable[[], Any]] = {
            int: lambda: self.rng.choice((0, 1, 2, 3, 5, 7, 10, 100)),
            bool: lambda: self.rng.random() < 0.5,
            str: lambda: self.rng.choice(("", " ", "x")),
            Tiles: self._tiles,
            Placement: self._placement,
            tuple[str, ...]: self._words,
            tuple[Role, ...]: self._roles,
            tuple[Seat, ...]: self._seats,
            BySeat[int]: self._final,
        }
        return made[kind]

    def _roles(self) -> tuple[Role, ...]:
        return tuple(self.rng.sample(list(Role), self.rng.choice((0, 0, 1, 2))))

    def _seats(self) -> tuple[Seat, ...]:
        return tuple(self.rng.sample(list(Seat), self.rng.choice((0, 0, 1, 2))))

    def _clause(self) -> str:
        known: list[str] = [*clauses(self.game.rulebook), "PFS-7.4", "PFS-7.4", "GEN-3a", "XYZ-1"]
        return self.rng.choice(known)

    def _tile(self) -> str:
        faces: list[str] = [*(sorted(self.game.unseen()) or "A"), "#", "?", "Q"]
        return self.rng.choice(faces)

    def _count(self) -> int:
        return self.rng.choice((0, 1, 2, 3, 7, 9, 100, len(self.game.bag)))

    def _turn(self) -> int:
        return self.rng.randint(0, len(self.game.turns) + 1)

    def _ruling(self) -> int:
        return self.rng.randint(0, len(self.game.rulings) + 1)

    def _points(self) -> int:
        phase = self.game.phase
        laid = phase.laid if isinstance(phase, Challenged) else phase
        true = [laid.points] if isinstance(laid, Laid) else []
        true += [turn.true for turn in self.game.turns[-3:]]
        return self.rng.choice((*true, -5, 0, 3, 5, 10, 20))

    def _millis(self) -> int:
        return self.rng.choice((-10_000_000, -60_000, -1, 0, 1000, 600_000))

    def _final(self) -> BySeat[int]:
        scores = list(self.game.scores)
        return BySeat(self.rng.choice((scores, scores, scores[::-1], [*scores, 0][:4], [0] * len(scores))))

    def _words(self) -> tuple[str, ...]:
        phase = self.game.phase
        laid = phase.laid if isinstance(phase, Challenged) else phase
        own = [word.text for word in laid.words] if isinstance(laid, Laid) else ["A"]
        asked = list(phase.words) if isinstance(phase, Challenged) else own
        return tuple(self.rng.choice((asked, asked, own[:1], own + own, ["xyz"], [])))

    def _tiles(self) -> Tiles:
        """Some of a rack, some of what nobody has seen, the whole set, or letters from nowhere."""
        game, rng = self.game, self.rng
        pools = [sorted(rack) for rack in game.racks] + [sorted(game.unseen()), list("AĄZ?QŹ##")]
        if isinstance(game.phase, Inspecting):
            pools += [sorted(game.phase.pool), sorted(game.phase.drawn or Tiles())]
        pool = rng.choice(pools)
        if rng.random() < 0.1:
            return tile_set(game.tile_set).tiles + Tiles(pool[:2])
        most = min(len(pool), rng.choice((1, 2, 3, 7, 8)))
        return Tiles(rng.sample(pool, rng.randint(0, most)))

    def _placement(self) -> Placement:
        """Tiles of a rack or from nowhere, in a row somewhere or scattered."""
        game, rng = self.game, self.rng
        faces = [face for face in (*game.racks[rng.choice(game.seats)], *sorted(game.unseen())[:3]) if face != "#"]
        chosen = rng.sample(faces, rng.randint(0, min(3, len(faces))))
        row, column = rng.randint(0, 15), rng.randint(0, 13)
        places = [Square(row, column + step) for step in range(len(chosen))]
        if rng.random() < 0.4:
            places = [Square(rng.randint(0, 14), rng.randint(0, 14)) for _ in chosen]
        return Placement({place: self._read(face) for place, face in zip(places, chosen, strict=True)})

    def _blanks(self) -> Placement:
        """Blanks where blanks lie, or do not."""
        game, rng = self.game, self.rng
        lying = dict(game.board.tiles())
        if isinstance(game.phase, Thinking) and isinstance(
            plan := getattr(game.phase.plan, "placement", None), Placement
        ):
            lying |= dict(plan.tiles)
        squares = [square for square, tile in lying.items() if tile.blank or rng.random() < 0.02] or [Square(7, 7)]
        chosen = rng.sample(squares, rng.randint(1, min(2, len(squares))))
        return Placement({square: self._read("?") for square in chosen})

    _blank = _blanks

    def _misread(self) -> Placement:
        """Tiles of the board read as something else."""
        lying = [square for square, _ in self.game.board.tiles()] or [Square(7, 7)]
        faces = [*sorted(self.game.unseen()), "A", "?"]
        chosen = self.rng.sample(lying, self.rng.randint(0, min(2, len(lying))))
        return Placement({square: self._read(self.rng.choice(faces)) for square in chosen})

    def _read(self, face: str) -> Tile:
        letters = tile_set(self.game.tile_set).alphabet.letters
        return Tile(self.rng.choice((None, *letters)), blank=True) if face == "?" else Tile.read(face)


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _measures() -> frozenset[Any]:
    return frozenset(get_args(m.Measure))
