"""Write the pages of help that list every command with its options and every format of files, in each language, from the program.

Run it after a change to a command, to its translation or to a format: `python docs/generate_reference.py`.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable, Iterator, Mapping

import click

from mostek import messages
from mostek.cli import mostek
from mostek.cli.groups import translated
from mostek.features.manual import model
from mostek.notation.game_formats import known_formats
from mostek.tournament.file_formats import tournament_formats

_NOTE = "<!-- Written by docs/generate_reference.py; do not edit. -->"
_HEADS = {
    "pl": (
        "Polecenia terminala",
        "`mostek POLECENIE --help` pokazuje to samo w terminalu. Wystarczy początek nazwy polecenia. "
        "`mostek --lang en` zmienia język, a `--json` – prawie wszędzie – daje odpowiedź dla programów.",
        ("opcja", "znaczenie"),
    ),
    "en": (
        "Commands of the terminal",
        "`mostek COMMAND --help` shows the same in a terminal. The beginning of a name is enough. "
        "`mostek --lang pl` changes the language, and `--json`, nearly everywhere, gives an answer for programs.",
        ("option", "meaning"),
    ),
}


_FORMATS = {
    "pl": (
        "Formaty plików",
        "Program poznaje format po treści, nie po nazwie pliku. `mostek convert` zapisuje partię w innym formacie, "
        "a `mostek tournament import` i `export` wczytują i zapisują turniej. W bibliotece czyta je `mostek.read`.",
        ("Partie i pozycje", "Turnieje"),
        ("nazwa", "co to jest", "czyta", "zapisuje"),
        ("tak", "–"),
    ),
    "en": (
        "Formats of files",
        "A format is known by the content, not by the name of the file. `mostek convert` writes a game in another format; "
        "`mostek tournament import` and `export` read and write a tournament. In the library `mostek.read` reads them.",
        ("Games and positions", "Tournaments"),
        ("name", "what it is", "reads", "writes"),
        ("yes", "–"),
    ),
}


def formats_page(language: str) -> str:
    """The page of all formats in a language."""
    title, lead, (games, tournaments), heads, (yes, no) = _FORMATS[language]
    rows = [
        (each.name, getattr(each, language), True, each.write or each.name == "cgp")
        for each in known_formats().values()
    ]
    more = [(each.option, getattr(each, language), each.read, each.write) for each in tournament_formats().values()]
    parts = [f"# {title}", _NOTE, lead]
    for heading, anchor, several in ((games, "games", rows), (tournaments, "tournaments", more)):
        table = [f"| {' | '.join(heads)} |", "|---|---|---|---|"]
        table += [
            f"| `{name}` | {about} | {yes if read else no} | {yes if write else no} |"
            for name, about, read, write in several
        ]
        parts += [f"## {heading} {{#{anchor}}}", "\n".join(table)]
    return "\n\n".join(parts) + "\n"


def commands_page(language: str) -> str:
    """The page of all commands in a language."""
    messages.use(language)
    gettext.bindtextdomain(messages.CLICK_DOMAIN, messages.FOLDER)
    gettext.textdomain(messages.CLICK_DOMAIN)  # click's own words
    os.environ["LANGUAGE"] = language
    title, lead, heads = _HEADS[language]
    parts = [f"# {title}", _NOTE, lead]
    parts += _described(mostek, "mostek", heads)
    return "\n\n".join(parts) + "\n"


def _described(group: click.Group, path: str, heads: tuple[str, str]) -> Iterator[str]:
    context = click.Context(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from _command(command, f"{path} {name}", heads)
        if isinstance(command, click.Group):
            yield from _described(command, f"{path} {name}", heads)


def _command(command: click.Command, path: str, heads: tuple[str, str]) -> Iterator[str]:
    spoken = translated(command)
    context = click.Context(spoken, info_name=path)
    depth = path.count(" ")
    yield f"{'#' * min(depth + 1, 4)} {path} {{#{path.removeprefix('mostek ').replace(' ', '-')}}}"
    usage = " ".join(spoken.collect_usage_pieces(context))
    yield f"`{path} {usage}`".replace(" `", "`")
    if said := spoken.help:
        yield said.replace("\b\n", "").replace("<", "&lt;")
    records = [
        record
        for option in spoken.params
        if isinstance(option, click.Option) and (record := option.get_help_record(context)) and option.name != "help"
    ]
    if records:
        rows = [f"| {heads[0]} | {heads[1]} |", "|---|---|"]
        rows += [f"| `{_cell(names)}` | {_cell(about)} |" for names, about in records]
        yield "\n".join(rows)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;" if "`" not in text else "<")


PAGES: Mapping[str, Callable[[str], str]] = {"commands": commands_page, "formats": formats_page}
"""The pages by their names."""


def main() -> None:
    """Write all pages."""
    for language in model.ADDRESSES:
        for name, written in PAGES.items():
            (model.PAGES / language / f"{name}.md").write_text(written(language), "utf-8")


if __name__ == "__main__":
    main()
