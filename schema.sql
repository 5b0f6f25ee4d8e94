-- The whole schema, written from the catalog by `npm run generate`. Change it by a new migration.

CREATE EXTENSION btree_gist;

CREATE SEQUENCE agent_session_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE api_key_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE app_user_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE appointment_block_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE appointment_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE appointment_type_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE audit_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE channel_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE company_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE consent_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE contact_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE customer_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE delivery_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE duration_option_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE event_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE location_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE outreach_plan_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE outreach_run_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE provider_calendar_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE provider_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE scheduling_request_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE text_message_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE time_off_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE user_session_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE visit_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
CREATE SEQUENCE webhook_endpoint_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;

CREATE TYPE attempt AS (number integer, started_at timestamp with time zone, finished_at timestamp with time zone, status_code integer, error text);

CREATE TABLE agent_booking (
  company_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  session_id bigint NOT NULL,
  text_id bigint,
  text_reason text,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT agent_booking_pkey PRIMARY KEY (company_id, appointment_id)
);

CREATE TABLE agent_contact_code (
  company_id bigint NOT NULL,
  id text NOT NULL,
  session_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  contact_sealed text NOT NULL,
  label text,
  code_hash text NOT NULL,
  wrong_tries smallint DEFAULT 0 NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT agent_contact_code_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE agent_session (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('agent_session_id_seq'::regclass) NOT NULL,
  token_hash text NOT NULL,
  channel text NOT NULL,
  phone_sealed text,
  phone_hash text,
  contact_id bigint,
  address_tries smallint DEFAULT 0 NOT NULL,
  last_address_hash text,
  code_count smallint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT agent_session_channel_check CHECK ((channel = ANY (ARRAY['voice'::text, 'sms'::text]))),
  CONSTRAINT agent_session_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT agent_session_token UNIQUE (company_id, token_hash)
);

CREATE TABLE api_key (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('api_key_id_seq'::regclass) NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  key_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_key_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT api_key_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'agent'::text])))
);

CREATE TABLE app_user (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('app_user_id_seq'::regclass) NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  password_hash text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT app_user_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT app_user_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);

CREATE TABLE appointment (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('appointment_id_seq'::regclass) NOT NULL,
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  scheduling_request_id bigint,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  status text NOT NULL,
  start_at timestamp with time zone NOT NULL,
  end_at timestamp with time zone NOT NULL,
  blocks jsonb NOT NULL,
  timezone text NOT NULL,
  duration_option jsonb,
  booked_by text NOT NULL,
  notes text,
  address jsonb,
  latitude double precision,
  longitude double precision,
  cancel_reason text,
  cancelled_by text,
  cancelled_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  last_event_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT appointment_booked_by_check CHECK ((booked_by = ANY (ARRAY['link'::text, 'public'::text, 'agent'::text, 'api'::text, 'admin'::text]))),
  CONSTRAINT appointment_check CHECK ((end_at > start_at)),
  CONSTRAINT appointment_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT appointment_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'completed'::text, 'no_show'::text, 'cancelled'::text])))
);

CREATE TABLE appointment_block (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('appointment_block_id_seq'::regclass) NOT NULL,
  appointment_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  job_start_minute integer NOT NULL,
  job_end_minute integer NOT NULL,
  latitude double precision,
  longitude double precision,
  active boolean DEFAULT true NOT NULL,
  CONSTRAINT appointment_block_check CHECK ((end_minute > start_minute)),
  CONSTRAINT appointment_block_check1 CHECK (((end_minute - start_minute) <= 4320)),
  CONSTRAINT appointment_block_check2 CHECK (((start_minute <= job_start_minute) AND (job_end_minute <= end_minute))),
  CONSTRAINT appointment_block_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT no_overlap EXCLUDE USING gist (company_id WITH =, provider_id WITH =, int4range(start_minute, end_minute) WITH &&) WHERE (active)
);

CREATE TABLE appointment_type (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('appointment_type_id_seq'::regclass) NOT NULL,
  name text NOT NULL,
  description text,
  active boolean DEFAULT true NOT NULL,
  kind text DEFAULT 'open'::text NOT NULL,
  block_minutes integer[] NOT NULL,
  duration_options jsonb DEFAULT '[]'::jsonb NOT NULL,
  buffer_before_minutes integer DEFAULT 0 NOT NULL,
  buffer_after_minutes integer DEFAULT 0 NOT NULL,
  slot_interval_minutes integer DEFAULT 30 NOT NULL,
  min_notice_minutes integer DEFAULT 120 NOT NULL,
  booking_window_days integer DEFAULT 60 NOT NULL,
  cancel_notice_minutes integer DEFAULT 0 NOT NULL,
  daily_limit integer,
  place text DEFAULT 'at_location'::text NOT NULL,
  public_booking boolean DEFAULT false NOT NULL,
  provider_choice boolean DEFAULT true NOT NULL,
  location_ids bigint[],
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT appointment_type_check CHECK ((NOT (public_booking AND (kind = 'by_request'::text)))),
  CONSTRAINT appointment_type_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'by_request'::text]))),
  CONSTRAINT appointment_type_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT appointment_type_place_check CHECK ((place = ANY (ARRAY['at_location'::text, 'at_customer'::text, 'remote'::text])))
);

CREATE TABLE audit (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  actor jsonb NOT NULL,
  request_id text NOT NULL,
  operation text NOT NULL,
  target_id bigint,
  fields text[] NOT NULL,
  CONSTRAINT audit_pkey PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);

CREATE TABLE calendar_busy (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  month integer NOT NULL,
  calendar_id bigint NOT NULL,
  busy bytea NOT NULL,
  CONSTRAINT calendar_busy_pkey PRIMARY KEY (company_id, provider_id, month, calendar_id)
);

CREATE TABLE calendar_event (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  block smallint NOT NULL,
  remote_id text,
  etag text,
  CONSTRAINT calendar_event_pkey PRIMARY KEY (company_id, calendar_id, appointment_id, block)
);

CREATE TABLE calendar_push_due (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  last_error text,
  claim_token text,
  CONSTRAINT calendar_push_due_pkey PRIMARY KEY (company_id, calendar_id, appointment_id)
);

CREATE TABLE calendar_read_due (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  claim_token text,
  CONSTRAINT calendar_read_due_pkey PRIMARY KEY (company_id, calendar_id)
);

CREATE TABLE channel (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('channel_id_seq'::regclass) NOT NULL,
  kind text NOT NULL,
  phone text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT channel_kind_check CHECK ((kind = ANY (ARRAY['voice'::text, 'sms'::text]))),
  CONSTRAINT channel_once_per_kind UNIQUE (company_id, kind, phone),
  CONSTRAINT channel_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE code_ledger (
  company_id bigint NOT NULL,
  door text NOT NULL,
  phone_key text NOT NULL,
  network_key text NOT NULL,
  at timestamp with time zone NOT NULL
);

CREATE TABLE company (
  company_id bigint DEFAULT nextval('company_id_seq'::regclass) NOT NULL,
  name text NOT NULL,
  phone text,
  timezone text NOT NULL,
  locale text DEFAULT 'en'::text NOT NULL,
  accent_color text DEFAULT '#1f5fd6'::text NOT NULL,
  logo_hash text,
  public_slug text,
  public_booking_enabled boolean DEFAULT false NOT NULL,
  public_daily_code_cap integer DEFAULT 200 NOT NULL,
  embed_origins text[] DEFAULT '{}'::text[] NOT NULL,
  booking_links_enabled boolean DEFAULT true NOT NULL,
  new_customers text DEFAULT 'allowed'::text NOT NULL,
  provider_assignment text DEFAULT 'none'::text NOT NULL,
  sms_confirmations boolean DEFAULT true NOT NULL,
  reminder_hours integer[] DEFAULT '{24,2}'::integer[] NOT NULL,
  quiet_start_minute integer DEFAULT 540 NOT NULL,
  quiet_end_minute integer DEFAULT 1200 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT company_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text, 'es'::text]))),
  CONSTRAINT company_new_customers_check CHECK ((new_customers = ANY (ARRAY['allowed'::text, 'not_allowed'::text]))),
  CONSTRAINT company_pkey PRIMARY KEY (company_id),
  CONSTRAINT company_provider_assignment_check CHECK ((provider_assignment = ANY (ARRAY['none'::text, 'per_customer'::text]))),
  CONSTRAINT company_public_daily_code_cap_check CHECK (((public_daily_code_cap >= 0) AND (public_daily_code_cap <= 10000)))
);

CREATE TABLE company_logo (
  company_id bigint NOT NULL,
  hash text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT company_logo_pkey PRIMARY KEY (company_id, hash)
);

CREATE TABLE consent (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('consent_id_seq'::regclass) NOT NULL,
  phone_hash text NOT NULL,
  channel text NOT NULL,
  event text NOT NULL,
  source text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT consent_channel_check CHECK ((channel = ANY (ARRAY['voice'::text, 'sms'::text]))),
  CONSTRAINT consent_event_check CHECK ((event = ANY (ARRAY['granted'::text, 'revoked'::text]))),
  CONSTRAINT consent_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE contact (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('contact_id_seq'::regclass) NOT NULL,
  customer_id bigint NOT NULL,
  phone text NOT NULL,
  label text,
  is_primary boolean DEFAULT false NOT NULL,
  identifies boolean NOT NULL,
  verified_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT contact_once_per_customer UNIQUE (company_id, customer_id, phone),
  CONSTRAINT contact_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE customer (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('customer_id_seq'::regclass) NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  address jsonb,
  address_latitude double precision,
  address_longitude double precision,
  address_source text,
  external_ref text,
  assigned_provider_id bigint,
  locale text,
  timezone text,
  source text NOT NULL,
  archived_at timestamp with time zone,
  erased_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  address_accuracy text,
  CONSTRAINT customer_address_accuracy_check CHECK ((address_accuracy = ANY (ARRAY['rooftop'::text, 'street'::text, 'city'::text, 'postal'::text, 'unknown'::text]))),
  CONSTRAINT customer_address_source_check CHECK ((address_source = ANY (ARRAY['company'::text, 'agent'::text, 'public_page'::text]))),
  CONSTRAINT customer_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'fr'::text, 'es'::text]))),
  CONSTRAINT customer_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT customer_source_check CHECK ((source = ANY (ARRAY['company'::text, 'agent'::text, 'public_page'::text])))
);

CREATE TABLE database_era (
  "only" boolean DEFAULT true NOT NULL,
  era integer NOT NULL,
  CONSTRAINT database_era_only_check CHECK ("only"),
  CONSTRAINT database_era_pkey PRIMARY KEY ("only")
);

CREATE TABLE date_override (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  day integer NOT NULL,
  intervals jsonb NOT NULL,
  CONSTRAINT date_override_pkey PRIMARY KEY (company_id, provider_id, day, location_id)
);

CREATE TABLE delivery (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint,
  event_type text NOT NULL,
  trigger text NOT NULL,
  status text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  last_status_code integer,
  last_error text,
  next_attempt_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  delivered_at timestamp with time zone,
  payload jsonb,
  has_failed boolean DEFAULT false NOT NULL,
  attempt_log attempt[],
  CONSTRAINT delivery_check CHECK (((event_id IS NULL) = (payload IS NOT NULL))),
  CONSTRAINT delivery_check1 CHECK ((has_failed OR (status = ANY (ARRAY['pending'::text, 'succeeded'::text])))),
  CONSTRAINT delivery_pkey PRIMARY KEY (company_id, endpoint_id, id),
  CONSTRAINT delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'abandoned'::text]))),
  CONSTRAINT delivery_trigger_check CHECK ((trigger = ANY (ARRAY['event'::text, 'test'::text, 'redeliver'::text, 'recover'::text])))
) PARTITION BY RANGE (id);

CREATE TABLE delivery_due (
  delivery_id bigint NOT NULL,
  company_id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint,
  attempt integer DEFAULT 1 NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT delivery_due_pkey PRIMARY KEY (delivery_id)
);

CREATE TABLE delivery_hold (
  endpoint_id bigint NOT NULL,
  token text NOT NULL,
  lease_until timestamp with time zone NOT NULL,
  to_due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  to_delivery_id bigint DEFAULT 0 NOT NULL,
  CONSTRAINT delivery_hold_pkey PRIMARY KEY (endpoint_id)
);

CREATE TABLE delivery_outcome (
  outcome text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT delivery_outcome_pkey PRIMARY KEY (outcome)
);

CREATE TABLE directory (
  kind text NOT NULL,
  key text NOT NULL,
  company_id bigint NOT NULL,
  ref_id bigint NOT NULL,
  active boolean DEFAULT true NOT NULL,
  CONSTRAINT directory_kind_check CHECK ((kind = ANY (ARRAY['slug'::text, 'channel_phone'::text, 'api_key'::text, 'link'::text, 'user_email'::text, 'user_session'::text]))),
  CONSTRAINT directory_pkey PRIMARY KEY (kind, key)
);

CREATE TABLE event (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  type text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  source json NOT NULL,
  data json NOT NULL,
  customer_id bigint,
  appointment_id bigint,
  appointment_type_id bigint,
  scheduling_request_id bigint,
  era integer NOT NULL,
  xid xid8 NOT NULL,
  CONSTRAINT event_pkey PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);

CREATE TABLE idempotency (
  company_id bigint NOT NULL,
  credential text NOT NULL,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  status integer NOT NULL,
  answer text NOT NULL,
  customer_id bigint,
  CONSTRAINT idempotency_pkey PRIMARY KEY (company_id, credential, key)
);

CREATE TABLE location (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('location_id_seq'::regclass) NOT NULL,
  name text NOT NULL,
  address jsonb,
  latitude double precision,
  longitude double precision,
  timezone text NOT NULL,
  service_area jsonb NOT NULL,
  active boolean DEFAULT true NOT NULL,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT location_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE migration (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migration_pkey PRIMARY KEY (number)
);

CREATE TABLE outreach_plan (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('outreach_plan_id_seq'::regclass) NOT NULL,
  name text NOT NULL,
  steps jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  archived_at timestamp with time zone,
  CONSTRAINT outreach_plan_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE outreach_run (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('outreach_run_id_seq'::regclass) NOT NULL,
  scheduling_request_id bigint NOT NULL,
  outreach_plan_id bigint NOT NULL,
  status text DEFAULT 'running'::text NOT NULL,
  end_reason text,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT outreach_run_check CHECK (((status = 'ended'::text) = (end_reason IS NOT NULL))),
  CONSTRAINT outreach_run_check1 CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  CONSTRAINT outreach_run_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT outreach_run_status_check CHECK ((status = ANY (ARRAY['running'::text, 'finished'::text, 'ended'::text])))
);

CREATE TABLE outreach_step (
  company_id bigint NOT NULL,
  run_id bigint NOT NULL,
  "position" smallint NOT NULL,
  after_minutes integer NOT NULL,
  channel text NOT NULL,
  sms_text text,
  status text DEFAULT 'pending'::text NOT NULL,
  reason text,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT outreach_step_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'voice'::text]))),
  CONSTRAINT outreach_step_check CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
  CONSTRAINT outreach_step_pkey PRIMARY KEY (company_id, run_id, "position"),
  CONSTRAINT outreach_step_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'skipped'::text, 'failed'::text])))
);

CREATE TABLE provider (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('provider_id_seq'::regclass) NOT NULL,
  name text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  start_address jsonb,
  start_latitude double precision,
  start_longitude double precision,
  max_travel_km double precision,
  version bigint DEFAULT 1 NOT NULL,
  archived_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT provider_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE provider_calendar (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('provider_calendar_id_seq'::regclass) NOT NULL,
  provider_id bigint NOT NULL,
  kind text NOT NULL,
  address text NOT NULL,
  writes boolean NOT NULL,
  timezone text NOT NULL,
  owner_email text,
  settings text,
  mark text NOT NULL,
  last_read_at timestamp with time zone,
  read_version text,
  read_until_minute integer,
  failing_since timestamp with time zone,
  problem text,
  created_at timestamp with time zone NOT NULL,
  disconnected_at timestamp with time zone,
  CONSTRAINT provider_calendar_check CHECK (((settings IS NULL) = (disconnected_at IS NOT NULL))),
  CONSTRAINT provider_calendar_check1 CHECK (((kind <> 'ics'::text) OR (NOT writes))),
  CONSTRAINT provider_calendar_kind_check CHECK ((kind = ANY (ARRAY['caldav'::text, 'ics'::text, 'google'::text, 'microsoft'::text]))),
  CONSTRAINT provider_calendar_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE provider_type (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  CONSTRAINT provider_type_pkey PRIMARY KEY (company_id, provider_id, appointment_type_id)
);

CREATE UNLOGGED TABLE rate_counter (
  key text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  count integer NOT NULL,
  CONSTRAINT rate_counter_pkey PRIMARY KEY (key, window_start)
);

CREATE TABLE scheduling_request (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('scheduling_request_id_seq'::regclass) NOT NULL,
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  status text NOT NULL,
  earliest_date date,
  latest_date date NOT NULL,
  external_ref text,
  location_id bigint,
  provider_id bigint,
  block_minutes integer[],
  duration_label text,
  link_version integer DEFAULT 1 NOT NULL,
  link_key_id text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT scheduling_request_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT scheduling_request_status_check CHECK ((status = ANY (ARRAY['open'::text, 'scheduled'::text, 'cancelled'::text, 'expired'::text])))
);

CREATE TABLE text_due (
  company_id bigint NOT NULL,
  text_id bigint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  claim_token text,
  lane text DEFAULT 'waited_for'::text NOT NULL,
  CONSTRAINT text_due_lane_check CHECK ((lane = ANY (ARRAY['waited_for'::text, 'unasked'::text]))),
  CONSTRAINT text_due_pkey PRIMARY KEY (company_id, text_id)
);

CREATE TABLE text_message (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('text_message_id_seq'::regclass) NOT NULL,
  purpose text NOT NULL,
  from_phone text,
  phone_sealed text,
  phone_hash text,
  body_sealed text,
  status text DEFAULT 'pending'::text NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  last_error text,
  carrier_id text,
  created_at timestamp with time zone NOT NULL,
  good_until timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  channel text DEFAULT 'sms'::text NOT NULL,
  once_key text,
  customer_id bigint,
  appointment_id bigint,
  appointment_version integer,
  run_id bigint,
  step_position smallint,
  delivery text,
  CONSTRAINT text_message_about_check CHECK (
CASE purpose
    WHEN 'code'::text THEN ((from_phone IS NOT NULL) AND (phone_sealed IS NOT NULL) AND (phone_hash IS NOT NULL))
    WHEN 'outreach'::text THEN ((customer_id IS NOT NULL) AND (run_id IS NOT NULL) AND (step_position IS NOT NULL))
    ELSE ((customer_id IS NOT NULL) AND (appointment_id IS NOT NULL) AND (appointment_version IS NOT NULL))
END),
  CONSTRAINT text_message_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'voice'::text]))),
  CONSTRAINT text_message_delivery_check CHECK ((delivery = ANY (ARRAY['delivered'::text, 'undelivered'::text]))),
  CONSTRAINT text_message_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT text_message_purpose_check CHECK ((purpose = ANY (ARRAY['code'::text, 'confirmation'::text, 'change'::text, 'reminder'::text, 'outreach'::text]))),
  CONSTRAINT text_message_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'skipped'::text, 'failed'::text])))
);

CREATE TABLE time_off (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('time_off_id_seq'::regclass) NOT NULL,
  provider_id bigint NOT NULL,
  start_at timestamp with time zone NOT NULL,
  end_at timestamp with time zone NOT NULL,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  reason text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT time_off_check CHECK ((end_at > start_at)),
  CONSTRAINT time_off_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE used_solution (
  key text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_solution_pkey PRIMARY KEY (key)
);

CREATE TABLE user_session (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('user_session_id_seq'::regclass) NOT NULL,
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT user_session_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE verification_code (
  company_id bigint NOT NULL,
  id text NOT NULL,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  code_hash text NOT NULL,
  wrong_tries smallint DEFAULT 0 NOT NULL,
  used_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT verification_code_pkey PRIMARY KEY (company_id, id)
);

CREATE TABLE visit (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('visit_id_seq'::regclass) NOT NULL,
  token_hash text NOT NULL,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  customer_id bigint,
  writes integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT visit_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT visit_token UNIQUE (company_id, token_hash)
);

CREATE TABLE webhook_endpoint (
  company_id bigint NOT NULL,
  id bigint DEFAULT nextval('webhook_endpoint_id_seq'::regclass) NOT NULL,
  slot smallint NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  appointment_type_ids bigint[],
  enabled boolean DEFAULT true NOT NULL,
  disabled_reason text,
  secret text NOT NULL,
  first_failure_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT webhook_endpoint_check CHECK (((disabled_reason IS NULL) OR (NOT enabled))),
  CONSTRAINT webhook_endpoint_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text]))),
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_endpoint_slot UNIQUE (company_id, slot),
  CONSTRAINT webhook_endpoint_slot_check CHECK (((slot >= 1) AND (slot <= 3)))
);

CREATE TABLE weekly_hours (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  weekday smallint NOT NULL,
  start_minute smallint NOT NULL,
  end_minute smallint NOT NULL,
  CONSTRAINT weekly_hours_end_minute_check CHECK (((end_minute >= 0) AND (end_minute <= 1439))),
  CONSTRAINT weekly_hours_pkey PRIMARY KEY (company_id, provider_id, location_id, weekday, start_minute),
  CONSTRAINT weekly_hours_start_minute_check CHECK (((start_minute >= 0) AND (start_minute <= 1439))),
  CONSTRAINT weekly_hours_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

CREATE INDEX agent_booking_by_session ON public.agent_booking USING btree (company_id, session_id);
CREATE INDEX agent_contact_code_by_customer ON public.agent_contact_code USING btree (company_id, customer_id, created_at);
CREATE INDEX agent_session_by_phone ON public.agent_session USING btree (company_id, phone_hash);
CREATE INDEX appointment_block_busy ON public.appointment_block USING btree (company_id, provider_id, start_minute) INCLUDE (end_minute, appointment_id) WHERE active;
CREATE INDEX appointment_block_by_appointment ON public.appointment_block USING btree (company_id, appointment_id);
CREATE INDEX appointment_by_customer ON public.appointment USING btree (company_id, customer_id, start_at);
CREATE INDEX appointment_by_provider ON public.appointment USING btree (company_id, provider_id, start_at);
CREATE INDEX appointment_by_start ON public.appointment USING btree (company_id, start_at, id);
CREATE INDEX appointment_by_update ON public.appointment USING btree (company_id, updated_at);
CREATE INDEX appointment_to_come ON public.appointment USING btree (company_id, start_at) WHERE (status = 'scheduled'::text);
CREATE INDEX calendar_event_by_appointment ON public.calendar_event USING btree (company_id, appointment_id);
CREATE INDEX calendar_push_due_by_time ON public.calendar_push_due USING btree (due_at);
CREATE INDEX calendar_read_due_by_time ON public.calendar_read_due USING btree (due_at);
CREATE INDEX code_ledger_by_company ON public.code_ledger USING btree (company_id, at);
CREATE INDEX code_ledger_by_network ON public.code_ledger USING btree (network_key, at);
CREATE INDEX code_ledger_by_phone ON public.code_ledger USING btree (phone_key, at);
CREATE INDEX consent_by_phone ON public.consent USING btree (company_id, phone_hash, channel, id);
CREATE UNIQUE INDEX contact_one_primary ON public.contact USING btree (company_id, customer_id) WHERE is_primary;
CREATE UNIQUE INDEX contact_phone_identifies_one ON public.contact USING btree (company_id, phone) WHERE identifies;
CREATE INDEX customer_by_email ON public.customer USING btree (company_id, lower(email));
CREATE UNIQUE INDEX customer_external_ref ON public.customer USING btree (company_id, external_ref) WHERE (archived_at IS NULL);
CREATE INDEX customer_to_locate ON public.customer USING btree (company_id, id) WHERE ((address IS NOT NULL) AND (address_latitude IS NULL) AND (address_accuracy IS NULL) AND (archived_at IS NULL));
CREATE INDEX delivery_due_by_endpoint ON public.delivery_due USING btree (endpoint_id, due_at, delivery_id);
CREATE INDEX delivery_of_rarer_type ON ONLY public.delivery USING btree (company_id, endpoint_id, event_type, id DESC) WHERE (event_type <> 'appointment.created'::text);
CREATE INDEX delivery_that_failed ON ONLY public.delivery USING btree (company_id, endpoint_id, id DESC) WHERE has_failed;
CREATE INDEX directory_by_owner ON public.directory USING btree (company_id, kind, ref_id);
CREATE INDEX event_by_commit ON ONLY public.event USING btree (company_id, era, xid, id);
CREATE INDEX event_by_customer ON ONLY public.event USING btree (company_id, customer_id);
CREATE INDEX idempotency_by_age ON public.idempotency USING btree (created_at);
CREATE INDEX idempotency_by_customer ON public.idempotency USING btree (company_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE UNIQUE INDEX one_live_appointment_per_request ON public.appointment USING btree (company_id, scheduling_request_id) WHERE ((status <> 'cancelled'::text) AND (scheduling_request_id IS NOT NULL));
CREATE UNIQUE INDEX one_open_request_per_type ON public.scheduling_request USING btree (company_id, customer_id, appointment_type_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX one_running_outreach_per_request ON public.outreach_run USING btree (company_id, scheduling_request_id) WHERE (status = 'running'::text);
CREATE INDEX outreach_run_by_request ON public.outreach_run USING btree (company_id, scheduling_request_id, id);
CREATE INDEX provider_calendar_by_provider ON public.provider_calendar USING btree (company_id, provider_id, id);
CREATE INDEX provider_calendar_connected ON public.provider_calendar USING btree (company_id, provider_id) WHERE (disconnected_at IS NULL);
CREATE INDEX provider_type_by_type ON public.provider_type USING btree (company_id, appointment_type_id, provider_id);
CREATE INDEX rate_counter_by_age ON public.rate_counter USING btree (window_start);
CREATE INDEX scheduling_request_by_customer ON public.scheduling_request USING btree (company_id, customer_id, id);
CREATE INDEX scheduling_request_by_ref ON public.scheduling_request USING btree (company_id, external_ref) WHERE (external_ref IS NOT NULL);
CREATE INDEX scheduling_request_open_by_latest ON public.scheduling_request USING btree (company_id, latest_date) WHERE (status = 'open'::text);
CREATE INDEX text_due_by_time ON public.text_due USING btree (lane, due_at);
CREATE INDEX text_message_by_age ON public.text_message USING btree (company_id, created_at);
CREATE INDEX text_message_by_customer ON public.text_message USING btree (company_id, customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX text_message_by_phone ON public.text_message USING btree (company_id, phone_hash);
CREATE INDEX text_message_by_run ON public.text_message USING btree (company_id, run_id, step_position) WHERE (run_id IS NOT NULL);
CREATE UNIQUE INDEX text_message_once ON public.text_message USING btree (company_id, once_key) WHERE (once_key IS NOT NULL);
CREATE INDEX time_off_by_end ON public.time_off USING btree (company_id, provider_id, end_minute) INCLUDE (start_minute);
CREATE INDEX user_session_by_user ON public.user_session USING btree (company_id, user_id);
CREATE INDEX verification_code_by_phone ON public.verification_code USING btree (company_id, phone_hash);
CREATE INDEX visit_by_phone ON public.visit USING btree (company_id, phone_hash);

ALTER TABLE agent_booking ADD CONSTRAINT agent_booking_company_id_appointment_id_fkey FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id);
ALTER TABLE agent_booking ADD CONSTRAINT agent_booking_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE agent_contact_code ADD CONSTRAINT agent_contact_code_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id);
ALTER TABLE agent_contact_code ADD CONSTRAINT agent_contact_code_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE agent_session ADD CONSTRAINT agent_session_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE api_key ADD CONSTRAINT api_key_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE app_user ADD CONSTRAINT app_user_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE appointment ADD CONSTRAINT appointment_company_id_appointment_type_id_fkey FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id);
ALTER TABLE appointment ADD CONSTRAINT appointment_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id);
ALTER TABLE appointment ADD CONSTRAINT appointment_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id);
ALTER TABLE appointment ADD CONSTRAINT appointment_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE appointment ADD CONSTRAINT appointment_company_id_scheduling_request_id_fkey FOREIGN KEY (company_id, scheduling_request_id) REFERENCES scheduling_request(company_id, id);
ALTER TABLE appointment_block ADD CONSTRAINT appointment_block_company_id_appointment_id_fkey FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id);
ALTER TABLE appointment_block ADD CONSTRAINT appointment_block_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE appointment_type ADD CONSTRAINT appointment_type_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE calendar_busy ADD CONSTRAINT calendar_busy_company_id_calendar_id_fkey FOREIGN KEY (company_id, calendar_id) REFERENCES provider_calendar(company_id, id);
ALTER TABLE calendar_event ADD CONSTRAINT calendar_event_company_id_calendar_id_fkey FOREIGN KEY (company_id, calendar_id) REFERENCES provider_calendar(company_id, id);
ALTER TABLE channel ADD CONSTRAINT channel_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE company_logo ADD CONSTRAINT company_logo_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE consent ADD CONSTRAINT consent_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE contact ADD CONSTRAINT contact_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id);
ALTER TABLE customer ADD CONSTRAINT customer_company_id_assigned_provider_id_fkey FOREIGN KEY (company_id, assigned_provider_id) REFERENCES provider(company_id, id);
ALTER TABLE customer ADD CONSTRAINT customer_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE date_override ADD CONSTRAINT date_override_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id);
ALTER TABLE date_override ADD CONSTRAINT date_override_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE location ADD CONSTRAINT location_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE outreach_plan ADD CONSTRAINT outreach_plan_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE outreach_run ADD CONSTRAINT outreach_run_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE outreach_run ADD CONSTRAINT outreach_run_company_id_outreach_plan_id_fkey FOREIGN KEY (company_id, outreach_plan_id) REFERENCES outreach_plan(company_id, id);
ALTER TABLE outreach_run ADD CONSTRAINT outreach_run_company_id_scheduling_request_id_fkey FOREIGN KEY (company_id, scheduling_request_id) REFERENCES scheduling_request(company_id, id);
ALTER TABLE outreach_step ADD CONSTRAINT outreach_step_company_id_run_id_fkey FOREIGN KEY (company_id, run_id) REFERENCES outreach_run(company_id, id);
ALTER TABLE provider ADD CONSTRAINT provider_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE provider_calendar ADD CONSTRAINT provider_calendar_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE provider_type ADD CONSTRAINT provider_type_company_id_appointment_type_id_fkey FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id);
ALTER TABLE provider_type ADD CONSTRAINT provider_type_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE scheduling_request ADD CONSTRAINT scheduling_request_company_id_appointment_type_id_fkey FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id);
ALTER TABLE scheduling_request ADD CONSTRAINT scheduling_request_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id);
ALTER TABLE scheduling_request ADD CONSTRAINT scheduling_request_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id);
ALTER TABLE scheduling_request ADD CONSTRAINT scheduling_request_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE text_message ADD CONSTRAINT text_message_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE time_off ADD CONSTRAINT time_off_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE user_session ADD CONSTRAINT user_session_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE;
ALTER TABLE verification_code ADD CONSTRAINT verification_code_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE visit ADD CONSTRAINT visit_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id);
ALTER TABLE visit ADD CONSTRAINT visit_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id);
ALTER TABLE weekly_hours ADD CONSTRAINT weekly_hours_company_id_location_id_fkey FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id);
ALTER TABLE weekly_hours ADD CONSTRAINT weekly_hours_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);

CREATE OR REPLACE FUNCTION public.refuse_change_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$
;

CREATE TRIGGER consent_is_append_only BEFORE DELETE OR UPDATE ON public.consent FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
