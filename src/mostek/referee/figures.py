"""Numbers as they may come in from outside: wide enough for any game, narrow enough for any log."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""Points said, written, taken or signed."""
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
"""How many tiles; which turn or ruling, from 1."""
Time = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A moment or a span in milliseconds; every JSON reader can hold it exactly."""
