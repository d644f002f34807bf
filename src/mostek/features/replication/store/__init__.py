"""The links and games of copies in the database, and its backup."""
