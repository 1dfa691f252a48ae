"""Admin pages for outages and quarantines."""

from __future__ import annotations

from django.contrib import admin

from core.web.read_only_admin import ReadOnly

from .models import Heartbeat, Outage, Quarantine


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    """The last time the site was known to be up."""

    list_display = ("at",)


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    """Outages of the site."""

    list_display = ("began_at", "ended_at")


@admin.register(Quarantine)
class QuarantineAdmin(ReadOnly):
    """Quarantines, during which a copy of the site sends nothing."""

    list_display = ("began_at", "reason", "released_at")
