"""Levels of bots: who plays better knows more words, errs less and looks further; nobody sees what a person would not."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from engine.test_bots import after, played, taken_up
from mostek.core.board import Square
from mostek.core.moves import Exchange, Pass, Placement
from mostek.core.players import Seat
from mostek.core.position import Position
from mostek.core.tiles import Tile, Tiles
from mostek.engine.bots import DEFAULT_LEVEL, Level, levels
from mostek.engine.bots.bot import Bot, open_bot
from mostek.engine.bots.candidates import Vocabulary
from mostek.engine.bots.lookahead import LOOK
from mostek.engine.endgame import PreEndgameSolution, solve_in
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import search_position
from mostek.engine.search import EngineMove
from mostek.lexicon import CORE, DEFAULT
from mostek.lexicon.curated import short_words
from mostek.lexicon.library import open_lexicon
from mostek.notation.formats import cgp
from mostek.referee import Game, replay, view_for
from mostek.referee.commands import ChallengeWords, Command, ExchangeTiles, LayTiles, PassTurn, RecordMove
from mostek.referee.state import Over, Thinking
from mostek.referee.views import View
from mostek.rules.loading import rulebook

LONGEST = 15


def quick(name: str) -> Level:
    """The level, looking ahead a little and as long as that takes: as far as it comes on any machine."""
    level = levels()[name]
    if (far := level.lookahead) is None:
        return level
    return replace(level, lookahead=replace(far, deals=3, nodes=min(far.nodes, 5000), milliseconds=3_600_000))


def bot(name: str, lexicon: str, book: str = "gen") -> Bot:
    return open_bot(rulebook(book), lexicon, level=quick(name))


def vocabulary(name: str) -> Vocabulary:
    return Vocabulary(levels()[name].vocabulary, open_lexicon(CORE))


def laid(word: str, game: Game) -> Game:
    """The game after the first player has laid these letters from the start square on."""
    placement = Placement({Square(7, 7 + place): Tile.read(letter) for place, letter in enumerate(word)})
    return after(game, LayTiles(seat=Seat.FIRST, placement=placement))


@pytest.mark.parametrize("name", levels())
def test_games_of_every_level_end_and_repeat_themselves(short_lexicon: str, name: str) -> None:
    players = [bot(name, short_lexicon) for _ in range(2)]
    log = played("gen", players, 3)
    game = replay(log)
    assert game is not None
    assert isinstance(game.phase, Over)
    assert played("gen", [bot(name, short_lexicon) for _ in range(2)], 3) == log


def test_who_is_better_knows_every_word_that_a_weaker_one_knows() -> None:
    shares = [level.vocabulary or (100,) * (LONGEST - 1) for level in levels().values()]
    for weaker, better in itertools.pairwise(shares):
        assert all(few <= many for few, many in zip(weaker, better, strict=False))
        assert len(weaker) <= len(better)
    words = short_words()
    known = []
    for name in ("beginner", "pupil", "club", "static"):
        level = vocabulary(name)
        known.append({word for word in words if word in level})
    for fewer, more in itertools.pairwise(known):
        assert fewer < more


def test_a_word_known_today_is_known_tomorrow() -> None:
    """The same words in every process, on every machine, in every edition of the list."""
    words = ["DOM", "KOT", "LAS", "NOC", "OKO", "PIES", "RYBA", "WODA", "ZAMEK", "KSIĄŻKA"]
    assert [word for word in words if word in vocabulary("beginner")] == ["DOM", "LAS", "NOC", "ZAMEK"]
    assert [word for word in words if word not in vocabulary("club")] == ["KSIĄŻKA"]


def test_about_so_many_in_a_hundred_are_known_and_nothing_longer() -> None:
    half = Vocabulary((0, 50), open_lexicon(DEFAULT))
    assert not any(word in half for word in short_words() if len(word) == 2)
    threes = [word for word in short_words() if len(word) == 3]
    assert 0.45 < sum(word in half for word in threes) / len(threes) < 0.55
    assert "KOTY" not in Vocabulary((100, 100), open_lexicon(DEFAULT))
    assert "KOTY" in Vocabulary((100, 100, 100), open_lexicon(DEFAULT))


def test_who_knows_a_word_knows_its_forms() -> None:
    some = Vocabulary((0, 0, *[40] * 13), open_lexicon(DEFAULT))
    families = [
        ["KSIĄŻKA", "KSIĄŻKI", "KSIĄŻKAMI"],
        ["WODA", "WODAMI", "WODACH"],
        ["ZIMA", "ZIMAMI"],
        ["ROWER", "ROWERY"],
    ]
    assert all(form in open_lexicon(DEFAULT) for forms in families for form in forms)
    known = [{form in some for form in forms} for forms in families]
    assert {True} in known
    assert {False} in known
    assert all(len(each) == 1 for each in known)


@pytest.mark.parametrize("name", ["beginner", "pupil", "club"])
def test_a_bot_lays_no_word_that_it_does_not_know(short_lexicon: str, name: str) -> None:
    game = replay(played("gen", [bot(name, short_lexicon), bot("static", short_lexicon)], 4))
    assert game is not None
    words = [word.text for turn in game.turns if turn.seat is Seat.FIRST for word in turn.words]
    assert words
    assert all(word in vocabulary(name) for word in words)
    assert not all(word.text in vocabulary(name) for turn in game.turns for word in turn.words)


def commands(name: str, lexicon: str, games: Sequence[View]) -> list[Command | None]:
    player = bot(name, lexicon)
    return [player.command(view) for view in games]


def many_views() -> list[View]:
    """The same position in games of other seeds, which is all that tells them apart."""
    view = view_for(taken_up("H8 K H9 O H10 T", ["AEIORTW", "AAAAAAA"]), Seat.FIRST)
    return [replace(view, commitment=f"{number:064x}") for number in range(12)]


def test_who_wavers_plays_otherwise_from_game_to_game_and_never_in_the_same(short_lexicon: str) -> None:
    views = many_views()
    wavering = commands("pupil", short_lexicon, views)
    assert len({repr(command) for command in wavering}) > 1
    assert commands("pupil", short_lexicon, views) == wavering
    assert len({repr(command) for command in commands("static", short_lexicon, views)}) == 1


def test_who_counts_points_alone_exchanges_only_when_nothing_can_be_laid(short_lexicon: str) -> None:
    rack, bag = "ŹŹŹŹŹŹŹ", "AAAAEEEEIIIIOOOO"
    stuck = view_for(taken_up("H8 K H9 O H10 T", [rack, "AAAAAAA"], bag), Seat.FIRST)
    assert bot("pupil", short_lexicon).command(stuck) == ExchangeTiles(seat=Seat.FIRST, tiles=Tiles.of(rack))
    poor = view_for(taken_up("H8 K H9 O", ["TŹŹŹŹŹŹ", "AAAAAAA"], bag), Seat.FIRST)
    assert isinstance(bot("static", short_lexicon).command(poor), ExchangeTiles)
    greedy = open_bot(rulebook("gen"), short_lexicon, level=replace(levels()["static"], counts_leave=False))
    assert isinstance(greedy.command(poor), LayTiles)


def test_nobody_challenges_a_word_that_is_one(short_lexicon: str) -> None:
    game = laid("KOT", taken_up("", ["KOTAAAA", "AAAAAAA"]))
    for name in levels():
        assert bot(name, short_lexicon).command(view_for(game, Seat.SECOND)) == RecordMove(seat=Seat.SECOND)


def test_who_knows_few_words_lets_some_pass_that_are_none(short_lexicon: str) -> None:
    for letters in ("TKO", "OTK", "TOAAAAK"):
        game = laid(letters, taken_up("", [f"{letters:A<7}", "AAAAAAA"]))
        for name in levels():
            noticed = Vocabulary(levels()[name].vocabulary, open_lexicon(CORE)).is_sure_of(letters)
            answer = bot(name, short_lexicon).command(view_for(game, Seat.SECOND))
            assert isinstance(answer, ChallengeWords) is noticed
    assert not vocabulary("beginner").is_sure_of("TOAAAAK")
    assert vocabulary("static").is_sure_of("TOAAAAK")


@pytest.mark.parametrize("name", ["expert", "master"])
def test_looking_ahead_sees_only_the_view(short_lexicon: str, name: str) -> None:
    """What lies in the bag and on the other rack changes nothing in the command."""
    player, differing = bot(name, short_lexicon), 0
    for game in thinking(short_lexicon, 5)[3:15:4]:
        seat = game.on_turn
        assert seat is not None
        other = game.players.next(seat)
        drawn = Tiles([*game.bag][:7])
        racks = game.racks.put(other, drawn)
        swapped = replace(game, racks=racks, bag=game.bag - drawn + game.racks[other])
        command = player.command(view_for(game, seat))
        assert player.command(view_for(swapped, seat)) == command
        differing += command != bot("static", short_lexicon).command(view_for(game, seat))
    assert differing, "it must have looked ahead"


@pytest.mark.parametrize("seats", [3, 4])
def test_among_more_than_two_the_best_by_equity_is_taken(short_lexicon: str, seats: int) -> None:
    master, static = bot("master", short_lexicon), bot("static", short_lexicon)
    assert played("gen", [master] * seats, 2) == played("gen", [static] * seats, 2)


def thinking(lexicon: str, seed: int, book: str = "gen") -> list[Game]:
    """The positions of a game of the usual bots, of whole sets of tiles, in which somebody is to move."""
    static = bot("static", lexicon, book)
    log = played(book, [static, static], seed)
    games = [replay(log[:count]) for count in range(1, len(log))]
    return [game for game in games if game and isinstance(game.phase, Thinking) and not game.must_draw]


def lead_at_the_end(first: Bot, second: Bot, game: Game) -> int:
    """By how many points the first player wins when both play on from there."""
    while not isinstance(game.phase, Over):
        players = zip(game.seats, (first, second), strict=True)
        asked: Iterator[Command | None] = (player.command(view_for(game, seat)) for seat, player in players)
        game = after(game, next(command for command in asked if command is not None))
    return game.scores[Seat.FIRST] - game.scores[Seat.SECOND]


def test_with_an_empty_bag_the_master_reckons_out_what_others_only_value(short_lexicon: str) -> None:
    master, static = bot("master", short_lexicon), bot("static", short_lexicon)
    gains = []
    for seed in range(4):
        game = next(game for game in thinking(short_lexicon, seed) if not len(game.bag))
        gains.append(lead_at_the_end(master, static, game) - lead_at_the_end(static, static, game))
    assert sum(gains) > 0, gains


def turn_of(command: Command | None) -> Placement | Exchange | Pass:
    if isinstance(command, LayTiles):
        return command.placement
    assert isinstance(command, (ExchangeTiles, PassTurn))
    return Exchange(command.tiles) if isinstance(command, ExchangeTiles) else Pass()


def as_turn(move: EngineMove) -> Placement | Exchange | Pass:
    return move.placement if isinstance(move, FoundPlay) else move


def test_with_one_tile_in_the_bag_the_master_does_what_is_proved_to_be_good_after_every_draw(
    short_lexicon: str,
) -> None:
    """The engine comes to it on another way: from a written position."""
    far = levels()["master"].lookahead
    assert far
    looks = 40
    level = replace(levels()["master"], lookahead=replace(far, deals=1, nodes=looks * LOOK, milliseconds=3_600_000))
    master, differing = open_bot(rulebook("gen"), short_lexicon, level=level), 0
    for game, seat in itertools.islice(with_one_in_the_bag(short_lexicon), 8):
        racks = (tuple(game.racks[seat]), ())
        scores = (game.scores[seat], game.scores[game.players.next(seat)])
        asked = search_position(cgp.format_position(Position(game.board, racks, scores, 0)), lexicon=short_lexicon)
        asked = dataclasses.replace(asked, exchange_from=rulebook("gen").exchange.bag_minimum.value)
        left = itertools.count()
        found = solve_in(asked, threads=1, go_on=lambda left=left: next(left) < looks)  # type: ignore[misc]
        assert isinstance(found, PreEndgameSolution)
        command = master.command(view_for(game, seat))
        if found.best.settled == found.best.draws:
            equal = [
                each for each in found.candidates if (each.share, each.spread) == (found.best.share, found.best.spread)
            ]
            assert turn_of(command) in [as_turn(each.candidate.move) for each in equal]
            differing += command != bot("static", short_lexicon).command(view_for(game, seat))
    assert differing, "it must have tried the draws"


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        ("gen", range(1, 4)),
        pytest.param("chal", range(1, 4), marks=pytest.mark.long),
        ("pfs", range(7, 10)),
        pytest.param("open", range(8, 12), marks=pytest.mark.long),
    ],
)
def test_the_master_exchanges_as_late_as_the_rulebook_allows(short_lexicon: str, book: str, expected: range) -> None:
    """GEN-6X-b and CHAL-7a name no fewest tiles in the bag, PFS-4.3.1b and OPEN-exch-4 do."""
    master, bags = bot("master", short_lexicon, book), []
    for game in itertools.chain(*(thinking(short_lexicon, seed, book) for seed in range(8))):
        seat = game.on_turn
        if seat and len(game.bag) < 12 and len(game.racks[game.players.next(seat)]) == 7:
            command = master.command(view_for(game, seat))
            assert command
            after(game, command)
            bags += [len(game.bag)] if isinstance(command, ExchangeTiles) else []
    assert min(bags) in expected, bags


@pytest.mark.parametrize("bag", [0, 1, 40])
def test_who_is_told_to_stop_stops_and_answers(short_lexicon: str, bag: int) -> None:
    far = levels()["master"].lookahead
    assert far
    endless = replace(far, deals=10**12, nodes=10**12, milliseconds=3_600_000)
    master = open_bot(rulebook("gen"), short_lexicon, level=replace(levels()["master"], lookahead=endless))
    asked = itertools.count()
    for seed in range(3):
        game = next(game for game in thinking(short_lexicon, seed) if len(game.bag) <= bag)
        seat = game.on_turn
        assert seat
        assert master.command(view_for(game, seat), go_on=lambda: next(asked) < 0) is not None
    # An end may be proved before anybody asks; with one tile in the bag two ways of looking ahead ask.
    assert next(asked) in (range(7) if bag < 2 else range(3, 4))


def with_one_in_the_bag(lexicon: str) -> Iterator[tuple[Game, Seat]]:
    """Positions with one tile in the bag and full racks, and who is to move."""
    for seed in itertools.count():
        for game in thinking(lexicon, seed):
            places = (len(game.bag), *map(len, game.racks), len(game.board))
            if game.on_turn and places == (1, 7, 7, 85):
                yield game, game.on_turn


def test_who_cannot_lay_or_exchange_passes_at_every_level(short_lexicon: str) -> None:
    game = taken_up("H8 K H9 O H10 T", ["ŹŹŹŹŹŹŹ", "AAAAAAA"], bag="")
    for name in levels():
        assert bot(name, short_lexicon).command(view_for(game, Seat.FIRST)) == PassTurn(seat=Seat.FIRST)


def test_the_usual_bot_is_there() -> None:
    assert DEFAULT_LEVEL in levels()
