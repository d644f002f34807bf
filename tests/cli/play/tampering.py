"""What somebody does who changes the file of a game, and knows how its chain is made."""

from __future__ import annotations

from hashlib import sha256


def bodies(data: bytes) -> list[bytes]:
    """The lines of a file without their hashes, if they have any."""
    lines = (line.partition(b',"hash":"') for line in data.split(b"\n") if line)
    return [body + b"}" if hashed else body for body, hashed, _ in lines]


def rechained(data: bytes) -> bytes:
    """The file with every hash made anew; written apart from the program, after its description."""
    lines, before = [], ""
    for body in bodies(data):
        before = sha256(before.encode("ascii") + body).hexdigest()
        lines.append(body[:-1] + f',"hash":"{before}"}}\n'.encode())
    return b"".join(lines)


def changed(data: bytes, old: str, new: str, count: int = 1) -> bytes:
    """The file with a text changed, and a chain that is whole again."""
    plain = b"\n".join(bodies(data)) + b"\n"  # a short text may stand in a hash, too
    assert old.encode() in plain
    return rechained(plain.replace(old.encode(), new.encode(), count))
