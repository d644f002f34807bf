"""School: the arbiters' exam, sets of tasks for a class, and the lessons in which a class solves them."""
