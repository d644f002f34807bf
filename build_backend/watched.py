"""Runs a command that is silent and says every two seconds that it works: `watched.py TITLE [--crates FOLDER] -- COMMAND …`.

It needs nothing but Python, because it runs before anything is installed. `--crates` names the folder of cargo's output; then the
share of the compiled crates is told. What the command itself prints passes through. Where it fails for a reason that a person can
mend, that is said, with a way out. A title may be given as POLISH|ENGLISH.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from rust import rust_environment
from said import end_progress, is_polish, say, show_progress, worded

ROOT = Path(__file__).resolve().parents[1]
_EVERY = 2.0
_PROMPT = 0.2
"""The seconds after which the end of a command is noticed."""
_MEGABYTE = 1_000_000
_REMEMBERED = 400
"""The last lines of a command in which the reason of its failure is looked for."""
_CACHES = (
    ("UV_CACHE_DIR", ".cache/uv"),
    ("PIP_CACHE_DIR", ".cache/pip"),
    ("CARGO_HOME", ".cargo"),
    ("npm_config_cache", ".npm"),
)
"""Where tools keep what they have fetched, below the home of the person."""
_CERTIFICATES = ("PIP_CERT", "CARGO_HTTP_CAINFO", "NODE_EXTRA_CA_CERTS")
"""What other tools call the file that uv and Python know as `SSL_CERT_FILE`."""
_FULL = re.compile(r"No space left|os error 28\b|Errno 28\b|ENOSPC|Disk quota exceeded|EDQUOT|os error 122\b")
_FORBIDDEN = re.compile(r"Permission denied|Read-only file system|EACCES|EROFS|os error (13|30)\b|Errno (13|30)\b")
_UNTRUSTED = re.compile(
    r"UnknownIssuer|CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|unable to get local issuer|SSL certificate problem"
)
_UNREACHED = re.compile(
    r"dns error|name resolution|Name or service not known|getaddrinfo|ENOTFOUND|EAI_AGAIN|Could not resolve|ConnectError"
    r"|Failed to fetch|Failed to establish|Connection refused|ECONNREFUSED|ETIMEDOUT|timed out|tunnel|ProxyError"
    r"|spurious network|failed to download|Network is unreachable|error sending request|No matching distribution",
    re.IGNORECASE,
)


def compiled_share(folder: Path) -> int:
    """The crates of a folder that are compiled, in percent: each has its place from the beginning, and a mark at its end."""
    crates = list(folder.glob("release/.fingerprint/*"))
    compiled = sum(any(crate.glob("*.json")) for crate in crates)
    return min(99, 100 * compiled // max(1, len(crates)))


def megabytes_written(process: int) -> int | None:
    """What a process has written so far, which for an installer is what it has fetched; `None` where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/io").read_text(encoding="ascii").split()
    except OSError:
        return None
    return int(fields[fields.index("wchar:") + 1]) // _MEGABYTE


def progress(title: str, seconds: float, process: int, crates: Path | None) -> str:
    """The line that is shown now."""
    parts = [f"{seconds:.0f} s"]
    if crates is not None:
        share = compiled_share(crates)
        parts.append(f"skompilowano {share} % jądra" if is_polish() else f"{share} % of the kernel compiled")
    elif written := megabytes_written(process):
        parts.append(f"{written} MB")
    return f"mostek: {title}: {', '.join(parts)}"


def environment() -> dict[str, str]:
    """The environment of a command: with the Rust of this folder, and caches here where the person's home cannot be written."""
    found = rust_environment(ROOT)
    for name, place in _CACHES:
        if name not in found and not is_writable(Path(os.path.expanduser("~")) / place):
            found[name] = str(ROOT / ".cache" / place.rpartition("/")[2].lstrip("."))
    if own := found.get("SSL_CERT_FILE"):
        found = {**dict.fromkeys(_CERTIFICATES, own), **found}
    return found


def is_writable(folder: Path) -> bool:
    """Whether a folder can be written, or made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK | os.X_OK)


def explain(said: str) -> None:
    """Say why a command failed, if its last words tell a reason that a person can mend."""
    free = shutil.disk_usage(ROOT).free // _MEGABYTE
    if _FULL.search(said) or free < 1:
        say(
            f"brakuje miejsca na dysku (przy {ROOT} wolne {free} MB). Zwolnij miejsce i powtórz make; co zrobione, zostaje.",
            f"the disk is full ({free} MB free at {ROOT}). Free some space and make once more; what is done stays.",
        )
    elif _FORBIDDEN.search(said):
        say(
            "nie wolno tu pisać: powyżej stoi, gdzie. Zmień prawa tego folderu albo skopiuj mostka tam, gdzie wolno ci pisać.",
            "a folder cannot be written: see above which. Change its rights, or copy mostek to where you may write.",
        )
    elif _UNTRUSTED.search(said):
        say(
            "sieć podstawia własne certyfikaty. Wskaż plik z nimi: SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt make run",
            "the network has its own certificates. Name their file: SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt make run",
        )
    elif _UNREACHED.search(said):
        say(
            "nie udało się pobrać pakietu. Sprawdź sieć (za serwerem pośredniczącym ustaw HTTPS_PROXY) i daj make jeszcze raz.",
            "a package could not be fetched. Check the network (behind a proxy set HTTPS_PROXY) and make once more.",
        )


def _pass_on(source: BinaryIO | None, remembered: deque[bytes]) -> None:
    for line in source or ():
        remembered.append(line)
        sys.stderr.buffer.write(line)
        sys.stderr.flush()


def watch(title: str, command: list[str], crates: Path | None) -> int:
    """Run a command. Returns its exit status; after Ctrl-C 130, when it and all that it started have ended."""
    began = shown = monotonic()
    print(f"mostek: {title} …", file=sys.stderr, flush=True)
    process = subprocess.Popen(command, start_new_session=True, env=environment(), stderr=subprocess.PIPE)
    remembered: deque[bytes] = deque(maxlen=_REMEMBERED)
    reader = threading.Thread(target=_pass_on, args=(process.stderr, remembered), daemon=True)
    try:
        reader.start()
        while True:
            try:
                status = process.wait(_PROMPT)
            except subprocess.TimeoutExpired:
                if monotonic() - shown >= _EVERY:
                    shown = monotonic()
                    show_progress(progress(title, shown - began, process.pid, crates))
            else:
                break
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        status = 130
    reader.join(_PROMPT)
    end_progress()
    if status not in (0, 130):
        explain(b"".join(remembered).decode(errors="replace"))
    return status


def main(arguments: list[str]) -> int:
    """Run what stands after `--`."""
    # What a shell has begun in the background would not hear of an end that is asked for.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end = arguments.index("--")
    title, *more = arguments[:end]
    if "|" in title:
        title = worded(*title.split("|"))
    return watch(title, arguments[end + 1 :], Path(more[1]) if more[:1] == ["--crates"] else None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
