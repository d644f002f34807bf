"""The hall, wired: rounds that are played on the server."""

from __future__ import annotations

from mostek.feature import Feature

FEATURE = Feature(
    name="hall",
    routes=("mostek.features.hall.http:router",),
    pages=("mostek.features.hall.http:follow_game",),
    service="mostek.features.hall.http:Hall",
    needs=("tables",),
)
