"""Settings, read from the environment.

The default is an embedded site, which uses SQLite and files in ``var/``.
"""

from __future__ import annotations

import logging
import secrets
import tomllib
from datetime import timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env
from kombu import Queue
from whitenoise.compress import Compressor

from config import beacon, limits, logs

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]

env = Env()

# Where this runs
# --------------------------------------------------------------------------------------------------

VAR_DIR: Path = env.path("VAR_DIR", BASE_DIR / "var")
"""Folder for the files of an embedded site."""
DEBUG: bool = env.bool("DEBUG", False)
"""Show error details on pages. Only for development."""
EMBEDDED: bool = env.bool("EMBEDDED", not env.str("DATABASE_URL", ""))
"""Run on one machine without other services, using SQLite and files, and without HTTPS."""
HTTPS: bool = env.bool("HTTPS", not (DEBUG or EMBEDDED))
"""Require HTTPS."""
DEMO: bool = env.bool("DEMO", True)
"""Create the demo club when `make run` starts an empty site, and offer its accounts on the front
page.
"""


def kept_secret(path: Path) -> str:
    """Return the secret in this file, which is created on first use. Only its owner can read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x") as file:
            path.chmod(0o600)
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text()


def networks(name: str, names: list[str]) -> list[IPv4Network | IPv6Network]:
    """Return the networks in a setting, such as 172.16.0.0/12."""
    try:
        return [ip_network(network.strip()) for network in names]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} contains an invalid network: {error}") from None


SECRET_KEY: str = env.str("SECRET_KEY", "")
"""A long random string that all processes share. It must stay secret.

An embedded site creates one in `VAR_DIR`. Keep a copy beside the backups, but not in them.
"""
if not SECRET_KEY:
    if not (DEBUG or EMBEDDED):
        raise ImproperlyConfigured(
            "SECRET_KEY must be set to a long random string that is the same for every process "
            "of the site."
        )
    SECRET_KEY = kept_secret(VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
"""Previous secret keys of the site, separated by commas. Signatures made with them stay valid."""
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", ["localhost", ".localhost", "127.0.0.1", "[::1]"] if DEBUG or EMBEDDED else []
)
"""Host names of the site, separated by commas."""
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
"""Addresses of the site with the scheme, such as https://league.example, separated by commas."""
SITE_URL: str = env.str("SITE_URL", "http://localhost:8000")
"""Base URL for links in emails and messages."""
TRUSTED_PROXIES: int = env.int("TRUSTED_PROXIES", 0)
"""Number of proxies in front of the site. If it is wrong, everyone appears to have the same network
address.
"""

# Applications
# --------------------------------------------------------------------------------------------------

MINIGAMES = sorted(f"minigames.{apps.parent.name}" for apps in BASE_DIR.glob("minigames/*/apps.py"))

INSTALLED_APPS = [
    "core.accounts",
    "core.notifications",
    "core.uptime",
    "core.web",
    "play",
    "campaign",
    "ambush",
    "espionage",
    "autoduel",
    *MINIGAMES,
    "monitoring",
    "home",
    "django.forms",
    "config.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "config.collecting.CollectedConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "django_htmx",
    "csp",
    "django_structlog",
]

MIDDLEWARE = [
    "config.health.answer_checks",
    "config.metrics.count_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.LogMiddleware",
    "config.middleware.PolicyMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "config.cors.allow_other_sites",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Last, so that its responses are like those of other pages. Nothing before it reads a body.
    "config.middleware.complete_responses",
]

if EMBEDDED:  # For other sites, the proxy compresses pages (Caddyfile).
    MIDDLEWARE.insert(
        MIDDLEWARE.index("whitenoise.middleware.WhiteNoiseMiddleware") + 1,
        "config.middleware.PagesGZipMiddleware",
    )

ROOT_URLCONF = "config.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "home.context.site",
            ],
            "builtins": ["core.web.templatetags.addresses"],
        },
    }
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Data
# --------------------------------------------------------------------------------------------------

LOCK_TIMEOUT: str = env.str("LOCK_TIMEOUT", "3s")
"""Maximum time that PostgreSQL waits for a lock before the site reports that it is busy."""
POSTGRES_OPTIONS = {
    "connect_timeout": 5,
    "application_name": "deaddrop",
    "keepalives": 1,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "options": " ".join(
        f"-c {name}={value}"
        for name, value in {
            "lock_timeout": LOCK_TIMEOUT,
            "idle_in_transaction_session_timeout": "60s",
            "client_connection_check_interval": "10s",
            "jit": "off",
        }.items()
    ),
}
SQLITE_OPTIONS = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=67108864;"
    ),
}

DATABASE: dict[str, Any] = env.dj_db_url(
    "DATABASE_URL", f"sqlite:///{VAR_DIR / 'deaddrop.sqlite3'}"
)
"""Database URL, such as postgres://USER:PASSWORD@HOST:5432/NAME."""
ON_POSTGRES = "postgresql" in DATABASE["ENGINE"]
if not ON_POSTGRES:
    VAR_DIR.mkdir(parents=True, exist_ok=True)
DATABASE["OPTIONS"] = {
    **DATABASE.get("OPTIONS", {}),
    **(POSTGRES_OPTIONS if ON_POSTGRES else SQLITE_OPTIONS),
}
DATABASE["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", 600)
"""Number of seconds for which a database connection is reused."""
DATABASE["CONN_HEALTH_CHECKS"] = True
DATABASES = {"default": DATABASE}

POSTGRES_PROGRAMS: str = env.str("POSTGRES_PROGRAMS", "")
"""Folder with PostgreSQL's programs, for backups. By default, they are found in the search path."""

REDIS_URL: str = env.str("REDIS_URL", "")
"""Redis URL, such as redis://HOST:6379/0, for tasks, rate limits and live updates."""
CACHES: dict[str, Any] = {
    "default": env.dj_cache_url("CACHE_URL", REDIS_URL or "locmem://deaddrop")
}
"""Cache URL for rate limits, such as redis://HOST:6379/1."""
if "redis" in CACHES["default"]["BACKEND"]:
    CACHES["default"] |= {
        "BACKEND": "config.cache.ForgivingRedisCache",
        "KEY_PREFIX": "deaddrop",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }

# People
# --------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
CLUB_MODEL = "campaign.Campaign"
"""Model of the groups to which people belong."""
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "config.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_FORMS = {"signup": "config.account_forms.SignupForm"}
ACCOUNT_PREVENT_ENUMERATION = "strict"
"""Forms do not reveal whether an address is known.

Accounts can share an address until it is confirmed (`docs/explanation/secrecy.md`).
"""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_by_name": "5/15m/key",
    "signup": "10/10m/ip,60/d/ip",
    "confirm_email": "",
    "confirmation_mail": "1/3m/key,6/h/key",
}
"""Failed sign-ins are limited by network address, by address and name, and by name for browsers
that do not know the person (`config.accounts`).

Sign-up attempts are limited, including mistyped ones. A club of thirty people in one room who share
an address can sign up within half an hour. Emails to unconfirmed addresses are counted when they
are sent (`AccountAdapter.send_mail`), because allauth's own count would silently skip an email and
thereby reveal that another had been sent.
"""
SIGN_UP: str = env.str("SIGN_UP", "open")
"""Controls who can sign up: "open" for anyone, or "invited" for people with a club's invite."""
FOUNDING: str = env.str("FOUNDING", "everybody")
"""Controls who can create a club: "everybody" with an account, or "staff"."""
if SIGN_UP not in {"open", "invited"}:
    raise ImproperlyConfigured('SIGN_UP must be "open" or "invited".')
if FOUNDING not in {"everybody", "staff"}:
    raise ImproperlyConfigured('FOUNDING must be "everybody" or "staff".')
DELETION_DAYS: int = env.int("DELETION_DAYS", 14)
"""Number of days between a request to delete an account and its deletion. Signing in cancels the
deletion.
"""
TRYOUTS: bool = env.bool("TRYOUTS", True)
"""Allow visitors to try out a week without an account."""
TRYOUT_RATE: str = env.str("TRYOUT_RATE", "20/10m/key,60/d/key,100/10m/ip,500/d/ip")
"""Limits on the weeks of try-outs per browser (`key`) and per network address (`ip`), which a whole
club or convention can share.
"""
ARENA_HOURS: list[int] = env.list("ARENA_HOURS", [12, 18, 19, 20, 21, 22, 23], subcast=int)
"""Hours of the day, in the site's time zone, at which events of the open arena begin, separated by
commas. Set it to nothing to have no events.
"""
if not set(ARENA_HOURS) <= set(range(24)):
    raise ImproperlyConfigured("ARENA_HOURS must be hours from 0 to 23, separated by commas.")
KNOWN_COOKIE_NAME = "__Host-known" if HTTPS else "deaddrop_known"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Dead Drop"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
STAFF_SECOND_FACTOR: bool = env.bool("STAFF_SECOND_FACTOR", True)
"""Require a second factor for the admin in each session.

Turn this off only for development.
"""
if not (STAFF_SECOND_FACTOR or DEBUG or EMBEDDED):
    raise ImproperlyConfigured("STAFF_SECOND_FACTOR can be turned off only for development.")

# Mail
# --------------------------------------------------------------------------------------------------

MAIL: dict[str, Any] = env.dj_email_url(
    "EMAIL_URL", "console:" if DEBUG else "dummy:" if EMBEDDED else "smtp://localhost:25"
)
"""Mail server: submission://USER:PASSWORD@HOST:587 (STARTTLS), or smtp://…:465?ssl=True. `console:`
sends nothing.
"""
if "EMAIL_BACKEND" not in MAIL:
    raise ImproperlyConfigured("EMAIL_URL must start with smtp:// or submission://.")
EMAIL_BACKEND: str = MAIL["EMAIL_BACKEND"].replace(
    "django.core.mail.backends.smtp.EmailBackend", "core.web.mail.PunctualBackend"
)
EMAIL_HOST: str = MAIL.get("EMAIL_HOST") or "localhost"
EMAIL_PORT: int = MAIL.get("EMAIL_PORT") or 25
EMAIL_HOST_USER: str = MAIL.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD: str = MAIL.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS: bool = MAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL: bool = MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", "Dead Drop <deaddrop@localhost>")
"""Sender of emails. Most mail servers accept only their own addresses."""
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAIL_LEAVES: bool = env.bool(
    "MAIL_LEAVES", not EMAIL_BACKEND.endswith((".dummy.EmailBackend", ".console.EmailBackend"))
)
"""Send notices by email. If this is off, for example because email goes to the console, no emails
are added to the outbox.
"""
ACCOUNT_EMAIL_VERIFICATION: str = (
    env.str("EMAIL_VERIFICATION", "optional") if MAIL_LEAVES else "none"
)
"""Whether addresses must be confirmed before signing in: `mandatory`, `optional` or `none`.

Addresses can be confirmed only if email is sent.
"""
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_LEAVES
"""Allow second factors with an unconfirmed address if addresses cannot be confirmed."""
HOOK_HOSTS: list[str] = env.str("HOOK_HOSTS", "").lower().replace(",", " ").split()
"""Hosts other than Discord that webhooks can use. Never add a host in your own network."""
PUSH_HOSTS: list[str] = env.str("PUSH_HOSTS", "").lower().replace(",", " ").split()
"""Hosts for push messages, other than the push services of Chrome, Firefox, Safari and Edge.

Never add a host in your own network.
"""
VAPID_KEY: str = env.str("VAPID_KEY", "")
"""Private key for signing push messages, as 32 bytes in URL-safe base64.

By default, it is derived from `SECRET_KEY`.
"""
PUSH_STAND_IN = ""
"""Address that tests use instead of a push service.

Do not set it otherwise, because the address is not checked.
"""
NOTICES_DAYS: int = env.int("NOTICES_DAYS", 365)
"""Number of days for which notices are kept."""
TABLE_TALK_DAYS: int = env.int("TABLE_TALK_DAYS", 365)
"""Number of days for which a table's chat is kept after the end of its match."""
BOARD_DAYS: int = env.int("BOARD_DAYS", 0)
"""Number of days for which the site keeps posts on a club's board and comments on duels and news.
0 means as long as the club exists.
"""
LETTERS_DAYS: int = env.int("LETTERS_DAYS", 0)
"""Number of days for which letters between teams are kept. 0 means as long as the club exists."""
FORMS_DAYS: int = env.int("FORMS_DAYS", 30)
"""Number of days for which a repeated form gets the same response and has no further effect."""
SESSION_DAYS: int = env.int("SESSION_DAYS", 14)
"""Number of days after which sessions expire and are deleted."""
SESSION_COOKIE_AGE = SESSION_DAYS * 24 * 60 * 60
INCIDENTS_DAYS: int = env.int("INCIDENTS_DAYS", 365)
"""Number of days for which problems of background jobs are kept after they were resolved."""
LOGS_DAYS: int = env.int("LOGS_DAYS", 14)
"""Number of days for which the operator keeps logs.

The site only writes logs. The privacy page states this figure, and the log collector must follow
it.
"""
for name in ("NOTICES_DAYS", "TABLE_TALK_DAYS", "FORMS_DAYS", "SESSION_DAYS", "INCIDENTS_DAYS"):
    if globals()[name] < 1:
        raise ImproperlyConfigured(f"{name} must be a number of days, at least 1.")
for name in ("BOARD_DAYS", "LETTERS_DAYS"):
    if globals()[name] < 0:
        raise ImproperlyConfigured(f"{name} must be a number of days, or 0 to keep them forever.")
DELIVERIES_DAYS: int = env.int("DELIVERIES_DAYS", 30)
"""Number of days for which the delivery status of emails and messages is kept."""

# Random dice
# --------------------------------------------------------------------------------------------------

BEACON_NAME: str = env.str("DICE_BEACON", "")
"""Public beacon for the dice of weeks: "quicknet", or a file that describes another drand chain.

There is none by default, because a beacon requires internet access or a member who pastes its
rounds.
"""
DICE_BEACON = beacon.chain_named(BEACON_NAME)
DICE_BEACON_RELAYS = beacon.relays_of(BEACON_NAME, env.list("DICE_BEACON_RELAYS", []))
"""Relays of the beacon, separated by commas. The default is the list of quicknet's own relays."""
DICE_BEACON_FILE: str = env.str("DICE_BEACON_FILE", "")
"""File with rounds, one per line in the relays' format, for a site that has no access to relays."""
DICE_DELAY_LINKS: int = env.int("DICE_DELAY_LINKS", 8)
"""Length of the delay that replaces a beacon, in links. A link takes about a tenth of a second,
once per week.
"""

# Monitoring: docs/operating/
# --------------------------------------------------------------------------------------------------

SITE_OWNER_EMAIL: list[str] = env.list("SITE_OWNER_EMAIL", [])
"""Recipients of alerts about background jobs.

Django's `ADMINS` is not used, because its emails quote requests and therefore also players' texts.
"""
OVERDUE_MINUTES: float = env.float("OVERDUE_MINUTES", 5.0)
"""Number of minutes after which due work is considered overdue."""
TICK_RUNNERS: list[str] = env.list("TICK_RUNNERS", [])
"""Runners that must run the tick: `worker` (Celery's) and `loop` (`manage.py tick --loop --only
weeks`). If one of them stops, this is reported even if another one works.
"""
METRICS_TOKEN: str = env.str("METRICS_TOKEN", "")
"""Token for reading `/metrics`, with at least 24 characters."""
METRICS_NETWORKS = networks("METRICS_NETWORKS", env.list("METRICS_NETWORKS", []))
"""Networks that can read `/metrics` without a token, unless the request comes through a proxy.

If there are no networks and no token, there are no metrics.
"""
if METRICS_TOKEN and len(METRICS_TOKEN) < 24:
    raise ImproperlyConfigured("METRICS_TOKEN must be a random string of at least 24 characters.")

# Language and time
# --------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en-gb"
USE_I18N = True
USE_TZ = True
TIME_ZONE: str = env.str("TIME_ZONE", "UTC")
"""Time zone for people whose own time zone is unknown, and for the open arena's timetable, such as
Europe/London.
"""

# Static files
# --------------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT: Path = env.path("STATIC_ROOT", BASE_DIR / "staticfiles")
"""Folder in which static files are collected."""
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [
    BASE_DIR / "static",
    ("docs", BASE_DIR / "docs" / "images"),
    ("examples", BASE_DIR / "docs" / "examples"),
]
COLLECTED: bool = env.bool("STATIC_COLLECTED", not (DEBUG or EMBEDDED))
"""Serve the collected static files under names that browsers can cache forever."""
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.collecting.CollectedStorage"
        if COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
WHITENOISE_USE_FINDERS = not COLLECTED
WHITENOISE_AUTOREFRESH = not COLLECTED

# Browsers
# --------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "worker-src": [SELF],
        "manifest-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        *(
            "accelerometer",
            "autoplay",
            "camera",
            "display-capture",
            "encrypted-media",
            "fullscreen",
            "geolocation",
            "gyroscope",
        ),
        *("magnetometer", "microphone", "midi", "payment", "usb", "xr-spatial-tracking"),
    )
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS: bool = HTTPS and env.bool("HSTS_SUBDOMAINS", False)
"""Tell browsers for a year that all subdomains support HTTPS, including subdomains that others run.

Set this only if you are sure that it is true.
"""
SECURE_HSTS_PRELOAD: bool = SECURE_HSTS_INCLUDE_SUBDOMAINS and env.bool("HSTS_PRELOAD", False)
"""Allow browser vendors to add the domain to their lists. It takes long to be removed from the
lists.

This requires the previous setting.
"""
SILENCED_SYSTEM_CHECKS = [
    "security.W005",
    "security.W021",
]  # These two settings affect hosts of others.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "deaddrop_session"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "deaddrop_csrf"
CSRF_FAILURE_VIEW = "config.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = limits.LARGEST_FORM
DATA_UPLOAD_MAX_NUMBER_FIELDS = limits.MOST_FIELDS
DATA_UPLOAD_MAX_NUMBER_FILES = limits.MOST_FILES
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Live updates: the streams live under this path and are served by the ASGI process.
# --------------------------------------------------------------------------------------------------

LIVE_PATH = "/live/"
LIVE_STREAMS: bool = env.bool("LIVE_STREAMS", True)
"""Update pages with live streams. If this is off, pages poll from time to time."""

# API
# --------------------------------------------------------------------------------------------------

API_RATE_ANON: str = env.str("API_RATE_ANON", "60/min")
"""Limit on API requests without a token, per network address."""
API_RATE_USER: str = env.str("API_RATE_USER", "600/min")
"""Limit on API requests per person."""
API_TOKEN_DAYS: int = env.int("API_TOKEN_DAYS", 90)
"""Lifetime of API tokens in days."""
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.api.TokenAuthentication",
        "config.api.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_THROTTLE_CLASSES": ["config.api.AnonymousThrottle", "config.api.PersonThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "anon": API_RATE_ANON,
        "user": API_RATE_USER,
    },
    "NUM_PROXIES": TRUSTED_PROXIES,
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "core.web.api.openapi.OperationSchema",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
DRF_STANDARDIZED_ERRORS = {
    "EXCEPTION_HANDLER_CLASS": "config.errors.ApiExceptionHandler",
    "EXCEPTION_FORMATTER_CLASS": "config.errors.ApiExceptionFormatter",
    "ENABLE_IN_DEBUG_FOR_UNHANDLED_EXCEPTIONS": True,
}
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 - the name of a model
MIGRATION_MODULES: dict[str, Any] = {
    "knox": None
}  # Its migrations would create the table of the token model that was replaced.
REST_KNOX = {
    "TOKEN_TTL": timedelta(days=API_TOKEN_DAYS),
    "AUTH_HEADER_PREFIX": "Token",
    "TOKEN_PREFIX": "dd_",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Dead Drop",
    "DESCRIPTION": (
        "Orders, reports, matches and standings of a Car Wars league, as far as you can see "
        "them.\n\n"
        "Tables also have a stream: `GET /live/play/{table}/` sends server-sent events "
        '`data: {"v": "5.2.0"}` whenever the `version` of the table changes for your seat, but '
        "never the contents. It accepts the same tokens. If you have several seats, choose one "
        "with `?as=1`. The stream ends after at most ten minutes, so open it again. If the status "
        "is 204, streaming is not possible: poll the table with If-None-Match instead."
    ),
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"persistAuthorization": False},
    "OAS_VERSION": "3.1.0",
    "DEFAULT_GENERATOR_CLASS": "core.web.api.openapi.CachedGenerator",
    "SERVERS": [{"url": "/", "description": "This site."}],
    "POSTPROCESSING_HOOKS": [
        "core.web.api.openapi.add_components",
        "core.web.api.openapi.add_tags",
        "core.web.api.examples.add_examples",
    ],
}

# Uptime (docs/decisions/0011-outages.md), checked by processes with timed work.
# --------------------------------------------------------------------------------------------------

UPTIME_URL: list[str] = env.list("UPTIME_URL", [])
"""Addresses of the site itself. While none of them responds, deadlines are extended."""
if not all(address.startswith(("http://", "https://")) for address in UPTIME_URL):
    raise ImproperlyConfigured(
        "UPTIME_URL must be an address served by this site, for example "
        "http://127.0.0.1:8000/livez."
    )

# Background jobs: tasks are in the database, and Celery wakes workers.
# --------------------------------------------------------------------------------------------------

CELERY_BROKER_URL: str = env.str("BROKER_URL", REDIS_URL or "filesystem://localhost//")
"""URL of the broker for tasks. The default is `REDIS_URL`."""
VISIBILITY_TIMEOUT = 300


def broker_options(url: str) -> dict[str, Any]:
    """Return the transport's options: fast redelivery with Redis, and fast polling with files."""
    if url.startswith("filesystem"):
        queue, control = VAR_DIR / "broker" / "queue", VAR_DIR / "broker" / "control"
        queue.mkdir(parents=True, exist_ok=True)
        return {
            "data_folder_in": str(queue),
            "data_folder_out": str(queue),
            "control_folder": str(control),
            "polling_interval": 0.05,
        }
    return {
        "visibility_timeout": VISIBILITY_TIMEOUT,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
    }


CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(CELERY_BROKER_URL)
CELERY_BROKER_TRANSPORT = (
    "config.filesystem_broker:Transport" if CELERY_BROKER_URL.startswith("filesystem:") else None
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 110
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.liveness:BeatingScheduler"
CELERY_IMPORTS = ["config.liveness"]
CELERY_BEAT_SCHEDULE = {
    "tick": {"task": "espionage.tasks.tick", "schedule": 10.0, "options": {"expires": 30}},
    "tables": {"task": "play.tasks.tick", "schedule": 10.0, "options": {"expires": 10}},
    "bots": {"task": "play.tasks.think", "schedule": 10.0, "options": {"expires": 10}},
}
# By default, a worker serves all queues. Bots can need a long time, so docker-compose.yml gives
# them their own worker. Emails, push messages and webhooks are sent by `manage.py tick --loop
# --only post`, and never by a process that settles weeks.
CELERY_TASK_QUEUES = (Queue("celery"), Queue("thinking"))
CELERY_TASK_ROUTES = {"play.tasks.think": {"queue": "thinking"}}

# Logs
# --------------------------------------------------------------------------------------------------

LOG_LEVEL: str = env.str("LOG_LEVEL", "WARNING" if EMBEDDED else "INFO")
"""Log level: `DEBUG`, `INFO`, `WARNING` or `ERROR`."""
LOG_JSON: bool = env.bool("LOG_JSON", not (DEBUG or EMBEDDED))
"""Write log lines as JSON objects instead of readable text."""
LOGGING = logs.configure(level=LOG_LEVEL, as_json=LOG_JSON)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = False
DJANGO_STRUCTLOG_TRUST_UPSTREAM_CORRELATION_ID = False
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
