"""The files of tournaments: proved, repaired, merged."""
