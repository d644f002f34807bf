"""The table in the terminal: what is drawn, what is typed, and who acts next."""
