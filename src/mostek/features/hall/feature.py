"""The hall, wired: officials, players, rounds that are played on the server, and the streams of tournaments."""

from __future__ import annotations

from mostek.feature import Feature

FEATURE = Feature(
    name="hall",
    routes=(
        "mostek.features.hall.http.officials:router",
        "mostek.features.hall.http.players:router",
        "mostek.features.hall.http.online:router",
        "mostek.features.hall.http.running:router",
        "mostek.features.hall.http.verdicts:router",
    ),
    pages=("mostek.features.hall.http.online:follow_game",),
    service="mostek.features.hall.http.serving:Hall",
    needs=("tables",),
)
