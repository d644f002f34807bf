"""Folding, room by room: what each kind of event makes of a game. `evolve` shares the events out."""
