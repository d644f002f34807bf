"""Replaying: true values beside the recorded ones, and everything that differs."""

from __future__ import annotations

import pytest

from mostek.core.board import Square
from mostek.core.diagnostics import Diagnostic, Kind, Severity
from mostek.core.players import Seat
from mostek.core.tiles import Tiles, TileSet, tile_set
from mostek.notation.formats import gcg
from mostek.notation.record_checks.ending import Booking
from mostek.notation.replay import Replay, replay
from mostek.notation.report import report
from mostek.rules.loading import rulebook, rulebooks
from notation.samples import GAME
from oracle.word_set import WordSet

PFS = rulebook("pfs")


def replayed(*events: str, pragmas: str = "", tiles: str = "pl-current") -> Replay:
    text = f"#player1 a Ala\n#player2 b Ola\n{pragmas}" + "".join(f">{event}\n" for event in events)
    return replay(gcg.record(gcg.parse(text, strict=True), tile_set(tiles), strict=True), PFS)


def said(result: Replay) -> list[tuple[Kind, int]]:
    return [(each.kind, each.line) for each in result.diagnostics]


def facts(result: Replay, kind: Kind) -> dict[str, str | int]:
    (found,) = (each for each in result.diagnostics if each.kind is kind)
    return dict(found.params)


KOT = "a: KOTMAAA 8H KOT +10 10"
TOM = "b: OMŻAEIS J8 .OM +9 9"


def test_a_game_that_is_right_has_nothing_to_say() -> None:
    result = replay(gcg.record(gcg.parse(GAME, strict=True), strict=True), PFS)
    assert said(result) == []
    assert [turn.total for turn in result.turns] == [10, 9, 10, 18, 9, 13, 18, 9]
    assert str(result.board).split().count(".") == 225 - 6


def test_wrong_points_are_a_difference_with_the_true_value() -> None:
    result = replayed("a: KOTMAAA 8H KOT +12 12", TOM)
    assert said(result) == [(Kind.POINTS, 3)]
    assert facts(result, Kind.POINTS) == {"stated": 12, "true": 10}
    assert list(result.totals) == [10, 9]
    assert list(result.stated) == [12, 9]


def test_a_wrong_sum_is_a_difference_and_later_sums_that_follow_from_it_are_none() -> None:
    result = replayed("a: KOTMAAA 8H KOT +10 11", TOM, "a: MAAAEEI -AA +0 11")
    assert said(result) == [(Kind.TOTAL, 3)]
    assert facts(result, Kind.TOTAL) == {"stated": 11, "true": 10}


def test_a_withdrawal_takes_the_true_points_back() -> None:
    result = replayed("a: KOTMAAA 8H KOT +12 12", "a: KOTMAAA -- -12 0", "b: OMŻAEIS 8H OM +6 6")
    assert said(result) == [(Kind.POINTS, 3)]
    assert list(result.totals) == [0, 6]
    assert result.board[Square(7, 7)] is not None


def test_a_withdrawal_that_does_not_subtract_is_a_difference() -> None:
    result = replayed(KOT, "a: KOTMAAA -- +0 0")
    assert said(result) == [(Kind.POINTS, 4)]
    assert facts(result, Kind.POINTS) == {"stated": 0, "true": -10}
    assert len(result.board) == 0


def test_a_withdrawal_without_a_placement_is_illegal() -> None:
    assert said(replayed(KOT, "b: OMŻAEIS -- -9 -9"))[0] == (Kind.NOTHING_TO_WITHDRAW, 4)


@pytest.mark.parametrize(
    ("events", "kind", "params"),
    [
        (["a: KOTMAAA 1A KOT +10 10"], Kind.ILLEGAL_PLAY, {"faults": "off_centre"}),
        (["a: KOTMAAA 8H K +2 2"], Kind.ILLEGAL_PLAY, {"faults": "one_tile"}),
        ([KOT, "b: TOMAEIS 1A TOM +9 9"], Kind.ILLEGAL_PLAY, {"faults": "not_connected"}),
        ([KOT, "b: TOMAEIS 8H MOT +9 9"], Kind.ILLEGAL_PLAY, {"faults": "square_taken"}),
        (["a: KOTMAAA 8N KOT +10 10"], Kind.ILLEGAL_PLAY, {"faults": "off_centre off_board"}),
        (["a: KOTMAAA 8H K?T +10 10"], Kind.ILLEGAL_PLAY, {"faults": "blank_undeclared"}),
        (["a: KOTMAAA 8H K.T +10 10"], Kind.NOTHING_TO_PLAY_THROUGH, {"square": "I8"}),
        ([KOT, "b: OMŻAEIS J8 (K)OM +9 9"], Kind.NOTHING_TO_PLAY_THROUGH, {"square": "J8"}),
        (["a: KOTMAAAA 8H KOT +10 10"], Kind.RACK_SIZE, {"count": 8}),
        (["a: MAAA 8H KOT +10 10"], Kind.NOT_ON_RACK, {"tiles": "KOT"}),
        (["a: MAAA -KK +0 0"], Kind.NOT_ON_RACK, {"tiles": "KK"}),
        (["a: ŻŻŻ 8H ŻŻŻ +30 30"], Kind.TOO_MANY_TILES, {"tiles": "ŻŻ"}),
        ([KOT, "a: MAAAEEI - +0 10"], Kind.OUT_OF_TURN, {"nick": "a"}),
        ([KOT, "b: OMŻAEIS J9 OM +9 9"], Kind.WORDS, {"stated": "OM", "true": "TOM"}),
    ],
)
def test_what_no_game_can_contain_is_named(events: list[str], kind: Kind, params: dict[str, str | int]) -> None:
    result = replayed(*events)
    assert facts(result, kind) == params


def test_a_missing_tile_is_reported_once() -> None:
    result = replayed("a: ŻŻŻ 8H ŻŻŻ +30 30", "b: - +0 0", "a: KO 7H KO +20 50")
    assert [kind for kind, _ in said(result)].count(Kind.TOO_MANY_TILES) == 1


def test_invalid_words_are_named_and_stand() -> None:
    game = gcg.record(gcg.parse(GAME))
    result = replay(game, PFS, WordSet.of(["KOT", "TOM", "ŻAROS"]))
    assert [(each.kind, each.line, each.params["word"]) for each in result.diagnostics] == [
        (Kind.INVALID_WORD, 12, "SO"),
        (Kind.INVALID_WORD, 14, "MA"),
    ]
    assert result.severity is Severity.NOTE


def endgame(*ends: str) -> Replay:
    """A game of three words; almost all tiles are still unseen, so only the end lines tell what is left."""
    return replayed(KOT, TOM, *ends)


def test_the_end_may_be_booked_twice_for_the_winner() -> None:
    result = endgame("a:  (ŻA) +12 22")
    assert said(result) == []
    assert result.ending.booking is Booking.TWICE
    assert list(result.totals) == [22, 9]
    assert result.ending.final is not None
    assert list(result.ending.final) == [16, 3]


def test_the_end_may_be_booked_as_gain_and_loss() -> None:
    result = endgame("a:  (ŻA) +6 16", "b: ŻA (ŻA) -6 3")
    assert said(result) == []
    assert result.ending.booking is Booking.BOTH
    assert result.ending.final == result.totals


def test_nobody_goes_out_and_everybody_loses_their_own_tiles() -> None:
    result = endgame("a: AA (AA) -2 8", "b: ŻA (ŻA) -6 3")
    assert result.ending.out is None
    assert result.ending.final is not None
    assert list(result.ending.final) == [8, 3]


def test_wrong_end_points_are_a_difference() -> None:
    assert facts(endgame("a:  (ŻA) +13 23"), Kind.POINTS) == {"stated": 13, "true": 12}
    assert facts(endgame("a: AA (AA) -3 7"), Kind.POINTS) == {"stated": -3, "true": -2}


@pytest.mark.parametrize("book", rulebooks())
def test_every_rulebook_settles_the_leftovers(book: str) -> None:
    text = f"#player1 a Ala\n#player2 b Ola\n>{KOT}\n>{TOM}\n>a:  (ŻA) +12 22\n"
    end = replay(gcg.record(gcg.parse(text), tile_set("pl-current")), rulebook(book)).ending
    assert end.final is not None
    assert (end.out, end.final[Seat.FIRST], end.final[Seat.SECOND]) == (Seat.FIRST, 16, 3)
    assert end.leftovers[Seat.SECOND] == Tiles.of("ŻA")


def test_a_game_without_an_end_has_no_final_scores() -> None:
    result = replayed(KOT, TOM)
    assert result.ending.final is None
    assert report(result, "pfs")["final"]["rulebook"] is None


POLISH = tile_set("pl-current")
SIX = TileSet("six", POLISH.title, POLISH.alphabet, Tiles.of("KOTOMA"), POLISH.values)


@pytest.mark.parametrize(
    ("rest", "final"),
    [("", [9, 10]), ("#rack2 A\n", None), ("#incomplete\n", None), (">a: A - +0 10\n", None)],
    ids=["out", "a rack is left", "unfinished", "another turn follows"],
)
def test_a_last_placement_that_empties_rack_and_bag_ends_the_game(rest: str, final: list[int] | None) -> None:
    """Six tiles are all there are: after KOT and TOM only an A is unseen."""
    text = "#player1 a Ala\n#player2 b Ola\n>a: KOTA 8H KOT +10 10\n>b: OM J8 .OM +9 9\n" + rest
    end = replay(gcg.record(gcg.parse(text), SIX), PFS).ending
    assert (None if end.final is None else list(end.final)) == final


def test_end_tiles_that_cannot_be_the_last_ones_are_a_difference() -> None:
    text = "#player1 a Ala\n#player2 b Ola\n>a: KOTA 8H KOT +10 10\n>b: OM J8 .OM +9 9\n>b:  ({}) {} 11\n"
    wrong = replay(gcg.record(gcg.parse(text.format("M", "+4")), SIX), PFS)
    assert facts(wrong, Kind.LEFTOVERS) == {"stated": "M", "true": "A"}
    unknown = replay(gcg.record(gcg.parse(text.format("?", "+2")), SIX), PFS)
    assert said(unknown) == [(Kind.LEFTOVERS_UNKNOWN, 5)]


def test_whose_tiles_are_reckoned_up_takes_no_more_turns() -> None:
    result = replayed(KOT, TOM, "a: AA (AA) -2 8", "b: EIŻ - +0 9", "b: EIŻ - +0 9")
    assert said(result) == []


def test_the_report_names_squares_in_both_conventions() -> None:
    result = replay(gcg.record(gcg.parse(GAME)), PFS)
    moves = report(result, "pfs")["moves"]
    assert [(move["square"], move["canonical"], move["direction"]) for move in moves if move["kind"] == "play"] == [
        ("8H", "H8", "across"),
        ("J8", "10H", "down"),
        ("I5", "9E", "down"),
        ("10J", "J10", "across"),
    ]
    assert moves[3]["word"] == "żAROS"
    assert [(word["word"], word["points"]) for word in moves[3]["words"]] == [("żAROS", 6), ("SO", 3)]
    kinds = [move["kind"] for move in moves]
    assert kinds == ["play", "play", "exchange", "play", "withdrawal", "play", "challenge_bonus", "pass"]


def test_severities_are_ordered() -> None:
    assert Diagnostic(Kind.ASSUMED).severity < Diagnostic(Kind.OUT_OF_TURN).severity < Diagnostic(Kind.POINTS).severity
    assert Diagnostic(Kind.ILLEGAL_PLAY).severity < Diagnostic(Kind.UNREADABLE).severity
