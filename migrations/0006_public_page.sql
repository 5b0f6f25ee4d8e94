-- The public page: codes texted to numbers, the visits that they open, texts on their way, and what limits them.

-- A visitor who proved a number. The number is sealed; its hash finds it for an erasure.
CREATE SEQUENCE visit_id_seq;
CREATE TABLE visit (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('visit_id_seq'),
  token_hash text NOT NULL,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  customer_id bigint,
  writes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT visit_token UNIQUE (company_id, token_hash),
  FOREIGN KEY (company_id, customer_id) REFERENCES customer
);
CREATE INDEX visit_by_phone ON visit (company_id, phone_hash);

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

-- One row a code that was let through: what the limits of codes count. Numbers and network addresses count for the
-- whole host and stand here as keyed hashes. Logged, so that no crash hands out more codes.
CREATE TABLE code_ledger (
  company_id bigint NOT NULL,
  door text NOT NULL,
  phone_key text NOT NULL,
  network_key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX code_ledger_by_phone ON code_ledger (phone_key, at);
CREATE INDEX code_ledger_by_network ON code_ledger (network_key, at);
CREATE INDEX code_ledger_by_company ON code_ledger (company_id, at);

-- Solutions of bot checks that were used, remembered until they expire by themselves.
CREATE TABLE used_solution (
  key text NOT NULL PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

-- Texts, for reading back; those that have yet to go stand in text_due as well. Number and words are sealed, and the
-- words go once the text has gone.
CREATE SEQUENCE text_message_id_seq;
CREATE TABLE text_message (
  company_id bigint NOT NULL REFERENCES company,
  id bigint NOT NULL DEFAULT nextval('text_message_id_seq'),
  purpose text NOT NULL CHECK (purpose IN ('code')),
  from_phone text NOT NULL,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  body_sealed text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'sent', 'failed')),
  attempts smallint NOT NULL DEFAULT 0,
  last_error text,
  carrier_id text,
  created_at timestamptz NOT NULL,
  good_until timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX text_message_by_phone ON text_message (company_id, phone_hash);
CREATE INDEX text_message_by_age ON text_message (company_id, created_at);

CREATE TABLE text_due (
  company_id bigint NOT NULL,
  text_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  claim_token text,
  PRIMARY KEY (company_id, text_id)
);
CREATE INDEX text_due_by_time ON text_due (due_at);
