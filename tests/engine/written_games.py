"""Games that were never played by people, as GCG: whole ones from a seed, and short ones line by line."""

from __future__ import annotations

from random import Random

from mostek.core.board import Board, layout
from mostek.core.moves import Exchange
from mostek.core.tiles import Tiles, tile_set
from mostek.engine.equipment import Equipment, equipment
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.search import Candidate, best_of
from mostek.notation.coordinates import Orientation, format_coordinate

POLISH = tile_set("pl-current")
HEAD = "#character-encoding UTF-8\n#lexicon {lexicon}\n#player1 ala Ala\n#player2 ola Ola\n"


def whole_game(lexicon: str, seed: int, errors: tuple[float, float] = (0, 3)) -> str:
    """A whole game: each player takes, by the mean of `errors`, a move further down the list of the best."""
    return _Table(equipment(lexicon), lexicon, seed, errors).play()


class _Table:
    def __init__(self, used: Equipment, lexicon: str, seed: int, errors: tuple[float, float]) -> None:
        self.used, self.errors, self.chance = used, errors, Random(seed)
        self.bag = sorted(POLISH.tiles)
        self.chance.shuffle(self.bag)
        self.racks = [[self.bag.pop() for _ in range(7)] for _ in range(2)]
        self.board, self.scores, self.passes = Board(layout()), [0, 0], 0
        self.lines = [HEAD.format(lexicon=lexicon).rstrip("\n")]

    def play(self) -> str:
        for number in range(80):
            me = number % 2
            self._turn(me)
            if self.passes == 4:
                break
            if not self.racks[me] and not self.bag:
                left = "".join(self.racks[1 - me])
                points = 2 * POLISH.value(left)
                self._write(me, f"({left})", points, rack="")
                break
        return "\n".join(self.lines) + "\n"

    def _turn(self, me: int) -> None:
        rack = POLISH.alphabet.sort(self.racks[me])
        found = self._chosen(me)
        move = found.move
        if isinstance(move, FoundPlay):
            square = format_coordinate(move.start, move.direction, Orientation.NUMBERED_ROWS)
            word = "".join(str(tile) if tile else "." for tile in move.word)
            self._write(me, f"{square} {word}", move.score, rack)
            self.board = self.board.lay(move.placement.tiles)
        gone = [*move.faces] if isinstance(move, FoundPlay) else [*move.tiles] if isinstance(move, Exchange) else []
        if not isinstance(move, FoundPlay):
            self._write(me, "-" + POLISH.alphabet.sort(gone), 0, rack)
        self.passes = 0 if gone else self.passes + 1
        for face in gone:
            self.racks[me].remove(face)
        self.racks[me] += [self.bag.pop() for _ in range(min(len(gone), len(self.bag)))]
        if isinstance(move, Exchange):
            self.bag += gone
            self.chance.shuffle(self.bag)

    def _chosen(self, me: int) -> Candidate:
        lead = self.scores[me] - self.scores[1 - me]
        position = SearchPosition(self.used, self.board, Tiles(self.racks[me]), lead, min(self.passes, 3))
        ranking = best_of(position, 30, both_directions=False)
        mean = self.errors[me]
        return ranking[min(int(self.chance.expovariate(1 / mean)) if mean else 0, len(ranking) - 1)]

    def _write(self, me: int, written: str, points: int, rack: str) -> None:
        self.scores[me] += points
        nick = ("ala", "ola")[me]
        held = f"{rack} " if rack else ""
        self.lines.append(f">{nick}: {held}{written} +{points} {self.scores[me]}")
