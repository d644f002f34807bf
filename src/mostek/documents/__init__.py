"""Paper documents of an event: sheets, lists, slips, cards, diplomas."""
