"""Every command of README, guides and help runs as it stands, in a folder that `mostek samples` has filled.

What follows a command in a block of `console` is in its answer, line by line. A block after `<!-- not run: REASON -->` is only
looked at: its commands exist, with their options. One after `<!-- long: REASON -->` runs with the tests that take long.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from loops import with_each
from mostek.cli import mostek
from mostek.cli.groups import LazyGroup
from mostek.lexicon.library import cache_folder
from mostek.store.database import Database

ROOT = Path(__file__).parents[2]
MANUAL = ROOT / "src/mostek/features/manual/pages"
PAGES = (
    ROOT / "README.md",
    *sorted((ROOT / "docs" / "guide").glob("*.md")),
    ROOT / "README.pl.md",
    ROOT / "docs" / "package.md",
    *sorted(MANUAL.glob("*/*.md")),
)
_BLOCK = re.compile(
    r"(?:^ *<!-- (not run|long): *([^>]*?) *-->\n+)?^( *)```(sh|console|shell|bash)\n(.*?)^ *```",
    re.MULTILINE | re.DOTALL,
)
_ANSWERED = "console"


@dataclass(frozen=True)
class Command:
    """A command of a page, with the lines of its answer that are quoted."""

    place: str
    line: str
    quoted: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    """A block of commands, and why it is not run like the others."""

    place: str
    how: str
    reason: str
    commands: tuple[Command, ...]


def blocks_of(page: Path) -> Iterator[Block]:
    """The blocks of commands of a page."""
    text = page.read_text("utf-8")
    for found in _BLOCK.finditer(text):
        how, reason, indent, kind, body = found.groups()
        first = text.count("\n", 0, found.start(5)) + 1
        lines = [line.removeprefix(indent) for line in body.splitlines()]
        name = page.relative_to(ROOT).as_posix()
        yield Block(
            f"{name}:{first}", how or "", reason or "", tuple(commands_in(name, first, lines, kind == _ANSWERED))
        )


def commands_in(name: str, first: int, lines: list[str], is_answered: bool) -> Iterator[Command]:
    """The commands among lines; where answers are quoted, commands begin with a dollar sign."""
    begun: list[tuple[int, str, list[str]]] = []
    goes_on = False
    for number, line in enumerate(lines, first):
        if goes_on:
            at, before, quoted = begun[-1]
            begun[-1] = at, before.removesuffix("\\") + line.strip(), quoted
        elif is_answered and not line.startswith("$ "):
            if begun and line.strip():
                begun[-1][2].append(line.rstrip())
            continue
        elif line.strip() and not line.startswith("#"):
            begun.append((number, line.removeprefix("$ "), []))
        goes_on = line.endswith("\\")
    for at, line, quoted in begun:
        yield Command(f"{name}:{at}", line, tuple(quoted))


def words_of(command: Command) -> list[str]:
    """The words of a command without its comment, with the files that stand for a pattern."""
    words = shlex.split(command.line, comments=True)
    return [name for word in words for name in (sorted(map(str, Path().glob(word))) if "*" in word else []) or [word]]


def language_of(page: Path) -> str:
    """The language in which a page quotes answers."""
    return "pl" if page.parent.name == "pl" or page.stem.endswith(".pl") else "en"


def run_page(page: Path, folder: Path, samples: Path, how: frozenset[str], patch: pytest.MonkeyPatch) -> None:
    """Run the commands of a page, one after the other, in a folder of its own."""
    shutil.copytree(samples, folder)
    data = folder.with_name(folder.name + "-data")
    data.mkdir()
    (data / "cache").symlink_to(cache_folder())
    Database.open(data).close()  # a server that nobody has used yet
    patch.chdir(folder)
    patch.setenv("MOSTEK_DATA", str(data))
    patch.setenv("COLUMNS", "200")
    for block in blocks_of(page):
        for command in block.commands if block.how in how else ():
            program, *arguments = words_of(command)
            given = ""
            if program == "echo" and arguments[1:2] == ["|"]:
                given, (program, *arguments) = f"{arguments[0]}\n", arguments[2:]
            assert program == "mostek", f"{command.place}: what is no command of mostek needs <!-- not run: REASON -->"
            target = arguments[-1] if arguments[-2:-1] == [">"] else None
            arguments = arguments[:-2] if target else arguments
            result = CliRunner().invoke(mostek, ["--lang", language_of(page), *arguments], input=given)
            if target:
                Path(target).write_text(result.stdout, "utf-8")
            fails = bool(command.quoted) and command.quoted[0].startswith(("Error:", "Błąd:"))
            told = f"{command.place}: {command.line}\n{result.output}"
            # A command that finds something wrong, and says it on the page, ends with 1.
            ends = {2} if fails else {0, 1} if command.quoted else {0}
            assert result.exit_code in ends, f"{told}{result.exception!r}"
            for line in command.quoted:
                assert all(part in result.output for part in line.split("…")), f"{told}does not have:\n{line}"


def pages_with(how: str) -> list[Path]:
    """The pages with blocks that are run like this."""
    return [page for page in PAGES if any(block.how == how for block in blocks_of(page))]


def short_name(page: Path) -> str:
    """The page in the name of its test."""
    return f"{page.parent.name}/{page.stem}"


@pytest.fixture(scope="module")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages") / "samples"
    assert CliRunner().invoke(mostek, ["samples", str(folder)]).exit_code == 0
    return folder


@pytest.mark.parametrize("page", pages_with(""), ids=short_name)
def test_every_command_of_a_page_runs(
    page: Path, sample_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_page(page, tmp_path / "page", sample_folder, frozenset({""}), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("page", pages_with("long"), ids=short_name)
def test_the_long_commands_of_a_page_run(
    page: Path, sample_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_page(page, tmp_path / "page", sample_folder, frozenset({"", "long"}), monkeypatch)


NOT_RUN = [block for page in PAGES for block in blocks_of(page) if block.how]


@with_each("block", NOT_RUN)
def test_a_block_that_is_not_run_says_why_and_its_commands_exist(block: Block) -> None:
    assert len(block.reason) > 10, f"{block.place}: say why it is not run"
    for command in block.commands:
        said = shlex.split(command.line, comments=True)
        words = list(dropwhile(re.compile(r"[A-Z_]+=").match, said))
        if words and words[0] == "mostek":
            known = options_of(words[1:], command.place)
            unknown = {word.partition("=")[0] for word in words if word.startswith("-") and word != "-"} - known
            assert not unknown, f"{command.place}: {unknown}"


def options_of(words: list[str], place: str) -> set[str]:
    """The options of the command that words call, with those of its groups."""
    called: list[click.Command] = [mostek]
    for word in words:
        group = called[-1]
        if isinstance(group, LazyGroup) and group.place_of(word) is not None:
            called.append(group.load(word))
        elif isinstance(group, click.Group) and word in group.commands:
            called.append(group.commands[word])
    assert len(called) > 1 or words[0].startswith("-"), f"{place}: no command"
    options = [each for command in called for each in command.params if isinstance(each, click.Option)]
    return {"--help", "-h"}.union(*(each.opts for each in options), *(each.secondary_opts for each in options))
