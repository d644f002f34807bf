"""The public pages of tournaments, `/e/{id}/…`: HTML for spectators, the wall and paper, readable without scripts."""
