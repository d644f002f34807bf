"""Runs a command that is silent and says every two seconds that it works: `watched.py TITLE [--crates FOLDER] -- COMMAND …`.

It needs nothing but Python, because it runs before anything is installed. `--crates` names the folder of cargo's output; then the
share of the compiled crates is told. What the command itself prints passes through.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

_EVERY = 2.0
_PROMPT = 0.2
"""The seconds after which the end of a command is noticed."""
_MEGABYTE = 1_000_000


def is_polish() -> bool:
    """Whether a person here reads Polish."""
    said = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return said.lower().startswith("pl")


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


def watch(title: str, command: list[str], crates: Path | None) -> int:
    """Run a command. Returns its exit status; after Ctrl-C 130, when it and all that it started have ended."""
    is_terminal = sys.stderr.isatty()
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
                    line = progress(title, shown - began, process.pid, crates)
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
