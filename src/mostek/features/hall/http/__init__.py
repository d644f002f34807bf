"""The endpoints of the hall: officials, players, rounds online, verdicts, and the stream of a tournament."""
