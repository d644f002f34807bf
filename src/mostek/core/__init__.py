"""The values of a game: tiles, board, moves, players, clock, result. No rulebook is known here."""
