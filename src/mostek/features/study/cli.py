"""`mostek words`: study of words by any installed list: anagrams, patterns, hooks, stems, likely words, facts, the core list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mostek.cli.lexicon import named, opened
from mostek.cli.output import json_option, print_json, print_table, sentences, tell
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import OpenLexicon
from mostek.lexicon.word_search import LONGEST, SHORTEST, WordSearch, WordsFound, find_words
from mostek.messages import count, language, text

if TYPE_CHECKING:
    from mostek.lexicon.word_facts import WordFacts

F = TypeVar("F", bound=Callable[..., Any])

_LIMIT = click.IntRange(1, 100_000)
_LENGTH = click.IntRange(SHORTEST, LONGEST)

list_option = click.option(
    "--lexicon", "name", default=DEFAULT, show_default=True, help="Which list is searched: NAME or NAME@EDITION."
)
limit_option = click.option(
    "--limit", type=_LIMIT, default=200, show_default=True, help="The most words that are shown; all are counted."
)


def wishes(command: F) -> F:
    """The options that narrow a search."""
    options = (
        click.option("--contains", default="", metavar="LETTERS", help="Only words with these letters."),
        click.option("--excludes", default="", metavar="LETTERS", help="Only words without these letters."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group()
def words() -> None:
    """Study words: anagrams, patterns, hooks, stems, the likeliest words, and the core list for schools."""


@words.command()
@click.argument("tiles")
@click.option("--shortest", type=_LENGTH, help="Also words of fewer tiles, down to this many letters.")
@click.option("--contains", default="", metavar="LETTERS", help="Only words with these letters.")
@list_option
@limit_option
@json_option
def anagram(tiles: str, shortest: int | None, contains: str, name: str, limit: int, as_json: bool) -> None:
    """Find the words that can be made of TILES, ? for a blank; without --shortest they use all tiles."""
    from mostek.lexicon.word_study import anagrams

    lexicon = opened(name)
    with sentences():
        found = anagrams(lexicon, tiles, shortest, contains, limit)
    _answer(lexicon, found, as_json)


@words.command()
@click.argument("pattern")
@click.option("--tiles", default="", help="Only words that can be made of these tiles, ? for a blank.")
@wishes
@click.option("--shortest", type=_LENGTH, default=SHORTEST, show_default=True, help="The fewest letters.")
@click.option("--longest", type=_LENGTH, default=LONGEST, show_default=True, help="The most letters.")
@list_option
@limit_option
@json_option
def pattern(
    pattern: str,
    tiles: str,
    contains: str,
    excludes: str,
    shortest: int,
    longest: int,
    name: str,
    limit: int,
    as_json: bool,
) -> None:
    """Find the words that fit a PATTERN, for example 'K?T*'.

    ? is one letter, * any number of letters, [AEIO] one of these letters, [^AEIO] one of the others.
    """
    lexicon = opened(name)
    with sentences():
        found = find_words(lexicon, WordSearch(pattern, tiles, contains, excludes, shortest, longest), limit)
    _answer(lexicon, found, as_json)


@words.command("list")
@click.argument("length", type=_LENGTH)
@wishes
@click.option(
    "--hooks", "with_hooks", is_flag=True, help="Show the letters that make another word in front and behind."
)
@list_option
@click.option(
    "--limit", type=_LIMIT, default=2000, show_default=True, help="The most words that are shown; all are counted."
)
@json_option
def list_(length: int, contains: str, excludes: str, with_hooks: bool, name: str, limit: int, as_json: bool) -> None:
    """List the words of a LENGTH, for example all words of two letters with their hooks."""
    from mostek.lexicon.word_study import hooks_of

    lexicon = opened(name)
    search = WordSearch(contains=contains, excludes=excludes, shortest=length, longest=length)
    with sentences():
        found = find_words(lexicon, search, limit)
        all_hooks = hooks_of(lexicon, found.words) if with_hooks else []
    if not with_hooks:
        _answer(lexicon, found, as_json)
    elif as_json:
        print_json(_found_json(lexicon, found) | {"hooks": [each._asdict() for each in all_hooks]})
    else:
        for each in all_hooks:
            click.echo(f"{each.front.lower():>12} {each.word} {each.back.lower()}".rstrip())
        _tell_total(lexicon, found)


@words.command()
@click.argument("words", nargs=-1, required=True)
@list_option
@json_option
def hooks(words: tuple[str, ...], name: str, as_json: bool) -> None:
    """Show which letters make another word in front of a word and behind it."""
    from mostek.lexicon.word_study import hooks_of

    lexicon = opened(name)
    with sentences():
        found = hooks_of(lexicon, words)
    valid = lexicon.valid([each.word for each in found])
    if as_json:
        rows = [{"in_lexicon": known, **each._asdict()} for known, each in zip(valid, found, strict=True)]
        print_json({"lexicon": lexicon.pin._asdict(), "words": rows})
        return
    for known, each in zip(valid, found, strict=True):
        verdict = text("in the lexicon") if known else text("not in the lexicon")
        click.echo(f"{each.word}: {verdict}")
        click.echo("  " + text("in front: {letters}", letters=" ".join(each.front) or "–"))
        click.echo("  " + text("behind: {letters}", letters=" ".join(each.back) or "–"))
        if each.front_hook:
            click.echo("  " + text("also without the first letter: {word}", word=each.word[1:]))
        if each.back_hook:
            click.echo("  " + text("also without the last letter: {word}", word=each.word[:-1]))
    click.echo(named(lexicon.header))


@words.command()
@click.argument("word")
@click.option("--most", type=click.IntRange(1, LONGEST), default=3, show_default=True, help="The most added letters.")
@list_option
@limit_option
@json_option
def extensions(word: str, most: int, name: str, limit: int, as_json: bool) -> None:
    """Show the longer words that begin or end with a WORD."""
    from mostek.lexicon import word_study

    lexicon = opened(name)
    with sentences():
        found = word_study.extensions(lexicon, word, most, limit)
    if as_json:
        sides = {"front": _found_json(lexicon, found.front), "back": _found_json(lexicon, found.back)}
        print_json({"word": found.word, **sides})
        return
    for title, side in ((text("end with it"), found.front), (text("begin with it"), found.back)):
        click.echo(f"{title}:")
        tell(" ".join(side.words) or "–", indent="  ")
        _tell_rest(side)
    click.echo(named(lexicon.header))


@words.command()
@click.argument("stem")
@list_option
@json_option
def stems(stem: str, name: str, as_json: bool) -> None:
    """Show the words that a STEM makes with one more letter; of six letters these are bingos."""
    from mostek.lexicon.word_study import stems as grown

    lexicon = opened(name)
    with sentences():
        found = grown(lexicon, stem)
    if as_json:
        print_json({"lexicon": lexicon.pin._asdict(), "stem": stem.upper(), "letters": dict(found)})
        return
    for letter, made in found.items():
        tell(f"+{letter}: " + " ".join(made))
    click.echo(count("{n} word", "{n} words", sum(map(len, found.values()))))
    click.echo(named(lexicon.header))


@words.command()
@click.argument("length", type=_LENGTH, default=7)
@click.option("--start", type=click.IntRange(1), default=1, show_default=True, help="The first place in the order.")
@click.option("--count", "many", type=_LIMIT, default=50, show_default=True, help="How many sets of letters.")
@list_option
@json_option
def likely(length: int, start: int, many: int, name: str, as_json: bool) -> None:
    """Show the words of a LENGTH whose letters are most often drawn from a full bag, 7 by default.

    The combinations are the ways to draw as many tiles as the word has so that they spell it, blanks included.
    """
    from mostek.lexicon.word_study import likely as ranked

    lexicon = opened(name)
    with sentences():
        found = ranked(lexicon, length, start, many)
    if as_json:
        print_json({"lexicon": lexicon.pin._asdict(), "length": length, "alphagrams": [row._asdict() for row in found]})
        return
    headings = (text("rank"), text("letters"), text("combinations"), text("words"))
    rows = [(str(row.rank), row.alphagram, str(row.combinations), " ".join(row.words)) for row in found]
    print_table(headings, rows, right={0, 2})
    click.echo(named(lexicon.header))


@words.command()
@click.argument("word")
@list_option
@json_option
def about(word: str, name: str, as_json: bool) -> None:
    """Show the facts of a WORD: verdict, points, hooks, anagrams, likelihood, base form and grammatical form."""
    from mostek.lexicon.word_facts import facts_of

    lexicon = opened(name)
    with sentences():
        facts = facts_of(lexicon, word, language())
    if as_json:
        parts: dict[str, Any] = {"hooks": facts.hooks._asdict(), "likelihood": facts.likelihood._asdict()}
        parts["editions"] = facts.editions._asdict()
        parts["readings"] = [reading._asdict() for reading in facts.readings]
        print_json({"lexicon": lexicon.pin._asdict(), **facts._asdict(), **parts})
        return
    verdict = text("in the lexicon") if facts.valid else text("not in the lexicon")
    click.echo(f"{facts.word}: {verdict}")
    for line in _lines(facts):
        tell(line, indent="  ")
    click.echo(named(lexicon.header))


def _lines(facts: WordFacts) -> Iterable[str]:
    from mostek.messages.word_editions import editions_text

    if changed := editions_text(facts.editions):
        yield changed
    for reading in facts.readings:
        yield f"{reading.lemma} — {reading.form} ({reading.source})"
    if not facts.readings and not facts.with_morphology:
        yield text(
            "Only short words are explained here; for all others install: {command}",
            command="pip install 'mostek[morphology]'",
        )
    yield count("{n} point", "{n} points", facts.points)
    yield text("in front: {letters}", letters=" ".join(facts.hooks.front) or "–")
    yield text("behind: {letters}", letters=" ".join(facts.hooks.back) or "–")
    if facts.anagrams:
        yield text("anagrams: {words}", words=" ".join(facts.anagrams))
    likely = facts.likelihood
    if likely.rank is None:
        yield text("Its letters make no word.")
    else:
        yield text(
            "likelihood: place {rank} of {of} for this length, {combinations} combinations",
            rank=likely.rank,
            of=likely.of,
            combinations=likely.combinations,
        )


@words.command()
@click.option("--level", type=click.IntRange(1, 4), help="Only one level: 1 to 4.")
@list_option
@json_option
def core(level: int | None, name: str, as_json: bool) -> None:
    """Show the core list for schools: the most useful short words in four levels, and how they were chosen."""
    from mostek.features.study.words import CHOSEN, LEVELS
    from mostek.lexicon.core_list import core_list

    lexicon = opened(name)
    with sentences():
        found = [each for each in core_list(lexicon) if level in (None, each.level)]
    if as_json:
        print_json({"lexicon": lexicon.pin._asdict(), "levels": [each._asdict() for each in found]})
        return
    tell(text(CHOSEN))
    for each in found:
        click.echo(f"{each.level}. " + text(LEVELS[each.level]))
        tell(" ".join(each.words), indent="  ")
    click.echo(named(lexicon.header))


def _answer(lexicon: OpenLexicon, found: WordsFound, as_json: bool) -> None:
    if as_json:
        print_json(_found_json(lexicon, found))
        return
    lengths: dict[int, list[str]] = {}
    for word in found.words:
        lengths.setdefault(len(word), []).append(word)
    for length, same in lengths.items():
        click.echo(count("{n} letter:", "{n} letters:", length))
        tell(" ".join(same), indent="  ")
    _tell_total(lexicon, found)


def _tell_total(lexicon: OpenLexicon, found: WordsFound) -> None:
    click.echo(count("{n} word", "{n} words", found.total))
    _tell_rest(found)
    click.echo(named(lexicon.header))


def _tell_rest(found: WordsFound) -> None:
    hidden = found.total - len(found.words)
    if hidden > 0:
        click.echo(count("{n} more word; --limit shows more.", "{n} more words; --limit shows more.", hidden))
    if not found.is_complete:
        click.echo(text("The list is too large to search all of it; there may be more words."))


def _found_json(lexicon: OpenLexicon, found: WordsFound) -> dict[str, Any]:
    return {
        "lexicon": lexicon.pin._asdict(),
        "words": found.words,
        "total": found.total,
        "lengths": {str(length): total for length, total in found.lengths.items()},
        "is_complete": found.is_complete,
    }
