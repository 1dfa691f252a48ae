from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('play', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='turn_due_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
