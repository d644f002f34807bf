"""The font of the page: it has every character that the page is known to show, and sizes that follow from it say what it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STYLES = (WEB / "src/lib/ui/font.css").read_text(encoding="utf-8")
HEAVIEST = 40_000
"""In bytes: what a first load may spend on fonts."""
_TEXTS = re.compile(r"[^\x00-\x7f]")
_INVISIBLE = frozenset("\N{VARIATION SELECTOR-15}\N{ZERO WIDTH SPACE}\N{ZERO WIDTH NON-JOINER}")
_LOOKALIKES = "lookalikes.py"
"""Its foreign letters are read and never shown."""


@pytest.fixture(scope="module")
def font() -> TTFont:
    """The file that the page of this package loads."""
    (built,) = (ROOT / "src/mostek/server/static/assets").glob("*.woff2")
    assert built.stat().st_size <= HEAVIEST
    return TTFont(built)


def test_it_has_every_character_of_the_page(font: TTFont) -> None:
    there = set(map(chr, font.getBestCmap()))
    missing = {name: "".join(sorted(lacking)) for name, shown in texts() if (lacking := shown - there - _INVISIBLE)}
    assert missing == {}


def test_it_has_the_letters_of_names_of_all_of_europe_written_in_latin(font: TTFont) -> None:
    """All but the soft hyphen, which is not drawn, and a letter that Unicode gave up (U+0149)."""
    letters = {*range(0x20, 0x7F), *range(0xA0, 0x180)} - {0xAD, 0x149}
    assert letters - set(font.getBestCmap()) == set()


@pytest.mark.parametrize("text", ["0123456789", "+−", "0123456789,:."])
def test_figures_below_each_other_are_equally_wide(font: TTFont, text: str) -> None:
    """`font-variant-numeric: tabular-nums` puts other figures in their place."""
    substitutes = {
        old: new
        for feature in font["GSUB"].table.FeatureList.FeatureRecord
        if feature.FeatureTag == "tnum"
        for lookup in feature.Feature.LookupListIndex
        for part in font["GSUB"].table.LookupList.Lookup[lookup].SubTable
        for old, new in getattr(part, "ExtSubTable", part).mapping.items()
    }
    names = [font.getBestCmap()[ord(sign)] for sign in text]
    widths = {font["hmtx"][substitutes.get(name, name)][0] for name in names}
    assert len(widths) == (1 if text.isdigit() or text == "+−" else 2), (
        "figures are equal; so are the signs between them"
    )


def test_it_can_be_bold(font: TTFont) -> None:
    (weight,) = font["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 400, 700)
    assert "font-weight: 400 700;" in STYLES


def test_the_height_of_a_capital_is_the_font_s(font: TTFont) -> None:
    stated = re.search(r"--capital: ([\d.]+);", STYLES)
    assert stated is not None
    assert float(stated[1]) == pytest.approx(font["OS/2"].sCapHeight / font["head"].unitsPerEm, abs=0.0005)


def test_no_style_names_a_font_of_a_machine() -> None:
    """Raw texts of files alone are written in the machine's own monospaced font."""
    allowed = {"inherit", "var(--font)", 'ui-monospace, "DejaVu Sans Mono", monospace, var(--font)'}
    sources = [path for path in (WEB / "src").rglob("*") if path.suffix in {".css", ".svelte"}]
    named = {
        family.strip()
        for path in sources
        if path.name != "font.css"
        for family in re.findall(r"font-family:([^;]+);", path.read_text(encoding="utf-8"))
    }
    shorthands = {
        family.strip()
        for path in sources
        for family in re.findall(r"\bfont:(?: \d+ .*?)?( inherit| \S+);", path.read_text(encoding="utf-8"))
    }
    assert named <= allowed
    assert {"inherit", "var(--font)"} == shorthands


def test_its_licence_goes_with_it() -> None:
    ours = (WEB / "public/inter-licence.txt").read_text(encoding="utf-8")
    assert "SIL Open Font License, Version 1.1" in ours
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "web/public/inter-licence.txt" in project["license-files"]
    assert (ROOT / "src/mostek/server/static/inter-licence.txt").read_text(encoding="utf-8") == ours


def texts() -> Iterator[tuple[str, frozenset[str]]]:
    """Files with what the page shows, and the characters of each that are not plain ASCII."""
    for path in sorted((WEB / "messages").rglob("*.json")):
        sentences = json.loads(path.read_text(encoding="utf-8"))
        yield path.relative_to(ROOT).as_posix(), characters("".join(map(str, sentences.values())))
    shown = [
        *(
            path
            for path in (WEB / "src").rglob("*")
            if path.suffix in {".svelte", ".ts"} and "paraglide" not in path.parts
        ),
        *(ROOT / "src/mostek").rglob("templates/*.html"),
        *(ROOT / "src/mostek/core/tilesets").glob("*.toml"),
        *(ROOT / "src/mostek/messages").rglob("*.po"),
        *(ROOT / "src/mostek/messages").rglob("*.py"),
        *(ROOT / "src/mostek/server").rglob("*.py"),
        *(ROOT / "src/mostek/features").rglob("*.py"),
    ]
    for path in sorted(shown):
        if not path.name.endswith(".test.ts") and path.name != _LOOKALIKES:
            yield path.relative_to(ROOT).as_posix(), characters(path.read_text(encoding="utf-8"))


@cache
def characters(text: str) -> frozenset[str]:
    """Those that not every font has."""
    return frozenset(_TEXTS.findall(text))
