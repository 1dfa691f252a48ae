"""The page of a match: picture, choices, panels, description in words, and log."""
