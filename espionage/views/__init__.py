"""Pages of a team's secret week: orders, receipts, reports and the dossier."""
