"""The project's settings for tests: real servers, started once and shared by every test process."""

import os
from pathlib import Path

from tests import leftovers
from tests.servers import Background
from tests.siege import QUICK

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if not WORKER:
    os.environ["VAR_DIR"] = str(leftovers.begin())
SERVERS: Background | None = None
if QUICK:  # what asks for a server in a quick run fails
    os.environ["DATABASE_URL"] = "postgres://nobody@127.0.0.1:1/none"
    os.environ["REDIS_URL"] = "redis://127.0.0.1:1/0"
elif not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
    SERVERS = Background.launch(Path(os.environ["VAR_DIR"]) / "servers.log")
    os.environ["SERVERS_LOG"] = str(SERVERS.log)
    os.environ["DATABASE_URL"] = os.environ.get("DATABASE_URL") or SERVERS.database_url
    os.environ["REDIS_URL"] = os.environ.get("REDIS_URL") or SERVERS.redis_url

os.environ |= {
    "EMBEDDED": "1",
    "DEBUG": "0",
    "CACHE_URL": f"locmem://{WORKER}",
    "CONN_MAX_AGE": "0",
    "EMAIL_URL": "memory:",
    "DICE_DELAY_LINKS": "0",
    "API_RATE_ANON": "1000000/min",
    "TRYOUT_RATE": "",
    "PUSH_HOSTS": "push.example.org",
    "API_RATE_USER": "1000000/min",
    "SECRET_KEY": "tests-only-tests-only-tests-only-tests-only-tests-only",
}

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ACCOUNT_RATE_LIMITS = False
DATABASES["default"]["TEST"] = {"NAME": os.environ.get("DEADDROP_DB") or "test_deaddrop"}
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
