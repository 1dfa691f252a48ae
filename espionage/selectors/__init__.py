"""Selectors for team files, order sheets, reports and dossiers."""
