"""Builds the kernel for the page, `kernel.wasm`, where the machine has a Rust with the target or with its sources.

Without such a Rust everything else is built, and the page asks the server. `MOSTEK_WASM=required`, or the setting
`wasm=required` of the build, makes a missing kernel an error: a release sets it. `MOSTEK_WASM=skip` builds nothing.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TARGET = "wasm32-unknown-unknown"
CRATES = ("search", "play", "judge", "wasm")
"""The crates of which the kernel for the page is made."""
_DISTRIBUTION = "/usr/bin/rustc"
"""A Rust of the system beside one of rustup: Debian's `rustc-web` with `rust-web-src`."""


class WasmError(RuntimeError):
    """The kernel for the page is wanted and cannot be built; the text says what to do."""


@dataclass(frozen=True)
class Toolchain:
    """A Rust compiler that can make WebAssembly."""

    rustc: str
    builds_std: bool
    """Whether the standard library has to be compiled, too."""

    def command(self) -> list[str]:
        """The arguments of cargo."""
        std = ["-Z", "build-std=std,panic_abort"] if self.builds_std else []
        return ["build", "--quiet", "--release", "--locked", "-p", "mostek-wasm", "--lib", "--target", TARGET, *std]

    def environment(self, target: Path) -> dict[str, str]:
        """The environment of cargo."""
        # A panic ends the instance: the page starts another one.
        own = {"RUSTC": self.rustc, "CARGO_TARGET_DIR": str(target), "CARGO_PROFILE_RELEASE_PANIC": "abort"}
        if self.builds_std:
            own["RUSTC_BOOTSTRAP"] = "1"
        if linker := shutil.which("wasm-ld"):
            # A distribution's Rust has no linker of its own.
            own["CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER"] = linker
        return {**os.environ, **own}


def toolchain() -> Toolchain | None:
    """The first Rust of this machine that can make WebAssembly; `None` if there is none."""
    found = [path for path in (shutil.which("rustc"), _DISTRIBUTION) if path and Path(path).is_file()]
    for rustc in dict.fromkeys(found):
        library = _sysroot(rustc) / "lib" / "rustlib"
        if (library / TARGET / "lib").is_dir():
            return Toolchain(rustc, builds_std=False)
        has_linker = shutil.which("wasm-ld") or any(library.glob("*/bin/rust-lld"))
        if has_linker and (library / "src/rust/library/std/Cargo.toml").is_file():
            return Toolchain(rustc, builds_std=True)
    return None


def wasm_sources(root: Path) -> Iterator[Path]:
    """The files that the kernel for the page depends on, in a fixed order."""
    kernel = root / "kernel"
    for crate in CRATES:
        yield kernel / "crates" / crate / "Cargo.toml"
        yield from sorted((kernel / "crates" / crate / "src").rglob("*.rs"))
    yield from (kernel / "Cargo.lock", kernel / "Cargo.toml")


def fingerprint(root: Path) -> str:
    """A hash of names and contents of all sources of the kernel for the page."""
    total = hashlib.sha256()
    for path in wasm_sources(root):
        total.update(path.relative_to(root).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_required(settings: Mapping[str, Any] | None) -> bool:
    """Whether the build must fail without the kernel for the page."""
    return "required" in ((settings or {}).get("wasm"), os.environ.get("MOSTEK_WASM"))


def build_wasm(root: Path, required: bool = False) -> bool:
    """Build `src/mostek/server/wasm/kernel.wasm`, unless it is there already and made of the same sources.

    Args:
        root: The folder of the project.
        required: Whether a kernel that cannot be built is an error.

    Returns:
        Whether the kernel is there.

    Raises:
        WasmError: It is required and cannot be built.
    """
    folder = root / "src" / "mostek" / "server" / "wasm"
    built, stamp = folder / "kernel.wasm", folder / ".built_from"
    # A source distribution has no such crate: it carries the built file.
    if not (root / "kernel" / "crates" / "wasm" / "Cargo.toml").is_file():
        if required and not built.is_file():
            raise WasmError("This source distribution was made without the kernel of the page.")
        return built.is_file()
    now = fingerprint(root)
    if built.is_file() and stamp.is_file() and stamp.read_text() == now:
        return True
    try:
        if os.environ.get("MOSTEK_WASM") == "skip":
            raise WasmError("MOSTEK_WASM=skip leaves the kernel of the page out.")
        made = _compiled(root)
    except WasmError as error:
        # A kernel of other sources would give other answers than the server.
        shutil.rmtree(folder, ignore_errors=True)
        if required:
            raise
        print(f"mostek: the page will ask the server for analysis. {error}", file=sys.stderr)
        return False
    folder.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    shutil.copyfile(made, built)
    stamp.write_text(now)
    return True


def _compiled(root: Path) -> Path:
    found, cargo = toolchain(), shutil.which("cargo")
    if found is None or cargo is None:
        raise WasmError(
            f"No Rust here can make WebAssembly. Add one: rustup target add {TARGET}, or on Debian "
            "apt-get install rustc-web rust-web-src lld."
        )
    target = root / "kernel" / "target" / "wasm"
    done = subprocess.run(
        [cargo, *found.command()],
        cwd=root / "kernel",
        env=found.environment(target),
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    made = target / TARGET / "release" / "mostek_wasm.wasm"
    if done.returncode != 0 or not made.is_file():
        raise WasmError(f"{found.rustc} could not make the kernel for the page:\n{done.stderr[-2000:]}")
    return made


def _sysroot(rustc: str) -> Path:
    done = subprocess.run([rustc, "--print", "sysroot"], capture_output=True, text=True, check=False)
    return Path(done.stdout.strip() or "/nonexistent")


if __name__ == "__main__":
    try:
        build_wasm(Path(__file__).parent.parent, required=True)
    except WasmError as failed:
        sys.exit(str(failed))
