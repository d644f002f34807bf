"""Replication, wired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mostek.app.help import Help
from mostek.feature import Feature
from mostek.work.kinds import JobKind, Lane

if TYPE_CHECKING:
    from pathlib import Path

    from mostek.features.replication.log import CheckedLines

CHECK_PIECE: JobKind[[Path | None, int, bytes, float], CheckedLines] = JobKind(
    name="piece of a published event",
    help=Help.NONE,
    target="mostek.features.replication.log:checked_piece",
    lane=Lane.LONG,
    seconds=120,
    megabytes=300,
    answer_megabytes=16,
)

FEATURE = Feature(
    name="replication",
    commands={
        "backup": ("mostek.features.replication.cli.backup:backup", "Copy the data of a server, also while it runs."),
        "restore": (
            "mostek.features.replication.cli.backup:restore",
            "Restore the data of a server from a backup.",
        ),
    },
    net_commands={
        "host": ("mostek.features.replication.cli.standby:host", "Put the tournament on the server of this machine."),
        "publish": (
            "mostek.features.replication.cli.publish:publish",
            "Publish the tournament on a public server, as it goes on.",
        ),
        "unpublish": (
            "mostek.features.replication.cli.publish:unpublish",
            "Take the tournament away from the public server.",
        ),
        "take-back": (
            "mostek.features.replication.cli.publish:take_back_",
            "Fetch the published file, whole, and check it.",
        ),
        "mirror": (
            "mostek.features.replication.cli.publish:mirror",
            "Let somebody publish a tournament on the server of this machine.",
        ),
        "standby": (
            "mostek.features.replication.cli.standby:standby",
            "Follow a hall, to take over if its computer fails.",
        ),
        "take-over": (
            "mostek.features.replication.cli.standby:take_over",
            "Take over the tournament that this computer follows.",
        ),
    },
    routes=(
        "mostek.features.replication.http:own_publications",
        "mostek.features.replication.http:published_copies",
        "mostek.features.replication.http:second_computers",
    ),
    service="mostek.features.replication.http:Replication",
    log_copies="mostek.features.replication.log:LogCopy",
    jobs=(CHECK_PIECE,),
)
