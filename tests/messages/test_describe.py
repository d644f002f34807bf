from __future__ import annotations

from typing import Any, get_args

import pytest

from loops import with_each
from mostek import messages
from mostek.cli.terminal.event_lines import event_line
from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.core.tiles import Letter, Tile, Tiles
from mostek.lexicon import LexiconPin
from mostek.messages.describe import QUIET, SENTENCES, EventContext, describe, is_quiet, lexicon_text, list_text
from mostek.notation.coordinates import Orientation
from mostek.referee import Conducted, Game, conduct, replay
from mostek.referee import commands as c
from mostek.referee import commands as m
from mostek.referee import events as e
from mostek.rules.loading import rulebook

ONE, TWO = Seat.FIRST, Seat.SECOND
BLANK = Placement({Square.named("H9"): Tile(Letter("O"), blank=True)})
WORDS = (e.ScoredWord("KoT", "H8", 4),)
EACH = BySeat([380, 412])
RESULT = GameResult(Ending.OUT, EACH, BySeat([-3, 3]), (TWO,), BySeat([2, 1]), False)

UNSAID = QUIET - {e.GameCreated, e.SeedRevealed, e.Recorded}
"""Types of events without a line in the terminal: the board, the clocks or the line of another event shows them."""
EVENTS: list[e.Event] = [
    e.Confirmed(ONE, c.Check.SET),
    e.SetCounted(ONE, Tiles.of("AAB"), Tiles.of("C"), Tiles.of("B")),
    e.SquareLaid(ONE, 99, 100),
    e.PlacesDisputed(ONE, "PFS-2.2"),
    e.PlacesDrawn(ONE, "PFS-2.2"),
    e.PlaceChosen(ONE, c.Place.CLOCK_LEFT),
    e.LatenessBegan(0, "PFS-6.3.3"),
    e.Arrived(ONE, 5, "PFS-6.3.2b"),
    e.ClockSet(ONE, 754_000, "PFS-6.3.3"),
    e.StartTileDrawn(ONE, "A"),
    e.StartDrawTied((ONE, TWO), "GEN-4d"),
    e.StarterChosen(ONE, "PFS-2.1a"),
    e.TilesDrawn(ONE, Tiles.of("AB")),
    e.TimeCredited(ONE, 5, 4, c.CreditReason.DELIVERY),
    e.FlagFell(ONE, 5, "PFS-6.2.1"),
    e.TurnTimeExceeded(ONE, 5, "OPEN-time-2"),
    e.SoloBegan(ONE, "PFS-6.2.4"),
    e.ExchangeAnnounced(ONE, Tiles.of("AB"), 2),
    e.PassAnnounced(ONE),
    e.ExchangeFailed(ONE, e.Lock.PLAY_OR_PASS, "PFS-4.3.4"),
    e.MoveReopened(ONE, e.Lock.LAYOUT, "PFS-4.5.3"),
    e.BlanksDeclared(ONE, BLANK),
    e.BlanksWritten(ONE, BLANK),
    e.BlankSettled(BLANK, "PFS-4.8.4a", WORDS),
    e.BlankDied(BLANK, "PFS-4.8.4d"),
    e.MoveTakenBack(ONE, "PFS-4.8.2"),
    e.TilesLaid(ONE, BLANK, WORDS, 4, ()),
    e.ValueAnnounced(ONE, 12),
    e.Recorded(ONE, 12),
    e.WordsChallenged(ONE, ("KOT",)),
    e.WordsTyped(ONE, ("KOT",)),
    e.CheckVoided("PFS-4.7.13"),
    e.WordsJudged(True, Role.LEXICON, "", "PFS-4.7.11a"),
    e.VerdictOverridden(True, Role.ARBITER, "spis", "PFS-4.7.14"),
    e.PlacementUpheld(ONE, "PFS-4.7.1b"),
    e.MoveWithdrawn(ONE, e.Cause.FAULTY_PLACEMENT, "PFS-4.7.1b"),
    e.PenaltyCharged(ONE, 10, "SCHOOL-chal-4"),
    e.MoveAccepted(ONE, 12),
    e.TurnLost(ONE, e.Cause.SURPLUS, "PFS-4.10.3a"),
    e.TilesSetAside(ONE, Tiles.of("AB")),
    e.TurnPassed(ONE, e.Cause.ARBITER, "PFS-3.4.4"),
    e.RackStated(ONE, Tiles.of("AB")),
    e.DrawDemanded(ONE, "PFS-4.10.5a"),
    e.BagDied("PFS-4.10.5b"),
    e.SurplusFound(ONE, 2, TWO, "PFS-4.10.1"),
    e.TilesInspected(TWO, ONE, Tiles.of("ABC")),
    e.SurplusReturned(ONE, Tiles.of("AB"), TWO),
    e.CountBegan(ONE),
    e.CountStated(ONE, 54, 55),
    e.PlayResumed("HOUSE-call"),
    e.PresenceChanged(Seat.FIRST, here=False, at=1),
    e.PresenceChanged(Seat.FIRST, here=True, at=2),
    e.ArbiterChanged(here=True),
    e.ArbiterChanged(here=False),
    e.ArbiterChanged(here=True, playing=(ONE,)),
    e.ArbiterChanged(here=False, playing=(ONE, TWO)),
    e.ArbiterChanged(here=False, playing=()),
    e.PlayerResigned(Seat.SECOND, "HOUSE-resign"),
    e.CountBrokenOff("PFS-6.5.2"),
    e.LeftBoard(ONE, 5),
    e.CameBack(ONE, 6),
    e.AbsenceReported(ONE, "PFS-6.4e"),
    e.RecordOverdue(ONE, "PFS-4.6.2"),
    e.PlayInterrupted(ONE, c.StopReason.ARBITER, TWO, "PFS-4.4.2c", "spór o blanka"),
    e.IrregularityReported(c.Irregularity.SURPLUS),
    e.RulingMade(1, Role.ARBITER, "PFS-7.1b", m.Deduct(ONE, 10), "rozmowy"),
    e.RulingReversed(1, Role.ARBITER, "PFS-7.4", "pomyłka"),
    e.TurnReopened(ONE, 0, 0),
    e.GameReopened(),
    e.MoveReread(ONE, WORDS, 4),
    e.CorrectionAsked(ONE, 3, 10),
    e.ScoreCorrected(3, 10, "PFS-4.6.3"),
    e.LeftoversDue(Ending.OUT, "PFS-5.1.1", ONE),
    e.SlipSigned(ONE, EACH),
    e.SlipHandedIn(ONE, EACH),
    e.SlipCorrected(EACH, Role.ARBITER, "PFS-4.6.4"),
    e.SeedRevealed("7"),
    e.GameEnded(RESULT, "PFS-5.1.1"),
]
"""One event of each type that is told; secrets are the letters A, B, C."""


def created() -> e.GameCreated:
    conducted = conduct(
        None,
        c.CreateGame(
            rulebook="pfs",
            players=("Anna", "Bartek"),
            venue=c.Venue.TABLE,
            steps=c.AT_TABLE,
            millis=1_200_000,
            starter=ONE,
            commitment="0" * 64,
        ),
        rulebook("pfs"),
        lambda bag, count: Tiles(sorted(bag)[:count]),
    )
    assert isinstance(conducted, Conducted)
    event = conducted.events[0]
    assert isinstance(event, e.GameCreated)
    return event


@pytest.fixture(scope="module")
def game() -> Game:
    made = replay((created(),))
    assert made is not None
    return made


@pytest.mark.parametrize("language", messages.LANGUAGES)
@with_each("event", EVENTS)
def test_the_event_is_told(event: e.Event, language: str, game: Game) -> None:
    messages.use(language)
    try:
        said = event_line(event, game, Orientation.LETTERED_ROWS)
    finally:
        messages.use("en")
    assert said
    assert said[0].isupper()
    assert "{" not in said


def test_every_type_of_event_has_a_sentence_and_a_line_or_goes_without() -> None:
    told = {type(event) for event in [*EVENTS, created()]}
    assert set(SENTENCES) == set(get_args(e.Event))
    assert told | UNSAID == set(get_args(e.Event))
    assert not told & UNSAID


@pytest.mark.parametrize("kind", sorted(UNSAID, key=str), ids=str)
def test_what_goes_without_saying_is_not_said(kind: type[e.Event], game: Game) -> None:
    values: dict[str, Any] = {"seat": ONE, "tiles": Tiles.of("A"), "at": 1, "left": 1, "placement": BLANK}
    event = kind(**{name: values[name] for name in kind.__struct_fields__})
    assert event_line(event, game, Orientation.LETTERED_ROWS) is None


def test_no_sentence_tells_the_tiles_on_a_rack(game: Game) -> None:
    secret = Tiles.of("ŹŹŹ")
    hidden: list[e.Event] = [
        e.TilesDrawn(ONE, secret),
        e.TilesReturned(ONE, secret),
        e.TilesSetAside(ONE, secret),
        e.ExchangeAnnounced(ONE, secret, 3),
        e.RackStated(ONE, secret, 2),
        e.TilesInspected(TWO, ONE, secret),
        e.SurplusReturned(ONE, secret, TWO),
    ]
    assert not [
        said for event in hidden if (said := event_line(event, game, Orientation.LETTERED_ROWS)) and "Ź" in said
    ]


def test_a_suspicion_is_for_the_arbiter_alone(game: Game) -> None:
    assert event_line(e.IrregularityReported(c.Irregularity.SUSPICION), game, Orientation.LETTERED_ROWS) is None


def test_polish_sentences_have_the_right_forms(game: Game) -> None:
    messages.use("pl")
    try:
        said = [
            event_line(e.SurplusFound(ONE, number, TWO, "PFS-4.10.1"), game, Orientation.LETTERED_ROWS)
            for number in (1, 2)
        ]
        ruled = event_line(
            e.RulingMade(1, Role.ARBITER, "PFS-7.1b", m.Deduct(ONE, 10), "rozmowy"), game, Orientation.LETTERED_ROWS
        )
    finally:
        messages.use("en")
    assert said == [
        "Anna: nadmiar 1 płytki; Bartek wybiera, co wraca do woreczka (PFS-4.10.1).",
        "Anna: nadmiar 2 płytek; Bartek wybiera, co wraca do woreczka (PFS-4.10.1).",
    ]
    assert ruled == "Orzeczenie nr 1: Anna, punkty karne: 10 punktów. Uzasadnienie: rozmowy (PFS-7.1b)"


def said_in(language: str, event: e.Event, context: EventContext) -> str:
    messages.use(language)
    try:
        return describe(event, context).text
    finally:
        messages.use("en")


CONTEXT = EventContext(BySeat(["Ewa", "Jan"]))
LAID = e.TilesLaid(ONE, BLANK, (e.ScoredWord("KoT", "8H", 5),), 5, ())


@with_each("event", [*EVENTS, created()])
def test_each_language_has_a_sentence_of_its_own(event: e.Event) -> None:
    polish, english = (said_in(language, event, CONTEXT) for language in messages.LANGUAGES)
    assert polish != english
    assert "{" not in polish + english


@pytest.mark.parametrize(
    ("points", "said"), [(1, "1 punkt"), (2, "2 punkty"), (12, "12 punktów"), (22, "22 punkty"), (112, "112 punktów")]
)
def test_polish_numbers_have_their_plural_form(points: int, said: str) -> None:
    assert said_in("pl", e.ValueAnnounced(TWO, points), CONTEXT) == f"Jan podaje: {said}."


def test_a_move_is_valued_only_where_the_table_announces_values() -> None:
    counted = EventContext(CONTEXT.players, announces=False)
    assert said_in("pl", LAID, CONTEXT) == "Ewa układa KoT 8H: 5 punktów."
    assert said_in("pl", LAID, counted) == "Ewa układa KoT 8H."
    assert is_quiet(e.ValueAnnounced(ONE, 5), CONTEXT)
    assert not is_quiet(e.ValueAnnounced(ONE, 5), counted)


def test_squares_are_named_by_the_orientation_of_the_reader() -> None:
    numbered = EventContext(CONTEXT.players, Orientation.NUMBERED_ROWS)
    assert "KoT H8" in said_in("pl", LAID, numbered)
    assert "I8 = O" in said_in("pl", e.BlanksDeclared(ONE, BLANK), numbered)


def test_a_credit_is_mentioned_from_half_a_second_on_with_tenths() -> None:
    def credited(millis: int) -> e.TimeCredited:
        return e.TimeCredited(ONE, 4, millis, c.CreditReason.TRANSIT)

    assert [is_quiet(credited(millis), CONTEXT) for millis in (499, 500)] == [True, False]
    assert said_in("pl", credited(1000), CONTEXT) == "Ewa: dopisano 1,0 s za drogę polecenia do serwera."
    assert said_in("en", credited(20), CONTEXT) == "Ewa: < 0.1 s given back for the way of the command to the server."


def test_a_lost_turn_says_once_that_the_tiles_are_taken_back() -> None:
    assert is_quiet(e.MoveWithdrawn(ONE, e.Cause.INVALID_WORD, "PFS-1"), CONTEXT)
    assert not is_quiet(e.MoveWithdrawn(ONE, e.Cause.FAULTY_PLACEMENT, "PFS-1"), CONTEXT)


def test_the_clause_stands_beside_the_sentence() -> None:
    fell = describe(e.FlagFell(ONE, 0, "PFS-5.1"), CONTEXT)
    assert (fell.text, fell.clause) == ("Ewa: the time for the game is up.", "PFS-5.1")
    assert fell.cited == "Ewa: the time for the game is up (PFS-5.1)."


@pytest.mark.parametrize(
    ("name", "line", "item"),
    [
        ("pl-wolny", "Słownik: pl-wolny 2022-03 (to nie jest OSPS)", "pl-wolny 2022-03 (to nie jest OSPS)"),
        ("osps", "Słownik: osps 2022-03", "osps 2022-03"),
    ],
)
def test_any_list_but_the_federation_s_says_that_it_is_not_osps(name: str, line: str, item: str) -> None:
    pin = LexiconPin(name, "2022-03", "00")
    with messages.speaking("pl"):
        assert lexicon_text(pin) == line
        assert list_text(pin) == item
