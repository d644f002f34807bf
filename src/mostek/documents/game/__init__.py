"""Sheets of a game: what stands on them, in which words, and as pages."""
