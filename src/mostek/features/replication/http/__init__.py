"""The endpoints of tournaments on several computers."""
