"""Requests whose bodies are exactly what the description says."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException


class StrictRequest(Request[Any, Any, Any]):
    """A request of the interface."""

    async def json(self) -> Any:
        """The body as the handler declares it. Litestar alone would take `"7"` for 7 and `"null"` for nothing."""
        given = await super().json()
        data = self.route_handler.parsed_fn_signature.parameters.get("data")
        if data is None:
            return given
        try:
            return msgspec.convert(given, data.annotation, str_keys=True)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at `$")
            raise ValidationException(extra=[{"key": place.strip(".`") or "data", "message": message}]) from None
