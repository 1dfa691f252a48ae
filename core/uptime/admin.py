"""The site owner's admin over outages and quarantines."""

from __future__ import annotations

from django.contrib import admin

from core.web.read_only_admin import ReadOnly

from .models import Heartbeat, Outage, Quarantine


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """When the site was last known to be up."""

    list_display = ("at",)


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    """When the site was away."""

    list_display = ("began_at", "ended_at")


@admin.register(Quarantine)
class QuarantineAdmin(ReadOnly):
    """When nothing left the site, since it was a copy."""

    list_display = ("began_at", "reason", "released_at")
