-- A cancel may wait for some seconds, in which it can be taken back before anybody has heard of it.

ALTER TABLE appointment
  ADD COLUMN cancels_at timestamptz,
  ADD COLUMN closed_at timestamptz;
COMMENT ON COLUMN appointment.cancels_at IS 'When a cancel that waits takes effect; null while none waits. Its row is in cancel_due.';
COMMENT ON COLUMN appointment.closed_at IS 'When it was last marked as completed or as a no-show; null for one that is not, and for marks before this was kept.';

CREATE TABLE cancel_due (
  company_id bigint NOT NULL,
  appointment_id bigint NOT NULL,
  actor jsonb NOT NULL,
  request_id text NOT NULL,
  silent_channels text[] NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  lease_token text,
  lease_until timestamptz,
  PRIMARY KEY (company_id, appointment_id)
);
CREATE INDEX cancel_due_by_time ON cancel_due (due_at) WHERE company_id < 1000000000;
COMMENT ON TABLE cancel_due IS 'One cancel that has yet to take effect: the queue of cancels that can still be taken back.';
COMMENT ON COLUMN cancel_due.actor IS 'Who cancels: the event and the audit trail name them.';
COMMENT ON COLUMN cancel_due.request_id IS 'The request that asked for it, for the audit trail.';
COMMENT ON COLUMN cancel_due.silent_channels IS 'On which of sms and mail the customer is told nothing of it.';
