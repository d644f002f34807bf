"""Write the pages of help that list every command, every format of files and every address of the server, from the program.

Run it after a change to a command, to its translation, to a format or to an endpoint: `python docs/generate_reference.py`. The
examples of addresses stand in `api_examples.toml`.
"""

from __future__ import annotations

import gettext
import json
import os
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

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


_DOCS = Path(__file__).parent
_API = {
    "pl": (
        "Adresy serwera (HTTP)",
        "Każdy serwer ma ten sam opis dla programów pod `/openapi.json` i stronę `/docs`. Ciało zapytania i odpowiedź to JSON. "
        "Kto coś zmienia, powtarza ciasteczko `mostek_csrf` w nagłówku `x-csrf-token`, jak w lekcji "
        "[Programista](programmer.md#http). Język odpowiedzi wybiera nagłówek `accept-language` albo język osoby. "
        "Odmowa ma `code` dla programu i `detail` dla człowieka; po odpowiedzi 429 i 503 poczekaj "
        "tyle sekund, ile mówi `retry-after`.",
        ("Przykłady", "Wszystkie adresy"),
        "Opisy są po angielsku, jak w `/docs`.",
        ("adres", "co robi"),
        ("Zapytanie", "Odpowiedź ma między innymi"),
    ),
    "en": (
        "Addresses of the server (HTTP)",
        "Every server has the same description for programs at `/openapi.json`, and a page at `/docs`. Body and answer are JSON. "
        "What changes something repeats the cookie `mostek_csrf` in the header `x-csrf-token`, as in the lesson "
        "[Programmer](programmer.md#http). The header `accept-language`, or the language of the person, chooses that of the "
        "answer. A refusal has a `code` for programs and a `detail` for people; after 429 and 503 wait as many seconds as "
        "`retry-after` says.",
        ("Examples", "All addresses"),
        "",
        ("address", "what it does"),
        ("Request", "The answer has, among others"),
    ),
}


def api_examples() -> list[dict[str, Any]]:
    """The examples of addresses."""
    examples: list[dict[str, Any]] = tomllib.loads((_DOCS / "api_examples.toml").read_text("utf-8"))["example"]
    return examples


def api_page(language: str) -> str:
    """The page of all addresses in a language."""
    title, lead, (examples, addresses), note, heads, (request, answer) = _API[language]
    parts = [f"# {title}", _NOTE, lead, f"## {examples} {{#examples}}"]
    for each in api_examples():
        sent = "\n".join(filter(None, (each["request"], each.get("body"))))
        got = json.dumps(json.loads(each["answer"]), ensure_ascii=False, indent=1)
        parts += [f"### {each[language]} {{#example-{each['name']}}}", f"{request}:", f"```http\n{sent}\n```"]
        parts += [f"{answer}:", f"```json\n{got}\n```"]
    parts += [f"## {addresses} {{#addresses}}", *filter(None, [note])]
    rows: dict[str, list[str]] = defaultdict(list)
    for path, methods in json.loads((_DOCS / "protocol" / "http.json").read_text("utf-8"))["paths"].items():
        for method, endpoint in methods.items():
            about = _cell(endpoint.get("description", "").partition("\n\n")[0].replace("`", ""))
            rows[endpoint["tags"][0]].append(f"| `{method.upper()} {path}` | {about} |")
    for tag, lines in sorted(rows.items()):
        parts += [f"### {tag} {{#api-{tag}}}", "\n".join([f"| {heads[0]} | {heads[1]} |", "|---|---|", *lines])]
    return "\n\n".join(parts) + "\n"


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


PAGES: Mapping[str, Callable[[str], str]] = {"commands": commands_page, "formats": formats_page, "api": api_page}
"""The pages by their names."""


def main() -> None:
    """Write all pages."""
    for language in model.ADDRESSES:
        for name, written in PAGES.items():
            (model.PAGES / language / f"{name}.md").write_text(written(language), "utf-8")


if __name__ == "__main__":
    main()
