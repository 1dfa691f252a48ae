"""What shows everything: a person's page, a club's front page, the desk's overview."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    """What shows everything: a person's page, a club's front page, the desk's overview."""

    name = "home"
    verbose_name = "Home"
