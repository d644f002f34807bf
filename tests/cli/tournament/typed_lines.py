"""The commands of a desk example as a director types them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from typing import Any

Written = dict[str, Any]
"""A command in JSON's words, as `corpus/clauses/desk.toml` has it."""


def typed(written: Written) -> str:
    """The line that a director types for a command."""
    return shlex.join(_LINES[written["type"]](written))


def _new(given: Written) -> list[str]:
    words = [
        "new",
        given["name"],
        "--template",
        given["template"],
        "--seed",
        given["seed"],
        "--date",
        given["starts_on"],
    ]
    for name in given.get("organisers", ()):
        words += ["--organiser", name]
    for name, value in given["settings"].items():
        words += ["--set", f"{name}={_value(value)}"]
    return words


def _register(given: Written) -> list[str]:
    person = given["person"]
    words = ["register", person["name"], *_options(given, "division", "team", "channel", "entered_on", "override")]
    return [
        *words,
        *_options(person, "club"),
        *(["--rating", _hundredths(person["rating"])] if "rating" in person else []),
    ]


def _result(given: Written) -> list[str]:
    one, other = given["result"]["scores"]
    last = given["result"].get("last_words")
    words = ["--last-words", ":".join(map(str, last))] if last else []
    return ["result", str(given["table"]), f"{one}:{other}", *words, *_options(given, "round", "division")]


def _forfeit(given: Written) -> list[str]:
    return [
        "result",
        str(given["table"]),
        "--forfeit-to",
        str(given["winner"]),
        *_options(given, "round", "cause", "score_now"),
    ]


def _pair(given: Written) -> list[str]:
    tables = " ".join("-".join(map(str, table)) for table in given.get("tables", ()))
    return ["pair", *_options(given, "division"), *(["--tables", tables] if tables else [])]


def _prizes(given: Written) -> list[str]:
    return ["prizes", *(_prize(prize) for prize in given["prizes"]["prizes"])]


def _prize(prize: Written) -> str:
    return _hundredths(prize["amount"]) if "amount" in prize else prize.get("thing", "-")


def _options(given: Written, *names: str) -> Iterator[str]:
    for name in names:
        if name in given:
            yield from (f"--{name.replace('_', '-')}", str(given[name]))


def _value(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ",".join(map(str, value))
        case dict():
            return ",".join(f"{name}={chosen}" for name, chosen in value.items())
        case _:
            return str(value)


def _hundredths(figure: int) -> str:
    return f"{figure / 100:g}"


_LINES: dict[str, Callable[[Written], list[str]]] = {
    "create_tournament": _new,
    "register_entrant": _register,
    "register_team": lambda given: [
        *("team", given["name"]),
        *_options(given, "division", "contact", "channel", "entered_on", "override"),
    ],
    "confirm_team": lambda given: ["team", given["name"], "--confirm", *_options(given, "division")],
    "check_in": lambda given: ["checkin", *map(str, given["numbers"])],
    "pair_round": _pair,
    "enter_result": _result,
    "award_forfeit": _forfeit,
    "remove": lambda given: ["remove", str(given["number"])],
    "set_prizes": _prizes,
    "choose_settings": lambda given: ["set", *(f"{name}={_value(value)}" for name, value in given["settings"].items())],
    "close_tournament": lambda given: ["close", "--yes"],
}
