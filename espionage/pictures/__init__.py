"""Pages as plain values: what a template prints, without Django."""
