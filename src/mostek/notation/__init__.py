"""Text to values and back: coordinates, games, positions, logs. No files are opened here."""
