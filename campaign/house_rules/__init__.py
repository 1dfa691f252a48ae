"""House rules: options of a club, their checks and presets."""
