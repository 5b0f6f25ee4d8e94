-- The whole foundation: companies and who may act for them, what can be booked, who books, requests,
-- appointments with their laws, and the outbox. Every company's table and key begins with company_id.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Host-wide truths: what must be unique, or found, before a company is known.
CREATE TABLE directory (
  kind text NOT NULL CHECK (kind IN ('slug', 'channel_phone', 'api_key', 'link', 'user_email', 'user_session')),
  key text NOT NULL,
  company_id bigint NOT NULL,
  ref_id bigint NOT NULL,
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (kind, key)
);
CREATE INDEX directory_by_owner ON directory (company_id, kind, ref_id);

CREATE SEQUENCE company_id_seq;
CREATE TABLE company (
  company_id bigint NOT NULL DEFAULT nextval('company_id_seq') PRIMARY KEY,
  name text NOT NULL,
  phone text,
  timezone text NOT NULL,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'fr', 'es')),
  accent_color text NOT NULL DEFAULT '#1f5fd6',
  logo_hash text,
  public_slug text,
  public_booking_enabled boolean NOT NULL DEFAULT false,
  public_daily_code_cap integer NOT NULL DEFAULT 200 CHECK (public_daily_code_cap BETWEEN 0 AND 10000),
  embed_origins text[] NOT NULL DEFAULT '{}',
  booking_links_enabled boolean NOT NULL DEFAULT true,
  new_customers text NOT NULL DEFAULT 'allowed' CHECK (new_customers IN ('allowed', 'not_allowed')),
  provider_assignment text NOT NULL DEFAULT 'none' CHECK (provider_assignment IN ('none', 'per_customer')),
  sms_confirmations boolean NOT NULL DEFAULT true,
  reminder_hours integer[] NOT NULL DEFAULT '{24,2}',
  quiet_start_minute integer NOT NULL DEFAULT 540,
  quiet_end_minute integer NOT NULL DEFAULT 1200,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE company_logo (
  company_id bigint NOT NULL REFERENCES company,
  hash text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (company_id, hash)
);

CREATE SEQUENCE api_key_id_seq;
CREATE TABLE api_key (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('api_key_id_seq'),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member', 'agent')),
  key_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (company_id, id)
);

CREATE SEQUENCE app_user_id_seq;
CREATE TABLE app_user (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('app_user_id_seq'),
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  password_hash text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE SEQUENCE user_session_id_seq;
CREATE TABLE user_session (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('user_session_id_seq'),
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user ON DELETE CASCADE
);
CREATE INDEX user_session_by_user ON user_session (company_id, user_id);

CREATE SEQUENCE channel_id_seq;
CREATE TABLE channel (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('channel_id_seq'),
  kind text NOT NULL CHECK (kind IN ('voice', 'sms')),
  phone text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT channel_once_per_kind UNIQUE (company_id, kind, phone)
);

CREATE SEQUENCE location_id_seq;
CREATE TABLE location (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('location_id_seq'),
  name text NOT NULL,
  address jsonb,
  latitude double precision,
  longitude double precision,
  timezone text NOT NULL,
  service_area jsonb NOT NULL,
  active boolean NOT NULL DEFAULT true,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);

-- Durations and places are columns; what is only ever read whole is jsonb.
CREATE SEQUENCE appointment_type_id_seq;
CREATE SEQUENCE duration_option_id_seq;
CREATE TABLE appointment_type (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('appointment_type_id_seq'),
  name text NOT NULL,
  description text,
  active boolean NOT NULL DEFAULT true,
  kind text NOT NULL DEFAULT 'open' CHECK (kind IN ('open', 'by_request')),
  block_minutes integer[] NOT NULL,
  duration_options jsonb NOT NULL DEFAULT '[]',
  buffer_before_minutes integer NOT NULL DEFAULT 0,
  buffer_after_minutes integer NOT NULL DEFAULT 0,
  slot_interval_minutes integer NOT NULL DEFAULT 30,
  min_notice_minutes integer NOT NULL DEFAULT 120,
  booking_window_days integer NOT NULL DEFAULT 60,
  cancel_notice_minutes integer NOT NULL DEFAULT 0,
  daily_limit integer,
  place text NOT NULL DEFAULT 'at_location' CHECK (place IN ('at_location', 'at_customer', 'remote')),
  public_booking boolean NOT NULL DEFAULT false,
  provider_choice boolean NOT NULL DEFAULT true,
  location_ids bigint[],
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (NOT (public_booking AND kind = 'by_request'))
);

-- version is the provider's lock: whoever changes the provider's time raises it first.
CREATE SEQUENCE provider_id_seq;
CREATE TABLE provider (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('provider_id_seq'),
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  start_address jsonb,
  start_latitude double precision,
  start_longitude double precision,
  max_travel_km double precision,
  version bigint NOT NULL DEFAULT 1,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
) WITH (fillfactor = 70);

CREATE TABLE provider_type (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  PRIMARY KEY (company_id, provider_id, appointment_type_id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type
);
CREATE INDEX provider_type_by_type ON provider_type (company_id, appointment_type_id, provider_id);

CREATE TABLE weekly_hours (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  weekday smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  start_minute smallint NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
  end_minute smallint NOT NULL CHECK (end_minute BETWEEN 0 AND 1439),
  PRIMARY KEY (company_id, provider_id, location_id, weekday, start_minute),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  FOREIGN KEY (company_id, location_id) REFERENCES location
);

-- One row a closed or changed date; day counts days since 1970-01-01 on the location's calendar.
CREATE TABLE date_override (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  day integer NOT NULL,
  intervals jsonb NOT NULL,
  PRIMARY KEY (company_id, provider_id, day, location_id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  FOREIGN KEY (company_id, location_id) REFERENCES location
);

CREATE SEQUENCE time_off_id_seq;
CREATE TABLE time_off (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('time_off_id_seq'),
  provider_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  CHECK (end_at > start_at)
);
CREATE INDEX time_off_by_end ON time_off (company_id, provider_id, end_minute) INCLUDE (start_minute);

-- What connected calendars say; the worker keeps it fresh, the search reads it beside the appointments.
CREATE TABLE calendar_busy (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  PRIMARY KEY (company_id, provider_id, calendar_id, start_minute, end_minute),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  CHECK (end_minute > start_minute)
);
CREATE INDEX calendar_busy_by_end ON calendar_busy (company_id, provider_id, end_minute) INCLUDE (start_minute);

CREATE SEQUENCE customer_id_seq;
CREATE TABLE customer (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('customer_id_seq'),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  address jsonb,
  address_latitude double precision,
  address_longitude double precision,
  address_source text CHECK (address_source IN ('company', 'agent', 'public_page')),
  external_ref text,
  assigned_provider_id bigint,
  locale text CHECK (locale IN ('en', 'fr', 'es')),
  timezone text,
  source text NOT NULL CHECK (source IN ('company', 'agent', 'public_page')),
  archived_at timestamptz,
  erased_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, assigned_provider_id) REFERENCES provider,
  CONSTRAINT customer_external_ref UNIQUE (company_id, external_ref)
);
CREATE INDEX customer_by_email ON customer (company_id, lower(email));

-- identifies: the number was set by the company, has called, or was verified by a code texted to itself.
CREATE SEQUENCE contact_id_seq;
CREATE TABLE contact (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('contact_id_seq'),
  customer_id bigint NOT NULL,
  phone text NOT NULL,
  label text,
  is_primary boolean NOT NULL DEFAULT false,
  identifies boolean NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer,
  CONSTRAINT contact_once_per_customer UNIQUE (company_id, customer_id, phone)
);
CREATE UNIQUE INDEX contact_phone_identifies_one ON contact (company_id, phone) WHERE identifies;
CREATE UNIQUE INDEX contact_one_primary ON contact (company_id, customer_id) WHERE is_primary;

-- Append-only. Belongs to the number (kept as a keyed hash, so that an opt-out outlives an erasure).
CREATE SEQUENCE consent_id_seq;
CREATE TABLE consent (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('consent_id_seq'),
  phone_hash text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('voice', 'sms')),
  event text NOT NULL CHECK (event IN ('granted', 'revoked')),
  source text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX consent_by_phone ON consent (company_id, phone_hash, channel, id);

CREATE SEQUENCE scheduling_request_id_seq;
CREATE TABLE scheduling_request (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('scheduling_request_id_seq'),
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'scheduled', 'cancelled', 'expired')),
  earliest_date date,
  latest_date date NOT NULL,
  external_ref text,
  location_id bigint,
  provider_id bigint,
  block_minutes integer[],
  duration_label text,
  link_version integer NOT NULL DEFAULT 1,
  link_key_id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer,
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type,
  FOREIGN KEY (company_id, location_id) REFERENCES location,
  FOREIGN KEY (company_id, provider_id) REFERENCES provider
);
CREATE UNIQUE INDEX one_open_request_per_type ON scheduling_request (company_id, customer_id, appointment_type_id)
  WHERE status = 'open';
CREATE INDEX scheduling_request_by_customer ON scheduling_request (company_id, customer_id, id);
CREATE INDEX scheduling_request_by_ref ON scheduling_request (company_id, external_ref) WHERE external_ref IS NOT NULL;
CREATE INDEX scheduling_request_open_by_latest ON scheduling_request (company_id, latest_date) WHERE status = 'open';

CREATE SEQUENCE appointment_id_seq;
CREATE TABLE appointment (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('appointment_id_seq'),
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  scheduling_request_id bigint,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('scheduled', 'completed', 'no_show', 'cancelled')),
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  blocks jsonb NOT NULL,
  timezone text NOT NULL,
  duration_option jsonb,
  booked_by text NOT NULL CHECK (booked_by IN ('link', 'public', 'agent', 'api', 'admin')),
  notes text,
  address jsonb,
  latitude double precision,
  longitude double precision,
  cancel_reason text,
  cancelled_by text,
  cancelled_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  last_event_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer,
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type,
  FOREIGN KEY (company_id, scheduling_request_id) REFERENCES scheduling_request,
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  FOREIGN KEY (company_id, location_id) REFERENCES location,
  CHECK (end_at > start_at)
);
CREATE INDEX appointment_by_start ON appointment (company_id, start_at, id);
CREATE INDEX appointment_by_customer ON appointment (company_id, customer_id, start_at);
CREATE INDEX appointment_by_provider ON appointment (company_id, provider_id, start_at);
CREATE INDEX appointment_by_update ON appointment (company_id, updated_at);
CREATE UNIQUE INDEX one_live_appointment_per_request ON appointment (company_id, scheduling_request_id)
  WHERE status <> 'cancelled' AND scheduling_request_id IS NOT NULL;

-- One row a working day. [start_minute, end_minute) is what the provider is occupied, buffers included, in whole
-- minutes since 1970 UTC. The exclusion is the law that makes a double booking impossible; the check is needed
-- because an empty range passes it. The cap on length lets a search bound how far back it has to look.
CREATE SEQUENCE appointment_block_id_seq;
CREATE TABLE appointment_block (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('appointment_block_id_seq'),
  appointment_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  job_start_minute integer NOT NULL,
  job_end_minute integer NOT NULL,
  latitude double precision,
  longitude double precision,
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  CHECK (end_minute > start_minute),
  CHECK (end_minute - start_minute <= 4320),
  CHECK (start_minute <= job_start_minute AND job_end_minute <= end_minute),
  CONSTRAINT no_overlap EXCLUDE USING gist (
    company_id WITH =, provider_id WITH =, int4range(start_minute, end_minute) WITH &&
  ) WHERE (active)
);
CREATE INDEX appointment_block_busy ON appointment_block (company_id, provider_id, start_minute)
  INCLUDE (end_minute, appointment_id) WHERE active;
CREATE INDEX appointment_block_by_appointment ON appointment_block (company_id, appointment_id);

-- The outbox. id = day since 1970 << 36 | sequence, so that a partition is a range of ids and dropping a day is
-- dropping a table. xid and era order events by commit: see src/store/events.ts.
CREATE TABLE database_era (
  "only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
  era integer NOT NULL
);
INSERT INTO database_era (era) VALUES (1);

CREATE SEQUENCE event_seq;
CREATE TABLE event (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  type text NOT NULL,
  occurred_at timestamptz NOT NULL,
  source jsonb NOT NULL,
  data jsonb NOT NULL,
  customer_id bigint,
  appointment_id bigint,
  appointment_type_id bigint,
  scheduling_request_id bigint,
  era integer NOT NULL,
  xid xid8 NOT NULL,
  PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX event_by_commit ON event (company_id, era, xid, id);
CREATE INDEX event_by_customer ON event (company_id, customer_id);

CREATE SEQUENCE audit_seq;
CREATE TABLE audit (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  at timestamptz NOT NULL,
  actor jsonb NOT NULL,
  request_id text NOT NULL,
  operation text NOT NULL,
  target_id bigint,
  fields text[] NOT NULL,
  PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);

CREATE TABLE idempotency (
  company_id bigint NOT NULL,
  credential text NOT NULL,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  claim_token text NOT NULL,
  claimed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  status integer,
  answer text,
  customer_id bigint,
  PRIMARY KEY (company_id, credential, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);
CREATE INDEX idempotency_by_customer ON idempotency (company_id, customer_id) WHERE customer_id IS NOT NULL;

-- Counters may be lost in a crash: they only ever make a limit kinder for one window.
CREATE UNLOGGED TABLE rate_counter (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_counter_by_age ON rate_counter (window_start);

-- The one order of locks: customer, request, providers by id, appointment. A statement of its own for each, so that
-- everything read afterwards is what the locks protect. Unknown ids lock nothing.
CREATE FUNCTION lock_in_order(
  of_company bigint, of_customer bigint, of_request bigint, of_providers bigint[], of_appointment bigint
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one bigint;
BEGIN
  IF of_customer IS NOT NULL THEN
    PERFORM 1 FROM customer WHERE company_id = of_company AND id = of_customer FOR UPDATE;
  END IF;
  IF of_request IS NOT NULL THEN
    PERFORM 1 FROM scheduling_request WHERE company_id = of_company AND id = of_request FOR UPDATE;
  END IF;
  FOR one IN SELECT DISTINCT unnest(of_providers) ORDER BY 1 LOOP
    UPDATE provider SET version = version + 1 WHERE company_id = of_company AND id = one;
  END LOOP;
  IF of_appointment IS NOT NULL THEN
    PERFORM 1 FROM appointment WHERE company_id = of_company AND id = of_appointment FOR UPDATE;
  END IF;
END $$;
