"""File formats of games and positions, one file each with an entry `FORMAT`; `mostek.notation.game_formats` finds them."""
