"""Examples in the API's description: a request and its answer that a test has really got, as
``make examples`` keeps them in ``docs/api/examples/``, a file a subject.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from .operations import JSON

FOLDER: Final = Path("docs", "api", "examples")
REFUSALS: Final = Path("docs", "api", "refusals.json")


def kept_examples() -> dict[str, dict[str, Any]]:
    """What is kept, by the operation's name: its `path`, `status`, `answer`, `headers`, and where
    one is sent its `body` and `if_match`.
    """
    found: dict[str, dict[str, Any]] = {}
    for file in sorted((Path(settings.BASE_DIR) / FOLDER).glob("*.json")):
        found.update(json.loads(file.read_text()))
    return found


def kept_refusals() -> dict[str, dict[str, Any]]:
    """One refusal of each kind, by the name of its response, with its `method`, too."""
    file = Path(settings.BASE_DIR) / REFUSALS
    found: dict[str, dict[str, Any]] = json.loads(file.read_text()) if file.exists() else {}
    return found


def add_examples(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Put the kept examples into the description."""
    kept = kept_examples()
    for operations in result["paths"].values():
        for operation in operations.values():
            if example := kept.get(operation["operationId"]):
                _show(operation, example)
    responses = result["components"]["responses"]
    for name, refusal in kept_refusals().items():
        if name in responses:
            responses[name]["content"][JSON]["example"] = refusal["answer"]
    return result


def _show(operation: dict[str, Any], example: dict[str, Any]) -> None:
    if "body" in example and "requestBody" in operation:
        operation["requestBody"]["content"][JSON]["example"] = example["body"]
    answer = operation["responses"].get(str(example["status"]), {})
    if "answer" in example and JSON in answer.get("content", {}):
        answer["content"][JSON]["example"] = _without_schemas(example["answer"])


def _without_schemas(value: Any) -> Any:
    """The value with an empty object for each JSON Schema in it: programs that read a description
    take its references for their own.
    """
    if isinstance(value, dict):
        return {} if "$ref" in value else {key: _without_schemas(one) for key, one in value.items()}
    return [_without_schemas(one) for one in value] if isinstance(value, list) else value
