"""The rating of the federation: scalps, ratings of events, the ranking list, the Grand Prix."""
