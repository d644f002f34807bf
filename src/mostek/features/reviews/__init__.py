"""Reviews of games, statistics of people over games, and the report on the play in a game for its arbiter."""
