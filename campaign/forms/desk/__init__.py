"""The forms of the GM's desk."""
