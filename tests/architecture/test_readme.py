from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READMES = ("README.md", "README.pl.md")
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("name", READMES)
def test_a_readme_is_one_screen_and_every_link_leads_somewhere(name: str) -> None:
    written = (ROOT / name).read_text("utf-8")
    assert len(written.splitlines()) <= 60
    assert [target for target in _LINK.findall(written) if not (ROOT / target).exists()] == []
    assert written.count("![") == 3
