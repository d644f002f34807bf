"""GCG: lines as values, dialects, faults with their place, writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.core.board import Direction, Square
from mostek.core.diagnostics import Kind, NotationError, TextFault
from mostek.core.moves import Pass
from mostek.core.players import Seat
from mostek.core.tiles import Tiles, tile_set
from mostek.notation.coordinates import Orientation
from mostek.notation.formats import gcg
from mostek.notation.formats.gcg.file import (
    Continuation,
    GcgAction,
    GcgEndRack,
    GcgEvent,
    GcgExchange,
    GcgPlay,
    Pragma,
    UnreadLine,
)
from mostek.notation.formats.gcg.game import format_content
from mostek.notation.game_record import ChallengeBonus, LastRack, TimePenalty, Withdrawn
from mostek.notation.plays import PlayedThrough, WrittenPlay
from mostek.notation.replay import replay
from mostek.rules.loading import rulebook
from notation.samples import GAME, lines_of


def only(line: str) -> GcgEvent:
    (event,) = (event for _, event in gcg.parse(line, strict=False).events())
    return event


@pytest.mark.parametrize(
    ("line", "rack", "action", "points", "total"),
    [
        (">a: KOTMAAA 8H KOT +10 10", "KOTMAAA", GcgPlay("8H", "KOT"), 10, 10),
        (">a: kot\tj8   .om  +9\t19  BE, ET", "kot", GcgPlay("j8", ".om"), 9, 19),
        (">a: KOT 8H KOT/AK +-7 -7", "KOT", GcgPlay("8H", "KOT/AK"), -7, -7),
        (">a: ABC -AB 0 5", "ABC", GcgExchange("AB"), 0, 5),
        (">a: ABC -5 +0 5", "ABC", GcgExchange("5"), 0, 5),
        (">a: ABC -  +0 5", "ABC", Pass(), 0, 5),
        (">a: - +0 5", "", Pass(), 0, 5),
        (">a: ABC --  -12 5", "ABC", Withdrawn(), -12, 5),
        (">a:  (challenge) +5 534", "", ChallengeBonus(), 5, 534),
        (">a: ABC (challenge) +5 534", "ABC", ChallengeBonus(), 5, 534),
        (">a: ABC (time) -10 100", "ABC", TimePenalty(), -10, 100),
        (">a: (time) +-10 100", "", TimePenalty(), -10, 100),
        (">a:  (PPWW) +12 353", "", GcgEndRack("PPWW"), 12, 353),
        (">a: I (I) -1 337", "I", GcgEndRack("I"), -1, 337),
        (">a:  () +0 337", "", GcgEndRack(""), 0, 337),
        (">a: ABC 8H CAB +5", "ABC", GcgPlay("8H", "CAB"), 5, None),
    ],
)
def test_every_dialect_of_an_event_is_read(
    line: str, rack: str, action: GcgAction, points: int, total: int | None
) -> None:
    event = only(line)
    assert (event.rack, event.action, event.points, event.total) == (rack, action, points, total)
    again = only(format_content(event))
    assert again == event


@pytest.mark.parametrize(
    ("line", "fault", "column"),
    [
        (">ala KOT 8H KOT +10 10", TextFault.NO_COLON, 23),
        (">ala:", TextFault.NO_MOVE, 6),
        (">ala: KOT", TextFault.NO_MOVE, 10),
        (">ala: KOT 8H", TextFault.NO_MOVE, 13),
        (">ala: KOT 8H KOT", TextFault.NO_POINTS, 17),
        (">ala: KOT H8H KOT +10 10", TextFault.BAD_COORDINATE, 11),
        (">ala: KOT 8H KOT +1O 10", TextFault.BAD_NUMBER, 18),
        (">ala: KOT 8H KOT +10 x", TextFault.BAD_NUMBER, 22),
        (">ala: (KOT +10 10", TextFault.BAD_BRACKET, 7),
        ("KOT 8H KOT +10 10", TextFault.NO_SUCH_LINE, 1),
    ],
)
def test_a_line_without_meaning_is_named_with_its_column(line: str, fault: TextFault, column: int) -> None:
    text = f"#player1 ala Ala\n{line}\n"
    with pytest.raises(NotationError) as refused:
        gcg.parse(text, strict=True)
    assert (refused.value.fault, refused.value.line, refused.value.column) == (fault, 2, column)
    lenient = gcg.parse(text)
    assert lenient.lines[1].content == UnreadLine(line)
    assert lenient.text == text
    (said,) = lenient.diagnostics
    assert (said.kind, said.line, said.column) == (Kind.UNREADABLE, 2, column)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n"])
def test_an_untouched_file_is_written_back_as_it_was(ending: str) -> None:
    text = GAME.replace("\n", ending)
    assert gcg.parse(text).text == text
    assert gcg.parse(text.rstrip("\r\n")).text == text.rstrip("\r\n")
    assert len(list(gcg.parse(text).events())) == 8


def test_an_unknown_pragma_is_kept() -> None:
    file = gcg.parse(GAME)
    assert file.lines[5].text == "#x-unknown  kept   as it is"
    assert file.pragma("x-unknown") == "kept   as it is"


def test_a_note_belongs_to_the_event_before_it_and_may_have_several_lines() -> None:
    file = gcg.parse(GAME)
    assert file.lines[8].content == Continuation("that goes on here")
    notes = [file.note(line) for line, _ in file.events()]
    assert notes == ["a good start\nthat goes on here", *[""] * 7]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("#player1 a A\n#character-encoding UTF-8\n>a: KOT 8H KOT +10 10\n", Kind.MISPLACED_PRAGMA),
        ("#player1 a A\n>a: KOT 8H KOT +10 10\n#title late\n", Kind.MISPLACED_PRAGMA),
        ("#player1 a A\n#player2 a B\n>a: KOT 8H KOT +10 10\n", Kind.SHARED_NICKNAME),
        ("#player1 a A\n>b: KOT 8H KOT +10 10\n", Kind.UNDECLARED_PLAYER),
    ],
)
def test_strict_reading_refuses_what_lenient_reading_warns_of(text: str, kind: Kind) -> None:
    lenient = gcg.record(gcg.parse(text), tile_set("pl-current"))
    assert [diagnostic.kind for diagnostic in lenient.diagnostics] == [kind]
    with pytest.raises(NotationError) as refused:
        gcg.record(gcg.parse(text, strict=True), tile_set("pl-current"), strict=True)
    assert refused.value.fault is TextFault.WARNING


def test_players_with_one_nickname_take_turns() -> None:
    text = "#player1 a A\n#player2 a B\n>a: KOT 8H KOT +10 10\n>a: OM J8 .OM +9 9\n>a: OM -- -9 0\n>a: A 10J .A +2 12\n"
    game = gcg.record(gcg.parse(text))
    assert [turn.seat for turn in game.turns] == [Seat.FIRST, Seat.SECOND, Seat.SECOND, Seat.FIRST]


def test_a_fifth_player_finds_no_seat() -> None:
    text = "".join(f">{nick}: KOT - +0 0\n" for nick in "abcde")
    said = gcg.record(gcg.parse(text)).diagnostics
    assert [(each.line, each.params["fault"]) for each in said if each.kind is Kind.UNREADABLE] == [(5, "bad_player")]


@pytest.mark.parametrize("word", ["KO(TA)", "KO..", "KO(T)(A)", "KO(T.)"])
def test_every_notation_for_playing_through_means_the_same(word: str) -> None:
    (turn,) = gcg.record(gcg.parse(f"#player1 a A\n>a: KO 8H {word} +9 9\n")).turns
    assert isinstance(turn.action, WrittenPlay)
    assert [isinstance(cell, PlayedThrough) for cell in turn.action.cells] == [False, False, True, True]


@pytest.mark.parametrize(("word", "column"), [("KO(TA", 13), ("KOT)A", 14), ("KO[T", 13), ("KÖT", 12)])
def test_a_word_that_cannot_be_spelled_is_reported_at_its_column(word: str, column: int) -> None:
    game = gcg.record(gcg.parse(f"#player1 a A\n>a: KO 8H {word} +9 9\n"), tile_set("pl-current"))
    (said,) = game.diagnostics
    assert (said.kind, said.line, said.column) == (Kind.UNREADABLE, 2, column)
    assert not game.turns


def test_squares_depend_on_the_orientation_and_nothing_else() -> None:
    line = "#player1 a A\n#player2 b B\n{}>a: KOT H8 KOT +10 10\n"
    numbered = gcg.record(gcg.parse(line.format("")))
    lettered = gcg.record(gcg.parse(line.format("#orientation lettered-rows\n")))
    overridden = gcg.record(gcg.parse(line.format("")), orientation=Orientation.LETTERED_ROWS)
    directions = [game.turns[0].action.direction for game in (numbered, lettered, overridden)]  # type: ignore[union-attr]
    assert directions == [Direction.DOWN, Direction.ACROSS, Direction.ACROSS]
    assert numbered.turns[0].action.start == Square(7, 7)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("pragma", "letters", "name", "assumed"),
    [
        ("", "KOT", "pl-current", True),
        ("", "QUIZ", "en", True),
        ("", "MÄRZ", "de", True),
        ("#lexicon OSPS50\n", "KOT", "pl-current", False),
        ("#lexicon CSW24\n", "KOT", "en", False),
        ("#tile-distribution german\n", "KOT", "de", False),
        ("#tile-set pl-1993\n", "KOT", "pl-1993", False),
    ],
)
def test_the_tile_set_is_the_stated_one_or_an_assumption_that_is_said(
    pragma: str, letters: str, name: str, assumed: bool
) -> None:
    game = gcg.record(gcg.parse(f"#player1 a A\n{pragma}>a: {letters} 8H {letters} +10 10\n"))
    assert game.tile_set.name == name
    assert [each.kind for each in game.diagnostics] == [Kind.ASSUMED] * assumed


def test_a_file_without_players_and_events_is_no_game() -> None:
    with pytest.raises(NotationError) as refused:
        gcg.record(gcg.parse("#title nothing\n"))
    assert refused.value.fault is TextFault.NO_TURNS


def test_last_racks_and_the_mark_of_an_unfinished_game_are_read() -> None:
    game = gcg.record(
        gcg.parse(lines_of(GAME, 1, 2, 3, 7) + "#rack1 MA_A\n#rack2 QQ\n#incomplete\n"), tile_set("pl-current")
    )
    assert game.racks == (LastRack(Seat.FIRST, Tiles.of("MAA?"), 5),)
    assert [(each.kind, each.line, each.column) for each in game.diagnostics] == [(Kind.UNREADABLE, 6, 8)]
    assert game.incomplete


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_written_game_replays_as_the_one_it_came_from(orientation: Orientation) -> None:
    game = gcg.record(gcg.parse(GAME))
    written = gcg.from_recorded(game, orientation)
    assert gcg.parse(written.text, strict=True).text == written.text
    again = gcg.record(gcg.parse(written.text, strict=True), strict=True)
    book = rulebook("pfs")
    assert again.orientation is orientation
    assert replay(again, book).board == replay(game, book).board
    assert [turn.points for turn in replay(again, book).turns] == [turn.points for turn in replay(game, book).turns]
    assert [turn.note for turn in again.turns] == [turn.note for turn in game.turns]


@given(
    st.lists(
        st.one_of(
            st.builds(Pragma, st.sampled_from(["note", "title", "x"]), st.text("abż 12", max_size=9).map(str.strip)),
            st.builds(
                GcgEvent,
                st.sampled_from(["ala", "ola"]),
                st.text("KOTŻ?", max_size=7),
                st.one_of(
                    st.builds(GcgPlay, st.sampled_from(["8H", "15O", "A1"]), st.text("KOTż.", min_size=1, max_size=8)),
                    st.builds(GcgExchange, st.text("KOT", min_size=1, max_size=7)),
                    st.just(Pass()),
                    st.just(Withdrawn()),
                    st.builds(GcgEndRack, st.text("KOT", max_size=7)),
                ),
                st.integers(-300, 300),
                st.integers(-300, 999),
            ),
        )
    )
)
def test_what_is_written_is_read_back(contents: list[Pragma | GcgEvent]) -> None:
    file = gcg.of_contents(contents)
    assert [line.content for line in gcg.parse(file.text).lines] == contents


def test_players_sit_in_the_order_of_their_numbers() -> None:
    game = gcg.record(gcg.parse("#player2 b B\n#player1 a A\n>a: KOT 8H KOT +10 10\n"))
    assert [player.nick for player in game.players] == ["a", "b"]
    assert game.turns[0].seat is Seat.FIRST
