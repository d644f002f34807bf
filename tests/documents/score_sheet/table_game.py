"""A game at a table as it is told to the referee, for the tests of its record: a short one with everything in it."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner

from mostek.cli import mostek
from mostek.notation import wire
from mostek.referee.events import Event

Line = dict[str, Any]
STEPS = dict.fromkeys(
    ("draw", "announce", "record_own", "record_closed", "clock", "stop", "card", "check"),
    False,
)
SHARED_ERROR = 4
"""The turn that both wrote down as 5 points although the tiles were worth 3."""


def line(kind: str, **fields: Any) -> Line:
    return {"type": kind, **fields}


def beginning() -> list[Line]:
    created = line(
        "create_game",
        rulebook="pfs",
        players=["Anna", "Bartek"],
        starter=1,
        venue="table",
        steps=STEPS,
        millis=1_200_000,
        full_record=True,
        at=0,
    )
    return [
        created,
        line("draw_tiles", seat=1, tiles="#######"),
        line("start_clock", seat=2, at=1_000),
        line("draw_tiles", seat=2, tiles="#######"),
    ]


def first_move() -> list[Line]:
    """Anna lays a blank and writes 12; Bartek writes the 10 that it is worth, which counts."""
    return [
        line("lay_tiles", seat=1, play="H7 SKoK", at=30_000),
        line("write_blanks", seat=1, blanks={"H9": "o"}),
        line("stop_clock", seat=1, at=35_000),
        line("announce_value", seat=1, points=12),
        line("record_move", seat=1, points=12),
        line("write_blanks", seat=2, blanks={"H9": "o"}),
        line("record_move", seat=2, points=10),
        line("start_clock", seat=1, at=50_000),
        line("draw_tiles", seat=1, tiles="####"),
    ]


def exchange() -> list[Line]:
    """Bartek exchanges two tiles and draws one too many."""
    return [
        line("announce_exchange", seat=2, count=2, at=60_000),
        line("exchange_tiles", seat=2, tiles="##", count=2),
        line("stop_clock", seat=2, at=62_000),
        line("record_move", seat=2),
        line("record_move", seat=1),
        line("start_clock", seat=2, at=65_000),
        line("draw_tiles", seat=2, tiles="###"),
        line("claim_surplus", seat=1, of=2),
        line("inspect_tiles", seat=1, tiles="ŻA#"),
        line("return_tiles", seat=1, tiles="Ż"),
        line("start_clock", seat=2),
    ]


def lost_move() -> list[Line]:
    """Anna lays a word that does not exist."""
    return [
        line("lay_tiles", seat=1, play="7G MSA", at=90_000),
        line("stop_clock", seat=1, at=95_000),
        line("announce_value", seat=1, points=6),
        line("record_move", seat=1),
        line("challenge_words", seat=2),
        line("confirm", seat=1, what="check_together"),
        line("confirm", seat=2, what="check_together"),
        line("type_words", seat=1, words=["MSA"]),
        line("run_check", seat=2),
        line("judge_words", valid=False, by="lexicon"),
        line("record_move", seat=1),
        line("record_move", seat=2),
        line("start_clock", seat=1, at=120_000),
    ]


def shared_error() -> list[Line]:
    """Bartek says 5 instead of 3, and both write it."""
    return [
        line("lay_tiles", seat=2, play="10H .I", at=150_000),
        line("stop_clock", seat=2, at=155_000),
        line("announce_value", seat=2, points=5),
        line("record_move", seat=2, points=5),
        line("record_move", seat=1, points=5),
    ]


def correction() -> list[Line]:
    """Both have it put right while the clock stands."""
    return [line("correct_score", seat=seat, turn=SHARED_ERROR, points=3) for seat in (1, 2)]


def clock_started() -> list[Line]:
    """Bartek starts Anna's clock."""
    return [line("start_clock", seat=2, at=160_000)]


def rulings() -> list[Line]:
    deducted = {"type": "deduct", "seat": 2, "points": 10}
    warned = {"type": "warn", "seat": 2}
    return [
        line("call_arbiter", seat=1, why="rozmowy", at=170_000),
        line("rule", by="arbiter", clause="PFS-7.1b", measure=deducted, reason="rozmowy"),
        line("rule", by="arbiter", clause="PFS-7.1a", measure=warned, reason="rozmowy"),
        line("reverse_ruling", by="arbiter", ruling=1, clause="PFS-7.4", reason="nieporozumienie"),
        line("start_clock", seat=1, at=300_000),
    ]


def passes() -> list[Line]:
    """Two passes of each end the game."""
    lines = []
    for number, seat in enumerate((1, 2, 1, 2)):
        at = 320_000 + 20_000 * number
        lines += [
            line("pass_turn", seat=seat, at=at),
            line("stop_clock", seat=seat, at=at + 1_000),
            line("record_move", seat=seat),
            line("record_move", seat=3 - seat),
            line("start_clock", seat=seat, at=at + 5_000),
        ]
    return lines[:-1]


def ending() -> list[Line]:
    return [
        line("state_rack", seat=1, tiles="AEMSZWY"),
        line("state_rack", seat=2, tiles="ACINRT"),
        line("lay_square", seat=2, count=99),
    ]


def slip(final: list[int]) -> list[Line]:
    signed = [line("sign_slip", seat=seat, final=final) for seat in (1, 2)]
    return [*signed, line("hand_in_slip", seat=2)]


def played(*parts: list[Line]) -> str:
    """What the referee answers to the lines of a game, in which nothing is refused."""
    asked = "\n".join(json.dumps(each, ensure_ascii=False) for part in parts for each in part)
    done = CliRunner().invoke(mostek, ["--lang", "en", "referee", "--jsonl"], input=asked.encode())
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert not [answer for answer in answers if answer.get("error") or answer.get("refused")]
    return done.stdout


def whole(corrected: bool = True) -> str:
    """The whole game, its slip signed and handed in."""
    put_right = correction() if corrected else []
    final = [1, -5] if corrected else [1, -3]
    before = [beginning(), first_move(), exchange(), lost_move(), shared_error(), put_right, clock_started()]
    return played(*before, rulings(), passes(), ending(), slip(final))


def events(answers: str) -> tuple[Event, ...]:
    return tuple(
        wire.decode_event(json.dumps(event))
        for answer in answers.splitlines()
        for event in json.loads(answer).get("events", [])
    )
