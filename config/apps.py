"""The site's version of Django's admin app."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    """The admin, with a required second factor."""

    default_site = "config.admin.StaffAdmin"

    def ready(self) -> None:
        """Register all admin pages. Replace those of django-allauth, which show the secrets of
        second factors.
        """
        super().ready()
        from allauth.mfa.models import Authenticator
        from django.contrib import admin

        from config.admin import SecondFactors

        admin.site.unregister(Authenticator)
        admin.site.register(Authenticator, SecondFactors)
