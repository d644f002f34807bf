"""What the build says to a person, in Polish or English. An old Python reads it, too, so that it can say that it is too old."""

import os
import shutil
import sys


def is_polish() -> bool:
    """Whether a person here reads Polish."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name].lower().startswith("pl")
    return False


def worded(polish: str, english: str) -> str:
    """The sentence in the language of the person.

    >>> worded("tak", "yes") in {"tak", "yes"}
    True
    """
    return polish if is_polish() else english


def say(polish: str, english: str) -> None:
    """Tell a sentence on a line of its own."""
    sys.stderr.write(f"mostek: {worded(polish, english)}\n")
    sys.stderr.flush()


def show_progress(line: str) -> None:
    """Show how far something is: on a terminal in place of the last such line, cut to its width, so that it can be replaced."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1])
    else:
        sys.stderr.write(line + "\n")
    sys.stderr.flush()


def end_progress() -> None:
    """Leave an empty line of a terminal to what comes next."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


if __name__ == "__main__":
    say(*sys.argv[1:])
