"""Forms for order sheets and answers to decisions."""
