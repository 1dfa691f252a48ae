"""A person's own data: what there is to do with it, and the file."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Final

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from core.web import clock
from core.web.views.frame import render_page
from core.web.views.person import person
from home.selectors.my_data import my_data as everything

if TYPE_CHECKING:
    from typing import Any

    from django.http import HttpRequest

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
    """Where one's data is corrected, taken along, and deleted."""
    return render_page(request, "home/my_data", title="Your data")


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """One's data as a file: JSON, and a page of words about it, in one archive."""
    user, now = person(request), clock.now()
    found = everything(user, now)
    answer = HttpResponse(_archive(found, request.get_host()), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="my-data-{now:%Y-%m-%d}.zip"'
    return answer


def _archive(found: dict[str, Any], site: str) -> bytes:
    counts = "\n".join(f"{len(rows):6}  {name}" for name, rows in found["parts"].items() if rows)
    words = README.format(
        site=site, name=found["account"]["name"], made_at=found["made_at"], counts=counts
    )
    data = json.dumps(found, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    made = io.BytesIO()
    moment = found["made_at"].timetuple()[:6]
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in (("README.txt", words), ("data.json", data)):
            archive.writestr(zipfile.ZipInfo(name, date_time=moment), text)
    return made.getvalue()
