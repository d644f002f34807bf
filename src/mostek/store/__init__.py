"""Where the facts of games are kept: in files of the user's data folder, or in memory."""
