"""The commands about reviews, statistics and the play in a game."""
