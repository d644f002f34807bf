"""Messages to phones that want them: who hears what of a change, in few words and with names as the public sees them."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.app.hosted_tournaments import ArbiterCall, TournamentNews, Visibility
from mostek.app.player_codes import code_of
from mostek.app.published_tournament import public_name
from mostek.features.letters.model import PushMessage, PushSubscription, PushTopic
from mostek.messages import text
from mostek.tournament.pairing.values import Starters
from mostek.tournament.state import Round, Table, Tournament

_LONGEST = 300
"""The letters of a message; a push service takes 4 kB of ciphertext, and a phone shows four lines."""


def is_silent(news: TournamentNews) -> bool:
    """Whether no phone hears anything."""
    if news.announcements or news.calls:
        return False
    return news.before is news.after or not any(
        is_paired or has_begun for _, _, is_paired, has_begun in _rounds(news.before, news.after)
    )


def messages_for(
    news: TournamentNews, subscription: PushSubscription, generation: int = 0, lang: str = ""
) -> Iterator[PushMessage]:
    """The messages for a browser about what has happened, in the current language.

    Args:
        news: what has happened.
        subscription: what the browser wants.
        generation: how many codes of the player were withdrawn, for the address of the own page.
        lang: the code of the language, as the message names it.

    Yields:
        The messages, none where nothing concerns this browser. Names are those of the public pages, also in what a player
        hears of the opponent.
    """
    hosted, topic = news.hosted, subscription.topic
    if topic is PushTopic.CALLS:
        for call in news.calls:
            yield _message(news, _call(call), f"call-{call.table}", f"/e/{hosted.id}/arbiter", lang)
        return
    if topic is not PushTopic.OWN and hosted.audience.visibility is Visibility.PRIVATE:
        return
    url = f"/e/{hosted.id}"
    if topic is PushTopic.OWN:
        url = f"/me/{code_of(hosted.id, hosted.secret, subscription.number, generation)}"
    elif topic is PushTopic.PLAYER:
        url = f"/e/{hosted.id}/p/{subscription.number}"
    for division, played, is_paired, has_begun in _rounds(news.before, news.after):
        sentences = _said_of_round(news, subscription, division, played, is_paired, has_begun)
        if sentences:
            yield _message(news, sentences, f"round-{division}", url, lang)
    if topic is not PushTopic.PLAYER and news.announcements:
        yield _message(news, news.announcements[0].text, "announcement", url, lang)


def _message(news: TournamentNews, body: str, tag: str, url: str, lang: str) -> PushMessage:
    body = body if len(body) <= _LONGEST else body[: _LONGEST - 1] + "…"
    name = news.after.name
    return PushMessage(title=name[:80], body=body, tag=f"{news.hosted.id}-{tag}"[:100], url=url, lang=lang)


def _call(call: ArbiterCall) -> str:
    if call.reason:
        return text("Call from table {table}: {reason}", table=call.table, reason=call.reason)
    return text("Call from table {table}", table=call.table)


def _rounds(before: Tournament, after: Tournament) -> Iterator[tuple[str, Round, bool, bool]]:
    """The round of each division that is played, with whether phones hear the pairing now, and whether it has begun since."""
    for name, division in after.divisions.items():
        played = division.current
        if played is None:
            continue
        old = _as_told(before, name, played.number)
        is_paired = old is None or [each.players for each in old.tables] != [each.players for each in played.tables]
        is_paired = is_paired or (old is not None and old.byes != played.byes)
        yield name, played, is_paired, played.started_at is not None and (old is None or old.started_at is None)


def _as_told(before: Tournament, division: str, number: int) -> Round | None:
    """A round that phones have heard about; `None` while it was to come, though it may have been paired ahead of the results."""
    there = before.divisions.get(division)
    if there is None or there.current is None or there.current.number < number:
        return None
    return there.rounds[number - 1]


def _said_of_round(
    news: TournamentNews, subscription: PushSubscription, division: str, played: Round, is_paired: bool, has_begun: bool
) -> str:
    number = subscription.number
    if subscription.topic is PushTopic.EVENT:
        if not is_paired and not has_begun:
            return ""
        name = f"{division}: " if len([each for each in news.after.divisions.values() if each.rounds]) > 1 else ""
        if has_begun:
            return name + text("Round {round} has begun.", round=played.number)
        return name + text("Round {round} is paired.", round=played.number)
    entrant = news.after.entrants.get(number)
    if entrant is None or entrant.division != division:
        return ""
    seat = _seat(played, number)
    if is_paired and seat != _seat_before(news.before, division, played, number):
        return _said_of_seat(news, subscription, played, seat)
    if has_begun and seat is not None:
        return text("Round {round} has begun.", round=played.number)
    return ""


Seat = tuple[int, tuple[int, ...]]
"""A table with its players; table 0 is the bye."""


def _seat(played: Round, number: int) -> Seat | None:
    table: Table | None = played.table_of(number)
    if table is not None:
        return table.number, table.players
    return (0, (number,)) if number in played.byes else None


def _seat_before(before: Tournament, division: str, played: Round, number: int) -> Seat | None:
    old = _as_told(before, division, played.number)
    return None if old is None else _seat(old, number)


def _said_of_seat(news: TournamentNews, subscription: PushSubscription, played: Round, seat: Seat | None) -> str:
    state, number, audience = news.after, subscription.number, news.hosted.audience
    who = "" if subscription.topic is PushTopic.OWN else public_name(state.entrants[number].person, number, audience)
    if seat is None:
        sentence = text("Round {round}: no table.", round=played.number)
    elif not seat[0]:
        sentence = text("Round {round}: a bye.", round=played.number)
    else:
        others = [public_name(state.entrants[each].person, each, audience) for each in seat[1] if each != number]
        sentence = text(
            "Round {round}: table {table}. Opponent: {names}.",
            round=played.number,
            table=seat[0],
            names=", ".join(others),
        )
        if subscription.topic is PushTopic.OWN and state.settings.starters.value is not Starters.DRAWN:
            starts = text("You start.") if seat[1][0] == number else text("The opponent starts.")
            sentence = f"{sentence} {starts}" if len(seat[1]) == 2 else sentence
    return f"{who}: {sentence}" if who else sentence
