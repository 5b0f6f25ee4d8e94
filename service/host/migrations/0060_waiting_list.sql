-- The waiting list: who waits for a time, and which times they were offered.
CREATE SEQUENCE waiting_entry_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE waiting_entry (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('waiting_entry_id_seq'),
  customer_id bigint NOT NULL,
  appointment_type_id bigint NOT NULL,
  earliest_date date NOT NULL,
  latest_date date NOT NULL,
  weekdays smallint[],
  parts_of_day text[],
  location_ids bigint[],
  provider_ids bigint[],
  appointment_id bigint,
  least_notice_minutes integer NOT NULL DEFAULT 0 CHECK (least_notice_minutes >= 0),
  channels text[] NOT NULL,
  priority smallint NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'booked', 'declined', 'expired', 'withdrawn')),
  made_by text NOT NULL,
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
  PRIMARY KEY (company_id, id),
  CHECK (latest_date >= earliest_date),
  CHECK ((status = 'waiting') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX waiting_once ON waiting_entry (company_id, customer_id, appointment_type_id, earliest_date, latest_date)
  WHERE status = 'waiting';
CREATE INDEX waiting_by_type ON waiting_entry (company_id, appointment_type_id, latest_date) WHERE status = 'waiting';
CREATE INDEX waiting_ended ON waiting_entry (company_id, ended_at) WHERE status <> 'waiting';
CREATE INDEX waiting_by_customer ON waiting_entry (company_id, customer_id);
COMMENT ON TABLE waiting_entry IS 'One customer who waits for a time of one type within dates. It stays for some months after it has ended, for reports.';
COMMENT ON COLUMN waiting_entry.weekdays IS '1 is Monday, 7 is Sunday; null for any day. The same of all lists here: null for any.';
COMMENT ON COLUMN waiting_entry.appointment_id IS 'Of a customer who wants an earlier time: the appointment that they keep until they take one.';
COMMENT ON COLUMN waiting_entry.least_notice_minutes IS 'The customer is offered no time that begins sooner than so many minutes from the offer.';
COMMENT ON COLUMN waiting_entry.status IS 'Whether an offer is open is for waiting_offer to say.';
COMMENT ON COLUMN waiting_entry.asked_at IS 'When a time was offered last; null while none was.';

CREATE SEQUENCE waiting_offer_id_seq AS bigint MAXVALUE 9007199254740991;
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
  asked_for_at timestamptz,
  created_at timestamptz NOT NULL,
  good_until timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK (status <> 'held' OR hold_id IS NOT NULL),
  CHECK ((status IN ('offered', 'held')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX one_open_offer_per_customer ON waiting_offer (company_id, customer_id) WHERE status IN ('offered', 'held');
CREATE UNIQUE INDEX offered_once ON waiting_offer (company_id, entry_id, provider_id, location_id, start_at);
CREATE INDEX waiting_offer_of_time ON waiting_offer (company_id, provider_id, start_at) WHERE status IN ('offered', 'held');
CREATE INDEX waiting_offer_by_hold ON waiting_offer (company_id, hold_id) WHERE status = 'held';
CREATE INDEX waiting_offer_by_time ON waiting_offer (company_id, created_at);
COMMENT ON TABLE waiting_offer IS 'One time that was offered to one waiting entry. An entry is offered the same start once.';
COMMENT ON COLUMN waiting_offer.asked_for_at IS 'When the customer pressed to hold it: the first of those who pressed is next when the hold of another ends.';
COMMENT ON COLUMN waiting_offer.good_until IS 'From then on the time could not be booked any more, or not with the notice that the customer needs.';

ALTER TABLE directory DROP CONSTRAINT directory_kind_check;
ALTER TABLE directory ADD CONSTRAINT directory_kind_check CHECK (kind IN ('slug', 'channel_phone', 'api_key', 'link', 'manage_link', 'user_session', 'password_reset', 'test_company', 'device', 'waiting_link'));

CREATE SEQUENCE freed_time_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE freed_due (
  company_id bigint NOT NULL,
  freed_id bigint NOT NULL,
  provider_id bigint,
  start_minute integer NOT NULL,
  end_minute integer NOT NULL,
  source text NOT NULL,
  freed_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, freed_id),
  CHECK (end_minute > start_minute)
);
CREATE INDEX freed_due_by_time ON freed_due (due_at) WHERE company_id < 1000000000;
COMMENT ON TABLE freed_due IS 'One span of time that has become free while somebody waited: the queue of times that are to be offered.';
COMMENT ON COLUMN freed_due.provider_id IS 'Whose time it is; null where others may have become free by it, as by a room.';
COMMENT ON COLUMN freed_due.source IS 'By what it became free: cancel, move, hold, hours, time_off, resource.';

ALTER TABLE company
  ADD COLUMN waiting_order text NOT NULL DEFAULT 'longest_waiting',
  ADD COLUMN waiting_automatic boolean NOT NULL DEFAULT true,
  ADD COLUMN waiting_per_minute integer NOT NULL DEFAULT 3;
ALTER TABLE company ADD CONSTRAINT company_waiting_order_check
  CHECK (waiting_order IN ('longest_waiting', 'priority', 'least_recently_asked'));
ALTER TABLE company ADD CONSTRAINT company_waiting_per_minute_check CHECK (waiting_per_minute BETWEEN 1 AND 20);
COMMENT ON COLUMN company.waiting_order IS 'Who of those who wait is asked first.';
COMMENT ON COLUMN company.waiting_automatic IS 'Freed time is offered by the service; else only by staff.';
COMMENT ON COLUMN company.waiting_per_minute IS 'To so many people a freed time is offered in one minute, at most.';

-- distribute

ALTER TABLE waiting_entry ADD FOREIGN KEY (company_id) REFERENCES company;
ALTER TABLE waiting_entry ADD FOREIGN KEY (company_id, customer_id) REFERENCES customer;
ALTER TABLE waiting_offer ADD FOREIGN KEY (company_id, entry_id) REFERENCES waiting_entry;
