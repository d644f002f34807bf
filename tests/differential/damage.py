"""Texts with a few characters changed, as a hurried hand or a cut file changes them."""

from __future__ import annotations

import random

STRANGE = "/ ?.-+:#>()[]09aAzZąĄźŹQqXß\t\n\r\ufeff\u3000\x1c_;"


def damaged(text: str, rng: random.Random) -> str:
    """The text after one to three changes."""
    for _ in range(rng.randint(1, 3)):
        place = rng.randint(0, len(text))
        end = min(len(text), place + rng.choice((1, 1, 1, 2, 5)))
        match rng.randrange(6):
            case 0:
                text = text[:place] + text[end:]
            case 1:
                text = text[:place] + rng.choice(STRANGE) + text[place:]
            case 2:
                text = text[:place] + rng.choice(STRANGE) + text[end:]
            case 3:
                text = text[:end] + text[place:]
            case 4:
                text = text[:place] if rng.random() < 0.3 else text.swapcase() if rng.random() < 0.1 else text
            case _:
                words = text.split(" ")
                at = rng.randrange(len(words))
                words[at] = rng.choice((words[rng.randrange(len(words))], "", str(rng.randint(-9999999, 99))))
                text = " ".join(words)
    return text
