"""Events come with sentences in the language and orientation of each page, made from what its viewer may know."""

from __future__ import annotations

import pytest

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat, Viewer
from mostek.core.result import Ending, GameResult
from mostek.core.tiles import Letter, Tile, Tiles
from mostek.features.tables.live.broadcast import Reading, SharedSentences, ending
from mostek.features.tables.live.messages import Sentence
from mostek.messages import language
from mostek.notation.coordinates import Orientation
from mostek.referee import Conducted, Game, conduct, event_for, replay
from mostek.referee import commands as c
from mostek.referee import events as e
from mostek.rules.loading import rulebook

POLISH = Reading("pl", Orientation.LETTERED_ROWS, whole=False)
ENGLISH = Reading("en", Orientation.NUMBERED_ROWS, whole=False)
LAID = e.TilesLaid(
    Seat.FIRST, Placement({Square.named("H8"): Tile(Letter("A"))}), (e.ScoredWord("AS", "H8", 2),), 2, ("gap",)
)
DRAWN = e.TilesDrawn(Seat.FIRST, Tiles.of("ŹŻ"))
OPENED = e.TurnOpened(Seat.SECOND)


@pytest.fixture(scope="module")
def game() -> Game:
    created = c.CreateGame(rulebook="gen", players=("Ewa", "Jan"), starter=Seat.FIRST)
    conducted = conduct(None, created, rulebook("gen"), lambda bag, count: Tiles(sorted(bag)[:count]))
    assert isinstance(conducted, Conducted)
    made = replay(conducted.events)
    assert made is not None
    return made


def known_to(viewer: Viewer) -> tuple[e.Event, ...]:
    return tuple(known for event in (LAID, DRAWN, OPENED) if (known := event_for(event, viewer)) is not None)


def test_a_sentence_is_in_the_language_and_orientation_of_its_reader(game: Game) -> None:
    laid, drawn, opened = SharedSentences(game).of(known_to(Seat.SECOND), POLISH)
    assert laid == Sentence("Ewa układa AS H8: 2 punkty.", quiet=False)
    assert drawn == Sentence("Ewa dobiera 2 płytki.", quiet=False)
    assert opened is None
    assert SharedSentences(game).of(known_to(Seat.SECOND), ENGLISH)[0] == Sentence(
        "Ewa lays AS 8H: 2 points.", quiet=False
    )


def test_the_whole_log_has_quiet_sentences_too(game: Game) -> None:
    assert SharedSentences(game).of((OPENED,), POLISH._replace(whole=True)) == (Sentence("Na ruchu: Jan.", quiet=True),)


def test_the_language_of_the_task_stays_as_it_was(game: Game) -> None:
    before = language()
    SharedSentences(game).of((OPENED,), ENGLISH)
    assert language() == before


def test_viewers_who_learn_the_same_share_a_sentence(game: Game) -> None:
    shared = SharedSentences(game)
    second, spectator = (shared.of(known_to(viewer), POLISH) for viewer in (Seat.SECOND, Role.SPECTATOR))
    assert all(one is other for one, other in zip(second, spectator, strict=True))
    assert shared.of(known_to(Seat.SECOND), ENGLISH) != second


@pytest.mark.parametrize("reading", [POLISH, ENGLISH, POLISH._replace(whole=True)])
def test_no_sentence_contains_a_tile_that_its_reader_may_not_see(game: Game, reading: Reading) -> None:
    for viewer in (Seat.FIRST, Seat.SECOND, Role.SPECTATOR, Role.ARBITER):
        texts = [
            sentence.text for sentence in SharedSentences(game).of(known_to(viewer), reading) if sentence is not None
        ]
        assert not [text for text in texts if "Ź" in text or "Ż" in text]


def test_the_end_is_told_in_the_language_of_its_reader(game: Game) -> None:
    zeros = BySeat([0, 0])
    result = GameResult(Ending.OUT, BySeat([380, 412]), zeros, (Seat.SECOND,), BySeat([2, 1]), False)
    said = ending(result, game.players, ENGLISH)
    assert said == "All tiles of one player are laid and the bag is empty. The winner: Jan."
    assert ending(result, game.players, POLISH).endswith("Wygrywa Jan.")
    assert ending(None, game.players, POLISH) == ""
