"""Examples in the API description, which are requests and responses from tests.

``make examples`` stores them in ``docs/api/examples/``, in one file per subject.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from .operations import JSON

FOLDER: Final = Path("docs", "api", "examples")
REFUSALS: Final = Path("docs", "api", "refusals.json")


def stored_examples() -> dict[str, dict[str, Any]]:
    """Return the stored examples by operation, each with `path`, `status`, `answer`, `headers`,
    `body` and `if_match`.
    """
    examples: dict[str, dict[str, Any]] = {}
    for file in sorted((Path(settings.BASE_DIR) / FOLDER).glob("*.json")):
        examples.update(json.loads(file.read_text()))
    return examples


def stored_refusals() -> dict[str, dict[str, Any]]:
    """Return an example of each refusal, with its `method`, by the name of its response."""
    file = Path(settings.BASE_DIR) / REFUSALS
    refusals: dict[str, dict[str, Any]] = json.loads(file.read_text()) if file.exists() else {}
    return refusals


def add_examples(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Add the stored examples to the description."""
    examples = stored_examples()
    for operations in result["paths"].values():
        for operation in operations.values():
            if example := examples.get(operation["operationId"]):
                _show(operation, example)
    responses = result["components"]["responses"]
    for name, refusal in stored_refusals().items():
        if name in responses:
            responses[name]["content"][JSON]["example"] = refusal["answer"]
    return result


def _show(operation: dict[str, Any], example: dict[str, Any]) -> None:
    if "body" in example and "requestBody" in operation:
        operation["requestBody"]["content"][JSON]["example"] = example["body"]
    answer = operation["responses"].get(str(example["status"]), {})
    if "answer" in example and JSON in answer.get("content", {}):
        answer["content"][JSON]["example"] = _shortened(example["answer"])


def _shortened(value: Any) -> Any:
    """Return an answer without JSON Schemas. If it is a page, keep only one item.

    Programs would otherwise resolve the references of these schemas in the API description.
    """
    if isinstance(value, dict):
        page = {"results": value["results"][:1]} if "results" in value else {}
        entries = (value | page).items()
        return {} if "$ref" in value else {key: _shortened(entry) for key, entry in entries}
    return [_shortened(entry) for entry in value] if isinstance(value, list) else value
