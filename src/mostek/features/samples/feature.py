"""Samples, wired."""

from __future__ import annotations

from mostek.feature import Feature

FEATURE = Feature(
    name="samples",
    commands={
        "samples": ("mostek.features.samples.cli:write_samples", "Write sample files for the commands of the guides.")
    },
    service="mostek.features.samples.visits:SampleVisits",
    demo="mostek.features.samples.store:make_club",
)
