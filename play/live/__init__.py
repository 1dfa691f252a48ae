"""Live streams of tables."""
