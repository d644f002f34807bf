"""Costly work: it is done in processes of its own, below the live games and behind one queue, with limits for each kind."""
