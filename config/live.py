"""The process for live streams, behind a proxy that forwards ``settings.LIVE_PATH`` to it."""

import os

import uvicorn

from . import limits


def main() -> None:
    """Serve streams until told to stop."""
    limits.allow_open_files()
    uvicorn.run(
        "config.asgi:application",
        host=os.environ.get("HOST", "0.0.0.0"),  # noqa: S104 - inside a container
        port=int(os.environ.get("PORT", "8001")),
        http="config.uvicorn_protocol:Streaming",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=2000,
        timeout_graceful_shutdown=5,
        ws="none",
    )


if __name__ == "__main__":
    main()
