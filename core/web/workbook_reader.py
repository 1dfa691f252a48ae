"""A program that reads a workbook (XLSX, XLS or ODS) from standard input and writes its sheets as
JSON, with their titles as keys. It exits with 1 if the file is damaged, and with 2 or a signal if
the sheets are too large.

It runs in a separate process with limited memory and time, because the library allocates the whole
rectangle up to a sheet's last cell. A file of a few kilobytes can therefore request 500 GB.
"""

from __future__ import annotations

import json
import resource
import sys
from datetime import datetime
from io import BytesIO
from typing import Any

from python_calamine import SheetTypeEnum, load_workbook


def main(
    memory: int, seconds: int, max_length: int, max_sheets: int, max_rows: int, max_columns: int
) -> None:
    """Read within these limits. `memory` and `max_length`, the length of the JSON, are in bytes."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    workbook = load_workbook(BytesIO(sys.stdin.buffer.read()))
    names = [
        sheet.name for sheet in workbook.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet
    ]
    cells: dict[str, Any] = {}
    for name in names[: max_sheets + 1]:
        sheet = workbook.get_sheet_by_name(name)
        last_row, last_column = sheet.end or (0, 0)
        if last_row > max_rows or last_column >= max_columns:
            raise MemoryError
        cells[name] = sheet.to_python(skip_empty_area=False) if sheet.end else []
    answer = json.dumps(cells, default=as_text, ensure_ascii=False).encode()
    if len(answer) > max_length:
        raise MemoryError
    sys.stdout.buffer.write(answer)


def as_text(value: object) -> str:
    """Return a cell's value as a string. Dates are formatted as 2040-03-01."""
    return value.date().isoformat() if isinstance(value, datetime) else str(value)


if __name__ == "__main__":
    try:
        main(*map(int, sys.argv[1:]))
    except MemoryError:
        sys.exit(2)
