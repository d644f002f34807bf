"""`mostek judge`: one verdict for all words of a placement, as the tournament rules want it (PFS-4.7.11)."""

from __future__ import annotations

import click

from mostek.cli.failures import Failure
from mostek.cli.lexicon import named, opened
from mostek.cli.output import json_option, print_json
from mostek.lexicon import DEFAULT
from mostek.messages import text


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--lexicon", "name", default=DEFAULT, show_default=True, help="Which list judges: NAME or NAME@EDITION.")
@click.option("--each", is_flag=True, help="For study: say of each word whether it is valid.")
@json_option
@click.pass_context
def judge(context: click.Context, words: tuple[str, ...], name: str, each: bool, as_json: bool) -> None:
    """Say whether words are valid: one verdict for all of them, never which one is wrong.

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
                said = text("valid") if valid else text("invalid")
                click.echo(f"{word}: {said}")
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
