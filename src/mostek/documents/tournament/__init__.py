"""What an event hands out on paper: sheets, lists, slips, cards, diplomas, from the state of the event."""
