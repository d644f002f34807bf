"""Live games: sessions, clocks, bots, and what pages are told."""
