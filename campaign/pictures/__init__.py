"""Pictures as plain values: what a template prints, computed without Django, a clock or a database."""
