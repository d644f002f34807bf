from __future__ import annotations

import json

import pytest

from documents.score_sheet import table_game as at_table
from mostek.core.players import BySeat, Role, Seat
from mostek.documents.game.score_sheet import Mark, ScoreSheet, score_sheet
from mostek.notation import wire
from mostek.referee.commands import Warn

ANNA, BARTEK = Seat.FIRST, Seat.SECOND


def sheet(answers: str, viewer: Seat | Role = Role.SPECTATOR, head: str | None = None) -> ScoreSheet:
    return score_sheet(at_table.events(answers), viewer, "stół 3", head)


@pytest.fixture(scope="module")
def corrected() -> ScoreSheet:
    return sheet(at_table.whole(), head="ab" * 32)


@pytest.fixture(scope="module")
def uncorrected() -> ScoreSheet:
    return sheet(at_table.whole(corrected=False))


def test_each_turn_has_its_letter_and_the_totals_that_count(corrected: ScoreSheet) -> None:
    rows = [(row.number, row.seat, row.mark, row.points, row.total) for row in corrected.rows]
    assert rows == [
        (1, ANNA, Mark.MOVE, 10, 10),
        (2, BARTEK, Mark.EXCHANGE, 0, 0),
        (3, ANNA, Mark.LOSS, 0, 10),
        (4, BARTEK, Mark.MOVE, 3, 3),
        (5, ANNA, Mark.PASS, 0, 10),
        (6, BARTEK, Mark.PASS, 0, 3),
        (7, ANNA, Mark.PASS, 0, 10),
        (8, BARTEK, Mark.PASS, 0, 3),
    ]


def test_an_error_in_one_record_stands_out_and_goes_on_in_its_totals(corrected: ScoreSheet) -> None:
    first, third = corrected.rows[0], corrected.rows[2]
    assert first.written == {ANNA: 12, BARTEK: 10}
    assert first.wrong_values == (ANNA,)
    assert first.sums == {ANNA: 12, BARTEK: 10}
    assert third.sums == {ANNA: 12, BARTEK: 10}
    assert third.wrong_sums == (ANNA,)
    assert third.wrong_values == ()


def test_an_error_in_both_records_counts_and_differs_from_the_true_value(uncorrected: ScoreSheet) -> None:
    row = uncorrected.rows[at_table.SHARED_ERROR - 1]
    assert (row.points, row.true, row.total) == (5, 3, 5)
    assert row.wrong_values == ()
    assert not row.corrected


def test_a_corrected_value_stands_right_in_the_totals_of_both(corrected: ScoreSheet) -> None:
    row = corrected.rows[at_table.SHARED_ERROR - 1]
    assert row.corrected
    assert (row.points, row.true) == (3, 3)
    assert row.sums == {ANNA: 3, BARTEK: 3}
    assert [(each.turn, each.points, each.clause) for each in corrected.corrections] == [(4, 3, "PFS-4.6.3")]


def test_a_player_who_wrote_nothing_has_no_total() -> None:
    create = {"type": "create_game", "players": ["Ala", "Olek"], "rulebook": "gen", "starter": 1}
    position = {"cgp": f"{'/'.join(['15'] * 15)} KOTAEIO/TKOAEIO 0/0 0"}
    played = at_table.played(
        [create | {"position": position}, {"type": "lay_tiles", "seat": 1, "play": "H8 KOT"}],
        [{"type": "record_move", "seat": 2}],
    )
    made = sheet(played)
    assert made.writers == (BARTEK,)
    assert made.rows[0].sums == {BARTEK: made.rows[0].total}


def test_the_card_of_blanks_holds_what_each_player_wrote(corrected: ScoreSheet) -> None:
    (blank,) = corrected.blanks
    assert (blank.square, blank.letter, blank.dead) == ("H9", "O", False)
    assert blank.written == {ANNA: "O", BARTEK: "O"}


def test_a_letter_that_only_one_wrote_is_missing_on_the_other_card() -> None:
    lines = [each for each in at_table.first_move() if (each["type"], each["seat"]) != ("write_blanks", 2)]
    (blank,) = sheet(at_table.played(at_table.beginning(), lines)).blanks
    assert blank.written == {ANNA: "O"}


def test_the_full_record_has_racks_words_and_the_final_position(corrected: ScoreSheet) -> None:
    assert corrected.full_record
    assert str(corrected.rows[0].rack) == "###?KKS"
    lost = corrected.rows[2]
    assert [(word.word, word.at) for word in lost.words] == [("MSA", "7G")]
    assert {square.name: str(tile) for square, tile in corrected.board.tiles.items()} == {
        "H7": "S",
        "H8": "K",
        "H9": "o",
        "H10": "K",
        "I10": "I",
    }


def test_a_ruling_that_was_taken_back_stays_on_the_sheet(corrected: ScoreSheet) -> None:
    assert [made.reversed for made in corrected.rulings] == [True, False]
    assert corrected.rulings[1].ruling.measure == Warn(BARTEK)
    assert [(back.number, back.clause, back.reason) for back in corrected.reversals] == [
        (1, "PFS-7.4", "nieporozumienie")
    ]


def test_a_square_with_a_tile_missing_is_marked(corrected: ScoreSheet) -> None:
    square = corrected.square
    assert (square.whole, square.after, square.laid) == (100, 99, ((BARTEK, 99),))
    assert square.differs
    assert sum(square.counts.values()) == 100


def test_the_slip_has_the_result_the_signatures_and_the_hash(corrected: ScoreSheet) -> None:
    slip = corrected.slip
    assert slip is not None
    assert slip.final == slip.handed_in == BySeat([1, -5])
    assert set(slip.signed) == set(slip.players.seats)
    assert len(set(slip.signed.values())) == 1
    assert not slip.differs
    assert slip.winners == (ANNA,)
    assert slip.head == "ab" * 32


def test_a_slip_that_was_handed_in_the_wrong_way_round_differs() -> None:
    parts = [at_table.beginning(), at_table.first_move(), at_table.exchange(), at_table.lost_move()]
    parts += [
        at_table.shared_error(),
        at_table.clock_started(),
        at_table.passes(),
        at_table.ending(),
        at_table.slip([-3, 1]),
    ]
    slip = sheet(at_table.played(*parts)).slip
    assert slip is not None
    assert slip.final == BySeat([1, -3])
    assert slip.differs


def test_before_the_end_there_is_no_slip_and_racks_are_hidden_but_the_own() -> None:
    told = [{"type": "state_rack", "seat": 1, "tiles": "AEMSZWY"}]
    answers = at_table.played(at_table.beginning(), told)
    assert sheet(answers).slip is None
    assert [str(rack) for rack in sheet(answers).racks] == ["#######", "#######"]
    assert [str(rack) for rack in sheet(answers, ANNA).racks] == ["AEMSWYZ", "#######"]
    assert [str(rack) for rack in sheet(answers, BARTEK).racks] == ["#######", "#######"]


def test_nothing_in_the_sheet_of_an_unfinished_game_tells_a_rack() -> None:
    answers = at_table.played(at_table.beginning(), at_table.first_move(), at_table.exchange())
    assert "Ż" not in wire.encode(sheet(answers).rows).decode()
    own = json.loads(wire.encode(sheet(answers, ANNA)))
    other = json.loads(wire.encode(sheet(answers, BARTEK)))
    assert own["rows"][0]["rack"] == "###?KKS"
    assert other["rows"][0]["rack"] == "#######"


def test_a_log_without_a_game_has_no_sheet() -> None:
    with pytest.raises(ValueError, match="a sheet needs a game"):
        score_sheet((), Role.SPECTATOR)
