"""Drive events, heats and finals on the site like the week's own duel (C101)."""

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

UNDER_WAY = ("open", "playing", "settled")
ON_THE_SITE = ("quick", "live", "slow")


def leave_on_paper(apps, schema_editor):
    """Keep recording by hand for events that were created when every event was recorded by hand. A
    final whose heats are not drawn yet is driven on the site, like its heats.
    """
    event, driven = apps.get_model("campaign", "Event"), apps.get_model("campaign", "DrivenDuel")
    rows = event.objects.filter(
        week__status__in=UNDER_WAY,
        week__rules__duel_mode__in=ON_THE_SITE,
        called_off_at=None,
        results=None,
    ).exclude(meet__isnull=False, meet__drawn_at=None)
    now = timezone.now()
    driven.objects.bulk_create(
        driven(week_id=row.week_id, event_id=row.pk, frozen_at=now, paper_at=now) for row in rows
    )


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0029_how_an_entry_is_driven"),
    ]

    operations = [
        migrations.AddField(
            model_name="drivenduel",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="driven",
                to="campaign.event",
            ),
        ),
        migrations.AlterField(
            model_name="drivenduel",
            name="week",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="driven",
                to="campaign.week",
            ),
        ),
        migrations.AddConstraint(
            model_name="drivenduel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event", None)), fields=("week",), name="one_driven_duel_a_week"
            ),
        ),
        migrations.AddConstraint(
            model_name="drivenduel",
            constraint=models.UniqueConstraint(fields=("event",), name="one_driven_duel_an_event"),
        ),
        migrations.RunPython(leave_on_paper, migrations.RunPython.noop),
    ]
