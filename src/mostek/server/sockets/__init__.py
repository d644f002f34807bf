"""The live part: one socket for each page that watches or plays a game."""
