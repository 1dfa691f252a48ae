from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("web", "0003_move_answers_to_forms"),
    ]

    operations = [
        migrations.DeleteModel(
            name="SentForm",
        ),
    ]
