"""The kernel for the page, `src/mostek/server/wasm/kernel.wasm`: a part of the sources, which no build makes again.

`python build_backend/wasm.py` (`make page-kernel`) compiles it with exactly the Rust of `rust.py`, so that every machine gets the
same bytes, and writes beside it of which sources it was made. The gate compares these; `make long` compiles it again.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rust import PINNED, toolchain_environment

TARGET = "wasm32-unknown-unknown"
CRATES = ("search", "play", "judge", "wasm")
"""The crates of which the kernel for the page is made."""
BUILT, STAMP = "src/mostek/server/wasm/kernel.wasm", "src/mostek/server/wasm/kernel.sha256"


class WasmError(RuntimeError):
    """The kernel for the page cannot be compiled; the text says what to do."""


def wasm_sources(root: Path) -> Iterator[Path]:
    """The files that the kernel for the page depends on, in a fixed order."""
    kernel = root / "kernel"
    for crate in CRATES:
        yield kernel / "crates" / crate / "Cargo.toml"
        yield from sorted((kernel / "crates" / crate / "src").rglob("*.rs"))
    yield from (kernel / "Cargo.lock", kernel / "Cargo.toml")


def stamp(root: Path) -> str:
    """What lies beside the kernel: the Rust, and the hashes of all sources and of the kernel itself."""
    total = hashlib.sha256()
    for path in wasm_sources(root):
        total.update(path.relative_to(root).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    built = hashlib.sha256((root / BUILT).read_bytes()).hexdigest()
    return f"rust {PINNED}\nsources {total.hexdigest()}\nkernel {built}\n"


def is_current(root: Path) -> bool:
    """Whether the kernel for the page was made of the sources that are here."""
    return (root / STAMP).read_text("ascii") == stamp(root)


def compile_kernel(root: Path, folder: Path, environment: Mapping[str, str]) -> bytes:
    """Compile the kernel for the page, by the Rust of `toolchain_environment`.

    No byte depends on where the sources, the crates and `folder` lie. Raises `WasmError` where there is no such Rust.
    """
    cargo = shutil.which("cargo", path=environment["PATH"])
    if cargo is None:
        raise WasmError(f"The kernel of the page is compiled by Rust {PINNED} alone: make page-kernel brings it.")
    # The folders of the crates must be there to be named.
    _run([cargo, "fetch", "--quiet", "--locked", "--target", TARGET], root, environment)
    own = {
        "CARGO_TARGET_DIR": str(folder),
        # A panic ends the instance: the page starts another one.
        "CARGO_PROFILE_RELEASE_PANIC": "abort",
        "CARGO_PROFILE_RELEASE_STRIP": "symbols",
        # Its own choice of processor is for x86-64 alone, and the flags of a person are for their machine.
        "CARGO_ENCODED_RUSTFLAGS": "\x1f".join(
            f"--remap-path-prefix={path}={name}" for path, name in _places(root, environment)
        ),
    }
    command = [cargo, "build", "--quiet", "--release", "--locked", "-p", "mostek-wasm", "--lib", "--target", TARGET]
    _run(command, root, {**environment, **own})
    return (folder / TARGET / "release" / "mostek_wasm.wasm").read_bytes()


def _run(command: Sequence[str], root: Path, environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        command,
        cwd=root / "kernel",
        env=environment,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise WasmError(f"The kernel of the page cannot be compiled:\n{done.stderr[-2000:]}")


def _places(root: Path, environment: Mapping[str, str]) -> Iterator[tuple[Path, str]]:
    """The folders whose names would get into the kernel, with what stands there instead."""
    yield root / "kernel", "kernel"
    home = Path(environment.get("CARGO_HOME") or Path.home() / ".cargo")
    for registry in sorted((home / "registry" / "src").glob("*")):
        yield registry, "crates"


def write_kernel(root: Path) -> None:
    """Compile the kernel for the page into the sources, with its stamp. Raises `WasmError`."""
    with tempfile.TemporaryDirectory() as folder:
        made = compile_kernel(root, Path(folder), toolchain_environment(root))
    built = root / BUILT
    built.parent.mkdir(parents=True, exist_ok=True)
    written = built.with_suffix(".part")
    written.write_bytes(made)
    os.replace(written, built)
    (root / STAMP).write_text(stamp(root), "ascii")


if __name__ == "__main__":
    try:
        write_kernel(Path(__file__).parent.parent)
    except WasmError as failed:
        sys.exit(str(failed))
