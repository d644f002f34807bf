"""The sentences of the desk."""
