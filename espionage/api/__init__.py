"""The week's part of the API: orders, reports, dossier, live decisions, and the broken glass."""
