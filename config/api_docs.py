"""The API description, and the page that shows it."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from core.web.api.openapi import CachedGenerator


class ApiPage(SpectacularSwaggerSplitView):
    """The documentation page, or its script if the URL contains `?script`."""

    template_name = "api_docs.html"
    template_name_js = "api_docs.js"

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Return the library's response, with the description split into paragraphs."""
        answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        answer.data["paragraphs"] = spectacular_settings.DESCRIPTION.replace("`", "").split("\n\n")
        return answer


class Description(SpectacularAPIView):
    """The API description, rendered once per process.

    JSON is valid YAML, so the same bytes are used for both formats.
    """

    http_method_names = ["get", "head"]

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the stored bytes, or 304 if the reader's ETag matches them."""
        content = rendered_description()
        tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
        response = HttpResponse(
            content,
            content_type=request.accepted_renderer.media_type,
            headers={"ETag": tag, "Cache-Control": "no-cache"},
        )
        patch_vary_headers(response, ("Accept",))
        return get_conditional_response(request, etag=tag, response=response) or response


@cache
def rendered_description() -> bytes:
    """Return the description as JSON without whitespace, which halves its size."""
    schema = CachedGenerator().get_schema()  # type: ignore[no-untyped-call]
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":")).encode()
