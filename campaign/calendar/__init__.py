"""Weeks of a season: schedule, pauses, holds after outages, and calendar feeds."""
