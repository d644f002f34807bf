"""Pairing from the top: each takes the first opponent who leaves a perfect matching of the others (Edmonds' blossoms)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from mostek.tournament.pairing.field import Waiting
from mostek.tournament.pairing.matching import PENALTIES, Places, by_neighbours, cheapest_pairs

NOBODY = -1


class Alternating:
    """Everybody who is still free, each with the mate who proves that all of them can be paired."""

    def __init__(self, blocked: Sequence[set[int]], nodes: Sequence[int]) -> None:
        self._blocked = blocked
        self.free = list(nodes)
        """Who is not settled yet, in the order given."""
        self._mate = [NOBODY] * len(blocked)
        for node in nodes:
            if self._mate[node] == NOBODY:
                self._begin(node)
        self.is_perfect = all(self._mate[node] != NOBODY or self._grow(node) for node in nodes)

    def settle(self, one: int, wishes: Sequence[int]) -> int:
        """Take out the node with the first of its wishes that leaves a perfect matching of the others."""
        still_free = set(self.free)
        mate = self._mate[one]
        self.free.remove(one)
        reachable: set[int] | None = None
        for other in wishes:
            if other not in still_free or other in self._blocked[one]:
                continue
            if other == mate or self._mate[other] not in self._blocked[mate]:
                return self._swap(one, other)
            if reachable is None:
                # A search that ends without this wish has been everywhere, so it answers for the further wishes too.
                self._mate[mate] = NOBODY
                reachable = self._search(mate, wanted=other)
            if other in reachable:
                self._expose(other)
                return self._swap(one, other)
        raise AssertionError("the mate is always among the wishes")

    def _swap(self, one: int, other: int) -> int:
        """Give the two to each other, and what they leave to each other."""
        mate, left = self._mate[one], self._mate[other]
        if other != mate and left != NOBODY:
            self._mate[mate], self._mate[left] = left, mate
        self.free.remove(other)
        return other

    def _begin(self, node: int) -> None:
        for other in self.free:
            if self._mate[other] == NOBODY and other not in self._blocked[node]:
                self._mate[node], self._mate[other] = other, node
                return

    def _grow(self, root: int) -> bool:
        """Mate one more node along an augmenting path, if there is one."""
        self._search(root)
        if self._found == NOBODY:
            return False
        self._turn(self._found)
        return True

    def _expose(self, node: int) -> None:
        """Turn the path by which the search has come to this node: its root gets a mate, the node loses its own."""
        mate, self._mate[node] = self._mate[node], NOBODY
        self._turn(mate)

    def _turn(self, node: int) -> None:
        while node != NOBODY:
            before = self._parent[node]
            following = self._mate[before]
            self._mate[node], self._mate[before] = before, node
            node = following

    def _search(self, root: int, *, wanted: int = NOBODY) -> set[int]:
        """The nodes to which an alternating path of even length leads: each could be left over in the place of the root.

        It ends early at the one that is wanted, or at another without a mate, which is then `_found`.
        """
        size = len(self._blocked)
        self._parent, self._base, self._found = [NOBODY] * size, list(range(size)), NOBODY
        outer, queue = {root}, deque([root])
        while queue and wanted not in outer:
            node = queue.popleft()
            for other in self.free:
                if other in self._blocked[node] or self._base[node] == self._base[other] or self._mate[node] == other:
                    continue
                if other in outer:
                    queue.extend(self._contract(node, other, outer))
                elif self._parent[other] == NOBODY:
                    self._parent[other] = node
                    if self._mate[other] == NOBODY:
                        self._found = other
                        return outer
                    outer.add(self._mate[other])
                    queue.append(self._mate[other])
        return outer

    def _contract(self, one: int, other: int, outer: set[int]) -> list[int]:
        """Make a blossom of the odd circle that two outer nodes close; its inner nodes become outer."""
        base = self._ancestor(one, other)
        blossom: set[int] = set()
        self._mark(one, base, other, blossom)
        self._mark(other, base, one, blossom)
        fresh = []
        for node in self.free:
            if self._base[node] in blossom:
                self._base[node] = base
                if node not in outer:
                    outer.add(node)
                    fresh.append(node)
        return fresh

    def _ancestor(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            if self._mate[one] == NOBODY or self._parent[self._mate[one]] == NOBODY:
                break
            one = self._parent[self._mate[one]]
        while self._base[other] not in seen:
            other = self._parent[self._mate[self._base[other]]]
        return self._base[other]

    def _mark(self, node: int, base: int, child: int, blossom: set[int]) -> None:
        while self._base[node] != base:
            mate = self._mate[node]
            blossom.update((self._base[node], self._base[mate]))
            self._parent[node] = child
            child, node = mate, self._parent[mate]


def top_down(field: Waiting, order: Sequence[int], bye_order: Sequence[int]) -> Places:
    """The pairs of places, the bye first, then each of the order with the first whom they may meet.

    Where repeats or meetings of teammates cannot be avoided, those that cost least are set first, and only those.
    """
    bearing = _bearing(field, order, bye_order)
    if bearing is not None:
        return tuple(sorted(bearing))
    burdened = unavoidable(field)
    rest = [place for place in order if all(place not in pair for pair in burdened)]
    has_bye = field.is_odd and all(field.bye not in pair for pair in burdened)
    found = _bearing(field, rest, [place for place in bye_order if place in set(rest)] if has_bye else [])
    assert found is not None, "the cheapest pairing pairs these without a burden"
    return tuple(sorted([*burdened, *found]))


def unavoidable(field: Waiting) -> list[tuple[int, int]]:
    """The pairs that bear a repeat, a meeting of teammates or a second bye in the pairing of least cost."""
    rate = by_neighbours(field, repeats_count=True)
    ideal = [place ^ 1 if place ^ 1 < len(field.players) else place for place in range(len(field.players))]
    return [pair for pair in cheapest_pairs(field, rate, ideal) if any(rate(*pair)[:PENALTIES])]


def _bearing(field: Waiting, order: Sequence[int], bye_order: Sequence[int]) -> list[tuple[int, int]] | None:
    """The pairs without a single penalty, or `None` if there is no way."""
    blocked = field.blocked()
    fewest = field.fewest_byes()
    due = [place for place in bye_order if field.players[place].byes == fewest]
    nodes = [*([field.bye] if bye_order else []), *order]
    blocked.append({field.bye, *set(range(len(field.players))).difference(due)})
    for place in set(range(len(field.players))).difference(due):
        blocked[place].add(field.bye)
    matching = Alternating(blocked, nodes)
    if not matching.is_perfect:
        return None
    pairs = []
    while matching.free:
        one = matching.free[0]
        wishes = due if one == field.bye else order
        other = matching.settle(one, wishes)
        pairs.append((min(one, other), max(one, other)))
    return pairs
