"""Help for people: lessons, how-tos and reference, at `/pomoc` and `/help`, in the terminal, and as a site."""
