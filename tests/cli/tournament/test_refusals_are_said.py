"""Every reason for which the desk says no has a sentence in both languages, its grounds, and mostly a next step."""

from __future__ import annotations

import re
from datetime import date, datetime, time

from cli.tournament.desk import Desk
from loops import with_each
from mostek import messages
from mostek.messages import tournament_events
from mostek.messages import tournament_words as words
from mostek.messages.tournament import FAULTS, FIELDS, PRIZE_FAULTS, SENTENCES, grounds, say
from mostek.messages.tournament_advice import remedy
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.events import Event
from mostek.tournament.limits import EventLimit, LimitKind
from mostek.tournament.pairing.values import PairingFault, system_names
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.settings import names
from mostek.tournament.state import ForfeitCause

DAY = date(2026, 4, 20)
WHERE = {"round": 3, "table": 7}
REFUSALS: tuple[DeskRefusal, ...] = (
    refuse(DeskReason.NOT_WELL_FORMED, why="Expected str"),
    *(
        refuse(DeskReason.NOT_WELL_FORMED, limit=kind, field=field, value=2, least=0, most=1)
        for kind in LimitKind
        for field in FIELDS
    ),
    *(refuse(DeskReason.LIMIT_REACHED, limit=limit, found=1001, most=1000, step=3) for limit in EventLimit),
    refuse(
        DeskReason.RATING_OFF_SCALE, "S80", "rating_scale", name="Ada", rating=16125, scale="pfs", most=30_000, step=1
    ),
    refuse(
        DeskReason.RATING_OFF_SCALE,
        "S80",
        "rating_scale",
        name="Ada",
        rating=16125,
        scale="wespa",
        most=300_000,
        step=100,
    ),
    refuse(DeskReason.TOURNAMENT_CREATED, name="Próba"),
    refuse(DeskReason.TOURNAMENT_NOT_CREATED),
    refuse(DeskReason.TOURNAMENT_CLOSED, on=DAY),
    refuse(DeskReason.TOURNAMENT_CLOSED, **WHERE),
    refuse(DeskReason.TEMPLATE_NOT_KNOWN, name="x", known=["pfs"]),
    refuse(DeskReason.SETTING_NOT_POSSIBLE, "PFS-7.2d", "rounds", value=-1, least=1, most=1000),
    refuse(DeskReason.SETTING_NOT_POSSIBLE, "S80", "divisions", value="A", least=0, most=0),
    refuse(DeskReason.SETTING_NOT_POSSIBLE, "S80", "divisions", value=["A", "A"]),
    refuse(DeskReason.SETTING_NOT_POSSIBLE, "S80", "keys", value=None),
    refuse(DeskReason.SETTING_NOT_POSSIBLE, "PFS-0b", "rulebook", value="x", known=["pfs"]),
    refuse(DeskReason.SETTING_NOT_POSSIBLE, "", "rounds", why="Expected int"),
    refuse(DeskReason.SETTING_NOT_POSSIBLE, why="no setting 'x'"),
    refuse(DeskReason.SETTING_FIXED, "S80", "keys"),
    refuse(DeskReason.ROUNDS_FIXED, "PFS-7.2d", "rounds"),
    refuse(DeskReason.TABLES_NEEDED, "S80", "plan", round=5),
    refuse(DeskReason.SETTINGS_OPEN, "PFS-7.2d", "rounds", settings=["rounds", "minutes"]),
    refuse(DeskReason.PLAN_NOT_POSSIBLE, "S80", "plan", word="swiss", rounds=5),
    refuse(DeskReason.DIVISION_NOT_KNOWN, "S80", "divisions", name="x", known=["A", "B"]),
    refuse(DeskReason.DIVISION_NOT_KNOWN, "S80", "divisions", name="x", known=[""]),
    refuse(DeskReason.DEADLINE_PASSED, "OPEN-reg-1", "entry.deadline", deadline=DAY, entered=DAY),
    refuse(DeskReason.ENTRANT_NOT_KNOWN, number=9),
    refuse(DeskReason.NAME_TAKEN, name="Ada", number=1),
    refuse(DeskReason.NUMBER_TAKEN, number=1),
    refuse(DeskReason.ORIGIN_RECORDED, form="pfs_json"),
    refuse(DeskReason.TEAM_NOT_KNOWN, team="A", division=""),
    refuse(DeskReason.TEAM_EXISTS, "SCHOOL-team-1", team="A", division=""),
    refuse(DeskReason.TEAM_NEEDED, "S46", "team.size", name="Ada"),
    refuse(DeskReason.TEAM_FULL, "SCHOOL-team-2", "team.size", team="A", due=8),
    refuse(DeskReason.TEAM_INCOMPLETE, "SCHOOL-team-2", "team.size", team="A", found=7, due=8),
    refuse(DeskReason.TEAMS_UNCONFIRMED, "SCHOOL-team-2", "team.size", teams=["A", "B"]),
    refuse(DeskReason.LINE_UP_FIXED, "SCHOOL-team-1", team="A"),
    refuse(DeskReason.TEAM_INCOMPLETE, "S46", "team.size", team="A", found=3, due=8, least=4),
    refuse(DeskReason.LINE_UP_WRONG, "S46", number=1, team="A"),
    refuse(DeskReason.LINE_UP_WRONG, "S46", "match.boards", boards=4, team="A"),
    refuse(DeskReason.LINE_UP_WRONG, "S46", "match.order", numbers=[1, 2], team="A"),
    refuse(DeskReason.NO_MATCHES, "S46", "match.boards"),
    refuse(DeskReason.NO_TEAMS, "S46", "team.size"),
    refuse(DeskReason.CONSENT_MISSING, "S47", "entry.consent", number=1),
    refuse(DeskReason.STATUS_ALREADY, number=1, status="present"),
    refuse(DeskReason.STATUS_ALREADY, team="A"),
    refuse(DeskReason.EXCLUDED_FOR_GOOD, "PFS-7.1d", number=1),
    refuse(DeskReason.HAS_A_TABLE, number=1),
    refuse(DeskReason.WAS_SEEN, "PFS-7.1d", number=1),
    refuse(DeskReason.REASON_NEEDED, "PFS-6.1b", **WHERE),
    refuse(DeskReason.SAME_PLAYER_TWICE, number=1),
    refuse(DeskReason.PAIR_IMPOSSIBLE, numbers=[1, 2]),
    refuse(DeskReason.PAIR_IMPOSSIBLE, numbers=[]),
    refuse(DeskReason.ALL_ROUNDS_PAIRED, "PFS-7.2d", "rounds", rounds=12),
    refuse(DeskReason.RESULTS_MISSING, round=3, tables=[3, 7, 12]),
    refuse(DeskReason.ABSENTEES, "PFS-6.3.4b", "forfeit.absent_removed", numbers=[1, 2]),
    *(refuse(DeskReason.UNPAIRABLE, "S80", fault=fault, about=[1, "A"]) for fault in PairingFault),
    refuse(DeskReason.NOTHING_PAIRED, division=""),
    refuse(DeskReason.RESULTS_WOULD_BE_LOST, round=3, found=2),
    refuse(DeskReason.ROUND_STARTED, "PFS-6.3.1", round=3),
    refuse(DeskReason.NOT_FREE, round=3, number=1),
    refuse(DeskReason.TABLE_NOT_PAIRED, division="", **WHERE),
    refuse(DeskReason.SCORES_DIFFER_IN_NUMBER, due=2, found=3, table=7),
    refuse(DeskReason.SCORE_UNUSUAL, "PFS-5.2a", "results.largest", score=1001, table=7),
    refuse(DeskReason.NO_DRAWS, "OPEN-end-3", table=7),
    refuse(DeskReason.SIGNATURES_MISSING, "PFS-5.2a", "results.signatures", numbers=[1, 2]),
    refuse(DeskReason.RESULT_THERE, "PFS-5.2b", **WHERE),
    refuse(DeskReason.RESULT_NOT_THERE, **WHERE),
    refuse(DeskReason.NOT_ADJOURNED, "PFS-7.4", **WHERE),
    refuse(DeskReason.MOMENT_PASSED, "PFS-7.4", until=datetime.combine(DAY, time(9)), **WHERE),
    refuse(DeskReason.RESULT_SAME, **WHERE),
    refuse(DeskReason.RESULT_FINAL, "PFS-5.2b", "results.corrections", **WHERE),
    refuse(DeskReason.CORRECTION_TOO_LATE, "PFS-4.6.4", "results.corrections", consent=False, **WHERE),
    refuse(DeskReason.CORRECTION_TOO_LATE, "PFS-4.6.4", "results.corrections", consent=True, **WHERE),
    refuse(DeskReason.ARBITER_ALREADY, name="Jan Nowak"),
    refuse(DeskReason.ARBITER_ALREADY, name=""),
    refuse(DeskReason.ROUND_NOT_PAIRED, round=3),
    refuse(DeskReason.CREDIT_NOT_POSSIBLE, kind="game", round=3),
    refuse(DeskReason.DAYS_REVERSED, starts_on=DAY, ends_on=DAY),
    refuse(DeskReason.WINNER_REVERSED, "PFS-4.6.4", "results.corrections", **WHERE),
    refuse(DeskReason.REPORTS_NOT_TAKEN, "PFS-5.2a", "results.self_report"),
    refuse(DeskReason.NOT_AT_THE_TABLE, number=1, table=7),
    refuse(DeskReason.NOT_AT_THE_TABLE, number=1, round=3),
    refuse(DeskReason.FORFEIT_OF_TWO, "PFS-7.2", table=7),
    refuse(DeskReason.PENALTY_STEP, "PFS-7.1b", "results.penalty_step", points=7, step=5),
    refuse(DeskReason.CLAUSE_NOT_KNOWN, "PFS-6.1b", clause="PFS-99"),
    refuse(DeskReason.NOT_EQUAL, "S46", "prize_ties", numbers=[1, 2]),
    refuse(DeskReason.ROUNDS_LEFT, "PFS-7.2d", "rounds", rounds=12),
    *(refuse(DeskReason.PRIZES_NOT_POSSIBLE, "S46", fault=fault, most=1000) for fault in PRIZE_FAULTS),
    refuse(DeskReason.TIES_UNDECIDED, "S46", "prize_ties", numbers=[1, 2]),
    refuse(DeskReason.NOTHING_TO_UNDO),
    refuse(DeskReason.NOTHING_TO_MERGE),
)


def test_the_examples_have_every_reason_and_every_reason_a_sentence() -> None:
    assert {refused.reason for refused in REFUSALS} == set(DeskReason) == set(SENTENCES)
    assert set(FAULTS) == set(PairingFault)


@with_each("refused", REFUSALS)
def test_a_refusal_is_a_sentence_in_both_languages(refused: DeskRefusal) -> None:
    said = {}
    try:
        for language in messages.LANGUAGES:
            messages.use(language)
            said[language] = say(refused, lambda number: f"{number}. Ada")
            assert re.match(r"[A-ZŁŚŻ0-9]", said[language]), said[language]
            assert said[language].endswith((".", ")")), said[language]
            assert "{" not in said[language]
            assert len(grounds(refused)) == bool(refused.clause) + bool(refused.setting)
    finally:
        messages.use("en")
    assert said["pl"] != said["en"]
    assert isinstance(remedy(refused, None), str)


def test_everything_that_people_read_has_a_name() -> None:
    assert all(words.system_name(name) for name in system_names())
    assert set(words.STATUSES) == {status.value for status in EntrantStatus}
    assert set(words.CAUSES) == {cause.value for cause in ForfeitCause}
    assert set(words.SETTINGS) == set(names())
    assert set(tournament_events._TELLERS) == set(Event.__args__)


def test_a_refusal_gives_the_clause_in_our_wording_and_the_next_command(desk: Desk) -> None:
    polish = Desk(desk.folder, "pl").founded(4)
    polish.says("pair")
    polish.says("result 1 400:300")
    result = polish.run("result 1 401:300")
    assert result.exit_code == 1
    assert "Odmowa: Stół 1 w rundzie 1 ma już wynik." in result.stderr
    assert "PFS-5.2b: " in result.stderr
    assert "Dalej: mostek tournament correct 1 … --round 1" in result.stderr
