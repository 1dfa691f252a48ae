"""Project configuration. It imports all other packages, and none of them imports it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
