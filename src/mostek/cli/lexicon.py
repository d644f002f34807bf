"""`mostek lexicon`, `judge` and `explain`: lists of words, and what they say of a word.

`judge` gives one verdict for all words (PFS-4.7.11).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.cli.output import Failure, json_option, print_json, progress, sentences, write_file
from mostek.cli.param_types import OneOf
from mostek.lexicon import CORE, DEFAULT
from mostek.lexicon.files import SUFFIX, LexiconFile, LexiconHeader, write
from mostek.lexicon.library import (
    OpenLexicon,
    check_name,
    find,
    install,
    install_edition,
    installed,
    open_lexicon,
)
from mostek.messages import count, language, text

if TYPE_CHECKING:
    from mostek.lexicon.editions import WordEditions
    from mostek.lexicon.explaining import WordExplanation
    from mostek.lexicon.importing import BadLine, ImportedList
    from mostek.lexicon.kernel import Words


_SHOWN = 20
"""How many bad or differing words a person is shown unless they ask for all."""


def opened(name: str) -> OpenLexicon:
    """The lexicon of that name, or a failure that names the nearest one."""
    with sentences():
        return open_lexicon(name)


def named(header: LexiconHeader) -> str:
    """The line that says which list has judged, which the interface never leaves out."""
    line = text("Lexicon: {name} {edition}", name=header.name, edition=header.edition)
    if not header.name.startswith("osps"):
        line += " " + text("(this is not OSPS)")
    return f"{line} · {header.hash[:12]}"


@click.group()
def lexicon() -> None:
    """Build, import, compare and list lexica."""


@lexicon.command("list")
@json_option
def list_(as_json: bool) -> None:
    """Every lexicon at hand."""
    with sentences():
        parts = installed()
    if as_json:
        print_json([_header_json(part) for part in parts])
        return
    for part in parts:
        header = part.header
        words = count("{n} word", "{n} words", header.words)
        click.echo(
            f"{header.name}@{header.edition}  {words}  {header.hash[:12]}  {header.licence}  {header.title(language())}"
        )


@lexicon.command()
@click.argument("name", default=DEFAULT)
@json_option
def info(name: str, as_json: bool) -> None:
    """The facts of a lexicon's header, and its number of words of each length."""
    found = opened(name)
    lengths = _lengths(found.words())
    if as_json:
        with sentences():
            print_json(_header_json(find(name)) | {"lengths": lengths})
        return
    header = found.header
    click.echo(named(header))
    rows = [
        (text("words"), header.words),
        (text("source"), header.source),
        (text("licence"), header.licence),
        (text("alphabet"), " ".join(header.letters)),
        ("SHA-256", header.hash),
    ]
    for title, value in rows:
        click.echo(f"{title}: {value}")
    _print_lengths(lengths)


@lexicon.command()
@click.argument("first")
@click.argument("second", default=DEFAULT)
@click.option("--all", "everything", is_flag=True, help="Show every word, not only the first ones.")
@json_option
def diff(first: str, second: str, everything: bool, as_json: bool) -> None:
    """Which words the FIRST lexicon has and the SECOND lacks, and the other way round."""
    left, right = opened(first), opened(second)
    if left.header.letters != right.header.letters:
        raise Failure(text("{first} and {second} have different alphabets.", first=first, second=second))
    one, other = left.words(), right.words()
    more, fewer = one.difference(other), other.difference(one)
    if as_json:
        print_json(
            {
                "first": left.pin._asdict(),
                "second": right.pin._asdict(),
                "only_first": more.text().decode().split(),
                "only_second": fewer.text().decode().split(),
            }
        )
        return
    for mark, words, header in (("+", more, left.header), ("−", fewer, right.header)):
        title = count("only in {name}: {n} word", "only in {name}: {n} words", len(words), name=_full(header))
        click.echo(f"{mark} {title}")
        shown = words.text().decode().split()
        for word in shown if everything else shown[:_SHOWN]:
            click.echo(f"  {word}")
        if not everything:
            _say_how_many_more(len(shown))
    click.echo(named(left.header))
    click.echo(named(right.header))


@lexicon.command()
@click.option(
    "--from-debian",
    "package",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    required=True,
    help="A pinned package wpolish, as `apt-get download` fetches it. A newer one gives another edition.",
)
@click.option(
    "--core",
    "hunspell",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Build the core list pl-rdzen with this pinned package hunspell-pl and with morfeusz2; it takes some minutes.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where to put the lexicon file; by default its name here.",
)
@click.option("--install", "installing", is_flag=True, help="Put the lexicon among those at hand, as NAME@EDITION.")
@json_option
def build(package: Path, hunspell: Path | None, output: Path | None, installing: bool, as_json: bool) -> None:
    """Build a lexicon from the packages it comes from. The built-in edition comes out the same byte for byte."""
    if installing and (output or hunspell):
        raise Failure(text("--install goes with neither --output nor --core."))
    name = CORE if hunspell else DEFAULT
    with sentences(), progress(text("Building {name}", name=name)) as done:
        header, nodes = _core(package, hunspell, done) if hunspell else _free(package)
        done(0.9)
        if installing:
            output = install_edition(header, nodes)
        else:
            output = output or Path(f"{name}{SUFFIX}")
            write(output, header, nodes)
    if as_json:
        print_json({"file": str(output), "words": header.words, "hash": header.hash})
        return
    click.echo(named(header))
    click.echo(count("{path}: {n} word", "{path}: {n} words", header.words, path=output))


def _free(package: Path) -> tuple[LexiconHeader, bytes]:
    """The edition of the default lexicon that the package gives."""
    from mostek.lexicon.debian import recognised
    from mostek.lexicon.recipes import FREE_EDITIONS, free_lexicon, free_words

    found, (dictionary,) = recognised(package, *(edition.package for edition in FREE_EDITIONS))
    edition = next(edition for edition in FREE_EDITIONS if edition.package == found)
    return free_lexicon(free_words(dictionary), edition)


def _core(package: Path, hunspell: Path, done: Callable[[float], None]) -> tuple[LexiconHeader, bytes]:
    """The core of the default lexicon; everything that could be refused is opened before the long work."""
    from mostek.lexicon.debian import HUNSPELL, contents
    from mostek.lexicon.recipes import (
        SHIPPED,
        core_lexicon,
        core_words,
        free_words,
        grammatical_dictionary,
        spelled_words,
    )

    (dictionary,) = contents(package, SHIPPED.package)
    spelling, is_common = contents(hunspell, HUNSPELL), grammatical_dictionary()
    free, spelled = free_words(dictionary), spelled_words(*spelling)
    done(0.2)
    return core_lexicon(core_words(free, spelled, is_common, lambda share: done(0.2 + 0.7 * share)))


@lexicon.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--name", help="What the list is called here; by default the name of the file.")
@click.option("--edition", help="Which edition it is; by default the month of the file.")
@click.option("--licence", default="", help="Under which licence you have it.")
@click.option(
    "--tile-set",
    type=OneOf("There is no tile set {name!r}.", lambda: _alphabets()),
    help="The tiles whose letters the words have; by default those that fit.",
)
@click.option("--leave-out", is_flag=True, help="Leave out words with a letter that is on no tile, and list them.")
@click.option(
    "--rejected", type=click.Path(dir_okay=False, path_type=Path), help="Write every line left out to this file."
)
@json_option
def import_(
    file: Path,
    name: str | None,
    edition: str | None,
    licence: str,
    tile_set: str | None,
    leave_out: bool,
    rejected: Path | None,
    as_json: bool,
) -> None:
    """Import your own list, such as OSPS: text, zip, Quackle .dawg or .kwg. It stays on this computer."""
    name = name or re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-")[:40]
    with sentences():
        edition = edition or datetime.fromtimestamp(file.stat().st_mtime, UTC).strftime("%Y-%m")
        check_name(name, edition)
        with progress(text("Importing {path}", path=file.name)) as done:
            header, reading = _import(file, name, edition, licence, _alphabets_of(file, tile_set), leave_out, done)
            more, fewer = _compared(reading)
        if rejected:
            lines = [f"{bad.line}\t{bad.text}\t{bad.reason.name}\n" for bad in reading.bad_lines]
            rejected.write_text("".join(lines), "utf-8")
    lengths = _lengths(reading.words)
    if as_json:
        print_json(
            {
                "lexicon": header.pin._asdict(),
                "format": reading.form,
                "words": header.words,
                "lengths": lengths,
                "letters": header.letters,
                "only_here": more,
                "only_default": fewer,
                "rejected": [[bad.line, bad.text, bad.reason.name] for bad in reading.bad_lines],
            }
        )
        return
    click.echo(named(header))
    click.echo(count("{n} word read as {form}", "{n} words read as {form}", header.words, form=reading.form))
    click.echo(text("alphabet") + ": " + " ".join(header.letters))
    _print_lengths(lengths, compared=more is not None)
    if name.startswith("osps") and (short := _shorter_than_osps(lengths)):
        click.echo(text("fewer words than OSPS of 2019 of these lengths: {lengths}; is the list whole?", lengths=short))
    if more is not None:
        difference = text(
            "compared with {name}: {more} words more, {fewer} words fewer", name=DEFAULT, more=more, fewer=fewer
        )
        click.echo(difference)
    _print_bad(reading.bad_lines)


def _import(
    file: Path,
    name: str,
    edition: str,
    licence: str,
    alphabets: Collection[tuple[str, ...]],
    leave_out: bool,
    done: Callable[[float], None],
) -> tuple[LexiconHeader, ImportedList]:
    """Read, build and install a list."""
    from mostek.lexicon.importing import read_list
    from mostek.lexicon.recipes import header_of

    reading = read_list(file.read_bytes(), file.name, *alphabets, leave_out=leave_out)
    done(0.5)
    words = reading.words
    source = f"{file.name} ({reading.form})"
    letters = reading.letters
    header = header_of(words, name=name, edition=edition, source=source, licence=licence, letters=letters)
    install(header, words.dawg())
    done(0.8)
    return header, reading


def _compared(reading: ImportedList) -> tuple[int, int] | tuple[None, None]:
    """The number of words that the default lexicon lacks, and of those that it has besides; `None` for another alphabet."""
    default = open_lexicon()
    if default.header.letters != reading.letters:
        return None, None
    words = default.words()
    return len(reading.words.difference(words)), len(words.difference(reading.words))


def _alphabets() -> dict[str, tuple[str, ...]]:
    """The letters of every tile set, by its name and by that of its alphabet, in the order in which they are tried."""
    from mostek.core.tiles import tile_set
    from mostek.notation.game_record import tile_sets_to_try

    sets = [tile_set(name) for name in tile_sets_to_try()]
    return {name: each.alphabet.letters for each in sets for name in (each.name, each.alphabet.name)}


def _alphabets_of(file: Path, chosen: str | None) -> Collection[tuple[str, ...]]:
    """The alphabets that a list may have. Raises `Failure` for a list of a language without tiles here."""
    from mostek.notation.game_record import is_foreign_lexicon

    known = _alphabets()
    if chosen:
        return (known[chosen],)
    if is_foreign_lexicon(file.stem):
        raise Failure(
            text(
                "{path} is named like a list of a language for which mostek has no tiles; if it is not, choose --tile-set.",
                path=file.name,
            )
        )
    return dict.fromkeys(known.values())


@lexicon.command()
@click.argument("name", default=DEFAULT)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The file to write: .txt for a word a line, .kwg for the graph of Woogles.",
)
@json_option
def export(name: str, output: Path, as_json: bool) -> None:
    """Export a lexicon for other programs: as text, or as .kwg for wolges, MAGPIE and macondo."""
    found = opened(name)
    missing = 0
    with sentences(), progress(text("Exporting {name}", name=name)):
        match output.suffix.lower():
            case ".txt":
                data = found.words().text()
            case ".kwg":
                from mostek.lexicon.kwg import kwg_of

                data, missing = kwg_of(found.words(), len(found.header.letters))
            case _:
                raise Failure(text("{path} must end in .txt or .kwg.", path=output))
    write_file(output, data)
    if as_json:
        kind = output.suffix.lower().removeprefix(".")
        print_json(
            {
                "file": str(output),
                "format": kind,
                "words": found.header.words,
                "gaddag": kind == "kwg" and not missing,
                "lexicon": found.pin._asdict(),
            }
        )
        return
    click.echo(named(found.header))
    click.echo(count("{path}: {n} word", "{path}: {n} words", found.header.words, path=output))
    if missing:
        click.echo(
            text(
                "The GADDAG is left out: it has {found} nodes, and the 22 bits of a .kwg name {most}. "
                "Programs that only look up words read this file; a program that searches for plays must build its own.",
                found=missing,
                most=1 << 22,
            )
        )


def _print_bad(lines: Sequence[BadLine]) -> None:
    if not lines:
        return
    click.echo(count("{n} line left out:", "{n} lines left out:", len(lines)))
    for bad in lines[:_SHOWN]:
        click.echo("  " + text("line {line}: {text!r}: {reason}", line=bad.line, text=bad.text[:60], reason=_why(bad)))
    _say_how_many_more(len(lines))


def _say_how_many_more(number: int) -> None:
    if number > _SHOWN:
        click.echo("  " + count("… and {n} more", "… and {n} more", number - _SHOWN))


def _print_lengths(lengths: dict[int, int], compared: bool = False) -> None:
    from mostek.lexicon.importing import OSPS_LENGTHS

    length_title, words_title, share_title = text("length"), text("words"), text("share")
    heading = f"{length_title:>8} {words_title:>9}"
    click.echo(heading + (f" {'OSPS 2019':>10} {share_title:>7}" if compared else ""))
    for length, words in lengths.items():
        row = f"{length:>8} {words:>9}"
        if compared:
            row += f" {OSPS_LENGTHS[length]:>10} {100 * words // OSPS_LENGTHS[length]:>6}%"
        click.echo(row)


def _shorter_than_osps(lengths: dict[int, int]) -> str:
    """The lengths of which a list has fewer words than the tournament list had, which only ever grows."""
    from mostek.lexicon.importing import OSPS_LENGTHS

    return ", ".join(str(length) for length, words in lengths.items() if words < OSPS_LENGTHS[length])


def _lengths(words: Words) -> dict[int, int]:
    return {length: number for length, number in enumerate(words.lengths()) if length >= 2}


def _header_json(part: LexiconFile) -> dict[str, object]:
    header = part.header
    texts = {key: getattr(header, key) for key in ("source", "licence", "letters", "words", "hash")}
    return {
        "name": header.name,
        "edition": header.edition,
        "title": header.title(language()),
        **texts,
        "file": str(part.path),
    }


def _full(header: LexiconHeader) -> str:
    return f"{header.name}@{header.edition}"


def _why(bad: BadLine) -> str:
    from mostek.lexicon.kernel import Rejection

    match bad.reason:
        case Rejection.SHORT:
            return text("fewer than two letters")
        case Rejection.LONG:
            return text("more than fifteen letters")
        case Rejection.CAPITAL:
            return text("a capital letter: a proper noun")
        case Rejection.LETTER:
            return text("a letter that is on no tile")
        case Rejection.MARK:
            return text("an apostrophe, hyphen, dot or blank")
        case Rejection.ENCODING:
            return text("bytes that are no text")


def prepare_graph(name: str) -> None:
    """Build the search graph of a lexicon where it is missing, with a line about it. Raises `LexiconError`, `OSError`."""
    from mostek.lexicon.library import open_gaddag

    with progress(text("Preparing the list {name}, only this once", name=name)) as show:
        open_gaddag(name, show)


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--lexicon", "name", default=DEFAULT, show_default=True, help="Which list judges: NAME or NAME@EDITION.")
@click.option("--each", is_flag=True, help="For study: give a verdict for each word.")
@json_option
@click.pass_context
def judge(context: click.Context, words: tuple[str, ...], name: str, each: bool, as_json: bool) -> None:
    """Judge words: one verdict for all, without naming the wrong ones.

    Exit status 0: all are valid; 1: at least one is not; 2: wrong use.
    """
    for word in words:
        _check_letters(word)
    lexicon = opened(name)
    spelled = [word.upper() for word in words]
    verdicts = lexicon.valid(words)
    if as_json:
        print_json(
            {"valid": all(verdicts), "words": len(spelled), "lexicon": lexicon.pin._asdict()}
            | ({"each": dict(zip(spelled, verdicts, strict=True))} if each else {})
        )
    else:
        if each:
            for word, valid in zip(spelled, verdicts, strict=True):
                sentence = text("valid") if valid else text("invalid")
                click.echo(f"{word}: {sentence}")
        click.echo(text("VALID") if all(verdicts) else text("INVALID"))
        click.echo(named(lexicon.header))
    context.exit(0 if all(verdicts) else 1)


def _check_letters(word: str) -> None:
    """A slip of the keyboard is wrong use. Letters of another alphabet are not: with them a word is simply invalid."""
    place = next((place for place, sign in enumerate(word, 1) if not sign.isalpha()), None)
    if not word:
        raise Failure(text("A word is empty."))
    if place:
        raise Failure(
            text(
                "{word!r} cannot be spelled with tiles: character {place} is no letter of the alphabet.",
                word=word,
                place=place,
            )
        )


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--lexicon", "name", default=DEFAULT, show_default=True, help="Whose verdict is shown beside: NAME or NAME@EDITION."
)
@json_option
def explain(words: tuple[str, ...], name: str, as_json: bool) -> None:
    """Explain a word: its base form and its grammatical form, in Polish school terms.

    This explains and does not judge: a word without an explanation may be valid, and one with an explanation may not be.
    """
    from mostek.lexicon.editions import word_editions
    from mostek.lexicon.explaining import MorphologyMissingError, curated, morphology, removed

    lexicon = opened(name)
    verdicts = lexicon.valid(words)
    editions = word_editions(lexicon.header.name, words)
    with_morphology = True
    answers = []
    for word, valid in zip(words, verdicts, strict=True):
        try:
            found = morphology(word, language())
        except MorphologyMissingError:
            found, with_morphology = (), False
        short = curated(word)
        answers.append((word.upper(), valid, ((short,) if short else ()) + found, removed(word)))
    if as_json:
        print_json(
            {
                "lexicon": lexicon.pin._asdict(),
                "morphology": with_morphology,
                "words": [
                    {
                        "word": word,
                        "in_lexicon": valid,
                        "editions": each._asdict(),
                        "readings": [_as_json(x) for x in readings],
                        "left_out": reason,
                    }
                    for (word, valid, readings, reason), each in zip(answers, editions, strict=True)
                ],
            }
        )
        return
    for (word, valid, readings, reason), each in zip(answers, editions, strict=True):
        _print(word, valid, each, readings, reason)
    click.echo(named(lexicon.header))
    if not with_morphology:
        click.echo(
            text(
                "Only short words are explained here; for all others install: {command}",
                command="pip install 'mostek[morphology]'",
            )
        )


def _print(
    word: str, valid: bool, editions: WordEditions, readings: tuple[WordExplanation, ...], reason: str | None
) -> None:
    from mostek.messages.word_editions import editions_text

    sentence = text("in the lexicon") if valid else text("not in the lexicon")
    click.echo(f"{word}: {sentence}")
    if changed := editions_text(editions):
        click.echo("  " + changed)
    for reading in readings:
        click.echo(f"  {reading.lemma} — {reading.form} ({reading.source})")
    if readings and not valid and all(reading.is_proper for reading in readings):
        click.echo("  " + text("only a proper name"))
    if reason and not valid:
        click.echo("  " + text("left out of {name}: {reason}", name=DEFAULT, reason=reason))
    if not readings:
        click.echo("  " + text("no explanation known"))


def _as_json(reading: WordExplanation) -> dict[str, str | bool]:
    return {
        "lemma": reading.lemma,
        "form": reading.form,
        "source": reading.source,
        "is_proper": reading.is_proper,
    }
