"""The page on which the API is read and tried: Swagger's list in the house's frame."""

from __future__ import annotations

from typing import Any

from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response


class ApiPage(SpectacularSwaggerSplitView):
    """The page, and with `?script` the script that draws its list."""

    template_name = "api_docs.html"
    template_name_js = "api_docs.js"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **named: Any) -> Response:
        """What the library answers with, and what the description says first."""
        answer: Response = super().get(request, *args, **named)  # type: ignore[no-untyped-call]
        answer.data["paragraphs"] = spectacular_settings.DESCRIPTION.replace("`", "").split("\n\n")
        return answer
