"""Pages for a person's own data, with options and a download."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.web import clock
from core.web.views.frame import render_page
from core.web.views.person import person
from home.selectors.my_data import my_data as collect_my_data

README: Final = """Data that {site} stores about {name}, as of {made_at:%Y-%m-%d %H:%M} UTC.

data.json has two sections. "account" contains your account. "parts" contains everything else. Each
part is named after its database table and the column that links it to you. Times are in UTC. Texts
are included as you wrote them, and each version of a post has a digest that proves it.

The file does not contain passwords, tokens, links, or the addresses of devices and webhooks. It
also leaves out data about other people, such as your answers to their requests.

{counts}
"""


@login_required
@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """Show where people can correct, download and delete their data."""
    return render_page(request, "home/my_data", title="Your data")


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Return a person's data as an archive that contains a JSON file and a text file."""
    user, now = person(request), clock.now()
    data = collect_my_data(user, now)
    response = HttpResponse(_archive(data, request.get_host()), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="my-data-{now:%Y-%m-%d}.zip"'
    return response


def _archive(found: dict[str, Any], site: str) -> bytes:
    counts = "\n".join(f"{len(rows):6}  {name}" for name, rows in found["parts"].items() if rows)
    readme = README.format(
        site=site, name=found["account"]["name"], made_at=found["made_at"], counts=counts
    )
    json_text = json.dumps(found, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    buffer = io.BytesIO()
    date_time = found["made_at"].timetuple()[:6]
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in (("README.txt", readme), ("data.json", json_text)):
            archive.writestr(zipfile.ZipInfo(name, date_time=date_time), text)
    return buffer.getvalue()
