"""Puzzles from self-play and from records: the same ones each time, each with one answer that another program finds, too."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from mostek.core.moves import words_formed, words_on
from mostek.core.players import Seat
from mostek.engine import best, moves, solve
from mostek.engine.endgame import EndgameSolution
from mostek.engine.parallel import ResultStore
from mostek.engine.review import GameReview, Grade, review
from mostek.features.puzzles.judging import DeepCheck
from mostek.features.puzzles.known_words import frequencies, known_words
from mostek.features.puzzles.mining import Mine, mine, mined, mined_from, mistakes
from mostek.features.puzzles.model import AnswerProof, Puzzle, Theme, built_in
from mostek.features.puzzles.vetting import Standard, self_play_turns, vet_by_simulation
from mostek.lexicon import CORE
from mostek.lexicon.core_list import core_list
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.notation import replay_file
from mostek.notation.coordinates import Orientation, format_coordinate
from mostek.rules.loading import rulebook

GAMES = range(6)


@pytest.fixture(scope="module")
def source() -> Mine:
    found = mine(seed=1)
    assert isinstance(found, Mine)
    return found


@pytest.fixture(scope="module")
def found(source: Mine) -> list[Puzzle]:
    return mined(source, GAMES)


@pytest.fixture(scope="module")
def lexicon() -> OpenLexicon:
    return open_lexicon()


def test_the_same_seed_gives_the_same_puzzles_on_any_number_of_threads(source: Mine, found: list[Puzzle]) -> None:
    with ThreadPoolExecutor(1) as one:
        assert mined(source, GAMES, one) == found
    assert len({puzzle.id for puzzle in found}) == len(found) > len(GAMES)


def test_another_seed_gives_other_puzzles(source: Mine, found: list[Puzzle]) -> None:
    other = mined(replace(source, seed=2), range(2))
    assert other
    assert not {puzzle.id for puzzle in other} & {puzzle.id for puzzle in found}


def test_a_stopped_run_goes_on_where_it_was(source: Mine, found: list[Puzzle], tmp_path: Path) -> None:
    kept = ResultStore(tmp_path, list[Puzzle])
    played: list[int] = []
    assert mined(source, GAMES, kept=kept, progress=played.append) == found
    assert played == [len(GAMES)]
    chunk = next(tmp_path.iterdir())
    before = chunk.stat().st_mtime_ns
    assert mined(source, GAMES, kept=kept) == found
    assert chunk.stat().st_mtime_ns == before


def test_a_game_gives_one_puzzle_of_a_theme_at_most(found: list[Puzzle]) -> None:
    games = [(puzzle.source.rsplit("/", 1)[0], puzzle.theme) for puzzle in found]
    assert len(set(games)) == len(games)


def test_the_collection_of_the_package_is_what_its_command_finds(source: Mine) -> None:
    """A whole run takes half an hour; here some games of it are played again."""
    packaged = {puzzle.id: puzzle for puzzle in built_in().puzzles}
    again = mined(source, range(800, 803))
    assert again
    assert [packaged.get(puzzle.id) for puzzle in again] == again


def test_an_ending_is_won_by_its_answer_alone_says_the_solver() -> None:
    """Independently of the vetting: each turn is made on the board, and the rest is solved as a position of its own."""
    endings = [each for each in built_in().by_theme[Theme.ENDING] if len(each.asked.racks[0]) <= 4][:4]
    assert endings
    for puzzle in endings:
        won = []
        own, other = puzzle.asked.scores
        for play in moves(puzzle.position):
            left = play.left
            lead = own + play.score - other
            if not len(left):
                there = sum(_value(face) for face in puzzle.asked.racks[1])
                won += [play.written] if lead + 2 * there > 0 else []
                continue
            board = puzzle.asked.board.lay(play.move.placement.tiles)  # type: ignore[union-attr]
            after = replace(
                puzzle.asked,
                board=board,
                racks=(puzzle.asked.racks[1], tuple(left)),
                scores=(other, own + play.score),
                zero_turns=0,
            )
            solved = solve(after)
            assert isinstance(solved, EndgameSolution)
            won += [play.written] if solved.lead < 0 else []
        assert won == [puzzle.answer]


def _value(face: str) -> int:
    from mostek.core.tiles import tile_set

    return tile_set("pl-current").values[face]


def test_a_phoney_is_the_only_word_that_the_list_lacks(lexicon: OpenLexicon) -> None:
    for puzzle in built_in().by_theme[Theme.PHONEY][:200]:
        assert [word.text for word in words_on(puzzle.asked.board) if word.text not in lexicon] == [puzzle.answer]


def test_no_rare_word_is_the_key_unless_the_theme_says_so() -> None:
    known = known_words(CORE, frequencies())
    assert known.frequencies == built_in().heading.frequencies != ""
    for theme in Theme:
        for puzzle in built_in().by_theme[theme][:60]:
            if theme is Theme.PHONEY:
                continue
            board = puzzle.asked.board
            words = [word.text for word in words_formed(board, puzzle.play.placement(board))]
            assert known.knows(words) is (theme is not Theme.RARE), puzzle


def test_a_form_is_as_common_as_its_base_form_and_short_words_of_the_core_list_are_known() -> None:
    known = known_words(CORE, frequencies())
    assert known.knows(["WAHADŁU"])
    assert known.knows(["KOCIOŁKOM"])
    assert not known.knows(["GNYK"]), "in the core lexicon, and nobody writes it"
    assert not known.knows(["KOT", "KTO", "XXX"]), "every word of a play must be in the core lexicon"
    assert known.knows(["KOT", "GNYK"]), "the key decides: no person has to find the others"
    twos = core_list(open_lexicon(CORE))[0].words
    assert all(map(known.is_common, twos))


def test_without_frequencies_the_core_lexicon_alone_decides() -> None:
    assert known_words(CORE, "").knows(["GNYK"])
    with pytest.raises(ValueError, match=r"not wordfreq 1\.0"):
        known_words(CORE, "wordfreq 1.0")


def test_themes_say_what_the_answer_is() -> None:
    collection = built_in()
    for theme, laid in ((Theme.BINGO, {7}), (Theme.SHORT, {2, 3, 4})):
        for puzzle in collection.by_theme[theme][:60]:
            assert len(puzzle.play.placement(puzzle.asked.board)) in laid
    for puzzle in collection.by_theme[Theme.OUT][:60]:
        assert len(puzzle.play.placement(puzzle.asked.board)) == len(puzzle.asked.racks[0]) >= 3


def test_the_collection_is_large_and_says_how_it_was_made() -> None:
    collection = built_in()
    assert len(collection) >= 5000
    assert all(len(found) >= 200 for found in collection.by_theme.values())
    assert collection.heading.made.startswith("mostek puzzles mine --games ")
    assert collection.heading.licence == "Apache-2.0"


def test_a_play_that_is_a_little_better_makes_no_puzzle(source: Mine) -> None:
    """Both sides of the margin: the same turn with a standard that its margin meets, and one that it misses."""
    known = known_words(CORE, frequencies())
    puzzle = next(each for each in built_in().by_theme[Theme.BINGO] if each.source.startswith("1/"))
    seed, game, number = map(int, puzzle.source.split("/"))
    turn = next(each for each in self_play_turns(source.played, seed, game) if each.number == number)
    asked = replace(turn, scores=puzzle.asked.scores)  # type: ignore[arg-type]
    usual = vet_by_simulation(asked, source.equipment, known, puzzle.source)
    assert usual == puzzle
    strict = Standard(points=puzzle.points + 5)
    assert vet_by_simulation(asked, source.equipment, known, puzzle.source, strict) is None


def test_a_deeper_check_finds_a_wrong_answer(source: Mine) -> None:
    check = DeepCheck(source.equipment, deals=64, plies=2, candidates=4)
    right = next(each for each in built_in().by_theme[Theme.BINGO] if each.points > 40)
    wrong = msgspec.structs.replace(right, answer=best(right.position, count=2)[1].written)
    assert check.look(right).is_kept
    assert not check.look(wrong).is_kept
    assert check.look(wrong).better == right.answer


def _fields(puzzle: Puzzle) -> tuple[object, ...]:
    return tuple(getattr(puzzle, name) for name in puzzle.__struct_fields__)


RECORD = """\
#player1 Wlodzimierz Wlodzimierz Bystry
#player2 Teofila Teofila Cicha
#lexicon pl-wolny
>Wlodzimierz: AKLNOTY 8D KOT +8 8
>Teofila: ABCEKLO 9D LABA +20 20
>Wlodzimierz: AEINRTZ -AE +0 8
>Teofila: AEINRSZ - +0 20
"""


def test_a_record_gives_its_positions_and_no_names(source: Mine) -> None:
    game = replay_file(RECORD.encode(), "gcg", rulebook("pfs"))
    found = list(mined_from([game], source.equipment))
    assert found, "two racks have a bingo"
    assert {puzzle.source for puzzle in found} == {"game"}
    assert not any("Wlod" in str(_fields(puzzle)) or "Teof" in str(_fields(puzzle)) for puzzle in found)
    assert all(puzzle.proof is AnswerProof.SIMULATION for puzzle in found)


def test_a_pass_over_a_bingo_is_a_mistake_and_the_best_play_is_none(source: Mine) -> None:
    found = _own(RECORD, source)
    assert [len(puzzle.play.placement(puzzle.asked.board)) for puzzle in found][-1] == 7
    line = next(each for each in RECORD.splitlines() if "- +0 20" in each)
    better = RECORD.replace(line, f">Teofila: AEINRSZ {_in_gcg(found[-1])} +70 90")
    assert found[-1].id not in [each.id for each in _own(better, source)]


def test_a_turn_that_its_review_does_not_call_a_mistake_is_no_puzzle(source: Mine) -> None:
    reviewed = review(RECORD, "quick")
    graded = {each.kind: each.grade for each in reviewed.turns if each.seat == Seat.SECOND}
    assert graded["pass"] in (Grade.MISTAKE, Grade.BLUNDER)
    good = [msgspec.structs.replace(each, grade=Grade.GOOD) for each in reviewed.turns]
    assert not _own(RECORD, source, msgspec.structs.replace(reviewed, turns=tuple(good)))


def _own(text: str, source: Mine, reviewed: GameReview | None = None) -> list[Puzzle]:
    """The mistakes of the second player."""
    played = replay_file(text.encode(), "gcg", rulebook("pfs"))
    known = known_words(CORE, frequencies())
    return mistakes(played, reviewed or review(text, "quick"), Seat.SECOND, source.equipment, known)


def _in_gcg(puzzle: Puzzle) -> str:
    """The answer as GCG writes it: rows have numbers."""
    play = puzzle.play
    return f"{format_coordinate(play.start, play.direction, Orientation.NUMBERED_ROWS)} {play.word}"
