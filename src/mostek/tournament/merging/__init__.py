"""Merging two copies of an event that went on separately: pure, for the command line and for a server."""
