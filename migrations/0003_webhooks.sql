-- Webhooks: where a company wants to be told, what was sent there, and what is still to be sent.

-- slot is the law of at most three. secret is sealed. first_failure_at is when the present stretch of failures began.
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
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CONSTRAINT webhook_endpoint_slot UNIQUE (company_id, slot),
  CHECK (disabled_reason IS NULL OR NOT enabled)
);

-- The log that companies read. Its day is in the id, as with events; the payload is the event's own, except of a test.
CREATE SEQUENCE delivery_seq;
CREATE TABLE delivery (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint,
  event_type text NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('event', 'test', 'redeliver', 'recover')),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  last_status_code integer,
  last_error text,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz,
  payload jsonb,
  -- By endpoint, as the log is read: every delivery is written twice, so an index of its own would be paid for twice.
  PRIMARY KEY (company_id, endpoint_id, id),
  CHECK ((event_id IS NULL) = (payload IS NOT NULL))
) PARTITION BY RANGE (id);
CREATE INDEX delivery_not_succeeded ON delivery (company_id, endpoint_id, id DESC) WHERE status <> 'succeeded';
-- Most deliveries are of bookings; these neither need nor pay for an index by type.
CREATE INDEX delivery_of_rarer_type ON delivery (company_id, endpoint_id, event_type, id DESC)
  WHERE event_type <> 'appointment.created';

CREATE SEQUENCE delivery_attempt_seq;
CREATE TABLE delivery_attempt (
  company_id bigint NOT NULL,
  id bigint NOT NULL,
  delivery_id bigint NOT NULL,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  status_code integer,
  error text,
  PRIMARY KEY (company_id, delivery_id, id)
) PARTITION BY RANGE (id);

-- Small and hot: a row stands here only while something is still to be sent. attempt is the number of the next one. A
-- lease rewrites each row once, in the half of the page that is left free, so that no index has to be written for it.
CREATE TABLE delivery_due (
  delivery_id bigint NOT NULL PRIMARY KEY,
  company_id bigint NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id bigint,
  attempt integer NOT NULL DEFAULT 1,
  due_at timestamptz NOT NULL,
  lease_until timestamptz,
  lease_token text
) WITH (
  fillfactor = 45,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);
-- Many rows are due at the same moment; the window that an endpoint shows has to be the same at every look.
CREATE INDEX delivery_due_by_endpoint ON delivery_due (endpoint_id, due_at, delivery_id);
