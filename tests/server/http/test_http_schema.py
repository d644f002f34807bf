"""The description of the API: it is what is published, every endpoint keeps to it, and nonsense breaks nothing."""

from __future__ import annotations

import json
import os
import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from mostek.features.replication.store.copy_links import CopyLinkStore
from server.http import described
from server.http.visitors import House, Visitor

DOCS = Path(__file__).parents[3] / "docs"
GENERATED: dict[str, Any] = runpy.run_path(str(DOCS / "generate_protocol.py"))["http"]()
SCHEMA = schemathesis.openapi.from_dict(GENERATED)
OPERATIONS = {
    operation["operationId"]: (path, method)
    for path, item in GENERATED["paths"].items()
    for method, operation in item.items()
}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
NOT_SENT = {"host", "content-length", "cookie", "x-csrf-token", "origin", "transfer-encoding", "connection"}


def test_what_is_published_is_what_the_server_is() -> None:
    assert json.loads((DOCS / "protocol" / "http.json").read_text("utf-8")) == json.loads(json.dumps(GENERATED)), (
        "run `python docs/generate_protocol.py`"
    )


def test_every_refusal_has_the_same_shape() -> None:
    for path, item in GENERATED["paths"].items():
        for method, operation in item.items():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    content = response["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Problem"}, (path, method, status)


def test_every_endpoint_says_what_it_does() -> None:
    operations = [operation for item in GENERATED["paths"].values() for operation in item.values()]
    assert all(operation.get("description") and operation["tags"] for operation in operations)
    assert len(OPERATIONS) == len(operations), "each has a name of its own"


@pytest.fixture(scope="module")
def hostile(house: House) -> Visitor:
    """Somebody who sends whatever comes to mind."""
    return house.visitor("Ala")


@pytest.fixture(scope="module")
def real(house: House, hostile: Visitor) -> dict[str, list[str]]:
    """For the beginnings of addresses, names of what is there; without a name nonsense would only find nothing."""
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    waiting, played, over = (ala.open(rulebook="pfs", millis=600_000) for _ in range(3))
    for table in (played, over):
        ala.sit(table)
        ola.sit(table)
    house.end(over)
    token = ala.post(f"/tables/{waiting}/invitations", {"role": "recorder"}).json()["token"]
    founded = ala.post("/tournaments", {"name": "Hala", "starts_on": "2026-11-21", "settings": {"rounds": 3}}).json()[
        "id"
    ]
    ala.post(
        f"/tournaments/{founded}/commands",
        {"seen": 1, "commands": [{"type": "register_entrant", "person": {"name": "Anna Lis"}}]},
    )
    code = ala.get(f"/tournaments/{founded}/codes").json()["codes"][0]["code"]
    office = ala.post(f"/tournaments/{founded}/invitations", {"role": "scorekeeper"}).json()["token"]
    standby = ala.post(f"/tournaments/{founded}/standbys").json()["url"].rpartition("/")[2]
    made = hostile.post("/class/sets", {"title": "Lekcja", "tasks": [{"type": "word", "word": "kot"}]}).json()["id"]
    lesson = hostile.post(f"/class/sets/{made}/lessons").json()
    pupil = ola.post("/pupils", {"code": lesson["code"], "name": "Ola"}).json()["pupil"]
    return {
        "/api/class/sets/": [made],
        "/api/words/stems/": ["karten"],
        "/api/analysis/": ["pl-wolny"],
        "/api/puzzles/": [],
        "/api/words/about/": ["kot"],
        "/api/class/lessons/": [lesson["id"]],
        "/api/pupils/": [pupil],
        "/api/copies/": [house.run(CopyLinkStore(house.state.database).offer, "", 24)],
        "/api/standby/": [standby],
        "/api/tournaments/": [founded],
        "/api/office-invitations/": [office],
        "/api/players/": [code],
        "/api/tables/": [waiting, played, over],
        "/api/reviews/": [played],  # a finished one would be reviewed, which takes the processor from the other tests
        "/api/invitations/": [token],
        "/api/passkeys/": [],
        "/api/sessions/": [],
        "/api/clauses/": ["PFS-4.3.1b"],
        "/api/rulebooks/": ["pfs"],
        "/api/layouts/": ["standard15"],
        "/api/tile_sets/": ["pl-current"],
    }


NONSENSE = settings(
    max_examples=int(os.environ.get("MOSTEK_NONSENSE", "6")), deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("name", OPERATIONS)
def test_nonsense_breaks_nothing_and_is_answered_as_described(
    name: str, hostile: Visitor, real: dict[str, list[str]]
) -> None:
    """`SCHEMA.parametrize` makes the cases of all operations when tests are collected: a minute in each process of the tests."""
    path, method = OPERATIONS[name]

    def sends(case: Case[Any]) -> None:
        send(case, hostile, real)

    build_operation_test(
        config=SCHEMA.config,
        operation=SCHEMA[path][method],
        test_func=sends,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(SCHEMA)),
        explicit_settings=NONSENSE,
    )()


@pytest.mark.parametrize("body", [b"", b"{", b"null", b"[]", b"7", b'"x"', b'{"no such field": 1}'])
def test_a_broken_body_is_refused_by_the_server_and_by_the_description(
    body: bytes, hostile: Visitor, real: dict[str, list[str]]
) -> None:
    """What is not described is not taken, and the description says so, too."""
    taken = []
    for each in described.OPERATIONS:
        names = next((found for beginning, found in real.items() if each.path.startswith(beginning)), [])
        path = re.sub(r"\{[^}]+\}", [*names, "x"][0], each.path)
        if each.body is None:
            continue
        answer = hostile.send(each.method, path, {"content-type": "application/json"}, content=body)
        if not 400 <= answer.status_code < 500 or each.body.is_valid(_json(body)):
            taken.append((each.method, each.path, answer.status_code))
    assert not taken


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def send(case: Case[Any], hostile: Visitor, real: dict[str, list[str]]) -> None:
    """Send a case, with a name of what is there in place of some of its own, and compare the answer with the description."""
    for parameter, value in case.path_parameters.items():
        names = next(found for beginning, found in real.items() if case.operation.path.startswith(beginning))
        choices = [*names, value]
        case.path_parameters[parameter] = choices[sum(map(ord, str(value))) % len(choices)]
    sent = case.as_transport_kwargs(base_url="http://mostek.test")
    # It may have asked to be forgotten; what only reads forgets nobody.
    if sent["method"] != "GET" and hostile.get("/me").json()["person"] is None:
        hostile.post("/me", {"name": "Ala"})
    answer = hostile.send(
        sent["method"],
        sent["url"],
        {name: value for name, value in (sent.get("headers") or {}).items() if name.lower() not in NOT_SENT},
        params=sent.get("params"),
        json=sent.get("json"),
        content=sent.get("data"),
    )
    case.validate_response(answer, checks=CHECKS)
