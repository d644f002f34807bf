"""Files of tournaments: text and bytes to values and back."""
