"""The endpoints of the desk."""
