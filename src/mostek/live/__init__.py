"""The hall: every game that is being played, its clock, its bots, and the people who look at it."""
