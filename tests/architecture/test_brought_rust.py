"""Rust comes into `.rust/` of the folder where the machine has none or an old one, and a failure has a reason and a way out."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import backend
import rust

ROOT = Path(__file__).parents[2]
COMPILER = "#!/bin/sh\necho 'rustc 1.95.0 (abc 2026-04-14)'\n"


def published(name: str) -> bytes:
    """A file as Rust publishes it: a program, a library, documentation, what must not leave the folder, and a sanitizer."""
    packed = io.BytesIO()
    tool = name.split("-")[0]
    with tarfile.open(fileobj=packed, mode="w:xz") as archive:
        for path, content in (
            (f"{name}/{tool}/bin/{tool}", COMPILER),
            (f"{name}/{tool}/lib/rustlib/{tool}.rlib", "library"),
            (f"{name}/{tool}/lib/librustc-stable_rt.asan.a", "sanitizer"),
            (f"{name}/{tool}/share/doc/{tool}.html", "documentation"),
            (f"{name}/{tool}/bin/../../../outside", "outside"),
        ):
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(content), 0o755
            archive.addfile(member, io.BytesIO(content.encode()))
    return packed.getvalue()


@pytest.fixture
def files() -> dict[str, bytes]:
    """What the server has, by name."""
    names = [
        f"{tool}-{rust.PINNED}-{rust.host_target()}" for tool in ("rustc", "cargo", "rust-std", "clippy", "rustfmt")
    ]
    return {name: published(name) for name in names}


@pytest.fixture
def asked(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """A server of toolchains: what it was asked for, in order."""
    paths: list[str] = []

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            content = files.get(self.path.rpartition("/")[2].removesuffix(".tar.xz"))
            self.send_response(404 if content is None else 200)
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("RUSTUP_DIST_SERVER", f"http://127.0.0.1:{server.server_port}")
    yield paths
    server.shutdown()
    server.server_close()


@pytest.fixture
def folder(tmp_path: Path, files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in a folder with a space and Polish letters, on a machine whose Rust is that of an old Debian."""
    root = tmp_path / "gra w słowa"
    (root / "kernel").mkdir(parents=True)
    shutil.copyfile(ROOT / "kernel/Cargo.toml", root / "kernel/Cargo.toml")
    (root / "build_backend").mkdir()
    lines = [f"{hashlib.sha256(content).hexdigest()} {len(content)} {name}.tar.xz" for name, content in files.items()]
    (root / "build_backend/rust.txt").write_text("\n".join(lines))
    old = tmp_path / "old"
    old.mkdir()
    for name in ("rustc", "cargo"):
        (old / name).write_text("#!/bin/sh\necho 'rustc 1.63.0'\n")
        (old / name).chmod(0o755)
    for name in ("sh", "echo"):
        (old / name).symlink_to(shutil.which(name) or "")
    monkeypatch.setenv("PATH", str(old))
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    return root


def test_an_old_rust_is_replaced_in_this_folder_alone(
    folder: Path, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    rust.bring(folder)
    assert [path.split("/")[-1].split("-1.")[0] for path in asked] == ["rustc", "cargo", "rust-std"]
    found = [path.relative_to(folder / ".rust" / rust.PINNED).as_posix() for path in (folder / ".rust").rglob("*")]
    assert not [path for path in found if "share" in path or "asan" in path or "outside" in path or "tar" in path]
    said = capsys.readouterr().err
    assert "Rust 1.63.0 jest za stary dla jądra (potrzeba 1.88)." in said
    assert f"pobieram Rusta {rust.PINNED} do {folder / '.rust'}" in said
    environment = rust.rust_environment(folder)
    assert rust.rust_version(environment) == rust.PINNED
    assert environment["CARGO_HOME"] == str(folder / ".rust/cargo"), "crates do not go into the person's home"
    asked.clear()
    rust.bring(folder)
    assert asked == []
    rust.bring(folder, tools=True)
    assert len(asked) == 2, "only what the checks need besides"


def test_a_rust_that_will_do_stays_as_it_is(folder: Path, asked: list[str], tmp_path: Path) -> None:
    (tmp_path / "old/rustc").write_text(COMPILER)
    rust.bring(folder)
    assert asked == []
    assert rust.rust_environment(folder) == dict(os.environ)
    assert not (folder / ".rust").exists()


def test_a_source_distribution_has_no_list_of_files_and_needs_none(folder: Path) -> None:
    (folder / "build_backend/rust.txt").unlink()
    assert rust.rust_environment(folder) == dict(os.environ)


@pytest.mark.usefixtures("folder")
def test_a_build_by_pip_names_a_rust_that_is_too_old() -> None:
    with pytest.raises(
        rust.RustError, match=r"mostek needs Rust 1\.88 or newer to compile its kernel; 1\.63\.0 is here"
    ):
        backend.require_rust()


def test_another_file_than_the_named_one_is_not_installed(
    folder: Path, files: dict[str, bytes], asked: list[str]
) -> None:
    name = f"cargo-{rust.PINNED}-{rust.host_target()}"
    files[name] = files[name][:-1] + b"?"
    with pytest.raises(rust.RustError, match=r"cargo-.* nie jest plikiem, którego hasz stoi w .*rust\.txt"):
        rust.bring(folder)
    assert rust.rust_environment(folder) == dict(os.environ), "half a toolchain is none"
    files[name] = published(name)
    rust.bring(folder)
    assert rust.rust_version(rust.rust_environment(folder)) == rust.PINNED
    assert len([path for path in asked if "rustc" in path]) == 1, "what had come stays"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl_PL.UTF-8", "Nie można pobrać Rusta z .* ustaw HTTPS_PROXY"),
        ("C", "Rust cannot be fetched from .* set HTTPS_PROXY"),
    ],
)
def test_without_a_network_it_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    monkeypatch.setenv("RUSTUP_DIST_SERVER", "http://127.0.0.1:9")
    monkeypatch.setenv("LC_ALL", language)
    with pytest.raises(rust.RustError, match=sentence):
        rust.bring(folder)


def test_a_server_that_has_no_such_file_is_named(folder: Path, files: dict[str, bytes], asked: list[str]) -> None:
    files.clear()
    with pytest.raises(rust.RustError, match=r"odpowiada 404.*https://rustup\.rs"):
        rust.bring(folder)


def test_a_folder_that_cannot_be_written_is_named(folder: Path, asked: list[str]) -> None:
    (folder / ".rust").write_text("a file")
    with pytest.raises(rust.RustError, match=r"Nie można zapisać Rusta w .*gra w słowa/\.rust"):
        rust.bring(folder)


def test_a_machine_without_a_published_toolchain_gets_the_way_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(rust.RustError, match=r"riscv64-.*trzeba zainstalować Rusta samemu"):
        rust.bring(folder)
