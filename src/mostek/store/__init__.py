"""Storage of the facts of games: files of the user's data folder, or memory."""
