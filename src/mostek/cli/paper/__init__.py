"""Sheets of a game as people read them: in the terminal, and on paper."""
