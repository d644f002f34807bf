"""The kinds of public pages: each module holds one or more entries `PAGES`."""
