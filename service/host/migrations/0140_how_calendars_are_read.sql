-- How a connected calendar is read by its owner's choice, and what of it could not be read as it stands.
ALTER TABLE provider_calendar ADD COLUMN zone_is_set boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN provider_calendar.zone_is_set IS 'Whether the zone was chosen when the calendar was connected; where it was not, the zone that a feed names comes first.';
ALTER TABLE provider_calendar ADD COLUMN unanswered_blocks boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN provider_calendar.unanswered_blocks IS 'Whether invitations that the owner has not answered keep them busy.';
ALTER TABLE provider_calendar ADD COLUMN unclear jsonb;
COMMENT ON COLUMN provider_calendar.unclear IS 'What of the last reading is widened to all that it can mean: how many events, and lines of some of them. Null where all could be read.';
-- Of calendars that are connected already it is not known whether their zone was chosen: one that is not the company's was.
UPDATE provider_calendar k SET zone_is_set = false FROM company c WHERE c.company_id = k.company_id AND c.timezone = k.timezone;
-- What was read by the reader of before is read again, also where the calendar has not changed.
UPDATE provider_calendar SET read_version = NULL WHERE read_version IS NOT NULL;
