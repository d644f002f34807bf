"""The cheapest way to pair everybody: the only room that knows the library for matchings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Edge = tuple[int, int, int]
"""Two nodes and what it costs to pair them; the cost is any whole number up to `ROOM` bits."""

ROOM = 120
"""Bits of a cost; the library counts in 128 and needs a few for its own sums."""


def cheapest_matching(nodes: int, edges: Sequence[Edge]) -> tuple[tuple[int, int], ...] | None:
    """The pairs that seat every node at the least total cost, the lower node first; `None` if no way seats them all."""
    if not edges:
        return None if nodes else ()
    # Loaded here because only whoever pairs needs it (the extra named tournament).
    import rustworkx

    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    dearest = max(cost for _, _, cost in edges) + 1
    graph.add_edges_from([(one, other, dearest - cost) for one, other, cost in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in found)) if 2 * len(found) == nodes else None


def can_all_be_paired(nodes: int, edges: Iterable[tuple[int, int]]) -> bool:
    """Whether some way seats every node."""
    return cheapest_matching(nodes, [(one, other, 0) for one, other in edges]) is not None
