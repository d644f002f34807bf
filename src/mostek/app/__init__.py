"""What is done with a game besides judging it: load, decide, append, publish. Where games are kept is behind a port."""
