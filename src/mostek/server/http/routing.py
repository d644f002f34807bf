"""Endpoints are declared once: address, help, limit, status and refusals stand at the function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias

from litestar import delete, get, patch, post, put
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from mostek.app.help import Help
from mostek.server.http.limits import Limit, Limits
from mostek.server.http.problems import problems

Making: TypeAlias = Callable[[Limits], object]


class Routes:
    """The endpoints of a file, collected as their functions are declared: `@routes.get("/{id:str}", help=Help.NONE)`.

    Args:
        prefix: What their addresses have in common.
        tag: Their group in the description.
        limit: The limit of those that state no other.
        errors: The handlers of errors that only they raise.
        keeps: What they keep while a server runs: name of a parameter → how it is made from the limits, at its first use.

    """

    def __init__(
        self,
        prefix: str,
        *,
        tag: str,
        limit: Limit | None = None,
        errors: dict[Any, Any] | None = None,
        keeps: Mapping[str, Making] | None = None,
    ) -> None:
        self.endpoints: list[HTTPRouteHandler] = []
        self._prefix, self._tag, self._limit, self._errors = prefix, tag, limit, errors
        self._kept = {name: _kept(making) for name, making in (keeps or {}).items()}
        self.get = partial(self._declare, get)
        self.post = partial(self._declare, post)
        self.put = partial(self._declare, put)
        self.patch = partial(self._declare, patch)
        self.delete = partial(self._declare, delete)

    def _declare(
        self,
        kind: type[HTTPRouteHandler],
        path: str = "",
        *,
        help: Help,
        limit: Limit | None = None,
        status: int = HTTPStatus.OK,
        refuses: Iterable[int] = (),
        operation_id: str = "",
        **options: Any,
    ) -> Callable[[Callable[..., Any]], HTTPRouteHandler]:
        """Declare the endpoint at an address. Its name in the description is that of the function, or `operation_id`."""

        def declared(function: Callable[..., Any]) -> HTTPRouteHandler:
            endpoint = kind(
                self._prefix + path,
                help=help,
                limit=limit or self._limit,
                status_code=status,
                responses=problems(*refuses),
                operation_id=operation_id or function.__name__.strip("_"),
                tags=[self._tag],
                exception_handlers=self._errors,
                dependencies=self._kept,
                **options,
            )(function)
            self.endpoints.append(endpoint)
            return endpoint

        return declared


def _kept(making: Making) -> Provide:
    def provide(state: State) -> Any:
        if making not in state.kept:
            state.kept[making] = making(state.limits)
        return state.kept[making]

    return Provide(provide, sync_to_thread=False)
