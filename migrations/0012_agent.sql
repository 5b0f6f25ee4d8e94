-- Conversations of agents with callers, on the phone or by text.

-- What a session id stands for: one caller of one company. The number is sealed; its hash finds it for an erasure.
-- contact_id is by what the caller was known when it began, or since. ends_at is where no call prolongs it any more.
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

-- What a session has booked, so that a call that is sent again gets its first result. text_id is the confirmation that
-- was queued; without one, text_reason says why.
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

-- Codes by which callers confirm that another number is to be added. The code went to the caller's own.
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
