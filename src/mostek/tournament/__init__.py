"""What an event makes of its games: pure, like the rules it carries out."""
