"""The desk for many hands: rounds that are played on the server."""
