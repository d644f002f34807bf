"""The table on the net: an ASGI application for people in browsers, and the bots that play with them."""
