"""The hall, wired: officials, players, rounds that are played on the server, and the streams of tournaments."""

from __future__ import annotations

from mostek.feature import Feature

FEATURE = Feature(
    name="hall",
    routes=(
        "mostek.features.hall.http.officials:routes",
        "mostek.features.hall.http.players:routes",
        "mostek.features.hall.http.online:routes",
        "mostek.features.hall.http.running:routes",
        "mostek.features.hall.http.verdicts:routes",
    ),
    pages=("mostek.features.hall.http.online:follow_game",),
    service="mostek.features.hall.http.serving:Hall",
    needs=("tables",),
)
