"""The manual: both languages have the same pages, every link leads somewhere, and every label is one that the screen shows."""

from __future__ import annotations

import doctest
import json
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from mostek.app.users import SESSION_DAYS
from mostek.cli import mostek
from mostek.features.classes.model import MOST_HOURS
from mostek.features.manual import model
from mostek.features.reviews.store import KEPT
from mostek.messages import text_in
from mostek.messages.options import PHRASES

ROOT = Path(__file__).parents[2]
LANGUAGES = tuple(model.ADDRESSES)
REFERENCE = runpy.run_path(str(ROOT / "docs/generate_reference.py"))
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)]+)\)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(\.\./pictures/([^)]+)\)")
_LABEL = re.compile(r"\*\*(.+?)\*\*")
_HEAVIEST = 60_000
"""The bytes of a picture."""


def written_page(name: str, language: str) -> str:
    return (model.PAGES / language / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_contents_has_every_page_once(language: str) -> None:
    assert sorted(model.page_order()) == sorted(path.stem for path in (model.PAGES / language).glob("*.md"))


def test_the_site_has_the_same_pages_in_the_same_order() -> None:
    listed = re.findall(r"^ +- (\w+/\w+)\.md$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert listed == [f"{language}/{name}" for language in LANGUAGES for name in model.page_order()]


def test_both_languages_have_the_same_anchors() -> None:
    """Those that a page names itself: other programs and errors link to them."""
    named = {
        language: {name: _named_anchors(written_page(name, language)) for name in model.page_order()}
        for language in LANGUAGES
    }
    assert named["pl"] == named["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_page_and_a_heading(language: str) -> None:
    lost = []
    for name in model.page_order():
        for target in _LINK.findall(written_page(name, language)):
            file, _, anchor = target.partition("#")
            stem = file.removesuffix(".md") or name
            there = stem in model.page_order() and (not anchor or anchor in model.manual_page(stem, language).anchors)
            if not target.startswith("https://") and not there:
                lost.append(f"{name}: {target}")
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_light_and_described(language: str) -> None:
    for name in model.page_order():
        for said, file in _PICTURE.findall(written_page(name, language)):
            assert (model.PICTURES / file).stat().st_size <= _HEAVIEST, file
            assert len(said) > 10, file
            assert file.endswith(f"-{language}.webp"), file


def test_errors_lead_to_pages_that_are_there() -> None:
    """The table by which the page links errors to the help. A code that no part of the program says is a mistake."""
    table = json.loads((ROOT / "web/src/lib/text/help_pages.json").read_text("utf-8"))
    program = "".join(path.read_text("utf-8") for path in (ROOT / "src/mostek").rglob("*.py"))
    program += (ROOT / "web/src/lib/wire/http.ts").read_text("utf-8")
    assert [code for code in table if f'"{code}"' not in program] == []
    for place in table.values():
        name, _, anchor = place.partition("#")
        assert all(anchor in model.manual_page(name, language).anchors for language in LANGUAGES), place


def test_pictures_show_what_the_page_says_now() -> None:
    """Take them again when it fails: docs/generate_screenshots.py."""
    shown = json.loads((model.PICTURES / "shown.json").read_text("utf-8"))
    assert sorted(shown) == sorted(path.stem for path in model.PICTURES.glob("*.webp"))
    for picture, sentences in shown.items():
        language = picture.rpartition("-")[2]
        now: dict[str, object] = {}
        for path in ROOT.glob(f"web/messages/*/{language}.json"):
            now |= json.loads(path.read_text("utf-8"))
        assert sentences == {key: now.get(key) for key in sentences}, picture


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_is_on_a_screen(language: str) -> None:
    """What stands in bold is what a person looks for: a button, a field, a tab."""
    unknown = [
        f"{name}: {label}"
        for name in model.page_order()
        for several in _LABEL.findall(written_page(name, language))
        for label in several.split(" → ")
        if not any(pattern.fullmatch(label) for pattern in screen_labels(language))
    ]
    assert unknown == []


@cache
def screen_labels(language: str) -> tuple[re.Pattern[str], ...]:
    """What the page says, with a number or a name where it has a place for one."""
    said = {each for path in ROOT.glob(f"web/messages/*/{language}.json") for each in _sentences_of(path)}
    said |= {text_in(language, phrase) for phrase in PHRASES.values()}
    patterns = {re.sub(r"\\\{\w+\\\}", r"[\\w ]{1,40}", re.escape(each)) for each in said if not each.startswith("{")}
    return tuple(map(re.compile, patterns))


def _sentences_of(path: Path) -> Iterator[str]:
    for value in json.loads(path.read_text("utf-8")).values():
        yield from [value] if isinstance(value, str) else value[0]["match"].values()


def _named_anchors(page: str) -> list[str]:
    return re.findall(r"^#+ .*\{#([\w-]+)\}$", page, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_teacher_finds_the_three_things_on_the_first_page(language: str) -> None:
    """One click leads to the help, the next to how to play, to run an event, to teach a class."""
    first = model.manual_page(model.START, language).html
    for name in ("player", "director", "teacher"):
        assert f'href="{model.page_address(name, language)}"' in first


@pytest.mark.parametrize(("words", "anchor"), [("hasla", "password"), ("KOPIA zapasowa", "backup"), ("ŻÓŁW", "set")])
def test_search_needs_no_polish_marks(words: str, anchor: str) -> None:
    found = model.search_manual(words, "pl")
    assert any(each.href.endswith(f"#{anchor}") for each in found), [each.href for each in found]
    assert any(each.word for each in found)
    assert all(not each.word or each.word.lower()[:2] == words.lower()[:2] for each in found)


def test_search_finds_nothing_for_nothing() -> None:
    assert model.search_manual("  ", "pl") == []
    assert model.search_manual("xyzzy", "en") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_the_programmer_hold(language: str) -> None:
    result = doctest.testfile(str(model.PAGES / language / "programmer.md"), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_retention_has_the_times_of_the_program(language: str) -> None:
    """A school gives this table to parents. Change the rows of both languages with the program."""
    rows = [row for row in written_page("privacy", language).splitlines() if row.startswith("| ")]
    days, hours = ("dni", "godzin") if language == "pl" else ("days", "hours")
    told = {row.split(" | ")[0].removeprefix("| ").split(":")[0]: row.rpartition(" | ")[2] for row in rows}
    order = list(told)
    assert f"{MOST_HOURS} {hours}" in told[order[1]]
    assert f"{SESSION_DAYS} {days}" in told[order[2]]
    assert f"{SESSION_DAYS} {days}" in told[order[4]]
    assert f"{KEPT // (24 * 60 * 60)} {days}" in next(row for row in rows if "`reviews`" in row)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lists_of_commands_and_formats_are_current(language: str) -> None:
    stale = [name for name, made in REFERENCE["PAGES"].items() if written_page(name, language) != made(language)]
    assert stale == [], "run `python docs/generate_reference.py`"


def test_every_setting_is_listed() -> None:
    """Variables of the build are not the server's."""
    sources = [path.read_text("utf-8") for path in (ROOT / "src/mostek/server").glob("*.py")]
    read = {name for source in sources for name in re.findall(r'"(MOSTEK_[A-Z_]+)"', source)}
    assert len(read) > 15
    for language in LANGUAGES:
        listed = set(re.findall(r"`(MOSTEK_[A-Z_]+)`", written_page("settings", language)))
        assert listed == read, language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_the_pages(language: str) -> None:
    shown = CliRunner().invoke(mostek, ["--lang", language, "help"])
    assert shown.exit_code == 0
    assert all(model.title_of(name, language) in shown.output for group in model.page_groups() for name in group.pages)
    page = CliRunner().invoke(mostek, ["--lang", language, "help", "teacher"])
    assert page.exit_code == 0
    assert "64" in page.output
    assert "{#" not in page.output


def test_an_unknown_page_has_a_hint() -> None:
    answer = CliRunner().invoke(mostek, ["--lang", "en", "help", "teachers"])
    assert answer.exit_code == 2
    assert "Did you mean 'teacher'?" in answer.output


@pytest.mark.parametrize("language", model.ADDRESSES)
def test_titles_have_no_marks_of_markdown(language: str) -> None:
    titles = [model.title_of(name, language) for name in model.page_order()]
    titles += [title for name in model.page_order() for _, title in model.manual_page(name, language).headings]
    assert not [title for title in titles if set("`*#{") & set(title)]
