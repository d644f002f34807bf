"""People: guests and accounts, their sessions, passwords and passkeys, and what is stored of a person."""
