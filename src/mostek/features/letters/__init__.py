"""Letters: messages to phones, and e-mail to the federation and the organiser of a tournament."""
