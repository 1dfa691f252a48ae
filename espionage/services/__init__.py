"""Services that save orders and take weeks from one status to the next."""
