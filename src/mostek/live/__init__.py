"""Live tournaments: the sessions that hold them, and what is streamed of them."""
