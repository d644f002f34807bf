"""Check the locked dependencies of Python, the page and the kernel against the published lists of advisories.

A list that cannot be reached is named and is no failure; a known advisory is one. `make advisories` runs it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_PATIENCE = 300
"""The seconds that a tool may take."""


class UnreachableError(Exception):
    """A list of advisories could not be asked; the text says why."""


def python_advisories() -> list[str]:
    """The advisories about what `uv.lock` and `uv.txt` name, by pip-audit. Raises `UnreachableError`.

    All groups are asked about: what builds mostek is one of them.
    """
    uv = shutil.which("uv", path=str(ROOT / ".venv" / "bin")) or _tool("uv")
    locked = _output(
        [uv, "export", "--frozen", "--all-extras", "--all-groups", "--no-emit-project", "--no-hashes"], ROOT
    )
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder, "requirements.txt")
        named.write_text(f"{locked}\n{installer()}\n", encoding="utf-8")
        audit = ["run", "--quiet", "--frozen", "--isolated", "--only-group", "audit", "pip-audit"]
        audit += ["--requirement", str(named), "--no-deps", "--disable-pip"]
        return pip_found(_output([uv, *audit, "--format", "json", "--progress-spinner", "off"], ROOT))


def installer() -> str:
    """What `make` installs by `uv.txt`: uv with its version.

    >>> installer().startswith("uv==")
    True
    """
    return (ROOT / "build_backend" / "uv.txt").read_text(encoding="utf-8").split()[0]


def page_advisories() -> list[str]:
    """The advisories about what `web/package-lock.json` names; all of it, because the page is built of it."""
    return npm_found(_output([_tool("npm"), "audit", "--json"], ROOT / "web"))


def kernel_advisories() -> list[str]:
    """The advisories about what `kernel/Cargo.lock` names, by cargo-audit. Raises `UnreachableError`."""
    _tool("cargo-audit", "cargo install cargo-audit")
    return cargo_found(_output([_tool("cargo"), "audit", "--json"], ROOT / "kernel"))


def pip_found(answer: str) -> list[str]:
    """The advisories in an answer of pip-audit. Raises `UnreachableError` if it could not look up some package.

    >>> pip_found('{"dependencies": [{"name": "x", "version": "1", "vulns": [{"id": "PYSEC-1"}]}]}')
    ['x 1: PYSEC-1']
    """
    packages = _read(answer)["dependencies"]
    found = [f"{each['name']} {each['version']}: {one['id']}" for each in packages for one in each.get("vulns", ())]
    skipped = [each["skip_reason"] for each in packages if "skip_reason" in each]
    if skipped and not found:
        raise UnreachableError(f"{len(skipped)} of {len(packages)} packages could not be looked up: {skipped[0]}")
    return found


def npm_found(answer: str) -> list[str]:
    """The advisories in an answer of `npm audit`.

    >>> npm_found('{"vulnerabilities": {"x": {"severity": "high", "range": "<2", "via": []}}}')
    ['x <2: high']
    """
    return [f"{name} {one['range']}: {one['severity']}" for name, one in _read(answer)["vulnerabilities"].items()]


def cargo_found(answer: str) -> list[str]:
    """The advisories in an answer of `cargo audit`.

    >>> cargo_found('{"vulnerabilities": {"list": [{"advisory": {"id": "R-1"}, "package": {"name": "x", "version": "1"}}]}}')
    ['x 1: R-1']
    """
    found = _read(answer)["vulnerabilities"]["list"]
    return [f"{each['package']['name']} {each['package']['version']}: {each['advisory']['id']}" for each in found]


CHECKS: dict[str, Callable[[], list[str]]] = {
    "Python (uv.lock, uv.txt)": python_advisories,
    "page (web/package-lock.json)": page_advisories,
    "kernel (kernel/Cargo.lock)": kernel_advisories,
}


def main() -> int:
    """Ask every list, print what each says, and return 1 if there is an advisory."""
    failed = False
    for name, check in CHECKS.items():
        try:
            found = check()
        except UnreachableError as error:
            print(f"{name}: NOT CHECKED, {error}")
            continue
        except (KeyError, TypeError, AttributeError) as error:
            print(f"{name}: NOT CHECKED, the answer has an unknown form ({error!r})")
            continue
        print(f"{name}: {'no known advisory' if not found else f'{len(found)} found'}")
        for line in found:
            print(f"  {line}")
        failed = failed or bool(found)
    return int(failed)


def _tool(name: str, how: str = "") -> str:
    found = shutil.which(name)
    if found is None:
        raise UnreachableError(f"{name} is not installed{f': {how}' if how else ''}")
    return found


def _output(command: Sequence[str], folder: Path) -> str:
    """What a tool prints. Auditors fail when they find something, too, so their status says nothing."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UnreachableError(f"{command[0]}: {error}") from None
    if done.stdout.strip():
        return done.stdout
    said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
    raise UnreachableError(f"{Path(command[0]).name}: {said[-1]}")


def _read(answer: str) -> dict[str, Any]:
    """The answer of an auditor; one that could not ask its list says so, or says nothing that is JSON."""
    try:
        value = json.loads(answer)
    except ValueError:
        raise UnreachableError(answer.strip().splitlines()[-1]) from None
    if not isinstance(value, dict) or "error" in value or "message" in value:
        raise UnreachableError(json.dumps(value.get("message", value) if isinstance(value, dict) else value)[:300])
    return value


if __name__ == "__main__":
    sys.exit(main())
