"""How a page that the server itself makes becomes HTML: the templates, and the built files around what is its own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from mostek.messages import count, language, text

TEMPLATES = Path(__file__).parents[1] / "templates"


class Assets(Struct, frozen=True):
    """The addresses of script, styles and font of the public pages; empty ones where the page was not built."""

    js: str
    css: str
    font: str

    @classmethod
    def among(cls, files: Iterable[str]) -> Assets:
        """Those among the files of the built page."""
        ours = ("assets/event-", "assets/inter-")
        found = {name.rpartition(".")[2]: f"/{name}" for name in files if name.startswith(ours)}
        return cls(found.get("js", ""), found.get("css", ""), found.get("woff2", ""))


@cache
def _environment(folder: Path) -> Environment:
    made = Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(text=text, count=count)
    return made


def html_of_template(template: str, assets: Assets, folder: Path = TEMPLATES, /, **own: object) -> bytes:
    """A page of the server or of a feature with a folder of templates, in the current language."""
    context = {"language": language(), "other": other_language(), "assets": assets, **own}
    return _environment(folder).get_template(f"{template}.html").render(context).encode()


def other_language() -> str:
    """The language to which a page links."""
    return "en" if language() == "pl" else "pl"
