"""A club's public news, its webhooks and its public page."""
