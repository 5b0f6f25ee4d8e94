-- The schema, noun by noun: companies and who may act for them, what can be booked and when, customers, requests,
-- appointments, events and webhooks, texts, agents, the public page, calendars, reports, bookkeeping.
-- Every table of a company's rows begins its keys with company_id, and references carry it. Times are UTC; a column
-- that ends in _minute counts whole minutes since 1970-01-01 UTC unless its comment says otherwise. Columns that end in
-- _sealed are encrypted, and columns that end in _hash are hashes under a secret of the host.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Companies

CREATE TABLE directory (
  kind text NOT NULL CHECK (kind IN ('slug', 'channel_phone', 'api_key', 'link', 'manage_link', 'user_session', 'password_reset')),
  key text NOT NULL,
  company_id bigint NOT NULL,
  ref_id bigint NOT NULL,
  link_version integer,
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (kind, key)
);
CREATE INDEX directory_by_owner ON directory (company_id, kind, ref_id);
COMMENT ON TABLE directory IS 'One key that is unique on the whole host or is looked up before the company is known.';
COMMENT ON COLUMN directory.key IS 'The slug or phone number itself; a hash for keys, links, sessions and resets of passwords.';
COMMENT ON COLUMN directory.ref_id IS 'The row that the key leads to: api_key, user_session, app_user for a reset, scheduling_request for a link, appointment for a manage_link; company_id for a slug or a number.';
COMMENT ON COLUMN directory.link_version IS 'Of a link or a manage_link: which of the links that its record has had.';
COMMENT ON COLUMN directory.active IS 'False once the key is replaced or revoked: it stays reserved and is still recognised.';

-- The ids of test companies begin at 1000000000, so that an id alone says which clock counts and which queue serves it.
CREATE SEQUENCE company_id_seq MAXVALUE 999999999;
CREATE SEQUENCE test_company_id_seq MINVALUE 1000000000;
CREATE TABLE company (
  company_id bigint NOT NULL DEFAULT nextval('company_id_seq') PRIMARY KEY,
  name text NOT NULL,
  phone text,
  timezone text NOT NULL,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'fr', 'es')),
  accent_color text NOT NULL DEFAULT '#1f5fd6',
  logo_hash text,
  logo_width integer,
  logo_height integer,
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
  travel jsonb,
  require_second_factor boolean NOT NULL DEFAULT false,
  admin_idle_minutes integer CHECK (admin_idle_minutes BETWEEN 5 AND 720),
  admin_longest_hours integer CHECK (admin_longest_hours BETWEEN 1 AND 336),
  agent_refusals_as_200 boolean NOT NULL DEFAULT false,
  agent_transfer_phone text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE company IS 'One company that uses this host, with its settings.';
COMMENT ON COLUMN company.phone IS 'The number that customers are asked to call.';
COMMENT ON COLUMN company.logo_width IS 'In pixels, as logo_height: pages reserve the logo''s room before it has loaded.';
COMMENT ON COLUMN company.public_daily_code_cap IS 'How many codes the public page may text in 24 hours.';
COMMENT ON COLUMN company.embed_origins IS 'Origins of other websites that may show the pages in a frame.';
COMMENT ON COLUMN company.reminder_hours IS 'Hours before the start at which reminders go out; empty for none.';
COMMENT ON COLUMN company.travel IS 'speed_kmh, road_factor and setup_minutes of providers on the road; null: travel is not judged.';
COMMENT ON COLUMN company.require_second_factor IS 'Users without a second factor can do nothing but set one up.';
COMMENT ON COLUMN company.admin_idle_minutes IS 'Sessions of admins in the console end so long after their last use; null: as everybody''s.';
COMMENT ON COLUMN company.admin_longest_hours IS 'Sessions of admins end so long after they began; null: as everybody''s.';
COMMENT ON COLUMN company.quiet_start_minute IS 'Minute of the recipient''s day from which texts may go out; quiet hours end here.';
COMMENT ON COLUMN company.quiet_end_minute IS 'Minute of the recipient''s day from which texts wait for the next day.';
COMMENT ON COLUMN company.agent_refusals_as_200 IS 'Whether tools refuse with status 200 and ok: false, for platforms that drop the bodies of other statuses.';
COMMENT ON COLUMN company.agent_transfer_phone IS 'The number that an agent may put a caller through to.';

CREATE TABLE test_clock (
  company_id bigint NOT NULL PRIMARY KEY REFERENCES company CHECK (company_id >= 1000000000),
  at timestamptz NOT NULL,
  since timestamptz NOT NULL,
  running boolean NOT NULL,
  lease_token text,
  lease_until timestamptz
);
COMMENT ON TABLE test_clock IS 'The own clock of one test company: every test company has one, and no other company.';
COMMENT ON COLUMN test_clock.at IS 'What the clock showed at since, and what it shows while it stands.';
COMMENT ON COLUMN test_clock.since IS 'By the host''s time: a running clock has moved on from at by the time since then.';
COMMENT ON COLUMN test_clock.lease_token IS 'The lease of the one that does the company''s due work and moves the clock; null while nobody does.';
COMMENT ON COLUMN test_clock.lease_until IS 'By the host''s time.';

CREATE TABLE company_logo (
  company_id bigint NOT NULL REFERENCES company,
  hash text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (company_id, hash)
);
COMMENT ON TABLE company_logo IS 'The image that the company uploaded as its logo.';

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
COMMENT ON TABLE channel IS 'One phone number that belongs to the company, for calls (voice) or for texts (sms).';

-- People and keys that act for a company

CREATE TABLE identity_provider (
  company_id bigint NOT NULL PRIMARY KEY REFERENCES company,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
COMMENT ON TABLE identity_provider IS 'One company''s registration at its own identity provider, where its users prove by OpenID Connect who they are.';

CREATE SEQUENCE app_user_id_seq;
CREATE TABLE app_user (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('app_user_id_seq'),
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  password_hash text,
  active boolean NOT NULL DEFAULT true,
  totp_sealed text,
  totp_confirmed_at timestamptz,
  totp_last_step bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT user_email_once UNIQUE (company_id, email),
  CHECK (totp_confirmed_at IS NULL OR totp_sealed IS NOT NULL)
);
COMMENT ON TABLE app_user IS 'One person who signs in for the company.';
COMMENT ON COLUMN app_user.password_hash IS 'Null until the user has chosen a password.';
COMMENT ON COLUMN app_user.totp_sealed IS 'The secret of the second factor, which makes codes by the time (TOTP).';
COMMENT ON COLUMN app_user.totp_confirmed_at IS 'When a first code was entered. Before that the second factor is not asked for.';
COMMENT ON COLUMN app_user.totp_last_step IS 'The time step of the last code that was taken, so that each code counts once.';

CREATE TABLE user_email (
  email text NOT NULL,
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  PRIMARY KEY (email, company_id)
);
CREATE INDEX user_email_by_user ON user_email (company_id, user_id);
COMMENT ON TABLE user_email IS 'One user that an email signs in, looked up before the company is known; a person may be a user of several companies.';

CREATE TABLE recovery_code (
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  code_hash text NOT NULL,
  PRIMARY KEY (company_id, user_id, code_hash),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user ON DELETE CASCADE
);
COMMENT ON TABLE recovery_code IS 'One code that stands for the second factor once; using it deletes it.';

CREATE TABLE password_reset (
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user ON DELETE CASCADE
);
COMMENT ON TABLE password_reset IS 'The link by which a user chooses a new password, until it is used, replaced or over.';

CREATE SEQUENCE user_session_id_seq;
CREATE TABLE user_session (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('user_session_id_seq'),
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  in_cookie boolean NOT NULL,
  by_provider boolean NOT NULL,
  network text NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user ON DELETE CASCADE
);
CREATE INDEX user_session_by_user ON user_session (company_id, user_id);
COMMENT ON TABLE user_session IS 'One sign-in of a user, until it expires or the user signs out.';
COMMENT ON COLUMN user_session.in_cookie IS 'The token is in the cookie of the staff console and is taken from nowhere else; it also ends 12 hours after its last use.';
COMMENT ON COLUMN user_session.by_provider IS 'Begun at the company''s identity provider, which answers for a second factor.';
COMMENT ON COLUMN user_session.network IS 'The network that the user signed in from, without the last part of the address.';
COMMENT ON COLUMN user_session.last_used_at IS 'Written at most once a minute.';

CREATE SEQUENCE api_key_id_seq;
CREATE TABLE api_key (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('api_key_id_seq'),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member', 'agent')),
  key_hash text NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by json NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE api_key IS 'One key with which a program acts for the company.';
COMMENT ON COLUMN api_key.last_four IS 'The end of the key''s text, by which people tell keys apart.';
COMMENT ON COLUMN api_key.created_by IS 'As the source of an event names it.';
COMMENT ON COLUMN api_key.last_used_at IS 'Written at most once a minute, so it may lag behind the last use.';

-- Locations, appointment types, providers and their hours

CREATE SEQUENCE location_id_seq;
CREATE TABLE location (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('location_id_seq'),
  name text NOT NULL,
  address jsonb,
  latitude double precision,
  longitude double precision,
  address_accuracy text,
  directions text,
  opening_hours text,
  timezone text NOT NULL,
  service_area jsonb NOT NULL,
  active boolean NOT NULL DEFAULT true,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE location IS 'One branch of the company.';
COMMENT ON COLUMN location.directions IS 'How customers find the way, as people read it.';
COMMENT ON COLUMN location.opening_hours IS 'When it is open, as people read it. Slots come from the hours of providers.';
COMMENT ON COLUMN location.address_accuracy IS 'How exact the coordinates are. Null beside coordinates: they were sent. Null without: the geocoder has yet to be asked. unknown: it had no answer.';
COMMENT ON COLUMN location.timezone IS 'Hours and overrides of providers at this location are written in this zone.';
COMMENT ON COLUMN location.service_area IS 'Which customers'' addresses the location serves: anywhere, a radius, postal codes or a polygon.';

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
  starts text NOT NULL DEFAULT 'grid' CHECK (starts IN ('grid', 'packed')),
  min_notice_minutes integer NOT NULL DEFAULT 120,
  booking_window_days integer NOT NULL DEFAULT 60,
  cancel_notice_minutes integer NOT NULL DEFAULT 0,
  daily_limit integer,
  place text NOT NULL DEFAULT 'at_location' CHECK (place IN ('at_location', 'at_customer', 'remote')),
  public_booking boolean NOT NULL DEFAULT false,
  provider_choice boolean NOT NULL DEFAULT true,
  skip_short_days boolean NOT NULL DEFAULT false,
  location_ids bigint[],
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (NOT (public_booking AND kind = 'by_request'))
);
COMMENT ON TABLE appointment_type IS 'One kind of appointment that can be booked, with its length and its rules.';
COMMENT ON COLUMN appointment_type.kind IS 'by_request: bookable only through a scheduling request.';
COMMENT ON COLUMN appointment_type.block_minutes IS 'Length in minutes of each working day of the job; most jobs have one.';
COMMENT ON COLUMN appointment_type.duration_options IS 'A list of {id, label, minutes}; ids come from duration_option_id_seq.';
COMMENT ON COLUMN appointment_type.starts IS 'packed: besides the grid, the starts that leave no gap beside busy time.';
COMMENT ON COLUMN appointment_type.daily_limit IS 'The most appointments of this type a day for each provider; null for no limit.';
COMMENT ON COLUMN appointment_type.provider_choice IS 'Whether customers may choose the provider.';
COMMENT ON COLUMN appointment_type.skip_short_days IS 'Whether a job of several days passes over working days whose hours do not hold its block.';
COMMENT ON COLUMN appointment_type.location_ids IS 'Where the type is offered; null for every location.';

CREATE SEQUENCE provider_id_seq;
CREATE TABLE provider (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('provider_id_seq'),
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  start_address jsonb,
  start_latitude double precision,
  start_longitude double precision,
  start_accuracy text,
  max_travel_km double precision,
  travel jsonb,
  version bigint NOT NULL DEFAULT 1,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
) WITH (fillfactor = 70);
COMMENT ON TABLE provider IS 'One person whose time is booked.';
COMMENT ON COLUMN provider.start_address IS 'Where the provider''s day begins, for jobs at customers.';
COMMENT ON COLUMN provider.start_accuracy IS 'How exact the start point is; null when it came with the address, and until a geocoder was asked.';
COMMENT ON COLUMN provider.max_travel_km IS 'How far a customer may live from the start address; null for any distance.';
COMMENT ON COLUMN provider.travel IS 'As company.travel, for this provider; null takes the company''s.';
COMMENT ON COLUMN provider.version IS 'The provider''s lock: every change of the provider''s time raises it first.';

CREATE TABLE provider_type (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  PRIMARY KEY (company_id, provider_id, appointment_type_id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider,
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type
);
CREATE INDEX provider_type_by_type ON provider_type (company_id, appointment_type_id, provider_id);
COMMENT ON TABLE provider_type IS 'One appointment type that a provider offers.';

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
COMMENT ON TABLE weekly_hours IS 'One stretch of hours that a provider works at a location every week.';
COMMENT ON COLUMN weekly_hours.weekday IS '1 is Monday, 7 is Sunday.';
COMMENT ON COLUMN weekly_hours.start_minute IS 'Minute of the location''s local day.';
COMMENT ON COLUMN weekly_hours.end_minute IS 'Minute of the local day; at or before start_minute it means the next day, and 0 is midnight.';

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
COMMENT ON TABLE date_override IS 'The hours of a provider at a location on one date, instead of the weekly hours.';
COMMENT ON COLUMN date_override.day IS 'Days since 1970-01-01 on the location''s calendar.';
COMMENT ON COLUMN date_override.intervals IS 'A list of {startMinute, endMinute} as in weekly_hours; empty for a day off.';

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
COMMENT ON TABLE time_off IS 'One absence of a provider, at every location.';
COMMENT ON COLUMN time_off.start_minute IS 'start_at rounded down to the minute, as searches read it.';
COMMENT ON COLUMN time_off.end_minute IS 'end_at rounded up to the minute.';

-- Customers and their numbers

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
  address_accuracy text CHECK (address_accuracy IN ('rooftop', 'street', 'city', 'postal', 'unknown')),
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
  search_text text NOT NULL GENERATED ALWAYS AS (' ' || lower(regexp_replace(normalize(
    first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(external_ref, ''), NFD),
    '[\u0300-\u036f]', '', 'g')) || ' ') STORED,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, assigned_provider_id) REFERENCES provider
);
CREATE UNIQUE INDEX customer_external_ref ON customer (company_id, external_ref) WHERE archived_at IS NULL;
CREATE INDEX customer_by_email ON customer (company_id, lower(email));
CREATE INDEX customer_by_words ON customer USING gin (company_id, search_text gin_trgm_ops) WHERE archived_at IS NULL;
CREATE INDEX customer_to_locate ON customer (company_id, id)
  WHERE address IS NOT NULL AND address_latitude IS NULL AND address_accuracy IS NULL AND archived_at IS NULL;
COMMENT ON TABLE customer IS 'One customer of the company.';
COMMENT ON COLUMN customer.address_accuracy IS 'How exact the coordinates are. Null beside coordinates: they came with the address. Null without: the geocoder has yet to be asked. unknown: it had no answer.';
COMMENT ON COLUMN customer.address_source IS 'Who set the address: the company''s is never replaced by a customer''s.';
COMMENT ON COLUMN customer.external_ref IS 'The company''s own id of the customer. An archived customer keeps it, for the export, and leaves it free for another.';
COMMENT ON COLUMN customer.source IS 'Who made the record.';
COMMENT ON COLUMN customer.search_text IS 'Name, email and external_ref in small letters without accents, a space around each word.';
COMMENT ON COLUMN customer.erased_at IS 'When everything personal was removed; such a row stays archived.';

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
CREATE INDEX contact_by_beginning ON contact (company_id, phone COLLATE "C");
CREATE INDEX contact_by_end ON contact (company_id, reverse(phone) COLLATE "C");
CREATE UNIQUE INDEX contact_one_primary ON contact (company_id, customer_id) WHERE is_primary;
COMMENT ON TABLE contact IS 'One phone number of a customer.';
COMMENT ON COLUMN contact.identifies IS 'A caller with this number is this customer: the company set it, it has called, or a code texted to it was entered.';

CREATE TABLE number_lock (
  company_id bigint NOT NULL REFERENCES company,
  slot smallint NOT NULL CHECK (slot BETWEEN 0 AND 63),
  PRIMARY KEY (company_id, slot)
) WITH (fillfactor = 50);
COMMENT ON TABLE number_lock IS 'One of a company''s 64 locks for phone numbers: a number takes the one that its hash names, before it may identify a customer.';

CREATE SEQUENCE consent_id_seq;
CREATE TABLE consent (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('consent_id_seq'),
  phone_hash text NOT NULL,
  phone_sealed text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('voice', 'sms')),
  event text NOT NULL CHECK (event IN ('granted', 'revoked')),
  source text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX consent_by_phone ON consent (company_id, phone_hash, channel, id);
CREATE INDEX consent_revoked ON consent (company_id, id) WHERE event = 'revoked';
COMMENT ON TABLE consent IS 'One statement that a number may or may not be called or texted; the newest counts, and rows are only ever added.';
COMMENT ON COLUMN consent.phone_hash IS 'Consent belongs to the number, as a hash, so that an opt-out outlives the erasure of the customer.';
COMMENT ON COLUMN consent.phone_sealed IS 'The number, read to make the hash anew under another secret of the host, and to find the customers who have it.';

CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
-- Under another secret of the host, the hash and the sealed number of a row are written anew.
CREATE TRIGGER consent_is_append_only
  BEFORE UPDATE OF company_id, id, channel, event, source, at OR DELETE ON consent
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

-- Scheduling requests and appointments

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
CREATE INDEX scheduling_request_by_creation ON scheduling_request (company_id, created_at);
CREATE INDEX scheduling_request_by_ref ON scheduling_request (company_id, external_ref) WHERE external_ref IS NOT NULL;
CREATE INDEX scheduling_request_open_by_latest ON scheduling_request (company_id, latest_date) WHERE status = 'open';
COMMENT ON TABLE scheduling_request IS 'One request to a customer to book an appointment of a type by a date.';
COMMENT ON COLUMN scheduling_request.block_minutes IS 'Length of the job for this customer, instead of the type''s; null takes the type''s.';
COMMENT ON COLUMN scheduling_request.link_version IS 'Raised to replace the booking link; with link_key_id it determines the token, which is never stored.';
COMMENT ON COLUMN scheduling_request.link_key_id IS 'Which of the host''s secrets the token of the booking link is made with.';

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
  clock_offsets integer[] NOT NULL,
  duration_option jsonb,
  booked_by text NOT NULL CHECK (booked_by IN ('link', 'public', 'agent', 'api', 'admin')),
  notes text,
  address jsonb,
  latitude double precision,
  longitude double precision,
  cancel_reason text,
  cancelled_by text,
  cancelled_at timestamptz,
  link_version integer NOT NULL DEFAULT 1,
  link_key_id text,
  import_key text,
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
CREATE UNIQUE INDEX one_live_appointment_per_request ON appointment (company_id, scheduling_request_id)
  WHERE status <> 'cancelled' AND scheduling_request_id IS NOT NULL;
CREATE UNIQUE INDEX appointment_import_key ON appointment (company_id, import_key) WHERE import_key IS NOT NULL;
CREATE INDEX appointment_by_start ON appointment (company_id, start_at, id);
CREATE INDEX appointment_by_customer ON appointment (company_id, customer_id, start_at);
CREATE INDEX appointment_by_provider ON appointment (company_id, provider_id, start_at);
CREATE INDEX appointment_by_update ON appointment (company_id, updated_at);
CREATE INDEX appointment_to_come ON appointment (company_id, start_at) WHERE status = 'scheduled';
COMMENT ON TABLE appointment IS 'One appointment of a customer with a provider.';
COMMENT ON COLUMN appointment.blocks IS 'Start and end of each working day of the job, without buffers.';
COMMENT ON COLUMN appointment.timezone IS 'The zone in which its times are shown.';
COMMENT ON COLUMN appointment.clock_offsets IS 'For each block, how many minutes the zone''s clock is ahead of UTC at its start by the rules it was booked under.';
COMMENT ON COLUMN appointment.duration_option IS 'The chosen duration option as it was when the appointment was booked.';
COMMENT ON COLUMN appointment.address IS 'The customer''s address, for a type that happens at the customer.';
COMMENT ON COLUMN appointment.link_version IS 'Raised to replace the appointment''s own link; with link_key_id it determines the token, which is never stored.';
COMMENT ON COLUMN appointment.link_key_id IS 'Which of the host''s secrets the token of its own link is made with; null for an appointment with a request.';
COMMENT ON COLUMN appointment.import_key IS 'What an import knows it by: its id in the other system, or its first customer, provider and start. Null for all others.';
COMMENT ON COLUMN appointment.last_event_at IS 'Time of the appointment''s newest event; the next one must be later.';

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
  -- An empty range would pass the exclusion.
  CHECK (end_minute > start_minute),
  -- Searches look back this far for a block that reaches into their window.
  CHECK (end_minute - start_minute <= 4320),
  CHECK (start_minute <= job_start_minute AND job_end_minute <= end_minute),
  -- A double booking is impossible even when the program has a bug.
  CONSTRAINT no_overlap EXCLUDE USING gist (
    company_id WITH =, provider_id WITH =, int4range(start_minute, end_minute) WITH &&
  ) WHERE (active)
);
CREATE INDEX appointment_block_busy ON appointment_block (company_id, provider_id, start_minute)
  INCLUDE (end_minute, appointment_id) WHERE active;
CREATE INDEX appointment_block_by_appointment ON appointment_block (company_id, appointment_id);
COMMENT ON TABLE appointment_block IS 'One working day of an appointment: the time that the provider is occupied. Active ones never overlap.';
COMMENT ON COLUMN appointment_block.start_minute IS 'Where the buffer before the job begins.';
COMMENT ON COLUMN appointment_block.end_minute IS 'Where the buffer after the job ends, exclusive.';
COMMENT ON COLUMN appointment_block.active IS 'False once the appointment is cancelled or moved away from this time.';

-- Events and webhooks. An id that holds a day is (days since 1970 << 36) | sequence, so that a day is a range of ids:
-- event, delivery and audit have one partition for each day, and a day is forgotten by dropping its table. The days of
-- test companies count from 65536 more, so that all their rows are in one table each: a clock that moves by years makes
-- no tables, and live companies' tables hold none of it.

CREATE TABLE database_era (
  "only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
  era integer NOT NULL
);
INSERT INTO database_era (era) VALUES (1);
COMMENT ON TABLE database_era IS 'A single row: how often the data was restored into a new database, whose transaction ids begin anew.';

CREATE SEQUENCE event_seq;
CREATE TABLE event (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  type text NOT NULL,
  occurred_at timestamptz NOT NULL,
  source json NOT NULL,
  data json NOT NULL,
  customer_id bigint,
  appointment_id bigint,
  appointment_type_id bigint,
  scheduling_request_id bigint,
  era integer NOT NULL DEFAULT 1,
  xid xid8 NOT NULL,
  traceparent text,
  PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX event_by_commit ON event (company_id, era, xid, id);
CREATE INDEX event_by_customer ON event (company_id, customer_id);
CREATE TABLE event_d65536 PARTITION OF event FOR VALUES FROM (4503599627370496) TO (9007199254740992);
COMMENT ON TABLE event IS 'One change that the company''s systems can read or receive as a webhook, written in the transaction of the change.';
COMMENT ON COLUMN event.id IS 'Holds the day of occurred_at.';
COMMENT ON COLUMN event.data IS 'Only ever read whole, so it is kept as the text that came.';
COMMENT ON COLUMN event.era IS 'The default is the present era: a restore sets it anew.';
COMMENT ON COLUMN event.traceparent IS 'The W3C trace context of the request that made it, for the traces of its deliveries; null where none are recorded.';
COMMENT ON COLUMN event.xid IS 'The transaction that wrote the event: era and xid order events by commit.';

CREATE SEQUENCE webhook_endpoint_id_seq;
CREATE TABLE webhook_endpoint (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('webhook_endpoint_id_seq'),
  slot smallint NOT NULL CHECK (slot BETWEEN 1 AND 3),
  url text NOT NULL,
  events text[] NOT NULL,
  appointment_type_ids bigint[],
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  secret text NOT NULL,
  first_failure_at timestamptz,
  last_failure_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_endpoint_slot UNIQUE (company_id, slot),
  CHECK (disabled_reason IS NULL OR NOT enabled),
  CHECK ((first_failure_at IS NULL) = (last_failure_at IS NULL))
);
CREATE INDEX webhook_endpoint_that_fails ON webhook_endpoint (first_failure_at) WHERE enabled AND first_failure_at IS NOT NULL;
COMMENT ON TABLE webhook_endpoint IS 'One URL to which the company''s events are posted.';
COMMENT ON COLUMN webhook_endpoint.slot IS 'Unique within the company, so that it has three endpoints at most.';
COMMENT ON COLUMN webhook_endpoint.appointment_type_ids IS 'Only events about these types are sent; null for all types.';
COMMENT ON COLUMN webhook_endpoint.disabled_reason IS 'Why the service disabled it; null when the company did.';
COMMENT ON COLUMN webhook_endpoint.secret IS 'Signs the posts; encrypted.';
COMMENT ON COLUMN webhook_endpoint.first_failure_at IS 'When the present run of failures began; null while posts succeed.';
COMMENT ON COLUMN webhook_endpoint.last_failure_at IS 'The last failure of that run.';

CREATE TYPE attempt AS (
  number integer,
  started_at timestamptz,
  finished_at timestamptz,
  status_code integer,
  error text,
  tls_reason text,
  address text,
  signed_at bigint,
  signature text,
  answer_body text
);
-- By three: an event's deliveries to a company's endpoints take the number that was drawn, and those behind it.
CREATE SEQUENCE delivery_seq INCREMENT BY 3;
CREATE TABLE delivery (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint NOT NULL,
  event_type text NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('event', 'test', 'redeliver', 'recover')),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  attempt_log attempt[],
  last_status_code integer,
  last_error text,
  has_failed boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz,
  payload jsonb,
  -- The log is read by endpoint. Every delivery is written twice, so one index serves both as key and for reading.
  PRIMARY KEY (company_id, endpoint_id, id),
  CHECK ((event_type = 'webhook.test') = (payload IS NOT NULL)),
  CHECK (has_failed OR status IN ('pending', 'succeeded'))
) PARTITION BY RANGE (id);
-- No index holds a column that a success changes: the row is then rewritten within its page and no index is written.
CREATE INDEX delivery_that_failed ON delivery (company_id, endpoint_id, id DESC) WHERE has_failed;
-- Most deliveries are of bookings, which need no index by type.
CREATE INDEX delivery_of_rarer_type ON delivery (company_id, endpoint_id, event_type, id DESC)
  WHERE event_type <> 'appointment.created';
CREATE INDEX delivery_of_event ON delivery (company_id, event_id);
CREATE TABLE delivery_d65536 PARTITION OF delivery FOR VALUES FROM (4503599627370496) TO (9007199254740992)
  WITH (fillfactor = 33);
COMMENT ON TABLE delivery IS 'One event on its way to one endpoint, or how that ended: the log that the company reads.';
COMMENT ON COLUMN delivery.id IS 'Holds the day on which the delivery was made.';
COMMENT ON COLUMN delivery.payload IS 'Of a test, whose event is not recorded. Every other body is made from the event.';
COMMENT ON COLUMN delivery.attempt_log IS 'How each attempt ended, oldest first. signed_at is webhook-timestamp, in seconds since 1970; answer_body the beginning of a failed answer.';
COMMENT ON COLUMN delivery.has_failed IS 'Whether any attempt has failed. A success leaves it as it is.';

CREATE TABLE delivery_due (
  company_id bigint NOT NULL,
  delivery_id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint,
  by_hand boolean NOT NULL DEFAULT false,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, delivery_id)
) WITH (
  -- A lease rewrites the row in the free part of its page, so that no index is written.
  fillfactor = 45,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);
-- With delivery_id, since many rows are due at the same time and every read must see them in the same order.
CREATE INDEX delivery_due_by_endpoint ON delivery_due (endpoint_id, due_at, delivery_id);
COMMENT ON TABLE delivery_due IS 'One delivery that has yet to be sent: the queue of webhooks, small and hot.';
COMMENT ON COLUMN delivery_due.event_id IS 'Null for a test: what is sent is the payload of the delivery.';
COMMENT ON COLUMN delivery_due.by_hand IS 'Somebody asked for this delivery alone, a test or a redelivery: it is sent to a disabled endpoint too.';
COMMENT ON COLUMN delivery_due.failures IS 'Attempts so far, including one during which its worker died.';
COMMENT ON COLUMN delivery_due.lease_token IS 'The lease of the worker that has taken the row; null while no worker has.';
COMMENT ON COLUMN delivery_due.lease_until IS 'No other worker takes the row before this time.';

CREATE TABLE delivery_outcome (
  outcome text PRIMARY KEY,
  count bigint NOT NULL
);
COMMENT ON TABLE delivery_outcome IS 'How many attempts on the whole host ended in one way, for the metrics.';

-- Texts and outreach

CREATE SEQUENCE text_message_id_seq;
CREATE TABLE text_message (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('text_message_id_seq'),
  purpose text NOT NULL CHECK (purpose IN (
    'code', 'confirmation', 'change', 'reminder', 'outreach', 'links', 'cancel_reply')),
  channel text NOT NULL DEFAULT 'sms' CHECK (channel IN ('sms', 'voice')),
  once_key text,
  customer_id bigint,
  appointment_id bigint,
  appointment_version integer,
  run_id bigint,
  step_position smallint,
  asked_for boolean NOT NULL DEFAULT false,
  from_phone text,
  phone_sealed text,
  phone_hash text,
  body_sealed text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed')),
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  carrier_id text,
  delivery text CHECK (delivery IN ('delivered', 'undelivered')),
  outcome text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN status IN ('pending', 'sending') THEN 'waiting'
    WHEN status = 'failed' OR delivery = 'undelivered' THEN 'failed'
    ELSE status END) STORED,
  created_at timestamptz NOT NULL,
  good_until timestamptz NOT NULL,
  sent_at timestamptz,
  traceparent text,
  PRIMARY KEY (company_id, id),
  CONSTRAINT text_message_about_check CHECK (
    CASE purpose
      WHEN 'code' THEN from_phone IS NOT NULL AND phone_sealed IS NOT NULL AND phone_hash IS NOT NULL
      WHEN 'links' THEN customer_id IS NOT NULL AND asked_for
      WHEN 'cancel_reply' THEN customer_id IS NOT NULL AND asked_for
      WHEN 'outreach' THEN customer_id IS NOT NULL AND run_id IS NOT NULL AND step_position IS NOT NULL
      ELSE customer_id IS NOT NULL AND appointment_id IS NOT NULL AND appointment_version IS NOT NULL
    END),
  CHECK (NOT asked_for OR (phone_sealed IS NOT NULL AND phone_hash IS NOT NULL))
);
CREATE UNIQUE INDEX text_message_once ON text_message (company_id, once_key) WHERE once_key IS NOT NULL;
CREATE INDEX text_message_by_run ON text_message (company_id, run_id, step_position) WHERE run_id IS NOT NULL;
CREATE INDEX text_message_by_customer ON text_message (company_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX text_message_by_phone ON text_message (company_id, phone_hash);
CREATE INDEX text_message_by_age ON text_message (company_id, created_at, id);
CREATE INDEX text_message_by_outcome ON text_message (company_id, outcome, created_at, id);
COMMENT ON TABLE text_message IS 'One text or outreach call to a customer. All but codes are composed when they are sent: until then the body is null, and the number too unless its holder asked for the text.';
COMMENT ON COLUMN text_message.once_key IS 'Unique within the company, so that what must be said once is queued once.';
COMMENT ON COLUMN text_message.asked_for IS 'The person at this number asked for the text, so that the number is known from the start.';
COMMENT ON COLUMN text_message.body_sealed IS 'Cleared some time after the text was sent.';
COMMENT ON COLUMN text_message.traceparent IS 'The W3C trace context of the request that asked for it; null where none are recorded.';
COMMENT ON COLUMN text_message.carrier_id IS 'The carrier''s own id of the message, by which it reports.';
COMMENT ON COLUMN text_message.delivery IS 'What the carrier reported last; null without a report.';
COMMENT ON COLUMN text_message.outcome IS 'As staff read it: what the carrier reported as not delivered has failed.';
COMMENT ON COLUMN text_message.good_until IS 'After this time the text is skipped instead of sent.';

CREATE TABLE text_due (
  company_id bigint NOT NULL,
  text_id bigint NOT NULL,
  lane text NOT NULL DEFAULT 'waited_for' CHECK (lane IN ('waited_for', 'unasked')),
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, text_id)
);
CREATE INDEX text_due_by_time ON text_due (lane, due_at) WHERE company_id < 1000000000;
COMMENT ON TABLE text_due IS 'One text that has yet to be sent: the queue of texts, small and hot.';
COMMENT ON COLUMN text_due.lane IS 'Outreach and reminders (unasked) queue apart from texts that a person waits for, so that they never delay a code.';

CREATE SEQUENCE outreach_plan_id_seq;
CREATE TABLE outreach_plan (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('outreach_plan_id_seq'),
  name text NOT NULL,
  steps jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  PRIMARY KEY (company_id, id)
);
COMMENT ON TABLE outreach_plan IS 'One series of texts and calls by which a company asks customers to book.';

CREATE SEQUENCE outreach_run_id_seq;
CREATE TABLE outreach_run (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('outreach_run_id_seq'),
  scheduling_request_id bigint NOT NULL,
  outreach_plan_id bigint NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'ended')),
  end_reason text,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, scheduling_request_id) REFERENCES scheduling_request,
  FOREIGN KEY (company_id, outreach_plan_id) REFERENCES outreach_plan,
  CHECK ((status = 'ended') = (end_reason IS NOT NULL)),
  CHECK ((status = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX one_running_outreach_per_request ON outreach_run (company_id, scheduling_request_id)
  WHERE status = 'running';
CREATE INDEX outreach_run_by_request ON outreach_run (company_id, scheduling_request_id, id);
COMMENT ON TABLE outreach_run IS 'One time that a plan is carried out for a scheduling request.';
COMMENT ON COLUMN outreach_run.status IS 'finished: all steps are done. ended: it was stopped before, for end_reason.';

CREATE TABLE outreach_step (
  company_id bigint NOT NULL,
  run_id bigint NOT NULL,
  position smallint NOT NULL,
  after_minutes integer NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sms', 'voice')),
  sms_text text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'skipped', 'failed')),
  reason text,
  due_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (company_id, run_id, position),
  FOREIGN KEY (company_id, run_id) REFERENCES outreach_run,
  CHECK ((status = 'pending') = (ended_at IS NULL))
);
COMMENT ON TABLE outreach_step IS 'One step of a run, copied from the plan when the run began: later changes of the plan do not reach it.';

-- Conversations of agents with callers, on the phone or by text

CREATE SEQUENCE agent_session_id_seq;
CREATE TABLE agent_session (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('agent_session_id_seq'),
  token_hash text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('voice', 'sms')),
  phone_sealed text,
  phone_hash text,
  contact_id bigint,
  address_tries smallint NOT NULL DEFAULT 0,
  last_address_hash text,
  code_count smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT agent_session_token UNIQUE (company_id, token_hash)
) WITH (fillfactor = 80);
CREATE INDEX agent_session_by_phone ON agent_session (company_id, phone_hash);
COMMENT ON TABLE agent_session IS 'One conversation of an agent with one caller, whose id the agent sends with every call.';
COMMENT ON COLUMN agent_session.phone_hash IS 'Finds the conversations of a number, for an erasure.';
COMMENT ON COLUMN agent_session.contact_id IS 'The contact that identifies the caller; null while the caller is unknown.';
COMMENT ON COLUMN agent_session.last_address_hash IS 'The last address that was looked up: a repeat does not count as another try.';
COMMENT ON COLUMN agent_session.ends_at IS 'No call prolongs the conversation beyond this time.';

CREATE TABLE agent_booking (
  company_id bigint NOT NULL REFERENCES company,
  appointment_id bigint NOT NULL,
  session_id bigint NOT NULL,
  text_id bigint,
  text_reason text,
  cancelled_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, appointment_id),
  FOREIGN KEY (company_id, appointment_id) REFERENCES appointment
);
CREATE INDEX agent_booking_by_session ON agent_booking (company_id, session_id);
COMMENT ON TABLE agent_booking IS 'One appointment that a conversation booked, so that a retry of the call gets its first result.';
COMMENT ON COLUMN agent_booking.text_id IS 'The confirmation that was queued; null when none was, for text_reason.';

CREATE TABLE agent_contact_code (
  company_id bigint NOT NULL REFERENCES company,
  id text NOT NULL,
  session_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  contact_sealed text NOT NULL,
  label text,
  code_hash text NOT NULL,
  wrong_tries smallint NOT NULL DEFAULT 0,
  used_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer
);
CREATE INDEX agent_contact_code_by_customer ON agent_contact_code (company_id, customer_id, created_at);
COMMENT ON TABLE agent_contact_code IS 'One code, texted to the caller''s own number, that confirms another number for the customer.';
COMMENT ON COLUMN agent_contact_code.contact_sealed IS 'The number that is to be added.';

-- The public page: codes, the 30 minutes after a code, and limits

CREATE TABLE verification_code (
  company_id bigint NOT NULL REFERENCES company,
  id text NOT NULL,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  code_hash text NOT NULL,
  wrong_tries smallint NOT NULL DEFAULT 0,
  used_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX verification_code_by_phone ON verification_code (company_id, phone_hash);
COMMENT ON TABLE verification_code IS 'One code that was texted to a number which a person entered on the public page.';

CREATE SEQUENCE verified_visit_id_seq;
CREATE TABLE verified_visit (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('verified_visit_id_seq'),
  token_hash text NOT NULL,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  customer_id bigint,
  writes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT verified_visit_token UNIQUE (company_id, token_hash),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer
);
CREATE INDEX verified_visit_by_phone ON verified_visit (company_id, phone_hash);
COMMENT ON TABLE verified_visit IS 'The 30 minutes on the public page after a person entered the code texted to their number.';
COMMENT ON COLUMN verified_visit.writes IS 'Registrations and bookings so far, which are limited.';

CREATE TABLE code_ledger (
  company_id bigint NOT NULL,
  interface text NOT NULL,
  phone_key text NOT NULL,
  network_key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX code_ledger_by_phone ON code_ledger (phone_key, at);
CREATE INDEX code_ledger_by_network ON code_ledger (network_key, at);
CREATE INDEX code_ledger_by_company ON code_ledger (company_id, at);
COMMENT ON TABLE code_ledger IS 'One code that was sent, as the limits of codes count it. Logged, so that a crash does not hand out more codes.';
COMMENT ON COLUMN code_ledger.phone_key IS 'The number''s hash; numbers and networks count for the whole host.';
COMMENT ON COLUMN code_ledger.network_key IS 'The hash of the client''s network.';

CREATE TABLE used_solution (
  key text NOT NULL PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE used_solution IS 'One solution of a bot check that was used, kept until it expires so that it counts once.';

CREATE UNLOGGED TABLE rate_counter (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_counter_by_age ON rate_counter (window_start);
COMMENT ON TABLE rate_counter IS 'How often one limited thing was done in one window. A crash may lose the rows: limits are then kinder for a window.';

-- Providers' own calendars

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
CREATE INDEX provider_calendar_connected ON provider_calendar (company_id, provider_id) WHERE disconnected_at IS NULL;
COMMENT ON TABLE provider_calendar IS 'One calendar of a provider that is or was connected; a disconnected one stays for its mark.';
COMMENT ON COLUMN provider_calendar.address IS 'The calendar''s address as it is shown, without secrets.';
COMMENT ON COLUMN provider_calendar.writes IS 'Whether appointments are written into the calendar.';
COMMENT ON COLUMN provider_calendar.settings IS 'How the calendar is reached; encrypted, since addresses of feeds are secrets too.';
COMMENT ON COLUMN provider_calendar.mark IS 'Begins the ids of all events that are written for the provider, so that they are recognised in every calendar.';
COMMENT ON COLUMN provider_calendar.read_version IS 'What the calendar sent as its version at the last read; an equal one means no change.';

CREATE TABLE calendar_busy (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  month integer NOT NULL,
  calendar_id bigint NOT NULL,
  busy bytea NOT NULL,
  PRIMARY KEY (company_id, provider_id, month, calendar_id),
  FOREIGN KEY (company_id, calendar_id) REFERENCES provider_calendar
);
COMMENT ON TABLE calendar_busy IS 'The busy times of a connected calendar in one stretch of 31 days.';
COMMENT ON COLUMN calendar_busy.month IS 'Stretches of 31 days since 1970-01-01.';
COMMENT ON COLUMN calendar_busy.busy IS 'Packed minutes: pairs of start and end, each a big-endian 4-byte integer.';

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
COMMENT ON TABLE calendar_event IS 'One event that was written into a calendar, for one working day of an appointment.';
COMMENT ON COLUMN calendar_event.remote_id IS 'The event''s id in the calendar; null while a write is in flight, when the event may or may not exist.';

CREATE TABLE calendar_read_due (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, calendar_id)
);
CREATE INDEX calendar_read_due_by_time ON calendar_read_due (due_at) WHERE company_id < 1000000000;
COMMENT ON TABLE calendar_read_due IS 'When one connected calendar is read next: the queue of reads.';

CREATE TABLE calendar_push_due (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, calendar_id, appointment_id)
);
CREATE INDEX calendar_push_due_by_time ON calendar_push_due (due_at) WHERE company_id < 1000000000;
COMMENT ON TABLE calendar_push_due IS 'One appointment that has yet to be written into one calendar: the queue of writes.';

-- Reports: what appointments, requests and texts come to, summed up for each local date. Every row here can be counted
-- anew from the rows that it sums up, but for texts that have gone meanwhile. Ids of 0 stand for none. Each sum is there in three
-- details: 0 for each provider and type, 1 for each type of all providers, 2 for each provider of all types. A report reads the
-- coarsest that tells apart what it is asked for.

CREATE TABLE report_appointments (
  company_id bigint NOT NULL REFERENCES company,
  detail smallint NOT NULL CHECK (detail BETWEEN 0 AND 2),
  day integer NOT NULL,
  location_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  scheduled integer NOT NULL,
  completed integer NOT NULL,
  no_show integer NOT NULL,
  cancelled integer NOT NULL,
  by_company integer NOT NULL,
  by_agent integer NOT NULL,
  by_public_page integer NOT NULL,
  by_booking_link integer NOT NULL,
  lead_same_day integer NOT NULL,
  lead_1_day integer NOT NULL,
  lead_2_to_3_days integer NOT NULL,
  lead_4_to_7_days integer NOT NULL,
  lead_8_to_14_days integer NOT NULL,
  lead_15_to_30_days integer NOT NULL,
  lead_31_days_up integer NOT NULL,
  PRIMARY KEY (company_id, detail, day, location_id, provider_id, appointment_type_id)
);
COMMENT ON TABLE report_appointments IS 'How many appointments of a provider and a type start on one date at a location, by status; those that are not cancelled also by way of booking and by lead time.';
COMMENT ON COLUMN report_appointments.day IS 'Days since 1970-01-01 on the location''s calendar.';
COMMENT ON COLUMN report_appointments.lead_1_day IS 'Booked on the date before; each lead time counts dates of the location''s calendar.';

CREATE TABLE report_minutes (
  company_id bigint NOT NULL REFERENCES company,
  detail smallint NOT NULL CHECK (detail BETWEEN 0 AND 2),
  day integer NOT NULL,
  location_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  booked_minutes integer NOT NULL,
  PRIMARY KEY (company_id, detail, day, location_id, provider_id, appointment_type_id)
);
COMMENT ON TABLE report_minutes IS 'How many minutes of one date at a location a provider''s appointments of a type take, without buffers and without cancelled ones.';
COMMENT ON COLUMN report_minutes.day IS 'Days since 1970-01-01 on the location''s calendar; work over midnight is on both dates.';

CREATE TABLE report_requests (
  company_id bigint NOT NULL REFERENCES company,
  detail smallint NOT NULL CHECK (detail BETWEEN 0 AND 2),
  day integer NOT NULL,
  location_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  open integer NOT NULL,
  scheduled integer NOT NULL,
  cancelled integer NOT NULL,
  expired integer NOT NULL,
  PRIMARY KEY (company_id, detail, day, location_id, provider_id, appointment_type_id)
);
COMMENT ON TABLE report_requests IS 'How many scheduling requests were made on one date, by the status that they have now.';
COMMENT ON COLUMN report_requests.day IS 'Days since 1970-01-01 on the calendar of the location that the request names, else of the company.';

CREATE TABLE report_texts (
  company_id bigint NOT NULL REFERENCES company,
  detail smallint NOT NULL CHECK (detail BETWEEN 0 AND 2),
  day integer NOT NULL,
  location_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  sent integer NOT NULL,
  delivered integer NOT NULL,
  undelivered integer NOT NULL,
  skipped integer NOT NULL,
  failed integer NOT NULL,
  PRIMARY KEY (company_id, detail, day, location_id, provider_id, appointment_type_id)
);
COMMENT ON TABLE report_texts IS 'How many texts that were queued on one date ended in which way; sent are those without a report of the carrier. It outlasts the texts.';
COMMENT ON COLUMN report_texts.day IS 'Days since 1970-01-01 on the calendar of the location of the appointment that the text is about, else of the company.';

CREATE SEQUENCE report_due_seq;
CREATE TABLE report_due (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('report_due_seq'),
  noun text NOT NULL CHECK (noun IN ('appointments', 'requests', 'texts', 'everything')),
  from_at timestamptz,
  until_at timestamptz,
  queued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  CHECK ((noun = 'everything') = (from_at IS NULL)),
  CHECK ((noun = 'everything') = (until_at IS NULL))
);
COMMENT ON TABLE report_due IS 'A span of time whose dates have yet to be summed up anew, because a row of the noun in it changed: the queue of reports. Rows are only added, so that no write waits for another.';
COMMENT ON COLUMN report_due.queued_at IS 'How far reports are behind. By the database''s own clock, also of a test company.';

CREATE TABLE report_rules (
  company_id bigint NOT NULL PRIMARY KEY,
  version integer NOT NULL
);
COMMENT ON TABLE report_rules IS 'The lock under which one worker at a time sums up a company, and by which version of the rules its sums were made.';

-- Bookkeeping

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
  network text,
  PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);
CREATE TABLE audit_d65536 PARTITION OF audit FOR VALUES FROM (4503599627370496) TO (9007199254740992);
COMMENT ON TABLE audit IS 'One write, or one refused sign-in: who changed which fields of which record. It holds no values.';
COMMENT ON COLUMN audit.network IS 'Where a sign-in came from, without the last part of the address; null for everything else.';
COMMENT ON COLUMN audit.id IS 'Holds the day of the write.';
COMMENT ON COLUMN audit.target_id IS 'The record that was changed; the operation''s name says of which table.';

CREATE TABLE idempotency (
  company_id bigint NOT NULL,
  credential text NOT NULL,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  status integer NOT NULL,
  answer text NOT NULL,
  customer_id bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, credential, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);
CREATE INDEX idempotency_by_customer ON idempotency (company_id, customer_id) WHERE customer_id IS NOT NULL;
COMMENT ON TABLE idempotency IS 'The answer to one request with an Idempotency-Key, kept for a day so that a retry gets it again.';
COMMENT ON COLUMN idempotency.customer_id IS 'Whose data the answer holds, for an erasure.';

-- The migrator makes this table before it applies the first migration.
COMMENT ON TABLE migration IS 'One file of migrations/ that was applied to this database.';
COMMENT ON COLUMN migration.checksum IS 'The SHA-256 of the file as it was applied: an applied file must not change.';
