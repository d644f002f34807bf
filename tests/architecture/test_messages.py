"""Every sentence for people exists in Polish, with its plural forms and the same parameters."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Callable, Iterator, Mapping
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from mostek import messages
from mostek.app import log_copies
from mostek.cli import engine, every_command, mostek, rules
from mostek.cli.groups import LazyGroup, translated
from mostek.cli.param_types import OneOf
from mostek.documents.tournament import lists, regulation
from mostek.features.desk import entry_lists, tournament_imports
from mostek.features.desk import grammar as desk_grammar
from mostek.features.desk import line as desk_line
from mostek.features.desk.cli import files, group
from mostek.features.desk.words import comparison, tournament_log, tournament_merging
from mostek.features.puzzles import cli as puzzles
from mostek.features.study import words as study
from mostek.messages import describe as events
from mostek.messages import (
    diagnoses,
    options,
    pairing_reasons,
    prize_words,
    refusals,
    tournament,
    tournament_events,
    tournament_files,
    tournament_words,
)

SOURCES = Path(messages.__file__).parents[1]
KEYWORDS = {
    "text": None,
    "count": (1, 2),
    "_counting": (1, 2),
    "BotError": None,
    "BotsBusyError": None,
    "ClusterError": None,
    "BoxError": None,
    "CollectionError": None,
    "LexiconError": None,
    "WordSearchError": None,
    "EmblemError": None,
    "LogError": None,
    "NothingToPrintError": None,
    "OneOf": None,
    "RegistryError": (3,),
    "ReviewError": None,
    "SaveError": None,
    "PositionError": None,
    "TypedError": None,
    "WorkerFailure": None,
    "placed": (2,),
}
METHODS = [("**.py", "python"), ("**.html", "jinja2")]
"""How sentences are found in the sources: in Python, and in the templates of the public pages."""
CLICK = {"_": None, "ngettext": (1, 2)}
IN_BRACES = re.compile(r"\{[^{}\n]*\b(?:text|count)\(")
UNSAID = {"termui.py", "_termui_impl.py", "_winconsole.py", "utils.py"}
"""The modules of click for prompts, pagers and other consoles, which mostek does not use."""
NOT_SAID = {
    "%(prog)s, version %(version)s",
    "Arguments take exactly one parameter declaration, got {length}: {decls}.",
    "Boolean option {decl!r} cannot use the same flag for true/false.",
    "Choice({choices})",
    "Confirm the action without prompting.",
    "Could not determine name for option with declarations {decls!r}",
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    "Do you want to continue?",
    "Invalid start character for option ({option})",
    "Name '{name}' defined twice",
    "No options defined but a name was passed ({name}). Did you mean to declare an argument instead?"
    " Did you mean to pass '--{name}'?",
    "Value must be an iterable.",
    "deprecated",
    "directory",
    "file",
    "path",
    "{value!r} does not match the format {format}.",
    "{value!r} is not a valid UUID.",
    "{value!r} is not a valid boolean. Recognized values: {states}",
}
"""What click says to programmers, about types that mostek does not use, or as a `{name}` that the Polish leaves out."""
SYSTEM = (
    errno.ENOENT,
    errno.EACCES,
    errno.EISDIR,
    errno.ENOTDIR,
    errno.ENOSPC,
    errno.EEXIST,
    errno.EROFS,
    errno.ENAMETOOLONG,
    errno.EIO,
)
"""What commonly goes wrong with a file."""


def polish(domain: str = messages.DOMAIN) -> Catalog:
    with (Path(messages.__file__).parent / f"pl/LC_MESSAGES/{domain}.po").open("rb") as file:
        return read_po(file)


def keys_of(domain: str) -> list[str]:
    return [
        str(message.id[0] if isinstance(message.id, tuple) else message.id) for message in polish(domain) if message.id
    ]


def used() -> dict[str, str]:
    """Every key that the sources say, with the place."""
    found = {}
    for name, line, key, _, _ in extract_from_dir(str(SOURCES), METHODS, keywords=KEYWORDS):
        found[key[0] if isinstance(key, tuple) else key] = f"{name}:{line}"
    return found


def listed() -> dict[str, str]:
    """Sentences that stand in tables and are said by their key."""
    groups = (every_command(), group.tournament.all_sections(), engine.SECTIONS, puzzles.SECTIONS)
    summaries = [dict(section.values()) for sections in groups for section in sections.values()]
    tables: list[Mapping[Any, str]] = [
        refusals.FAULTS,
        refusals.POSITIONS,
        rules.STATUS,
        rules.STAGES,
        diagnoses.SENTENCES,
        diagnoses.FAULTS,
        *summaries,
        options.PHRASES,
        *options.CHOICES.values(),
        events.CONFIRMED,
        events.PLACED,
        events.LOCKED,
        events.STOPPED,
        events.POINTED_OUT,
        events.CREDITED,
        events.MEASURES,
        events.ENDINGS,
        *(
            value
            for name, value in vars(tournament_words).items()
            if name.isupper() and isinstance(value, Mapping) and all(isinstance(word, str) for word in value.values())
        ),
        comparison.CAUSES,
        pairing_reasons.WHYS,
        pairing_reasons.STARTS,
        pairing_reasons.BYES,
        pairing_reasons.OBSTACLES,
        tournament.FAULTS,
        tournament.LIMITS,
        tournament.PRIZE_FAULTS,
        prize_words.OUTLOOKS,
        tournament.FIELDS,
        tournament_files.FILE_FAULTS,
        tournament_files.FILE_NOTES,
        tournament_merging.CHOICES,
        tournament_merging.DETAILS,
        tournament_merging.OUTCOMES,
        tournament_merging.VALUES,
        tournament_merging.VALUES_OF_ROUNDS,
        tournament_imports.FIGURE_NAMES,
        files.COMPARED,
        entry_lists.COLUMNS,
        tournament_events.STATUSES,
        tournament_log.REWARDS,
        tournament.WARNINGS,
        log_copies.SENTENCES,
        study.LEVELS,
        log_copies.REMEDIES,
    ]
    sentences = [sentence for table in tables for sentence in table.values()]
    sentences += [
        *tournament_words.MONTHS,
        *regulation.GROUPS.values(),
        *lists.STATES.values(),
        *desk_grammar.OPTION_NAMES,
        *desk_line.WORDS_DO.values(),
        *(word for words in tournament_words.CHOICES.values() for word in words.values()),
        *(word for pair in tournament_words.YES_NO.values() for word in pair),
    ]
    sentences += [sentence for words in tournament_words.TABLES for sentence in words.values()]
    sentences += [sentence for sentence in refusals.SENTENCES.values() if isinstance(sentence, str)]
    sentences += [sentence for sentence in events.SENTENCES.values() if isinstance(sentence, str)]
    sentences += [sentence for sentence in tournament.SENTENCES.values() if isinstance(sentence, str)]
    sentences += [
        *tournament.KNOWN,
        *every_command(),
        *group.tournament.all_sections(),
        tournament_events.RETURNED,
        study.CHOSEN,
    ]
    return dict.fromkeys(sentences, "a table")


def commands() -> dict[str, click.Command]:
    """Every command by the words that call it."""
    found: dict[str, click.Command] = {"mostek": mostek}
    for name in mostek.list_commands(click.Context(mostek)):
        command = found[name] = mostek.load(name)
        if isinstance(command, LazyGroup):
            found |= {f"{name} {inner}": command.load(inner) for inner in command.list_commands(click.Context(command))}
        elif isinstance(command, click.Group):
            found |= {f"{name} {inner}": each for inner, each in command.commands.items()}
    return found


def helped(command: click.Command) -> Iterator[str | None]:
    """Every text of the help of a command, and every word for what can be typed."""
    yield from (command.help, command.short_help, command.options_metavar)
    if isinstance(command, click.Group):
        yield command.subcommand_metavar
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.name} has no help"
            yield parameter.help
        if not getattr(parameter, "is_flag", False) and not isinstance(parameter.type, OneOf | click.Choice):
            yield parameter.make_metavar(click.Context(command))


def in_help() -> dict[str, str]:
    """Every text of help, with the command."""
    return {cleandoc(said): name for name, command in commands().items() for said in helped(command) if said}


def used_in_f_strings() -> dict[str, str]:
    """What is said inside an f-string, which the extractor of Babel does not read before Python 3.12."""
    found = {}
    for path in sorted(SOURCES.rglob("*.py")):
        source = path.read_text("utf-8")
        for joined in ast.walk(ast.parse(source)) if IN_BRACES.search(source) else ():
            for node in ast.walk(joined) if isinstance(joined, ast.JoinedStr) else ():
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("text", "count"):
                    key = node.args[0]
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        found[key.value] = f"{path.name}:{node.lineno}"
    return found


def said_by_click() -> dict[str, str]:
    """What click says to the person at the keyboard, with the place."""
    found = {}
    for name, line, key, _, _ in extract_from_dir(click.__path__[0], [("**.py", "python")], keywords=CLICK):
        first = key[0] if isinstance(key, tuple) else key
        if name not in UNSAID and first not in NOT_SAID:
            found[first] = f"click/{name}:{line}"
    return found


def said_by_the_system() -> dict[str, str]:
    return {os.strerror(number): "errno" for number in SYSTEM}


@pytest.mark.parametrize("sentences", [used, used_in_f_strings, listed, in_help, said_by_click, said_by_the_system])
def test_every_sentence_is_translated(sentences: Callable[[], dict[str, str]]) -> None:
    known = keys_of(messages.CLICK_DOMAIN if sentences is said_by_click else messages.DOMAIN)
    assert {key: place for key, place in sentences().items() if key and key not in known} == {}


@pytest.mark.parametrize("domain", [messages.DOMAIN, messages.CLICK_DOMAIN])
def test_the_catalogue_is_sorted(domain: str) -> None:
    assert keys_of(domain) == sorted(keys_of(domain))


def test_the_small_catalogue_has_only_what_click_says() -> None:
    assert set(keys_of(messages.CLICK_DOMAIN)) == set(said_by_click())


def test_a_command_explains_itself_in_two_languages() -> None:
    command = commands()["lexicon diff"]
    helps = {}
    for language in ("pl", "en"):
        messages.use(language)
        helps[language] = translated(command).get_help(click.Context(command, info_name="diff"))
    assert "Pokaż wszystkie słowa, nie tylko początkowe." in helps["pl"]
    assert "Show every word, not only the first ones." in helps["en"]


def broken(message: Message) -> str | None:
    """The fault of a translation."""
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    keys = message.id if isinstance(message.id, tuple) else (message.id,)
    parameters = [set(re.findall(r"{(\w+)", form)) for form in (*keys, *forms)]
    faults = {
        "not checked by a person": message.fuzzy,
        "another number of forms": len(forms) != (3 if len(keys) == 2 else 1),
        "an empty form": not all(forms),
        "a parameter that the key lacks": any(names - set.union(*parameters[: len(keys)]) for names in parameters),
    }
    return ", ".join(fault for fault, found in faults.items() if found) or None


def test_translations_are_whole() -> None:
    both = [*polish(), *polish(messages.CLICK_DOMAIN)]
    assert {message.id: fault for message in both if message.id and (fault := broken(message))} == {}


@pytest.mark.parametrize(
    ("key", "forms", "fault"),
    [
        ("{n} words", "", "an empty form"),
        ("{n} words", "{m} słów", "a parameter that the key lacks"),
        (("{n} word", "{n} words"), ("{n} słowo", "{n} słów"), "another number of forms"),
        (("{n} word", "{n} words"), ("{n} słowo", "{n} słowa", "{n} słów"), None),
    ],
)
def test_a_broken_translation_is_found(key: Any, forms: Any, fault: str | None) -> None:
    assert broken(Message(key, forms)) == fault


def test_polish_plurals() -> None:
    messages.use("pl")
    try:
        said = [messages.count("{n} point", "{n} points", number) for number in (1, 2, 5, 12, 22)]
    finally:
        messages.use("en")
    assert said == ["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty"]
