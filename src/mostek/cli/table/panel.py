"""What stands beside the board: players, scores, clocks, the bag, the lexicon, the last turns."""

from __future__ import annotations

from rich.text import Text

from mostek.cli.table.columns import fitted, wrapped
from mostek.cli.table.sheet import recent_lines
from mostek.core.clock import Millis
from mostek.core.players import Seat
from mostek.lexicon import LexiconPin
from mostek.messages import count, text
from mostek.notation.coordinates import Orientation
from mostek.referee.state import Game
from mostek.rules.rulebook import Rulebook

_MINUTE = 60_000


def panel_lines(
    game: Game, book: Rulebook, name: str, orientation: Orientation, now: Millis, width: int, height: int
) -> list[Text]:
    """As many lines as the board has, the last turns taking what is left."""
    lines = [Text(fitted(book.title, width), style="bold"), Text(fitted(name, width), style="bright_black"), Text()]
    lines += [*player_lines(game, now, width), Text(), Text(bag_text(len(game.bag)))]
    if game.lexicon is not None:
        lines += [Text(line, style="bright_black") for line in wrapped(lexicon_text(game.lexicon), width)]
    lines.append(Text())
    return lines + recent_lines(game, orientation, width, max(1, height - len(lines)))


def player_lines(game: Game, now: Millis, width: int) -> list[Text]:
    """A line for each player: who is on turn, the score, the clock."""
    return [_player(game, seat, now, width) for seat in game.seats]


def bag_text(tiles: int) -> str:
    """How many tiles the bag holds."""
    return count("Bag: {n} tile", "Bag: {n} tiles", tiles)


def lexicon_text(pin: LexiconPin) -> str:
    """Which list judges; no other list may be taken for the federation's, which only its owners can import."""
    if pin.name.startswith("osps"):
        return text("Lexicon: {name} {edition}", name=pin.name, edition=pin.edition)
    return text("Lexicon: {name} {edition} (this is not OSPS)", name=pin.name, edition=pin.edition)


def clock_text(left: Millis) -> str:
    """Minutes and seconds, a begun second counting whole, so that 0:00 means that the time is up."""
    seconds = -(-left // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def time_left(game: Game, seat: Seat, now: Millis) -> str:
    """What a player's clock shows; nothing without a clock."""
    return clock_text(game.clock.left_at(seat, max(now, game.clock.since))) if game.clock is not None else ""


def _player(game: Game, seat: Seat, now: Millis, width: int) -> Text:
    """Who is on turn has an arrow; a clock below a minute is red and has a `!`."""
    shown = time_left(game, seat, now)
    urgent = game.clock is not None and game.clock.left_at(seat, max(now, game.clock.since)) < _MINUTE
    clock = f"{shown + ('!' if urgent else ''):>7}" if shown else ""
    scores = f"{game.scores[seat]:>5}"
    arrow = "▸" if game.on_turn is seat else " "
    line = Text(f"{arrow} {fitted(game.players[seat], width - len(scores) - len(clock) - 2)}{scores}")
    line.append(clock, style="bold red" if urgent else "")
    line.stylize("bold" if game.on_turn is seat else "")
    return line
