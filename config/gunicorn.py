"""How gunicorn serves pages and API behind a proxy."""

import os

bind = os.environ.get("BIND", "0.0.0.0:8000")
workers = int(os.environ.get("WEB_WORKERS", "2"))
threads = int(os.environ.get("WEB_THREADS", "4"))
worker_class = "config.gunicorn_worker.PatientWorker"  # no thread waits for a slow client
worker_connections = 500
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112, S108
preload_app = True
graceful_timeout = 30
timeout = 60
keepalive = 15
max_requests = 10_000
max_requests_jitter = 1_000
forwarded_allow_ips = "*" if os.environ.get("TRUSTED_PROXIES", "0") != "0" else ""
control_socket_disable = True
