"""The JSON Schema of bundles (`docs/bundle.schema.json`), for programs that read or create them."""

from __future__ import annotations

from typing import Any

import msgspec

from home.rules.bundle import (
    FORMAT,
    PEOPLE,
    VERSION,
    Club,
    Manifest,
    Part,
    SealedManifest,
    Signature,
)

from .bundle_parts import EXPORTED_TABLES
from .bundle_rows import row_schema


def bundle_schema() -> dict[str, Any]:
    """Return the schema of the manifests, the signature, and the lines of each part."""
    _, shapes = msgspec.json.schema_components(
        [Manifest, SealedManifest, Signature, Club, Part], ref_template="#/$defs/{name}"
    )
    text = {"type": "string"}
    people = {
        "type": "object",
        "properties": {"id": {**text, "format": "uuid"}, "name": text},
        "required": ["id", "name"],
        "additionalProperties": False,
    }
    lines = {part.name: row_schema(part) for part in EXPORTED_TABLES} | {PEOPLE: people}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT}, version {VERSION}",
        "description": "manifest.json of a bundle; under $defs/rows, a line of each part.",
        "anyOf": [{"$ref": "#/$defs/Manifest"}, {"$ref": "#/$defs/SealedManifest"}],
        "$defs": {**shapes, "rows": lines},
    }
