"""Paper documents of an event, from its state: sheets, lists, slips, cards, diplomas."""
