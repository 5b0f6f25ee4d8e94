-- The whole schema, written from the catalog by `npm run generate`. Change it by a new migration.

CREATE EXTENSION btree_gin;
CREATE EXTENSION btree_gist;
CREATE EXTENSION pg_trgm;

-- One file of migrations/ that was applied to this database.
CREATE TABLE migration (
  number integer NOT NULL PRIMARY KEY,
  name text NOT NULL,
  -- The SHA-256 of the file as it was applied: an applied file must not change.
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- One key that is unique on the whole host or is looked up before the company is known.
CREATE TABLE directory (
  kind text NOT NULL CHECK (kind IN ('slug', 'channel_phone', 'api_key', 'link', 'manage_link', 'user_session', 'password_reset', 'test_company', 'device', 'waiting_link', 'calendar_feed')),
  -- The slug, the phone number or the id of a test company; a hash for keys, links, sessions and resets of passwords.
  key text NOT NULL,
  -- Whose key it is; of a test_company the company that made it.
  company_id bigint NOT NULL,
  -- The row that the key leads to: api_key, user_session, app_user for a reset or a device, scheduling_request for a
  -- link, appointment for a manage_link; company_id for a slug or a number; the test company's company_id for a
  -- test_company.
  ref_id bigint NOT NULL,
  -- Of a link or a manage_link: which of the links that its record has had.
  link_version integer,
  -- False once the key is replaced or revoked: it stays reserved and is still recognised.
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (kind, key)
);
CREATE INDEX directory_by_owner ON directory (company_id, kind, ref_id);

CREATE SEQUENCE company_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 999999999 START 1;
CREATE SEQUENCE test_company_id_seq AS bigint INCREMENT 1 MINVALUE 1000000000 MAXVALUE 9223372036854775807 START 1000000000;
-- One company that uses this host, with its settings.
CREATE TABLE company (
  company_id bigint NOT NULL DEFAULT nextval('company_id_seq') PRIMARY KEY,
  name text NOT NULL,
  -- The number that customers are asked to call.
  phone text,
  timezone text NOT NULL,
  locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'fr', 'es')),
  accent_color text NOT NULL DEFAULT '#1f5fd6',
  logo_hash text,
  -- In pixels, as logo_height: pages reserve the logo's room before it has loaded.
  logo_width integer,
  logo_height integer,
  public_slug text,
  public_booking_enabled boolean NOT NULL DEFAULT false,
  -- How many codes the public page may text in 24 hours.
  public_daily_code_cap integer NOT NULL DEFAULT 200 CHECK (public_daily_code_cap >= 0 AND public_daily_code_cap <= 10000),
  -- Origins of other websites that may show the pages in a frame.
  embed_origins text[] NOT NULL DEFAULT '{}',
  booking_links_enabled boolean NOT NULL DEFAULT true,
  new_customers text NOT NULL DEFAULT 'allowed' CHECK (new_customers IN ('allowed', 'not_allowed')),
  provider_assignment text NOT NULL DEFAULT 'none' CHECK (provider_assignment IN ('none', 'per_customer')),
  sms_confirmations boolean NOT NULL DEFAULT true,
  -- Hours before the start at which reminders go out; empty for none.
  reminder_hours integer[] NOT NULL DEFAULT '{24,2}',
  -- Minute of the recipient's day from which texts may go out; quiet hours end here.
  quiet_start_minute integer NOT NULL DEFAULT 540,
  -- Minute of the recipient's day from which texts wait for the next day.
  quiet_end_minute integer NOT NULL DEFAULT 1200,
  -- speed_kmh, road_factor and setup_minutes of providers on the road; null: travel is not judged.
  travel jsonb,
  -- Users without a second factor can do nothing but set one up.
  require_second_factor boolean NOT NULL DEFAULT false,
  -- Sessions of admins in the console end so long after their last use; null: as everybody's.
  admin_idle_minutes integer CHECK (admin_idle_minutes >= 5 AND admin_idle_minutes <= 720),
  -- Sessions of admins end so long after they began; null: as everybody's.
  admin_longest_hours integer CHECK (admin_longest_hours >= 1 AND admin_longest_hours <= 336),
  -- Whether tools refuse with status 200 and ok: false, for platforms that drop the bodies of other statuses.
  agent_refusals_as_200 boolean NOT NULL DEFAULT false,
  -- The number that an agent may put a caller through to.
  agent_transfer_phone text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Raised by every change of the settings, the logo's among them.
  version integer NOT NULL DEFAULT 1,
  distance_unit text CHECK (distance_unit IN ('km', 'mi')),
  mail_enabled boolean NOT NULL DEFAULT false,
  -- Where answers to its mails go; null: to the address that they come from.
  mail_reply_to text,
  -- Hours before the start at which customers who have not answered are reminded again.
  unanswered_reminder_hours integer[] NOT NULL DEFAULT '{}',
  -- Answers to its texts go to an agent platform, so that no text asks for a one-letter answer.
  agent_takes_texts boolean NOT NULL DEFAULT false,
  -- Made by open sign-up, and nobody has opened the mail to its admin yet: it is deleted after some days. Null for
  -- every other company.
  unproven_since timestamptz,
  -- From the end of an appointment of a group to the start of the next, at most.
  linked_gap_minutes integer NOT NULL DEFAULT 15 CHECK (linked_gap_minutes >= 0 AND linked_gap_minutes <= 240),
  -- Who of those who wait is asked first.
  waiting_order text NOT NULL DEFAULT 'longest_waiting' CHECK (waiting_order IN ('longest_waiting', 'priority', 'least_recently_asked')),
  -- Freed time is offered by the service; else only by staff.
  waiting_automatic boolean NOT NULL DEFAULT true,
  -- To so many people a freed time is offered in one minute, at most.
  waiting_per_minute integer NOT NULL DEFAULT 3 CHECK (waiting_per_minute >= 1 AND waiting_per_minute <= 20),
  -- At this minute of the local day before, the plan of a day is fixed.
  plan_freeze_minute integer NOT NULL DEFAULT 1080 CHECK (plan_freeze_minute >= 0 AND plan_freeze_minute <= 1439),
  -- The address that its mails to customers come from, in a domain that is proven to be its own; null: the host's.
  mail_from text,
  -- own: the built-in one. vroom: that of PLANNER_URL where it answers, else the built-in one.
  planner text NOT NULL DEFAULT 'own' CHECK (planner IN ('own', 'vroom')),
  -- The https address that pages link to after a booking.
  thank_you_url text,
  -- The words that pages say after a booking instead.
  thank_you_text text,
  -- The languages besides locale in which the agent answers customers.
  agent_languages text[] NOT NULL DEFAULT '{}' CHECK (agent_languages <@ ARRAY['en', 'es', 'fr']),
  CONSTRAINT company_thanks_once CHECK (thank_you_url IS NULL OR thank_you_text IS NULL)
);
CREATE INDEX company_unproven ON company (unproven_since)
  WHERE unproven_since IS NOT NULL;

-- The own clock of one test company: every test company has one, and no other company.
CREATE TABLE test_clock (
  company_id bigint NOT NULL PRIMARY KEY REFERENCES company(company_id) CHECK (company_id >= 1000000000),
  -- What the clock showed at since, and what it shows while it stands.
  at timestamptz NOT NULL,
  -- By the host's time: a running clock has moved on from at by the time since then.
  since timestamptz NOT NULL,
  running boolean NOT NULL,
  -- The lease of the one that does the company's due work and moves the clock; null while nobody does.
  lease_token text,
  -- By the host's time.
  lease_until timestamptz
);

-- The image that the company uploaded as its logo.
CREATE TABLE company_logo (
  company_id bigint NOT NULL REFERENCES company(company_id),
  hash text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (company_id, hash)
);

CREATE SEQUENCE channel_id_seq;
-- One phone number that belongs to the company, for calls (voice) or for texts (sms).
CREATE TABLE channel (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('channel_id_seq'),
  kind text NOT NULL CHECK (kind IN ('voice', 'sms')),
  phone text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT channel_once_per_kind UNIQUE (company_id, kind, phone)
);

-- One company's registration at its own identity provider, where its users prove by OpenID Connect who they are.
CREATE TABLE identity_provider (
  company_id bigint NOT NULL PRIMARY KEY REFERENCES company(company_id),
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE SEQUENCE app_user_id_seq;
-- One person who signs in for the company.
CREATE TABLE app_user (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('app_user_id_seq'),
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member', 'provider')),
  -- Null until the user has chosen a password.
  password_hash text,
  active boolean NOT NULL DEFAULT true,
  -- The secret of the second factor, which makes codes by the time (TOTP).
  totp_sealed text,
  -- When a first code was entered. Before that the second factor is not asked for.
  totp_confirmed_at timestamptz,
  -- The time step of the last code that was taken, so that each code counts once.
  totp_last_step bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the user first signed in, or chose a password by a link. Before that the company has merely listed an email.
  accepted_at timestamptz,
  -- Raised by every change of the user's own fields by an admin.
  version integer NOT NULL DEFAULT 1,
  -- The language of mails to the user; null: the company's.
  locale text CHECK (locale IN ('en', 'fr', 'es')),
  -- Whose seat it is, of the role provider. The seat ends when the provider is archived.
  provider_id bigint,
  PRIMARY KEY (company_id, id),
  CONSTRAINT user_email_once UNIQUE (company_id, email),
  CHECK (totp_confirmed_at IS NULL OR totp_sealed IS NOT NULL),
  CONSTRAINT app_user_seat CHECK ((role = 'provider') = (provider_id IS NOT NULL))
);

-- One user that an email signs in, looked up before the company is known; a person may be a user of several companies.
CREATE TABLE user_email (
  email text NOT NULL,
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  PRIMARY KEY (email, company_id)
);
CREATE INDEX user_email_by_user ON user_email (company_id, user_id);

-- One code that stands for the second factor once; using it deletes it.
CREATE TABLE recovery_code (
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  code_hash text NOT NULL,
  PRIMARY KEY (company_id, user_id, code_hash),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE
);

-- The link by which a user chooses a new password, until it is used, replaced or over.
CREATE TABLE password_reset (
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE
);

CREATE SEQUENCE user_session_id_seq;
-- One sign-in of a user, until it expires or the user signs out.
CREATE TABLE user_session (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('user_session_id_seq'),
  user_id bigint NOT NULL,
  token_hash text NOT NULL,
  -- The token is in the cookie of the staff console and is taken from nowhere else; it also ends 12 hours after its
  -- last use.
  in_cookie boolean NOT NULL,
  -- Begun at the company's identity provider, which answers for a second factor.
  by_provider boolean NOT NULL,
  -- The network that the user signed in from, without the last part of the address.
  network text NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL,
  -- Written at most once a minute.
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE
);
CREATE INDEX user_session_by_user ON user_session (company_id, user_id);

CREATE SEQUENCE api_key_id_seq;
-- One key with which a program acts for the company.
CREATE TABLE api_key (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('api_key_id_seq'),
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('admin', 'member', 'agent', 'visitor')),
  key_hash text NOT NULL,
  -- The end of the key's text, by which people tell keys apart.
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  -- As the source of an event names it.
  created_by json NOT NULL,
  -- Written at most once a minute, so it may lag behind the last use.
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Scopes, and names of sets of them; null for all that the role may.
  scopes text[],
  expires_at timestamptz,
  -- Addresses and networks from which the key may be used; null for any.
  allowed_addresses text[],
  -- The websites whose pages may use a publishable key; null of a secret one.
  allowed_origins text[],
  PRIMARY KEY (company_id, id),
  CONSTRAINT api_key_publishable_check CHECK ((role = 'visitor') = (allowed_origins IS NOT NULL))
);

CREATE SEQUENCE location_id_seq;
-- One branch of the company.
CREATE TABLE location (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('location_id_seq'),
  name text NOT NULL,
  address jsonb,
  latitude double precision,
  longitude double precision,
  -- How exact the coordinates are. Null beside coordinates: they were sent. Null without: the geocoder has yet to be
  -- asked. unknown: it had no answer.
  address_accuracy text,
  -- How customers find the way, as people read it.
  directions text,
  -- When it is open, as people read it. Slots come from the hours of providers.
  opening_hours text,
  -- Hours and overrides of providers at this location are written in this zone.
  timezone text NOT NULL,
  -- Which customers' addresses the location serves: anywhere, a radius, postal codes or a polygon.
  service_area jsonb NOT NULL,
  active boolean NOT NULL DEFAULT true,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Raised by every change that people make.
  version integer NOT NULL DEFAULT 1,
  external_ref text,
  metadata jsonb,
  PRIMARY KEY (company_id, id)
);

CREATE SEQUENCE appointment_type_id_seq;
CREATE SEQUENCE duration_option_id_seq;
-- One kind of appointment that can be booked, with its length and its rules.
CREATE TABLE appointment_type (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('appointment_type_id_seq'),
  name text NOT NULL,
  description text,
  active boolean NOT NULL DEFAULT true,
  -- by_request: bookable only through a scheduling request.
  kind text NOT NULL DEFAULT 'open' CHECK (kind IN ('open', 'by_request')),
  -- Length in minutes of each working day of the job; most jobs have one.
  block_minutes integer[] NOT NULL,
  -- A list of {id, label, minutes}; ids come from duration_option_id_seq.
  duration_options jsonb NOT NULL DEFAULT '[]',
  buffer_before_minutes integer NOT NULL DEFAULT 0,
  buffer_after_minutes integer NOT NULL DEFAULT 0,
  slot_interval_minutes integer NOT NULL DEFAULT 30,
  -- packed: besides the grid, the starts that leave no gap beside busy time; packed_only: customers are shown these
  -- alone.
  starts text NOT NULL DEFAULT 'grid' CHECK (starts IN ('grid', 'packed', 'packed_only')),
  min_notice_minutes integer NOT NULL DEFAULT 120,
  booking_window_days integer NOT NULL DEFAULT 60,
  cancel_notice_minutes integer NOT NULL DEFAULT 0,
  -- The most appointments of this type a day for each provider; null for no limit.
  daily_limit integer,
  place text NOT NULL DEFAULT 'at_location' CHECK (place IN ('at_location', 'at_customer', 'remote')),
  public_booking boolean NOT NULL DEFAULT false,
  -- Whether customers may choose the provider.
  provider_choice boolean NOT NULL DEFAULT true,
  -- Whether a job of several days passes over working days whose hours do not hold its block.
  skip_short_days boolean NOT NULL DEFAULT false,
  -- Where the type is offered; null for every location.
  location_ids bigint[],
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Appointments of the type may be at the same time as others of the same customer.
  customer_overlap boolean NOT NULL DEFAULT false,
  -- Raised by every change that people make.
  version integer NOT NULL DEFAULT 1,
  -- What is asked at booking, in its order: [{key, label, kind, options?, required, shown_if?}].
  questions jsonb NOT NULL DEFAULT '[]',
  -- Raised by every change of the questions.
  questions_version integer NOT NULL DEFAULT 1,
  -- Null for a type that takes one provider and nothing else.
  needs jsonb,
  -- Null for a type of one step, with the provider all the time.
  steps jsonb,
  -- staff: what is booked of it is pending until staff answer.
  confirmation text NOT NULL DEFAULT 'none' CHECK (confirmation IN ('none', 'staff')),
  -- Until when after the booking staff answer, at the latest at its start.
  answer_within_minutes integer NOT NULL DEFAULT 1440 CHECK (answer_within_minutes > 0),
  -- What becomes of a pending appointment that staff have not answered in time.
  unanswered text NOT NULL DEFAULT 'decline' CHECK (unanswered IN ('decline', 'confirm')),
  -- Customers are promised a window of so many minutes; null where they are promised a start.
  window_minutes integer CHECK (window_minutes IN (60, 120, 240)),
  -- Of a class: how many seats its sessions have unless they say otherwise. Null for all other types.
  seats integer CHECK (seats >= 1 AND seats <= 200),
  external_ref text,
  metadata jsonb,
  -- The heading under which pages list it; null for none.
  category text,
  -- The price as the company writes it, such as from $60; never charged.
  price_text text,
  -- Names its picture; null for none.
  image_hash text,
  PRIMARY KEY (company_id, id),
  CHECK (NOT (public_booking AND kind = 'by_request'))
);

CREATE SEQUENCE provider_id_seq;
-- One person whose time is booked.
CREATE TABLE provider (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('provider_id_seq'),
  name text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  -- Where the provider's day begins, for jobs at customers.
  start_address jsonb,
  start_latitude double precision,
  start_longitude double precision,
  -- How exact the start point is; null when it came with the address, and until a geocoder was asked.
  start_accuracy text,
  -- How far a customer may live from the start address; null for any distance.
  max_travel_km double precision,
  -- As company.travel, for this provider; null takes the company's.
  travel jsonb,
  -- The provider's lock: every change of the provider's time raises it first.
  version bigint NOT NULL DEFAULT 1,
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Raised by every change of the provider's own fields and types; version is the lock, which bookings raise too.
  settings_version integer NOT NULL DEFAULT 1,
  -- Raised by every change of the weekly hours and the dated ones.
  hours_version integer NOT NULL DEFAULT 1,
  -- Where the digest of the provider's day goes each morning; null: none is wanted.
  digest_email text,
  external_ref text,
  metadata jsonb,
  -- What customers read of the person, such as what they studied.
  about text,
  -- Names their picture; null for none.
  image_hash text,
  PRIMARY KEY (company_id, id)
) WITH (fillfactor=70);

-- One appointment type that a provider offers.
CREATE TABLE provider_type (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  PRIMARY KEY (company_id, provider_id, appointment_type_id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id)
);
CREATE INDEX provider_type_by_type ON provider_type (company_id, appointment_type_id, provider_id);

-- One stretch of hours that a provider works at a location every week.
CREATE TABLE weekly_hours (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  -- 1 is Monday, 7 is Sunday.
  weekday smallint NOT NULL CHECK (weekday >= 1 AND weekday <= 7),
  -- Minute of the location's local day.
  start_minute smallint NOT NULL CHECK (start_minute >= 0 AND start_minute <= 1439),
  -- Minute of the local day; at or before start_minute it means the next day, and 0 is midnight.
  end_minute smallint NOT NULL CHECK (end_minute >= 0 AND end_minute <= 1439),
  PRIMARY KEY (company_id, provider_id, location_id, weekday, start_minute),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id)
);

-- The hours of a provider at a location on one date, instead of the weekly hours.
CREATE TABLE date_override (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  -- Days since 1970-01-01 on the location's calendar.
  day integer NOT NULL,
  -- A list of {startMinute, endMinute} as in weekly_hours; empty for a day off.
  intervals jsonb NOT NULL,
  PRIMARY KEY (company_id, provider_id, day, location_id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id)
);

CREATE SEQUENCE time_off_id_seq;
-- One absence of a provider, at every location.
CREATE TABLE time_off (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('time_off_id_seq'),
  provider_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  -- start_at rounded down to the minute, as searches read it.
  start_minute integer NOT NULL,
  -- end_at rounded up to the minute.
  end_minute integer NOT NULL,
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  CHECK (end_at > start_at)
);
CREATE INDEX time_off_by_end ON time_off (company_id, provider_id, end_minute) INCLUDE (start_minute);
CREATE INDEX time_off_of_company_by_end ON time_off (company_id, end_minute);

CREATE SEQUENCE customer_id_seq;
CREATE OR REPLACE FUNCTION public.name_likenesses(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  SELECT coalesce(array_agg(DISTINCT piece), '{}')
  FROM (
    SELECT word AS piece FROM regexp_split_to_table(name, '\s+') AS word WHERE length(word) BETWEEN 3 AND 20
    UNION ALL
    SELECT left(word, at) || substr(word, at + 2)
    FROM regexp_split_to_table(name, '\s+') AS word CROSS JOIN generate_series(0, 19) AS at
    WHERE length(word) BETWEEN 4 AND 20 AND at < length(word)
  ) AS pieces
$function$;
-- One customer of the company.
CREATE TABLE customer (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('customer_id_seq'),
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  address jsonb,
  address_latitude double precision,
  address_longitude double precision,
  -- How exact the coordinates are. Null beside coordinates: they came with the address. Null without: the geocoder has
  -- yet to be asked. unknown: it had no answer.
  address_accuracy text CHECK (address_accuracy IN ('rooftop', 'street', 'city', 'postal', 'unknown')),
  -- Who set the address: the company's is never replaced by a customer's.
  address_source text CHECK (address_source IN ('company', 'agent', 'public_page')),
  -- The company's own id of the customer. An archived customer keeps it, for the export, and leaves it free for
  -- another.
  external_ref text,
  assigned_provider_id bigint,
  locale text CHECK (locale IN ('en', 'fr', 'es')),
  timezone text,
  -- Who made the record.
  source text NOT NULL CHECK (source IN ('company', 'agent', 'public_page')),
  archived_at timestamptz,
  -- When everything personal was removed; such a row stays archived.
  erased_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Raised by every change of the customer or of a number of theirs.
  version integer NOT NULL DEFAULT 1,
  -- What holds mails to the email back. unproven: a visitor or a caller gave it, and nothing proves yet that it is
  -- theirs, so a few mails go, without the link that cancels. unreachable: its mail server refused it. refused: its
  -- owner said that it is not the customer's. Null for one that may be written to.
  email_state text CHECK (email_state IN ('unproven', 'unreachable', 'refused')),
  -- What everybody must know who goes there or calls. Shown to staff only.
  warning text,
  -- What staff have written down. Shown to staff only.
  notes text,
  -- Code, latitude and longitude of each postal code of the city, where the address has none of its own and the
  -- built-in geocoder knows the city.
  address_city_codes jsonb,
  -- The name, a separator, the name in one piece, email and external_ref: in small letters without accents, apostrophes
  -- and hyphens, a space around each word.
  search_text text NOT NULL GENERATED ALWAYS AS ((((((' '::text || regexp_replace(replace(replace(replace(replace(lower(translate(regexp_replace(NORMALIZE((first_name || ' '::text) || last_name, NFD), '[\u0300-\u036f''`´‘’ʻʼ′]'::text, ''::text, 'g'::text), 'ÆŒÞẞØøŁłĐđÐðı'::text, 'æœþßoollddddi'::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), '[-‐‑‒–—―−]'::text, ' '::text, 'g'::text)) || ' '::text) || chr(31)) || ' '::text) || regexp_replace(replace(replace(replace(replace(lower(translate(regexp_replace(NORMALIZE((((regexp_replace(first_name || last_name, '\s'::text, ''::text, 'g'::text) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(external_ref, ''::text), NFD), '[\u0300-\u036f''`´‘’ʻʼ′]'::text, ''::text, 'g'::text), 'ÆŒÞẞØøŁłĐđÐðı'::text, 'æœþßoollddddi'::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), '[-‐‑‒–—―−]'::text, ''::text, 'g'::text)) || ' '::text) STORED,
  -- Street and postal code, in the same letters.
  address_text text NOT NULL GENERATED ALWAYS AS ((' '::text || regexp_replace(replace(replace(replace(replace(lower(translate(regexp_replace(NORMALIZE((((COALESCE(address ->> 'line1'::text, ''::text) || ' '::text) || COALESCE(address ->> 'line2'::text, ''::text)) || ' '::text) || regexp_replace(COALESCE(address ->> 'postal_code'::text, ''::text), '\s'::text, ''::text, 'g'::text), NFD), '[\u0300-\u036f''`´‘’ʻʼ′]'::text, ''::text, 'g'::text), 'ÆŒÞẞØøŁłĐđÐðı'::text, 'æœþßoollddddi'::text)), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), '[-‐‑‒–—―−]'::text, ''::text, 'g'::text)) || ' '::text) STORED,
  metadata jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, assigned_provider_id) REFERENCES provider(company_id, id)
);
CREATE UNIQUE INDEX customer_external_ref ON customer (company_id, external_ref)
  WHERE archived_at IS NULL;
CREATE INDEX customer_by_email ON customer (company_id, lower(email));
CREATE INDEX customer_to_locate ON customer (company_id, id)
  WHERE address IS NOT NULL AND address_latitude IS NULL AND address_accuracy IS NULL AND archived_at IS NULL;
CREATE INDEX customer_by_words ON customer USING gin (company_id, search_text gin_trgm_ops)
  WHERE archived_at IS NULL;
CREATE INDEX customer_by_street ON customer USING gin (company_id, address_text gin_trgm_ops)
  WHERE archived_at IS NULL AND address IS NOT NULL;
CREATE INDEX customer_by_postal_code ON customer (company_id, lower(regexp_replace(address ->> 'postal_code', '[\s-]', '', 'g')) COLLATE "C")
  WHERE archived_at IS NULL AND address IS NOT NULL;
CREATE INDEX customer_by_likeness ON customer USING gin (company_id, name_likenesses(split_part(search_text, chr(31), 1)))
  WHERE archived_at IS NULL;
CREATE INDEX customer_by_change ON customer (company_id, updated_at);
CREATE INDEX customer_by_metadata ON customer USING gin (company_id, metadata jsonb_path_ops)
  WHERE metadata IS NOT NULL;

CREATE SEQUENCE contact_id_seq;
-- One phone number of a customer.
CREATE TABLE contact (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('contact_id_seq'),
  customer_id bigint NOT NULL,
  phone text NOT NULL,
  label text,
  is_primary boolean NOT NULL DEFAULT false,
  -- A caller with this number is this customer: the company set it, it has called, or a code texted to it was entered.
  identifies boolean NOT NULL,
  verified_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Raised by every change of the number, its label and what it stands for.
  version integer NOT NULL DEFAULT 1,
  -- The last change of the number, its label or what it stands for; null since it was made.
  updated_at timestamptz,
  PRIMARY KEY (company_id, id),
  CONSTRAINT contact_once_per_customer UNIQUE (company_id, customer_id, phone),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id)
);
CREATE UNIQUE INDEX contact_phone_identifies_one ON contact (company_id, phone)
  WHERE identifies;
CREATE INDEX contact_by_beginning ON contact (company_id, phone COLLATE "C");
CREATE INDEX contact_by_end ON contact (company_id, reverse(phone) COLLATE "C");
CREATE UNIQUE INDEX contact_one_primary ON contact (company_id, customer_id)
  WHERE is_primary;

-- One of a company's 64 locks for phone numbers: a number takes the one that its hash names, before it may identify a
-- customer.
CREATE TABLE number_lock (
  company_id bigint NOT NULL REFERENCES company(company_id),
  slot smallint NOT NULL CHECK (slot >= 0 AND slot <= 63),
  PRIMARY KEY (company_id, slot)
) WITH (fillfactor=50);

CREATE SEQUENCE consent_id_seq;
-- One statement that a number may or may not be called or texted, or an email address be written to; the newest counts,
-- and rows are only ever added.
CREATE TABLE consent (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('consent_id_seq'),
  -- Consent belongs to the number, or with the channel email to the address, as a hash, so that an opt-out outlives the
  -- erasure of the customer.
  phone_hash text NOT NULL,
  -- The number or address, read to make the hash anew under another secret of the host, and to find the customers who
  -- have it.
  phone_sealed text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('voice', 'sms', 'email')),
  event text NOT NULL CHECK (event IN ('granted', 'revoked')),
  source text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX consent_by_phone ON consent (company_id, phone_hash, channel, id);
CREATE INDEX consent_revoked ON consent (company_id, id)
  WHERE event = 'revoked';

CREATE OR REPLACE FUNCTION public.refuse_change_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.source = 'erased' AND (NEW.company_id, NEW.id, NEW.channel, NEW.event, NEW.at)
      = (OLD.company_id, OLD.id, OLD.channel, OLD.event, OLD.at) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$function$;

CREATE TRIGGER consent_is_append_only BEFORE DELETE OR UPDATE OF company_id, id, channel, event, source, at ON consent FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE SEQUENCE scheduling_request_id_seq;
-- One request to a customer to book an appointment of a type by a date.
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
  -- Length of the job for this customer, instead of the type's; null takes the type's.
  block_minutes integer[],
  duration_label text,
  -- Raised to replace the booking link.
  link_version integer NOT NULL DEFAULT 1,
  -- Which of the host's secrets the token of the booking link is made with.
  link_key_id text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What the token of the booking link is made of, with link_key_id; changed by each rotation. Null for a link from
  -- before: its token is made of id and link_version.
  link_random text,
  -- The day of its creation in the company's zone of then, which answers and events show as its earliest date where
  -- none was sent. Null of one that a program from before this column made.
  made_on date,
  metadata jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id)
);
CREATE UNIQUE INDEX one_open_request_per_type ON scheduling_request (company_id, customer_id, appointment_type_id)
  WHERE status = 'open';
CREATE INDEX scheduling_request_by_customer ON scheduling_request (company_id, customer_id, id);
CREATE INDEX scheduling_request_by_creation ON scheduling_request (company_id, created_at);
CREATE INDEX scheduling_request_by_ref ON scheduling_request (company_id, external_ref)
  WHERE external_ref IS NOT NULL;
CREATE INDEX scheduling_request_open_by_latest ON scheduling_request (company_id, latest_date)
  WHERE status = 'open';
CREATE INDEX scheduling_request_by_metadata ON scheduling_request USING gin (company_id, metadata jsonb_path_ops)
  WHERE metadata IS NOT NULL;
CREATE INDEX scheduling_request_by_change ON scheduling_request (company_id, updated_at);

CREATE SEQUENCE appointment_id_seq;
-- One appointment of a customer with a provider.
CREATE TABLE appointment (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('appointment_id_seq'),
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  scheduling_request_id bigint,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('scheduled', 'completed', 'no_show', 'cancelled', 'pending')),
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  -- Start and end of each working day of the job, without buffers.
  blocks jsonb NOT NULL,
  -- The zone in which its times are shown.
  timezone text NOT NULL,
  -- For each block, how many minutes the zone's clock is ahead of UTC at its start by the rules it was booked under.
  clock_offsets integer[] NOT NULL,
  -- The chosen duration option as it was when the appointment was booked.
  duration_option jsonb,
  booked_by text NOT NULL CHECK (booked_by IN ('link', 'public', 'agent', 'api', 'admin')),
  notes text,
  -- The customer's address, for a type that happens at the customer.
  address jsonb,
  latitude double precision,
  longitude double precision,
  cancel_reason text,
  cancelled_by text,
  cancelled_at timestamptz,
  -- Raised to replace the appointment's own link.
  link_version integer NOT NULL DEFAULT 1,
  -- Which of the host's secrets the token of its own link is made with; null for an appointment with a request.
  link_key_id text,
  -- What an import knows it by: its id in the other system, or its first customer, provider and start. Null for all
  -- others.
  import_key text,
  version integer NOT NULL DEFAULT 1,
  -- Time of the appointment's newest event; the next one must be later.
  last_event_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- What the token of its own link is made of, with link_key_id; changed by each rotation. Null for a link from before,
  -- whose token is made of id and link_version, and for an appointment with a request.
  link_random text,
  -- Raised by every change of the notes, which leaves version as it is.
  notes_version integer NOT NULL DEFAULT 1,
  -- When a cancel that waits takes effect; null while none waits. Its row is in cancel_due.
  cancels_at timestamptz,
  -- When it was last marked as completed or as a no-show; null for one that is not, and for marks before this was kept.
  closed_at timestamptz,
  -- What the customer said about the present time: a move sets it back. It leaves version as it is, so that texts on
  -- their way still go.
  attendance text NOT NULL DEFAULT 'unknown' CHECK (attendance IN ('unknown', 'coming', 'not_coming')),
  -- The time that the customer's calendar proposed instead (iTIP COUNTER); a move and a cancel clear it.
  proposed_start_at timestamptz,
  proposed_end_at timestamptz,
  -- Each with the question as it was asked, and the version of the questions: [{key, label, kind, version, value}].
  answers jsonb NOT NULL DEFAULT '[]',
  -- The providers beside its own, in the order in which they were chosen. Null for an appointment of one provider.
  crew bigint[],
  -- Of a pending one: until when it is answered; its row is in answer_due. Of a cancelled one: it was never confirmed.
  -- Null of all others.
  answer_by timestamptz,
  -- The times that staff propose instead, each with the minutes that it occupies. The appointment occupies all of them.
  proposals jsonb NOT NULL DEFAULT '[]',
  -- What the time that was asked for occupies, while other times are proposed; null otherwise.
  asked_time jsonb,
  series_id bigint,
  -- The place in the series, from 0. It stays when the appointment is moved.
  series_index integer,
  -- Of a promised window, which start_at and end_at hold: how long the work takes. Null for a promised start.
  work_minutes integer,
  -- Of a promised window: when the work is planned to start. Its provider is the planned one.
  planned_start_at timestamptz,
  -- Staff fixed the planned start and provider.
  pinned boolean NOT NULL DEFAULT false,
  -- Of a promised window: the provider was chosen, assigned or requested, and is never planned away.
  keeps_provider boolean NOT NULL DEFAULT false,
  -- The same for the appointments that were booked together, to follow one another; null for one that stands alone.
  group_id bigint,
  -- Its place among them, from 0.
  group_index smallint,
  -- The session of a class whose seats it takes: then it has no rows in allocation. Null for all others.
  session_id bigint,
  seats smallint,
  -- Of a promised window whose day is fixed: the hour in it that the customer was told. Null before.
  narrowed_start_at timestamptz,
  narrowed_end_at timestamptz,
  -- When the provider said to be on the way; null before.
  on_the_way_at timestamptz,
  -- The arrival that the provider then expected; null where none was said.
  expected_at timestamptz,
  -- A disruption took its time: its customer may move or cancel it until its start, whatever the notice is.
  notice_waived boolean NOT NULL DEFAULT false,
  -- The customer said no to texts about this appointment, whatever they agreed to elsewhere.
  texts_declined boolean NOT NULL DEFAULT false,
  -- The hold of kind undo of a change that is not told yet; its row is in undo_due. Null of all others.
  undo_hold_id bigint,
  -- When the provider came to the customer; null before, and for visits elsewhere.
  arrived_at timestamptz,
  -- Why a visit at the customer's became a no-show; null where nobody said.
  no_show_reason text,
  -- Its id in another system of the company's.
  external_ref text,
  -- Pairs that the company's other systems keep on it; null for none, so that a plain booking is in no index of them.
  metadata jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id),
  FOREIGN KEY (company_id, scheduling_request_id) REFERENCES scheduling_request(company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  CHECK (end_at > start_at),
  CONSTRAINT appointment_proposal CHECK ((proposed_start_at IS NULL) = (proposed_end_at IS NULL)),
  CONSTRAINT appointment_pending CHECK (status <> 'pending' OR answer_by IS NOT NULL AND answer_by <= start_at),
  CONSTRAINT appointment_in_series CHECK ((series_id IS NULL) = (series_index IS NULL)),
  CONSTRAINT appointment_in_group CHECK ((group_id IS NULL) = (group_index IS NULL)),
  CONSTRAINT appointment_takes_seats CHECK ((session_id IS NULL) = (seats IS NULL) AND (seats IS NULL OR seats > 0)),
  CONSTRAINT appointment_narrowed CHECK ((narrowed_start_at IS NULL) = (narrowed_end_at IS NULL)),
  CONSTRAINT appointment_has_blocks CHECK (jsonb_array_length(blocks) > 0),
  CONSTRAINT appointment_no_show_reason CHECK (no_show_reason IN ('nobody_home', 'no_way_in', 'wrong_address', 'sent_away', 'other'))
);
CREATE UNIQUE INDEX one_live_appointment_per_request ON appointment (company_id, scheduling_request_id)
  WHERE status <> 'cancelled' AND scheduling_request_id IS NOT NULL;
CREATE UNIQUE INDEX appointment_import_key ON appointment (company_id, import_key)
  WHERE import_key IS NOT NULL;
CREATE INDEX appointment_by_start ON appointment (company_id, start_at, id);
CREATE INDEX appointment_by_customer ON appointment (company_id, customer_id, start_at);
CREATE INDEX appointment_by_provider ON appointment (company_id, provider_id, start_at);
CREATE INDEX appointment_by_update ON appointment (company_id, updated_at);
CREATE INDEX appointment_to_come ON appointment (company_id, start_at)
  WHERE status = 'scheduled';
CREATE INDEX appointment_pending_by_answer ON appointment (company_id, answer_by, id)
  WHERE status = 'pending';
CREATE UNIQUE INDEX appointment_by_series ON appointment (company_id, series_id, series_index)
  WHERE series_id IS NOT NULL;
CREATE UNIQUE INDEX appointment_by_group ON appointment (company_id, group_id, group_index)
  WHERE group_id IS NOT NULL;
CREATE INDEX appointment_by_session ON appointment (company_id, session_id)
  WHERE session_id IS NOT NULL;
CREATE INDEX appointment_to_narrow ON appointment (company_id, start_at)
  WHERE work_minutes IS NOT NULL AND status = 'scheduled' AND narrowed_start_at IS NULL;
CREATE INDEX appointment_to_answer ON appointment (company_id, start_at, id)
  WHERE status = 'scheduled' AND (proposed_start_at IS NOT NULL OR attendance = 'not_coming');
CREATE INDEX appointment_by_metadata ON appointment USING gin (company_id, metadata jsonb_path_ops)
  WHERE metadata IS NOT NULL;
CREATE INDEX appointment_by_external_ref ON appointment (company_id, external_ref)
  WHERE external_ref IS NOT NULL;

CREATE SEQUENCE allocation_id_seq;
-- One working day of an appointment, a hold or a session: the time that one resource is occupied by it. Active ones of
-- a resource never overlap.
CREATE TABLE allocation (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('allocation_id_seq'),
  appointment_id bigint,
  resource_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  -- Where the buffer before the job begins.
  start_minute integer NOT NULL,
  -- Where the buffer after the job ends, exclusive.
  end_minute integer NOT NULL,
  job_start_minute integer NOT NULL,
  job_end_minute integer NOT NULL,
  latitude double precision,
  longitude double precision,
  -- False once the appointment is cancelled or moved away from this time.
  active boolean NOT NULL DEFAULT true,
  -- When the time was booked or moved to; null for what was written before this column was there.
  written_at timestamptz,
  hold_id bigint,
  session_id bigint,
  -- True for the appointment's own provider, false for the others of a crew, for rooms and for equipment.
  lead boolean NOT NULL DEFAULT true,
  -- Which stretch of steps with the provider, within the block; 0 is the first. An appointment is counted by its first.
  part smallint NOT NULL DEFAULT 0,
  -- Staff chose this room or piece of equipment, so no booking gives the appointment another.
  pinned boolean NOT NULL DEFAULT false,
  -- Of a hold: when it ends. From then on the row is no obstacle, and the next booking of the resource deletes it. Null
  -- for all other rows.
  held_until timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id),
  CHECK (end_minute > start_minute),
  CHECK ((end_minute - start_minute) <= 4320),
  CHECK (start_minute <= job_start_minute AND job_end_minute <= end_minute),
  CONSTRAINT one_owner CHECK (num_nonnulls(appointment_id, hold_id, session_id) = 1),
  CONSTRAINT allocation_of_hold_ends CHECK ((hold_id IS NULL) = (held_until IS NULL)),
  CONSTRAINT no_overlap EXCLUDE USING gist (company_id WITH =, resource_id WITH =, int4range(start_minute, end_minute) WITH &&) WHERE (active)
);
CREATE INDEX allocation_busy ON allocation (company_id, resource_id, start_minute) INCLUDE (end_minute, appointment_id)
  WHERE active;
CREATE INDEX allocation_by_appointment ON allocation (company_id, appointment_id);
CREATE INDEX allocation_held ON allocation (company_id, resource_id, held_until)
  WHERE held_until IS NOT NULL;
CREATE INDEX allocation_by_hold ON allocation (company_id, hold_id)
  WHERE hold_id IS NOT NULL;
CREATE INDEX allocation_taken ON allocation (company_id, resource_id, start_minute) INCLUDE (end_minute, appointment_id, hold_id, held_until)
  WHERE active;
CREATE INDEX allocation_by_session ON allocation (company_id, session_id)
  WHERE session_id IS NOT NULL;

-- A single row: how often the data was restored into a new database, whose transaction ids begin anew.
CREATE TABLE database_era (
  "only" boolean NOT NULL DEFAULT true PRIMARY KEY,
  era integer NOT NULL,
  CONSTRAINT database_era_only_check CHECK ("only")
);

CREATE SEQUENCE event_seq;
-- One change that the company's systems can read or receive as a webhook, written in the transaction of the change.
CREATE TABLE event (
  company_id bigint NOT NULL,
  -- Holds the day of occurred_at.
  id bigint NOT NULL,
  type text NOT NULL,
  occurred_at timestamptz NOT NULL,
  source json NOT NULL,
  -- Only ever read whole, so it is kept as the text that came.
  data json NOT NULL,
  customer_id bigint,
  appointment_id bigint,
  appointment_type_id bigint,
  scheduling_request_id bigint,
  -- The default is the present era: a restore sets it anew.
  era integer NOT NULL DEFAULT 1,
  -- The transaction that wrote the event: era and xid order events by commit.
  xid xid8 NOT NULL,
  -- The W3C trace context of the request that made it, for the traces of its deliveries; null where none are recorded.
  traceparent text,
  -- It was recorded and streamed, and meant for no endpoint: an import whose events are not delivered.
  withheld boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX event_by_commit ON event (company_id, era, xid, id);
CREATE INDEX event_by_customer ON event (company_id, customer_id);

CREATE SEQUENCE webhook_endpoint_id_seq;
-- One URL to which the company's events are posted.
CREATE TABLE webhook_endpoint (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('webhook_endpoint_id_seq'),
  -- Unique within the company, so that it has three endpoints at most.
  slot smallint NOT NULL CHECK (slot >= 1 AND slot <= 3),
  url text NOT NULL,
  events text[] NOT NULL,
  -- Only events about these types are sent; null for all types.
  appointment_type_ids bigint[],
  enabled boolean NOT NULL DEFAULT true,
  -- Why the service disabled it; null when the company did.
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  -- Signs the posts; encrypted.
  secret text NOT NULL,
  -- When the present run of failures began; null while posts succeed.
  first_failure_at timestamptz,
  -- The last failure of that run.
  last_failure_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Raised by every change that people make; deliveries leave it.
  version integer NOT NULL DEFAULT 1,
  -- Events that are sent to it carry the answers of their appointment.
  include_answers boolean NOT NULL DEFAULT false,
  -- For the company's people: what it is for.
  description text,
  -- Of the headers of the company's own, in their order.
  header_names text[] NOT NULL DEFAULT '{}',
  -- These headers with their values, as JSON; encrypted. Null for none.
  headers_sealed text,
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_endpoint_slot UNIQUE (company_id, slot),
  CHECK (disabled_reason IS NULL OR NOT enabled),
  CHECK ((first_failure_at IS NULL) = (last_failure_at IS NULL))
);
CREATE INDEX webhook_endpoint_that_fails ON webhook_endpoint (first_failure_at)
  WHERE enabled AND first_failure_at IS NOT NULL;

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
CREATE SEQUENCE delivery_seq AS bigint INCREMENT 3 MINVALUE 1 MAXVALUE 9223372036854775807 START 1;
-- One event on its way to one endpoint, or how that ended: the log that the company reads.
CREATE TABLE delivery (
  company_id bigint NOT NULL,
  -- Holds the day on which the delivery was made.
  id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint NOT NULL,
  event_type text NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('event', 'test', 'redeliver', 'recover')),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  -- How each attempt ended, oldest first. signed_at is webhook-timestamp, in seconds since 1970; answer_body the
  -- beginning of a failed answer.
  attempt_log attempt[],
  last_status_code integer,
  last_error text,
  -- Whether any attempt has failed. A success leaves it as it is.
  has_failed boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz,
  -- Of a test, whose event is not recorded. Every other body is made from the event.
  payload jsonb,
  PRIMARY KEY (company_id, endpoint_id, id),
  CHECK ((event_type = 'webhook.test') = (payload IS NOT NULL)),
  CHECK (has_failed OR (status IN ('pending', 'succeeded')))
) PARTITION BY RANGE (id);
CREATE INDEX delivery_that_failed ON delivery (company_id, endpoint_id, id DESC)
  WHERE has_failed;
CREATE INDEX delivery_of_rarer_type ON delivery (company_id, endpoint_id, event_type, id DESC)
  WHERE event_type <> 'appointment.created';
CREATE INDEX delivery_of_event ON delivery (company_id, event_id);

-- One delivery that has yet to be sent: the queue of webhooks, small and hot.
CREATE TABLE delivery_due (
  company_id bigint NOT NULL,
  delivery_id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  -- Null for a test: what is sent is the payload of the delivery.
  event_id bigint,
  -- Somebody asked for this delivery alone, a test or a redelivery: it is sent to a disabled endpoint too.
  by_hand boolean NOT NULL DEFAULT false,
  due_at timestamptz NOT NULL,
  -- Attempts so far, including one during which its worker died.
  failures integer NOT NULL DEFAULT 0,
  -- The lease of the worker that has taken the row; null while no worker has.
  lease_token text,
  -- No other worker takes the row before this time.
  lease_until timestamptz,
  PRIMARY KEY (company_id, delivery_id)
) WITH (fillfactor=45, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX delivery_due_by_endpoint ON delivery_due (endpoint_id, due_at, delivery_id);

-- How many attempts on the whole host ended in one way, for the metrics.
CREATE TABLE delivery_outcome (
  outcome text NOT NULL PRIMARY KEY,
  count bigint NOT NULL
);

CREATE SEQUENCE text_message_id_seq;
-- One text, mail or outreach call to a customer, or a mail to one of the company's own people. All but codes are
-- composed when they are sent: until then the body is null, and the number or address too unless its holder asked for
-- the text.
CREATE TABLE text_message (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('text_message_id_seq'),
  purpose text NOT NULL CHECK (purpose IN ('code', 'confirmation', 'change', 'reminder', 'outreach', 'links', 'cancel_reply', 'password_reset', 'user_invitation', 'endpoint_disabled', 'calendar_lost', 'booking_asked', 'day_digest', 'offer')),
  channel text NOT NULL DEFAULT 'sms' CHECK (channel IN ('sms', 'voice', 'mail')),
  -- Unique within the company, so that what must be said once is queued once.
  once_key text,
  customer_id bigint,
  appointment_id bigint,
  appointment_version integer,
  run_id bigint,
  step_position smallint,
  -- The person at this number asked for the text, so that the number is known from the start.
  asked_for boolean NOT NULL DEFAULT false,
  from_phone text,
  phone_sealed text,
  phone_hash text,
  -- Cleared some time after the text was sent.
  body_sealed text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed')),
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  -- The carrier's own id of the message, by which it reports.
  carrier_id text,
  -- What the carrier reported last; null without a report.
  delivery text CHECK (delivery IN ('delivered', 'undelivered')),
  -- As staff read it: what the carrier reported as not delivered has failed.
  outcome text NOT NULL GENERATED ALWAYS AS (
  CASE
      WHEN status = ANY (ARRAY['pending'::text, 'sending'::text]) THEN 'waiting'::text
      WHEN status = 'failed'::text OR delivery = 'undelivered'::text THEN 'failed'::text
      ELSE status
  END) STORED,
  created_at timestamptz NOT NULL,
  -- After this time the text is skipped instead of sent.
  good_until timestamptz NOT NULL,
  sent_at timestamptz,
  -- The W3C trace context of the request that asked for it; null where none are recorded.
  traceparent text,
  -- Of a mail: the address that it was sent from.
  from_email text,
  -- Of a mail: the address that it was sent to.
  email_sealed text,
  -- unanswered: a reminder that goes only as long as the customer has not said whether they come. declined: a change
  -- mail that asks whether to cancel, since the customer's calendar declined the invitation. series: it is about all
  -- appointments of the series that were booked or changed with this one. group: the same of the appointments that were
  -- booked together. cannot_keep: a disruption took the time, and the customer is asked to choose another.
  -- other_provider: somebody else comes at the same time.
  question text CHECK (question ~ '^[a-z_]{1,40}$'),
  -- Of a mail to a user.
  user_id bigint,
  -- Of a digest of a provider's day.
  provider_id bigint,
  -- Of a mail to a user: what it is about, such as a link that only the mail holds. Cleared when the mail has ended.
  facts_sealed text,
  -- Of a text or a mail that offers a time: the waiting_offer. Null of all others.
  offer_id bigint,
  PRIMARY KEY (company_id, id),
  CHECK (NOT asked_for OR phone_sealed IS NOT NULL AND phone_hash IS NOT NULL),
  CONSTRAINT text_message_about_check CHECK (
  CASE purpose
      WHEN 'code' THEN from_phone IS NOT NULL AND phone_sealed IS NOT NULL AND phone_hash IS NOT NULL
      WHEN 'links' THEN customer_id IS NOT NULL AND asked_for
      WHEN 'cancel_reply' THEN customer_id IS NOT NULL AND asked_for
      WHEN 'outreach' THEN customer_id IS NOT NULL AND run_id IS NOT NULL AND step_position IS NOT NULL
      WHEN 'offer' THEN customer_id IS NOT NULL AND offer_id IS NOT NULL
      WHEN 'password_reset' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'user_invitation' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'endpoint_disabled' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'calendar_lost' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'booking_asked' THEN user_id IS NOT NULL AND channel = 'mail'
      WHEN 'day_digest' THEN provider_id IS NOT NULL AND channel = 'mail'
      ELSE customer_id IS NOT NULL AND appointment_id IS NOT NULL AND appointment_version IS NOT NULL
  END)
);
CREATE UNIQUE INDEX text_message_once ON text_message (company_id, once_key)
  WHERE once_key IS NOT NULL;
CREATE INDEX text_message_by_run ON text_message (company_id, run_id, step_position)
  WHERE run_id IS NOT NULL;
CREATE INDEX text_message_by_customer ON text_message (company_id, customer_id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX text_message_by_phone ON text_message (company_id, phone_hash);
CREATE INDEX text_message_by_age ON text_message (company_id, created_at, id);
CREATE INDEX text_message_by_outcome ON text_message (company_id, outcome, created_at, id);
CREATE INDEX text_message_mails ON text_message (company_id, created_at, id)
  WHERE channel = 'mail';

-- One text that has yet to be sent: the queue of texts, small and hot.
CREATE TABLE text_due (
  company_id bigint NOT NULL,
  text_id bigint NOT NULL,
  -- Outreach and reminders (unasked) queue apart from texts that a person waits for, so that they never delay a code;
  -- mails apart from both, since their server may be slow; those by a company's own server (own_mail) apart from all,
  -- since theirs may hang.
  lane text NOT NULL DEFAULT 'waited_for' CHECK (lane IN ('waited_for', 'unasked', 'mail', 'own_mail')),
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, text_id)
);
CREATE INDEX text_due_by_time ON text_due (lane, due_at)
  WHERE company_id < 1000000000;

CREATE SEQUENCE outreach_plan_id_seq;
-- One series of texts and calls by which a company asks customers to book.
CREATE TABLE outreach_plan (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('outreach_plan_id_seq'),
  name text NOT NULL,
  steps jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  -- Raised by every change of the plan.
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id)
);

CREATE SEQUENCE outreach_run_id_seq;
-- One time that a plan is carried out for a scheduling request.
CREATE TABLE outreach_run (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('outreach_run_id_seq'),
  scheduling_request_id bigint NOT NULL,
  outreach_plan_id bigint NOT NULL,
  -- finished: all steps are done. ended: it was stopped before, for end_reason.
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'ended')),
  end_reason text,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, scheduling_request_id) REFERENCES scheduling_request(company_id, id),
  FOREIGN KEY (company_id, outreach_plan_id) REFERENCES outreach_plan(company_id, id),
  CHECK ((status = 'ended') = (end_reason IS NOT NULL)),
  CHECK ((status = 'running') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX one_running_outreach_per_request ON outreach_run (company_id, scheduling_request_id)
  WHERE status = 'running';
CREATE INDEX outreach_run_by_request ON outreach_run (company_id, scheduling_request_id, id);

-- One step of a run, copied from the plan when the run began: later changes of the plan do not reach it.
CREATE TABLE outreach_step (
  company_id bigint NOT NULL,
  run_id bigint NOT NULL,
  "position" smallint NOT NULL,
  after_minutes integer NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sms', 'voice', 'mail')),
  sms_text text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'skipped', 'failed')),
  reason text,
  due_at timestamptz,
  ended_at timestamptz,
  mail_subject text,
  mail_text text,
  PRIMARY KEY (company_id, run_id, "position"),
  FOREIGN KEY (company_id, run_id) REFERENCES outreach_run(company_id, id),
  CHECK ((status = 'pending') = (ended_at IS NULL))
);

CREATE SEQUENCE agent_session_id_seq;
-- One conversation of an agent with one caller, whose id the agent sends with every call.
CREATE TABLE agent_session (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('agent_session_id_seq'),
  token_hash text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('voice', 'sms')),
  phone_sealed text,
  -- Finds the conversations of a number, for an erasure.
  phone_hash text,
  -- The contact that identifies the caller; null while the caller is unknown.
  contact_id bigint,
  address_tries smallint NOT NULL DEFAULT 0,
  -- The last address that was looked up: a repeat does not count as another try.
  last_address_hash text,
  code_count smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- No call prolongs the conversation beyond this time.
  ends_at timestamptz NOT NULL,
  -- The language that the start of the conversation named; null for none.
  language text CHECK (language IN ('en', 'es', 'fr')),
  PRIMARY KEY (company_id, id),
  CONSTRAINT agent_session_token UNIQUE (company_id, token_hash)
) WITH (fillfactor=80);
CREATE INDEX agent_session_by_phone ON agent_session (company_id, phone_hash);

-- One appointment that a conversation booked, so that a retry of the call gets its first result.
CREATE TABLE agent_booking (
  company_id bigint NOT NULL REFERENCES company(company_id),
  appointment_id bigint NOT NULL,
  session_id bigint NOT NULL,
  -- The confirmation that was queued; null when none was, for text_reason.
  text_id bigint,
  text_reason text,
  cancelled_at timestamptz,
  created_at timestamptz NOT NULL,
  -- Who was asked for: the plan of a day may send somebody else, and the same call again is the same booking. Null of
  -- bookings before this column.
  asked_provider_id bigint,
  PRIMARY KEY (company_id, appointment_id),
  FOREIGN KEY (company_id, appointment_id) REFERENCES appointment(company_id, id)
);
CREATE INDEX agent_booking_by_session ON agent_booking (company_id, session_id);

-- One code, texted to the caller's own number, that confirms another number for the customer.
CREATE TABLE agent_contact_code (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id text NOT NULL,
  session_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  -- The number that is to be added.
  contact_sealed text NOT NULL,
  label text,
  code_hash text NOT NULL,
  wrong_tries smallint NOT NULL DEFAULT 0,
  used_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Keyed hash of the Idempotency-Key of the call that used it, whose repeat is answered as before; null of a call
  -- without one.
  used_by_hash text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id)
);
CREATE INDEX agent_contact_code_by_customer ON agent_contact_code (company_id, customer_id, created_at);

-- One code that was texted to a number which a person entered on the public page.
CREATE TABLE verification_code (
  company_id bigint NOT NULL REFERENCES company(company_id),
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

CREATE SEQUENCE verified_visit_id_seq;
-- The 30 minutes on the public page after a person entered the code texted to their number.
CREATE TABLE verified_visit (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('verified_visit_id_seq'),
  token_hash text NOT NULL,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  customer_id bigint,
  -- Registrations and bookings so far, which are limited.
  writes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT verified_visit_token UNIQUE (company_id, token_hash),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id)
);
CREATE INDEX verified_visit_by_phone ON verified_visit (company_id, phone_hash);

-- One code that was sent, as the limits of codes count it. Logged, so that a crash does not hand out more codes.
CREATE TABLE code_ledger (
  company_id bigint NOT NULL,
  interface text NOT NULL,
  -- The number's hash; numbers and networks count for the whole host.
  phone_key text NOT NULL,
  -- The hash of the client's network.
  network_key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX code_ledger_by_phone ON code_ledger (phone_key, at);
CREATE INDEX code_ledger_by_network ON code_ledger (network_key, at);
CREATE INDEX code_ledger_by_company ON code_ledger (company_id, at);

-- One solution of a bot check that was used, kept until it expires so that it counts once.
CREATE TABLE used_solution (
  key text NOT NULL PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- How often one limited thing was done in one window. A crash may lose the rows: limits are then kinder for a window.
CREATE UNLOGGED TABLE rate_counter (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX rate_counter_by_age ON rate_counter (window_start);

CREATE SEQUENCE provider_calendar_id_seq;
-- One calendar of a provider that is or was connected; a disconnected one stays for its mark.
CREATE TABLE provider_calendar (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('provider_calendar_id_seq'),
  provider_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('caldav', 'ics', 'google', 'microsoft')),
  -- The calendar's address as it is shown, without secrets.
  address text NOT NULL,
  -- Whether appointments are written into the calendar.
  writes boolean NOT NULL,
  timezone text NOT NULL,
  owner_email text,
  -- How the calendar is reached; encrypted, since addresses of feeds are secrets too.
  settings text,
  -- Begins the ids of all events that are written for the provider, so that they are recognised in every calendar.
  mark text NOT NULL,
  last_read_at timestamptz,
  -- What the calendar sent as its version at the last read; an equal one means no change.
  read_version text,
  read_until_minute integer,
  failing_since timestamptz,
  problem text,
  created_at timestamptz NOT NULL,
  disconnected_at timestamptz,
  -- Whether the zone was chosen when the calendar was connected; where it was not, the zone that a feed names comes
  -- first.
  zone_is_set boolean NOT NULL DEFAULT true,
  -- Whether invitations that the owner has not answered keep them busy.
  unanswered_blocks boolean NOT NULL DEFAULT true,
  -- What of the last reading is widened to all that it can mean: how many events, and lines of some of them. Null where
  -- all could be read.
  unclear jsonb,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  CHECK ((settings IS NULL) = (disconnected_at IS NOT NULL)),
  CHECK (kind <> 'ics' OR NOT writes)
) WITH (fillfactor=70);
CREATE INDEX provider_calendar_by_provider ON provider_calendar (company_id, provider_id, id);
CREATE INDEX provider_calendar_connected ON provider_calendar (company_id, provider_id)
  WHERE disconnected_at IS NULL;
CREATE INDEX provider_calendar_failing ON provider_calendar (company_id, id)
  WHERE failing_since IS NOT NULL AND disconnected_at IS NULL;

-- The busy times of a connected calendar in one stretch of 31 days.
CREATE TABLE calendar_busy (
  company_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  -- Stretches of 31 days since 1970-01-01.
  month integer NOT NULL,
  calendar_id bigint NOT NULL,
  -- Packed minutes: pairs of start and end, each a big-endian 4-byte integer.
  busy bytea NOT NULL,
  -- What became busy not long before the last change, as packed minutes in threes: start, end, and when it was read.
  fresh bytea NOT NULL DEFAULT '\x',
  PRIMARY KEY (company_id, provider_id, month, calendar_id),
  FOREIGN KEY (company_id, calendar_id) REFERENCES provider_calendar(company_id, id)
);

-- One event that was written into a calendar, for one working day of an appointment.
CREATE TABLE calendar_event (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  block smallint NOT NULL,
  -- The event's id in the calendar; null while a write is in flight, when the event may or may not exist.
  remote_id text,
  etag text,
  PRIMARY KEY (company_id, calendar_id, appointment_id, block),
  FOREIGN KEY (company_id, calendar_id) REFERENCES provider_calendar(company_id, id)
);
CREATE INDEX calendar_event_by_appointment ON calendar_event (company_id, appointment_id);

-- When one connected calendar is read next: the queue of reads.
CREATE TABLE calendar_read_due (
  company_id bigint NOT NULL,
  calendar_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, calendar_id)
);
CREATE INDEX calendar_read_due_by_time ON calendar_read_due (due_at)
  WHERE company_id < 1000000000;

-- One appointment that has yet to be written into one calendar: the queue of writes.
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
CREATE INDEX calendar_push_due_by_time ON calendar_push_due (due_at)
  WHERE company_id < 1000000000;

-- How many appointments of a provider and a type start on one date at a location, by status; those that are not
-- cancelled also by way of booking and by lead time.
CREATE TABLE report_appointments (
  company_id bigint NOT NULL REFERENCES company(company_id),
  detail smallint NOT NULL CHECK (detail >= 0 AND detail <= 2),
  -- Days since 1970-01-01 on the location's calendar.
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
  -- Booked on the date before; each lead time counts dates of the location's calendar.
  lead_1_day integer NOT NULL,
  lead_2_to_3_days integer NOT NULL,
  lead_4_to_7_days integer NOT NULL,
  lead_8_to_14_days integer NOT NULL,
  lead_15_to_30_days integer NOT NULL,
  lead_31_days_up integer NOT NULL,
  PRIMARY KEY (company_id, detail, day, location_id, provider_id, appointment_type_id)
);

-- How many minutes of one date at a location a provider's appointments of a type take, without buffers and without
-- cancelled ones.
CREATE TABLE report_minutes (
  company_id bigint NOT NULL REFERENCES company(company_id),
  detail smallint NOT NULL CHECK (detail >= 0 AND detail <= 2),
  -- Days since 1970-01-01 on the location's calendar; work over midnight is on both dates.
  day integer NOT NULL,
  location_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  booked_minutes integer NOT NULL,
  PRIMARY KEY (company_id, detail, day, location_id, provider_id, appointment_type_id)
);

-- How many scheduling requests were made on one date, by the status that they have now.
CREATE TABLE report_requests (
  company_id bigint NOT NULL REFERENCES company(company_id),
  detail smallint NOT NULL CHECK (detail >= 0 AND detail <= 2),
  -- Days since 1970-01-01 on the calendar of the location that the request names, else of the company.
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

-- How many texts that were queued on one date ended in which way; sent are those without a report of the carrier. It
-- outlasts the texts.
CREATE TABLE report_texts (
  company_id bigint NOT NULL REFERENCES company(company_id),
  detail smallint NOT NULL CHECK (detail >= 0 AND detail <= 2),
  -- Days since 1970-01-01 on the calendar of the location of the appointment that the text is about, else of the
  -- company.
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

CREATE SEQUENCE report_due_seq;
-- A span of time whose dates have yet to be summed up anew, because a row of the noun in it changed: the queue of
-- reports. Rows are only added, so that no write waits for another.
CREATE TABLE report_due (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('report_due_seq'),
  noun text NOT NULL CHECK (noun IN ('appointments', 'requests', 'texts', 'everything')),
  from_at timestamptz,
  until_at timestamptz,
  -- How far reports are behind. By the database's own clock, also of a test company.
  queued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  CHECK ((noun = 'everything') = (from_at IS NULL)),
  CHECK ((noun = 'everything') = (until_at IS NULL))
);

-- The lock under which one worker at a time sums up a company, and by which version of the rules its sums were made.
CREATE TABLE report_rules (
  company_id bigint NOT NULL PRIMARY KEY,
  version integer NOT NULL
);

CREATE SEQUENCE audit_seq;
-- One write, or one refused sign-in: who changed which fields of which record. It holds no values.
CREATE TABLE audit (
  company_id bigint NOT NULL,
  -- Holds the day of the write.
  id bigint NOT NULL,
  at timestamptz NOT NULL,
  actor jsonb NOT NULL,
  request_id text NOT NULL,
  operation text NOT NULL,
  -- The record that was changed; the operation's name says of which table.
  target_id bigint,
  fields text[] NOT NULL,
  -- Where a sign-in came from, without the last part of the address; null for everything else.
  network text,
  -- The customer whom the write is about, for their history. Null for every other write, and for all before this column
  -- was there.
  customer_id bigint,
  PRIMARY KEY (company_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX audit_by_customer ON audit (company_id, customer_id, at)
  WHERE customer_id IS NOT NULL;

-- The answer to one request with an Idempotency-Key, kept for a day so that a retry gets it again.
CREATE TABLE idempotency (
  company_id bigint NOT NULL,
  credential text NOT NULL,
  -- As the client sent it; its hash once the answer is erased, since a client may have made it of a customer's data.
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  status integer NOT NULL,
  answer text NOT NULL,
  -- Whose data the answer holds, for an erasure.
  customer_id bigint,
  created_at timestamptz NOT NULL,
  -- The answer holds data of several customers, as that of an import: the erasure of any of them erases it.
  of_many boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, credential, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);
CREATE INDEX idempotency_by_customer ON idempotency (company_id, customer_id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX idempotency_of_many ON idempotency (company_id)
  WHERE of_many;

-- A single row that only ever grows: the journal outside the database knows it too, so that a database which went back
-- in time is noticed.
CREATE TABLE database_mark (
  "only" boolean NOT NULL DEFAULT true PRIMARY KEY,
  -- Which database this is, also after a restore elsewhere.
  id text NOT NULL,
  mark bigint NOT NULL,
  at timestamptz NOT NULL,
  -- The last time that the database remembered when it was last noticed that it went back.
  back_from timestamptz,
  CONSTRAINT database_mark_only_check CHECK ("only")
);

-- One text that was due in a time that the database has lost: it may have gone, so an operator says whether it goes.
CREATE TABLE text_held (
  company_id bigint NOT NULL,
  text_id bigint NOT NULL,
  lane text NOT NULL CHECK (lane IN ('waited_for', 'unasked', 'mail', 'own_mail')),
  due_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, text_id)
);

-- One browser in which the user has signed in to the console with a password.
CREATE TABLE known_device (
  company_id bigint NOT NULL,
  user_id bigint NOT NULL,
  -- Of the random value in the browser's cookie, together with the email that was signed in with.
  token_hash text NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, user_id, token_hash),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE
);

CREATE SEQUENCE callback_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One message that a caller left with an agent, with the number at which they wish to be called back.
CREATE TABLE callback (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('callback_id_seq'),
  -- Null while the caller is no customer.
  customer_id bigint,
  -- The conversation, which may be gone: a caller who registers later in it is named by this. Null of a reply to a text
  -- that was not understood.
  session_id bigint,
  -- The event callback.requested, so that an erasure finds it.
  event_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('voice', 'sms')),
  caller_name text,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  message text NOT NULL,
  best_time text,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id)
);
CREATE INDEX callback_waiting ON callback (company_id, id)
  WHERE done_at IS NULL;
CREATE INDEX callback_by_session ON callback (company_id, session_id);
CREATE INDEX callback_by_customer ON callback (company_id, customer_id);
CREATE INDEX callback_by_phone ON callback (company_id, phone_hash);

CREATE SEQUENCE company_time_off_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- Dates on which the company, or some of its locations, is closed.
CREATE TABLE company_time_off (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('company_time_off_id_seq'),
  -- The first date, in days since 1970-01-01 on each location's own calendar.
  start_day integer NOT NULL,
  -- The last date, itself closed.
  end_day integer NOT NULL,
  -- Null for all locations.
  location_ids bigint[] CHECK (cardinality(location_ids) > 0),
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK (end_day >= start_day)
);
CREATE INDEX company_time_off_by_end ON company_time_off (company_id, end_day);

-- One cancel that has yet to take effect, or one completion or no-show that has yet to be told: the queue of what can
-- still be taken back unheard.
CREATE TABLE cancel_due (
  company_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  -- Who cancels: the event and the audit trail name them.
  actor jsonb NOT NULL,
  -- The request that asked for it, for the audit trail.
  request_id text NOT NULL,
  -- On which of sms and mail the customer is told nothing of it.
  silent_channels text[] NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  -- The hash of the token that takes it back; null of a cancel that was given none.
  token_hash text,
  PRIMARY KEY (company_id, appointment_id)
);
CREATE INDEX cancel_due_by_time ON cancel_due (due_at)
  WHERE company_id < 1000000000;

CREATE SEQUENCE operator_access_id_seq;
-- One link to the operator's page, and the session of the browser that opened it. Its rows are the audit of who came
-- in.
CREATE TABLE operator_access (
  id bigint NOT NULL DEFAULT nextval('operator_access_id_seq') PRIMARY KEY,
  -- Null once the link cannot be opened any more.
  link_hash text UNIQUE,
  made_at timestamptz NOT NULL,
  -- Of the link until it is opened, of the session from then on.
  ends_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- The network of the browser, without the last part of the address.
  opened_from text,
  -- Null before the link is opened, and once the session has ended.
  session_hash text UNIQUE
);

-- At most one row: the last time that `citus distribute` spread a database that held companies already.
CREATE TABLE spreading (
  is_only boolean NOT NULL DEFAULT true PRIMARY KEY CHECK (is_only),
  began_at timestamptz NOT NULL,
  -- Null while it runs, and when it was broken off: some tables are spread then, and others are not.
  ended_at timestamptz
);

-- What can be occupied. A provider is one, with the id of its own row; rooms and equipment draw their ids beside
-- providers.
CREATE TABLE resource (
  company_id bigint NOT NULL REFERENCES company(company_id) ON DELETE CASCADE,
  id bigint NOT NULL DEFAULT nextval('provider_id_seq'),
  kind text NOT NULL CHECK (kind IN ('provider', 'room', 'equipment')),
  -- The lock of rooms and equipment: raised by every write that is judged by their time. A provider's lock is the
  -- version of its own row.
  version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, id)
) WITH (fillfactor=70);

-- A room or a piece of equipment as staff set it. Its lock is the version of its resource.
CREATE TABLE resource_detail (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('room', 'equipment')),
  name text NOT NULL,
  -- What types name that need one out of several.
  group_name text NOT NULL,
  location_id bigint NOT NULL,
  -- Weekly, on the location's clock: [{weekday, startMinute, endMinute}]. Null: always.
  hours jsonb,
  -- Kept free after each appointment.
  turnover_minutes integer NOT NULL DEFAULT 0 CHECK (turnover_minutes >= 0 AND turnover_minutes <= 1440),
  active boolean NOT NULL DEFAULT true,
  settings_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, id) REFERENCES resource(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id)
);
CREATE INDEX resource_detail_by_group ON resource_detail (company_id, group_name)
  WHERE archived_at IS NULL;

CREATE SEQUENCE resource_time_off_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- A span in which a room or a piece of equipment can't be used.
CREATE TABLE resource_time_off (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('resource_time_off_id_seq'),
  resource_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  -- The whole minutes that the span touches, since 1970-01-01T00:00Z.
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, resource_id) REFERENCES resource_detail(company_id, id),
  CHECK (end_minute > start_minute)
);
CREATE INDEX resource_time_off_by_resource ON resource_time_off (company_id, resource_id, end_minute);

CREATE SEQUENCE hold_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One start that is kept until it is booked, given back or over. Its rows in allocation keep the time from others. It
-- is deleted when it ends.
CREATE TABLE hold (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('hold_id_seq'),
  -- Null while it is not known who books.
  customer_id bigint,
  appointment_type_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  -- Whose it is, where each has one at a time: a hash of a browser's draft token, or a conversation with an agent. Null
  -- for those of the company API.
  holder text,
  -- A hash of the network address that a visitor held it from.
  network text,
  -- Which of the holds that one network may have at once: 1, 2 or 3. Two visitors at once never take the same.
  network_turn smallint,
  -- By which interface: as appointment.booked_by.
  made_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- From then on it is no obstacle, whether or not its rows have been deleted.
  expires_at timestamptz NOT NULL,
  -- Which visitor of the public page made it: the code that was texted to them, or a hash of the number that they have
  -- verified. Null of all other holds.
  visitor text,
  -- How many minutes the zone's clock is ahead of UTC at its start by the rules of when it was made; null of older
  -- ones.
  clock_offset integer,
  -- undo: keeps what a change of an appointment left, until the change is told or taken back. start: all others.
  kind text NOT NULL DEFAULT 'start' CHECK (kind IN ('start', 'undo')),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  CHECK (expires_at > created_at),
  CHECK ((network IS NULL) = (network_turn IS NULL))
);
CREATE UNIQUE INDEX hold_by_holder ON hold (company_id, holder)
  WHERE holder IS NOT NULL;
CREATE UNIQUE INDEX hold_of_network ON hold (company_id, network, network_turn)
  WHERE network IS NOT NULL;
CREATE INDEX hold_by_customer ON hold (company_id, customer_id)
  WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX hold_of_visitor ON hold (company_id, visitor)
  WHERE visitor IS NOT NULL;

-- One hold that ends by itself: the queue of holds whose rows are to be deleted.
CREATE TABLE hold_due (
  company_id bigint NOT NULL,
  hold_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, hold_id)
);
CREATE INDEX hold_due_by_time ON hold_due (due_at)
  WHERE company_id < 1000000000;

-- One pending appointment that ends by itself at this time when it has not been answered.
CREATE TABLE answer_due (
  company_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, appointment_id)
);
CREATE INDEX answer_due_by_time ON answer_due (due_at)
  WHERE company_id < 1000000000;

CREATE SEQUENCE series_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One series of appointments of one customer, booked at once.
CREATE TABLE series (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('series_id_seq'),
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  timezone text NOT NULL,
  every_unit text NOT NULL CHECK (every_unit IN ('days', 'weeks', 'months')),
  every_number integer NOT NULL CHECK (every_number > 0),
  -- By index, the place of each occurrence: what the clock of timezone shows, as minutes since 1970-01-01T00:00 local.
  -- Left-out ones keep their place.
  walls integer[] NOT NULL CHECK (cardinality(walls) >= 1 AND cardinality(walls) <= 104),
  -- Calendars got one repeating event for all; else one event each.
  as_set boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id)
);
CREATE INDEX series_by_customer ON series (company_id, customer_id);

CREATE SEQUENCE uploaded_file_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One file that was asked for, uploaded, or taken by a booking.
CREATE TABLE uploaded_file (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('uploaded_file_id_seq'),
  -- By which a booking names it. Random, since it proves that the file is the caller's.
  reference text NOT NULL,
  -- Who asked to upload it, such as visit:7: limits count by it.
  uploader text NOT NULL,
  name text NOT NULL,
  media_type text,
  bytes integer,
  customer_id bigint,
  appointment_id bigint,
  created_at timestamptz NOT NULL,
  -- While one upload stores its bytes, no other does.
  storing_until timestamptz,
  uploaded_at timestamptz,
  -- It is no longer shown; the worker deletes its bytes, then the row.
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, reference)
);
CREATE INDEX uploaded_file_by_customer ON uploaded_file (company_id, customer_id);
CREATE INDEX uploaded_file_by_appointment ON uploaded_file (company_id, appointment_id);
CREATE INDEX uploaded_file_by_uploader ON uploaded_file (company_id, uploader);
CREATE INDEX uploaded_file_unclaimed ON uploaded_file (company_id, created_at)
  WHERE appointment_id IS NULL OR ended_at IS NOT NULL;

CREATE SEQUENCE appointment_group_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
CREATE SEQUENCE waiting_entry_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One customer who waits for a time of one type within dates. It stays for some months after it has ended, for reports.
CREATE TABLE waiting_entry (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('waiting_entry_id_seq'),
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  earliest_date date NOT NULL,
  latest_date date NOT NULL,
  -- 1 is Monday, 7 is Sunday; null for any day. The same of all lists here: null for any.
  weekdays smallint[],
  parts_of_day text[],
  location_ids bigint[],
  provider_ids bigint[],
  -- Of a customer who wants an earlier time: the appointment that they keep until they take one.
  appointment_id bigint,
  -- The customer is offered no time that begins sooner than so many minutes from the offer.
  least_notice_minutes integer NOT NULL DEFAULT 0 CHECK (least_notice_minutes >= 0),
  channels text[] NOT NULL,
  priority smallint NOT NULL DEFAULT 0,
  -- Whether an offer is open is for waiting_offer to say.
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'booked', 'declined', 'expired', 'withdrawn')),
  made_by text NOT NULL,
  -- When a time was offered last; null while none was.
  asked_at timestamptz,
  times_asked integer NOT NULL DEFAULT 0,
  booked_appointment_id bigint,
  ended_at timestamptz,
  link_version integer NOT NULL DEFAULT 1,
  link_key_id text NOT NULL,
  link_random text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- The types that follow the first at the same coming, in their order; empty where one type alone is waited for.
  then_type_ids bigint[] NOT NULL DEFAULT '{}',
  -- One provider leads all of them.
  same_provider boolean NOT NULL DEFAULT false,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  CHECK (latest_date >= earliest_date),
  CHECK ((status = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX waiting_by_type ON waiting_entry (company_id, appointment_type_id, latest_date)
  WHERE status = 'waiting';
CREATE INDEX waiting_ended ON waiting_entry (company_id, ended_at)
  WHERE status <> 'waiting';
CREATE INDEX waiting_by_customer ON waiting_entry (company_id, customer_id);
CREATE UNIQUE INDEX waiting_once ON waiting_entry (company_id, customer_id, appointment_type_id, then_type_ids, earliest_date, latest_date)
  WHERE status = 'waiting';

CREATE SEQUENCE waiting_offer_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One time that was offered to one waiting entry. An entry is offered the same start once.
CREATE TABLE waiting_offer (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('waiting_offer_id_seq'),
  entry_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'offered' CHECK (status IN ('offered', 'held', 'booked', 'declined', 'expired', 'withdrawn')),
  hold_id bigint,
  made_by text NOT NULL,
  -- When the customer pressed to hold it: the first of those who pressed is next when the hold of another ends.
  asked_for_at timestamptz,
  created_at timestamptz NOT NULL,
  -- From then on the time could not be booked any more, or not with the notice that the customer needs.
  good_until timestamptz NOT NULL,
  ended_at timestamptz,
  -- Of several types at one coming: each with who does it and when, in their order. The offer stands under the first
  -- and ends with the last. Null of one type.
  parts jsonb,
  -- How many minutes the zone's clock is ahead of UTC at its start by the rules of when it was made; null of older
  -- ones.
  clock_offset integer,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, entry_id) REFERENCES waiting_entry(company_id, id),
  CHECK (status <> 'held' OR hold_id IS NOT NULL),
  CHECK ((status IN ('offered', 'held')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX one_open_offer_per_customer ON waiting_offer (company_id, customer_id)
  WHERE status IN ('offered', 'held');
CREATE UNIQUE INDEX offered_once ON waiting_offer (company_id, entry_id, provider_id, location_id, start_at);
CREATE INDEX waiting_offer_of_time ON waiting_offer (company_id, provider_id, start_at)
  WHERE status IN ('offered', 'held');
CREATE INDEX waiting_offer_by_hold ON waiting_offer (company_id, hold_id)
  WHERE status = 'held';
CREATE INDEX waiting_offer_by_time ON waiting_offer (company_id, created_at);

CREATE SEQUENCE freed_time_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One span of time that has become free while somebody waited: the queue of times that are to be offered.
CREATE TABLE freed_due (
  company_id bigint NOT NULL,
  freed_id bigint NOT NULL,
  -- Whose time it is; null where others may have become free by it, as by a room.
  provider_id bigint,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  -- By what it became free: cancel, move, hold, hours, time_off, resource, session. taken: something took it, and open
  -- offers in it that no longer fit end.
  source text NOT NULL,
  freed_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, freed_id),
  CHECK (end_minute > start_minute)
);
CREATE INDEX freed_due_by_time ON freed_due (due_at)
  WHERE company_id < 1000000000;

CREATE SEQUENCE class_session_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
CREATE SEQUENCE class_repeat_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One session of a class: a start with seats that staff put on the board. Its rows in allocation keep its providers and
-- rooms from others.
CREATE TABLE class_session (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('class_session_id_seq'),
  appointment_type_id bigint NOT NULL,
  -- Who leads it: the provider of the appointments that take its seats.
  provider_id bigint NOT NULL,
  -- The providers beside. Null for none.
  crew bigint[],
  location_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  timezone text NOT NULL,
  seats integer NOT NULL CHECK (seats >= 1 AND seats <= 200),
  -- Those of its scheduled, pending and closed appointments. Changed by the statement that books or frees a seat, under
  -- the lock of the provider who leads it.
  seats_taken integer NOT NULL DEFAULT 0,
  status text NOT NULL CHECK (status IN ('scheduled', 'cancelled')),
  -- The same for sessions that were put on the board as one that repeats; null for a single one.
  repeat_id bigint,
  cancel_reason text,
  cancelled_at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- How many minutes the zone's clock is ahead of UTC at its start by the rules it was put on the board under; null
  -- where that is not known.
  clock_offset integer,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, appointment_type_id) REFERENCES appointment_type(company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  CHECK (end_at > start_at),
  CONSTRAINT never_oversold CHECK (seats_taken >= 0 AND seats_taken <= seats)
);
CREATE INDEX class_session_by_type ON class_session (company_id, appointment_type_id, start_at)
  WHERE status = 'scheduled';
CREATE INDEX class_session_by_start ON class_session (company_id, start_at, id);

CREATE SEQUENCE mail_domain_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One domain that a company's mails may come from, once the operator has assigned it or DNS has proven it.
CREATE TABLE mail_domain (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('mail_domain_id_seq'),
  domain text NOT NULL,
  -- What a TXT record of the domain has to say.
  token text NOT NULL,
  proven_by text CHECK (proven_by IN ('operator', 'dns')),
  proven_at timestamptz,
  -- Of one that DNS has proven: since when its record is not there any more.
  missing_since timestamptz,
  -- When DNS was asked last.
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, domain),
  CHECK ((proven_by IS NULL) = (proven_at IS NULL))
);

-- A company's own mail server, by which its mails to customers go.
CREATE TABLE mail_server (
  company_id bigint NOT NULL PRIMARY KEY REFERENCES company(company_id),
  host text NOT NULL,
  port integer NOT NULL CHECK (port >= 1 AND port <= 65535),
  username text NOT NULL,
  password_sealed text NOT NULL,
  -- Tries in a row that did not get as far as a mail.
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  failing_since timestamptz,
  -- Of a server that fails: none of the mails that wait is tried before.
  retry_at timestamptz,
  updated_at timestamptz NOT NULL,
  CHECK ((last_error IS NULL) = (failing_since IS NULL)),
  CHECK ((last_error IS NULL) = (retry_at IS NULL))
);

CREATE SEQUENCE disruption_id_seq AS bigint INCREMENT 1 MINVALUE 1 MAXVALUE 9007199254740991 START 1;
-- One stretch in which a provider cannot come or a location is closed, with what is proposed for each appointment that
-- it hits.
CREATE TABLE disruption (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('disruption_id_seq'),
  provider_id bigint,
  location_id bigint,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  -- For staff alone: customers never read it.
  reason text,
  version integer NOT NULL DEFAULT 1,
  -- What staff have set themselves, by appointment: [{appointment_id, action, provider_id?, location_id?, start?,
  -- silent}].
  choices jsonb NOT NULL DEFAULT '[]',
  -- By appointment, ids and minutes only: no personal data.
  proposals jsonb NOT NULL,
  -- Where windows are kept: the plan of each location and date.
  plans jsonb NOT NULL,
  worked_out_at timestamptz NOT NULL,
  -- When it was applied, in the transaction that moved the appointments and queued what their customers hear; null
  -- before.
  applied_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  CONSTRAINT disruption_of_one CHECK ((provider_id IS NULL) <> (location_id IS NULL)),
  CONSTRAINT disruption_span CHECK (start_at < end_at)
);

-- One part of a job that failed at the job's last run, of one company. A run in which it succeeds deletes the row.
CREATE TABLE job_failure (
  job text NOT NULL,
  part text NOT NULL,
  -- 0 for a part that concerns all companies.
  company_id bigint NOT NULL,
  -- The first of the failures without a success in between.
  since timestamptz NOT NULL,
  failed_at timestamptz NOT NULL,
  -- Names of errors and laws; never a value of a row.
  reason text NOT NULL,
  PRIMARY KEY (job, part, company_id)
);

-- One change that is written and not told yet: the queue of what can still be taken back.
CREATE TABLE undo_due (
  company_id bigint NOT NULL,
  -- The hold of kind undo that keeps what the change left.
  hold_id bigint NOT NULL,
  -- The hash of the token that takes it back.
  token_hash text NOT NULL,
  -- The changed appointments as they were before, in the order in which they were changed.
  appointments jsonb NOT NULL,
  -- Their allocations before, which are active again when it is taken back.
  allocation_ids bigint[] NOT NULL,
  -- series or group: one message tells of all. Null of one alone.
  together text,
  -- Who changed them: the events name them.
  actor jsonb NOT NULL,
  -- The request that asked for the change.
  request_id text NOT NULL,
  -- On which of sms and mail the customer is told nothing of it.
  silent_channels text[] NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, hold_id)
);
CREATE INDEX undo_due_by_time ON undo_due (due_at)
  WHERE company_id < 1000000000;
CREATE UNIQUE INDEX undo_due_by_token ON undo_due (company_id, token_hash);

-- One entry of the inbox that staff have put off.
CREATE TABLE inbox_later (
  company_id bigint NOT NULL REFERENCES company(company_id),
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,40}$'),
  -- The id of what the entry is about, among those of its kind.
  ref_id bigint NOT NULL,
  until timestamptz NOT NULL,
  -- When it was put off: what has come since is shown all the same.
  set_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, kind, ref_id)
);

-- One company's account at Retell.
CREATE TABLE retell_account (
  company_id bigint NOT NULL PRIMARY KEY REFERENCES company(company_id),
  -- The last part of the address that Retell posts to.
  path_token text NOT NULL,
  api_key_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- One post of Retell that was taken, so that it is not taken again.
CREATE TABLE retell_post (
  company_id bigint NOT NULL REFERENCES company(company_id),
  signature bytea NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, signature)
);

-- The picture of a type or of a provider, which pages show.
CREATE TABLE picture (
  company_id bigint NOT NULL REFERENCES company(company_id),
  hash text NOT NULL,
  content_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (company_id, hash)
);

CREATE SEQUENCE connected_app_id_seq;
-- A program that acts for one user of the company over its MCP server.
CREATE TABLE connected_app (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('connected_app_id_seq'),
  user_id bigint NOT NULL,
  -- As the program calls itself.
  name text NOT NULL,
  -- Names the program's registration, which it holds itself.
  client_id text NOT NULL,
  -- The address to which the browser was led back.
  redirect_uri text NOT NULL,
  -- Scopes, and names of sets of them.
  scopes text[] NOT NULL,
  -- Allowed in a session that the company's identity provider had begun.
  by_provider boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Written at most once a minute, so it may lag behind the last use.
  last_used_at timestamptz,
  -- When the user or an admin ended it, or a used token came again.
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE
);
CREATE INDEX connected_app_by_user ON connected_app (company_id, user_id);

-- A code or token of a connected app; only its hash is kept.
CREATE TABLE connected_app_token (
  company_id bigint NOT NULL REFERENCES company(company_id),
  hash text NOT NULL,
  app_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
  -- Of a code: the hash of the secret that its program holds (PKCE, S256).
  code_challenge text,
  expires_at timestamptz NOT NULL,
  -- A code and a refresh token are taken once; one that comes again ends the connection.
  used_at timestamptz,
  PRIMARY KEY (company_id, hash),
  FOREIGN KEY (company_id, app_id) REFERENCES connected_app(company_id, id) ON DELETE CASCADE
);
CREATE INDEX connected_app_token_by_app ON connected_app_token (company_id, app_id);

CREATE SEQUENCE calendar_feed_id_seq;
-- A private address by which calendar programs read the appointments of one provider or of one location.
CREATE TABLE calendar_feed (
  company_id bigint NOT NULL REFERENCES company(company_id),
  id bigint NOT NULL DEFAULT nextval('calendar_feed_id_seq'),
  provider_id bigint,
  location_id bigint,
  -- What the feed says of the customers.
  customer text NOT NULL CHECK (customer IN ('nothing', 'first_name', 'name_and_address')),
  -- The end of the address, to tell addresses apart; its token is in the directory, as a hash.
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  -- May lag an hour behind; null until a program has read it.
  last_read_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, provider_id),
  UNIQUE (company_id, location_id),
  FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  FOREIGN KEY (company_id, location_id) REFERENCES location(company_id, id),
  CHECK ((provider_id IS NULL) <> (location_id IS NULL))
);

ALTER TABLE allocation ADD FOREIGN KEY (company_id, hold_id) REFERENCES hold(company_id, id);
ALTER TABLE allocation ADD FOREIGN KEY (company_id, resource_id) REFERENCES resource(company_id, id);
ALTER TABLE allocation ADD FOREIGN KEY (company_id, session_id) REFERENCES class_session(company_id, id);
ALTER TABLE app_user ADD CONSTRAINT app_user_provider FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id);
ALTER TABLE appointment ADD FOREIGN KEY (company_id, series_id) REFERENCES series(company_id, id);
ALTER TABLE appointment ADD FOREIGN KEY (company_id, session_id) REFERENCES class_session(company_id, id);
ALTER TABLE provider ADD CONSTRAINT provider_is_a_resource FOREIGN KEY (company_id, id) REFERENCES resource(company_id, id);
