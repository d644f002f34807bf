"""The commands by which a tournament, or the data of a server, comes to another computer."""
