"""Page contents as plain values for the templates, without Django."""
