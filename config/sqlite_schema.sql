CREATE TABLE "account_emailaddress" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "verified" bool NOT NULL, "primary" bool NOT NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "email" varchar(254) NOT NULL);
CREATE TABLE "account_emailconfirmation" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "created" datetime NOT NULL, "sent" datetime NULL, "key" varchar(64) NOT NULL UNIQUE, "email_address_id" integer NOT NULL REFERENCES "account_emailaddress" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_apitoken" ("digest" varchar(128) NOT NULL PRIMARY KEY, "token_key" varchar(25) NOT NULL, "created" datetime NOT NULL, "expiry" datetime NULL, "ref" char(32) NOT NULL UNIQUE, "name" varchar(60) NOT NULL, "used_at" datetime NULL, "scopes" varchar(40) DEFAULT 'read orders play desk' NOT NULL, "reminded_at" datetime NULL, "club_id" char(32) NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_user" ("password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "first_name" varchar(150) NOT NULL, "last_name" varchar(150) NOT NULL, "email" varchar(254) NOT NULL, "is_staff" bool NOT NULL, "is_active" bool NOT NULL, "date_joined" datetime NOT NULL, "id" char(32) NOT NULL PRIMARY KEY, "timezone" varchar(64) DEFAULT '' NOT NULL, "guest" bool DEFAULT 0 NOT NULL, "shown" varchar(8) DEFAULT 'clubs' NOT NULL, "former_name" varchar(150) DEFAULT '' NOT NULL, "renamed_at" datetime NULL, "leaving_at" datetime NULL, "gone_at" datetime NULL);
CREATE TABLE "accounts_user_groups" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "accounts_user_user_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);
CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
CREATE TABLE "autoduel_arenaresult" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(10) NOT NULL, "place" smallint unsigned NOT NULL CHECK ("place" >= 0), "kills" smallint unsigned NOT NULL CHECK ("kills" >= 0), "points" smallint unsigned NOT NULL CHECK ("points" >= 0), "streak" integer unsigned NOT NULL CHECK ("streak" >= 0), "at" datetime NOT NULL, "chair_id" char(32) NOT NULL UNIQUE REFERENCES "play_chair" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_arenalist" ("id" char(32) NOT NULL PRIMARY KEY, "arenas" text NOT NULL CHECK ((JSON_VALID("arenas") OR "arenas" IS NULL)), "changed_at" datetime NOT NULL, "campaign_id" char(32) NOT NULL UNIQUE REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_ballot" ("id" char(32) NOT NULL PRIMARY KEY, "yes" bool NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "motion_id" char(32) NOT NULL REFERENCES "campaign_motion" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_ballot_a_team" UNIQUE ("motion_id", "team_id"));
CREATE TABLE "campaign_block" ("id" char(32) NOT NULL PRIMARY KEY, "since" datetime NOT NULL, "until" datetime NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "against_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "nobody_blocks_themselves" CHECK (NOT ("team_id" = ("against_id"))));
CREATE TABLE "campaign_calendarkey" ("user_id" char(32) NOT NULL PRIMARY KEY REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "key" varchar(22) NOT NULL, "made_at" datetime NOT NULL);
CREATE TABLE "campaign_campaign" ("id" char(32) NOT NULL PRIMARY KEY, "name" varchar(80) NOT NULL, "slug" varchar(60) NOT NULL UNIQUE, "blurb" text NOT NULL, "timezone" varchar(64) NOT NULL, "house_rules" text NOT NULL CHECK ((JSON_VALID("house_rules") OR "house_rules" IS NULL)), "founded_at" datetime NOT NULL, "archived_at" datetime NULL, "tryout" bool DEFAULT 0 NOT NULL, "public_at" datetime NULL, "founder_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_caretaking" ("id" char(32) NOT NULL PRIMARY KEY, "since" datetime NOT NULL, "until" datetime NULL, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_challenge" ("id" char(32) NOT NULL PRIMARY KEY, "starts_at" datetime NOT NULL, "arena" varchar(80) NOT NULL, "budget" integer unsigned NOT NULL CHECK ("budget" >= 0), "name" varchar(80) NOT NULL, "words" varchar(120) NOT NULL, "asked_at" datetime NOT NULL, "settled_at" datetime NULL, "outcome" varchar(9) NOT NULL, "asked_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "challenged_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "challenger_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "turn_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "nobody_challenges_themselves" CHECK (NOT ("challenger_id" = ("challenged_id"))), CONSTRAINT "a_settled_challenge_has_an_outcome" CHECK ((("outcome" = '' AND "settled_at" IS NULL) OR ("settled_at" IS NOT NULL AND NOT ("outcome" = '')))));
CREATE TABLE "campaign_character" ("id" char(32) NOT NULL PRIMARY KEY, "name" varchar(60) NOT NULL, "role" varchar(20) NOT NULL, "blurb" varchar(200) NOT NULL, "hired_at" datetime NOT NULL, "left_at" datetime NULL, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_crewplace" ("id" char(32) NOT NULL PRIMARY KEY, "place" varchar(20) NOT NULL, "character_id" char(32) NOT NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NOT NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_crew_a_place" UNIQUE ("vehicle_id", "place"));
CREATE TABLE "campaign_damage" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer NOT NULL, "cause" varchar(160) NOT NULL, "note" varchar(500) NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NOT NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "damage_once_a_cause" UNIQUE ("vehicle_id", "item", "cause"));
CREATE TABLE "campaign_deal" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(6) NOT NULL, "amount" integer unsigned NOT NULL CHECK ("amount" >= 0), "weeks" smallint unsigned NOT NULL CHECK ("weeks" >= 0), "first_week" smallint unsigned NULL CHECK ("first_week" >= 0), "last_week" smallint unsigned NULL CHECK ("last_week" >= 0), "vehicle_name" varchar(60) NOT NULL, "title" varchar(80) NOT NULL, "text" text NOT NULL, "is_public" bool NOT NULL, "state" varchar(9) NOT NULL, "made_at" datetime NOT NULL, "character_id" char(32) NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "letter_id" char(32) NULL UNIQUE REFERENCES "campaign_post" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" char(32) NOT NULL REFERENCES "campaign_season" ("id") DEFERRABLE INITIALLY DEFERRED, "target_team_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "to_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "deal_with_another_team" CHECK (NOT ("team_id" = ("to_id") AND "to_id" IS NOT NULL)));
CREATE TABLE "campaign_dealstep" ("id" char(32) NOT NULL PRIMARY KEY, "state" varchar(9) NOT NULL, "taken_at" datetime NOT NULL, "actor_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "deal_id" char(32) NOT NULL REFERENCES "campaign_deal" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_step_a_state" UNIQUE ("deal_id", "state"));
CREATE TABLE "campaign_deputy" ("id" char(32) NOT NULL PRIMARY KEY, "named_at" datetime NOT NULL, "ended_at" datetime NULL, "ended_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "named_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_deskact" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(40) NOT NULL, "reason" varchar(500) NOT NULL, "detail" text NOT NULL CHECK ((JSON_VALID("detail") OR "detail" IS NULL)), "public" bool NOT NULL, "at" datetime NOT NULL, "actor_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_drivenduel" ("id" char(32) NOT NULL PRIMARY KEY, "lineup" text NOT NULL CHECK ((JSON_VALID("lineup") OR "lineup" IS NULL)), "frozen_at" datetime NOT NULL, "over_at" datetime NULL, "record" text NULL CHECK ((JSON_VALID("record") OR "record" IS NULL)), "paper_at" datetime NULL, "table_id" char(32) NULL UNIQUE REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, "duel_id" char(32) NOT NULL UNIQUE REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "driven_to_its_end_has_a_record" CHECK ((("over_at" IS NULL AND "record" IS NULL) OR ("over_at" IS NOT NULL AND "record" IS NOT NULL))));
CREATE TABLE "campaign_duel" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(9) NOT NULL, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "name" varchar(80) NOT NULL, "arena" varchar(80) NOT NULL, "starts_at" datetime NULL, "budget" integer unsigned NOT NULL CHECK ("budget" >= 0), "counts" bool NOT NULL, "pays" bool NOT NULL, "fame" bool NOT NULL, "made_at" datetime NOT NULL, "called_off_at" datetime NULL, "challenge_id" char(32) NULL UNIQUE REFERENCES "campaign_challenge" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "meet_id" char(32) NULL REFERENCES "campaign_meet" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, "laps" smallint unsigned DEFAULT 0 NOT NULL CHECK ("laps" >= 0), "lent" varchar(40) DEFAULT '' NOT NULL, "prize" varchar(40) DEFAULT '' NOT NULL, CONSTRAINT "one_duel_a_number" UNIQUE ("week_id", "number"), CONSTRAINT "a_weekly_duel_is_its_weeks" CHECK ((("called_off_at" IS NULL AND "id" = ("week_id") AND "kind" = 'weekly' AND "number" = 0 AND "starts_at" IS NULL) OR (NOT ("kind" = 'weekly') AND "made_by_id" IS NOT NULL AND "number" > 0 AND "starts_at" IS NOT NULL))), CONSTRAINT "a_challenge_has_its_duel" CHECK ((("challenge_id" IS NOT NULL AND "kind" = 'challenge') OR (NOT ("kind" = 'challenge') AND "challenge_id" IS NULL))), CONSTRAINT "a_race_has_few_laps" CHECK ("laps" <= 3));
CREATE TABLE "campaign_dueldispute" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "reason" varchar(500) NOT NULL, "settled_at" datetime NULL, "settled" varchar(9) NOT NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "duel_id" char(32) NOT NULL REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_dueldraft" ("id" char(32) NOT NULL PRIMARY KEY, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "at" datetime NOT NULL, "books_at" datetime NOT NULL, "payload" text NOT NULL CHECK ((JSON_VALID("payload") OR "payload" IS NULL)), "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "duel_id" char(32) NOT NULL REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED, "result_id" char(32) NULL UNIQUE REFERENCES "campaign_duelresult" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_draft_a_number" UNIQUE ("duel_id", "number"));
CREATE TABLE "campaign_duelentry" ("id" char(32) NOT NULL PRIMARY KEY, "crew" text NOT NULL CHECK ((JSON_VALID("crew") OR "crew" IS NULL)), "doctrine" varchar(8) DEFAULT 'duellist' NOT NULL, "yields" varchar(14) DEFAULT 'hurt-and-holed' NOT NULL, "entered_at" datetime NOT NULL, "withdrawn_at" datetime NULL, "duel_id" char(32) NOT NULL REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NOT NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_duelresult" ("id" char(32) NOT NULL PRIMARY KEY, "revision" smallint unsigned NOT NULL CHECK ("revision" >= 0), "payload" text NOT NULL CHECK ((JSON_VALID("payload") OR "payload" IS NULL)), "reason" varchar(500) NOT NULL, "recorded_at" datetime NOT NULL, "duel_id" char(32) NOT NULL REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED, "recorded_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_result_a_revision" UNIQUE ("duel_id", "revision"));
CREATE TABLE "campaign_duelsignature" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "payload" text NOT NULL CHECK ((JSON_VALID("payload") OR "payload" IS NULL)), "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "draft_id" char(32) NOT NULL REFERENCES "campaign_dueldraft" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_signature_a_team" UNIQUE ("draft_id", "team_id"));
CREATE TABLE "campaign_exchange" ("id" char(32) NOT NULL PRIMARY KEY, "can_refit" bool NOT NULL, "at" datetime NOT NULL, "duel_id" char(32) NOT NULL REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" char(32) NULL UNIQUE REFERENCES "campaign_duelentry" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_exchange_a_team" UNIQUE ("duel_id", "team_id"));
CREATE TABLE "campaign_hold" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer unsigned NOT NULL CHECK ("amount" >= 0), "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_hold_an_item" UNIQUE ("team_id", "week_id", "item"));
CREATE TABLE "campaign_hook" ("id" char(32) NOT NULL PRIMARY KEY, "name" varchar(60) NOT NULL, "kind" varchar(7) NOT NULL, "address" varchar(400) NOT NULL, "secret" varchar(64) NOT NULL, "made_at" datetime NOT NULL, "stopped_at" datetime NULL, "stopped_why" varchar(80) NOT NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_hookdelivery" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "next_at" datetime NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "state" varchar(8) NOT NULL, "done_at" datetime NULL, "fault" varchar(80) NOT NULL, "hook_id" char(32) NOT NULL REFERENCES "campaign_hook" ("id") DEFERRABLE INITIALLY DEFERRED, "news_id" char(32) NULL REFERENCES "campaign_news" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "news_once_a_hook" UNIQUE ("hook_id", "news_id"));
CREATE TABLE "campaign_invite" ("id" char(32) NOT NULL PRIMARY KEY, "token_hash" varchar(64) NOT NULL UNIQUE, "role" varchar(9) NOT NULL, "note" varchar(80) NOT NULL, "token" varchar(64) DEFAULT '' NOT NULL, "reason" varchar(500) DEFAULT '' NOT NULL, "uses_left" smallint unsigned NULL CHECK ("uses_left" >= 0), "made_at" datetime NOT NULL, "expires_at" datetime NULL, "revoked_at" datetime NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_joinask" ("id" char(32) NOT NULL PRIMARY KEY, "said" varchar(300) NOT NULL, "asked_at" datetime NOT NULL, "answered_at" datetime NULL, "agreed" bool NULL, "answered_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_loginlink" ("id" char(32) NOT NULL PRIMARY KEY, "token_hash" varchar(64) NOT NULL UNIQUE, "made_at" datetime NOT NULL, "expires_at" datetime NOT NULL, "used_at" datetime NULL, "revoked_at" datetime NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "made_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_meet" ("id" char(32) NOT NULL PRIMARY KEY, "classes" text NOT NULL CHECK ((JSON_VALID("classes") OR "classes" IS NULL)), "heats" smallint unsigned NOT NULL CHECK ("heats" >= 0), "most" smallint unsigned NOT NULL CHECK ("most" >= 0), "go_on" smallint unsigned NOT NULL CHECK ("go_on" >= 0), "closes_at" datetime NOT NULL, "starts_at" datetime NOT NULL, "minutes" smallint unsigned NOT NULL CHECK ("minutes" >= 0), "arena" varchar(80) NOT NULL, "seed" BLOB NOT NULL, "drawn" text NOT NULL CHECK ((JSON_VALID("drawn") OR "drawn" IS NULL)), "drawn_at" datetime NULL, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_membership" ("id" char(32) NOT NULL PRIMARY KEY, "role" varchar(9) NOT NULL, "joined_at" datetime NOT NULL, "left_at" datetime NULL, "saw_rules_at" datetime NULL, "saw_dates_at" datetime NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_membership_a_person" UNIQUE ("campaign_id", "user_id"));
CREATE TABLE "campaign_memory" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(6) NOT NULL, "points" text NOT NULL CHECK ((JSON_VALID("points") OR "points" IS NULL)), "stored_at" datetime NOT NULL, "weeks_kept" smallint unsigned NOT NULL CHECK ("weeks_kept" >= 0), "gone_at" datetime NULL, "character_id" char(32) NOT NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_money" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer NOT NULL, "cause" varchar(160) NOT NULL, "note" varchar(500) NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "money_once_a_cause" UNIQUE ("team_id", "item", "cause"));
CREATE TABLE "campaign_motion" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(9) NOT NULL, "willing_at" datetime NULL, "weeks" smallint unsigned NULL CHECK ("weeks" >= 0), "reason" varchar(500) NOT NULL, "at" datetime NOT NULL, "closes_at" datetime NOT NULL, "acts_at" datetime NOT NULL, "decided_at" datetime NULL, "outcome" varchar(9) NOT NULL, "remark" varchar(500) NOT NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "moved_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "to_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_movein" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "first_week" smallint unsigned NOT NULL CHECK ("first_week" >= 0), "history" text NOT NULL CHECK ((JSON_VALID("history") OR "history" IS NULL)), "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" char(32) NOT NULL UNIQUE REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_mute" ("id" char(32) NOT NULL PRIMARY KEY, "letters" bool NOT NULL, "reason" varchar(500) NOT NULL, "since" datetime NOT NULL, "until" datetime NOT NULL, "ended_at" datetime NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_mute_runs_forward" CHECK ("since" < ("until")));
CREATE TABLE "campaign_news" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "kind" varchar(30) NOT NULL, "text" varchar(500) NOT NULL, "cause" varchar(160) NOT NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "news_once_a_cause" UNIQUE ("campaign_id", "cause"));
CREATE TABLE "campaign_offer" ("id" char(32) NOT NULL PRIMARY KEY, "price" integer unsigned NOT NULL CHECK ("price" >= 0), "made_at" datetime NOT NULL, "closed_at" datetime NULL, "outcome" varchar(9) NOT NULL, "buyer_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "seller_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NOT NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "offered_to_another_team" CHECK (NOT ("seller_id" = ("buyer_id"))), CONSTRAINT "closed_offer_has_an_outcome" CHECK ((("closed_at" IS NULL AND "outcome" = '') OR ("closed_at" IS NOT NULL AND NOT ("outcome" = '')))));
CREATE TABLE "campaign_outagehold" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(11) NOT NULL, "nth" smallint unsigned NOT NULL CHECK ("nth" >= 0), "before_at" datetime NOT NULL, "until_at" datetime NOT NULL, "at" datetime NOT NULL, "outage_id" char(32) NOT NULL REFERENCES "uptime_outage" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_outage_hold_a_number" UNIQUE ("week_id", "kind", "nth"));
CREATE TABLE "campaign_partlist" ("id" char(32) NOT NULL PRIMARY KEY, "parts" text NOT NULL CHECK ((JSON_VALID("parts") OR "parts" IS NULL)), "changed_at" datetime NOT NULL, "campaign_id" char(32) NOT NULL UNIQUE REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_pause" ("id" char(32) NOT NULL PRIMARY KEY, "reason" varchar(500) NOT NULL, "at" datetime NOT NULL, "weeks" smallint unsigned NOT NULL CHECK ("weeks" >= 0), "until" datetime NOT NULL, "moved" text NOT NULL CHECK ((JSON_VALID("moved") OR "moved" IS NULL)), "ended_at" datetime NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "ended_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_post" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "withdrawn_at" datetime NULL, "hidden_at" datetime NULL, "hidden_why" varchar(500) NOT NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "hidden_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "thread_id" char(32) NOT NULL REFERENCES "campaign_thread" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "somebody_hid_a_post" CHECK ((("hidden_at" IS NULL AND "hidden_by_id" IS NULL) OR ("hidden_at" IS NOT NULL AND "hidden_by_id" IS NOT NULL))));
CREATE TABLE "campaign_prestige" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer NOT NULL, "cause" varchar(160) NOT NULL, "note" varchar(500) NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "character_id" char(32) NOT NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "prestige_once_a_cause" UNIQUE ("character_id", "item", "cause"));
CREATE TABLE "campaign_publisheddesign" ("id" char(32) NOT NULL PRIMARY KEY, "name" varchar(60) NOT NULL, "blurb" varchar(200) NOT NULL, "design" text NOT NULL CHECK ((JSON_VALID("design") OR "design" IS NULL)), "published_at" datetime NOT NULL, "withdrawn_at" datetime NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NOT NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_report" ("id" char(32) NOT NULL PRIMARY KEY, "why" varchar(500) NOT NULL, "at" datetime NOT NULL, "settled_at" datetime NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "settled_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "wording_id" char(32) NOT NULL REFERENCES "campaign_wording" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_rivalnote" ("id" char(32) NOT NULL PRIMARY KEY, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "text" text NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "about_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_note_a_rival_and_number" UNIQUE ("team_id", "about_id", "number"));
CREATE TABLE "campaign_season" ("id" char(32) NOT NULL PRIMARY KEY, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "name" varchar(80) NOT NULL, "opened_at" datetime NOT NULL, "closed_at" datetime NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_season_a_number" UNIQUE ("campaign_id", "number"));
CREATE TABLE "campaign_seen" ("id" char(32) NOT NULL PRIMARY KEY, "until" datetime NOT NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "thread_id" char(32) NOT NULL REFERENCES "campaign_thread" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_mark_a_reader" UNIQUE ("user_id", "thread_id"));
CREATE TABLE "campaign_skillpoint" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer NOT NULL, "cause" varchar(160) NOT NULL, "note" varchar(500) NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "character_id" char(32) NOT NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "skill_once_a_cause" UNIQUE ("character_id", "item", "cause"));
CREATE TABLE "campaign_standingpoint" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer NOT NULL, "cause" varchar(160) NOT NULL, "note" varchar(500) NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "points_once_a_cause" UNIQUE ("team_id", "item", "cause"));
CREATE TABLE "campaign_stock" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer NOT NULL, "cause" varchar(160) NOT NULL, "note" varchar(500) NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "stock_once_a_cause" UNIQUE ("team_id", "item", "cause"));
CREATE TABLE "campaign_tabledice" ("id" char(32) NOT NULL PRIMARY KEY, "seed" BLOB NOT NULL, "drawn_at" datetime NOT NULL, "duel_id" char(32) NOT NULL UNIQUE REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_tablemark" ("id" char(32) NOT NULL PRIMARY KEY, "key" char(32) NOT NULL, "at" datetime NOT NULL, "clock" bigint unsigned NOT NULL CHECK ("clock" >= 0), "kind" varchar(4) NOT NULL, "what" varchar(60) NOT NULL, "value" varchar(60) NOT NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "entry_id" char(32) NOT NULL REFERENCES "campaign_duelentry" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_mark_a_key" UNIQUE ("entry_id", "key"));
CREATE TABLE "campaign_tableroll" ("id" char(32) NOT NULL PRIMARY KEY, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "at" datetime NOT NULL, "words" varchar(60) NOT NULL, "add" smallint NOT NULL, "faces" text NOT NULL CHECK ((JSON_VALID("faces") OR "faces" IS NULL)), "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "table_dice_id" char(32) NOT NULL REFERENCES "campaign_tabledice" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_roll_a_number" UNIQUE ("table_dice_id", "number"));
CREATE TABLE "campaign_team" ("id" char(32) NOT NULL PRIMARY KEY, "name" varchar(60) NOT NULL, "slug" varchar(60) NOT NULL, "colour" varchar(7) NOT NULL, "emblem" varchar(20) NOT NULL, "motto" varchar(120) NOT NULL, "founded_at" datetime NOT NULL, "approved_at" datetime NULL, "asked_at" datetime NULL, "remark" varchar(500) NOT NULL, "left_at" datetime NULL, "bot" varchar(10) DEFAULT '' NOT NULL, "bot_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "bot_week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_team_a_slug" UNIQUE ("campaign_id", "slug"), CONSTRAINT "one_team_a_name" UNIQUE ("campaign_id", "name"));
CREATE TABLE "campaign_teamask" ("id" char(32) NOT NULL PRIMARY KEY, "asked_at" datetime NOT NULL, "answered_at" datetime NULL, "agreed" bool NULL, "answered_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "invited_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_teamowner" ("id" char(32) NOT NULL PRIMARY KEY, "since" datetime NOT NULL, "until" datetime NULL, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_ownership_a_person" UNIQUE ("team_id", "user_id"));
CREATE TABLE "campaign_thread" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(8) NOT NULL, "title" varchar(120) NOT NULL, "opened_at" datetime NOT NULL, "closed_at" datetime NULL, "campaign_id" char(32) NOT NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "duel_id" char(32) NULL UNIQUE REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED, "news_id" char(32) NULL REFERENCES "campaign_news" ("id") DEFERRABLE INITIALLY DEFERRED, "one_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "opened_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "other_id" char(32) NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_talk_a_line_of_news" UNIQUE ("news_id"), CONSTRAINT "one_thread_of_letters" UNIQUE ("one_id", "other_id"), CONSTRAINT "letters_have_two_teams" CHECK ((("kind" = 'letters' AND "one_id" IS NOT NULL AND "other_id" IS NOT NULL) OR (NOT ("kind" = 'letters') AND "one_id" IS NULL AND "other_id" IS NULL))));
CREATE TABLE "campaign_vehicle" ("id" char(32) NOT NULL PRIMARY KEY, "name" varchar(60) NOT NULL, "colour" varchar(30) NOT NULL, "design" text NOT NULL CHECK ((JSON_VALID("design") OR "design" IS NULL)), "notes" varchar(500) NOT NULL, "built_at" datetime NOT NULL, "gone_at" datetime NULL, "gone_how" varchar(10) NOT NULL, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "event_id" char(32) NULL REFERENCES "campaign_duel" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "campaign_week" ("id" char(32) NOT NULL PRIMARY KEY, "evening" bool DEFAULT 0 NOT NULL, "resolve_when_sealed" bool DEFAULT 0 NOT NULL, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "opens_at" datetime NOT NULL, "due_at" datetime NOT NULL, "settle_at" datetime NOT NULL, "duel_at" datetime NOT NULL, "closes_at" datetime NOT NULL, "status" varchar(8) NOT NULL, "settled_at" datetime NULL, "rules" text NULL CHECK ((JSON_VALID("rules") OR "rules" IS NULL)), "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "claimed_at" datetime NULL, "parked_at" datetime NULL, "fault" text NOT NULL, "warned_at" datetime NULL, "charges_fired_at" datetime NULL, "season_id" char(32) NOT NULL REFERENCES "campaign_season" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_week_a_number" UNIQUE ("season_id", "number"), CONSTRAINT "week_runs_forward" CHECK (("due_at" <= ("settle_at") AND "duel_at" <= ("closes_at") AND "opens_at" < ("due_at") AND "settle_at" <= ("duel_at"))));
CREATE TABLE "campaign_wording" ("id" char(32) NOT NULL PRIMARY KEY, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "text" text NOT NULL, "at" datetime NOT NULL, "digest" varchar(64) NOT NULL, "post_id" char(32) NOT NULL REFERENCES "campaign_post" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_wording_a_number" UNIQUE ("post_id", "number"));
CREATE TABLE "campaign_workorder" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(9) NOT NULL, "jobs" text NOT NULL CHECK ((JSON_VALID("jobs") OR "jobs" IS NULL)), "budget" integer unsigned NOT NULL CHECK ("budget" >= 0), "ordered_at" datetime NOT NULL, "done_at" datetime NULL, "outcome" text NULL CHECK ((JSON_VALID("outcome") OR "outcome" IS NULL)), "patient_id" char(32) NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, "worker_id" char(32) NOT NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_job_a_week" UNIQUE ("week_id", "worker_id"), CONSTRAINT "work_on_one_thing" CHECK ((("patient_id" IS NULL AND "vehicle_id" IS NOT NULL) OR ("patient_id" IS NOT NULL AND "vehicle_id" IS NULL))));
CREATE TABLE "campaign_wound" ("id" char(32) NOT NULL PRIMARY KEY, "item" varchar(60) NOT NULL, "amount" integer NOT NULL, "cause" varchar(160) NOT NULL, "note" varchar(500) NOT NULL, "at" datetime NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "character_id" char(32) NOT NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "wound_once_a_cause" UNIQUE ("character_id", "item", "cause"));
CREATE TABLE "django_admin_log" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "object_id" text NULL, "object_repr" varchar(200) NOT NULL, "action_flag" smallint unsigned NOT NULL CHECK ("action_flag" >= 0), "change_message" text NOT NULL, "content_type_id" integer NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "action_time" datetime NOT NULL);
CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
CREATE TABLE "espionage_ambushfight" ("id" char(32) NOT NULL PRIMARY KEY, "by" smallint unsigned NOT NULL CHECK ("by" >= 0), "against" smallint unsigned NOT NULL CHECK ("against" >= 0), "nth" smallint unsigned NOT NULL CHECK ("nth" >= 0), "opened_at" datetime NOT NULL, "over_at" datetime NULL, "result" text NOT NULL, "told_at" datetime NULL, "table_id" char(32) NOT NULL UNIQUE REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_fight_an_ambush" UNIQUE ("week_id", "by", "against", "nth"));
CREATE TABLE "espionage_ambushheard" ("id" char(32) NOT NULL PRIMARY KEY, "nth" smallint unsigned NOT NULL CHECK ("nth" >= 0), "over" text NOT NULL, "about_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_ambush_heard_a_number" UNIQUE ("team_id", "week_id", "nth"));
CREATE TABLE "espionage_beaconround" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_key" varchar(192) NOT NULL, "round" bigint unsigned NOT NULL CHECK ("round" >= 0), "signature" varchar(96) NOT NULL, "had_at" datetime NOT NULL, "given_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_signature_a_round" UNIQUE ("public_key", "round"));
CREATE TABLE "espionage_captivity" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "freed_at" datetime NULL, "character_id" char(32) NOT NULL REFERENCES "campaign_character" ("id") DEFERRABLE INITIALLY DEFERRED, "held_by_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "held_once_a_week" UNIQUE ("week_id", "character_id"));
CREATE TABLE "espionage_charge" ("id" char(32) NOT NULL PRIMARY KEY, "due" varchar(5) NOT NULL, "payload" text NOT NULL CHECK ((JSON_VALID("payload") OR "payload" IS NULL)), "cause" varchar(160) NOT NULL, "at" datetime NOT NULL, "fired_at" datetime NULL, "lost_at" datetime NULL, "planted_by_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NOT NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "charge_once_a_cause" UNIQUE ("week_id", "cause"));
CREATE TABLE "espionage_intel" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(8) NOT NULL, "snapshot" text NOT NULL CHECK ((JSON_VALID("snapshot") OR "snapshot" IS NULL)), "cause" varchar(160) NOT NULL, "at" datetime NOT NULL, "about_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "vehicle_id" char(32) NOT NULL REFERENCES "campaign_vehicle" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "intel_once_a_cause" UNIQUE ("team_id", "vehicle_id", "cause"));
CREATE TABLE "espionage_missedweek" ("id" char(32) NOT NULL PRIMARY KEY, "excused" bool NOT NULL, "at" datetime NOT NULL, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_miss_a_week_and_team" UNIQUE ("week_id", "team_id"));
CREATE TABLE "espionage_moretime" ("week_id" char(32) NOT NULL PRIMARY KEY REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, "at" datetime NOT NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "espionage_orderplan" ("id" char(32) NOT NULL PRIMARY KEY, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "payload" text NOT NULL, "saved_at" datetime NOT NULL, "saved_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_plan_a_week_and_team" UNIQUE ("week_id", "team_id"));
CREATE TABLE "espionage_ordersheet" ("id" char(32) NOT NULL PRIMARY KEY, "version" integer unsigned NOT NULL CHECK ("version" >= 0), "state" varchar(8) NOT NULL, "payload" text NOT NULL, "salt" BLOB NOT NULL, "entropy" varchar(64) DEFAULT '' NOT NULL, "digest" varchar(64) NOT NULL, "saved_at" datetime NOT NULL, "saved_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_sheet_a_version" UNIQUE ("week_id", "team_id", "version"));
CREATE TABLE "espionage_seal" ("week_id" char(32) NOT NULL PRIMARY KEY REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, "seed" BLOB NOT NULL, "seed_hash" varchar(64) NOT NULL, "salt_root" varchar(64) DEFAULT '' NOT NULL, "source" text DEFAULT '' NOT NULL, "draw" text DEFAULT '' NOT NULL, "draw_at" datetime NULL, "setup" text DEFAULT '' NOT NULL, "order_root" varchar(64) NOT NULL, "dice_root" varchar(64) NOT NULL, "told_root" varchar(64) DEFAULT '' NOT NULL, "frozen_at" datetime NULL, "decide_by" datetime NULL, "match_id" char(32) NULL UNIQUE REFERENCES "play_match" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "espionage_sealedseat" ("id" char(32) NOT NULL PRIMARY KEY, "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "salt" BLOB NOT NULL, "leaf" varchar(64) NOT NULL, "errands_at" datetime NULL, "sheet_id" char(32) NULL REFERENCES "espionage_ordersheet" ("id") DEFERRABLE INITIALLY DEFERRED, "team_id" char(32) NOT NULL REFERENCES "campaign_team" ("id") DEFERRABLE INITIALLY DEFERRED, "week_id" char(32) NOT NULL REFERENCES "campaign_week" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_team_a_seat" UNIQUE ("week_id", "seat"), CONSTRAINT "one_seat_a_team" UNIQUE ("week_id", "team_id"));
CREATE TABLE "home_bundleupload" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "file" BLOB NOT NULL, "by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "mfa_authenticator" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "type" varchar(20) NOT NULL, "data" text NOT NULL CHECK ((JSON_VALID("data") OR "data" IS NULL)), "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "created_at" datetime NOT NULL, "last_used_at" datetime NULL);
CREATE TABLE "monitoring_incident" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(20) NOT NULL, "about" varchar(40) NOT NULL, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "seen_at" datetime NOT NULL, "last_seen_at" datetime NOT NULL, "confirmed_at" datetime NULL, "over_at" datetime NULL);
CREATE TABLE "monitoring_jobrun" ("id" char(32) NOT NULL PRIMARY KEY, "job" varchar(20) NOT NULL, "runner" varchar(10) NOT NULL, "at" datetime NOT NULL, CONSTRAINT "one_run_a_job_and_runner" UNIQUE ("job", "runner"));
CREATE TABLE "monitoring_ownerdelivery" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "next_at" datetime NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "state" varchar(8) NOT NULL, "done_at" datetime NULL, "fault" varchar(80) NOT NULL, "is_over" bool NOT NULL, "incident_id" char(32) NOT NULL REFERENCES "monitoring_incident" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "two_letters_an_incident" UNIQUE ("incident_id", "is_over"));
CREATE TABLE "notifications_delivery" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "next_at" datetime NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "state" varchar(8) NOT NULL, "done_at" datetime NULL, "fault" varchar(80) NOT NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "notice_id" char(32) NULL REFERENCES "notifications_notice" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_letter_a_notice" UNIQUE ("notice_id"));
CREATE TABLE "notifications_notice" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(30) NOT NULL, "text" varchar(300) NOT NULL, "path" varchar(200) NOT NULL, "cause" varchar(160) NOT NULL, "at" datetime NOT NULL, "until" datetime NULL, "read_at" datetime NULL, "about" text NULL CHECK ((JSON_VALID("about") OR "about" IS NULL)), "number" bigint NULL, "campaign_id" char(32) NULL REFERENCES "campaign_campaign" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "notice_once_a_cause" UNIQUE ("user_id", "cause"));
CREATE TABLE "notifications_notificationpreferences" ("user_id" char(32) NOT NULL PRIMARY KEY REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "topics" text NULL CHECK ((JSON_VALID("topics") OR "topics" IS NULL)), "push_topics" text NULL CHECK ((JSON_VALID("push_topics") OR "push_topics" IS NULL)), "hook_topics" text NULL CHECK ((JSON_VALID("hook_topics") OR "hook_topics" IS NULL)), "quiet_from" time NULL, "quiet_until" time NULL, "wake" bool DEFAULT 0 NOT NULL, "digest_at" time NULL, "remind_hours" smallint unsigned NULL CHECK ("remind_hours" >= 0), "offer_closed" bool DEFAULT 0 NOT NULL);
CREATE TABLE "notifications_ownhook" ("id" char(32) NOT NULL PRIMARY KEY, "kind" varchar(7) NOT NULL, "address" varchar(400) NOT NULL, "secret" varchar(64) NOT NULL, "made_at" datetime NOT NULL, "stopped_at" datetime NULL, "stopped_why" varchar(80) NOT NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "notifications_ownhookdelivery" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "next_at" datetime NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "state" varchar(8) NOT NULL, "done_at" datetime NULL, "fault" varchar(80) NOT NULL, "hook_id" char(32) NOT NULL REFERENCES "notifications_ownhook" ("id") DEFERRABLE INITIALLY DEFERRED, "notice_id" char(32) NULL REFERENCES "notifications_notice" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_message_a_notice" UNIQUE ("hook_id", "notice_id"));
CREATE TABLE "notifications_pushdelivery" ("id" char(32) NOT NULL PRIMARY KEY, "at" datetime NOT NULL, "next_at" datetime NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "state" varchar(8) NOT NULL, "done_at" datetime NULL, "fault" varchar(80) NOT NULL, "notice_id" char(32) NULL REFERENCES "notifications_notice" ("id") DEFERRABLE INITIALLY DEFERRED, "subscription_id" char(32) NOT NULL REFERENCES "notifications_pushsubscription" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_push_a_notice" UNIQUE ("subscription_id", "notice_id"));
CREATE TABLE "notifications_pushsubscription" ("id" char(32) NOT NULL PRIMARY KEY, "endpoint" varchar(1000) NOT NULL, "p256dh" varchar(88) NOT NULL, "auth" varchar(24) NOT NULL, "vapid" varchar(88) NOT NULL, "name" varchar(60) NOT NULL, "words" bool DEFAULT 0 NOT NULL, "made_at" datetime NOT NULL, "stopped_at" datetime NULL, "stopped_why" varchar(80) NOT NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "play_chair" ("id" char(32) NOT NULL PRIMARY KEY, "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "title" varchar(40) NOT NULL, "party" char(32) NULL, "bot" varchar(30) NOT NULL, "resigned_at" datetime NULL, "asked_at" datetime NULL, "due_at" datetime NULL, "claimed_until" datetime NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "heard" integer unsigned NOT NULL CHECK ("heard" >= 0), "stamp" integer unsigned NOT NULL CHECK ("stamp" >= 0), "coached" bool NULL, "result" varchar(5) DEFAULT '' NOT NULL, "shares" bool DEFAULT 0 NOT NULL, "loadout" text DEFAULT '' NOT NULL, "deputy_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "holder_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "kept_for_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" char(32) NOT NULL REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, "missed" smallint unsigned DEFAULT 0 NOT NULL CHECK ("missed" >= 0), "assisted" bool DEFAULT 0 NOT NULL, CONSTRAINT "one_chair_a_seat" UNIQUE ("table_id", "seat"), CONSTRAINT "one_chair_a_person" UNIQUE ("table_id", "holder_id"));
CREATE TABLE "play_chatline" ("id" char(32) NOT NULL PRIMARY KEY, "channel" varchar(40) NOT NULL, "text" varchar(500) NOT NULL, "key" varchar(64) NOT NULL, "at" datetime NOT NULL, "chair_id" char(32) NULL REFERENCES "play_chair" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" char(32) NOT NULL REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "play_dailydeal" ("id" char(32) NOT NULL PRIMARY KEY, "day" date NOT NULL UNIQUE, "game" varchar(30) NOT NULL, "options" text NOT NULL, "seats" text NOT NULL CHECK ((JSON_VALID("seats") OR "seats" IS NULL)), "seed" BLOB NOT NULL, "seed_hash" varchar(64) NOT NULL, "dealt_at" datetime NOT NULL);
CREATE TABLE "play_dealttable" ("id" char(32) NOT NULL PRIMARY KEY, "deal_id" char(32) NOT NULL REFERENCES "play_dailydeal" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" char(32) NOT NULL UNIQUE REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, "score" integer DEFAULT 0 NOT NULL, "turns" integer unsigned DEFAULT 0 NOT NULL CHECK ("turns" >= 0), CONSTRAINT "one_table_a_deal_and_person" UNIQUE ("deal_id", "user_id"));
CREATE TABLE "play_entrant" ("id" char(32) NOT NULL PRIMARY KEY, "bot" varchar(30) NOT NULL, "lot" smallint unsigned NULL CHECK ("lot" >= 0), "entered_at" datetime NOT NULL, "left_at" datetime NULL, "place" smallint unsigned NULL CHECK ("place" >= 0), "user_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "tournament_id" char(32) NOT NULL REFERENCES "play_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_entry_a_person" UNIQUE ("tournament_id", "user_id"), CONSTRAINT "one_entry_a_lot" UNIQUE ("tournament_id", "lot"));
CREATE TABLE "play_holiday" ("id" char(32) NOT NULL PRIMARY KEY, "starts" datetime NOT NULL, "ends" datetime NOT NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "holiday_runs_forward" CHECK ("starts" <= ("ends")));
CREATE TABLE "play_match" ("id" char(32) NOT NULL PRIMARY KEY, "game" varchar(30) NOT NULL, "rules_version" smallint unsigned NOT NULL CHECK ("rules_version" >= 0), "setup" text NOT NULL, "seed" BLOB NOT NULL, "seed_hash" varchar(64) NOT NULL, "sealed" bool NOT NULL, "opened_at" datetime NOT NULL, "ended_at" datetime NULL);
CREATE TABLE "play_move" ("id" char(32) NOT NULL PRIMARY KEY, "ply" integer unsigned NOT NULL CHECK ("ply" >= 0), "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "payload" text NOT NULL, "at" datetime NOT NULL, "how" varchar(6) NOT NULL, "key" varchar(64) NOT NULL, "open" bool NOT NULL, "by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "match_id" char(32) NOT NULL REFERENCES "play_match" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_move_a_ply" UNIQUE ("match_id", "ply"));
CREATE TABLE "play_offladders" ("user_id" char(32) NOT NULL PRIMARY KEY REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "play_pairing" ("id" char(32) NOT NULL PRIMARY KEY, "board" smallint unsigned NOT NULL CHECK ("board" >= 0), "first_id" char(32) NOT NULL REFERENCES "play_entrant" ("id") DEFERRABLE INITIALLY DEFERRED, "second_id" char(32) NULL REFERENCES "play_entrant" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" char(32) NOT NULL REFERENCES "play_round" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" char(32) NULL UNIQUE REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_pairing_a_board" UNIQUE ("round_id", "board"), CONSTRAINT "one_pairing_a_first" UNIQUE ("round_id", "first_id"), CONSTRAINT "one_pairing_a_second" UNIQUE ("round_id", "second_id"), CONSTRAINT "who_meets_has_a_table" CHECK ((("second_id" IS NULL AND "table_id" IS NULL) OR ("second_id" IS NOT NULL AND "table_id" IS NOT NULL))));
CREATE TABLE "play_playerrating" ("id" char(32) NOT NULL PRIMARY KEY, "game" varchar(30) NOT NULL, "bot" varchar(30) NOT NULL, "value" integer NOT NULL, "deviation" integer unsigned NOT NULL CHECK ("deviation" >= 0), "volatility" integer unsigned NOT NULL CHECK ("volatility" >= 0), "matches" integer unsigned NOT NULL CHECK ("matches" >= 0), "won" integer unsigned NOT NULL CHECK ("won" >= 0), "user_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE "play_privatemark" ("id" char(32) NOT NULL PRIMARY KEY, "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "mark" varchar(20) NOT NULL, "at" datetime NOT NULL, "match_id" char(32) NOT NULL REFERENCES "play_match" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_mark_a_player" UNIQUE ("match_id", "user_id", "seat"));
CREATE TABLE "play_privatenote" ("id" char(32) NOT NULL PRIMARY KEY, "text" text NOT NULL, "at" datetime NOT NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" char(32) NOT NULL REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_note_a_person" UNIQUE ("table_id", "user_id"));
CREATE TABLE "play_ratingchange" ("id" char(32) NOT NULL PRIMARY KEY, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "value" integer NOT NULL, "deviation" integer unsigned NOT NULL CHECK ("deviation" >= 0), "volatility" integer unsigned NOT NULL CHECK ("volatility" >= 0), "won" bool NOT NULL, "repeats" smallint unsigned DEFAULT 0 NOT NULL CHECK ("repeats" >= 0), "rating_id" char(32) NOT NULL REFERENCES "play_playerrating" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" char(32) NOT NULL REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_rating_change_a_number" UNIQUE ("rating_id", "number"), CONSTRAINT "one_rating_change_a_table" UNIQUE ("rating_id", "table_id"));
CREATE TABLE "play_round" ("id" char(32) NOT NULL PRIMARY KEY, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "opened_at" datetime NOT NULL, "due_at" datetime NOT NULL, "over_at" datetime NULL, "tournament_id" char(32) NOT NULL REFERENCES "play_tournament" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_round_a_number" UNIQUE ("tournament_id", "number"));
CREATE TABLE "play_snapshot" ("match_id" char(32) NOT NULL PRIMARY KEY REFERENCES "play_match" ("id") DEFERRABLE INITIALLY DEFERRED, "ply" integer unsigned NOT NULL CHECK ("ply" >= 0), "state" text NOT NULL, "state_hash" varchar(64) NOT NULL);
CREATE TABLE "play_table" ("id" char(32) NOT NULL PRIMARY KEY, "game" varchar(30) NOT NULL, "name" varchar(60) NOT NULL, "options" text NOT NULL, "seats" smallint unsigned NOT NULL CHECK ("seats" >= 0), "visibility" varchar(7) NOT NULL, "watched" bool NOT NULL, "watchers" varchar(7) DEFAULT 'people' NOT NULL, "opens" bool NOT NULL, "coached" bool NOT NULL, "rated" bool DEFAULT 0 NOT NULL, "asks_for" smallint unsigned DEFAULT 0 NOT NULL CHECK ("asks_for" >= 0), "rating_due_at" datetime NULL, "clock_kind" varchar(14) NOT NULL, "clock_seconds" integer unsigned NOT NULL CHECK ("clock_seconds" >= 0), "slot" varchar(5) NOT NULL, "slot_zone" varchar(64) NOT NULL, "slot_weekday" smallint unsigned NULL CHECK ("slot_weekday" >= 0), "status" varchar(7) NOT NULL, "opened_at" datetime NOT NULL, "started_at" datetime NULL, "over_at" datetime NULL, "ending" varchar(20) NOT NULL, "winners" text NOT NULL CHECK ((JSON_VALID("winners") OR "winners" IS NULL)), "paused_at" datetime NULL, "pause_by" text NOT NULL CHECK ((JSON_VALID("pause_by") OR "pause_by" IS NULL)), "invite_hash" varchar(64) NOT NULL, "key" varchar(64) NOT NULL, "stamp" integer unsigned NOT NULL CHECK ("stamp" >= 0), "heard" integer unsigned NOT NULL CHECK ("heard" >= 0), "spoke_at" datetime NULL, "turn_due_at" datetime NULL, "stands" integer unsigned DEFAULT 0 NOT NULL CHECK ("stands" >= 0), "match_id" char(32) NULL UNIQUE REFERENCES "play_match" ("id") DEFERRABLE INITIALLY DEFERRED, "opened_by_id" char(32) NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, "rematch_of_id" char(32) NULL UNIQUE REFERENCES "play_table" ("id") DEFERRABLE INITIALLY DEFERRED, "begins_at" datetime NULL, CONSTRAINT "who_plays_has_a_match" CHECK ((NOT ("status" = 'playing') OR "match_id" IS NOT NULL)));
CREATE TABLE "play_told" ("id" char(32) NOT NULL PRIMARY KEY, "ply" integer unsigned NOT NULL CHECK ("ply" >= 0), "payload" text NOT NULL, "match_id" char(32) NOT NULL REFERENCES "play_match" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_told_a_ply" UNIQUE ("match_id", "ply"));
CREATE TABLE "play_tournament" ("id" char(32) NOT NULL PRIMARY KEY, "name" varchar(60) NOT NULL, "game" varchar(30) NOT NULL, "options" text NOT NULL, "opened_at" datetime NOT NULL, "access" varchar(6) NOT NULL, "club" char(32) NULL, "clock_kind" varchar(14) NOT NULL, "clock_seconds" integer unsigned NOT NULL CHECK ("clock_seconds" >= 0), "slot" varchar(5) NOT NULL, "slot_zone" varchar(64) NOT NULL, "slot_weekday" smallint unsigned NULL CHECK ("slot_weekday" >= 0), "rounds" smallint unsigned NOT NULL CHECK ("rounds" >= 0), "round_minutes" integer unsigned NOT NULL CHECK ("round_minutes" >= 0), "begins_at" datetime NOT NULL, "most" smallint unsigned NOT NULL CHECK ("most" >= 0), "bot" varchar(30) NOT NULL, "seed" BLOB NOT NULL, "seed_hash" varchar(64) NOT NULL, "status" varchar(7) NOT NULL, "ending" varchar(10) NOT NULL, "over_at" datetime NULL, "key" varchar(64) NOT NULL, "attempts" smallint unsigned NOT NULL CHECK ("attempts" >= 0), "rests_until" datetime NULL, "opened_by_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "a_clubs_tournament_has_a_club" CHECK ((("access" = 'club' AND "club" IS NOT NULL) OR (NOT ("access" = 'club') AND "club" IS NULL))));
CREATE TABLE "uptime_databaseplace" ("id" smallint unsigned NOT NULL PRIMARY KEY CHECK ("id" >= 0), "place" varchar(200) NOT NULL, CONSTRAINT "one_database_place" CHECK ("id" = 1));
CREATE TABLE "uptime_heartbeat" ("id" smallint unsigned NOT NULL PRIMARY KEY CHECK ("id" >= 0), "at" datetime NOT NULL, CONSTRAINT "one_heartbeat" CHECK ("id" = 1));
CREATE TABLE "uptime_outage" ("id" char(32) NOT NULL PRIMARY KEY, "began_at" datetime NOT NULL UNIQUE, "ended_at" datetime NOT NULL, CONSTRAINT "outage_runs_forward" CHECK ("began_at" < ("ended_at")));
CREATE TABLE "uptime_quarantine" ("id" char(32) NOT NULL PRIMARY KEY, "began_at" datetime NOT NULL, "reason" varchar(200) NOT NULL, "is_open" bool NOT NULL, "released_at" datetime NULL);
CREATE TABLE "web_idempotentanswer" ("id" char(32) NOT NULL PRIMARY KEY, "key_hash" varchar(64) NOT NULL, "request_hash" varchar(64) NOT NULL, "status" smallint unsigned NOT NULL CHECK ("status" >= 0), "sealed" BLOB NOT NULL, "at" datetime NOT NULL, "expires_at" datetime NULL, "user_id" char(32) NOT NULL REFERENCES "accounts_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "one_answer_a_key" UNIQUE ("user_id", "key_hash"));
CREATE INDEX "account_emailaddress_email_03be32b2" ON "account_emailaddress" ("email");
CREATE INDEX "account_emailaddress_user_id_2c513194" ON "account_emailaddress" ("user_id");
CREATE UNIQUE INDEX "account_emailaddress_user_id_email_987c8728_uniq" ON "account_emailaddress" ("user_id", "email");
CREATE UNIQUE INDEX "unique_primary_email" ON "account_emailaddress" ("user_id", "primary") WHERE "primary";
CREATE UNIQUE INDEX "unique_verified_email" ON "account_emailaddress" ("email") WHERE "verified";
CREATE INDEX "account_emailconfirmation_email_address_id_5b7f8c58" ON "account_emailconfirmation" ("email_address_id");
CREATE INDEX "accounts_apitoken_club_id_3fafc344" ON "accounts_apitoken" ("club_id");
CREATE INDEX "accounts_apitoken_token_key_8fc3309f" ON "accounts_apitoken" ("token_key");
CREATE INDEX "accounts_apitoken_user_id_bbee13e0" ON "accounts_apitoken" ("user_id");
CREATE INDEX "accounts_user_leaving_at_9dd3fa79" ON "accounts_user" ("leaving_at");
CREATE INDEX "accounts_user_groups_group_id_bd11a704" ON "accounts_user_groups" ("group_id");
CREATE INDEX "accounts_user_groups_user_id_52b62117" ON "accounts_user_groups" ("user_id");
CREATE UNIQUE INDEX "accounts_user_groups_user_id_group_id_59c0b32f_uniq" ON "accounts_user_groups" ("user_id", "group_id");
CREATE INDEX "accounts_user_user_permissions_permission_id_113bb443" ON "accounts_user_user_permissions" ("permission_id");
CREATE INDEX "accounts_user_user_permissions_user_id_e4f0a161" ON "accounts_user_user_permissions" ("user_id");
CREATE UNIQUE INDEX "accounts_user_user_permissions_user_id_permission_id_2ab516c2_uniq" ON "accounts_user_user_permissions" ("user_id", "permission_id");
CREATE INDEX "auth_group_permissions_group_id_b120cbf9" ON "auth_group_permissions" ("group_id");
CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq" ON "auth_group_permissions" ("group_id", "permission_id");
CREATE INDEX "auth_group_permissions_permission_id_84c5c92e" ON "auth_group_permissions" ("permission_id");
CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission" ("content_type_id");
CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq" ON "auth_permission" ("content_type_id", "codename");
CREATE INDEX "arena_results_by_time" ON "autoduel_arenaresult" ("at");
CREATE INDEX "campaign_ballot_by_id_2a941dba" ON "campaign_ballot" ("by_id");
CREATE INDEX "campaign_ballot_motion_id_eb2dfe83" ON "campaign_ballot" ("motion_id");
CREATE INDEX "campaign_ballot_team_id_c44a10e9" ON "campaign_ballot" ("team_id");
CREATE INDEX "campaign_block_against_id_d470dca0" ON "campaign_block" ("against_id");
CREATE INDEX "campaign_block_by_id_603ab74c" ON "campaign_block" ("by_id");
CREATE INDEX "campaign_block_team_id_55c59eda" ON "campaign_block" ("team_id");
CREATE UNIQUE INDEX "one_block_at_a_time" ON "campaign_block" ("team_id", "against_id") WHERE "until" IS NULL;
CREATE INDEX "campaign_campaign_founder_id_6a084204" ON "campaign_campaign" ("founder_id");
CREATE INDEX "campaign_caretaking_team_id_92a62667" ON "campaign_caretaking" ("team_id");
CREATE UNIQUE INDEX "one_caretaker_a_team" ON "campaign_caretaking" ("team_id") WHERE "until" IS NULL;
CREATE INDEX "campaign_challenge_asked_by_id_69b648df" ON "campaign_challenge" ("asked_by_id");
CREATE INDEX "campaign_challenge_challenged_id_5707caf8" ON "campaign_challenge" ("challenged_id");
CREATE INDEX "campaign_challenge_challenger_id_0cd5c7a5" ON "campaign_challenge" ("challenger_id");
CREATE INDEX "campaign_challenge_turn_id_eb9eb886" ON "campaign_challenge" ("turn_id");
CREATE INDEX "campaign_challenge_week_id_6d61195b" ON "campaign_challenge" ("week_id");
CREATE INDEX "campaign_character_team_id_9f58ecbf" ON "campaign_character" ("team_id");
CREATE UNIQUE INDEX "one_character_a_name" ON "campaign_character" ("team_id", "name") WHERE "left_at" IS NULL;
CREATE INDEX "campaign_crewplace_character_id_3855fd7a" ON "campaign_crewplace" ("character_id");
CREATE INDEX "campaign_crewplace_vehicle_id_57d11ea9" ON "campaign_crewplace" ("vehicle_id");
CREATE INDEX "campaign_damage_by_id_4d874413" ON "campaign_damage" ("by_id");
CREATE INDEX "campaign_damage_vehicle_id_b599087b" ON "campaign_damage" ("vehicle_id");
CREATE INDEX "campaign_damage_week_id_8d386c4a" ON "campaign_damage" ("week_id");
CREATE INDEX "campaign_deal_character_id_9f83a00d" ON "campaign_deal" ("character_id");
CREATE INDEX "campaign_deal_made_by_id_1c8231d9" ON "campaign_deal" ("made_by_id");
CREATE INDEX "campaign_deal_season_id_b2f3d0cd" ON "campaign_deal" ("season_id");
CREATE INDEX "campaign_deal_target_team_id_4069e5e6" ON "campaign_deal" ("target_team_id");
CREATE INDEX "campaign_deal_team_id_6e9c3290" ON "campaign_deal" ("team_id");
CREATE INDEX "campaign_deal_to_id_3e2798e8" ON "campaign_deal" ("to_id");
CREATE INDEX "campaign_deal_vehicle_id_e0d89db2" ON "campaign_deal" ("vehicle_id");
CREATE INDEX "deals_in_force" ON "campaign_deal" ("season_id") WHERE "state" IN ('open', 'accepted');
CREATE UNIQUE INDEX "lent_once_a_week" ON "campaign_deal" ("season_id", "first_week", "character_id") WHERE ("kind" = 'loan' AND "state" = 'accepted');
CREATE INDEX "campaign_dealstep_actor_id_ad64236b" ON "campaign_dealstep" ("actor_id");
CREATE INDEX "campaign_dealstep_deal_id_0e27de3b" ON "campaign_dealstep" ("deal_id");
CREATE INDEX "campaign_deputy_ended_by_id_5526ef9b" ON "campaign_deputy" ("ended_by_id");
CREATE INDEX "campaign_deputy_named_by_id_98b2b83a" ON "campaign_deputy" ("named_by_id");
CREATE INDEX "campaign_deputy_team_id_540d6a45" ON "campaign_deputy" ("team_id");
CREATE INDEX "campaign_deputy_user_id_79116c65" ON "campaign_deputy" ("user_id");
CREATE INDEX "campaign_deputy_week_id_575313ce" ON "campaign_deputy" ("week_id");
CREATE UNIQUE INDEX "one_deputy_a_team_and_week" ON "campaign_deputy" ("team_id", "week_id") WHERE "ended_at" IS NULL;
CREATE UNIQUE INDEX "one_team_a_deputy_and_week" ON "campaign_deputy" ("user_id", "week_id") WHERE "ended_at" IS NULL;
CREATE INDEX "campaign_deskact_actor_id_6e926467" ON "campaign_deskact" ("actor_id");
CREATE INDEX "campaign_deskact_campaign_id_3d374855" ON "campaign_deskact" ("campaign_id");
CREATE INDEX "campaign_deskact_team_id_a30fb2ea" ON "campaign_deskact" ("team_id");
CREATE INDEX "campaign_deskact_week_id_6fc35b9c" ON "campaign_deskact" ("week_id");
CREATE INDEX "campaign_duel_made_by_id_c834f93a" ON "campaign_duel" ("made_by_id");
CREATE INDEX "campaign_duel_meet_id_03baa7f8" ON "campaign_duel" ("meet_id");
CREATE INDEX "campaign_duel_week_id_b3e6a3b3" ON "campaign_duel" ("week_id");
CREATE INDEX "duels_to_begin" ON "campaign_duel" ("starts_at") WHERE ("called_off_at" IS NULL AND "starts_at" IS NOT NULL);
CREATE INDEX "campaign_dueldispute_by_id_23974a7c" ON "campaign_dueldispute" ("by_id");
CREATE INDEX "campaign_dueldispute_duel_id_32bf83cd" ON "campaign_dueldispute" ("duel_id");
CREATE INDEX "campaign_dueldispute_team_id_dbb88d36" ON "campaign_dueldispute" ("team_id");
CREATE UNIQUE INDEX "one_open_dispute_a_team" ON "campaign_dueldispute" ("duel_id", "team_id") WHERE "settled_at" IS NULL;
CREATE INDEX "campaign_dueldraft_by_id_83907987" ON "campaign_dueldraft" ("by_id");
CREATE INDEX "campaign_dueldraft_duel_id_ca92b30d" ON "campaign_dueldraft" ("duel_id");
CREATE INDEX "campaign_dueldraft_team_id_751046c2" ON "campaign_dueldraft" ("team_id");
CREATE INDEX "duel_drafts_to_book" ON "campaign_dueldraft" ("books_at") WHERE "result_id" IS NULL;
CREATE INDEX "campaign_duelentry_duel_id_b4a58ca7" ON "campaign_duelentry" ("duel_id");
CREATE INDEX "campaign_duelentry_team_id_dcc97c64" ON "campaign_duelentry" ("team_id");
CREATE INDEX "campaign_duelentry_vehicle_id_5266ac4f" ON "campaign_duelentry" ("vehicle_id");
CREATE UNIQUE INDEX "one_entry_a_vehicle" ON "campaign_duelentry" ("duel_id", "vehicle_id") WHERE "withdrawn_at" IS NULL;
CREATE INDEX "campaign_duelresult_duel_id_84845671" ON "campaign_duelresult" ("duel_id");
CREATE INDEX "campaign_duelresult_recorded_by_id_d1180009" ON "campaign_duelresult" ("recorded_by_id");
CREATE INDEX "campaign_duelsignature_by_id_da8e10e4" ON "campaign_duelsignature" ("by_id");
CREATE INDEX "campaign_duelsignature_draft_id_706f7b8a" ON "campaign_duelsignature" ("draft_id");
CREATE INDEX "campaign_duelsignature_team_id_058cf5df" ON "campaign_duelsignature" ("team_id");
CREATE INDEX "campaign_exchange_duel_id_6f9a417f" ON "campaign_exchange" ("duel_id");
CREATE INDEX "campaign_exchange_team_id_3aba4aac" ON "campaign_exchange" ("team_id");
CREATE INDEX "campaign_hold_team_id_43b04cab" ON "campaign_hold" ("team_id");
CREATE INDEX "campaign_hold_week_id_a6799216" ON "campaign_hold" ("week_id");
CREATE INDEX "campaign_hook_campaign_id_6c5d42d7" ON "campaign_hook" ("campaign_id");
CREATE INDEX "campaign_hook_made_by_id_f8dea286" ON "campaign_hook" ("made_by_id");
CREATE INDEX "campaign_hookdelivery_hook_id_d00f9fa7" ON "campaign_hookdelivery" ("hook_id");
CREATE INDEX "campaign_hookdelivery_news_id_df70b085" ON "campaign_hookdelivery" ("news_id");
CREATE INDEX "hookdelivery_due" ON "campaign_hookdelivery" ("next_at") WHERE "state" = 'waiting';
CREATE INDEX "campaign_invite_campaign_id_856e340a" ON "campaign_invite" ("campaign_id");
CREATE INDEX "campaign_invite_made_by_id_17a1c732" ON "campaign_invite" ("made_by_id");
CREATE INDEX "campaign_invite_team_id_f910f734" ON "campaign_invite" ("team_id");
CREATE INDEX "campaign_joinask_answered_by_id_c4f36718" ON "campaign_joinask" ("answered_by_id");
CREATE INDEX "campaign_joinask_campaign_id_b5db36d6" ON "campaign_joinask" ("campaign_id");
CREATE INDEX "campaign_joinask_user_id_2b2a47e5" ON "campaign_joinask" ("user_id");
CREATE UNIQUE INDEX "one_open_join_ask_a_person" ON "campaign_joinask" ("campaign_id", "user_id") WHERE "answered_at" IS NULL;
CREATE INDEX "campaign_loginlink_campaign_id_af7d5bb2" ON "campaign_loginlink" ("campaign_id");
CREATE INDEX "campaign_loginlink_made_by_id_ca75c9f8" ON "campaign_loginlink" ("made_by_id");
CREATE INDEX "campaign_loginlink_user_id_9966d7dc" ON "campaign_loginlink" ("user_id");
CREATE INDEX "campaign_meet_week_id_f8ff0b6e" ON "campaign_meet" ("week_id");
CREATE INDEX "meets_to_draw" ON "campaign_meet" ("closes_at") WHERE "drawn_at" IS NULL;
CREATE INDEX "campaign_membership_campaign_id_bf32b5da" ON "campaign_membership" ("campaign_id");
CREATE INDEX "campaign_membership_user_id_0976d882" ON "campaign_membership" ("user_id");
CREATE INDEX "campaign_memory_character_id_c537ff96" ON "campaign_memory" ("character_id");
CREATE UNIQUE INDEX "one_memory_a_kind" ON "campaign_memory" ("character_id", "kind") WHERE "gone_at" IS NULL;
CREATE INDEX "campaign_money_by_id_ffa4cf28" ON "campaign_money" ("by_id");
CREATE INDEX "campaign_money_team_id_056d8d64" ON "campaign_money" ("team_id");
CREATE INDEX "campaign_money_week_id_8de4bbb6" ON "campaign_money" ("week_id");
CREATE INDEX "campaign_motion_campaign_id_2782b126" ON "campaign_motion" ("campaign_id");
CREATE INDEX "campaign_motion_moved_by_id_4d6728e1" ON "campaign_motion" ("moved_by_id");
CREATE INDEX "campaign_motion_team_id_43caab16" ON "campaign_motion" ("team_id");
CREATE INDEX "campaign_motion_to_id_a9f5b0c7" ON "campaign_motion" ("to_id");
CREATE INDEX "motions_to_look_at" ON "campaign_motion" ("acts_at") WHERE "outcome" = '';
CREATE UNIQUE INDEX "one_open_motion_a_kind" ON "campaign_motion" ("campaign_id", "kind") WHERE ("outcome" = '' AND "team_id" IS NULL);
CREATE UNIQUE INDEX "one_open_motion_a_team_and_kind" ON "campaign_motion" ("team_id", "kind") WHERE "outcome" = '';
CREATE INDEX "campaign_movein_by_id_1db30334" ON "campaign_movein" ("by_id");
CREATE INDEX "campaign_mute_by_id_ca530a0a" ON "campaign_mute" ("by_id");
CREATE INDEX "campaign_mute_campaign_id_f0e7e2cb" ON "campaign_mute" ("campaign_id");
CREATE INDEX "campaign_mute_user_id_31d16b8a" ON "campaign_mute" ("user_id");
CREATE INDEX "campaign_news_campaign_id_bfbd13df" ON "campaign_news" ("campaign_id");
CREATE INDEX "campaign_news_week_id_15181a18" ON "campaign_news" ("week_id");
CREATE INDEX "campaign_offer_buyer_id_f4b042b8" ON "campaign_offer" ("buyer_id");
CREATE INDEX "campaign_offer_seller_id_7ed15982" ON "campaign_offer" ("seller_id");
CREATE INDEX "campaign_offer_vehicle_id_a5b83343" ON "campaign_offer" ("vehicle_id");
CREATE UNIQUE INDEX "one_offer_a_vehicle" ON "campaign_offer" ("vehicle_id") WHERE "closed_at" IS NULL;
CREATE INDEX "campaign_outagehold_outage_id_ba0d145c" ON "campaign_outagehold" ("outage_id");
CREATE INDEX "campaign_outagehold_week_id_d8a4a6f4" ON "campaign_outagehold" ("week_id");
CREATE INDEX "campaign_pause_by_id_d10fa8a1" ON "campaign_pause" ("by_id");
CREATE INDEX "campaign_pause_campaign_id_a8efe0cc" ON "campaign_pause" ("campaign_id");
CREATE INDEX "campaign_pause_ended_by_id_d89d0e34" ON "campaign_pause" ("ended_by_id");
CREATE UNIQUE INDEX "one_pause_at_a_time" ON "campaign_pause" ("campaign_id") WHERE "ended_at" IS NULL;
CREATE INDEX "campaign_post_by_id_30cfd809" ON "campaign_post" ("by_id");
CREATE INDEX "campaign_post_hidden_by_id_54647de9" ON "campaign_post" ("hidden_by_id");
CREATE INDEX "campaign_post_team_id_4ac0ddcb" ON "campaign_post" ("team_id");
CREATE INDEX "campaign_post_thread_id_9279e987" ON "campaign_post" ("thread_id");
CREATE INDEX "posts_of_a_person" ON "campaign_post" ("by_id", "at");
CREATE INDEX "posts_of_a_thread" ON "campaign_post" ("thread_id", "at");
CREATE INDEX "campaign_prestige_by_id_bd967ec0" ON "campaign_prestige" ("by_id");
CREATE INDEX "campaign_prestige_character_id_27c89cc3" ON "campaign_prestige" ("character_id");
CREATE INDEX "campaign_prestige_week_id_b56acd88" ON "campaign_prestige" ("week_id");
CREATE INDEX "campaign_publisheddesign_campaign_id_25ef9acb" ON "campaign_publisheddesign" ("campaign_id");
CREATE INDEX "campaign_publisheddesign_team_id_e6bb7978" ON "campaign_publisheddesign" ("team_id");
CREATE INDEX "campaign_publisheddesign_vehicle_id_96d907d1" ON "campaign_publisheddesign" ("vehicle_id");
CREATE UNIQUE INDEX "one_publication_a_vehicle" ON "campaign_publisheddesign" ("vehicle_id", "team_id") WHERE "withdrawn_at" IS NULL;
CREATE INDEX "campaign_report_by_id_b2b1a9ca" ON "campaign_report" ("by_id");
CREATE INDEX "campaign_report_settled_by_id_4aa03999" ON "campaign_report" ("settled_by_id");
CREATE INDEX "campaign_report_team_id_7cd8770d" ON "campaign_report" ("team_id");
CREATE INDEX "campaign_report_wording_id_28316ddb" ON "campaign_report" ("wording_id");
CREATE INDEX "campaign_rivalnote_about_id_63ba39b3" ON "campaign_rivalnote" ("about_id");
CREATE INDEX "campaign_rivalnote_by_id_232d6e72" ON "campaign_rivalnote" ("by_id");
CREATE INDEX "campaign_rivalnote_team_id_5a16ce35" ON "campaign_rivalnote" ("team_id");
CREATE INDEX "campaign_season_campaign_id_36d31c2f" ON "campaign_season" ("campaign_id");
CREATE UNIQUE INDEX "one_open_season" ON "campaign_season" ("campaign_id") WHERE "closed_at" IS NULL;
CREATE INDEX "campaign_seen_thread_id_01d96a00" ON "campaign_seen" ("thread_id");
CREATE INDEX "campaign_seen_user_id_f16d70c5" ON "campaign_seen" ("user_id");
CREATE INDEX "campaign_skillpoint_by_id_a9a3b419" ON "campaign_skillpoint" ("by_id");
CREATE INDEX "campaign_skillpoint_character_id_08e8aef6" ON "campaign_skillpoint" ("character_id");
CREATE INDEX "campaign_skillpoint_week_id_4ac0e7ff" ON "campaign_skillpoint" ("week_id");
CREATE INDEX "campaign_standingpoint_by_id_a17f52f9" ON "campaign_standingpoint" ("by_id");
CREATE INDEX "campaign_standingpoint_team_id_685cc62a" ON "campaign_standingpoint" ("team_id");
CREATE INDEX "campaign_standingpoint_week_id_80ef986d" ON "campaign_standingpoint" ("week_id");
CREATE INDEX "campaign_stock_by_id_099de838" ON "campaign_stock" ("by_id");
CREATE INDEX "campaign_stock_team_id_7c117ea0" ON "campaign_stock" ("team_id");
CREATE INDEX "campaign_stock_week_id_fcef0a14" ON "campaign_stock" ("week_id");
CREATE INDEX "campaign_tablemark_by_id_e36db32e" ON "campaign_tablemark" ("by_id");
CREATE INDEX "campaign_tablemark_entry_id_04e35a7f" ON "campaign_tablemark" ("entry_id");
CREATE INDEX "campaign_tableroll_by_id_9e123843" ON "campaign_tableroll" ("by_id");
CREATE INDEX "campaign_tableroll_table_dice_id_e3d3d4b6" ON "campaign_tableroll" ("table_dice_id");
CREATE INDEX "campaign_tableroll_team_id_41ceb18b" ON "campaign_tableroll" ("team_id");
CREATE INDEX "campaign_team_bot_by_id_20177e96" ON "campaign_team" ("bot_by_id");
CREATE INDEX "campaign_team_bot_week_id_19e3648c" ON "campaign_team" ("bot_week_id");
CREATE INDEX "campaign_team_campaign_id_8c6a59ba" ON "campaign_team" ("campaign_id");
CREATE INDEX "campaign_team_slug_5368e9f6" ON "campaign_team" ("slug");
CREATE INDEX "campaign_teamask_answered_by_id_35da99c8" ON "campaign_teamask" ("answered_by_id");
CREATE INDEX "campaign_teamask_invited_by_id_d1e90201" ON "campaign_teamask" ("invited_by_id");
CREATE INDEX "campaign_teamask_team_id_34df209e" ON "campaign_teamask" ("team_id");
CREATE INDEX "campaign_teamask_user_id_ad789837" ON "campaign_teamask" ("user_id");
CREATE UNIQUE INDEX "one_open_ask_a_person" ON "campaign_teamask" ("team_id", "user_id") WHERE "answered_at" IS NULL;
CREATE INDEX "campaign_teamowner_team_id_aadddf4e" ON "campaign_teamowner" ("team_id");
CREATE INDEX "campaign_teamowner_user_id_b9215fe7" ON "campaign_teamowner" ("user_id");
CREATE INDEX "campaign_thread_campaign_id_0dd78fb7" ON "campaign_thread" ("campaign_id");
CREATE INDEX "campaign_thread_news_id_5fe22fc7" ON "campaign_thread" ("news_id");
CREATE INDEX "campaign_thread_one_id_d54f2a32" ON "campaign_thread" ("one_id");
CREATE INDEX "campaign_thread_opened_by_id_0b8fac04" ON "campaign_thread" ("opened_by_id");
CREATE INDEX "campaign_thread_other_id_c97cf54e" ON "campaign_thread" ("other_id");
CREATE UNIQUE INDEX "one_editor_a_club" ON "campaign_thread" ("campaign_id") WHERE "kind" = 'editor';
CREATE UNIQUE INDEX "one_word_of_the_gm" ON "campaign_thread" ("campaign_id") WHERE ("closed_at" IS NULL AND "kind" = 'word');
CREATE INDEX "threads_of_a_club" ON "campaign_thread" ("campaign_id", "kind");
CREATE INDEX "campaign_vehicle_event_id_d4dd5690" ON "campaign_vehicle" ("event_id");
CREATE INDEX "campaign_vehicle_team_id_ba31d7df" ON "campaign_vehicle" ("team_id");
CREATE UNIQUE INDEX "one_vehicle_a_name" ON "campaign_vehicle" ("team_id", "name") WHERE "gone_at" IS NULL;
CREATE INDEX "campaign_week_season_id_d60f8cc2" ON "campaign_week" ("season_id");
CREATE INDEX "weeks_of_the_arena" ON "campaign_week" ("duel_at") WHERE ((CASE WHEN JSON_TYPE("rules", '$."duel_mode"') IN ('null','false','true') THEN JSON_TYPE("rules", '$."duel_mode"') ELSE JSON_EXTRACT("rules", '$."duel_mode"') END) IN (JSON_EXTRACT('"quick"', '$'), JSON_EXTRACT('"live"', '$'), JSON_EXTRACT('"slow"', '$')) AND "status" IN ('open', 'playing', 'settled'));
CREATE INDEX "weeks_parked" ON "campaign_week" ("parked_at") WHERE "parked_at" IS NOT NULL;
CREATE INDEX "weeks_that_may_hurry" ON "campaign_week" ("due_at") WHERE ("resolve_when_sealed" AND "status" = 'open');
CREATE INDEX "weeks_that_show" ON "campaign_week" ("due_at") WHERE ((CASE WHEN JSON_TYPE("rules", '$."show_sealed"') IN ('null','false','true') THEN JSON_TYPE("rules", '$."show_sealed"') ELSE JSON_EXTRACT("rules", '$."show_sealed"') END) = 'true' AND "status" = 'open');
CREATE INDEX "weeks_to_close" ON "campaign_week" ("closes_at") WHERE "status" = 'settled';
CREATE INDEX "weeks_to_duel" ON "campaign_week" ("duel_at") WHERE "status" = 'settled';
CREATE INDEX "weeks_to_open" ON "campaign_week" ("opens_at") WHERE "status" = 'planned';
CREATE INDEX "weeks_to_resolve" ON "campaign_week" ("due_at") WHERE "status" = 'open';
CREATE INDEX "weeks_to_settle" ON "campaign_week" ("settle_at") WHERE "status" = 'playing';
CREATE INDEX "weeks_tried" ON "campaign_week" ("due_at") WHERE "attempts" > 0;
CREATE INDEX "campaign_wording_post_id_80c4132c" ON "campaign_wording" ("post_id");
CREATE INDEX "campaign_workorder_patient_id_0da33125" ON "campaign_workorder" ("patient_id");
CREATE INDEX "campaign_workorder_vehicle_id_4da717ca" ON "campaign_workorder" ("vehicle_id");
CREATE INDEX "campaign_workorder_week_id_06d53973" ON "campaign_workorder" ("week_id");
CREATE INDEX "campaign_workorder_worker_id_9271b094" ON "campaign_workorder" ("worker_id");
CREATE INDEX "campaign_wound_by_id_ebd1a050" ON "campaign_wound" ("by_id");
CREATE INDEX "campaign_wound_character_id_05c7f33f" ON "campaign_wound" ("character_id");
CREATE INDEX "campaign_wound_week_id_33e75fa2" ON "campaign_wound" ("week_id");
CREATE INDEX "django_admin_log_content_type_id_c4bce8eb" ON "django_admin_log" ("content_type_id");
CREATE INDEX "django_admin_log_user_id_c564eba6" ON "django_admin_log" ("user_id");
CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");
CREATE INDEX "django_session_expire_date_a5c62663" ON "django_session" ("expire_date");
CREATE INDEX "espionage_ambushfight_week_id_731cce59" ON "espionage_ambushfight" ("week_id");
CREATE INDEX "fights_not_told" ON "espionage_ambushfight" ("week_id") WHERE "told_at" IS NULL;
CREATE INDEX "espionage_ambushheard_about_id_29eca7a5" ON "espionage_ambushheard" ("about_id");
CREATE INDEX "espionage_ambushheard_team_id_4d4ec775" ON "espionage_ambushheard" ("team_id");
CREATE INDEX "espionage_ambushheard_week_id_c1046cdc" ON "espionage_ambushheard" ("week_id");
CREATE INDEX "espionage_beaconround_given_by_id_88af7ccf" ON "espionage_beaconround" ("given_by_id");
CREATE INDEX "espionage_captivity_character_id_a62c8eff" ON "espionage_captivity" ("character_id");
CREATE INDEX "espionage_captivity_held_by_id_7e51a20d" ON "espionage_captivity" ("held_by_id");
CREATE INDEX "espionage_captivity_week_id_21bee940" ON "espionage_captivity" ("week_id");
CREATE INDEX "charges_that_wait" ON "espionage_charge" ("week_id") WHERE ("fired_at" IS NULL AND "lost_at" IS NULL);
CREATE INDEX "espionage_charge_planted_by_id_bb73c3d2" ON "espionage_charge" ("planted_by_id");
CREATE INDEX "espionage_charge_vehicle_id_a8c5617a" ON "espionage_charge" ("vehicle_id");
CREATE INDEX "espionage_charge_week_id_b1979d26" ON "espionage_charge" ("week_id");
CREATE INDEX "espionage_intel_about_id_9ac16d63" ON "espionage_intel" ("about_id");
CREATE INDEX "espionage_intel_team_id_eb4a31b3" ON "espionage_intel" ("team_id");
CREATE INDEX "espionage_intel_vehicle_id_26d3e5f1" ON "espionage_intel" ("vehicle_id");
CREATE INDEX "espionage_intel_week_id_95a3ab83" ON "espionage_intel" ("week_id");
CREATE INDEX "espionage_missedweek_team_id_9c8a5c40" ON "espionage_missedweek" ("team_id");
CREATE INDEX "espionage_missedweek_week_id_0e747660" ON "espionage_missedweek" ("week_id");
CREATE INDEX "espionage_moretime_by_id_925c75da" ON "espionage_moretime" ("by_id");
CREATE INDEX "espionage_moretime_team_id_93912fdf" ON "espionage_moretime" ("team_id");
CREATE INDEX "espionage_orderplan_saved_by_id_72302c9a" ON "espionage_orderplan" ("saved_by_id");
CREATE INDEX "espionage_orderplan_team_id_7f9e3239" ON "espionage_orderplan" ("team_id");
CREATE INDEX "espionage_orderplan_week_id_23bb67d8" ON "espionage_orderplan" ("week_id");
CREATE INDEX "espionage_ordersheet_saved_by_id_88accd83" ON "espionage_ordersheet" ("saved_by_id");
CREATE INDEX "espionage_ordersheet_team_id_82919e2a" ON "espionage_ordersheet" ("team_id");
CREATE INDEX "espionage_ordersheet_week_id_be1a99f5" ON "espionage_ordersheet" ("week_id");
CREATE INDEX "seals_to_decide" ON "espionage_seal" ("decide_by") WHERE "decide_by" IS NOT NULL;
CREATE INDEX "seals_to_draw" ON "espionage_seal" ("draw_at") WHERE NOT ("setup" = '');
CREATE INDEX "espionage_sealedseat_sheet_id_125da02e" ON "espionage_sealedseat" ("sheet_id");
CREATE INDEX "espionage_sealedseat_team_id_c352b691" ON "espionage_sealedseat" ("team_id");
CREATE INDEX "espionage_sealedseat_week_id_a3a32814" ON "espionage_sealedseat" ("week_id");
CREATE INDEX "home_bundleupload_by_id_26674f51" ON "home_bundleupload" ("by_id");
CREATE INDEX "mfa_authenticator_user_id_0c3a50c0" ON "mfa_authenticator" ("user_id");
CREATE UNIQUE INDEX "unique_authenticator_type" ON "mfa_authenticator" ("user_id", "type") WHERE "type" IN ('totp', 'recovery_codes');
CREATE UNIQUE INDEX "one_open_incident" ON "monitoring_incident" ("kind", "about") WHERE "over_at" IS NULL;
CREATE INDEX "monitoring_ownerdelivery_incident_id_bc94f9ce" ON "monitoring_ownerdelivery" ("incident_id");
CREATE INDEX "ownerdelivery_due" ON "monitoring_ownerdelivery" ("next_at") WHERE "state" = 'waiting';
CREATE INDEX "delivery_due" ON "notifications_delivery" ("next_at") WHERE "state" = 'waiting';
CREATE INDEX "notifications_delivery_notice_id_e47c53a9" ON "notifications_delivery" ("notice_id");
CREATE INDEX "notifications_delivery_user_id_70f8752d" ON "notifications_delivery" ("user_id");
CREATE INDEX "notices_by_number" ON "notifications_notice" ("user_id", "number");
CREATE INDEX "notices_in_order" ON "notifications_notice" ("number");
CREATE INDEX "notices_not_numbered" ON "notifications_notice" ("at") WHERE "number" IS NULL;
CREATE INDEX "notifications_notice_campaign_id_e03a292e" ON "notifications_notice" ("campaign_id");
CREATE INDEX "notifications_notice_user_id_552cc228" ON "notifications_notice" ("user_id");
CREATE INDEX "reminders_chosen" ON "notifications_notificationpreferences" ("remind_hours") WHERE "remind_hours" IS NOT NULL;
CREATE INDEX "notifications_ownhook_user_id_030b8569" ON "notifications_ownhook" ("user_id");
CREATE UNIQUE INDEX "one_hook_a_person" ON "notifications_ownhook" ("user_id") WHERE NOT ("address" = '');
CREATE INDEX "notifications_ownhookdelivery_hook_id_8d80c063" ON "notifications_ownhookdelivery" ("hook_id");
CREATE INDEX "notifications_ownhookdelivery_notice_id_fa6a3afa" ON "notifications_ownhookdelivery" ("notice_id");
CREATE INDEX "ownhookdelivery_due" ON "notifications_ownhookdelivery" ("next_at") WHERE "state" = 'waiting';
CREATE INDEX "notifications_pushdelivery_notice_id_fe8064ac" ON "notifications_pushdelivery" ("notice_id");
CREATE INDEX "notifications_pushdelivery_subscription_id_cc449c13" ON "notifications_pushdelivery" ("subscription_id");
CREATE INDEX "pushdelivery_due" ON "notifications_pushdelivery" ("next_at") WHERE "state" = 'waiting';
CREATE INDEX "notifications_pushsubscription_user_id_ffe8030a" ON "notifications_pushsubscription" ("user_id");
CREATE UNIQUE INDEX "one_person_a_browser" ON "notifications_pushsubscription" ("endpoint") WHERE NOT ("endpoint" = '');
CREATE INDEX "chairs_asked" ON "play_chair" ("asked_at") WHERE "asked_at" IS NOT NULL;
CREATE INDEX "chairs_due" ON "play_chair" ("due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX "play_chair_deputy_id_6a31fe53" ON "play_chair" ("deputy_id");
CREATE INDEX "play_chair_holder_id_304c3911" ON "play_chair" ("holder_id");
CREATE INDEX "play_chair_kept_for_id_8a478f39" ON "play_chair" ("kept_for_id");
CREATE INDEX "play_chair_table_id_3df640a2" ON "play_chair" ("table_id");
CREATE INDEX "lines_of_a_channel" ON "play_chatline" ("table_id", "channel", "at");
CREATE UNIQUE INDEX "one_line_a_key" ON "play_chatline" ("table_id", "user_id", "key") WHERE NOT ("key" = '');
CREATE INDEX "play_chatline_chair_id_fcfb07c2" ON "play_chatline" ("chair_id");
CREATE INDEX "play_chatline_table_id_af1a4cf4" ON "play_chatline" ("table_id");
CREATE INDEX "play_chatline_user_id_eacc699c" ON "play_chatline" ("user_id");
CREATE INDEX "play_dealttable_deal_id_ba11feb6" ON "play_dealttable" ("deal_id");
CREATE INDEX "play_dealttable_user_id_6238b9f3" ON "play_dealttable" ("user_id");
CREATE INDEX "play_entrant_tournament_id_f6a2a0da" ON "play_entrant" ("tournament_id");
CREATE INDEX "play_entrant_user_id_255bec50" ON "play_entrant" ("user_id");
CREATE INDEX "play_holiday_user_id_d47f6f89" ON "play_holiday" ("user_id");
CREATE UNIQUE INDEX "one_move_a_key" ON "play_move" ("match_id", "seat", "key") WHERE NOT ("key" = '');
CREATE INDEX "play_move_by_id_780c5642" ON "play_move" ("by_id");
CREATE INDEX "play_move_match_id_b6b7bd50" ON "play_move" ("match_id");
CREATE INDEX "play_pairing_first_id_91d7bc26" ON "play_pairing" ("first_id");
CREATE INDEX "play_pairing_round_id_d70ca68a" ON "play_pairing" ("round_id");
CREATE INDEX "play_pairing_second_id_a9b76d52" ON "play_pairing" ("second_id");
CREATE UNIQUE INDEX "one_rating_a_bot_and_game" ON "play_playerrating" ("game", "bot") WHERE "user_id" IS NULL;
CREATE UNIQUE INDEX "one_rating_a_person_and_game" ON "play_playerrating" ("game", "user_id") WHERE "user_id" IS NOT NULL;
CREATE INDEX "play_playerrating_user_id_36901bbf" ON "play_playerrating" ("user_id");
CREATE INDEX "play_privatemark_match_id_b9ec899e" ON "play_privatemark" ("match_id");
CREATE INDEX "play_privatemark_user_id_fb705cd6" ON "play_privatemark" ("user_id");
CREATE INDEX "play_privatenote_table_id_8d3bc5a8" ON "play_privatenote" ("table_id");
CREATE INDEX "play_privatenote_user_id_9f6aa1a7" ON "play_privatenote" ("user_id");
CREATE INDEX "play_ratingchange_rating_id_1a374c98" ON "play_ratingchange" ("rating_id");
CREATE INDEX "play_ratingchange_table_id_4463f873" ON "play_ratingchange" ("table_id");
CREATE INDEX "play_round_tournament_id_4e570592" ON "play_round" ("tournament_id");
CREATE UNIQUE INDEX "one_scheduled_table_a_time" ON "play_table" ("game", "begins_at") WHERE "begins_at" IS NOT NULL;
CREATE UNIQUE INDEX "one_table_a_key" ON "play_table" ("opened_by_id", "key") WHERE NOT ("key" = '');
CREATE UNIQUE INDEX "one_table_an_invite" ON "play_table" ("invite_hash") WHERE NOT ("invite_hash" = '');
CREATE INDEX "play_table_opened_by_id_15aca082" ON "play_table" ("opened_by_id");
CREATE INDEX "tables_in_the_lobby" ON "play_table" ("status", "visibility", "opened_at" DESC);
CREATE INDEX "tables_to_begin" ON "play_table" ("begins_at") WHERE ("begins_at" IS NOT NULL AND "status" = 'open');
CREATE INDEX "tables_to_rate" ON "play_table" ("rating_due_at") WHERE "rating_due_at" IS NOT NULL;
CREATE INDEX "play_told_match_id_b87fd928" ON "play_told" ("match_id");
CREATE UNIQUE INDEX "one_tournament_a_key" ON "play_tournament" ("opened_by_id", "key") WHERE NOT ("key" = '');
CREATE INDEX "play_tournament_opened_by_id_203f15eb" ON "play_tournament" ("opened_by_id");
CREATE INDEX "tournaments_to_come" ON "play_tournament" ("begins_at") WHERE NOT ("status" = 'over');
CREATE INDEX "outages_by_end" ON "uptime_outage" ("ended_at");
CREATE UNIQUE INDEX "one_open_quarantine" ON "uptime_quarantine" ("is_open") WHERE "is_open";
CREATE INDEX "web_idempotentanswer_expires_at_1df38c31" ON "web_idempotentanswer" ("expires_at");
CREATE INDEX "web_idempotentanswer_user_id_6aab3059" ON "web_idempotentanswer" ("user_id");
CREATE TRIGGER campaign_damage_no_delete BEFORE DELETE ON campaign_damage  BEGIN SELECT RAISE(ABORT, 'campaign_damage is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_damage_no_update BEFORE UPDATE ON campaign_damage  BEGIN SELECT RAISE(ABORT, 'campaign_damage is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_dealstep_no_delete BEFORE DELETE ON campaign_dealstep  BEGIN SELECT RAISE(ABORT, 'campaign_dealstep is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_dealstep_no_update BEFORE UPDATE ON campaign_dealstep  BEGIN SELECT RAISE(ABORT, 'campaign_dealstep is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_deskact_no_delete BEFORE DELETE ON campaign_deskact  BEGIN SELECT RAISE(ABORT, 'campaign_deskact is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_deskact_no_update BEFORE UPDATE ON campaign_deskact WHEN NOT (NEW."id" IS OLD."id" AND NEW."kind" IS OLD."kind" AND NEW."reason" IS OLD."reason" AND NEW."public" IS OLD."public" AND NEW."at" IS OLD."at" AND NEW."actor_id" IS OLD."actor_id" AND NEW."campaign_id" IS OLD."campaign_id" AND NEW."team_id" IS OLD."team_id" AND NEW."week_id" IS OLD."week_id" AND 
    (SELECT count(*) FROM json_tree(NEW.detail)) = (SELECT count(*) FROM json_tree(OLD.detail))
    AND EXISTS (
        SELECT 1 FROM accounts_user AS person
        WHERE person.former_name <> '' AND NOT EXISTS (
            SELECT 1 FROM json_tree(NEW.detail) AS now
            LEFT JOIN json_tree(OLD.detail) AS was ON was.fullkey = now.fullkey
            WHERE was.type IS NOT now.type OR (
                now.atom IS NOT was.atom AND (
                    now.type <> 'text'
                    OR replace(now.atom, person.username, person.former_name)
                        <> replace(was.atom, person.username, person.former_name)
                    OR length(replace(now.atom, person.former_name, ''))
                        < length(replace(was.atom, person.former_name, ''))
                )
            )
        )
    )
) BEGIN SELECT RAISE(ABORT, 'campaign_deskact is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_duelresult_no_delete BEFORE DELETE ON campaign_duelresult  BEGIN SELECT RAISE(ABORT, 'campaign_duelresult is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_duelresult_no_update BEFORE UPDATE ON campaign_duelresult  BEGIN SELECT RAISE(ABORT, 'campaign_duelresult is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_money_no_delete BEFORE DELETE ON campaign_money  BEGIN SELECT RAISE(ABORT, 'campaign_money is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_money_no_update BEFORE UPDATE ON campaign_money  BEGIN SELECT RAISE(ABORT, 'campaign_money is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_movein_no_delete BEFORE DELETE ON campaign_movein  BEGIN SELECT RAISE(ABORT, 'campaign_movein is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_movein_no_update BEFORE UPDATE ON campaign_movein  BEGIN SELECT RAISE(ABORT, 'campaign_movein is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_prestige_no_delete BEFORE DELETE ON campaign_prestige  BEGIN SELECT RAISE(ABORT, 'campaign_prestige is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_prestige_no_update BEFORE UPDATE ON campaign_prestige  BEGIN SELECT RAISE(ABORT, 'campaign_prestige is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_rivalnote_no_delete BEFORE DELETE ON campaign_rivalnote  BEGIN SELECT RAISE(ABORT, 'campaign_rivalnote is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_rivalnote_no_update BEFORE UPDATE ON campaign_rivalnote WHEN NOT (NEW."id" IS OLD."id" AND NEW."number" IS OLD."number" AND NEW."at" IS OLD."at" AND NEW."by_id" IS OLD."by_id" AND NEW."about_id" IS OLD."about_id" AND NEW."team_id" IS OLD."team_id" AND NEW.text = '') BEGIN SELECT RAISE(ABORT, 'campaign_rivalnote is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_skillpoint_no_delete BEFORE DELETE ON campaign_skillpoint  BEGIN SELECT RAISE(ABORT, 'campaign_skillpoint is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_skillpoint_no_update BEFORE UPDATE ON campaign_skillpoint  BEGIN SELECT RAISE(ABORT, 'campaign_skillpoint is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_standingpoint_no_delete BEFORE DELETE ON campaign_standingpoint  BEGIN SELECT RAISE(ABORT, 'campaign_standingpoint is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_standingpoint_no_update BEFORE UPDATE ON campaign_standingpoint  BEGIN SELECT RAISE(ABORT, 'campaign_standingpoint is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_stock_no_delete BEFORE DELETE ON campaign_stock  BEGIN SELECT RAISE(ABORT, 'campaign_stock is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_stock_no_update BEFORE UPDATE ON campaign_stock  BEGIN SELECT RAISE(ABORT, 'campaign_stock is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_tabledice_no_delete BEFORE DELETE ON campaign_tabledice  BEGIN SELECT RAISE(ABORT, 'campaign_tabledice is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_tabledice_no_update BEFORE UPDATE ON campaign_tabledice  BEGIN SELECT RAISE(ABORT, 'campaign_tabledice is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_tablemark_no_delete BEFORE DELETE ON campaign_tablemark  BEGIN SELECT RAISE(ABORT, 'campaign_tablemark is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_tablemark_no_update BEFORE UPDATE ON campaign_tablemark  BEGIN SELECT RAISE(ABORT, 'campaign_tablemark is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_tableroll_no_delete BEFORE DELETE ON campaign_tableroll  BEGIN SELECT RAISE(ABORT, 'campaign_tableroll is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_tableroll_no_update BEFORE UPDATE ON campaign_tableroll  BEGIN SELECT RAISE(ABORT, 'campaign_tableroll is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_wording_no_delete BEFORE DELETE ON campaign_wording  BEGIN SELECT RAISE(ABORT, 'campaign_wording is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_wording_no_update BEFORE UPDATE ON campaign_wording WHEN NOT (NEW."id" IS OLD."id" AND NEW."number" IS OLD."number" AND NEW."at" IS OLD."at" AND NEW."digest" IS OLD."digest" AND NEW."post_id" IS OLD."post_id" AND NEW.text = '') BEGIN SELECT RAISE(ABORT, 'campaign_wording is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_wound_no_delete BEFORE DELETE ON campaign_wound  BEGIN SELECT RAISE(ABORT, 'campaign_wound is append-only: add a compensating row'); END;
CREATE TRIGGER campaign_wound_no_update BEFORE UPDATE ON campaign_wound  BEGIN SELECT RAISE(ABORT, 'campaign_wound is append-only: add a compensating row'); END;
CREATE TRIGGER espionage_missedweek_no_delete BEFORE DELETE ON espionage_missedweek  BEGIN SELECT RAISE(ABORT, 'espionage_missedweek is append-only: add a compensating row'); END;
CREATE TRIGGER espionage_missedweek_no_update BEFORE UPDATE ON espionage_missedweek  BEGIN SELECT RAISE(ABORT, 'espionage_missedweek is append-only: add a compensating row'); END;
INSERT INTO django_migrations (app, name, applied) VALUES
('contenttypes', '0001_initial', CURRENT_TIMESTAMP),
('contenttypes', '0002_remove_content_type_name', CURRENT_TIMESTAMP),
('auth', '0001_initial', CURRENT_TIMESTAMP),
('auth', '0002_alter_permission_name_max_length', CURRENT_TIMESTAMP),
('auth', '0003_alter_user_email_max_length', CURRENT_TIMESTAMP),
('auth', '0004_alter_user_username_opts', CURRENT_TIMESTAMP),
('auth', '0005_alter_user_last_login_null', CURRENT_TIMESTAMP),
('auth', '0006_require_contenttypes_0002', CURRENT_TIMESTAMP),
('auth', '0007_alter_validators_add_error_messages', CURRENT_TIMESTAMP),
('auth', '0008_alter_user_username_max_length', CURRENT_TIMESTAMP),
('auth', '0009_alter_user_last_name_max_length', CURRENT_TIMESTAMP),
('auth', '0010_alter_group_name_max_length', CURRENT_TIMESTAMP),
('auth', '0011_update_proxy_permissions', CURRENT_TIMESTAMP),
('auth', '0012_alter_user_first_name_max_length', CURRENT_TIMESTAMP),
('accounts', '0001_initial', CURRENT_TIMESTAMP),
('account', '0001_initial', CURRENT_TIMESTAMP),
('account', '0002_email_max_length', CURRENT_TIMESTAMP),
('account', '0003_alter_emailaddress_create_unique_verified_email', CURRENT_TIMESTAMP),
('account', '0004_alter_emailaddress_drop_unique_email', CURRENT_TIMESTAMP),
('account', '0005_emailaddress_idx_upper_email', CURRENT_TIMESTAMP),
('account', '0006_emailaddress_lower', CURRENT_TIMESTAMP),
('account', '0007_emailaddress_idx_email', CURRENT_TIMESTAMP),
('account', '0008_emailaddress_unique_primary_email_fixup', CURRENT_TIMESTAMP),
('account', '0009_emailaddress_unique_primary_email', CURRENT_TIMESTAMP),
('uptime', '0001_initial', CURRENT_TIMESTAMP),
('play', '0001_initial', CURRENT_TIMESTAMP),
('campaign', '0001_initial', CURRENT_TIMESTAMP),
('accounts', '0002_initial', CURRENT_TIMESTAMP),
('admin', '0001_initial', CURRENT_TIMESTAMP),
('admin', '0002_logentry_remove_auto_add', CURRENT_TIMESTAMP),
('admin', '0003_logentry_add_action_flag_choices', CURRENT_TIMESTAMP),
('play', '0002_scheduled_tables', CURRENT_TIMESTAMP),
('autoduel', '0001_initial', CURRENT_TIMESTAMP),
('campaign', '0002_append_only', CURRENT_TIMESTAMP),
('campaign', '0003_own_arenas', CURRENT_TIMESTAMP),
('campaign', '0004_race_laps', CURRENT_TIMESTAMP),
('campaign', '0005_event_cars', CURRENT_TIMESTAMP),
('espionage', '0001_initial', CURRENT_TIMESTAMP),
('espionage', '0002_append_only', CURRENT_TIMESTAMP),
('home', '0001_initial', CURRENT_TIMESTAMP),
('mfa', '0001_initial', CURRENT_TIMESTAMP),
('mfa', '0002_authenticator_timestamps', CURRENT_TIMESTAMP),
('mfa', '0003_authenticator_type_uniq', CURRENT_TIMESTAMP),
('monitoring', '0001_initial', CURRENT_TIMESTAMP),
('notifications', '0001_initial', CURRENT_TIMESTAMP),
('play', '0003_claims', CURRENT_TIMESTAMP),
('play', '0004_deal_scores', CURRENT_TIMESTAMP),
('play', '0005_coach_help', CURRENT_TIMESTAMP),
('sessions', '0001_initial', CURRENT_TIMESTAMP),
('web', '0001_initial', CURRENT_TIMESTAMP);
