"""The rulebooks as data: every value with the clause that fixes it, and every clause with a line of our own wording."""
