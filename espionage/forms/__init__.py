"""Forms for order sheets and answers."""
