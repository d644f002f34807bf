"""The banner on each page of a server for trying mostek out: that it is one, and the accounts to log in with."""

from __future__ import annotations

from html import escape

from msgspec import Struct

from mostek.messages import text


class Demo(Struct, frozen=True, kw_only=True):
    """The sample club of a server for trying mostek out."""

    accounts: tuple[str, ...]
    """The names by which people log in: the director, the teacher, the player."""
    password: str
    """The password of all of them."""
    event: str
    """The id of its tournament."""
    games: tuple[str, ...]
    """The ids of its games, the final first."""
    links: tuple[tuple[str, str], ...] = ()
    """Role and path of each page that is opened by its address alone."""


def demo_banner(demo: Demo) -> bytes:
    """The banner, as HTML that stands before the page."""
    names = ", ".join(f"<code>{escape(each)}</code>" for each in demo.accounts)
    links = (
        (f"/e/{demo.event}", text("the tournament")),
        (f"/t/{demo.games[0]}", text("the final, move by move")),
        (f"/review/{demo.games[0]}", text("its review")),
    )
    places = ", ".join(f'<a href="{escape(path)}">{escape(name)}</a>' for path, name in links)
    return (
        f'<aside class="demo"><details><summary>{escape(text("This is a demo: an invented club."))}</summary>'
        f"<p>{escape(text('Everything is forgotten when the server stops.'))} "
        f"{escape(text('Log in as'))} {names}, {escape(text('with the password'))} <code>{escape(demo.password)}</code>. "
        f"{escape(text('Look at'))} {places}.</p></details></aside>"
    ).encode()
