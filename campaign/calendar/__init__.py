"""Weeks of a season: schedules, pauses, holds after outages, and calendar feeds."""
