"""Every event of a tournament in words, once for terminal, paper and page: a line for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from mostek.messages import count, text
from mostek.messages import tournament_words as words
from mostek.tournament import events as e
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.settings import listed
from mostek.tournament.state import BothForfeited, Forfeited, OwnCredit, Played, TableResult, Tournament

_MANY = 5
"""More people than this are counted, not named."""


def told(events: Sequence[e.Event], before: Tournament | None, after: Tournament) -> Iterator[str]:
    """The lines for what a command has led to; people who arrived at once share a line."""
    for kind, group in groupby(events, lambda event: (type(event), getattr(event, "status", None))):
        alike = list(group)
        if kind[0] is e.StatusChanged and len(alike) > _MANY:
            yield _many(alike)
        else:
            for event in alike:
                yield _TELLERS[type(event)](event, before, after)


def person(state: Tournament | None, number: int) -> str:
    """A player with the starting number, without: `5. Anna`."""
    entrant = state.entrants.get(number) if state else None
    return f"{number}. {entrant.person.name}" if entrant else str(number)


def called(state: Tournament | None) -> Callable[[int], str]:
    """How players are called by their starting numbers."""
    return partial(person, state)


def result_text(result: TableResult | None, players: Sequence[int], worth: int | None = None) -> str:
    """A result in the order of the table: `412:388`, `w.o. 400:1`."""
    match result:
        case Played(last_words=last) as played:
            sentence = ":".join(map(str, played.scores))
            if played.knows_words:
                sentence += " " + text("(last words {points})", points=":".join(map(str, last)))
            elif len(set(last)) > 1:
                sentence += f" ({text('the last word decides')})"
            return sentence if played.rated else sentence + " " + text("(not rated)")
        case Forfeited(winner=winner):
            points = str(worth if worth is not None else result.points or "N")
            won, lost = (points, "1")
            return text("forfeit") + " " + ":".join(won if player == winner else lost for player in players)
        case BothForfeited():
            return text("both have lost by forfeit")
        case None:
            return "–"


def _many(alike: Sequence[Any]) -> str:
    numbers = ranges([each.number for each in alike])
    if alike[0].status is EntrantStatus.PRESENT:
        return count("{n} has come: {numbers}.", "{n} have come: {numbers}.", len(alike), numbers=numbers)
    return f"{words.status_name(alike[0].status)}: {numbers}"


def ranges(numbers: Sequence[int]) -> str:
    """Numbers in their order, neighbours drawn together: `1–4, 6, 8–12`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _created(event: e.TournamentCreated, before: object, after: Tournament) -> str:
    sentence = text("{name} is set up by the template {template}.", name=event.name, template=event.template)
    return sentence + " " + text("The seed of all lots: {seed}", seed=event.seed)


def _chosen(event: e.SettingsChosen, before: object, after: Tournament) -> str:
    found = dict(listed(after.settings))
    return "\n".join(
        f"{words.setting_name(name)}: {words.value_in_words(after, name, found[name])}" for name in event.changes
    )


def _entered(event: e.EntrantEntered, before: object, after: Tournament) -> str:
    entrant = event.entrant
    where = ", ".join(filter(None, (entrant.person.city, entrant.team, entrant.division)))
    who = f"{entrant.number}. {entrant.person.name}" + (f" ({where})" if where else "")
    return text("Entered: {who}.", who=who)


def _line_up(event: e.LineUpSet, before: object, after: Tournament) -> str:
    team = _within(event.name, event.division)
    if not event.players:
        return text("{team} plays with its first members who are there.", team=team)
    players = ", ".join(f"{board}: {person(after, number)}" for board, number in enumerate(event.players, 1))
    return text("{team} plays at the boards {players}.", team=team, players=players)


def _status(event: e.StatusChanged, before: Tournament | None, after: Tournament) -> str:
    earlier = before.entrants[event.number].status if before and event.number in before.entrants else None
    returned = event.status is EntrantStatus.PRESENT and earlier in (EntrantStatus.WITHDRAWN, EntrantStatus.REMOVED)
    sentence = RETURNED if returned else STATUSES[event.status]
    return text(sentence, who=person(after, event.number)) + _because(event.reason)


def _pair_rule(event: e.PairRuleSet, before: object, after: Tournament) -> str:
    pair = " – ".join(person(after, number) for number in event.pair)
    rule = text(words.PAIR_RULES[event.rule]) if event.rule else text("meet as it comes")
    return f"{pair}: {rule}"


def _paired(event: e.RoundPaired, before: object, after: Tournament) -> str:
    tables = count("{n} table", "{n} tables", len(event.tables))
    byes = ", ".join(person(after, number) for number in event.byes)
    sentence = text("Round {round} is paired", round=_within(event.round, event.division))
    sentence += f" ({words.system_name(event.system)}): {tables}"
    sentence += (", " + text("bye: {who}", who=byes) if byes else "") + "."
    return " ".join((sentence, *(_own_text(own, after) for own in event.credits)))


def _own_text(own: OwnCredit, after: Tournament) -> str:
    """The points of a round without an opponent."""
    who, points, margin = person(after, own.number), words.halves(own.half_points), own.own - own.other
    if own.kind is CreditKind.BYE:
        return text(
            "The bye of {who} brings {points} and the margin {margin:+}.", who=who, points=points, margin=margin
        )
    return text(
        "{who} has a forfeit without an opponent: {points} and the margin {margin:+}.",
        who=who,
        points=points,
        margin=margin,
    )


def _credited(event: e.RoundCredited, before: object, after: Tournament) -> str:
    where, who = text("Round {round}", round=_within(event.round, event.division)), person(after, event.number)
    if event.credit is not None:
        sentence = _own_text(event.credit, after)
    elif event.kind is CreditKind.BYE:
        sentence = text("{who} has a bye, as the event credits it.", who=who)
    else:
        sentence = text("{who} is absent.", who=who)
    return f"{where}: {sentence}"


def _arbiter_named(event: e.ArbiterNamed, before: Tournament | None, after: object) -> str:
    earlier = before.arbiter if before else ""
    if not event.arbiter:
        return text("{name} is not the arbiter any more.", name=earlier)
    if not earlier:
        return text("{name} is the arbiter.", name=event.arbiter)
    return text("{name} is the arbiter from now on, in the place of {earlier}.", name=event.arbiter, earlier=earlier)


def _added(event: e.TableAdded, before: object, after: Tournament) -> str:
    players = " – ".join(person(after, number) for number in event.players)
    return text("Round {round}, table {table}: {players}.", round=event.round, table=event.table, players=players)


def _started(event: e.RoundStarted, before: object, after: Tournament) -> str:
    sentence = text(
        "Round {round} has begun at {time}.", round=_within(event.round, event.division), time=f"{event.at:%H:%M}"
    )
    absent = ", ".join(person(after, number) for number in event.absent)
    return sentence + (" " + text("Their clocks run: {absent}.", absent=absent) if absent else "")


def _reported(event: e.ResultReported, before: object, after: Tournament) -> str:
    who = person(after, event.number)
    scores = result_text(Played(event.scores, event.last_words), ())
    return text("{who} reports {scores}.", who=who, scores=scores)


def _adjourned(event: e.GameAdjourned, before: object, after: Tournament) -> str:
    where = text("Round {round}, table {table}", round=_within(event.round, event.division), table=event.table)
    if event.until is None:
        return text("{where}: the game goes on.", where=where)
    return text("{where}: adjourned until {until}.", where=where, until=f"{event.until:%d.%m.%Y, %H:%M}")


def _corrected(event: e.ResultCorrected, before: Tournament | None, after: Tournament) -> str:
    said = _at_table(event, after)
    why = text(words.CORRECTIONS[event.kind]) + (f": {event.reason}" if event.reason else "")
    earlier = _table(before, event.division, event.round, event.table)
    old = result_text(earlier.result, earlier.players) if earlier else "–"
    return text("Corrected: {what} ({why}; before: {old})", what=said, why=why, old=old)


def _at_table(event: e.ResultEntered | e.ResultCorrected, after: Tournament) -> str:
    found = _table(after, event.division, event.round, event.table)
    players, worth = found.players if found else (), None
    if isinstance(event.result, Forfeited) and event.result.points is None:
        from mostek.tournament.scoring import forfeit_at

        worth = forfeit_at(after, event.division, event.round, event.result).points
    names = " – ".join(person(after, each) for each in players)
    where = text("Round {round}, table {table}", round=_within(event.round, event.division), table=event.table)
    return f"{where}: {names}  {result_text(event.result, players, worth)}"


def _table(state: Tournament | None, division: str, number: int, table: int) -> Any:
    there = state.divisions.get(division) if state else None
    played = there.rounds[number - 1] if there and number <= len(there.rounds) else None
    return played.tables[table - 1] if played and table <= len(played.tables) else None


def _deducted(event: e.PointsDeducted, before: object, after: Tournament) -> str:
    return count(
        "{n} point is taken from {who} in round {round}.",
        "{n} points are taken from {who} in round {round}.",
        event.points,
        who=person(after, event.number),
        round=event.round,
    )


def _merged(event: e.CopiesMerged, before: object, after: object) -> str:
    found = event.merge
    return count(
        "Two copies were merged: {n} step follows from the copy {head}.",
        "Two copies were merged: {n} steps follow from the copy {head}.",
        found.added,
        head=found.taken.head[:16],
    )


def _decided(event: e.DecisionMade, before: object, after: Tournament) -> str:
    made = event.decision
    about = ", ".join(person(after, number) for number in made.about)
    sentence = text(
        "Decision {number} by {clause}: {what}", number=made.number, clause=made.clause, what=made.text or "–"
    )
    return sentence + (f" [{about}]" if about else "")


def _tie(event: e.TieDecided, before: object, after: Tournament) -> str:
    order = ", ".join(person(after, number) for number in event.order)
    return text("The equals stand in this order: {order} ({reason}).", order=order, reason=event.reason or "–")


def _prizes(event: e.PrizesSet, before: object, after: Tournament) -> str:
    from mostek.messages.prize_words import list_text, subject_text

    sentence = list_text(after, event.prizes) or text("no prizes")
    return text("Prizes, {subject}: {prizes}", subject=subject_text(event.prizes), prizes=sentence)


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _within(what: object, division: str) -> str:
    return f"{what}, {division}" if division else str(what)


RETURNED = "{who} plays on from the next round."
STATUSES: Mapping[EntrantStatus, str] = {
    EntrantStatus.ENTERED: "{who} has not come after all.",
    EntrantStatus.PRESENT: "{who} has come.",
    EntrantStatus.WITHDRAWN: "{who} has withdrawn.",
    EntrantStatus.REMOVED: "{who} is removed.",
    EntrantStatus.EXCLUDED: "{who} is excluded.",
}
"""The sentence for each new status of a player."""

_TELLERS: Mapping[type[Any], Callable[[Any, Tournament | None, Tournament], str]] = {
    e.TournamentCreated: _created,
    e.SettingsChosen: _chosen,
    e.ArbiterNamed: _arbiter_named,
    e.TeamEntered: lambda event, before, after: text(
        "Team entered: {team}.", team=_within(event.team.name, event.team.division)
    ),
    e.TeamConfirmed: lambda event, before, after: text(
        "The line-up is complete: {team}.", team=_within(event.name, event.division)
    ),
    e.LineUpSet: _line_up,
    e.EntrantEntered: _entered,
    e.OriginRecorded: lambda event, before, after: text(
        "The tournament comes from a file: {format}.", format=words.format_name(event.origin.format)
    ),
    e.EntrantAmended: lambda event, before, after: text("Corrected: {who}.", who=person(after, event.number)),
    e.StatusChanged: _status,
    e.PairRuleSet: _pair_rule,
    e.RoundPaired: _paired,
    e.RoundUnpaired: lambda event, before, after: text(
        "The pairing of round {round} is taken back.", round=_within(event.round, event.division)
    ),
    e.TableAdded: _added,
    e.RoundCredited: _credited,
    e.RoundStarted: _started,
    e.ArrivalNoted: lambda event, before, after: text(
        "{who} has come at {time}.", who=person(after, event.number), time=f"{event.at:%H:%M:%S}"
    ),
    e.GameAdjourned: _adjourned,
    e.ResultReported: _reported,
    e.ResultEntered: lambda event, before, after: _at_table(event, after),
    e.ResultCorrected: _corrected,
    e.PointsDeducted: _deducted,
    e.DecisionMade: _decided,
    e.TieDecided: _tie,
    e.PrizesSet: _prizes,
    e.TournamentClosed: lambda event, before, after: text("The tournament is closed, {on}.", on=event.on),
    e.CopiesMerged: _merged,
    e.Undone: lambda event, before, after: text("Taken back.") + _because(event.reason),
}
"""The describing function of each kind of event; a test compares it with `Event`."""
