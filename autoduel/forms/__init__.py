"""Forms for clubs' arenas."""
