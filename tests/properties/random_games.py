"""Games at random, sense mixed with nonsense, checked after every event. One command plays as many as are wanted:

python tests/properties/random_games.py --games 20000 --rulebook pfs
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import msgspec

from books import OPEN_TIME, SEATS
from mostek.core.board import Board, Direction, Square, layout
from mostek.core.moves import Placement
from mostek.core.players import Role, Seat, Viewer
from mostek.core.tiles import NO_TILES, Tile, Tiles, tile_set
from mostek.engine.kernel import open_searcher
from mostek.notation import wire
from mostek.referee import Conducted, Game, conduct, event_for, evolve, replay, view_for
from mostek.referee import commands as c
from mostek.referee.events import Event
from mostek.referee.evolve import begin
from mostek.referee.state import Challenged, ChoosingStarter, Closing, Dealing, HandingOver, Laid, Over, Thinking
from mostek.rules.loading import rulebook, source_of

Plays = Callable[[Board, Tiles], list[Placement]]
"""Finds some placements for a rack; nothing that the referee relies on."""

LONG = 1500
"""After so many events everybody only passes: exchanges alone could go on for ever (GEN-6X-a)."""


@dataclass
class RandomGame:
    """One game and all that is known of it: the live game, a second one folded from JSON, and the log."""

    book_name: str
    seats: int
    rng: random.Random
    plays: Plays
    nonsense: float = 0.15
    live: Game | None = None
    folded: Game | None = None
    log: list[Event] = field(default_factory=list)
    at: int = 0
    refusals: int = 0

    def __post_init__(self) -> None:
        self.book = rulebook(self.book_name)
        self.set = tile_set("pl-current")

    def draw(self, bag: Tiles, count: int) -> Tiles:
        return Tiles(self.rng.sample(sorted(bag), count))

    def play(self, most: int = 4000) -> Game:
        """Play to the end and return the game."""
        self.send(self.creation())
        for _ in range(most):
            assert self.live is not None
            if isinstance(self.live.phase, Over):
                break
            self.step()
        assert self.live is not None
        assert isinstance(self.live.phase, Over), "the game did not end"
        assert self.send(c.PassTurn(seat=Seat.FIRST)).refused, "a finished game accepted a move"
        assert replay(self.log) == self.live
        return self.live

    def step(self) -> None:
        """One command, sense or nonsense, a moment later."""
        self.at += self.rng.choice((0, 10, 500, 5_000, 20_000))
        self.send(self.anything() if self.rng.random() < self.nonsense else self.sense())

    def send(self, command: c.Command) -> Conducted:
        """Conduct a command as it comes over the wire, and check everything that must always hold."""
        command = wire.decode_command(wire.encode(command))
        before = self.live
        answer = conduct(before, command, self.book, self.draw)
        for event in answer.events:
            again = wire.decode_event(wire.encode(event))
            assert again == event, event
            self.folded = begin(again) if before is None and self.folded is None else self.fold(again)  # type: ignore[arg-type]
            self.log.append(event)
        if answer.events:
            assert self.folded == answer.game, "replay differs from the live game"
        self.live = answer.game
        if answer.refused:
            self.refusals += 1
            source_of(answer.refused.clause)
            assert answer.events or answer.game is before or answer.game == before, "a refused command changed the game"
        if self.live is not None and answer.events:
            self.check(self.live, answer)
        return answer

    def fold(self, event: Event) -> Game:
        assert self.folded is not None
        return evolve(self.folded, event)

    def check(self, game: Game, answer: Conducted) -> None:
        """No tile made or lost; racks never too full; scores are the sum of turns; views keep secrets."""
        assert game.all_tiles() == self.set.tiles, "a tile was made or lost"
        assert all(len(rack) <= 7 for rack in game.racks)
        if game.clock is not None:
            assert all(left >= 0 for left in game.clock.left)
        if self.rng.random() < 0.04:
            self.check_secrets(game, answer)

    def check_secrets(self, game: Game, answer: Conducted) -> None:
        """Whatever a viewer gets is the same whatever the tiles are that they may not see."""
        viewers: list[Viewer] = [Role.SPECTATOR, Role.ASSISTANT, *game.seats]
        for viewer in viewers:
            other = self.shuffled(game, viewer)
            if not isinstance(game.phase, Over):
                assert view_for(game, viewer) == view_for(other, viewer), f"{viewer} sees a secret"
            for event in answer.events:
                seat = getattr(event, "seat", None)
                tiles = getattr(event_for(event, viewer), "tiles", NO_TILES)
                assert seat is viewer or set(tiles) <= {"#"}, event

    def shuffled(self, game: Game, viewer: Viewer) -> Game:
        """The same game with everything mixed that the viewer may not see."""
        hidden = [seat for seat in game.seats if seat is not viewer]
        pool = game.bag
        for seat in hidden:
            pool = pool + game.racks[seat]
        faces = sorted(pool)
        self.rng.shuffle(faces)
        racks = game.racks
        for seat in hidden:
            racks = racks.put(seat, Tiles(faces[: len(game.racks[seat])]))
            del faces[: len(game.racks[seat])]
        return msgspec.structs.replace(game, racks=racks, bag=Tiles(faces))

    def creation(self) -> c.CreateGame:
        flags = [self.rng.random() < 0.6 for _ in range(5)]
        steps = c.SWIFT if self.rng.random() < 0.5 else c.Steps(*flags)
        starter = Seat(self.rng.randint(1, self.seats)) if self.rng.random() < 0.3 else None
        return c.CreateGame(
            rulebook=self.book_name,
            players=("A", "B", "C", "D")[: self.seats],
            steps=steps,
            millis=600_000 if self.book_name in OPEN_TIME else None,
            starter=starter,
            at=0,
        )

    def sense(self) -> c.Command:
        """A command that may well be allowed now."""
        assert self.live is not None
        game = self.live
        owing = [seat for seat in game.seats if len(game.racks[seat]) < 7 and len(game.bag)]
        if owing and not isinstance(game.phase, ChoosingStarter | Over) and self.rng.random() < 0.7:
            count = None if self.rng.random() < 0.7 else self.rng.randint(1, 7)
            return c.DrawTiles(seat=self.rng.choice(owing), count=count, at=self.at)
        match game.phase:
            case ChoosingStarter(contenders=contenders, drawn=drawn):
                return c.DrawStartTile(
                    seat=self.rng.choice([seat for seat in contenders if seat not in drawn]), at=self.at
                )
            case Dealing(starter=starter):
                return c.StartClock(seat=game.players.next(starter), at=self.at)
            case Thinking(seat=seat):
                return self.turn(game, seat)
            case Laid():
                return self.talk(game, game.phase)
            case Challenged():
                return c.JudgeWords(valid=self.rng.random() < 0.6, by=Role.LEXICON, at=self.at)
            case Closing(recorded=recorded):
                waiting = [seat for seat in game.seats if seat not in recorded]
                if self.rng.random() < 0.2:
                    return c.OverrideVerdict(valid=True, by=Role.JURY, reason="jest w OSPS", at=self.at)
                return c.RecordMove(seat=self.rng.choice(waiting), at=self.at)
            case HandingOver(seat=seat):
                return c.StartClock(seat=seat, at=self.at)
            case _:
                return c.CheckTime(at=self.at)

    def turn(self, game: Game, seat: Seat) -> c.Command:
        choice = self.rng.random() if len(self.log) < LONG else 1.0
        if choice < 0.75 and (plays := self.plays(game.board, game.racks[seat])):
            return c.LayTiles(seat=seat, placement=self.rng.choice(plays), at=self.at)
        if choice < 0.85 and len(game.racks[seat]):
            faces = sorted(game.racks[seat])
            tiles = Tiles(self.rng.sample(faces, self.rng.randint(1, len(faces))))
            return c.ExchangeTiles(seat=seat, tiles=tiles, count=len(tiles), at=self.at)
        if choice < 0.9:
            return c.CheckTime(at=self.at + self.rng.choice((0, 60_000, 130_000)))
        return c.PassTurn(seat=seat, at=self.at)

    def talk(self, game: Game, laid: Laid) -> c.Command:
        others = game.opponents_of(laid.seat)
        if laid.announced is None and self.rng.random() < 0.5:
            return c.AnnounceValue(seat=laid.seat, points=laid.points, at=self.at)
        if self.rng.random() < 0.15:
            return c.ChallengeWords(seat=self.rng.choice(others), at=self.at)
        if self.rng.random() < 0.05:
            return c.ClaimPlacement(seat=self.rng.choice(others), at=self.at)
        return c.RecordMove(seat=self.rng.choice(game.seats), at=self.at)

    def anything(self) -> c.Command:
        """Nonsense: any command of anybody with anything in it."""
        rng, seat = self.rng, Seat(self.rng.randint(1, 4))
        at = None if rng.random() < 0.3 else self.at + rng.choice((-1000, 0, 0, 10))
        tiles = Tiles(rng.choice("AĄZ?QŹ#") for _ in range(rng.randint(0, 8)))
        points = rng.randint(-50, 200)
        made: list[c.Command] = [
            c.DrawStartTile(seat=seat, at=at, tile=rng.choice((None, "A", "Q"))),
            c.DrawTiles(seat=seat, at=at, count=rng.choice((None, 0, 1, 9)), tiles=rng.choice((None, tiles))),
            c.StartClock(seat=seat, at=at),
            c.LayTiles(seat=seat, at=at, placement=self.scattered()),
            c.ExchangeTiles(seat=seat, at=at, tiles=tiles, count=rng.choice((None, 0, len(tiles)))),
            c.PassTurn(seat=seat, at=at),
            c.AnnounceValue(seat=seat, at=at, points=points),
            c.RecordMove(seat=seat, at=at, points=rng.choice((None, points))),
            c.ChallengeWords(seat=seat, at=at, words=rng.choice(((), ("XYZ",), ("",)))),
            c.ClaimPlacement(seat=seat, at=at),
            c.JudgeWords(at=at, valid=rng.random() < 0.5, by=rng.choice(list(Role))),
            c.OverrideVerdict(at=at, valid=rng.random() < 0.5, by=rng.choice(list(Role)), reason=rng.choice(("", "x"))),
            c.CheckTime(at=at),
            self.creation(),
        ]
        return rng.choice(made)

    def scattered(self) -> Placement:
        """Tiles of the player on turn, or others, anywhere on the board and beside it."""
        assert self.live is not None
        seat = self.live.on_turn
        faces = sorted(self.live.racks[seat]) if seat and self.rng.random() < 0.8 else list("AŹ?Q")
        chosen = self.rng.sample(faces, self.rng.randint(0, len(faces)))
        start = Square(self.rng.randint(-1, 15), self.rng.randint(-1, 15))
        direction = self.rng.choice(list(Direction))
        squares = [start.step(direction, count) for count in range(len(chosen))]
        if self.rng.random() < 0.3:
            squares = [Square(self.rng.randint(0, 15), self.rng.randint(0, 15)) for _ in chosen]
        return Placement(
            {s: self.laid(face) for s, face in zip(squares, chosen, strict=True) if s.row >= 0 and s.column >= 0}
        )

    def laid(self, face: str) -> Tile:
        if face != "?":
            return Tile.read(face)
        return Tile(self.rng.choice([None, *self.set.alphabet.letters]), blank=True)


def no_plays(board: Board, rack: Tiles) -> list[Placement]:
    """Placements without a lexicon: some of the rack's tiles across or down through the start or beside a tile."""
    faces = [face for face in sorted(rack) if face != "?"][:5]
    taken = {square for square, _ in board.tiles()}
    found = []
    for square in taken or {board.layout.start}:
        for direction in Direction:
            start = square.step(direction.other) if taken else square
            tiles = {start.step(direction, count): Tile.read(face) for count, face in enumerate(faces[:2])}
            if len(tiles) == 2 and all(s in board.layout and not board[s] for s in tiles):
                found.append(Placement(tiles))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rulebook", choices=sorted(SEATS), required=True)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    events = refusals = 0
    endings: dict[str, int] = {}
    for number in range(options.games):
        seats = SEATS[options.rulebook][number % len(SEATS[options.rulebook])]
        rng = random.Random(f"{options.rulebook}-{options.seed}-{number}")
        game = RandomGame(options.rulebook, seats, rng, kernel_plays())
        try:
            over = game.play()
        except BaseException:
            print(f"rulebook {options.rulebook}, seats {seats}, seed {options.seed}, game {number}")
            raise
        assert isinstance(over.phase, Over)
        endings[over.phase.result.ending] = endings.get(over.phase.result.ending, 0) + 1
        events += len(game.log)
        refusals += game.refusals
    print(f"{options.rulebook}: {options.games} games, {events} events, {refusals} refusals, endings {endings}")


@cache
def kernel_plays() -> Plays:
    """Placements as a bot finds them in the default lexicon: the best few of them."""
    searcher = open_searcher("pl-wolny", tile_set("pl-current"), layout())
    return lambda board, rack: [play.placement for play in searcher.best(board, rack, 5)]


if __name__ == "__main__":
    main()
