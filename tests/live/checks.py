"""What must hold after any schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from live.accounts import ROUNDING, Life, allowance_used, had, stretches
from live.page_model import PageModel
from mostek.app.games import EventNumbers
from mostek.core.players import Seat
from mostek.features.tables.live.broadcast import told_to
from mostek.features.tables.live.session import PASSING
from mostek.notation.wire import encode
from mostek.referee import Game, view_for
from mostek.referee.events import Event
from mostek.rules.rulebook import ClockMode


def has_everything(page: PageModel, events: Sequence[Event], game: Game) -> None:
    """A page shows the game as its viewer may see it, and has heard what its viewer may hear."""
    who = f"{page.name} {page.viewer}"
    assert page.waiting == 0, f"{who}: {page.waiting} commands without an answer"
    told = told_to(page.viewer, events)
    assert page.n == len(told), f"{who}: at {page.n} of {len(told)}"
    view = msgspec.json.decode(encode(view_for(game, page.viewer)))
    different = {name for name in view if page.view is None or page.view.get(name) != view[name]}
    assert page.view == view, f"{who}: {different}"
    known = [msgspec.json.decode(encode(event)) for event in told]
    assert page.log == dict(enumerate(known, 1)), f"{who}: other events"
    # On a full disk a game cannot be opened after a stop of the server: the page says so, and comes back.
    odd = [problem for problem in page.problems if "disk full" not in str(problem)]
    assert not odd, odd


def done_once(pages: Sequence[PageModel], rows: Sequence[Any]) -> int:
    """What was answered as done is kept, once, and nothing else is; how many commands that are."""
    done = Counter(row.token for row in rows if row.token is not None)
    assert not [token for token, count in done.items() if count > 1]
    accepted = 0
    for page in pages:
        for id, answers in page.answers.items():
            was_done = any(answer["refused"] is None for answer in answers)
            kept = f"{page.viewer}/{id}" in done
            # What failed for want of room may have been done by another copy, the answer to which was lost.
            may_be_kept = all(answer["refused"] and answer["refused"]["reason"] in PASSING for answer in answers)
            assert was_done == kept or (kept and may_be_kept), f"{id} was answered {answers}, kept: {kept}"
            accepted += was_done
    return accepted


def paid_for_what_arrived(
    seats: Sequence[Seat], events: Sequence[Event], lives: Sequence[Life], now: int, limit: int, mode: ClockMode
) -> int:
    """Nobody's clock was charged with more than the time in which they had the position; how often a clock ran.

    Somebody whose allowance is used up has had all that a table waits for.
    """
    numbering, counted = EventNumbers(events), 0
    for seat in seats:
        numbers = [numbering.number(seat, version) for version in range(1, len(events) + 1)]
        runs = [each for each in stretches(events, numbers, now) if each.seat is seat]
        if allowance_used(runs, limit, mode):
            continue
        for stretch in runs:
            held = had(stretch, lives)
            assert stretch.charged <= held + ROUNDING * len(lives), f"{stretch}, had {held}"
            counted += 1
    return counted
