"""The engine: searching plays with the compiled kernel, the chance of the bag, and bots."""
