"""The manual, wired."""

from __future__ import annotations

from mostek.feature import Feature

FEATURE = Feature(
    name="manual",
    commands={"help": ("mostek.features.manual.cli:show_help", "Read the manual: lessons, how-tos, privacy.")},
    pages=("mostek.features.manual.http:show_manual",),
)
