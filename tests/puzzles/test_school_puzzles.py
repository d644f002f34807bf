"""No puzzle of the package shows a vulgar word: on the board, on a rack, as an answer or a choice, among the best plays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import msgspec
import pytest

from mostek.core.board import Board, Square
from mostek.core.moves import words_on
from mostek.core.tiles import tile_set
from mostek.engine.equipment import TILE_SET, equipment
from mostek.features.puzzles.judging import ranking
from mostek.features.puzzles.model import (
    DAILY,
    Collection,
    Theme,
    built_in,
    choices,
    collect,
    daily,
    is_fit_puzzle,
)
from mostek.features.puzzles.vetting import self_play_turns
from mostek.lexicon.school_words import are_fit_for_school, is_fit_for_school, spells_vulgar_word
from mostek.notation.plays import words_of_play

SIZE = 15
WEEKDAYS = 52
"""No theme of a weekday may come to its end within a year."""


@pytest.fixture(scope="module")
def collection() -> Collection:
    return built_in()


def lines(board: Board) -> Iterator[str]:
    """The letters of every row and column, with a blank for an empty square: nothing of the library is used."""
    grid = [[" "] * SIZE for _ in range(SIZE)]
    for square, tile in board.tiles():
        grid[ord(square.name[0]) - ord("A")][int(square.name[1:]) - 1] = str(tile).upper()
    yield from ("".join(row) for row in grid)
    yield from ("".join(column) for column in zip(*grid, strict=True))


def test_no_line_of_a_board_has_a_vulgar_word(collection: Collection) -> None:
    assert len(collection) >= 5000
    for puzzle in collection.puzzles:
        for line in lines(puzzle.asked.board):
            assert are_fit_for_school(line.split()), (puzzle.id, line)


def test_no_answer_no_second_play_and_no_choice_is_vulgar(collection: Collection) -> None:
    for puzzle in collection.puzzles:
        words = [puzzle.answer] if puzzle.theme is Theme.PHONEY else []
        for written in (puzzle.answer, puzzle.second):
            if puzzle.theme is not Theme.PHONEY and written and not written.startswith("-"):
                play = msgspec.structs.replace(puzzle, answer=written).play
                after = puzzle.asked.board.lay(play.placement(puzzle.asked.board).tiles)
                words += [word for line in lines(after) for word in line.split()]
        assert are_fit_for_school(words), puzzle.id
        if puzzle.theme is Theme.PHONEY:
            assert are_fit_for_school(choices(puzzle)), puzzle.id


def test_no_rack_as_it_is_shown_spells_a_vulgar_word(collection: Collection) -> None:
    for puzzle in collection.puzzles:
        assert not any(spells_vulgar_word("".join(map(str, rack))) for rack in puzzle.asked.racks), puzzle.id


@pytest.mark.slow
def test_the_best_plays_of_a_solution_are_not_vulgar(collection: Collection) -> None:
    used = equipment()
    for puzzle in [each for each in collection.puzzles if each.theme is not Theme.PHONEY][::25]:
        shown = ranking(puzzle, used)
        assert shown
        for written, _, _ in shown:
            assert is_fit_puzzle(msgspec.structs.replace(puzzle, answer=written, second=written)), (puzzle.id, written)


def test_every_theme_is_there_and_every_weekday_has_a_year_of_puzzles(collection: Collection) -> None:
    assert all(len(found) >= 200 for found in collection.by_theme.values())
    first = date(2026, 1, 5)
    for weekday in range(7):
        shown = [daily(collection, first + timedelta(weekday + 7 * week)) for week in range(WEEKDAYS)]
        assert len({puzzle.id for puzzle in shown if puzzle is not None and puzzle.difficulty in DAILY}) == WEEKDAYS


def test_a_collection_leaves_out_what_is_not_fit(collection: Collection) -> None:
    """A play, a rack and a board, each made vulgar by one change."""
    phoney = collection.by_theme[Theme.PHONEY][0]
    play = next(each for each in collection.by_theme[Theme.PLAY] if each.asked.board[Square.named("A1")] is None)
    rude = "CIP"
    assert not is_fit_for_school(rude)
    position = f"15/15/15/15/15/15/15/6{rude}6/15/15/15/15/15/15/15 {{rack}}/ 0/0 0 lex pl-wolny;"
    changed = [
        msgspec.structs.replace(phoney, answer=rude),
        msgspec.structs.replace(play, position=position.format(rack="AEIKNOW")),
        msgspec.structs.replace(
            play, position=play.position.replace(f" {''.join(play.asked.racks[0])}/", f" A{rude}STZ/")
        ),
    ]
    assert all(each.position != play.position for each in changed[1:])
    found = collect([phoney, play, *changed], "", "", "", "")
    assert found.puzzles == (phoney, play)


def test_players_of_self_play_lay_no_vulgar_word() -> None:
    """Games in which the best play was vulgar once: a good one, a poor one beside an exchange, and with an empty bag."""
    used = equipment("pl-rdzen")
    for seed, game in ((1, 0), (1, 137), (1, 400), (2, 43), (2, 507), (3, 296), (3, 577), (4, 9), (4, 205), (4, 422)):
        for turn in self_play_turns(used, seed, game):
            assert are_fit_for_school(word.text for word in words_on(turn.board))


@pytest.mark.slow
def test_where_the_best_play_is_vulgar_the_next_one_is_shown() -> None:
    """The ranking of a solution is that of the engine without the plays that form a vulgar word."""
    from mostek.engine.search import plays
    from mostek.features.puzzles.judging import position_of

    used = equipment()
    position = f"{'/'.join(['15'] * 15)} ABĆEJŻŹ/ 0/0 0 lex pl-wolny;"
    puzzle = msgspec.structs.replace(built_in().by_theme[Theme.PLAY][0], position=position)
    best = [each.written for each in plays(position_of(puzzle, used), 40)]
    shown = [written for written, _, _ in ranking(puzzle, used, 3)]
    left_out = [written for written in best[: best.index(shown[-1])] if written not in shown]
    assert left_out
    board, alphabet = puzzle.asked.board, tile_set(TILE_SET).alphabet
    assert not any(are_fit_for_school(words_of_play(board, each, alphabet)) for each in left_out)
