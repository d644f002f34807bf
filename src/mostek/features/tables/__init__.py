"""Tables where people play: the lobby, invitations, live games, and their files."""
