"""A tournament at one computer: its commands, questions, papers and files."""
