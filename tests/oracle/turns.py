"""Half-split in turn by trying everything: groups counted by hand, every way to pair a bracket compared by the wishes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oracle.pairing import every_pairing

MayMeet = Callable[[int, int], bool]


def in_turn(groups: Sequence[Sequence[int]], may_meet: MayMeet) -> set[frozenset[int]]:
    """The pairs of an even number of players who stand in groups, the best first; they can be paired somehow."""
    order = [player for group in groups for player in group]
    of = {player: index for index, group in enumerate(groups) for player in group}
    found: set[frozenset[int]] = set()
    while order:
        size = _first_bracket(order, of)
        while not (_ways(order[:size], may_meet) and _ways(order[size:], may_meet)):
            size += 2
        found |= _best(order[:size], may_meet)
        order = order[size:]
    return found


def _first_bracket(order: Sequence[int], of: dict[int, int]) -> int:
    members = [player for player in order if of[player] == of[order[0]]]
    if len(members) == 1 and len(order) > 1:
        members += [player for player in order if of[player] == of[order[1]]]
    return len(members) + len(members) % 2


def _ways(players: Sequence[int], may_meet: MayMeet) -> list[tuple[tuple[int, int], ...]]:
    return [way for way in every_pairing(players) if all(may_meet(*pair) for pair in way)]


def _best(bracket: Sequence[int], may_meet: MayMeet) -> set[frozenset[int]]:
    """Of all ways the one in which the highest has their first wish; of these the one for the next, and so on."""
    half = len(bracket) // 2
    wish = {player: rank for rank, player in enumerate((*bracket[half:], *bracket[:half]))}

    def granted(way: tuple[tuple[int, int], ...]) -> list[int]:
        partner = {one: two for pair in way for one, two in (pair, pair[::-1])}
        seen: set[int] = set()
        ranks = []
        for player in bracket:
            if player not in seen:
                seen |= {player, partner[player]}
                ranks.append(wish[partner[player]])
        return ranks

    best = min(_ways(bracket, may_meet), key=granted)
    return {frozenset(pair) for pair in best}
