"""People, wired."""

from __future__ import annotations

from mostek.feature import Feature

FEATURE = Feature(
    name="people",
    commands={
        "reset-password": (
            "mostek.features.people.cli:reset_password",
            "Print a code that resets the password of an account.",
        )
    },
    routes=("mostek.features.people.http.accounts:routes", "mostek.features.people.http.passkeys:routes"),
    service="mostek.features.people.logins:People",
)
