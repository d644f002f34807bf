"""A bot sits at the table like a person: it sees a view, sends commands, and the referee never has to refuse one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from books import OPEN_TIME, SEATS
from mostek.core.board import Square, layout
from mostek.core.moves import Placement, score
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tiles import Tile, Tiles, tile_set
from mostek.engine.bots.bot import Bot, open_bot
from mostek.engine.kernel import open_searcher
from mostek.engine.random_draws import random_draws
from mostek.referee import Game, conduct, replay, view_for
from mostek.referee.commands import (
    ChallengeWords,
    ClaimPlacement,
    Command,
    CreateGame,
    ExchangeTiles,
    JudgeWords,
    LayTiles,
    PassTurn,
    RecordMove,
    StartPosition,
)
from mostek.referee.events import Event
from mostek.referee.state import Laid, Over, TurnKind
from mostek.rules.loading import rulebook

TABLES = [(name, seats) for name, numbers in SEATS.items() for seats in numbers]
POLISH = tile_set("pl-current")
MILLIS = dict.fromkeys(OPEN_TIME, 600_000)


def played(book: str, bots: Sequence[Bot], seed: int) -> list[Event]:
    """The log of a game of bots."""
    rules = rulebook(book)
    create = CreateGame(rulebook=book, players=("A", "B", "C", "D")[: len(bots)], millis=MILLIS.get(book))
    conducted = conduct(None, create, rules, random_draws(seed, 0))
    log = list(conducted.events)
    game = conducted.game
    assert game is not None
    while not isinstance(game.phase, Over):
        asked = {seat: bots[seat - 1].command(view_for(game, seat)) for seat in game.seats}
        written = game.phase.records if isinstance(game.phase, Laid) else {}
        command = next((command for seat, command in asked.items() if command and seat not in written), None)
        assert command is not None, f"nobody knows what to do: {game.phase}"
        conducted = conduct(game, command, rules, random_draws(seed, len(log)))
        assert conducted.refused is None, (command, conducted.refused)
        assert conducted.game is not None
        game = conducted.game
        log.extend(conducted.events)
    return log


def taken_up(board: str, racks: list[str], bag: str = "EEEE", book: str = "gen") -> Game:
    """A game in the middle; the first seat is on turn. `board` lists squares and tiles: `H8 K H9 O`."""
    words = board.split()
    tiles = {Square.named(name): Tile.read(tile) for name, tile in zip(words[::2], words[1::2], strict=True)}
    position = StartPosition(
        board=Placement(tiles),
        racks=BySeat(Tiles.of(rack) for rack in racks),
        scores=BySeat.all(len(racks), 0),
        on_turn=Seat.FIRST,
        bag=Tiles.of(bag),
    )
    create = CreateGame(rulebook=book, players=("A", "B"), millis=MILLIS.get(book), position=position)
    game = conduct(None, create, rulebook(book), random_draws(1, 0)).game
    assert game is not None
    return game


def after(game: Game, command: Command) -> Game:
    conducted = conduct(game, command, rulebook(game.rulebook), random_draws(1, 99))
    assert conducted.refused is None, conducted.refused
    assert conducted.game is not None
    return conducted.game


def asked(game: Game, seat: Seat, lexicon: str) -> Command | None:
    return open_bot(rulebook(game.rulebook), lexicon).command(view_for(game, seat))


@pytest.mark.parametrize(("book", "seats"), TABLES)
def test_games_of_bots_end_under_every_rulebook(short_lexicon: str, book: str, seats: int) -> None:
    bot = open_bot(rulebook(book), short_lexicon)
    laid = 0
    for seed in range(3):
        game = replay(played(book, [bot] * seats, seed))
        assert game is not None
        assert isinstance(game.phase, Over)
        laid += sum(turn.kind is TurnKind.PLACEMENT for turn in game.turns)
    assert laid > 30


def test_a_bot_always_answers_alike(short_lexicon: str) -> None:
    book = rulebook("gen")
    first = played("gen", [open_bot(book, short_lexicon) for _ in range(2)], 5)
    assert played("gen", [open_bot(book, short_lexicon) for _ in range(2)], 5) == first


def test_a_bot_does_nothing_that_is_not_its_own(short_lexicon: str) -> None:
    game = taken_up("H8 K H9 O", ["TAAEIOU", "ŹŹŹŹŹŹŹ"], bag="A")
    bot = open_bot(rulebook("gen"), short_lexicon)
    assert bot.command(view_for(game, Seat.SECOND)) is None
    assert bot.command(view_for(game, Role.SPECTATOR)) is None


def test_it_takes_points_where_the_tiles_left_are_as_good(short_lexicon: str) -> None:
    game = taken_up("H8 K H9 O", ["TTTTTTT", "AAAAAAA"], bag="A")
    command = asked(game, Seat.FIRST, short_lexicon)
    assert isinstance(command, LayTiles)
    best = open_searcher(short_lexicon, POLISH, layout()).best(game.board, game.racks[Seat.FIRST], 1)[0]
    assert score(game.board, command.placement, POLISH).total == best.score


@pytest.mark.parametrize(("word", "answer"), [("KOT", RecordMove), ("TKO", ChallengeWords)])
def test_it_challenges_what_its_lexicon_lacks_and_records_the_rest(
    short_lexicon: str, word: str, answer: type[Command]
) -> None:
    game = taken_up("", ["KOTAAAA", "AAAAAAA"])
    placement = Placement({Square(7, 7 + place): Tile.read(letter) for place, letter in enumerate(word)})
    laid = after(game, LayTiles(seat=Seat.FIRST, placement=placement))
    assert isinstance(asked(laid, Seat.SECOND, short_lexicon), answer)
    assert asked(laid, Seat.FIRST, short_lexicon) is None


def test_it_records_a_move_that_a_judge_found_valid_after_its_challenge(short_lexicon: str) -> None:
    game = taken_up("", ["KOTAAAA", "AAAAAAA"])
    placement = Placement({Square(7, 7 + place): Tile.read(letter) for place, letter in enumerate("TKO")})
    bot = open_bot(rulebook("gen"), short_lexicon)
    laid = after(game, LayTiles(seat=Seat.FIRST, placement=placement))
    challenge = bot.command(view_for(laid, Seat.SECOND))
    assert challenge == ChallengeWords(seat=Seat.SECOND)
    judged = after(after(laid, challenge), JudgeWords(valid=True, by=Role.JURY, reason="in a newer edition"))
    assert bot.command(view_for(judged, Seat.SECOND)) == RecordMove(seat=Seat.SECOND)


@pytest.mark.parametrize(("squares", "answer"), [("H10", RecordMove), ("A1", ClaimPlacement), ("H11", ClaimPlacement)])
def test_it_complains_of_tiles_that_hang_in_the_air(short_lexicon: str, squares: str, answer: type[Command]) -> None:
    game = taken_up("H8 K H9 O", ["TAAAAAA", "AAAAAAA"], book="pfs")
    laid = after(game, LayTiles(seat=Seat.FIRST, placement=Placement({Square.named(squares): Tile.read("T")})))
    assert isinstance(asked(laid, Seat.SECOND, short_lexicon), answer)


@pytest.mark.parametrize(
    ("book", "count"), [("gen", None), ("open", True), ("pfs", True)], ids=["unsaid", "required", "optional"]
)
def test_it_exchanges_a_rack_that_plays_nothing(short_lexicon: str, book: str, count: bool | None) -> None:
    game = taken_up("H8 K H9 O H10 T", ["ŹŹŹŹŹŹŹ", "AAAAAAA"], bag="AAAAEEEEIIIIOOOO", book=book)
    command = asked(game, Seat.FIRST, short_lexicon)
    assert command == ExchangeTiles(seat=Seat.FIRST, tiles=Tiles.of("ŹŹŹŹŹŹŹ"), count=7 if count else None)
    assert command is not None
    after(game, command)


@pytest.mark.parametrize(("book", "bag"), [("pfs", "AAAAAA"), ("open", "AAAAAAA"), ("gen", "")])
def test_it_passes_where_the_bag_is_too_small_to_exchange(short_lexicon: str, book: str, bag: str) -> None:
    game = taken_up("H8 K H9 O H10 T", ["ŹŹŹŹŹŹŹ", "AAAAAAA"], bag=bag, book=book)
    assert asked(game, Seat.FIRST, short_lexicon) == PassTurn(seat=Seat.FIRST)


def test_with_an_empty_bag_it_goes_out_though_another_play_has_more_points(short_lexicon: str) -> None:
    game = taken_up("H8 K H9 O", ["TA", "ŹŹŹŹŹŹŹ"], bag="")
    command = asked(game, Seat.FIRST, short_lexicon)
    assert isinstance(command, LayTiles)
    assert len(command.placement) == 2


def test_it_sees_only_the_view(short_lexicon: str) -> None:
    """What lies in the bag and on the other rack changes nothing in the command."""
    one = taken_up("H8 K H9 O", ["TAEIORZ", "AAAAAAA"], bag="EEEE")
    other = taken_up("H8 K H9 O", ["TAEIORZ", "EEEAAAA"], bag="EAAA")
    assert asked(one, Seat.FIRST, short_lexicon) == asked(other, Seat.FIRST, short_lexicon)
