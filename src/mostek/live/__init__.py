"""Live games: their clocks, their bots, and the people who watch them."""
