"""Reviews of games, as Python and the pages get them."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from math import inf
from pathlib import Path

import pytest
from msgspec.structs import astuple, replace

from engine.written_games import HEAD, POLISH, whole_game
from mostek.core.board import Board
from mostek.core.tiles import Tiles
from mostek.engine.kernel import Searcher
from mostek.engine.position import search_position
from mostek.engine.review import (
    Basis,
    Depth,
    GameReview,
    Grade,
    LossReview,
    Note,
    ReviewError,
    Sign,
    TurnReview,
    Unjudged,
    Unreviewed,
    columns,
    deepening,
    from_json,
    review,
    review_games,
    thresholds,
    to_json,
    turn_rows,
)
from mostek.engine.review.grades import GradeLimits, accuracy, mistake
from mostek.notation import read_game

GAMES = (5, 9)
"""Games that end with several exact turns."""
CUT = 8
"""The lines of the beginning of a game."""


@cache
def reviewed_game(lexicon: str, seed: int) -> GameReview:
    """The list is the same for all tests of a session."""
    return review(whole_game(lexicon, seed, (1, 2)), "quick")


@pytest.fixture
def reviewed(short_lexicon: str) -> list[GameReview]:
    return [reviewed_game(short_lexicon, seed) for seed in GAMES]


def beginning(lexicon: str, seed: int) -> str:
    return "\n".join(whole_game(lexicon, seed).splitlines()[: 4 + CUT]) + "\n"


def signs(turn: TurnReview) -> list[Sign]:
    return [sign.sign for sign in turn.signs]


# Grades


@pytest.mark.parametrize(
    ("chance", "points", "basis", "size"),
    [
        (0.0, 0.9, Basis.SIMULATION, 0),
        (0.0, 1.0, Basis.SIMULATION, 0.2),
        (0.0, 7.0, Basis.SIMULATION, 0.2),
        (0.0, 7.1, Basis.EXACT, 0.5),
        (0.0, 15.0, Basis.EXACT, 0.5),
        (0.0, 15.1, Basis.EXACT, 1),
        (0.03, 40.0, Basis.SIMULATION, 0.2),
        (0.031, 0.0, Basis.SIMULATION, 0.5),
        (0.07, 0.0, Basis.SIMULATION, 0.5),
        (0.071, 0.0, Basis.SIMULATION, 1),
        (0.5, 1.0, Basis.EXACT, 1),
    ],
)
def test_the_mistake_index_is_that_of_woogles(chance: float, points: float, basis: Basis, size: float) -> None:
    assert mistake(LossReview(chance=chance, points=points), basis) == size


def test_accuracy_is_the_share_of_the_chance_that_was_left() -> None:
    assert accuracy(0.8, 0) == 100
    assert accuracy(0.8, 0.2) == pytest.approx(75)
    assert accuracy(0.8, 0.8) == accuracy(0.5, 0.6) == 0
    assert accuracy(0, 0) == 100, "there was nothing to lose"


# Whole games


def test_first_move_skill_luck_and_the_rest_add_up_to_the_result(reviewed: list[GameReview]) -> None:
    for found in reviewed:
        sums = found.balance
        assert sums is not None
        one, other = found.players
        assert sums.result == one.score - other.score
        assert sums.first_move + sums.skill + sums.luck + sums.other == pytest.approx(sums.result, abs=0.05)
        assert sums.skill == pytest.approx(one.skill - other.skill, abs=0.01)
        assert sums.luck == pytest.approx(one.luck - other.luck, abs=0.01)


def test_the_skill_of_a_player_is_what_the_turns_lost(reviewed: list[GameReview]) -> None:
    for found in reviewed:
        for player in found.players:
            own = [turn for turn in found.turns if turn.seat == player.seat]
            assert player.skill == pytest.approx(-sum(turn.loss.points for turn in own if turn.loss), abs=0.01)
            assert sum(player.grades.values()) == player.judged <= player.turns == len(own)


def test_no_loss_is_smaller_than_its_noise(reviewed: list[GameReview]) -> None:
    losses = [turn.loss for found in reviewed for turn in found.turns if turn.loss]
    assert any(loss.chance for loss in losses)
    for loss in losses:
        assert loss.chance == 0 or loss.chance > loss.chance_margin
        assert loss.points == 0 or loss.points > loss.points_margin


def grade_of(loss: float, limits: GradeLimits) -> Grade:
    """A threshold belongs to the worse grade."""
    return list(Grade)[1 + bisect_right(astuple(limits), loss) if loss > 0 else 0]


def test_grades_follow_from_the_losses(reviewed: list[GameReview]) -> None:
    used = thresholds()
    graded = [(turn, turn.loss) for found in reviewed for turn in found.turns if turn.grade and turn.loss]
    assert graded
    for turn, loss in graded:
        assert turn.grade_by_chance is grade_of(loss.chance, used.chance)
        assert turn.grade_by_points is grade_of(loss.points, used.points)
        assert turn.grade in (turn.grade_by_chance, turn.grade_by_points, Grade.INACCURACY)


def test_verdicts_are_those_of_earlier_versions(reviewed: list[GameReview]) -> None:
    golden = (Path(__file__).parents[2] / "corpus" / "reviews" / "short_words.tsv").read_text("utf-8").splitlines()
    assert [verdict_line(turn) for turn in reviewed[0].turns] == golden


def verdict_line(turn: TurnReview) -> str:
    """A line of the corpus."""
    loss, grades = turn.loss, (turn.grade, turn.grade_by_chance, turn.grade_by_points)
    assert loss is not None
    assert turn.played is not None
    losses = (loss.chance, loss.points, loss.chance_margin, loss.points_margin)
    moves = (f"{each.move} {each.chance} {each.spread}" for each in (turn.played, *turn.best))
    return "\t".join(map(str, (turn.basis, *grades, *losses, turn.chance_before, turn.chance_after, *moves)))


def test_a_review_comes_back_from_its_json(reviewed: list[GameReview]) -> None:
    for found in reviewed:
        assert from_json(to_json(found)) == found
        assert to_json(from_json(to_json(found))) == to_json(found)


def test_a_newer_format_is_refused(reviewed: list[GameReview]) -> None:
    with pytest.raises(ValueError, match="format 2"):
        from_json(to_json(replace(reviewed[0], format=2)))


def test_the_same_seed_gives_the_same_review_on_any_number_of_threads(short_lexicon: str) -> None:
    game = beginning(short_lexicon, 5)
    found = review(game, "quick", threads=1)
    assert review(game, "quick", threads=3) == found
    assert review(game, "quick", seed=2) != found


def test_the_first_verdicts_are_static_and_the_last_step_is_the_review(short_lexicon: str) -> None:
    game = beginning(short_lexicon, 6)
    steps = list(deepening(game, "quick"))
    assert {turn.depth for turn in steps[0].turns} == {Depth.STATIC}
    assert len(steps) == len(steps[0].turns) + 1
    assert [step.is_complete for step in steps] == [False] * (len(steps) - 1) + [True]
    assert steps[-1] == review(game, "quick")


def test_a_stopped_review_goes_on_where_it_was(short_lexicon: str) -> None:
    game = beginning(short_lexicon, 7)
    whole = review(game, "quick")
    seen: list[GameReview] = []
    stopped = review(game, "quick", threads=1, go_on=lambda: len(seen) < 4, progress=seen.append)
    assert not stopped.is_complete
    assert Note.STOPPED in stopped.notes
    done = sum(turn.depth is Depth.QUICK for turn in stopped.turns)
    assert 0 < done < len(stopped.turns)
    steps = list(deepening(game, "quick", known=from_json(to_json(stopped))))
    assert len(steps) == len(whole.turns) - done + 1
    assert steps[-1] == whole


def test_a_review_in_steps_without_time_goes_on_by_a_turn_each(short_lexicon: str) -> None:
    game = beginning(short_lexicon, 7)
    whole = review(game, "quick")
    found = next(deepening(game, "quick"))
    for judged in range(1, len(whole.turns) + 1):
        assert not found.is_complete
        *_, found = deepening(game, "quick", threads=1, known=from_json(to_json(found)), seconds=0.0)
        assert sum(turn.depth is Depth.QUICK for turn in found.turns) == judged
        assert Note.STOPPED not in found.notes
    assert found == whole


def test_an_earlier_review_of_another_game_is_of_no_use(short_lexicon: str) -> None:
    other = review(beginning(short_lexicon, 8), "quick")
    game = beginning(short_lexicon, 9)
    assert review(game, "quick", known=other) == review(game, "quick")


def test_many_games_are_reviewed_like_each(short_lexicon: str) -> None:
    games = [whole_game(short_lexicon, seed) for seed in GAMES]
    found = list(review_games([*games, "no game"], "static"))
    assert found[:-1] == [review(game, "static") for game in games]
    assert isinstance(found[-1], Unreviewed)
    rows = turn_rows(found)
    assert len(rows) == sum(len(each.turns) for each in found if isinstance(each, GameReview))
    table = columns(rows)
    assert table["score"] == [row["score"] for row in rows]
    assert columns([]) == {}


# Exact ends


def brute(searcher: Searcher, board: Board, racks: tuple[Tiles, Tiles], passes: int) -> int:
    """The growth of the lead of the player on turn, by trying every play of both to the end."""
    own, other = racks
    if passes == 4:
        return POLISH.value(other) - POLISH.value(own)
    best = -inf
    for play in searcher.plays(board, own):
        rest = own - play.faces
        gain = play.score + (
            2 * POLISH.value(other)
            if not len(rest)
            else -brute(searcher, board.lay(play.placement.tiles), (other, rest), 0)
        )
        best = max(best, gain)
    return int(max(best, -brute(searcher, board, (other, own), passes + 1)))


def test_exact_ends_agree_with_brute_force(reviewed: list[GameReview], short_lexicon: str) -> None:
    checked = 0
    for found in reviewed:
        for turn in found.turns:
            if turn.basis is not Basis.EXACT or turn.played is None or turn.loss is None:
                continue
            asked = search_position(turn.position, lexicon=short_lexicon)
            if len(asked.rack) > 3 or len(asked.unseen) > 3:
                continue
            best = brute(asked.searcher, asked.board, (asked.rack, asked.unseen), asked.passes)
            assert turn.best[0].spread == best
            assert turn.played.spread == best - turn.loss.points
            checked += 1
    assert checked >= 3


# A game whose answers are known by hand


def game(*lines: str, lexicon: str = "pl-wolny") -> str:
    return HEAD.format(lexicon=lexicon) + "\n".join(lines) + "\n"


def test_a_bingo_that_was_missed_is_named() -> None:
    found = review(game(">ala: AEKLOŻ? 8E KOLA +14 14"), "quick").turns[0]
    assert signs(found) == [Sign.MISSED_BINGO]
    assert found.grade is Grade.BLUNDER
    assert found.best[0].score >= 68
    assert found.signs[0].points is not None
    assert found.signs[0].points > 20


def test_a_phoney_that_stood_is_found_and_the_missed_challenge_too() -> None:
    found = review(
        game(">ala: KOTAAAA 8H OKT +12 12", ">ola: EIRSZYW 10F WERSY +30 42", ">ala: AAAAKTL - +0 12"), "static"
    )
    phoney, after, third = found.turns
    assert phoney.invalid == ("OKT",)
    assert signs(phoney) == [Sign.PHONEY_STOOD]
    assert Sign.CHALLENGE_MISSED in signs(after)
    missed = next(sign for sign in after.signs if sign.sign is Sign.CHALLENGE_MISSED)
    assert (missed.move, missed.words, missed.points) == ("H8 OKT", ("OKT",), phoney.score)
    assert not {Sign.PHONEY_STOOD, Sign.PHONEY_FELL} & {*signs(third)}
    assert (found.players[0].phoneys, found.players[1].challenges_missed) == (1, 1)


def test_a_phoney_that_stood_is_judged_by_simulation_and_is_never_the_best_move() -> None:
    weak, strong = (
        review(game(f">ala: KOTAAAA {play}"), "quick").turns[0] for play in ("8H OKT +12 12", "8D AAOKTAA +70 70")
    )
    for turn in (weak, strong):
        assert turn.basis is Basis.SIMULATION
        assert turn.played is not None
        assert turn.played.deals > 0
        assert turn.played.move not in [each.move for each in turn.best]
        assert signs(turn)[-1] is Sign.PHONEY_STOOD
    assert strong.loss is not None
    assert strong.loss.points == 0, "what it gained beyond the best move is not skill"
    assert strong.grade is Grade.BEST


def test_chosen_turns_alone_are_looked_at_deeper(short_lexicon: str) -> None:
    text = beginning(short_lexicon, 5)
    whole, one = review(text, "quick"), review(text, "quick", only=(2,))
    assert one.is_complete
    assert [turn.depth is Depth.QUICK for turn in one.turns] == [number == 2 for number in range(len(one.turns))]
    assert one.turns[2].best == whole.turns[2].best


def test_a_phoney_that_fell_scores_nothing_and_costs_the_turn() -> None:
    found = review(
        game(">ala: KOTAAAA 8H OKT +10 10", ">ala: KOTAAAA -- -10 0", ">ola: EIRSZYW 8D SZYI +16 16"), "quick"
    )
    fallen, after = found.turns
    assert (fallen.came_off, fallen.score, fallen.kind) == (True, 0, "play")
    assert signs(fallen) == [Sign.PHONEY_FELL]
    assert fallen.loss is not None
    assert fallen.loss.points > 10
    assert after.position.startswith("15/15")
    assert Sign.CHALLENGE_MISSED not in signs(after)


def test_a_wrong_challenge_is_the_other_players() -> None:
    found = review(
        game(">ala: KOTAAAA 8H KOT +10 10", ">ala: (challenge) +5 15", ">ola: EIRSZYW 9G SEN +9 9"), "static"
    )
    assert signs(found.turns[1])[-1] is Sign.WRONG_CHALLENGE
    assert found.turns[1].signs[-1].points == 5
    assert found.balance is not None
    assert found.balance.other == 5


def test_a_game_without_the_racks_is_reviewed_as_far_as_it_is_known() -> None:
    found = review(game(">ala: 8H KOT +10 10", ">ola: EIRSZYW 9G SEN +9 9", ">ala: KOT 10F ARKA +9 19"), "static")
    assert [turn.unjudged for turn in found.turns] == [
        Unjudged.RACK_UNKNOWN,
        Unjudged.RACK_IMPOSSIBLE,
        Unjudged.RACK_UNKNOWN,
    ]
    assert Note.RACKS_MISSING in found.notes
    assert Note.UNFINISHED in found.notes
    assert found.players[0].accuracy is None
    assert found.players[0].judged == 0


def test_wrong_scores_are_told_and_the_true_ones_used() -> None:
    found = review(game(">ala: KOTAAAA 8H KOT +99 99"), "static")
    assert Note.SCORES_DIFFER in found.notes
    assert found.players[0].score == found.turns[0].score == 10


def test_passes_and_exchanges_are_moves_like_others() -> None:
    found = review(game(">ala: AAAKOTŻ -AAŻ +0 0", ">ola: EIRSZYW - +0 0", ">ala: AKOTZZZ -3 +0 0"), "static")
    assert [turn.kind for turn in found.turns] == ["exchange", "pass", "exchange"]
    assert [turn.move for turn in found.turns] == ["-AAŻ", "-", "-3"]
    assert found.turns[1].grade is Grade.BLUNDER
    assert found.turns[2].unjudged is Unjudged.MOVE_UNKNOWN


def test_a_game_of_three_shows_plays_without_losses() -> None:
    three = (
        HEAD.format(lexicon="pl-wolny") + "#player3 ula Ula\n>ala: AKOTZYW 8H KOT +10 10\n>ola: EIRSZYW 9G SZYI +9 9\n"
    )
    found = review(three, "quick")
    assert found.balance is None
    assert Note.MANY_PLAYERS in found.notes
    assert [turn.unjudged for turn in found.turns] == [Unjudged.MANY_PLAYERS] * 2
    assert all(turn.best and turn.loss is None for turn in found.turns)


def test_a_list_that_is_not_installed_is_replaced_and_named() -> None:
    lines = [">ala: KOTAAAA 8H KOT +10 10"]
    assert Note.OTHER_LIST in review(game(*lines, lexicon="OSPS50"), "static").notes
    known = review(game(*lines), "static")
    assert not {Note.OTHER_LIST, Note.NO_LIST_NAMED} & {*known.notes}
    assert known.lexicon.startswith("pl-wolny@")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#player1 ala Ala\n#player2 ola Ola\n", "no turns"),
        (HEAD.format(lexicon="NWL23") + ">ala: CATSDOG 8H CAT +10 10\n", "No installed word list"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ReviewError, match=sentence):
        review(text, "static")


def test_a_recorded_game_is_reviewed_like_its_file(short_lexicon: str) -> None:
    text = beginning(short_lexicon, 11)
    assert review(read_game(text.encode()), "static") == review(text, "static") == review(text.encode(), "static")
