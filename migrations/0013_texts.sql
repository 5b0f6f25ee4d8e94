-- Texts about appointments and requests, outreach plans, and consent that is only ever added to.

-- Codes are written when they are asked for. Everything else is composed at the moment of sending, out of what holds
-- then, so until that moment such a text has neither words nor a number.
ALTER TABLE text_message
  DROP CONSTRAINT text_message_purpose_check,
  DROP CONSTRAINT text_message_status_check,
  ALTER COLUMN from_phone DROP NOT NULL,
  ALTER COLUMN phone_sealed DROP NOT NULL,
  ALTER COLUMN phone_hash DROP NOT NULL,
  ADD COLUMN channel text NOT NULL DEFAULT 'sms',
  ADD COLUMN once_key text,
  ADD COLUMN customer_id bigint,
  ADD COLUMN appointment_id bigint,
  ADD COLUMN appointment_version integer,
  ADD COLUMN run_id bigint,
  ADD COLUMN step_position smallint,
  ADD COLUMN delivery text,
  ADD CONSTRAINT text_message_purpose_check
    CHECK (purpose IN ('code', 'confirmation', 'change', 'reminder', 'outreach')),
  ADD CONSTRAINT text_message_channel_check CHECK (channel IN ('sms', 'voice')),
  ADD CONSTRAINT text_message_status_check
    CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed')),
  ADD CONSTRAINT text_message_delivery_check CHECK (delivery IN ('delivered', 'undelivered')),
  ADD CONSTRAINT text_message_about_check CHECK (
    CASE purpose
      WHEN 'code' THEN from_phone IS NOT NULL AND phone_sealed IS NOT NULL AND phone_hash IS NOT NULL
      WHEN 'outreach' THEN customer_id IS NOT NULL AND run_id IS NOT NULL AND step_position IS NOT NULL
      ELSE customer_id IS NOT NULL AND appointment_id IS NOT NULL AND appointment_version IS NOT NULL
    END);

-- Two lanes, so that no morning's outreach keeps a code waiting.
ALTER TABLE text_due ADD COLUMN lane text NOT NULL DEFAULT 'waited_for'
  CONSTRAINT text_due_lane_check CHECK (lane IN ('waited_for', 'unasked'));
DROP INDEX text_due_by_time;
CREATE INDEX text_due_by_time ON text_due (lane, due_at);

-- What must be said once is queued once, whoever queues it and however often.
CREATE UNIQUE INDEX text_message_once ON text_message (company_id, once_key) WHERE once_key IS NOT NULL;
CREATE INDEX text_message_by_run ON text_message (company_id, run_id, step_position) WHERE run_id IS NOT NULL;
CREATE INDEX text_message_by_customer ON text_message (company_id, customer_id) WHERE customer_id IS NOT NULL;

-- Appointments by their start: what is to be reminded of soon.
CREATE INDEX appointment_to_come ON appointment (company_id, start_at) WHERE status = 'scheduled';

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
  FOREIGN KEY (company_id, scheduling_request_id) REFERENCES scheduling_request (company_id, id),
  FOREIGN KEY (company_id, outreach_plan_id) REFERENCES outreach_plan (company_id, id),
  CHECK ((status = 'ended') = (end_reason IS NOT NULL)),
  CHECK ((status = 'running') = (ended_at IS NULL))
);

CREATE UNIQUE INDEX one_running_outreach_per_request ON outreach_run (company_id, scheduling_request_id)
  WHERE status = 'running';
CREATE INDEX outreach_run_by_request ON outreach_run (company_id, scheduling_request_id, id);

-- The plan's steps as they were when the run began: a later change of the plan changes no run.
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
  FOREIGN KEY (company_id, run_id) REFERENCES outreach_run (company_id, id),
  CHECK ((status = 'pending') = (ended_at IS NULL))
);

-- What was said about a number stays as it was said.
CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER consent_is_append_only BEFORE UPDATE OR DELETE ON consent
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
