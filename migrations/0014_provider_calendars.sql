-- Providers' own calendars: where they are, what was last read there, and what is still to be written there.

-- settings are sealed: addresses of feeds are secrets too. mark begins the ids of all events that we write for a
-- provider, so that they are known again however often the calendar is connected. Rows of calendars that were
-- disconnected stay for their mark, without settings.
CREATE SEQUENCE provider_calendar_id_seq;
CREATE TABLE provider_calendar (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('provider_calendar_id_seq'),
  provider_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('caldav', 'ics', 'google', 'microsoft')),
  address text NOT NULL,
  writes boolean NOT NULL,
  timezone text NOT NULL,
  owner_email text,
  settings text,
  mark text NOT NULL,
  last_read_at timestamptz,
  read_version text,
  read_until_minute integer,
  failing_since timestamptz,
  problem text,
  created_at timestamptz NOT NULL,
  disconnected_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  CHECK ((settings IS NULL) = (disconnected_at IS NOT NULL)),
  CHECK (kind <> 'ics' OR NOT writes)
) WITH (fillfactor = 70);
CREATE INDEX provider_calendar_by_provider ON provider_calendar (company_id, provider_id, id);
-- What a search looks at.
CREATE INDEX provider_calendar_connected ON provider_calendar (company_id, provider_id) WHERE disconnected_at IS NULL;

-- What connected calendars say, as the search reads it: pairs of whole minutes packed as `int8send` would, one row for every
-- 31 days since 1970. A search reads a few rows however full a calendar is, and a change rewrites few.
DROP TABLE calendar_busy;
CREATE TABLE calendar_busy (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  month integer NOT NULL,
  calendar_id bigint NOT NULL,
  busy bytea NOT NULL,
  PRIMARY KEY (company_id, provider_id, month, calendar_id),
  FOREIGN KEY (company_id, calendar_id) REFERENCES provider_calendar
);

-- The events that stand in a calendar, one a day of the appointment. remote_id is null from before an event is written
-- until its calendar has said how it is called there: it may stand there.
CREATE TABLE calendar_event (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  block smallint NOT NULL,
  remote_id text,
  etag text,
  PRIMARY KEY (company_id, calendar_id, appointment_id, block),
  FOREIGN KEY (company_id, calendar_id) REFERENCES provider_calendar
);
CREATE INDEX calendar_event_by_appointment ON calendar_event (company_id, appointment_id);

-- Queues, small and hot: which calendar is to be read when, and which appointment is to be written where.
CREATE TABLE calendar_read_due (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  claim_token text,
  PRIMARY KEY (company_id, calendar_id)
);
CREATE INDEX calendar_read_due_by_time ON calendar_read_due (due_at);

CREATE TABLE calendar_push_due (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  claim_token text,
  PRIMARY KEY (company_id, calendar_id, appointment_id)
);
CREATE INDEX calendar_push_due_by_time ON calendar_push_due (due_at);
