"""What the build says to a person, in Polish or English. It runs before anything is installed and needs nothing but Python."""

import os
import sys


def is_polish() -> bool:
    """Whether a person here reads Polish."""
    said = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return said.lower().startswith("pl")


def worded(polish: str, english: str) -> str:
    """The sentence in the language of the person.

    >>> worded("tak", "yes") in {"tak", "yes"}
    True
    """
    return polish if is_polish() else english


def say(polish: str, english: str) -> None:
    """Tell a sentence on a line of its own."""
    print(f"mostek: {worded(polish, english)}", file=sys.stderr, flush=True)
