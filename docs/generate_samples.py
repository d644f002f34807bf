"""Play the games that `mostek samples` writes, by our bots and our referee, into `src/mostek/features/samples/data/`.

The bag of each game comes from the name of its file, so that the demo can play it again. Run it when the samples need other
games; an update of the bots alone is no reason.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

from mostek.app.export import recorded
from mostek.core.moves import words_on
from mostek.core.players import Seat
from mostek.engine.bots import levels
from mostek.engine.bots.bot import Bot, open_bot
from mostek.features.samples.people import sample_people
from mostek.features.samples.sample_games import FOLDER, PROPOSAL, begin_game, carry_out, seed_of
from mostek.lexicon.school_words import are_fit_for_school
from mostek.notation.game_formats import write_game
from mostek.referee.views import view_for
from mostek.rules.loading import rulebook
from mostek.store.game_files import MemoryLog

_GAMES = 10
_STRENGTHS = ("expert", "club", "static")
"""The levels that play: a review has something to say of each."""


def play_game(name: str, players: tuple[str, str], bots: tuple[Bot, ...]) -> bytes | None:
    """One game to its end, as GCG; `None` if it has a word that a school does not show unasked."""
    log = MemoryLog()
    game = begin_game(log, seed_of(name), players)
    while not game.is_over:
        asked = ((bot, view_for(game.game, seat)) for seat, bot in zip((Seat(1), Seat(2)), bots, strict=True))
        carry_out(game, next(found for bot, view in asked if (found := bot.command(view)) is not None))
    words = (word.text for word in words_on(game.game.board))
    return write_game(recorded(log.events), "gcg") if are_fit_for_school(words) else None


def main() -> None:
    """Play them all."""
    book = rulebook(PROPOSAL.rulebook)
    bots = [open_bot(book, level=levels()[name]) for name in _STRENGTHS]
    names = [person.name for person in sample_people()]
    for number in range(1, _GAMES + 1):
        name = f"{number:02}"
        pairs = [tuple(Random(f"mostek {number}").sample(bots, 2)), *permutations(bots, 2)]
        # The first of all plays in several games, so that one person has statistics.
        home = names[0] if number % 3 == 1 else names[2 * number - 2]
        players = (home, names[2 * number - 1])
        record = next(record for pair in pairs if (record := play_game(name, players, pair)) is not None)
        (FOLDER / f"{name}.gcg").write_bytes(record)


if __name__ == "__main__":
    main()
