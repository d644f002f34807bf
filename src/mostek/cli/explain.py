"""`mostek explain`: why a word is a word. It explains and never adjudicates; what the lexicon says stands beside it."""

from __future__ import annotations

import click

from mostek.cli.lexicon import named, opened
from mostek.cli.output import json_option, print_json
from mostek.lexicon import DEFAULT
from mostek.lexicon.explaining import Explanation, MorphologyMissingError, curated, morphology, removed
from mostek.messages import text


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option(
    "--lexicon", "name", default=DEFAULT, show_default=True, help="Whose verdict is shown beside: NAME or NAME@EDITION."
)
@json_option
def explain(words: tuple[str, ...], name: str, as_json: bool) -> None:
    """Say why a word is a word: its base form and its grammatical form, in Polish school terms.

    This explains and does not judge: a word without an explanation may be valid, and one with an explanation may not be.
    """
    lexicon = opened(name)
    verdicts = lexicon.valid(words)
    with_morphology = True
    answers = []
    for word, valid in zip(words, verdicts, strict=True):
        try:
            found = morphology(word)
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
                    {"word": word, "in_lexicon": valid, "readings": [_as_json(x) for x in readings], "left_out": reason}
                    for word, valid, readings, reason in answers
                ],
            }
        )
        return
    for word, valid, readings, reason in answers:
        _print(word, valid, readings, reason)
    click.echo(named(lexicon.header))
    if not with_morphology:
        click.echo(
            text(
                "Only short words are explained here; for all others install: {command}",
                command="pip install 'mostek[morphology]'",
            )
        )


def _print(word: str, valid: bool, readings: tuple[Explanation, ...], reason: str | None) -> None:
    said = text("in the lexicon") if valid else text("not in the lexicon")
    click.echo(f"{word}: {said}")
    for reading in readings:
        click.echo(f"  {reading.lemma} — {reading.form} ({reading.source})")
    if reason and not valid:
        click.echo("  " + text("left out of {name}: {reason}", name=DEFAULT, reason=reason))
    if not readings:
        click.echo("  " + text("no explanation known"))


def _as_json(reading: Explanation) -> dict[str, str]:
    return {"lemma": reading.lemma, "form": reading.form, "source": reading.source}
