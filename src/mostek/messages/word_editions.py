"""In which editions of a list a word is valid, in words."""

from __future__ import annotations

from mostek.lexicon.editions import WordEditions
from mostek.lexicon.library import edition_order
from mostek.messages import text


def editions_text(found: WordEditions) -> str:
    """The editions in which a word is valid; empty where all that are here say the same."""
    if not found.changed:
        return ""
    first, last = found.valid_in[0], found.valid_in[-1]
    if edition_order(found.not_in[-1]) < edition_order(first):
        return text("valid from the edition {edition} on; not in {others}", edition=first, others=_listed(found.not_in))
    if edition_order(last) < edition_order(found.not_in[0]):
        return text(
            "valid up to the edition {edition}; no more in {others}", edition=last, others=_listed(found.not_in)
        )
    valid, others = _listed(found.valid_in), _listed(found.not_in)
    return text("valid in the editions {valid}; not in {others}", valid=valid, others=others)


def _listed(editions: tuple[str, ...]) -> str:
    return ", ".join(editions)
