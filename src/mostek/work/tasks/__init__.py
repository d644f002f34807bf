"""The functions of workers. Nothing here is imported in the process of the games: `mostek.work.kinds` names these functions."""
