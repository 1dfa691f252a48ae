"""The content of a fighter's page: picture, plan form, text version and log."""
