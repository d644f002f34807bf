"""`mostek judge`: one verdict for all words of a placement, as the tournament rules want it (PFS-4.7.11)."""

from __future__ import annotations

import click

from mostek.cli.failures import Failure
from mostek.cli.lexicon import named, opened
from mostek.cli.output import json_option, print_json
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import OpenLexicon
from mostek.messages import text
from mostek.tiles import Alphabet, Letter, TileError


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
    lexicon = opened(name)
    spelled = _spelled(words, lexicon)
    verdicts = lexicon.valid(spelled)
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


def _spelled(words: tuple[str, ...], lexicon: OpenLexicon) -> list[str]:
    """The words in capitals. A word that tiles cannot spell is wrong use, not an invalid word."""
    alphabet = Alphabet(lexicon.header.name, tuple(Letter(letter) for letter in lexicon.header.letters))
    try:
        return ["".join(alphabet.word(word)) for word in words]
    except TileError as error:
        raise Failure(
            text(
                "{word!r} cannot be spelled with tiles: character {place} is no letter of the alphabet.",
                word=error.text,
                place=error.place + 1,
            )
        ) from None
