"""Requests whose bodies are exactly what the description says."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException


class StrictRequest(Request[Any, Any, Any]):
    """A request of the interface."""

    async def json(self) -> Any:
        """The body as the handler declares it. Litestar alone would take `"7"` for 7, and would not take 7.0."""
        given = await super().json()
        data = self.route_handler.parsed_fn_signature.parameters.get("data")
        if data is None:
            return given
        try:
            return msgspec.convert(_with_whole_numbers(given), data.annotation, str_keys=True)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at `$")
            raise ValidationException(extra=[{"key": place.strip(".`") or "data", "message": message}]) from None


def _with_whole_numbers(value: Any) -> Any:
    """A value of JSON in which a number without a fraction is a whole one, however it is written."""
    match value:
        case float() if value.is_integer() and abs(value) < _EXACT:
            return int(value)
        case dict():
            return {name: _with_whole_numbers(each) for name, each in value.items()}
        case list():
            return [_with_whole_numbers(each) for each in value]
        case _:
            return value


_EXACT = 2**53
"""Below it every whole number is a float of its own."""
