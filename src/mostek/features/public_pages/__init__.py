"""The pages of an event for everybody, and its wall."""
