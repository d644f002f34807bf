"""A slow, obvious writer of Quackle's version 1, made from the description of the format, to test the reader with."""

from __future__ import annotations

from collections.abc import Sequence


def quackle_bytes(words: Sequence[Sequence[int]], letters: Sequence[str]) -> bytes:
    """Words are sequences of letter numbers from 0."""
    tree: dict[int, dict] = {}  # type: ignore[type-arg]
    for word in words:
        branch = tree
        for letter in word:
            branch = branch.setdefault(letter, {})
        branch[-1] = {}
    nodes: list[list[int]] = [[0, 63, 1, 0]]  # first child, letter, last child, playability

    def lay(branch: dict[int, dict], parent: int) -> None:  # type: ignore[type-arg]
        children = [letter for letter in branch if letter >= 0]
        if not children:
            return
        start = len(nodes)
        nodes[parent][0] = start
        for letter in children:
            nodes.append([0, letter, int(letter == children[-1]), int(-1 in branch[letter])])
        for place, letter in enumerate(children, start):
            lay(branch[letter], place)

    lay(tree, 0)
    body = b"".join(
        child.to_bytes(3, "big") + bytes([letter | 64 * last]) + play.to_bytes(3, "big")
        for child, letter, last, play in nodes
    )
    alphabet = "".join(f"{letter} " for letter in letters).encode()
    return b"\x01" + bytes(16) + len(words).to_bytes(3, "big") + bytes([len(letters)]) + alphabet + body
