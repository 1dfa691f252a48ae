"""Admin pages for outages and quarantines."""

from core.web.read_only_admin import list_records

from .models import Heartbeat, Outage, Quarantine

list_records(Heartbeat, columns=("at",))
list_records(Outage, columns=("began_at", "ended_at"))
list_records(Quarantine, columns=("began_at", "reason", "released_at"))
