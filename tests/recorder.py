"""A pytest plugin that records requests and answers of the API for ``make examples``: one JSON line
for each successful answer and each refusal, in the folder ``API_RECORD``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.handlers.base import BaseHandler

if TYPE_CHECKING:
    import pytest

PREFIX: Final = "/api/v1/"
GUIDE: Final = "tests/api/test_guide.py"
"""Tests whose answers are in ``docs/api.md`` and come first."""
LONGEST: Final = 400_000
"""Maximum size of a recorded answer in bytes."""


def pytest_configure(config: pytest.Config) -> None:
    """Record every answer of the site in this process."""
    folder = Path(os.environ["API_RECORD"])
    folder.mkdir(parents=True, exist_ok=True)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    _record_into(folder / f"{worker}.jsonl")


def _record_into(file: Path) -> None:
    respond = BaseHandler.get_response

    def get_response(self: BaseHandler, request: Any) -> Any:
        answer = respond(self, request)
        if request.path.startswith(PREFIX) and not 300 <= answer.status_code < 400:
            line = _line(request, answer)
            if line is not None:
                with file.open("a") as out:
                    out.write(json.dumps(line) + "\n")
        return answer

    BaseHandler.get_response = get_response  # type: ignore[method-assign]


def _line(request: Any, answer: Any) -> dict[str, Any] | None:
    """Return the request and its answer as values, or None for what is not JSON."""
    if answer.streaming or len(answer.content) > LONGEST:
        return None
    sent = getattr(request, "_body", b"")
    try:
        said = json.loads(answer.content) if answer.content else None
    except ValueError:
        return None
    try:
        body = json.loads(sent) if sent else None
    except ValueError:
        body = sent.decode(errors="replace")  # such as what is refused because it is no JSON
    return {
        "method": request.method.lower(),
        "path": request.get_full_path(),
        "body": body,
        "if_match": request.headers.get("If-Match"),
        "status": answer.status_code,
        "headers": dict(answer.headers),
        "guide": _is_in_guide(os.environ.get("PYTEST_CURRENT_TEST", "")),
        "answer": said,
    }


def _is_in_guide(now: str) -> bool:
    return now.startswith(GUIDE) and now.endswith("(call)")
