"""Store responses to forms together with those of the API, encrypted like them."""

import base64
import hashlib
import json
from datetime import timedelta

from cryptography.fernet import Fernet
from django.conf import settings
from django.db import migrations, models

API_LIFETIME = timedelta(hours=25)
BATCH = 1000


def move_forms(apps, schema_editor):
    """Add the time to responses of the API, and rewrite responses to forms."""
    answers = apps.get_model("web", "IdempotentAnswer").objects
    answers.update(expires_at=models.F("at") + API_LIFETIME)
    sent = apps.get_model("web", "SentForm").objects.exclude(path="")
    answers.bulk_create(
        (
            answers.model(
                user_id=form.user_id,
                key_hash=hashlib.sha256(f"form {form.key}".encode()).hexdigest(),
                request_hash=hashlib.sha256().hexdigest(),
                status=303,
                sealed=encrypted(form),
                at=form.at,
            )
            for form in sent.iterator(BATCH)
        ),
        batch_size=BATCH,
        ignore_conflicts=True,
    )


def encrypted(form):
    """Return the redirect that answered a form, as `core.web.idempotency` stores it."""
    mixed = f"idempotent-answer\n{settings.SECRET_KEY}\n{form.user_id}\nform {form.key}".encode()
    cipher = Fernet(base64.urlsafe_b64encode(hashlib.sha256(mixed).digest()))
    return cipher.encrypt(json.dumps([form.path, form.said]).encode())


class Migration(migrations.Migration):

    dependencies = [
        ("web", "0002_answers_expire"),
    ]

    operations = [
        migrations.RunPython(move_forms, migrations.RunPython.noop, elidable=True),
    ]
