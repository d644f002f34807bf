"""Write the page of help that lists every command with its options, in each language, from the commands themselves.

Run it after a change to a command or to its translation: `python docs/generate_reference.py`.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator

import click

from mostek import messages
from mostek.cli import mostek
from mostek.cli.groups import translated
from mostek.features.manual import model

NAME = "commands"
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


def reference(language: str) -> str:
    """The page in a language."""
    messages.use(language)
    gettext.bindtextdomain(messages.CLICK_DOMAIN, messages.FOLDER)
    gettext.textdomain(messages.CLICK_DOMAIN)  # click's own words
    os.environ["LANGUAGE"] = language
    title, lead, heads = _HEADS[language]
    parts = [f"# {title}", "<!-- Written by docs/generate_reference.py; do not edit. -->", lead]
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


def main() -> None:
    """Write both pages."""
    for language in model.ADDRESSES:
        (model.PAGES / language / f"{NAME}.md").write_text(reference(language), "utf-8")


if __name__ == "__main__":
    main()
