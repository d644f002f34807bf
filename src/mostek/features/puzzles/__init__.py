"""Puzzles: positions with one clearly best answer, mined from games, vetted, collected and judged."""
