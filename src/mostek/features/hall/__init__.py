"""The desk for many hands: officials, players and their phones, rounds online, and streams."""
