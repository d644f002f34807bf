"""Samples: files to try every command with, and a club to look around in."""
