"""Runs a command that is silent and says every two seconds that it works: `watched.py TITLE [--crates FOLDER] -- COMMAND …`.

It needs nothing but Python, because it runs before anything is installed. `--crates` names the folder of cargo's output; then the
share of the compiled crates is told. What the command itself prints passes through.
"""

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from time import monotonic

_EVERY = 2.0
_PROMPT = 0.2
"""The seconds after which the end of a command is noticed."""
_MEGABYTE = 1_000_000
_LOCK = Path(__file__).parent.parent / "kernel" / "Cargo.lock"


def is_polish() -> bool:
    """Whether a person here reads Polish."""
    said = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return said.lower().startswith("pl")


def compiled_share(folder: Path, before: int) -> int:
    """How much of the kernel is compiled, in percent; crates that were there at the beginning are done already."""
    crates = len(tomllib.loads(_LOCK.read_text(encoding="utf-8"))["package"])
    return min(99, 100 * max(counted_crates(folder), before) // crates)


def counted_crates(folder: Path) -> int:
    """The crates that cargo has compiled into a folder, or has begun."""
    return sum(1 for _ in folder.glob("release/.fingerprint/*"))


def megabytes_written(process: int) -> int | None:
    """What a process has written so far, which for an installer is what it has fetched; `None` where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/io").read_text(encoding="ascii").split()
    except OSError:
        return None
    return int(fields[fields.index("wchar:") + 1]) // _MEGABYTE


def progress(title: str, seconds: float, process: int, crates: Path | None, before: int) -> str:
    """The line that is shown now."""
    parts = [f"{seconds:.0f} s"]
    if crates is not None:
        share = compiled_share(crates, before)
        parts.append(f"skompilowano {share} % jądra" if is_polish() else f"{share} % of the kernel compiled")
    elif written := megabytes_written(process):
        parts.append(f"{written} MB")
    return f"mostek: {title}: {', '.join(parts)}"


def watch(title: str, command: list[str], crates: Path | None) -> int:
    """Run a command. Returns its exit status; after Ctrl-C 130, when it and all that it started have ended."""
    is_terminal = sys.stderr.isatty()
    before = 0 if crates is None else counted_crates(crates)
    began = shown = monotonic()
    print(f"mostek: {title} …", file=sys.stderr, flush=True)
    process = subprocess.Popen(command, start_new_session=True)
    try:
        while True:
            try:
                status = process.wait(_PROMPT)
            except subprocess.TimeoutExpired:
                if monotonic() - shown >= _EVERY:
                    shown = monotonic()
                    line = progress(title, shown - began, process.pid, crates, before)
                    written = f"\r\x1b[K{line}" if is_terminal else f"{line}\n"
                    print(written, end="", file=sys.stderr, flush=True)
            else:
                break
    except KeyboardInterrupt:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        status = 130
    if is_terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return status


def main(arguments: list[str]) -> int:
    """Run what stands after `--`."""
    # What a shell has begun in the background would not hear of an end that is asked for.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end = arguments.index("--")
    title, *more = arguments[:end]
    return watch(title, arguments[end + 1 :], Path(more[1]) if more[:1] == ["--crates"] else None)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
