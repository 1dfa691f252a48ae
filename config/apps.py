"""Django's admin as this site has it."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """The admin, behind a second factor."""

    default_site = "config.admin.StaffAdmin"

    def ready(self) -> None:
        """Find every room's pages, then put our page of second factors in the place of
        django-allauth's, which shows the secrets that they are made of.
        """
        super().ready()
        from allauth.mfa.models import Authenticator
        from django.contrib import admin

        from config.admin import SecondFactors

        admin.site.unregister(Authenticator)
        admin.site.register(Authenticator, SecondFactors)
