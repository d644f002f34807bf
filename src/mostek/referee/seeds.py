"""The seed of the bag: its hash is published with the game, the seed itself when the game is over."""

from __future__ import annotations

from hashlib import sha256

from mostek.referee.commands import RevealSeed
from mostek.referee.course import Course
from mostek.referee.events import SeedRevealed
from mostek.referee.phases import Over
from mostek.referee.refusals import Reason, Refused


def committed(seed: str) -> str:
    """The commitment to a seed: its SHA-256 in hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def reveal_seed(course: Course, command: RevealSeed) -> Refused | None:
    """Publish the seed, so that everybody can draw again what was drawn; the commitment shows that it is the same."""
    game = course.game
    if not isinstance(game.phase, Over):
        return course.refuse(Reason.GAME_NOT_OVER)
    if game.seed is not None or committed(command.seed) != game.commitment:
        return course.refuse(Reason.SEED_DIFFERS)
    course.happen(SeedRevealed(command.seed))
    return None
