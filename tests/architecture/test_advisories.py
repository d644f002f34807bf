"""`make advisories` fails for an advisory, and only names a list that it cannot reach."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "build_backend" / "advisories.py"
_SPEC = importlib.util.spec_from_file_location("advisories_under_test", SOURCE)
assert _SPEC is not None
assert _SPEC.loader is not None
advisories: Any = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(advisories)
Check = Callable[[], list[str]]


def none() -> list[str]:
    return []


def one() -> list[str]:
    return ["x 1: PYSEC-1"]


def unreachable() -> list[str]:
    raise advisories.UnreachableError("no network")


def changed() -> list[str]:
    found: list[str] = advisories.npm_found('{"auditReportVersion": 3}')
    return found


@pytest.mark.parametrize(
    ("checks", "status", "said"),
    [
        ([none, none], 0, "no known advisory"),
        ([none, one], 1, "x 1: PYSEC-1"),
        ([unreachable, none], 0, "NOT CHECKED, no network"),
        ([one, unreachable], 1, "NOT CHECKED, no network"),
        ([changed], 0, "NOT CHECKED, the answer has an unknown form"),
    ],
)
def test_only_an_advisory_fails(
    checks: list[Check],
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(advisories, "CHECKS", {str(place): check for place, check in enumerate(checks)})
    assert advisories.main() == status
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("read", "answer", "found"),
    [
        (advisories.pip_found, '{"dependencies": [{"name": "x", "version": "1", "vulns": []}]}', []),
        (advisories.npm_found, '{"vulnerabilities": {}}', []),
        (advisories.npm_found, '{"vulnerabilities": {"x": {"severity": "low", "range": "*"}}}', ["x *: low"]),
        (advisories.cargo_found, '{"vulnerabilities": {"list": []}}', []),
    ],
)
def test_answers(read: Callable[[str], list[str]], answer: str, found: list[str]) -> None:
    assert read(answer) == found


@pytest.mark.parametrize(
    "answer", ["the registry is down", '{"error": {"code": "ENETWORK"}}', '{"message": "405"}', "[]"]
)
def test_an_answer_that_is_no_list_is_no_failure(answer: str) -> None:
    with pytest.raises(advisories.UnreachableError):
        advisories.npm_found(answer)


def test_packages_that_the_list_does_not_know_are_not_said_to_be_good() -> None:
    with pytest.raises(advisories.UnreachableError, match="1 of 1 packages"):
        advisories.pip_found('{"dependencies": [{"name": "x", "skip_reason": "not found"}]}')


def test_a_tool_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(advisories.UnreachableError, match="cargo-audit is not installed"):
        advisories.kernel_advisories()
