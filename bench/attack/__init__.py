"""Floods against a real server, with honest players beside them."""
