"""Checks of a record against itself: the order of its lines, its racks, and its end."""
