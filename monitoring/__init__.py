"""Monitoring of the site's own jobs, with job runs, overdue work, incidents, and emails to the
owner.
"""
