"""Puzzles: positions with one clearly best answer, mined from games, vetted, collected and judged.

What stands here is pure: it opens lexica and its own collection, and knows no people, server or clock.
"""
