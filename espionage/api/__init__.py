"""API of the week: orders, reports, dossier, live decisions and opened orders."""
