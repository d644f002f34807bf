"""`mostek tournament prizes`: what can be won, who wins it as the event stands, and who can still win what."""

from __future__ import annotations

import re
from typing import Any

import click
import msgspec

from mostek.cli import output
from mostek.cli.output import Failure
from mostek.features.desk.cli.arguments import division_of, divisions_of
from mostek.features.desk.cli.session import Session, changing, division_option
from mostek.features.desk.cli.standings import print_words
from mostek.features.desk.words.tournament_tables import awards_words, has_results, outlook_lines, outlooks_now
from mostek.messages import count, text
from mostek.messages.prize_words import list_text, subject_text
from mostek.tournament.awards import ListAwards, awards_of, stakes_of
from mostek.tournament.commands import SetPrizes
from mostek.tournament.prize_lists import COINS, Prize, PrizeList
from mostek.tournament.standings import members_of
from mostek.tournament.state import Tournament

_NO_PRIZE = frozenset({"-", "–", "—"})


@click.command()
@click.argument("said", nargs=-1, metavar="[PRIZE]...")
@division_option
@click.option("--category", default="", metavar="NAME", help="The prizes of this category.")
@click.option("--teams", is_flag=True, help="The prizes of the teams.")
@click.option("--clear", is_flag=True, help="There are no such prizes after all.")
@changing
def prizes(
    session: Session, said: tuple[str, ...], division: str | None, category: str, teams: bool, clear: bool
) -> None:
    """Set the prizes, the first place first, as 500 250 100x3 "50 + cup"; without any, show who wins them as it stands.

    The desk also says whose prize is settled, who is still racing for one, and who cannot win one any more.
    """
    if (category or teams or clear) and not (said or clear):
        raise Failure(text("Say the prizes as well, as 500 250 100x3, or --clear."))
    if clear and said:
        raise Failure(text("Either name prizes or --clear."))
    if said or clear:
        before = session.state
        sign = before.settings.prizes.currency.chosen
        found = tuple(prize for each in said for prize in parsed(each, sign))
        subject = PrizeList(
            division=division_of(before, division), category=category.strip(), teams=teams, prizes=found
        )
        session.finish(session.do(session.order(SetPrizes, prizes=subject)), before)
        if subject.category and not members_of(session.state, subject) and not session.as_json:
            output.tell("! " + text("No player is in the category {name} yet.", name=subject.category), fg="yellow")
        return
    _show(session, division)


_TIMES = re.compile(r"(?P<what>.+?)\s*[x×]\s*(?P<times>\d{1,4})", re.DOTALL)
_NUMBERS = re.compile(r"[\d.,x×\s–-]+")


def parsed(typed: str, sign: str) -> list[Prize]:
    """The prizes of a word as it was typed: `500`, `100x3`, `50 + puchar`, `-` for none, or several numbers. Raises `Failure`."""
    words = re.sub(r"\s*[x×]\s*(?=\d)", "x", typed).split() if _NUMBERS.fullmatch(typed) else [typed]
    return [prize for word in words for prize in _several(word.strip(), sign)]


def _several(word: str, sign: str) -> list[Prize]:
    several = _TIMES.fullmatch(word)
    what, times = (several["what"], int(several["times"])) if several else (word, 1)
    if not 1 <= times <= 1000:
        raise Failure(text("{said!r}: so many places cannot have a prize.", said=word))
    return [_prize(what.strip(), sign)] * times


def _prize(word: str, sign: str) -> Prize:
    if word in _NO_PRIZE:
        return Prize()
    amount, things = 0, []
    for part in filter(None, (each.strip() for each in word.split("+"))):
        sum_of = _amount(part, sign)
        if sum_of is None:
            things.append(part)
        else:
            amount += sum_of
    if not amount and not things:
        raise Failure(text("{said!r} is no prize; write an amount, a thing, or - for a place without one.", said=word))
    return Prize(amount=amount, thing=" + ".join(things))


def _amount(part: str, sign: str) -> int | None:
    """Money in the smallest coin; `None` for a thing."""
    units = "|".join(re.escape(each) for each in dict.fromkeys((sign, "zł", "zl")))
    found = re.fullmatch(rf"(\d{{1,9}}|\d{{1,3}}(?:[ \u00a0\u202f]\d{{3}})+)(?:[.,](\d{{1,2}}))?\s*(?:{units})?", part)
    if found is None:
        if re.fullmatch(r"-.*|–?[\d.,]\S*", part):
            raise Failure(text("{said!r} is no amount of money; write 500 or 12.50.", said=part))
        return None
    whole, cents = int("".join(found[1].split())), (found[2] or "").ljust(2, "0")
    return whole * COINS + int(cents)


def _show(session: Session, division: str | None) -> None:
    state = session.state
    names = divisions_of(state, division)
    if session.as_json:
        session.print_json(divisions=[_data(state, name) for name in names], lists=msgspec.to_builtins(state.prizes))
        return
    session.head()
    for name in names:
        for found in awards_of(state, name):
            _print_list(state, found)
        if not any(each.division == name for each in state.prizes):
            sentence = text("No prizes are named; places I to III count as prizes of their own.")
            output.tell(f"{name}: {sentence}" if name else sentence)
        _print_outlooks(state, name)


def _data(state: Tournament, name: str) -> dict[str, Any]:
    found = outlooks_now(state, name)
    return {
        "division": name,
        "awards": msgspec.to_builtins(awards_of(state, name)) if has_results(state, name) else [],
        "outlooks": [msgspec.to_builtins(each) for each in found.values()],
    }


def _print_list(state: Tournament, found: ListAwards) -> None:
    click.secho(subject_text(found.prizes), bold=True)
    if not has_results(state, found.prizes.division):
        output.tell(list_text(state, found.prizes))
        return
    print_words(awards_words(state, found))


def _print_outlooks(state: Tournament, name: str) -> None:
    found = outlooks_now(state, name)
    if not found:
        return
    stakes = stakes_of(state, name)
    left = stakes.rounds_left if stakes else 0
    click.secho(count("{n} round is left", "{n} rounds are left", left), bold=True)
    for line in outlook_lines(state, found):
        output.tell(line)
