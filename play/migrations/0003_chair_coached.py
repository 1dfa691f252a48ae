from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('play', '0002_table_turn_due_at'),
    ]

    operations = [
        migrations.AddField(
            model_name='chair',
            name='coached',
            field=models.BooleanField(blank=True, null=True),
        ),
    ]
