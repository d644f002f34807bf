"""The formats of tournament files, one a file, each with its entry `FORMAT`; a file laid here is read and written."""
