"""The kernel of the page in the sources is the one that these sources give."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rust
import wasm

ROOT = Path(__file__).parents[2]


def test_the_kernel_of_the_page_was_compiled_from_the_sources_that_are_here() -> None:
    assert wasm.is_current(ROOT), "make page-kernel compiles it again; commit both files"


@pytest.mark.parametrize("changed", ["kernel/crates/search/src/new.rs", "kernel/Cargo.lock", wasm.BUILT])
def test_another_source_or_another_kernel_is_seen(tmp_path: Path, changed: str) -> None:
    for path in (*wasm.wasm_sources(ROOT), ROOT / wasm.BUILT, ROOT / wasm.STAMP):
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    assert wasm.is_current(tmp_path)
    with (tmp_path / changed).open("ab") as file:
        file.write(b"\n")
    assert not wasm.is_current(tmp_path)


def test_no_folder_of_the_machine_that_compiled_it_is_in_the_kernel() -> None:
    built = (ROOT / wasm.BUILT).read_bytes()
    assert built.startswith(b"\0asm\1\0\0\0")
    assert b"crates/search/src/" in built, "places of panics are named from the folder of the kernel"
    assert [place for place in (b"/home/", b"/root/", b"/work/", b"/tmp/", b".cargo") if place in built] == []


@pytest.mark.long
def test_the_kernel_is_the_same_to_the_byte_when_it_is_compiled_again(tmp_path: Path) -> None:
    environment = rust.toolchain_environment(ROOT)
    if not environment["PATH"]:
        pytest.skip(f"Rust {rust.PINNED} with {rust.PAGE_TARGET} is not here: make page-kernel brings it")
    # Another folder, with a space and Polish letters, gives no other byte.
    root = tmp_path / "gra w słowa"
    shutil.copytree(ROOT / "kernel", root / "kernel", ignore=shutil.ignore_patterns("target"))
    assert wasm.compile_kernel(root, tmp_path / "target", environment) == (ROOT / wasm.BUILT).read_bytes()
