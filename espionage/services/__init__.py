"""Services that save orders and move weeks from one status to the next."""
