"""The systems of pairing, one a file, each with its entry `SYSTEM`; a file laid here is a system of the desk."""
