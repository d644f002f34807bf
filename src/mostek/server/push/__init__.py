"""Web Push: messages to browsers, encrypted for each, by the push service that the browser names."""
