"""Services that save orders and move a week from one status to the next."""
