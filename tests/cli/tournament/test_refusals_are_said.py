"""Every reason for which the desk says no has a sentence in both languages, its grounds, and mostly a next step."""

from __future__ import annotations

import re
from datetime import date

import pytest

from cli.tournament.desk import Desk
from mostek import messages
from mostek.cli.tournament import describe
from mostek.cli.tournament.advice import remedy
from mostek.messages import tournament_words as words
from mostek.messages.tournament import FAULTS, SENTENCES, grounds, say
from mostek.tournament.entrants import Channel, Status
from mostek.tournament.events import Event
from mostek.tournament.pairing.values import PairingFault, system_names
from mostek.tournament.refusals import Reason, Refused, refuse
from mostek.tournament.settings import names
from mostek.tournament.state import Cause

DAY = date(2026, 4, 20)
WHERE = {"round": 3, "table": 7}
REFUSALS: tuple[Refused, ...] = (
    refuse(Reason.NOT_WELL_FORMED, why="Expected str"),
    refuse(Reason.TOURNAMENT_CREATED, name="Próba"),
    refuse(Reason.TOURNAMENT_NOT_CREATED),
    refuse(Reason.TOURNAMENT_CLOSED, on=DAY),
    refuse(Reason.TOURNAMENT_CLOSED, **WHERE),
    refuse(Reason.TEMPLATE_NOT_KNOWN, name="x", known=["pfs"]),
    refuse(Reason.SETTING_NOT_POSSIBLE, "PFS-7.2d", "rounds", value=-1, least=1, most=1000),
    refuse(Reason.SETTING_NOT_POSSIBLE, "S80", "divisions", value="A", least=0, most=0),
    refuse(Reason.SETTING_NOT_POSSIBLE, "S80", "divisions", value=["A", "A"]),
    refuse(Reason.SETTING_NOT_POSSIBLE, "S80", "keys", value=None),
    refuse(Reason.SETTING_NOT_POSSIBLE, "PFS-0b", "rulebook", value="x", known=["pfs"]),
    refuse(Reason.SETTING_NOT_POSSIBLE, "", "rounds", why="Expected int"),
    refuse(Reason.SETTING_NOT_POSSIBLE, why="no setting 'x'"),
    refuse(Reason.SETTING_FIXED, "S80", "keys"),
    refuse(Reason.ROUNDS_FIXED, "PFS-7.2d", "rounds"),
    refuse(Reason.SETTINGS_OPEN, "PFS-7.2d", "rounds", settings=["rounds", "minutes"]),
    refuse(Reason.PLAN_NOT_POSSIBLE, "S80", "plan", word="swiss", rounds=5),
    refuse(Reason.DIVISION_NOT_KNOWN, "S80", "divisions", name="x", known=["A", "B"]),
    refuse(Reason.DIVISION_NOT_KNOWN, "S80", "divisions", name="x", known=[""]),
    refuse(Reason.DEADLINE_PASSED, "OPEN-reg-1", "entry.deadline", deadline=DAY, entered=DAY),
    refuse(Reason.ENTRANT_NOT_KNOWN, number=9),
    refuse(Reason.NAME_TAKEN, name="Ada", number=1),
    refuse(Reason.TEAM_NOT_KNOWN, team="A", division=""),
    refuse(Reason.TEAM_EXISTS, "SCHOOL-team-1", team="A", division=""),
    refuse(Reason.TEAM_NEEDED, "S46", "team.size", name="Ada"),
    refuse(Reason.TEAM_FULL, "SCHOOL-team-2", "team.size", team="A", due=8),
    refuse(Reason.TEAM_INCOMPLETE, "SCHOOL-team-2", "team.size", team="A", found=7, due=8),
    refuse(Reason.TEAMS_UNCONFIRMED, "SCHOOL-team-2", "team.size", teams=["A", "B"]),
    refuse(Reason.LINE_UP_FIXED, "SCHOOL-team-1", team="A"),
    refuse(Reason.NO_TEAMS, "S46", "team.size"),
    refuse(Reason.CONSENT_MISSING, "S47", "entry.consent", number=1),
    refuse(Reason.STATUS_ALREADY, number=1, status="present"),
    refuse(Reason.STATUS_ALREADY, team="A"),
    refuse(Reason.EXCLUDED_FOR_GOOD, "PFS-7.1d", number=1),
    refuse(Reason.HAS_A_TABLE, number=1),
    refuse(Reason.REASON_NEEDED, "PFS-6.1b", **WHERE),
    refuse(Reason.SAME_PLAYER_TWICE, number=1),
    refuse(Reason.PAIR_IMPOSSIBLE, numbers=[1, 2]),
    refuse(Reason.PAIR_IMPOSSIBLE, numbers=[]),
    refuse(Reason.ALL_ROUNDS_PAIRED, "PFS-7.2d", "rounds", rounds=12),
    refuse(Reason.RESULTS_MISSING, round=3, tables=[3, 7, 12]),
    refuse(Reason.ABSENTEES, "PFS-6.3.4b", "forfeit.absent_removed", numbers=[1, 2]),
    *(refuse(Reason.UNPAIRABLE, "S80", fault=fault, about=[1, "A"]) for fault in PairingFault),
    refuse(Reason.NOTHING_PAIRED, division=""),
    refuse(Reason.RESULTS_WOULD_BE_LOST, round=3, found=2),
    refuse(Reason.ROUND_STARTED, "PFS-6.3.1", round=3),
    refuse(Reason.NOT_FREE, round=3, number=1),
    refuse(Reason.TABLE_NOT_PAIRED, division="", **WHERE),
    refuse(Reason.SCORES_DIFFER_IN_NUMBER, due=2, found=3, table=7),
    refuse(Reason.SCORE_UNUSUAL, "PFS-5.2a", "results.largest", score=1001, table=7),
    refuse(Reason.NO_DRAWS, "OPEN-end-3", table=7),
    refuse(Reason.SIGNATURES_MISSING, "PFS-5.2a", "results.signatures", numbers=[1, 2]),
    refuse(Reason.RESULT_THERE, "PFS-5.2b", **WHERE),
    refuse(Reason.RESULT_NOT_THERE, **WHERE),
    refuse(Reason.RESULT_SAME, **WHERE),
    refuse(Reason.RESULT_FINAL, "PFS-5.2b", "results.corrections", **WHERE),
    refuse(Reason.CORRECTION_TOO_LATE, "PFS-4.6.4", "results.corrections", consent=False, **WHERE),
    refuse(Reason.CORRECTION_TOO_LATE, "PFS-4.6.4", "results.corrections", consent=True, **WHERE),
    refuse(Reason.REPORTS_NOT_TAKEN, "PFS-5.2a", "results.self_report"),
    refuse(Reason.NOT_AT_THE_TABLE, number=1, table=7),
    refuse(Reason.NOT_AT_THE_TABLE, number=1, round=3),
    refuse(Reason.FORFEIT_OF_TWO, "PFS-7.2", table=7),
    refuse(Reason.PENALTY_STEP, "PFS-7.1b", "results.penalty_step", points=7, step=5),
    refuse(Reason.CLAUSE_NOT_KNOWN, "PFS-6.1b", clause="PFS-99"),
    refuse(Reason.NOT_EQUAL, "S46", "prize_ties", numbers=[1, 2]),
    refuse(Reason.ROUNDS_LEFT, "PFS-7.2d", "rounds", rounds=12),
    refuse(Reason.TIES_UNDECIDED, "S46", "prize_ties", numbers=[1, 2]),
    refuse(Reason.NOTHING_TO_UNDO),
)


def test_the_examples_have_every_reason_and_every_reason_a_sentence() -> None:
    assert {refused.reason for refused in REFUSALS} == set(Reason) == set(SENTENCES)
    assert set(FAULTS) == set(PairingFault)


@pytest.mark.parametrize("refused", REFUSALS, ids=lambda refused: str(refused.reason))
def test_a_refusal_is_a_sentence_in_both_languages(refused: Refused) -> None:
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
    assert set(words.STATUSES) == {status.value for status in Status}
    assert set(words.CHANNELS) == {channel.value for channel in Channel}
    assert set(words.CAUSES) == {cause.value for cause in Cause}
    assert set(words.SETTINGS) == set(names())
    assert set(describe._TELLERS) == set(Event.__args__)


def test_a_refusal_gives_the_clause_in_our_wording_and_the_next_command(desk: Desk) -> None:
    polish = Desk(desk.folder, "pl").founded(4)
    polish.says("pair")
    polish.says("result 1 400:300")
    result = polish.run("result 1 401:300")
    assert result.exit_code == 1
    assert "Odmowa: Stół 1 w rundzie 1 ma już wynik." in result.stderr
    assert "PFS-5.2b: " in result.stderr
    assert "Dalej: mostek tournament correct 1 … --round 1" in result.stderr
