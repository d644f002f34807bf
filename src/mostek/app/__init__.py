"""Use cases of a game besides judging: load, decide, append, publish. Storage is behind a port."""
