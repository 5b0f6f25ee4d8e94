-- A start that is kept for a short time, so that it can't be lost while its booking is under way.
CREATE SEQUENCE hold_id_seq AS bigint MAXVALUE 9007199254740991;
CREATE TABLE hold (
  company_id bigint NOT NULL,
  id bigint NOT NULL DEFAULT nextval('hold_id_seq'),
  customer_id bigint,
  appointment_type_id bigint NOT NULL,
  provider_id bigint NOT NULL,
  location_id bigint NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  holder text,
  network text,
  network_turn smallint,
  made_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  PRIMARY KEY (company_id, id),
  CHECK ((network IS NULL) = (network_turn IS NULL))
);
CREATE UNIQUE INDEX hold_by_holder ON hold (company_id, holder) WHERE holder IS NOT NULL;
CREATE UNIQUE INDEX hold_of_network ON hold (company_id, network, network_turn) WHERE network IS NOT NULL;
CREATE INDEX hold_by_customer ON hold (company_id, customer_id) WHERE customer_id IS NOT NULL;
COMMENT ON TABLE hold IS 'One start that is kept until it is booked, given back or over. Its rows in allocation keep the time from others. It is deleted when it ends.';
COMMENT ON COLUMN hold.customer_id IS 'Null while it is not known who books.';
COMMENT ON COLUMN hold.holder IS 'Whose it is, where each has one at a time: a hash of a browser''s draft token, or a conversation with an agent. Null for those of the company API.';
COMMENT ON COLUMN hold.network IS 'A hash of the network address that a visitor held it from.';
COMMENT ON COLUMN hold.network_turn IS 'Which of the holds that one network may have at once: 1, 2 or 3. Two visitors at once never take the same.';
COMMENT ON COLUMN hold.made_by IS 'By which interface: as appointment.booked_by.';
COMMENT ON COLUMN hold.expires_at IS 'From then on it is no obstacle, whether or not its rows have been deleted.';

CREATE TABLE hold_due (
  company_id bigint NOT NULL,
  hold_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, hold_id)
);
CREATE INDEX hold_due_by_time ON hold_due (due_at) WHERE company_id < 1000000000;
COMMENT ON TABLE hold_due IS 'One hold that ends by itself: the queue of holds whose rows are to be deleted.';

-- distribute

ALTER TABLE hold ADD FOREIGN KEY (company_id) REFERENCES company;
ALTER TABLE hold ADD FOREIGN KEY (company_id, customer_id) REFERENCES customer;
ALTER TABLE allocation ADD COLUMN held_until timestamptz;
ALTER TABLE allocation ADD CONSTRAINT allocation_of_hold_ends CHECK ((hold_id IS NULL) = (held_until IS NULL)) NOT VALID;
ALTER TABLE allocation ADD FOREIGN KEY (company_id, hold_id) REFERENCES hold NOT VALID;
CREATE INDEX allocation_held ON allocation (company_id, resource_id, held_until) WHERE held_until IS NOT NULL;
CREATE INDEX allocation_by_hold ON allocation (company_id, hold_id) WHERE hold_id IS NOT NULL;
COMMENT ON COLUMN allocation.held_until IS 'Of a hold: when it ends. From then on the row is no obstacle, and the next booking of the resource deletes it. Null for all other rows.';
