"""The overview: the event, the rounds now, the leaders, announcements and documents."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from mostek.app.hosted_tournaments import Visibility
from mostek.features.public_pages.model import EventView, RoundStage
from mostek.features.public_pages.public_page import Context, PageRequest, PublicPage, divisions_asked, offers
from mostek.messages import count, language, text
from mostek.messages.tournament_words import days, plan_in_words, system_name, told
from mostek.rules.loading import rulebook

_LEADERS = 10


def announced(view: EventView) -> list[dict[str, str]]:
    """The announcements, the latest first."""
    return [
        {"text": each.text, "at": f"{datetime.fromtimestamp(each.at / 1000).astimezone():%H:%M}"}
        for each in sorted(view.announcements, key=lambda each: (-each.at, -each.id))
    ]


def place_and_days(view: EventView) -> str:
    """The place and the days of the event."""
    return ", ".join(filter(None, (view.state.city, days(view.state.starts_on, view.state.last_day))))


def facts(view: EventView) -> Iterator[tuple[str, str]]:
    """The event in short."""
    state, settings = view.state, view.state.settings
    if state.organisers:
        yield text("Organisers"), ", ".join(state.organisers)
    if state.arbiter:
        yield text("Arbiter"), state.arbiter
    yield text("Rules of the game"), rulebook(settings.rulebook.chosen).title.text(language())
    if state.rounds_planned and settings.plan.value:
        yield text("Rounds"), f"{state.rounds_planned} ({plan_in_words(state)})"
    if settings.minutes.value:
        yield text("Time of a player for a game"), count("{n} minute", "{n} minutes", settings.minutes.chosen)
    yield text("What the classification goes by"), told(settings.keys.chosen)
    yield text("Players"), str(len(state.entrants))


def what_next(view: EventView, division: str) -> str:
    """The next thing after the current round."""
    state = view.state
    current = state.divisions[division].current
    done = current.number if current else 0
    if state.closed_on is not None:
        return text("The event is over; these are the final standings.")
    if not state.rounds_planned or not state.settings.plan.value:
        return ""
    if done < state.rounds_planned:
        return text("Next: round {round} ({system}).", round=done + 1, system=system_name(state.system_of(done + 1)))
    return text("This is the last round; the prize-giving follows.")


def _fill(view: EventView, request: PageRequest) -> Context:
    return {
        "lead": place_and_days(view),
        "follows": view.state.closed_on is None and view.visibility is not Visibility.PRIVATE,
        "facts": list(facts(view)),
        "announcements": announced(view),
        "documents": offers(view),
        "divisions": [
            {
                "name": name,
                "now": next(view.rounds_now(name), None),
                "next": what_next(view, name),
                "leaders": view.top(name, _LEADERS) if view.state.divisions[name].rounds else (),
                "entrants": sum(1 for _ in view.state.entrants_of(name)),
                "standings": view.link("standings", division=name),
            }
            for name in divisions_asked(view, request)
        ],
    }


def summary(view: EventView) -> str:
    """The event in a line, for search engines and for a link in a message."""
    state = view.state
    parts = [place_and_days(view)]
    for each in view.rounds_now():
        sentence = text("round {round} of {rounds}", round=each.number, rounds=each.rounds)
        parts.append(f"{each.division}: {sentence}" if each.division else sentence)
        if each.stage is RoundStage.COMPLETE or each.number > 1:
            leaders = [row for row in view.standings(each.division, None) if row.place == 1]
            names = ", ".join(view.name(row.number) for row in leaders[:3])
            parts.append(text("wins: {names}", names=names) if state.closed_on else text("leads: {names}", names=names))
    return "; ".join(filter(None, parts)) + "."


PAGES = (
    PublicPage(
        name="overview",
        address=(),
        template="overview",
        pl="Turniej",
        en="Event",
        order=1,
        fill=_fill,
        takes=frozenset({"division"}),
        title=lambda view, request: text("Overview"),
        applies=("standings",),
        refreshes=("event", "rounds", "tables", "standings", "announcements"),
    ),
)
