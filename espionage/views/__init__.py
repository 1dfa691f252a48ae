"""The pages of a team's secret week: orders, receipts, reports, dossier."""
