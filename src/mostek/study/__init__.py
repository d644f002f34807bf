"""Learning words: the core list for schools, questions of a quiz, and the box of cards that come again when they are due.

It takes an open list and knows no person, clock or server; when a card comes again is worked out in the page (ts-fsrs).
"""
