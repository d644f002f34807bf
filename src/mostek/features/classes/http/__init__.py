"""The endpoints of the exam, of teachers and of pupils."""
