"""The Rust that compiles the kernel: that of the machine, or one that is brought into `.rust/` of this folder.

    python build_backend/rust.py bring [--tools] [--page] [--wheels]
    python build_backend/rust.py run COMMAND …

`bring` fetches the pinned toolchain where the machine has no Rust or an older one than the kernel needs: the compiler, cargo and
the standard library, without documentation, each file by its hash in `rust.txt`. Nothing outside this folder changes. `--tools`
adds what the checks need, `--page` the target of the page's kernel, `--wheels` those of the packages; these are compiled by
the pinned Rust alone.
`run` runs a command with the Rust that is used here.
"""

import hashlib
import http.client
import os
import platform
import re
import shutil
import ssl
import subprocess
import sys
import tarfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from said import end_progress, say, show_progress, worded

PINNED = "1.95.0"
"""The Rust that is brought, and that compiles the kernel of the page."""
_RELEASED = "2026-04-16"
PAGE_TARGET = "wasm32-unknown-unknown"
WHEEL_TARGETS = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")
_SERVER = "https://static.rust-lang.org"
_SANITIZER = re.compile(r"^librustc-.*_rt\.")
_PATIENCE = 60
"""The seconds for which a server may be silent."""
_EVERY = 2.0
_PIECE = 1 << 18
_MEGABYTE = 1_000_000


class RustError(RuntimeError):
    """There is no Rust here, and none can be brought; the text says why and what to do."""


@dataclass(frozen=True)
class Part:
    """A file of the toolchain as it is published."""

    name: str
    size: int
    sha256: str


def oldest(root: Path) -> tuple[int, ...]:
    """The oldest Rust that compiles the kernel."""
    found = re.search(r'^rust-version = "([\d.]+)"', (root / "kernel/Cargo.toml").read_text("utf-8"), re.MULTILINE)
    assert found
    return _numbers(found[1])


def rust_version(environment: Mapping[str, str] = os.environ) -> str:
    """The version of the Rust on the path; empty where there is none that can be run with its cargo."""
    rustc, cargo = (shutil.which(name, path=environment.get("PATH")) for name in ("rustc", "cargo"))
    if rustc is None or cargo is None:
        return ""
    try:
        done = subprocess.run(
            [rustc, "--version"], capture_output=True, text=True, env=dict(environment), timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    said = re.match(r"rustc (\d+\.\d+\.\d+)", done.stdout)
    return said[1] if said else ""


def is_new_enough(version: str, root: Path) -> bool:
    """Whether a version compiles the kernel.

    >>> is_new_enough("", Path("."))
    False
    """
    return bool(version) and _numbers(version) >= oldest(root)


def own_folder(root: Path) -> Path:
    """Where the toolchain lies that is brought."""
    return root / ".rust" / PINNED


def rust_environment(root: Path) -> dict[str, str]:
    """The environment for what calls cargo: that of the machine, or with the Rust of this folder before it."""
    if is_new_enough(rust_version(), root) or not _is_brought(root):
        return dict(os.environ)
    return own_environment(root)


def toolchain_environment(root: Path) -> dict[str, str]:
    """The environment in which cargo is exactly the pinned one with the target of the page; `PATH` is empty if there is none."""
    # rustup goes by this name, and other toolchains do not read it.
    own = [own_environment(root)] if _is_brought(root) else []
    for found in (*own, dict(os.environ), {**os.environ, "RUSTUP_TOOLCHAIN": PINNED}):
        if rust_version(found) == PINNED and _has_page_target(found):
            return found
    return {**os.environ, "PATH": ""}


def bring(root: Path, *, tools: bool = False, page: bool = False, wheels: bool = False) -> None:
    """Fetch what is missing of the pinned toolchain, if the machine has no Rust that will do. Raises `RustError`."""
    if wheels:
        pass
    elif page:
        if toolchain_environment(root)["PATH"]:
            return
    elif is_new_enough(version := rust_version(), root):
        return
    elif not _is_brought(root):
        needed = ".".join(map(str, oldest(root)))
        if version:
            say(
                f"Rust {version} jest za stary dla jądra (potrzeba {needed}).",
                f"Rust {version} is too old for the kernel ({needed} is needed).",
            )
        else:
            say("nie ma tu Rusta, który kompiluje jądro.", "there is no Rust here to compile the kernel.")
    missing = [part for part in wanted(root, tools=tools, page=page, wheels=wheels) if not _mark(root, part).is_file()]
    if not missing:
        return
    megabytes = sum(part.size for part in missing) // _MEGABYTE
    say(
        f"pobieram Rusta {PINNED} do {root / '.rust'} ({megabytes} MB); poza tym folderem nic się nie zmienia.",
        f"fetching Rust {PINNED} into {root / '.rust'} ({megabytes} MB); nothing outside that folder changes.",
    )
    progress = _Progress(sum(part.size for part in missing))
    try:
        for part in missing:
            _install(root, part, progress)
    except (OSError, EOFError, http.client.HTTPException) as error:
        raise RustError(_reason(error, root)) from None
    finally:
        progress.end()


def wanted(root: Path, *, tools: bool = False, page: bool = False, wheels: bool = False) -> list[Part]:
    """The files of the toolchain for this machine. Raises `RustError` for a machine for which there are none."""
    host = host_target()
    names = [f"{name}-{PINNED}-{host}" for name in ("rustc", "cargo", "rust-std")]
    names += [f"{name}-{PINNED}-{host}" for name in ("clippy", "rustfmt") if tools]
    names += [f"rust-std-{PINNED}-{PAGE_TARGET}"] if page else []
    names += [f"rust-std-{PINNED}-{target}" for target in WHEEL_TARGETS if wheels and target != host]
    published = {part.name: part for part in published_parts(root)}
    if not all(name in published for name in names):
        raise RustError(
            worded(
                f"Dla tej maszyny ({host}) trzeba zainstalować Rusta samemu: https://rustup.rs, potem jeszcze raz make.",
                f"For this machine ({host}) Rust must be installed by hand: https://rustup.rs, then make once more.",
            )
        )
    return [published[name] for name in names]


def published_parts(root: Path) -> Iterator[Part]:
    """What `rust.txt` says of the files: hash, size, name."""
    for line in (root / "build_backend" / "rust.txt").read_text("ascii").splitlines():
        sha256, size, name = line.split()
        yield Part(name.removesuffix(".tar.xz"), int(size), sha256)


def host_target() -> str:
    """The name of this kind of machine among Rust's targets."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if sys.platform == "linux":
        return f"{machine}-unknown-linux-{'gnu' if platform.libc_ver()[0] == 'glibc' else 'musl'}"
    return f"{machine}-{sys.platform}"


class _Progress:
    """A line every two seconds, also while nothing comes: the share, and what is fetched."""

    def __init__(self, total: int) -> None:
        self._total, self._fetched, self.doing = total, 0, ""
        self._over = threading.Event()
        threading.Thread(target=self._tell, daemon=True).start()

    def add(self, count: int) -> None:
        """Count what has come."""
        self._fetched += count

    def end(self) -> None:
        """Leave an empty line to what comes next."""
        self._over.set()
        end_progress()

    def _tell(self) -> None:
        while not self._over.wait(_EVERY):
            share = 100 * self._fetched // self._total
            show_progress(
                f"mostek: Rust {PINNED}: {share} %, {self._fetched // _MEGABYTE}/{self._total // _MEGABYTE} MB{self.doing}"
            )


def _install(root: Path, part: Part, progress: _Progress) -> None:
    """Fetch a file, compare its hash, and unpack it; what is interrupted leaves nothing that counts as there."""
    folder = root / ".rust"
    folder.mkdir(exist_ok=True)
    fetched = folder / f"{part.name}.tar.xz"
    try:
        _fetch(part, fetched, progress)
        progress.doing = worded(", rozpakowuję", ", unpacking")
        with tarfile.open(fetched, "r:xz") as archive:
            for member in archive:
                _unpack(archive, member, own_folder(root))
        _mark(root, part).write_text(part.sha256, "ascii")
    finally:
        progress.doing = ""
        fetched.unlink(missing_ok=True)


def _fetch(part: Part, target: Path, progress: _Progress) -> None:
    server = os.environ.get("RUSTUP_DIST_SERVER", _SERVER).rstrip("/")
    address = f"{server}/dist/{_RELEASED}/{part.name}.tar.xz"
    total = hashlib.sha256()
    with urllib.request.urlopen(address, timeout=_PATIENCE) as answer, target.open("wb") as file:
        size = 0
        while piece := answer.read(_PIECE):
            size += len(piece)
            if size > part.size:
                break
            total.update(piece)
            file.write(piece)
            progress.add(len(piece))
    if total.hexdigest() != part.sha256:
        raise RustError(
            worded(
                f"{address} nie jest plikiem, którego hasz stoi w build_backend/rust.txt (pobrano {size} z {part.size} bajtów). "
                "Nic z niego nie zainstalowano. Spróbuj jeszcze raz albo zainstaluj Rusta samemu: https://rustup.rs",
                f"{address} is not the file whose hash is in build_backend/rust.txt ({size} of {part.size} bytes came). "
                "Nothing of it was installed. Try once more, or install Rust by hand: https://rustup.rs",
            )
        )


def _unpack(archive: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    """Take programs and libraries from `NAME-VERSION-TARGET/COMPONENT/…`, and no documentation."""
    inside = member.name.split("/")[2:]
    is_wanted = inside[:1] in (["bin"], ["lib"]) and inside[-1] != "rustdoc" and not _SANITIZER.search(inside[-1])
    if not member.isfile() or not is_wanted or ".." in inside:
        return
    path = target.joinpath(*inside)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = archive.extractfile(member)
    assert content is not None
    with path.open("wb") as file:
        shutil.copyfileobj(content, file, _PIECE)
    path.chmod(member.mode & 0o755 | 0o600)


def _reason(error: Exception, root: Path) -> str:
    """Why the toolchain could not be brought, and what to do."""
    by_hand = worded("albo zainstaluj Rusta samemu: https://rustup.rs", "or install Rust by hand: https://rustup.rs")
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(error, urllib.error.HTTPError):
        return worded(
            f"{error.url} odpowiada {error.code}. Spróbuj później, {by_hand}",
            f"{error.url} answers {error.code}. Try later, {by_hand}",
        )
    if isinstance(
        error, (urllib.error.URLError, TimeoutError, ConnectionError, ssl.SSLError, http.client.HTTPException)
    ):
        server = os.environ.get("RUSTUP_DIST_SERVER", _SERVER)
        return worded(
            f"Nie można pobrać Rusta z {server} ({cause}). Sprawdź sieć; za serwerem pośredniczącym ustaw HTTPS_PROXY; {by_hand}",
            f"Rust cannot be fetched from {server} ({cause}). Check the network; behind a proxy set HTTPS_PROXY; {by_hand}",
        )
    return worded(
        f"Nie można zapisać Rusta w {root / '.rust'}: {error}. Potrzeba tam 700 MB wolnego miejsca i prawa zapisu.",
        f"Rust cannot be written into {root / '.rust'}: {error}. It needs 700 MB of free space there, and the right to write.",
    )


def own_environment(root: Path) -> dict[str, str]:
    """The environment with the Rust of this folder before that of the machine."""
    path = os.pathsep.join([str(own_folder(root) / "bin"), os.environ.get("PATH", "")])
    own = {**os.environ, "PATH": path, "CARGO_HOME": str(root / ".rust" / "cargo")}
    # They would lead cargo to the Rust that is too old.
    for name in ("RUSTC", "CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER"):
        own.pop(name, None)
    return own


def _is_brought(root: Path) -> bool:
    # A source distribution has no list of the toolchain's files.
    try:
        return own_folder(root).is_dir() and all(_mark(root, part).is_file() for part in wanted(root))
    except RustError:
        return False


def _has_page_target(environment: Mapping[str, str]) -> bool:
    rustc = shutil.which("rustc", path=environment["PATH"])
    assert rustc
    done = subprocess.run(
        [rustc, "--print", "target-libdir", "--target", PAGE_TARGET],
        capture_output=True,
        text=True,
        env=dict(environment),
        check=False,
    )
    return Path(done.stdout.strip() or "/nonexistent").is_dir()


def _mark(root: Path, part: Part) -> Path:
    return own_folder(root) / f".{part.name}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(each) for each in version.split("."))


def main(arguments: Sequence[str]) -> int:
    """What the Makefile asks for; the exit status."""
    root = Path(__file__).resolve().parents[1]
    task, *rest = arguments
    if task == "run":
        environment = rust_environment(root)
        program = shutil.which(rest[0], path=environment["PATH"])
        if program is None:
            say(f"nie ma tu {rest[0]}: make go przynosi.", f"there is no {rest[0]} here: make brings it.")
            return 127
        return subprocess.run([program, *rest[1:]], env=environment, check=False).returncode
    try:
        bring(root, tools="--tools" in rest, page="--page" in rest, wheels="--wheels" in rest)
    except RustError as error:
        say(str(error), str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
