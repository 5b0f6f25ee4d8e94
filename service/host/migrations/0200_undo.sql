-- What the console's users take back within seconds: it is written at once, and told only at its end.

ALTER TABLE hold ADD COLUMN kind text NOT NULL DEFAULT 'start' CHECK (kind IN ('start', 'undo'));
COMMENT ON COLUMN hold.kind IS 'undo: keeps what a change of an appointment left, until the change is told or taken back. start: all others.';
ALTER TABLE appointment ADD COLUMN undo_hold_id bigint;
COMMENT ON COLUMN appointment.undo_hold_id IS 'The hold of kind undo of a change that is not told yet; its row is in undo_due. Null of all others.';

CREATE TABLE undo_due (
  company_id bigint NOT NULL,
  hold_id bigint NOT NULL,
  token_hash text NOT NULL,
  appointments jsonb NOT NULL,
  allocation_ids bigint[] NOT NULL,
  together text,
  actor jsonb NOT NULL,
  request_id text NOT NULL,
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
COMMENT ON TABLE undo_due IS 'One change that is written and not told yet: the queue of what can still be taken back.';
COMMENT ON COLUMN undo_due.hold_id IS 'The hold of kind undo that keeps what the change left.';
COMMENT ON COLUMN undo_due.token_hash IS 'The hash of the token that takes it back.';
COMMENT ON COLUMN undo_due.appointments IS 'The changed appointments as they were before, in the order in which they were changed.';
COMMENT ON COLUMN undo_due.allocation_ids IS 'Their allocations before, which are active again when it is taken back.';
COMMENT ON COLUMN undo_due.together IS 'series or group: one message tells of all. Null of one alone.';
COMMENT ON COLUMN undo_due.actor IS 'Who changed them: the events name them.';
COMMENT ON COLUMN undo_due.request_id IS 'The request that asked for the change.';
COMMENT ON COLUMN undo_due.silent_channels IS 'On which of sms and mail the customer is told nothing of it.';

ALTER TABLE cancel_due ADD COLUMN token_hash text;
COMMENT ON COLUMN cancel_due.token_hash IS 'The hash of the token that takes it back; null of a cancel that was given none.';
