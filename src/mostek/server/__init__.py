"""The web server: an ASGI application for people in browsers, and the bots that play with them."""
