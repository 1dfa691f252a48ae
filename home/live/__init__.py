"""Live streams of people's own events."""
