"""The week's API: orders, reports, dossier, live decisions and opened orders."""
