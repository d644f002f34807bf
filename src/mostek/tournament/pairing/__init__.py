"""Pairing systems: pure functions of the standings and a seed, each with its reasons and an independent checker."""
