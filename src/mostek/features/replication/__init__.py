"""A tournament on several computers: published, followed, taken over, and the data of a server copied."""
