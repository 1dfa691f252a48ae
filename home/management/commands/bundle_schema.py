"""`manage.py bundle_schema` prints the JSON Schema of bundles, as in `docs/bundle.schema.json`."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from home.selectors.bundle_schema import bundle_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of bundles."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(bundle_schema(), indent=1))
