"""Forms of pages that only this package has."""
