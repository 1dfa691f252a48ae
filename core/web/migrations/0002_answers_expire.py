from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("web", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="idempotentanswer",
            name="expires_at",
            field=models.DateTimeField(db_index=True, help_text="When the key can be used again; never for forms.", null=True),
        ),
        migrations.AlterField(
            model_name="idempotentanswer",
            name="at",
            field=models.DateTimeField(),
        ),
    ]
