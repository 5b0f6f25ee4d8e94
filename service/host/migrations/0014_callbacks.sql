-- What callers asked the company to hear or to do, where an agent could not help.
CREATE SEQUENCE callback_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE callback (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('callback_id_seq'),
  customer_id bigint,
  session_id bigint NOT NULL,
  event_id bigint NOT NULL,
  channel text NOT NULL CHECK (channel IN ('voice', 'sms')),
  caller_name text,
  phone_sealed text NOT NULL,
  phone_hash text NOT NULL,
  message text NOT NULL,
  best_time text,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX callback_waiting ON callback (company_id, id) WHERE done_at IS NULL;
CREATE INDEX callback_by_session ON callback (company_id, session_id);
CREATE INDEX callback_by_customer ON callback (company_id, customer_id);
CREATE INDEX callback_by_phone ON callback (company_id, phone_hash);
COMMENT ON TABLE callback IS 'One message that a caller left with an agent, with the number at which they wish to be called back.';
COMMENT ON COLUMN callback.customer_id IS 'Null while the caller is no customer.';
COMMENT ON COLUMN callback.session_id IS 'The conversation, which may be gone: a caller who registers later in it is named by this.';
COMMENT ON COLUMN callback.event_id IS 'The event callback.requested, so that an erasure finds it.';

-- distribute

ALTER TABLE callback ADD FOREIGN KEY (company_id) REFERENCES company;
ALTER TABLE callback ADD FOREIGN KEY (company_id, customer_id) REFERENCES customer;
