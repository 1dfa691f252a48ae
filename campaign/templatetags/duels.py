"""`{% load duels %}`: addresses of a duel's pages, whether it is the week's own or an event."""

from __future__ import annotations

from django import template

from campaign.duels.views.addresses import duel_url
from campaign.league.views.frame import week_url

register = template.Library()
register.simple_tag(duel_url)
register.simple_tag(week_url)
