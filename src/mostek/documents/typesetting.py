"""How data and templates become pages: the one door to typst, for the documents of an event and the sheets of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import json

from mostek.documents.template_files import Data, NoTypesetterError, template_source
from mostek.messages import language, text


def typeset(data: Mapping[str, Any], *sources: bytes, tagged: bool = True) -> bytes:
    """The PDF of the sources, one after another, with the data as `sys.inputs.data`. Raises `NoTypesetterError`.

    The same data gives the same bytes if the sources set no date. `tagged` tells a screen reader which cell is which; it
    makes wide tables several times as big and slow.
    """
    try:
        import typst
    except ImportError:
        raise NoTypesetterError from None
    inputs = {"data": json.encode({**data, "language": language()}).decode()}
    compiler = typst.Compiler(ignore_system_fonts=True)
    page = compiler.compile(b"\n".join(sources), format="pdf", sys_inputs=inputs, pdf_tags=tagged)
    assert isinstance(page, bytes)
    return page


def pages(template: str, data: Data, *, shared: str = "paper", tagged: bool = True) -> bytes:
    """The PDF of one of our own templates, after the `shared` one that it builds on. Raises `NoTypesetterError`."""
    # The braces stay: the template puts the numbers in.
    numbered = text("page {page} of {pages}", page="{page}", pages="{pages}")
    return typeset(data | {"page": numbered}, template_source(shared), template_source(template), tagged=tagged)


def picture(template: str, data: Data) -> bytes:
    """A page of one of our own templates as PNG, with two points of the screen for one of type.

    Raises `NoTypesetterError`.
    """
    try:
        import typst
    except ImportError:
        raise NoTypesetterError from None
    inputs = {"data": json.encode({**data, "language": language()}).decode()}
    compiler = typst.Compiler(ignore_system_fonts=True)
    drawn = compiler.compile(template_source(template), format="png", ppi=144.0, sys_inputs=inputs)
    assert isinstance(drawn, bytes)
    return drawn
