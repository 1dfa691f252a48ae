"""What writes orders and carries a week from one status to the next."""
