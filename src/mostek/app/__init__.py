"""Use cases of games, tournaments and people: load, decide, store, publish. Storage is behind ports."""
