import json
import uuid

import django.db.models.deletion
from django.db import migrations, models

TAG = "ambush-over"
BATCH = 500


def write_down(apps, schema_editor):
    """A row for each ambush that a team's seat heard the end of, in weeks that are settled."""
    weeks = apps.get_model("campaign", "Week")
    seals = apps.get_model("espionage", "Seal")._base_manager
    seats = apps.get_model("espionage", "SealedSeat")._base_manager
    told = apps.get_model("play", "Told")._base_manager
    row = apps.get_model("espionage", "AmbushHeard")
    settled = weeks._base_manager.filter(status__in=["settled", "closed"]).order_by("pk").values_list("pk", flat=True)
    for week in settled.iterator(chunk_size=BATCH):
        match = seals.filter(week=week).values_list("match", flat=True).first()
        payloads = told.filter(match=match, payload__contains=f'"{TAG}"').order_by("ply").values_list("payload", flat=True)
        ends = [each for payload in (payloads if match else ()) for each in json.loads(payload) if each["event"].get("type") == TAG]
        teams = dict(seats.filter(week=week).values_list("seat", "team")) if ends else {}
        for seat, team in teams.items():
            heard = [each["event"] for each in ends if each["to"] == "everyone" or seat in each["to"]]
            row._base_manager.bulk_create(
                row(team_id=team, about_id=teams[over["meeting"]["enemy"]], week_id=week, nth=nth, over=_text(over))
                for nth, over in enumerate(heard, start=1)
            )


def _text(over):
    """The same bytes as the engine writes."""
    return json.dumps(over, ensure_ascii=False, separators=(",", ":"))


class Migration(migrations.Migration):

    dependencies = [
        ('campaign', '0004_week_claimed_at'),
        ('espionage', '0002_fights'),
        ('play', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='AmbushHeard',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('nth', models.PositiveSmallIntegerField()),
                ('over', models.TextField()),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaign.team')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaign.team')),
                ('week', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaign.week')),
            ],
            options={
                'verbose_name_plural': 'ambushes heard',
                'constraints': [models.UniqueConstraint(fields=('team', 'week', 'nth'), name='one_ambush_heard_a_number')],
            },
        ),
        migrations.RunPython(write_down, migrations.RunPython.noop),
    ]
