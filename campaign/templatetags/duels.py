"""Template tags for the addresses of pages about a duel or week: `{% load duels %}`."""

from __future__ import annotations

from django import template

from campaign.league.views.frame import duel_url, week_url

register = template.Library()
register.simple_tag(duel_url)
register.simple_tag(week_url)
