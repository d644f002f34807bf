"""The pages of the manual: what they are called, how they follow each other, and what stands in them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from unicodedata import combining, normalize

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct, convert

PAGES = Path(__file__).parent / "pages"
PICTURES = PAGES / "pictures"
START = "index"
"""The page that stands at the address of the manual itself."""
ADDRESSES: Mapping[str, str] = {"pl": "/pomoc", "en": "/help"}
"""The address of the manual in each of its languages."""
_SHOWN = 20
"""The sections that a search shows."""
_AROUND = 90
"""The characters of a section that are shown before and after a found word."""
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_ANCHOR = re.compile(r"[ \t]*\{#([\w-]+)\}[ \t]*$", re.MULTILINE)
_MARKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[`*|>#]|\{#[\w-]+\}|^-{3,}$", re.MULTILINE)


class PageGroup(Struct, frozen=True):
    """Pages that belong together, under a title."""

    pl: str
    en: str
    pages: tuple[str, ...]

    def title_in(self, language: str) -> str:
        """The title in a language."""
        return self.en if language == "en" else self.pl


class PageSection(Struct, frozen=True):
    """A heading of a page with its text."""

    page: str
    anchor: str
    title: str
    text: str
    plain: str
    """Title and text as they are searched; the text begins after as many letters as the title has, and one."""


class ManualPage(Struct, frozen=True):
    """A page as HTML."""

    name: str
    title: str
    html: str
    headings: tuple[tuple[str, str], ...]
    """Anchor and title of each heading of the second level."""
    anchors: frozenset[str]


class FoundSection(Struct, frozen=True):
    """A section in which all searched words stand."""

    href: str
    page: str
    title: str
    before: str
    word: str
    after: str


@cache
def page_groups() -> tuple[PageGroup, ...]:
    """The table of contents."""
    written = tomllib.loads((PAGES / "contents.toml").read_text("utf-8"))
    return convert(written["group"], tuple[PageGroup, ...])


@cache
def page_order() -> tuple[str, ...]:
    """The names of all pages as one reads them."""
    return (START, *(page for group in page_groups() for page in group.pages))


def page_source(name: str, language: str) -> str:
    """A page as it was written, without comments.

    Raises:
        KeyError: there is no such page.
    """
    if name not in page_order():
        raise KeyError(name)
    return _COMMENT.sub("", (PAGES / language / f"{name}.md").read_text("utf-8"))


def source_without_anchors(name: str, language: str) -> str:
    """A page for a terminal.

    Raises:
        KeyError: there is no such page.
    """
    return _ANCHOR.sub("", page_source(name, language))


@cache
def title_of(name: str, language: str) -> str:
    """The title of a page, which is its first heading."""
    return next(_page_headings(page_source(name, language)))[2]


@cache
def manual_page(name: str, language: str) -> ManualPage:
    """A page as HTML.

    Raises:
        KeyError: there is no such page.
    """
    base = ADDRESSES[language]
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(page_source(name, language))
    headings = []
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            inline = tokens[index + 1]
            anchor, title = _anchor_and_title(inline.content)
            _cut_anchor(inline)
            token.attrSet("id", anchor)
            headings.append((token.tag, anchor, title))
        elif token.type == "inline":
            _point_at_server(inline=token, base=base)
        elif token.type == "table_open":
            token.attrSet("class", "list")
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace("<table", '<div class="across" tabindex="0"><table').replace("</table>", "</table></div>")
    html = html.replace("<pre>", '<pre tabindex="0">')
    return ManualPage(
        name=name,
        title=headings[0][2],
        html=html,
        headings=tuple((anchor, title) for tag, anchor, title in headings if tag == "h2"),
        anchors=frozenset(anchor for _, anchor, _ in headings),
    )


def search_manual(words: str, language: str) -> list[FoundSection]:
    """The sections with all the words, in titles first; upper case and Polish marks do not matter."""
    wanted = [_plain_letters(word) for word in words.split()]
    if not wanted:
        return []
    hits = [each for each in _all_sections(language) if all(word in each.plain for word in wanted)]
    hits.sort(key=lambda each: not all(word in each.plain[: len(each.title)] for word in wanted))
    return [_found_section(each, wanted[0], language) for each in hits[:_SHOWN]]


def page_address(name: str, language: str, anchor: str = "") -> str:
    """The address of a page of the manual."""
    path = ADDRESSES[language] if name == START else f"{ADDRESSES[language]}/{name}"
    return f"{path}#{anchor}" if anchor else path


@cache
def _all_sections(language: str) -> tuple[PageSection, ...]:
    return tuple(section for name in page_order() for section in _sections_of(name, language))


def _sections_of(name: str, language: str) -> Iterator[PageSection]:
    written = page_source(name, language)
    heads = list(_page_headings(written))
    for (_, anchor, title, start), end in zip(heads, [*(head[3] for head in heads[1:]), len(written)], strict=True):
        body = written[start:end].partition("\n")[2]
        text = " ".join(_MARKS.sub(r"\1", body).split())
        yield PageSection(name, anchor, title, text, _plain_letters(f"{title} {text}"))


def _page_headings(written: str) -> Iterator[tuple[int, str, str, int]]:
    """Level, anchor, title and place of every heading outside of code."""
    place, fenced = 0, False
    for line in written.splitlines(keepends=True):
        if line.startswith("```"):
            fenced = not fenced
        elif line.startswith("#") and not fenced:
            level = len(line) - len(line.lstrip("#"))
            yield level, *_anchor_and_title(line[level:].strip()), place
        place += len(line)


def _anchor_and_title(heading: str) -> tuple[str, str]:
    """The anchor and the title of a heading: the anchor that it names, otherwise one of its words."""
    named = _ANCHOR.search(heading)
    title = _MARKS.sub(r"\1", heading[: named.start()] if named else heading)
    return named[1] if named else re.sub(r"[^\w]+", "-", _plain_letters(title)).strip("-"), title


def _cut_anchor(inline: Token) -> None:
    for child in inline.children or ():
        if child.type == "text":
            child.content = _ANCHOR.sub("", child.content)


def _point_at_server(inline: Token, base: str) -> None:
    """Links between files become addresses, and pictures those of this server."""
    for child in inline.children or ():
        if child.type == "link_open" and isinstance(target := child.attrGet("href"), str):
            name, sign, anchor = target.partition("#")
            if name.endswith(".md") and "/" not in name:
                stem = name.removesuffix(".md")
                child.attrSet("href", (base if stem == START else f"{base}/{stem}") + sign + anchor)
        elif child.type == "image" and isinstance(target := child.attrGet("src"), str):
            child.attrSet("src", f"{base}/pictures/{target.rpartition('/')[2]}")
            child.attrSet("loading", "lazy")


def _found_section(section: PageSection, word: str, language: str) -> FoundSection:
    place = section.plain.find(word, len(section.title) + 1) - len(section.title) - 1
    end = place + len(word)
    if place < 0:  # in the title alone
        place = end = 0
    start = section.text.rfind(" ", 0, max(place - _AROUND, 0)) + 1
    return FoundSection(
        href=page_address(section.page, language, section.anchor),
        page=title_of(section.page, language),
        title=section.title,
        before=section.text[start:place],
        word=section.text[place:end],
        after=section.text[end : end + _AROUND],
    )


def _plain_letters(words: str) -> str:
    """In lower case and without marks, letter for letter."""
    return "".join(map(_plain_letter, words.lower()))


@lru_cache(maxsize=1024)  # searches have any letters
def _plain_letter(sign: str) -> str:
    bare = next((each for each in normalize("NFD", sign) if not combining(each)), sign)
    return "l" if bare == "ł" else bare
