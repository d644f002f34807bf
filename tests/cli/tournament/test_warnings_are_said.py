"""Every kind of warning has a sentence in both languages; those about tables are said together."""

from __future__ import annotations

from datetime import date

import pytest

from mostek import messages
from mostek.messages.tournament import say_warnings
from mostek.tournament.warnings import Warned, WarningKind

DAY = date(2026, 4, 20)
PARAMS = {
    "due": DAY,
    "on": DAY,
    "system": "swiss",
    "played": 2,
    "rounds": 3,
    "sizes": [3, 4],
    "number": 1,
    "numbers": [1, 2],
}
ABOUT_TABLES = (
    WarningKind.TEAMMATES_MEET,
    WarningKind.FORBIDDEN_MEET,
    WarningKind.REPEATED,
    WarningKind.SETTLED_MEETS_RACER,
)


@pytest.mark.parametrize("kind", WarningKind)
def test_a_warning_is_a_sentence_in_both_languages(kind: WarningKind) -> None:
    tables = (3, 7) if kind in ABOUT_TABLES else (None,)
    warned = [Warned(kind, "S80", "plan", PARAMS | ({"table": table} if table else {})) for table in tables]
    sentences = {}
    try:
        for language in messages.LANGUAGES:
            messages.use(language)
            (told,) = say_warnings(warned, lambda number: f"{number}. Ada")
            sentences[language] = told.message
            assert told.message.endswith(". (S80)")
            assert ("3, 7" in told.message) == (kind in ABOUT_TABLES)
    finally:
        messages.use("en")
    assert sentences["pl"] != sentences["en"]
