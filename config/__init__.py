"""Project configuration. It imports all packages, and none imports it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
