"""Monitoring of the site's own jobs: job runs, overdue work, incidents, mail to the owner."""
