"""The endpoints of the server, and what they share."""
