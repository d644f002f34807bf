"""Whole games at random tables: players, an arbiter and a clock, sense mixed with nonsense, everything checked.

In the folder `tests`, as many as are wanted: `python -m properties.random_tables --games 2000 --rulebook pfs`
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from hashlib import sha256
from traceback import format_exception

from books import OPEN_TIME, SEATS
from mostek.core.board import Square
from mostek.core.clock import Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat, Viewer
from mostek.core.tiles import Tile, Tiles
from mostek.notation import wire
from mostek.referee import Conducted, Game, conduct, decide, evolve, replay
from mostek.referee import commands as c
from mostek.referee import commands as m
from mostek.referee.automation import routine_step
from mostek.referee.commands import Check, Venue
from mostek.referee.events import Event
from mostek.referee.evolve import begin
from mostek.referee.refusals import Refused
from mostek.referee.state import Over
from mostek.rules.loading import book_of
from properties import option_checks
from properties.bookkeeping import Book, is_in_the_table, is_written
from properties.invariants import keeps_secrets, sheet_is_told, stays, tiles_hold
from properties.nonsense import Nonsense
from properties.random_games import kernel_plays, no_plays
from properties.sense import Plays, Sense

TIRED = 500
"""After so many commands nobody plays any more, only passes: else corrections and repeated moves could go on for ever."""
MOST = 3000
"""A game that lasts longer than so many commands will never end."""
PATIENCE = 600
"""In so many commands people with nothing but sense end any game, wherever nonsense has led it."""
RARE = 0.1
"""How many of the exclusions and resignations by chance are carried out: each ends the game."""
AFTERWARDS = 20
"""How many commands follow the end of a game."""
OTHER_WORDINGS: dict[str, tuple[str | int | bool, ...]] = {
    "start.tie": ("redraw_tied", "redraw_all", "without_return"),
    "start.blank": ("before_first_letter",),
    "challenge.check": ("slip",),
    "challenge.penalty": (5,),
    "challenge.after_flag": ("until_written", "with_move"),
    "order.early_draw": ("returned",),
    "order.hasty_draw": ("as_early", "refused"),
    "order.surplus_claim": ("until_recorded",),
    "order.restart": ("undeclared_blank",),
    "order.dead_bag_is_empty": (False,),
    "order.strict_lock": (False,),
    "order.stop_for_counting": (True,),
    "order.count_on_running_time": (False,),
    "order.untidy_tiles": ("must",),
    "order.illegible_tile": ("must",),
    "order.score_window": ("clock_stopped",),
    "order.slip_window": ("both_agree",),
    "order.procedures": (True,),
}
"""Older wordings and open questions, and an open event that plays by the federation's order (S78)."""


@dataclass
class RandomTable:
    """One game and all that is known of it: the live game, a second one folded from JSON, a book kept apart, the log."""

    rulebook: str
    seats: int
    rng: random.Random
    plays: Plays
    share: float = 0.5
    """How much of it is nonsense."""
    options: float = 0.2
    """How many of the accepted commands are compared with the options."""
    live: Game | None = None
    folded: Game | None = None
    kept: Book = field(default_factory=Book)
    log: list[Event] = field(default_factory=list)
    at: int = 0
    commands: int = 0
    refusals: int = 0

    def draw(self, bag: Tiles, count: int) -> Tiles:
        return Tiles(self.rng.sample(sorted(bag), count))

    def play(self) -> Game:
        """Play to the end and some commands more; return the game."""
        while self.live is None:
            self.send(self._creation())
        after = 0
        while after < AFTERWARDS and self.commands < MOST:
            self.step()
            after += isinstance(self.game.phase, Over)
        assert after, f"the game did not end: {self.game.phase} {self.game.interruption}"
        assert replay(self.log) == self.live
        return self.game

    @property
    def game(self) -> Game:
        assert self.live is not None
        return self.live

    def step(self) -> None:
        """One command, sense or nonsense, a moment later."""
        self.at += self.rng.choice((0, 0, 10, 500, 2_000, 10_000))
        tired = self.commands > TIRED
        chance = self.rng.random() * (4 if tired else 1)
        if chance < self.share * 0.6:
            command = Nonsense(self.game, self.rng).command(self.at)
        elif chance < self.share:
            command = Nonsense(self.game, self.rng).probe(self.at)
        else:
            command = Sense(self.game, self.rng, self.plays, self.at, tired).command()
        excludes = isinstance(command, c.Rule) and isinstance(command.measure, m.ExcludeFromGame | m.ExcludeFromEvent)
        rare = excludes or isinstance(command, c.Resign | c.Abort | c.EndIdleGame)
        if not rare or self.rng.random() < RARE:
            self.send(command)

    def send(self, command: c.Command) -> Conducted:
        """Conduct a command as it comes over the wire, and check everything that must always hold."""
        self.commands += 1
        command = wire.decode_command(wire.encode(command))
        before = self.live
        changes = command.changes if isinstance(command, c.CreateGame) else self.game.changes
        book = book_of(self.rulebook, changes)
        if before is not None and self.rng.random() < self.options:
            self._compare(before, command)
        answer = conduct(before, command, book, self.draw)
        for event in answer.events:
            self._hear(event)
        self.live = answer.game
        if answer.refused:
            self.refusals += 1
            is_written(self.rulebook, answer.refused.clause)
            is_in_the_table(book, answer.refused, answer.game)
            assert answer.events or answer.game == before, "a refused command changed the game"
        if answer.events:
            self._check(before, answer)
        return answer

    def _compare(self, game: Game, command: c.Command) -> None:
        """What the judge accepts the options must offer; commands that let a time run out first are no test of that."""
        now = Millis(game.now if command.at is None else command.at)
        if game.clock is not None and game.clock.overdue(now):
            return
        decided = decide(game, command, book_of(game.rulebook, game.changes), self.draw)
        if not isinstance(decided, Refused):
            option_checks.agrees(game, command, now)

    def _can_end(self) -> None:
        """From here a game comes to its end without any nonsense, and without more than the arbiter's nod."""
        game, at = self.game, max(self.at, self.game.now)
        book = book_of(self.rulebook, game.changes)
        for _ in range(PATIENCE):
            if isinstance(game.phase, Over):
                return
            at += 1000
            answer = conduct(game, Sense(game, self.rng, no_plays, at, tired=True).command(), book, self.draw)
            assert answer.game is not None
            game = answer.game
        raise AssertionError(f"nobody can end this game: {game.phase} {game.interruption}\nfrom {self.game.phase}")

    def _hear(self, event: Event) -> None:
        again = wire.decode_event(wire.encode(event))
        assert again == event, event
        self.folded = begin(again) if self.folded is None else evolve(self.folded, again)  # type: ignore[arg-type]
        self.kept.hear(again)
        self.log.append(event)

    def _check(self, before: Game | None, answer: Conducted) -> None:
        game = self.game
        assert self.folded == game, "replay differs from the live game"
        tiles_hold(game)
        self.kept.agrees(game)
        assert routine_step(game, book_of(self.rulebook, game.changes)) is None, "a step that is due was not taken"
        if before is not None:
            stays(before, game)
        viewers: tuple[Viewer, ...] = (*game.seats, *game.seats, *option_checks.BESIDE_TABLE)
        if before is not None:
            sheet_is_told(before, game, self.rng.choice(viewers))
        option_checks.misses_nothing(game, self.rng.choice(viewers), self.rng.choice((None, max(self.at, game.now))))
        option_checks.offers_nothing_by_hand(game, self.rng.choice(viewers))
        if self.rng.random() < 0.1:
            keeps_secrets(game, answer.events, self.rng)
            option_checks.tells_nothing(game, self.rng)
        if self.rng.random() < 0.03:
            self._can_end()

    def _creation(self) -> c.CreateGame:
        rng, federal, timed = self.rng, self.rulebook == "pfs", self.rulebook in OPEN_TIME
        changes = {name: rng.choice(values) for name, values in OTHER_WORDINGS.items() if rng.random() < 0.15}
        if not timed:
            changes = {}
        federal = federal or bool(changes.get("order.procedures"))
        venue = Venue.TABLE if rng.random() < 0.7 else Venue.ONLINE
        late = rng.choice((0, 0, 0, 0, 0, 0.5, 1)) if timed and federal else 0
        absent = tuple(seat for seat in list(Seat)[: self.seats] if rng.random() < late)
        return c.CreateGame(
            rulebook=self.rulebook,
            players=("A", "B", "C", "D")[: self.seats],
            steps=self._steps(),
            position=self._position() if not absent and rng.random() < 0.1 else None,
            millis=rng.choice((200_000, 600_000, 1_200_000)) if timed else None,
            starter=rng.choice((None, None, Seat.FIRST, Seat.SECOND)),
            changes=changes,
            venue=venue,
            checks=tuple(check for check in (Check.SET, Check.CLOCK, Check.EQUIPMENT) if rng.random() < 0.1),
            absent=absent,
            officials=tuple(seat for seat in list(Seat)[: self.seats] if rng.random() < 0.2),
            full_record=rng.random() < 0.2,
            arbiter=rng.random() < 0.8,
            scorer=rng.choice((None, None, Seat.FIRST)),
            commitment=sha256(b"x").hexdigest() if rng.random() < 0.3 else None,
            at=0,
        )

    def _position(self) -> c.StartPosition:
        """A game that is taken up in the middle, its racks face down as far as nobody has told them."""
        word = Placement({Square(7, 6 + place): Tile.read(face) for place, face in enumerate("KOt")})
        racks = BySeat(
            Tiles.of(self.rng.choice(("#######", "AEK####", "ZOWIESZ", "#", "?######"))) for _ in range(self.seats)
        )
        scores = BySeat(self.rng.randint(0, 300) for _ in range(self.seats))
        return c.StartPosition(board=word, racks=racks, scores=scores, on_turn=Seat(self.rng.randint(1, self.seats)))

    def _steps(self) -> c.Steps:
        ready = self.rng.choice((c.AT_TABLE, c.AT_TABLE, c.BY_HAND, c.SWIFT, None))
        return ready or c.Steps(*(self.rng.random() < 0.5 for _ in range(8)))


def table(rulebook: str, seed: int, number: int, plays: Plays, options: float = 0.2) -> RandomTable:
    """The game of that number; the same numbers give the same game."""
    seats = SEATS[rulebook][number % len(SEATS[rulebook])]
    return RandomTable(rulebook, seats, random.Random(f"table-{rulebook}-{seed}-{number}"), plays, options=options)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rulebook", choices=sorted(SEATS), default="pfs")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lexicon", action="store_true", help="let bots find the placements")
    parser.add_argument(
        "--options", type=float, default=0.2, help="how many accepted commands to compare with the options"
    )
    parser.add_argument("--go-on", action="store_true", help="go on with the next game after a failure")
    asked = parser.parse_args()
    plays = kernel_plays() if asked.lexicon else no_plays
    counts: dict[str, int] = {"events": 0, "commands": 0, "refusals": 0}
    for number in range(asked.first, asked.first + asked.games):
        game = table(asked.rulebook, asked.seed, number, plays, options=asked.options)
        try:
            over = game.play()
        except Exception as error:
            print(f"rulebook {asked.rulebook}, seed {asked.seed}, game {number}, command {game.commands}", flush=True)
            if not asked.go_on:
                raise
            print("".join(format_exception(error)[-3:]), flush=True)
            counts["failures"] = counts.get("failures", 0) + 1
            continue
        assert isinstance(over.phase, Over)
        ending = str(over.phase.result.ending)
        counts[ending] = counts.get(ending, 0) + 1
        counts["events"] += len(game.log)
        counts["commands"] += game.commands
        counts["refusals"] += game.refusals
    print(f"{asked.rulebook}: {asked.games} games, {counts}")


if __name__ == "__main__":
    main()
