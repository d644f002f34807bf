"""Prizes in words: money, what a place brings, how equals share, and what each player can still win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from mostek.messages import count, text
from mostek.messages.tournament_words import UNKNOWN, money
from mostek.tournament.awards import Award, GivenUp, ListAwards, Shared
from mostek.tournament.pairing.stakes import Outlook, Prospects, Reach
from mostek.tournament.prize_lists import Prize, PrizeList
from mostek.tournament.state import Tournament

Names = Callable[[int], str]


def prize_text(state: Tournament, prize: Prize) -> str:
    """The prize of a place: `500 zł + puchar`."""
    return brought(state, prize.amount, (prize.thing,))


def brought(state: Tournament, amount: int, things: Iterable[str]) -> str:
    """Money and things together."""
    return " + ".join(filter(None, (money(state, amount) if amount else "", *things))) or UNKNOWN


def award_text(state: Tournament, award: Award) -> str:
    """The winnings of an award; things that equals have together are marked."""
    return brought(state, award.amount, _things(award))


def _things(award: Award) -> tuple[str, ...]:
    return tuple(text("{thing} (jointly)", thing=each) if award.jointly else each for each in award.things)


def list_text(state: Tournament, prizes: PrizeList) -> str:
    """The prizes of a classification in a line, equal neighbours together: `1: 500 zł; 2–4: 100 zł`."""
    found, first = [], 1
    for prize, group in groupby(prizes.prizes):
        last = first + len(list(group)) - 1
        places = str(first) if first == last else f"{first}–{last}"
        if not prize.is_empty:
            found.append(f"{places}: {prize_text(state, prize)}")
        first = last + 1
    return "; ".join(found)


def subject_text(prizes: PrizeList) -> str:
    """The classification that prizes belong to."""
    if prizes.teams:
        sentence = text("Teams")
    elif prizes.category:
        sentence = text("Category {name}", name=prizes.category)
    else:
        sentence = text("Classification")
    return f"{prizes.division}: {sentence}" if prizes.division else sentence


def totals(found: Sequence[ListAwards]) -> Mapping[int, tuple[int, tuple[str, ...]]]:
    """The prizes of each player over all classifications, money and things, by starting number."""
    sums: dict[int, tuple[int, tuple[str, ...]]] = {}
    for award in (award for each in found for award in each.awards if award.number):
        amount, things = sums.get(award.number, (0, ()))
        sums[award.number] = amount + award.amount, (*things, *_things(award))
    return sums


def winner(award: Award, names: Names) -> str:
    """The winner: a player by name, or a team."""
    return names(award.number) if award.number else award.team


def remarks(state: Tournament, found: ListAwards, names: Names) -> Iterator[str]:
    """How equals share, and who gives up what."""
    for each in found.shared:
        yield _shared(state, each, names)
    for gone in found.given_up:
        yield _given_up(state, gone, names)
    jointly = [award for award in found.awards if award.things]
    for _, group in groupby(jointly, lambda award: award.place):
        together = list(group)
        if len(together) > 1:
            people = ", ".join(winner(each, names) for each in together)
            yield text("Jointly: {things} ({people}).", things=" + ".join(together[0].things), people=people)


def _shared(state: Tournament, shared: Shared, names: Names) -> str:
    sentence = count(
        "Prizes {first}–{last} together are {total}: {each} for {n} player.",
        "Prizes {first}–{last} together are {total}: {each} for each of {n} players.",
        shared.among,
        first=shared.first,
        last=shared.last,
        total=money(state, shared.total),
        each=money(state, shared.each),
    )
    if shared.first == shared.last:
        sentence = count(
            "Prize {first} is {total}: {each} for {n} player.",
            "Prize {first} is {total}: {each} for each of {n} players.",
            shared.among,
            first=shared.first,
            total=money(state, shared.total),
            each=money(state, shared.each),
        )
    if not shared.more:
        return sentence
    more = ", ".join(names(each) if isinstance(each, int) else each for each in shared.more)
    return sentence + " " + text("The rest goes by lot to: {people}.", people=more)


def _given_up(state: Tournament, gone: GivenUp, names: Names) -> str:
    return text(
        "{who} does not take {amount} here, but as much or more in another classification; the next one there gets it.",
        who=names(gone.number),
        amount=money(state, gone.amount),
    )


def outlook_text(outlook: Outlook, names: Names) -> str:
    """The prospects of a player in a sentence."""
    places = ", ".join(map(_reach, outlook.reaches)) or UNKNOWN
    return text(OUTLOOKS[outlook.prospects], who=names(outlook.number), places=places)


def reaches_text(outlook: Outlook) -> str:
    """The places that a player can still reach."""
    return ", ".join(map(_reach, outlook.reaches))


def _reach(reach: Reach) -> str:
    if reach.best == reach.worst:
        sentence = text("place {best}", best=reach.best)
    else:
        sentence = text("places {best}–{worst}", best=reach.best, worst=reach.worst)
    return f"{reach.category}: {sentence}" if reach.category else sentence


OUTLOOKS: Mapping[Prospects, str] = {
    Prospects.SETTLED: "{who}: the prize is settled ({places}).",
    Prospects.RACING: "{who}: still racing for a prize ({places}).",
    Prospects.OUT: "{who}: cannot win a prize any more ({places}).",
}
"""The sentence for each of the prospects of a player."""
