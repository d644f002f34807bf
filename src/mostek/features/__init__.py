"""The features, a folder each. They do not know each other, and only `mostek.feature` finds them."""
