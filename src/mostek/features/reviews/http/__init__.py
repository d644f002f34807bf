"""The endpoints of reviews, of statistics, and of the report on the play in a game."""
