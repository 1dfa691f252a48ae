"""House rules: the options of a club, with checks and presets."""
