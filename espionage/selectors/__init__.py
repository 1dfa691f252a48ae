"""What is read: team files for the rules, sheets, reports and dossiers for their owners."""
