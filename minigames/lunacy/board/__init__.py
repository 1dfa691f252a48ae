"""Contents of a spy's page: picture, choices, panels, text version and log."""
