"""How the build brings the page into the package."""

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "build_backend" / "page.py"
SHARED = [
    "docs/protocol/live.json",
    "src/mostek/lexicon/data/vulgar_words.tsv",
    "src/mostek/server/http/page_addresses.json",
]


@pytest.fixture
def page() -> ModuleType:
    spec = importlib.util.spec_from_file_location("page_under_test", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("web/src/App.svelte", "web/package-lock.json", "web/project.inlang/settings.json"):
        write(tmp_path / name, "old")
    for name in SHARED:
        write(tmp_path / name, "{}")
    return tmp_path


def write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def builder(calls: list[str], leaves: str = "index.html") -> Callable[..., None]:
    """Stands for npm: notes what it was asked for, and leaves a file where the build wants its page."""

    def run(folder: Path, *arguments: str) -> None:
        calls.append(arguments[0])
        if arguments[0] == "ci":
            write(folder / "node_modules/vite/index.js", "")
        if arguments[0] == "run":
            write(Path(arguments[arguments.index("--outDir") + 1]) / leaves, "page")

    return run


@pytest.mark.parametrize("name", ["web/src/App.svelte", "web/src/New.svelte", "web/package-lock.json", *SHARED])
def test_another_source_is_another_page(page: Any, root: Path, name: str) -> None:
    before = page.fingerprint(root)
    write(root / name, "new")
    assert page.fingerprint(root) != before


@pytest.mark.parametrize(
    "name",
    [
        "web/node_modules/svelte/index.js",
        "web/src/lib/text/paraglide/messages.js",
        "web/src/lib/wire/messages.d.ts",
        "web/src/lib/wire/openapi.d.ts",
        "web/src/lib/wire/live.test.ts",
        "web/project.inlang/README.md",
        "web/dist/index.html",
    ],
)
def test_what_tools_write_and_tests_make_no_other_page(page: Any, root: Path, name: str) -> None:
    before = page.fingerprint(root)
    write(root / name, "new")
    assert page.fingerprint(root) == before


def test_the_page_is_built_once_and_again_when_a_source_changes(
    page: Any, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(page, "run_npm", builder(calls))
    page.build_page(root)
    page.build_page(root)
    assert calls == ["ci", "run"]
    assert not (root / "web/node_modules").exists(), "what only the build needed is gone"
    write(root / "web/src/App.svelte", "new")
    write(root / "web/node_modules/.package-lock.json", "{}")
    page.build_page(root)
    assert calls == ["ci", "run", "run"]
    assert (root / "web/node_modules/.package-lock.json").is_file()


def test_a_build_that_leaves_no_page_fails_and_is_tried_again(
    page: Any, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(page, "run_npm", builder(calls, leaves="other.html"))
    for _ in range(2):
        with pytest.raises(page.PageError, match=r"no index\.html"):
            page.build_page(root)
    assert calls == ["ci", "run"] * 2


def test_without_npm_node_comes_as_a_requirement(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page.shutil, "which", lambda *_, **__: None)
    assert page.node_requirements() == [page.NODE_WHEEL]
    monkeypatch.setattr(page, "wheel_programs", lambda: None)
    with pytest.raises(page.PageError, match="install nodejs and npm"):
        page.npm_command()


def test_what_npm_says_is_in_the_fault(page: Any, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        page, "npm_command", lambda: ["python3", "-c", "print('lock file out of step'); raise SystemExit(1)"]
    )
    with pytest.raises(page.PageError, match="lock file out of step"):
        page.run_npm(root / "web")


@pytest.mark.long
def test_all_sentences_are_compiled_where_a_program_may_open_few_files(page: Any) -> None:
    """A program may open 1024 files on most systems, and the sentences are two thousand."""
    web = SOURCE.parents[1] / "web"
    asked = 'ulimit -n 1024; exec "$0" scripts/generate.js'
    node = shutil.which("node", path=page.node_environment()["PATH"])
    subprocess.run(["bash", "-c", asked, str(node)], cwd=web, check=True)
    sentences = web / "src/lib/text/paraglide/messages"
    named = re.findall(r"'\./(.*)'", (sentences / "_index.js").read_text("utf-8"))
    assert len(named) > 1000
    assert [name for name in named if not (sentences / name).is_file()] == []
