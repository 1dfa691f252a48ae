"""Page contents as plain values for templates, without Django."""
