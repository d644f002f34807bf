"""Beginning an event and choosing its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mostek.rules.loading import rulebook, rulebooks
from mostek.tournament.commands import ChooseSettings, CreateTournament, NameArbiter, RecordOrigin
from mostek.tournament.entrants import Person
from mostek.tournament.events import ArbiterNamed, Event, OriginRecorded, SettingsChosen, TournamentCreated
from mostek.tournament.limits import (
    LARGEST_ORIGIN,
    LONGEST_CURRENCY,
    LONGEST_NAME,
    SETTING_LIMITS,
    LimitKind,
    json_size,
)
from mostek.tournament.pairing.system import systems
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.settings import PlanError, Settings, listed, plan_of, settings_of, spread_caps, templates
from mostek.tournament.state import Tournament

Decided = tuple[Event, ...] | DeskRefusal

FREE = frozenset(
    {
        "entry.announce_by",
        "entry.consent",
        "entry.deadline",
        "entry.late",
        "entry.school_words",
        "last_round_check",
        "league.best",
        "league.move",
        "league.size",
        "prize_ties",
        "prizes.currency",
        "prizes.unit",
        "results.largest",
        "results.self_report",
    }
)
"""The choices still open when the first round is paired: none changes a pairing, a result or a place."""
_OPEN = frozenset(
    {
        "readings",
        "rounds",
        "minutes",
        "turn_seconds",
        "entry.deadline",
        "entry.announce_by",
        "team.size",
        "team.best",
        "match.boards",
        "league.best",
        "league.size",
        "spread_cap",
    }
)
"""What may go without a value; everything else always has one."""


def create(command: CreateTournament) -> Decided:
    """Begin an event from a template, with what the organiser has chosen already."""
    if command.template not in templates():
        return refuse(DeskReason.TEMPLATE_NOT_KNOWN, name=command.template, known=list(templates()))
    if command.ends_on is not None and command.ends_on < command.starts_on:
        return refuse(DeskReason.DAYS_REVERSED, starts_on=command.starts_on, ends_on=command.ends_on)
    settings = _resolved(command.template, command.settings)
    if isinstance(settings, DeskRefusal):
        return settings
    return (
        TournamentCreated(
            name=command.name,
            city=command.city,
            organisers=command.organisers,
            arbiter=command.arbiter,
            starts_on=command.starts_on,
            template=command.template,
            changes=command.settings,
            divisions=settings.divisions.chosen,
            seed=command.seed,
            ends_on=command.ends_on,
            edition=command.edition,
        ),
    )


def choose(state: Tournament, command: ChooseSettings) -> Decided:
    """Choose settings; what pairings, results or places rest on is fixed by the first round (PFS-7.2d, S80)."""
    clauses = {name: setting.clause for name, setting in listed(state.settings)}
    for name in command.settings if state.has_begun else ():
        if name in clauses and name not in FREE:
            reason = DeskReason.ROUNDS_FIXED if name == "rounds" else DeskReason.SETTING_FIXED
            return refuse(reason, clauses[name], name)
    settings = _resolved(state.template, {**state.changes, **command.settings})
    if isinstance(settings, DeskRefusal):
        return settings
    peopled = {entrant.division for entrant in state.entrants.values()}
    peopled |= {team.division for team in state.teams.values()}
    if lost := sorted(peopled.difference(settings.divisions.chosen)):
        return refuse(
            DeskReason.SETTING_NOT_POSSIBLE, clauses["divisions"], "divisions", value=lost[0], least=0, most=0
        )
    faults = (rating_fault(settings, entrant.person) for entrant in state.entrants.values())
    if fault := next(filter(None, faults), None):
        return fault
    return (SettingsChosen(changes=command.settings, divisions=settings.divisions.chosen),)


def name_arbiter(state: Tournament, command: NameArbiter) -> Decided:
    """Say who is the arbiter from now on; papers name the earlier ones too, if games were paired under them."""
    arbiter = " ".join(command.arbiter.split())
    if arbiter == state.arbiter:
        return refuse(DeskReason.ARBITER_ALREADY, name=arbiter)
    return (ArbiterNamed(arbiter=arbiter, at=command.at),)


def record_origin(state: Tournament, command: RecordOrigin) -> Decided:
    """Record what the file of an imported event says besides: once, and no more than the log should hold."""
    if state.origin is not None:
        return refuse(DeskReason.ORIGIN_RECORDED, form=state.origin.format)
    size = json_size(command.origin)
    if size > LARGEST_ORIGIN:
        return refuse(
            DeskReason.NOT_WELL_FORMED, limit=LimitKind.TOO_LONG, field="origin", value=size, most=LARGEST_ORIGIN
        )
    return (OriginRecorded(origin=command.origin),)


def open_settings(settings: Settings) -> tuple[str, ...]:
    """The settings to choose before the first round: the rounds, and a time (S47, PFS-1.2a)."""
    missing = [] if settings.rounds.value else ["rounds"]
    if not settings.minutes.value and not settings.turn_seconds.value:
        missing.append("minutes")
    return tuple(missing)


def rating_fault(settings: Settings, person: Person) -> DeskRefusal | None:
    """Whether the rating of a player is not one of the scale that the event has."""
    setting = settings.rating_scale
    scale = setting.chosen
    if scale.holds(person.rating):
        return None
    bounds = scale.bounds
    return refuse(
        DeskReason.RATING_OFF_SCALE,
        setting.clause,
        "rating_scale",
        name=person.name,
        rating=person.rating,
        scale=scale,
        most=bounds.most,
        step=bounds.step,
    )


def _resolved(template: str, changes: Mapping[str, Any]) -> Settings | DeskRefusal:
    # Any round of the event may be paired by any system, so an incomplete entry is found now and not before a round.
    systems()
    try:
        settings = settings_of(template, changes)
    except ValueError as error:
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, "", _named(str(error), changes), why=str(error))
    return _fault(settings) or settings


def _fault(settings: Settings) -> DeskRefusal | None:
    for name, setting in listed(settings):
        least, most = SETTING_LIMITS.get(name, (None, None))
        if least is not None and setting.value is not None and not least <= setting.value <= most:
            value = setting.value
            return refuse(DeskReason.SETTING_NOT_POSSIBLE, setting.clause, name, value=value, least=least, most=most)
        if setting.value is None and name not in _OPEN:
            return refuse(DeskReason.SETTING_NOT_POSSIBLE, setting.clause, name, value=None)
    names = settings.divisions.chosen
    if not names or len({name.casefold() for name in names}) != len(names) or not all(map(_may_name, names)):
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, settings.divisions.clause, "divisions", value=list(names))
    if not settings.keys.chosen:
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, settings.keys.clause, "keys", value=[])
    if settings.rulebook.chosen not in rulebooks():
        book = settings.rulebook
        return refuse(
            DeskReason.SETTING_NOT_POSSIBLE, book.clause, "rulebook", value=book.value, known=list(rulebooks())
        )
    if fault := _reading_fault(settings):
        return fault
    currency, inner = settings.prizes.currency, settings.gibson.inner
    if not _may_sign(currency.chosen):
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, currency.clause, "prizes.currency", value=currency.value or '""')
    able = [name for name, system in systems().items() if system.rate is not None and system.meant is not None]
    if inner.chosen not in able:
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, inner.clause, "gibson.inner", value=inner.value, known=able)
    if fault := _match_fault(settings) or _cap_fault(settings):
        return fault
    try:
        if settings.rounds.value:
            plan_of(settings.plan.chosen, settings.rounds.value)
    except PlanError as error:
        clause, rounds = settings.plan.clause, settings.rounds.value
        return refuse(DeskReason.PLAN_NOT_POSSIBLE, clause, "plan", word=error.about, rounds=rounds)
    return None


def _reading_fault(settings: Settings) -> DeskRefusal | None:
    """Whether something is answered that the rulebook does not leave open, or in a way that it does not know."""
    if not settings.readings.value:
        return None
    from mostek.rules.switches import readings

    asked = {switch.value: switch for switch in readings(rulebook(settings.rulebook.chosen))}
    for path, answer in settings.readings.value.items():
        known = list(asked[path].answers if path in asked else asked)
        if answer not in known:
            value = f"{path}={answer}" if path in asked else path
            clause = settings.readings.clause
            return refuse(DeskReason.SETTING_NOT_POSSIBLE, clause, "readings", value=value, known=known)
    return None


def _cap_fault(settings: Settings) -> DeskRefusal | None:
    """Whether a cap of the margin is no number, or that of a division that there is not."""
    cap = settings.spread_cap
    if cap.value is None:
        return None
    try:
        unknown = spread_caps(cap.value).keys() - {"", *settings.divisions.chosen}
    except ValueError:
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, cap.clause, "spread_cap", value=cap.value or '""')
    if unknown:
        known = list(settings.divisions.chosen)
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, cap.clause, "spread_cap", value=min(unknown), known=known)
    return None


def _match_fault(settings: Settings) -> DeskRefusal | None:
    """Whether the matches of teams cannot be so: more boards than members, or a system that pairs no teams."""
    boards, size, inner = settings.match.boards, settings.team.size, settings.match.inner
    if boards.value is not None and size.value is None:
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, size.clause, "team.size", value=None)
    if boards.value is not None and size.value is not None and boards.value > size.value:
        bounds = {"value": boards.value, "least": 1, "most": size.value}
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, boards.clause, "match.boards", **bounds)
    known = [name for name, system in systems().items() if system.pairs_teams]
    if inner.value not in known:
        return refuse(DeskReason.SETTING_NOT_POSSIBLE, inner.clause, "match.inner", value=inner.value, known=known)
    return None


def _may_name(division: str) -> bool:
    """A division may go without a name; a stroke would part the division from the team in `team_key`."""
    return division == division.strip() and len(division) <= LONGEST_NAME and "/" not in division


def _may_sign(currency: str) -> bool:
    """The sign of a currency is a short word that can be printed, without blanks around it."""
    return (
        bool(currency) and len(currency) <= LONGEST_CURRENCY and currency.isprintable() and currency == currency.strip()
    )


def _named(why: str, changes: Mapping[str, Any]) -> str:
    """The setting that a complaint is about."""
    return next((name for name in changes if name in why or f"$.{name}" in why), "")
