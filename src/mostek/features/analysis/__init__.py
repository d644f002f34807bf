"""Analysis: what a page needs to analyse by itself, and analysis by the server for a page that cannot."""
