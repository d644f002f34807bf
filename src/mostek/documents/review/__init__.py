"""Reviews of games for people: a web page in one file, pages on paper, and GCG with notes."""
