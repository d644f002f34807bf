"""The tournament desk on the command line: `mostek tournament …`."""
