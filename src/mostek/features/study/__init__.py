"""Study: words are searched and explained, and learned with a box of cards."""
