"""Sentences on the screen: broken between words where a person reads them, whole for a pipe."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

import click


def tell(sentence: str, indent: str = "", err: bool = False, **style: Any) -> None:
    """Write a sentence; what goes on in the next line stands further in."""
    stream = sys.stderr if err else sys.stdout
    if stream.isatty():
        width = get_terminal_size().columns
        sentence = fill(sentence, width, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
    else:
        sentence = indent + sentence
    click.secho(sentence, err=err, **style)
