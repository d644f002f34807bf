"""Prize-aware rounds near the end: a player whose prize is settled does not decide the prizes of others (*z myślą o nagrodach*).

Our reading (S80; elsewhere Chew pairing, COP, gibsonisation), in steps that can be followed by hand:

1. Whose prizes are settled, who is racing for one and who is out, by the bounds of `pairing.stakes`.
2. A settled player meets the highest of those who are out, first the highest settled one; repeats are avoided. Where the event
   says so, a settled player has the bye.
3. Racing players meet rivals: of two, the lower one can still catch the upper one. Where not all can, the lowest go without.
4. Earlier meetings of racing players are avoided, but a rival comes before a new opponent.
5. Otherwise the inner system of the event pairs the players who are left, as if only they were there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.pairing.explain import ByeWhy, Explanation, explained
from mostek.tournament.pairing.field import Waiting, all_seated, waiting
from mostek.tournament.pairing.matching import LAYERS, WINDOW, Costs, Layer, Rate, cheapest_pairs
from mostek.tournament.pairing.prize_check import check_prizes
from mostek.tournament.pairing.stakes import Outlook, Prospects, are_rivals, outlooks_of
from mostek.tournament.pairing.system import PairingSystem, systems
from mostek.tournament.pairing.values import Pairing, PairingError, PairingTask

CORE = 256
"""In a field of more than `DENSE` players, of so many at the most every two are weighed."""
_BYE_LAYERS = (0, 5)
"""The layers of `_first_rate` that only a bye has."""
_REPEATS = LAYERS.index(Layer.REPEATS)


class _Scene(Struct, frozen=True):
    """The players of a round, and what each can still win."""

    field: Waiting
    outlooks: Mapping[int, Outlook]
    inner: PairingSystem

    def prospects(self, place: int) -> Prospects:
        found = self.outlooks.get(self.field.players[place].number)
        return found.prospects if found else Prospects.OUT

    @property
    def core(self) -> int:
        """The places from the top that must be weighed each against each."""
        concerned = [place for place in range(len(self.field.players)) if self.prospects(place) is not Prospects.OUT]
        return min(CORE, concerned[-1] + 1 + len(concerned) + WINDOW) if concerned else 1


class _Parts(Struct, frozen=True):
    """A round in two parts: what is about the settled and the bye, and the rest."""

    settled: tuple[tuple[int, int], ...]
    """Pairs of places of the whole field, the bye among them."""
    places: tuple[int, ...]
    """The places of the rest in the whole field."""
    rest: Waiting


def by_prizes(task: PairingTask) -> Pairing:
    """Pair a round so that players whose prizes are settled do not decide the prizes of others."""
    scene = _scene(task, waiting(task))
    parts = _parts(scene)
    inner = replace(scene, field=parts.rest)
    pairs = cheapest_pairs(parts.rest, _rest_rate(inner), _meant(inner), once=(), core=inner.core)
    there = [(parts.places[one], parts.places[other]) for one, other in pairs]
    return all_seated(scene.field, [*parts.settled, *there])


def _scene(task: PairingTask, field: Waiting) -> _Scene:
    return _Scene(field, outlooks_of(task), systems()[task.inner])


def _meant(scene: _Scene) -> Sequence[int]:
    assert scene.inner.meant is not None, "a setting takes only systems that can pair the rest"
    return scene.inner.meant(scene.field)


def _parts(scene: _Scene) -> _Parts:
    """The opponents of those whose prizes are settled, and the bye: by the cheapest way to pair everybody."""
    field = scene.field
    found = cheapest_pairs(field, _first_rate(scene), _meant(scene), once=_BYE_LAYERS, core=scene.core)
    settled = tuple(pair for pair in found if pair[1] == field.bye or _is_about_settled(scene, *pair))
    taken = {place for pair in settled for place in pair}
    places = tuple(place for place in range(len(field.players)) if place not in taken)
    return _Parts(settled, places, Waiting(field.task, tuple(field.players[place] for place in places), ()))


def _is_about_settled(scene: _Scene, one: int, other: int) -> bool:
    return {scene.prospects(one), scene.prospects(other)} == {Prospects.SETTLED, Prospects.OUT}


def _first_rate(scene: _Scene) -> Rate:
    """Byes again, teammates, players without whom they should meet, how high these are, repeats, the bye, the settled."""
    field, burden, repeats = scene.field, _burden(scene), _repeats(scene)
    fewest, order = field.fewest_byes(), {place: index for index, place in enumerate(_bye_order(scene))}
    settled = [place for place in range(len(field.players)) if scene.prospects(place) is Prospects.SETTLED]
    out = [place for place in range(len(field.players)) if scene.prospects(place) is Prospects.OUT]
    weight = {place: len(settled) - index for index, place in enumerate(settled)}
    depth = {place: index for index, place in enumerate(out)}

    def rate(one: int, other: int) -> Costs:
        count, height = burden(one, other)
        if other == field.bye:
            return (field.players[one].byes - fewest, 0, count, height, 0, order[one], 0)
        low = 0
        if _is_about_settled(scene, one, other):
            low = max(weight.get(one, 0), weight.get(other, 0)) * max(depth.get(one, 0), depth.get(other, 0))
        return (0, int(field.are_avoided(one, other)), count, height, repeats(one, other), 0, low)

    return rate


def _rest_rate(scene: _Scene) -> Rate:
    """As before, and then as the inner system wants it."""
    assert scene.inner.rate is not None, "a setting takes only systems that can pair the rest"
    inner, burden, repeats = scene.inner.rate(scene.field), _burden(scene), _repeats(scene)

    def rate(one: int, other: int) -> Costs:
        return (
            int(scene.field.are_avoided(one, other)),
            *burden(one, other),
            repeats(one, other),
            *inner(one, other)[4:],
        )

    return rate


def _bye_order(scene: _Scene) -> list[int]:
    """The order of candidates for the bye: as always, but where the event says so the highest settled player first."""
    order = scene.field.bye_order()
    stakes = scene.field.task.stakes
    if stakes is None or not stakes.bye:
        return order
    settled = sorted(place for place in order if scene.prospects(place) is Prospects.SETTLED)
    return [*settled, *(place for place in order if place not in set(settled))]


def _repeats(scene: _Scene) -> Callable[[int, int], int]:
    """Earlier meetings, at tables that are about a prize; at others as the inner system counts them."""
    assert scene.inner.rate is not None, "a setting takes only systems that can pair the rest"
    inner = scene.inner.rate(scene.field)

    def repeats(one: int, other: int) -> int:
        if scene.prospects(one) is scene.prospects(other) is Prospects.OUT:
            return inner(one, other)[_REPEATS]
        return scene.field.meetings(one, other)

    return repeats


def _burden(scene: _Scene) -> Callable[[int, int], tuple[int, int]]:
    """The number of players who do not meet whom they should, and the height of those among them who are racing for a prize."""
    field, stakes = scene.field, scene.field.task.stakes
    kinds = [scene.prospects(place) for place in range(field.bye)]
    settled, racing, out = Prospects.SETTLED, Prospects.RACING, Prospects.OUT

    def burden(one: int, other: int) -> tuple[int, int]:
        if stakes is None:
            return 0, 0
        if other == field.bye:
            resting = {settled: int(not stakes.bye), racing: 2, out: 0}[kinds[one]]
            return resting, (field.bye - one) * int(kinds[one] is racing)
        alone = [place for place in (one, other) if kinds[place] is racing]
        numbers = field.players[one].number, field.players[other].number
        if len(alone) == 2 and are_rivals(stakes, *numbers):
            return 0, 0
        wrong = int(settled in (kinds[one], kinds[other]) and out not in (kinds[one], kinds[other]))
        return len(alone) + wrong, sum(field.bye - place for place in alone)

    return burden


def explain_prizes(task: PairingTask, pairing: Pairing) -> Explanation:
    """Explain a round by what each player can still win."""
    outlooks = outlooks_of(task)

    def meant(field: Waiting) -> Sequence[int]:
        return _intended(_Scene(field, outlooks, systems()[task.inner]))

    def why(task: PairingTask, table: Sequence[int]) -> str:
        return _why(task, outlooks, table)

    return explained(task, pairing, meant=meant, why=why, bye=_bye_why(task, pairing, outlooks), outlooks=outlooks)


def _intended(scene: _Scene) -> Sequence[int]:
    """For each place whom the system means first, the bye included."""
    try:
        parts = _parts(scene)
    except PairingError:
        return _meant(scene)
    opponents = [scene.field.bye] * len(scene.field.players)
    for one, other in parts.settled:
        opponents[one] = other
        if other != scene.field.bye:
            opponents[other] = one
    for place, other in zip(parts.places, _meant(replace(scene, field=parts.rest)), strict=True):
        opponents[place] = parts.places[other]
    return opponents


def _why(task: PairingTask, outlooks: Mapping[int, Outlook], table: Sequence[int]) -> str:
    if task.stakes is None or len(table) != 2:
        return "inner"
    kinds = {outlooks[number].prospects for number in table}
    place = {each.number: index for index, each in enumerate(task.contenders)}
    above, below = sorted(table, key=place.__getitem__)
    if kinds == {Prospects.OUT}:
        return "inner"
    if kinds == {Prospects.SETTLED, Prospects.OUT}:
        return "settled"
    if kinds == {Prospects.RACING}:
        return "rivals" if are_rivals(task.stakes, above, below) else "no_rival"
    return "both_settled" if kinds == {Prospects.SETTLED} else "no_rival"


def _bye_why(task: PairingTask, pairing: Pairing, outlooks: Mapping[int, Outlook]) -> str:
    rested = [outlooks[number] for number in pairing.byes if number in outlooks]
    is_settled = task.stakes is not None and task.stakes.bye and any(each.is_settled for each in rested)
    return "settled" if is_settled else ByeWhy.LOWEST


SYSTEM = PairingSystem(
    name="gibson",
    pl="z myślą o nagrodach",
    en="prize-aware",
    pair=by_prizes,
    explain=explain_prizes,
    check=check_prizes,
    spoken=("gibson", "gibsona", "nagrodowy", "o nagrody"),
    reasons={
        "settled": (
            "kto ma pewną nagrodę, gra z najwyżej sklasyfikowaną osobą, która nie ma już szans na żadną",
            "a player whose prize is settled meets the highest of those who cannot win one any more",
        ),
        "both_settled": ("obie osoby mają już pewne nagrody", "the prizes of both are settled"),
        "rivals": (
            "obie osoby walczą o nagrodę, a niższa może jeszcze dogonić wyższą",
            "both are racing for a prize, and the lower one can still catch the upper one",
        ),
        "no_rival": (
            "ktoś walczy tu o nagrodę bez rywala: nie dla wszystkich starczyło rywali, a ta para psuje najmniej",
            "a player racing for a prize meets no rival: there is not one for everybody, and this costs least",
        ),
        "inner": (
            "o nagrodę nikt tu nie walczy, więc parę dobrał system dla reszty",
            "nobody here is racing for a prize, so the system for the others pairs them",
        ),
        "bye.settled": (
            "Pauzuje {who}: ma pewną nagrodę, a regulamin turnieju daje wtedy pauzę.",
            "{who} has the bye: the prize is settled, and the settings of the event give the bye to such a player.",
        ),
    },
    fair_last_round=True,
    weighs_prizes=True,
)
