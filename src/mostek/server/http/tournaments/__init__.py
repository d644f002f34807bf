"""The endpoints of tournaments: hosting them, commands and questions of officials, and the pages of players."""
