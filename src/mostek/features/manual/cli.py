"""`mostek help`: the manual in the terminal."""

from __future__ import annotations

import click

from mostek.cli.output import Failure, nearest
from mostek.messages import language, text


@click.command("help")
@click.argument("page", required=False)
def show_help(page: str | None) -> None:
    """Read the manual: its table of contents, or the PAGE of that name.

    A running server shows it with pictures, at /help in English and at /pomoc in Polish.
    """
    from mostek.features.manual import model

    spoken = language() if language() in model.ADDRESSES else "en"
    if page is None:
        for group in model.page_groups():
            click.echo(group.title_in(spoken))
            for name in group.pages:
                click.echo(f"  {name:<14} {model.title_of(name, spoken)}")
        address = model.ADDRESSES[spoken]
        click.echo()
        click.echo(
            text(
                "mostek help PAGE shows a page. A running server has them with pictures at {address}.", address=address
            )
        )
        return
    try:
        written = model.source_without_anchors(page.casefold(), spoken)
    except KeyError:
        hint = nearest(page, model.page_order())
        raise Failure(text("The help has no page {page!r}.", page=page) + hint) from None
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(written))
